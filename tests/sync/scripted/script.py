"""The script: who edits the wiki of the sample game after its last day, what each edit changes, and what is to be found of it.

Six players (one of them an admin), one who is idle, and one whom nobody knows. The tracking page is written anew for every
revision from the values that the model keeps, so that what an edit changed is known beforehand.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from tests.demo.build import SOURCE, Game, read_game
from tests.support.blog_pages import Look, entry_page, front_page, month_page
from tests.support.paths import DEMO

PLAYERS = ("Hobb", "Sable Ines", "Marrow77", "Juno O'Dell", "Wick-and-Tallow")
ADMIN, IDLE, OUTSIDER = "Pemberly", "Fenwright", "Gulliver Banks"
BEGINS = datetime(2024, 5, 18, tzinfo=UTC)
ENDS = datetime(2024, 7, 8, tzinfo=UTC)
MOORINGS, GOODS = ("Wharf", "Towpath", "Basin", "Tunnel"), ("Salt", "Timber", "Glass", "Slate")
COLUMNS = ("Mooring", "Tow", "Coal", "Balance", "Hold", "Lamp", "Ensign")
EVERYBODY = ("D'Arcy_Vole", "Brisket.Ford", "Hobb", "Juno O'Dell", "Marrow77", "Ottoline Marsh", "Pemberly", "T. Quillfeather",
             "Sable Ines", "Wick-and-Tallow")  # fmt: skip
HIATUS = (datetime(2024, 6, 20, 12, tzinfo=UTC), datetime(2024, 6, 22, 12, tzinfo=UTC))

_POSTS = """
[[posts]]
at = 2024-05-18T06:00:00Z
by = "Juno"
category = "proposal"
subject = "Dearer Locks"
body = "Set the Toll to 7."
comments = "Hobb +1h for:\\nSable +1h for:\\nMarrow +2h for:\\nWick +2h for:\\nPemberly +3h for:\\nQuill +3h for:"
status = "enacted"
closed = "+30h"
note = "7-0. Enacted by Pemberly."

[[posts]]
at = 2024-05-20T06:00:00Z
by = "Juno"
category = "proposal"
subject = "Signal Flags"
body = \"\"\"
Add a dynastic rule called “Signal Flags”, with this text:
A Bargee who sees a boat in need should signal to it, and should not laugh more than 3 times.\"\"\"
comments = "Hobb +1h for:\\nSable +1h for:\\nMarrow +2h for:\\nWick +2h for:\\nPemberly +3h for:\\nQuill +3h for:"
status = "enacted"
closed = "+30h"
note = "7-0. Enacted by Pemberly."

[[posts]]
at = 2024-05-24T06:00:00Z
by = "Juno"
category = "proposal"
subject = "Old Ropes"
body = \"\"\"
Add a dynastic rule called “Old Ropes”, with this text:
A Bargee should not keep more than 12 ropes, and should mend the others.\"\"\"
comments = "Hobb +1h for:\\nSable +1h for:\\nMarrow +2h for:\\nWick +2h for:\\nPemberly +3h for:\\nQuill +3h for:"
status = "enacted"
closed = "+30h"
note = "7-0. Enacted by Pemberly."

[[posts]]
at = 2024-06-20T12:00:00Z
by = "Juno"
category = "dov"
subject = "All the Salt"
body = "Nobody has more salt than I have."
comments = "Hobb +1h against:\\nSable +1h against:\\nMarrow +2h against:\\nWick +2h against:\\nPemberly +3h against:\\nQuill +3h against:"
status = "failed"
closed = "+48h"
note = "1-6. Failed by Pemberly."
"""


@dataclass(frozen=True)
class Saved:
    """A revision as the script has it: ``finds`` are the codes of what is wrong with it, ``changes`` as the JSON of a history has them."""

    at: datetime
    user: str
    text: str
    comment: str = ""
    changes: tuple[Mapping[str, Any], ...] = ()
    finds: frozenset[str] = frozenset()


def blog(folder: Path) -> Game:
    """The sample game's blog with the posts of the script."""
    source = folder / "game.toml"
    text = SOURCE.read_text(encoding="utf-8").replace("as_of = 2024-05-17T18:00:00Z", f"as_of = {ENDS:%Y-%m-%dT%H:%M:%SZ}")
    # An enacted rule that was left out of the Ruleset on purpose would be told with every revision.
    source.write_text(text + _POSTS, encoding="utf-8")
    return read_game(source)


def blog_pages(game: Game) -> dict[str, str]:
    """The files of the blog, by their names in its folder."""
    look = Look(template="footer-after", dates="dmy", typographed=True)
    files = {"index.html": front_page(game.posts[:20], game.roster, look=look)}
    for post in game.posts:
        files[f"archive/{post.key}/index.html"] = entry_page(post, game.roster, look=look)
    for month in {f"{post.posted:%Y/%m}" for post in game.posts if post.posted}:
        of_month = [post for post in game.posts if post.posted and f"{post.posted:%Y/%m}" == month]
        files[f"{month}/index.html"] = month_page(of_month, game.roster, look=look)
    return files


def change(subject: str | None, variable: str, old: str, new: str) -> dict[str, Any]:
    """A value's change."""
    return {"kind": "value", "subject": subject, "variable": variable, "old": old, "new": new}


@dataclass
class Page:
    """The tracking page as the model keeps it."""

    note: str = "Where the boats are, and what they carry."
    game: dict[str, str] = field(default_factory=lambda: {"Toll": "4", "Fog": "1", "Water": "Fair"})
    rows: dict[str, dict[str, str]] = field(
        default_factory=lambda: {
            name: dict(zip(COLUMNS, ("Wharf", "-", "12", "4", "Salt", "Dark", f"Ensign {place}"), strict=True))
            for place, name in enumerate(EVERYBODY)
        }
    )

    def text(self) -> str:
        """The wikitext."""
        labels = "\n\n".join(f"'''{name}''': {value}" for name, value in self.game.items())
        lines = "".join(f"|-\n| {name} || {' || '.join(row.values())}\n" for name, row in self.rows.items())
        return f'{self.note}\n\n{labels}\n\n{{| class="wikitable sortable"\n|-\n! Bargee !! {" !! ".join(COLUMNS)}\n{lines}|}}'


class Script:
    """Edits of the tracking page in the order of time. Each player takes an action at most once in its day or week, unless said."""

    def __init__(self, seed: int = 1) -> None:
        self.rng = random.Random(seed)
        self.page = Page()
        self.now = BEGINS - timedelta(hours=1)
        self.saved = [Saved(self.now, ADMIN, self.page.text(), "the boats")]
        self.taken: dict[tuple[str, str], datetime] = {}
        self.words = 0
        self.paused = False

    def save(self, user: str, comment: str, *changes: Mapping[str, Any], finds: str = "") -> Saved:
        """The page after changes of values."""
        for each in changes:
            row = self.page.rows[each["subject"]] if each["subject"] else self.page.game
            assert row[each["variable"]] == each["old"] != each["new"]
            row[each["variable"]] = each["new"]
        made = Saved(self.now, user, self.page.text(), comment, tuple(changes), frozenset(finds.split()))
        self.saved.append(made)
        return made

    def wait(self, hours: float) -> None:
        """Let time pass."""
        self.now += timedelta(hours=hours)
        if not self.paused and self.now >= HIATUS[0] - timedelta(hours=12):
            self.paused = True
            self.in_hiatus()

    def value(self, name: str, variable: str, new: str) -> dict[str, Any]:
        """The change of a player's value."""
        return change(name, variable, self.page.rows[name][variable], new)

    def coal(self, name: str, by: int) -> dict[str, Any]:
        """The change of a player's Coal."""
        return self.value(name, "Coal", str(int(self.page.rows[name]["Coal"]) + by))

    def may(self, name: str, action: str) -> bool:
        """Whether a player has not taken an action on this day (in this week, if it is weekly), nor in the hours before."""
        last = self.taken.get((name, action))
        if last is None:
            return True
        if action in ("Lamp", "Ensign", "Toll"):
            return last.isocalendar()[:2] != self.now.isocalendar()[:2] and self.now - last >= timedelta(hours=24)
        return last.date() != self.now.date() and self.now - last >= timedelta(hours=10)

    # What is allowed

    def act(self, name: str) -> bool:
        """One of the actions that a player may take now."""
        row, may = self.page.rows[name], self.may
        coal, goods = int(row["Coal"]), row["Hold"].split(", ") if row["Hold"] != "-" else []
        choices = [
            ("Stoking", may(name, "Stoking") and row["Mooring"] == "Wharf" and coal <= 20),
            ("Casting Off", may(name, "Casting Off") and coal >= 5),
            ("Tow", may(name, "Tow")),
            ("Loading", may(name, "Loading") and len(goods) < 4),
            ("Selling", may(name, "Selling") and len(goods) > 1),
            ("Lamp", may(name, "Lamp") and coal >= 5 and row["Lamp"] != "Bright"),
            ("Ensign", may(name, "Ensign")),
            ("Keeping Watch", may(name, "Keeping Watch") and row["Mooring"] == "Tunnel" and coal <= 20),
        ]
        possible = [action for action, can in choices if can]
        if not possible:
            return False
        action = self.rng.choice(possible)
        self.taken[name, action] = self.now
        said = "" if action in ("Tow", "Ensign", "Lamp") else action.casefold()
        self.save(name, self.rng.choice(("", said)), *self.action(name, action))
        return True

    def action(self, name: str, action: str) -> list[Mapping[str, Any]]:
        """What an action changes."""
        row, rng = self.page.rows[name], self.rng
        goods = row["Hold"].split(", ") if row["Hold"] != "-" else []
        if action == "Stoking":
            return [self.coal(name, 2)]
        if action == "Keeping Watch":
            return [self.coal(name, 1)]
        if action == "Casting Off":
            other = rng.choice([each for each in MOORINGS if each != row["Mooring"]])
            return [self.value(name, "Mooring", other), self.coal(name, -1)]
        if action == "Tow":
            return [self.value(name, "Tow", rng.choice([each for each in ("-", *PLAYERS) if each not in (row["Tow"], name)]))]
        if action == "Loading":
            return [self.value(name, "Hold", ", ".join([*goods, rng.choice(GOODS)]))]
        if action == "Selling":
            return [self.value(name, "Balance", str(int(row["Balance"]) + 3)), self.value(name, "Hold", ", ".join(goods[:-1]))]
        if action == "Lamp":
            return [self.coal(name, -2), self.value(name, "Lamp", "Bright")]
        self.words += 1
        return [self.value(name, "Ensign", f"Banner {self.words}")]

    def typo(self, name: str) -> None:
        """A word of the introduction misspelt by nobody in particular, and put right."""
        self.page.note = self.page.note.replace("carry", "carrry")
        old, new = self.page.note, self.page.note.replace("carrry", "carry")
        self.text(name, old.replace("carrry", "carry"), old, "")
        self.now += timedelta(hours=1)
        self.text(name, old, new, "spelling")

    def text(self, name: str, old: str, new: str, comment: str) -> None:
        self.page.note = new
        told = {"kind": "text", "subject": None, "variable": None, "old": old, "new": new}
        self.saved.append(Saved(self.now, name, self.page.text(), comment, (told,)))

    # What is not

    def undo(self, name: str, what: Saved) -> None:
        """Everything that an edit set is set back."""
        back = [change(each["subject"], each["variable"], each["new"], each["old"]) for each in what.changes]
        self.save(name, "undo the last edit: not allowed", *back)

    def wrong(self, kind: str) -> None:
        """An edit that no rule allows, which somebody undoes soon after."""
        rng, who = self.rng, self.rng.choice(PLAYERS)
        some = [each for each in PLAYERS if self.may(each, "Ensign")]
        if kind == "too soon" and some:
            who = some[0]
            self.words += 2
            self.taken[who, "Ensign"] = self.now
            self.save(who, "", self.value(who, "Ensign", f"Banner {self.words - 1}"))
            self.now += timedelta(hours=2)
            made = self.save(who, "a better one", self.value(who, "Ensign", f"Banner {self.words}"), finds="BN504")
        elif kind in ("illegal", "too soon"):
            variable, value = rng.choice((("Coal", "31"), ("Coal", "-2"), ("Mooring", "Harbour"), ("Lamp", "Blinding")))
            made = self.save(who, "", self.value(who, variable, value), finds="BN505")
        elif kind == "other":
            other = rng.choice([each for each in PLAYERS if each != who])
            made = self.save(who, "", self.value(other, "Balance", "99"), finds="BN506")
        elif kind == "outsider":
            made = self.save(OUTSIDER, "", self.value(who, "Balance", "50"), finds="BN501")
        else:
            made = self.save(IDLE, "", self.value(who, "Balance", "51"), finds="BN502 BN506")
        self.now += timedelta(hours=3)
        self.undo(ADMIN, made)

    def in_hiatus(self) -> None:
        """Somebody stokes while a DoV is pending."""
        self.now = HIATUS[0] + timedelta(hours=6)
        made = self.save("Hobb", "", self.coal("Hobb", 2), finds="BN503")
        self.now += timedelta(minutes=20)
        self.undo(ADMIN, made)
        self.now = HIATUS[1] + timedelta(minutes=5)

    def enacted(self) -> None:
        """The admin carries out an enacted Proposal."""
        self.save(ADMIN, "Enacted “Dearer Locks”", change(None, "Toll", self.page.game["Toll"], "7"))


KINDS = ("too soon", "illegal", "other", "outsider", "idle")


def tracking(count: int, seed: int = 1) -> list[Saved]:
    """So many revisions of the tracking page, the first of them from before the script begins; the last one's wrong is left to stand."""
    script = Script(seed)
    enacted = False
    turn = 0
    while len(script.saved) < count - 4:
        script.wait(script.rng.choice((2, 3, 4)))
        if not enacted and script.now >= datetime(2024, 5, 19, 12, 6, tzinfo=UTC):
            enacted = True
            script.enacted()
            script.wait(1)
        turn += 1
        if turn % 12 == 0:
            script.wrong(KINDS[turn // 12 % len(KINDS)])
        elif turn % 25 == 0:
            script.typo(script.rng.choice(PLAYERS))
        else:
            script.act(script.rng.choice((*PLAYERS, ADMIN)))
    while len(script.saved) < count - 1:
        script.wait(24)
        script.act(ADMIN)
    script.wait(24)
    script.save("Hobb", "", script.value("Hobb", "Coal", "-4"), finds="BN505")
    assert len(script.saved) == count
    assert all(one.at < other.at for one, other in zip(script.saved, script.saved[1:], strict=False))
    assert script.saved[-1].at < ENDS
    return script.saved


def ruleset() -> Iterator[Saved]:
    """The revisions of the Ruleset: enacted right and wrong, changed without authority and undone, and corrected."""
    text = (DEMO / "wiki" / "Ruleset.wikitext").read_text(encoding="utf-8").strip()
    text = text.replace("more than one Lamplighter", "more than one Bargee")
    yield Saved(BEGINS - timedelta(hours=2), ADMIN, text, "the rules")

    def at(day: int, hour: int, month: int = 5) -> datetime:
        return datetime(2024, month, day, hour, 7, tzinfo=UTC)

    place = '\n\n</div>\n\n<div style="padding:8px;background:#f4efe6;">\n\n= Special Case ='
    assert text.count(place) == 1
    flags = "\n\n== Signal Flags ==\n\nA Bargee who sees a boat in need should signal to it, and should not laugh more than 3 times."
    text = text.replace(place, flags + place)
    yield Saved(at(21, 12), ADMIN, text, "Enacted “Signal Flags”")
    ropes = "\n\n== Old Ropes ==\n\nA Bargee should not keep more than 20 ropes, and should mend the others."
    text = text.replace(place, ropes + place)
    yield Saved(at(25, 12), ADMIN, text, "Enacted “Old Ropes”", finds=frozenset({"BN602"}))
    yield Saved(at(27, 12), ADMIN, text := text.replace("more than 20 ropes", "more than 12 ropes"), "as it was enacted")
    for number, (day, user, code) in enumerate(((29, "Hobb", "BN601"), (30, OUTSIDER, "BN501"), (31, IDLE, "BN502"))):
        wrong = text.replace("at once set all", f"at once, {number + 2} times, set all")
        assert wrong != text
        yield Saved(at(day, 9), user, wrong, "", finds=frozenset({code, "BN601"}))
        yield Saved(at(day, 15), ADMIN, text, "undo: nothing was enacted")
