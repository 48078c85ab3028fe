"""Amendments of many wordings to one clause, against a simple model of what each means: none is
misread without a word.

An amended clause either reads as the model says, or something is reported that withholds the
certificate from every kind of matter that the clause is about.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from parsers.model import MatterKind
from parsers.ruleset.ruleset_model import Ruleset
from tests.parsers.ruleset.editions import Edition, edition, read
from tests.parsers.ruleset.texts import ERAS
from tests.support.rules import values_of
from tests.support.scale import fresh_seeds
from validators.voting.voting_rules import concerns

WITH = tomllib.loads(Path(__file__).with_name("amendments.toml").read_text(encoding="utf-8"))
ABOUT = {
    key: frozenset(map(MatterKind, kinds.split()))
    for kinds, keys in WITH["about"].items()
    for key in keys.split()
}
"""The parts that verdicts rest on, and the matters they are about."""


def parts(made: Edition) -> dict[str, str]:
    """The text of each part and item that verdicts rest on."""
    found: dict[str, str] = {}
    for part in (part for rules in made.sections.values() for rule in rules for part in rule.parts):
        found.update({part.key: part.text, **dict(part.items)})
    return {key: text for key, text in found.items() if key in ABOUT}


def _filled(random: Random, text: str) -> str:
    return text.format(state=random.choice(WITH["states"]), place=random.choice(WITH["places"]))


def _conditioned(random: Random, text: str) -> str:
    condition = _filled(random, random.choice(WITH["conditions"]))
    stop = "." if text.endswith(".") else ""
    where = random.choice(("end", "start", "inside"))
    if where == "end":
        return f"{text.removesuffix('.')}{random.choice(('', ','))} {condition}{stop}"
    if where == "start":
        return f"{condition[0].upper()}{condition[1:]}, {text[0].lower()}{text[1:]}"
    words = text.split(" ")
    at = random.randrange(1, len(words))
    return " ".join((*words[:at], condition, *words[at:]))


def _replaced(random: Random, text: str, choices: list[tuple[str, str]]) -> str:
    fitting = [(old, new) for old, new in choices if re.search(old, text)]
    if not fitting:
        return _conditioned(random, text)
    old, new = random.choice(fitting)
    at = random.choice(list(re.finditer(old, text)))
    return text[: at.start()] + new + text[at.end() :]


def _hidden(random: Random, text: str) -> str:
    words = text.removesuffix(".").split(" ")
    first = random.randrange(len(words))
    last = random.randint(first + 1, len(words))
    mark = random.choice(WITH["hiding"])
    return " ".join((*words[:first], mark.format(" ".join(words[first:last])), *words[last:])) + (
        "." if text.endswith(".") else ""
    )


def amended(random: Random, text: str, *, leads: bool) -> str:
    """The clause with another meaning; ``leads`` for one that introduces a list."""
    how = random.choice(("condition", "condition", "negation", "join", "strike", "behind"))
    if how == "negation":
        return _replaced(random, text, WITH["negations"])
    if how == "join":
        return _replaced(random, text, WITH["joins"])
    if how == "strike":
        return _hidden(random, text)
    if how == "behind" and not leads:
        more = _filled(random, random.choice(WITH["behind"])).removesuffix(".")
        return f"{text.removesuffix('.')}. {more}{'.' if text.endswith('.') else ''}"
    return _conditioned(random, text)


def withheld(rules: Ruleset, kinds: frozenset[MatterKind]) -> bool:
    """Whether no verdict on a matter of these kinds is certified."""
    reported = {
        kind
        for unread in rules.unread
        for kind in MatterKind
        if kind in unread.kinds or concerns(unread.topic, (kind,))
    }
    return kinds <= reported | {kind for caveat in rules.caveats for kind in caveat.kinds}


def silent(seeds: range) -> Iterator[str]:
    """The amendments of these seeds that are misread without a word."""
    made = {era: edition(era) for era in ERAS}
    texts = {era: parts(made[era]) for era in ERAS}
    for seed in seeds:
        random = Random(seed)
        era = random.choice(ERAS)
        key = random.choice(sorted(texts[era]))
        text = texts[era][key]
        if key in ("converts", "voids") and era in (2018, 2022):
            continue  # the rule is inactive
        new = amended(random, text, leads=key in LEADS)
        assert new != text
        rules = read(made[era].reworded(key, lambda old: new if old == text else old).render())  # noqa: B023 - called at once
        if not withheld(rules, ABOUT[key]):
            yield f"{seed}: {era} {key}: {new}"


LEADS = frozenset("popular unpopular enact fail cfj_enact cfj_fail dov_enact dov_fail".split())


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(range(60), id="a few"),
        pytest.param(fresh_seeds(1_500), id="many", marks=pytest.mark.slow),
    ],
)
def test_no_amendment_is_misread_without_a_word(seeds: range) -> None:
    assert list(silent(seeds)) == []


@pytest.mark.parametrize("era", ERAS)
def test_a_clause_moved_out_of_the_core_is_not_law(era: int) -> None:
    made = edition(era)
    for key, text in parts(made).items():
        if key in LEADS or "{" in text or not text.endswith("."):
            continue
        gone = made.without(key)
        moved = values_of(read(gone.with_rule("Dynastic Rules", "Annals", text).render()))
        assert moved == values_of(read(gone.render())), key
