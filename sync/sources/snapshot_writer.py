"""Write the store's content as a snapshot folder, whole or not at all.

Text from outside never becomes a path unchanged. The blog's pages are not the original ones, but
the parsed values in the same markup: reading one back gives the same values.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from html import escape
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

import tomlkit

from parsers.blog.selectors import page_number
from parsers.model import RULESET_PAGE, Category, Comment, Icon, Post, Revision, Roster, Status
from sync.errors import UsageError
from sync.files import shown_path, unwritable
from sync.sources.interface import Source
from sync.sources.snapshot_folder import LONGEST_NAME, MAX_LINE, file_name
from sync.times import iso
from validators.view import GameView
from validators.voting.dated_posts import MinuteOrder

MARK = "# Written by `blognomic pull --to`, which replaces the whole folder when it runs again.\n"
"""The first line of a written ``snapshot.toml``. A folder without it was made by a user, and is
never replaced.
"""

_IMAGES = {"deferential": ("imperial", "imperial.gif"), "veto": ("veto", "seal.gif")}
_EVER = datetime.min.replace(tzinfo=UTC)
_LATEST = 20
_OURS = re.compile(r"snapshot\.toml|blog/(.{1,300}/)?index\.html|wiki/.{1,300}\.(wikitext|jsonl?)")
_MOST_HISTORY = 100_000_000
"""The maximum size of a page's history in characters; earlier revisions are left out."""


def write_snapshot(folder: Path, view: GameView, source: Source) -> None:
    """Write the view's posts and the source's wiki pages as a snapshot; comments of a post without
    a usable name are left out. Raises :class:`UsageError` if the folder already has other content,
    or cannot be written to.
    """
    target = folder.resolve()
    if target.exists() and not _is_ours(target):
        raise UsageError(
            f"--to {shown_path(folder)} contains files that `pull --to` did not write; choose a"
            " new or empty folder"
        )
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent) as made:
            new, old = Path(made) / "new", Path(made) / "old"
            for name, text in _files(view, source):
                path = new / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8", errors="replace", newline="\n")
            if target.exists():
                target.rename(old)
            new.rename(target)
    except OSError as error:
        raise unwritable(folder, error, "--to", "choose another folder") from None


def _is_ours(folder: Path) -> bool:
    """Return whether a folder contains only a snapshot written by this tool."""
    description = folder / "snapshot.toml"
    if not folder.is_dir() or not any(folder.iterdir()):
        return folder.is_dir()
    if not description.is_file() or not description.read_bytes().startswith(MARK.encode()):
        return False
    paths = [path for path in folder.rglob("*") if not path.is_dir() or path.is_symlink()]
    return all(_OURS.fullmatch(path.relative_to(folder).as_posix()) for path in paths)


def _files(view: GameView, source: Source) -> Iterator[tuple[str, str]]:
    """Return the names and texts of all files."""
    yield "snapshot.toml", MARK + tomlkit.dumps(_description(view))
    tracking = source.tracking_page(None if view.rules is None else view.rules.tracking_page)
    yield from _wiki_files(source, source.ruleset, RULESET_PAGE)
    if tracking is not None:
        yield from _wiki_files(source, tracking, tracking)
    posts, front = _newest_first(view)
    undated = [post for post in posts[_LATEST:] if post.posted is None]
    yield "blog/index.html", list_page([*front[:_LATEST], *undated], view.roster)
    dated = sorted((post for post in posts if post.posted is not None), key=_month, reverse=True)
    for month, made in groupby(dated, key=_month):
        yield f"blog/{month}/index.html", list_page(made)
    for post in posts:
        name = _slug(post.key)
        if name is not None and post.comments is not None:
            yield f"blog/archive/{name}/index.html", entry_page(post)


def _month(post: Post) -> str:
    return f"{post.posted or _EVER:%Y/%m}"


def _description(view: GameView) -> dict[str, object]:
    """Return the time the blog was seen, if long ago, the time since which all its posts were seen,
    if known, and the Emperor. TOML has no escape for a lone surrogate: it becomes ``?``.
    """
    seen, now = view.coverage, view.as_of
    as_of = now if seen.seen_at is None or seen.current(now) else seen.seen_at
    since = {} if seen.reaches(_EVER) else {"since": seen.since or as_of}
    game = (
        {}
        if view.read.emperor is None
        else {"game": {"emperor": view.read.emperor.encode("utf-8", errors="replace").decode()}}
    )
    return {"as_of": as_of, **since, **game}


def _newest_first(view: GameView) -> tuple[list[Post], list[Post]]:
    """Return the posts in the order of archives and front page. If their order within a minute is
    unknown, the two contradict each other.
    """
    order = MinuteOrder(view.posts, view.read.lists)
    posts: list[Post] = []
    front: list[Post] = []
    for _, together in groupby(
        sorted(view.posts, key=attrgetter("position")), key=attrgetter("posted")
    ):
        group = sorted(map(order.placed, together), key=attrgetter("position"))
        posts += group
        front += group if order.known(group[0]) else group[::-1]
    return posts, front


def _wiki_files(source: Source, title: str, known_as: str) -> Iterator[tuple[str, str]]:
    page = source.page(title)
    if page is None or page.text is None:
        return
    name = file_name(known_as)
    yield f"wiki/{name}.wikitext", page.text
    yield f"wiki/{name}.json", json.dumps(_described(page))
    lines = []
    left = _MOST_HISTORY
    for revision in source.revisions(title):
        line = f"{json.dumps({**_described(revision), 'text': revision.text})}\n"
        left -= len(line)
        if len(line) > MAX_LINE or left < 0:
            break
        lines.append(line)
    if len(lines) > 1:
        yield f"wiki/{name}.history.jsonl", "".join(reversed(lines))


def _described(revision: Revision) -> dict[str, object]:
    known = {
        "title": revision.title,
        "revid": revision.revid,
        "parentid": revision.parentid,
        "timestamp": iso(revision.timestamp),
    }
    return {**known, "user": revision.user, "comment": revision.comment}


def _slug(key: str) -> str | None:
    """Return the last part of a post's address as a folder name from which the reader makes the
    same address; else None.
    """
    plain = unquote(key)
    fits = (
        quote(plain) == key
        and plain.isprintable()
        and not plain.startswith(".")
        and not {"/", "\\"} & set(plain)
    )
    return (
        plain
        if fits
        and 0 < len(plain.encode()) <= LONGEST_NAME
        and page_number(f"/{plain}")[0] == f"/{plain}"
        else None
    )


def list_page(posts: Iterable[Post], roster: Roster | None = None) -> str:
    """Write the front page or a month: the posts, newest first, and the sidebar."""
    return _document("\n".join(map(_post, posts)), "" if roster is None else _sidebar(roster))


def entry_page(post: Post) -> str:
    """Write one post with all its comments."""
    comments = "\n".join(map(_comment, post.comments or ()))
    return _document(f"{_post(post)}\n<h2>Comments</h2>\n{comments}")


def _document(main: str, side: str = "") -> str:
    head = '<html><head><meta charset="utf-8"><title>A saved page of the blog</title></head>'
    return (
        f'<!DOCTYPE html>\n{head}\n<body>\n<div id="main">\n{main}\n</div>\n{side}</body></html>\n'
    )


def _post(post: Post) -> str:
    status = "open" if post.status is Status.PENDING else post.status.value.capitalize()
    category = "" if post.category is Category.NONE else post.category.partition("-")[0]
    words = " ".join(filter(None, ("post-title", category, status)))
    path = escape(urlsplit(post.url).path)
    count = (
        ""
        if post.comment_count is None
        else f' <a href="{path}" title="Comments">Comments ({post.comment_count})</a>'
    )
    return f"""<div class="post">
<h3 class="{words}"><a href="{path}">{escape(post.title)}</a></h3>
<div class="post-body"><div class="admin">{_note(post)}</div>
{post.html}</div>
<p class="post-footer"><em>posted by {_member(post.author, post.member)}</a> at {_in_words(post.posted)}</em>{count}</p>
</div>
"""


def _note(post: Post) -> str:
    lines = [line for line in post.note.text.split("\n") if line] if post.note is not None else []
    if post.closed is not None:
        lines.append(f"Adminned at {_in_words(post.closed)}")
    return "".join(f"<p>{escape(line)}</p>" for line in lines)


def _comment(comment: Comment) -> str:
    icons = "".join(map(_image, comment.icons))
    text = "\n".join(f"<p>{escape(line)}</p>" for line in comment.text.split("\n") if line)
    if text and comment.quotes is not False:
        # Which part of the text is quoted was not kept, so none of it is shown as a statement.
        text = f"<blockquote>{text}</blockquote>"
    return f"""<div class="comment" id="{escape(comment.id)}">
<h3>{_member(comment.author, comment.member)}</a>:</h3>
<div class="commentbody">{icons}{text}</div>
<p class="comment-footer">{_in_words(comment.at)}</p>
</div>
"""


def _image(icon: Icon) -> str:
    alt, file = _IMAGES.get(icon.name, (icon.name, f"{icon.name}.gif"))
    image = f'<p><img src="/images/vote/{escape(file)}" alt="{escape(alt)}" /></p>'
    return f"<blockquote>{image}</blockquote>" if icon.quoted else image


def _sidebar(roster: Roster) -> str:
    players = (
        "" if roster.stated_players is None else f"There are {roster.stated_players} players. "
    )
    quorum = "" if roster.stated_quorum is None else f"Quorum is {roster.stated_quorum}."
    state = "dormant" if roster.dormant else "not dormant"
    dormant = "" if roster.dormant is None else f"<p>BlogNomic is {state}.</p>\n"
    idle = "".join(_name(name, roster) for name in roster.idle)
    return f"""<div id="side">
<div id="PlayerList">{"".join(_name(name, roster) for name in roster.active)}</div>
<p>{players}{quorum}</p>
<h3>Idle players</h3>
<div id="IdleList">{idle}</div>
{dormant}</div>
"""


def _name(name: str, roster: Roster) -> str:
    number = dict(reversed(roster.members)).get(name)
    return f"{_member(name, number)}{'*' if name in roster.admins else ''}</a><br />\n"


def _member(name: str, number: int | None) -> str:
    """A link to a member up to the name; 0 stands for no number."""
    return f'<a href="/member/{number or 0}">{escape(name)}'


def _in_words(at: datetime | None) -> str:
    """A date with its month in words, so that day and month cannot be confused."""
    return "an unreadable time" if at is None else f"{at:%d %b %Y %H:%M:%S} UTC"
