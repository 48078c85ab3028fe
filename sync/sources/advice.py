"""Advice for missing parts of the blog: files to save, or a command to run."""

from __future__ import annotations

from datetime import timedelta

from sync.times import months_back
from validators.view import BlogPart, Unseen

_FEW = 3


def pull_again(_unseen: Unseen) -> str:
    """Advice for a game read from the store."""
    return "pull again (`blognomic pull`)"


def save_the_rest(names: str, _unseen: Unseen) -> str:
    """Advice for separately saved entry pages without a snapshot."""
    return (
        f"{names} shows one post; save the front page and the months too, and pass the folder as"
        " --snapshot DIR"
    )


def save_files(unseen: Unseen) -> str:
    """Advice for a snapshot folder: the missing or outdated files."""
    entry = f"blog/archive/{unseen.key}/index.html"
    if unseen.part is BlogPart.COMMENTS:
        further = f"blog/archive/{unseen.key}/P{unseen.shown}/index.html"
        more = f" again, or its next page of comments as {further}" if unseen.shown else ""
        return f"save {entry}{more}"
    if unseen.part is BlogPart.ENTRY:
        return f"save {entry} again"
    if unseen.part is BlogPart.LISTS:
        return "save blog/index.html again, and its time as as_of in snapshot.toml"
    months = [f"blog/{year:04}/{month:02}/index.html" for year, month in _months(unseen)]
    if len(months) > _FEW:
        return f"save {months[0]} and the months before it, back to {months[-1]}"
    return f"save {' and '.join(months)}" if months else ""


def _months(unseen: Unseen) -> list[tuple[int, int]]:
    """The months in which unseen posts may have been made, newest first."""
    stretches = [(gap.since, gap.until) for gap in unseen.gaps]
    if unseen.before is not None:
        stretches.append((unseen.since, unseen.before))
    months = (
        month
        for start, end in stretches
        for month in months_back(max(start, end - timedelta(microseconds=1)), start)
    )
    return list(dict.fromkeys(months))
