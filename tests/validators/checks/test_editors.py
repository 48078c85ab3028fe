"""BN501, BN502, BN503 and BN506: edits by people who may not make them, or not then."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from parsers.changes import UndoRevision
from parsers.model import Category, Confidence, Post, Roster
from parsers.ruleset.model import UnreadClause
from tests.validators.edits.boats import PAGE, ROSTER, RULES, Save, game, page, ruleset
from tests.validators.making import DAY, HOUR, MINUTE, NOW, address, dov, post, proposal
from tests.validators.making import rules as parameters
from validators.checks.run import AuditReport, run_all
from validators.finding import Finding, Severity, Subject
from validators.profile.terms import Profile
from validators.view import Coverage, GameView

ANA6 = page(Ana=("6", "Dark", "Swan"))
ANA7 = page(Ana=("7", "Dark", "Swan"))
BO6 = page(Bo_Vane=("7", "Broken", "Salt lamps"))
STORY = post(Category.STORY, 9 * DAY)


def report(view: GameView, code: str) -> AuditReport:
    return run_all(view, select=[code])


def only(view: GameView, code: str) -> Finding:
    (one,) = report(view, code).findings
    return one


def codes(view: GameView) -> list[tuple[str, str]]:
    """What the four checks find, with the revision."""
    found = run_all(view, select=["BN501", "BN502", "BN503", "BN506"]).findings
    return [(one.code, one.subject.id) for one in found]


# Somebody on no roster


def test_an_outsider_is_found_and_the_edit_can_be_undone() -> None:
    one = only(game(Save("Zoe", ANA6, "because")), "BN501")
    assert one.message == "Zoe is on no roster, and edited “The Cut” (Ana's Coal: 5 → 6)"
    assert (one.severity, one.confidence, one.subject) == (Severity.WARNING, Confidence.MEDIUM, Subject("revision", "101"))
    assert (one.page, one.evidence[0].excerpt, one.evidence[0].at) == (PAGE, "revision 101 by Zoe: because", NOW - HOUR)
    assert one.fix is not None
    assert (one.fix.page, one.fix.summary, one.fix.change) == (PAGE, "undo revision 101 of Zoe", UndoRevision(101, page(), ANA6))


@pytest.mark.parametrize(
    "user",
    [
        pytest.param("Ana", id="a player"),
        pytest.param("ana", id="in another case"),
        pytest.param("Bo_Vane", id="an underscore"),
        pytest.param("Boatswain", id="an alias"),
        pytest.param("Ivo", id="an idle one"),
    ],
)
def test_nobody_on_the_roster_is_an_outsider(user: str) -> None:
    assert not report(game(Save(user, ANA6), profile=Profile(aliases={"Boatswain": "Bo Vane"})), "BN501").findings


@pytest.mark.parametrize(
    ("text", "comment", "found"),
    [
        pytest.param(page(note="The state  of the ''boats''."), "", False, id="formatting"),
        pytest.param(page(note="The state of the boats. Dice: 3."), "", True, id="a note"),
        pytest.param(page(fog="2"), "formatting", True, id="a number, whatever the summary says"),
        pytest.param(page(fog="2"), "BN401 (rule “Fog”): set", True, id="a summary like this tool's"),
    ],
)
def test_what_everybody_may_correct(text: str, comment: str, found: bool) -> None:
    assert bool(report(game(Save("Zoe", text, comment)), "BN501").findings) is found


def test_an_edit_that_the_journal_has_is_our_own() -> None:
    view = game(Save("Our bot", ANA6), Save("Our bot", ANA7))
    assert [one.subject.id for one in report(replace(view, written=frozenset({101})), "BN501").findings] == ["102"]


def test_the_undoing_of_what_nothing_accounts_for_is_allowed() -> None:
    vandal = Save("Zoe", page(Bo_Vane=("70", "Dark", "Salt lamps")))
    found = report(game(vandal, Save("Quinn", page(), "rv")), "BN501").findings
    assert [(one.subject.id, one.severity, one.what) for one in found] == [("101", Severity.INFO, "mended")]
    assert found[0].message.endswith("; revision 102 mended it")
    assert found[0].fix is None
    assert [each.excerpt for each in found[0].evidence] == ["revision 101 by Zoe: ", "revision 102 by Quinn: rv"]


def test_the_undoing_of_a_move_is_no_excuse() -> None:
    found = report(game(Save("Ana", ANA7, "stoking"), Save("Quinn", page(), "undo")), "BN501").findings
    assert [(one.subject.id, one.severity) for one in found] == [("102", Severity.WARNING)]


def test_a_similar_name_makes_it_doubtful() -> None:
    one = only(game(Save("BoVane", ANA6)), "BN501")
    assert one.confidence is Confidence.LOW
    assert one.message.endswith("; the blog has a Bo Vane: if they are one person, name the alias in the configuration")


@pytest.mark.parametrize(
    ("since", "reaches", "spoke", "sure"),
    [
        pytest.param(60 * DAY, False, True, Confidence.MEDIUM, id="a sidebar from before shows them not"),
        pytest.param(None, True, False, Confidence.MEDIUM, id="never on the blog"),
        pytest.param(None, False, False, Confidence.LOW, id="the blog of that time was not seen"),
        pytest.param(None, True, True, Confidence.LOW, id="perhaps a player then"),
    ],
)
def test_an_unknown_roster_makes_it_doubtful(since: timedelta | None, reaches: bool, spoke: bool, sure: Confidence) -> None:
    posts = (post(Category.STORY, 2 * DAY, author="Zoe"),) if spoke else ()
    view = game(Save("Zoe", ANA6), since=since, posts=posts)
    seen = replace(view, coverage=Coverage() if reaches else Coverage(NOW - DAY))
    assert only(seen, "BN501").confidence is sure


def joining(age: timedelta) -> Post:
    return post(Category.NONE, age, author="Ana", subject="Welcome", body="Cy joins the game. Quorum is 2.")


@pytest.mark.parametrize(
    ("age", "found"),
    [
        pytest.param(HOUR + MINUTE, False, id="after joining"),
        pytest.param(HOUR - MINUTE, False, id="within the hour"),
        pytest.param(timedelta(minutes=1), False, id="an hour before joining less a minute"),
    ],
)
def test_who_joined_around_then_is_not_accused(age: timedelta, found: bool) -> None:
    view = game(Save("Cy", ANA6), since=None, posts=(joining(age),))
    assert bool(report(view, "BN501").findings) is found


# What is not known


def test_hidden_revisions_accuse_nobody() -> None:
    view = game(Save("Zoe", None), Save("Ana", ANA6), Save(None, ANA7), posts=(STORY,))
    for code in ("BN501", "BN502", "BN503", "BN506"):
        seen = report(view, code)
        why = "who made 3 revisions of “The Cut”, or what they changed, is not known"
        assert (seen.findings, [item.why for item in seen.not_evaluated if "known" in item.why]) == ((), [why])


def test_a_gap_in_the_history_accuses_nobody() -> None:
    view = game(Save("Ana", ANA6), Save("Zoe", ANA7))
    known = view.histories[PAGE]
    gap = replace(view, histories={PAGE: (known[0], known[2])})
    assert not report(gap, "BN501").findings
    assert [one.subject.id for one in report(view, "BN501").findings] == ["102"]


def test_without_edits_that_is_said() -> None:
    alone = report(game(), "BN501")
    why = "no consecutive revisions of “{}” are available with their texts"
    assert [item.why for item in alone.not_evaluated] == [why.format("Ruleset"), why.format("The Cut")]
    assert [item.why for item in report(game(), "BN506").not_evaluated] == [why.format("The Cut")]


# Somebody idle


def test_an_idle_player_is_found() -> None:
    one = only(game(Save("Ivo", page(Ivo=("5", "Dark", "Primrose")), "stoking")), "BN502")
    assert one.message == "Ivo was idle, and edited “The Cut” (Ivo's Coal: 3 → 5)"
    assert (one.severity, one.confidence) == (Severity.WARNING, Confidence.MEDIUM)
    assert one.fix is not None


EMPTY = RULES.replace("= Appendix", "== Oars ==\n\n= Appendix")


def test_a_permission_for_players_is_none_for_others() -> None:
    for user, found in (("Ana", []), ("Ivo", ["BN502"]), ("Zoe", ["BN501"])):
        rules = ruleset(EMPTY)
        view = game(Save(user, RULES), title="Ruleset", rules=rules, start=EMPTY)
        assert [one.code for one in run_all(view, select=["BN501", "BN502"]).findings] == found


def test_who_may_have_been_active_is_not_evaluated() -> None:
    view = game(Save("Ivo", page(Ivo=("5", "Dark", "Primrose"))), Save("Ivo", page(Ivo=("7", "Dark", "Primrose"))), since=None)
    seen = report(view, "BN502")
    assert not seen.findings
    (one,) = [item for item in seen.not_evaluated if "idle" in item.why]
    why = "whether Ivo was idle when making revision 102 of “The Cut” and 1 other revision is not known: idle afterwards, and no "
    assert one.why == why + "announcement tells since when"
    assert (one.until, one.inconclusive) == (NOW - HOUR, False)


@pytest.mark.parametrize(
    ("age", "known"),
    [pytest.param(3 * DAY, True, id="long after going idle"), pytest.param(HOUR + 30 * MINUTE, False, id="within the hour")],
)
def test_an_announcement_tells_since_when(age: timedelta, known: bool) -> None:
    idles = post(Category.NONE, age, author="Ana", subject="Ivo idles out", body="Ivo is idle after seven days. Quorum is 2.")
    seen = report(game(Save("Ivo", page(Ivo=("5", "Dark", "Primrose"))), since=None, posts=(idles,)), "BN502")
    assert bool(seen.findings) is known
    assert any("Ivo" in item.why for item in seen.not_evaluated) is not known


def test_an_idle_admin_may_move_rows() -> None:
    idles = post(Category.NONE, 3 * DAY, author="Ana", subject="Ivo idles out", body="Ivo is idle after seven days. Quorum is 2.")
    without = page().replace("|-\n| Ivo || 3 || Dark || Primrose\n", "")
    for text, found in ((without, []), (without.replace("Ana || 5", "Ana || 6"), ["BN502"])):
        seen = report(game(Save("Ivo", text), since=None, posts=(idles,)), "BN502")
        assert [one.code for one in seen.findings] == found


# A hiatus


def test_a_move_in_a_hiatus_is_found() -> None:
    view = game(Save("Ana", ANA7, "stoking"), posts=(dov(5 * HOUR, author="Bo Vane"),))
    one = only(view, "BN503")
    assert one.message.startswith("Ana edited “The Cut” (Ana's Coal: 5 → 7) during a hiatus: a pending DoV, “Dov: A Matter”; its changes ")
    assert (one.confidence, one.severity) == (Confidence.MEDIUM, Severity.WARNING)


@pytest.mark.parametrize(
    ("since", "found"),
    [
        pytest.param(HOUR - MINUTE, False, id="before it began"),
        pytest.param(HOUR, False, id="in the minute in which it began"),
        pytest.param(HOUR + MINUTE, True, id="a minute later"),
    ],
)
def test_when_a_hiatus_begins(since: timedelta, found: bool) -> None:
    view = game(Save("Ana", ANA7, "stoking"), posts=(dov(since, author="Bo Vane"),))
    assert bool(report(view, "BN503").findings) is found


@pytest.mark.parametrize(
    ("saves", "found"),
    [
        pytest.param([Save("Ana", page(Ana=("5", "Dark", "Swann")))], ["101"], id="a text"),
        pytest.param([Save("Ana", page(note="No values."))], [], id="no value"),
        pytest.param([Save("Ana", ANA7), Save("Bo Vane", page(), "undo: hiatus")], ["101"], id="undone"),
        pytest.param([Save("Ana", page(Bo_Vane=("7", "Dark", "Salt Lamps")))], [], id="spelling"),
    ],
)
def test_what_may_be_done_in_a_hiatus(saves: list[Save], found: list[str]) -> None:
    view = game(*saves, posts=(dov(9 * HOUR, author="Bo Vane"),))
    assert [one.subject.id for one in report(view, "BN503").findings] == found


def test_the_new_emperor_prepares_the_page_in_an_interregnum() -> None:
    won = dov(3 * DAY, author="Bo Vane", closed=NOW - DAY)
    saves = (Save("Bo Vane", ANA6), Save("Ana", ANA7))
    assert [one.subject.id for one in report(game(*saves, posts=(won,), emperor=None), "BN503").findings] == ["102"]
    begun = (won, address(30 * MINUTE, author="Bo Vane"))
    assert [one.subject.id for one in report(game(*saves, posts=begun, emperor=None), "BN503").findings] == ["102"]


FIVE = Roster(("Ana", "Bo Vane", "Cy", "Dee", "Ed"), ("Ivo",), frozenset({"Ana"}))
DORMANT = replace(ruleset(), voting=parameters().voting)


@pytest.mark.parametrize(
    ("roster", "since", "told", "found", "unknown"),
    [
        pytest.param(ROSTER, 60 * DAY, None, True, False, id="three players"),
        pytest.param(Roster((*ROSTER.active, "Dee"), ("Ivo",)), 60 * DAY, None, True, False, id="one too few"),
        pytest.param(FIVE, 60 * DAY, None, False, False, id="five players"),
        pytest.param(FIVE, None, None, False, False, id="five players, and an idle one who may have been active"),
        pytest.param(Roster(FIVE.active[:4], ("Ivo",)), None, None, False, True, id="four, and one who may have been active"),
        pytest.param(Roster(FIVE.active[:4], ("Ed",)), None, 30 * MINUTE, False, True, id="the fifth idled within the hour"),
        pytest.param(Roster(FIVE.active[:4], ("Ed",)), None, 3 * HOUR, True, False, id="the fifth had idled before"),
    ],
)
def test_a_move_while_the_game_was_dormant(
    roster: Roster, since: timedelta | None, told: timedelta | None, found: bool, unknown: bool
) -> None:
    idles = [] if told is None else [post(Category.NONE, told, author="Ana", subject="Ed idles", body="Ed idles out. Quorum drops to 3.")]
    old = proposal(20 * DAY, author="Ana", closed=NOW - 19 * DAY)
    seen = report(game(Save("Ana", ANA7, "stoking"), roster=roster, since=since, posts=(old, *idles), rules=DORMANT), "BN503")
    assert bool(seen.findings) is found
    assert any("hiatus" in item.why for item in seen.not_evaluated) is unknown
    if found:
        assert seen.findings[0].message.startswith("Ana edited “The Cut” (Ana's Coal: 5 → 7) during a hiatus: ")
        assert seen.findings[0].confidence is Confidence.MEDIUM


def test_dormancy_by_rules_that_are_not_known_is_not_evaluated() -> None:
    view = game(Save("Ana", ANA7), posts=(STORY,))
    unread = replace(view.rules, unread=(UnreadClause("dormancy", "it is not understood", "Dormancy"),)) if view.rules else None
    for other, why in (
        (replace(view, stood=()), "earlier revisions of the Ruleset are not available"),
        (replace(view, rules=unread), "the clause on dormancy was not understood"),
    ):
        (one,) = [item for item in report(other, "BN503").not_evaluated if "hiatus" in item.why]
        assert one.why == f"whether the game was on hiatus at 1 revision of the tracking page is not known: {why}"


def test_a_rule_that_speaks_of_a_hiatus_makes_it_doubtful() -> None:
    law = RULES.replace("== Lamps", "During a hiatus, a Bargee may set their Badge to Asleep.\n\n== Lamps")
    view = game(Save("Ana", page(Ana=("5", "Dark", "Asleep"))), posts=(dov(5 * HOUR, author="Bo Vane"),), rules=ruleset(law))
    assert only(view, "BN503").confidence is Confidence.LOW


# Another player's value


def test_another_players_value_is_information() -> None:
    one = only(game(Save("Ana", BO6)), "BN506")
    assert one.message == "Ana changed what another player has: “The Cut” (Bo Vane's Lamp: Dark → Broken)"
    assert (one.severity, one.confidence, one.fix) == (Severity.INFO, Confidence.MEDIUM, None)


@pytest.mark.parametrize(
    ("save", "found"),
    [
        pytest.param(Save("Ana", ANA7), False, id="one's own"),
        pytest.param(Save("Ana", page(fog="2")), False, id="the game's"),
        pytest.param(Save("Ana", page(Bo_Vane=("0", "Dark", "Salt lamps")), "robbing"), False, id="by an action on others"),
        pytest.param(Save("Ana", page(Bo_Vane=("7", "Bright", "Salt lamps")), "trimming"), True, id="by an action on oneself"),
        pytest.param(Save("Zoe", BO6), False, id="by an outsider, which is another finding"),
    ],
)
def test_whose_value_it_is(save: Save, found: bool) -> None:
    assert bool(report(game(save), "BN506").findings) is found


@pytest.mark.parametrize(
    ("emperor", "sure"),
    [
        pytest.param("Ana", [], id="the Emperor"),
        pytest.param(None, [Confidence.LOW], id="perhaps the Emperor"),
        pytest.param("Cy", [Confidence.MEDIUM], id="somebody else"),
    ],
)
def test_the_emperors_edits_are_no_findings(emperor: str | None, sure: list[Confidence]) -> None:
    posts = (address(9 * DAY, author=emperor),) if emperor else ()
    made = run_all(game(Save("Ana", BO6), posts=posts, emperor=emperor), select=["BN506"])
    assert [one.confidence for one in made.findings] == sure
