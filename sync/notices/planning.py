"""Which findings make one notice, and where it belongs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from parsers.model import RULESET_PAGE, Post
from sync.errors import UsageError
from sync.notices.model import Channel, Draft
from sync.wiki.reading.values import talk_page
from validators.finding import Confidence, Finding, Severity, Subject
from validators.fixes.plausible import implausible
from validators.view import GameView

__all__ = ["CHAT", "drafts", "of_the_sidebar", "untold"]

CHAT = "chat"
_OF_A_POST = ("matter", "post")
_OF_THE_SIDEBAR = "roster"
_OF_THE_PAGE = ("page", "revision", "player", "variable")
_ABOUT_THE_TOOL = ("BN114", "BN9")
"""Codes of what the tool could not read or judge."""


def drafts(
    view: GameView, findings: Iterable[Finding], *, to: Channel | None = None, codes: tuple[str, ...] = (), talk: str | None = None
) -> list[Draft]:
    """One draft for each matter, and one for each page of the wiki, in the order of the findings.

    Without ``to`` a notice of a pending matter goes to its entry, any other one to a talk page of the wiki: that of the page
    it is about, else the Ruleset's, or ``talk``. With ``to="blog-comment"`` findings without an entry that takes comments
    are left out. Without ``codes``, infos, findings about the tool itself and those of :func:`untold` are left out.

    Raises :class:`UsageError` where ``talk`` is a page of the game itself.
    """
    _check(view, talk)
    posts = {post.key: post for post in view.posts}
    groups: dict[tuple[Channel, str, str], list[Finding]] = {}
    every = tuple(findings)
    doubtful = {finding.fingerprint for finding in untold(view, every)}
    for finding in every:
        by_default = _is_fault(finding) and finding.fingerprint not in doubtful
        if not (finding.code.startswith(codes) if codes else by_default):
            continue
        post = _post(posts, finding)
        place = _place(view, finding.subject, post, to, talk)
        if place is not None:
            # By its address and not by its title, which another post may have too.
            what = finding.subject.id if finding.subject.kind in _OF_A_POST else ""
            groups.setdefault((*place, what or _page(view, finding.subject)), []).append(finding)
    return [Draft(channel, target, _about(what, posts), tuple(found), what) for (channel, target, what), found in groups.items()]


def _check(view: GameView, talk: str | None) -> None:
    if talk is not None and _folded(talk) in {_folded(_ruleset(view)), _folded(_tracking(view) or _ruleset(view))}:
        raise UsageError(f"key 'notice.talk': {talk!r} is a page of the game itself; name a talk page, such as {talk_page(talk)!r}")


def _folded(title: str) -> str:
    return title.replace("_", " ").strip().casefold()


def untold(view: GameView, findings: Iterable[Finding]) -> list[Finding]:
    """The errors and warnings that are left out unless their codes are asked for; see also :func:`of_the_sidebar`.

    They may be mistaken (low confidence, or too many at once to be right), or are past, or about matters not seen for so long that
    they may be resolved.
    """
    posts = {post.key: post for post in view.posts}
    every = tuple(findings)
    misread = implausible(view.gamestate, every) if view.gamestate is not None else {}
    return [
        finding
        for finding in every
        if _is_fault(finding)
        and (finding.confidence is Confidence.LOW or finding.fingerprint in misread or finding.past or _lost(view, _post(posts, finding)))
    ]


def of_the_sidebar(findings: Iterable[Finding]) -> list[Finding]:
    """The errors and warnings about the blog's sidebar: no page of the wiki is about it."""
    return [finding for finding in findings if _is_fault(finding) and finding.subject.kind == _OF_THE_SIDEBAR]


def _is_fault(finding: Finding) -> bool:
    return finding.severity is not Severity.INFO and not finding.code.startswith(_ABOUT_THE_TOOL)


def _post(posts: Mapping[str, Post], finding: Finding) -> Post | None:
    return posts.get(finding.subject.id) if finding.subject.kind in _OF_A_POST else None


def _lost(view: GameView, post: Post | None) -> bool:
    """Whether a matter was pending when it was last seen, and may be resolved by now."""
    return post is not None and post.category.matter is not None and post.unresolved and not view.coverage.current(view.as_of, post.key)


def _place(view: GameView, subject: Subject, post: Post | None, to: Channel | None, talk: str | None) -> tuple[Channel, str] | None:
    if to == "chat":
        return "chat", CHAT
    if post is not None and post.unresolved and to != "wiki-talk":
        return "blog-comment", post.url
    if subject.kind == _OF_THE_SIDEBAR and talk is None:
        return None  # no page of the wiki is about the blog's sidebar
    return None if to == "blog-comment" else ("wiki-talk", talk or talk_page(_page(view, subject)))


def _page(view: GameView, subject: Subject) -> str:
    """The page of the wiki that something is about, else the sidebar of the blog."""
    if subject.kind == _OF_THE_SIDEBAR:
        return "the blog's sidebar"
    tracking = _tracking(view) if subject.kind in _OF_THE_PAGE and subject.id != _ruleset(view) else None
    return tracking or _ruleset(view)


def _ruleset(view: GameView) -> str:
    return view.rules.page if view.rules is not None else RULESET_PAGE


def _tracking(view: GameView) -> str | None:
    return view.gamestate.page if view.gamestate is not None else None


def _about(what: str, posts: dict[str, Post]) -> str:
    """What a notice is about: the title of a matter or page."""
    return posts[what].title or what if what in posts else what
