"""Text as the Ruleset writes it: when two texts say the same, how new text is written, and which
markup is not let in.
"""

from __future__ import annotations

import re

from parsers.refusal import Refusal, Refused
from parsers.wiki.edit import as_wikitext
from parsers.wiki.inline import find_tags, marked_quotes
from parsers.wiki.visible import heading_level, visible_text

_LONGEST_TITLE = 200
_LONGEST_TEXT = 100_000
_LONGEST_WORDS = 50_000
_DOUBLE, _SINGLE, _DASH = '"“”„‟«»″', "'‘’‚‛′`´", "-‐‑‒–—―−"
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
    r"~~~|<!--|^["
    r" \t]*(?:\{\||[|!])|-->|-\{|\{\{|\}\}|</?(?!(?:b|i|em|strong|u|small|big|code|abbr|cite|q|dfn|var|kbd|samp|br)\b)[a-z!]"
    r"|\[\[ *:? *(?:category|file|image|media|special)"
    r" *:|__[A-Z]+__|[\x00-\x08\x0b-\x1f\x7f]",
    re.IGNORECASE | re.MULTILINE,
)
_HEADING = re.compile(r"^(=+)([^\n]*?)(=+)[ \t]*$", re.MULTILINE)
_BLANKS = re.compile(r"\n(?:[ \t]*\n){2,}")


def same_case(text: str) -> str:
    """A text with straight quotation marks, plain dashes, and one blank wherever there are some."""
    return re.sub("--+", "-", " ".join(text.translate(_KINDS).split()))


def alike(text: str) -> str:
    """The same in lower case, for titles."""
    return same_case(text).casefold()


def words(text: str) -> re.Pattern[str]:
    """An expression that finds a text as words of their own. Raises Refused for a blank text and
    for a very long one.
    """
    text = text.strip()
    if not 0 < len(text) <= _LONGEST_WORDS:
        raise Refused(Refusal.WORDS_UNFIT, most=_LONGEST_WORDS)
    start = r"(?<!\w)" if re.match(r"\w", text) else ""
    end = r"(?!\w)" if re.search(r"\w\Z", text) else ""
    return re.compile(start + "".join(map(_expression, _PIECE.findall(text))) + end)


def _expression(piece: str) -> str:
    if piece.isspace():
        return r"\s+"
    if piece in ("...", "…"):
        return r"(?:\.\.\.|…)"
    if piece[0] in _DASH:
        return f"(?:--+|[{re.escape(_DASH)}])"
    kind = next((kind for kind in (_DOUBLE, _SINGLE) if piece in kind), None)
    return f"[{kind}]" if kind else re.escape(piece)


def fit_title(title: str) -> str:
    """A heading's words on one line. Raises Refused for a title that no heading shows."""
    title = " ".join(title.split())
    if not 0 < len(title) <= _LONGEST_TITLE or visible_text(as_wikitext(title)) != title:
        raise Refused(Refusal.TITLE_UNFIT, most=_LONGEST_TITLE)
    return title


def fit_text(text: str) -> str:
    """A new text without needless blanks. Raises Refused where its markup could change the
    page.
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
    return _BLANKS.sub("\n\n", "\n".join(" ".join(line.split()) for line in lines))


def _is_closed(line: str) -> bool:
    runs = [len(run) for run in re.findall("\x01+", marked_quotes(line))]
    odd = any(sum(run in lengths for run in runs) % 2 for lengths in ({3, 5}, {2, 5}))
    return not odd and line.count("[[") == line.count("]]")


def headings_of(text: str) -> list[tuple[int, str, int, int]]:
    """The headings of a text: level, words, and the place of each line."""
    found = [(match, match[0].rstrip()) for match in _HEADING.finditer(text)]
    levels = [(heading_level(line), line, match) for match, line in found]
    return [
        (level, line[level : len(line) - level].strip(), *match.span())
        for level, line, match in levels
        if level
    ]
