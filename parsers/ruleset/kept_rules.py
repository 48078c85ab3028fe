"""Which dynastic rules an Ascension Address keeps (rule "Victory and Ascension": what it does not list is repealed).

The world is closed: a sentence that speaks of keeping or repealing rules is read whole, or the list is not known.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from parsers.patterns import later
from parsers.ruleset.sentences import split_sentences, straight

_MOST_CHARS = 20_000
_MOST_TITLES = 300
_LONGEST = 600
_ABOUT = later(
    r"\b(?:keep\w*|kept|retain\w*|remain\w*|carr(?:y|ies|ied)|surviv\w*|stays?|stayed|preserv\w*|except\w*|apart|repeal\w*|remov\w*|delet\w*"
    r"|wip(?:e|es|ed|ing)|discard\w*|scrap\w*|abolish\w*|gone|goes?|continu\w*|restor\w*|reinstat\w*)\b"
)
_RULES = later(r"\b(?:rules?|rulesets?|dynastic)\b|§")
_START = r"(?:(?:also|and|then|finally|furthermore|therefore|so|i|we|please|hereby|shall|will|for this dynasty|as (?:the )?emperor),? )*"
_OLD = r"(?:(?:other|remaining|existing|current|previous|old|former|such|prior) )*"
_R = rf"{_OLD}(?:dynastic )?{_OLD}(?:sub-?)?rules?(?: (?:of|from) the (?:last|previous|old|former|prior) dynasty)?"
_ALL = (
    rf"(?:(?:all|every|each|any)(?: of)?(?: the)? {_R}|the {_OLD}(?:dynastic )?rules(?:et)?|(?:the )?entire dynastic ruleset"
    r"|everything(?: else)?|the (?:rest|others))"
)
_REPEAL = r"(?:repeal|remove|delete|wipe|discard|scrap|abolish)"
_DONE_AWAY = r"(?:repealed|removed|deleted|wiped|discarded|scrapped|abolished)"
_REPEALED = rf"(?:is|are|be|shall be|will be|have been|get)(?: (?:now|hereby|all))* {_DONE_AWAY}"
_EXCEPT = r",? (?:except(?: for)?|with the exceptions? of|excepting|apart from|other than|besides|save(?: for)?|but(?: not)?) "
_LIST = r"(?:(?:only|just) )?(?:the )?(?:following )?(?:dynastic )?(?:rules? )?(?:called |titled |named )?[:,]? ?§(?: rules?)?"
_SUB = r"(?:,? (?:and|with|including) (?:all )?(?:of )?(?:its|their|any) subrules?)?"
_KEEP = r"(?:keep|keeping|retain|retaining|preserve|preserving)"
_KEPT = (
    r"(?:(?:is|are|be|shall be|will be|to be)(?: (?:hereby|to be))* (?:kept|retained|preserved)|remains?|stays?)"
    r"(?: in (?:place|effect|force))?"
)
_NONE = later(
    rf"{_START}(?:{_REPEAL} {_ALL}|{_ALL} {_REPEALED}|no {_R} {_KEPT}|{_KEEP} (?:no|none of the) {_R}|none of the {_R} {_KEPT}"
    rf"|with {_ALL} (?:repealed|removed))"
)
_SOME = later(
    rf"{_START}(?:(?:{_REPEAL} {_ALL}|{_ALL} {_REPEALED}){_EXCEPT}{_LIST}{_SUB}|{_KEEP} {_LIST}{_SUB}(?:,? and {_REPEAL} {_ALL})?"
    rf"|{_ALL}{_EXCEPT}{_LIST}{_SUB},? {_REPEALED}|{_LIST}{_SUB} {_KEPT}"
    rf"|(?:the )?(?:following )?{_R} {_KEPT}: ?{_LIST}{_SUB}|{_EXCEPT.removeprefix(',? ')}{_LIST}{_SUB},? {_ALL} {_REPEALED})"
)
_EVERY = later(rf"{_START}(?:{_KEEP} {_ALL}|{_ALL} {_KEPT}|no {_R} {_REPEALED})")
_BIDS = later(rf"{_START}(?:only )?(?:{_KEEP}|{_REPEAL})\b")
_SEVERAL = later(r"§(?:(?:, and|,| and| &|;) (?:the )?(?:rules? )?§)+")


def kept_rules(address: str, titles: Collection[str]) -> frozenset[str] | None:
    """Which of the dynastic rules of these titles an Address keeps, by its text; None where that is not understood.

    Without a word about it, it keeps none.
    """
    if len(address) > _MOST_CHARS or len(titles) > _MOST_TITLES:
        return None
    kept: set[str] = set()
    patterns = [(title, _title(title)) for title in sorted(filter(None, titles), key=len, reverse=True)]
    for sentence in _sentences(address):
        text, named = sentence, list[str]()
        for title, pattern in patterns:
            text, count = pattern.subn("§", text)
            named += [title] if count else []
        form = _SEVERAL.sub("§", " ".join(straight(text).split()).casefold()).rstrip(".!; ")
        if not ((_ABOUT.search(form) and _RULES.search(form)) or _BIDS.match(form)):
            continue
        if len(form) > _LONGEST:
            return None
        if _EVERY.fullmatch(form):
            kept.update(titles)
        elif _SOME.fullmatch(form):
            kept.update(named)
        elif not _NONE.fullmatch(form):
            return None
    return frozenset(kept)


def _sentences(address: str) -> Iterator[str]:
    """The sentences of a text; a list below a colon belongs to the sentence above it."""
    lines = [line.strip() for line in address.split("\n") if line.strip()]
    while lines:
        line = lines.pop(0)
        if line.endswith(":"):
            items = []
            while lines and not lines[0].endswith((".", ":", "!", "?")):
                items.append(lines.pop(0).lstrip("*#-• "))
            line = f"{line} {', '.join(items)}" if items else line
        yield from filter(None, split_sentences(line))


def _title(title: str) -> re.Pattern[str]:
    """A title in quotation marks in any case, or as words in its own."""
    words = r"\s+".join(map(re.escape, title.split()))
    quoted = rf"[“\"‘'](?i:{words})[”\"’'](?!\w)"
    return re.compile(rf"{quoted}|(?<![\w“\"]){words}(?![\w”\"])" if title[:1].isupper() else quoted)
