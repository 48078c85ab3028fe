"""Writes the pages of a blog for posts, comments and rosters that a test made up.

    front_page(posts, roster)        the latest posts and the sidebar
    month_page(posts)                a monthly archive
    entry_page(post)                 one post with its comments

All three take a :class:`Look`: which of the blog's templates the page imitates, and what its
sidebar holds. Reading a page back gives the values it was written from, but for what a page of that
kind does not show.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from html import escape
from itertools import groupby
from typing import Literal
from urllib.parse import urlsplit

from parsers.model import Category, Comment, Icon, Post, Roster, Status

__all__ = ["BLOG", "Look", "entry_page", "front_page", "member_link", "month_page", "vote_image"]

BLOG = "https://blog.example"

_CATEGORY_WORDS = {
    Category.PROPOSAL: "proposal",
    Category.CFJ: "cfj",
    Category.DOV: "dov",
    Category.ASCENSION: "ascension",
    Category.STORY: "story",
    Category.NONE: "",
}
_STATUS_WORDS = {status: status.value.capitalize() for status in Status} | {Status.PENDING: "open"}
_ICON_FILES = {
    "for": ("for", "for.gif"),
    "against": ("against", "against.gif"),
    "deferential": ("imperial", "imperial.gif"),
    "veto": ("veto", "seal.gif"),
}
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
_FULL_MONTHS = (
    "January February March April May June July August September October November December".split()
)
_WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()


@dataclass(frozen=True)
class Look:
    """The markup of a page.

    ``template``: "footer-after" has the comment's date below its body and the admin's note in a
    marked place, "footer-before" has the date above the body, the note in plain paragraphs, and
    ``role`` after every commenter's name. ``idle``: how the sidebar shows idle players, under a
    heading, commented out, or not at all. ``dormancy``: a sentence for the sidebar. ``player``: the
    dynasty's word for Player. ``statement`` replaces the paragraph about players and quorum; ""
    leaves it out.
    """

    template: Literal["footer-after", "footer-before"] = "footer-after"
    dates: Literal["dmy", "mdy"] = "dmy"
    typographed: bool = False
    role: str = "he/him"
    linked_names: bool = True
    idle: Literal["heading", "commented", "none"] = "heading"
    dormancy: str = ""
    player: str = "players"
    statement: str | None = None
    clutter: str = field(default="", repr=False)


def front_page(
    posts: Sequence[Post],
    roster: Roster | None = None,
    *,
    look: Look | None = None,
    sticky: Iterable[Post] = (),
    more: Iterable[str] = (),
) -> str:
    """The front page. ``sticky`` posts come first and also keep their place in ``posts``."""
    return _list_page([*sticky, *posts], roster, look or Look(), more)


def month_page(
    posts: Sequence[Post],
    roster: Roster | None = None,
    *,
    look: Look | None = None,
    more: Iterable[str] = (),
) -> str:
    """A monthly archive; ``more`` are the addresses of its further pages."""
    return _list_page(posts, roster, look or Look(), more)


def entry_page(
    post: Post,
    roster: Roster | None = None,
    *,
    look: Look | None = None,
    first: int = 0,
    shown: int | None = None,
    paginated: bool = False,
    section: bool = True,
) -> str:
    """One post and ``shown`` of its comments, starting with the one numbered ``first`` (default:
    all). ``paginated`` adds links to the other pages of comments; without ``section`` the page ends
    with the post.
    """
    look = look or Look()
    comments = post.comments or ()
    size = shown or len(comments) or 1
    parts = [_date_header(post.posted), _post(post, look)]
    if section:
        links = _pagination(post, len(comments), size, first) if paginated else ""
        parts += ["<h2>Comments</h2>", links]
        parts += [_comment(comment, look) for comment in comments[first : first + size]] or [
            "<p>No comments yet.</p>"
        ]
        parts += [links, "<p>You must be logged in to comment.</p>"]
    return _document("\n".join(parts), roster, look)


def vote_image(icon: Icon | str, quoted: bool = False) -> str:
    """A voting icon in the blog's markup: ``vote_image("for")``."""
    name, struck = (icon.name, icon.quoted) if isinstance(icon, Icon) else (icon, quoted)
    alt, file = _ICON_FILES.get(name, (name, f"{name}.gif"))
    image = (
        f'<img src="/images/vote/{escape(file)}" width="19" height="19" alt="{escape(alt)}"'
        ' style="border:0;" />'
    )
    return f"<blockquote><p>{image}</p>\n</blockquote>" if struck else image


def member_link(name: str, number: int | None = None, suffix: str = "") -> str:
    """A player's name, linked to the member's page; 0 stands for no number."""
    return f'<a href="/member/{number or 0}">{escape(name)}{suffix}</a>'


def _list_page(
    posts: Iterable[Post], roster: Roster | None, look: Look, more: Iterable[str]
) -> str:
    parts = []
    for day, group in groupby(posts, key=lambda post: _date_header(post.posted)):
        parts += [day, *(_post(post, look) for post in group)]
    links = "&nbsp;".join(
        f'<a href="{escape(address)}">{number}</a>' for number, address in enumerate(more, 2)
    )
    if links:
        parts.append(f'<div class="paginate">Page 1 &nbsp;<strong>1</strong>&nbsp;{links}</div>')
    return _document("\n".join(parts), roster, look)


def _document(main: str, roster: Roster | None, look: Look) -> str:
    side = _sidebar(roster, look) if roster else ""
    head = '<html><head><meta charset="utf-8"><title>A blog</title></head>'
    return (
        f"<!DOCTYPE html>\n{head}\n<body>\n<div"
        f' id="main">\n{main}\n</div>\n{side}{look.clutter}</body></html>\n'
    )


def _date_header(posted: datetime | None) -> str:
    if posted is None:
        return ""
    weekday, month = _WEEKDAYS[posted.weekday()], _FULL_MONTHS[posted.month - 1]
    return f'<h2 class="date-header">{weekday}, {month} {posted.day}, {posted.year}</h2>'


def _post(post: Post, look: Look) -> str:
    words = " ".join(
        filter(None, ["post-title", _CATEGORY_WORDS[post.category], _STATUS_WORDS[post.status]])
    )
    path = urlsplit(post.url).path
    shown = len(post.comments or ()) if post.comment_count is None else post.comment_count
    footer = (
        f"<em>posted by {member_link(post.author, post.member)} at {_in_words(post.posted)}</em>"
    )
    return f"""<div class="post">
<h3 class="{words}"><a href="{escape(path)}">{_typeset(post.title, look)}</a></h3>
<div class="post-body"><div>{_note(post, look)}</div>
{post.markup or _paragraphs(post.body, look)}</div>
<p class="post-footer">{footer} <a href="{escape(path)}" title="Comments">Comments ({shown})</a></p>
</div>
"""


def _note(post: Post, look: Look) -> str:
    lines = post.note.text.split("\n") if post.note and post.note.text else []
    text = "".join(f"<p>{_typeset(line, look)}</p>" for line in lines)
    if post.closed:
        text += f"<p>Adminned at {' '.join(_in_words(post.closed).split())}</p>"
    return (
        f'<div class="admin">{text}</div>'
        if look.template == "footer-after"
        else f"<div>{text}</div>"
    )


def _comment(comment: Comment, look: Look) -> str:
    name = escape(comment.author)
    if look.linked_names:
        name = member_link(comment.author, comment.member)
    stamp = f'<p class="comment-footer">{_in_numbers(comment.at, look)}</p>'
    images = [
        vote_image(icon) if icon.quoted else f"<p>{vote_image(icon)}</p>" for icon in comment.icons
    ]
    body = f'<div class="commentbody">{"".join(images)}{_paragraphs(comment.text, look)}</div>'
    if look.template == "footer-after":
        inner = f"<h3>{name}:</h3>\n{body}\n{stamp}"
    else:
        inner = f"<h3>{name}: <em>{escape(look.role)}</em></h3>\n{stamp}\n{body}"
    return f'<div class="comment" id="{escape(comment.id)}">\n{inner}\n</div>\n'


def _pagination(post: Post, total: int, size: int, first: int) -> str:
    links = []
    for number, start in enumerate(range(0, total, size), 1):
        address = f"{post.url}/P{start}" if start else post.url
        links.append(
            f"<strong>{number}</strong>"
            if start == first
            else f'<a href="{escape(address)}">{number}</a>'
        )
    return (
        f'<div class="paginate">Page {first // size + 1} of {len(links)} pages'
        f" &nbsp;{'&nbsp;'.join(links)}</div>"
    )


def _sidebar(roster: Roster, look: Look) -> str:
    names = "".join(f"{_player(name, roster)}<br />" for name in roster.active)
    idle = "".join(f"{_player(name, roster)}<br />" for name in roster.idle)
    below = ""
    if idle and look.idle == "commented":
        names += f"<!-- {idle} -->"
    elif idle and look.idle == "heading":
        below = f'<h3>Idle {escape(look.player)}</h3>\n<div id="IdleList">{idle}</div>\n'
    dormancy = f"<p>{escape(look.dormancy)}</p>\n" if look.dormancy else ""
    return f"""<div id="side">
<div id="PlayerList">{names}</div>
{_statement(roster, look)}{below}{dormancy}<p><a href="/member/login">Log in</a></p>
</div>
"""


def _player(name: str, roster: Roster) -> str:
    number = dict(reversed(roster.members)).get(name)
    return member_link(name, number, "*" if name in roster.admins else "")


def _statement(roster: Roster, look: Look) -> str:
    text = look.statement
    if text is None:
        players = (
            ""
            if roster.stated_players is None
            else f"There are {roster.stated_players} {look.player}. "
        )
        quorum = "" if roster.stated_quorum is None else f"Quorum is {roster.stated_quorum}."
        text = (players + quorum).strip()
    return f"<p>{escape(text)}</p>\n" if text else ""


def _paragraphs(text: str, look: Look) -> str:
    return "\n\n".join(f"<p>{_typeset(line, look)}</p>" for line in text.split("\n") if line)


def _typeset(text: str, look: Look) -> str:
    if not look.typographed:
        return escape(text)
    out, opening = [], True
    for char in text:
        if char == '"':
            out.append("&#8220;" if opening else "&#8221;")
        elif char == "'":
            out.append("&#8217;")
        else:
            out.append(escape(char))
        opening = not char.isalnum()
    return "".join(out).replace("...", "&#8230;").replace("--", "&#8212;")


def _in_words(at: datetime | None) -> str:
    """A date in words with the blog's two spaces; without a date, words that are none."""
    if at is None:
        return "some time ago"
    return f"{at.day:02} {_MONTHS[at.month - 1]}  {at.year:04} {at:%H:%M:%S}  UTC"


def _in_numbers(at: datetime | None, look: Look) -> str:
    if at is None:
        return "99-99-2022 09:00:00 UTC"
    day = f"{at.day:02}-{at.month:02}" if look.dates == "dmy" else f"{at.month:02}-{at.day:02}"
    return f"{day}-{at.year:04} {at:%H:%M:%S} UTC"
