"""Whole posts read: which sentences are steps, which are open, and that nothing in a text is an instruction."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsers.instructions.forms import forms
from parsers.instructions.reader import MOST_STEPS, read_instructions
from tests.parsers.instructions.in_short import in_short

MORE = "[a picture, a table or other markup]"
KEYS = "<blockquote>Keys turn.</blockquote>"


def read(html: str) -> tuple[list[str], list[str]]:
    """The steps in short, and the open sentences."""
    found = read_instructions(html)
    return [in_short(step) for step in found.steps], list(found.open)


POSTS = {
    "that rule is the one named last": (
        "<p>Rename “Doors” to “Gates”. In that rule, replace “a” with “b”.</p>",
        ["rename-rule Doors -> Gates", "replace-text Gates {phrase a} = b"],
        [],
    ),
    "that rule after a new one": (
        f"<p>Add a rule called “Doors”:</p>{KEYS}<p>Add “Locks hold.” to the end of the same rule.</p>",
        ["add-rule Doors = Keys turn.", "add-text Doors end = Locks hold."],
        [],
    ),
    "that rule after talk is none": (
        "<p>Repeal “Doors”. I like “Gates”. In that rule, replace “a” with “b”.</p>",
        ["repeal-rule Doors"],
        ["I like “Gates”.", "In that rule, replace “a” with “b”."],
    ),
    "that rule before any": ("<p>Repeal that rule.</p>", [], ["Repeal that rule."]),
    "two joined by and": (
        "<p>In “Doors”, replace “a” with “b” and replace “c” with “d”.</p>",
        ["replace-text Doors {phrase a} = b", "replace-text Doors {phrase c} = d"],
        [],
    ),
    "it that is replaced is a passage": (
        "<p>Remove “a” from “Doors” and replace it with “b”.</p>",
        [],
        ["Remove “a” from “Doors” and replace it with “b”."],
    ),
    "it behind and": (
        "<p>Repeal “Locks”. Rename “Doors” to “Gates” and remove “a” from it.</p>",
        ["repeal-rule Locks", "rename-rule Doors -> Gates", "remove-text Gates {phrase a}"],
        [],
    ),
    "one joined to talk": ("<p>Repeal “Doors” and be merry.</p>", [], ["Repeal “Doors” and be merry."]),
    "sentences in a list": (
        "<ol><li>Repeal “Doors”.</li><li><p>Then repeal “Gates”.</p></li></ol>",
        ["repeal-rule Doors", "repeal-rule Gates"],
        [],
    ),
    "changes listed below a rule": (
        "<p>In the rule “Doors”:</p><ul><li>replace “a” with “b”</li><li>be merry</li><li>In “Gates”, remove “c”.</li></ul>",
        ["replace-text Doors {phrase a} = b"],
        ["be merry", "In “Gates”, remove “c”."],
    ),
    "numbered lines": ("<p>1. Repeal “Doors”.<br>2. Repeal “Gates”.</p>", ["repeal-rule Doors", "repeal-rule Gates"], []),
    "two blocks": (
        "<p>In “Doors”, replace</p><blockquote>Keys turn.</blockquote><p>with</p><blockquote>Locks hold.</blockquote>",
        ["replace-text Doors {phrase Keys turn.} = Locks hold."],
        [],
    ),
    "a second block belongs to nothing": (
        f"<p>Add a rule called “Doors”:</p>{KEYS}{KEYS}",
        ["add-rule Doors = Keys turn."],
        ["Keys turn."],
    ),
    "a block after a full stop": (f"<p>Add a rule called “Doors” with this text.</p>{KEYS}", ["add-rule Doors = Keys turn."], []),
    "a block that is not its text": (f"<p>Repeal “Doors”.</p>{KEYS}", ["repeal-rule Doors"], ["Keys turn."]),
    "a condition behind": ("<p>Repeal “Doors”. Unless Ana objects.</p>", ["repeal-rule Doors"], ["Unless Ana objects."]),
    "a withdrawal": ("<p>Repeal “Doors”.</p><p>EDIT: no longer.</p>", ["repeal-rule Doors"], ["EDIT: no longer."]),
    "a heading": ("<h3>Doors</h3><p>Repeal “Doors”.</p>", ["repeal-rule Doors"], ["Doors"]),
    "struck as a whole": ("<p><s>Repeal “Doors”.</s> Repeal “Gates”.</p>", ["repeal-rule Gates"], []),
    "struck in part": ("<p>Repeal “Doors” <s>and “Locks”</s>.</p>", [], ["Repeal “Doors” ."]),
    "struck in the text": ("<p>Add “Keys <s>never</s> turn.” to “Doors”.</p>", [], ["Add “Keys turn.” to “Doors”."]),
    "struck in a title": ("<p>Repeal “Doors<s>top</s>”.</p>", [], ["Repeal “Doors”."]),
    "an entry of the glossary": ("<p>Add “Elm: a tree.” to the Glossary.</p>", ["add-text Glossary = Elm: a tree."], []),
    "quotes in quotes": (
        "<p>In “Doors”, replace “a “key”” with “a “lock””.</p>",
        ["replace-text Doors {phrase a “key”} = a “lock”"],
        [],
    ),
    "quotes that do not pair": ('<p>Repeal "Doors.</p>', [], ['Repeal "Doors.']),
    "emphasis of the matter": ("<p>Add <b>“Keys <i>turn</i>.”</b> to “Doors”.</p>", ["add-text Doors end = Keys ''turn''."], []),
    "emphasis that ends in the text": ("<p>Add <b>“Keys</b> turn.” to “Doors”.</p>", [], ["Add “Keys turn.” to “Doors”."]),
    "a link to the rule": ('<p>Repeal “<a href="/doors">Doors</a>”.</p>', ["repeal-rule Doors"], []),
    "pasted wikitext": (
        "<p>Add a new rule called “Doors”:</p><p>* Oak<br>* Elm</p><p>Bye.</p>",
        ["add-rule Doors = * Oak\n* Elm"],
        ["Bye."],
    ),
    "preformatted": ("<p>Add a new rule called “Doors”:</p><pre>== Keys ==\nTurn.</pre>", ["add-rule Doors = === Keys ===\nTurn."], []),
    "a table": (
        "<p>Add to the end of “Doors”:</p><table><tr><th>Key</th></tr><tr><td>Repeal “Gates”.</td></tr></table>",
        ['add-text Doors end = {| class="wikitable"\n! Key\n|-\n| Repeal “Gates”.\n|}'],
        [],
    ),
    "a table by itself": (
        "<p>Repeal “Doors”.</p><table><tr><th>Key</th><td>Oak</td></tr><tr><td></td><td>Repeal “Gates”.</td></tr></table>",
        ["repeal-rule Doors"],
        ["Key | Oak | Repeal “Gates”."],
    ),
    "a table that is more": (
        "<p>Add to the end of “Doors”:</p><table><tr><td colspan='2'>Oak</td></tr><tr><td>Elm</td><td>Repeal “Gates”.</td></tr></table>",
        [],
        ["Add to the end of “Doors”:", f"{MORE} Oak Elm Repeal “Gates”."],
    ),
    "a table in the place of words": (
        "<p>In “Doors”, replace “a” with:</p><table><tr><td>Oak</td></tr></table><p>Replace:</p><table><tr><td>Oak</td></tr></table>"
        "<p>with “a”.</p>",
        ['replace-text Doors {phrase a} = {| class="wikitable"\n| Oak\n|}', "replace-text {phrase Oak} = a"],
        [],
    ),
    "a picture": ("<p>Repeal “Doors”.</p><p><img></p>", ["repeal-rule Doors"], [MORE]),
    "a picture in a title": ("<p>Repeal “Doors<img>”.</p>", [], [f"Repeal “Doors{MORE}”."]),
    "a list with text beside its items": (
        f"<p>Add to the end of “Doors”:</p><ul><li>Oak</li>Elm</ul>{KEYS}",
        [],
        ["Add to the end of “Doors”:", f"{MORE} Oak Elm", "Keys turn."],
    ),
    "a list that is a list's child": ("<ol><ol><li>Repeal “Doors”.</li></ol><s>Repeal “Gates”.</s></ol>", ["repeal-rule Doors"], []),
    "comments": ("<p>Repeal <!-- “Gates” or --><?x y?>“Doors”.<script>x</script></p>", ["repeal-rule Doors"], []),
    "signs by their numbers": ("<p>Repeal &#14;&#xe000;“Doors”&#xf000;.</p>", ["repeal-rule Doors"], []),
    "a subrule by its rule": (
        "<p>Remove “a” from the subrule “Keys” of the rule “Doors”.</p>",
        ["remove-text Doors/Keys {phrase a}"],
        [],
    ),
    "a rule by its number": ("<p>In rule 2.3, remove “a”.</p>", ["remove-text 2.3 {phrase a}"], []),
    "a text that ends its sentence": (
        "<p>To “Gates”, add “Locks hold.” Repeal “Oaks”.</p>",
        ["add-text Gates end = Locks hold.", "repeal-rule Oaks"],
        [],
    ),
    "a name that ends none": ("<p>Repeal “Gates” Repeal “Oaks”.</p>", [], ["Repeal “Gates” Repeal “Oaks”."]),
    "changes that are no list": (
        f"<p>In “Doors”, make the following changes:</p>{KEYS}",
        [],
        ["In “Doors”, make the following changes:", "Keys turn."],
    ),
    "nothing": ("", [], []),
}


@pytest.mark.parametrize("case", POSTS)
def test_reads(case: str) -> None:
    html, steps, sentences = POSTS[case]
    assert read(html) == (steps, sentences)


@pytest.mark.parametrize("form", [form for form in forms()[0] if not form.listed][::4], ids=lambda form: form.takes[0][0][:40])
def test_instructions_in_a_new_rule_are_its_text(form: object) -> None:
    sentence = form.takes[0][0]  # type: ignore[attr-defined]
    steps, _ = read(f"<p>Add a rule called “Songs”:</p><blockquote><p>{sentence}</p></blockquote>")
    assert [step.partition(" =")[0] for step in steps] in ([], ["add-rule Songs"])


HOSTILE = {
    "too long": "x" * 1_000_001,
    "too deep": "<div>" * 5_000 + "Repeal “Doors”.",
    "too many": "<p>Repeal “Doors”.</p>" * (MOST_STEPS + 1),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_what_is_too_much_is_open_as_a_whole(case: str) -> None:
    found = read_instructions(HOSTILE[case])
    assert found.steps == ()
    assert found.unread is not None
    assert found.open == (f"The whole text of the matter: {found.unread}",)


LONG = {
    "a paragraph": "<p>" + "Repeal the rule “Doors” and " * 4_000 + "</p>",
    "quotations": "<p>" + "“a” " * 20_000 + "</p>",
    "quotation marks": "<p>" + '"' * 50_000 + "</p>",
    "lists": "<ul><li>" * 500,
    "lines": "a<br>" * 10_000,
    "block quotes": "<p>add</p>" + "<blockquote>x</blockquote>" * 1_000,
    "names": "<p>Repeal " + "Doors of " * 20_000 + "</p>",
}


@pytest.mark.parametrize("case", LONG)
def test_a_long_text_is_read(case: str) -> None:
    """A reader whose work grew faster than the text would not come back."""
    assert read_instructions(LONG[case]).open != ()


PIECES = (
    "<p>|</p>|<blockquote>|</blockquote>|<ul><li>|</li></ul>|<br>|<hr>|<h2>|<s>|</s>|<b>|</b>|<pre>|</pre>|<table><tr><td>|</table>|<img>|“|”|\"|'"
    "|’|…|.|,|:|;| if | it | the rule |{{|~~~~|==X==|\n* |&nbsp;|&#0;|\ud800|\x00|\ue000|\uf000|Repeal |Add | to |Doors"
).split("|")
TEXTS = [sentence for form in forms()[0] for sentence, _ in form.takes]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(TEXTS) | st.sampled_from(PIECES), max_size=8).map("".join) | st.text(max_size=80))
def test_any_text_is_read(html: str) -> None:
    found = read_instructions(html)
    assert all(each.quote for each in found.steps)
    assert not any(
        set(each) & set("\ue000\uf000\ufff9\ufffc\x0e\x11\x12")
        for each in (*found.open, *found.struck, *(step.quote for step in found.steps))
    )
