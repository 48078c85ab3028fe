"""Changes of the Ruleset that nothing allows, and sections that a matter changed without their tag: BN601, BN611."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import timedelta
from itertools import chain

from parsers.changes import UndoRevision
from parsers.model import Confidence
from parsers.ruleset.model import SectionKind
from validators.checks.check import INFO, WARNING, Results, check, found
from validators.checks.evidence import entry, matter, resolution
from validators.checks.facts import Facts
from validators.edits.doubtful import doubt
from validators.edits.grounds import Grounds
from validators.edits.held import Share
from validators.edits.model import AccountKind
from validators.edits.permissions import only_empty_rules, permission
from validators.edits.resets import is_reset
from validators.edits.ruleset import RulesetEdit
from validators.edits.sentences import SentenceChange, in_words
from validators.edits.standing import Settled
from validators.finding import Evidence, Finding, Fix, FixKind, NotEvaluated, Subject
from validators.view import PENDS
from validators.words import listed

_TIME_TO_RESOLVE = timedelta(hours=1)
"""The time that an Admin has to mark a matter as enacted after editing the Ruleset."""

_MOST_SHOWN = 160
_SECTIONS = {
    SectionKind.CORE: "the Core Rules",
    SectionKind.SPECIAL_CASE: "the Special Case Rules",
    SectionKind.BUILDING_BLOCKS: "the Building Blocks",
    SectionKind.APPENDIX: "the Appendix",
}


@check(
    "BN601",
    "change-without-authority",
    WARNING,
    needs=("rules", "posts", "history"),
    rests_on=("Ruleset and Gamestate", "Resolution of Proposals", "Votable Matters"),
)
def change_without_authority(facts: Facts) -> Results:
    """An edit changed a rule, and nothing that is known allows it: no enacted matter, Ascension Address or rule.

    What a matter instructs is compared with the edit sentence by sentence; quotation marks, dashes, white space and markup do not count.
    Corrections of spelling and formatting are allowed to everybody, and so is undoing what nothing allowed; undoing an edit that was
    made rightly is reported. An edit that was put right since, or over which other text was written, is information, and so is one
    that does what a matter instructs and whose editor is no Admin. Nothing is reported within an hour of the edit.

    Evidence: The latest fifty available revisions of the Ruleset; the text, the votes and the time of enactment of the matters that the
        summary of an edit names, or that were enacted within a day of it; Ascension Addresses, and rules that let somebody change
        the text of rules.
    May be mistaken: When something that is not on the blog allowed the edit, or a matter was enacted long before and its title is not in
        the summary. Where a matter that was enacted within a day takes a person, and may be what was done, the edit is listed as not
        evaluated. The confidence is low where an Ascension Address or a correction may account for the edit, or a rule if its editor
        was a player then, which is not known, and medium where a rule may allow it in words from which no permission is read.
    To settle it: Undo the edit if it followed no rule, and keep the edits that others have made since; else raise a Call for
        Judgement. `blognomic correct` undoes an edit of high confidence.
    """
    edits = facts.ruleset_edits
    if not edits:
        yield NotEvaluated("BN601", f"no consecutive revisions of “{facts.rules.page}” are available with their texts")
    lawful = {each.revision.revid for each in edits if _is_lawful(each)}
    blind: dict[str, list[RulesetEdit]] = {}
    for each in edits:
        if facts.view.as_of - each.revision.timestamp < _TIME_TO_RESOLVE:
            continue
        undone = _wrongly_undone(each, lawful)
        rest = each.held.changes or () if undone else tuple(_unaccounted(each, edits, facts.grounds))
        why = _not_known(facts, each, rest)
        if why is not None:
            blind.setdefault(why, []).append(each)
        elif rest:
            yield _accusation(facts, each, rest, undone)
        else:
            yield from _by_no_admin(facts, each)
    for why, some in blind.items():
        numbers = listed([str(each.revision.revid) for each in some])
        last = max(each.revision.timestamp for each in some)
        yield NotEvaluated("BN601", f"{why}: {'revision' if len(some) == 1 else 'revisions'} {numbers}", until=last)


def _is_lawful(one: RulesetEdit) -> bool:
    """Whether an edit is accounted for, and not only by an undoing."""
    return one.by is not None and one.by.confidence is not Confidence.LOW and one.by.kind in (AccountKind.MATTER, AccountKind.ADDRESS)


def _wrongly_undone(one: RulesetEdit, lawful: set[int]) -> list[int]:
    """The revisions that an edit undoes, if all of them were made by right, and not by its own editor."""
    if one.by is None or one.by.kind is not AccountKind.UNDO:
        return []
    wrongly = bool(one.undone) and all(each.revid in lawful and each.user != one.revision.user for each in one.undone)
    return [each.revid for each in one.undone] if wrongly else []


def _unaccounted(one: RulesetEdit, edits: Iterable[RulesetEdit], grounds: Grounds) -> Iterator[SentenceChange]:
    """The changes of an edit that nothing allows."""
    if one.by is not None and one.by.confidence is not Confidence.LOW and one.by.kind is not AccountKind.MATTER:
        return
    before = [each for other in edits if other.revision.timestamp < one.revision.timestamp for each in other.held.wrong]
    gone = frozenset(chain.from_iterable(each.gone for each in before))
    came = frozenset(chain.from_iterable(each.came for each in before))
    for change in one.held.rest:
        undoes = gone.issuperset(change.came) and came.issuperset(change.gone)
        resets = one.by is not None and one.by.kind is AccountKind.ADDRESS and is_reset(change)
        if not (undoes or resets or only_empty_rules(change) or _is_allowed(change, one, grounds)):
            yield change


def _is_allowed(change: SentenceChange, one: RulesetEdit, grounds: Grounds) -> bool:
    found = permission(change, one.edit, grounds)
    return found is not None and found[1] is not Confidence.LOW


def _not_known(facts: Facts, one: RulesetEdit, rest: tuple[SentenceChange, ...]) -> str | None:
    """Why it is not known whether something allows an edit, as the beginning of a sentence."""
    if one.held.changes is None:
        return "the texts are too long and too different to be compared"
    if not rest:
        return None
    moment, seen = one.revision.timestamp, facts.view.coverage
    if not one.edit.alone:
        return "the texts of revisions just before are hidden or not available"
    if one.held.unsure:
        titles = listed(list(dict.fromkeys(f"“{each.post.title}”" for each in one.held.unsure)))
        return f"a part of what {titles} instructs takes a person, and may be what was done"
    if not seen.reaches(moment - PENDS, moment):
        return "older posts were not seen, and a matter among them may account for it"
    if seen.seen_at is not None and seen.seen_at < moment + _TIME_TO_RESOLVE:
        return "the blog was last seen before"
    return None


def _accusation(facts: Facts, one: RulesetEdit, rest: tuple[SentenceChange, ...], undone: list[int]) -> Finding:
    after = one.settled(rest, (one.edit.old, *one.held.due))
    number, sure = one.revision.revid, Confidence.MEDIUM if undone else _how_sure(one, rest, facts.grounds)
    if undone:
        text = f"{one.named} undoes revision {listed(list(map(str, undone)))}, which was made by right"
    else:
        text = f"{one.named} changed {_where(rest)}, and nothing that is known allows it: {_in_short(rest)}"
    text += _instead(facts, one) if not undone else ""
    severity = WARNING
    if after is not None:
        text, severity = f"{text}; {afterwards(after)}", INFO
    fix = None
    if after is None and sure is Confidence.HIGH and rest == one.held.changes:
        summary = f"undo revision {number} of {one.editor}, which nothing that is known allows"
        fix = Fix(FixKind.UNDO_REVISION, one.revision.title, summary, UndoRevision(number, one.edit.old, one.edit.new))
    what = "change" if after is None else "change, mended" if after.mended else "change, overwritten"
    doubted = None if undone else _doubted(one, rest)
    evidence = [seen(one), *([Evidence(None, f"a rule says: “{doubted[:160]}”")] if doubted else []), *shown_changes(rest)]
    return found("BN601", Subject("revision", str(number)), text, what, evidence=evidence, confidence=sure, severity=severity, fix=fix)


def _how_sure(one: RulesetEdit, rest: Iterable[SentenceChange], grounds: Grounds) -> Confidence:
    """Low where something else than a matter may account for the edit.

    Medium where its summary names a matter that does not, or a rule may allow it in words that no permission is read from.
    """
    if any(permission(change, one.edit, grounds) is not None for change in rest):
        return Confidence.LOW
    if one.by is not None and not one.held.shares:
        return Confidence.MEDIUM if one.by.kind is AccountKind.MATTER else Confidence.LOW
    return Confidence.HIGH if _doubted(one, rest) is None else Confidence.MEDIUM


def _doubted(one: RulesetEdit, rest: Iterable[SentenceChange]) -> str | None:
    """The sentence of a rule that may allow some of the changes, in words from which no permission is read."""
    return next(filter(None, (doubt(change, one.edit.old) for change in rest)), None)


def seen(one: RulesetEdit) -> Evidence:
    """A revision as evidence."""
    summary = (one.revision.comment or "")[:120]
    return Evidence(None, f"{one.named}: {summary}", one.revision.timestamp, one.revision.title)


def shown_changes(changes: Iterable[SentenceChange]) -> list[Evidence]:
    """What was changed, as lines of a diff."""
    lines = chain.from_iterable((*(f"- {in_words(line)}" for line in c.gone), *(f"+ {in_words(line)}" for line in c.came)) for c in changes)
    return [Evidence(None, line[:200]) for _, line in zip(range(6), lines, strict=False)]


def _where(changes: Iterable[SentenceChange]) -> str:
    titles = list(dict.fromkeys(f"“{change.rule}”" if change.rule else "the text above the first rule" for change in changes))
    return listed(titles)


def _in_short(changes: tuple[SentenceChange, ...]) -> str:
    """The first change in words."""
    old, new = (shortened(lines) for lines in changes[0].content)
    if not old or not new:
        return f"“{new}” was added" if new else f"“{old}” was removed"
    return f"“{old}” became “{new}”"


def shortened(lines: Iterable[str]) -> str:
    """Lines as the beginning of a quotation."""
    text = " ".join(map(in_words, lines))
    return text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 1].rstrip() + "…"


def afterwards(after: Settled) -> str:
    """Which revision settled something, as a clause."""
    who = after.revision.user or "an editor whose name is hidden"
    return f"revision {after.revision.revid} by {who} {'put that right' if after.mended else 'wrote other text over it'}"


def _instead(facts: Facts, one: RulesetEdit) -> str:
    """The matter that instructs an edit and was not enacted."""
    for pending in facts.grounds.matters.not_enacted(one.revision.timestamp, one.revision.comment):
        made = facts.grounds.matters.intended(pending, one.edit.old)
        if made is not None and {change.content for change in made.changes} & {change.content for change in one.held.rest}:
            return f"; “{pending.post.title}”, which instructs it, is {pending.post.status}"
    return ""


def _by_no_admin(facts: Facts, one: RulesetEdit) -> Iterator[Finding]:
    """An edit that does what a matter instructs, by somebody who is no Admin."""
    user = one.edit.one.player or one.revision.user
    if one.by is None or one.by.kind is not AccountKind.MATTER or one.by.confidence is Confidence.LOW or user is None:
        return
    if facts.grounds.matters.is_admin(user) is False:
        text = f"{one.named} does what “{one.by.ref}” instructs, and {user} is no Admin"
        yield found(
            "BN601", Subject("revision", str(one.revision.revid)), text, "no Admin", evidence=[seen(one)], confidence=Confidence.LOW,
            severity=INFO,
        )  # fmt: skip


@check("BN611", "section-changed-untagged", WARNING, needs=("rules", "posts", "history"), rests_on=("Tags",))
def section_changed_untagged(facts: Facts) -> Results:
    """An enacted matter changed a section outside the Dynastic Rules, and lacks the tag or the statement that the rules ask for.

    BN113 tells the same of a matter by its text; this is about what was really changed. The confidence is always low.

    Evidence: The edits of the Ruleset that do what the matter instructs, among the latest fifty available revisions, and the tags of the
        matter.
    May be mistaken: When a later matter allowed the change, or the text states the section in words that are not recognised.
    To settle it: Undo the change if the matter could not make it; else raise a Call for Judgement.
    """
    if not facts.ruleset_edits:
        yield NotEvaluated("BN611", f"no consecutive revisions of “{facts.rules.page}” are available with their texts")
    told: set[str] = set()
    for one in facts.ruleset_edits:
        for share in one.held.shares:
            post = share.matter.post
            kinds = _untagged(share)
            if kinds and post.key not in told:
                told.add(post.key)
                changed = [change for change in share.changes if change.kinds & kinds]
                where = " and ".join(_SECTIONS[kind] for kind in sorted(kinds))
                text = f"“{post.title}” changed {where} ({_where(changed)}) without the tag that the rules ask for"
                evidence = [entry(post), resolution(post), seen(one)]
                yield found("BN611", matter(post), text, evidence=evidence, confidence=Confidence.LOW)


def _untagged(share: Share) -> frozenset[SectionKind]:
    """The sections that a matter changed and was not allowed to change."""
    touched = frozenset(chain.from_iterable(change.kinds for change in share.changes))
    return touched & share.intended.untagged
