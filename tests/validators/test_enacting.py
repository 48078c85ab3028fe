"""What carrying out a matter would change, on the pages as they are by then."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from msgspec import structs

from parsers.gamestate.tracking_page import read_gamestate
from parsers.instructions.enactment_plan import OpenDecision, new_plan
from parsers.model import Category, Post, Roster, Status
from parsers.ruleset import read_ruleset
from tests.support.cases import cases
from tests.support.views import game_view
from validators.enacting import Enactment, enactment


def matter(title: str, status: Status = Status.ENACTED, key: str = "") -> Post:
    address = f"https://blog.example/archive/{key or title.lower().replace(' ', '_')}/"
    return Post(
        address,
        f"Proposal: {title}",
        Category.PROPOSAL,
        "Ana",
        datetime(2024, 1, 1, tzinfo=UTC),
        status,
        subject=title,
    )


SELF = matter("A Thing", Status.PENDING)


RULES = """= Core Rules =
== Tags ==
A change of the core rules requires the "[Core]" tag.
= Dynastic Rules =
== Coal ==
Each Player has Coal, which is a publicly-tracked non-negative integer defaulting to 5.
= Appendix =
== Words ==
* Player (Player)
"""
PAGE = "{|\n! Player !! Coal\n|-\n| Ana || 3\n|-\n| Bo || 5\n|}\n"


def enacted(body: str, *tags: str, page: str | None = PAGE, ruleset: str = RULES) -> Enactment:
    rules = read_ruleset(ruleset, gamestate=True)
    roster = Roster(("Ana", "Bo"))
    state = None if page is None else read_gamestate(page, rules, roster, page="Boats")
    post = replace(SELF, markup=body, body=body, tags=tags)
    return enactment(
        game_view(datetime(2024, 1, 2, tzinfo=UTC), rules, roster, (post,), gamestate=state), post
    )


def test_values_are_set_on_the_page_as_it_is_by_then() -> None:
    made = enacted("<p>Set Ana's Coal to 7.</p>")
    assert made.application.tracking == PAGE.replace("Ana || 3", "Ana || 7")
    again = made.on(tracking=PAGE.replace("Bo || 5", "Bo || 9"))
    assert again.application.tracking == PAGE.replace("Ana || 3", "Ana || 7").replace(
        "Bo || 5", "Bo || 9"
    )
    assert made.of_matter == again.of_matter == ()


@cases("new_bounds")
def test_values_are_those_that_the_rules_allow_by_then(
    rule: str, value: str, reason: str | None
) -> None:
    body = (
        f"<p>In the rule “Coal”, replace “defaulting to 5” with “{rule}”.</p><p>Set Ana's Coal to"
        f" {value}.</p>"
    )
    made = enacted(body)
    assert [outcome.why for outcome in made.application.outcomes] == [None, reason]
    assert made.application.tracking == (
        PAGE.replace("Ana || 3", f"Ana || {value}") if reason is None else PAGE
    )


def test_rules_are_changed_on_the_page_as_it_is_by_then() -> None:
    made = enacted("<p>In the rule “Coal”, replace “defaulting to 5” with “defaulting to 6”.</p>")
    assert made.application.ruleset == RULES.replace("to 5.", "to 6.")
    assert (
        made.on(ruleset=RULES + "More.\n").application.ruleset
        == RULES.replace("to 5.", "to 6.") + "More.\n"
    )
    (gone,) = made.on(ruleset=RULES.replace("to 5.", "to 4.")).application.outcomes
    assert not gone.applied


def test_without_a_tracking_page_no_value_is_set() -> None:
    made = enacted("<p>Set Ana's Coal to 7.</p>", page=None)
    assert (made.application.tracking, len(made.of_matter)) == (None, 1)
    assert made.on(tracking=PAGE).application.tracking is None


@pytest.mark.parametrize(
    ("tags", "left"), [((), 1), (("Appendix",), 1), (("Core",), 0), (("CORE",), 0)]
)
def test_a_core_rule_is_changed_only_with_its_tag(tags: tuple[str, ...], left: int) -> None:
    made = enacted("<p>Add to the end of the rule “Tags”: “Tags are fun.”</p>", *tags)
    assert len(made.of_matter) == left
    assert ("Tags are fun." in made.application.ruleset) == (left == 0)


@cases("carried_out_by_hand")
def test_changes_already_on_the_page_are_not_repeated(instruction: str) -> None:
    """An Admin who edited the pages has not set the post's status yet."""
    once = enacted(f"<p>{instruction}</p>")
    done = once.application
    assert (done.ruleset, done.tracking) != (RULES, PAGE)
    assert once.of_matter == ()
    again = once.on(ruleset=done.ruleset, tracking=done.tracking).application
    assert (again.ruleset, again.tracking) == (done.ruleset, done.tracking)


@cases("void")
def test_instructions_that_may_void_a_matter_are_decided_first(
    body: str, decisions: list[str], carried_out: bool
) -> None:
    made = enacted(body)
    outcomes = made.application.outcomes
    assert list(made.of_matter[: len(decisions)]) == list(made.decided.open) == decisions
    assert [outcome.applied for outcome in outcomes] == [carried_out] * len(outcomes)
    assert carried_out or decisions[0] in str(outcomes[0].why)


def test_once_it_is_decided_the_steps_are_carried_out() -> None:
    made = enacted(VOID)
    plan = new_plan(made.post.url, made.post.html, made.reading, {})
    for decision, carried_out in (("", False), ("comment", True), ("by hand: I look", True)):
        sentence = OpenDecision(made.reading.open[0], decision)
        decided = enactment(made.view, made.post, structs.replace(plan, open=(sentence,)))
        assert [outcome.applied for outcome in decided.application.outcomes] == [carried_out]


VOID = (
    "<p>Repeal the rule “Coal”.</p>"
    "<p>If Proposal: Dead Weight was not enacted, this Proposal has no effect.</p>"
)
COAL = RULES.replace("== Coal ==", "== Boilers ==\nHot.\n=== Coal ===")


@cases("subrules")
def test_a_repeal_follows_what_the_rules_say_of_subrules(clause: str, coal: str | None) -> None:
    ruleset = f"{COAL};Subrule\n:{clause}\n"
    made = enacted("<p>Repeal the rule “Boilers”.</p>", ruleset=ruleset)
    assert ("Boilers" in made.application.ruleset) is (coal == "=== Coal ===")
    assert bool(made.of_matter) is (coal == "=== Coal ===")
    headings = [line for line in made.application.ruleset.split("\n") if "Coal =" in line]
    assert headings == ([coal] if coal else [])
