"""What changed between pulls (BN206 to BN210, BN214, BN215): the blog itself shows no history."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime, timedelta
from html import unescape
from itertools import pairwise
from typing import NamedTuple
from urllib.parse import urljoin

from parsers.blog.selectors import vote_by_alt
from parsers.model import Category, Comment, Confidence, Post, Status, VoteIcon
from parsers.patch import shared_ends
from parsers.ruleset.ruleset_model import Ruleset
from validators.checks.audit_context import AuditContext
from validators.checks.check import ERROR, INFO, PULLS, WARNING, Results, check, make_finding
from validators.checks.evidence import WHEN, any_post, digest, matter, quoted
from validators.finding import Evidence, Finding, NotEvaluated, Severity, Subject
from validators.spelling import is_spelling
from validators.voting.timeline import MINUTE
from validators.voting.voting_rules import hours, number

_POSTS = ("Official Posts", "Official Blog Posts")
_WORD = re.compile(r"[^\W\d_]+")
_TAG = re.compile(r'<(?:a href="([^"]*)"|img alt="([^"]*)"|(/?)s)>|<[^<>]*>|([^<]+)')
_EXCEPTED = re.compile(
    r"\bless than \S+ hours?\b(?=.{0,600}\bProposal\W{1,3}category\b)", re.IGNORECASE | re.DOTALL
)
_CORRECTABLE = frozenset((Status.FAILED, Status.VETOED, Status.ILLEGAL))


class Step(NamedTuple):
    """Two versions of a post that follow each other: it changed after ``since``, and no later than
    ``until``.

    Versions of two ``readers`` may differ because another version of this tool read the page.
    """

    old: Post
    new: Post
    since: datetime
    until: datetime
    readers: tuple[str, ...]

    @property
    def when(self) -> str:
        """The interval in words."""
        return f"between {self.since:{WHEN}} and {self.until:{WHEN}} UTC"

    def after_limit(self, limit: datetime) -> Confidence | None:
        """How sure it is that the change came at ``limit`` or later; None if it came before. Entry
        dates have no seconds.
        """
        if self.since >= limit + MINUTE:
            return Confidence.HIGH
        return Confidence.LOW if self.until > limit else None

    def seen(self, old: str, new: str) -> list[Evidence]:
        """The two states, with the times of the interval."""
        return [
            Evidence(self.new.url, old[:160], self.since),
            Evidence(self.new.url, new[:160], self.until),
        ]

    def finding(
        self,
        code: str,
        text: str,
        what: str,
        evidence: Iterable[Evidence],
        sure: Confidence = Confidence.HIGH,
        severity: Severity = ERROR,
    ) -> Finding | NotEvaluated:
        """What is wrong with the change, unless reading may have made it."""
        if len(set(self.readers)) > 1:
            return NotEvaluated(
                code, "a post or more was read differently by another version of this tool"
            )  # one entry for all
        return make_finding(
            code,
            _subject(self.new),
            text,
            what,
            evidence=evidence,
            confidence=sure,
            severity=severity,
        )


def _official(post: Post) -> bool:
    return post.category.matter is not None or post.category is Category.ASCENSION


def _subject(post: Post) -> Subject:
    return matter(post) if post.category.matter is not None else any_post(post)


def _steps(facts: AuditContext) -> Iterator[Step]:
    for past in (facts.view.pasts or {}).values():
        for old, new in pairwise(past.versions):
            yield Step(
                old.value, new.value, old.last_seen, new.first_seen, (old.reader, new.reader)
            )


@check(
    "BN206",
    "altered-after-votes",
    ERROR,
    needs=("rules", "pulls"),
    keys=("post.edit_hours",),
    rests_on=_POSTS,
)
def altered_after_votes(facts: AuditContext) -> Results:
    """An official post changed when it was no longer allowed: its text, a link, a voting icon, or
    what is struck out.

    Its author may alter it within some hours, while no comment on it has a voting icon (on an
    Ascension Address: no comment at all).
    Evidence: What changed, before and after, and the pulls that saw it.
    May be mistaken: When the change came before the limit, between two pulls, or is spelling (low
    confidence), or by the blog itself in
        links.
    To settle it: Ask its author; restore the text, or resolve the matter as the rules say.
    """
    window = hours(facts.rules, "post.edit_hours") or timedelta()
    roster = facts.view.roster
    names = () if roster is None else (*roster.active, *roster.idle)
    known = frozenset(
        _WORD.findall(" ".join((*names, *(rule.text for rule in facts.rules.rules))).casefold())
    )
    legal: dict[str, list[Shown]] = {}
    for step in _steps(facts):
        old, new = step.old, step.new
        before, after = shown(old), shown(new)
        states = legal.setdefault(old.key, [before])
        limit = (
            None
            if old.posted is None
            else min((old.posted + window, *_closing(old), *_closing(new)))
        )
        sure = (
            None
            if limit is None or after in states or not _official(old)
            else step.after_limit(limit)
        )
        altered = None if sure is None else change(before, after, known)
        if sure is None or altered is None or altered.spelling:
            states.append(after)
            continue
        sure = sure if altered.spelling is False else Confidence.LOW
        text = (
            f"{altered.what} of “{new.title}” changed {step.when}; after {limit:{WHEN}} UTC only"
            " its spelling may be corrected"
        )
        what = digest(
            f"{before.text}\n{after.text}" if altered.what == "the text" else f"{before}\n{after}"
        )
        yield step.finding("BN206", text, what, step.seen(altered.before, altered.after), sure)


def _closing(post: Post) -> Iterator[datetime]:
    for comment in post.comments or ():
        votes = any(icon.name in frozenset(VoteIcon) and not icon.quoted for icon in comment.icons)
        if comment.at is not None and (votes or post.category.matter is None):
            yield comment.at


class Shown(NamedTuple):
    """What a reader sees: the text, then the addresses of links, the names of voting icons, and
    last the text that is struck out.

    White space, entities and other tags are nothing of it.
    """

    text: str
    marks: tuple[str, ...]


def shown(post: Post) -> Shown:
    """What a reader sees of a post; title and tags are text."""
    links, icons, struck, is_struck = list[str](), list[str](), list[str](), False
    for href, alt, closing, text in (found.groups() for found in _TAG.finditer(post.markup or "")):
        if href is not None:
            try:  # whether an address is encrypted, relative, or ends in a slash does not count
                address = re.sub(r"^https?:", "https:", urljoin(post.url, unescape(href))).rstrip(
                    "/"
                )
            except ValueError:
                address = unescape(href)
            links += (
                [address] if links[-1:] != [address] else []
            )  # a link that is struck out in part is written as two
        elif alt is not None and (vote := vote_by_alt(unescape(alt))):
            icons.append(vote.value.upper())
        elif closing is not None:
            is_struck = not closing
        elif is_struck:
            struck.append(unescape(text or " "))
    return Shown(
        " ".join(f"{post.subject} {post.body}".split()),
        (*links, *icons, " ".join("".join(struck).split())),
    )


class Change(NamedTuple):
    """What of a post changed, from what to what, and whether that corrects the spelling (None: only
    a reader can tell).
    """

    what: str
    before: str
    after: str
    spelling: bool | None


def change(old: Shown, new: Shown, known: Collection[str]) -> Change | None:
    """The gravest difference, None if there is none; ``known`` has words that are no
    misspellings.
    """
    spelling = old.text == new.text or is_spelling(old.text, new.text, known)
    if spelling is not False and old.marks != new.marks:
        place, _ = shared_ends(old.marks, new.marks)
        before, after = (
            marks[place] if place < len(marks) else "" for marks in (old.marks, new.marks)
        )
        # Corrected words may be struck out.
        return Change(
            "a link, a voting icon or struck text",
            before or "none",
            after or "none",
            False if old.text == new.text else None,
        )
    if old.text == new.text:
        return None
    words = old.text.split(), new.text.split()
    start = max(0, (same := shared_ends(*words)[0]) - 6)
    before, after = (("… " if start else "") + " ".join(each[start : same + 20]) for each in words)
    return Change("the text", before, after, spelling)


@check(
    "BN207",
    "category-changed-late",
    ERROR,
    needs=("rules", "pulls"),
    keys=("post.category_minutes",),
    rests_on=_POSTS,
)
def category_changed_late(facts: AuditContext) -> Results:
    """An official post became one of another category, or none became an official one, after the
    limit of the rules.

    Evidence: The categories before and after, and the pulls that saw them.
    May be mistaken: When the change was made within the limit, between two pulls, or as an
    exception allows, which is quoted (low
        confidence).
    To settle it: Change the category back.
    """
    minutes = number(facts.rules, "post.category_minutes") or 0
    exception = _made_a_proposal(facts.rules)
    for step in _steps(facts):
        old, new = step.old, step.new
        if (
            old.category is new.category
            or not (_official(old) or _official(new))
            or old.posted is None
        ):
            continue
        sure, evidence = (
            step.after_limit(old.posted + timedelta(minutes=minutes)),
            step.seen(old.category, new.category),
        )
        if sure is not None:
            excepted = not _official(old) and new.category is Category.PROPOSAL
            if exception is not None and excepted:
                sure, evidence = Confidence.LOW, [*evidence, Evidence("", exception)]
            text = (
                f"“{new.title}” changed from {old.category} to {new.category} {step.when}, over"
                f" {minutes} minutes after it was posted"
            )
            yield step.finding("BN207", text, f"{old.category} {new.category}", evidence, sure)


def _made_a_proposal(rules: Ruleset) -> str | None:
    """The sentence by which somebody else may make a Proposal of a post for some hours (rule
    "Official Posts").
    """
    clause = rules.voting.get("post.category_minutes")
    texts = [rule.text for rule in rules.rules if clause is not None and rule.title == clause.rule]
    sentences = (each for text in texts for each in re.split(r"(?<=[.;])\s+", text))
    return next(filter(_EXCEPTED.search, sentences), None)


@check("BN208", "entry-date-changed", ERROR, needs=PULLS, rests_on=("Fair Play", *_POSTS))
def entry_date_changed(facts: AuditContext) -> Results:
    """The entry date of a post changed, by a minute or more: some pages show no seconds.

    Evidence: The dates before and after, and the pulls that saw them.
    May be mistaken: When the blog changed the time zone that it shows.
    To settle it: Restore the entry date.
    """
    for step in _steps(facts):
        old, new = step.old.posted, step.new.posted
        if old is not None and new is not None and old.replace(second=0) != new.replace(second=0):
            was, now = f"{old:{WHEN}} UTC", f"{new:{WHEN}} UTC"
            text = f"the entry date of “{step.new.title}” changed from {was} to {now} {step.when}"
            yield step.finding("BN208", text, f"{was} {now}", step.seen(was, now))


@check("BN209", "comment-altered", WARNING, needs=PULLS, rests_on=("Fair Play", *_POSTS, "Votes"))
def comment_altered(facts: AuditContext) -> Results:
    """A posted comment changed: its author, time, icons or text, white space left out. Comments are
    recognised by their ids.

    Evidence: The comment before and after, and the pulls that saw them.
    May be mistaken: When the blog shows the same comment in another form.
    To settle it: Ask an Admin, and count the vote that was posted first.
    """
    for step in _steps(facts):
        for was, now in _comments(step):
            if now is not None and _shown(now) != _shown(was):
                text = f"a comment by {was.author} on “{step.new.title}” changed {step.when}"
                old, new = (
                    " ".join(icon.name.upper() for icon in each.icons) for each in (was, now)
                )
                text += (
                    f": its icons were {old or 'none'}, and are {new or 'none'}"
                    if old != new
                    else f" ({old})"
                    if old
                    else ""
                )
                what, evidence = (
                    digest(f"{_shown(was)!r}\n{_shown(now)!r}"),
                    [quoted(step.old, was), quoted(step.new, now)],
                )
                yield step.finding("BN209", text, what, evidence, severity=WARNING)


@check("BN210", "comment-gone", WARNING, needs=PULLS, rests_on=("Fair Play", *_POSTS, "Votes"))
def comment_gone(facts: AuditContext) -> Results:
    """A comment that an earlier pull saw is gone.

    Evidence: The comment, and the pulls between which it vanished.
    May be mistaken: When the blog removed spam.
    To settle it: Ask an Admin; a vote that was removed still counts as the rules say.
    """
    for step in _steps(facts):
        count, there = step.new.comment_count, step.new.comments or ()
        for was, now in _comments(step) if count is None or len(there) >= count else ():
            if now is None:
                icons = " ".join(icon.name.upper() for icon in was.icons)
                text = (
                    f"a comment by {was.author} on “{step.new.title}” is"
                    f" gone{f' ({icons})' if icons else ''}; it vanished {step.when}"
                )
                yield step.finding(
                    "BN210",
                    text,
                    digest(repr(_shown(was))),
                    [quoted(step.old, was)],
                    severity=WARNING,
                )


def _comments(step: Step) -> Iterator[tuple[Comment, Comment | None]]:
    """The comments of the earlier version, each with the same one in the later, where both show
    comments.
    """
    if (
        step.old.comments is not None
        and step.new.comments is not None
        and step.old.comments != step.new.comments
    ):
        there = {_identity(comment): comment for comment in step.new.comments}
        yield from ((comment, there.get(_identity(comment))) for comment in step.old.comments)


def _identity(comment: Comment) -> object:
    return comment.id or (comment.author, comment.at, _shown(comment))


def _shown(comment: Comment) -> tuple[object, ...]:
    return comment.author, comment.at, comment.icons, " ".join(comment.text.split())


@check("BN214", "post-gone", ERROR, needs=PULLS, rests_on=_POSTS)
def post_gone(facts: AuditContext) -> Results:
    """An official post that an earlier pull saw is gone.

    Evidence: The post as it was last seen.
    May be mistaken: When its address changed, or the Ruleset allowed its removal.
    To settle it: Ask an Admin to restore it.
    """
    for past in (facts.view.pasts or {}).values():
        post, at = past.versions[-1].value, past.versions[-1].last_seen
        if past.gone is not None and _official(post):
            text = f"“{post.title}” by {post.author} is gone: it was last seen at {at:{WHEN}} UTC"
            yield make_finding(
                "BN214", _subject(post), text, evidence=[Evidence(post.url, post.title, at)]
            )


@check(
    "BN215",
    "status-changed-again",
    WARNING,
    needs=PULLS,
    rests_on=("Enacting and Failing", *_POSTS),
)
def status_changed_again(facts: AuditContext) -> Results:
    """A resolved matter got another status. One put right among Failed, Vetoed and Illegal is
    information.

    Evidence: The statuses before and after, and the pulls that saw them.
    May be mistaken: When an Admin corrected a resolution that was not legal.
    To settle it: See whether the votes as they stood allow the new status; if not, restore the old
    one.
    """
    for step in _steps(facts):
        was, now = step.old.status, step.new.status
        if was is not now and was is not Status.PENDING and step.old.category.matter is not None:
            text = f"“{step.new.title}” was {was}, and became {now} {step.when}"
            severity = INFO if {was, now} <= _CORRECTABLE else WARNING
            yield step.finding(
                "BN215", text, f"{was} {now}", step.seen(was, now), severity=severity
            )
