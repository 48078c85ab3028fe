"""Posts, comments and roster as pages of the blog, so that a snapshot can be written from what the store has.

They are not the pages that the blog sent, but what the parsers read from them, in the same markup. Reading one back
gives the same values.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from html import escape
from urllib.parse import urlsplit

from parsers.model import Category, Comment, Icon, Post, Roster, Status

_IMAGES = {"deferential": ("imperial", "imperial.gif"), "veto": ("veto", "seal.gif")}
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def list_page(posts: Iterable[Post], roster: Roster | None = None) -> str:
    """The front page or a month: posts, the newest first, and the sidebar."""
    return _document("\n".join(map(_post, posts)), "" if roster is None else _sidebar(roster))


def entry_page(post: Post) -> str:
    """One post with all its comments."""
    comments = "\n".join(map(_comment, post.comments or ()))
    return _document(f"{_post(post)}\n<h2>Comments</h2>\n{comments}")


def _document(main: str, side: str = "") -> str:
    head = '<html><head><meta charset="utf-8"><title>A saved page of the blog</title></head>'
    return f'<!DOCTYPE html>\n{head}\n<body>\n<div id="main">\n{main}\n</div>\n{side}</body></html>\n'


def _post(post: Post) -> str:
    status = "open" if post.status is Status.PENDING else post.status.value.capitalize()
    category = "" if post.category is Category.NONE else post.category.partition("-")[0]
    words = " ".join(filter(None, ("post-title", category, status)))
    path = escape(urlsplit(post.url).path)
    count = "" if post.comment_count is None else f' <a href="{path}" title="Comments">Comments ({post.comment_count})</a>'
    return f"""<div class="post">
<h3 class="{words}"><a href="{path}">{escape(post.title)}</a></h3>
<div class="post-body"><div class="admin">{_note(post)}</div>
{post.html}</div>
<p class="post-footer"><em>posted by <a href="/member/0">{escape(post.author)}</a> at {_in_words(post.posted)}</em>{count}</p>
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
    return f"""<div class="comment" id="{escape(comment.id)}">
<h3><a href="/member/0">{escape(comment.author)}</a>:</h3>
<div class="commentbody">{icons}{text}</div>
<p class="comment-footer">{_in_words(comment.at)}</p>
</div>
"""


def _image(icon: Icon) -> str:
    alt, file = _IMAGES.get(icon.name, (icon.name, f"{icon.name}.gif"))
    image = f'<p><img src="/images/vote/{escape(file)}" alt="{escape(alt)}" /></p>'
    return f"<blockquote>{image}</blockquote>" if icon.quoted else image


def _sidebar(roster: Roster) -> str:
    players = "" if roster.stated_players is None else f"There are {roster.stated_players} players. "
    quorum = "" if roster.stated_quorum is None else f"Quorum is {roster.stated_quorum}."
    dormant = "" if roster.dormant is None else f"<p>BlogNomic is {'' if roster.dormant else 'not '}dormant.</p>\n"
    idle = "".join(_name(name, roster) for name in roster.idle)
    return f"""<div id="side">
<div id="PlayerList">{"".join(_name(name, roster) for name in roster.active)}</div>
<p>{players}{quorum}</p>
<h3>Idle players</h3>
<div id="IdleList">{idle}</div>
{dormant}</div>
"""


def _name(name: str, roster: Roster) -> str:
    return f'<a href="/member/0">{escape(name)}{"*" if name in roster.admins else ""}</a><br />\n'


def _in_words(at: datetime | None) -> str:
    """A date with its month in words: no reader has to guess what is day and what is month."""
    if at is None:
        return "a time that could not be read"
    return f"{at.day:02} {_MONTHS[at.month - 1]} {at.year:04} {at:%H:%M:%S} UTC"
