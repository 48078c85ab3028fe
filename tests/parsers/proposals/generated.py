"""Generated matters, read and applied: the text intended, or less of it with something left to people; never another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from random import Random

from parsers.proposals.apply import apply_instructions
from parsers.proposals.model import InstructionCondition
from parsers.proposals.reader import read_instructions
from parsers.ruleset import read_ruleset
from tests.parsers.proposals.comparing import differences
from tests.parsers.proposals.invented import Change, Rules, UnclearError, after, page_of, some_rules
from tests.parsers.proposals.phrased import PAST, Quoting, matter_of, some_change

TERMS = read_ruleset(page_of([])).terms


@dataclass(frozen=True, slots=True)
class Case:
    """A generated matter: the page before, its body, and the changes intended."""

    rules: Rules
    body: str
    changes: tuple[Change, ...]
    base: str
    intended: str
    kinds: tuple[str, ...]

    def parts(self) -> Iterator[str]:
        """The pages with only some of the changes."""
        for count in range(len(self.changes)):
            for chosen in combinations(self.changes, count):
                with suppress(UnclearError):
                    yield after(self.rules, chosen)


def case_of(seed: int) -> Case:
    """The case of a seed."""
    for attempt in range(50):
        random = Random(f"{seed}/{attempt}")
        rules = some_rules(random)
        quote = Quoting(random)
        phrased = [some_change(random, rules, quote) for _ in range(random.choice((1, 1, 1, 2, 3)))]
        changes = tuple(change for one in phrased for change in one.changes)
        with suppress(UnclearError):
            intended = after(rules, changes)
            return Case(rules, matter_of(random, phrased, rules), changes, page_of(rules), intended, tuple(one.kind for one in phrased))
    raise AssertionError(f"no clear case for seed {seed}")


def _decided(condition: InstructionCondition) -> bool | None:
    status = PAST.get(condition.subject.strip("“”\"'"), "unknown")
    return None if status in ("pending", "unknown") else status == condition.outcome


def outcome(case: Case) -> tuple[str, str]:
    """What became of a case, and the page that was made. A new word may have the bold or the italics of the one it replaces.

    ``applied``, ``partial``, ``left``, ``none`` (there is nothing to do); ``untold`` (not all, and nothing left to people), ``wrong``.
    """
    made = apply_instructions(read_instructions(case.body), case.base, decide=_decided, terms=TERMS)
    if not differences(case.base, case.intended, made.ruleset, markup=False):
        return ("none" if case.intended == case.base else "applied"), made.ruleset
    if all(differences(case.base, part, made.ruleset, markup=False) for part in case.parts()):
        return "wrong", made.ruleset
    if not made.left:
        return "untold", made.ruleset
    return ("left" if made.ruleset == case.base else "partial"), made.ruleset
