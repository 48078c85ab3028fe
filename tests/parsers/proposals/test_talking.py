"""Talk beside instructions, and what may sound like it and bears on the game."""

from __future__ import annotations

import pytest

from parsers.proposals import read_instructions

TALK = """\
Nothing clever here, just a reason to log in before lunch.
New arrivals can’t really do anything with five, and we have had three of them this week.
They would still be barred from the Bridge, which I think is punishment enough.
Losing 2 Coins to a roll that nobody sees isn’t much of a game.
Suits the Stars better.
The Cook is the only Guild that doesn’t do anything, and the only one anyone has asked me about.
The Tales are only ever written by two people.
Stop sniggering at the back.
Seven weeks is a long time to be a Page.
Cleaning up after the last scam.
Quick patch.
A round trip takes me most of a week.
Standing is a terrible name for a number.
Three isn’t scaring anyone.
It hasn’t moved for a week.
The whistle is easily the best thing here.
Everybody is so terribly nice.
The second bit is just so that we don’t have to argue about what a day is.
The current wording suggests that a Page could be a Pitch.
Nothing fancy today.
Victory condition talk!
The pun is rarely seen.
The Bell looks about right.
Everything’s dearer these days.
Something for the discerning customer.
Clearer names, and more room at the top.
A fifth stop on the Watch’s round, in other words.
Less to do, more to sell.
A bit of culture for once.
A proper market has licences.
Should give the Riverbank a reason to exist.
A week is gone before I’ve even found my purse.
Neither is to blame.
Ten thimbles never seemed like much to me.
So much for the old ways.
About time.
High time, too.
That is all.
That’s all there is to it.
Nothing else changes.
Nothing more than that.
The rest can stay as it is.
Everything else stays the same.
The other Sections can stay as they are for the present.
No harm in that.
All flavour.
Flavour only.
Pure flavour.
Cheap thrills for the poor.
The poor have it hard enough.
A small thing, but it has been bothering me.
For the sake of symmetry.
In the spirit of the season.
With apologies to Corvo.
With thanks to Corvo for spotting it.
Spotted by Corvo.
Courtesy of Bartleby.
As promised last week.
Long overdue, if you ask me.
Long overdue.
Better late than never.
Cats! At last.
Winter is coming.
It is what it is.
More to come.
More anon.
Nobody will miss it.
People will complain, no doubt.
Somebody was bound to try it.
You get the idea.
Makes for a livelier market.
Makes it easier to catch up.
Gives everyone something to do at night.
Adds a bit of risk.
Feels fairer this way.
Seems only fair.
Fair’s fair.
The market ought to smell of something.
What is a market without a bell?
The cats have had it too good for too long.
Feasts have been a bit of a letdown.
Hence this.
Hence the change.
Hence the new name.
Small steps.
Baby steps.
Early days.
Your mileage may vary.
Numbers can be tweaked.
Happy to tweak the numbers.
Suggestions for better names are welcome.
Let the haggling begin!
The sooner the better.
The more the merrier.
Anyone who has been to a night market knows what I mean.
Who doesn’t like a good pickle?
Old habits die hard.
To the victor the spoils.
Consistency is good.
In line with “Coins”.
This is the same wording as in “Coins”.
I, for one, am tired of the mist.
Enough said.
Not much to say about this one.
Nothing fancy.
Nothing to see here.
Just flavour.
Just the name.
Just a number.
It never did anything.
They are never used.
That rule has never come up.
The rule has never been used by anyone.
Six is plenty.
Three Coins buys you nothing these days.
Nobody has ever had more than 12 anyway.
I've never met a cat who'd share.
The cats could do with the company.
Cats don't care for bells.
There's always one.
There ought to be some point to standing in the fog.
It's only fair that the borrower gets a say.
Somebody has to pay for the bridge.
Bridges don't mend themselves.
A watchman who never sleeps is no fun.
The Watch has had it easy.
The Night Watch could do with some teeth.
Otherwise there's nothing to stop me from selling the same pickle twice.
This stops me from selling the same pickle twice.
That ought to do it.
That should do it.
This should do the trick.
Which is to say, not much.
Not that it matters.
Not that anyone has noticed.
Nobody's noticed, I think.
As Corvo said, it's a bit much.
As Corvo says, the table is a mess.
Corvo asked for this.
Corvo's idea, really.
Corvo's suggestion from last week.
At Corvo's request.
By popular demand.
By request.
For the cat lovers among us.
For want of a better name.
Better names welcome.
Names are up for grabs.
Feel free to suggest a better title.
Happy for this to be tweaked.
Vote as you see fit.
Do say if I've missed one.
Shout if I've missed one.
Correct me if I'm wrong.
Tell me if I have got the wording wrong.
Bear with me.
See what you think.
Make of that what you will.
Call me old-fashioned.
Call it a hunch.
Consider it a gift.
Think of it as a tax on hoarders.
Mark my words.
Blame the fog.
Wax is dear this year.
Wax was dear last year.
Rain is wet.
Time flies.
Feasts are for sharing.
Debts ought to hurt.
Gambling is a vice, but a profitable one.
Silence is golden.
What could possibly go wrong?
What harm could it do.
What else are rooftops for?
We'll see.
We shall see.
We can always raise it later.
We can always put it back.
It can always go back in.
I'd rather lose a rule than gain one.
I'd sooner pay than walk.
My last attempt at this failed on a technicality.
Same idea as before, with the numbers fixed.
Second attempt at this.
Second attempt, with the numbers fixed.
Take two.
Round two.
Fixed version of my last.
Resubmitting, with Dot's fix.
A smaller version of last week's idea.
A compromise, I hope.
An olive branch.
A nod to the old days.
A first step towards a proper map.
Step one of several.
The first of several.
More where that came from.
The last one was too harsh.
The old number was mine, and it was wrong.
Nobody could tell what it meant.
It has been a month.
It has been used once.
It was used once, by me.
It's been used once.
It reads better that way.
It reads better without.
Reads better without it.
Shorter, and says the same.
Says the same in fewer words.
No change in meaning.
No change of meaning intended.
No effect on play.
Nothing changes in practice.
In practice nothing changes.
In practice we've been doing this all along.
The table had it wrong.
The bell tolls for thee.
Ding dong.
Miaow.
Brr.
Ha.
Yum.
So there.
There.
There you go.
Right.
Enough.
Cheers.
Good night.
Mind how you go.
On reflection, six was too many.
Strictly a tidy-up.
Strictly for flavour.
Strictly speaking it already works like this.
Arguably it already works like this.
I make that fourteen Coins I'm owed.
By my count that's the fourth typo this week.
By my reckoning nobody has won yet.
If nothing else, it's shorter.
If anything, it's too cheap.
If I've read this right, nobody can sell.
If this passes I'll follow up with a proposal about choirs.
If this passes, I intend to propose a second guild.
Unless I'm mistaken, this can't happen at the moment.
Unless I've missed something, nobody has one.
When I wrote this I was tired.
When it rains, it pours.
Instead of arguing, let's have a rule.
I think this is long overdue.
Hear me out.
OK, hear me out on this one.
This has been on my list for a while.
Something I’ve wanted since the start of the dynasty.
You can’t have a night market without lanterns.
What’s a feast without a fool?
The Rooftops have been empty since Tuesday.
Nobody’s been to the Rooftops in weeks.
Everybody wants Pickles and nobody wants Cats.
Selling Pickles is the only thing worth doing.
The best strategy is to do nothing.
The rich get richer.
The rich are getting richer.
It’s a bit of a slog at the moment.
It’s all a bit slow.
This dynasty needs a shot in the arm.
Let’s shake things up.
Let’s try this again.
I’d be happy to drop this if it proves unpopular.
Wording stolen from an old dynasty of mine.
Wording by Dot.
Words by Dot, idea by Corvo.
Written on my phone, so forgive the formatting.
Typed on a phone.
Excuse the formatting.
Forgive the formatting.
Please forgive the formatting.
Please let me know if I’ve missed anything.
Let me know if I’ve missed anything.
Let me know what you think.
Tell me what you think in the comments.
Comments welcome.
All feedback welcome.
Feedback appreciated!
Your thoughts?
Over to you.
Dear Vendors,
Fellow Vendors,
Hello all,
Hi everyone.
Good morning!
Yours, Corvo.
— Corvo
Signed, Corvo.
PS: I love pickles.
As an aside, I hate the fog.
On an unrelated note, happy birthday Dot!
Congratulations to Dot on the win.
RIP the old Bridge.
I for one welcome our new feline overlords.
Can’t hurt.
Couldn’t hurt.
Might as well.
Worth a try.
Worth a shot.
Seems worth trying.
Better safe than sorry.
It’s always the quiet ones.
And that’s that.
That’s it.
That’s all.
Quick fix.
I keep forgetting about this.
I’d forgotten this existed.
Nobody told me about the Toll.
My first proposal, be gentle.
The numbers can be adjusted if need be.
If this is too harsh we can soften it.
We have too many rules.
The Ruleset is getting long.
The dynasty is almost over.
Let’s wrap this up.
It’s Friday, after all.
I’m bored.
Boring, I know.
I noticed this while reading the rules last night.
I believe the intent was clear, but the wording is not.
The intent was for this to be a secret.
Under the current rules, a Vendor could rob the same person all day.
This loophole lets me win tomorrow.
I’m not going to exploit it.
I could have exploited this, but chose not to.
Fixes a loophole.
Closes a loophole.
Removes an exploit.
Simplifies the wording.
Brings this in line with the other rules.
Adds some flavour.
A bit of fun.
Just a bit of fun.
Theme!
Third time’s the charm.
Trying again.
Reposting, since the last one failed.
The last version failed because of the numbers.
Corvo pointed out that nobody can do this.
Dot suggested this in the comments.
Thanks to Dot for pointing this out.
In case anyone missed it, the Bell is broken.
In case you missed it, the Bell is broken.
For those who don’t know, the Bell is broken.
To be honest I don’t care either way.
In my opinion this is fairer.
IMHO this is fairer.
IMO a Toll of 5 is plenty.
That said, I’m open to changes.
With that out of the way, here’s the proposal.
Ring ring!
Ahoy!
Step right up!
Come one, come all!
Roll up, roll up!
Who’s in?
Anyone?
Yes?
Sounds fun, right?
Wouldn’t that be nice?
Isn’t it time?
It would be nice to have a use for Coins.
It’d be nice to have a use for Coins.
It is hard to get Coins at the moment.
There are too few Coins in play.
There is no reason to visit the Market.
There’s no reason to visit the Market.
There isn’t much to do at night.
Night is boring.
Nights are boring.
The night is dark and full of terrors.
Cats are great.
I love cats.
Who let the cats out?
Fog! Glorious fog!
Same rules as before, just fewer words.
It’s a core rule’s job to deal with people who are away.
Dynasty’s dragging.
I never liked the cold, and I gather nobody has a Coat (nor can anyone get one, as far as I can see!).
Pickles! Who knew?
The market has been asleep for a week.
This has bothered me since the first day.
We’ve all been there.
Quick one.
Two quick ones.
A quick fix for the thing Dot spotted.
Another day, another proposal.
Cleaning up after myself.
Long story short, the rule is a mess.
I don’t think anyone reads this rule.
Let me explain.
Here’s the thing.
It turns out the Bell can’t be rung twice.
Turns out the Bell can’t be rung twice.
The wording is a bit off.
The current wording is ambiguous.
The rule as it stands lets anyone do it twice.
Currently a Vendor may ring the Bell twice, which seems wrong.
At the moment nobody can win.
Right now there is no way to lose Coins.
There’s currently no incentive to trade.
I’d like to see more trading.
My aim here is to speed things up.
The goal is a faster game.
This should speed things up.
Hopefully this speeds things up.
This would make the game faster.
This one is for Corvo.
Thoughts?
Any objections?
What do we think?
Open to other ideas in the comments.
Not sure about the numbers, but we can tune them later.
Numbers chosen at random.
I picked 5 because it’s my favourite number.
Inspired by chess.
Stolen from the last dynasty.
A little something to liven up the weekend.
Because why not.
Why not?
For fun and profit.
Housekeeping.
Tidying up.
Typo.
Clarification only.
No functional change.
No gameplay effect.
Mostly cosmetic.
Should be uncontroversial.
This ought to be uncontroversial.
Uncontroversial, I hope.
Sorry for the spam.
Whoops, forgot this.
Forgot this the first time.
I forgot to add this last time.
As discussed on Discord.
As discussed in the comments to the previous proposal.
See the discussion on my last post.
Per the discussion in the comments.
Credit to Dot for the idea.
Dot’s idea, my words.
Happy New Year!
Good luck!
Let’s go.
Off we go.
Here goes nothing.
Here we go again.
And so it begins.
Onwards!
Game on.
All aboard!
Time to spice things up.
Time to get moving.
It’s time for a change.
We need more ways to spend Coins.
We need to talk about Feasts.
The game needs more conflict.
Vendors have nothing to do at night.
Nobody wants to be last.
Everyone has too many Coins.
Coins are too easy to come by.
Waiting around for a week isn’t much fun.
Playing it safe has been too rewarding so far.
At four it’s never worth going.
Otherwise a six is hardly better than a five.
Yesterday Ana went to the Old Bridge with two boats and lost only 1 Coin, claiming that each of them counts.
Everybody knows that the real money is not made in the market.
Waiting for the end of the month is no fun.
All three Gates takes for ever: at one key a week that’s over two months.
One thing at a time, and everyone likes dogs.
A fresh start, after all that.
Just for readability.
Purely for clarity.
Some gentle tidying.
Further bold trimming.
The Harbour was empty all week, and Corvo rowed there for nothing.
Last week Corvo sold three Coins to himself.
Ten Coins for a lamp is far too expensive.
Nobody remembers who won.
A month ago Corvo suggested it.
The queue at the Bakery is a nightmare.
A round of this takes ages.
It felt slow.
Everybody loves a parade.
But one thing at a time.
So it was never worth the trouble.
I went there twice and saw nobody.
This would give me more of a reason to keep playing.
Any presumptuous abuse could just be undone.
It makes sense for them to be edited at whim, now that they’re on a wiki.
As it stands, a Vendor with three Coins can win on the first day.
At the moment Vendors can just sit on their Coins forever.
There’s no reason for anyone to ever haggle.
The idea here is that Vendors can team up.
This rule originated when the records were static web pages.
This is “half or more” rather than “more than half” because a Vendor cannot vote on their own stall.
A second attempt at “Oil”, which failed 3-4.
Reproposal of “Oil”.
Adding a bit of interaction between Vendors.
Feels like a natural next step.
EDIT: fixed a typo.
EDIT: mended the formatting.
Edit 2: fixed two broken links.
Hat tip to Corvo for the idea.
Thanks to Corvo and Bartleby for looking at it.
No idea who wrote that.
Not sure why it was there.
If this turns out too strong, we can always revisit it.
If it feels wrong, we could tweak it.
Ahoy all,
Onwards!
Might as well.
Please forgive the length.
Everybody knows that it was never used.
""".splitlines()
BEARING = """\
Corvo wins.
The Bell rings.
The Night Watch moves to the Old Bridge.
A Coin for Corvo.
More Coins for everyone.
Two Coins for the poor.
No more Feasts.
No Feasts until then.
The Mist up to thirty.
But not the second one.
But only on Mondays.
Not for Corvo.
Except Corvo.
All but the first.
The first one only.
The second is to be left alone.
Everything else is void.
Everybody is free to leave.
The same for “Oil”.
The same goes for Oil.
The same in “Oil”.
Same in the other rule.
Likewise in the next rule.
Ditto for Oil.
And vice versa.
And the other way round.
Also Oil.
As well as Oil.
Plus the last bullet.
Including its subrules.
Subrules included.
With all its subrules.
Without its subrules.
With immediate effect.
For a week.
For the rest of the dynasty.
For this dynasty.
For Corvo too.
At the start of next week.
After the current feast.
In the next dynasty.
On Monday.
From Monday on.
In italics.
In bold.
In the glossary too.
In alphabetical order.
As the last bullet.
As a subrule of it.
At the very end.
To be placed first.
Burn the page.
Shuffle the tables about.
A player of your choice is out.
Any player may do it.
The Emperor picks the winner.
Something of the admin’s choice.
Anything similar in other rules too.
Any other mention of it too.
Any others likewise.
The table loses its last column.
The table is sorted by price.
The title likewise.
The heading too.
The heading is “Cats”.
Its subrules too.
Its subrules stay.
Wait for the next one.
There is a new Pitch.
There’s a Coin in it for Corvo.
The Warden is Corvo.
The Toll is no more.
The Toll is gone.
Old Bridge is closed.
Time for Corvo to go.
Cheaper Lanterns for the poor.
Cheaper Lanterns by half.
A joke, of course.
A joke, obviously, so don’t.
Just kidding of course.
Just the first of them.
Just the one in “Oil”.
Just the ones in Oil.
Just the first occurrence of it.
Both of them, of course.
Both occurrences of it.
Both in that rule and elsewhere.
In both places.
Any of them, really.
More or less.
Less the last sentence.
Nothing of the sort for idle players.
Such as the Toll.
A Coin each.
A Lantern apiece.
An example.
A draft.
A joke.
Two Coins is the Toll.
Call it a day and fail this.
Corvo's wording instead.
Corvo's Coins too.
Corvo's first one.
Only Corvo.
Only for Corvo.
Only the first.
Only once.
Vendors always pay.
Vendors never pay the Toll.
Feasts never happen.
Feasts never happen again.
Corvo never pays.
Nothing changes until Monday.
No change if Corvo objects.
Never mind.
Never mind that one.
Never mind the second one.
By half.
By Corvo.
By one.
By Monday.
From Monday.
Mondays only.
Each week.
Every week.
At once.
At random.
At Corvo's choice.
On Corvo's say-so.
If Corvo agrees.
With Corvo's consent.
Subject to Corvo's approval.
The old text stays.
The old rule stays.
The previous one is void.
The other two stay.
The others go.
These go.
All go.
Cats excepted.
Corvo excluded.
Make it Oil.
Make it five.
Make that two.
Make that the second one.
Consider it repealed.
Consider it done with Oil too.
Stop!
Wait!
Nope!
Both!
Twice!
Everyone!
Just kidding!
Scratch that!
Hang on!
Only Doors!
Corvo too!
Veto!
One more.
The other ones.
Too early for Corvo, so not for him.
Corvo has too many Coins and loses five.
Corvo gains too many Coins.
Nor may Corvo.
Nor shall the others.
No effect until Monday.
No real effect on idle players.
No change.
Same as before.
Same rules as the other.
Same text as before.
Any objections and it is void.
Open to idle players, too.
Stolen from Corvo: five Coins.
It is easy to see and costs five Coins.
Removes an exploit and a Coin.
Brings this in line with Corvo.
Roll up the others.
Corvo pays if needed.
Excuse the newcomers.
Forgive Corvo.
— Corvo loses
— Repeal
Signed, all rules.
Forgive the debts of Corvo.
Over to you, Corvo: the Bell.
Otherwise it is 5.
Otherwise each player gains 3 Coins.
Five is better.
At five it’s better.
It’s better at 5.
Yesterday’s version is right.
Nobody gains 3 Coins.
Everyone likes it to be 5.
Everybody knows how to wait until Monday.
The third one was wrong.
Last week’s players get 3 Coins.
Corvo was exempt, and stays exempt.
Corvo was meant, too.
A six is better than a five.
That’s better at ten.
Just for Corvo.
Just for newcomers.
Just for the next dynasty.
Only for clarity in the second one.
For generosity, 3 Coins each.
It was to be 5 and now it is 6.
Corvo went to the Bridge and gains 3 Coins.
Corvo lost 3 Coins and will get them back.
Corvo took 3 Coins yesterday, which are hereby returned.
All the rest was a joke.
Everyone likes dogs, so dogs cost 3 Coins.
It’s too long, cut it.
It’s too long; the last line goes.
It’s fun on Mondays only.
As it stands, Corvo gains 3 Coins.
As it stands, repeal the other one.
Adding a bit of Oil for Corvo.
The idea is that Corvo gains 3 Coins.
Now that Corvo is here, he gains 3 Coins.
A second attempt at “Oil”, if the first fails.
A second attempt at “Oil” next Monday, not now.
This is “Oil” rather than “Coins” because each Vendor gains one.
There’s no longer a Toll.
Doors are wanted.
EDIT: fixed the second rule.
EDIT: fixed a typo: five, not six.
Thanks to Ana, who loses 3 Coins.
No idea whether to keep the Bell, so leave it.
If it gets too much, anybody can change it to 3.
If this is enacted we can repeal the Bell.
And, yes, that means the Bell too.
That means the Lamps as well.
The first of these may stay as it was.
And the last of them stays.
The other one can wait.
Just the first column of it, mind.
I’d rather have “Coins” in lower case throughout.
We’d also prefer to see the Bell kept.
All Lamps still lit are put out.
Those who’ve been Jailed under the old rule are let off.
Everybody who has been Jailed is quietly let out.
Any Coins left over from the old rule are thrown into the sea.
The block lacks its last sentence: “Fog is wet.”
Please treat the quote as though it ended there.
The price in the second bullet was meant to be a four.
Bo is, as ever, left out of it.
My intention is that this starts with the next dynasty.
The brackets are not part of the text.
That’s without the quotation marks.
The bold bits are new.
I only want the first half of it.
It replaces what Corvo wrote.
This supersedes my earlier one.
Ana’s Coins are hers to keep.
Everyone’s back to the Bridge.
For Bell read Gong.
Bell here means the big one.
By Bell I mean Gong.
Assume the tag is there.
With the obvious adjustments.
The Bell keeps its old name.
Lamps already lit are spared.
EDIT: Forget about that part.
Forget about the Bell.
Vote on which by writing A or B.
Vote for one or the other.
""".splitlines()


def alone(text: str) -> bool:
    """Whether an instruction stays the only one, and undoubted, with a paragraph behind it."""
    read = read_instructions(f"<p>Repeal “Doors”.</p><p>{text}</p>")
    return [(each.quote, each.why) for each in read.listed] == [("Repeal “Doors”.", None)]


def test_talk_leaves_the_instruction_beside_it_as_it_is() -> None:
    assert [text for text in TALK if not alone(text)] == []


def test_what_may_bear_on_the_game_is_no_talk() -> None:
    assert [text for text in BEARING if alone(text)] == []


@pytest.mark.parametrize(
    ("text", "talk"),
    [
        ("[ A nod to the wise, and more. ]", True),
        ("[ And so the Mist it is. ]", True),
        ("[ Also the Mist. ]", False),
        ("[ Only the second. ]", False),
        ("[ The second one too. ]", False),
        ("[ You may do so. ]", False),
        ("[ A draft of “Oil”, really. ]", False),
    ],
)
def test_a_paragraph_in_brackets_is_an_aside(text: str, *, talk: bool) -> None:
    assert alone(text) is talk


TAKING_BACK = """\
EDIT: changed my mind, don’t repeal it.
Edit: don't repeal it.
PS: never mind.
Update: this is no longer needed.
Author's note: please fail this.
Don't repeal it.
Do not repeal “Doors” yet.
I don't think that we should repeal it.
On reflection, keep it.
No, wait.
This is a joke.
But keep its list as a subrule of “Wares”.
Leave it alone if Ana objects.
On second thought, let it be.
""".splitlines()
OTHERWISE = """\
Edit: fixed a typo.
EDIT: thanks, Ana.
Do not repeal “Oil”.
I don't like it.
On reflection, six was too many.
""".splitlines()


def test_what_is_taken_back_is_left_to_people() -> None:
    read = {text: read_instructions(f"<p>Repeal “Doors”.</p><p>{text}</p>").listed[0] for text in TAKING_BACK}
    assert [text for text, first in read.items() if first.why is None] == []
    assert [text for text in OTHERWISE if not alone(text)] == []


@pytest.mark.parametrize(
    "text",
    [
        "Remove the second sentence of “Coins”, which nobody likes, and the third one too.",
        "Repeal “Doors”, as it is old, and the other one.",
        "Raise the Mist to 12, or by 3 if it is above the 11.",
        "If the Mist is above 10, set it to 18; if not, to 3.",
        "If the Mist is above the line, set it to 18; if not, to 3.",
    ],
)
def test_nothing_of_an_order_is_lost_behind_a_reason_or_a_condition(text: str) -> None:
    read = read_instructions(f"<p>{text}</p>").listed
    assert read
    assert all(each.why is not None for each in read)


def test_a_reason_with_an_and_is_one() -> None:
    (one,) = read_instructions("<p>Remove the second sentence of “Coins”, because it is old, and nobody uses it.</p>").listed
    assert one.why is None


LEADING = """\
Here’s my attempt:
So here it is:
My suggestion:
The fix is simple:
Without further ado:
Rather than argue about it until Friday:
For flavour, then.
Adds some flavour.
A few fixes, mostly typos:
Some tidying up (no real changes):
Housekeeping, nothing controversial I hope:
Here’s what I’d like to do:
The Bells don’t ring before noon, so:
Numbers pass, based on the first fortnight:
""".splitlines()
NOT_LEADING = """\
This is not the fix:
Here’s an idea:
Here’s what Corvo would do:
My old suggestion:
The rejected solution:
Rather than repeal anything:
Instead of this, next week:
Rather than “Oil”:
Flavour text.
This is the flavour text.
Here is an example.
The old version was this.
A few fixes for later:
The fixes that were made last week:
Fixes we could make:
Here’s what I considered:
Pick one of these fixes:
Some fixes, for Monday:
Fixes that nobody wants:
Ana might not like it, so:
It could be done like so:
Last time it was worded so:
Have an example, so:
Pass:
""".splitlines()


@pytest.mark.parametrize(("texts", "leads"), [(LEADING, True), (NOT_LEADING, False)], ids=["presents", "says something of it"])
def test_what_stands_above_an_instruction_may_only_present_it(texts: list[str], *, leads: bool) -> None:
    readings = {text: read_instructions(f"<p>{text}</p><p>Repeal “Doors”.</p>").listed for text in texts}
    undoubted = [text for text, listed in readings.items() if [(each.quote, each.why) for each in listed] == [("Repeal “Doors”.", None)]]
    assert undoubted == (texts if leads else [])
