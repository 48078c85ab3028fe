"""Compare the wording of rules, find words in them, and check new text before it goes into a rule."""

from __future__ import annotations

import re

from parsers.refusal import Refusal, Refused
from parsers.wiki.edit import as_wikitext
from parsers.wiki.inline import find_tags, marked_quotes
from parsers.wiki.visible import heading_level, visible_text

_LONGEST_TITLE = 200
_LONGEST_TEXT = 100_000
_LONGEST_WORDS = 50_000
_DOUBLE = '"“”„‟«»″'
_SINGLE = "'‘’‚‛′`´"
_DASH = "-‐‑‒–—―−"
_KINDS = str.maketrans(
    {
        **dict.fromkeys(_DOUBLE, '"'),
        **dict.fromkeys(_SINGLE, "'"),
        **dict.fromkeys(_DASH, "-"),
        "…": "...",
    }
)
_PIECE = re.compile(
    rf"\s+|--+|[{re.escape(_DASH)}]|[{_DOUBLE}]|[{_SINGLE}]|\.\.\.|…|\w+|.", re.DOTALL
)
_UNFIT = re.compile(
    r"""
      ~~~                                           # a signature
    | <!-- | -->                                    # a comment
    | ^[ \t]*(?:\{\||[|!])                          # the beginning of a table, a row, a heading
    | -\{ | \{\{ | \}\}                             # a language variant, a template
    | </?(?!(?:b|i|em|strong|u|small|big|code|abbr|cite|q|dfn|var|kbd|samp|br)\b)[a-z!]
    | \[\[[ ]*:?[ ]*(?:category|file|image|media|special)[ ]*:
    | __[A-Z]+__                                    # a magic word such as __NOTOC__
    | [\x00-\x08\x0b-\x1f\x7f]
    """,
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
"""Markup that could change the page outside the rule, or show something that nobody proposed."""
_HEADING = re.compile(r"^(=+)([^\n]*?)(=+)[ \t]*$", re.MULTILINE)
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n){2,}")
"""Two or more blank lines in a row."""


def plain_signs(text: str) -> str:
    """A text with straight quotation marks, plain dashes and single spaces.

    >>> plain_signs("“Lamps”  burn — always…")
    '"Lamps" burn - always...'
    """
    return re.sub("--+", "-", " ".join(text.translate(_KINDS).split()))


def alike(text: str) -> str:
    """The same in lower case, for titles."""
    return plain_signs(text).casefold()


def words(text: str) -> re.Pattern[str]:
    """Return an expression that finds a text as whole words, however its quotation marks, dashes
    and spaces are written. Raises Refused for a blank text and for a very long one.
    """
    text = text.strip()
    if not 0 < len(text) <= _LONGEST_WORDS:
        raise Refused(Refusal.WORDS_UNFIT, most=_LONGEST_WORDS)
    start = r"(?<!\w)" if re.match(r"\w", text) else ""
    end = r"(?!\w)" if re.search(r"\w\Z", text) else ""
    return re.compile(start + "".join(map(_expression, _PIECE.findall(text))) + end)


def _expression(piece: str) -> str:
    """Return an expression for a space, a dash, a quotation mark, “…” or a word, however written."""
    if piece.isspace():
        return r"\s+"
    if piece in ("...", "…"):
        return r"(?:\.\.\.|…)"
    if piece[0] in _DASH:
        return f"(?:--+|[{re.escape(_DASH)}])"
    kind = next((kind for kind in (_DOUBLE, _SINGLE) if piece in kind), None)
    return f"[{kind}]" if kind else re.escape(piece)


def fit_title(title: str) -> str:
    """A title on one line. Raises Refused if no heading would show it."""
    title = " ".join(title.split())
    if not 0 < len(title) <= _LONGEST_TITLE or visible_text(as_wikitext(title)) != title:
        raise Refused(Refusal.TITLE_UNFIT, most=_LONGEST_TITLE)
    return title


def fit_text(text: str) -> str:
    """A new text without needless spaces and blank lines. Raises Refused if its markup could change
    the page.
    """
    if len(text) > _LONGEST_TEXT:
        raise Refused(Refusal.TEXT_TOO_LONG, most=_LONGEST_TEXT)
    text = text.replace("\r\n", "\n").replace("\u00a0", " ")
    found = _UNFIT.search(text)
    if found is not None:
        raise Refused(Refusal.TEXT_WITH_MARKUP, markup=found[0])
    opened: list[str] = []
    for tag in find_tags(text):
        if tag.closes and (not opened or opened.pop() != tag.name):
            raise Refused(Refusal.MARKUP_NOT_CLOSED)
        if not tag.closes and tag.name != "br":
            opened.append(tag.name)
    lines = [line.rstrip() for line in text.strip("\n").split("\n")]
    if opened or not all(map(_is_closed, lines)):
        raise Refused(Refusal.MARKUP_NOT_CLOSED)
    return _BLANK_LINES.sub("\n\n", "\n".join(" ".join(line.split()) for line in lines))


def _is_closed(line: str) -> bool:
    """Return whether a line closes its bold, its italics and its links; ``'''''`` opens or closes
    both.
    """
    runs = [len(run) for run in re.findall("\x01+", marked_quotes(line))]
    bold_marks = sum(run in (3, 5) for run in runs)
    italic_marks = sum(run in (2, 5) for run in runs)
    links_pair = line.count("[[") == line.count("]]")
    return bold_marks % 2 == 0 and italic_marks % 2 == 0 and links_pair


def headings_of(text: str) -> list[tuple[int, str, int, int]]:
    """Return the headings of a text: the level, the title, and where the line starts and ends."""
    headings = []
    for match in _HEADING.finditer(text):
        line = match[0].rstrip()
        level = heading_level(line)
        if level:
            headings.append((level, line[level : len(line) - level].strip(), *match.span()))
    return headings
