"""Whether a page is the wanted one: by what is seen of it, and character by character where nothing was to change."""

from __future__ import annotations

import re
from collections import Counter

from parsers.ruleset.model import Rule
from tests.parsers.instructions.wanted import tree_of

_CURLY = str.maketrans("“”‘’", "\"\"''")
_MARKUP = re.compile(r"'{2,5}[^'\n]*'{2,5}|\[\[[^\]]*\]\]|\[http[^\]]*\]|</?[a-z]+\b[^>]*>")
_HEADING = re.compile(r"(?m)^=+[^\n]*=+[ \t]*\n?")


def differences(base: str, wanted: str, got: str, *, markup: bool = True) -> list[str]:
    """In what ``got`` is another page than ``wanted``; what is the same in ``base`` and ``wanted`` has to be so in ``got``.

    Of a changed rule the heading, the blocks that are seen, and the markup within lines are compared; blank lines are free, and
    a word that stays may keep the markup that it had. Without ``markup`` only what is seen is compared in them.
    """
    before, after, made = (tree_of(page).in_order for page in (base, wanted, got))
    headings, got_headings = [(rule.level, rule.heading) for rule in after], [(rule.level, rule.heading) for rule in made]
    if headings != got_headings:
        gone = [head for head in headings if head not in got_headings]
        return [f"headings: without {gone}, with {[head for head in got_headings if head not in headings]}"]
    untouched = {base[rule.start : rule.end] for rule in before}
    found = []
    for rule, other in zip(after, made, strict=True):
        source, result = wanted[rule.start : rule.end], got[other.start : other.end]
        if source in untouched:
            # Behind the last rule of a section a new one may come, whose blank lines are free.
            if source.rstrip("\n") != result.rstrip("\n") or result.count("\n") > source.count("\n") + 1:
                found.append(f"{rule.title}: was to stay as it is, is {result!r}")
        elif _seen(rule) != _seen(other) or (markup and not _markup(source) <= _markup(result) <= _markup(source) | _markup(base)):
            found.append(f"{rule.title}: {_own(result)!r} is not {_own(source)!r}")
    return found


def _own(source: str) -> str:
    return _HEADING.sub("", source, count=1).strip()


def _seen(rule: Rule) -> list[tuple[str, int, str, str]]:
    return [(block.text.translate(_CURLY), block.depth, block.lead.translate(_CURLY), block.term) for block in rule.blocks]


def _markup(source: str) -> Counter[str]:
    return Counter(_MARKUP.findall(source.translate(_CURLY)))
