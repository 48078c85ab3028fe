"""Unauthorised changes of the Ruleset (BN601), enacted texts that are missing (BN602), and changes
of sections without the required tag (BN611).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import chain, islice

from parsers.model import Confidence
from parsers.ruleset.ruleset_model import SectionKind
from validators.checks.audit_context import AuditContext
from validators.checks.check import (
    INFO,
    PRESENT,
    WARNING,
    FixScope,
    Input,
    Results,
    check,
)
from validators.checks.evidence import entry, grouped, matter, resolution
from validators.checks.page_edits import edit_seen, editor, no_edits, undoing
from validators.edits.allowed_edits import AROUND_ADDRESS, is_reset
from validators.edits.attributing import undone
from validators.edits.described_edits import AccountKind, MadeEdit
from validators.edits.enacted_matters import EnactedMatter, Missing, missing
from validators.edits.matched_edits import MatchedPart, instructed_by, settled
from validators.edits.sentence_changes import (
    SentenceChange,
    deletes_empty_rules,
    in_words,
    permission,
)
from validators.edits.text_overlap import words_of
from validators.finding import (
    Evidence,
    Fix,
    FixKind,
    Found,
    Gap,
    Subject,
)
from validators.view import QUEUE_LOOKBACK
from validators.voting.core_text import demands_tags, protected_rules
from validators.words import listed, shortened

_TIME_TO_RESOLVE = timedelta(hours=1)
"""The time that an Admin has between editing the Ruleset and marking a matter as enacted, in either
order.
"""
_MOST_SHOWN = 160
_EDITS: tuple[Input, ...] = ("rules", "posts", "history")
_ALL = "Rules and Votable Matters"
_ENACTING = ("Ruleset and Gamestate", "Resolution of Proposals")
_SECTIONS = {
    SectionKind.CORE: ("the Core Rules", ("core",)),
    SectionKind.SPECIAL_CASE: ("the Special Case Rules", ("special case",)),
    SectionKind.BUILDING_BLOCKS: ("the Building Blocks", ("building blocks", "building block")),
    SectionKind.APPENDIX: ("the Appendix", ("appendix",)),
}


@check(
    "BN601",
    "change-without-authority",
    WARNING,
    judged_by=PRESENT,
    needs=_EDITS,
    rests_on=(*_ENACTING, "Votable Matters"),
    fix=FixScope.PAGE,
    tried_on=("ruleset",),
)
def change_without_authority(facts: AuditContext) -> Results:
    """An edit changed a rule, and no enacted matter, Ascension Address or rule is known to allow
    it.

    A matter allows an addition that it mostly contains, and the changes and removals that it names.
    Corrections of spelling and formatting are always allowed, and so is undoing an edit that
    nothing allowed. An edit is information if nothing of it is left, if an unread part of a matter
    may be about it, or if it carries out a matter more than an hour before its enactment. Nothing
    is reported within an hour of the edit.
    Evidence: The revisions in the audited time; matters that the summary names, or that were
    enacted within a day; Addresses and permissions in rules.
    May be mistaken: When a matter describes the change in other words. Low confidence if an unread
    part, an Address or a sentence of a rule may allow it. If a rule permits changes of itself, the
    edit is not evaluated.
    To settle it: Undo the edit if it followed no rule (`blognomic correct` does at high
    confidence); else raise a Call for Judgement.
    """
    edits = facts.ruleset_edits
    if not edits:
        yield no_edits(facts.rules.page)
    rightful = (AccountKind.MATTER, AccountKind.ADDRESS)
    lawful = {edit.revision.revid for edit in edits if edit.one.accounted_as in rightful}
    unevaluated, judged = list[tuple[str, MadeEdit]](), False
    for edit in edits:
        if facts.view.as_of - edit.revision.timestamp < _TIME_TO_RESOLVE:
            continue
        wrongly = _wrongly_undone(edit, lawful)
        unaccounted = (
            facts.context.matched(edit).changes or ()
            if wrongly
            else tuple(_unaccounted(facts, edit, edits))
        )
        why = _not_known(facts, edit, unaccounted)
        if why is not None:
            unevaluated.append((why, edit))
            continue
        judged = True
        if unaccounted:
            yield _accusation(facts, edit, unaccounted, wrongly)
        else:
            yield from _too_early(facts, edit)
    for why, pairs in grouped(unevaluated, lambda pair: pair[0]):
        numbers = listed([str(edit.revision.revid) for _, edit in pairs])
        yield Gap(
            f"{why}: revisions {numbers}",
            part=judged,
            until=max(edit.revision.timestamp for _, edit in pairs),
        )


def _wrongly_undone(edit: MadeEdit, lawful: set[int]) -> list[int]:
    """Return the revisions that an edit undoes, if all of them were authorised and none was made by
    the same editor.
    """
    found = [each.revision for each in undone(edit.edits, edit.place)]
    wrongly = all(each.revid in lawful and each.user != edit.revision.user for each in found)
    return [each.revid for each in found] if wrongly else []


def _unaccounted(
    facts: AuditContext, edit: MadeEdit, edits: Iterable[MadeEdit]
) -> Iterator[SentenceChange]:
    """Yield the changes of an edit that neither a matter or an Address allows nor an earlier edit
    explains, by being undone.
    """
    account, matched = edit.one.by, facts.context.matched(edit)
    if edit.one.accounted_as not in (None, AccountKind.MATTER):
        return
    before = [
        each
        for other in edits
        if other.revision.timestamp < edit.revision.timestamp
        for each in facts.context.matched(other).wrong
    ]
    until = edit.revision.timestamp + AROUND_ADDRESS
    addresses = [
        each
        for each in facts.timeline.addresses
        if account is not None and each.title == account.ref and each.posted <= until
    ][-1:]
    for change in matched.wrong:
        # Text pasted into another section is not restored.
        reversible = [each for each in before if change.kinds <= each.kinds]
        gone, came = (
            frozenset(chain.from_iterable(lines))
            for lines in ((each.gone for each in reversible), (each.came for each in reversible))
        )
        undoes = gone.issuperset(change.came) and came.issuperset(change.gone)
        if not (
            undoes
            or deletes_empty_rules(change)
            or any(is_reset(change, each) for each in addresses)
        ):
            yield change


def _not_known(
    facts: AuditContext, edit: MadeEdit, unaccounted: tuple[SentenceChange, ...]
) -> str | None:
    """Return why it is unknown whether something allows an edit, as the beginning of a sentence."""
    if facts.context.matched(edit).changes is None:
        return "the texts are too long and too different to be compared"
    if not unaccounted:
        return None
    moment, seen_posts = edit.revision.timestamp, facts.view.coverage
    if not edit.alone:
        return "the texts of revisions just before are hidden or not available"
    allowed = [permission(change, edit.old) for change in unaccounted]
    if allowed[0] is not None and all(each is not None and each[1] for each in allowed):
        return f"a rule may allow it: “{allowed[0][0][:_MOST_SHOWN]}”"
    if not seen_posts.reaches(moment - QUEUE_LOOKBACK, moment):
        return "older posts were not seen, and a matter among them may account for it"
    if seen_posts.seen_at is not None and seen_posts.seen_at < moment + _TIME_TO_RESOLVE:
        return "the blog was last read before these edits"
    return None


def _accusation(
    facts: AuditContext, edit: MadeEdit, unaccounted: tuple[SentenceChange, ...], wrongly: list[int]
) -> Found:
    """Return the finding on an edit with unaccounted changes. ``wrongly`` are the authorised
    revisions that it undoes.
    """
    since = settled(edit, unaccounted)
    number, matched = edit.revision.revid, facts.context.matched(edit)
    who, confidence, fix = f"revision {number} by {editor(edit.revision)}", Confidence.MEDIUM, None
    unread = [] if wrongly else list(_unread(facts, edit, unaccounted))
    doubts = [] if wrongly else [*unread, *_doubts(facts, edit, unaccounted)]
    failed = None if wrongly else _not_enacted(facts, edit, unaccounted)
    if wrongly:
        text = f"{who} undoes revision {listed(list(map(str, wrongly)))}, which was authorised"
    else:
        text = (
            f"{who} changed {_where(unaccounted)} without known authority: {_in_short(unaccounted)}"
        )
    if failed is not None:
        text += f"; “{failed.post.title}”, which instructs it, is {failed.post.status}"
    elif doubts:
        confidence = Confidence.LOW
    elif not wrongly and not matched.near:
        confidence = Confidence.HIGH
    if since is not None:
        text += f"; since revision {since.revid} by {editor(since)} nothing of it is left"
    elif confidence is Confidence.HIGH and unaccounted == matched.changes:
        fix = undoing(
            edit,
            f"undo revision {number} of {editor(edit.revision)}, made without known authority",
        )
    return Found(
        Subject("revision", str(number)),
        text,
        "change" if since is None else "change, mended",
        evidence=[
            edit_seen(edit.revision),
            *(Evidence(None, each) for each in doubts[:3]),
            *islice(_lines(unaccounted), 6),
        ],
        confidence=confidence,
        severity=INFO if since or (unread and failed is None) else WARNING,
        fix=fix,
    )


def _not_enacted(
    facts: AuditContext, edit: MadeEdit, unaccounted: Sequence[SentenceChange]
) -> EnactedMatter | None:
    """Return a matter with this text that was not enacted."""
    instructing = (
        enacted
        for enacted in facts.context.matters.not_enacted(
            edit.revision.timestamp, edit.revision.comment
        )
        if any(change.came and instructed_by(change, [enacted])[0] for change in unaccounted)
    )
    return next(instructing, None)


def _lines(changes: Iterable[SentenceChange]) -> Iterator[Evidence]:
    for change in changes:
        yield from (Evidence(None, f"- {in_words(line)}"[:200]) for line in change.gone)
        yield from (Evidence(None, f"+ {in_words(line)}"[:200]) for line in change.came)


def _too_early(facts: AuditContext, edit: MadeEdit) -> Iterator[Found]:
    """Yield a finding if the matter behind an edit was enacted only later."""
    revision, parts = edit.revision, facts.context.matched(edit).parts
    latest = revision.timestamp + _TIME_TO_RESOLVE
    for enacted in [part.matter for part in parts if (part.matter.closed or latest) > latest][:1]:
        yield Found(
            Subject("revision", str(revision.revid)),
            f"revision {revision.revid} by {editor(revision)} carries out “{enacted.post.title}”,"
            f" which was enacted {enacted.when(revision.timestamp)}",
            "before its enactment",
            evidence=[edit_seen(revision), entry(enacted.post)],
            confidence=Confidence.MEDIUM,
            severity=INFO,
        )


def _unread(
    facts: AuditContext, edit: MadeEdit, unaccounted: Sequence[SentenceChange]
) -> Iterator[str]:
    """Yield the unread parts of matters that can account for an edit."""
    titles = frozenset(chain.from_iterable(change.about for change in unaccounted))
    for enacted in facts.context.matched(edit).near:
        words = chain.from_iterable(
            words_of(in_words(line), enacted.roles)
            for change in unaccounted
            for line in (*change.gone, *change.came)
        )
        part = enacted.unread_about(titles, tuple(words))
        if part is not None:
            yield f"a part of “{enacted.post.title}” was not read: “{part[:_MOST_SHOWN]}”"


def _doubts(
    facts: AuditContext, edit: MadeEdit, unaccounted: Sequence[SentenceChange]
) -> Iterator[str]:
    """Yield other possible reasons for an edit, which a person must judge."""
    account, matched = edit.one.by, facts.context.matched(edit)
    allowed = next(filter(None, (permission(change, edit.old) for change in unaccounted)), None)
    if allowed is not None:
        yield f"a rule says: “{allowed[0][:_MOST_SHOWN]}”"
    if set(matched.unsure) & set(unaccounted):
        yield from (
            f"“{each.post.title}” was enacted {each.when(edit.revision.timestamp)}"
            for each in matched.earlier
        )
        yield from (
            f"“{each.post.title}” has nearly these words"
            for each in matched.near
            if not matched.earlier
        )
    if account is not None and account.kind is not AccountKind.MATTER:
        yield account.why


def _where(changes: Iterable[SentenceChange]) -> str:
    return listed(
        list(
            dict.fromkeys(
                f"“{change.rule}”" if change.rule else "the text above the first rule"
                for change in changes
            )
        )
    )


def _in_short(changes: Sequence[SentenceChange]) -> str:
    gone, came = (
        Counter(chain.from_iterable(lines))
        for lines in ((each.gone for each in changes), (each.came for each in changes))
    )
    old, new = (
        shortened(" ".join(map(in_words, lines)), _MOST_SHOWN)
        for lines in (changes[0].gone, changes[0].came)
    )
    if gone == came:
        return f"“{old or new}” was moved"
    if not old or not new:
        return f"“{new}” was added" if new else f"“{old}” was removed"
    return f"“{old}” became “{new}”"


@check(
    "BN602",
    "enacted-text-missing",
    WARNING,
    judged_by=PRESENT,
    needs=("rules", "posts"),
    uses=("history",),
    rests_on=(*_ENACTING, _ALL),
    lasting=True,
    fix=FixScope.PAGE,
    tried_on=("ruleset",),
)
def enacted_text_missing(facts: AuditContext) -> Results:
    """An instruction of an enacted matter of this dynasty was not carried out in the Ruleset, or
    carried out differently.

    Nothing is reported within an hour, or if a later matter repeats the text or names the rule.
    `blognomic correct` adds what is missing.
    Evidence: The matter's text, the time of its enactment, the revisions in the audited time of the
    Ruleset, and later matters.
    May be mistaken: When something other than a later matter changed the text. Low confidence if a
    part was not read, or if the text is there in other words.
    To settle it: Change the Ruleset as enacted; if it was left out for a reason, raise a Call for
    Judgement.
    """
    address = next(reversed(facts.timeline.addresses), None)
    if address is None:
        yield Gap(
            "no Ascension Address was read, so it is unknown which matters were enacted in this"
            " dynasty",
        )
        return
    known = {each.post.key: each for each in facts.context.matters.all}
    made = [
        (known[post.key], closed)
        for post, _, closed in facts.ever_resolved
        if closed >= address.posted and post.key in known
    ]
    enacted = sorted(made, key=lambda pair: pair[1])
    for place, (enacted_matter, closed) in enumerate(enacted):
        if facts.view.as_of - closed >= _TIME_TO_RESOLVE:
            texts = _texts_since(facts, closed)
            for step in missing(
                enacted_matter, texts, [later for later, _ in enacted[place + 1 :]]
            ):
                yield _lacking(facts, enacted_matter, step)


def _texts_since(facts: AuditContext, closed: datetime) -> list[str]:
    """Return the current Ruleset and its versions since a day before a moment, newest first."""
    known, start = facts.view.histories.get(facts.rules.page, ()), closed - timedelta(days=1)
    texts = [each.text for each in known if each.text is not None and each.timestamp >= start]
    return [facts.rules.source, *reversed(texts)]


def _lacking(facts: AuditContext, enacted: EnactedMatter, step: Missing) -> Found:
    post, fix, confidence = enacted.post, None, Confidence.MEDIUM
    unread = bool(enacted.unread) and enacted.supposed is enacted.reading
    if unread or step.unsure:
        confidence = Confidence.LOW
    elif step.change is not None:
        summary = f"add {step.adds}, as enacted by “{post.title}”"
        fix = Fix(FixKind.INSERT_TEXT, facts.rules.page, summary, step.change)
    instruction = Evidence(post.url, (step.step.new or step.step.quote)[:200])
    return Found(
        matter(post),
        f"“{post.title}” was enacted, and {step.says}",
        step.what,
        evidence=[entry(post), resolution(post), instruction],
        confidence=confidence,
        fix=fix,
    )


@check(
    "BN611",
    "section-changed-untagged",
    WARNING,
    judged_by=PRESENT,
    needs=_EDITS,
    rests_on=("Tags",),
)
def section_changed_untagged(facts: AuditContext) -> Results:
    """An enacted matter changed a section outside the Dynastic Rules without the tag or the
    statement that the rules require.

    Evidence: The edits of the Ruleset that contain the matter's text, and the tags of the matter.
    May be mistaken: When a later matter allowed the change, or the text states the section in other
    words: the confidence is always low.
    To settle it: Undo the change if the matter could not make it; else raise a Call for Judgement.
    """
    if not facts.ruleset_edits:
        yield no_edits(facts.rules.page)
    reported: set[str] = set()
    for edit in facts.ruleset_edits:
        for part in facts.context.matched(edit).parts:
            post, kinds = part.matter.post, _untagged(facts, part)
            if kinds and post.key not in reported:
                reported.add(post.key)
                changed = [change for change in part.changes if change.kinds & kinds]
                changed_sections = " and ".join(_SECTIONS[kind][0] for kind in sorted(kinds))
                yield Found(
                    matter(post),
                    f"“{post.title}” changed {changed_sections} ({_where(changed)}) without the tag that the"
                    " rules ask for",
                    evidence=[entry(post), resolution(post), edit_seen(edit.revision)],
                    confidence=Confidence.LOW,
                )


def _untagged(facts: AuditContext, part: MatchedPart) -> frozenset[SectionKind]:
    """Return the sections that a matter changed without their tag or, if a statement suffices,
    without stating them.
    """
    tags = {tag.casefold() for tag in part.matter.post.tags}
    touched = (
        frozenset(chain.from_iterable(change.kinds for change in part.changes)) & _SECTIONS.keys()
    )
    lacking = frozenset(kind for kind in touched if tags.isdisjoint(_SECTIONS[kind][1]))
    if not lacking or demands_tags(facts.rules) is not False:
        return lacking
    body = part.matter.text
    names = {name for name, same in protected_rules(facts.rules).items() if len(same) == 1}
    named = (
        any(title.casefold() in names and part.matter.names([title]) for title in change.titles)
        for change in part.changes
    )
    stated = {
        kind
        for kind in lacking
        if any(body.has(tuple(word.split())) for word in _SECTIONS[kind][1])
    }
    return frozenset() if all(named) else lacking - stated
