"""What was told in a place, so that nothing is told twice: by what stands there, and by what the journal remembers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from parsers.model import Post, same_name
from sync.notices.model import Channel, Draft, marked
from sync.notices.places import TalkPages, user_of
from sync.settings.config import Config
from sync.store import Journal, State
from sync.store.journal import Marked
from sync.text import shorten
from validators.view import GameView

__all__ = ["MAY_BE_UNDER_WAY", "Scene", "Told", "by_whom", "is_new", "remembered", "told_at"]

MAY_BE_UNDER_WAY = timedelta(minutes=5)
"""What another run began less than this ago may still be on its way."""

# "unchanged" stood there when a run looked.
_TOLD: tuple[State, ...] = ("saved", "posted", "unchanged")
_UNSURE: Mapping[Channel, tuple[State, ...]] = {"wiki-talk": (), "blog-comment": ("unknown",), "chat": ("begun", "unknown")}


@dataclass(frozen=True, slots=True)
class Told:
    """What was said in a place, in digits of findings.

    ``standing`` is what can be seen there, ``kept`` what the journal says was told there and may have been removed or
    archived since, ``unsure`` what nobody knows of, ``under_way`` what another run may be sending at this moment, and
    ``others`` what stands there under another account's name. ``hindrance`` says why nothing may be told there.
    """

    standing: frozenset[str] = frozenset()
    kept: frozenset[str] = frozenset()
    unsure: frozenset[str] = frozenset()
    under_way: frozenset[str] = frozenset()
    others: Mapping[str, str] = field(default_factory=dict)
    hindrance: str | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """Where a run looks for what was told. ``journal`` is None where there is no live game."""

    config: Config
    view: GameView
    talk: TalkPages
    journal: Journal | None
    now: datetime


def told_at(draft: Draft, scene: Scene) -> Told:
    """What was told in the draft's place. Raises :class:`NoVerdict` where the place cannot be read."""
    if draft.channel == "wiki-talk":
        page = scene.talk.read(draft.target)
        rows = [row for title in dict.fromkeys((draft.target, page.title)) for row in _rows(scene, "wiki-talk", title)]
        kept = remembered(rows, "wiki-talk", scene.now)
        return Told(marked(page.text, page=True), kept.kept, hindrance=scene.talk.hindrance(page))
    rows = _rows(scene, draft.channel, draft.target)
    kept = remembered(rows, draft.channel, scene.now)
    post = next((post for post in scene.view.posts if post.url == draft.target), None)
    if draft.channel == "chat" or post is None:
        return kept
    own, others = by_whom(post, scene.config)
    seen = own | kept.kept
    foreign = {digits: who for digits, who in others.items() if digits not in seen}
    return Told(own, kept.kept, kept.unsure - seen, kept.under_way - seen, foreign, _hidden(post, scene.journal, rows))


def remembered(rows: Iterable[Marked], channel: Channel, now: datetime) -> Told:
    """What rows of the journal say."""
    kept, unsure, under_way = set[str](), set[str](), set[str]()
    for row in rows:
        digits = marked(row.mark)
        if row.state in _TOLD:
            kept |= digits
        elif row.state == "begun" and now - row.began < MAY_BE_UNDER_WAY:
            under_way |= digits
        elif row.state in _UNSURE[channel]:
            unsure |= digits
    return Told(kept=frozenset(kept), unsure=frozenset(unsure - kept), under_way=frozenset(under_way - kept))


def _rows(scene: Scene, channel: Channel, place: str) -> list[Marked]:
    return scene.journal.marks_at(channel, place) if scene.journal is not None else []


def by_whom(post: Post, config: Config) -> tuple[frozenset[str], dict[str, str]]:
    """What the account's own comments on an entry tell, and what others' do, with their names.

    Where nobody said what the account is called, every comment counts as its own.
    """
    names = [name for name in (config.notice.blog_name, user_of("blog")) if name]
    own, others = set[str](), dict[str, str]()
    for comment in post.comments or ():
        digits = marked(comment.text)
        if not names or any(same_name(comment.author, name) for name in names):
            own |= digits
        else:
            others |= dict.fromkeys(digits, shorten(comment.author, 40) or "nobody")
    return frozenset(own), {digits: who for digits, who in others.items() if digits not in own}


def _hidden(post: Post, journal: Journal | None, rows: list[Marked]) -> str | None:
    """Why nothing may be said on an entry that does not show all its comments: the notice may be among the others."""
    shown = len(post.comments or ())
    if post.comments is None or post.comment_count is None or shown >= post.comment_count or is_new(post, journal, rows):
        return None
    return f"the entry shows {shown} of {post.comment_count} comments, so that the notice may stand there unseen"


def is_new(post: Post | None, journal: Journal | None, rows: list[Marked]) -> bool:
    """Whether nothing can have been told on an entry: it is younger than the journal, and the journal has nothing of it."""
    return journal is not None and not rows and post is not None and post.posted is not None and post.posted > journal.kept_since()
