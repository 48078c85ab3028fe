"""What stands where a notice would go, so that nothing is said twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from sync.config import Config
from sync.errors import NoVerdict, Unreachable
from sync.notices.model import Channel, Draft, marked
from sync.store import Journal
from validators.view import GameView

__all__ = ["Talk", "TalkPages", "Told", "talk_pages", "told_at"]


# The wiki's history settles what became of an edit; an entry shows what became of a comment that was begun.
_UNSURE: dict[Channel, tuple[str, ...]] = {"wiki-talk": (), "blog-comment": ("unknown",), "chat": ("begun", "unknown")}


@dataclass(frozen=True, slots=True)
class Talk:
    """A talk page as it is: ``revid`` is None where there is none yet."""

    title: str
    revid: int | None
    text: str


TalkPages = Callable[[str], Talk]
"""A talk page by its title. Raises :class:`NoVerdict` where the wiki cannot be asked, or has no such page."""


@dataclass(frozen=True, slots=True)
class Told:
    """What was said in a place: the findings told there (eight digits of each fingerprint), and those of which nobody knows."""

    told: frozenset[str] = frozenset()
    unsure: frozenset[str] = frozenset()


def told_at(draft: Draft, view: GameView, talk: TalkPages, journal: Journal | None) -> Told:
    """What the place itself shows, and what the journal says was posted there and may have been removed or archived since."""
    seen = marked("\n".join(_standing(draft, view, talk)))
    marks = journal.marks_at(draft.channel, draft.target) if journal is not None else ()
    kept = frozenset(digits for mark, state in marks if state in ("saved", "posted") for digits in marked(mark))
    unsure = frozenset(digits for mark, state in marks if state in _UNSURE[draft.channel] for digits in marked(mark))
    return Told(seen | kept, unsure - seen - kept)


def _standing(draft: Draft, view: GameView, talk: TalkPages) -> Iterator[str]:
    if draft.channel == "wiki-talk":
        yield talk(draft.target).text
    elif draft.channel == "blog-comment":
        for post in view.posts:
            if post.url == draft.target:
                yield from (comment.text for comment in post.comments or ())


def talk_pages(config: Config) -> TalkPages:
    """Talk pages as they are on the wiki now; those of a snapshot, or none, where the wiki is not to be asked."""

    def saved(title: str) -> Talk:
        from sync.snapshot import open_snapshot

        if config.snapshot is not None:
            with suppress(Unreachable):
                snapshot = open_snapshot(config.snapshot)
                return Talk(title, snapshot.revision(title).revid, snapshot.page_text(title))
        return Talk(title, None, "")

    def asked(title: str) -> Talk:
        from sync.wiki import Found, Missing, WikiClient, WikiSettings

        assert config.live is not None  # noqa: S101 - that is when the wiki is asked
        with WikiClient(WikiSettings(config.live.wiki_url, config.live.contact)) as client:
            answer = client.read([title])[title]
        if isinstance(answer, Found):
            if answer.revision.text is None:
                raise NoVerdict(f"the text of {answer.title!r} is hidden; name another page with [notice] talk")
            return Talk(answer.title, answer.revid, answer.revision.text)
        if isinstance(answer, Missing):
            return Talk(answer.title, None, "")
        raise NoVerdict(f"the wiki has no page {title!r} to talk on: {answer.why}; name another with [notice] talk")

    return saved if config.live is None or config.live.offline else asked
