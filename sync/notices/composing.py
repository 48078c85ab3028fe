"""Compose notices from findings: which findings need one, and where it belongs. Findings already
posted there are left out, and obstacles to posting are found.

A finding counts as posted if its mark is visible in a place, or in the journal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from parsers.model import RULESET_PAGE, Confidence, Post, same_name
from sync.errors import NoVerdict, UsageError
from sync.notices.news_text import chat_message
from sync.notices.notice_model import (
    Channel,
    Draft,
    Notice,
    NoticeOutcome,
    Result,
    digits_of,
    mark_of,
    marked,
)
from sync.notices.notice_text import worded
from sync.notices.talk_pages import TalkPages
from sync.settings.config import Config
from sync.sources.stored import lost_site
from sync.store import Journal, State, Written
from sync.wiki.wiki_access import talk_page
from validators.checks.run import codes_of
from validators.finding import Finding, Severity, Subject
from validators.fixes.tracking_fixes import implausible
from validators.news import NewsItem
from validators.view import GameView
from validators.words import counted

MAY_BE_UNDER_WAY = timedelta(minutes=5)
"""A write of another run that began less than this ago may still arrive."""

NEWS_FOR = timedelta(days=1)
"""How long something is news in a chat, so that the first message does not list a whole dynasty."""

CHAT = "chat"
_MAY_HAVE_ARRIVED = "{} may not have arrived; check the chat, and see `blognomic doctor --journal`"
_UNDER_WAY = "another run began to send {} less than five minutes ago; run the command again later"

_OF_A_POST = ("matter", "post")
_OF_THE_SIDEBAR = "roster"
_OF_THE_PAGE = ("page", "revision", "player", "variable")

# "unchanged": a run found the notice in its place.
_WAS_POSTED: tuple[State, ...] = ("saved", "posted", "unchanged")
_UNCERTAIN: Mapping[Channel, tuple[State, ...]] = {
    "wiki-talk": (),
    "blog-comment": ("unknown",),
    "chat": ("begun", "unknown"),
}


@dataclass(frozen=True, slots=True)
class Scene:
    """The data that a run searches for earlier notices. ``journal`` is None without a live game."""

    config: Config
    view: GameView
    talk: TalkPages
    journal: Journal | None
    now: datetime


@dataclass(frozen=True, slots=True)
class PlaceState:
    """The findings posted in a place, by their digits in marks.

    ``posted`` findings are visible, or were posted by the journal and may have been removed since;
    ``uncertain`` ones may have arrived; ``under_way`` ones may be sent by another run at this
    moment. ``hindrance`` is the reason why posting is impossible.
    """

    posted: frozenset[str] = frozenset()
    uncertain: frozenset[str] = frozenset()
    under_way: frozenset[str] = frozenset()
    hindrance: str | None = None


def compose(drafts: Iterable[Draft], scene: Scene) -> Iterator[tuple[Notice, NoticeOutcome]]:
    """Yield each draft as a notice of the findings not posted yet, and the outcome known before
    anything is sent.

    A result of None means that it can be posted: all obstacles are found at this point, so that the
    preview shows them.
    """
    lost = _lost(scene)
    for draft in drafts:
        try:
            placed, place = _read_place(draft, scene)
        except NoVerdict as error:
            yield worded(draft, scene.view.as_of), NoticeOutcome("refused", why=str(error))
            continue
        left = tuple(
            finding for finding in placed.findings if digits_of(finding) not in place.posted
        )
        if not left:
            yield (
                Notice(placed, "", mark_of(placed.findings)),
                NoticeOutcome("already-posted", why="it has already been posted"),
            )
            continue
        notice = worded(replace(placed, findings=left), scene.view.as_of)
        refused = (
            NoticeOutcome("refused", why=place.hindrance or lost or "")
            if place.hindrance or lost
            else NoticeOutcome()
        )
        yield notice, sent_before(marked(notice.mark), place) or refused


def compose_news(items: Iterable[NewsItem], scene: Scene) -> Iterator[tuple[Notice, NoticeOutcome]]:
    """Yield one message to the chat with the news of the last day that no earlier one had, if there
    is any, and the outcome as :func:`compose` gives it. Its mark names the items in its text; the
    next run sends the others.

    Items of a message that may have arrived, or that another run may be sending, are not sent: they
    are yielded with that outcome.
    """
    rows = [] if scene.journal is None else scene.journal.writes_at("chat", CHAT)
    sent = in_journal(rows, "chat", scene.now)
    since = scene.view.as_of - NEWS_FOR
    unsent = [item for item in items if item.since >= since and digits_of(item) not in sent.posted]
    new = [item for item in unsent if digits_of(item) not in sent.uncertain | sent.under_way]
    if new:
        text, count = chat_message(new, scene.view.as_of, scene.config.wiki_url)
        why = _lost(scene)
        outcome = NoticeOutcome("refused", why=why) if why else NoticeOutcome()
        yield _of_news(new[:count], "news", text), outcome
    kept: tuple[tuple[Result, Set[str], str], ...] = (
        ("unknown", sent.uncertain, _MAY_HAVE_ARRIVED),
        ("refused", sent.under_way, _UNDER_WAY),
    )
    for result, digits, why in kept:
        held = [item for item in unsent if digits_of(item) in digits]
        if held:
            outcome = NoticeOutcome(result, why=why.format(counted(len(held), "item")))
            yield _of_news(held, f"news {result}"), outcome


def _of_news(items: Sequence[NewsItem], key: str, text: str = "") -> Notice:
    draft = Draft("chat", CHAT, "news of the game", (), key, tuple(items))
    return Notice(draft, text, mark_of(items))


def limit_reached(per_day: int) -> str:
    """Return why no more notices are posted today."""
    return f"daily limit of {per_day} notices reached; see [notice] per_day"


def sent_before(digits: Set[str], place: PlaceState) -> NoticeOutcome | None:
    """Return the outcome for findings of which some were, or may have been, sent before, or that
    another run may be sending.
    """
    if digits & place.posted:
        return NoticeOutcome("already-posted", why="another run posted it meanwhile")
    if digits & place.uncertain:
        return NoticeOutcome(
            "unknown",
            why=(
                "an earlier attempt may have posted it; check the page, and post it yourself if it"
                " is missing"
            ),
        )
    if digits & place.under_way:
        return NoticeOutcome(
            "refused",
            why=(
                "another run began to post it less than five minutes ago; run the command again"
                " later"
            ),
        )
    return None


def _lost(scene: Scene) -> str | None:
    """Why a source of the live game could not be read; nothing may be posted then."""
    live = scene.config.live
    return None if live is None else lost_site(live, scene.view)


def _read_place(draft: Draft, scene: Scene) -> tuple[Draft, PlaceState]:
    """Return the draft for its place, a page under the title by which the wiki and the journal know
    it, and the findings posted there. Raises :class:`NoVerdict` if the place cannot be read, or is
    a page of the game.
    """
    page = scene.talk.for_notices(draft.target) if draft.channel == "wiki-talk" else None
    place = draft.target if page is None else page.title
    rows = [] if scene.journal is None else scene.journal.writes_at(draft.channel, place)
    journal = in_journal(rows, draft.channel, scene.now)
    if page is not None:
        if any(same_name(place, own) for own in _pages(scene.view)):
            raise NoVerdict(
                f"{draft.target!r} is {place!r}, a page of the game itself; choose another page"
                " with [notice] talk"
            )
        return replace(draft, target=place), PlaceState(
            marked(page.text, page=True) | journal.posted,
            hindrance=scene.talk.hindrance(page.text, notice=True),
        )
    post = next((post for post in scene.view.posts if post.url == draft.target), None)
    posted = journal.posted | (frozenset() if post is None else in_comments(post))
    return draft, PlaceState(posted, journal.uncertain - posted, journal.under_way - posted)


def in_journal(rows: Iterable[Written], channel: Channel, now: datetime) -> PlaceState:
    """Return the state of a place by the rows of the journal."""
    posted: set[str] = set()
    uncertain: set[str] = set()
    under_way: set[str] = set()
    for row in rows:
        digits = marked(row.write.mark)
        if row.state in _WAS_POSTED:
            posted |= digits
        elif row.state == "begun" and now - row.began < MAY_BE_UNDER_WAY:
            under_way |= digits
        elif row.state in _UNCERTAIN[channel]:
            uncertain |= digits
    return PlaceState(
        frozenset(posted), frozenset(uncertain - posted), frozenset(under_way - posted)
    )


def in_comments(post: Post) -> frozenset[str]:
    """Return the findings in the marks at the end of a post's comments, by their digits."""
    return frozenset[str]().union(*(marked(comment.text) for comment in post.comments or ()))


def drafts(
    view: GameView,
    findings: Sequence[Finding],
    *,
    to: Channel | None = None,
    codes: tuple[str, ...] = (),
    talk: str | None = None,
) -> list[Draft]:
    """Draft one notice for each matter and one for each wiki page, in the order of the findings.

    Without ``to``, a notice of a pending matter goes to its entry, any other one to the talk page
    of its page, or to ``talk``. Without ``codes``, infos, findings about the tool itself and the
    findings of :func:`unannounced` are left out. Raises :class:`UsageError` if ``talk`` is a page
    of the game itself.
    """
    if talk is not None and any(same_name(talk.replace("_", " "), page) for page in _pages(view)):
        raise UsageError(
            f"key 'notice.talk': {talk!r} is a page of the game itself; use a talk page, such as"
            f" {talk_page(talk)!r}"
        )
    posts = {post.key: post for post in view.posts}
    groups: dict[tuple[Channel, str, str], list[Finding]] = {}
    doubtful = {finding.fingerprint for finding in unannounced(view, findings)}
    for finding in findings:
        if (
            finding.code.startswith(codes)
            if codes
            else _is_fault(finding) and finding.fingerprint not in doubtful
        ):
            # By its address, because another post can have the same title.
            key = finding.subject.id if finding.subject.kind in _OF_A_POST else ""
            place = _place(view, finding.subject, posts.get(key), to, talk)
            if place is not None:
                topic = key or _page(view, finding.subject)
                groups.setdefault((*place, topic), []).append(finding)
    return [
        Draft(
            channel,
            target,
            (posts[topic].title if topic in posts else "") or topic,
            tuple(found),
            topic,
        )
        for (channel, target, topic), found in groups.items()
    ]


def unannounced(view: GameView, findings: Sequence[Finding]) -> list[Finding]:
    """Return the errors and warnings that are left out unless their codes are requested; see also
    :func:`of_the_sidebar`. They are past, or may be mistaken (low confidence, or suspiciously many
    at once).
    """
    misread = implausible(view.gamestate, findings) if view.gamestate is not None else {}
    return [
        finding
        for finding in findings
        if _is_fault(finding)
        and (finding.confidence is Confidence.LOW or finding.fingerprint in misread or finding.past)
    ]


def of_the_sidebar(findings: Iterable[Finding]) -> list[Finding]:
    """Return the errors and warnings about the blog's sidebar, which has no wiki page."""
    return [
        finding
        for finding in findings
        if _is_fault(finding) and finding.subject.kind == _OF_THE_SIDEBAR
    ]


def _is_fault(finding: Finding) -> bool:
    about_the_tool = codes_of(lambda check: check.about_the_tool)
    return finding.severity is not Severity.INFO and finding.code not in about_the_tool


def _place(
    view: GameView, subject: Subject, post: Post | None, to: Channel | None, talk: str | None
) -> tuple[Channel, str] | None:
    if to == "chat":
        return "chat", CHAT
    # A comment on another post could count for something: a response to an Event, say.
    pending = post is not None and post.unresolved and post.category.matter is not None
    if post is not None and pending and to != "wiki-talk":
        return "blog-comment", post.url
    if subject.kind == _OF_THE_SIDEBAR and talk is None:
        return None  # the blog's sidebar has no wiki page
    return None if to == "blog-comment" else ("wiki-talk", talk or talk_page(_page(view, subject)))


def _page(view: GameView, subject: Subject) -> str:
    """Return the wiki page of a subject, or else the sidebar of the blog."""
    if subject.kind == _OF_THE_SIDEBAR:
        return "the blog's sidebar"
    ruleset, tracking = _pages(view)
    return tracking if subject.kind in _OF_THE_PAGE and subject.id != ruleset else ruleset


def _pages(view: GameView) -> tuple[str, str]:
    """Return the Ruleset and the gamestate tracking page, or only the Ruleset if that is unknown."""
    ruleset = view.rules.page if view.rules is not None else RULESET_PAGE
    return ruleset, (view.gamestate.page if view.gamestate is not None else None) or ruleset
