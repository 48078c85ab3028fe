"""Daily and weekly actions that somebody took again too soon: BN504."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from parsers.changes import UndoRevision
from parsers.history.model import ChangeKind
from parsers.model import Confidence, name_key
from parsers.numbers import with_digits
from parsers.patch import patched
from parsers.patterns import later
from parsers.ruleset.model import Action, SectionKind
from parsers.ruleset.sentences import split_sentences
from validators.checks.audit_context import AuditContext
from validators.checks.check import ERROR, INFO, Results, check, make_finding
from validators.checks.evidence import edit_seen, grouped, no_edits
from validators.edits.actions import actions_of, named_in, names_action, others
from validators.edits.edit_context import MadeEdit
from validators.edits.model import AccountKind, DescribedRevision
from validators.edits.rules_then import RulesThen
from validators.edits.undoing import mended
from validators.finding import Finding, Fix, FixKind, NotEvaluated, RuleRef, Subject
from validators.words import counted, span

_NO_ACTION = (AccountKind.MATTER, AccountKind.ADDRESS, AccountKind.TYPO, AccountKind.UNDO, AccountKind.TOOL)
_MENDING = later(r"\b(?:fix\w*|correct\w*|typos?|oops|whoops|forgot\w*|forgett\w*|missed|mistakes?|wrong\w*|sorry|amend\w*)\b")
_EVERY = later(r"\bonce (?:every|per|each|in any) (?P<count>\d{1,3})[- ](?P<unit>hour|day)s?\b")
_CHANGES = re.compile(
    r"\b(?:may|can|must|shall|will|gains?|los|spends?|pays?|becomes?|sets?|increas|reduc|rais|lower)[a-z]*\b(?! never| not)"
)
_PERIODS = {"daily": "day", "weekly": "week"}


@dataclass(frozen=True, slots=True)
class _Turn:
    """An action that a player took by the edit at a place of the page's history; ``hours`` have to lie between two."""

    place: int
    edit: MadeEdit
    player: str
    action: Action
    hours: int | None
    confidence: Confidence

    @property
    def communal(self) -> bool:
        """Whether one turn of it is for all players."""
        return self.action.cadence.endswith("-communal")

    @property
    def at(self) -> datetime:
        """When it was taken, as far as the page shows it."""
        return self.edit.revision.timestamp


@check("BN504", "action-too-soon", ERROR, needs=("rules", "roster", "gamestate", "history"), uses=("posts",), rests_on=("Keywords",))
def action_too_soon(facts: AuditContext) -> Results:
    """A player took a daily or weekly action again within its gap: on the same day or in the same week (Monday to Sunday, UTC), or
    before the hours were over that have to lie between two. A communal action is taken once a day or week by all together; the hours
    lie between two of one player's.

    An edit is taken for an action when just those values of its editor or of the game change that the rule, or the profile's
    `[cadence]`, names, by as much as the rule says. What a matter, an Address, an undo, a correction of spelling or this tool accounts
    for is no action, and an action that was taken back does not count. An edit that was mended since is reported as information.

    Evidence: Both edits, and the sentence that allows the action.
    May be mistaken: When something else that no rule says in plain words changed the value. Low confidence where only the summary names
        the action, where another sentence of the rules tells of the same change, or where it is not known that the rule stood.
    To settle it: Undo the later edit.
    """
    edits, rules_then = list(own_edits("BN504", facts)), RulesThen(facts.view)
    described = facts.described.get(facts.gamestate.page or "", ())
    yield from (each for each in edits if isinstance(each, NotEvaluated))
    turns = [turn for each in edits if not isinstance(each, NotEvaluated) for turn in _turns(facts, *each)]
    for _, taken in grouped(turns, key=lambda turn: ("" if turn.communal else name_key(turn.player), turn.action.rule, turn.action.name)):
        latest: dict[str, _Turn] = {}
        for turn in taken:
            standing = [last for last in reversed(latest.values()) if not _taken_back(described, last, turn)]
            last, why = next(((last, why) for last in standing if (why := _too_soon(last, turn)) is not None), (turn, None))
            if why is None:
                latest.pop(name_key(turn.player), None)
                latest[name_key(turn.player)] = turn
            elif (sure := _as_sure(rules_then, last, turn)) is not None:
                yield _finding(described, last, turn, why, sure)
    if unknown := dict.fromkeys(each.name for each in facts.rules.actions if each.cadence == "custom" and _hours(facts, each) is None):
        yield NotEvaluated("BN504", f"no hours, days or weeks were read between two times of “{'”, “'.join(list(unknown)[:5])}”")


def own_edits(code: str, facts: AuditContext) -> Iterator[tuple[int, MadeEdit] | NotEvaluated]:
    """The edits of the tracking page, by their places in its history, whose changes are certainly those of one revision."""
    title = facts.gamestate.page or ""
    before: DescribedRevision | None = None
    known, unknown = 0, list[DescribedRevision]()
    for place, one in enumerate(facts.described.get(title, ())):
        edit = None if before is None or one.text_hidden else MadeEdit(one, before.revision)
        if edit is not None and edit.alone:
            known += 1
            yield place, edit
        elif place:
            unknown.append(one)
        before = one if one.revision.text is not None else before
    if unknown:
        what = f"what {counted(len(unknown), 'revision')} of “{title}” changed is not known"
        yield NotEvaluated(code, what, until=unknown[-1].revision.timestamp)
    elif not known:
        yield no_edits(code, title)


def _turns(facts: AuditContext, place: int, edit: MadeEdit) -> Iterator[_Turn]:
    """The actions that a player took by an edit; what may be one only by its summary is doubtful."""
    by, player = edit.one.by, edit.one.player
    if player is None or (by is not None and by.kind in _NO_ACTION and by.confidence is not Confidence.LOW):
        return
    if not facts.context.of_players(others(edit)):
        for action, sure in _actions(facts, edit):
            yield _Turn(place, edit, player, action, _hours(facts, action), sure)


def _actions(facts: AuditContext, edit: MadeEdit) -> Iterator[tuple[Action, Confidence]]:
    comment = (edit.revision.comment or "")[:500].casefold()
    mending = _MENDING.search(comment) is not None
    taken = actions_of(edit, facts.context)
    named = [each.action for each in taken if names_action(comment, each.action.name)]
    fitting = [each.action for each in taken if each.confidence is Confidence.HIGH]
    for action in fitting:
        sure = not mending and (action in named or not (named or _may_be_other(facts, edit, action)))
        yield action, Confidence.HIGH if sure else Confidence.LOW
    if not fitting and not mending:
        yield from ((action, Confidence.LOW) for action in named[:1])


def _may_be_other(facts: AuditContext, edit: MadeEdit, action: Action) -> bool:
    """Whether another sentence of the rules speaks of all these values, and may let them change; the profile's actions are sure."""
    changed = {change.variable or "" for change in edit.changes if change.kind is ChangeKind.VALUE}
    told = {_joined(quote) for quote in (*(each.quote for each in facts.rules.actions), *(each.quote for each in facts.rules.variables))}
    rules = (rule for rule in facts.rules.rules if rule.effective and rule.kind is not SectionKind.CORE) if action.quote else ()
    sentences = (each for rule in rules for block in rule.blocks for each in split_sentences(block.text))
    return any(changed <= named_in(each, tuple(changed)) and _CHANGES.search(each) for each in sentences if _joined(each) not in told)


def _joined(text: str) -> str:
    return " ".join(text.split())


def _hours(facts: AuditContext, action: Action) -> int | None:
    """The hours that have to lie between two; of an action of the profile those of the rules' actions of its kind."""
    if action.min_gap_hours is not None:
        return action.min_gap_hours
    if not action.quote:
        return next((each.min_gap_hours for each in facts.rules.actions if each.cadence == action.cadence and each.min_gap_hours), None)
    every = _EVERY.search(with_digits(action.quote.casefold())) if action.cadence == "custom" else None
    return None if every is None else int(every["count"]) * (24 if every["unit"] == "day" else 1)


def _too_soon(last: _Turn, turn: _Turn) -> str | None:
    """Why an action was taken again too soon after another time, None if it was not. Between those of two players lie no hours."""
    period, gap = _PERIODS.get(turn.action.cadence.partition("-")[0]), turn.at - last.at
    on = "on" if period == "day" else "in"
    if period is not None and _period(period, last.at) == _period(period, turn.at):
        after, all_together = (f"{last.player}", " by all together") if last.player != turn.player else ("the last time", "")
        return f"{span(gap)} after {after}, {on} the same {period}; it may be taken once a {period}{all_together}"
    if last.player == turn.player and turn.hours is not None and gap < timedelta(hours=turn.hours):
        return f"{span(gap)} after the last time; {turn.hours} h have to lie between"
    return None


def _period(period: str, moment: datetime) -> tuple[int, int]:
    return (moment.toordinal(), 0) if period == "day" else moment.isocalendar()[:2]


def _taken_back(described: Sequence[DescribedRevision], last: _Turn, turn: _Turn) -> bool:
    """Whether an action was taken back before the next time: each of its values was set back, or the edit was undone."""
    open_ = [change for change in last.edit.changes if change.kind is ChangeKind.VALUE]
    for one in described[last.place + 1 : turn.place]:
        if one.by is not None and one.by.kind is AccountKind.UNDO and one.by.ref == str(last.edit.revision.revid):
            return True
        back = {(change.subject, change.variable, change.old, change.new) for change in one.changes or ()}
        open_ = [change for change in open_ if (change.subject, change.variable, change.new, change.old) not in back]
    return not open_


def _as_sure(rules_then: RulesThen, last: _Turn, turn: _Turn) -> Confidence | None:
    """How sure a repetition is; None where the rule did not allow the action then as it does now."""
    stood = True if not turn.action.quote else rules_then.said(last.at, turn.action.rule, turn.action.quote)
    if stood is False:
        return None
    return max((last.confidence, turn.confidence, Confidence.HIGH if stood else Confidence.LOW), key=lambda each: each.rank)


def _finding(described: Sequence[DescribedRevision], last: _Turn, turn: _Turn, why: str, sure: Confidence) -> Finding:
    revision, action = turn.edit.revision, turn.action
    what = f"“{action.name}”" if action.quote else f"the action that “{action.name}” counts"
    again = " again" if last.player == turn.player else ""
    text = f"{turn.player} took {what}{again} with revision {revision.revid}, {why}"
    by = mended(described, turn.place)
    if by is not None:
        text += f"; revision {by.revision.revid} mended it"
    evidence = [edit_seen(each) for each in (last.edit.revision, revision, *(() if by is None else (by.revision,)))]
    return make_finding(
        "BN504",
        Subject("revision", str(revision.revid)),
        text,
        action.name + (", mended" if by is not None else ""),
        rule=RuleRef(action.rule, action.quote) if action.quote else None,
        evidence=evidence,
        confidence=sure,
        severity=INFO if by is not None else None,
        fix=None if by is not None else _undoing(described, turn),
    )


def _undoing(described: Sequence[DescribedRevision], turn: _Turn) -> Fix | None:
    """The undoing of an edit, where all it set still stands and its lines are as it left them."""
    edit, now = turn.edit, next((one.revision.text for one in reversed(described) if one.revision.text is not None), "")
    values = {(change.subject, change.variable) for change in edit.changes if change.kind is ChangeKind.VALUE}
    since = (change for one in described[turn.place + 1 :] for change in one.changes or ())
    if any((change.subject, change.variable) in values for change in since) or patched(edit.new, edit.old, now) is None:
        return None
    summary = f"undo revision {edit.revision.revid} of {turn.player}, which repeated “{turn.action.name}” too soon"
    return Fix(FixKind.UNDO_REVISION, edit.revision.title, summary, UndoRevision(edit.revision.revid, edit.old, edit.new))
