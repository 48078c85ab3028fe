"""Daily and weekly actions that somebody took again too soon (BN504)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import NamedTuple

from parsers.model import Confidence, name_key
from parsers.patch import patched
from parsers.patterns import later
from parsers.ruleset.ruleset_model import Action
from validators.checks.audit_context import AuditContext
from validators.checks.check import ERROR, PAGE, Results, check
from validators.checks.evidence import grouped, least
from validators.checks.page_edits import edit_finding, edit_seen, editor_of, page_edits, undoing, values_of
from validators.edits.described_edits import AccountKind, MadeEdit
from validators.edits.tracking_edits import actions_of, others
from validators.finding import Finding, Fix, NotEvaluated, RuleRef
from validators.words import listed, span

_NO_ACTION = (AccountKind.MATTER, AccountKind.ADDRESS, AccountKind.TYPO, AccountKind.UNDO, AccountKind.TOOL)
_MENDING = later(r"\b(?:fix\w*|correct\w*|typos?|oops|whoops|forgot\w*|forgett\w*|missed|mistakes?|wrong\w*|sorry|amend\w*)\b")


class _Turn(NamedTuple):
    """An action that a player took by an edit; ``hours`` have to lie between two."""

    edit: MadeEdit
    action: Action
    hours: int | None
    sure: Confidence

    @property
    def player(self) -> str:
        """Who took it."""
        return editor_of(self.edit)


@check("BN504", "action-too-soon", ERROR, needs=(*PAGE, "roster", "history"), uses=("posts",), rests_on=("Keywords",))
def action_too_soon(facts: AuditContext) -> Results:
    """A player took a daily or weekly action again on the same day or in the same week (Monday to Sunday, UTC), or before the hours were
    over that have to lie between two. A communal action is taken once a day or week by all together.

    An edit is taken for an action when just those values of its editor or of the game change that the rule, or the profile's `[cadence]`,
    names, by as much as the rule says, and nothing else accounts for it. An action that was taken back does not count. An edit that was
    mended since is information.
    Evidence: Both edits, and the sentence that allows the action.
    May be mistaken: When something else changed the value: low confidence where a summary does not name the action or mends something, or
        it is not known that the rule stood.
    To settle it: Undo the later edit.
    """
    edits, unread = page_edits("BN504", facts, [facts.gamestate.page or ""])
    yield from unread
    turns = [turn for each in edits for turn in _turns(facts, each)]
    for _, taken in grouped(turns, key=lambda turn: (turn.action.rule, turn.action.name)):
        latest: dict[str, _Turn] = {}
        for turn in taken:
            standing = [last for last in latest.values() if not _taken_back(last, turn)]
            last, why = next(((last, why) for last in standing if (why := _too_soon(last, turn)) is not None), (turn, None))
            if why is None:
                latest[name_key(turn.player)] = turn
                continue
            action, then = turn.action, last.edit.revision.timestamp  # the profile's were always allowed
            stood = facts.context.rule_said(then, action.rule, action.quote) if action.quote else True
            if stood is not False:
                yield _finding(last, turn, why, least(last.sure, turn.sure, Confidence.HIGH if stood else Confidence.LOW))
    if unknown := dict.fromkeys(f"“{each.name}”" for each in facts.rules.actions if each.cadence == "custom"):
        yield NotEvaluated("BN504", f"no days or weeks were read between two times of {listed(list(unknown), 5)}")


def _turns(facts: AuditContext, edit: MadeEdit) -> Iterator[_Turn]:
    """The actions that a player took by an edit."""
    by = edit.one.by if edit.one.accounted else None
    if edit.one.player is None or (by is not None and by.kind in _NO_ACTION) or facts.context.of_players(others(edit)):
        return
    comment = (edit.revision.comment or "")[:500].casefold()
    taken = actions_of(edit, facts.context)
    named = [each.action for each in taken if each.named]
    for action in (each.action for each in taken if each.confidence is Confidence.HIGH):
        sure = _MENDING.search(comment) is None and (action in named or not action.quote)  # the profile's columns count their actions
        yield _Turn(edit, action, _hours(facts, action), Confidence.HIGH if sure else Confidence.LOW)


def _hours(facts: AuditContext, action: Action) -> int | None:
    """The hours that have to lie between two; of an action of the profile those of the rules' actions of its kind."""
    known = [action] if action.quote else [each for each in facts.rules.actions if each.cadence == action.cadence]
    return next((each.min_gap_hours for each in known if each.min_gap_hours), None)


def _too_soon(last: _Turn, turn: _Turn) -> str | None:
    """Why an action was taken again too soon after another time, None if it was not. Two players have only a communal one in common."""
    before, now = last.edit.revision.timestamp, turn.edit.revision.timestamp
    if last.player != turn.player and not turn.action.cadence.endswith("-communal"):
        return None
    daily = turn.action.cadence.startswith("daily") and now.date() == before.date()
    if daily or (turn.action.cadence.startswith("weekly") and now.isocalendar()[:2] == before.isocalendar()[:2]):
        period = "day" if daily else "week"
        after = last.player if last.player != turn.player else "the last time"
        return f"{span(now - before)} after {after}, {'on' if daily else 'in'} the same {period}; it may be taken once a {period}"
    if last.player == turn.player and turn.hours is not None and now - before < timedelta(hours=turn.hours):
        return f"{span(now - before)} after the last time; {turn.hours} h have to lie between"
    return None


def _taken_back(last: _Turn, turn: _Turn) -> bool:
    """Whether an action was taken back before the next time: each of its values was set back, or the edit was undone."""
    open_ = values_of(last.edit)
    for one in turn.edit.edits[last.edit.place + 1 : turn.edit.place]:
        if one.by is not None and one.by.kind is AccountKind.UNDO and one.by.ref == str(last.edit.revision.revid):
            return True
        back = {(change.subject, change.variable, change.old, change.new) for change in one.changes or ()}
        open_ = [change for change in open_ if (change.subject, change.variable, change.new, change.old) not in back]
    return not open_


def _finding(last: _Turn, turn: _Turn, why: str, sure: Confidence) -> Finding:
    edit, action = turn.edit, turn.action
    what = f"“{action.name}”" if action.quote else f"the action that “{action.name}” counts"
    again = " again" if last.player == turn.player else ""
    text = f"{turn.player} took {what}{again} with revision {edit.revision.revid}, {why}"
    rule = RuleRef(action.rule, action.quote) if action.quote else None
    evidence = [edit_seen(each.edit.revision) for each in (last, turn)]
    return edit_finding("BN504", edit, text, sure, what=action.name, evidence=evidence, rule=rule, fix=_undoing(turn))


def _undoing(turn: _Turn) -> Fix | None:
    """The undoing of an edit, where all it set still stands and its lines are as it left them."""
    edit = turn.edit
    now = next((one.revision.text for one in reversed(edit.edits) if one.revision.text is not None), "")
    since = {(change.subject, change.variable) for one in edit.edits[edit.place + 1 :] for change in one.changes or ()}
    again = any((change.subject, change.variable) in since for change in values_of(edit))
    if again or patched(edit.new, edit.old, now) is None:
        return None
    return undoing(edit, f"undo revision {edit.revision.revid} of {turn.player}, which repeated “{turn.action.name}” too soon")
