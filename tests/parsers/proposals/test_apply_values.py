"""Values of the tracking page: of players by name, of all of them, of the game, and what is left to people."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parsers.gamestate import read_gamestate
from parsers.gamestate.change import Reread
from parsers.gamestate.model import GameState
from parsers.proposals.apply import Application, apply_instructions
from parsers.proposals.model import Instruction, InstructionKind, Instructions, RuleName, RulePassage, Unit, ValueChange
from parsers.ruleset import read_ruleset

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
    listed = (*before, Instruction(InstructionKind.SET_VALUE, "Set it.", values=changes))
    return apply_instructions(Instructions(listed), RULES, tracking=state(page), under=under, terms=READ.terms)


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
    "those at most": (ValueChange("Oil", "9", everybody=True, among=("Lamps", "at most 3")), "|| 5 ||", "|| 9 ||"),
    "those at least": (ValueChange("Oil", "9", everybody=True, among=("Lamps", "at least 4")), "|| 18 ||", "|| 9 ||"),
    "those exactly": (ValueChange("Oil", "9", everybody=True, among=("Debt", "exactly -2")), "|| 18 ||", "|| 9 ||"),
    "those of a trade": (ValueChange("Oil", "9", everybody=True, among=("Trade", "smith")), "|| 18 ||", "|| 9 ||"),
    "the same": (ValueChange("Lamps", "3", ("Ana",)), "", ""),
    "from what it is": (ValueChange("Lamps", "7", ("Bo",), was="4"), "Bo || 4", "Bo || 7"),
    "raised to as much": (ValueChange("Lamps", "7", ("Bo",), was="at most 7"), "Bo || 4", "Bo || 7"),
}


@pytest.mark.parametrize("case", SET)
def test_sets(case: str) -> None:
    change, old, new = SET[case]
    made = applied(change)
    wanted = PAGE.replace("Baker", "Miller").replace("Smith", "Miller") if case == "everybody" else PAGE
    if old:
        assert PAGE.count(old) == 1
        wanted = PAGE.replace(old, new)
    assert (made.tracking, made.left, made.ruleset) == (wanted, (), RULES)


def test_says_whose_values_are_set() -> None:
    made = applied(ValueChange("Lamps", "4", ("Ana", "Bo")), ValueChange("Oil", "4", everybody=True), ValueChange("Tide", "4"))
    assert made.outcomes[0].where == "Lamps of Ana, Bo, Oil of all players, Tide of the game"
    made = applied(ValueChange("Oil", "4", everybody=True, among=("Trade", "Baker")))
    assert made.outcomes[0].where == "Oil of all players whose Trade is Baker"
    assert made.outcomes[0].applied


LEFT = {
    "unknown variable": (ValueChange("Hats", "4", ("Ana",)), "the tracking page has no “Hats” of players that the rules speak of"),
    "those of an unknown variable": (
        ValueChange("Oil", "6", everybody=True, among=("Hats", "2")),
        "the tracking page has no “Hats” of players that it is known for",
    ),
    "those of a value that nobody has": (
        ValueChange("Oil", "6", everybody=True, among=("Trade", "Miller")),
        "nobody has the “Trade” “Miller”",
    ),
    "no variable of the rules": (
        ValueChange("Shoes", "4", ("Ana",)),
        "the tracking page has no “Shoes” of players that the rules speak of",
    ),
    "of players, not the game": (ValueChange("Lamps", "4"), "the tracking page has no “Lamps” of the game that the rules speak of"),
    "unknown player": (ValueChange("Lamps", "4", ("Ana", "Cy")), "“Cy” has no row among the active players of the tracking page"),
    "from what it is not": (ValueChange("Lamps", "7", ("Bo",), was="5"), "“Lamps” is “4”, not “5”"),
    "raised to less": (ValueChange("Lamps", "3", ("Bo",), was="at most 3"), "“Lamps” is “4”, not “at most 3”"),
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
    "those beyond all": (ValueChange("Oil", "2", everybody=True, among=("Lamps", "at least 5")), "nobody has the “Lamps” “at least 5”"),
    "those of no variable": (
        ValueChange("Oil", "2", everybody=True, among=("Hats", "at least 5")),
        "the tracking page has no “Hats” of players that it is known for",
    ),
    "those within no bound": (
        ValueChange("Oil", "2", everybody=True, among=("Trade", "at least 5")),
        "“Baker” is no number that “at least 5” could be asked of",
    ),
    "some and all": (ValueChange("Oil", "2", ("Ana",), everybody=True), "whether “” are all the players is for a person to decide"),
}


@pytest.mark.parametrize("case", LEFT)
def test_leaves(case: str) -> None:
    change, why = LEFT[case]
    made = applied(ValueChange("Tide", "3"), change)
    assert (made.tracking, made.left) == (PAGE, ("Set it.",))
    assert made.outcomes[0].why == why


def test_leaves_what_stands_twice() -> None:
    page = PAGE.replace("| Bo ||", "| Ana ||")
    made = applied(ValueChange("Lamps", "7", ("Ana",)), page=page)
    assert made.outcomes[0].why == "the value stands 2 times on the tracking page for “Ana”"
    page = PAGE.replace("'''Tide''': 12", "'''Tide''': 12\n\n'''Tide''': 13")
    assert applied(ValueChange("Tide", "7"), page=page).outcomes[0].why == "“Tide” may be one of several values of the tracking page"


def test_sets_values_by_the_rules_of_then() -> None:
    tide = RulePassage(Unit.PHRASE, "between 0 and 30")
    change = Instruction(InstructionKind.REPLACE_TEXT, "Lower.", RuleName("Tide"), old=tide, new="between 0 and 5")
    made = applied(ValueChange("Tide", "20"), before=(change,))
    assert made.outcomes[1].why == "20 is beyond what “Tide” may be"
    assert applied(ValueChange("Tide", "4"), before=(change,)).outcomes[1].applied
    wider = replace(change, new="between 0 and 50")
    assert applied(ValueChange("Tide", "20"), before=(wider,)).outcomes[1].applied
    assert applied(ValueChange("Tide", "40"), before=(wider,)).outcomes[1].applied
    assert applied(ValueChange("Tide", "51"), before=(wider,)).outcomes[1].why == "51 is beyond what “Tide” may be"
    other = replace(change, old=RulePassage(Unit.PHRASE, "number between 0 and 30 that"), new="list of stars that")
    assert applied(ValueChange("Tide", "4"), before=(other,)).outcomes[1].why == "the rule of “Tide” is changed by the same matter"
    beside = replace(change, old=RulePassage(Unit.PHRASE, "It comes twice a day."), new="It comes once.")
    assert applied(ValueChange("Tide", "20"), before=(beside,)).outcomes[1].applied


@pytest.mark.parametrize(
    ("text", "value", "applied_too"),
    [
        pytest.param("The Clubs are:\n;Rowers\n:They row.\n;Swimmers\n:They swim.", "Swimmers", True, id="a term of the list"),
        pytest.param("The Clubs are:\n;Rowers\n:They row.\n\nMore:\n;Swimmers\n:No.", "Swimmers", False, id="a term of another"),
        pytest.param("Some Clubs:\n;Swimmers\n:They swim.", "Swimmers", False, id="a list of something else"),
        pytest.param("The Clubs are:\n;Rowers\n:They row.", "Walkers", False, id="none of the list"),
    ],
)
def test_values_are_known_from_the_list_of_them(text: str, value: str, *, applied_too: bool) -> None:
    """Of a variable whose type the rules do not tell."""
    rule = Instruction(InstructionKind.ADD_RULE, "Add it.", RuleName("Clubs"), new=text, where=None)
    made = applied(ValueChange("Club", value, ("Ana",)), before=(rule,))
    assert [outcome.applied for outcome in made.outcomes] == [True, applied_too]


@pytest.mark.parametrize("tracking", [None, state(PAGE)], ids=["no page", "no reader"])
def test_leaves_values_without_a_page(tracking: GameState | None) -> None:
    listed = Instructions((Instruction(InstructionKind.SET_VALUE, "Set it.", values=(ValueChange("Tide", "3"),)),))
    made = apply_instructions(listed, RULES, tracking=tracking)
    assert made.outcomes[0].why == "the tracking page was not read"
    assert made.tracking == (None if tracking is None else PAGE)


def test_leaves_no_values() -> None:
    assert applied().outcomes[0].why == "it is not said which value is set"
