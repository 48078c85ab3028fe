"""Edits that a rule lets their editor make: actions, effects of the rules, what the Emperor may do, and rows as players come and go."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

from parsers.history.model import ChangeKind, PageChange
from parsers.model import Confidence, name_key, same_name
from parsers.patterns import later
from parsers.ruleset.model import Ruleset
from validators.edits.actions import ActionTaken, actions_of, agree, difference, may_become
from validators.edits.effects import RuleSentence
from validators.edits.grounds import Grounds, MadeEdit
from validators.edits.model import Account, AccountKind

_GIVES = later(r"\b(?:gives?|giving|sends?|donates?|hands?|transfers?) [^.;]{0,80}?\bto (?:another|any other|an other|one other)\b")
_TAKES = later(r"\b(?:takes?|steals?|robs?) [^.;]{0,80}?\bfrom (?:another|any other|one other)\b")
_ONE = later(r"\b(?:another|one other|an other|a single)\b")
_SEVERAL = later(r"\b(?:each|every|all|any|both|others|two|three|several|number of)\b")
_ROWS = (ChangeKind.ROW_ADDED, ChangeKind.ROW_REMOVED)
AROUND_CHANGE = timedelta(days=4)
"""So long before and after somebody came or went the page may be brought up to date."""


def by_rule(edit: MadeEdit, grounds: Grounds) -> Account | None:
    """A rule that lets the editor, an active player, change what the edit changed on the tracking page.

    High where the changes are those of one action, of the editor's own values, the game's or those of whom the action is about. Medium
    where a rule lets them change without such an action, or it is not certain that the editor was active; low where that is not known.
    """
    player = edit.one.player
    if player is None or edit.revision.title == grounds.rules.page or not edit.changes:
        return None
    rows = [change for change in edit.changes if change.kind in _ROWS]
    if rows:
        return _by_roster(edit, grounds) if len(rows) == len(edit.changes) else None
    active = grounds.was_player(edit.one)
    if active is False or any(change.kind is not ChangeKind.VALUE for change in edit.changes):
        return None
    both = (_by_action(edit, grounds, player), _by_sentence(edit, grounds, player))
    found = min(filter(None, both), key=lambda account: account.confidence.rank, default=None)
    if found is None or (active and (found.confidence is not Confidence.HIGH or grounds.presence(player, edit.revision.timestamp).sure)):
        return found
    most = Confidence.MEDIUM if active else Confidence.LOW
    sure = max(found.confidence, most, key=lambda each: each.rank)
    return replace(found, confidence=sure, why=f"{found.why}, if its editor was active then")


def _rule(ref: str, confidence: Confidence, why: str) -> Account:
    return Account(AccountKind.RULE, ref, confidence, why)


def others(edit: MadeEdit) -> list[PageChange]:
    """The changes of values of players other than the editor."""
    return [change for change in edit.changes if change.kind is ChangeKind.VALUE and change.subject is not None
            and not same_name(change.subject, edit.one.player or "")]  # fmt: skip


def _by_action(edit: MadeEdit, grounds: Grounds, player: str) -> Account | None:
    """The surest action that the editor may take, and that may change what was changed."""
    sentences = {action: sentence for action, sentence, _ in grounds.actions}
    emperor = grounds.is_emperor(player, edit.revision.timestamp)
    of_others = grounds.of_players(others(edit))
    for taken in actions_of(edit, grounds):
        sentence = sentences.get(taken.action)
        if sentence is None:
            if not of_others:
                return _rule(taken.action.name, taken.confidence, taken.why)
            continue
        if (sentence.by_emperor and emperor is False) or not _may_be_theirs(sentence, of_others, grounds):
            continue
        sides = _sides(sentence, edit.changes, player)
        if sides is False:
            continue
        sure = _as_sure(taken, emperor=emperor, sentence=sentence)
        if sure is Confidence.HIGH and sides is None:
            return _rule(taken.action.rule, Confidence.MEDIUM, f"{taken.why}, and it is not all of it, or more than one")
        return _rule(taken.action.rule, sure, taken.why)
    return None


def _sides(sentence: RuleSentence, changes: Iterable[PageChange], player: str) -> bool | None:
    """Whether what one player gives another gets; None where only one side of it changed, or several players' values where one's may."""
    low = sentence.text.casefold()
    gives, takes = _GIVES.search(low), _TAKES.search(low)
    values = [change for change in changes if change.variable in sentence.others]
    own = [change for change in values if same_name(change.subject or "", player)]
    theirs = [change for change in values if change not in own and change.subject is not None]
    if bool(gives) is not bool(takes):
        mine, other = (sum((difference(each) or Decimal() for each in some), Decimal()) for some in (own, theirs))
        lost, got = (mine, other) if gives else (other, mine)
        if lost > 0 or got < 0:
            return False
        if lost + got:
            return None
    return None if len({change.subject for change in theirs}) > 1 and _ONE.search(low) and not _SEVERAL.search(low) else True


def _may_be_theirs(sentence: RuleSentence, changes: Iterable[PageChange], grounds: Grounds) -> bool:
    """Whether an action may change what others have; what one does that its own sentence does not say, the rest of its rule may."""
    further = grounds.effects.of_rule(sentence.rule) if sentence.of_others and not sentence.effects else frozenset[str]()
    return all(change.variable in further or _is_theirs(sentence, change) for change in changes)


def _is_theirs(sentence: RuleSentence, change: PageChange) -> bool:
    """Whether a sentence lets another player's value change as it did."""
    return change.variable in sentence.others and _fits(sentence, change, of_other=True)


def _fits(sentence: RuleSentence, change: PageChange, *, of_other: bool) -> bool:
    """Whether a value changed by as much, or to what, a sentence says; ``of_other``: one pays what the other gets."""
    by = sentence.lets.get(change.variable or "")
    fits = agree([change], by | {-each for each in by} if by and of_other else by)
    return fits and may_become(sentence, change)


def _as_sure(taken: ActionTaken, *, emperor: bool | None, sentence: RuleSentence) -> Confidence:
    """How sure an action accounts for an edit; of two that fit alike, either does."""
    unsure = sentence.by_emperor and emperor is None
    return Confidence.LOW if unsure or taken.confidence is Confidence.LOW else taken.confidence


def _by_sentence(edit: MadeEdit, grounds: Grounds, player: str) -> Account | None:
    """The rule of a sentence that lets every value change that did; the first one's where there are several."""
    emperor = grounds.is_emperor(player, edit.revision.timestamp) is True
    theirs = grounds.of_players(others(edit))
    found: list[RuleSentence] = []
    for change in edit.changes:
        of_other = change in theirs
        lets = (each for each in grounds.effects.sentences if _lets(each, change, of_other=of_other, emperor=emperor))
        first = min(lets, key=lambda each: (each.by_role, not _fits(each, change, of_other=of_other)), default=None)
        if first is None:
            return None
        found.append(first)
    as_emperor = " by the Emperor" if any(each.of_emperor for each in found) and emperor else ""
    if any(each.by_role for each in found):
        return _rule(found[0].rule, Confidence.LOW, f"the rule lets somebody change {_named(edit)}, and only a reader can tell whom")
    both = zip(found, edit.changes, strict=True)
    if not all(_fits(each, one, of_other=one in theirs) and _sides(each, edit.changes, player) is not False for each, one in both):
        return _rule(found[0].rule, Confidence.LOW, f"the rule lets {_named(edit)} change{as_emperor}, but not like that at once")
    return _rule(found[0].rule, Confidence.MEDIUM, f"the rule lets {_named(edit)} change{as_emperor}")


def _lets(sentence: RuleSentence, change: PageChange, *, of_other: bool, emperor: bool) -> bool:
    """Whether a sentence lets a value change: the editor's own, the game's or a thing's, or another player's."""
    if change.variable not in sentence.lets:
        return False
    if sentence.by_emperor and not emperor:
        return False
    return not of_other or (_fits(sentence, change, of_other=True) if emperor and sentence.by_emperor else _is_theirs(sentence, change))


def _named(edit: MadeEdit) -> str:
    names = list(dict.fromkeys(change.variable or "" for change in edit.changes))
    return names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"


def idle_rule(rules: Ruleset) -> str:
    """The title of the rule by which players go idle."""
    return next((clause.rule for key, clause in rules.voting.items() if key.startswith("idle.") and clause is not None), "Players")


def _by_roster(edit: MadeEdit, grounds: Grounds) -> Account | None:
    """Rows that were added, removed or moved as players came or went, or became idle."""
    moment = edit.revision.timestamp
    changed = {name_key(change.subject or "") for change in edit.changes}
    if not all(grounds.came_or_went(key, moment - AROUND_CHANGE, moment + AROUND_CHANGE) for key in changed):
        return None
    why = "the players whose rows changed joined, left, or went idle or came back around that time"
    return _rule(idle_rule(grounds.rules), Confidence.MEDIUM, why)
