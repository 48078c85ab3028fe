"""What a pull asks the blog for, and what it makes of the answers."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from parsers.model import ROSTER_DOUBT, Problem, roster_problem
from sync.errors import NoVerdict, UsageError
from sync.pulling.blog_pull import read_entry
from sync.pulling.game_pull import FAILED_PULL, about_its_post, pull
from sync.pulling.pull_state import BlogPull
from sync.sources.source_view import load_view
from sync.sources.stored import StoreSource, lost_site, open_store
from sync.store import Run
from tests.support.command import Run as Command
from tests.support.live_game import DEMO, NOW, Game, codes, fingerprints, of_the_snapshot, vote
from tests.sync.store.samples import gone
from validators.checks.run import run_all
from validators.voting.judge import judge

COMMENT_TIME = r'(<p class="comment-footer">)[^<]*'
LOGIN = b'<html><body><form><input type="password" name="password"></form></body></html>'
POSTS = len(list((DEMO / "blog" / "archive").iterdir()))
MONTHS = 3
ADDED = "night_fares"


def fatal(game: Game) -> list[str]:
    return [problem.where for problem in game.view().problems if problem.fatal]


def test_the_results_equal_those_on_the_snapshot(game: Game) -> None:
    pulled = game.pull()
    assert pulled.problems == ()
    assert fingerprints(game.audit()) == fingerprints(of_the_snapshot())
    assert not any(item.inconclusive for item in game.audit().not_evaluated)
    assert (pulled.new, pulled.changed, pulled.revisions) == (POSTS, 0, 2)
    assert (
        len(game.blog.asked)
        == len(set(game.blog.asked))
        == pulled.blog_requests
        <= POSTS + MONTHS + 3
    )
    assert len(game.wiki.asked) == pulled.wiki_requests == 2


def test_a_warm_pull_asks_three_questions_and_changes_nothing(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    game.pull()
    game.wait(hours=3)
    monkeypatch.setattr("parsers.ruleset.read_ruleset", None)
    pulled = game.pull()
    assert (pulled.new, pulled.changed, pulled.revisions, pulled.problems) == (0, 0, 0, ())
    assert game.blog.asked in (["/"], ["/", "/2024/05/"])
    assert len(game.wiki.asked) == pulled.wiki_requests == 1


def test_a_new_vote_asks_for_the_lists_and_that_entry_alone(game: Game) -> None:
    game.pull()
    vote(game, ADDED)
    game.wait(minutes=10)
    pulled = game.pull()
    assert (pulled.new, pulled.changed, pulled.problems) == (0, 1, ())
    assert sorted(game.blog.asked) in (
        ["/", "/2024/05/", f"/archive/{ADDED}"],
        ["/", f"/archive/{ADDED}"],
    )
    comments = game.post(ADDED).comments
    assert comments is not None
    assert comments[-1].author == "Sable Ines"
    game.wait(minutes=10)
    assert f"/archive/{ADDED}" not in (game.pull(), game.blog.asked)[1]


def test_an_older_tool_has_read_nothing_for_a_newer_one(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    game.pull()
    monkeypatch.setattr("sync.pulling.pull_state.tool_version", lambda: "9.9")
    game.pull()
    assert len(game.blog.asked) > POSTS / 2
    game.pull()
    assert len(game.blog.asked) <= 2


@pytest.mark.parametrize("site", ["blog", "wiki"])
def test_a_store_has_one_game(game: Game, site: str, run: Command) -> None:
    game.pull()
    address = f"https://{site}.example:8443/w/"
    other = replace(game.live, **{f"{site}_url": address})  # type: ignore[arg-type]
    message = f"has the {site} of 127.0.0.1:.*, not of {site}.example:8443/w; pass another file"
    with pytest.raises(UsageError, match=message) as refused:
        open_store(other, game.now)
    where = ("--store", str(game.live.store), f"--{site}", address)
    assert "BN101" in run("explain", "BN101", *where).out
    assert "0 writes made or tried" in run("doctor", "--journal", *where).out
    # What to do if the site has moved.
    (sql,) = re.findall(r'"(DELETE .*)"', str(refused.value))
    with closing(sqlite3.connect(game.live.store, isolation_level=None)) as database:
        database.execute(sql)
    with open_store(other, game.now):
        pass


def test_a_post_that_was_removed_is_gone(game: Game) -> None:
    game.pull()
    game.remove(ADDED)
    game.wait(minutes=10)
    pulled = game.pull()
    assert pulled.problems == ()
    assert f"/archive/{ADDED}" in game.blog.asked
    with open_store(game.live, game.now) as store:
        assert [key for key, *_ in gone(store)] == [ADDED]
    assert ADDED not in {post.key for post in game.view().posts}


def test_a_pending_matter_that_was_deleted_is_requested_once(game: Game) -> None:
    game.pull()
    game.remove(ADDED)
    game.wait(hours=game.live.reread_hours + 1)
    assert game.pull().problems == ()
    assert game.blog.asked.count(f"/archive/{ADDED}") == 1
    with open_store(game.live, game.now) as store:
        assert [key for key, *_ in gone(store)] == [ADDED]


def test_an_error_of_the_store_is_not_reported_as_the_wiki_s(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(*_arguments: object) -> None:
        raise NoVerdict("the store is locked by another process")

    game.pull()
    monkeypatch.setattr(Run, "note", locked)
    with (
        open_store(game.live, game.now) as store,
        pytest.raises(NoVerdict, match="the store is locked"),
    ):
        pull(game.live, store, sites=("wiki",), now=lambda: game.now)
    monkeypatch.undo()
    assert game.view().missing.aged == ()


def test_a_post_that_its_list_only_dropped_stays(game: Game) -> None:
    game.pull()
    page = game.blog.page(f"/archive/{ADDED}")
    own = page.read_bytes()
    game.remove(ADDED)
    page.parent.mkdir()
    page.write_bytes(own)
    game.wait(minutes=10)
    assert game.pull().problems == ()
    assert ADDED in {post.key for post in game.view().posts}


@pytest.mark.slow
@pytest.mark.parametrize(
    "answer",
    [500, LOGIN, (DEMO / "blog" / "index.html").read_bytes()],
    ids=["500", "login", "front page"],
)
def test_one_entry_that_fails_does_not_stop_the_others(game: Game, answer: int | bytes) -> None:
    game.blog.instead[f"/archive/{ADDED}"] = answer
    pulled = game.pull()
    assert (
        {problem.where for problem in pulled.problems if problem.fatal}
        == {f"{game.blog.url}/archive/{ADDED}"}
        == {*fatal(game)}
    )
    assert {problem.post for problem in game.view().problems if problem.fatal} == {ADDED}
    assert game.post(ADDED).comments is None
    assert game.post("oilskins").comments
    game.blog.instead.clear()
    game.wait(minutes=10)
    assert game.pull().problems == ()
    assert len([path for path in game.blog.asked if path.startswith("/archive")]) == 1
    assert fingerprints(game.audit()) == fingerprints(of_the_snapshot())


@pytest.mark.slow
@pytest.mark.parametrize("page", [LOGIN, b""])
def test_something_else_in_place_of_the_front_page_overwrites_nothing(
    game: Game, page: bytes
) -> None:
    game.pull()
    before = game.view()
    game.blog.always = page
    game.wait(minutes=10)
    pulled = game.pull()
    assert [problem.fatal for problem in pulled.problems][:1] == [True]
    assert game.blog.asked == ["/"]
    assert (game.view().posts, game.view().roster) == (before.posts, before.roster)
    game.blog.always = None
    game.wait(minutes=10)
    assert game.pull().problems == ()
    assert fatal(game) == []


@pytest.mark.slow
def test_an_unreadable_month_is_reported_until_it_is_read(game: Game) -> None:
    game.blog.instead["/2024/04"] = LOGIN
    assert [problem.where for problem in game.pull().problems if problem.fatal] == [
        f"{game.blog.url}/2024/04/"
    ]
    game.blog.instead.clear()
    assert game.pull().problems == ()


@pytest.mark.slow
def test_a_redirected_entry_is_not_read_as_the_original(game: Game) -> None:
    game.blog.instead[f"/archive/{ADDED}"] = "/archive/oilskins"
    pulled = game.pull()
    assert [problem.what for problem in pulled.problems if problem.fatal][:1] == [
        "the address of “Proposal: Night Fares” led to another page"
    ]
    assert game.post(ADDED).comments is None


@pytest.mark.slow
def test_an_entry_under_a_new_name_is_known_by_its_author_and_time(game: Game) -> None:
    new = game.blog.page("/archive/night_fares_2")
    new.parent.mkdir()
    new.write_bytes(game.blog.page(f"/archive/{ADDED}").read_bytes())
    game.blog.instead[f"/archive/{ADDED}"] = "/archive/night_fares_2"
    assert game.pull().problems == ()
    assert game.post(ADDED).comments


@pytest.mark.slow
def test_the_front_page_may_be_out_of_reach(game: Game) -> None:
    game.pull()
    game.wiki.edit("Ruleset", game.wiki.pages["Ruleset"].revisions[-1]["slots"]["main"]["*"] + "\n")
    game.blog.always = 500
    game.wait(minutes=10)
    with open_store(game.live, game.now) as store:
        pulled = pull(game.live, store, now=lambda: game.now)
        report = run_all(load_view(StoreSource(store, game.live, game.now, pulled=pulled.problems)))
    assert pulled.revisions == 1
    assert [(problem.fatal, problem.missing) for problem in pulled.problems] == [(True, True)]
    assert any(item.inconclusive for item in report.not_evaluated)
    assert codes(report) >= codes(of_the_snapshot()) | {("BN901", f"{game.blog.url}/")}


EMPTY = (
    b'<html><body><div id="main"></div><div id="PlayerList"><a href="/member/1">Ottoline'
    b" Marsh</a></div></body></html>"
)


@pytest.mark.slow
@pytest.mark.parametrize("answer", [404, EMPTY], ids=["404", "empty"])
def test_months_from_before_the_game_are_asked_for_once(game: Game, answer: int | bytes) -> None:
    """Without an Ascension Address a pull looks back as far as it may."""
    for file in [*game.lists(), game.blog.page("/archive/night_water")]:
        file.write_text(
            file.read_text()
            .replace("post-title ascension open", "post-title story open")
            .replace("Ascension Address", "Night")
        )
    for month in ("/2023/11", "/2023/12", "/2024/01", "/2024/02"):
        game.blog.instead[month] = answer
    assert game.pull().problems == ()
    assert {"/2024/02/", "/2024/01/", "/2023/12/"} <= set(game.blog.asked)
    game.wait(minutes=10)
    game.pull()
    assert len(game.blog.asked) <= 2


@pytest.mark.slow
@pytest.mark.parametrize("answer", [404, EMPTY], ids=["404", "empty"])
def test_a_month_with_known_posts_cannot_be_empty(game: Game, answer: int | bytes) -> None:
    game.pull()
    vote(game, ADDED)
    game.blog.instead["/2024/05"] = answer
    game.wait(minutes=10)
    pulled = game.pull()
    if "/2024/05/" in game.blog.asked:
        assert [problem.where for problem in pulled.problems if problem.fatal] == [
            f"{game.blog.url}/2024/05/"
        ]


def paginated(game: Game, month: str) -> None:
    """Cut an archive in two; the second page leads on to a third, and that back to both."""
    file = game.blog.page(month)
    text = file.read_text()
    places = [found.start() for found in re.finditer('<div class="post">', text)]
    end = text.index("</div>", text.rindex("</p>\n</div>")) + len("</div>")
    start, middle, later = places[0], places[len(places) // 2], places[-2]
    links = "".join(f'<a href="{month}{page}">x</a>' for page in ("", "/P10", "/P20"))
    parts = {"": text[start:middle], "/P10": text[middle:later], "/P20": text[later:end]}
    for number, (page, part) in enumerate(parts.items()):
        made = game.blog.page(month + page)
        made.parent.mkdir(parents=True, exist_ok=True)
        shown = links if number else f'<a href="{month}/P10">2</a>'
        made.write_text(text[:start] + part + f'<div class="paginate">{shown}</div>' + text[end:])


@pytest.mark.slow
def test_an_archive_is_followed_to_its_end_and_not_in_circles(game: Game) -> None:
    paginated(game, "/2024/04")
    assert game.pull().problems == ()
    assert [path for path in game.blog.asked if path.startswith("/2024/04")] == [
        "/2024/04/",
        "/2024/04/P10",
        "/2024/04/P20",
    ]
    assert fingerprints(game.audit()) == fingerprints(of_the_snapshot())


def split_comments(game: Game, slug: str) -> int:
    """Put an entry's comments on three pages, each of which leads to the next one only. Returns how
    many there are.
    """
    file = game.blog.page(f"/archive/{slug}")
    text = file.read_text()
    places = [found.start() for found in re.finditer('<div class="comment"', text)]
    end = text.index("<p>You must be logged in")
    cuts = [places[0], places[1], places[2], end]
    pages = ["", "/P1", "/P2"]
    for number, page in enumerate(pages):
        made = game.blog.page(f"/archive/{slug}{page}")
        made.parent.mkdir(parents=True, exist_ok=True)
        following = pages[(number + 1) % 3]
        link = f'<div class="paginate"><a href="/archive/{slug}{following}">on</a></div>'
        made.write_text(
            text[: places[0]] + text[cuts[number] : cuts[number + 1]] + link + text[end:]
        )
    return len(places)


@pytest.mark.slow
def test_comments_on_further_pages_are_joined(game: Game) -> None:
    count = split_comments(game, "oilskins")
    assert game.pull().problems == ()
    comments = game.post("oilskins").comments
    assert comments is not None
    assert [comment.position for comment in comments] == list(range(count))
    assert fingerprints(game.audit()) == fingerprints(of_the_snapshot())


@pytest.mark.slow
@pytest.mark.parametrize(
    "answer",
    [500, LOGIN, (DEMO / "blog" / "index.html").read_bytes()],
    ids=["500", "login", "front page"],
)
def test_an_entry_is_kept_with_all_its_pages_or_not_at_all(game: Game, answer: int | bytes) -> None:
    split_comments(game, "oilskins")
    game.blog.instead["/archive/oilskins/P2"] = answer
    assert any(problem.fatal for problem in game.pull().problems)
    assert game.post("oilskins").comments is None
    game.blog.instead.clear()
    game.wait(minutes=10)
    assert game.pull().problems == ()
    assert fingerprints(game.audit()) == fingerprints(of_the_snapshot())


@pytest.mark.slow
def test_missing_parts_of_an_entry_are_reported_until_it_is_read_again(game: Game) -> None:
    page = game.blog.page("/archive/oilskins")
    whole = page.read_text()
    page.write_text(re.sub(COMMENT_TIME, r"\1at some time", whole, count=1))
    for _ in range(2):
        ((where, fatal),) = [(problem.where, problem.fatal) for problem in game.pull().problems]
        assert (where.partition("#")[0], fatal) == (f"{game.blog.url}/archive/oilskins", False)
        game.wait(minutes=10)
    page.write_text(whole)
    vote(game, "oilskins")
    assert game.pull().problems == ()


@pytest.mark.parametrize("path", ["/archive/oilskins", "/"])
def test_a_page_that_is_cut_off_is_read_again_and_nothing_is_taken_from_it(
    game: Game, path: str
) -> None:
    game.pull()
    before = game.view()
    vote(game, "oilskins")
    page = game.blog.page(path)
    whole = page.read_bytes()
    page.write_bytes(whole[: len(whole) // 2])
    game.wait(minutes=10)
    assert (f"{game.blog.url}{path}", True) in [
        (each.where, each.fatal) for each in game.pull().problems
    ]
    assert {post.key: post.title for post in game.view().posts} == {
        post.key: post.title for post in before.posts
    }
    page.write_bytes(whole)
    game.wait(minutes=10)
    assert game.pull().problems == ()
    votes = list(game.post("oilskins").comments or ())
    assert votes[-1].author == "Sable Ines"
    assert not [one for one in game.audit().findings if one.code in ("BN206", "BN207", "BN210")]


def test_nothing_is_taken_from_the_first_front_page_if_it_is_cut_off(game: Game) -> None:
    page = game.blog.page("/")
    whole = page.read_text()
    page.write_text(whole[: whole.index("/member/", whole.index('id="PlayerList"')) + 200])
    assert ("/", True) in [
        (each.where.removeprefix(game.blog.url), each.fatal) for each in game.pull().problems
    ]
    assert game.view().roster is None
    page.write_text(whole)
    game.wait(minutes=10)
    assert game.pull().problems == ()
    assert fingerprints(game.audit()) == fingerprints(of_the_snapshot())


def lose(game: Game, loss: str) -> str:
    """Make a site unreadable; return the kind of site."""
    if loss in ("refused", "garbage"):
        game.wiki.failing, game.wiki.garbage = loss == "refused", loss == "garbage"
        return "wiki"
    answers: dict[str, tuple[str, int | bytes]] = {
        "front": ("/", 500),
        "login": ("/", LOGIN),
        "month": ("/2024/05", 500),
        "month of another form": ("/2024/05", LOGIN),
    }
    path, answer = answers[loss]
    game.blog.instead[path] = answer
    return "blog"


LOSSES = ["front", "login", "month", "month of another form", "refused", "garbage"]


@pytest.mark.parametrize("loss", LOSSES)
def test_nothing_is_certified_until_a_lost_site_is_read_again(game: Game, loss: str) -> None:
    game.pull()
    with open_store(game.live, game.now) as store, store.run("blog", game.now) as run:
        for month in ("2024/05", "2024/04", "2024/03"):  # so that they are asked for again
            run.note("listings", f"{game.live.blog_url}/{month}/", None)
    kind = lose(game, loss)
    game.wait(minutes=10)
    lost = game.live.blog_url if kind == "blog" else game.live.wiki_url
    pulled = game.pull().problems
    assert any(problem.fatal and problem.post is None for problem in pulled)
    with open_store(game.live, game.now) as store:
        online = load_view(StoreSource(store, game.live, game.now, pulled=pulled))
    for view in (online, game.view()):
        assert [(each.where, each.fatal) for each in view.missing.aged] == [(lost, True)]
        assert f"The last pull could not read the {kind} (last" in view.missing.aged[0].what
        verdicts = judge(view).verdicts
        assert verdicts
        assert not any(verdict.certified for verdict in verdicts)
        assert lost_site(game.live, view) is not None

    # The other site alone does not make up for it.
    other = "wiki" if kind == "blog" else "blog"
    with open_store(game.live, game.now) as store:
        pull(game.live, store, sites=(other,), now=lambda: game.now)
    assert [each.where for each in game.view().missing.aged] == [lost]
    game.blog.instead.clear()
    game.wiki.failing = game.wiki.garbage = False
    game.pull()
    assert game.view().missing.aged == ()
    assert lost_site(game.live, game.view()) is None


def test_a_store_without_the_result_of_its_last_pull(game: Game) -> None:
    game.pull()
    lose(game, "refused")
    game.pull()
    with open_store(game.live, game.now) as store, store.run("wiki", game.now) as run:
        run.note(FAILED_PULL, "wiki", None)
    assert game.view().missing.aged == ()


def test_a_post_that_cannot_be_read_loses_no_site(game: Game) -> None:
    game.blog.instead[f"/archive/{ADDED}"] = 500
    assert [problem.post for problem in game.pull().problems if problem.fatal] == [ADDED]
    with open_store(game.live, game.now) as store:
        assert store.book(FAILED_PULL, tuple[Problem, ...]) == {}
    assert lost_site(game.live, game.view()) is None


@pytest.mark.parametrize(
    ("page", "kept", "now"),
    [
        ("oilskins", Problem("x#c1", "no time"), Problem("x#c1", "no time", post="oilskins")),
        (
            "/2024/05",
            Problem("x/2024/05, post x/archive/lamps", "no time"),
            Problem("x/2024/05, post x/archive/lamps", "no time", post="lamps"),
        ),
        ("/2024/05", Problem("x/2024/05", "no post"), Problem("x/2024/05", "no post")),
        ("/", Problem("x", f"{ROSTER_DOUBT}Bo twice"), roster_problem("x", "Bo twice")),
        ("a", Problem("x", "no time", post="b"), Problem("x", "no time", post="b")),
    ],
)
def test_problems_that_an_earlier_version_kept(page: str, kept: Problem, now: Problem) -> None:
    assert about_its_post(page, kept) == now


@pytest.mark.slow
def test_a_killed_pull_is_completed_by_the_next_one(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_arguments: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("sync.pulling.game_pull.read_entry", killed)
        with pytest.raises(KeyboardInterrupt):
            game.pull()
    view = game.view()
    assert any(problem.fatal and problem.missing for problem in view.problems)
    assert any(item.inconclusive for item in run_all(view).not_evaluated)
    game.wait(minutes=10)
    assert game.pull().problems == ()
    assert [path for path in game.blog.asked if path.startswith("/2024")] in ([], ["/2024/05/"])
    assert fingerprints(game.audit()) == fingerprints(of_the_snapshot())


@pytest.mark.slow
def test_roster_and_rules_of_the_time_are_used(game: Game) -> None:
    game.pull()
    for page in map(game.blog.page, ("/", "/2024/05/")):
        page.write_text(page.read_text().replace("Sable Ines", "Sabel Innes"))
    game.wait(days=2)
    game.wiki.edit(
        "Ruleset",
        game.wiki.pages["Ruleset"].revisions[-1]["slots"]["main"]["*"].replace("Quorum", "QUORUM"),
    )
    game.pull()
    now, then = game.view(), game.view(NOW + timedelta(hours=1))
    assert now.roster and then.roster and now.rules and then.rules
    assert "Sabel Innes" in now.roster.active
    assert "Sabel Innes" not in then.roster.active
    assert now.rules.revid != then.rules.revid
    assert then.missing.aged == ()


@pytest.mark.slow
def test_two_pulls_at_once_lose_nothing(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second runs while the first one reads its third entry."""
    count = 0

    def read(blog: BlogPull, post: object) -> None:
        nonlocal count
        count += 1
        if count == 3:
            vote(game, ADDED)
            game.blog.instead["/archive/oilskins"] = 500
            with open_store(game.live, game.now) as store:
                pull(game.live, store, now=lambda: game.now + timedelta(seconds=1))
            game.blog.instead.clear()
        read_entry(blog, post)  # type: ignore[arg-type]

    monkeypatch.setattr("sync.pulling.game_pull.read_entry", read)
    game.pull()
    game.wait(minutes=10)
    assert game.pull().problems == ()
    assert len(game.post("oilskins").comments or ()) > 0
    assert "Sable Ines" in [comment.author for comment in game.post(ADDED).comments or ()]


@pytest.mark.slow
def test_a_store_remembers_what_matters_and_no_more(game: Game) -> None:
    """A year later, with another dynasty begun, nothing of the old one's odd pages is spoken of any
    more.
    """
    page = game.blog.page("/archive/oilskins")
    page.write_text(
        re.sub(COMMENT_TIME, r"\1at some time", page.read_text(), count=1).replace(
            "proposal open", "proposal Failed"
        )
    )
    april = game.blog.page("/2024/04")
    april.write_text(
        re.sub(r"(posted by .*?</a> at )[^<]*", r"\1some time", april.read_text(), count=1)
    )
    for file in game.lists():
        file.write_text(
            file.read_text().replace(
                'proposal open"><a href="/archive/oilskins"',
                'proposal Failed"><a href="/archive/oilskins"',
            )
        )
    game.pull()
    assert len(game.view().problems) >= 2
    address = """<div class="post"><h3 class="post-title ascension open"><a href="/archive/anew">Ascension Address: Anew</a></h3>
<p>All is new.</p><p class="post-footer"><em>posted by <a href="/member/1">Ottoline Marsh</a> at 12 May 2025 09:00:00 UTC</em>
<a href="/archive/anew" title="Comments">Comments (0)</a></p></div>"""
    front = game.blog.page("/")
    front.write_text(
        front.read_text().replace('<div class="post">', f'{address}<div class="post">', 1)
    )
    may = game.blog.page("/2025/05")
    may.parent.mkdir(parents=True)
    may.write_text(f"<html><body>{address}</body></html>")
    game.wait(days=363)
    assert [
        problem.where
        for problem in game.pull().problems
        if "oilskins" in problem.where or "/2024/04" in problem.where
    ] == []


@pytest.mark.slow
def test_posts_from_before_the_dynasty_are_fetched_where_they_are_asked_for(game: Game) -> None:
    march, archive = game.blog.folder / "2024" / "03" / "index.html", game.blog.folder / "archive"
    keys = set(re.findall(r"/archive/(\w+)", march.read_text(encoding="utf-8")))
    copies = {march: game.blog.folder / "2023" / "12" / "index.html"}
    copies |= {archive / key / "index.html": archive / f"{key}_then" / "index.html" for key in keys}
    for page, copy in copies.items():
        text = re.sub(
            r"\b(?:March|Mar)(\s+)2024", r"Dec\g<1>2023", page.read_text(encoding="utf-8")
        )
        copy.parent.mkdir(parents=True)
        copy.write_text(
            re.sub(r"/archive/\w+", lambda found: f"{found[0]}_then", text), encoding="utf-8"
        )
    game.pull()
    assert not any("2023" in address for address in game.blog.asked)
    since = datetime(2023, 12, 1, tzinfo=UTC)
    with open_store(game.live, game.now) as store:
        pull(game.live, store, now=lambda: game.now, since=since)
        assert "/2023/12/" in game.blog.asked
        assert "/2023/11/" not in game.blog.asked
        wide, usual = (
            len(StoreSource(store, game.live, game.now, since=each).posts())
            for each in (since, None)
        )
        assert wide > usual
        assert StoreSource(store, game.live, game.now, since=since).coverage().reaches(since)
        assert not StoreSource(store, game.live, game.now).coverage().reaches(since)
    game.pull()
    assert not any("2023" in address for address in game.blog.asked)
