"""Every input that fails, and the exit code it ends with."""

from __future__ import annotations

import functools
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from sync.cli import _COMMANDS
from sync.net.http import Http
from sync.wiki.wiki_client import WikiClient
from tests.support.command import Run
from tests.support.live_game import Game
from tests.support.paths import DEMO

Prepare = Callable[[Path], object]


@dataclass(frozen=True)
class Case:
    """What is wrong in words, the command, how it ends, what it says, and what it is run with: ``live`` needs sites to be asked."""

    what: str
    arguments: str
    code: int
    says: str
    prepare: Prepare = lambda folder: None
    variables: tuple[tuple[str, str], ...] = ()
    live: bool = False

    @property
    def command(self) -> str:
        shown = " ".join((*(f"{name}={value}" for name, value in self.variables), "blognomic", self.arguments))
        return shown.strip()


def file(name: str, text: str | bytes) -> Prepare:
    def write(folder: Path) -> None:
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text.encode() if isinstance(text, str) else text)

    return write


def toml(text: str | bytes) -> Prepare:
    return file("blognomic.toml", text)


def saved(*missing: str, **replaced: bytes) -> Prepare:
    """A copy of the sample game in the folder ``saved``, without some of its files."""

    def copy(folder: Path) -> None:
        shutil.copytree(DEMO, folder / "saved")
        for name in missing:
            place = folder / "saved" / name
            shutil.rmtree(place) if place.is_dir() else place.unlink()
        for name, text in replaced.items():
            (folder / "saved" / "wiki" / f"{name}.wikitext").write_bytes(text)

    return copy


def with_toml(text: str) -> Prepare:
    """The copy, and settings for it."""

    def write(folder: Path) -> None:
        saved()(folder)
        toml(f'snapshot = "saved"\n{text}')(folder)

    return write


NOWHERE = "--blog http://127.0.0.1:9 --wiki http://127.0.0.1:9 --store s.sqlite3"

CASES = (
    # The command line
    Case("no command", "", 2, "Usage"),
    Case("an unknown format", "tally", 2, "BLOGNOMIC_FORMAT", variables=(("BLOGNOMIC_FORMAT", "xml"),)),
    Case("a switch that is neither on nor off", "tally", 2, "BLOGNOMIC_OFFLINE", variables=(("BLOGNOMIC_OFFLINE", "perhaps"),)),
    Case("no time", "audit --since noon", 2, "'--since': 'noon' is not"),
    Case("an unknown code", "audit --select BN999", 2, "no finding has a code that begins with 'BN999'"),
    Case("a code without a correction", "correct --site demo --only BN101", 2, "no finding of BN101 can be corrected"),
    Case("an id that no correction has", "correct --site demo --only 01234567", 2, "no correction has that id"),
    Case("an id that no notice has", "notice --site demo --only 01234567", 2, "no notice has that id"),
    Case("an unknown matter", "tally --site demo Nothing", 2, "no votable matter fits 'Nothing'"),
    Case("an unknown matter", "enact Nothing --site demo", 2, "no votable matter fits 'Nothing'"),
    Case("no matter", "enact --site demo", 2, "missing argument"),
    Case("a confirmation of nothing", "enact Oilskins --site demo --yes", 2, "--yes confirms what --apply saves"),
    Case("somebody who is no admin", "enact Oilskins --site demo --admin Hobb", 2, "'Hobb' is no admin on the roster; the admins"),
    Case("writing to a saved game", "enact Oilskins --site demo --apply", 2, "--apply writes to the live game"),
    Case("no time at all", "history --site demo --since 2024-05-02 --until 2024-05-01", 2, "no revision is asked for"),
    Case("a page that is not there", "history --site demo Nowhere", 3, "Nowhere"),
    Case("a saved page that is not there", "tally absent.html", 2, "no such file: absent.html"),
    Case("an Emperor who does not play", "tally --site demo --emperor Nobody", 2, "no player is called “Nobody”"),
    Case("an option that does nothing", "correct --site demo --yes", 2, "--yes confirms what --apply saves"),
    Case("writing to a saved game", "correct --site demo --apply", 2, "--apply writes to the live game"),
    Case("writing to a saved game", "notice --site demo --apply", 2, "--apply writes to the live game"),
    Case("an edit that is not in the journal", "correct --undo 99 --store s.sqlite3", 2, "blognomic doctor --journal"),
    Case("what is new in a snapshot alone", "audit --site demo --fail-on-new", 2, "needs a store"),
    Case("a board without a folder", "board --site demo", 2, "missing option '--out'"),
    # Files that are named
    Case("a folder that holds something else", "board --site demo --out here", 2, "is no earlier board", file("here/notes.txt", "x")),
    Case("a file in the place of a folder", "board --site demo --out notes.txt", 2, "cannot be written", file("notes.txt", "x")),
    Case("no such file", "audit --ruleset absent", 2, "no such file: absent"),
    Case("no such file", "audit --site demo --profile absent", 2, "no such file: absent"),
    Case("no such file", "audit --site demo --baseline absent", 2, "no such file: absent"),
    Case("a profile with an unknown key", "audit --site demo --profile p.toml", 2, "unknown key", file("p.toml", "colums = 1")),
    Case("a profile with an unknown name", "audit --site demo --profile p.toml", 2, "Coul", file("p.toml", "[ranges.Coul]\nmin = 1")),
    Case("a report that cannot be written", "rules --site demo --output absent/r.txt", 2, "--output absent/r.txt cannot be written"),
    Case("a baseline that cannot be written", "audit --site demo --write-baseline absent/b", 2, "cannot be written"),
    Case("settings that exist already", "init", 2, "the file exists already", toml("")),
    Case("a store that is none", "tally --offline --store s.sqlite3", 2, "s.sqlite3", file("s.sqlite3", "words " * 99)),
    # Configuration that is for some commands only
    Case("an alias for nobody", "audit", 2, "Nobody", with_toml('[aliases]\nA = "Nobody"\n')),
    Case("a code without a correction", "correct", 2, "key 'correct.allow'", with_toml('[correct]\nallow = ["BN101"]\n')),
    Case("an unknown code", "audit", 2, "key 'audit.select'", toml('[audit]\nselect = ["BN999"]\n')),
    # What could not be seen
    Case("sites that cannot be reached", f"audit {NOWHERE}", 3, ""),
    Case("sites that cannot be reached", f"tally {NOWHERE}", 3, "127.0.0.1"),
    Case("sites that cannot be reached", f"rules {NOWHERE}", 3, "127.0.0.1"),
    Case("sites that cannot be reached", f"pull {NOWHERE}", 3, "127.0.0.1"),
    Case("sites that cannot be reached", f"doctor {NOWHERE}", 3, ""),
    Case("sites that cannot be reached", f"correct {NOWHERE}", 3, "127.0.0.1"),
    Case("sites that cannot be reached", f"notice {NOWHERE}", 3, "127.0.0.1"),
    Case("sites that cannot be reached", f"board --out b {NOWHERE}", 3, "127.0.0.1"),
    Case("a store without pages", "audit --offline --store s.sqlite3", 3, ""),
    Case("a store without pages", "gamestate --offline --store s.sqlite3", 3, ""),
    Case("a snapshot without snapshot.toml", "audit --snapshot saved", 3, "has no snapshot.toml", saved("snapshot.toml")),
    Case("a snapshot without the Ruleset", "rules --snapshot saved", 3, "Ruleset", saved("wiki/Ruleset.wikitext")),
    Case("a snapshot without the Ruleset", "audit --snapshot saved", 3, "", saved("wiki/Ruleset.wikitext")),
    Case("a snapshot without the Ruleset", "board --snapshot saved --out b", 3, "", saved("wiki/Ruleset.wikitext")),
    Case("a snapshot without the blog", "tally --snapshot saved", 3, "", saved("blog")),
    Case("a snapshot without the tracking page", "gamestate --snapshot saved", 3, "The_Long_Cut", saved("wiki/The_Long_Cut.wikitext")),
    Case("a page that is not UTF-8", "rules --snapshot saved", 3, "not UTF-8", saved(Ruleset=b"\xff")),
    Case("a page that is no Ruleset", "rules --snapshot saved", 3, "", saved(Ruleset=b"words")),
    # Passwords; those that are refused need a real wiki (tests/sync/correct/test_correcting.py)
    Case("a password that is missing", "correct --apply --yes --only BN404", 2, "no credentials configured for the wiki", live=True),
    Case("a password that is missing", "notice --apply --only BN401", 2, "no credentials configured for the wiki", live=True),
    Case("a chat that is missing", "notice --to chat --apply --only BN401", 2, "no chat configured", live=True),
    # Findings
    Case("findings at or above --fail-on", "audit --site demo --select BN401", 1, ""),
    Case("findings below --fail-on", "audit --site demo --select BN603", 0, ""),
    Case("corrections that remain", "correct --site demo", 1, ""),
    Case("notices that remain", "notice --site demo", 1, ""),
    Case("a matter that may not be enacted", "tally --site demo --check fail passing_places", 1, ""),
)

CONFIGURATION = (
    ("not UTF-8", b"name = '\xff'", "is not UTF-8 text"),
    ("not TOML", b"name =", "is not valid TOML"),
    ("an unknown key", b"nmae = 'x'", "unknown key 'nmae'; did you mean 'name'?"),
    ("an unknown key of a table", b"[audit]\nfailon = 'x'", "unknown key 'audit.failon'; did you mean 'fail_on'?"),
    ("a value of another type", b"name = 3", "key 'name': Expected str"),
    ("a value that is none of those allowed", b"[audit]\nfail_on = 'errors'", "key 'audit.fail_on': Invalid enum value"),
    ("a number out of its range", b"[correct]\nedits_per_day = -1", "key 'correct.edits_per_day': Expected int >= 0"),
    ("no web address", b"[blog]\nurl = 'blog'", "key 'blog.url'"),
    ("no such folder", b"snapshot = 'absent'", "no such folder"),
)
"""What may be wrong with blognomic.toml: the same in every command."""

ARGUMENTS = {"board": ["--out", "board"], "explain": ["BN101"], "enact": ["A Thing"]}
COMMANDS = ["config show", *(name for name in _COMMANDS if name not in ("config", "init", "schema"))]


def ended(arguments: list[str], run: Run) -> tuple[int, str]:
    code, out, err = run(*arguments, code=None)
    assert "internal error" not in err
    assert "Traceback" not in out + err
    return code, err


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sync.net.http.Http", functools.partial(Http, sleep=lambda _: None))
    monkeypatch.setattr("sync.wiki.wiki_client.WikiClient", functools.partial(WikiClient, sleep=lambda _: None))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.what}: {case.command}")
def test_how_a_failing_input_ends(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run, request: pytest.FixtureRequest
) -> None:
    if case.live:
        game: Game = request.getfixturevalue("game")
        toml(f'[blog]\nurl = "{game.blog.url}"\ndelay = 0\n[wiki]\nurl = "{game.live.wiki_url}"\n[store]\npath = "s.sqlite3"\n')(tmp_path)
        monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    for name, value in case.variables:
        monkeypatch.setenv(name, value)
    case.prepare(tmp_path)
    code, said = ended(case.arguments.split(), run)
    assert code == case.code
    assert case.says in said


@pytest.mark.parametrize(
    ("command", "text", "says"),
    [
        *(pytest.param("config show", text, says, id=what) for what, text, says in CONFIGURATION),
        *(pytest.param(command, *CONFIGURATION[number % len(CONFIGURATION)][1:], id=command) for number, command in enumerate(COMMANDS)),
    ],
)
def test_wrong_configuration_is_wrong_usage_of_every_command(command: str, text: bytes, says: str, run: Run) -> None:
    Path("blognomic.toml").write_bytes(text)
    code, said = ended([*command.split(), *ARGUMENTS.get(command, ())], run)
    assert code == 2
    assert says in said
