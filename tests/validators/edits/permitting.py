"""Rules that let somebody change text of the Ruleset, or seem to: crossed with edits of which each is legal or not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from parsers.model import Confidence, Roster
from tests.validators.edits.ruleset_edits import NOW, START, edit, view_of
from validators.checks.facts import Facts
from validators.checks.run import run_all
from validators.view import GameView, SeenRoster

ROSTER = Roster(("Anna", "Boris", "Cyril", "Emperor"), ("Ivo",), frozenset({"Anna"}))
USERS = {"P": "Cyril", "E": "Emperor", "A": "Anna", "I": "Ivo", "Z": "Zoe"}
"""A player, the Emperor, an Admin, an idle player and an outsider."""

SEEDS = """== Seeds ==
Each Gardener has 5 Seeds. Seeds may not be sold.

* A wet Seed grows.
* A dry Seed does not.
"""
PONDS = "== Ponds ==\nA Pond has room for two.\n"
PAGE = f"""= Core Rules =
== Votes ==
Each Gardener has one vote.
= Dynastic Rules =
== Ledger ==
{{}}

A page has 40 lines. No page may be torn.

* Oak
* Elm
{SEEDS}{PONDS}= Appendix =
== Words ==
* Gardener (Player)
* Head Gardener (Emperor)
"""
EDITS: Mapping[str, tuple[str, str]] = {
    "own number": ("40 lines", "80 lines"),
    "own negation": ("No page", "A page"),
    "own sentence": ("be torn.", "be torn. Cyril has the longest beard."),
    "own item": ("* Elm\n", "* Elm\n* Yew\n"),
    "own item gone": ("* Elm\n", ""),
    "own item changed": ("* Elm\n", "* Yew\n"),
    "own subrule": ("* Elm\n", "* Elm\n=== Leaves ===\nLeaves are green.\n"),
    "own title": ("== Ledger ==", "== Book =="),
    "other number": ("5 Seeds", "9 Seeds"),
    "other negation": ("may not be sold", "may be sold"),
    "other sentence": ("be sold.", "be sold. Cyril has the longest beard."),
    "other item gone": ("* A dry Seed does not.\n", ""),
    "rule gone": (PONDS, ""),
    "new rule": ("= Appendix", "== Beards ==\nCyril has the longest beard.\n= Appendix"),
    "dated rule": ("= Appendix", "== Beards ==\nDeath Date: May 5\n\nCyril has the longest beard.\n= Appendix"),
    "dated": ("== Ponds ==\n", "== Ponds ==\nDeath Date: May 5\n\n"),
    "core number": ("one vote", "two votes"),
    "appendix": ("(Player)", "(Emperor)"),
}

OWN = ("own number", "own negation", "own sentence", "own item", "own item gone", "own item changed")
OTHERS = ("other number", "other negation", "other sentence", "other item gone", "dated")
ALL = (*OWN, *OTHERS)
ADDED = ("own sentence", "own item")
MORE = (*ADDED, "other sentence", "dated")
ITEMS = ("own item", "own item gone", "own item changed")


def legal(users: str, *edits: str) -> dict[tuple[str, str], bool]:
    """These edits are legal for these users; after a question mark nobody knows."""
    sure, _, unsure = users.partition("?")
    return {(user, each): user in sure for user in (*sure, *unsure) for each in edits}


@dataclass(frozen=True)
class LawfulEdits:
    """The text of a rule, and by user and edit whether it allows the edit, where it does or may (False: only a reader can tell)."""

    text: str
    lawful: Mapping[tuple[str, str], bool]


def rule(text: str, *lawful: Mapping[tuple[str, str], bool]) -> LawfulEdits:
    """A rule of the table."""
    return LawfulEdits(text, {key: value for each in lawful for key, value in each.items()})


PLAYERS = "PEA"
RULES = (
    # Nothing is allowed
    rule("Oaks are old."),
    rule("Each Gardener has an Address, which is any text. A Gardener may set their Address to that of another rule."),
    rule("A Gardener may not amend this rule."),
    rule("The text of this rule must never be altered."),
    rule("Gardeners cannot add text to any rule."),
    rule("No Gardener may amend this rule."),
    rule("Nobody may repeal a dynastic rule."),
    rule("Proposals may repeal any dynastic rule."),
    rule("Any votable matter may amend the text of any rule."),
    rule("An Ascension Address may list dynastic rules to keep."),
    rule("Proposals should not do any of these:\n\n* Add any subrules to this rule\n* Amend the Ruleset"),
    rule("If a Gardener may amend this rule, that Gardener gains 2 Seeds."),
    rule("A Gardener who may add text to a rule gains 2 Seeds."),
    rule("A Gardener may change their Motto to any text."),
    rule("A Gardener may change their Tree to one that is listed in this rule."),
    rule("A Gardener may update their Seeds as described in this rule."),
    rule("A Gardener may change the Height by the number of rules."),
    rule("The Head Gardener should update the Height according to the rules."),
    rule("A Gardener may add a Seed to their list of Seeds."),
    rule("A Gardener may write a post for any rule that bores them."),
    rule("A Gardener may propose a change to this rule."),
    rule("A Gardener may not make an edit of any rule."),
    rule("A Gardener may look at the record of this rule."),
    rule("A Gardener may read the list of rules."),
    rule("A Gardener may choose not to amend this rule."),
    rule("A Gardener may make a story post that names a dynastic rule."),
    rule("A Gardener may ignore any dynastic rule."),
    rule("A Gardener may change the name of their Tree."),
    rule("A Gardener may move to any Pond that the rules name."),
    rule("Rules may have Dates. A rule with a Date is dated."),
    rule("When a rule is added, no Admin may edit it."),
    rule("Gardeners may change this rule only by Proposal."),
    rule("A Gardener may amend this rule, but only via an enacted CfJ."),
    rule("Through a Proposal, a Gardener may amend this rule."),
    rule("A Gardener may, by a successful CfJ, amend this rule."),
    rule("A Gardener may add no text to this rule."),
    rule("A Gardener may change nothing in this rule."),
    rule("A Gardener may refuse to amend this rule."),
    rule("The Head Gardener may forbid a Gardener to amend this rule."),
    rule("Gardeners must avoid the following:\n\n* Add text to this rule"),
    # The rule's own text
    rule("A Gardener whose Seed was moved by a Proposal may amend this rule.", legal(PLAYERS, *OWN, "own title")),
    rule("A Gardener may amend this rule if it was added by a Proposal.", legal(PLAYERS, *OWN, "own title")),
    rule("A Gardener may amend any rule which was added by a Proposal.", legal(PLAYERS, *ALL, "own title")),
    rule("Any Gardener (except Anna) may amend this rule.", legal("PE", *OWN, "own title")),
    rule("A Gardener whose Seed is called Rose may amend this rule.", legal(PLAYERS, *OWN, "own title")),
    rule("A former Gardener may amend this rule.", legal("?PEA", *OWN, "own title")),
    rule("A Gardener may amend this rule.", legal(PLAYERS, *OWN, "own title")),
    rule("At any time, any Gardener may freely edit the text of this rule.", legal(PLAYERS, *OWN)),
    rule("Any Gardener may add a sentence to this rule.", legal(PLAYERS, *ADDED)),
    rule("A Gardener may spend 2 Seeds to add a sentence to this rule.", legal(PLAYERS, *ADDED)),
    rule("A Gardener may, if they have 3 Seeds, add a sentence to the end of this rule.", legal(PLAYERS, *ADDED)),
    rule("As a Weekly Action, a Gardener may remove a line from this rule.", legal(PLAYERS, "own item gone")),
    rule("A Gardener may add a bullet point to the list below.", legal(PLAYERS, "own item")),
    rule("A Gardener may add a tree to the list of trees.", legal(PLAYERS, "own item")),
    rule("The Head Gardener may add or remove entries in this list.", legal("E", "own item", "own item gone")),
    rule("Items in this list may be removed by the Head Gardener.", legal("E", "own item gone")),
    rule("Trees that stand are tracked in the list below.", legal(PLAYERS, *ITEMS)),
    rule("The Head Gardener may change the number of lines in this rule.", legal("E", "own number")),
    rule("Any Gardener may add a subrule to this rule.", legal(PLAYERS, "own subrule")),
    rule("An Admin may amend this rule.", legal("A", *OWN, "own title")),
    rule("As a Daily Action, the Head Gardener may amend this rule.", legal("E", *OWN, "own title")),
    rule("The Gardener named Cyril may amend this rule.", legal("P", *OWN, "own title")),
    rule("Boris may amend this rule.", legal("?PEA", *OWN, "own title")),
    rule("The Gardener named Boris may amend this rule."),
    rule("The Beekeeper may amend this rule.", legal("?PEA", *OWN, "own title")),
    rule("This rule may be amended once a week.", legal("?PEA", *OWN, "own title")),
    rule("This rule may be altered by any Gardener.", legal(PLAYERS, *OWN, "own title")),
    rule("A Gardener may rename this rule.", legal(PLAYERS, "own title")),
    # Other rules
    rule("A Gardener may amend the rule “Seeds”.", legal(PLAYERS, *OTHERS[:-1])),
    rule("A Gardener may amend the rule Seeds.", legal(PLAYERS, *OTHERS[:-1])),
    rule("The Head Gardener must repeal each dynastic rule that is older than a month.", legal("E", "rule gone")),
    rule("Any dynastic rule without a Date may be repealed by any Gardener.", legal(PLAYERS, "rule gone")),
    rule("A Gardener who has 9 Seeds may add a new dynastic rule.", legal(PLAYERS, "new rule", "dated rule")),
    rule("The Head Gardener may create a dynastic rule.", legal("E", "new rule", "dated rule")),
    rule("The Head Gardener may amend any dynastic rule.", legal("E", *ALL, "own title")),
    rule("The Gardener named Cyril may freely edit the Ruleset.", legal("P", *ALL, "own title", "rule gone", "new rule", "own subrule",
                                                                                        "dated rule")),
    rule("A Gardener may add a sentence to any dynastic rule.", legal(PLAYERS, *MORE)),
    rule("A Gardener may change a number in any dynastic rule.", legal(PLAYERS, "own number", "other number")),
    rule("Any Gardener may remove a bullet point from any rule.", legal(PLAYERS, "own item gone", "other item gone")),
    rule("A Gardener may add Seeds to the text of any dynastic rule.", legal(PLAYERS, *MORE)),
    rule("At any time, the Head Gardener may re-order the dynastic rules."),
    rule("The Rank of any rule may be increased by a Gardener."),
    rule("A Gardener may amend this rule" + ", and amend it" * 300 + "."),
    rule("Any Gardener but Anna may amend this rule.", legal("PE", *OWN, "own title")),
    # Steps
    rule("As a Daily Action the Head Gardener should prune, which has these steps:\n\n* Repeal each dynastic rule that is a month old\n"
         "* Make a story post", legal("E", "rule gone")),
    rule("A Gardener may weed, an Atomic Action:\n\n* Remove one bullet point from this rule", legal(PLAYERS, "own item gone")),
    rule("Pruning has these steps:\n\n* Repeal the oldest dynastic rule", legal("?PEA", "rule gone")),
    rule("Whenever a new dynastic rule is added, the enacting Admin must insert “Death Date: X” at the top of the rule.",
         legal("A", "dated")),
    # In other words
    rule("A Gardener may append a new line to the end of this rule.", legal(PLAYERS, *ADDED)),
    rule("Once per week, each Gardener may strike one bullet point from the list above.", legal(PLAYERS, "own item gone")),
    rule("The Head Gardener can, at any time, remove any dynastic rule that is not Ledger from the Ruleset.", legal("E", "rule gone")),
    rule("When a Gardener plants a tree, they should add it to the list below.", legal(PLAYERS, "own item")),
    rule("If this rule has fewer than 9 trees, the Head Gardener should add trees to it until it has nine."),
    rule("Any Gardener may edit this rule to correct its grammar.", legal(PLAYERS, *OWN, "own title")),
    rule("A Gardener may, as a Daily Action, replace one tree in the list below with another tree.", legal(PLAYERS, "own item changed")),
    rule("Gardeners may not add, remove or change any text in this rule."),
    rule("Gardeners may neither add nor remove text in this rule."),
    rule("Only the Head Gardener may amend this rule.", legal("E", *OWN, "own title")),
    rule("A Gardener may change their Tree, and may not change this rule."),
    rule("A Gardener may gain 2 Seeds by adding a sentence to this rule.", legal(PLAYERS, *ADDED)),
    rule("A Gardener may add 2 to their Seeds for each rule."),
    rule("A Gardener may list the rules that they like in a comment."),
    rule("A Gardener may write down a tree in the table below.", legal(PLAYERS, "own item")),
    rule("The Head Gardener may delete this rule at any time.", legal("E")),
    rule("A Gardener can repeal a dynastic rule by spending 9 Seeds.", legal(PLAYERS, "rule gone")),
    rule("Each Gardener's trees are recorded in this rule.", legal(PLAYERS, *ITEMS)),
    rule("Seeds are tracked on the Garden page of the wiki, as listed below."),
    rule("A Gardener may set their Seeds to the number that is listed in the table below."),
    rule("A Gardener may change the tree of another Gardener to any tree in the list below."),
    rule("The Head Gardener may change the Weather to one of the values in this list."),
    rule("The Head Gardener may change the Weather as they see fit, and should record this in a post under this rule."),
    rule("As a Weekly Action, the Head Gardener may increase the number of lines in this rule by 40.", legal("E", "own number")),
    rule("A Gardener may enter a tree from the list below in the Garden."),
    rule("A Gardener may place a tree on any rule."),
    rule("A Gardener may move a tree from the list below to their Garden."),
    rule("A Gardener may copy the text of any rule into a post."),
    rule("A Gardener may update the gamestate to comply with the rules."),
    rule("If the Ruleset does not reflect a legal change, any Gardener may update it to do so."),
    rule("Any Gardener may remove a rule whose Death Date has passed.", legal(PLAYERS, "rule gone")),
    rule("An Admin who enacts a Proposal may add flavour text to the rule that it adds."),
    rule("The Head Gardener may insert a Death Date at the top of each dynastic rule.", legal("E", *MORE)),
    rule("A Gardener may be asked to amend this rule."),
    rule("No part of this rule may be changed."),
    rule("This rule may only be changed by a Proposal."),
    rule("This rule may only be amended by the Head Gardener.", legal("E", *OWN, "own title")),
    rule("Dynastic rules can be repealed or amended by Proposal."),
    rule("Dynastic rules can be amended by the enactment of a Proposal by any Gardener."),
    rule("A Gardener is allowed to add a tree to the list of trees in this rule.", legal(PLAYERS, "own item")),
    rule("Whenever a Seed dies, its Gardener should cross it off the list below.", legal(PLAYERS, "own item gone")),
    rule("Each Gardener may name a tree. When they do so, they should add it as a bullet to this rule.", legal(PLAYERS, "own item")),
    rule("A Gardener may amend any rule with the consent of the Head Gardener.", legal(PLAYERS, *ALL, "own title")),
    rule("A Gardener may amend a copy of this rule on the Garden page."),
    rule("A Gardener may change the wording of their pending proposals as the rules allow."),
    rule("A Gardener may repeal themselves from the Garden by the rules."),
    rule("A Gardener may increase the Height by 1 for each rule."),
    rule("A Gardener may set the Colour of a rule on the Garden page."),
    rule("A Gardener may increase the Rank of a rule by 1."),
    rule("The Head Gardener may add a Gardener to this list.", legal("E", "own item")),
    rule("Each Gardener may, once per Season, inscribe a line in the Ledger of this rule."),
    rule("Upon planting, the Gardener must append the name of their tree to the following list.", legal(PLAYERS, "own item")),
    rule("The Head Gardener maintains the list of trees below."),
    rule("As a Weekly Action, a Gardener may pick a tree from the bulleted list in this rule and remove it.",
         legal(PLAYERS, "own item gone")),
    rule("The Head Gardener may at any time adjust the number of lines in this rule.", legal("E", "own number")),
    rule("If a Gardener's Seeds reach 20, they may delete one other dynastic rule.", legal(PLAYERS, "rule gone")),
    rule("Any Admin may remove from the Ruleset any dynastic rule whose Death Date is in the past.", legal("A", "rule gone")),
    rule("A Gardener may not remove trees from this list unless they own an Axe."),
    rule("Trees can be added to this list by Proposal."),
    rule("The trees in this list may only be changed by CfJ."),
    rule("When this rule is repealed, the Head Gardener may take its trees."),
    rule("Each Gardener has a Rule, which is the name of a dynastic rule, and which they may change at any time."),
    rule("A Gardener may spend 8 Seeds to repeal a rule of their choosing, other than this one.", legal(PLAYERS, "rule gone")),
    rule("A rule may have a Flower, which is tracked on the Garden page. A Gardener may change the Flower of a rule."),
    rule("A Gardener may vote to add a rule."),
    rule("A Gardener may submit a Proposal to amend this rule."),
    rule("The Head Gardener may post a list of rules to be repealed."),
    rule("The Head Gardener should keep the list of trees in this rule up to date."),
    rule("A Gardener with an Axe may strike a tree from the list below, and may then add another tree to it.",
         legal(PLAYERS, "own item gone")),
    rule("A Gardener may secretly add text to a note that is not part of this rule."),
    rule("Any Gardener may correct this rule."),
    rule("A Gardener may write a poem of at most 9 words beneath this rule.", legal(PLAYERS, *ADDED)),
    rule("A Gardener may set the number of lines to any number that this rule allows."),
    rule("The Head Gardener is encouraged to add colour to this rule."),
    rule("The author of a Proposal that is enacted may add a sentence to this rule.", legal("?PEA", *ADDED)),
    rule("Whenever a Proposal that adds a rule is enacted, its author may add a bullet point to the list below.",
         legal("?PEA", "own item")),
    rule("When a Gardener goes idle, their trees are removed from the list below."),
    rule("For each dynastic rule, a Gardener may add 1 to their Seeds."),
    rule("A Gardener may exchange a tree in the list below for two Seeds."),
    rule("A Gardener may change the list of trees on the Garden page."),
    rule("Any Gardener may change the Height on the Garden page, but not the text of this rule."),
    rule("Any Gardener except the Head Gardener may remove an item from the list below.", legal("PA", "own item gone")),
    rule("Anyone who is an Admin may remove items from this list.", legal("A", "own item gone")),
    rule("This sentence may be replaced by any Gardener."),
    rule("A Gardener may reword this paragraph. It is short."),
    rule("A Gardener may add a sentence to this paragraph.", legal(PLAYERS, *ADDED)),
)  # fmt: skip


def made_by(user: str | None, before: str, after: str, *, seen: bool = True) -> GameView:
    """An edit; ``seen`` says that the roster was seen before and after it."""
    view = view_of(edit(after, user=user), before=before, roster=ROSTER)
    return replace(view, rosters=(SeenRoster(ROSTER, START, NOW),)) if seen else view


def verdict(one: LawfulEdits, user: str, name: str) -> Confidence | None:
    """How sure BN601 is of an edit; None where it finds nothing."""
    before, (old, new) = PAGE.format(one.text), EDITS[name]
    assert before.count(old) == 1, (old, one.text)
    view = made_by(USERS[user], before, before.replace(old, new))
    made = run_all(view, select=["BN601"]).findings
    assert len(made) <= 1
    return made[0].confidence if made else None


def wrong(one: LawfulEdits, keys: Iterable[tuple[str, str]]) -> list[tuple[str, str, Confidence | None]]:
    """The edits, by user and name, that are judged otherwise than they should be, each with the confidence that was found.

    A finding of medium confidence counts as one of high: it only offers no undoing.
    """
    return [
        (*key, sure)
        for key in keys
        if (Confidence.HIGH if (sure := verdict(one, *key)) is Confidence.MEDIUM else sure) is not expected(one, *key)
    ]


def account_of(text: str, user: str, name: str) -> object:
    """What accounts for an edit."""
    before, (old, new) = PAGE.format(text), EDITS[name]
    view = made_by(USERS[user], before, before.replace(old, new))
    return Facts(view).described["Ruleset"][-1].by


def expected(one: LawfulEdits, user: str, name: str) -> Confidence | None:
    """What BN601 should say of an edit: nothing of a legal one, with low confidence where only a reader can tell."""
    sure = one.lawful.get((user, name))
    return Confidence.HIGH if sure is None else None if sure else Confidence.LOW
