"""Which findings make one notice, and where it belongs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta

from parsers.model import Post, Status
from sync.errors import UsageError
from sync.notices.model import Channel, Draft
from sync.wiki.reading.titles import talk_page
from validators.finding import Confidence, Finding, Severity, Subject
from validators.fixes.plausible import implausible
from validators.view import GameView

__all__ = ["CHAT", "drafts", "untold"]

CHAT = "chat"
_OF_A_POST = ("matter", "post")
_OF_THE_PAGE = ("page", "revision", "player", "variable")
_OWN_SIGHT = ("BN114", "BN9")
"""What only says that the tool could not see."""
_LONG_AGO = timedelta(days=30)


def drafts(
    view: GameView, findings: Iterable[Finding], *, to: Channel | None = None, codes: tuple[str, ...] = (), talk: str | None = None
) -> list[Draft]:
    """One draft for each matter, and one for each page of the wiki, in the order of the findings.

    Without ``to`` a pending matter is told on its entry, everything else on a talk page of the wiki: that of the page
    it is about, the Ruleset's where there is none, or ``talk``. What has no entry to comment on is not told with
    ``to="blog-comment"``. Without ``codes`` these are left out: information, what only says that the tool could not see,
    what it is not sure of (low confidence, or so much at once that it may be misread), and matters resolved long ago.

    Raises :class:`UsageError` where ``talk`` is a page of the game itself.
    """
    _check(view, talk)
    posts = {post.key: post for post in view.posts}
    groups: dict[tuple[Channel, str, str], list[Finding]] = {}
    every = tuple(findings)
    doubted = {finding.fingerprint for finding in untold(view, every)}
    for finding in every:
        unasked = _is_for_all(finding) and finding.fingerprint not in doubted
        if not (finding.code.startswith(codes) if codes else unasked):
            continue
        post = _post(posts, finding)
        place = _place(view, finding.subject, post, to, talk)
        if place is not None:
            # By its address and not by its title, which another post may have too.
            what = finding.subject.id if finding.subject.kind in _OF_A_POST else ""
            groups.setdefault((*place, what or _page(view, finding.subject)), []).append(finding)
    return [Draft(channel, target, _about(what, posts), tuple(found)) for (channel, target, what), found in groups.items()]


def _check(view: GameView, talk: str | None) -> None:
    if talk is not None and _same(talk) in {_same(_ruleset(view)), _same(_tracking(view) or _ruleset(view))}:
        raise UsageError(f"key 'notice.talk': {talk!r} is a page of the game itself; name a page to talk on, such as {talk_page(talk)!r}")


def _same(title: str) -> str:
    return title.replace("_", " ").strip().casefold()


def untold(view: GameView, findings: Iterable[Finding]) -> list[Finding]:
    """The errors and warnings that are told only where their code is asked for: they may be mistaken, or are of long ago."""
    posts = {post.key: post for post in view.posts}
    every = tuple(findings)
    misread = implausible(view.gamestate, every) if view.gamestate is not None else {}
    return [
        finding
        for finding in every
        if _is_for_all(finding)
        and (finding.confidence is Confidence.LOW or finding.fingerprint in misread or _is_old(view, _post(posts, finding)))
    ]


def _is_for_all(finding: Finding) -> bool:
    return finding.severity is not Severity.INFO and not finding.code.startswith(_OWN_SIGHT)


def _post(posts: Mapping[str, Post], finding: Finding) -> Post | None:
    return posts.get(finding.subject.id) if finding.subject.kind in _OF_A_POST else None


def _is_old(view: GameView, post: Post | None) -> bool:
    """Whether nobody will do anything about an entry any more: it is no pending matter, and of long ago."""
    if post is None or (post.category.matter is not None and _takes_comments(post)):
        return False
    since = post.closed or post.posted
    return since is not None and since < view.as_of - _LONG_AGO


def _place(view: GameView, subject: Subject, post: Post | None, to: Channel | None, talk: str | None) -> tuple[Channel, str] | None:
    if to == "chat":
        return "chat", CHAT
    if post is not None and _takes_comments(post) and to != "wiki-talk":
        return "blog-comment", post.url
    return None if to == "blog-comment" else ("wiki-talk", talk or talk_page(_page(view, subject)))


def _takes_comments(post: Post) -> bool:
    """Whether anybody may still comment: a time of resolution resolves a matter, whatever its status says."""
    return post.status is Status.PENDING and post.closed is None


def _page(view: GameView, subject: Subject) -> str:
    """The page of the wiki that something is about."""
    ruleset = _ruleset(view)
    if subject.kind not in _OF_THE_PAGE or subject.id == ruleset:
        return ruleset
    return _tracking(view) or ruleset


def _ruleset(view: GameView) -> str:
    return view.rules.page if view.rules is not None else "Ruleset"


def _tracking(view: GameView) -> str | None:
    return view.gamestate.page if view.gamestate is not None else None


def _about(what: str, posts: dict[str, Post]) -> str:
    """What a notice is about, in words: a matter's title, or a page's."""
    return posts[what].title or what if what in posts else what
