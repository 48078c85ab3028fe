"""What a pull asks the wiki for, on a wiki that is scripted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from parsers.model import Problem, Revision
from sync.pulling.game_pull import Followed, Pulled, pull, standing_problems
from sync.sources.stored import open_store
from sync.wiki.wiki_access import NoSuchPage, WikiUnreachable
from sync.wiki.wiki_client import WikiClient
from tests.support.live_game import NOW, RULESET, Game, of_the_snapshot

TITLE = "The Long Cut"


def only_wiki(game: Game, *, since: datetime | None = None, **live: object) -> Pulled:
    game.wiki.asked.clear()
    settings = replace(game.live, **live)  # type: ignore[arg-type]
    with open_store(settings, game.now) as store:
        return pull(settings, store, sites=("wiki",), now=lambda: game.now, since=since)


def kept(game: Game, title: str) -> list[Revision]:
    with open_store(game.live, game.now) as store:
        return list(store.revisions(title))


def said(pulled: Pulled) -> list[tuple[str, str, bool]]:
    return [(problem.where, problem.what, problem.fatal) for problem in pulled.problems]


def test_nothing_changed_is_one_question_and_no_reading(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (only_wiki(game).revisions, len(game.wiki.asked)) == (2, 2)
    monkeypatch.setattr("parsers.ruleset.read_ruleset", None)
    game.wait(minutes=10)
    assert (only_wiki(game).revisions, len(game.wiki.asked)) == (0, 1)


DYNASTY = timedelta(days=62)
"""Where no Ascension Address is known, a pull goes back so far."""


def edited(game: Game, ages: Iterable[timedelta]) -> list[int]:
    """The tracking page with revisions of these ages, the oldest first, in place of those that it
    has.
    """
    game.wiki.delete(TITLE)
    return [game.wiki.edit(TITLE, f"{age}", at=game.now - age) for age in ages]


def revids(game: Game) -> list[int]:
    return [each.revid for each in kept(game, TITLE)]


def test_the_revisions_of_the_dynasty_are_kept_and_the_one_that_stood_before(game: Game) -> None:
    made = edited(
        game,
        (
            DYNASTY * 2,
            DYNASTY + timedelta(days=1),
            DYNASTY - timedelta(days=1),
            timedelta(days=3),
            timedelta(days=1),
        ),
    )
    assert only_wiki(game).revisions == 1 + 4
    assert revids(game) == made[1:]
    assert (only_wiki(game).revisions, len(game.wiki.asked)) == (0, 1)


def test_a_pull_that_was_cut_off_goes_on_where_it_was(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = edited(game, [timedelta(hours=200 - number) for number in range(200)])
    history = WikiClient.history

    asked: list[int] = []

    def cut_off(self: WikiClient, title: str, start: int, most: int) -> Iterator[Revision]:
        asked.append(start)
        if len(asked) > 3:
            raise WikiUnreachable("the line is dead")
        yield from history(self, title, start, most)

    with monkeypatch.context() as patched:
        patched.setattr(WikiClient, "history", cut_off)
        assert [problem.what for problem in only_wiki(game).problems] == ["the line is dead."]
    assert len(revids(game)) == 1 + 150
    game.wait(minutes=1)
    game.wiki.edit(TITLE, "newer")
    for _ in range(2):  # what is new, and then what was left out
        assert only_wiki(game).problems == ()
    assert revids(game)[:-1] == made


def test_one_pull_asks_for_so_many_and_the_next_for_the_rest(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sync.pulling.game_pull._MOST", 60)
    made = edited(game, [timedelta(hours=150 - number) for number in range(150)])
    lengths = []
    for _ in range(4):
        only_wiki(game)
        lengths.append(len(revids(game)))
    assert lengths == [61, 121, 150, 150]
    assert revids(game) == made


@pytest.mark.parametrize("new", [1, 2, 3, 60])
def test_texts_that_the_store_has_are_not_asked_for(game: Game, new: int) -> None:
    made = edited(game, [timedelta(hours=200 - number) for number in range(100)])
    only_wiki(game)
    made += [game.wiki.edit(TITLE, f"new {number}") for number in range(new)]
    game.wiki.texts_sent = 0
    assert only_wiki(game).revisions == new
    assert revids(game) == made
    # The two pages as they stand, and the revisions between.
    assert game.wiki.texts_sent == 2 + new - 1


@pytest.mark.parametrize("error", [NoSuchPage("deleted"), None], ids=["the page", "its parent"])
def test_a_history_that_was_deleted_ends_there(
    error: Exception | None, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_arguments: object, **_options: object) -> Iterator[Revision]:
        if error is not None:
            raise error
        return iter(())

    edited(game, [timedelta(hours=2), timedelta(hours=1)])
    monkeypatch.setattr(WikiClient, "history", gone)
    assert (only_wiki(game).revisions, len(revids(game))) == (2, 1)
    assert only_wiki(game).problems == ()


def test_parents_that_lead_round_in_circles(game: Game) -> None:
    edited(game, [timedelta(hours=2), timedelta(hours=1)])
    first, second = game.wiki.pages[TITLE].revisions
    first["parentid"] = second["revid"]
    only_wiki(game)
    assert len(revids(game)) == 2
    assert (only_wiki(game).revisions, len(game.wiki.asked)) == (0, 1)


def test_new_rules_may_name_another_page(game: Game) -> None:
    only_wiki(game)
    game.wiki.edit("The Short Cut", "Here.")
    game.wiki.edit("Ruleset", RULESET.replace(TITLE, "The Short Cut"))
    assert only_wiki(game).problems == ()
    with open_store(game.live, game.now) as store:
        assert list(store.book("wiki", Followed)) == ["Ruleset", "The Short Cut"]


def test_the_settings_decide_which_page_it_is(game: Game) -> None:
    game.wiki.edit("Another", "Here.")
    assert only_wiki(game, tracking="Another").revisions == 2
    with open_store(game.live, game.now) as store:
        assert set(store.book("wiki", Followed)) == {"Ruleset", "Another"}
    assert only_wiki(game).revisions == 1
    with open_store(game.live, game.now) as store:
        assert list(store.book("wiki", Followed)) == ["Ruleset", TITLE]


def test_a_store_without_the_name_of_the_tracking_page(game: Game) -> None:
    only_wiki(game)
    with open_store(game.live, game.now) as store, store.run("wiki", game.now) as run:
        run.note("wiki.tracking", "Ruleset", None)
    assert only_wiki(game).problems == ()
    with open_store(game.live, game.now) as store:
        assert list(store.book("wiki", Followed)) == ["Ruleset", TITLE]


def test_a_followed_redirect_is_reported(game: Game) -> None:
    only_wiki(game)
    game.wait(minutes=10)
    game.wiki.move(TITLE, "The Old Cut", redirect=True)
    game.wiki.edit("The Old Cut", "Moved.")
    for _ in range(2):
        assert said(only_wiki(game)) == [
            (TITLE, "The page redirects to 'The Old Cut'; that page was read instead.", False)
        ]
    game.wiki.edit("The Old Cut", "One.")
    game.wiki.edit("The Old Cut", "Two.")
    only_wiki(game)
    assert [revision.text for revision in kept(game, TITLE)][-3:] == ["Moved.", "One.", "Two."]


def test_the_note_of_an_older_version_is_reported(game: Game) -> None:
    """The row is as that version wrote it."""
    game.wiki.delete(TITLE)
    row = f'{{"title":"{TITLE}","place":"{TITLE}","revid":0,"says":"It is not there."}}'
    with open_store(game.live, game.now) as store:
        with store._db.writing():  # as bytes, whatever the class is now
            store._db.run("INSERT INTO notes VALUES ('wiki', ?, ?)", TITLE, row)
        standing = standing_problems(store, ["wiki"], game.now)
    assert [(problem.what, problem.fatal) for problem in standing] == [("It is not there.", True)]


def test_a_missing_page_without_a_note_is_noted_again(game: Game) -> None:
    game.wiki.delete(TITLE)
    only_wiki(game)
    with open_store(game.live, game.now) as store, store.run("wiki", game.now) as run:
        run.note("wiki", TITLE, Followed(TITLE, TITLE, 0))
    assert [where for where, *_ in said(only_wiki(game))] == [TITLE]


@pytest.mark.parametrize("title", ["Ruleset", TITLE])
def test_a_missing_page_is_reported_until_it_exists(game: Game, title: str) -> None:
    text = game.wiki.pages[title].revisions[-1]["slots"]["main"]["*"]
    only_wiki(game)
    game.wait(minutes=10)
    game.wiki.delete(title)
    for _ in range(2):
        assert said(only_wiki(game)) == [
            (title, f"The wiki has no page {title!r}: no such page.", True)
        ]
        game.wait(minutes=10)
    with open_store(game.live, game.now) as store:
        assert store.last_seen("wiki") == NOW
    game.wiki.edit(title, text)
    assert said(only_wiki(game)) == []


@pytest.mark.parametrize("fault", ["failing", "garbage"])
def test_a_wiki_out_of_reach_leaves_the_blog_to_be_evaluated(game: Game, fault: str) -> None:
    game.pull()
    setattr(game.wiki, fault, True)
    game.wait(minutes=10)
    pulled = game.pull()
    assert [(problem.where, problem.fatal) for problem in pulled.problems] == [
        (game.live.wiki_url, True)
    ]
    assert pulled.blog_requests > 0
    game.wait(minutes=10)
    setattr(game.wiki, fault, False)
    assert game.pull().problems == ()
    assert {finding.fingerprint for finding in game.audit().findings} == {
        f.fingerprint for f in of_the_snapshot().findings
    }


def test_a_tracking_page_out_of_reach_is_asked_for_by_the_next_pull(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = WikiClient.read

    def failing(self: WikiClient, titles: list[str]) -> object:
        if titles == [TITLE]:
            raise WikiUnreachable("it is not there")
        return read(self, titles)

    with monkeypatch.context() as patched:
        patched.setattr(WikiClient, "read", failing)
        assert only_wiki(game).problems == (
            Problem(game.live.wiki_url, "it is not there.", fatal=True, missing=True),
        )
    assert len(kept(game, "Ruleset")) == 1
    assert only_wiki(game).revisions == 1
    assert len(kept(game, TITLE)) == 1
