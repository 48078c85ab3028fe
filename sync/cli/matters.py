"""Find matters by a saved page, an address, a title or a number in the queue."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn
from urllib.parse import urlsplit

from parsers.blog.merging import ReadPage
from parsers.blog.selectors import page_number
from parsers.model import Post, Status
from sync.cli.output import note
from sync.errors import NoVerdict, UsageError, nearest
from sync.files import unreadable
from sync.settings.config import Config
from sync.sources.snapshot import read_saved
from sync.text import one_line, shorten
from validators.view import GameView
from validators.voting.judge import CannotJudge, TallySheet, judge

NO_DATE = "the date of this matter could not be read, so it was not judged; save its page again"

_ADDRESS = ("https://", "http://")
_QUOTES = str.maketrans("‘’“”–—\xa0", "''\"\"-- ")


def judged(view: GameView, matters: Iterable[Post]) -> TallySheet:
    """The verdicts on some matters. Raises :class:`NoVerdict` where none can be judged."""
    try:
        return judge(view, only=[post.key for post in matters])
    except CannotJudge as error:
        raise NoVerdict(f"no matter can be judged: {error}") from None


def named_matters(
    texts: Iterable[str], saved: Mapping[str, ReadPage], known: Sequence[Post], view: GameView
) -> list[Post]:
    """The matters that arguments name: by number in the queue, saved page, address or title, each
    once. Raises :class:`UsageError`.
    """
    pending = [post for post in known if post.status is Status.PENDING]
    found: dict[str, Post] = {}
    for text in texts:
        name = saved[text].page.posts[0].url if text in saved else text
        for post in _queued(text, pending, view) or find_matters(name, known, view.posts):
            found[post.key] = post
    return list(found.values())


def _queued(text: str, pending: Sequence[Post], view: GameView) -> list[Post]:
    """Return the matter with this number in the queue, unless the number is a title."""
    if (
        not text.isascii()
        or not text.isdecimal()
        or any(text in (post.subject, post.title) for post in pending)
    ):
        return []
    with suppress(NoVerdict):
        keys = {each.post.key for each in judged(view, pending).verdicts if each.place == int(text)}
        return [post for post in pending if post.key in keys]
    return []


def saved_pages(names: Iterable[str], blog_url: str) -> dict[str, ReadPage]:
    """The saved pages among the arguments. Raises :class:`UsageError` for a name that can only be
    that of a file, and is none.
    """
    found = {}
    for name in names:
        why = unreadable(Path(name))
        if not why:
            found[name] = read_saved(Path(name), blog_url)
        elif name.lower().endswith((".html", ".htm")) and not name.startswith(_ADDRESS):
            raise UsageError(
                f"{why}; name an existing saved page, or a matter by its title or address"
            )
    return found


def note_of_saved(config: Config, saved: Iterable[str]) -> None:
    """Report the assumed time of saved pages if nothing else states it."""
    names = ", ".join(saved)
    if names and config.now is None and config.snapshot is None and not config.quiet:
        note(f"as of the newest comment on {names}; --now TIME sets another time")


def find_matters(text: str, matters: Sequence[Post], posts: Iterable[Post]) -> list[Post]:
    """Return the matters of an argument: by address, exact title, title in other letters, or any
    part of it.

    A pending one is meant before a resolved one. Two matters of the same title are both meant.
    Raises :class:`UsageError`, with the nearest title, if it fits none or several; ``posts`` are
    all posts, to say why one cannot be judged.
    """
    if text.startswith(_ADDRESS):
        host, key = _host(text), _key_of(text)
        return [post for post in matters if (_host(post.url), post.key) == (host, key)] or _refused(
            text, matters, [post for post in posts if (_host(post.url), post.key) == (host, key)]
        )
    folded = _fold(text)
    if not folded:
        raise UsageError("the name of a matter is empty; give a part of its title, or its address")
    exact = [post for post in matters if text in (post.title, post.subject, post.key)]
    if alike := exact or [post for post in matters if folded in _titles(post)]:
        return alike
    for group in ([post for post in matters if post.status is Status.PENDING], matters):
        found = [post for post in group if any(folded in title for title in _titles(post))]
        if len(found) > 1:
            titles = ", ".join(repr(shorten(post.title, 60)) for post in found[:5])
            raise UsageError(
                f"{one_line(text)!r} fits {len(found)} matters: {titles}; give more of the title,"
                " or the address"
            )
        if found:
            return found
    return _refused(text, matters, [post for post in posts if folded in _titles(post)])


def _host(address: str) -> str:
    try:
        netloc = urlsplit(address).netloc
    except ValueError:
        return ""
    return netloc.casefold().removeprefix("www.")


def _key_of(address: str) -> str:
    """A post's key, by its address: the last part of the path, whatever the page of comments."""
    try:
        path = urlsplit(address).path
    except ValueError:
        raise UsageError(
            f"malformed address {one_line(address)!r}; copy it from the browser, or give the title"
        ) from None
    return page_number(path)[0].rstrip("/").rpartition("/")[2]


def _titles(post: Post) -> tuple[str, str]:
    return _fold(post.title), _fold(post.subject)


def _fold(title: str) -> str:
    """Return a title in the form that users type: straight quotes, none around it, single spaces,
    any case.
    """
    return " ".join(title.translate(_QUOTES).split()).strip('"').casefold()


def _refused(text: str, matters: Sequence[Post], others: Sequence[Post]) -> NoReturn:
    """Raise :class:`UsageError` for a name of no matter: it names one of the ``others``, or nothing
    known.
    """
    shown = repr(one_line(text))
    if others and others[0].category.matter:
        raise UsageError(
            f"{shown} cannot be judged: it was posted later, or its date could not be read; see"
            " --now, or save its page again"
        )
    if others:
        raise UsageError(
            f"{shown} is not a votable matter: its category is {others[0].category.value}; give a"
            " Proposal, CfJ or DoV"
        )
    names = (
        post.url if text.startswith(_ADDRESS) else one_line(post.subject or post.title)
        for post in matters
    )
    raise UsageError(
        "no votable matter fits"
        f" {shown}{nearest(text, names) or '; `blognomic tally --all` lists them'}"
    )
