"""Values of the tracking page: of players by name, of all of them, of the game, and what is left to people."""

from __future__ import annotations

import pytest
from msgspec import structs

from parsers.gamestate import read_gamestate
from parsers.gamestate.change import Reread
from parsers.gamestate.model import GameState
from parsers.instructions.apply import Application, apply_instructions
from parsers.instructions.model import Instruction, InstructionKind, RuleName, Unit, ValueChange
from parsers.ruleset import read_ruleset
from tests.parsers.instructions.making import passage, step

RULES = """\
= Core Rules =

== Keepers ==

A human may be a Keeper (plural form Keepers).

= Dynastic Rules =

== Lamps ==

Each Keeper has a number of Lamps, which is publicly tracked and defaults to 3.

Each Keeper has some Oil, which is a publicly tracked integer between 0 and 20 that defaults to 5.

Each Keeper has Debt, a publicly tracked integer which may be negative and defaults to 0.

Each Keeper has a Trade, which is publicly tracked, may be either Baker, Miller or Smith, and defaults to Baker.

Each Keeper has a Motto, which is a publicly tracked text string and defaults to blank.

Each Keeper may belong to one Club, which is publicly tracked.

== Tide ==

The Tide is a publicly tracked number between 0 and 30 that defaults to 10. It comes twice a day.

= Appendix =

== Synonyms ==

Each term in this list is synonymous with the term in parentheses.

* Keeper (Player)
* Harbour Master (Emperor)
"""

PAGE = """\
'''Tide''': 12

{| class="wikitable"
! Keeper !! Lamps !! Oil !! Debt !! Trade !! Motto !! Shoes !! Club
|-
| Ana || 3 || 5 || 0 || Baker || Ho || 2 || Divers
|-
| Bo || 4 || 18 || -2 || Smith || || 3 || Rowers
|}
"""

READ = read_ruleset(RULES, gamestate=True)


def state(text: str) -> GameState:
    """A tracking page as read."""
    return read_gamestate(text, READ, None)


def under(source: str) -> Reread:
    """What reads a tracking page by other rules."""
    rules = read_ruleset(source, gamestate=True)
    return lambda text: read_gamestate(text, rules, None)


def applied(*changes: ValueChange, page: str = PAGE, before: tuple[Instruction, ...] = ()) -> Application:
    """What becomes of the pages."""
    listed = (*before, *(step(InstructionKind.SET_VALUE, value=change) for change in changes))
    return apply_instructions(listed, RULES, tracking=state(page), under=under, terms=READ.terms)


SET = {
    "one player": (ValueChange("Lamps", "7", ("Bo",)), "Bo || 4", "Bo || 7"),
    "another spelling": (ValueChange("lamp", "7", ("bo",)), "Bo || 4", "Bo || 7"),
    "two players": (ValueChange("Lamps", "4", ("Ana", "Bo")), "Ana || 3", "Ana || 4"),
    "everybody": (ValueChange("Trade", "Miller", everybody=True), "", ""),
    "everybody by name": (ValueChange("Trade", "smith", everybody=True, role="Keepers"), "|| Baker", "|| Smith"),
    "everybody a player": (ValueChange("Trade", "Smith", everybody=True, role="player"), "|| Baker", "|| Smith"),
    "gain": (ValueChange("Oil", "2", ("Bo",), adds=True), "18", "20"),
    "loss": (ValueChange("Debt", "-3", ("Ana",), adds=True), "5 || 0", "5 || -3"),
    "the game": (ValueChange("the Tide", "30"), "12", "30"),
    "of the game, added": (ValueChange("Tide", "-12", adds=True), "12", "0"),
    "in words": (ValueChange("Lamps", "seven", ("Bo",)), "Bo || 4", "Bo || 7"),
    "text": (ValueChange("Motto", "Hey", ("Ana",)), "Ho", "Hey"),
    "no text": (ValueChange("Motto", "", ("Ana",)), "|| Ho ||", "||  ||"),
    "of an unknown type, known": (ValueChange("Club", "Rowers", ("Ana",)), "Divers", "Rowers"),
    "the same": (ValueChange("Lamps", "3", ("Ana",)), "", ""),
}


@pytest.mark.parametrize("case", SET)
def test_sets(case: str) -> None:
    change, old, new = SET[case]
    made = applied(change)
    wanted = PAGE.replace("Baker", "Miller").replace("Smith", "Miller") if case == "everybody" else PAGE
    if old:
        assert PAGE.count(old) == 1
        wanted = PAGE.replace(old, new)
    assert (made.tracking, made.ruleset) == (wanted, RULES)


LEFT = {
    "unknown variable": (ValueChange("Hats", "4", ("Ana",)), "the tracking page has no “Hats” of players that the rules speak of"),
    "no variable of the rules": (
        ValueChange("Shoes", "4", ("Ana",)),
        "the tracking page has no “Shoes” of players that the rules speak of",
    ),
    "of players, not the game": (ValueChange("Lamps", "4"), "the tracking page has no “Lamps” of the game that the rules speak of"),
    "unknown player": (ValueChange("Lamps", "4", ("Ana", "Cy")), "“Cy” has no row among the active players of the tracking page"),
    "too high": (ValueChange("Oil", "21", ("Ana",)), "21 is beyond what “Oil” may be"),
    "too low": (ValueChange("Lamps", "-1", ("Ana",)), "-1 is beyond what “Lamps” may be"),
    "added too high": (ValueChange("Oil", "3", everybody=True, adds=True), "21 is beyond what “Oil” may be"),
    "no number": (ValueChange("Oil", "plenty", ("Ana",)), "“plenty” is no value that “Oil” may have"),
    "a percentage": (ValueChange("Oil", "10%", ("Ana",)), "how many “10%” are is for a person to decide"),
    "one or a thousand": (ValueChange("Oil", "1.000", ("Ana",)), "how many “1.000” are is for a person to decide"),
    "blank number": (ValueChange("Oil", "", ("Ana",)), "“” is no value that “Oil” may have"),
    "of an unknown type, new": (ValueChange("Club", "Swimmers", ("Ana",)), "“Swimmers” is no value that “Club” may have"),
    "no choice": (ValueChange("Trade", "Cook", ("Ana",)), "“Cook” is no value that “Trade” may have"),
    "blank choice": (ValueChange("Trade", "-", ("Ana",)), "whether “Trade” may be blank is for a person to decide"),
    "added to a text": (ValueChange("Motto", "2", ("Ana",), adds=True), "“Motto” is no number that something could be added to"),
    "other people": (
        ValueChange("Oil", "2", everybody=True, role="sailors"),
        "whether “sailors” are all the players is for a person to decide",
    ),
    "some and all": (ValueChange("Oil", "2", ("Ana",), everybody=True), "whether “” are all the players is for a person to decide"),
}


@pytest.mark.parametrize("case", LEFT)
def test_leaves(case: str) -> None:
    change, why = LEFT[case]
    made = applied(change)
    assert not made.outcomes[-1].applied
    assert made.tracking == PAGE
    assert made.outcomes[0].why == why


def test_leaves_what_stands_twice() -> None:
    page = PAGE.replace("| Bo ||", "| Ana ||")
    made = applied(ValueChange("Lamps", "7", ("Ana",)), page=page)
    assert made.outcomes[0].why == "the value stands 2 times on the tracking page for “Ana”"
    page = PAGE.replace("'''Tide''': 12", "'''Tide''': 12\n\n'''Tide''': 13")
    assert applied(ValueChange("Tide", "7"), page=page).outcomes[0].why == "“Tide” may be one of several values of the tracking page"


def test_sets_values_by_the_rules_of_then() -> None:
    tide = passage(Unit.PHRASE, "between 0 and 30")
    change = step(InstructionKind.REPLACE_TEXT, RuleName("Tide"), old=tide, new="between 0 and 5")
    made = applied(ValueChange("Tide", "20"), before=(change,))
    assert made.outcomes[1].why == "20 is beyond what “Tide” may be"
    assert applied(ValueChange("Tide", "4"), before=(change,)).outcomes[1].applied
    wider = structs.replace(change, new="between 0 and 50")
    assert applied(ValueChange("Tide", "20"), before=(wider,)).outcomes[1].applied
    assert applied(ValueChange("Tide", "40"), before=(wider,)).outcomes[1].applied
    assert applied(ValueChange("Tide", "51"), before=(wider,)).outcomes[1].why == "51 is beyond what “Tide” may be"
    other = structs.replace(change, old=passage(Unit.PHRASE, "number between 0 and 30 that"), new="list of stars that")
    assert applied(ValueChange("Tide", "4"), before=(other,)).outcomes[1].why == "the rule of “Tide” is changed by the same matter"
    beside = structs.replace(change, old=passage(Unit.PHRASE, "It comes twice a day."), new="It comes once.")
    assert applied(ValueChange("Tide", "20"), before=(beside,)).outcomes[1].applied


@pytest.mark.parametrize("tracking", [None, state(PAGE)], ids=["no page", "no reader"])
def test_leaves_values_without_a_page(tracking: GameState | None) -> None:
    listed = (step(InstructionKind.SET_VALUE, value=ValueChange("Tide", "3")),)
    made = apply_instructions(listed, RULES, tracking=tracking)
    assert made.outcomes[0].why == "the tracking page was not read"
    assert made.tracking == (None if tracking is None else PAGE)
