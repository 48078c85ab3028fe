from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from parsers.blog.merging import ReadPage
from parsers.model import Category, Post, Revision, Roster, Status
from parsers.ruleset import read_ruleset
from sync.cli.source import view_of
from sync.errors import NoVerdict, UsageError
from sync.settings.config import Config, Live
from sync.sources import source_view as module
from sync.sources.interface import with_files
from sync.sources.snapshot import SnapshotSource, read_saved
from sync.sources.source_view import BASIC, ViewRequest, load_view, require, with_page_side
from sync.sources.stored import StoreSource
from sync.store import Store, Write
from tests.support.blog_pages import entry_page, front_page, month_page
from tests.support.memory_source import MemorySource
from tests.sync.samples import BLOG, NOON, ROSTER, comment, post, resolved, write_files
from tests.validators.checks.test_terms_left_over import ruleset
from validators.view import GameView, SeenRoster
from validators.voting.rosters import RosterHistory

RULESET = "= Core Rules =\n== Votes ==\nText.\n= Dynastic Rules =\n= Appendix =\n"
THING = post(comments=(comment("Bo", id="c1"), comment("Dee", "against", id="c2")), comment_count=2)
OLDER = resolved(
    post(
        "older",
        title="Proposal: Older",
        subject="Older",
        tags=(),
        posted=NOON - timedelta(days=20),
        comments=(),
        comment_count=0,
    )
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_files(
        tmp_path / "saved",
        {
            "snapshot.toml": 'as_of = 2024-01-20T12:00:00Z\n[game]\nemperor = "Bo"\n',
            "wiki/Ruleset.wikitext": RULESET,
            "wiki/Ruleset.json": '{"revid": 7}',
            "blog/index.html": front_page([THING], ROSTER),
            "blog/2023/12/index.html": month_page([OLDER], Roster(("Zed",))),
            "blog/archive/a_thing/index.html": entry_page(THING, Roster(("Zed",))),
        },
    )


def config(folder: Path | None = None, **changes: object) -> Config:
    return replace(Config("sample", folder, blog_url=BLOG), **changes)  # type: ignore[arg-type]


def load(made: Config, saved: Sequence[ReadPage] = ()) -> GameView:
    """The view, if it has what a verdict needs."""
    return require(view_of(made, BASIC, saved))


def by_key(posts: tuple[Post, ...]) -> dict[str, Post]:
    return {each.key: each for each in posts}


def problems_of(folder: Path) -> list[tuple[str, bool]]:
    return [(problem.where, problem.fatal) for problem in view_of(config(folder), BASIC).problems]


def test_a_snapshot_becomes_a_view(folder: Path) -> None:
    view = load(config(folder))
    assert (view.as_of, view.read.emperor, view.site, view.problems) == (NOON, "Bo", "sample", ())
    assert view.rules is not None
    assert [rule.title for rule in view.rules.rules] == ["Votes"]
    assert view.rules.revid == 7
    assert view.roster is not None
    assert (view.roster.active, view.roster.idle) == (ROSTER.active, ROSTER.idle)
    posts = by_key(view.posts)
    assert list(posts) == ["a_thing", "older"]
    assert posts["a_thing"].url == f"{BLOG}/archive/a_thing"
    assert [each.author for each in posts["a_thing"].comments or ()] == ["Bo", "Dee"]
    assert posts["older"].status is Status.ENACTED
    assert posts["older"].comments is None
    assert posts["a_thing"].position < posts["older"].position


def test_pages_of_comments_are_one_entry(folder: Path) -> None:
    long = replace(
        THING,
        comments=tuple(comment("Bo", id=f"c{number}") for number in range(5)),
        comment_count=5,
    )
    write_files(
        folder,
        {
            "blog/archive/a_thing/index.html": entry_page(long, shown=3, paginated=True),
            "blog/archive/a_thing/P3/index.html": entry_page(
                long, first=3, shown=3, paginated=True
            ),
        },
    )
    view = load(config(folder))
    assert [(each.id, each.position) for each in by_key(view.posts)["a_thing"].comments or ()] == [
        (f"c{n}", n) for n in range(5)
    ]
    (folder / "blog/archive/a_thing/P3/index.html").unlink()
    assert [problem.where for problem in load(config(folder)).problems] == [
        "blog/archive/a_thing/index.html"
    ]


def test_a_saved_page_wins_over_the_snapshot(folder: Path, tmp_path: Path) -> None:
    later = replace(
        THING, comments=(*(THING.comments or ()), comment("Ana", id="c3")), comment_count=3
    )
    saved = read_saved(
        write_files(tmp_path, {"a_thing.html": entry_page(later)}) / "a_thing.html", BLOG
    )
    view = load(config(folder), [saved])
    assert len(view.posts) == 2
    assert len(by_key(view.posts)["a_thing"].comments or ()) == 3
    assert view.roster
    assert view.roster.active == ROSTER.active


def test_a_saved_page_alone_brings_the_roster_and_its_newest_comment_the_time(
    tmp_path: Path,
) -> None:
    write_files(
        tmp_path,
        {
            "rules": RULESET,
            "a_thing/index.html": entry_page(THING, ROSTER),
            "bare.html": entry_page(THING),
        },
    )
    alone = config(ruleset=tmp_path / "rules")
    view = load(alone, [read_saved(tmp_path / "a_thing" / "index.html", BLOG)])
    assert view.as_of == max(comment.at for comment in view.posts[0].comments or () if comment.at)
    assert view.roster
    assert view.roster.active == ROSTER.active
    assert [each.url for each in view.posts] == [f"{BLOG}/archive/a_thing"]
    with pytest.raises(NoVerdict, match="the saved pages have no sidebar"):
        load(alone, [read_saved(tmp_path / "bare.html", BLOG)])
    with pytest.raises(NoVerdict, match="the page 'Ruleset' is missing: pass --ruleset FILE"):
        load(config(), [read_saved(tmp_path / "a_thing" / "index.html", BLOG)])


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<html><form>Name <input name=username></form></html>",
        b"\xff\xfe\x00",
        entry_page(THING)[:150].encode(),
    ],
)
def test_a_saved_page_without_an_entry_is_named(tmp_path: Path, content: bytes) -> None:
    path = write_files(tmp_path, {"saved.html": content}) / "saved.html"
    with pytest.raises(
        NoVerdict, match=r"saved\.html is not an entry's page: .+; save the entry's own page"
    ):
        read_saved(path, BLOG)


def test_a_snapshot_needs_a_time_unless_an_option_gives_one(folder: Path) -> None:
    (folder / "snapshot.toml").write_text("")
    with pytest.raises(
        UsageError, match=r"snapshot\.toml does not state when the pages were saved"
    ):
        load(config(folder))
    assert load(config(folder, now=NOON)).as_of == NOON


def test_the_page_bears_out_the_variables_of_the_rules() -> None:
    hats = "== Hats ==\nEach Player has a hat, tracked. Each Player has a Rank, tracked.\n"
    text = f"{RULESET}".replace("= Dynastic Rules =\n", f"= Dynastic Rules =\n{hats}")
    rules = read_ruleset(text, gamestate=True)
    tracking = Revision(
        "The Page", 1, 0, NOON, "Ana", "", "{|\n! Player !! Hat\n|-\n| Ana || Fez\n|}"
    )

    class Unreadable(MemorySource):
        def page(self, title: str, *, at: object = None) -> Revision | None:
            raise NoVerdict("no")

    def read(source: MemorySource) -> list[tuple[str, tuple[str, ...]]]:
        return [(each.name, each.sides) for each in with_page_side(source, rules).variables]

    alone = [("hat", ("rules",)), ("Rank", ("rules",))]
    assert read(MemorySource([tracking], tracking="The Page")) == [
        ("hat", ("rules", "page")),
        ("Rank", ("rules",)),
    ]
    assert read(MemorySource([replace(tracking, text=None)], tracking="The Page")) == alone
    assert read(MemorySource([], tracking="The Page")) == alone
    assert read(MemorySource([tracking])) == alone
    assert read(Unreadable([tracking], tracking="The Page")) == alone


def test_a_missing_ruleset_is_no_verdict_or_a_problem(folder: Path) -> None:
    (folder / "wiki/Ruleset.wikitext").unlink()
    with pytest.raises(NoVerdict, match=r"wiki/Ruleset\.wikitext is missing from the snapshot"):
        load(config(folder))
    view = view_of(config(folder), BASIC)
    assert view.rules is None
    assert view.roster is not None
    assert [(problem.where, problem.fatal, problem.missing) for problem in view.problems] == [
        ("wiki/Ruleset.wikitext", True, True)
    ]
    assert view.problems[0].what.startswith("the file is missing from the snapshot")


def test_a_ruleset_cut_off_is_a_fatal_problem(folder: Path) -> None:
    (folder / "wiki/Ruleset.wikitext").write_text("= Core Rules =\n== Votes ==\nText.\n")
    assert problems_of(folder) == [("wiki/Ruleset.wikitext", True)]
    (folder / "wiki/Ruleset.wikitext").write_text("no rules")
    with pytest.raises(NoVerdict, match=r"wiki/Ruleset\.wikitext: revision 7 has no rules: "):
        load(config(folder))


def test_a_roster_may_come_from_an_older_page_or_be_missing(folder: Path) -> None:
    (folder / "blog/index.html").write_text(front_page([THING]))
    (folder / "snapshot.toml").write_text('as_of = 2024-01-20T12:00:00Z\n[game]\nemperor = "Zed"\n')
    view = load(config(folder))
    assert view.roster
    assert view.roster.active == ("Zed",)
    for name in ("blog/2023/12/index.html", "blog/archive/a_thing/index.html"):
        (folder / name).unlink()
    with pytest.raises(NoVerdict, match=r"blog/index\.html has no sidebar with the roster"):
        load(config(folder))
    (folder / "blog/index.html").unlink()
    with pytest.raises(NoVerdict, match=r"blog/index\.html is missing from the snapshot"):
        load(config(folder))
    view = view_of(config(folder), BASIC)
    assert view.roster is None
    assert ("blog/index.html", True) in problems_of(folder)


def test_the_sidebar_of_an_entry_is_not_read_beside_that_of_a_list(folder: Path) -> None:
    bad = replace(ROSTER, idle=ROSTER.active)
    (folder / "blog/archive/a_thing/index.html").write_text(entry_page(THING, bad))
    assert problems_of(folder) == []


# The sidebars that were seen, and the revisions of the Ruleset that provably stood, as a source has
# them.


HOUR = timedelta(hours=1)
PAGES = tuple(
    Revision("Ruleset", number, number - 1, NOON - (5 - number) * HOUR, "Ana", "why", ruleset())
    for number in (1, 2, 3, 4)
)
"""Four revisions of the Ruleset, at 8, 9, 10 and 11 o'clock."""


def matter(hours: float, status: Status = Status.ENACTED) -> Post:
    return Post("u/a", "A", Category.PROPOSAL, "Ana", NOON - hours * HOUR, status)


def stood(pages: tuple[Revision, ...], *posts: Post) -> list[tuple[int, float]]:
    """The revisions, and how many hours ago each of them ended."""
    made = load_view(MemorySource(pages, posts, Roster(("Ana",)), NOON), ViewRequest(BASIC))
    return [(each.revision.revid, (NOON - each.until) / HOUR) for each in made.read.stood]


def test_revisions_back_to_the_oldest_resolved_matter() -> None:
    assert stood(PAGES, matter(2.5), matter(9, Status.PENDING)) == [(4, 0), (3, 1), (2, 2)]
    assert stood(PAGES, matter(3)) == [(4, 0), (3, 1), (2, 2)]
    assert stood(PAGES, matter(99)) == [(4, 0), (3, 1), (2, 2), (1, 3)]
    assert stood(PAGES, matter(9, Status.PENDING)) == []
    assert stood(PAGES, replace(matter(9), posted=None)) == []


def test_a_gap_ends_what_is_known() -> None:
    assert stood((PAGES[0], *PAGES[2:]), matter(9)) == [(4, 0), (3, 1)]


def test_a_history_that_cannot_be_read_and_one_that_is_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Broken(MemorySource):
        def revisions(self, title: str) -> Iterator[Revision]:
            yield PAGES[3]
            raise NoVerdict("line 2 is no JSON")

        def page(self, title: str, *, at: datetime | None = None) -> Revision | None:
            return PAGES[3]

    made = load_view(Broken(PAGES, [matter(9)], Roster(("Ana",)), NOON), ViewRequest(BASIC))
    assert [each.revision.revid for each in made.read.stood] == [4]
    monkeypatch.setattr(module, "_MOST_READ", 2 * len(ruleset()))
    assert len(stood(PAGES, matter(9))) == 2


def test_the_sidebar_of_a_snapshot_is_of_when_it_was_saved(tmp_path: Path) -> None:
    files = {
        "snapshot.toml": "as_of = 2024-01-20T12:00:00Z\n",
        "blog/index.html": front_page([], ROSTER),
    }
    folder = write_files(tmp_path / "saved", files)
    source = SnapshotSource(folder, blog_url=BLOG, now=NOON - 99 * HOUR)
    at = datetime(2024, 1, 20, 12, tzinfo=UTC)
    assert source.rosters() == [SeenRoster(ROSTER, at, at)]
    assert with_files(source).rosters() == source.rosters()
    assert SnapshotSource(None, blog_url=BLOG, now=NOON).rosters() == []


def test_the_sidebars_of_a_store(tmp_path: Path) -> None:
    live = Live(BLOG, "https://wiki.example/", "ana@example.org", tmp_path / "store.db")
    first, second = Roster(("Ana", "Bo")), Roster(("Ana",), ("Bo",))
    with Store.open(live.store, now=NOON) as store:
        assert StoreSource(store, live, NOON).rosters() == []
        with store.run("blog", NOON) as run:
            for roster, hours in ((first, 9), (first, 7), (second, 5), (second, 1)):
                run.roster(roster, NOON - hours * HOUR)
        assert StoreSource(store, live, NOON).rosters() == [
            SeenRoster(first, NOON - 9 * HOUR, NOON - 7 * HOUR),
            SeenRoster(second, NOON - 5 * HOUR, NOON - HOUR),
        ]
        everything = StoreSource(store, live, NOON).rosters()
        assert StoreSource(store, live, NOON - 99 * HOUR).rosters() == everything


@pytest.mark.parametrize(
    ("hours", "active", "certain"), [(8, 2, True), (6, 1, False), (4, 1, True), (0, 1, True)]
)
def test_the_roster_of_a_store_is_of_the_moment(
    hours: int, active: int, certain: bool, tmp_path: Path
) -> None:
    """Between two sidebars that differ, only an announcement could tell the moment."""
    live = Live(BLOG, "https://wiki.example/", "ana@example.org", tmp_path / "store.db")
    with Store.open(live.store, now=NOON) as store:
        with store.run("blog", NOON) as run:
            for roster, seen in ((Roster(("Ana", "Bo")), 9), (Roster(("Ana",), ("Bo",)), 5)):
                run.roster(roster, NOON - seen * HOUR)
                run.roster(roster, NOON - (seen - 2) * HOUR)
        view = load_view(
            StoreSource(store, live, NOON - hours * HOUR), ViewRequest({"roster", "posts"})
        )
    assert view.roster is not None
    assert len(view.roster.active) == active
    assert (RosterHistory(view).contradicted == ()) is certain


def test_the_journal_of_a_store_lists_our_own_revisions(tmp_path: Path) -> None:
    live = Live(BLOG, "https://wiki.example/", "ana@example.org", tmp_path / "store.db")
    with Store.open(live.store, now=NOON) as store:
        written = store.journal.begin(Write("wiki-edit", "Ruleset", "text"), NOON)
        assert written is not None
        store.journal.end(written.id, "saved", NOON, new_revid=4)
        with store.run("wiki", NOON) as run:
            for each in PAGES:
                run.revision(each)
        source = StoreSource(store, live, NOON)
        assert (source.written(), with_files(source).written()) == (frozenset({4}), frozenset({4}))
        assert load_view(source, ViewRequest({"rules", "history"})).read.written == frozenset({4})
    assert SnapshotSource(None, blog_url=BLOG, now=NOON).written() == frozenset()
