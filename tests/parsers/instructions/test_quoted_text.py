"""What a matter quotes is on the page as quoted, whatever its characters mean in wikitext."""

from __future__ import annotations

import re
from html import escape, unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.gamestate.tracking_page import read_gamestate
from parsers.instructions.application import Application, apply_instructions
from parsers.instructions.reader import read_instructions
from parsers.ruleset import read_ruleset
from parsers.ruleset.tree import read_tree
from tests.support.cases import cases
from tests.support.mediawiki import MediaWiki

PAGE = """= Dynastic Rules =

== Doors ==

Keys turn. Locks hold.

* One key
* Two locks

{|
! Door !! Hinge
|-
| Oak || iron
|}
"""
WAYS = {
    "at the end": "Add “{}” to the end of “Doors”.",
    "at the start": "Add “{}” to the beginning of “Doors”.",
    "within a line": "In “Doors”, replace “Locks hold.” with “{}”.",
    "the first words": "In “Doors”, replace “Keys turn.” with “{}”.",
    "an item": "In “Doors”, replace “One key” with “{}”.",
    "a new item": "Add a bullet after “One key” in the rule “Doors”: “{}”",
    "behind a word": "In “Doors”, insert “so {}” after “Locks”.",
    "a cell": "In “Doors”, replace “iron” with “{}”.",
    "a title": "Rename “Doors” to “The {}!”.",
    "a new rule": "Add a new rule called “The {}!”: “{}”",
}
SIGNS = (
    "# * : ; = | ! ---- - + {| |} |- || {{ }} {{{ }}} [[ ]] [ ] '' ''' ' < > <b> </b> <nowiki>"
    " </nowiki> <!-- --> <ref> & &amp; &#35; ~~~ ~~~~ ~~~~~ __TOC__ __NOTOC__ -{ }- RFC ISBN word 1"
    " 0123456789 http://x.example/ mailto:a@x.example #REDIRECT == _ \\ / File: Category: key"
).split()
QUOTED = st.lists(
    st.tuples(st.sampled_from(SIGNS), st.sampled_from(("", " "))), min_size=1, max_size=6
).map(lambda pieces: "".join(sign + blank for sign, blank in pieces).strip())


def carried_out(said: str) -> Application:
    reading = read_instructions(f"<p>{said}</p>")
    assert reading.open == ()
    return apply_instructions(reading.steps, PAGE)


def as_shown(text: str, way: str) -> str:
    """A quotation on one line; what a matter calls a bullet may have the mark of one."""
    shown = " ".join(text.split())
    return re.sub(r"\A[*#]+ ", "", shown) if way == "a new item" else shown


def texts(page: str) -> list[str]:
    """The headings and blocks that a page shows."""
    rules = read_tree(page).in_order
    return [text for rule in rules for text in (rule.heading, *rule.text.split("\n"))]


@pytest.mark.parametrize("way", WAYS)
@given(QUOTED)
def test_a_quotation_shows_as_quoted(way: str, text: str) -> None:
    made = carried_out(WAYS[way].replace("{}", escape(text, quote=False)))
    why = made.outcomes[0].why
    if why is not None:
        assert made.ruleset == PAGE
        # What a cell or a full stop next to it makes doubtful is left.
        assert way in ("a cell", "behind a word") or "ends with a sign" in why, why
        return
    found = [each for each in texts(made.ruleset) if as_shown(text, way) in each]
    assert found, made.ruleset
    others = [each for each in texts(PAGE) if each in texts(made.ruleset)]
    assert len(others) >= len(texts(PAGE)) - 1


@cases("quoted_texts")
def test_quoted_text_is_written_as_it_is_shown(said: str, written: str | None) -> None:
    reading = read_instructions(said)
    made = apply_instructions(reading.steps, PAGE)
    assert (made.ruleset != PAGE) is (written is not None)
    assert bool(reading.open) is (written is None)
    if written is not None:
        assert written in made.ruleset


RULES = read_ruleset(
    "= Dynastic Rules =\n== Mottos ==\nEach Player has a Motto, which is a publicly-tracked text"
    " string defaulting to blank.\n",
    gamestate=True,
)
TRACKING = "{|\n! Player !! Motto\n|-\n| Ana || Hail\n|-\n| Bo || Ho\n|}\n"


@given(QUOTED)
def test_a_value_shows_as_quoted(text: str) -> None:
    def reread(page: str) -> object:
        return read_gamestate(page, RULES, None)

    reading = read_instructions(f"<p>Set Ana's Motto to “{escape(text, quote=False)}”.</p>")
    made = apply_instructions(
        reading.steps,
        RULES.source,
        tracking=read_gamestate(TRACKING, RULES, None),
        under=lambda _: reread,  # type: ignore[arg-type,return-value]
    )
    if made.outcomes[0].why is not None:
        assert made.tracking == TRACKING
        assert text.strip("-") == "", made.outcomes[0].why
        return
    assert made.tracking is not None
    state = read_gamestate(made.tracking, RULES, None)
    assert [entry.text for entry in state.entries] == [" ".join(text.split()), "Ho"]


@pytest.mark.mediawiki
@pytest.mark.parametrize("way", WAYS)
def test_mediawiki_shows_a_quotation_as_quoted(mediawiki: MediaWiki, way: str) -> None:
    for text in (*SIGNS, *(f"{sign} word" for sign in SIGNS[:16])):
        made = carried_out(WAYS[way].replace("{}", escape(text, quote=False)))
        shown = rendered(mediawiki, made.ruleset)
        assert made.outcomes[0].why is not None or as_shown(text, way) in shown, made.ruleset


def rendered(mediawiki: MediaWiki, page: str) -> str:
    """What a page shows once it is saved, on one line."""
    reply = mediawiki.api(
        action="parse",
        title="A page",
        contentmodel="wikitext",
        text=page,
        pst="1",
        prop="text",
        disablelimitreport="1",
    )
    html = re.sub("<(?:br|p|li|t[dh])\\b", " <", str(reply["parse"]["text"]))
    return " ".join(unescape(re.sub("<[^>]*>", "", html)).split())
