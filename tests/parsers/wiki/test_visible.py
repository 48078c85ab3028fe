"""What a reader sees of a cell."""

from __future__ import annotations

import pytest

from parsers.wiki.scan import without_markup
from parsers.wiki.visible import heading_level, split_definition
from tests.parsers.wiki.shown_grids import one_cell


@pytest.mark.parametrize(
    ("content", "visible"),
    [
        ("  a   b ", "a b"),
        ("a&nbsp;b", "a b"),
        ("a&#32;b &#31;", "a b &#31;"),
        ("&amp;lt; &lt;T&gt; &eacute;&#233;&#xE9;", "&lt; <T> ééé"),
        (
            "&nosuch; &amp &#0; &#55296; &#99999999; &#xFFFE; &#9;x",
            "&nosuch; &amp &#0; &#55296; &#99999999; &#xFFFE; x",
        ),
        ("''i'' '''b''' '''''bi'''''", "i b bi"),
        ("''''b'''", "'b"),
        ("'''''''b'''''", "''b"),
        ("it's", "it's"),
        ("'''a b'' c", "'a b c"),
        ("x '''a y'''b zz'''c ''i", "x a y'b zzc i"),
        ("xx'''a y '''b zz'''c ''i", "xx'a y b zzc i"),
        ("x '''a y '''b z '''c ''i", "x 'a y b z c i"),
        ("'''''a'''b ''c", "ab c"),
        ("'''''a", "a"),
        ("[[Ash]] [[Ash|tree]]s [[:Category:Oak]] [[Ash#x]]", "Ash trees Category:Oak Ash#x"),
        ("[[Ash|a ''b'']]'''''c'''''", "a bc"),
        ("[[Ash|a [b] c]] [[Ash|[b]]]", "a [b] c [b]"),
        ("a [[Category:Oak]] b", "a b"),
        ("[[Category:Oak]]b", "b"),
        ("[[File:a.png]]b[[Image:a.png|thumb|c]]d", "bd"),
        ("[[File:a.png|thumb|c [[Ash]] d [[Oak]] e]]f", "f"),
        ("[[File:a.png|thumb|c [[Ash]] d", ""),
        ("[[File:a.png|thumb|c [[Ash d", "[[Ash d"),
        ("[[File:a.png|thumb|c [[Ash d [[Elm]] e", "[[Ash d Elm e"),
        ("[[Ash", "[[Ash"),
        ("[[Ash|tree", "[[Ash|tree"),
        ("[[:]] [[]] [[ ]] [[|a]] [[Ash|]] [[a{b]]", "[[:]] [[]] [[ ]] [[|a]] [[Ash|]] [[a{b]]"),
        ("[[http://x.example]]", "[http://x.example]"),
        (
            "[http://x.example a b] [https://x.example] [//x.example c] [x]",
            "a b https://x.example c [x]",
        ),
        ("[http://x.example a&#124;b http://y.example/&#124;]", "a|b http://y.example/|"),
        ("[http://x.example/&#124; a] http://x<nowiki>|</nowiki>", "a http://x|"),
        ("a<br>b<br/>c<BR />d", "a\nb\nc\nd"),
        ("<b>a</b><span style='x'>b</span><small>c", "abc"),
        ("<div>a</div><div>b</div>c", "a\nb\nc"),
        ("a</div>b", "ab"),
        ("<div>a</div>b</div>c", "a\nbc"),
        ("<p>a</p>b</p>c", "a\nb\nc"),
        ("a<foo>b a < b <3 a > b", "a<foo>b a < b <3 a > b"),
        ("a<!-- n -->b", "ab"),
        ("<nowiki>'''[[a]]''' &amp;</nowiki>''b''", "'''[[a]]''' &b"),
        ("a<pre>b</pre>c", "a\nb\nc"),
        ("a<ref>b</ref><ref name=x /><references />", "a"),
        ("a__NOTOC__b __x__", "ab __x__"),
        ("''a''__TOC__''b'' ''c''__NOTOC__''d''", "ab c'd"),
        ("* a", "* a"),
        ("\n* a\n** b\n: c\n; d : e\n;f\n; http://x.example", "a\nb\nc\nd\ne\nf\nhttp://x.example"),
        ("\n; see http://x.example : a", "see http://x.example\na"),
        ("\n''# a''\n<b>* b", "# a\n* b"),
        ("\n== a ==\n=b=\n=====\n= c\n----d", "a\nb\n=\n= c\nd"),
        ("a\n\n b", "a\nb"),
        ("{{pill|Round|2|lightblue}}", "Round 2"),
        ("{{box|Net|red}}{{Box|Rope|blue}}", "Net Rope"),
        ("{{box||red}}{{box|Rope|blue}}", "Rope"),
        ("{{{1|a}}}{{{2|b}}} {{box|c|red}}{{{2|b}}}{{box|d|red}}", "ab cbd"),
        ("{{x|a|b=c|d}}", "a d"),
        ("{{x}}{{y}}", ""),
        ("{{x|{{y|a}} b|[[c|d]]}}", "a b d"),
        ("{{x|a [[b}} c", "a [[b}} c"),
        ("{{x|a -{b|c}- d}}", "a -{b|c}- d"),
        ("{{x|<nowiki>}}|</nowiki>}}", "}}|"),
        ("{{x|a<!-- | -->b}}", "ab"),
        ("{{{x}}} {{{y|z}}} {{a|{{{b|c}}}}}", "{{{x}}} z c"),
        ("{{{{x}}}} {{{{{x}}}}}", "{{{{x}}}}"),
        ("{{#if:a|b|c=d}}", "b c=d"),
        ("{{x|1=a}}{{=}}{{!|b}}", "a=b"),
        ("a }} b ]] c", "a }} b ]] c"),
        ("\u202eabc\x00\x07", "\u202eabc��"),
        ("\x7f", "?"),
    ],
)
def test_visible_text_of_a_cell(content: str, visible: str) -> None:
    assert one_cell(content) == visible


@pytest.mark.parametrize(
    ("source", "left"),
    [
        ("a<!-- b -->c<nowiki>d</nowiki>e<nowiki/>f<pre>g", "acef<pre>g"),
        ("a<!-- b\nc", "a\n"),
        ("a<nowiki><!-- </nowiki> b -->", "a b -->"),
        ("a {{b|{{c}} d}} e {{o }} }} {{p", "a  e  }} {{p"),
        ("e [[f|g]] h https://i.j/k l [https://m n]", "e  h  l "),
    ],
)
def test_only_text_is_left(source: str, left: str) -> None:
    text = without_markup(source)
    assert text.replace("\x00", "") == left
    assert [len(line) for line in text.split("\n")] == [len(line) for line in source.split("\n")]


@pytest.mark.parametrize(
    ("content", "term", "meaning"),
    [
        (" a : b : c", " a ", " b : c"),
        (" a", " a", None),
        (" a:", " a", ""),
        ("", "", None),
        (" see http://x.example : b", " see http://x.example ", " b"),
        (" see http://x.example", " see http://x.example", None),
        (" http://x.example:80/c:d", " http://x.example:80/c:d", None),
        (" http://x.example: b", " http://x.example", " b"),
        (" a : http://x.example", " a ", " http://x.example"),
        (" http://a https://b/c:d : e", " http://a https://b/c:d ", " e"),
        (" a:// b", " a", "// b"),
        (" mailto:a@x.example : b", " mailto:a@x.example ", " b"),
        (" see URN:isbn:1: b", " see URN:isbn:1", " b"),
        (" mailto : b", " mailto ", " b"),
    ],
)
def test_term_ends_at_a_colon_outside_of_addresses(
    content: str, term: str, meaning: str | None
) -> None:
    assert split_definition(content) == (term, meaning)


@pytest.mark.parametrize(
    ("line", "level"),
    [("", 0), ("=", 0), ("==", 0), ("===", 1), ("=a=", 1), ("== a =", 1), ("a", 0), ("=" * 99, 6)],
)
def test_level_of_a_heading(line: str, level: int) -> None:
    assert heading_level(line) == level
