"""The corpus of invented matters: what each is to make of the invented Ruleset and tracking page.

A matter's ``edits`` are made on the base one after the other; every place they name has to be there
exactly once:

| key | with ``put`` |
|---|---|
| ``find`` | is replaced by it |
| ``after``, ``before`` | gets it behind or in front |
| ``cut`` | goes away (nothing is put) |
| ``own`` | a rule, by its titles from the top joined by ``/``: gets it as last paragraph of its own
text |
| ``body`` | a rule: gets it as its own text |
| ``below`` | a rule: gets it behind its last subrule |
| ``end`` | a section: gets it behind its last rule |
| ``drop`` | a rule: goes away with its subrules (nothing is put) |
| ``every`` | all its occurrences are replaced, in the rule ``within`` or in all Dynastic Rules |
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from functools import lru_cache
from itertools import takewhile
from pathlib import Path
from typing import Any

import msgspec

from parsers.ruleset.ruleset_model import Rule
from parsers.ruleset.tree import Tree, content_end, read_tree

CORPUS = Path(__file__).parent / "corpus"
Edit = dict[str, str]
tree_of = lru_cache(maxsize=256)(read_tree)
_CURLY = str.maketrans("“”‘’", "\"\"''")
_MARKUP = re.compile(r"'{2,5}[^'\n]*'{2,5}|\[\[[^\]]*\]\]|\[http[^\]]*\]|</?[a-z]+\b[^>]*>")
_HEADING = re.compile(r"(?m)^=+[^\n]*=+[ \t]*\n?")


class Matter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A matter, and what a careful admin makes of it: edits of the Ruleset and of the tracking
    page.

    ``plan`` has what the admin's plan carries out: numbers of read steps, from 1, and steps of
    their own; None stands for all that is read. ``given`` are edits that make the Ruleset it is
    about from the base.
    """

    name: str
    body: str
    tags: tuple[str, ...] = ()
    given: tuple[Edit, ...] = ()
    edits: tuple[Edit, ...] = ()
    tracking: tuple[Edit, ...] = ()
    plan: tuple[int | dict[str, Any], ...] | None = None
    unchanged: bool = False


def base_page(name: str = "ruleset") -> str:
    """The wikitext of the invented Ruleset, or of the page ``tracking``."""
    return (CORPUS / f"{name}.wikitext").read_text(encoding="utf-8")


def matters(name: str) -> list[Matter]:
    """The matters of a file, in order. ``unchanged`` only says to readers that there are no
    edits."""
    read = tomllib.loads((CORPUS / "matters" / f"{name}.toml").read_text(encoding="utf-8"))
    found = msgspec.convert(read["matter"], list[Matter])
    assert all(each.unchanged != bool(each.edits or each.tracking) for each in found)
    return found


def wanted_pages(text: str, edits: tuple[Edit, ...]) -> str:
    """A page after the edits of a case, made one after the other."""
    for edit in edits:
        text = _edited(text, edit)
    return text


def _edited(text: str, edit: Edit) -> str:
    put = edit.get("put", "")
    if "every" in edit:
        return _everywhere(text, edit["every"], put, edit.get("within", ""))
    for key, made in (
        ("find", put),
        ("cut", ""),
        ("after", edit.get("after", "") + put),
        ("before", put + edit.get("before", "")),
    ):
        if key in edit:
            assert text.count(edit[key]) == 1, edit[key]
            return text.replace(edit[key], made)
    tree = tree_of(text)
    if "end" in edit:
        return _behind(
            text, next(rule for rule in reversed(tree.rules) if rule.section == edit["end"]), put
        )
    key = next(key for key in ("own", "body", "below", "drop") if key in edit)
    rule = named(tree, edit[key])
    if key in ("below", "own"):
        return _behind(text, rule if key == "own" else _last_of(tree, rule), put)
    if key == "body":
        return text[: rule.body] + "\n" + put + text[content_end(text, rule) :]
    return text[: rule.start] + text[content_end(text, _last_of(tree, rule)) :].lstrip("\n")


def _everywhere(text: str, old: str, new: str, within: str) -> str:
    tree = tree_of(text)
    if within:
        start, end = (rule := named(tree, within)).body, rule.end
    else:
        dynastic = [rule for rule in tree.rules if rule.section == "Dynastic Rules"]
        start, end = dynastic[0].start, dynastic[-1].end
    assert old in text[start:end], old
    return text[:start] + text[start:end].replace(old, new) + text[end:]


def _behind(text: str, rule: Rule, put: str) -> str:
    end = content_end(text, rule)
    return text[:end] + "\n\n" + put + text[end:]


def named(tree: Tree, titles: str) -> Rule:
    """The rule with these titles from the top, which has to be just one."""
    (found,) = (rule for rule in tree.rules if rule.path == tuple(titles.split("/")))
    return found


def _last_of(tree: Tree, rule: Rule) -> Rule:
    below = takewhile(
        lambda other: other.level > rule.level, tree.rules[tree.rules.index(rule) + 1 :]
    )
    return (rule, *below)[-1]


# Whether a page is the wanted one: by what is seen of it, and character by character where nothing
# was to change


def differences(base: str, wanted: str, got: str) -> list[str]:
    """In what ``got`` is another page than ``wanted``; what is the same in ``base`` and ``wanted``
    has to be so in ``got``.

    Of a changed rule the heading, the blocks that are seen, and the markup within lines are
    compared; blank lines are free, and a word that stays may keep the markup that it had.
    """
    before, after, made = (tree_of(page).in_order for page in (base, wanted, got))
    headings, got_headings = (
        [(rule.level, rule.heading) for rule in after],
        [(rule.level, rule.heading) for rule in made],
    )
    if headings != got_headings:
        gone = [head for head in headings if head not in got_headings]
        return [
            f"headings: without {gone}, with"
            f" {[head for head in got_headings if head not in headings]}"
        ]
    untouched = {base[rule.start : rule.end] for rule in before}
    found = []
    for rule, other in zip(after, made, strict=True):
        source, result = wanted[rule.start : rule.end], got[other.start : other.end]
        if source in untouched:
            # Behind the last rule of a section a new one may come, whose blank lines are free.
            if (
                source.rstrip("\n") != result.rstrip("\n")
                or result.count("\n") > source.count("\n") + 1
            ):
                found.append(f"{rule.title}: was to stay as it is, is {result!r}")
        elif _seen(rule) != _seen(other) or not _markup(source) <= _markup(result) <= _markup(
            source
        ) | _markup(base):
            found.append(f"{rule.title}: {_own(result)!r} is not {_own(source)!r}")
    return found


def _own(source: str) -> str:
    return _HEADING.sub("", source, count=1).strip()


def _seen(rule: Rule) -> list[tuple[str, int, str, str]]:
    return [
        (block.text.translate(_CURLY), block.depth, block.lead.translate(_CURLY), block.term)
        for block in rule.blocks
    ]


def _markup(source: str) -> Counter[str]:
    return Counter(_MARKUP.findall(source.translate(_CURLY)))
