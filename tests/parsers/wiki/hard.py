"""Tables that are hard to read: the turns of real pages and of pages by mistake, all in one
table."""

from __future__ import annotations

from random import Random

_CONTENTS = [
    "ash",
    "7",
    "-3",
    "a b",
    "",
    "",
    "",
    " ",
    "it's",
    "-",
    "♥♥",
    "12/20",
    "50%",
    "(x)",
    "“q”",
    "!",
    "a!b",
    "a !! b",
    "|}",
    "{|",
    "</b>",
    "''i''",
    "'''b'''",
    "''open",
    "'''o",
    "[[Ash]]",
    "[[Ash|tree]]",
    "[[Ash|a|b]]",
    "[[Ash#x|y]]",
    "[http://x.example a|b]",
    "ISBN 12",
    "<br>",
    "<br/>",
    '<span style="a|b">s</span>',
    "<nowiki>||</nowiki>",
    "<b>q</b>",
    "<i>open",
    "<div>d</div>",
    "x<sub>2</sub>",
    "<u>",
    "<code>h|i</code>",
    "<s>g</s>",
    "<font color=red>r</font>",
    "<!-- n -->",
    "<!--|-->",
    "<!--\n|-\n-->",
    "a<!-- c -->b",
    "-{zh}-",
    "<includeonly>|x</includeonly>",
    "<noinclude>|</noinclude>",
    "__TOC__",
    "\xa0",
    "&nbsp;",
    "&#124;",
    "{{{1|d}}}",
    "{{{p}}}",
    "{{!}}",
    "{{!}}{{!}}",
    "a{{!}}b",
]
_ATTRIBUTES = [
    "rowspan=2",
    "rowspan=0",
    'rowspan="0"',
    "rowspan=70000",
    "rowspan=-2",
    'rowspan=" 2"',
    "rowspan=٢",
    "rowspan=2em",
    "rowspan=.5",
    "colspan=1000",
    "colspan=5000",
    "colspan=99999999999",
    "colspan=-1",
    "colspan=1e2",
    "colspan=0x2",
    "colspan=+2",
    "colspan=2,5",
    "colspan=\"2\" rowspan='2'",
    "rowspan=2 | colspan=2",
    "rowspan =2",
    "rowspan\n=2",
    'ROWSPAN = "2"',
    "rowspan=2;colspan=2",
    "rowspan=2colspan=2",
    "a=b rowspan=2/",
    "/ rowspan=2",
    "id=x\trowspan=3",
    "rowspan=&#x32;",
    "rowspan=<!-- x -->2",
    "row<!-- -->span=2",
    'rowspan="{{{1|2}}}"',
    "colspan={{!}}",
    'style="x:y|z"',
    'title="[[a]]"',
    "title=[[a|b]]",
    "style=color:red",
    'class="a"',
    "",
    "  ",
    'data-x="!!"',
    'data-x="||"',
    "scope=col",
    "style=''x''",
    "-{a}-",
    "<b>",
    "<span>",
    '"rowspan=2"',
    "'",
    '"',
    'style="a rowspan=2',
]
_LINES = [
    "* a",
    "# b",
    ": c",
    "; d : e",
    " f",
    "----",
    "== g ==",
    "a || b",
    "a !! b",
    "<!-- z -->",
    "text",
    "<p>x</p>",
    "<!-- y -->| k",
    "''i",
]
_OPENINGS = [
    "{|",
    "{|",
    ":{|",
    "::{|",
    " {|",
    "\t{|",
    ": {|",
    '{| class="wikitable"',
    '{|style="a|b"',
    "{|<!-- c -->",
    "<!-- c -->{|",
    "{{{!}}",
    "{| rowspan=2",
    "{|\n",
    "{||",
    "{|}",
    "{|-",
    "{|+ x",
]
_CAPTIONS = ("|+", "|+ ", " |+", "{{!}}+")
_FIRST_ROWS = [
    "|-",
    "|- ",
    "|------",
    "|- class=x | y",
    "<!-- c -->\n|-",
    "|-\n<!-- c -->",
    " <!-- c --> \n|-",
    "<!-- c -->|-",
    "|-<!--c-->",
    "{{!}}-",
    "|-\n|-",
    "|- rowspan=2",
    "|-|",
]
_ROWS = [
    "|-",
    "|-",
    "|-",
    "|--",
    " |-",
    "<!-- c -->\n|-",
    "<!-- c -->|-",
    "|-\n<!-- c -->",
    "|-\n\n",
    "|-\ntext",
    "{{!}}-",
    "|-|",
    "|- a | b",
    "|+ late",
]
_SEPARATORS = ("||", "!!", " || ", " !! ", "||  ", "{{!}}{{!}}", "|{{!}}", "|||", "!!!", " ||| ")
_ENDS = ("|}", "|}", "|}", " |}", "|}}", "|} x", "{{!}}}", "|}<!-- c -->", "|}|}", "|}\n|}")
CALLS = [
    "{{Cell}}",
    "{{Cell|a}}",
    "{{Cell|[[A|b]]}}",
    "{{Two}}",
    "{{Two|x|y}}",
    "{{Two|{{Cell|z}}}}",
    "{{Row|1|2}}",
    "{{Start}}",
    "{{End}}",
    "{{Attr}}",
    "{{Attr|blue}}",
    "{{Span}}{{!}}",
    "{{List}}",
    "{{Table}}",
    "{{Nothing}}",
    "{{Line}}",
    "{{Line|| q}}",
    "{{Parts}}",
    "{{Pre}}",
    "{{Literal}}",
    "{{Dash}}",
    "{{Cell\n| a\n}}",
    "{{Two|1=x|2=[[A|c]]}}",
    "{{missing}}",
    "{{Cell|{{!}}}}",
    "{{Cell|1=a{{=}}b}}",
    "{{Nothing}}{{Nothing}}",
    "{{Cell}}{{Cell}}",
    "{{Literal}}{{Cell|n}}",
]


_SOUP = [
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
]


def soup(random: Random, longest: int = 40) -> str:
    """A table's marks in any order."""
    return "{|\n" + "".join(random.choice(_SOUP) for _ in range(random.randint(1, longest)))


def hard_page(random: Random, *, calls: bool = False) -> str:
    """A page of one or two such tables; ``calls`` mixes in templates."""
    maker = _Maker(random, _CONTENTS + CALLS if calls else _CONTENTS)
    text = maker.table(0) + "\n."
    if random.random() < 0.3:
        text = f"{maker.content()}\n{text}\n\nafter\n{maker.table(0)}\n."
    lines = text.split("\n")
    for _ in range(random.randint(0, 3) if calls else 0):
        lines.insert(random.randrange(len(lines) + 1), random.choice(CALLS))
    return "\n".join(lines)


class _Maker:
    def __init__(self, random: Random, contents: list[str]) -> None:
        self._random = random
        self._contents = contents

    def _maybe(self, likely: float) -> bool:
        return self._random.random() < likely

    def content(self) -> str:
        """One to three pieces."""
        pieces = self._random.choice((1, 1, 1, 2, 3))
        return self._random.choice(("", " ")).join(
            self._random.choice(self._contents) for _ in range(pieces)
        )

    def table(self, depth: int) -> str:
        """A table with what may stand in it."""
        random = self._random
        lines = [random.choice(_OPENINGS)]
        if self._maybe(0.25):
            for _ in range(random.choice((1, 1, 2))):
                lines.append(
                    random.choice(_CAPTIONS)
                    + random.choice(("", "style=x | "))
                    + self.content()
                    + random.choice(("", "", " || x"))
                )
        if self._maybe(0.5):
            lines.append(random.choice(_FIRST_ROWS))
        for number in range(random.randint(0, 5)):
            if number:
                lines.append(random.choice(_ROWS))
            lines += self._row(depth, header=number == 0 or self._maybe(0.15))
        if depth or self._maybe(0.88):
            lines.append(random.choice(_ENDS))
        return "\n".join(lines)

    def _row(self, depth: int, *, header: bool) -> list[str]:
        random = self._random
        lines: list[str] = []
        one_line = self._maybe(0.6)
        for number in range(random.randint(0, 4)):
            cell = self._cell(depth)
            if number and one_line:
                separator = " !! " if header else " || "
                if self._maybe(0.4):
                    separator = random.choice(_SEPARATORS)
                lines[-1] += separator + cell
                continue
            mark = "!"
            if header != self._maybe(0.9):
                mark = "|" if self._maybe(0.9) else "{{!}}"
            lines.append(
                random.choice(("", "", " ", "\t", "<!-- -->"))
                + mark
                + random.choice(("", " "))
                + cell
            )
        return lines

    def _cell(self, depth: int) -> str:
        random = self._random
        attributes = (
            random.choice(_ATTRIBUTES) + random.choice(("|", " | ", "| ", "{{!}}"))
            if self._maybe(0.3)
            else ""
        )
        text = attributes + self.content()
        kind = random.random()
        if depth < 3 and kind < 0.06:
            return (
                f"{text}\n{self.table(depth + 1)}{random.choice(('', chr(10), chr(10) + 'more'))}"
            )
        return text + random.choice(("\n", "\n\n")) + random.choice(_LINES) if kind < 0.22 else text
