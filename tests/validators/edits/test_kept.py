"""Answers kept from earlier runs: they are those of a fresh run whatever has changed since, and what has not is not worked out again."""

from __future__ import annotations

import ast
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest

from parsers.gamestate import read_gamestate
from parsers.history.model import PageChange
from parsers.model import Category, Comment, Icon, Post, Revision, Roster, Status
from parsers.ruleset import read_ruleset
from tests.validators.edits import boats
from tests.validators.edits.ruleset_edits import ROSTER, RULES, changed, enacted, view_of
from tests.validators.making import DAY, HOUR, NOW, address, dov, post
from validators.edits import attributing
from validators.edits.attributing import attributed
from validators.edits.describing import describe
from validators.edits.grounds import Grounds
from validators.edits.kept import KeptAccount, PageHistory, digest_of
from validators.edits.model import DescribedRevision
from validators.profile import Profile
from validators.view import GameView, SeenRoster
from validators.voting.timeline import Timeline


class Rows(PageHistory):
    """Answers in memory, by the numbers of the revisions; the revisions have no texts. ``made`` counts those that were worked out."""

    keeps = True

    def __init__(self) -> None:
        self.texts: dict[int, str | None] = {}
        self.rows: dict[tuple[str, int], tuple[str, object]] = {}
        self.made: dict[str, int] = {"description": 0, "account": 0}

    def key(self, revision: Revision) -> str | None:
        text = self.texts[revision.revid]
        return None if text is None else sha256(text.encode()).hexdigest()

    def text(self, revision: Revision) -> str:
        return self.texts[revision.revid] or ""

    def description(self, revision: Revision, rests_on: str) -> tuple[PageChange, ...] | None:
        return self._found("description", revision, rests_on)  # type: ignore[return-value]

    def keep_description(self, revision: Revision, rests_on: str, changes: tuple[PageChange, ...]) -> None:
        self._keep("description", revision, rests_on, changes)

    def account(self, revision: Revision, rests_on: str) -> KeptAccount | None:
        return self._found("account", revision, rests_on)  # type: ignore[return-value]

    def keep_account(self, revision: Revision, rests_on: str, account: KeptAccount) -> None:
        self._keep("account", revision, rests_on, account)

    def _found(self, what: str, revision: Revision, rests_on: str) -> object:
        known = self.rows.get((what, revision.revid))
        return known[1] if known is not None and known[0] == rests_on else None

    def _keep(self, what: str, revision: Revision, rests_on: str, answer: object) -> None:
        self.made[what] += 1
        self.rows[what, revision.revid] = rests_on, answer


def plain(described: Iterator[DescribedRevision]) -> list[DescribedRevision]:
    """The revisions without their texts."""
    return [replace(one, revision=replace(one.revision, text=None)) for one in described]


def fresh(view: GameView, title: str) -> list[DescribedRevision]:
    known = view.histories[title]
    return plain(attributed(describe(known, view, title), Grounds(view, Timeline(view))))


def again(view: GameView, title: str, rows: Rows) -> list[DescribedRevision]:
    """The same by what was kept, which counts what is worked out."""
    rows.texts = {one.revid: one.text for one in view.histories[title]}
    rows.made = {"description": 0, "account": 0}
    known = [replace(one, text=None) for one in view.histories[title]]
    return plain(attributed(describe(known, view, title, rows), Grounds(view, Timeline(view)), rows))


# The Ruleset

LINES = (
    ("A lit Lamp is bright.", "A lit Lamp is brigth."),
    ("A dark Lamp is not.", "A dark Lamp is sold."),
    ("has 5 Oil", "has 6 Oil"),
    ("Oil burns.", "Oil burns. Boats carry Oil over the water."),
    ("room for two", "room for three"),
    ("up to four Lamps", "up to five Lamps"),
)
BODIES = (
    'In the rule "Oil", change "5 Oil" to "6 Oil".',
    'In the rule "Boats", change "room for two" to "room for three". Add the sentence "Oil burns brightly." to the rule "Oil".',
    'In the rule "Oil", append the sentence "Boats carry Oil over the water."',
    'In the rule "Lamps", change "up to four Lamps" to "up to five Lamps". If more than half of the EVCs contain "OIL", '
    'change "room for two" to "room for three" in the rule "Boats".',
    "Somebody should mend the Lamps: a dark Lamp is sold.",
)
SUBJECTS = ("More Lamps", "Less Oil", "Boats")
COMMENTS = ("", "More Lamps", "undo revision 101", "reverted", "Less Oil, at last", "typo", "ascension", "BN602: put right", None)
USERS = ("Anna", "Boris", "Emperor", "Zoe", "Idle_One", None)


@dataclass
class Game:
    """A game that changes at random."""

    rng: random.Random
    posts: list[Post] = field(default_factory=list)
    edits: list[Revision] = field(default_factory=list)
    roster: Roster = ROSTER
    written: frozenset[int] = frozenset()
    account: str = ""
    emperor: str | None = "Emperor"
    profile: Profile = field(default_factory=Profile)
    rules: str = ""
    days: int = 0

    def moment(self) -> timedelta:
        return timedelta(hours=self.rng.randrange(24 * 8), minutes=self.rng.randrange(60))

    def change(self) -> None:
        """One change of anything that accounts may rest on."""
        self.rng.choice([self.add_post, self.add_post, self.alter_post, self.remove_post, self.comment, self.alter_edit,
                         self.change_roster, self.change_rest, self.change_rest, self.add_address])()  # fmt: skip

    def add_post(self) -> None:
        subject, body = self.rng.choice(SUBJECTS), self.rng.choice(self.bodies)
        self.posts.append(enacted(body, NOW - self.moment(), subject=subject, key=f"{subject} {self.rng.random()}"))

    def add_address(self) -> None:
        if self.rng.random() < 0.3:
            at = address(self.moment(), author=self.rng.choice(["Anna", "Emperor", "Ana"]), subject="Again", key=f"a{self.rng.random()}")
            self.posts.append(at)

    def alter_post(self) -> None:
        if not self.posts:
            return
        place = self.rng.randrange(len(self.posts))
        old = self.posts[place]
        changes: list[dict[str, object]] = [
            {"status": self.rng.choice([Status.FAILED, Status.PENDING, Status.ENACTED])},
            {"closed": None if old.closed is None else old.closed + self.rng.choice([-DAY, HOUR, 400 * DAY])},
            {"subject": self.rng.choice(SUBJECTS)},
            {"tags": ("Core",)},
            {"note": None},
            {"markup": f"<p>{self.rng.choice(self.bodies)}</p>"},
            {"body": self.rng.choice(self.bodies)},
            {"author": "Zoe"},
            {"posted": None if old.posted is None else old.posted + HOUR},
        ]
        self.posts[place] = replace(old, **self.rng.choice(changes))  # type: ignore[arg-type]

    def remove_post(self) -> None:
        if self.posts:
            self.posts.pop(self.rng.randrange(len(self.posts)))

    def comment(self) -> None:
        matters = [place for place, each in enumerate(self.posts) if each.category is Category.PROPOSAL]
        if matters:
            place = self.rng.choice(matters)
            old = self.posts[place]
            said = Comment("Cyril", old.posted, (Icon("for"),), self.rng.choice(["OIL", "no oil"]), f"c{self.rng.random()}", 9)
            self.posts[place] = replace(old, comments=(*(old.comments or ()), said))

    def alter_edit(self) -> None:
        place = self.rng.randrange(len(self.edits))
        changes: list[dict[str, object]] = [{"comment": self.rng.choice(COMMENTS)}, {"user": self.rng.choice(USERS)}, {"text": None}]
        self.edits[place] = replace(self.edits[place], **self.rng.choice(changes))  # type: ignore[arg-type]

    def change_roster(self) -> None:
        active = [*self.roster.active]
        kind = self.rng.randrange(3)
        if kind == 0:
            active.append(f"Newcomer {self.rng.randrange(3)}")
        elif kind == 1:
            active = active[:-1]
        else:
            self.rng.shuffle(active)
        admins = frozenset(self.rng.sample([*active, "Zoe"], 1))
        self.roster = replace(self.roster, active=tuple(dict.fromkeys(active or ["Anna"])), admins=admins)

    def change_rest(self) -> None:
        def write() -> None:
            self.written = frozenset(self.rng.sample(range(101, 112), 2))
            self.account = self.rng.choice(["", "Zoe", "Boris", "Ana"])

        def rule() -> None:
            self.rules = self.rng.choice(["", *self.other_rules])

        def reign() -> None:
            self.emperor = self.rng.choice(["Anna", "Emperor", "Ana", "Cy", None, ""])

        def terms() -> None:
            self.profile = self.rng.choice([Profile(), Profile(cadence={"Lamp": "daily"}), Profile(aliases={"Zoe": "Anna", "Zed": "Ana"}),
                                            Profile(columns={"Badge": "Lamp"}, cadence={"Badge": "weekly"})])  # fmt: skip

        def pass_time() -> None:
            self.days += 1

        self.rng.choice([write, rule, reign, terms, pass_time])()

    @property
    def bodies(self) -> tuple[str, ...]:
        return BODIES

    @property
    def other_rules(self) -> list[str]:
        return [changed(("* Player (Player)", "* Lamp (Player)"), text=RULES),
                changed(("A change of the core rules requires the", "A change of the rules may carry the"), text=RULES)]  # fmt: skip


class RulesetGame(Game):
    """Edits of the Ruleset, and matters that instruct some of them."""

    title = "Ruleset"

    def add_edit(self) -> None:
        text = next((each.text for each in reversed(self.edits) if each.text is not None), RULES)
        kind = self.rng.randrange(8)
        for old, new in self.rng.sample(LINES, self.rng.randrange(1, 3)):
            one, other = (old, new) if old in text and new not in text else (new, old)
            text = text.replace(one, other, 1)
        if kind == 0 and len(self.edits) > 1:
            text = self.rng.choice([each.text for each in self.edits if each.text is not None] or [text])
        at = self.edits[-1].timestamp + timedelta(hours=self.rng.randrange(1, 30)) if self.edits else NOW - 7 * DAY
        self.edits.append(Revision("Ruleset", 0, 0, at, self.rng.choice(USERS), self.rng.choice(COMMENTS), None if kind == 1 else text))

    def view(self) -> GameView:
        made = view_of(*self.posts, *self.edits, now=NOW + self.days * DAY, roster=self.roster)
        rules = made.rules if not self.rules else read_ruleset(self.rules, revid=1, gamestate=True)
        return replace(made, rules=rules, written=self.written, account=self.account, emperor=self.emperor, profile=self.profile)


RULES_OF = cache(boats.ruleset)


class PageGame(Game):
    """Edits of a tracking page."""

    title = boats.PAGE

    def add_edit(self) -> None:
        rows = {"Ana": ("5", "Dark", "Swan"), "Bo_Vane": ("7", "Dark", "Salt lamps"), "Cy": ("9", "Bright", "-")}
        fog, note = "1", "The state of the boats."
        for _ in range(self.rng.randrange(1, 3)):
            name = self.rng.choice([*rows])
            values = [
                str(self.rng.choice([0, 5, 6, 7, 9])),
                self.rng.choice(["Dark", "Bright", "Broken"]),
                self.rng.choice(["Swan", "Sawn"]),
            ]
            kind = self.rng.randrange(6)
            rows[name] = tuple(values[column] if column == kind else each for column, each in enumerate(rows[name]))  # type: ignore[assignment]
            fog = "2" if kind == 3 else fog
            note = "The satte of the boats." if kind == 4 else note
        if self.rng.random() < 0.1:
            del rows["Cy"]
        text = boats.page(fog, note, **rows)
        at = self.edits[-1].timestamp + timedelta(hours=self.rng.randrange(1, 30)) if self.edits else NOW - 7 * DAY
        user = self.rng.choice(["Ana", "Bo_Vane", "Cy", "Zoe", "Ivo", None])
        hidden = self.rng.random() < 0.1
        self.edits.append(
            Revision(self.title, 0, 0, at, user, self.rng.choice([*COMMENTS, "stoking", "trimmed"]), None if hidden else text)
        )

    @property
    def bodies(self) -> tuple[str, ...]:
        return (*BODIES[-1:], "Set the Coal of Ana to 6.", "Set the Fog to 2.", "Set the Coal of Cy to 0. Set the Fog to 2.")

    @property
    def other_rules(self) -> list[str]:
        return [boats.RULES.replace("may gain 2 Coal", "may gain 1 Coal"), boats.RULES.replace("either Dark, Bright,", "either Dark, Dim,"),
                boats.RULES.replace("and not the", "and never the")]  # fmt: skip

    def change_roster(self) -> None:
        self.roster = self.rng.choice([boats.ROSTER, replace(boats.ROSTER, active=("Ana", "Bo Vane"), idle=("Ivo", "Cy")),
                                       replace(boats.ROSTER, active=(*boats.ROSTER.active, "Zoe"), admins=frozenset({"Cy"}))])  # fmt: skip
        if self.rng.random() < 0.5:
            told = post(
                Category.NONE, self.moment(), author="Ana", subject="Idling", body="I have idled Cy. Quorum drops to 2.", key="idling"
            )
            self.posts = [*(each for each in self.posts if each.key != "idling"), told]

    def view(self) -> GameView:
        known = tuple(replace(each, revid=100 + number, parentid=99 + number) for number, each in enumerate(self.edits))
        text = next((each.text for each in reversed(known) if each.text is not None), "")
        rules, roster = RULES_OF(self.rules or boats.RULES), boats.ROSTER if self.roster is ROSTER else self.roster
        state = read_gamestate(text, rules, roster, self.profile, page=self.title, revid=known[-1].revid)
        now = NOW + self.days * DAY
        seen = (SeenRoster(boats.ROSTER, NOW - 9 * DAY, NOW - 4 * DAY), SeenRoster(roster, NOW, now))
        return GameView(now, rules, roster, tuple(self.posts), self.emperor, gamestate=state, profile=self.profile,
                        histories={self.title: known}, rosters=seen, written=self.written, account=self.account)  # fmt: skip


def run(kind: type[RulesetGame | PageGame], seed: int, rounds: int) -> None:
    """A game that changes again and again, where every run takes what the runs before it have kept."""
    game = kind(random.Random(seed))
    for _ in range(6):
        game.add_edit()
        if game.rng.random() < 0.5:
            game.add_post()
    rows = Rows()
    for _ in range(rounds):
        view = game.view()
        assert again(view, game.title, rows) == fresh(view, game.title), seed
        assert again(view, game.title, rows) == fresh(view, game.title), seed
        assert rows.made == {"description": 0, "account": 0}, seed
        for _ in range(game.rng.choice([1, 1, 2])):
            (game.add_edit if game.rng.random() < 0.25 else game.change)()


@pytest.mark.parametrize("kind", [RulesetGame, PageGame], ids=["ruleset", "tracking-page"])
def test_kept_answers_are_those_of_a_fresh_run(kind: type[RulesetGame | PageGame]) -> None:
    for seed in range(3):
        run(kind, seed, 4)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [RulesetGame, PageGame], ids=["ruleset", "tracking-page"])
def test_kept_answers_are_those_of_a_fresh_run_in_many_games(kind: type[RulesetGame | PageGame]) -> None:
    for seed in range(1000, 1030 if kind is RulesetGame else 1006):
        run(kind, seed, 15)


IN_PARTS = (
    *BODIES,
    'In the rule "Oil", change "5 Oil" to "6 Oil". In the rule "Boats", change "room for two" to "room for three". Make the rule '
    '"Lamps" clearer.',
    'In the rule "Lamps", change "up to four Lamps" to "up to five Lamps". Then tidy the wording of the rule "Oil" everywhere.',
    'Append to the rule "Boats" the text "A Boat is made of wood. A Boat floats."\nRename the rule "Oil" to "Lamp Oil".',
)
STEPS = (
    *LINES,
    ("A Boat has room for two.", "A Boat has room for two. A Boat is made of wood."),
    ("A Boat is made of wood.", "A Boat is made of wood. A Boat floats."),
    ("A Boat is made of wood.", "A Boat is made of wod."),
    ("== Oil ==", "== Lamp Oil =="),
    ("room for two", "room for threee"),
)


def in_parts(seed: int) -> RulesetGame:
    """Matters that are carried out part by part, or wrongly; in every second game the times of edits are out of order."""
    game = RulesetGame(random.Random(seed))
    rng, text, at = game.rng, RULES, NOW - 8 * DAY
    game.posts = [
        enacted(rng.choice(IN_PARTS), NOW - timedelta(hours=rng.randrange(24 * 8)), subject=rng.choice(SUBJECTS), key=f"matter {number}")
        for number in range(rng.randrange(1, 4))
    ]
    for _ in range(rng.randrange(4, 9)):
        for pair in rng.sample(STEPS, rng.randrange(1, 3)):
            old, new = pair if pair[0] in text and pair[1] not in text else pair[::-1]
            text = text.replace(old, new, 1)
        at += timedelta(hours=rng.randrange(-60, 40) if seed % 2 else rng.randrange(1, 40))
        game.edits.append(Revision("Ruleset", 0, 0, at, rng.choice(USERS[:4]), rng.choice(COMMENTS[:-1]), text))
    return game


def judged_in_parts(seed: int) -> None:
    game, rows = in_parts(seed), Rows()
    edits = game.edits
    for count in (*sorted(game.rng.sample(range(1, len(edits)), 2)), len(edits)):
        game.edits = edits[:count]
        view = game.view()
        assert again(view, game.title, rows) == fresh(view, game.title), seed


def test_a_history_judged_part_by_part_is_judged_as_in_one_run() -> None:
    for seed in range(15):
        judged_in_parts(seed)


@pytest.mark.slow
def test_many_histories_judged_part_by_part_are_judged_as_in_one_run() -> None:
    for seed in range(1000, 1400):
        judged_in_parts(seed)


# What is worked out again


def long_game(count: int = 12) -> RulesetGame:
    """A Ruleset that is edited twice a day, the last of them today."""
    game = RulesetGame(random.Random(5))
    texts = [RULES, *(changed(pair, text=RULES) for pair in LINES)]
    game.edits = [
        Revision("Ruleset", 0, 0, NOW - (count - number) * DAY / 2, "Anna", "", texts[number % len(texts)]) for number in range(count)
    ]
    game.posts = [enacted(BODIES[0], NOW - 9 * DAY), enacted(BODIES[1], NOW - 2 * DAY, subject="Boats")]
    return game


def made(game: RulesetGame, rows: Rows) -> tuple[int, int]:
    """How many descriptions and accounts are worked out."""
    view = game.view()
    assert again(view, game.title, rows) == fresh(view, game.title)
    return rows.made["description"], rows.made["account"]


def test_a_second_run_works_out_what_is_new() -> None:
    game, rows = long_game(), Rows()
    assert made(game, rows) == (11, 12)  # the first has the text of the one before it
    game.edits += [replace(game.edits[-1], timestamp=NOW, text=RULES.replace("Oil burns", "Oil does burn"))]
    assert made(game, rows) == (1, 1)


@pytest.mark.parametrize(
    ("change", "accounts"),
    [
        # From a day before it was posted, two days before its enactment.
        pytest.param(lambda game: game.posts.append(enacted(BODIES[2], NOW - DAY, subject="Less Oil")), 6, id="a matter was enacted"),
        pytest.param(lambda game: game.posts.append(post(Category.STORY, HOUR, body="A story of lamps.", key="story")), 0, id="a story"),
        # And those that may undo it, for which it matters that something accounts for it.
        pytest.param(lambda game: setattr(game, "written", frozenset({103})), 3, id="the journal has one revision"),
        pytest.param(lambda game: game.posts.append(address(DAY, subject="Again", key="again")), 8, id="an Address"),
        pytest.param(lambda game: setattr(game, "roster", replace(ROSTER, active=(*ROSTER.active, "Dora"))), 12, id="a name"),
        pytest.param(lambda game: setattr(game, "days", 1), 0, id="time passes"),
        pytest.param(lambda game: setattr(game, "profile", Profile(aliases={"Zoe": "Boris"})), 0, id="an alias of somebody else"),
    ],
)
def test_what_rests_on_something_else_is_worked_out_again(change: Callable[[RulesetGame], object], accounts: int) -> None:
    game, rows = long_game(), Rows()
    made(game, rows)
    change(game)
    assert made(game, rows) == (0, accounts)


def test_every_ground_that_a_recogniser_looks_at_is_among_those_an_account_rests_on() -> None:
    """A name that is new here needs a part in validators/edits/resting.py first."""
    folder = Path(attributing.__file__).parent
    used: set[str] = set()
    for path in folder.glob("*.py"):
        if path.name not in {"grounds.py", "resting.py", "ruleset.py"}:
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Attribute) and (name := ast.unparse(node)).startswith("grounds."):
                    used.add(name)
    assert used == {
        "grounds.actions", "grounds.came_or_went", "grounds.effects", "grounds.effects.of_rule", "grounds.effects.sentences",
            "grounds.held", "grounds.held.hold",
        "grounds.held.learn", "grounds.held.news", "grounds.is_emperor", "grounds.is_own", "grounds.legal_words", "grounds.matters",
        "grounds.matters.around", "grounds.matters.is_admin", "grounds.matters.sets_values",
        "grounds.matters.votes", "grounds.of_players", "grounds.presence", "grounds.presence(player, edit.revision.timestamp).sure",
            "grounds.rules", "grounds.rules.page", "grounds.timeline",
        "grounds.timeline.addresses", "grounds.timeline.interregnum_since", "grounds.timeline.matters", "grounds.view",
        "grounds.view.gamestate", "grounds.view.profile", "grounds.view.profile.cadence", "grounds.view.profile.cadence.items",
        "grounds.view.profile.columns", "grounds.view.written", "grounds.was_admin", "grounds.was_player", "grounds.words",
    }  # fmt: skip


# Digests


class Moment(datetime):
    """A time of a library that stands in for the standard one, as those that stop the clock do."""


def test_a_digest_is_that_of_the_value_in_whatever_order_it_was_made() -> None:
    assert digest_of(frozenset("abc")) == digest_of(frozenset("cba")) != digest_of(frozenset("ab"))
    assert digest_of({"a": 1, "b": (2, None)}) == digest_of({"b": [2, None], "a": 1}) != digest_of({"a": 1, "b": (2, 0)})
    assert digest_of(Status.PENDING) == digest_of("pending")
    assert digest_of(Moment(2024, 5, 1, tzinfo=UTC)) == digest_of(datetime(2024, 5, 1, tzinfo=UTC))
    assert digest_of(Moment(2024, 5, 1, tzinfo=UTC)) != digest_of(datetime(2024, 5, 2, tzinfo=UTC))
    assert digest_of(ROSTER) != digest_of(replace(ROSTER, active=())) != digest_of(())
    assert digest_of("\ud800") != digest_of("?")
    with pytest.raises(TypeError, match="no digest of float"):
        digest_of(1.5)


def test_a_page_without_a_store_has_its_texts_and_keeps_nothing() -> None:
    one = Revision("Ruleset", 1, 0, NOW, "Ana", "", "Text.")
    with PageHistory() as history:
        history.keep_description(one, "x", ())
        history.keep_account(one, "x", KeptAccount(None))
        assert (history.key(one), history.text(one), history.text(replace(one, text=None))) == ("Text.", "Text.", "")
        assert (history.description(one, "x"), history.account(one, "x"), history.keeps) == (None, None, False)


# Each ground by itself: what the account of the last edit rests on is another digest


def last_digest(view: GameView, title: str) -> str:
    """What the account of the last edit rests on."""
    rows = Rows()
    again(view, title, rows)
    return rows.rows["account", view.histories[title][-1].revid][0]


def lamp_game(text: str = "", user: str = "Boris") -> RulesetGame:
    """Two edits of which the first carries out a part of a matter."""
    game = RulesetGame(random.Random(1))
    oil, boats_too = changed(LINES[2], text=RULES), changed(LINES[2], LINES[4], text=RULES)
    game.posts = [enacted(f"{BODIES[0]} {BODIES[1]}", NOW - 5 * DAY), enacted(BODIES[3], NOW - 5 * DAY, subject="Lamps", key="lamps")]
    game.edits = [Revision("Ruleset", 0, 0, NOW - 5 * DAY + HOUR, "Anna", "", oil),
                  Revision("Ruleset", 0, 0, NOW - 5 * DAY + 2 * HOUR, user, "", text or boats_too)]  # fmt: skip
    return game


def with_post(place: int, **changes: object) -> Callable[[Game], None]:
    def change(game: Game) -> None:
        game.posts[place] = replace(game.posts[place], **changes)  # type: ignore[arg-type]

    return change


def with_edit(place: int, **changes: object) -> Callable[[Game], None]:
    def change(game: Game) -> None:
        game.edits[place] = replace(game.edits[place], **changes)  # type: ignore[arg-type]

    return change


def with_words(game: Game) -> None:
    """A vote that decides a condition of the second matter."""
    post = game.posts[1]
    said = tuple(Comment(name, post.posted, (Icon("for"),), "OIL", f"c{name}", place) for place, name in enumerate(ROSTER.active))
    game.posts[1] = replace(post, comments=said)


def setting(**changes: object) -> Callable[[Game], None]:
    def change(game: Game) -> None:
        for name, value in changes.items():
            setattr(game, name, value)

    return change


def add(*posts: Post) -> Callable[[Game], None]:
    return lambda game: game.posts.extend(posts)


MANY = ROSTER.active
RESULT = dov(6 * DAY, author="Cyril", status=Status.ENACTED, closed=NOW - 5 * DAY, key="dov")


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(with_edit(1, comment="typo"), id="the summary"),
        pytest.param(with_edit(1, user="Cyril"), id="the editor"),
        pytest.param(with_edit(1, timestamp=NOW - 4 * DAY), id="the time"),
        pytest.param(with_edit(1, text=RULES), id="the text"),
        pytest.param(with_edit(0, text=changed(LINES[0], text=RULES)), id="the text before"),
        pytest.param(with_post(0, title="Proposal: Oil"), id="the title of a matter"),
        pytest.param(with_post(0, subject="Oil"), id="its subject"),
        pytest.param(with_post(0, markup="<p>Nothing.</p>"), id="its instructions"),
        pytest.param(with_post(0, body="Nothing."), id="its words"),
        pytest.param(with_post(0, closed=NOW - 4 * DAY), id="when it was enacted"),
        pytest.param(with_post(0, status=Status.FAILED), id="whether it was"),
        pytest.param(with_post(0, note=None), id="who resolved it"),
        pytest.param(with_post(0, tags=("Core",)), id="its tags"),
        pytest.param(with_words, id="what decides a condition"),
        pytest.param(with_edit(0, timestamp=NOW - 5 * DAY - HOUR), id="when an edit before carried it out"),
        pytest.param(setting(roster=replace(ROSTER, admins=frozenset({"Anna"}))), id="whether the editor is an Admin"),
        pytest.param(setting(roster=replace(ROSTER, active=(*MANY, "Boat"))), id="the names of players"),
        pytest.param(setting(written=frozenset({102})), id="the journal"),
        pytest.param(setting(account="Boris"), id="the tool's account"),
        pytest.param(add(address(4 * DAY, author="Boris", key="b")), id="an Address"),
        pytest.param(add(RESULT), id="an Interregnum"),
        pytest.param(setting(rules=changed(("* Player (Player)", "* Lamp (Player)"), text=RULES)), id="the dynasty's words"),
        pytest.param(setting(rules=changed(("a number of Lamps", "a number of Lumps"), text=RULES)), id="the names of variables"),
        pytest.param(setting(rules=changed((' requires the "[Core]" tag', " is fun"), text=RULES)), id="which tags are needed"),
    ],
)
def test_each_ground_of_an_edit_of_the_ruleset(change: Callable[[Game], None]) -> None:
    game = lamp_game()
    before = last_digest(game.view(), game.title)
    change(game)
    assert last_digest(game.view(), game.title) != before


@pytest.mark.parametrize("comment", ["undo revision 102", "reverted"])
@pytest.mark.parametrize(
    "change",
    [with_edit(1, comment="BN602: put right", user="Bot"), with_edit(0, text=changed(LINES[0], text=RULES))],
    ids=["whether anything accounts for it", "its text before"],
)
def test_what_an_undoing_rests_on(comment: str, change: Callable[[Game], None]) -> None:
    game = lamp_game(changed(LINES[0], LINES[4], text=RULES), "Zoe")
    game.posts, game.account = [], "Bot"
    game.edits.append(replace(game.edits[1], comment=comment, text=changed(LINES[4], text=RULES), timestamp=NOW - DAY))
    before = last_digest(game.view(), game.title)
    change(game)
    assert last_digest(game.view(), game.title) != before


def boat_game() -> PageGame:
    game = PageGame(random.Random(1))
    game.roster = boats.ROSTER
    game.posts = [enacted("Set the Fog to 2.", NOW - 2 * DAY)]
    game.edits = [Revision(boats.PAGE, 0, 0, NOW - 6 * DAY, "Ana", "", boats.page()),
                  Revision(boats.PAGE, 0, 0, NOW - 2 * DAY + HOUR, "Ana", "", boats.page(Bo_Vane=("9", "Dark", "Salt lamps")))]  # fmt: skip
    return game


def idle(name: str, at: timedelta) -> Post:
    return post(Category.NONE, at, author=name, subject="Idling", body="Please idle me.", key=f"idling {name}")


def rules_with(*pairs: tuple[str, str]) -> Callable[[Game], None]:
    return setting(rules=changed(*pairs, text=boats.RULES))


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(add(idle("Ana", 2 * DAY)), id="whether the editor was active"),
        pytest.param(setting(emperor="Ana"), id="the Emperor"),
        pytest.param(setting(roster=replace(boats.ROSTER, active=("Ana", "Cy"), idle=())), id="who is a player"),
        pytest.param(with_edit(1, user="Zoe"), id="the editor"),
        pytest.param(rules_with(("may gain 2 Coal", "may gain 1 Coal")), id="an action"),
        pytest.param(rules_with(("a Bargee may set their Lamp to Bright", "the Warden may set their Lamp to Bright")), id="a sentence"),
        pytest.param(rules_with(("Dark, Bright, or Broken", "Dark, Dim, or Broken")), id="a variable"),
        pytest.param(rules_with(("and not the", "and never the")), id="any rule, where a matter sets values"),
        pytest.param(setting(profile=Profile(cadence={"Lamp": "daily"})), id="the cadence of a column"),
        pytest.param(setting(profile=Profile(columns={"Badge": "Lamp"})), id="what a column is called"),
        pytest.param(setting(profile=Profile(aliases={"Zoe": "Ana"})), id="an alias"),
        pytest.param(with_post(0, markup="<p>Set the Fog to 3.</p>"), id="what a matter sets"),
    ],
)
def test_each_ground_of_an_edit_of_the_tracking_page(change: Callable[[Game], None]) -> None:
    game = boat_game()
    before = last_digest(game.view(), game.title)
    change(game)
    assert last_digest(game.view(), game.title) != before


def test_rows_rest_on_who_came_and_went(monkeypatch: pytest.MonkeyPatch) -> None:
    game = boat_game()
    game.edits[1] = replace(game.edits[1], text=boats.page().replace("Cy", "Dee"))
    before = last_digest(game.view(), game.title)
    monkeypatch.setattr(Grounds, "came_or_went", lambda _self, key, _start, _end: key == "dee")
    assert last_digest(game.view(), game.title) != before


def test_a_rule_rests_on_no_other_one_where_no_matter_sets_values() -> None:
    game = boat_game()
    game.posts = []
    before = last_digest(game.view(), game.title)
    game.rules = changed(("and not the", "and never the"), text=boats.RULES)
    assert last_digest(game.view(), game.title) == before
