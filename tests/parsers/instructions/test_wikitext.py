"""What a post shows, as the wikitext of a rule."""

from __future__ import annotations

import pytest

from parsers.instructions.apply import Protection, apply_instructions
from parsers.instructions.model import RuleName
from parsers.instructions.reader import read_instructions
from parsers.ruleset.model import SectionKind

WRITTEN = {
    "emphasis": ("<b>Keys</b> and <i>locks</i> <u>turn</u>.", "'''Keys''' and ''locks'' <u>turn</u>."),
    "an apostrophe beside it": ("<b>Ana</b>' keys", "'''Ana'''&#39; keys"),
    "a page of the wiki": ('<a href="https://wiki.example/wiki/Key_Ring">keys</a>', "[[Key Ring|keys]]"),
    "a page by its name": ('<a href="/wiki/index.php?title=Keys">Keys</a>', None),
    "a page by its query": ('<a href="https://x.example/wiki/index.php?title=Keys#Old_ones">Keys</a>', "[[Keys#Old ones|Keys]]"),
    "the page that it names": ('<a href="https://wiki.example/wiki/Keys">Keys</a>', "[[Keys]]"),
    "a category": ('<a href="https://wiki.example/wiki/Category:Keys">Keys</a>', "[https://wiki.example/wiki/Category:Keys Keys]"),
    "an action of the wiki": (
        '<a href="https://wiki.example/index.php?title=Keys&amp;action=edit">x</a>',
        "[https://wiki.example/index.php?title=Keys&action=edit x]",
    ),
    "another page": ('<a href="https://x.example/">keys</a>', "[https://x.example/ keys]"),
    "an address": ('<a href="https://x.example/">https://x.example/</a>', "https://x.example/"),
    "a link to nowhere": ('<a href="javascript:x">keys</a>', None),
    "a link with markup": ('<a href="https://x.example/">[keys]</a>', None),
    "brackets around a link": ('[<a href="https://x.example/">keys</a>]', None),
    "lists": ("<ol><li>Oak<ul><li>old</li></ul></li><li>Elm</li></ol>", "# Oak\n#* old\n# Elm"),
    "an item of two paragraphs": ("<ul><li><p>Oak</p><p>Elm</p></li></ul>", None),
    "lines": ("Oak.<br>Elm.", "Oak.<br>Elm."),
    "a table with a bar": ("<table><tr><td>a|b</td></tr></table>", None),
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


GLOSSARY = "= Core Rules =\n\n== Core ==\n\nFixed.\n\n= Appendix =\n\n== Glossary ==\n\n;Ash\n:A tree.\n;Oak\n:Another.\n"
ENTRIES = {
    "in its place": ("“Elm”: a third.", ":A tree.\n;Elm\n:a third.\n;Oak", None),
    "with its marks": (";Elm\n:A third.", ":A tree.\n;Elm\n:A third.\n;Oak", None),
    "twice": ("“Oak”: a third.", "", "the rule has this entry already"),
    "without a term": ("A third.", "", "it is not said which term the new text explains"),
}


@pytest.mark.parametrize("case", ENTRIES)
def test_an_entry_of_the_glossary(case: str) -> None:
    new, shown, why = ENTRIES[case]
    made = apply_instructions(read_instructions(f"<p>Add to the Glossary:</p><pre>{new}</pre>").steps, GLOSSARY)
    assert made.outcomes[0].why == why
    assert shown in made.ruleset


def test_an_entry_needs_an_alphabet() -> None:
    page = GLOSSARY.replace(";Ash", ";Yew")
    made = apply_instructions(read_instructions("<p>Add to the Glossary:</p><pre>;Elm\n:A tree.</pre>").steps, page)
    assert made.outcomes[0].why == "it is not said where the text goes, and the rule is no list in alphabetical order"


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
    made = apply_instructions(read_instructions(html).steps, GLOSSARY, protection=lacking)
    assert made.outcomes[0].applied is applied
    assert (made.ruleset != GLOSSARY) is applied
    assert made.outcomes[0].instruction.rule in (None, RuleName("Core"), RuleName("Core", section="core"))
