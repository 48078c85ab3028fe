"""Sentences beside an instruction that may say when, on what condition, or whether at all it is done: it is left to people."""

from __future__ import annotations

import pytest

from parsers.proposals import read_instructions
from tests.parsers.proposals.summaries import summaries

LIMITING = {
    "condition": """
That is, if Ana agrees.
Only if Ana agrees.
This proposal only does something if Ana agrees.
This is conditional on Ana’s approval.
Should Ana object, nothing changes.
Ana may veto the first line.
Ana gets the last word on this.
A quorum of comments against it stops it.
The first change depends on Ana’s consent.
I will ask Ana first.
Skip step 1 if that fails.
Pick one.
The admin has discretion here.
Details are up to the admin.
Roll a die to see whether it happens.
I’d want a two-thirds majority for this.
Vote in the comments for 1 or 2.
""",
    "time": """
Effective on 1 June.
This takes place in a week.
There is no hurry; Friday will do.
It can wait until after the Bell.
This should wait for the Bell.
I would wait for the Bell first.
We agreed to do this on Friday.
In a fortnight, that is.
Bo asked me to hold off on this one.
Sunday would be a good day for it.
The repeal happens at the end of the month.
Repeat for each player.
""",
    "rethought": """
On reflection I’d sooner keep it.
Come to think of it, the old number was fine.
I’ve gone off the first idea.
Let’s not touch the Bell after all.
The second paragraph is not part of the proposal.
None of this is binding.
This part is non-binding.
It’s only symbolic.
The Lamps are a stretch goal.
Up to you whether to do the last bit.
The new folk get to keep theirs.
Somewhere near the Bell would be best.
The numbering will need redoing.
Alphabetical order, as always.
Six would be fairer, so six it is.
Five was a typo.
“Lanten” is of course “Lantern”.
Assuming nobody has changed it meanwhile.
As long as the queue stays short.
We can put it back on Friday.
A Coin to Bo for the idea.
With that the Lamp goes out.
""",
    "one of several": """
I’d rather we did the second half another time.
Thinking about it some more, maybe five is enough after all.
Ana has convinced me that the second change is a bad idea.
Bo talked me out of the last bit on Discord, so please leave that alone.
Having slept on it I would rather keep the Bell.
I’m happy to drop the second part if people hate it.
We could do without the second change, I guess.
I won’t mind if the last step is left off.
There’s no need to do the last step if the wiki is down.
No need to touch the Keys while doing so.
I think we should leave the table for another day.
The table is somebody else’s problem.
The table I’ll do myself.
I’ll handle the renaming myself once this has passed.
I’ve already done the renaming.
The renaming has already happened.
Ana already repealed it on Monday.
Somebody has beaten me to the second one.
The first two have been overtaken by events.
Either of these would do the trick.
I can’t decide between six and seven.
Six, or maybe seven.
The number is negotiable.
The name is a working title.
The title is provisional.
I’m not married to the name, so call it what you like.
Whatever Ana suggests is fine.
Bo has to agree, naturally.
I’m assuming that Bo is all right with it.
This is meant to go with the Bell proposal.
It makes no sense without the Bell proposal.
Without the Bell proposal this is pointless, so only together.
It’s a package deal with the Bell proposal.
Best enacted right after Ana’s.
The order matters here.
These happen at the same time.
Existing Keys aren’t affected.
Keys already handed out remain valid.
Keys made before today don’t count.
This is retroactive.
There are two of them; I mean the lower one.
The brackets stay out.
The colon belongs to it.
There should be a full stop at the end.
I forgot the full stop at the end.
Mind the comma.
The formatting got eaten; there should be a list.
It was a table before the blog mangled it.
X is the number of votes.
N is whatever it was before.
Rounded down, as usual.
Halves are rounded up.
Per player.
Per person and per week.
It comes out of Bo’s purse.
""",
    "set forms": """
Bo is the only one who doesn’t get them.
The Bell is the only word that isn’t changed.
That would have read “six” if I had typed it properly.
It would have been better with six.
The second part is just for Bo.
The second part is just there for show, don’t do it.
The last bit is only so if Ana agrees.
The first change is simply so, the second is not.
If anyone objects, say so and it is off.
If you vote FOR, say so and get a Coin.
If anybody has voted against, say so in the note.
I believe would be six.
This has nothing to do with the Lamps, which stay lit.
It doesn’t really happen.
This doesn’t actually repeal it.
That doesn’t really count as an instruction.
I don’t really want this done.
I don’t actually mean the second.
We don’t really need the last one.
You don’t really have to do this.
The wording is not final.
Either of those would be enough.
Note that the Bell isn’t affected.
""",
    "by the way": """
Could whoever enacts this also bump the Toll to 3?
While you’re at it, would you mind fixing the Toll?
Nota bene: it’s only for this week.
When in doubt, ask me.
I trust the admin to do the right thing with the leftovers.
Leftovers are to be shared out fairly.
Ties are broken by age.
Nobody gets more than one.
The old bonus is gone, obviously.
I stake five Coins on this passing.
We start afresh.
Time is frozen meanwhile.
The actual text is in the first comment.
As before, minus the Lamp.
Paraphrase as needed.
Polish the wording when you put it in.
With apologies to Dot, whose Key this takes.
Be it resolved that the Market is shut.
We agreed on Discord that this starts on Monday.
By the power vested in me, the Fog lifts.
I pronounce Ana and Bo allies.
I name Dot my heir.
I appoint Dot to look after the list.
Dot is in charge of the table.
Bo owes each of us a Coin for this.
My Coins go to Dot when I go.
I’m handing my Key to Dot.
I resign.
I challenge Dot.
I attack Dot.
I spend my last Coin on this.
I’m using my Daily Action for this.
""",
    "another author": """
Those of us who are here already get the difference in cash.
Any pearls lost this way come back at the end of the dynasty.
Capital letters don’t matter when making the replacement.
The title of this post is also the title of the rule.
Don’t count the coins somebody got from the raffle.
Either the sword or the shield has to go; I’ll say which in the comments.
In my case, use the figures from yesterday morning, since I was robbed overnight.
Nothing in here should stop a trade that’s already under way.
My suggestion would be to delete the footnote as well.
I’m taking the second sentence back, as Ana has a better version in the queue.
That said, Dot keeps whatever she has already got.
If somebody has beaten me to it, then this does nothing.
It’s not supposed to apply to Trains that have already set off.
And since it’s Christmas, two Shillings for every Driver.
I’m happy for it to lapse again after a fortnight.
Where I’ve written “Station”, read “Station or Quarry”.
I think it belongs ahead of the rule on Coal, not at the end with the rest.
I’d sooner that it went in without the final sentence, now that I read it again.
Agnes’s version in the comments is the one to use.
I’d like a say in what it ends up being called.
It presupposes that Dot’s went through.
Good for one use.
Single use.
Two uses tops.
The word “not” got lost.
I dropped a zero.
Off by one, sorry.
Ana and Bo the other way round, sorry.
Whichever is greater.
Make that “Keyring”, actually.
Ana keeps what she has.
Of course the Emperor is not a player for these purposes.
I had the sixth bullet in mind, not the fifth.
All Coins gained through it so far go back where they came from.
I suppose the third paragraph had better stay put after all.
To be clear, this happens before the change to the Market, even though I’ve listed it after.
Where I wrote Lamps, read Lanterns.
My own Tokens shouldn’t be counted in this.
Two thirds would have to agree, I think, for something this drastic.
Any Doors already standing remain open until someone shuts them.
“Nearby” has its everyday sense here, so two streets away at most.
The new rule wants a table, with one row for each of us.
Bo said he’d prefer 12, and I’m happy with 12.
It’s a dynastic rule, not a core one.
Please don’t carry this out while I’m away.
We each roll a die, and the lowest roller walks home without a Hat.
I take back the part about Dot.
That’s per week and not per day, in case it isn’t obvious.
For the time being, nobody can ring the Bell.
I’d be grateful if the enacting admin would post a notice to that effect.
It should take effect as though it had been there since the start.
You’ll want to renumber the list afterwards.
Assuming, that is, that the Tower still stands at the time.
It comes out of the Bank, not out of the other players’ pockets.
Maybe make it 8 if the voters seem to find 6 too low.
I’m no longer so sure about the Swamp, so let’s drop it.
It would have to be the very first line to work.
The change is for this dynasty alone.
Feel free to fix any grammar I’ve mangled.
The amounts are in Coins, whatever the old text says.
Until somebody builds a Gate, the third item is just for show.
The same applies to anyone called a “Merchant” in the old text.
And yes, that includes me and the Emperor.
The winner of the coin toss between Bo and me gets the Vault, and the toss is heads for me.
Could the date be the day of enactment rather than the one I typed?
I realise now that the bell rule should survive this.
It might be wiser to leave Dot’s Coins where they are.
I should have mentioned that this only concerns the upper deck.
This was supposed to have a cap of ten, which I’ve somehow dropped.
Somebody please double-check the arithmetic before it goes in.
The middle one can be skipped should time run out.
My own Coins shouldn’t be counted.
The fee is whatever most people say in their votes.
Let’s say it starts with the next full moon.
Not before the Ship has docked, mind you.
The whole thing is off if the Cook objects.
It would please me if the Bell were silenced at the same time.
It is up to the crew to decide on a colour.
""",
    "denial": """
NOT!
Lol no.
Haha, as if.
Hmm, no.
I no longer want this.
I regret having written this.
I will vote against this myself.
This is a test.
Ignore this.
I am not serious.
Don’t actually do this.
Please vote this down.
It isn’t meant to pass.
This is just to see what people think.
I’d keep the list, though.
Placeholder.
This is a proto.
WIP, comments welcome.
Or
Undo item 1.
""",
    "correction": """
“Doors” isn’t what I mean.
I meant “Locks”.
I mean “Locks”.
I was thinking of “Locks”, so that one instead.
I said Doors but meant Locks.
Was wrong about that, leave it in.
That was a typo.
ETA: make that “Locks”.
[Edited to add: “Locks” as well.]
Erratum: for Doors read Locks.
Edit 12:30: actually no.
I now think Doors should stay.
We can leave out “Doors” if it is too much.
(This paragraph and all above are flavour.)
I think that should be “Locks”.
""",
}


@pytest.mark.parametrize("family", LIMITING)
@pytest.mark.parametrize(
    "shape",
    [
        pytest.param("<p>Repeal “Doors”. {}</p>", id="behind"),
        pytest.param("<p>Repeal “Doors”.</p><p>{}</p>", id="below"),
        pytest.param("<ul><li>Repeal “Doors”.</li></ul><p>{}</p>", id="below a list"),
        pytest.param("<p>{}</p><p>Repeal “Doors”.</p>", id="above"),
    ],
)
def test_what_may_limit_an_instruction_leaves_it_to_people(family: str, shape: str) -> None:
    done = [
        text
        for text in LIMITING[family].strip().splitlines()
        if any(each.why is None for each in read_instructions(shape.format(text)).listed)
    ]
    assert done == []


BESIDE = """
Idle Ana.
Tidy up the rule “Locks”.
Make similar changes to the other rules.
The enacting admin should also post about it on the blog.
Go through all rules and mend their spelling.
Do the same in “Locks”.
Each player who voted FOR “Keys” gains 1 Coin.
The Admin who enacts this picks a kind of Ware, and raises its Price by 1.
Undo Ana’s last move.
Change its title, somehow, to “Keys”.
To “Keys”, somewhere, add “It turns.”
"""


@pytest.mark.parametrize("text", BESIDE.strip().splitlines())
def test_an_order_of_its_own_is_left_alone(text: str) -> None:
    first, *others = summaries(f"<p>Repeal “Doors”.</p><p>{text}</p>")
    assert (first, bool(others)) == ("repeal-rule Doors", True)


COMMENTS = """
That’s too long, but it can’t wait.
New players always ask how one wins, so let us say it first.
Ana would like to repeal “Locks”, but that can wait.
It’s not as if they could see us.
Nobody could tell what it meant.
Anybody knows what I mean.
Vote as you see fit.
It rains every week and I am tired of it.
"""


@pytest.mark.parametrize("text", COMMENTS.strip().splitlines())
def test_what_says_nothing_of_an_instruction_leaves_it_as_it_is(text: str) -> None:
    assert summaries(f"<p>Repeal “Doors”.</p><p>{text}</p>") == ["repeal-rule Doors"]


@pytest.mark.parametrize("text", ["Ana already has enough.", "Bo has already received theirs.", "I, of course, get none."])
def test_who_has_theirs_may_be_left_out(text: str) -> None:
    (value, *_) = summaries(f"<p>Each player gains 3 Coins. {text}</p>")
    assert value.startswith("? another sentence")


LEFT = {
    "a fragment above": "<p>Do not<br>repeal “Doors”.</p>",
    "a sentence cut off": "<p>It would be wrong to</p><p>Repeal “Doors”.</p>",
    "a condition as an item": "<ul><li>Repeal “Keys”.</li><li>If Ana agrees:</li><li>Repeal “Doors”.</li></ul>",
    "as long as": "<p>As long as nobody objects, repeal “Doors”.</p>",
    "what to do": "<p>Do what you like: repeal “Doors”.</p>",
    "how often": "<p>Do this three times: Ana gains 3 Coins.</p>",
    "an experiment": "<p>A thought experiment: repeal “Doors”.</p>",
    "a heading that tells of it": "<h3>Repealing “Doors”</h3>",
    "an order in a text without marks": "<p>Add a rule called “Fog” that says:</p><p>Fog is thick. Repeal “Doors”.</p>",
    "a text all struck": "<p>Add a rule “Fog”:</p><blockquote><s><p>Fog is thick.</p></s></blockquote>",
    "and so I do": "<p>I was told to repeal “Doors”, and so I do.</p>",
    "feel free": "<p>Feel free to repeal “Doors”.</p>",
    "shall we": "<p>Repeal “Doors”, shall we?</p>",
    "all but me": "<p>Everybody but me gains 3 Coins.</p>",
    "texts in each other's place": "<p>In “Doors”, replace “a” with “b” and “b” with “a”.</p>",
    "less than nothing lost": "<p>Ana loses -3 Coins.</p>",
}


@pytest.mark.parametrize("html", LEFT.values(), ids=LEFT)
def test_is_left(html: str) -> None:
    found = summaries(html)
    assert found
    assert all(each.startswith("?") for each in found)


HIDDEN = {
    "struck": "<s><p>Repeal “Doors”.</p></s>",
    "struck by a style": "<p style='text-decoration: Line-Through'>Repeal “Doors”.</p>",
    "hidden": "<p hidden>Repeal “Doors”.</p>",
    "hidden by a style": "<div style='display: none'><p>Repeal “Doors”.</p></div>",
}


@pytest.mark.parametrize("html", HIDDEN.values(), ids=HIDDEN)
def test_what_is_not_shown_is_only_a_remark(html: str) -> None:
    read = read_instructions(f"{html}<p>Repeal “Keys”.</p>")
    assert [each.quote for each in read.listed] == ["Repeal “Keys”."]
    assert read.remarks == ("Repeal “Doors”.",)


LONG = {
    "swaps": "<br>and ".join([", ".join(["swap “a” for “b”"] * 90)] * 20),
    "conditions": "if enacted, " * 3_000 + "this proposal repeals “A”",
    "brackets": "Repeal " + "(" * 20_000,
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_a_sentence_without_end_is_left(text: str) -> None:
    assert all(each.startswith("?") for each in summaries(f"<p>{text}</p>"))
