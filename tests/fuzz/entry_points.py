"""Every function that takes text from outside, with texts of its kind and the pieces that make
trouble there.

The corpus is the sample game and the texts of other tests; a new reader gets a row here.
"""

from __future__ import annotations

import json
import tempfile
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hypothesis import strategies as st

from parsers.blog.announcements import KnownNames, read_announcement
from parsers.blog.blog_page import read_page as read_blog_page
from parsers.blog.notes import read_note
from parsers.gamestate.tracking_page import read_gamestate
from parsers.history.page_change import read_revision, rule_changes
from parsers.history.state_changes import state_changes
from parsers.instructions.reader import read_instructions
from parsers.model import Revision
from parsers.refusal import Refused
from parsers.ruleset.event_types import says_ended
from parsers.wiki.wiki_page import read_page as read_wiki_page
from sync.correct.enactment_edits import read_plan
from sync.errors import SyncError
from sync.net.addresses import parse_address
from sync.net.fetched import TransportError
from sync.notices.blog_forms import read_controls
from sync.settings.accepted import read_baseline
from sync.settings.profile_file import read_profile
from sync.settings.review_file import read_reviews
from sync.settings.site_file import read_site
from sync.sources.snapshot_folder import open_snapshot
from sync.times import parse_time
from sync.wiki.api_replies import page_of, read_reply, revision
from sync.wiki.wiki_access import ApiError
from tests.parsers.blog.test_properties import ENTRY, FRAGMENTS
from tests.parsers.gamestate.playing import ROSTER
from tests.parsers.gamestate.test_hostile import GAMES, SCRAPS
from tests.parsers.instructions.test_reader import PIECES, TEXTS
from tests.parsers.ruleset.test_hostile import PAGES, check_any
from tests.support.paths import DEMO
from tests.sync.wiki.test_wiki_access import WHOLE
from tests.validators.profile.test_expression import only_its_error

__all__ = ["ENTRY_POINTS", "MARKS", "EntryPoint", "is_harmless", "mutated"]

BLOG = "https://blog.example"
WIKITEXT = ("{{", "}}", "{{a|", "[[", "]]", "<s>", "</s>", "<!--", "-->", "<nowiki>", "'''", "==")
LINES = ("\n", "\n== x ==\n", "\n* ", "\n{|\n", "\n|-\n", "\n| ", "\n! ", "\n|}\n", "\n\n", ": ")
ODD = ("\x00", "\ud800", "\u202e", "\ufeff", "é", "İ", "²", "٣", "9" * 400, " " * 40, "-", ".")
JSON = ('"', "{", "}", "[", "]", ":", ",", "null", "-1", "1e999", "\\ud800", "\\u0000", "true")
TOML = ('"', '"""', "'", "[", "]", "[[", "]]", "=", "{", "}", "a.", "1e9", "nan", "\n", "\r", "#")
WORDS = (" if ", " unless ", " may ", " FOR", "7-1", " Quorum ", "Enacted by Ana", "(", ")", ". ")
ADDRESS = ("http://", "[", "]", "//", "@", ":", "%", "?", "#", "..", "/", "\\")
TIME = ("T", "Z", "+00:00", "2024", "-", ":", "99", " ", "W", "12")
REORDERING = frozenset("LRE RLE LRO RLO PDF LRI RLI FSI PDI".split())
MARKS = (*WIKITEXT, *LINES, *ODD)


def is_harmless(message: str) -> bool:
    """Return whether a message stays on its line: it has no control character, line separator or
    surrogate, and nothing that reorders text. (``isprintable`` also depends on Python's Unicode.)
    """
    return not any(
        unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"}
        or unicodedata.bidirectional(character) in REORDERING
        for character in message
    )


@dataclass(frozen=True)
class EntryPoint:
    """A reader, what it may raise, texts of its kind, and pieces to put into them.

    ``around`` is where pieces are repeated to see how the work grows: ``{}`` stands for them.
    """

    read: Callable[[str], object]
    texts: tuple[str, ...]
    pieces: tuple[str, ...]
    refuses: tuple[type[Exception], ...] = ()
    around: str = "{}"

    def attempt(self, text: str) -> None:
        """Read a text. Anything but a value or a refusal of the domain is raised."""
        try:
            self.read(text)
        except self.refuses as refusal:
            assert not isinstance(refusal, SyncError) or is_harmless(str(refusal))


@st.composite
def mutated(draw: st.DrawFn, texts: tuple[str, ...], pieces: tuple[str, ...]) -> str:
    """A text with pieces put in, parts cut out, doubled or moved, in a few places."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(0, 6))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 300)))
        part = text[start:end]
        new = draw(
            st.sampled_from(pieces)
            | st.text(max_size=6)
            | st.sampled_from([part * 2, part[::-1], part.upper(), text[-200:]])
        )
        text = text[:start] + new + text[end if draw(st.booleans()) else start :]
    return text


def _demo(pattern: str) -> tuple[str, ...]:
    return tuple(path.read_text(encoding="utf-8") for path in sorted(DEMO.glob(pattern)))


def _in_file(read: Callable[[Path], object], name: str = "file.toml") -> Callable[[str], object]:
    """A reader of files as one of texts."""

    def of_text(text: str) -> object:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(text.encode("utf-8", "surrogatepass"))
            return read(path)

    return of_text


def _edit_of_ruleset(text: str) -> object:
    before = read_revision(RULESET[0])
    return [*rule_changes(before, read_revision(text)), *rule_changes(read_revision(text), before)]


def _gamestate(text: str) -> object:
    return read_gamestate(text, GAMES[0][0], ROSTER)


def _edit_of_gamestate(text: str) -> object:
    before, after = read_gamestate(GAMES[0][1], *GAME), read_gamestate(text, *GAME)
    return [*state_changes(before, after), *state_changes(after, before)]


def _reply(text: str) -> object:
    reply = read_reply(text.encode("utf-8", "surrogatepass"))
    found = page_of([reply], "ruleset")
    rows = [row for page in reply.query.pages.values() for row in page.revisions or ()]
    return found, [revision("Ruleset", row) for row in rows]


def _history(path: Path) -> Iterator[Revision]:
    (path.parent / "Ruleset.wikitext").write_text("x")
    (path.parent.parent / "snapshot.toml").write_text("")
    return open_snapshot(path.parent.parent).history("Ruleset")


def _plan(path: Path) -> object:
    return read_plan(path)


def _configuration(path: Path) -> object:
    return read_site(str(path), path.parent)


NAMES = KnownNames(["Ana", "Bo", "Cy", "J. O'Neil"])
GAME = (GAMES[0][0], ROSTER)
RULESET = (*_demo("wiki/Ruleset.wikitext"), *PAGES.values())
BLOG_PAGES = (ENTRY, *_demo("blog/index.html"), *_demo("blog/archive/*/index.html")[::20])
CONFIGURATION = (
    '[game]\nname = "A"\n[blog]\nurl = "https://b.example"\n[audit]\nfail_on = "error"\n'
)
PROFILE = (
    '[columns]\nCoal = "Coals"\n[aliases]\nAnna = "Ana"\n[ranges.Coal]\nmin = 0\nmax = 9\n'
    '[cadence]\nDug = "weekly"\n[[constraints]]\nname = "x"\ncheck = "self.Coal < 3"\n'
)
PLAN = '[[open]]\nquote = "x"\ndecision = "skip"\n[[step]]\nkind = "repeal-rule"\nrule = "Doors"\n'
BASELINE = '[[known]]\nfingerprint = "0123456789abcdef"\ncode = "BN101"\nmessage = "x"\n'
FILES = (SyncError, Refused)

ENTRY_POINTS = {
    "blog page": EntryPoint(
        lambda text: read_blog_page(text, f"{BLOG}/archive/a_thing"),
        BLOG_PAGES,
        (*FRAGMENTS, *ODD),
        around="<html><body><h3 class='post-title open'>Proposal: A</h3><div>{}</div></body></html>",
    ),
    "comment form": EntryPoint(
        lambda text: read_controls(text.encode("utf-8", "replace")), BLOG_PAGES, (*FRAGMENTS, *ODD)
    ),
    "note": EntryPoint(read_note, ("7-1 (Quorum 5)\nEnacted by Bo", "Self-killed"), WORDS + ODD),
    "end of an Event": EntryPoint(
        lambda text: says_ended(text, "Race", "ended"),
        ("This Race is now Ended, and Ana wins.", "I end this. Is it ended?"),
        (*WORDS, *ODD, "ended", " is ", "it", "Race"),
    ),
    "announcement": EntryPoint(
        lambda text: read_announcement("Idle", text, "Ana", NAMES),
        ("Ana idles out. Quorum is 5.", "I unidle. There are now twelve players."),
        (*WORDS, *ODD, "Ana", "idle", "unidle", " me ", "\x02", "\x03", "*"),
    ),
    "wiki page": EntryPoint(read_wiki_page, (*RULESET[:1], GAMES[0][1]), MARKS),
    "tracking page": EntryPoint(
        _gamestate,
        tuple(page for _, page in GAMES),
        (*SCRAPS, *MARKS),
        around="{{|\n! Clerk !! Coal\n|-\n| Ana || {}\n|}}",
    ),
    "edit of the tracking page": EntryPoint(
        _edit_of_gamestate, (GAMES[0][1],), (*SCRAPS, *MARKS), around="{{|\n! Clerk\n|-\n| {}\n|}}"
    ),
    "Ruleset": EntryPoint(
        check_any,
        RULESET,
        (*MARKS, *WORDS),
        (Refused,),
        around="= Core Rules =\n== Votes ==\nA player may vote {}.\n= Dynastic Rules =\n== A ==\n{}",
    ),
    "edit of the Ruleset": EntryPoint(_edit_of_ruleset, RULESET[:1], (*MARKS, *WORDS)),
    "instructions": EntryPoint(
        read_instructions, tuple(TEXTS), (*PIECES, *TEXTS[::7], *ODD), around="<p>Repeal {}</p>"
    ),
    "API reply": EntryPoint(_reply, (json.dumps(WHOLE),), (*JSON, *ODD), (ApiError,)),
    "history line": EntryPoint(
        _in_file(lambda path: list(_history(path)), "wiki/Ruleset.history.jsonl"),
        tuple(line[:3000] + '"}\n' for line in _demo("wiki/Ruleset.history.jsonl")),
        (*JSON, *ODD, "\n"),
        FILES,
    ),
    "configuration": EntryPoint(
        _in_file(_configuration, "blognomic.toml"), (CONFIGURATION,), (*TOML, *ODD), FILES
    ),
    "reviews": EntryPoint(_in_file(read_reviews), _demo("reviewed.toml"), (*TOML, *ODD), FILES),
    "profile": EntryPoint(_in_file(read_profile), (PROFILE,), (*TOML, *ODD), FILES),
    "plan": EntryPoint(_in_file(_plan), (PLAN,), (*TOML, *ODD), FILES),
    "baseline": EntryPoint(
        _in_file(lambda path: read_baseline(path, "--baseline")), (BASELINE,), (*TOML, *ODD), FILES
    ),
    "snapshot.toml": EntryPoint(
        _in_file(lambda path: open_snapshot(path.parent), "snapshot.toml"),
        _demo("snapshot.toml"),
        (*TOML, *TIME, *ODD),
        FILES,
    ),
    "constraint": EntryPoint(
        only_its_error, ("self.Coal < 3 && all(p in players, p.Level > 0)",), (*"()[]!-+*.&|", *ODD)
    ),
    "address": EntryPoint(
        parse_address, (f"{BLOG}/archive/x?y=1",), (*ADDRESS, *ODD), (*FILES, TransportError)
    ),
    "time": EntryPoint(parse_time, ("2024-01-20T12:00:00Z",), (*TIME, *ODD), FILES),
}
