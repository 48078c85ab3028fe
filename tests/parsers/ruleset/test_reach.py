"""Dynastic sentences that name no vote and no matter, and yet may change a verdict; and those of ordinary play, which do not."""

from __future__ import annotations

import pytest

from tests.parsers.ruleset.editions import edition, read

REACHING = """
Only the Harbour Master holds the gavel.
The office falls to the richest Ferryman.
A change of heart after the first day comes too late.
The last section but one sleeps until spring.
It is a cold night, and the lamps are lit.
Ghouls are mere spectators.
Count Juniper twice.
The headcount leaves out the Drowned.
The number of Ferrymen is reckoned without the Drowned.
A Ferryman with a Twin is two Ferrymen.
The Ferrymen are those named in the table below, and nobody else.
Nobody may be a Ferryman while they carry the Curse.
Whoever the Crow has marked is dead to the game.
A Ghoul’s FOR weighs nothing.
Every AGAINST of a Ghoul is dust.
A Hexed Ferryman means the opposite of what they say.
Whatever a Ghoul says is not heard.
If the Harbour Master has said nothing, they are taken to be in favour.
Support from the Coven is indivisible: it is all or none.
Polling closes at midnight.
What takes twelve hours for others takes a Lich six.
While the Moon is Full, nothing may be settled.
Legislation may not be put forward during a Full Moon.
A Regent holds the powers of the Harbour Master.
The crown of the Harbour Master passes to whoever holds the most Cheese.
Wherever it says Harbour Master on this page, Kestrel is meant.
The old part of this page is poetry.
Changes to these rules take effect a day late.
Whoever holds the Lantern speaks twice.
Things move twice as fast in Spring.
The Fool’s yes is a no.
A day on the Moon is a week.
The Council of three may act in the name of all.
No more business is done until the Curtain rises.
Ghosts are of another world, and not of this game.
During the Storm all is as it was the day before.
He who has not paid the Toll may look on.
Drafts older than a day are ash.
A crowd is enough.
Anything on which all Elders agree happens at once.
The Island keeps the Sabbath: nothing is decided on a Saturday.
Nobody is Nobody, and Nobody may object.
The Stamp is needed for anything to become law.
Under a Red Moon every mark means its reverse.
Three signatures are needed.
On the Island the old customs hold.
House rules go before the law of the land.
The older wording stands.
A third of the Hall can block.
The first three to respond settle the matter.
Clones act for themselves.
A Ferryman in the Stocks can neither speak nor act.
Green stones are for, black stones against.
A Ferryman may change sides only once.
A gagged Ferryman has nothing to say in public affairs.
Ghouls may not vo\u00adte.
Note: v o t e s by Ghouls are nothing.
Ghouls may not v\u043ete.
""".strip().splitlines()

ORDINARY = """
Each Ferryman has a Cauldron, a publicly tracked number that defaults to 3.
Once the Kraken has woken, each ship at sea loses 1 Hull every day until it sleeps again.
While the Moon is Full, stirring a Cauldron yields twice the Cheese.
At the end of each week the Harbour Master says which Room is Haunted.
The Ferryman with the most Cheese at the end of a week is the Baker until the end of the following week.
A Ferryman who has stirred no Cauldron for a week has Rusty Hands.
The message “Nobody has ever been heard here.” is said in the Crypt.
If the Crow is asleep, nothing happens.
Everyone in the Crypt may take a Candle.
A Duel is won by whoever has the higher Score.
Each Spell fails on a roll of 1.
It is a cold night, and the lamps of the Gate are lit.
If one Candle burns, the Ferryman is said to be Awake (it is tracked as such).
The Stance of a Ferryman is High or Low.
A Ferryman may change their Stance at any time.
The Ferryman’s Stance may be neither.
Their oath closes the Gate.
Whoever holds the Lantern gains twice the Oil.
The Watch at the Gate lasts for a day.
In Spring, each Garden yields twice the Herbs.
Two Candles are enough for a Cauldron.
The mark on each Cauldron is red.
A Cauldron without a mark costs 2 Cheese.
The Law of the River is carved on the Gate.
A Ferryman may block the Gate with a Cauldron.
The first three Cauldrons are for Cheese.
""".strip().splitlines()


DEFINED = """
A Ferryman with a Thorn is Spiny.|The Spiny go unheeded.
A Ferryman who has drunk the Milk is Pale.|A Pale soul’s will is not known.
A Ferryman in the Belfry is a Bat.|Bats hang upside down: where they would go up, they go down.
A Ferryman whose Marrow is 0 is Hollow.|The Hollow are not asked.
The Ferryman with the longest Beard is the Elder.|The Elder has the final word on what comes before us.
Any Ferryman who broke a Mirror is Unlucky.|The Unlucky are passed over until Friday.
Ferrymen with an Owl are Wise.|The Wise are three where others are one.
A Ferryman with 0 Coffee is Dozing.|The Dozing are as good as gone.
The Ferryman with the least Favour at the end of a week is the Exile.|In Winter, the Exile may not come back.
A Ferryman who wears Grey is said to be a Monk.|While it snows, Monks keep to one request in a fortnight.
""".strip().splitlines()
"""What a state or an office is given for, and what follows from it for whom has it."""

OF_PEOPLE = """
A Ferryman in Chains has no will of their own.
Players on the Raft drift in and out of the count.
Those in the Cellar must be called three times before they are thought gone.
Under a grey Lantern, a Ferryman is nowhere.
Ferrymen with Wings are above all this.
The Harbour Master’s shadow does what the Harbour Master may.
A Scribe with a dry Quill has nothing to add to the blog.
A picture of a hand is worth two of any other picture.
""".strip().splitlines()

TIED = """
A Ferryman with a Thorn is Spiny.|The Spiny lose 1 Petal each week.
A Ferryman in the Belfry is a Bat.|Bats eat two Moths in the Belfry each night.
The Ferryman with the longest Beard is the Elder.|The Elder has the first Slice of each Pie.
A Ferryman whose Marrow is 0 is Hollow.|The Hollow see no Moths.
A Ferryman with a Drum is a Drummer.|In the Square, Drummers gain 2 Beats at each Parade.
As a Daily Action, any Ferryman who meets the Smuggler may Smuggle.|A Smuggler’s Boat is black.
If the Ferryman finds nobody at the Gate, they are told this.|There is one Gate.
""".strip().splitlines()


def bearing(rule: str) -> list[str]:
    page = edition(2024).render().replace("= Dynastic Rules =\n", f"= Dynastic Rules =\n\n== Ranks ==\n\n{rule}\n", 1)
    return [caveat.quote for caveat in read(page).caveats if caveat.bears]


@pytest.mark.parametrize("text", REACHING)
def test_what_may_reach_beyond_the_dynasty_bears(text: str) -> None:
    assert bearing(text) == [text]


@pytest.mark.parametrize("text", DEFINED)
def test_what_is_said_of_a_state_of_players_bears(text: str) -> None:
    given, said = text.split("|")
    assert bearing(f"{given}\n\n{said}") == [said]
    assert bearing(f"{said}\n\n{given}") == [said]


@pytest.mark.parametrize("text", OF_PEOPLE)
def test_what_is_said_of_somebody_and_tied_to_nothing_bears(text: str) -> None:
    assert text in bearing(f"{text}\n\nThere are Chains, Rafts, Cellars, Lanterns, Wings, Shadows and Quills.")


@pytest.mark.parametrize("text", TIED)
def test_what_is_said_of_somebody_and_tied_to_the_dynasty_s_own_does_not_bear(text: str) -> None:
    assert bearing(text.replace("|", "\n\n")) == []


def test_ordinary_play_does_not_bear() -> None:
    assert bearing("\n\n".join(ORDINARY)) == []


@pytest.mark.parametrize("word", ["may", "should"])
def test_a_move_of_unknown_words_does_not_bear(word: str) -> None:
    assert bearing(f"A Ferryman {word} row upstream.") == []
    assert bearing(f"A Ferryman {word} row upstream.".replace(word, "must not")) == ["A Ferryman must not row upstream."]


def test_a_list_of_moves_does_not_bear() -> None:
    assert bearing("No Ferryman may:\n* row upstream") == []


def test_titles_and_cells_do_not_bear() -> None:
    assert bearing("{|\n| Dark terminal || Rowing upstream by moonlight\n|}") == []


def test_a_word_of_the_dynasty_is_not_what_it_says_elsewhere() -> None:
    assert bearing("Opinions are private.") == ["Opinions are private."]
    assert bearing("Each Ferryman has a list of Opinions.\n\nA Ferryman’s Opinions are private.") == []


def test_what_the_rules_keep_speaking_of_is_the_dynasty_s() -> None:
    assert bearing("The lanterns win.") == ["The lanterns win."]
    assert bearing("The crew win lanterns.") == ["The crew win lanterns."]
    assert bearing("The crew win lanterns.\n\nThere are six lanterns.") == []


def test_what_tells_the_subject_or_the_setting_does_not_own_what_is_said() -> None:
    there = "There is a Lantern, held by one Ferryman, and a Season, which may be Spring."
    for text in ("Whoever holds the Lantern speaks twice.", "The Lantern is a proxy of the Lantern.", "Support is worth more in Spring."):
        assert bearing(f"{there} {text}") == [text]
    assert bearing(f"{there} Whoever holds the Lantern may light the Lantern twice in the Season.") == []


def test_words_of_risk_that_are_the_dynastys_own_do_not_bear() -> None:
    assert bearing("Each Ferryman has a Stance, which is High or Low. If the Stance is Low, the Barge sinks. A Barge has a Stance.") == []
