"""Lists of conditions: what introduces them, and each read to its last word.

The phrases that carry a parameter are taken out of a condition, and only connecting words may
remain; all else is reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from parsers.ruleset.clauses.clause_collector import ClauseCollector, ConditionsRow, compiled
from parsers.ruleset.sentences import Sentence

_FOLLOWING = re.compile(
    r"(?<!\S)(all|any|either|at least 1|1 or more|both)(?: of)?(?:(?: the)? following| these)(?:"
    r" (?:conditions|criteria))?"
    r"(?: (?:is|are|hold|holds|apply|applies))?(?: (?:true|met|satisfied))? "
)
_COMBINING = {"all": "all", "both": "all", "and": "all"}
_ALTERNATIVE = re.compile(r"(?<!\S)or (?:(?:if |when )?(?=(?:it|there|they|the) )|(?:if|when) )")
_CONNECTING = frozenset(
    "it is has been had and or if when the a an any each either then also by that which be on for"
    " to its at are true in case".split()
)
_JOINS_OTHERWISE = frozenset("or nor either neither if when".split())


class Condition(NamedTuple):
    """One alternative of a list of conditions: its words, and the sentences it was read from."""

    words: str
    sentences: tuple[Sentence, ...]


class _Found(NamedTuple):
    """The phrases found in a condition: their names, the texts of their slots, and the kind of each
    slot.
    """

    names: set[str]
    slots: dict[str, str]
    kinds: dict[str, str]


def _strange(words: str) -> bool:
    return not _CONNECTING.issuperset(words.split())


def _found_in(words: str, row: ConditionsRow) -> _Found | None:
    """Return the phrases of a condition, all of which must be true; None if other words, or another
    conjunction, remain.
    """
    found = _Found(set(), {}, {})
    for name, wordings in row.phrases.items():
        for wording in map(compiled, wordings):
            if match := wording.pattern.search(words):
                found.names.add(name)
                found.slots.update(
                    (slot, text) for slot, text in match.groupdict().items() if text is not None
                )
                found.kinds.update(wording.slots)
                words = f"{words[: match.start()]}{words[match.end() :]}"
                break
    return None if _strange(words) or not _JOINS_OTHERWISE.isdisjoint(words.split()) else found


def _alternatives(words: str, row: ConditionsRow) -> list[str]:
    """The alternatives that one sentence states; an “or” inside a known phrase does not part
    them.
    """
    whole = [
        match.span()
        for wordings in row.phrases.values()
        for each in wordings
        for match in compiled(each).pattern.finditer(words)
    ]
    parts, start = [], 0
    for mark in _ALTERNATIVE.finditer(words):
        if not any(first < mark.start() < last for first, last in whole):
            parts.append(words[start : mark.start()])
            start = mark.end()
    return [part for part in (*parts, words[start:]) if part.strip()]


def _items(below: list[Sentence], depth: int) -> list[Condition]:
    """The items of a list, each with the sentences and deeper items that belong to it."""
    groups: list[list[Sentence]] = []
    for sentence in below:
        if groups and (sentence.place.depth > depth or sentence.block == groups[-1][0].block):
            groups[-1].append(sentence)
        else:
            groups.append([sentence])
    return [Condition(_words_of(group), tuple(group)) for group in groups]


def _words_of(group: list[Sentence]) -> str:
    """What the sentences of one item say; a list below it is introduced as all being needed, or a
    single one by "and".
    """
    first, *others = (sentence.words for sentence in group)
    introduced = _FOLLOWING.search(first)
    nested = [sentence for sentence in group if sentence.place.depth > group[0].place.depth]
    if nested and introduced and introduced[1] in _COMBINING:
        first = _FOLLOWING.sub(" ", first)
    elif nested and not (len(nested) == 1 and group[-2].words.endswith(" and ")):
        others = [f"or {words}" for words in others]
    return "".join((first, *others))


def _conditions(
    out: ClauseCollector, row: ConditionsRow, lead: Sentence, found: re.Match[str]
) -> Iterator[Condition]:
    """Return the conditions after a lead: the list items below it or, without a list, the rest of
    its own sentence.
    """
    rest = lead.words[found.end() :]
    following = _FOLLOWING.search(rest)
    rest = _FOLLOWING.sub("", rest)
    strange = _strange(lead.words[: found.start()])
    below = out.prose.below(lead)
    if below:
        items = _items(below, lead.place.depth + 1)
        strange = strange or _strange(rest)
    else:
        rest = re.sub("^(?:if|when) ", "", rest)
        items = [Condition(part, (lead,)) for part in _alternatives(rest, row)]
    out.prose.accept(lead, *below)
    ends = {item.words.split()[-1] for item in items[:-1]} & {"or", "and"} if below else {"or"}
    joining = {following[1]} if following else ends
    combining = _COMBINING.get(joining.pop(), "any") if len(joining) == 1 else ""
    if strange and out.prose.review_of(lead) is not None:
        out.unrecognised(row.topic, lead)
        strange = False
    if strange or not items or (len(items) > 1 and row.combine != combining):
        for sentence in (lead, *below):
            out.unrecognised(row.topic, sentence)
        return
    yield from items


@lru_cache(maxsize=4_096)
def _lead_in(lead: str, words: str) -> re.Match[str] | None:
    """The position in a sentence that introduces a list; editions read in sequence share most."""
    return compiled(lead).pattern.search(words)


def read_list(out: ClauseCollector, row: ConditionsRow) -> None:
    """Read the conditions of one list, at any place. If all must hold, a second list is an
    alternative, and not understood.
    """
    wording, there = compiled(row.lead), set[str]()
    leads = [
        (sentence, match)
        for sentence in out.prose.binding()
        if (match := _lead_in(row.lead, sentence.words))
    ]
    for place, (lead, match) in enumerate(leads):
        if place and row.combine == "all":
            out.unrecognised(row.topic, lead)
            continue
        out.set_all(row.sets, match.groupdict(), wording.slots, lead)
        for condition in _conditions(out, row, lead, match):
            found = _found_in(re.sub(r"(?<!\S)(?:or|and) $", "", condition.words), row)
            case = next(
                (
                    each
                    for each in row.cases
                    if found
                    and found.names.issuperset(each.has.split())
                    and found.names.issubset(f"{each.has} {each.may}".split())
                ),
                None,
            )
            if found is None or case is None or not found.names:
                for sentence in condition.sentences:
                    out.unrecognised(row.topic, sentence)
                continue
            there |= found.names | {
                text for slot, text in found.slots.items() if found.kinds[slot] == "mark"
            }
            out.set_all(case.sets, found.slots, found.kinds, condition.sentences[0])
    reviewed = out.voting.get(f"{row.topic}.conditions")
    if reviewed is not None and isinstance(reviewed.value, tuple):
        there.update(reviewed.value)
    if (
        row.lacking
        and not out.skipped(row.topic)
        and not all(_is_there(out, need, there) for need in row.needs)
    ):
        out.skip(row.topic, row.lacking)


def _is_there(out: ClauseCollector, need: str, there: set[str]) -> bool:
    """Return whether a condition has a phrase, or the term that is the value of a parameter."""
    if not need.startswith("@"):
        return need in there
    clause = out.voting.get(need[1:])
    return (
        str(clause.value).lower().replace("-", " ") in there
        if clause
        else not there.isdisjoint(("withdrawn", "self killed"))
    )
