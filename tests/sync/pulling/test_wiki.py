"""What a pull asks the wiki for, on a wiki that is scripted; :mod:`tests.sync.sources.test_live` has a real one."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from parsers.model import Problem, Revision
from sync.pulling.pull import Pulled
from sync.pulling.wiki import pages_of
from sync.sources.stored import open_store
from tests.support.live_game import NOW, RULESET, Game, of_the_snapshot

TITLE = "The Long Cut"


def only_wiki(game: Game, **live: object) -> Pulled:
    from sync.pulling.pull import pull

    game.wiki.asked.clear()
    settings = replace(game.live, **live)  # type: ignore[arg-type]
    with open_store(settings, game.now) as store:
        return pull(settings, store, sites=("wiki",), now=lambda: game.now)


def kept(game: Game, title: str) -> list[Revision]:
    with open_store(game.live, game.now) as store:
        return list(store.revisions(title))


def said(pulled: Pulled) -> list[tuple[str, str, bool]]:
    return [(problem.where, problem.what, problem.fatal) for problem in pulled.problems]


def test_nothing_changed_is_one_question_and_no_reading(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (only_wiki(game).revisions, len(game.wiki.asked)) == (2, 2)
    monkeypatch.setattr("parsers.ruleset.read_ruleset", None)
    game.wait(minutes=10)
    assert (only_wiki(game).revisions, len(game.wiki.asked)) == (0, 1)


def test_rules_that_name_no_page_are_not_read_for_it_again(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    game.wiki.edit("Ruleset", "= Core Rules =\n== Votes ==\nText.\n= Dynastic Rules =\n= Appendix =\n")
    assert (only_wiki(game).revisions, len(game.wiki.asked)) == (1, 1)
    monkeypatch.setattr("parsers.ruleset.read_ruleset", None)
    game.wait(minutes=10)
    assert (only_wiki(game).revisions, len(game.wiki.asked)) == (0, 1)


def test_revisions_in_between_are_kept_too(game: Game) -> None:
    only_wiki(game)
    for number in range(3):
        game.wait(minutes=1)
        game.wiki.edit(TITLE, f"version {number}", by="Sable Ines")
    assert only_wiki(game).revisions == 3
    assert [revision.text for revision in kept(game, TITLE)][1:] == ["version 0", "version 1", "version 2"]
    assert {revision.user for revision in kept(game, TITLE)[1:]} == {"Sable Ines"}


def test_a_history_that_was_deleted_begins_anew(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    from sync.wiki.errors import RevisionGone

    def gone(*_arguments: object, **_options: object) -> None:
        raise RevisionGone("gone")

    only_wiki(game)
    game.wiki.edit(TITLE, "one")
    game.wiki.edit(TITLE, "two")
    monkeypatch.setattr("sync.wiki.reading.client.WikiClient.history", gone)
    assert only_wiki(game).revisions == 1


def test_new_rules_may_name_another_page(game: Game) -> None:
    only_wiki(game)
    game.wiki.edit("The Short Cut", "Here.")
    game.wiki.edit("Ruleset", RULESET.replace(TITLE, "The Short Cut"))
    assert only_wiki(game).problems == ()
    with open_store(game.live, game.now) as store:
        assert list(pages_of(store)) == ["Ruleset", "The Short Cut"]


def test_the_settings_decide_which_page_it_is(game: Game) -> None:
    game.wiki.edit("Another", "Here.")
    assert only_wiki(game, tracking="Another").revisions == 2
    with open_store(game.live, game.now) as store:
        assert list(pages_of(store)) == ["Ruleset", "Another"]
    assert only_wiki(game).revisions == 1
    with open_store(game.live, game.now) as store:
        assert list(pages_of(store)) == ["Ruleset", TITLE]


def test_another_title_for_the_rules(game: Game) -> None:
    game.wiki.edit("Ruleset 2", RULESET)
    only_wiki(game)
    assert only_wiki(game, ruleset="Ruleset 2").revisions == 1


def test_a_page_that_was_moved_is_followed_and_that_is_said(game: Game) -> None:
    only_wiki(game)
    game.wait(minutes=10)
    game.wiki.move(TITLE, "The Old Cut")
    game.wiki.move("The Old Cut", "The Older Cut")
    game.wiki.edit("The Older Cut", "Moved, and changed.")
    for _ in range(2):
        note = "The page was moved to 'The Older Cut' and left no redirect; it was read there."
        assert said(only_wiki(game)) == [(TITLE, note, False)]
        game.wait(minutes=10)
    assert kept(game, TITLE)[-1].text == "Moved, and changed."
    game.wiki.edit("The Older Cut", "Changed again.")
    assert len(said(only_wiki(game))) == 1
    assert kept(game, TITLE)[-1].text == "Changed again."
    assert any(problem.where == TITLE for problem in game.view().problems)


def test_a_page_that_was_moved_back_is_followed_there(game: Game) -> None:
    only_wiki(game)
    game.wait(minutes=10)
    game.wiki.move(TITLE, "Elsewhere")
    only_wiki(game)
    game.wait(minutes=10)
    game.wiki.move("Elsewhere", TITLE)
    assert said(only_wiki(game)) == []


def test_a_redirect_is_followed_and_that_is_said(game: Game) -> None:
    only_wiki(game)
    game.wait(minutes=10)
    game.wiki.move(TITLE, "The Old Cut", redirect=True)
    game.wiki.edit("The Old Cut", "Moved.")
    for _ in range(2):
        assert said(only_wiki(game)) == [(TITLE, "The page redirects to 'The Old Cut', which was read in its place.", False)]


@pytest.mark.parametrize("title", ["Ruleset", TITLE])
def test_a_page_that_is_not_there_is_missed_until_it_is(game: Game, title: str) -> None:
    text = game.wiki.pages[title].revisions[-1]["slots"]["main"]["*"]
    only_wiki(game)
    game.wait(minutes=10)
    game.wiki.delete(title)
    for _ in range(2):
        assert said(only_wiki(game)) == [(title, f"The wiki has no page {title!r}: there is no such page.", True)]
        game.wait(minutes=10)
    with open_store(game.live, game.now) as store:
        assert store.last_seen("wiki") == NOW
    game.wiki.edit(title, text)
    assert said(only_wiki(game)) == []


def test_a_move_to_a_page_that_is_gone_as_well(game: Game) -> None:
    only_wiki(game)
    game.wait(minutes=10)
    game.wiki.move(TITLE, "Elsewhere")
    game.wiki.delete("Elsewhere")
    assert [fatal for _, _, fatal in said(only_wiki(game))] == [True]


def test_rules_that_were_never_there(game: Game) -> None:
    game.wiki.delete("Ruleset")
    assert [(where, fatal) for where, _, fatal in said(only_wiki(game))] == [("Ruleset", True)]
    view = game.view()
    assert view.rules is None
    assert [problem.missing for problem in view.problems if problem.where == "Ruleset"] == [True]
    game.wiki.edit("Ruleset", RULESET)
    assert said(only_wiki(game)) == []


def test_a_title_that_is_none(game: Game) -> None:
    why = "The wiki has no page 'A[B': The title contains invalid characters."
    assert said(only_wiki(game, tracking="A[B")) == [("A[B", why, True)]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("x" * 2_000_001, "cannot be read"),
        ("no rules", "holds no rules"),
        ("= Core Rules =\n== Votes ==\nText.\n", "is not the whole Ruleset"),
    ],
    ids=["too long", "no rules", "no dynastic rules"],
)
def test_a_page_in_place_of_the_rules_is_fatal(game: Game, text: str, what: str) -> None:
    game.wiki.edit("Ruleset", text)
    only_wiki(game)
    view = game.view()
    assert [problem.fatal for problem in view.problems if problem.where == "Ruleset" and what in problem.what] == [True]
    assert (view.rules is None) is ("Core" not in text)


def test_rules_whose_text_is_hidden(game: Game) -> None:
    game.wiki.edit("Ruleset", "")
    game.wiki.pages["Ruleset"].revisions[-1]["slots"]["main"] = {"texthidden": True}
    only_wiki(game)
    assert game.view().rules is None
    game.wait(minutes=10)
    only_wiki(game)


@pytest.mark.parametrize("fault", ["failing", "garbage"])
def test_a_wiki_out_of_reach_leaves_the_blog_to_be_evaluated(game: Game, fault: str) -> None:
    game.pull()
    setattr(game.wiki, fault, True)
    game.wait(minutes=10)
    pulled = game.pull()
    assert [(problem.where, problem.fatal) for problem in pulled.problems] == [(game.live.wiki_url, True)]
    assert pulled.blog_requests > 0
    game.wait(minutes=10)
    setattr(game.wiki, fault, False)
    assert game.pull().problems == ()
    assert {finding.fingerprint for finding in game.audit().findings} == {f.fingerprint for f in of_the_snapshot().findings}


def test_a_tracking_page_out_of_reach_is_asked_for_by_the_next_pull(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    from sync.wiki.errors import WikiUnreachable
    from sync.wiki.reading.client import WikiClient

    read = WikiClient.read

    def failing(self: WikiClient, titles: list[str]) -> object:
        if titles == [TITLE]:
            raise WikiUnreachable("it is not there")
        return read(self, titles)

    with monkeypatch.context() as patched:
        patched.setattr(WikiClient, "read", failing)
        assert only_wiki(game).problems == (Problem(game.live.wiki_url, "it is not there.", fatal=True, missing=True),)
    assert len(kept(game, "Ruleset")) == 1
    assert only_wiki(game).revisions == 1
    assert len(kept(game, TITLE)) == 1


def test_the_past_has_the_revision_of_then(game: Game) -> None:
    only_wiki(game)
    game.wait(days=1)
    first = game.wiki.pages["Ruleset"].revisions[-1]["revid"]
    game.wiki.edit("Ruleset", "")
    game.wiki.pages["Ruleset"].revisions[-1]["slots"]["main"] = {"texthidden": True}
    game.wait(days=1)
    second = game.wiki.edit("Ruleset", RULESET)
    only_wiki(game)
    for now, revid in ((game.now, second), (NOW, first), (NOW + timedelta(days=1), first), (NOW - timedelta(days=300), first)):
        rules = game.view(now).rules
        assert rules is not None
        assert rules.revid == revid
