"""Pages spelt out in HTML, for what no well-behaved blog would write."""

from __future__ import annotations

from parsers.blog.blog_page import read_page
from parsers.model import Comment, Page, Post, ProblemKind, Roster

URL = "https://blog.example/archive/a_thing"
MONTH = "https://blog.example/2022/05"
WHEN = "11 May  2022 09:01:00  UTC"


def post(
    *,
    title: str = "Proposal: A Thing",
    classes: str = "post-title proposal open",
    href: str = "/archive/a_thing",
    admin: str = '<div class="admin"></div>',
    body: str = "<p>Body.</p>",
    author: str = '<a href="/member/12">Ana</a>',
    when: str = WHEN,
    count: str = "Comments (1)",
) -> str:
    return f"""<div class="post"><h3 class="{classes}"><a href="{href}">{title}</a></h3>
<div class="post-body"><div>{admin}</div>{body}</div>
<p class="post-footer"><em>posted by {author} at {when}</em> <a href="{href}" title="Comments">{count}</a></p></div>"""


def comment(
    body: str = "<p>Fine.</p>",
    *,
    name: str = '<a href="/member/2">Bo</a>:',
    stamp: str = "13-05-2022 10:00:00 UTC",
    number: int = 1,
) -> str:
    return f"""<div class="comment" id="c{number}"><h3>{name}</h3>
<div class="commentbody">{body}</div><p class="comment-footer">{stamp}</p></div>"""


def page(*parts: str, side: str = "") -> str:
    return (
        "<html><head><title>A blog</title></head><body><div"
        f' id="main">{"".join(parts)}</div>{side}</body></html>'
    )


def entry(*comments: str, of: str | None = None) -> str:
    return page(post() if of is None else of, "<h2>Comments</h2>", *comments)


def read_entry(*comments: str, of: str | None = None) -> Page:
    return read_page(entry(*comments, of=of), URL, expect="entry")


def only_post(html: str, url: str = MONTH) -> Post:
    (found,) = read_page(html, url).posts
    return found


def read_comments(*comments: str, of: str | None = None) -> tuple[Comment, ...]:
    return shown(read_entry(*comments, of=of))


def shown(read: Page) -> tuple[Comment, ...]:
    """The comments of the page's only post."""
    (found,) = read.posts
    assert found.comments is not None
    return found.comments


def read_side(side: str) -> tuple[Roster | None, list[str]]:
    read = read_page(page(post(), side=f'<div id="side">{side}</div>'), MONTH, expect="front")
    return read.roster, problems(read)


def problems(read: Page) -> list[str]:
    """What problems say; those that may make somebody a Player are of the roster."""
    for problem in read.problems:
        unsure = problem.what.startswith("the list of players is not certain: ")
        assert unsure is (problem.kind is ProblemKind.ROSTER)
    return [problem.what for problem in read.problems]
