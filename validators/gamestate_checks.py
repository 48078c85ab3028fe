"""Findings about the tracking page: rows of players (BN306 to BN308), values and columns (BN401 to BN410, BN509)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches

from parsers.gamestate.model import Confidence as Sureness
from parsers.gamestate.model import Entry, GameState, Kind, Place, Reading, Role, Row, Standing
from parsers.model import name_key
from parsers.ruleset.model import Variable
from validators.facts import Facts
from validators.finding import Confidence, Evidence, Finding, NotEvaluated, RuleRef, Subject
from validators.judge import CannotJudge
from validators.pointing import digest, grouped
from validators.profile import Profile, Undecided, evaluate
from validators.registry import Found, check, found
from validators.words import counted

__all__: list[str] = []

_NEEDS = ("rules", "gamestate")
_NUMBERS = ("integer", "number")
_LISTS = ("list", "set")
_EXCLUDES = re.compile(r"\b(?:except|other than|excluding|apart from|besides|but not|non-?)\b", re.IGNORECASE)
_ALLOWS_BLANK = re.compile(r"\b(?:blank|empty|none|nothing|no (?:one|value)|nobody|unset|may have (?:an?|one)|up to one)\b", re.IGNORECASE)
_TRACKED = re.compile(r"\btrack", re.IGNORECASE)


def _state(facts: Facts) -> GameState:
    state: GameState | None = getattr(facts.view, "gamestate", None)
    if state is None:
        raise CannotJudge("it needs the tracking page, which was not read")
    return state


def _sure(*some: Sureness) -> Confidence:
    return Confidence(max(some, key=lambda each: each.rank).value)


def _page(state: GameState) -> Subject:
    return Subject("page", state.page or "the tracking page")


def _excerpt(state: GameState, place: Place) -> str:
    line = state.wiki.source.count("\n", 0, place.start) + 1
    return f"{state.wiki.source[place.start : place.end][:200]} (line {line})"


def _seen(state: GameState, place: Place) -> list[Evidence]:
    return [Evidence(None, _excerpt(state, place))]


def _ref(variable: Variable) -> RuleRef:
    return RuleRef(variable.rule, variable.quote)


def _whose(entry: Entry) -> str:
    return f"{entry.subject}'s {entry.label}" if entry.subject else entry.label


def _value(code: str, state: GameState, entry: Entry, variable: Variable, message: str, *sure: Sureness) -> Finding:
    subject = Subject("variable", f"{entry.subject}: {variable.name}" if entry.subject else variable.name)
    return found(
        code,
        subject,
        message,
        entry.text[:80],
        rule=_ref(variable),
        evidence=_seen(state, entry.place),
        confidence=_sure(entry.confidence, *sure),
    )


def _of_type(state: GameState, *types: str) -> Iterator[tuple[Entry, Variable]]:
    """The entries whose variable is of one of these types, parts of a variable left out."""
    for entry in state.entries:
        if entry.match is not None and not entry.match.part and entry.match.variable.type in types:
            yield entry, entry.match.variable


def _own_rows(rows: Iterable[Row]) -> list[Row]:
    return [row for row in rows if not row.idle]


def _tracks_players(state: GameState) -> NotEvaluated | None:
    if state.rows:
        return None
    has = any(variable.owner == "player" and variable.visibility == "public" for variable in state.variables)
    why = "no table with a row for each player was found on the tracking page"
    return NotEvaluated("BN306", why, blind=has)


@check("BN306", *_NEEDS, "roster")
def player_row_missing(facts: Facts) -> Found:
    """An active player without a row, or with rows among the idle only."""
    state = _state(facts)
    if (lacking := _tracks_players(state)) is not None:
        yield lacking
        return
    active = {name_key(row.name) for row in _own_rows(state.rows)}
    idle = {name_key(row.name): row for row in state.rows if row.idle}
    unknown = [row for row in state.rows if row.standing is Standing.STRANGER]
    there = sum(name_key(name) in active for name in facts.roster.active)
    for name in facts.roster.active:
        if name_key(name) in active or (emperor := _is_emperor(facts, name)) is None:
            continue
        row = idle.get(name_key(name))
        subject = Subject("player", name)
        if row is not None:
            text = f"{name} is active, but has a row among the idle only"
            yield found("BN306", subject, text, "among the idle", evidence=_seen(state, row.place), confidence=Confidence.MEDIUM)
            continue
        few = 2 * there < len(facts.roster.active)
        sure = Confidence.LOW if emperor or few else Confidence.MEDIUM if unknown else Confidence.HIGH
        text = f"{name} is active and has no row on the tracking page"
        if emperor:
            text += "; the Emperor may not need one"
        elif unknown:
            text += f"; perhaps “{_near(name, unknown)}” is their row"
        yield found("BN306", subject, text, confidence=sure)


def _is_emperor(facts: Facts, name: str) -> bool | None:
    """Whether somebody is Emperor; None where they are, and the rules leave the Emperor out."""
    emperor = facts.timeline.emperor_at(facts.view.as_of).name
    if emperor is None or name_key(emperor) != name_key(name):
        return False
    term = facts.rules.terms.emperor if facts.rules.terms is not None and facts.rules.terms.emperor else "Emperor"
    quotes = [variable.quote for variable in facts.rules.variables if variable.owner == "player"]
    left_out = any(_EXCLUDES.search(quote) and (term in quote or "Emperor" in quote) for quote in quotes)
    return None if left_out else True


def _near(name: str, rows: Sequence[Row]) -> str:
    close = get_close_matches(name.casefold(), [row.name.casefold() for row in rows[:200]], n=1)
    return next((row.text for row in rows if close and row.name.casefold() == close[0]), rows[0].text)


@check("BN307", *_NEEDS, "roster")
def idle_player_row(facts: Facts) -> Iterator[Finding]:
    """An idle player among the active rows."""
    state = _state(facts)
    rows = [row for row in _own_rows(state.rows) if row.standing is Standing.IDLE]
    for name, several in grouped(rows, key=lambda row: row.name):
        text = f"{name} is idle, but has a row among the active players"
        evidence = [item for row in several[:3] for item in _seen(state, row.place)]
        yield found("BN307", Subject("player", name), text, evidence=evidence)


@check("BN308", *_NEEDS, "roster")
def unknown_player_row(facts: Facts) -> Iterator[Finding]:
    """A row for somebody on no roster."""
    state = _state(facts)
    rows = [row for row in state.rows if row.standing is Standing.STRANGER]
    with_row = {name_key(row.name) for row in state.rows}
    missing = [name for name in facts.roster.active if name_key(name) not in with_row]
    for name, several in grouped(rows, key=lambda row: row.name):
        close = get_close_matches(name.casefold(), [other.casefold() for other in missing], n=1)
        hint = next((f"; perhaps it is {other}'s" for other in missing if close and other.casefold() == close[0]), "")
        text = f"there is a row for “{name}”, who is on no roster{hint}"
        sure = Confidence.LOW if all(row.idle for row in several) else Confidence.MEDIUM
        evidence = [item for row in several[:3] for item in _seen(state, row.place)]
        yield found("BN308", Subject("player", name), text, evidence=evidence, confidence=sure)


@check("BN401", *_NEEDS)
def value_out_of_range(facts: Facts) -> Iterator[Finding]:
    """Below or above what its rule allows."""
    state = _state(facts)
    for entry, variable in _of_type(state, *_NUMBERS):
        value = entry.typed.value
        if isinstance(value, int | float):
            limit = _beyond(value, variable)
            if limit:
                yield _value("BN401", state, entry, variable, f"{_whose(entry)} is “{entry.text[:80]}”, {limit}: “{variable.quote[:300]}”")


def _beyond(value: float, variable: Variable) -> str:
    if variable.min is not None and value < variable.min:
        return "and it may not be negative" if variable.min == 0 else f"less than {variable.min}"
    if variable.max is not None and value > variable.max:
        return f"more than {variable.max}"
    return ""


@check("BN402", *_NEEDS)
def value_not_a_choice(facts: Facts) -> Iterator[Finding]:
    """Not one of the listed values."""
    state = _state(facts)
    for entry in state.entries:
        if entry.match is None or entry.match.part or not entry.match.variable.choices:
            continue
        variable = entry.match.variable
        wrong, sure = _not_chosen(entry, variable)
        if wrong:
            listed = ", ".join((variable.choices or ())[:20])
            text = f"{_whose(entry)} is {wrong}, which is none of {listed}: “{variable.quote[:300]}”"
            yield _value("BN402", state, entry, variable, text, sure)


def _not_chosen(entry: Entry, variable: Variable) -> tuple[str, Sureness]:
    """What of an entry is no choice, in words, and how surely. Blank is a choice where the rule speaks of it."""
    if variable.type in _LISTS and isinstance(entry.typed.value, tuple):
        known = {choice.casefold() for choice in variable.choices or ()}
        wrong = [item for item in entry.typed.value if item.casefold() not in known]
        return ", ".join(f"“{item[:80]}”" for item in wrong[:5]), Sureness.MEDIUM
    if entry.typed.failed:
        return f"“{entry.text[:80]}”", Sureness.HIGH
    if entry.typed.kind is Kind.NONE and variable.default != "" and not _ALLOWS_BLANK.search(variable.quote):
        return "blank", Sureness.LOW
    return "", Sureness.HIGH


@check("BN403", *_NEEDS)
def value_not_a_number(facts: Facts) -> Iterator[Finding]:
    """Not a number where one is due."""
    state = _state(facts)
    for entry, variable in _of_type(state, *_NUMBERS):
        if entry.typed.failed:
            text = f"{_whose(entry)} should be a number: {entry.typed.why}: “{variable.quote[:300]}”"
            yield _value("BN403", state, entry, variable, text)
        elif entry.typed.kind is Kind.NONE and variable.default != "" and not _ALLOWS_BLANK.search(variable.quote):
            text = f"{_whose(entry)} is blank and should be a number: “{variable.quote[:300]}”"
            yield _value("BN403", state, entry, variable, text, Sureness.LOW)


@check("BN404", *_NEEDS, "roster")
def not_a_player_name(facts: Facts) -> Iterator[Finding]:
    """Should be a player's name and is none."""
    state = _state(facts)
    for entry, variable in _of_type(state, "name"):
        if entry.typed.failed:
            text = f"{_whose(entry)} should be a player's name, and “{entry.text[:80]}” is on no roster: “{variable.quote[:300]}”"
            yield _value("BN404", state, entry, variable, text)


@check("BN405", *_NEEDS)
def duplicate_row(facts: Facts) -> Iterator[Finding]:
    """One player, two rows: in one table, or among the active and among the idle."""
    state = _state(facts)
    for name, rows in grouped((row for row in state.rows if row.own), key=lambda row: row.name):
        for table, several in grouped(rows, key=lambda row: row.place.table):
            if len(several) > 1:
                text = f"{name} has {len(several)} rows in one table (table {(table or 0) + 1})"
                evidence = [item for row in several[:5] for item in _seen(state, row.place)]
                yield found("BN405", Subject("player", name), text, f"table {_caption(state, table)}", evidence=evidence)
        sides = {row.idle: row for row in reversed(rows)}
        if len(sides) > 1 and len({row.place.table for row in sides.values()}) > 1:
            text = f"{name} has rows both among the active and among the idle players"
            evidence = [item for row in sides.values() for item in _seen(state, row.place)]
            yield found("BN405", Subject("player", name), text, "active and idle", evidence=evidence, confidence=Confidence.MEDIUM)


def _caption(state: GameState, table: int | None) -> str:
    """A name for a table that stays when others come before it."""
    return "" if table is None else state.tables[table].caption or " ".join(state.tables[table].names)[:80]


@check("BN406", *_NEEDS)
def column_without_rule(facts: Facts) -> Found:
    """No rule defines it."""
    state = _state(facts)
    if not state.variables:
        yield NotEvaluated("BN406", "no variable was read from the rules, so every column would be without one")
        return
    columns = [(table, column) for table, column in state.columns if table.of and column.role is Role.VALUE and column.match is None]
    for name, several in grouped(columns, key=lambda item: item[1].name):
        table, column = several[0]
        shown = f"the column “{name}”" if name else f"column {column.index + 1}, which has no header,"
        where = f" of “{table.caption}”" if table.caption else ""
        hint = f": {column.why}" if column.why else ""
        sure = Confidence.LOW if column.why or not name else Confidence.MEDIUM
        text = f"no rule that was read defines {shown}{where}{hint}".rstrip(",")
        yield found("BN406", Subject("variable", name or f"column {column.index + 1}"), text, table.caption or "", confidence=sure)


@check("BN407", *_NEEDS)
def variable_not_tracked(facts: Facts) -> Iterator[Finding]:
    """A rule says that it is publicly tracked, and the page does not have it."""
    state = _state(facts)
    unsure = any(table.of and column.match is None and column.role is Role.VALUE for table, column in state.columns)
    unsure = unsure or any(unread.grave for unread in state.unread)
    for variable in state.untracked:
        if variable.visibility == "public" and _TRACKED.search(variable.quote):
            owner = "" if variable.owner == "game" else f" of each {variable.owner}"
            text = f"{variable.name}{owner} is publicly tracked, and the page does not show it: “{variable.quote[:300]}”"
            sure = Confidence.LOW if unsure else Confidence.MEDIUM
            yield found("BN407", _variable(variable), text, rule=_ref(variable), confidence=sure)


def _variable(variable: Variable) -> Subject:
    return Subject("variable", variable.name if variable.owner == "game" else f"{variable.owner}: {variable.name}")


@check("BN408", *_NEEDS)
def constraint_broken(facts: Facts) -> Found:
    """A constraint of the dynasty's profile does not hold."""
    state = _state(facts)
    profile: Profile | None = getattr(facts.view, "profile", None)
    if profile is None:
        return
    players = {name: _plain(values) for name, values in state.players.items()}
    for outcome in evaluate(profile, players, _plain(state.game)):
        of = f"{outcome.subject}: " if outcome.subject else ""
        if isinstance(outcome, Undecided):
            yield NotEvaluated("BN408", f"“{outcome.name}” could not be worked out: {of}{outcome.message}")
        else:
            subject = _page(state) if outcome.subject is None else Subject("player", outcome.subject)
            yield found("BN408", subject, f"{of}{outcome.message} ({outcome.name})", outcome.name)


def _plain(readings: Mapping[str, Reading]) -> dict[str, object]:
    return {name: reading.value for name, reading in readings.items()}


@check("BN409", "gamestate")
def table_unreadable(facts: Facts) -> Iterator[Finding]:
    """A table that could not be read, or a page with none."""
    state = _state(facts)
    if not state.tables:
        text = f"{_page(state).id} holds no table, so nothing but labelled lines was read"
        yield found("BN409", _page(state), text, "no table")
    grave = [unread for unread in state.unread if unread.grave]
    for why, several in grouped(grave, key=lambda unread: unread.why):
        places = ", ".join(dict.fromkeys(unread.where for unread in several[:5]))
        more = f" and {counted(len(several) - 5, 'other place')}" if len(several) > 5 else ""
        sure = Confidence.LOW if "template" in why else Confidence.HIGH
        yield found("BN409", _page(state), f"{places}{more}: {why}", digest(why), confidence=sure)


@check("BN410", *_NEEDS)
def orphan_variable(facts: Facts) -> Iterator[Finding]:
    """A variable with no stated place of tracking."""
    state = _state(facts)
    matched = {id(match.variable): match for match in state.matches}
    for variable in state.variables:
        match = matched.get(id(variable))
        if variable.visibility != "public" or _is_tracked(facts, variable):
            continue
        there = " although the page shows it" if match is not None else ""
        text = f"no rule says where {variable.name} is tracked{there}: “{variable.quote[:300]}”"
        sure = Confidence.LOW if match is not None or facts.rules.tracking_page else Confidence.MEDIUM
        yield found("BN410", _variable(variable), text, rule=_ref(variable), confidence=sure)


def _is_tracked(facts: Facts, variable: Variable) -> bool:
    """Whether the sentence that defines a variable, or another of its rule that names it, says that it is tracked."""
    if _TRACKED.search(variable.quote):
        return True
    texts = [rule.text for rule in facts.rules.rules if rule.title == variable.rule and rule.effective]
    name = variable.name.casefold()
    return any(name in sentence.casefold() and _TRACKED.search(sentence) for text in texts for sentence in re.split(r"[.\n]", text))


@check("BN509", *_NEEDS)
def private_value_shown(facts: Facts) -> Iterator[Finding]:
    """A variable that the rules track privately appears on the page."""
    state = _state(facts)
    private = [(entry, entry.match.variable) for entry in state.entries if entry.match is not None]
    shown = [(entry, variable) for entry, variable in private if variable.visibility == "private" and _tells(entry)]
    for _, several in grouped(shown, key=lambda item: id(item[1])):
        (first, variable), *_ = several
        whose = f" of {', '.join(dict.fromkeys(entry.subject for entry, _ in several[:5]))}" if first.subject else ""
        text = f"{variable.name}{whose} is on the page, and the rules track it privately: “{variable.quote[:300]}”"
        yield found(
            "BN509",
            _variable(variable),
            text,
            rule=_ref(variable),
            evidence=_seen(state, first.place),
            confidence=_sure(first.confidence),
        )


def _tells(entry: Entry) -> bool:
    """Whether an entry says anything: neither blank nor a question mark."""
    return entry.typed.kind is not Kind.NONE and entry.typed.value != () and bool(entry.text.strip("? "))
