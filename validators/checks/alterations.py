"""What changed between pulls (BN206 to BN210, BN214, BN215): the blog itself shows no history."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from itertools import pairwise
from typing import NamedTuple

from parsers.model import Category, Comment, Confidence, Post, Seen, Status, VoteIcon
from parsers.numbers import NUMBER, read_number
from parsers.ruleset.model import Ruleset
from validators.checks.audit_context import AuditContext
from validators.checks.check import ERROR, INFO, PULLS, WARNING, Results, check, make_finding
from validators.checks.evidence import WHEN, any_post, digest, matter, quoted
from validators.checks.shown import Shown, change, shown
from validators.finding import Evidence, Finding, NotEvaluated, Subject
from validators.voting.limits import hours, number
from validators.voting.timeline import MINUTE
from validators.words import counted

_POSTS = ("Official Posts", "Official Blog Posts")
_EXCERPT = 160
_WORD = re.compile(r"[^\W\d_]+")
_EXCEPTED = re.compile(rf"\bless than ({NUMBER}) hours?\b(?=.{{0,600}}\bProposal\W{{1,3}}category\b)", re.IGNORECASE | re.DOTALL)
_VOTES = frozenset(VoteIcon)
_CORRECTABLE = frozenset((Status.FAILED, Status.VETOED, Status.ILLEGAL))


class Step(NamedTuple):
    """Two versions of a post that follow each other: it changed after ``since``, and no later than ``until``."""

    before: Seen[Post]
    after: Seen[Post]

    @property
    def since(self) -> datetime:
        """When the earlier version was last seen."""
        return self.before.last_seen

    @property
    def until(self) -> datetime:
        """When the later one was first seen."""
        return self.after.first_seen

    @property
    def when(self) -> str:
        """The interval in words."""
        return f"between {self.since:{WHEN}} and {self.until:{WHEN}} UTC"

    def after_limit(self, limit: datetime) -> Confidence | None:
        """How sure it is that the change came at ``limit`` or later; None if it came before. Entry dates have no seconds."""
        if self.since >= limit + MINUTE:
            return Confidence.HIGH
        return Confidence.LOW if self.until > limit else None

    def evidence(self, old: str, new: str) -> list[Evidence]:
        """The two states, with the times of the interval."""
        url = self.after.value.url
        return [Evidence(url, old[:_EXCERPT], self.since), Evidence(url, new[:_EXCERPT], self.until)]


def _official(post: Post) -> bool:
    return post.category.matter is not None or post.category is Category.ASCENSION


def _subject(post: Post) -> Subject:
    return matter(post) if post.category.matter is not None else any_post(post)


def _judged(code: str, what: str, facts: AuditContext, judge: Callable[[Step], Iterable[Finding]]) -> Results:
    """What is found at each step; differences that another version of this tool may have made, in reading the page, are one entry."""
    titles: dict[str, None] = {}
    for step in (Step(*pair) for past in (facts.view.pasts or {}).values() for pair in pairwise(past.versions)):
        findings = list(judge(step))
        if findings and step.before.reader != step.after.reader:
            titles[f"“{step.after.value.title}”"] = None
        else:
            yield from findings
    if titles:
        first = next(iter(titles)) + (" and others" if len(titles) > 1 else "")
        yield NotEvaluated(code, f"{what} of {counted(len(titles), 'post')} was read differently by another version of this tool: {first}")


@check("BN206", "altered-after-votes", ERROR, needs=("rules", "pulls"), keys=("post.edit_hours",), rests_on=_POSTS)
def altered_after_votes(facts: AuditContext) -> Results:
    """An official post changed when it was no longer allowed: its text, a link, a voting icon, or what is struck out.

    Its author may alter it while it is younger than the limit of the rules and no comment on it has a voting icon (for an
    Ascension Address: no comment at all). Spelling corrections and a return to what was legal are not reported; numbers, negations,
    names, words that rules are made of, addresses of links, icons and strokes never count as spelling.

    Evidence: What changed, before and after, and the pulls that saw it.
    May be mistaken: When the change was made before the limit, between two pulls, or may be spelling (low confidence), or was made
        by an Admin as a rule allows, or by the blog itself in all addresses of links.
    To settle it: Ask its author; restore the text, or resolve the matter as the rules say.
    """
    window = hours(facts.rules, "post.edit_hours") or timedelta()
    roster = facts.view.roster
    names = () if roster is None else (*roster.active, *roster.idle)
    known = frozenset(_WORD.findall(" ".join((*names, *(rule.text for rule in facts.rules.rules))).casefold()))
    legal: dict[str, list[Shown]] = {}

    def judge(step: Step) -> Iterator[Finding]:
        old, new = step.before.value, step.after.value
        before, after = shown(old), shown(new)
        states = legal.setdefault(old.key, [before])
        limit = None if old.posted is None else min((old.posted + window, *_closing(old), *_closing(new)))
        sure = None if limit is None or after in states or not _official(old) else step.after_limit(limit)
        altered = None if sure is None else change(before, after, known)
        if sure is None or altered is None or altered.spelling:
            states.append(after)
            return
        sure = sure if altered.spelling is False else Confidence.LOW
        text = f"{altered.what} of “{new.title}” changed {step.when}; after {limit:{WHEN}} UTC only its spelling may be corrected"
        what = digest(f"{before.text}\n{after.text}" if altered.what == "the text" else f"{before}\n{after}")
        evidence = step.evidence(altered.before, altered.after)
        yield make_finding("BN206", _subject(new), text, what, evidence=evidence, confidence=sure)

    yield from _judged("BN206", "the text", facts, judge)


def _closing(post: Post) -> Iterator[datetime]:
    """When comments end the time in which a post may be altered."""
    for comment in post.comments or ():
        votes = any(icon.name in _VOTES and not icon.quoted for icon in comment.icons)
        if comment.at is not None and (votes or post.category.matter is None):
            yield comment.at


@check("BN207", "category-changed-late", ERROR, needs=("rules", "pulls"), keys=("post.category_minutes",), rests_on=_POSTS)
def category_changed_late(facts: AuditContext) -> Results:
    """An official post became one of another category, or none became an official one, after the limit of the rules.

    Where the same rule lets somebody else make a Proposal of a post for some hours, such a change has low confidence within them, and
    the sentence is quoted.

    Evidence: The categories before and after, and the pulls that saw them.
    May be mistaken: When the change was made within the limit, between two pulls (low confidence), or as an exception allows.
    To settle it: Change the category back.
    """
    minutes = number(facts.rules, "post.category_minutes") or 0
    exception = _made_a_proposal(facts.rules)

    def judge(step: Step) -> Iterator[Finding]:
        old, new = step.before.value, step.after.value
        if old.category is new.category or not (_official(old) or _official(new)) or old.posted is None:
            return
        sure = step.after_limit(old.posted + timedelta(minutes=minutes))
        if sure is not None:
            evidence = step.evidence(old.category, new.category)
            excepted = exception is not None and not _official(old) and new.category is Category.PROPOSAL
            if exception is not None and excepted and step.since < old.posted + exception[0]:
                sure = Confidence.LOW
                evidence.append(Evidence("", exception[1]))
            text = f"“{new.title}” changed from {old.category} to {new.category} {step.when}, over {minutes} minutes after it was posted"
            yield make_finding("BN207", _subject(new), text, f"{old.category} {new.category}", evidence=evidence, confidence=sure)

    yield from _judged("BN207", "the category", facts, judge)


def _made_a_proposal(rules: Ruleset) -> tuple[timedelta, str] | None:
    """For how long somebody else may make a Proposal of a post, and the sentence that says so (rule "Official Posts")."""
    clause = rules.voting.get("post.category_minutes")
    texts = [rule.text for rule in rules.rules if clause is not None and rule.title == clause.rule]
    sentences = (each for text in texts for each in re.split(r"(?<=[.;])\s+", text))
    return next(((timedelta(hours=read_number(limit[1])), each) for each in sentences if (limit := _EXCEPTED.search(each))), None)


@check("BN208", "entry-date-changed", ERROR, needs=PULLS, rests_on=("Fair Play", *_POSTS))
def entry_date_changed(facts: AuditContext) -> Results:
    """The entry date of a post changed.

    Dates are compared to the minute, for some pages show no seconds.

    Evidence: The dates before and after, and the pulls that saw them.
    May be mistaken: When the blog changed the time zone that it shows.
    To settle it: Restore the entry date.
    """
    yield from _judged("BN208", "the entry date", facts, _other_date)


def _other_date(step: Step) -> Iterator[Finding]:
    old, new, post = step.before.value.posted, step.after.value.posted, step.after.value
    if old is not None and new is not None and old.replace(second=0) != new.replace(second=0):
        was, now = f"{old:{WHEN}} UTC", f"{new:{WHEN}} UTC"
        text = f"the entry date of “{post.title}” changed from {was} to {now} {step.when}"
        yield make_finding("BN208", _subject(post), text, f"{was} {now}", evidence=step.evidence(was, now))


@check("BN209", "comment-altered", WARNING, needs=PULLS, rests_on=("Fair Play", *_POSTS, "Votes"))
def comment_altered(facts: AuditContext) -> Results:
    """A posted comment changed: its author, time, text or icons.

    Comments are recognised by their ids; white space does not count.

    Evidence: The comment before and after, and the pulls that saw them.
    May be mistaken: When the blog shows the same comment in another form.
    To settle it: Ask an Admin, and count the vote that was posted first.
    """
    yield from _judged("BN209", "a comment", facts, lambda step: _comment_changes(step, "BN209"))


@check("BN210", "comment-gone", WARNING, needs=PULLS, rests_on=("Fair Play", *_POSTS, "Votes"))
def comment_gone(facts: AuditContext) -> Results:
    """A comment that an earlier pull saw is gone.

    Evidence: The comment, and the pulls between which it vanished.
    May be mistaken: When the blog removed spam.
    To settle it: Ask an Admin; a vote that was removed still counts as the rules say.
    """
    yield from _judged("BN210", "a comment", facts, lambda step: _comment_changes(step, "BN210"))


def _comment_changes(step: Step, code: str) -> Iterator[Finding]:
    """The comments of the earlier version that the later one shows otherwise (BN209), or does not show (BN210)."""
    old, new = step.before.value, step.after.value
    if old.comments is None or new.comments is None or old.comments == new.comments:
        return
    there = {_identity(comment): comment for comment in new.comments}
    whole = new.comment_count is None or len(new.comments) >= new.comment_count
    for comment in old.comments:
        now = there.get(_identity(comment))
        if now is None and whole and code == "BN210":
            text = f"a comment by {comment.author} on “{new.title}” is gone{_votes(comment)}; it vanished {step.when}"
            yield make_finding("BN210", _subject(new), text, digest(repr(_shown(comment))), evidence=[quoted(old, comment)])
        elif now is not None and code == "BN209" and _shown(now) != _shown(comment):
            text = f"a comment by {comment.author} on “{new.title}” changed {step.when}{_votes(comment, now)}"
            what = digest(f"{_shown(comment)!r}\n{_shown(now)!r}")
            yield make_finding("BN209", _subject(new), text, what, evidence=[quoted(old, comment), quoted(new, now)])


def _identity(comment: Comment) -> object:
    return comment.id or (comment.author, comment.at, _shown(comment))


def _shown(comment: Comment) -> tuple[object, ...]:
    return comment.author, comment.at, comment.icons, " ".join(comment.text.split())


def _votes(comment: Comment, now: Comment | None = None) -> str:
    """The icons of a comment, and what they became, in words."""
    was = " ".join(icon.name.upper() for icon in comment.icons)
    became = " ".join(icon.name.upper() for icon in now.icons) if now is not None else ""
    if now is None or was == became:
        return f" ({was})" if was else ""
    return f": its icons were {was or 'none'}, and are {became or 'none'}"


@check("BN214", "post-gone", ERROR, needs=PULLS, rests_on=_POSTS)
def post_gone(facts: AuditContext) -> Results:
    """An official post that an earlier pull saw is gone.

    Evidence: The post as it was last seen.
    May be mistaken: When its address changed, or the Ruleset allowed its removal.
    To settle it: Ask an Admin to restore it.
    """
    for past in (facts.view.pasts or {}).values():
        last = past.versions[-1]
        if past.gone is not None and _official(last.value):
            text = f"“{last.value.title}” by {last.value.author} is gone: it was last seen at {last.last_seen:{WHEN}} UTC"
            evidence = [Evidence(last.value.url, last.value.title, last.last_seen)]
            yield make_finding("BN214", _subject(last.value), text, evidence=evidence)


@check("BN215", "status-changed-again", WARNING, needs=PULLS, rests_on=("Enacting and Failing", *_POSTS))
def status_changed_again(facts: AuditContext) -> Results:
    """A resolved matter got another status.

    A status put right among Failed, Vetoed and Illegal is information.

    Evidence: The statuses before and after, and the pulls that saw them.
    May be mistaken: When an Admin corrected a resolution that was not legal.
    To settle it: See whether the votes as they stood allow the new status; if not, restore the old one.
    """
    yield from _judged("BN215", "the status", facts, _other_status)


def _other_status(step: Step) -> Iterator[Finding]:
    post, was, now = step.after.value, step.before.value.status, step.after.value.status
    if was is not now and was is not Status.PENDING and step.before.value.category.matter is not None:
        text = f"“{post.title}” was {was}, and became {now} {step.when}"
        severity = INFO if {was, now} <= _CORRECTABLE else WARNING
        yield make_finding("BN215", matter(post), text, f"{was} {now}", evidence=step.evidence(was, now), severity=severity)
