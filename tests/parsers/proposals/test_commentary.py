"""What is known to be commentary, and what a person has to read."""

from __future__ import annotations

import pytest

from parsers.proposals.blocks import StyledText
from parsers.proposals.changing import orders
from parsers.proposals.commentary import is_commentary
from parsers.proposals.tokens import read_tokens, split_sentences

COMMENTARY = """\
I think the cats are a bit too strong at the moment.
Currently there is no reason to visit the Rooftops.
This should make trading more interesting.
It would be nice to have something to do with Oil.
Thanks to Corvo for the idea.
As it stands, nobody has any reason to sell Pickles.
The idea is to give the poorer players a chance to catch up.
Thoughts?
Comments welcome.
We're running out of dynasty, so let's speed things up.
This is just a quick fix for the loophole that Bartleby found.
The wording of “Debts” is ambiguous.
This proposal adds a new mechanic for cats.
The rule as written doesn't work.
Nobody seems to use the Old Bridge any more.
The numbers are up for debate.
I'm not sure that this is balanced, but we can tweak it later.
Last week's proposal failed because the numbers were off.
Feel free to suggest better numbers.
Hopefully this clears things up.
A simple fix.
Some flavour for the game.
It's a bit long, sorry.
This also prevents players from hoarding.
In the last dynasty, we had a similar mechanic and it was great fun.
There are two rules called “Bribes”, which is confusing.
There's a typo in “Mist”.
The stalls all look alike, so here is a way to tell them apart.
The Towpath is narrow, and whoever meets there has time to talk.
Corvo sold two Wares at once, as nothing forbids it.
As far as I can tell, the Bell has never been rung.
It makes no sense that a Lantern burns in the rain.
To be clear, this wouldn't change anything about Debts.
Players could otherwise just wait for the Bell.
Not sure about this one.
The game is getting stale.
Since the Mist is so high, the cats have nothing to do.
I've been thinking about the endgame.
My previous proposal forgot to mention Oil.
This is because the Bell rings too often.
Let me know what you think.
Let's see how it goes.
You can see the problem.
If you have a better idea, I'm all ears.
Fixing a typo.
A new mechanic, inspired by the last dynasty.
Time for some cats!
Inspired by Corvo's comment on the last proposal.
This one is simple.
Simple enough.
For reference, here's the current text.
It's hard to keep track of who has which Lantern.
People have complained about the Toll.
The Core Rules say nothing about this.
The rule doesn't say what happens when the Bell is rung twice.
There is no penalty for cheating.
Just a bit of tidying up.
Two small fixes.
One thing that bothers me is the Toll.
Everyone seems to agree that Coins are too easy to get.
Nobody likes the Toll.
It was pointed out in the comments that the rule is broken.
That way, nobody has to track it by hand.
Otherwise the game would stall.
The Night Watch is boring.
The reasons are obvious.
What follows is a first attempt.
We need more ways to spend Coins.
We need a way to win.
Oil seems undervalued.
I'd like to see more Feasts.
Because why not.
I like cats.
Cats are great.
Corvo and I disagree about the Toll.
In my view the Mist is a problem.
Credit to Dot Harrow for the wording.
It seems the Imperial office is empty.
The next step would be a proper map.
Vote for cats!
Please vote for this.
This closes the loophole.
This gives the Night Warden something to do.
The aim of this is to reward risk.
Basically, it lets you trade faster.
The Bell is silent at the moment.
Everybody has gone home.
You may not like it.
As discussed on Discord.
True, as always.
It goes too far.
Can you see it?
Please note that this is a draft idea of mine.
There is a new moon.
""".splitlines()
CHANGES = """\
Corvo is awarded 2 Coins.
The Mist rises by 3.
All Vendors’ Coins are halved.
“Feasts” and “Contraband” are repealed too.
Corvo ceases to be an Admin.
If he has more than 10, give him none.
Ensigns may be up to thirty letters long.
Should read: “b”
Vote FOR to repeal Coal.
The Toll is now 5.
The Toll shall be 5.
The Toll is 5.
Toll = 5
Hobb: +3 Coal
Everyone who voted FOR this proposal gains 2 Coal.
Each Bargee whose Mooring is Wharf has their Mooring set to Basin.
The maximum Coal goes from 30 to 40.
“Tolls” gets repealed, and the rest stays.
The last sentence in “Coal” now reads: “x”
Its subrules are kept as rules of their own.
Corvo is now the Night Warden.
Corvo is the Night Warden.
Bartleby’s Pitch is the Rooftops.
Trading is free.
From now on, Lanterns cost nothing.
No Vendor may trade on Mondays.
Vendors no longer pay the Toll.
Each Vendor has a Hat.
A Vendor without Oil is Quiet.
Corvo becomes idle.
Corvo is unidled.
Slash the price of Wares that are Smoky.
Everybody loses a Lantern.
Dot Harrow and Corvo exchange their Pitches.
Wipe all Baskets clean.
The Night Warden picks a Ware and makes it Contraband.
The enacting admin randomly selects a Vendor.
Half of Corvo’s Coins go to Bartleby.
Corvo's Oil doubles.
The dynasty ends.
Bartleby has achieved victory.
This proposal only takes effect next week.
Twelve Coins for Corvo.
No more Feasts.
An extra Lantern for everyone!
Ana and Bo trade places.
The rule “Mist” goes.
Out with “Feasts”.
“Coins are round” is wrong: it must say “Coins are flat”.
The correct price of Candles is 4.
The price of Candles drops to 2.
Victory is achieved by Corvo.
It is repealed.
These Coins vanish.
Corvo’s Guild will be Cooks.
The Bell can be rung twice a week.
Vendors should pay the Toll daily.
As of Monday the Toll is gone.
Tinkers can mend Lanterns for free.
Corvo regains the Coins.
Feasts: abolished.
The Coins of Corvo equal those of Bartleby.
Corvo starts with 5 Oil.
Nobody pays the Toll.
Idle Vendors keep their Lanterns.
Once enacted, the Mist is zero.
All Debts are forgiven.
Corvo receives Bartleby's Basket.
The Glossary gains an entry for Feast.
Candles go up to 4 Coins.
“Feasts” repealed.
Rule 2.3 repealed.
Could the enacting admin please repeal “Feasts”?
Please could the admin set the Mist to 5.
The admin might want to set the Mist to 5.
I am giving Corvo 5 Coins.
I hereby repeal “Feasts”.
I repeal “Feasts”.
Note that Corvo is idle.
I rolled the dice and the Mist is 16.
Nobody has a Basket any more.
There is a new Pitch, the Harbour.
There are now five Pitches.
It is legal to trade on the Rooftops.
Corvo won.
Thanks to Corvo, who gets 3 Coins.
""".splitlines()


def _told(text: str) -> list[str]:
    """The sentences of a text that a person has to read."""
    sentences = split_sentences(read_tokens(StyledText(text)))
    return [" ".join(token.text for token in tokens) for tokens in sentences if not is_commentary(tokens)]


@pytest.mark.parametrize("text", COMMENTARY)
def test_commentary_is_known_by_its_form(text: str) -> None:
    assert _told(text) == []


@pytest.mark.parametrize("text", CHANGES)
def test_what_may_change_the_game_is_not_commentary(text: str) -> None:
    assert _told(text)


@pytest.mark.parametrize("text", ["“a", "5 6"])
def test_what_has_no_words_is_not_commentary(text: str) -> None:
    assert _told(text)


@pytest.mark.parametrize(("text", "ordered"), [("Then wipe it.", True), ("The cats purr.", False), ("…", False)])
def test_a_verb_that_orders_something(text: str, ordered: bool) -> None:
    assert orders(read_tokens(StyledText(text))) is ordered
