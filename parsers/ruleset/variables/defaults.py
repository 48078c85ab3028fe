"""What a clause says a variable starts with: "defaulting to 3", "by default they have none", "starts at 5"."""

from __future__ import annotations

import re

from parsers.ruleset.variables.values import cleaned, is_blank

__all__ = ["read_default"]

_END = (
    r"(?=,(?!\d)|;|\)|\(|\.(?!\d)|$| (?:which|that(?! is)|but|unless|when|if|until|for|at the|tracked|privately|publicly"
    r"|secretly|by|in the|on the"
    r"|as (?:each|well|a))\b"
    r"| and (?:an?|is|are|which|that|may|can|cannot|must|has|have|tracked|never|defaults?|defaulting|whose|with|it|they"
    r"|their|at|no|ranges?|where|each|every"
    r"|represents?|indicates?|measures?|reflects?|denotes?|determines?|describes?|counts?)\b)"
)
_PATTERNS = tuple(
    (word, re.compile(pattern + r":? ?(\([^()]{1,40}\)|.{1,80}?)(?: to (?:each|every|all) [\w' -]{1,40})?" + _END, re.IGNORECASE))
    for word, pattern in (
        ("default", r"\bdefault(?:s|ing|ed)? (?:value )?(?:to|at|as|of|is|being)\b"),
        ("default", r"\bdefault value:"),
        ("default", r"\bdefault(?:s|ing)?:"),
        ("default", r"[(,] ?default(?= [\w\"'-]{1,30}[),])"),
        ("default", r"\bby default,? (?:they|it|this|these|each) (?:is|are|has|have|starts? (?:with|at))\b"),
        (
            "start",
            r"\bstart(?:s|ing|ed)? (?:out |off )?(?:at|as|with a value of|with an? |on|to|in)\b",
        ),
        ("begin", r"\bbegin(?:s|ning)? (?:out |off )?(?:at|as|with a value of|with an? |on|in)\b"),
        ("start", r"\bstarting (?:value|level|amount) (?:of|is|being)\b"),
        ("initial", r"\binitial(?:ly|i[sz]e[sd]?)? (?:value )?(?:of|is|being|set to|at|set at|to|as)\b"),
        ("initial", r"\binitially(?= (?:[$£€]?\d|zero|blank|empty|none|[A-Z]))"),
        ("default", r"\b(?:which|that|and) by default (?:is|are|has|have)\b"),
        ("default", r"\band by default,?(?: (?:is|are|it is|they are))?(?= [a-z0-9])"),
        ("default", r"\b(?:which|it|and|that) (?:is|are) (?=(?:[\w\"'-]+ ){1,3}by default\b)"),
        ("default", r"\b(?:is|are|being)(?: both| all| each)? by default\b"),
        ("default", r"\bbeing (?=(?:[\w\"'-]+ ){1,3}by default\b)"),
    )
)
_MARKED = re.compile(r"\b([\w\"'-]{1,30}) \((?:which is )?(?:the )?default\)", re.IGNORECASE)
_BEFORE = re.compile(r"(?:^|[,(] ?)([\w\"'-]{1,30}) by default\b", re.IGNORECASE)
_EMPTY_START = re.compile(r"\b(?:start|begin)(?:s|ning|ing)? (?:out |off )?(?:the game )?(blank|empty)\b", re.IGNORECASE)
_WORDS = ("default", "start", "begin", "initial")


def _found(text: str, low: str) -> re.Match[str] | None:
    if found := _EMPTY_START.search(text):
        return found
    if "default)" in low and (found := _MARKED.search(text)):
        return found
    said = {word for word in _WORDS if word in low}
    for word, pattern in _PATTERNS:
        if word in said and (found := pattern.search(text)):
            return found
    return _BEFORE.search(text)


def read_default(text: str) -> tuple[str | None, str]:
    """The default as written ("" for blank, None if none is stated), and the text without it."""
    low = text.lower()
    found = _found(text, low) if any(word in low for word in _WORDS) else None
    if not found:
        return None, text
    stated = found.group(1).removesuffix(" by default")
    value = "" if is_blank(stated.strip(" \"'")) else cleaned(stated)
    return ("" if is_blank(value) else value), f"{text[: found.start()]} ,{text[found.end() :]}"
