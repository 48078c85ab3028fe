"""The table of forms: each a wording of an instruction, with what it instructs and the examples that are its tests."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from parsers.instructions.post_sentences import BLOCK, QUOTED
from parsers.patterns import later
from parsers.phrases import Phrase

_QUOTED, _TEXT = f"(?-i:[{QUOTED}])", f"(?-i:[{QUOTED}{BLOCK}])"  # in any case the compiler would look at each sign
_WORD = r"(?:[\w-]|\.(?=\w)|'(?!s\b))"
_CAPITAL = rf"(?-i:[A-Z0-9]){_WORD}*+"
_CONNECTED = rf"(?: (?:(?:of|the|and|in|on|for|a|an) ){{0,2}}+{_CAPITAL}){{0,7}}+"
_NAME = rf"(?>{_QUOTED}|(?-i:[A-Z]){_WORD}*+{_CONNECTED})"
_KINDS = "dynastic|core|special case|building blocks?|appendix"
_RULE = "(?:sub-?)?rules?"
_SAME = rf"(?:that|this|the same|the new) {_RULE}(?![\w'-])"
_NUMBERED = rf"(?:(?P<number>[0-9]++(?:\.[0-9]++)*+)(?: (?P<numbered>{_NAME}))?+|(?P<title>{_NAME}))"
_PARENT = rf"(?: of (?:the )?+(?:rule )?+(?P<parent>{_NAME}))?+"
_TOLD = rf"{_RULE},? (?:(?:called|titled|entitled|named) )?+{_NUMBERED}{_PARENT}"
_BARE = rf"(?P<bare>{_NAME})(?: {_RULE}(?![\w-]))?+"
_ARTICLE = rf"(?:(?:the|an?|our) )?+(?:existing |current )?+(?:(?P<kind>{_KINDS}) )?+"
_ONE_RULE = rf"{_ARTICLE}(?:{_TOLD}|{_BARE})"
_EARLIER_OR_ONE = rf"(?P<latest>{_SAME}|it(?![\w'-]))|{_ONE_RULE}"
_PERSON = (
    r"(?!(?:each|every|all|everyone|everybody|nobody|the|an?|no) )"
    rf"(?>{_QUOTED}|(?-i:[A-Z0-9]){_WORD}*+(?: (?-i:[A-Z0-9]){_WORD}*+){{0,3}}+)"
)
_UNITS = r"(?:sentence|paragraph|bullet(?:ed)?(?: point)?|list item|item)s?"
_ORDERS = "first|second|third|fourth|fifth|sixth|last|final|1st|2nd|3rd"
_WORDS = "text|words?|phrase|string|wording|clause"
_READS = "(?:(?:which |that )?(?:reads|reading|says|saying|states)[,:]? )?+"
_BEGINS = "(?:which |that )?(?:begins|beginning|starts|starting) (?:with )?+"
_SECTION = rf"the (?P<section>(?:{_KINDS}) (?:rules?(?: section)?|ruleset|section)|appendix(?: section)?)(?![\w-])"
_NUMBER = r"[0-9]++(?:\.[0-9]++)?+(?![\w%])"

SLOTS = {
    name: later(pattern, re.IGNORECASE)
    for name, pattern in {
        "title": _NAME,
        "text": _TEXT,
        "block": f"(?-i:[{BLOCK}])",
        "quotation": f"(?P<shown>{_QUOTED})",
        "rule": _EARLIER_OR_ONE,
        "therule": rf"(?P<latest>{_SAME})|{_ARTICLE}{_TOLD}",  # “replace it” may mean a passage
        "rules": rf"(?:the )?+(?:(?:{_KINDS}) )?+rules (?P<several>{_QUOTED}(?:(?:, and|,| and) {_QUOTED})++)|{_EARLIER_OR_ONE}",
        "section": _SECTION,
        "scope": f"(?P<everywhere>the (?:entire )?ruleset)|{_SECTION}|{_ONE_RULE}",
        "passage": rf"(?:the )?+(?:following )?+(?:(?P<called>{_UNITS}) {_READS}|(?:(?:{_WORDS}) )?+)(?P<shown>{_TEXT})"
        rf"|the (?P<beginning>{_UNITS}) {_BEGINS}(?P<begins>{_QUOTED})"
        rf"|the (?P<order>{_ORDERS}) (?P<counted>{_UNITS})(?! (?:of|in) (?:the|its) )",
        "unit": rf"{_UNITS}(?![\w-])",
        "edge": r"(?:the )?(?:very )?(?P<where>end|bottom|start|beginning|top)(?![\w-])",
        "side": r"(?:immediately |directly |just |right )?(?P<where>after|before|below|above|following)(?![\w-])",
        "status": r"(?:active|inactive)(?![\w-])",
        "variable": rf"{_QUOTED}|(?-i:[A-Z]){_WORD}*+(?: {_CAPITAL}){{0,5}}+",
        "value": rf"{_QUOTED}|[-−]?{_NUMBER}|(?-i:[A-Z]){_WORD}*+{_CONNECTED}",
        "number": _NUMBER,
        "who": rf"{_PERSON}(?:(?:, and|,| and) {_PERSON})*+",
        "everybody": r"(?:each|every|all) (?:active )?+(?P<role>(?>(?-i:[A-Z][\w-]++ [A-Z][\w-]++)|[\w-]++))|every(?:one|body)(?!\w)",
    }.items()
}
"""What the slots stand for. A quotation, and a block below, is one sign by then (see :mod:`parsers.instructions.post_sentences`)."""


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the table. ``listed`` forms are only read in a list below a line that names the rule."""

    kind: str
    wording: str
    takes: tuple[tuple[str, str], ...]
    leaves: tuple[str, ...]
    at: str = ""
    edge: str = ""
    every: bool = False
    glossary: bool = False
    gains: int = 0
    status: str = ""
    whole: bool = False
    listed: bool = False


class _Table(msgspec.Struct, forbid_unknown_fields=True):
    shared: dict[str, str]
    form: tuple[Form, ...]


@cache
def forms() -> tuple[tuple[Form, ...], tuple[Phrase, ...]]:
    """The rows, and the phrase of each."""
    text = files("parsers.instructions").joinpath("forms.toml").read_text(encoding="utf-8")
    table = msgspec.convert(tomllib.loads(text), _Table)
    wordings = [re.sub("<([a-z]+)>", lambda found: table.shared[found[1]], form.wording) for form in table.form]
    return table.form, tuple(Phrase(wording, SLOTS) for wording in wordings)
