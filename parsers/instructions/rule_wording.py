"""Text as the Ruleset writes it: when two texts say the same, how new text is written, and which markup is not let in."""

from __future__ import annotations

import re
from collections.abc import Sequence

from parsers.ruleset.ruleset_model import Rule
from parsers.wiki.inline import find_tags, marked_quotes
from parsers.wiki.visible import heading_level, visible_text

_LONGEST_TITLE = 200
_LONGEST_TEXT = 100_000
_LONGEST_WORDS = 50_000
_DOUBLE, _SINGLE, _DASH = '"“”„‟«»″', "'‘’‚‛′`´", "-‐‑‒–—―−"
_KINDS = str.maketrans({**dict.fromkeys(_DOUBLE, '"'), **dict.fromkeys(_SINGLE, "'"), **dict.fromkeys(_DASH, "-"), "…": "..."})
_PIECE = re.compile(rf"\s+|--+|[{re.escape(_DASH)}]|[{_DOUBLE}]|[{_SINGLE}]|\.\.\.|…|\w+|.", re.DOTALL)
_UNFIT = re.compile(
    r"~~~|<!--|^[ \t]*(?:\{\||[|!])|-->|-\{|\{\{|\}\}|</?(?!(?:b|i|em|strong|u|small|big|code|abbr|cite|q|dfn|var|kbd|samp|br)\b)[a-z!]"
    r"|\[\[ *:? *(?:category|file|image|media|special) *:|__[A-Z]+__|#redirect\b|[\x00-\x08\x0b-\x1f\x7f]",
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
    """An expression that finds a text as words of their own. Raises ValueError for a blank text and for a very long one."""
    text = text.strip()
    if not text or len(text) > _LONGEST_WORDS:
        raise ValueError("the text to be found is empty" if not text else f"the text to be found has more than {_LONGEST_WORDS} characters")
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


def fit_title(title: str, rules: Sequence[Rule]) -> str:
    """A heading's words on one line, in the page's style. Raises ValueError for what would be more than words and tags."""
    title = " ".join(_in_style(title, rules).split())
    if not title or len(title) > _LONGEST_TITLE or re.search(r"[=<>{}|\n]|\[\[|\]\]|''|__|~~~|&#?\w+;", title):
        raise ValueError("the title is empty, too long, or has markup of its own")
    if visible_text(title) != title:
        raise ValueError("the title would not show as it is written")
    return title


def fit_text(text: str, rules: Sequence[Rule]) -> str:
    """A new text in the page's style, its lines without blanks at the end. Raises ValueError where its markup could change the page."""
    if len(text) > _LONGEST_TEXT:
        raise ValueError(f"the new text has more than {_LONGEST_TEXT:,} characters")
    text = text.replace("\r\n", "\n").replace("\u00a0", " ")
    found = _UNFIT.search(text)
    if found is not None:
        raise ValueError(f"the new text has markup of its own (“{found[0][:20]}”), which a person has to look at")
    opened: list[str] = []
    for tag in find_tags(text):
        if tag.closes and (not opened or opened.pop() != tag.name):
            raise ValueError("the HTML of the new text is not closed as it was opened")
        if not tag.closes and tag.name != "br":
            opened.append(tag.name)
    lines = [line.rstrip() for line in text.strip("\n").split("\n")]
    if opened or not all(map(_is_closed, lines)):
        raise ValueError("markup of the new text is opened and not closed, or closed and not opened")
    return _in_style(_BLANKS.sub("\n\n", "\n".join(" ".join(line.split()) for line in lines)), rules)


def _is_closed(line: str) -> bool:
    runs = [len(run) for run in re.findall("\x01+", marked_quotes(line))]
    odd = any(sum(run in lengths for run in runs) % 2 for lengths in ({3, 5}, {2, 5}))
    return not odd and line.count("[[") == line.count("]]")


def _in_style(text: str, rules: Sequence[Rule]) -> str:
    """A text with straight quotation marks where most of those on the page are, as the blog writes curly ones of its own."""
    page = "".join(rule.heading + rule.text for rule in rules)
    for straight, curly in (('"', "“”"), ("'", "‘’")):
        if page.count(straight) > sum(map(page.count, curly)):
            text = re.sub(f"[{curly}]", straight, text)
    return text


def heading(source: str, rules: Sequence[Rule], level: int, title: str) -> str:
    """A heading and what stands below it before the text, as most of the rules write theirs."""
    around = [rule for rule in rules if rule.level == level] or [rule for rule in rules if rule.level > 1]
    blank = " " if 2 * sum(source.startswith(" ", rule.start + rule.level) for rule in around) >= len(around) else ""
    return f"{'=' * level}{blank}{title}{blank}{'=' * level}\n" + ("\n" if blank_below(source, around) else "")


def blank_below(source: str, rules: Sequence[Rule]) -> bool:
    """Whether most of the rules have a blank line below their heading."""
    headed = [rule for rule in rules if rule.level]
    return 2 * sum(source.startswith("\n", rule.body) for rule in headed) >= len(headed)


def headings_of(text: str) -> list[tuple[int, str, int, int]]:
    """The headings of a text: level, words, and the place of each line."""
    found = [(match, match[0].rstrip()) for match in _HEADING.finditer(text)]
    levels = [(heading_level(line), line, match) for match, line in found]
    return [(level, line[level : len(line) - level].strip(), *match.span()) for level, line, match in levels if level]
