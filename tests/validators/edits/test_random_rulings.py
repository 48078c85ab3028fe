"""Random edits of a Ruleset by a model that knows what each was: no legal one is accused, and every illegal one is found."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from itertools import count

import pytest

from parsers.model import Post, Revision, Status
from tests.validators.edits.ruleset_edits import edit, enacted, view_of
from tests.validators.making import DAY, HOUR, MINUTE, NOW
from validators.checks.run import run_all
from validators.finding import Severity

CODES = ("BN601", "BN602", "BN611")
ADMINS, PLAYERS = ("Anna", "Boris"), ("Cyril", "Della")
ANYBODY = (*ADMINS, *PLAYERS, "Zoe", "Ivo")
NOUNS = ("Lamp", "Rope", "Bell", "Coat", "Net", "Map", "Cart", "Drum")
FRESH = ("Kite", "Quill", "Spade", "Thorn", "Vane", "Wheel", "Yoke", "Churn", "Flute", "Goose", "Hinge", "Inn", "Jug", "Kiln", "Loom")
SPARE = ("Ox", "Pig", "Hen", "Cow", "Cat")
"""Rules of which no more than one matter speaks: where a later one does, nobody can say what of an earlier one should be there."""
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


class RulesetModel:
    """A Ruleset that is edited at random.

    ``expected`` are the codes with the revision, matter or rule that each finding is about. Of each of ``either`` one is found at least:
    where an edit enacts a matter and changes a sentence beside it, either may be called wrong. ``optional`` are those that tell of an
    edit that takes back what was enacted, which is found anyway.
    """

    def __init__(self, seed: int, edits: int) -> None:
        self.rng, self.numbers = random.Random(seed), count(20)
        self.core, self.fresh = 2, list(FRESH)
        self.rules: dict[str, list[str]] = {noun: self._sentences(noun) for noun in NOUNS}
        self.spare = [*SPARE]
        self.rules |= {noun: self._sentences(noun) for noun in SPARE}
        self.rules |= {"List": ["Any Player may add a bullet point to this rule.", "\n\n* One bullet"]}
        self.rules |= {"Court": ["The Emperor may add a sentence to this rule."], "Void": [], "Gap": [], "Hole": []}
        self.dirty: set[str] = set()
        self.start = self.text()
        self.made: list[Post | Revision] = []
        self.texts, self.kinds, self.users = [self.start], [""], [""]
        self.expected: Found = set()
        self.either: list[Found] = []
        self.optional: Found = set()
        self.mended: set[str] = set()
        self.at, self.states = NOW - 11 * DAY, [self.copied()]
        moves: list[Callable[[], None]] = [
            self.enact, self.enact, self.enact, self.enact_rule, self.enact_in_two, self.add_bullet, self.add_sentence_at_court,
            self.delete_empty, self.steal, self.steal, self.enact_wrongly, self.enact_partly, self.enact_and_steal, self.enact_failed,
            self.misuse_court, self.change_core, self.undo, self.undo, self.enact_in_prose, self.enact_in_prose, self.repeal,
            self.remove_rule, self.rename_rule,
        ]  # fmt: skip
        while len(self.texts) <= edits:
            self.rng.choice(moves)()

    def _sentences(self, noun: str) -> list[str]:
        return [
            f"Each Player has {next(self.numbers)} {noun}s.",
            f"A Player may not sell a {noun} on a Sunday.",
            f"A {noun} is worth {next(self.numbers)} coins.",
            f"No {noun} is lent for {next(self.numbers)} days.",
        ]

    def text(self) -> str:
        rules = "".join(f"== {title} ==\n{' '.join(lines)}\n" for title, lines in self.rules.items())
        return PAGE.format(self.core, rules)

    def save(self, user: str, kind: str, *codes: str, comment: str = "", after: timedelta = 5 * MINUTE) -> str:
        """Save the page as it is now; the codes are those of findings on the revision."""
        self.at += after
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

    def matter(self, body: str, status: Status = Status.ENACTED) -> Post:
        key = f"matter{len(self.made)}"
        made = enacted(body, self.at, subject=f"Of {next(self.numbers)} Things", key=key, status=status)
        self.made.append(made)
        return made

    def place(self) -> tuple[str, int]:
        """A sentence that nothing was done to without right."""
        title = self.rng.choice([*NOUNS])
        clean = [number for number, line in enumerate(self.rules[title]) if line not in self.dirty and any(map(str.isdigit, line))]
        return (title, self.rng.choice(clean)) if clean else self.place()

    def change(self, wrong: int = 0) -> str:
        """Give some sentence another number, wrong by so much, and say how a matter instructs the right one."""
        title, number = self.place()
        return self.change_of(title, number, wrong)

    def change_of(self, title: str, number: int = 0, wrong: int = 0) -> str:
        """The same of a certain sentence."""
        line = self.rules[title][number]
        digits = next(word for word in line.split() if word.isdigit())
        value = next(self.numbers)
        wanted, real = line.replace(digits, str(value)), line.replace(digits, str(value + wrong))
        self.rules[title][number] = real
        if wrong:
            self.dirty.add(real)
        return f'In the rule "{title}", replace "{line}" with "{wanted}".'

    # Legal

    def enact(self) -> None:
        for _ in range(self.rng.randrange(1, 3)):
            self.matter(self.change())
        self.save(self.rng.choice(ADMINS), "lawful")

    def enact_rule(self) -> None:
        if self.fresh:
            noun = self.fresh.pop()
            lines = self._sentences(noun)[:2]
            self.matter(f'Add a new dynastic rule, "{noun}", with the text: "{" ".join(lines)}"')
            self.rules[noun] = lines
            self.save(self.rng.choice(ADMINS), "lawful")

    def enact_in_two(self) -> None:
        if not self.spare:
            return
        first, half = self.change(), self.copied()
        second, whole = self.change_of(self.spare.pop()), self.copied()
        self.matter(f"{first}\n{second}")
        self.rules = half
        self.save(ADMINS[0], "part")
        self.at -= HOUR
        self.rules = whole
        self.save(ADMINS[1], "part")

    def add_bullet(self) -> None:
        self.rules["List"].append(f"\n* Bullet {next(self.numbers)}")
        self.save(self.rng.choice((*PLAYERS, *ADMINS)), "allowed")

    def add_sentence_at_court(self) -> None:
        self.rules["Court"].append(f"The court has {next(self.numbers)} chairs.")
        self.save("Emperor", "allowed")

    def delete_empty(self) -> None:
        empty = [title for title, lines in self.rules.items() if not lines]
        if empty:
            del self.rules[self.rng.choice(empty)]
            self.save(self.rng.choice((*PLAYERS, *ADMINS)), "empty")

    def undo(self) -> None:
        """Somebody takes back the last edit; that is no right where it was made by right."""
        if self.kinds[-1] not in ("stolen", "lawful") or len(self.texts) < 3:
            return
        stolen, revid = self.kinds[-1] == "stolen", str(100 + len(self.texts) - 1)
        user = self.rng.choice([each for each in (ADMINS if not stolen else ANYBODY) if each != self.users[-1]])
        self.rules, after = self.states[-2], self.rules
        codes = [] if stolen else ["BN601"]
        if not stolen:
            self.optional |= {("BN602", one.key) for one in self.made[-4:] if isinstance(one, Post)}
        self.save(user, "undone", *codes, comment=self.rng.choice([f"Undo revision {revid}", "rv"]))
        if stolen:
            self.mended.add(revid)
        else:
            self.rules = after
            self.save("Anna", "again", comment=f"Undo revision {int(revid) + 1}")
            self.mended.add(str(int(revid) + 1))

    def copied(self) -> dict[str, list[str]]:
        return {title: [*lines] for title, lines in self.rules.items()}

    def enact_in_prose(self) -> None:
        """In words of which no form is read: what is said of it may be information."""
        title, number = self.place()
        line = self.rules[title][number]
        digits, value = next(word for word in line.split() if word.isdigit()), str(next(self.numbers))
        self.rules[title][number] = line.replace(digits, value)
        made = self.matter(f"What {title} says of {digits} is out of date, I think. From now on “{line.replace(digits, value)}”, please.")
        self.optional.add(("BN602", made.key))
        self.save(self.rng.choice(ADMINS), "prose")

    def repeal(self) -> None:
        if self.spare:
            noun = self.spare.pop()
            self.matter(f"Repeal the rule “{noun}”.")
            del self.rules[noun]
            self.save(self.rng.choice(ADMINS), "lawful")

    # Illegal

    def remove_rule(self) -> None:
        if self.spare:
            del self.rules[self.spare.pop()]
            self.save(self.rng.choice(ADMINS), "removed", "BN601")

    def rename_rule(self) -> None:
        if self.spare:
            noun = self.spare.pop()
            self.rules = {f"Old {title}" if title == noun else title: lines for title, lines in self.rules.items()}
            self.save(self.rng.choice(ADMINS), "renamed", "BN601")

    def stolen(self) -> None:
        """Change, add or remove something without any right."""
        what = self.rng.randrange(4)
        title, number = self.place()
        lines = self.rules[title]
        if what == 0:
            lines[number] = lines[number].replace(next(word for word in lines[number].split() if word.isdigit()), "99")
        elif what == 1:
            lines[number] = lines[number].replace(" is ", " is not ").replace(" has ", " never has ")
        elif what == 2:
            lines.insert(number + 1, f"Who has a beard wins {next(self.numbers)} times.")
            number += 1
        else:
            self.rules[f"Beard {next(self.numbers)}"] = [f"Who has a beard wins {next(self.numbers)} times."]
            return
        self.dirty.add(lines[number])

    def steal(self) -> None:
        self.stolen()
        self.save(self.rng.choice(ANYBODY), "stolen", "BN601", comment=self.rng.choice(["", "typo", "enacted"]))

    def enact_wrongly(self) -> None:
        made = self.matter(self.change(wrong=1_000))
        self.optional.add(("BN602", made.key))
        self.save(self.rng.choice(ADMINS), "wrongly", "BN601")

    def enact_partly(self) -> None:
        if not self.spare:
            return
        first, half = self.change(), self.copied()
        second = self.change_of(self.spare.pop())
        self.rules = half
        made = self.matter(f"{first}\n{second}")
        self.expected.add(("BN602", made.key))
        self.save(self.rng.choice(ADMINS), "partly")

    def enact_and_steal(self) -> None:
        made = self.matter(self.change())
        self.stolen()
        self.either.append({("BN601", self.save(self.rng.choice(ADMINS), "mixed")), ("BN602", made.key)})

    def enact_failed(self) -> None:
        self.matter(self.change(), Status.FAILED)
        self.dirty |= {line for lines in self.rules.values() for line in lines if line not in self.texts[-1]}
        self.save(self.rng.choice(ADMINS), "failed", "BN601")

    def misuse_court(self) -> None:
        self.rules["Court"].append(f"The court has {next(self.numbers)} doors.")
        self.save(self.rng.choice(PLAYERS), "misused")

    def change_core(self) -> None:
        """A matter without the tag changes a core rule."""
        new = next(self.numbers)
        made = self.matter(f'In the rule "Votes", replace "{self.core} times" with "{new} times".')
        self.core = new
        self.expected.add(("BN611", made.key))
        self.save(self.rng.choice(ADMINS), "core")


def judged(seed: int, edits: int) -> tuple[Counter[str], set[tuple[int, str, str]]]:
    """How many edits of one game there were of each kind, and what the checks miss, or find without reason."""
    model = RulesetModel(seed, edits)
    view = view_of(*model.made, before=model.start)
    report = run_all(view, select=CODES)
    keys = {post.url: post.key for post in view.posts}
    found = {(one.code, keys.get(one.subject.url or "", one.subject.id)): one for one in report.findings}
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
