"""A hundred sentences of flavour text and of rules that define nothing: no variable may be read from them."""

from __future__ import annotations

import pytest

from parsers.ruleset.model import Terms
from tests.parsers.ruleset.variables.reading import dynasty, variables

KEEPERS = Terms("Keeper", "Keepers", "Old Light")

PROSE = """
The lighthouse has stood on the Skerry for two hundred years, and the gulls have never forgiven it.
On clear nights there is a smell of tar and oranges. Somebody is singing in the engine room.
The lamp is tended, the stairs are swept, and the log is kept in a hand that nobody recognises.
There are rumours of a ship. There is nothing in the cellar, and it would be wise to leave it there.
Each morning has its own fog. Every wave carries a letter that nobody will read.
All who come here have a reason, and most of them have a boat.
The Old Light is watching. It has always been watching, and it may be kinder than it looks.
A Keeper has to climb the stairs. A good Keeper has patience; a better one has a dry coat.
The sea starts at the door and ends wherever you stop rowing.
What the harbour needs is a bell, which is a thing that only the drowned can ring.

A Keeper may leave the Lantern Room at any time. A Keeper who is not in the Lantern Room is said to be Adrift.
Whenever a Storm begins, every Keeper who is Adrift loses 2 Oil, or all of their Oil if they have less than that.
If two Keepers have the same amount of Oil, then neither of them has the most Oil.
A Keeper with more than 20 Oil is Bright. If nobody is Bright, then the Reef is Hungry.
No Keeper may have more than one Boat. A Keeper may not give their Boat to somebody who already has one.
When a Keeper gains a Boat, they may name it. The name of a Boat has no effect on anything.
If a Keeper has had no Oil for 48 hours, any other Keeper may announce this in a comment.
Keepers can ring the Bell by making a story post to the blog. Such a post is a Ringing.
A Ringing has been answered if at least two Keepers have replied to it with a voting icon of FOR.
At any time when a Ringing has been answered, its author has the right to light the Beacon.
The Beacon may be put out by anybody who has a Bucket. Putting out the Beacon takes no time at all.
To Signal is to post a comment that contains a word with more than nine letters.
A Signal is Garbled if it contains a number, and Lost if there are no replies to it.
Any Keeper can undo a Garbled Signal, unless it has been more than a day since it was made.
The number of words in a Signal may not exceed forty. A longer one is to be ignored.

The atomic action of Drifting has the following steps:
* Roll a die with as many sides as there are Keepers.
* If the result is 1, lose half your Oil, rounded up.
* Otherwise, move to the Rock whose number was rolled.
* If that Rock is already taken, remain where you are and apologise.

The Rocks are the Tooth, the Anvil and the Widow. The Tooth is next to the Anvil; the Anvil is next to the Widow.
A Rock is Bare when nobody is on it. Gulls gather on any Rock that is Bare.
If every Rock is Bare, then there is no Tide that day and the Old Light should say so.
Swimming costs 1 Oil, plus 1 for each Rock that lies between the two. Swimming to the Widow is free.
The following are considered Weather: rain, snow, hail, and an ill wind.
Weather has no effect unless another rule says that it has one.
Here are some words that the Old Light may use: perhaps, soon, never again.
The first Keeper to reach the Widow wins a biscuit. A biscuit is worth nothing, but it is a biscuit.

When the Old Light is asked a question, they may answer it, or they may say that it is late.
If the Old Light has said that it is late, no Keeper may ask anything else until the next day.
Every answer must be true. An answer may be a riddle, which is a question that points the other way.
For each riddle that has been solved, its solver may remove one Barnacle from the hull of their own Boat.
Barnacles that have been removed are returned to the sea. They are not missed.
Once a Keeper has removed all Barnacles from their Boat, they may set out. Setting out is not a game action.
A Keeper who has set out is no longer counted among those who are ashore.
Unless all Keepers agree otherwise, supper is at eight. It is usually fish.
The player who most recently rang the Bell has to wash up.
Dishes are not gamestate. Neither is the kettle, though it has its own chair.

If exactly one Keeper has set out, and if the Beacon is lit, then that Keeper has achieved victory.
Where this rule and another disagree on whether the Beacon is lit, the other takes precedence.
Victory is not transferable. A Keeper who has achieved victory should post a Declaration of Victory.
A Keeper cannot achieve victory on a Sunday, which is a day of rest on the Skerry.
Keepers are encouraged to write the log in the past tense, and to be brief.
The log has been lost twice. Both times it was found by a gull.
It is said that the first Keeper had three daughters, a goat, and a lamp that was never out.
None of that is true. There was no goat.
A previous version of this page said that the light is green. This has been corrected.
The paint on the door has three colours, which are all blue. There were once four colours.
Every story that is told here begins with a storm and ends with a bill.
A Boat that has been named after a Keeper is bad luck. Its owner can be told so at any time.
All the Keepers of old are listed on a brass plate by the door, and the brass plate is polished on Fridays.
The keys are kept on a hook. The hook is where it has always been, and it may not be moved.
Each of the three windows has a view: one of the sea, one of the sea, and one of the wall.
There exists a fourth window, which is painted on. It does not open. Nobody has asked why.
One of the Keepers is the eldest, and may sit nearest to the stove.
The wind is either too strong or too weak. It is never right, and it is not the Keepers who decide it.
The winner of the dynasty can be either proud or modest, but not both. The rest can be as they like.
Anything that is said on this page about the goat is to be read as if it were about the lamp.
"""


@pytest.mark.parametrize("terms", [KEEPERS, None], ids=["with terms", "without"])
def test_flavour_text_defines_nothing(terms: Terms | None) -> None:
    assert len(dynasty(PROSE, terms).prose.sentences) >= 100
    assert variables(PROSE, terms) == ()
