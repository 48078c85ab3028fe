"""Random edits of a Ruleset by a model that knows what each was: no legal one is accused, and every
illegal one is found.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import count

import pytest

from parsers.model import Post, Revision, Status
from tests.validators.edits.ruleset_edits import edit, enacted, view_of
from tests.validators.scene import DAY, HOUR, MINUTE, NOW
from validators.checks.run import run_all
from validators.finding import Severity

CODES = ("BN601", "BN602", "BN611")
ADMINS, PLAYERS = ("Anna", "Boris"), ("Cyril", "Della")
ANYBODY = (*ADMINS, *PLAYERS, "Zoe", "Ivo")
NOUNS = ("Lamp", "Rope", "Bell", "Coat", "Net", "Map", "Cart", "Drum")
FRESH = (
    "Kite",
    "Quill",
    "Spade",
    "Thorn",
    "Vane",
    "Wheel",
    "Yoke",
    "Churn",
    "Flute",
    "Goose",
    "Hinge",
    "Inn",
    "Jug",
    "Kiln",
    "Loom",
)
SPARE = ("Ox", "Pig", "Hen", "Cow", "Cat")
"""Rules of which no more than one matter speaks: where a later one does, nobody can say what of an
earlier one should be there.
"""
PAGE = """= Core Rules =
== Votes ==
Each Player has one vote. A Player may vote {} times an hour. A change of the core rules requires the "[Core]" tag.
= Dynastic Rules =
{}= Appendix =
== Words ==
* Player (Player)
* Emperor (Emperor)
"""
Found = set[tuple[str, str]]


LAWFUL = "enact enact enact add-rule in-two bullet court empty prose prose repeal".split()
UNLAWFUL = "steal steal wrongly partly mixed failed misuse core remove rename".split()
BEARD = "Who has a beard wins {} times."


class RulesetModel:
    """A Ruleset that is edited at random.

    ``expected`` are the codes with the revision, matter or rule that each finding is about. Of each
    of ``either`` one is found at least: where an edit enacts a matter and changes a sentence beside
    it, either may be called wrong. ``optional`` are those that tell of an edit that takes back what
    was enacted, which is found anyway.
    """

    def __init__(self, seed: int, edits: int) -> None:
        self.rng, self.numbers = random.Random(seed), count(20)
        self.core, self.fresh, self.spare = 2, [*FRESH], [*SPARE]
        self.rules: dict[str, list[str]] = {
            noun: self._sentences(noun) for noun in (*NOUNS, *SPARE)
        }
        self.rules |= {
            "List": ["Any Player may add a bullet point to this rule.", "\n\n* One bullet"]
        }
        self.rules |= {
            "Court": ["The Emperor may add a sentence to this rule."],
            "Void": [],
            "Gap": [],
            "Hole": [],
        }
        self.dirty: set[str] = set()
        self.start = self.text()
        self.made: list[Post | Revision] = []
        self.texts, self.kinds, self.users = [self.start], [""], [""]
        self.expected: Found = set()
        self.either: list[Found] = []
        self.optional: Found = set()
        self.mended: set[str] = set()
        self.at, self.states = NOW - 11 * DAY, [self.copied()]
        while len(self.texts) <= edits:
            move = self.rng.choice([*LAWFUL, *UNLAWFUL, "undo", "undo"])
            if move == "undo":
                self.undo()
            elif self.spare or move not in ("in-two", "repeal", "partly", "remove", "rename"):
                (self.lawful if move in LAWFUL else self.unlawful)(move)

    def _sentences(self, noun: str) -> list[str]:
        return [
            f"Each Player has {next(self.numbers)} {noun}s.",
            f"A Player may not sell a {noun} on a Sunday.",
            f"A {noun} is worth {next(self.numbers)} coins.",
            f"No {noun} is lent for {next(self.numbers)} days.",
        ]

    def text(self) -> str:
        rules = "".join(
            f"== {title} ==\n{' '.join(lines)}\n" for title, lines in self.rules.items()
        )
        return PAGE.format(self.core, rules)

    def copied(self) -> dict[str, list[str]]:
        return {title: [*lines] for title, lines in self.rules.items()}

    def save(self, user: str, kind: str, *codes: str, comment: str = "") -> str:
        """Save the page as it is now; the codes are those of findings on the revision."""
        self.at += 5 * MINUTE
        self.made.append(edit(self.text(), self.at, user, comment))
        self.texts.append(self.text())
        self.states.append(self.copied())
        self.rules = self.copied()
        self.kinds.append(kind)
        self.users.append(user)
        revid = str(100 + len(self.texts) - 1)
        self.expected |= {(code, revid) for code in codes}
        self.at += self.rng.randrange(2, 14) * HOUR
        return revid

    def matter(self, body: str, status: Status = Status.ENACTED) -> str:
        """A matter that is resolved now; its key."""
        key = f"matter{len(self.made)}"
        self.made.append(
            enacted(
                body, self.at, subject=f"Of {next(self.numbers)} Things", key=key, status=status
            )
        )
        return key

    def place(self) -> tuple[str, int]:
        """A sentence that nothing was done to without right."""
        title = self.rng.choice([*NOUNS])
        clean = [
            number
            for number, line in enumerate(self.rules[title])
            if line not in self.dirty and any(map(str.isdigit, line))
        ]
        return (title, self.rng.choice(clean)) if clean else self.place()

    def change(self, wrong: int = 0, *, prose: bool = False, spare: bool = False) -> str:
        """Give some sentence another number, wrong by so much, and say how a matter instructs the
        right one.
        """
        title, number = (self.spare.pop(), 0) if spare else self.place()
        line, value = self.rules[title][number], next(self.numbers)
        digits = next(word for word in line.split() if word.isdigit())
        wanted, real = line.replace(digits, str(value)), line.replace(digits, str(value + wrong))
        self.rules[title][number] = real
        self.dirty |= {real} if wrong else set()
        if prose:  # of which no form is read
            return (
                f"What {title} says of {digits} is out of date, I think. From now on “{wanted}”,"
                " please."
            )
        return f'In the rule "{title}", replace "{line}" with "{wanted}".'

    def lawful(self, move: str) -> None:
        user, number = self.rng.choice((*PLAYERS, *ADMINS)), next(self.numbers)
        match move:
            case "enact":
                for _ in range(self.rng.randrange(1, 3)):
                    self.matter(self.change())
                self.save("Anna", "lawful")
            case "add-rule" if self.fresh:
                noun = self.fresh.pop()
                self.rules[noun] = self._sentences(noun)[:2]
                self.matter(
                    f'Add a new dynastic rule, "{noun}", with the text:'
                    f' "{" ".join(self.rules[noun])}"'
                )
                self.save("Boris", "lawful")
            case "in-two":
                first, half = self.change(), self.copied()
                second, whole = self.change(spare=True), self.copied()
                self.matter(f"{first}\n{second}")
                self.rules = half
                self.save("Anna", "part")
                self.at -= HOUR
                self.rules = whole
                self.save("Boris", "part")
            case "bullet":
                self.rules["List"].append(f"\n* Bullet {number}")
                self.save(user, "allowed")
            case "court":
                self.rules["Court"].append(f"The court has {number} chairs.")
                self.save("Emperor", "allowed")
            case "empty" if empty := [title for title, lines in self.rules.items() if not lines]:
                del self.rules[self.rng.choice(empty)]
                self.save(user, "empty")
            case "prose":
                self.optional.add(("BN602", self.matter(self.change(prose=True))))
                self.save("Anna", "prose")
            case "repeal":
                noun = self.spare.pop()
                self.matter(f"Repeal the rule “{noun}”.")
                del self.rules[noun]
                self.save("Boris", "lawful")

    def undo(self) -> None:
        """Somebody takes back the last edit; that is no right where it was made by right."""
        if self.kinds[-1] not in ("stolen", "lawful") or len(self.texts) < 3:
            return
        stolen, revid = self.kinds[-1] == "stolen", str(100 + len(self.texts) - 1)
        user = self.rng.choice(
            [each for each in (ADMINS if not stolen else ANYBODY) if each != self.users[-1]]
        )
        self.rules, after = self.states[-2], self.rules
        if not stolen:
            self.optional |= {("BN602", one.key) for one in self.made[-4:] if isinstance(one, Post)}
        self.save(
            user,
            "undone",
            *([] if stolen else ["BN601"]),
            comment=self.rng.choice([f"Undo revision {revid}", "rv"]),
        )
        if not stolen:
            self.rules, revid = after, str(int(revid) + 1)
            self.save("Anna", "again", comment=f"Undo revision {revid}")
        self.mended.add(revid)

    def stolen(self) -> None:
        """Change, add or remove something without any right."""
        what, (title, number), beard = (
            self.rng.randrange(4),
            self.place(),
            BEARD.format(next(self.numbers)),
        )
        lines = self.rules[title]
        if what == 0:
            lines[number] = lines[number].replace(
                next(word for word in lines[number].split() if word.isdigit()), "99"
            )
        elif what == 1:
            lines[number] = (
                lines[number].replace(" is ", " is not ").replace(" has ", " never has ")
            )
        elif what == 2:
            number += 1
            lines.insert(number, beard)
        else:
            self.rules[f"Beard {next(self.numbers)}"] = [beard]
        self.dirty |= {lines[number]} if what < 3 else set()

    def unlawful(self, move: str) -> None:
        user, number = self.rng.choice(ADMINS), next(self.numbers)
        match move:
            case "steal":
                self.stolen()
                self.save(
                    self.rng.choice(ANYBODY),
                    "stolen",
                    "BN601",
                    comment=self.rng.choice(["", "typo", "enacted"]),
                )
            case "wrongly":
                self.optional.add(("BN602", self.matter(self.change(wrong=1_000))))
                self.save(user, "wrongly", "BN601")
            case "partly":
                first, half = self.change(), self.copied()
                self.expected.add(("BN602", self.matter(f"{first}\n{self.change(spare=True)}")))
                self.rules = half
                self.save(user, "partly")
            case "mixed":
                key = self.matter(self.change())
                self.stolen()
                self.either.append({("BN601", self.save(user, "mixed")), ("BN602", key)})
            case "failed":
                self.matter(self.change(), Status.FAILED)
                self.dirty |= {
                    line
                    for lines in self.rules.values()
                    for line in lines
                    if line not in self.texts[-1]
                }
                self.save(user, "failed", "BN601")
            case "misuse":
                self.rules["Court"].append(f"The court has {number} doors.")
                self.save(self.rng.choice(PLAYERS), "misused")
            case "core":  # without the tag
                key = self.matter(
                    f'In the rule "Votes", replace "{self.core} times" with "{number} times".'
                )
                self.core = number
                self.expected.add(("BN611", key))
                self.save(user, "core")
            case "remove":
                del self.rules[self.spare.pop()]
                self.save(user, "removed", "BN601")
            case "rename":
                noun = self.spare.pop()
                self.rules = {
                    f"Old {title}" if title == noun else title: lines
                    for title, lines in self.rules.items()
                }
                self.save(user, "renamed", "BN601")


def judged(seed: int, edits: int) -> tuple[Counter[str], set[tuple[int, str, str]]]:
    """How many edits of one game there were of each kind, and what the checks miss, or find without
    reason.
    """
    model = RulesetModel(seed, edits)
    view = view_of(*model.made, before=model.start)
    report = run_all(view, select=CODES)
    keys = {post.url: post.key for post in view.posts}
    found = {
        (one.code, keys.get(one.subject.url or "", one.subject.id)): one for one in report.findings
    }
    either = set().union(*model.either)
    wrong = (model.expected ^ set(found)) - model.optional - either
    wrong |= {each for some in model.either if some.isdisjoint(found) for each in some}
    for (code, about), one in found.items():
        if code == "BN601" and about in model.mended and one.severity is not Severity.INFO:
            wrong.add((code, about))
    assert not report.inconclusive
    return Counter(model.kinds[1:]), {(seed, *each) for each in wrong}


@pytest.mark.parametrize("seed", range(3))
def test_random_edits_of_a_ruleset_are_judged_as_what_they_are(seed: int) -> None:
    assert judged(seed, 14)[1] == set()


@pytest.mark.slow
def test_two_thousand_random_edits_of_rulesets() -> None:
    counts: Counter[str] = Counter()
    wrong: set[tuple[int, str, str]] = set()
    for seed in range(100, 212):
        some, others = judged(seed, 18)
        counts += some
        wrong |= others
    assert counts.total() >= 2_000
    assert min(counts.values()) >= 20, counts
    assert wrong == set()
