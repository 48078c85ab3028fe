"""Which findings make one notice, and where it belongs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from parsers.model import Status
from sync.notices.model import Channel, Draft
from sync.wiki.titles import talk_page
from validators.finding import Finding, Severity, Subject
from validators.view import GameView

__all__ = ["CHAT", "drafts"]

CHAT = "chat"
_PAGE_KINDS = ("page", "revision", "player", "variable")
_SOURCES = "BN9"


def drafts(view: GameView, findings: Iterable[Finding], *, to: Channel | None, codes: tuple[str, ...], talk: str | None) -> list[Draft]:
    """One draft for each matter, and one for each page of the wiki, in the order of the findings.

    Without ``to`` a pending matter is told on its entry, everything else on a talk page of the wiki: that of the page
    it is about, the Ruleset's where there is none, or ``talk``. Without ``codes`` information is left out, and so is
    what only says that the tool could not see.
    """
    open_entries = {post.key: post.url for post in view.posts if post.status is Status.PENDING}
    groups: dict[tuple[Channel, str, str], list[Finding]] = {}
    for finding in findings:
        if _is_wanted(finding, codes):
            url = open_entries.get(finding.subject.id) if finding.subject.kind in ("matter", "post") else None
            for channel, target in _places(view, finding.subject, url, to, talk):
                groups.setdefault((channel, target, _about(view, finding.subject)), []).append(finding)
    return [Draft(channel, target, about, tuple(found)) for (channel, target, about), found in groups.items()]


def _is_wanted(finding: Finding, codes: tuple[str, ...]) -> bool:
    if codes:
        return finding.code.startswith(codes)
    return finding.severity is not Severity.INFO and not finding.code.startswith(_SOURCES)


def _places(view: GameView, subject: Subject, entry: str | None, to: Channel | None, talk: str | None) -> Iterator[tuple[Channel, str]]:
    if to == "chat":
        yield "chat", CHAT
    elif entry is not None and to != "wiki-talk":
        yield "blog-comment", entry
    elif to != "blog-comment":
        yield "wiki-talk", talk or talk_page(_page(view, subject))


def _page(view: GameView, subject: Subject) -> str:
    """The page of the wiki that something is about."""
    ruleset = view.rules.page if view.rules is not None else "Ruleset"
    if subject.kind not in _PAGE_KINDS or view.gamestate is None:
        return ruleset
    return view.gamestate.page or ruleset


def _about(view: GameView, subject: Subject) -> str:
    """What a notice is about: a matter by its title, a page by its own."""
    if subject.kind in ("matter", "post"):
        return next((post.title for post in view.posts if post.key == subject.id), subject.id)
    return _page(view, subject)
