"""Edits of the wiki by people who may not make them, or not at that time (BN501, BN502, BN503,
BN506).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

from parsers.history.page_change import ChangeKind, PageChange
from parsers.model import Confidence, name_key, same_name
from parsers.patterns import later
from parsers.ruleset.ruleset_model import SectionKind
from validators.checks.audit_context import HIATUS, AuditContext
from validators.checks.check import (
    ACTION,
    INFO,
    PRESENT,
    WARNING,
    FixScope,
    Input,
    Results,
    check,
)
from validators.checks.evidence import grouped
from validators.checks.page_edits import (
    LETS,
    edit_finding,
    editor_of,
    histories,
    page_edits,
    permissions,
    permitted,
    undoing,
    values_of,
)
from validators.edits.allowed_edits import named_in
from validators.edits.attributing import undone
from validators.edits.described_edits import AccountKind, MadeEdit, user_key
from validators.finding import (
    Evidence,
    Found,
    Gap,
)
from validators.reason_wording import HiatusKind
from validators.voting.roster_events import RosterStatus
from validators.wording import Doubt, worded
from validators.words import counted, shortened

_NEEDS: tuple[Input, ...] = ("rules", "roster", "history")
_USES: tuple[Input, ...] = ("posts", "gamestate")
_MOST_SHOWN = 60
_OF_HIATUS = re.compile(r"\b(?:hiatus\w*|interregnums?|dorman\w+)\b", re.IGNORECASE)
_OF_IDLE = later(r"(?<!non-)\b(?:idle|inactive)\b", re.IGNORECASE)
_OF_ANYBODY = later(
    r"\b(?:any(?:one|body)|every(?:one|body)|whoever|people|persons?|former|outsiders?|strangers?"
    r"|visitors?|guests?|spectators?|non-?(?!idle|negative|zero)\w+)\b",
    re.IGNORECASE,
)
_ALWAYS = (AccountKind.MATTER, AccountKind.ADDRESS, AccountKind.TYPO, AccountKind.TOOL)
"""The kinds of authority that cover any editor at any time."""


def _excused(edit: MadeEdit, *, by_rule: bool) -> bool:
    """Return whether the authority for an edit covers its editor.

    Anybody may undo an edit without authority, or their own. Rules permit edits to active players,
    so a rule counts only if ``by_rule``.
    """
    kind = edit.one.accounted_as
    if kind is not AccountKind.UNDO:
        return by_rule if kind is AccountKind.RULE else kind in _ALWAYS
    return all(
        undone_edit.revision.user == edit.revision.user or undone_edit.accounted_as is None
        for undone_edit in undone(edit.edits, edit.place)
    )


def _lets_idle(text: str) -> bool:
    return LETS.match(text) is not None and _OF_IDLE.search(text) is not None


def _lets_anybody(text: str) -> bool:
    return LETS.match(text) is not None and _OF_ANYBODY.search(text) is not None


def _finding(
    edit: MadeEdit,
    text: str,
    most: Confidence,
    permits: Sequence[Evidence] = (),
    *,
    fixed: bool = True,
) -> Found:
    """Return a finding with at most the confidence ``most``; low if something may have allowed the
    edit.
    """
    account = edit.one.by
    text += "" if account is None else f"; {account.why}"
    fix = (
        undoing(edit, f"undo revision {edit.revision.revid} of {edit.revision.user}")
        if fixed
        else None
    )
    confidence = most if account is None or edit.one.accounted_as else Confidence.LOW
    return permitted(edit_finding(edit, text, confidence, fix=fix), permits)


def _what(edit: MadeEdit, changes: Sequence[PageChange] | None = None) -> str:
    changed = edit.changes if changes is None else changes
    if not changed:
        return f"“{edit.revision.title}”"
    first, owner = changed[0], (changed[0].subject or "")[:_MOST_SHOWN]
    if first.kind is ChangeKind.VALUE:
        value_name = f"{owner}'s {first.variable}" if owner else f"{first.variable}"
        old, new = (
            shortened(" ".join(str(value or "").split()) or "(none)", _MOST_SHOWN)
            for value in (first.old, first.new)
        )
        short = f"{value_name[:_MOST_SHOWN]}: {old} → {new}"
    else:
        short = first.kind.value.replace("-", " ") + (f" of “{owner}”" if owner else "")
    more = f" and {counted(len(changed) - 1, 'more change')}" if len(changed) > 1 else ""
    return f"“{edit.revision.title}” ({short}{more})"


@check(
    "BN501",
    "edit-by-outsider",
    WARNING,
    judged_by=PRESENT,
    needs=_NEEDS,
    uses=_USES,
    rests_on=("Ruleset and Gamestate", "Players"),
    fix=FixScope.EDIT,
)
def by_outsider(facts: AuditContext) -> Results:
    """Somebody who is on no roster edited the Ruleset or the tracking page.

    Corrections of spelling and formatting, and edits made for a matter or an Address or by this
    tool, are ignored; a mended edit is information.
    Evidence: The revisions in the audited time of the Ruleset and of the tracking page, and the
    rosters of those times.
    May be mistaken: When somebody has another name on the wiki: name the alias in the
    configuration. Low confidence if the roster has a similar name, or if the roster of that time is
    unknown.
    To settle it: Undo the edit, unless the editor is a player by another name.
    """
    edits, unknown = page_edits(facts, histories(facts))
    yield from unknown
    for edit in edits:
        if (
            not (_excused(edit, by_rule=False) or facts.context.is_own(edit.revision))
            and (why := _outsider(facts, edit)) is not None
        ):
            yield _finding(
                edit,
                f"{editor_of(edit)} is on no roster, and edited {_what(edit)}{why[0]}",
                why[1],
                permissions(facts, edit, _lets_anybody),
            )


def _outsider(facts: AuditContext, edit: MadeEdit) -> tuple[str, Confidence] | None:
    """Return a remark on an editor who was on no roster at the time of an edit, with the
    confidence; None if they may have been on one.
    """
    rosters, moment = facts.past.rosters, edit.revision.timestamp
    status = rosters.of(editor_of(edit), moment)
    if edit.one.player is not None:
        return (
            (", before joining", Confidence.MEDIUM)
            if status.standing is RosterStatus.ABSENT and status.sure
            else None
        )
    like = facts.context.like(editor_of(edit))
    if like is not None and user_key(like) != user_key(editor_of(edit)):
        return (
            f"; the blog has a {like}: if they are one person, name the alias in the configuration",
            Confidence.LOW,
        )
    if status.standing is not RosterStatus.ABSENT:
        return None
    if like is None and facts.context.knew_everybody(moment):
        return "", Confidence.MEDIUM
    return "; no roster of that time is known", Confidence.LOW


@check(
    "BN502",
    "edit-by-idle-player",
    WARNING,
    judged_by=PRESENT,
    needs=_NEEDS,
    uses=_USES,
    rests_on=("Idle Players", "Idling"),
    fix=FixScope.EDIT,
)
def by_idle_player(facts: AuditContext) -> Results:
    """A player who was idle edited the Ruleset or the tracking page.

    The same edits are ignored as for BN501.
    Evidence: The revisions in the audited time of the Ruleset and of the tracking page, and the
    rosters of those times.
    May be mistaken: When something that is not on the blog allowed it, such as a duty of an idle
    Admin.
    To settle it: Undo the edit, or repeat it once the player is active again.
    """
    edits, unread = page_edits(facts, histories(facts))
    yield from unread
    unknown, judged = list[tuple[MadeEdit, str]](), False
    for edit in edits:
        # Admins move rows, even while they are idle.
        only_rows = edit.revision.title != facts.rules.page and not values_of(edit)
        if edit.one.player is None or _excused(edit, by_rule=only_rows):
            continue
        status = facts.past.rosters.of(edit.one.player, edit.revision.timestamp)
        if not status.sure:
            unknown.append((edit, worded(status.rests_on)))
            continue
        judged = True
        if status.standing is RosterStatus.IDLE:
            yield _finding(
                edit,
                f"{editor_of(edit)} was idle, and edited {_what(edit)}",
                Confidence.MEDIUM,
                permissions(facts, edit, _lets_idle),
            )
    for (name, why), pairs in grouped(unknown, lambda pair: (editor_of(pair[0]), pair[1])):
        text = f"unknown whether {name} was idle at {counted(len(pairs), 'revision')}: {why}"
        yield Gap(text, part=judged, until=pairs[-1][0].revision.timestamp)


@check(
    "BN503",
    "edit-in-hiatus",
    WARNING,
    judged_by=ACTION,
    needs=(*_NEEDS, "posts"),
    uses=_USES,
    parts=HIATUS,
    rests_on=("Hiatus",),
    fix=FixScope.EDIT,
)
def in_hiatus(facts: AuditContext) -> Results:
    """A dynastic value was changed on the tracking page during a hiatus, when dynastic actions are
    not allowed.

    The same edits are ignored as for BN501, and preparations of the new Emperor during an
    Interregnum.
    Evidence: The revisions in the audited time of the tracking page, and the known hiatuses.
    May be mistaken: When the page was updated late. Low confidence if no rule that was read defines
    the changed value, if a rule of the dynasty mentions a hiatus, or if the hiatus is uncertain.
    To settle it: Undo the edit; the action may be taken after the hiatus.
    """
    edits, unread = page_edits(facts, histories(facts, ruleset=False))
    yield from unread
    unknown, judged = list[tuple[MadeEdit, str]](), False
    defined = {name_key(variable.name) for variable in facts.rules.variables}
    for edit in edits:
        if not values_of(edit) or (edit.one.accounted_as not in (None, AccountKind.RULE)):
            continue
        moment = edit.revision.timestamp
        hiatus = facts.hiatus(moment)
        interregnum = [cause.kind for cause in hiatus.causes] == [HiatusKind.INTERREGNUM]
        by_victor = interregnum and _by_victor(facts, edit)
        if hiatus.active and not hiatus.tied and not by_victor:
            cause, certain = hiatus.causes[0], not hiatus.doubts
        else:
            dormant, why = facts.past.dormancy_at(moment)
            if dormant is None:
                unseen = not hiatus.active and hiatus.unseen
                reasons = list(_not_known(facts, edit, why, unseen=unseen))
                unknown += reasons
                judged = judged or not reasons
                continue
            cause, certain = dormant, True
        judged = True
        values = [
            change for change in values_of(edit) if name_key(change.variable or "") in defined
        ]
        text = (
            f"{editor_of(edit)} edited {_what(edit, values or values_of(edit))} during a hiatus:"
            f" {worded(cause)}"
        )
        yield _finding(
            edit,
            text,
            Confidence.MEDIUM if certain and values else Confidence.LOW,
            permissions(facts, edit, _OF_HIATUS.search, (SectionKind.DYNASTIC,)),
        )
    for reason, pairs in grouped(unknown, lambda pair: pair[1]):
        text = (
            "unknown whether the game was on hiatus at"
            f" {counted(len(pairs), 'revision')} of the tracking page: {reason}"
        )
        yield Gap(text, part=judged, until=pairs[-1][0].revision.timestamp)


def _not_known(
    facts: AuditContext, edit: MadeEdit, why: Doubt | None, *, unseen: bool
) -> Iterator[tuple[MadeEdit, str]]:
    """Yield the edit with the reason why it is unknown whether the game was on hiatus; nothing if
    it is known.
    """
    if unseen:
        since = facts.timeline.hiatus_since(edit.revision.timestamp)
        yield edit, str(facts.view.coverage.older_posts(since, facts.view.as_of))
    elif why is not None:
        yield edit, worded(why)


def _by_victor(facts: AuditContext, edit: MadeEdit) -> bool:
    won = facts.timeline.interregnum_since(edit.revision.timestamp)
    return won is not None and same_name(won.author, editor_of(edit))


def _by_emperor(facts: AuditContext, edit: MadeEdit) -> bool:
    emperor = facts.timeline.emperor_at(edit.revision.timestamp)
    return emperor.name is not None and same_name(emperor.name, editor_of(edit))


@check(
    "BN506",
    "others-value-changed",
    INFO,
    judged_by=PRESENT,
    needs=_NEEDS,
    uses=_USES,
    rests_on=("Representations of the Gamestate",),
)
def others_value(facts: AuditContext) -> Results:
    """A player changed another player's value, and no enacted matter or rule allows it.

    Evidence: The revisions in the audited time of the tracking page by anybody but the Emperor.
    May be mistaken: When the rule that allows it was not understood. Low confidence if the Emperor
    is unknown.
    To settle it: Ask the editor; undo the edit if nothing allowed it.
    """
    players = {name_key(name) for name in facts.past.rosters.names}
    edits, unknown = page_edits(facts, histories(facts, ruleset=False))
    yield from unknown
    for edit in edits:
        theirs = [
            change
            for change in values_of(edit)
            if name_key(change.subject or "") in players - {name_key(editor_of(edit))}
        ]
        account = edit.one.by
        # The undone edit may have been a move made too soon, or an illegal value.
        undoes = (
            account is not None
            and account.kind is AccountKind.UNDO
            and account.confidence is Confidence.HIGH
        )
        if edit.one.player is None or not theirs or undoes or _excused(edit, by_rule=True):
            continue
        emperor = facts.timeline.emperor_at(edit.revision.timestamp)
        confidence = (
            Confidence.MEDIUM if emperor.known and not _by_emperor(facts, edit) else Confidence.LOW
        )
        yield _finding(
            edit,
            f"{editor_of(edit)} changed another player's value: {_what(edit, theirs)}",
            confidence,
            permissions(facts, edit, partial(_lets_change, facts, theirs)),
            fixed=False,
        )


def _lets_change(facts: AuditContext, changes: Sequence[PageChange], text: str) -> bool:
    """Return whether a sentence without a recognised action names other players and the changed
    variable.
    """
    terms = facts.rules.terms
    player = re.escape(terms.player if terms is not None else "player")
    others = rf"\b(?:(?:another|others?|opponents?|chosen|target\w*)\b|{player}s?['’])"
    named = named_in(text, [change.variable or "" for change in changes])
    is_action = any(action.quote in text for action in facts.rules.actions)
    lets = LETS.match(text) and re.search(others, text, re.IGNORECASE)
    return bool(lets and named and not is_action)
