"""Random edits of a tracking page by a model that knows what each was: no legal one is accused, and
every illegal one is found.
"""

from __future__ import annotations

import random
from itertools import count

import pytest

from parsers.model import Confidence, Status
from tests.support.views import remade
from tests.validators.edits.boats import PAGE, START, Save, game, page
from tests.validators.making import dov
from tests.validators.scene import HOUR, MINUTE, NOW
from validators.checks.audit_context import AuditContext
from validators.checks.run import run_all
from validators.edits.described_edits import AccountKind
from validators.finding import Severity
from validators.profile.dynasty_profile import Profile
from validators.view import GameView

CODES = ("BN501", "BN502", "BN503", "BN506")
ACTIVE = {"Ana": ("Ana", "ana"), "Bo Vane": ("Bo_Vane", "bo Vane", "Boatswain"), "Cy": ("Cy",)}
EMPEROR, IDLE, BOT = "Cy", "Ivo", "Our bot"
OUTSIDERS = ("Zoe", "Quinn")
ANYBODY = (*OUTSIDERS, IDLE, *(user for users in ACTIVE.values() for user in users))
NOTE = (
    "Of the state of boats, moorings and larger wardens: the satte of the boatts in the moornings"
    " is lagrer."
)
MISSPELT = {"satte": "state", "boatts": "boats", "moornings": "moorings", "lagrer": "larger"}

LEGAL, ILLEGAL = (
    ("stoke", "rob", "raise", "lay out", "spell", "correct"),
    ("outside", "scribble", "idle", "other"),
)

State = tuple[dict[str, tuple[str, ...]], int, str]


class Model:
    """A page that is edited at random; a hiatus covers the revisions in ``stopped``.

    ``expected`` has the codes that each revision deserves, ``kinds`` what accounts for it,
    ``undone`` those that were undone at once.
    """

    def __init__(self, seed: int, edits: int) -> None:
        self.rng, self.edits, self.numbers = random.Random(seed), edits, count(100)
        first = self.rng.randrange(101, 101 + edits)
        self.stopped = range(first, min(first + self.rng.randrange(1, 8), 101 + edits))
        self.rows: dict[str, tuple[str, ...]] = {**START}
        self.fog, self.note = 1, NOTE
        self.saves: list[Save] = []
        self.states: list[State] = [self.state()]
        self.expected: dict[int, set[str]] = {}
        self.kinds: dict[int, AccountKind | None] = {}
        self.undone: set[int] = set()
        self.written: set[int] = set()
        while len(self.saves) < edits:
            move = self.rng.choice([*LEGAL, *ILLEGAL, "undo", "undo", "undo"])
            if move in LEGAL:
                self.legal(move)
            elif move in ILLEGAL:
                self.illegal(move)
            else:
                self.undo(move)

    def state(self) -> State:
        return dict(self.rows), self.fog, self.note

    def text(self, state: State) -> str:
        rows, fog, note = state
        return page(
            str(fog),
            note,
            **{name.replace(" ", "_"): (row[0], row[1], row[2]) for name, row in rows.items()},
        )

    def save(
        self,
        user: str,
        comment: str,
        codes: set[str],
        kind: AccountKind | None,
        *,
        value: bool = True,
    ) -> None:
        self.states.append(self.state())
        self.saves.append(Save(user, self.text(self.states[-1]), comment))
        revid = 100 + len(self.saves)
        stopped = value and revid in self.stopped and kind in (None, AccountKind.RULE)
        self.expected[revid], self.kinds[revid] = codes | ({"BN503"} if stopped else set()), kind

    def set(self, name: str, column: int, value: str) -> None:
        row = self.rows[name]
        self.rows[name] = (*row[:column], value, *row[column + 1 :])

    def legal(self, move: str) -> None:
        """The first three only out of a hiatus."""
        name, anybody, number = (
            self.rng.choice([*ACTIVE]),
            self.rng.choice(ANYBODY),
            next(self.numbers),
        )
        user, other = (
            self.rng.choice(ACTIVE[name]),
            self.rng.choice([each for each in ACTIVE if each != name]),
        )
        wrong = [word for word in MISSPELT if word in self.note]
        match move:
            case "stoke":
                self.set(name, 0, str(int(self.rows[name][0]) + 2))
                self.save(
                    user, self.rng.choice(["stoking", "Stoked.", ""]), set(), AccountKind.RULE
                )
            case "rob" if self.rows[other][0] != "0":
                self.set(other, 0, "0")
                self.save(user, "robbing", set(), AccountKind.RULE)
            case "raise":
                self.fog += 1
                self.save(EMPEROR, "the fog rises", set(), AccountKind.RULE)
            case "lay out":
                self.note = (
                    f"<!-- {number}"
                    f" -->''{self.note.partition('-->')[2].strip(chr(39)) or self.note}''"
                )
                self.save(anybody, "", set(), AccountKind.TYPO, value=False)
            case "spell" if wrong:
                self.note = self.note.replace(wrong[-1], MISSPELT[wrong[-1]])
                self.save(anybody, "spelling", set(), AccountKind.TYPO, value=False)
            case "correct":
                self.written.add(101 + len(self.saves))
                self.set(self.rng.choice([*START]), 1, str(number))
                self.save(BOT, "BN401 (rule “Lamps”): set it", set(), AccountKind.TOOL)

    def undo(self, _move: str) -> None:
        """Somebody undoes the last edit, if nothing accounts for it."""
        revid = 100 + len(self.saves)
        if self.saves and self.kinds[revid] is None:
            self.undone.add(revid)
            self.rows, self.fog, self.note = dict(self.states[-2][0]), *self.states[-2][1:]
            self.save(
                self.rng.choice(ANYBODY),
                self.rng.choice([f"Undo revision {revid}", "rv", ""]),
                set(),
                AccountKind.UNDO,
            )

    def illegal(self, move: str) -> None:
        name, number = (
            self.rng.choice([each for each in ACTIVE if each != EMPEROR]),
            str(next(self.numbers)),
        )
        match move:
            case "outside":
                self.set(self.rng.choice([*START]), 2, number)
                self.save(
                    self.rng.choice(OUTSIDERS),
                    self.rng.choice(["", "stoking", "fixed"]),
                    {"BN501"},
                    None,
                )
            case "scribble":
                self.note += f" {number} is my number."
                self.save(self.rng.choice(OUTSIDERS), "", {"BN501"}, None, value=False)
            case "idle":
                self.set(IDLE, 0, number)
                self.save(IDLE, "stoking", {"BN502"}, None)
            case "other":
                self.set(
                    self.rng.choice([each for each in START if each != name]), 2, f"Badge {number}"
                )
                self.save(self.rng.choice(ACTIVE[name]), "", {"BN506"}, None)

    def is_gone(self, revid: int) -> bool:
        """Whether the whole page was later as it had been before a revision, if only by chance: a
        move after it may just reverse it.
        """
        texts = [self.text(state) for state in self.states]
        return not set(texts[: revid - 100]).isdisjoint(texts[revid - 99 :])

    def view(self) -> GameView:
        """The game, with the DoV that stopped it."""
        began, ended = (
            (self.edits + 101 - each) * HOUR + 30 * MINUTE
            for each in (self.stopped.start, self.stopped.stop)
        )
        stopping = dov(began, author="Bo Vane", closed=NOW - ended, status=Status.FAILED)
        profile = Profile(aliases={"Boatswain": "bo vane"})
        made = game(
            *self.saves,
            posts=(stopping,),
            profile=profile,
            emperor=EMPEROR,
            start=self.text(self.states[0]),
        )
        return remade(made, written=frozenset(self.written))


def judged(model: Model, view: GameView) -> None:
    """Hold what the checks find and what accounts for each edit against the model; ids of revisions
    are those of the model.
    """
    report = run_all(view, select=CODES)
    found: dict[int, set[str]] = {revid: set() for revid in model.expected}
    for one in report.findings:
        found[int(one.subject.id)].add(one.code)
        assert one.confidence is not Confidence.LOW
        assert (one.what == "mended") is (
            int(one.subject.id) in model.undone or model.is_gone(int(one.subject.id))
        ), one.message
        assert (one.severity is Severity.INFO) is (one.code == "BN506" or one.what == "mended")
    assert found == model.expected
    assert [item.name for item in report.not_evaluated] == [
        "BN501",
        "BN502",
    ]  # the Ruleset has no history here
    kinds = {
        one.revision.revid: None if one.by is None else one.by.kind
        for one in AuditContext(view).described[PAGE][1:]
    }
    assert kinds == model.kinds


@pytest.mark.parametrize("seed", range(6))
def test_random_edits_are_judged_as_what_they_are(seed: int) -> None:
    model = Model(seed, 25)
    judged(model, model.view())


@pytest.mark.slow
def test_many_random_edits_are_judged_as_what_they_are() -> None:
    for seed in range(100, 620):
        model = Model(seed, 30)
        judged(model, model.view())
