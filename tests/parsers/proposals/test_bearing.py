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
