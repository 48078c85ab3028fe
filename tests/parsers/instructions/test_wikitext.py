"""What a post shows, as the wikitext of a rule."""

from __future__ import annotations

import pytest

from parsers.instructions.application import Protection, apply_instructions
from parsers.instructions.instruction_model import RuleName
from parsers.instructions.reader import read_instructions
from parsers.ruleset.ruleset_model import SectionKind

WRITTEN = {
    "emphasis": ("<b>Keys</b> and <i>locks</i> turn.", "'''Keys''' and ''locks'' turn."),
    "emphasis of several lines": ("<b>Oak.<br>Elm.</b><p>Ash.</p>", "'''Oak.'''<br>'''Elm.'''\n\nAsh."),
    "emphasis in emphasis": ("<i>Keys <b>turn</b> and</i> turn.", "''Keys '''turn''' and'' turn."),
    "nothing in it": ("<b></b>Keys turn.", "Keys turn."),
    "figures set up or down": ("2<sup>3</sup> keys.", None),
    "an apostrophe beside it": ("<b>Ana</b>' keys", "'''Ana'''&#39; keys"),
    "an address": ('<a href="https://x.example/">https://x.example/</a>', "https://x.example/"),
    "a link": (
        'Old <a href="https://wiki.example/Key_Ring?x=1&amp;y"><b>keys</b> turn</a>.',
        "Old [https://wiki.example/Key_Ring?x=1&y '''keys''' turn].",
    ),
    "two links": ('<a href="https://x.example/">a</a><a href="https://y.example/">b</a>', "[https://x.example/ a][https://y.example/ b]"),
    "a link without words": ('Old <a href="https://x.example/"></a>keys', "Old keys"),
    "a link within the wiki": ('<a href="/wiki/Keys">keys</a>', None),
    "a link to nowhere": ('<a href="javascript:x">keys</a>', None),
    "a link with marks": ('<a href="https://x.example/{{x}}">keys</a>', None),
    "a link of brackets": ('<a href="https://x.example/">[keys]</a>', None),
    "brackets around a link": ('[<a href="https://x.example/">keys</a>]', None),
    "a link of two lines": ('<a href="https://x.example/">Oak<br>Elm</a>', "[https://x.example/ Oak]<br>[https://x.example/ Elm]"),
    "struck words": ("Keys <s>never</s> turn.", None),
    "lists": ("<ol><li>Oak<ul><li>old</li></ul></li><li>Elm</li></ol>", "# Oak\n#* old\n# Elm"),
    "an item of two paragraphs": ("<ul><li><p>Oak</p><p>Elm</p></li></ul>", None),
    "lines": ("Oak.<br>Elm.", "Oak.<br>Elm."),
    "a table": (
        "<p>Oak:</p><table><colgroup><col></colgroup><thead><tr><th>Key</th><th>Turns</th></tr></thead><tbody><tr></tr>"
        "<tr><td><b>Oak</b></td><td>-1<br><a href='https://x.example/'>up</a></td></tr><tr><td></td><td>2</td></tr></tbody></table>",
        'Oak:\n\n{| class="wikitable"\n! Key\n! Turns\n|-\n' + "| '''Oak'''\n" + "| -1<br>[https://x.example/ up]\n|-\n|\n| 2\n|}",
    ),
    "a table with a bar": ("<table><tr><td>a|b</td></tr></table>", None),
    "a header of two": ("<table><tr><th>a !! b</th></tr></table>", None),
    "a table of one cell over two": ("<table><tr><td rowspan=2>a</td></tr></table>", None),
    "a table in a table": ("<table><tr><td><table><tr><td>a</td></tr></table></td></tr></table>", None),
    "a table with a list": ("<table><tr><td><ul><li>a</li></ul></td></tr></table>", None),
    "a table of paragraphs": ("<table><tr><td><p>a</p><p>b</p></td></tr></table>", None),
    "a table with a caption": ("<table><caption>c</caption><tr><td>a</td></tr></table>", None),
    "a table with a hidden row": ("<table><tr><td>a</td></tr><tr hidden><td>b</td></tr></table>", None),
    "a table with struck words": ("<table><tr><td>a <s>b</s></td></tr></table>", None),
    "a table with a picture": ("<table><tr><td>a <img></td></tr></table>", None),
    "a table with text beside its cells": ("<table><tr><td>a</td>b</tr></table>", None),
    "a table without rows": ("a<table></table>", None),
    "a picture": ("Oak <img src='x'>", None),
    "a quotation in it": ("<blockquote>Oak</blockquote><p>Elm</p>", None),
    "headings": ("<p>Oak.</p><h2>Elm</h2><p>Old.</p><h3>Ash</h3>", "Oak.\n\n=== Elm ===\n\nOld.\n\n==== Ash ===="),
    "too many levels": ("<h1>a</h1><h6>b</h6>", None),
    "the whole in quotation marks": ("“Keys turn.”", None),
}


@pytest.mark.parametrize("case", WRITTEN)
def test_is_written(case: str) -> None:
    html, wanted = WRITTEN[case]
    reading = read_instructions(f"<p>Add a new rule called “Doors”:</p><blockquote>{html}</blockquote>")
    assert [step.new for step in reading.steps] == ([] if wanted is None else [wanted])
    assert bool(reading.open) is (wanted is None)


PAGE = "= Core Rules =\n\n== Core ==\n\nFixed.\n\n= Appendix =\n\n== Glossary ==\n\n;Ash\n:A tree.\n;Oak\n:Another.\n"
ENTRIES = {
    "in its place": ("“Elm”: a third.", ":A tree.\n;Elm\n:a third.\n;Oak", None),
    "in bold": ("'''Elm''' - a third.", ":A tree.\n;Elm\n:a third.\n;Oak", None),
    "with its marks": (";Elm\n:A third.", ":A tree.\n;Elm\n:A third.\n;Oak", None),
    "on one line": (";Yew: a third.", ":Another.\n;Yew: a third.\n", None),
    "first": (";Ahorn\n:A third.", "==\n\n;Ahorn\n:A third.\n;Ash", None),
    "twice": ("“oak”: a third.", "", "the rule has this entry already"),
    "without a term": ("A third.", "", "it is not said which term the new text explains"),
    "two at once": (";Elm\n:A third.\n;Yew\n:A fourth.", "", "the new text is not the explanation of one term"),
    "without a meaning": (";Elm", "", "the new text is not the explanation of one term"),
    "and more": (";Elm\n:A third.\n\nFelled.", "", "the new text is not the explanation of one term"),
}


@pytest.mark.parametrize("case", ENTRIES)
def test_an_entry_of_the_glossary(case: str) -> None:
    new, shown, why = ENTRIES[case]
    made = apply_instructions(read_instructions(f"<p>Add to the Glossary:</p><pre>{new}</pre>").steps, PAGE)
    assert made.outcomes[0].why == why
    assert (made.ruleset == PAGE) is (why is not None)
    assert shown in made.ruleset


@pytest.mark.parametrize("change", [(";Ash", ";Yew"), (";Ash\n:A tree.", "Trees:"), (PAGE[PAGE.index(";Ash") :], "")])
def test_an_entry_needs_an_alphabet(change: tuple[str, str]) -> None:
    page = PAGE.replace(*change)
    made = apply_instructions(read_instructions("<p>Add to the Glossary:</p><pre>;Elm\n:A tree.</pre>").steps, page)
    assert made.outcomes[0].why == "it is not said where the text goes, and the rule is no list in alphabetical order"
    assert made.ruleset == page


@pytest.mark.parametrize(
    ("html", "named_will_do", "applied"),
    [
        ("<p>In “Core”, replace “Fixed” with “Free”.</p>", False, False),
        ("<p>In “Core”, replace “Fixed” with “Free”.</p>", True, True),
        ("<p>In the core rule “Core”, replace “Fixed” with “Free”.</p>", True, True),
        ("<p>Replace “Fixed” with “Free”.</p>", True, False),
    ],
)
def test_a_section_that_lacks_its_tag(html: str, *, named_will_do: bool, applied: bool) -> None:
    lacking = Protection({SectionKind.CORE: "it needs the tag [Core]"}, named_will_do=named_will_do)
    made = apply_instructions(read_instructions(html).steps, PAGE, protection=lacking)
    assert made.outcomes[0].applied is applied
    assert (made.ruleset != PAGE) is applied
    assert made.outcomes[0].instruction.rule in (None, RuleName("Core"), RuleName("Core", section="core"))
