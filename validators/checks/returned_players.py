"""The values that a returning player was given on the tracking page (BN510)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from parsers.gamestate.gamestate_model import PLAYER, GameState, TrackedEntry
from parsers.gamestate.page_names import People
from parsers.gamestate.typed import TypedValue, typed
from parsers.history.page_change import ChangeKind
from parsers.model import Confidence, MatterKind, Post, Revision, Status, same_name
from parsers.ruleset.parameters import PARAMETERS
from parsers.ruleset.ruleset_model import Ruleset, SectionKind, Variable
from validators.checks.audit_context import AuditContext
from validators.checks.check import ACTION, PAGE, WARNING, Results, check
from validators.checks.evidence import grouped, least
from validators.checks.page_edits import edit_seen, editor, page_edits, permissions
from validators.checks.player_rows import played_before
from validators.checks.roster_changes import UnsettledError, each_judged, signs, when
from validators.edits.allowed_edits import named_in
from validators.edits.described_edits import AccountKind, DescribedRevision, MadeEdit
from validators.finding import Evidence, Found, Subject
from validators.fixes.restoring import LastRow, earlier_pages, last_row
from validators.view import read_state
from validators.voting.dated_posts import NEVER
from validators.voting.roster_events import RosterChange
from validators.words import emperor, listed

_SETTLED = timedelta(hours=1)
"""The time within which the row of a returning player can be completed."""
_EXPLAINED = (AccountKind.MATTER, AccountKind.ADDRESS, AccountKind.UNDO, AccountKind.TOOL)
_UNCARRIED = timedelta(days=30)
"""The time within which a matter enacted before the idling may still have to be carried out."""
_OF_IDLE = re.compile(r"\b(?:un)?idl(?:e[ds]?|ing|eness)\b|\brejoin", re.IGNORECASE)
_OF_RETURN = (
    r"\b(?:(?:re|in)activ|join(?:s|ed|ing)?\b|return(?:s|ed|ing)?\b|c(?:omes?|oming|ame) back\b"
    r"|bec(?:omes?|oming|ame) (?:\w+ )?active\b|active again\b|new (?:players?|%s|%s)\b)"
)
"""Words about returning or new players, whatever the dynasty calls them: "A Player who becomes
active again", "when a Player joins after the first week".
"""


class _Due(NamedTuple):
    """The value that a player is due, as written, and the last revision with it (None for a
    starting value).
    """

    value: TypedValue
    text: str
    revid: int | None

    def is_met_by(self, entry: TrackedEntry) -> bool:
        """Return whether an entry has this value, whatever the order of a list."""
        return _plain(entry.typed.value) == _plain(self.value)


class _Given(NamedTuple):
    """A value that a returning player was given, the revision that set it, and the value that is
    due.
    """

    revision: Revision
    entry: TrackedEntry
    due: _Due


def _plain(value: TypedValue) -> TypedValue:
    if isinstance(value, tuple):
        return tuple(sorted(map(str.casefold, value))) or None
    return value.casefold() or None if isinstance(value, str) else value


@check(
    "BN510",
    "unidled-values",
    WARNING,
    judged_by=ACTION,
    needs=(*PAGE, "roster", "posts", "history"),
    keys=(PARAMETERS.idle_values_kept, PARAMETERS.idle_values_default),
    rests_on=("Idle Players",),
)
def unidled_values(facts: AuditContext) -> Results:
    """A returning player was given other values than those due: their last legal values if they
    went idle in this dynasty, otherwise the starting values.

    The edit that adds their row to the active players is judged one hour later, by the first value
    that each cell was given. Empty cells are ignored, and a value is right if any later revision
    has the one due. Nothing is reported if the player edited the page in that hour, if a matter was
    enacted then or may have changed the values before, if their row was on the page all the time,
    or if a dynastic rule mentions idle, returning or new players. Variables whose definition has
    changed since, and those that one edit changed for several players (such as an upkeep), are left
    out.
    Evidence: The edit, the last revision with the values that are due, and the announcement.
    May be mistaken: When something that is not on the blog or the wiki changed the value, or the
    last values were not legal themselves; the confidence is medium, and low if a rule of that time
    was not reviewed.
    To settle it: Set the value that is due, with the moves made since.
    """
    edits, unknown = page_edits(facts, [facts.gamestate.page or ""])
    yield from unknown
    start = max((address.posted for address in facts.timeline.addresses), default=NEVER)
    returns = [
        change for change in facts.past.rosters.changes if not change.left and change.latest > start
    ]
    judge = partial(_given_otherwise, facts, edits, start)
    yield from each_judged(returns, lambda back: back.name, judge)


def _given_otherwise(
    facts: AuditContext, edits: Sequence[MadeEdit], dynasty: datetime, back: RosterChange
) -> Found | None:
    if back.earliest <= dynasty:
        raise UnsettledError("unknown whether they came back in this dynasty")
    made = _adding_row(facts, edits, back)
    if made is None:
        return None
    end = made.revision.timestamp + _SETTLED
    revisions = made.edits[made.place :]
    filling = [each for each in revisions if each.revision.timestamp <= end]
    played, start = played_before(facts, back.name, back.earliest)
    idled = back.previous.earliest if played and back.previous else None
    if played is None or (played and (idled is None or idled < start)):
        raise UnsettledError("unknown whether they went idle in this dynasty")
    rules = [facts.context.rules_at(each) for each in (made.revision.timestamp, idled) if each]
    variables = _comparable(facts, made, back, rules)
    names = {each.name for each in variables}
    due = _kept(facts, made, back.name, start, idled) if idled else _starting(facts, variables)
    given = dict[str, _Given]()
    for described in filling:
        for label, entry in _values(facts, described.revision, back.name).items():
            gives = not entry.typed.failed and _plain(entry.typed.value) is not None
            if label in due and label in names and gives:
                given.setdefault(label, _Given(described.revision, entry, due[label]))
    for described in revisions:
        values = _values(facts, described.revision, back.name)
        given = {
            label: value
            for label, value in given.items()
            if label not in values or not value.due.is_met_by(values[label])
        }
        if not given:
            return None
    if facts.view.as_of < end:
        raise UnsettledError("their row may still be completed")
    _check_edits(filling, back.name)
    since = max(dynasty, idled - _UNCARRIED) if idled else start
    _check_other_causes(facts, made, back, [*given], since)
    reviewed = all(each is not None and not each.unread_rules for each in rules)
    return _finding(back, [*given.values()], reviewed=reviewed)


def _adding_row(
    facts: AuditContext, edits: Sequence[MadeEdit], back: RosterChange
) -> MadeEdit | None:
    """Return the edit that added the row of a returning player, or moved it to the active players;
    None if there is none.
    """
    known = facts.described.get(facts.gamestate.page or "", ())
    if known and known[0].revision.parentid and known[0].revision.timestamp > back.earliest:
        raise UnsettledError("earlier revisions of the page are needed")
    next_idling = next((each for each in facts.past.rosters.changes if each.previous is back), None)
    later = [
        edit
        for edit in edits
        if back.earliest <= edit.revision.timestamp
        and (next_idling is None or edit.revision.timestamp < next_idling.earliest)
    ]
    if not later:
        return None
    if stood := _plain_values(facts, later[0].before, back.name):
        settling = [e.revision for e in later if e.revision.timestamp <= back.latest + _SETTLED]
        if any(_plain_values(facts, each, back.name) != stood for each in settling):
            raise UnsettledError("their row was on the page all the time")
        return None
    adding = (
        edit
        for edit in later
        for change in edit.changes
        if change.kind is ChangeKind.ROW_ADDED and same_name(change.subject or "", back.name)
    )
    return next((edit for edit in adding if _values(facts, edit.revision, back.name)), None)


def _plain_values(
    facts: AuditContext, revision: Revision, name: str
) -> Mapping[str, TypedValue | None]:
    values = _values(facts, revision, name)
    return {label: _plain(entry.typed.value) for label, entry in values.items()}


def _values(facts: AuditContext, revision: Revision, name: str) -> Mapping[str, TrackedEntry]:
    """Return the values in the row of an active player by label, without labels that occur twice."""
    entries = [
        entry
        for entry in _state(facts, revision).entries
        if entry.owner == PLAYER and not entry.idle and same_name(entry.subject, name)
    ]
    by_label = grouped(entries, key=lambda entry: entry.label)
    return {label: same[0] for label, same in by_label if len(same) == 1}


def _state(facts: AuditContext, revision: Revision) -> GameState:
    return read_state(facts.view, facts.rules, revision.text or "", revision.title, revision.revid)


def _check_edits(filling: Sequence[DescribedRevision], name: str) -> None:
    """Raise UnsettledError if an edit of the row may have another purpose than to give a returning
    player their values.
    """
    for described in filling:
        revision = described.revision
        if described.changes is None or described.text_hidden or not revision.user:
            raise UnsettledError(f"the changes of revision {revision.revid} are unknown")
        if same_name(described.player or revision.user, name):
            raise UnsettledError("they edited the page themselves, and may have made a move")
        if described.accounted_as in _EXPLAINED:
            raise UnsettledError(f"something else accounts for revision {revision.revid}")


def _check_other_causes(
    facts: AuditContext,
    made: MadeEdit,
    back: RosterChange,
    variables: Sequence[str],
    since: datetime,
) -> None:
    """Raise UnsettledError if a matter enacted since then, or a rule, may account for the values."""
    end, of_return = made.revision.timestamp + _SETTLED, _words_of_return(facts.rules)
    if not facts.view.coverage.reaches(since, end):
        raise UnsettledError(facts.older_posts)
    for post in facts.timeline.matters:
        if post.status is Status.ENACTED and since <= (post.closed or end) <= end:
            _check_post(post, back, variables, of_return)
    permits = permissions(facts, made, _OF_IDLE.search)
    permits += permissions(facts, made, of_return.search, (SectionKind.DYNASTIC,))
    if permits:
        raise UnsettledError(f"a rule may say what they get: “{permits[0].excerpt}”")


def _check_post(
    post: Post, back: RosterChange, variables: Sequence[str], of_return: re.Pattern[str]
) -> None:
    """Raise UnsettledError if an enacted matter may have changed the values of a player who was
    idle, or was still to be carried out when they went idle.
    """
    text, closed, idling = f"{post.title} {post.body}", post.closed, back.previous
    concerns = not post.body or back.name.casefold() in text.casefold()
    if closed is None or closed >= back.earliest:
        concerns = True
    elif idling is None or closed >= idling.earliest:
        of_idle = _OF_IDLE.search(text) or of_return.search(text)
        concerns = concerns or bool(of_idle) or post.category.matter is MatterKind.DOV
    if closed and idling and closed < idling.latest:
        concerns = concerns or bool(named_in(text, variables))
    if concerns:
        raise UnsettledError(f"“{post.title}” may have changed their values")


def _words_of_return(rules: Ruleset) -> re.Pattern[str]:
    words = (rules.terms.player, rules.terms.players) if rules.terms else ("player", "players")
    return re.compile(_OF_RETURN % tuple(map(re.escape, words)), re.IGNORECASE)


def _comparable(
    facts: AuditContext, made: MadeEdit, back: RosterChange, rules: Sequence[Ruleset | None]
) -> list[Variable]:
    """Return the players' variables with the same definition in all these rules and in today's.

    A variable that one edit since the return changed for several players is left out: it may be an
    upkeep.
    """
    if None in rules:
        raise UnsettledError("the rules of that time are unknown")
    since = [
        each for each in made.edits[: made.place + 1] if each.revision.timestamp >= back.earliest
    ]
    changed = [
        Counter(change.variable for change in each.changes or () if change.kind is ChangeKind.VALUE)
        for each in since
    ]
    return [
        variable
        for variable in facts.rules.variables
        if variable.owner == PLAYER
        and all(each is not None and variable in each.variables for each in rules)
        and all(each[variable.name] <= 1 for each in changed)
    ]


def _kept(
    facts: AuditContext, made: MadeEdit, name: str, start: datetime, idled: datetime
) -> Mapping[str, _Due]:
    """Return the values of a player's last row before an edit that already had these values when
    the player went idle.
    """
    earlier = [each.revision for each in reversed(made.edits[: made.place])]
    before_idling = [revision for revision in earlier if revision.timestamp <= idled]
    last, before = (
        last_row(name, start, earlier_pages(some, partial(_state, facts))) or LastRow()
        for some in (earlier, before_idling)
    )
    due = {
        each.label: _Due(each.typed.value, each.text, last.revid)
        for each in last.entries
        if (each.label, each.text) in before.texts
    }
    if not due:
        raise UnsettledError("the page's history does not show which values they had")
    return due


def _starting(facts: AuditContext, variables: Sequence[Variable]) -> Mapping[str, _Due]:
    """Return the starting values of the variables whose sentences were read to the last word."""
    people = People(facts.roster, facts.view.profile.aliases, ("emperor", emperor(facts.rules)))
    return {
        each.name: _Due(typed(str(each.default), each, people).value, str(each.default), None)
        for each in variables
        if each.default is not None and each.whole
    }


def _finding(back: RosterChange, wrong: Sequence[_Given], *, reviewed: bool) -> Found:
    made, entry, due = wrong[0]
    values = [
        f"{each.entry.label} “{each.entry.text[:80]}” with revision {each.revision.revid} of"
        f" {editor(each.revision)} (due: {f'“{each.due.text[:80]}”' if each.due.text else 'nothing'})"
        for each in wrong
    ]
    shown, kept = "the starting values", list[Evidence]()
    if due.revid is not None:
        shown = f"the last legal values (revision {due.revid})"
        kept = [
            Evidence(
                None, f"revision {due.revid}: {entry.label} “{due.text[:80]}”", page=made.title
            )
        ]
    edits = [edit_seen(revision) for revision in dict.fromkeys(each.revision for each in wrong)]
    return Found(
        Subject("revision", str(made.revid)),
        f"{back.name} came back {when(back)} and was given {listed(values, 5)}; the rules give {shown}",
        back.name,
        evidence=[*edits, *kept, *signs(back)],
        confidence=least(
            Confidence.MEDIUM if reviewed else Confidence.LOW,
            *(each.entry.confidence for each in wrong),
        ),
    )
