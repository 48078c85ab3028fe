"""What a Votable Matter adds to the Ruleset: new rules, and texts for rules that there are.

Only what is plainly said is read: "Add a rule called “X”: …", "Add to the end of the rule “X”: …", "In the rule “X”,
after “…” add “…”". Everything else a matter may do to the rules is left to people.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from parsers.patterns import later
from parsers.ruleset.sentences import straight
from parsers.wiki.page import read_passages

__all__ = ["Addition", "ComparableText", "read_additions"]

_ANY_WORD = later(r"\w+(?:'\w+)*")
_RUN = 5
_MOST_CHARS = 40_000
_MOST_LINES = 400
_VERB = later(r"\b(?:add|append|create|enact|insert|introduce|establish|put)\b", re.IGNORECASE)
_HEAD = later(r"((?:[^:“\"\n]|“[^“”\n]{0,400}”|\"[^\"\n]{0,400}\"){1,400}):(.*)")
_NAME = r"(?:“([^“”\n]{1,80})”|\"([^\"\n]{1,80})\")"
_QUOTED = later(r"[“\"][^“”\"\n]*[”\"]")
_NAMED = later(_NAME)
_WORDS = r"[A-Z][\w'’-]{0,40}(?: (?:of|the|and|in|[A-Z][\w'’-]{0,40})){0,6}"
_CALLED = later(rf"\b(?:called|named|titled|entitled|(?:name|title)(?: of)?)[:,]? (?:{_NAME}|({_WORDS}))")
_NEW = later(r"\b(?:an?|another|the following)\b(?: (?!to\b)[\w-]+){0,4}? (?P<sub>sub-?)?rules?\b[,:]?(?P<name> “| \")?", re.IGNORECASE)
_UNDER = later(rf"\b(?:to|of|under|in|within|beneath) (?:the )?(?:[a-z]+ )?(?:sub-?)?(?:rule )?{_NAME}", re.IGNORECASE)
_CONDITION = later(r"\b(?:if|unless|provided|where|whenever|should|majority|evc|otherwise|instead)\b|\bcomment\w* contain", re.IGNORECASE)
_ELSEWHERE = later(
    r"\b(?:above|below|before|after|beginning|start|top|between|paragraphs?|bullets?|list|table|sentences?|row|entry|first|second|third)\b",
    re.IGNORECASE,
)
_UNDYNASTIC = later(r"\b(?:core|appendix|glossary|special case|building blocks?)\b", re.IGNORECASE)
_NEXT = later(
    r"(?:(?:then|also|and|finally|next|furthermore|additionally|in addition)\b,? )?"
    r"(?:repeal|remove|delete|rename|change|replace|amend|reword|strike|append|add|create|enact|insert|in (?:the )?(?:rule|section))\b",
    re.IGNORECASE,
)
_AFTER = later(
    rf"\bin (?:the )?(?:[a-z]+ )?(?:sub-?)?rule {_NAME},? (?:directly |immediately )?(?:after|before|following) (?:the [a-z]+ )?"
    r"[“\"][^“”\"\n]{1,400}[”\"],? (?:add|insert|append|put) (?:the [a-z]+ )?[“\"]([^“”\"\n]{1,800})[”\"]",
    re.IGNORECASE,
)
_AT_END = later(
    r"\b(?:add|insert|append|put) (?:the [a-z]+ )?[“\"]([^“”\"\n]{1,800})[”\"] (?:to|at|onto) (?:the end of )?(?:the )?(?:[a-z]+ )?"
    rf"(?:sub-?)?rule {_NAME}",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Addition:
    """A text that is to stand in the Ruleset, a paragraph a line.

    ``rule`` is the title of the rule that is made (``new``), or that the text goes into. ``at_end`` says that the text
    goes to the end of the Dynastic Rules, or of that rule, as far as was said. ``conditional`` says that the words in
    front of it make it depend on something.
    """

    rule: str
    text: str
    new: bool
    at_end: bool
    conditional: bool


def read_additions(body: str) -> tuple[Addition, ...]:
    """What a matter's text adds, in its order."""
    return tuple(_additions(body)) if _VERB.search(body) is not None else ()


def _additions(body: str) -> Iterator[Addition]:
    lines = body[:_MOST_CHARS].split("\n")[:_MOST_LINES]
    number = 0
    while number < len(lines):
        line = lines[number].strip()
        number += 1
        head = _HEAD.match(line)
        addition = None if head is None else _by_head(head[1])
        if head is None or addition is None:
            yield from _in_line(line)
            continue
        last = number
        while last < len(lines) and not _begins_another(lines[last].strip()):
            last += 1
        text = _unquoted([head[2], *lines[number:last]])
        number = last
        if text:
            yield Addition(addition.rule, text, addition.new, addition.at_end, addition.conditional)


def _begins_another(line: str) -> bool:
    """Whether a line tells what else is to be done, and is no text of a rule: it names a rule, or announces a text."""
    return _NEXT.match(line) is not None and (line.endswith(":") or _NAMED.search(line) is not None or _by_colon(line))


def _by_colon(line: str) -> bool:
    head = _HEAD.match(line)
    return head is not None and _by_head(head[1]) is not None


def _by_head(head: str) -> Addition | None:
    """What an instruction in front of a colon announces, with its text left out."""
    verb = _VERB.search(head)
    if verb is None:
        return None
    after = head[verb.end() :]
    conditional = _CONDITION.search(_QUOTED.sub("", head)) is not None
    new = _NEW.search(after)
    if new is not None:
        called = _CALLED.search(after)
        named = called or (_NAMED.search(after, new.start("name")) if new["name"] else None)
        if named is None:
            return None
        inside = _UNDER.search(head.replace(named[0], ""))
        at_end = not new["sub"] and inside is None and _UNDYNASTIC.search(head) is None and _ELSEWHERE.search(after) is None
        return Addition(_first(named), "", True, at_end, conditional)
    names = list(_NAMED.finditer(after)) or list(_NAMED.finditer(head))
    if not names or not re.search(r"\b(?:to|into|in|at|under)\b", head, re.IGNORECASE):
        return None
    own = _NAMED.sub("", head)
    return Addition(_first(names[0]), "", False, len(names) == 1 and _ELSEWHERE.search(own) is None, conditional)


def _first(found: re.Match[str]) -> str:
    return " ".join(next(group for group in found.groups() if group).split())


def _in_line(line: str) -> Iterator[Addition]:
    """Texts in quotation marks within a sentence."""
    conditional = _CONDITION.search(_QUOTED.sub("", line)) is not None
    for found in _AFTER.finditer(line):
        yield Addition(found[1] or found[2], found[3].strip(), new=False, at_end=False, conditional=conditional)
    for found in _AT_END.finditer(line):
        yield Addition(found[2] or found[3], found[1].strip(), new=False, at_end=True, conditional=conditional)


def _unquoted(lines: Sequence[str]) -> str:
    """The lines that say something, without quotation marks around the whole."""
    text = "\n".join(filter(None, (line.strip() for line in lines)))
    for opening, closing in (("“", "”"), ('"', '"')):
        inner = text[1:-1]
        if text.startswith(opening) and text.endswith(closing) and opening not in inner and closing not in inner:
            return inner.strip()
    return text


class ComparableText:
    """A text as the words it shows, to be compared with others.

    ``roles`` are the forms of each word for a role; all forms of one count as the same word.
    """

    def __init__(self, text: str, roles: Iterable[Iterable[str]] = ()) -> None:
        self._roles = tuple(tuple(forms) for forms in roles)
        pages = read_passages(text).passages
        shown = "\n".join(part for page in pages for part in (page.title, *(block.text for block in page.blocks)))
        self.words = _ANY_WORD.findall(straight(shown).lower())

    @cached_property
    def _plain(self) -> str:
        return f" {' '.join(self.words)} "

    @cached_property
    def _neutral(self) -> list[str]:
        """The words with one name for every role."""
        text = self._plain
        for number, forms in enumerate(self._roles):
            known = sorted({" ".join(_ANY_WORD.findall(straight(form).lower())) for form in forms}, key=len, reverse=True)
            text = re.sub(rf"(?<= )(?:{'|'.join(map(re.escape, known))})(?='s | )", f"role{number}", text) if known else text
        # Which article goes before a word depends on the word.
        return ["a" if word == "an" else word for word in text.split()]

    @cached_property
    def _runs(self) -> frozenset[tuple[str, ...]]:
        return frozenset(_runs(self._neutral))

    def has(self, other: ComparableText) -> bool:
        """Whether another text stands in this one, word for word."""
        return other._plain in self._plain or f" {' '.join(other._neutral)} " in f" {' '.join(self._neutral)} "

    def share(self, other: ComparableText) -> float:
        """How much of another text stands in this one, from 0 to 1: of its runs of words, those that are here too."""
        runs = _runs(other._neutral)
        return sum(run in self._runs for run in runs) / len(runs) if runs else 1.0


def _runs(words: list[str]) -> list[tuple[str, ...]]:
    return [tuple(words[start : start + _RUN]) for start in range(max(len(words) - _RUN + 1, min(len(words), 1)))]
