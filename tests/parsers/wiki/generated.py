"""Tables made at random, as people write them and as nobody should."""

from __future__ import annotations

from random import Random

__all__ = ["soup", "table"]

_WORDS = (
    "ash",
    "birch",
    "7",
    "-3",
    "0",
    "a b",
    "é",
    "x!y",
    "x ! y",
    "17/01/23 14:09",
    "",
    "",
    " ",
    "it's",
    "&amp;",
    "&nbsp;",
    "&lt;T&gt;",
    "a&b",
    "-",
    "♥♥♥",
    "''i''",
    "'''b'''",
    "'''''bi'''''",
    "''open",
    "'''open",
    "l''''x'''",
    "[[Ash]]",
    "[[Ash|tree]]",
    "[[Ash|a ''b'']]",
    "[[Ash#top]]s",
    "[[:Category:Oak]]",
    "[[Category:Oak]]",
    "[http://x.example label]",
    "<br>",
    "a<br/>b",
    "<b>c</b>",
    '<span style="a|b">s</span>',
    "<span title='||'>t</span>",
    "<nowiki>||</nowiki>",
    "<nowiki>'''|</nowiki>",
    "<!-- note -->",
    "<!-- || -->",
    "<!--\n|-\n| z\n-->",
    "<small>d",
    "</div>",
    "<foo>e",
    "a < b",
    "a > b",
    "<pre>p | q</pre>",
    "<nowiki/>",
    "&#124;",
    "&#x7c;&#x7c;",
    "{{!}}",
    "__NOTOC__",
    "<includeonly>| no</includeonly>",
    "<noinclude>in</noinclude>",
    "<div>f</div>",
    "<p>g</p>",
    "http://y.example/a ",
)
_ATTRIBUTES = (
    "rowspan=2",
    'rowspan="2"',
    "rowspan='3'",
    "colspan=2",
    'colspan="3"',
    "rowspan=2 colspan=2",
    'style="color:red"',
    'class="a" rowspan=2',
    "rowspan=0",
    "rowspan=2x",
    "rowspan=-1",
    "colspan=0",
    "colspan=",
    "rowspan",
    "ROWSPAN=2",
    "colspan = 2",
    "rowspan=2 rowspan=3",
    "colspan=&#50;",
    "x",
    "",
    " ",
    'rowspan="2',
    "nowrap",
    "rowspan=+2",
    "rowspan=1.9",
    "colspan=<nowiki>2</nowiki>",
    "rowspan=2<!-- c -->",
)
_SOUP = (
    "{|",
    "|}",
    "|-",
    "|",
    "!",
    "||",
    "!!",
    "|+",
    "\n",
    "\n",
    "\n",
    "\n",
    "\n|",
    "\n|",
    "\n!",
    "\n|-\n",
    "\n|-\n|",
    "\n{|\n",
    "\n|}\n",
    "\n|+",
    ":{|",
    ":",
    "*",
    ";",
    "#",
    " ",
    "a",
    "b",
    "c d",
    "''",
    "'''",
    "rowspan=2|",
    "colspan=2 |",
    "[[",
    "]]",
    "[[e|f]]",
    "<!--",
    "-->",
    "<!-- g -->",
    "\n<!-- h -->\n",
    "<br>",
    "<nowiki>",
    "</nowiki>",
    "{{!}}",
    "<table>",
    "</table>",
    "<tr>",
    "</tr>",
    "<td>",
    "</td>",
    "<th rowspan=2>",
    "</th>",
    "<caption>",
    "</caption>",
    "<div>",
    "</div>",
    "<p>",
    "-",
    "--",
    "}",
    "{",
    "== h ==",
    "\n== i ==\n",
    "\n----\n",
    "&nbsp;",
    "&#124;",
    "</pre>",
    "<span\ntitle='j|k'>",
    "</span>",
    "\n* l",
    "\n: m",
    "\n n",
    "<li>",
    "\t",
    "-{",
    "}-",
    "|||",
    "!!!",
)


def soup(random: Random, longest: int = 40) -> str:
    """A table's marks in any order."""
    return "{|\n" + "".join(random.choice(_SOUP) for _ in range(random.randint(1, longest)))


def table(random: Random, depth: int = 0) -> str:
    """A table with the turns of real pages: spans, comments, several cells to a line or one, nested tables."""
    lines = [random.choice(("{|", '{| class="wikitable"', ":{|", " {| ", "{|<!-- c -->", "{| border=1")) if not depth else "{|"]
    if random.random() < 0.2:
        lines.append("|+ " + random.choice(("", "style=x | ")) + _content(random))
    if random.random() < 0.4:
        lines.append(random.choice(("|-", "|- ", "|-----", "|- class=x", "<!-- c -->\n|-", "|-\n<!-- c -->", "|-\n|-")))
    for r in range(random.randint(0, 6)):
        if r:
            lines.append(
                random.choice(("|-", "|-", "|- ", "|- style=x", "|-<!-- c -->", "|-\n|-", "<!-- c -->\n|-", "|-\n<!-- c --> <!-- d -->"))
            )
        lines += _row(random, depth, header=r == 0 or random.random() < 0.1)
    lines.append(random.choice(("|}", "|}", "|}", " |}", "|}<!-- c -->", "|} after")))
    return "\n".join(lines)


def _row(random: Random, depth: int, *, header: bool) -> list[str]:
    lines: list[str] = []
    cells = random.randint(0, 5)
    one_line = random.random() < 0.6
    for c in range(cells):
        mark = "!" if header or random.random() < 0.1 else "|"
        cell = _cell(random, depth)
        if c and one_line:
            double = "||" if not lines[-1].lstrip().startswith("!") or random.random() < 0.3 else "!!"
            lines[-1] += random.choice((" ", "", " ")) + double + random.choice((" ", "", " ")) + cell
        else:
            lines.append(random.choice(("", "", " ")) + mark + random.choice((" ", "", " ")) + cell)
    return lines


def _cell(random: Random, depth: int) -> str:
    attributes = random.choice(_ATTRIBUTES) + random.choice(("|", " | ", "| ")) if random.random() < 0.3 else ""
    if depth < 2 and random.random() < 0.03:
        return attributes + _content(random) + "\n" + table(random, depth + 1) + random.choice(("", "\nmore"))
    return attributes + _content(random)


def _content(random: Random) -> str:
    parts = [random.choice(_WORDS) for _ in range(random.choice((1, 1, 1, 2, 3)))]
    text = random.choice((" ", "")).join(parts)
    if random.random() < 0.1:
        text += random.choice(("\n", "\n\n", "\n* ", "\n: ", "\n# ", "\n ", "\n== ")) + random.choice(
            ("more", "a || b", "a !! b", "x ==", "''y''")
        )
    return text
