"""Edits that look allowed and are not, and allowed ones that look wrong: what accounts for each, and whether it is found."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from parsers.model import Confidence, Post, Status
from tests.validators.edits.boats import RULES as BOAT_RULES
from tests.validators.edits.boats import Save, described, game, page, ruleset
from tests.validators.edits.ruleset_edits import RULES, changed, edit, enacted, view_of
from tests.validators.making import DAY, MINUTE, NOW
from validators.checks.facts import Facts
from validators.checks.run import run_all
from validators.finding import Severity

HIGH, MEDIUM, LOW = Confidence
ACTIONS = (
    "As a Daily Action called Stoking, a Bargee may gain 2 Coal.\n",
    "As a Daily Action called Robbing, a Bargee may choose another Bargee and set the Coal of that Bargee to 0.\n",
    "As a Daily Action called Trimming, a Bargee may set their Lamp to Bright.\n",
    " As a Weekly Action, the Warden may raise the Fog by 1.",
)


class Trap(NamedTuple):
    """An edit of the tracking page: what is there afterwards, and a rule that stands in place of all actions, "" for none.

    ``most`` is how surely something may account for it at most: HIGH where it is allowed.
    """

    name: str
    most: Confidence
    user: str
    text: str
    comment: str = ""
    rule: str = ""


def ana(coal: str = "5", lamp: str = "Dark", badge: str = "Swan") -> tuple[str, str, str]:
    return coal, lamp, badge


def bo(coal: str = "7", lamp: str = "Dark", badge: str = "Salt lamps") -> tuple[str, str, str]:
    return coal, lamp, badge


def cy(coal: str = "9", lamp: str = "Bright", badge: str = "-") -> tuple[str, str, str]:
    return coal, lamp, badge


GIVE = "Once per week, a Bargee may give 1 Coal to another Bargee."
BREAK = "The Warden may set the Lamp of any Bargee to Broken."
LIGHT = "As a Daily Action called Lighting, a Bargee may spend 2 Coal to set their Lamp to Bright."
NEVER = "A Bargee may not set their Lamp to Broken. A Bargee can never change their Badge."
UP_TO = "As a Daily Action called Fogging, a Bargee may raise the Fog by up to 3."
NAME = "As a Daily Action called Naming, a Bargee may set their Badge to the name of another Bargee."
DOUBLE = "A Bargee may double their own Coal once per dynasty."
IF_BROKEN = "A Bargee whose Lamp is Broken may set the Fog to 0."
IF_RICH = "If a Bargee's Coal is greater than 20, that Bargee may change their Badge."
TALK = "Bargees may propose to change the Badge of a Bargee. Any Bargee may announce the Coal of another Bargee."
RICHEST = "The Bargee with the most Coal may set the Badge of any other Bargee."
TWICE = "As a Daily Action called Begging, a Bargee may gain 2 Coal. As a Daily Action called Fishing, a Bargee may gain 2 Coal."
MUCH = "As a Daily Action called Digging, a Bargee may gain up to 5000 Coal. A Bargee with Coal may gain up to 3 Coal."
WEEKLY = "At the end of each week, the Warden reduces the Coal of each Bargee by 1."

ON_THE_PAGE = (
    Trap("own and another's gain", LOW, "Ana", page(Ana=ana("7"), Bo_Vane=bo("9"))),
    Trap("robber keeps the loot", MEDIUM, "Ana", page(Ana=ana("14"), Bo_Vane=bo("0")), "robbing"),
    Trap("own lamp broken", MEDIUM, "Ana", page(Ana=ana(lamp="Broken")), "trimming"),
    Trap("own lamp dimmed", LOW, "Cy", page(Cy=cy(lamp="Dark"))),
    Trap("fog lowered by warden", LOW, "Cy", page(fog="0")),
    Trap("fog up by two", LOW, "Cy", page(fog="3")),
    Trap("loss instead of gain", MEDIUM, "Ana", page(Ana=ana("3")), "stoking"),
    Trap("two gains in one edit", MEDIUM, "Ana", page(Ana=ana("9")), "stoking twice"),
    Trap("row of a stranger", LOW, "Ana", page(Zed=("5", "Dark", "-"))),
    Trap("rival's row removed", LOW, "Ana", page().replace("|-\n| Bo Vane || 7 || Dark || Salt lamps\n", "")),
    Trap("values swapped", LOW, "Ana", page(Ana=ana("7"), Bo_Vane=bo("5"))),
    Trap("rival's badge", LOW, "Ana", page(Bo_Vane=bo(badge="Thief"))),
    Trap("own badge, which no rule lets change", LOW, "Ana", page(Ana=ana(badge="King"))),
    Trap("stoking named, another's lamp", LOW, "Ana", page(Bo_Vane=bo(lamp="Bright")), "stoking"),
    Trap("a formatting summary on a number", LOW, "Ana", page(Ana=ana("6")), "fix formatting"),
    Trap("fraction", MEDIUM, "Ana", page(Ana=ana("7.5")), "stoking"),
    Trap("gain, and the rival's lamp", LOW, "Ana", page(Ana=ana("7"), Bo_Vane=bo(lamp="Broken")), "stoking"),
    Trap("robbing to one", LOW, "Ana", page(Bo_Vane=bo("1")), "robbing"),
    Trap("robbing two", MEDIUM, "Ana", page(Bo_Vane=bo("0"), Cy=cy("0")), "robbing"),
    Trap("blank coal", LOW, "Ana", page(Bo_Vane=bo("")), "robbing"),
    Trap("gain bold", HIGH, "Ana", page(Ana=ana("'''7'''")), "stoking"),
    Trap(
        "gain with sorted rows",
        HIGH,
        "Ana",
        page(Ana=ana("7"))
        .replace("|-\n| Ivo || 3 || Dark || Primrose\n", "")
        .replace("|-\n| Ana", "|-\n| Ivo || 3 || Dark || Primrose\n|-\n| Ana"),
    ),
    Trap("small letter user", HIGH, "ana", page(Ana=ana("7"))),
    Trap("underscore user", HIGH, "Bo_Vane", page(Bo_Vane=bo("9"))),
    Trap("two actions", HIGH, "Ana", page(Ana=ana("7", "Bright")), "stoking, trimming"),
    Trap("warden's fog", HIGH, "Cy", page(fog="2")),
    Trap("giving", HIGH, "Ana", page(Ana=ana("4"), Bo_Vane=bo("8")), "", GIVE),
    Trap("taking where giving is allowed", LOW, "Ana", page(Ana=ana("6"), Bo_Vane=bo("6")), "", GIVE),
    Trap("giving nothing away", MEDIUM, "Ana", page(Bo_Vane=bo("8")), "", GIVE),
    Trap("keeping what somebody else should get", LOW, "Ana", page(Ana=ana("6")), "", GIVE),
    Trap("warden breaks", HIGH, "Cy", page(Bo_Vane=bo(lamp="Broken")), "", BREAK),
    Trap("warden brightens", LOW, "Cy", page(Bo_Vane=bo(lamp="Bright")), "", BREAK),
    Trap("player breaks", LOW, "Ana", page(Bo_Vane=bo(lamp="Broken")), "", BREAK),
    Trap("lighting paid", HIGH, "Ana", page(Ana=ana("3", "Bright")), "", LIGHT),
    Trap("lighting, paid to oneself", MEDIUM, "Ana", page(Ana=ana("7", "Bright")), "lighting", LIGHT),
    Trap("lighting unpaid", MEDIUM, "Ana", page(Ana=ana("5", "Bright")), "lighting", LIGHT),
    Trap("lighting, paid by another", LOW, "Ana", page(Ana=ana("5", "Bright"), Bo_Vane=bo("5")), "lighting", LIGHT),
    Trap("forbidden lamp", LOW, "Ana", page(Ana=ana(lamp="Broken")), "", NEVER),
    Trap("forbidden badge", LOW, "Ana", page(Ana=ana(badge="x")), "", NEVER),
    Trap("up to three", HIGH, "Ana", page(fog="4"), "", UP_TO),
    Trap("more than up to three", MEDIUM, "Ana", page(fog="6"), "fogging", UP_TO),
    Trap("up to three, down", MEDIUM, "Ana", page(fog="0"), "fogging", UP_TO),
    Trap("naming", HIGH, "Ana", page(Ana=ana(badge="Cy")), "", NAME),
    Trap("naming another's", LOW, "Ana", page(Bo_Vane=bo(badge="Ana")), "naming", NAME),
    Trap("doubling another", LOW, "Ana", page(Bo_Vane=bo("14")), "", DOUBLE),
    Trap("doubling own", HIGH, "Ana", page(Ana=ana("10")), "", DOUBLE),
    Trap("condition on the lamp: the lamp", LOW, "Ana", page(Ana=ana(lamp="Broken")), "", IF_BROKEN),
    Trap("condition on the lamp: the fog", HIGH, "Ana", page(fog="0"), "", IF_BROKEN),
    Trap("coal named in a condition only", LOW, "Ana", page(Bo_Vane=bo("21")), "", IF_RICH),
    Trap("badge under a condition", HIGH, "Ana", page(Ana=ana(badge="x")), "", IF_RICH),
    Trap("only proposing", LOW, "Ana", page(Bo_Vane=bo(badge="x")), "", TALK),
    Trap("only announcing", LOW, "Ana", page(Bo_Vane=bo("1")), "", TALK),
    Trap("by role", LOW, "Ana", page(Bo_Vane=bo(badge="x")), "", RICHEST),
    Trap("one of two actions that do the same", MEDIUM, "Ana", page(Ana=ana("7")), "", TWICE),
    Trap("one of two actions that do the same, by its name", HIGH, "Ana", page(Ana=ana("7")), "fishing", TWICE),
    Trap("up to a great number", HIGH, "Ana", page(Ana=ana("905")), "", MUCH),
    Trap("weekly by the warden", HIGH, "Cy", page(Ana=ana("4"), Bo_Vane=bo("6"), Cy=cy("8"), Ivo=("2", "Dark", "Primrose")), "", WEEKLY),
    Trap("weekly, by two", LOW, "Cy", page(Ana=ana("3"), Bo_Vane=bo("5"), Cy=cy("7"), Ivo=("1", "Dark", "Primrose")), "", WEEKLY),
    Trap("weekly, upward for a rival", LOW, "Cy", page(Cy=cy("10")), "", WEEKLY),
)


@pytest.mark.parametrize("trap", ON_THE_PAGE, ids=lambda trap: trap.name)
def test_edits_of_the_tracking_page(trap: Trap) -> None:
    text = BOAT_RULES
    for action in ACTIONS if trap.rule else ():
        text = text.replace(action, "")
    rules = ruleset(text.replace("= Appendix =", f"== Extra ==\n{trap.rule}\n\n= Appendix ="))
    view = game(Save(trap.user, trap.text, trap.comment), rules=rules)
    by = described(view)[-1].by
    if trap.most is HIGH:
        accused = run_all(view, select=["BN501", "BN502", "BN503", "BN504", "BN505", "BN506"]).findings
        assert by is not None
        assert by.confidence in (HIGH, MEDIUM)
        assert [each for each in accused if each.severity is not Severity.INFO] == []
    else:
        assert by is None or by.confidence.rank >= trap.most.rank


class RuleTrap(NamedTuple):
    """An edit of the Ruleset, and the matters that were enacted or not five minutes before; ``allowed`` is it where they instruct it."""

    name: str
    allowed: bool
    text: str
    posts: tuple[Post, ...] = ()
    comment: str = ""


MORE = enacted('In the rule "Lamps", replace "up to four Lamps" with "up to six Lamps".')
SAILS = "== Sails ==\nA Boat has a sail.\n"
ADDED = enacted('Add a new dynastic rule called "Sails":\nA Boat has a sail.')
DONE = changed(("up to four", "up to six"))
OF_THE_RULESET = (
    RuleTrap("seven for six", False, changed(("up to four", "up to seven")), (MORE,)),
    RuleTrap("six, and the negation dropped", False, changed(("up to four", "up to six"), ("may not sell", "may sell")), (MORE,)),
    RuleTrap("in another rule too", False, changed(("up to four", "up to six"), ("room for two", "room for six")), (MORE,)),
    RuleTrap(
        "done twice (bullet doubled)", False, changed(("* A lit Lamp is bright.", "* A lit Lamp is bright.\n* A lit Lamp is bright."))
    ),
    RuleTrap("heading level raised", False, changed(("== Oil ==", "=== Oil ==="))),
    RuleTrap("hidden in a comment", False, changed(("Oil burns.", "<!-- Oil burns. -->"))),
    RuleTrap("nowiki", True, changed(("Oil burns.", "<nowiki>Oil burns.</nowiki>"))),
    RuleTrap("link added", True, changed(("Oil burns.", "[[Oil]] burns."))),
    RuleTrap("link to a shown name", False, changed(("Oil burns.", "[[Oil|Gold]] burns."))),
    RuleTrap("template for a sentence", False, changed(("Oil burns.", "{{burns}}"))),
    RuleTrap("number in words to a higher", False, changed(("room for two", "room for twelve"))),
    RuleTrap("word order", False, changed(("A Boat has room for two.", "A room has Boat for two."))),
    RuleTrap("may to must", False, changed(("A Player may light", "A Player must light"))),
    RuleTrap("up to deleted", False, changed(("up to four", "four"))),
    RuleTrap("a day to a week", False, changed(("four Lamps a day", "four Lamps a week"))),
    RuleTrap("Sunday to Monday", False, changed(("on a Sunday", "on a Monday"))),
    RuleTrap("Lamp to Lamps", False, changed(("sell a Lamp on", "sell Lamps on"))),
    RuleTrap("typo summary on a number", False, changed(("has 5 Oil", "has 6 Oil")), (), "typo"),
    RuleTrap("undo summary, other text", False, changed(("has 5 Oil", "has 6 Oil")), (), "undo revision 99"),
    RuleTrap("tool's summary", False, changed(("has 5 Oil", "has 6 Oil")), (), "BN602: put right"),
    RuleTrap("matter named, not instructed", False, changed(("has 5 Oil", "has 6 Oil")), (MORE,), "More Lamps"),
    RuleTrap("term replaced", False, changed(("* Player (Player)", "* Bargee (Player)"))),
    RuleTrap(
        "rules swapped in place",
        True,
        RULES.replace(
            "== Oil ==\nEach Player has 5 Oil. Oil burns.\n== Boats ==\nA Boat has room for two.\n",
            "== Boats ==\nA Boat has room for two.\n== Oil ==\nEach Player has 5 Oil. Oil burns.\n",
        ),
    ),
    RuleTrap(
        "dynastic rule moved to core",
        False,
        RULES.replace("== Boats ==\nA Boat has room for two.\n", "").replace(
            "= Dynastic", "== Boats ==\nA Boat has room for two.\n= Dynastic"
        ),
    ),
    RuleTrap("section heading renamed", False, changed(("= Dynastic Rules =", "= Dynastic Rules (repealed) ="))),
    RuleTrap("struck number", False, changed(("has 5 Oil", "has <s>5</s> 6 Oil"))),
    RuleTrap("superscript number", False, changed(("has 5 Oil", "has 5<sup>2</sup> Oil"))),
    RuleTrap("thousands sign", False, changed(("has 5 Oil", "has 5,0 Oil"))),
    RuleTrap("fullwidth five", True, changed(("has 5 Oil", "has 5&nbsp;Oil"))),
    RuleTrap("a dash made minus", False, changed(("has 5 Oil", "has -5 Oil"))),
    RuleTrap("double negative", False, changed(("A dark Lamp is not.", "A dark Lamp is not not."))),
    RuleTrap("a quoted exception", False, changed(("Oil burns.", "Oil burns (except Anna's)."))),
    RuleTrap(
        "repeal done whole", True, RULES.replace("== Boats ==\nA Boat has room for two.\n", ""), (enacted('Repeal the rule "Boats".'),)
    ),
    RuleTrap(
        "repeal of another rule",
        False,
        RULES.replace("== Oil ==\nEach Player has 5 Oil. Oil burns.\n", ""),
        (enacted('Repeal the rule "Boats".'),),
    ),
    RuleTrap(
        "rule added with another title",
        False,
        RULES.replace("== Boats ==", "== Sail ==\nA Boat has a sail.\n== Boats =="),
        (enacted('Add a rule called "Sails":\nA Boat has a sail.'),),
    ),
    RuleTrap("a failed matter", False, DONE, (enacted(MORE.body, status=Status.FAILED),), "More Lamps"),
    RuleTrap("a matter of long ago", False, DONE, (enacted(MORE.body, NOW - 100 * DAY),)),
    RuleTrap("a rule of the dynasty added to the core", False, RULES.replace("= Dynastic", f"{SAILS}= Dynastic"), (ADDED,)),
    RuleTrap("a rule added where it belongs", True, RULES.replace("= Appendix", f"{SAILS}= Appendix"), (ADDED,)),
)


@pytest.mark.parametrize("trap", OF_THE_RULESET, ids=lambda trap: trap.name)
def test_edits_of_the_ruleset(trap: RuleTrap) -> None:
    view = view_of(*trap.posts, edit(trap.text, NOW - 5 * DAY + 5 * MINUTE, "Anna", trap.comment))
    by = Facts(view).described["Ruleset"][-1].by
    report = run_all(view, select=["BN501", "BN601", "BN602"])
    assert report.not_evaluated == ()
    assert bool(report.findings) is not trap.allowed
    assert (by is not None and by.confidence is HIGH) is trap.allowed
