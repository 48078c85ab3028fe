"""Changes between pulls (BN206 to BN210, BN214, BN215): the blog itself shows no history."""

from __future__ import annotations

from collections.abc import Iterable

from parsers.model import Confidence, Post, Status
from parsers.ruleset.parameters import PARAMETERS
from validators.checks.audit_context import AuditContext
from validators.checks.check import (
    ALTERATION,
    ERROR,
    INFO,
    PULLS,
    WARNING,
    Results,
    check,
)
from validators.checks.evidence import WHEN, any_post, digest, matter, quoted
from validators.finding import (
    Evidence,
    Found,
    Gap,
    Severity,
    Subject,
)
from validators.post_changes import (
    LateChange,
    Step,
    altered_late,
    changed_comments,
    is_official,
    moved_late,
    said,
    steps,
)

_POSTS = ("Official Posts", "Official Blog Posts")
_CORRECTABLE = frozenset((Status.FAILED, Status.VETOED, Status.ILLEGAL))


def _seen(step: Step, old: str, new: str) -> list[Evidence]:
    """Return both states as evidence, with the times between which the change was made."""
    return [
        Evidence(step.new.url, old[:160], step.since),
        Evidence(step.new.url, new[:160], step.until),
    ]


def _finding(
    facts: AuditContext,
    step: Step,
    text: str,
    what: str,
    evidence: Iterable[Evidence],
    confidence: Confidence = Confidence.HIGH,
    severity: Severity = ERROR,
) -> Found | Gap:
    """Report the change, or a gap if two versions of this tool read the page differently."""
    if not step.read_alike:
        # The same gap for all posts.
        return Gap(
            "some posts were read differently by another version of this tool",
            part=facts.has_alike_steps,
        )
    return Found(
        _subject(step.new),
        text,
        what,
        evidence=evidence,
        confidence=confidence,
        severity=severity,
    )


def _late(facts: AuditContext, late: LateChange, what: str) -> Found | Gap:
    return _finding(
        facts,
        late.step,
        late.text,
        what,
        _seen(late.step, late.before, late.after),
        late.confidence,
    )


def _subject(post: Post) -> Subject:
    return matter(post) if post.category.matter is not None else any_post(post)


@check(
    "BN206",
    "altered-after-votes",
    ERROR,
    judged_by=ALTERATION,
    needs=("rules", "pulls"),
    keys=(PARAMETERS.post_edit_hours,),
    rests_on=_POSTS,
    of_any_kind=True,
)
def altered_after_votes(facts: AuditContext) -> Results:
    """The text, a link, a voting icon or struck out text of an official post changed when this was
    no longer allowed.

    Its author may alter it within some hours, while no comment on it has a voting icon (on an
    Ascension Address: no comment at all).
    Evidence: The states before and after, and the pulls that saw them.
    May be mistaken: When the change was made before the limit, between two pulls, or only corrects
    spelling (low confidence), or when the blog itself changed links.
    To settle it: Ask its author; restore the text, or resolve the matter as the rules say.
    """
    for late in altered_late(facts.view, facts.rules):
        yield _late(facts, late, digest(late.what))


@check(
    "BN207",
    "category-changed-late",
    ERROR,
    judged_by=ALTERATION,
    needs=("rules", "pulls"),
    keys=(PARAMETERS.post_category_minutes,),
    rests_on=_POSTS,
    of_any_kind=True,
)
def category_changed_late(facts: AuditContext) -> Results:
    """The category of an official post changed, or another post became official, after the limit of
    the rules.

    Evidence: The categories before and after, and the pulls that saw them.
    May be mistaken: When the change was made within the limit, between two pulls, or while somebody
    may make the post a Proposal (low confidence).
    To settle it: Change the category back.
    """
    for late in moved_late(facts.view, facts.rules):
        yield _late(facts, late, late.what)


@check(
    "BN208",
    "entry-date-changed",
    ERROR,
    judged_by=ALTERATION,
    needs=PULLS,
    keys=(PARAMETERS.post_dates_final,),
    rests_on=("Fair Play", *_POSTS),
)
def entry_date_changed(facts: AuditContext) -> Results:
    """The entry date of a post changed, by a minute or more: some pages show no seconds.

    Evidence: The dates before and after, and the pulls that saw them.
    May be mistaken: When the blog changed the time zone that it shows.
    To settle it: Restore the entry date.
    """
    for step in steps(facts.view):
        old, new = step.old.posted, step.new.posted
        if old is not None and new is not None and old.replace(second=0) != new.replace(second=0):
            was, now = f"{old:{WHEN}} UTC", f"{new:{WHEN}} UTC"
            yield _finding(
                facts,
                step,
                f"the entry date of “{step.new.title}” changed from {was} to {now} {step.when}",
                f"{was} {now}",
                _seen(step, was, now),
            )


@check(
    "BN209",
    "comment-altered",
    WARNING,
    judged_by=ALTERATION,
    needs=PULLS,
    keys=(PARAMETERS.comment_final,),
    rests_on=("Fair Play", *_POSTS, "Votes"),
)
def comment_altered(facts: AuditContext) -> Results:
    """A posted comment changed: its author, time, icons or text, white space is ignored. Comments
    are recognised by their ids.

    Evidence: The comment before and after, and the pulls that saw them.
    May be mistaken: When the blog shows the same comment in another form.
    To settle it: Ask an Admin, and count the vote that was posted first.
    """
    for changed in changed_comments(facts.view):
        step, was, now = changed
        if now is not None:
            yield _finding(
                facts,
                step,
                changed.text,
                digest(f"{said(was)!r}\n{said(now)!r}"),
                [quoted(step.old, was), quoted(step.new, now)],
                severity=WARNING,
            )


@check(
    "BN210",
    "comment-gone",
    WARNING,
    judged_by=ALTERATION,
    needs=PULLS,
    rests_on=("Fair Play", *_POSTS, "Votes"),
)
def comment_gone(facts: AuditContext) -> Results:
    """A comment that an earlier pull saw is gone.

    Evidence: The comment, and the pulls between which it vanished.
    May be mistaken: When the blog removed spam.
    To settle it: Ask an Admin; a vote that was removed still counts as the rules say.
    """
    for changed in changed_comments(facts.view):
        step, was, now = changed
        if now is None:
            yield _finding(
                facts,
                step,
                changed.text,
                digest(repr(said(was))),
                [quoted(step.old, was)],
                severity=WARNING,
            )


@check(
    "BN214",
    "post-gone",
    ERROR,
    judged_by=ALTERATION,
    needs=PULLS,
    rests_on=_POSTS,
)
def post_gone(facts: AuditContext) -> Results:
    """An official post that an earlier pull saw is gone.

    Evidence: The post as it was last seen.
    May be mistaken: When its address changed, or the Ruleset allowed its removal.
    To settle it: Ask an Admin to restore it.
    """
    for past in (facts.view.read.pasts or {}).values():
        post, at = past.versions[-1].value, past.versions[-1].last_seen
        if past.gone is not None and is_official(post):
            yield Found(
                _subject(post),
                f"“{post.title}” by {post.author} is gone: it was last seen at {at:{WHEN}} UTC",
                evidence=[Evidence(post.url, post.title, at)],
            )


@check(
    "BN215",
    "status-changed-again",
    WARNING,
    judged_by=ALTERATION,
    needs=PULLS,
    rests_on=("Enacting and Failing", *_POSTS),
)
def status_changed_again(facts: AuditContext) -> Results:
    """A resolved matter got another status. A change between Failed, Vetoed and Illegal is
    information, and so is any change if the rules let an Admin correct a status.

    Evidence: The statuses before and after, and the pulls that saw them.
    May be mistaken: When an Admin corrected a resolution that was not legal.
    To settle it: Check whether the votes at the resolution allow the new status; if not, restore
    the old one.
    """
    for step in steps(facts.view):
        was, now = step.old.status, step.new.status
        if was is not now and was is not Status.PENDING and step.old.category.matter is not None:
            rules = facts.view.rules
            corrected = rules is not None and rules.voting.status_correctable.value
            severity = INFO if {was, now} <= _CORRECTABLE or corrected else WARNING
            yield _finding(
                facts,
                step,
                f"“{step.new.title}” was {was}, and became {now} {step.when}",
                f"{was} {now}",
                _seen(step, was, now),
                severity=severity,
            )
