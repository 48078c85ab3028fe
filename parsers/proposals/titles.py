"""Titles of rules, names of rows and headings of columns, as a matter writes them."""

from __future__ import annotations

from parsers.proposals.tokens import TokenCursor

_BRACKETS = {"[": "]", "{": "}"}
"""A tag behind a title."""

_MOST_WORDS = 4
_SMALL = frozenset("of the a an".split())
_STOPWORDS = frozenset(
    "the a an this that these those each every all any it its if when in on at to of for rule rules subrule ruleset replace remove "
    "add change".split()
)


NOUNS = frozenset("rule subrule sub-rule subsection block".split())


def clean_title(text: str) -> str:
    """A title without the sentence's signs."""
    return " ".join(text.split()).strip(" .,;:")


def read_title(cursor: TokenCursor) -> str:
    """A title: a quotation, words in bold or italics or of one link, or words with capitals; nothing if none stands here."""
    token = cursor.here
    if token is None:
        return ""
    if token.kind == "quote":
        cursor.place += 1
        return clean_title(token.text)
    if token.kind != "word":
        return ""
    return _marked(cursor) if token.mark and token.low not in NOUNS else _capitals(cursor)


def _marked(cursor: TokenCursor) -> str:
    mark, words = cursor.ahead().mark, []
    while cursor.ahead().mark == mark:
        words.append(cursor.ahead().text)
        cursor.place += 1
    return clean_title(" ".join(words))


def _capitals(cursor: TokenCursor) -> str:
    words: list[str] = []
    length = 0
    while True:
        token = cursor.ahead(length)
        stops = length == 0 and token.low in _STOPWORDS and not (token.text == "The" and cursor.ahead(1).text[:1].isupper())
        capital = token.kind == "word" and token.text[:1].isupper() and not stops
        if not capital and not (words and token.low in _SMALL):
            break
        words.append(token.text)
        length += 1
    while words and words[-1] in _SMALL:
        words.pop()
    cursor.place += len(words)
    title = clean_title(" ".join(words))
    while title and cursor.ahead().text in _BRACKETS and cursor.ahead(2).text == _BRACKETS[cursor.ahead().text]:
        title = f"{title} {cursor.ahead().text}{cursor.ahead(1).text}{cursor.ahead(2).text}"
        cursor.place += 3
    return title


def read_label(cursor: TokenCursor, *, quoted: bool = False) -> str:
    """A heading or a name in a table: words with capitals, or a quotation; nothing if none stands here."""
    token = cursor.kind("quote") if quoted else None
    if token is not None:
        return token.text.strip()
    words: list[str] = []
    while cursor.ahead().kind == "word" and cursor.ahead().text[:1].isupper() and len(words) < _MOST_WORDS:
        words.append(cursor.ahead().text)
        cursor.place += 1
    return " ".join(words)


def read_table(cursor: TokenCursor) -> bool:
    """Walk over "the table", "the Wares table", "the table of Wares"."""
    saved = cursor.save()
    cursor.take("the")
    read_label(cursor)
    if cursor.take("table"):
        behind = cursor.save()
        if not (cursor.take("of") and read_label(cursor) and cursor.ahead().low in {"in", "from", "within", "of"}):
            cursor.back(behind)
        return True
    cursor.back(saved)
    return False
