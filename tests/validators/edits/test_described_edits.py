"""The revisions of a page with who made them and what they changed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from parsers.history.page_change import ChangeKind
from parsers.model import Revision, Roster
from parsers.ruleset import read_ruleset
from tests.support.views import game_view, remade
from validators.edits.described_edits import DescribedRevision, describe
from validators.profile.dynasty_profile import Profile
from validators.view import GameView, SeenRoster

NOW = datetime(2024, 5, 1, tzinfo=UTC)
RULES = (
    "= Dynastic Rules =\n== Coal ==\nEach Player has Coal, which is a publicly-tracked number"
    " defaulting to 5.\n"
)
PAGE = "{|\n! Player !! Coal\n|-\n| Ana || 3\n|}\n"


def view(roster: Roster | None = Roster(("Ana_B",), ("Di",))) -> GameView:  # noqa: B008 - immutable
    return game_view(
        NOW,
        read_ruleset(RULES, gamestate=True),
        roster,
        profile=Profile(aliases={"anna": "Ana_B", "eve": "Nobody"}),
    )


def revisions(
    title: str, *texts: str | None, users: tuple[str | None, ...] = ("Ana",)
) -> list[Revision]:
    return [
        Revision(
            title,
            number,
            number - 1,
            NOW + timedelta(minutes=number),
            users[(number - 1) % len(users)],
            "",
            text,
        )
        for number, text in enumerate(texts, start=1)
    ]


def kinds(described: list[DescribedRevision]) -> list[list[ChangeKind] | None]:
    return [
        None if one.changes is None else [change.kind for change in one.changes]
        for one in described
    ]


def test_changes_of_the_first_revision_are_unknown() -> None:
    described = list(
        describe(
            revisions("Boats", PAGE, PAGE.replace("3", "4"), PAGE.replace("3", "4")),
            view(),
            "Boats",
        )
    )
    assert kinds(described) == [None, [ChangeKind.VALUE], []]
    rules = list(
        describe(revisions("Ruleset", RULES, RULES + "== Toll ==\nPay.\n"), view(), "Ruleset")
    )
    assert kinds(rules) == [None, [ChangeKind.RULE_ADDED]]


def test_changes_of_a_hidden_revision_are_shown_with_the_next() -> None:
    described = list(
        describe(revisions("Boats", None, PAGE, None, PAGE.replace("3", "5")), view(), "Boats")
    )
    assert [one.text_hidden for one in described] == [True, False, True, False]
    assert kinds(described) == [[], None, [], [ChangeKind.VALUE]]


def test_an_editor_is_the_player_of_that_name_or_alias() -> None:
    users = ("ana B", "di", "Anna", "eve", "Zoe", None, "ANA B", "imported>Ana B", "")
    described = list(describe(revisions("Boats", *[PAGE] * 9, users=users), view(), "Boats"))
    assert [one.player for one in described] == [
        "Ana_B",
        "Di",
        "Ana_B",
        None,
        None,
        None,
        None,
        "Ana_B",
        None,
    ]
    assert [one.player for one in describe(revisions("Boats", PAGE), view(None), "Boats")] == [None]
    gone = remade(view(Roster(())), rosters=(SeenRoster(Roster(("Gus",)), NOW, NOW),))
    assert [
        one.player for one in describe(revisions("Boats", PAGE, users=("Gus",)), gone, "Boats")
    ] == ["Gus"]
