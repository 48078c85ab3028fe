"""Which findings come too late: what they are about cannot be put right any more."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from datetime import timedelta

from parsers.model import Post
from validators.finding import Finding
from validators.view import GameView

PAST_AFTER = timedelta(days=30)


def with_past(view: GameView, findings: Iterable[Finding], lasting: Collection[str] = ()) -> Iterator[Finding]:
    """The findings, those marked as ``past`` that are about a matter resolved, or another post made, over 30 days ago.

    Findings about pending matters, pages and people never are, nor those of the codes in ``lasting``.
    """
    old = {post.key for post in view.posts if _is_old(post, view)}
    for finding in findings:
        about_post = finding.subject.kind in ("matter", "post")
        is_past = about_post and finding.subject.id in old and finding.code not in lasting
        yield replace(finding, past=True) if is_past else finding


def _is_old(post: Post, view: GameView) -> bool:
    since = post.closed or post.posted
    pending = post.category.matter is not None and post.unresolved
    return not pending and since is not None and since < view.as_of - PAST_AFTER
