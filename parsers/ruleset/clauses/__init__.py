"""The clauses of the core and the Appendix: from sentences to parameters with their proof.

A sentence counts as understood only as a whole: by a wording of the tables (``clauses.toml``), or
by a review of what was not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from itertools import groupby
from typing import NamedTuple

from parsers.patterns import Wording, WordingIndex
from parsers.ruleset.clauses.clause_collector import (
    ClauseCollector,
    ClauseRow,
    compiled,
    is_default_status,
    stated_default,
    tables,
)
from parsers.ruleset.clauses.condition_lists import read_list
from parsers.ruleset.parameters import PARAMETERS, Parameter
from parsers.ruleset.prose import Prose, is_reviewed
from parsers.ruleset.ruleset_model import SectionKind, UnreadClause
from parsers.ruleset.sentences import MAX_CLAUSE_CHARS, Canon, Sentence, in_words, split_sentences
from parsers.ruleset.tree import Tree, stated_status


class _Hit(NamedTuple):
    """A row that fits a sentence, or a piece of it."""

    sentence: Sentence
    row: ClauseRow
    found: re.Match[str]
    kinds: Mapping[str, str]


def read_clauses(prose: Prose) -> ClauseCollector:
    """Hold all tables against the sentences."""
    out = ClauseCollector(prose)
    _read_whole(out)
    _read_parts(out)
    for row in tables().conditions:
        read_list(out, row)
    _take_reviews(out)
    _read_no_deferential(out)
    _complete(out)
    _report_leftovers(out)
    return out


@cache
def _rows(part: bool) -> WordingIndex[tuple[ClauseRow, Wording]]:
    rows = ((row, compiled(line)) for row in tables().clause for line in row.wordings)
    return WordingIndex((each[1], each) for each in rows if each[0].part is part)


@lru_cache(maxsize=4_096)
def _fitting(
    words: str, *, part: bool
) -> tuple[tuple[ClauseRow, re.Match[str], Mapping[str, str]], ...]:
    """The rows that fit a sentence; editions that are read one after the other share most."""
    return tuple(
        (row, found, wording.slots)
        for row, wording in _rows(part).among(words.split())
        if (found := (wording.pattern.search if part else wording.pattern.fullmatch)(words))
    )


def _hits(prose: Prose, *, part: bool) -> Iterator[_Hit]:
    for sentence in prose.binding():
        if not prose.understood(sentence):
            for fitting in _fitting(sentence.words, part=part):
                yield _Hit(sentence, *fitting)


def _read_whole(out: ClauseCollector) -> None:
    """Read the sentences that a row matches completely if its requirements are met; the first such
    row counts.
    """
    hits, before = list(_hits(out.prose, part=False)), -1
    while len(hits) != before:
        before = len(hits)
        given = [(name, hit.sentence) for hit in hits for name in hit.row.gives.split()]
        hits = [hit for hit in hits if _stands(hit, given)]
    for sentence, those in groupby(hits, key=lambda hit: hit.sentence):
        hit = next(those)
        out.prose.accept(sentence)
        out.set_all(hit.row.sets, hit.found.groupdict(), hit.kinds, sentence)


def _stands(hit: _Hit, given: list[tuple[str, Sentence]]) -> bool:
    """Return whether the requirements of a row are met, anywhere or near its sentence."""
    row, at = hit.row, hit.sentence
    if row.needs and all(row.needs != name for name, _ in given):
        return False
    return not row.near or any(
        row.near == name
        and at.rule is there.rule
        and at.place.term == there.place.term
        and at.index - there.index <= row.within
        for name, there in given
        if at.index > there.index or row.within > 2
    )


def _read_parts(out: ClauseCollector) -> None:
    """Read the sentences that rows match in part: all other words must be a reviewed sentence's."""
    for sentence, those in groupby(list(_hits(out.prose, part=True)), key=lambda hit: hit.sentence):
        hits = list(those)
        if not is_reviewed(sentence, _skeleton(sentence.words, hits)):
            out.unrecognised(hits[0].row.topic, sentence)
            continue
        out.prose.accept(sentence)
        for hit in hits:
            out.set_all(hit.row.sets, hit.found.groupdict(), hit.kinds, sentence)


def _skeleton(words: str, hits: list[_Hit]) -> str:
    """A sentence with a mark in place of every number that was read from it."""
    spans = {
        hit.found.span(name)
        for hit in hits
        for name, kind in hit.kinds.items()
        if kind in ("n", "time")
    }
    for first, last in sorted(spans, reverse=True):
        if first >= 0:
            words = words[:first] + re.sub(r"\d+", "#", words[first:last]) + words[last:]
    return words


def _take_reviews(out: ClauseCollector) -> None:
    """Take the sentences that no row reads as their reviewers read them, before it is asked what is
    missing.
    """
    for sentence in out.prose.binding():
        if not out.prose.understood(sentence) and out.prose.review_of(sentence) is not None:
            out.unrecognised("vote", sentence)


def _read_no_deferential(out: ClauseCollector) -> None:
    """The Emperor's own DEFERENTIAL is like any other where an inactive rule, or only the core,
    speaks of DEFERENTIALs.
    """
    topic = "deferential.emperor"
    sentences = [s for s in out.prose.binding() if "deferential" in s.low]
    converts = out.voting.get("_deferential.emperor")
    blocks = {
        sentence.block
        for sentence in sentences
        if converts and converts.value == "converts" and sentence.text == converts.quote
    }
    about_it = [s for s in sentences if "emperor" in s.canon or "other player" in s.canon] + [
        s
        for s in out.prose.binding()
        if s.block in blocks or s.rule.title.casefold() == "imperial deferentials"
    ]
    for sentence in about_it:
        if not out.prose.understood(sentence):
            out.unrecognised(topic, sentence)
    if (
        out.has(topic)
        or converts
        or out.skipped(topic)
        or not all(map(out.prose.understood, sentences))
    ):
        return
    silent = [
        s
        for s in out.prose.of(
            lambda rule: rule.kind is not SectionKind.DYNASTIC and not rule.effective
        )
        if "deferential" in s.low
    ] + [s for s in sentences if "an indication of confidence in the emperor" in s.words]
    if silent:
        out.set(topic, "off", silent[0])
    else:
        out.skip(topic, "no sentence speaks of DEFERENTIAL votes")


def _complete(out: ClauseCollector) -> None:
    """Derive further parameters, and report missing ones."""
    for key, value, where, unless in tables().default:
        stated = out.voting.get(where)
        strange = {unread.topic for unread in out.unread if unread.rule}
        if stated and not out.has(key) and strange.isdisjoint((key, unless)):
            out.voting[key] = Parameter(key, value, stated.rule, stated.quote)
    statuses = out.voting.get("statuses")
    if statuses and isinstance(statuses.value, tuple) and out.has("_statuses.vetoed"):
        every = tuple(dict.fromkeys((*statuses.value, "vetoed")))
        out.voting["statuses"] = replace(statuses, value=every)
    for topic, needed, why in tables().lacking:
        if not all(map(out.has, needed)) and not out.skipped(topic):
            out.skip(topic, why)
    for topic, wordings in tables().about.items():
        if not any(
            out.has(each.name) for each in PARAMETERS if f"{each.name}.".startswith(f"{topic}.")
        ) and not out.skipped(topic):
            for sentence in out.prose.binding():
                if not out.prose.understood(sentence) and any(
                    compiled(each).pattern.search(sentence.words) for each in wordings
                ):
                    out.unrecognised(topic, sentence)


_BY_SENTENCE = (SectionKind.CORE, SectionKind.APPENDIX)
"""Sections that are read sentence by sentence; of the third section that is its own text, whose
rules are read as a whole.
"""


def _report_leftovers(out: ClauseCollector) -> None:
    """Report each sentence without a matching row, a shipped review or a reviewer's review."""
    for sentence in out.prose.binding():
        rule = sentence.rule
        by_sentence = rule.kind in _BY_SENTENCE or rule.level == 1
        if not by_sentence or out.prose.accounted_for(sentence):
            continue
        homes = tables().homes
        home = (
            homes.get(rule.title.casefold()) or homes.get(sentence.place.term.casefold()) or "vote"
        )
        if home == "special_case" and is_default_status(sentence):
            out.prose.accept(sentence)
        else:
            out.unrecognised(home, sentence)


_DEFAULT = "special_case.default"


def read_default_status(
    tree: Tree, canon: Canon
) -> tuple[Parameter[str] | None, list[UnreadClause]]:
    """The default status of Special Case rules, e.g. ``inactive-if-asterisk``; None where the
    section has none.
    """
    section = next((s for s in tree.sections if s.kind is SectionKind.SPECIAL_CASE), None)
    if section is None:
        return None, []
    found: dict[str, str] = {}
    texts: list[str] = []
    for text in (each for block in section.intro.blocks for each in split_sentences(block.text)):
        if texts and text.startswith("Otherwise"):  # belongs to the sentence before
            texts[-1] += f" {text}"
        else:
            texts.append(text)
    for text in texts:
        form = canon(text[:MAX_CLAUSE_CHARS])
        stated = stated_default(form)
        if stated:
            found.setdefault(stated, text)
        elif (
            compiled(tables().special_case_words).pattern.search(in_words(form))
            and "its status is its default status" not in form
        ):
            why = f"not understood: “{text}”"
            return None, [UnreadClause(_DEFAULT, why, section.title, quote=text)]
    for value, text in found.items() if len(found) == 1 else ():
        return Parameter(_DEFAULT, value, section.title, text), []
    why = "no sentence states which untagged Special Case rules are active"
    if found:
        why = f"the section states several defaults: {', '.join(found)}"
    elif all(
        stated_status(rule)
        for rule in tree.rules
        if rule.kind is section.kind and len(rule.path) == 1
    ):
        return None, []
    return None, [UnreadClause(_DEFAULT, why, section.title)]
