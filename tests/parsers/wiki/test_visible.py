"""What a reader sees of a cell."""

from __future__ import annotations

import pytest

from tests.parsers.wiki.reading import one_cell


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        pytest.param("  a   b ", "a b", id="blanks"),
        pytest.param("a&nbsp;b", "a b", id="non-breaking blank"),
        pytest.param("&amp;lt; &lt;T&gt; &eacute;&#233;&#xE9;", "&lt; <T> ééé", id="entities"),
        pytest.param(
            "&nosuch; &amp &#0; &#55296; &#99999999; &#xFFFE; &#9;x",
            "&nosuch; &amp &#0; &#55296; &#99999999; &#xFFFE; x",
            id="characters that are no entities",
        ),
        pytest.param("''i'' '''b''' '''''bi'''''", "i b bi", id="bold and italics"),
        pytest.param("''''b'''", "'b", id="four apostrophes"),
        pytest.param("'''''''b'''''", "''b", id="seven apostrophes"),
        pytest.param("it's", "it's", id="one apostrophe"),
        pytest.param("'''a b'' c", "'a b c", id="bold left open before italics"),
        pytest.param("x '''a y'''b zz'''c ''i", "x a y'b zzc i", id="mistaken bold after a longer word"),
        pytest.param("xx'''a y '''b zz'''c ''i", "xx'a y b zzc i", id="mistaken bold after one letter"),
        pytest.param("x '''a y '''b z '''c ''i", "x 'a y b z c i", id="mistaken bold after a blank"),
        pytest.param("'''''a'''b ''c", "ab c", id="bold and italics closed apart"),
        pytest.param("'''''a", "a", id="five apostrophes left open"),
        pytest.param("[[Ash]] [[Ash|tree]]s [[:Category:Oak]] [[Ash#x]]", "Ash trees Category:Oak Ash#x", id="links"),
        pytest.param("[[Ash|a ''b'']]'''''c'''''", "a bc", id="link with italics inside"),
        pytest.param("[[Ash|a [b] c]] [[Ash|[b]]]", "a [b] c [b]", id="link with brackets"),
        pytest.param("a [[Category:Oak]] b", "a b", id="category between words"),
        pytest.param("[[Category:Oak]]b", "b", id="category in front"),
        pytest.param("[[File:a.png]]b[[Image:a.png|thumb|c]]d", "bd", id="pictures"),
        pytest.param("[[File:a.png|thumb|c [[Ash]] d [[Oak]] e]]f", "f", id="picture with links"),
        pytest.param("[[File:a.png|thumb|c [[Ash]] d", "", id="picture that nothing ends"),
        pytest.param("[[File:a.png|thumb|c [[Ash d", "[[Ash d", id="picture with an open link"),
        pytest.param("[[Ash", "[[Ash", id="link that nothing ends"),
        pytest.param("[[Ash|tree", "[[Ash|tree", id="labelled link that nothing ends"),
        pytest.param("[[:]] [[]] [[ ]] [[|a]] [[Ash|]] [[a{b]]", "[[:]] [[]] [[ ]] [[|a]] [[Ash|]] [[a{b]]", id="links without a target"),
        pytest.param("[[http://x.example]]", "[http://x.example]", id="page link to an address"),
        pytest.param("[http://x.example a b] [https://x.example] [//x.example c] [x]", "a b https://x.example c [x]", id="external links"),
        pytest.param(
            "[http://x.example a&#124;b http://y.example/&#124;]", "a|b http://y.example/|", id="external link with an address inside"
        ),
        pytest.param("[http://x.example/&#124; a] http://x<nowiki>|</nowiki>", "a http://x|", id="address with an encoded bar"),
        pytest.param("a<br>b<br/>c<BR />d", "a\nb\nc\nd", id="line breaks"),
        pytest.param("<b>a</b><span style='x'>b</span><small>c", "abc", id="inline tags"),
        pytest.param("<div>a</div><div>b</div>c", "a\nb\nc", id="blocks"),
        pytest.param("a</div>b", "ab", id="end tag of nothing"),
        pytest.param("<div>a</div>b</div>c", "a\nbc", id="end tag too many"),
        pytest.param("<p>a</p>b</p>c", "a\nb\nc", id="end of a paragraph of nothing"),
        pytest.param("a<foo>b a < b <3 a > b", "a<foo>b a < b <3 a > b", id="tags that are text"),
        pytest.param("a<!-- n -->b", "ab", id="comment"),
        pytest.param("<nowiki>'''[[a]]''' &amp;</nowiki>''b''", "'''[[a]]''' &b", id="nowiki"),
        pytest.param("a<pre>b</pre>c", "a\nb\nc", id="preformatted text"),
        pytest.param("a<ref>b</ref><ref name=x /><references />", "a", id="references"),
        pytest.param("a__NOTOC__b __x__", "ab __x__", id="switches"),
        pytest.param("''a''__TOC__''b'' ''c''__NOTOC__''d''", "ab c'd", id="table of contents between marks"),
        pytest.param("* a", "* a", id="mark of a list in the first line"),
        pytest.param(
            "\n* a\n** b\n: c\n; d : e\n;f\n; http://x.example", "a\nb\nc\nd\ne\nf\nhttp://x.example", id="marks of lists in further lines"
        ),
        pytest.param("\n''# a''\n<b>* b", "# a\n* b", id="marks of lists behind markup"),
        pytest.param("\n== a ==\n=b=\n=====\n= c\n----d", "a\nb\n=\n= c\nd", id="headings and rules"),
        pytest.param("a\n\n b", "a\nb", id="blank line"),
        pytest.param("{{pill|Round|2|lightblue}}", "Round 2", id="pill"),
        pytest.param("{{box|Net|red}}{{Box|Rope|blue}}", "Net Rope", id="boxes"),
        pytest.param("{{box||red}}{{box|Rope|blue}}", "Rope", id="box without a text"),
        pytest.param("{{{1|a}}}{{{2|b}}} {{box|c|red}}{{{2|b}}}{{box|d|red}}", "ab cbd", id="parameters beside boxes"),
        pytest.param("{{x|a|b=c|d}}", "a d", id="named argument"),
        pytest.param("{{x}}{{y}}", "", id="templates without arguments"),
        pytest.param("{{x|{{y|a}} b|[[c|d]]}}", "a b d", id="template within a template"),
        pytest.param("{{x|a [[b}} c", "a [[b}} c", id="template with an open link"),
        pytest.param("{{x|a -{b|c}- d}}", "a -{b|c}- d", id="template with a variant"),
        pytest.param("{{x|<nowiki>}}|</nowiki>}}", "}}|", id="template with nowiki"),
        pytest.param("{{x|a<!-- | -->b}}", "ab", id="template with a comment"),
        pytest.param("{{{x}}} {{{y|z}}} {{a|{{{b|c}}}}}", "{{{x}}} z c", id="parameters"),
        pytest.param("{{{{x}}}} {{{{{x}}}}}", "{{{{x}}}}", id="four and five braces"),
        pytest.param("{{#if:a|b|c=d}}", "b c=d", id="parser function"),
        pytest.param("{{x|1=a}}{{=}}{{!|b}}", "a=b", id="templates that stand for marks"),
        pytest.param("a }} b ]] c", "a }} b ]] c", id="ends of nothing"),
        pytest.param("\u202eabc\u0000\u0007", "\u202eabc\ufffd\ufffd", id="direction mark and controls"),
        pytest.param("\x7f", "?", id="delete character"),
    ],
)
def test_text(content: str, wanted: str) -> None:
    assert one_cell(content) == wanted


def test_headings_inside_arguments_keep_the_template_open() -> None:
    assert one_cell("{{x|a\n== b }}\n}}") == "a\n== b }}"
    assert one_cell("{{x|y=\n=b}} c") == "y=\n=b}} c"
    assert one_cell("{{x|y\n=b}} c") == "c"
    assert one_cell("{{x|a\n<!-- n -->\n== b ==\n}}") == "a\nb"
