"""The table of forms: each a wording of an instruction, with what it instructs and the examples that are its tests."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from parsers.instructions.post_sentences import BLOCK, QUOTED
from parsers.phrases import Phrase

_WORD = r"(?:[\w-]|\.(?=\w)|'(?!s\b))"
_CAPITAL = rf"(?-i:[A-Z0-9]){_WORD}*+"
_CONNECTED = rf"(?: (?:(?:of|the|and|in|on|for|a|an) ){{0,2}}+{_CAPITAL}){{0,7}}+"
_NAME = rf"(?>[{QUOTED}]|(?-i:[A-Z]){_WORD}*+{_CONNECTED})"
_KINDS = "(?:dynastic|core|special case|building blocks?|appendix)"
_RULE = "(?:sub-?)?rules?"
_ARTICLE = "(?:(?:the|an?|our) )?+(?:existing |current )?+"
_CALLED = "(?:(?:called|titled|entitled|named) )?+"
_NUMBERED = rf"(?>[0-9]++(?:\.[0-9]++)*+(?: {_NAME})?+|{_NAME})"
_SAME = rf"(?:that|this|the same|the new) {_RULE}(?![\w'-])"
_LATEST = rf"{_SAME}|it(?![\w'-])"
_TOLD = rf"{_ARTICLE}(?:{_KINDS} )?+{_RULE},? {_CALLED}{_NUMBERED}(?: of (?:the )?+(?:rule )?+{_NAME})?+"
_BARE = rf"{_ARTICLE}(?:{_KINDS} )?+{_NAME}(?: {_RULE}(?![\w-]))?+"
_NOBODY = "(?!(?:each|every|all|everyone|everybody|nobody|the|an?|no) )"
_PERSON = rf"{_NOBODY}(?>[{QUOTED}]|(?-i:[A-Z0-9]){_WORD}*+(?: (?-i:[A-Z0-9]){_WORD}*+){{0,3}}+)"
_UNITS = r"(?:sentence|paragraph|bullet(?:ed)?(?: point)?|list item|item)s?"
_ORDERS = "(?:first|second|third|fourth|fifth|sixth|last|final|1st|2nd|3rd)"
_WORDS = r"(?:text|words?|phrase|string|wording|clause)"
_SECTION = rf"the (?:{_KINDS} (?:rules?(?: section)?|ruleset|section)|appendix(?: section)?)(?![\w-])"

SLOTS = {
    "title": _NAME,
    "text": f"[{QUOTED}{BLOCK}]",
    "block": f"[{BLOCK}]",
    "items": f"[{BLOCK}]",
    "quotation": f"[{QUOTED}]",
    "rule": f"{_LATEST}|{_TOLD}|{_BARE}",
    "therule": f"{_SAME}|{_TOLD}",  # “replace it” may mean a passage
    "rules": rf"(?:the )?+(?:{_KINDS} )?+rules [{QUOTED}](?:(?:, and|,| and) [{QUOTED}])++|{_LATEST}|{_TOLD}|{_BARE}",
    "section": _SECTION,
    "scope": f"the (?:entire )?ruleset|{_SECTION}|{_TOLD}|{_BARE}",
    "passage": rf"(?:the )?+(?:following )?+(?:{_WORDS} )?+[{QUOTED}{BLOCK}]"
    rf"|(?:the )?+(?:following )?+{_UNITS} (?:(?:which |that )?(?:reads|reading|says|saying|states)[,:]? )?+[{QUOTED}{BLOCK}]"
    rf"|the {_UNITS} (?:which |that )?(?:begins|beginning|starts|starting) (?:with )?+[{QUOTED}]"
    rf"|the {_ORDERS} {_UNITS}(?! (?:of|in) (?:the|its) )",
    "unit": rf"{_UNITS}(?![\w-])",
    "edge": r"(?:the )?(?:very )?(?:end|bottom|start|beginning|top)(?![\w-])",
    "side": r"(?:immediately |directly |just |right )?(?:after|before|below|above|following)(?![\w-])",
    "status": r"(?:active|inactive)(?![\w-])",
    "variable": rf"[{QUOTED}]|(?-i:[A-Z]){_WORD}*+(?: {_CAPITAL}){{0,5}}+",
    "value": rf"[{QUOTED}]|[-−]?[0-9]++(?:\.[0-9]++)?+(?![\w%])|(?-i:[A-Z]){_WORD}*+{_CONNECTED}",
    "number": r"[0-9]++(?:\.[0-9]++)?+(?![\w%])",
    "who": rf"{_PERSON}(?:(?:, and|,| and) {_PERSON})*+",
    "everybody": r"(?:each|every|all) (?:active )?+(?>(?-i:[A-Z][\w-]++ [A-Z][\w-]++)|[\w-]++)|every(?:one|body)(?!\w)",
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
