"""What must hold in every game, tried on invented ones."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.model import Comment, Icon, MatterKind, Post, Roster, Status, VoteIcon, same_name
from tests.support.rules import ruleset_of
from tests.support.views import game_view, remade
from tests.validators.games import VOTINGS, random_game, vary
from tests.validators.making import sentences_of
from tests.validators.oracle import as_of
from tests.validators.scene import MINUTE, SECOND
from tests.validators.voting.test_against_oracle import fields, rules_for
from validators.checks.run import run_all
from validators.view import GameView
from validators.voting.dated_posts import NEVER
from validators.voting.judge import TallySheet, judge
from validators.voting.timeline import Timeline
from validators.voting.verdict import Verdict
from validators.wording import worded


@dataclass(frozen=True, repr=False)
class Game:
    """One invented game, with randomness left for the test."""

    name: str
    rng: random.Random
    view: GameView

    def __repr__(self) -> str:
        return f"the game {self.name!r}"

    def judged(self, posts: tuple[Post, ...], now: datetime | None = None) -> dict[str, Verdict]:
        """The verdicts on other posts in the same game."""
        view = remade(self.view, posts=posts, as_of=now or self.view.as_of)
        return {verdict.post.key: verdict for verdict in judge(view).verdicts}

    @property
    def sheet(self) -> TallySheet:
        """The verdicts on its own."""
        return judge(self.view)

    @property
    def roster(self) -> Roster:
        """Who plays."""
        assert self.view.roster is not None
        return self.view.roster


def _game(edition: str, seed: int, changed: bool, posts_know: bool) -> Game:
    rng = random.Random(f"{edition} {seed}")
    voting = vary(rng, VOTINGS[edition]) if changed else VOTINGS[edition]
    roster, emperor, posts, now = random_game(rng, voting)
    rules = ruleset_of(rules_for(voting))
    return Game(
        f"{edition} {seed} {changed} {posts_know}",
        rng,
        game_view(now, rules, roster, posts, None if posts_know else emperor or ""),
    )


GAMES = st.builds(
    _game, st.sampled_from(sorted(VOTINGS)), st.integers(0, 2**32), st.booleans(), st.booleans()
)


def with_comments(
    post: Post, change: Callable[[Comment], Comment | None], more: tuple[Comment, ...] = ()
) -> Post:
    """The post with its comments changed, or gone where that gives None, and more behind them."""
    kept = [changed for comment in post.comments or () if (changed := change(comment)) is not None]
    comments = (*kept, *more)
    return replace(post, comments=comments, comment_count=len(comments))


@given(GAMES)
def test_the_order_in_which_posts_are_given_does_not_matter(game: Game) -> None:
    posts = list(game.view.posts)
    game.rng.shuffle(posts)
    turned = remade(game.view, posts=tuple(posts))
    assert judge(turned) == game.sheet
    assert set(run_all(turned).findings) == set(run_all(game.view).findings)


@given(GAMES)
def test_the_order_in_which_comments_are_given_does_not_matter(game: Game) -> None:
    def shuffled(post: Post) -> Post:
        comments = list(post.comments or ())
        game.rng.shuffle(comments)
        return replace(post, comments=tuple(comments))

    again = game.judged(tuple(map(shuffled, game.view.posts)))
    for verdict in game.sheet.verdicts:
        other = again[verdict.post.key]
        assert (other.votes, other.uncounted, sentences_of(other.doubts)) == (
            verdict.votes,
            verdict.uncounted,
            sentences_of(verdict.doubts),
        )
        assert fields(other) == fields(verdict)


@given(GAMES)
def test_strangers_never_change_a_verdict(game: Game) -> None:
    def invaded(post: Post) -> Post:
        if post.posted is None or post.comments is None:
            return post
        strangers = tuple(
            Comment(
                f"Passer-by {place}",
                post.posted + place * MINUTE,
                (Icon(game.rng.choice(list(VoteIcon))),),
                "Me too.",
                f"s{place}",
                place,
            )
            for place in range(1, 9)
        )
        return with_comments(post, lambda comment: comment, strangers)

    again = game.judged(tuple(map(invaded, game.view.posts)))
    for verdict in game.sheet.verdicts:
        assert fields(again[verdict.post.key]) == fields(verdict)
        assert again[verdict.post.key].votes == verdict.votes


@pytest.mark.slow
@given(GAMES)
def test_the_earliest_moment_is_the_first(game: Game) -> None:
    now, frozen = game.view.as_of, as_of(game.view.posts, game.view.as_of)
    for key, verdict in game.judged(frozen).items():
        for flag, first in (
            ("enactable", verdict.earliest_enact),
            ("failable", verdict.earliest_fail),
        ):
            by_emperor = verdict.kind is MatterKind.DOV and not game.sheet.emperor_known
            if first is None and (sentences_of(verdict.unseen) or by_emperor):
                # A later moment rests on what was not seen, or on who is Emperor, so none is named.
                assert getattr(verdict, flag) is not True
                continue
            assert getattr(verdict, flag) is (first == now)
            if first is not None:
                assert first >= now
                assert getattr(game.judged(frozen, first)[key], flag) is True
            end = first or now + timedelta(days=11)
            somewhen = now + game.rng.randint(0, int((end - now).total_seconds())) * SECOND
            for moment in (end - SECOND, somewhen):
                if now <= moment < end:
                    assert getattr(game.judged(frozen, moment)[key], flag) is False


@given(GAMES)
def test_claims_that_no_verdict_may_make(game: Game) -> None:
    for verdict in game.sheet.verdicts:
        assert not (verdict.popular and verdict.unpopular)
        assert not (verdict.enactable and verdict.failable)
        assert not (verdict.enactable and (verdict.withdrawn or verdict.vetoed or verdict.illegal))
        assert verdict.illegal is None or verdict.unpopular
        assert verdict.certified is (not sentences_of(verdict.doubts))
        assert len(set(sentences_of(verdict.doubts))) == len(sentences_of(verdict.doubts))
        counts = verdict.counts
        assert counts.for_ + counts.not_against <= 2 * len(game.roster.active)
        assert counts.not_against == len(game.roster.active) - counts.against
        if verdict.status is not Status.PENDING:
            assert (
                verdict.enactable,
                verdict.failable,
                verdict.earliest_enact,
                verdict.earliest_fail,
            ) == (False, False, None, None)
        for reason in verdict.reasons:
            assert reason.rule is not None
            assert "None" not in worded(reason.stands)


@given(GAMES, st.integers(-12 * 24 * 60, 60))
def test_the_timeline_finds_what_searching_would(game: Game, minutes: int) -> None:
    timeline, moment = Timeline(game.view), game.view.as_of.replace(second=0) + minutes * MINUTE
    posts = timeline.posts
    pending = [post for post in posts if post.category.matter and post.pending_at(moment)]
    dovs = [post for post in pending if post.category.matter is MatterKind.DOV]
    assert sorted(dov.key for dov in timeline.pending(MatterKind.DOV, moment)) == sorted(
        dov.key for dov in dovs
    )
    for post in timeline.of(MatterKind.PROPOSAL):
        older = [
            p
            for p in pending
            if p.category.matter is MatterKind.PROPOSAL and timeline.before(p, post)
        ]
        assert list(timeline.older_pending(post, moment, None)) == older[::-1]
        fresh = [p for p in older if moment - p.posted <= timedelta(days=3)]
        assert list(timeline.older_pending(post, moment, timedelta(days=3))) == fresh[::-1]
        own = [
            p
            for p in posts
            if p.category is post.category
            and same_name(p.author, post.author)
            and timeline.before(p, post)
        ]
        assert timeline.of_author(post, moment) == [p for p in own if p.posted >= moment]
        assert timeline.of_author(post, NEVER, pending=True) == [
            p for p in own if p.pending_at(post.posted)
        ]
