"""Every name in the blog's markup.

When a template of the blog changes, change this module. No other module of :mod:`parsers.blog` has
a tag's class, an id, the file name of an icon or the form of an address.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, TypeVar

from parsers.model import Category, Status, VoteIcon
from parsers.patterns import later

Attributes = Mapping[str, str]
_T = TypeVar("_T")

BLOCKS = frozenset(
    "address article aside blockquote body br caption center dd details div dl dt fieldset"
    " figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section"
    " summary table tbody tfoot thead tr ul".split()
)
CELLS = frozenset({"td", "th"})
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_BOXES = frozenset({"div", "ul", "ol", "li", "article", "section"})
DIVIDING = HEADINGS | _BOXES | {"p", "form", "textarea"}
_QUOTING = frozenset("blockquote code del kbd noscript pre q samp template tt".split())
_QUOTING_CLASS = later(
    r"(?:^|[\s_-])(?:(?:block)?quote[ds]?|quotation|code(?:block)?)(?:$|[\s_-])", re.IGNORECASE
)
STRIKING = ("strike", "s")
_HIDING = later(
    r"display\s*:\s*none\b|visibility\s*:\s*(?:hidden|collapse)\b|text-decoration[\w-]*\s*:[^;]*line-through"
    r"|opacity\s*:\s*(?:0+\.?0*|\.0+)%?\s*(?:[;!]|$)",
    re.IGNORECASE,
)
"""A style that strikes out or hides the content of an element."""
SILENT = frozenset({"script", "style"})
COMMENT_FORM = "comment_form"

Landmark = Literal["title", "footer", "date", "comment", "comments section", "form", "players"]
"""The elements that divide a page."""
Region = Literal["other", "title", "admin", "footer", "name", "body", "stamp"]
"""The parts of a post or a comment; text in none of the named parts is "other"."""

_PARAGRAPHS: dict[str, Landmark] = {"post-footer": "footer", "closed": "comments section"}
_BOXES_BY_ID: dict[str, Landmark] = {
    **dict.fromkeys(("PlayerList", "playerlist"), "players"),
    **dict.fromkeys(("comments", "commentlist"), "comments section"),
}
_COMMENT_PARTS: dict[str, Region] = {"commentbody": "body", "comment-footer": "stamp"}
_COMMENTS_HEADING = later(r"(?:\d{1,6} )?comments?(?: \(\d{1,6}\))?:?", re.IGNORECASE)
_CATEGORIES = {
    **dict.fromkeys(("proposal", "proposals"), Category.PROPOSAL),
    **dict.fromkeys(("cfj", "cfjs", "judgment", "judgement"), Category.CFJ),
    **dict.fromkeys(("dov", "dovs", "victory"), Category.DOV),
    "ascension": Category.ASCENSION,
    **dict.fromkeys(("story", "stories"), Category.STORY),
}
MATTER_WORDS = {word: kind for word, each in _CATEGORIES.items() if (kind := each.matter)}
"""The words in a title's class that mean a Votable Matter, with its kind."""
_STATUSES = {"open": Status.PENDING} | {
    status.value: status for status in Status if status is not Status.PENDING
}
_VOTE_ALTS = {vote.value: vote for vote in VoteIcon} | {
    "imperial": VoteIcon.DEFERENTIAL,
    "def": VoteIcon.DEFERENTIAL,
}
VOTE_FILES = _VOTE_ALTS | {"seal": VoteIcon.VETO}
"""The votes that images show, by their files' names without ending."""
_MEMBER_FUNCTIONS = frozenset(
    {"", "login", "logout", "register", "forgot_password", "memberlist", "member_search"}
)
_LOG_OUT = later(r"(?:log|sign)[ -]?out", re.IGNORECASE)
_SAVED = later(r"(?:\./)?[^/:]+_files/[^/]+$", re.IGNORECASE)
_MEMBER_NUMBER = later(r"/member/(\d{1,9})(?![^/?#])", re.ASCII)
_PAGE_PART = later(r"/P(\d{1,6})/?$", re.ASCII)


def landmark(tag: str, attributes: Attributes) -> Landmark | None:
    """The part of a page that an element opens, if any. (The caller checks for a heading
    "Comments".)
    """
    if tag == "p":
        return _named(_PARAGRAPHS, attributes)
    if tag in _BOXES:
        if "comment" in attributes.get("class", "").split():
            return "comment"
        return _BOXES_BY_ID.get(attributes.get("id", ""))
    if tag in HEADINGS:
        words = attributes.get("class", "").split()
        if "post-title" in words:
            return "title"
        return "date" if "date-header" in words else None
    if tag == "form":
        return "form" if attributes.get("id") == COMMENT_FORM else None
    return "form" if tag == "textarea" and attributes.get("name") == "comment" else None


def names_comments(heading: str) -> bool:
    """Return whether a heading's text opens the comments: "Comments", "12 Comments", "Comments
    (12)".
    """
    return (
        "comment" in heading.lower()
        and _COMMENTS_HEADING.fullmatch(" ".join(heading.split())) is not None
    )


def post_region(tag: str, attributes: Attributes, _around: Region) -> Region | None:
    """The part of a post that an element is, if any."""
    words = attributes.get("class", "").split()
    if tag in HEADINGS and "post-title" in words:
        return "title"
    if tag == "p" and "post-footer" in words:
        return "footer"
    return "admin" if tag == "div" and "admin" in words else None


def comment_region(tag: str, attributes: Attributes, around: Region) -> Region | None:
    """The part of a comment that an element is, if any; a heading in the body belongs to it."""
    if tag in HEADINGS:
        return "name" if around == "other" else None
    return _named(_COMMENT_PARTS, attributes) if tag in {"div", "p"} else None


def _named(table: Mapping[str, _T], attributes: Attributes) -> _T | None:
    classes = attributes.get("class")
    if classes is None:
        return None
    return table.get(classes) or next(
        (table[word] for word in classes.split() if word in table), None
    )


def categories(classes: str) -> list[Category]:
    """The categories that a title's class names, each once, in its order."""
    words = re.split(r"[\s_-]+", classes.lower())
    return list(dict.fromkeys(_CATEGORIES[word] for word in words if word in _CATEGORIES))


def statuses(classes: str) -> list[Status]:
    """The statuses that a title's class names, each once, in its order."""
    return list(
        dict.fromkeys(_STATUSES[word] for word in classes.lower().split() if word in _STATUSES)
    )


def vote_by_alt(alt: str) -> VoteIcon | None:
    """The vote that an image's ``alt`` states."""
    return _VOTE_ALTS.get(alt.strip().lower())


def image_text(attributes: Attributes) -> str:
    """The text for an image in a post: its ``alt``, else the vote of its file name, else blank."""
    vote = VOTE_FILES.get(attributes.get("src", "").rpartition("/")[2].partition(".")[0].lower())
    return " ".join(attributes.get("alt", "").split()) or (vote.value if vote else "")


def in_vote_folder(path: str) -> bool:
    """Return whether an image's path is in the folder of the voting icons."""
    return path.lower().rpartition("/")[0].rpartition("/")[2] == "vote"


def in_saved_folder(path: str) -> bool:
    """Return whether an image's address is a copy saved by a browser beside a page."""
    return _SAVED.match(path) is not None


def is_no_statement(tag: str, attributes: Attributes) -> bool:
    """Return whether the content of an element is quoted, code, struck out or hidden."""
    return (
        tag in _QUOTING
        or "hidden" in attributes
        or ("class" in attributes and _QUOTING_CLASS.search(attributes["class"]) is not None)
        or ("style" in attributes and _HIDING.search(attributes["style"]) is not None)
    )


def is_member_address(href: str) -> bool:
    """Return whether a link leads to a member of the site rather than to a function of the member
    pages.
    """
    return "/member/" in href and not is_member_function(href)


def member_number(href: str) -> int | None:
    """The number of the member that a link leads to; None if it has none. Numbers begin with 1."""
    found = _MEMBER_NUMBER.search(href)
    return int(found[1]) or None if found else None


def bare_name(text: str) -> str:
    """A link's text without the mark of an Admin and the colon of a heading."""
    return text.rstrip("*: ")


def is_member_function(href: str) -> bool:
    """Return whether a link leads to a function of the member pages, such as logging in."""
    _, found, rest = href.partition("/member/")
    return bool(found) and rest.partition("/")[0] in _MEMBER_FUNCTIONS


def is_log_out(href: str, text: str) -> bool:
    """Return whether a link logs out, by its address (``/member/logout``) or its text."""
    return (
        href.partition("?")[0].rstrip("/").rpartition("/")[2].lower() == "logout"
        or _LOG_OUT.fullmatch(text) is not None
    )


def is_greeting(text: str, name: str) -> bool:
    """Return whether a text shows ``name`` as logged in."""
    lower, wanted = " ".join(text.lower().split()), re.escape(" ".join(name.lower().split()))
    greeting = (
        rf"(?<![^\W_])(?:(?:logg|sign)ed in as:?|welcome(?: back)?,?|hello,) {wanted}(?![^\W_])"
    )
    return bool(wanted) and re.search(greeting, lower) is not None


def is_captcha(attributes: Attributes) -> bool:
    """Return whether an element belongs to a captcha."""
    names = " ".join(attributes.get(name, "") for name in ("id", "class", "name", "src")).lower()
    return "captcha" in names or "turnstile" in names


def is_blogspot(tag: str, attributes: Attributes) -> bool:
    """Return whether an element belongs to the blog's former Blogspot templates."""
    if tag == "meta":
        return attributes.get("name", "").lower() == "generator" and attributes.get(
            "content", ""
        ).lower().startswith("blogger")
    return tag == "div" and "date-header" in attributes.get("class", "").lower().split()


def names_side_column(attributes: Attributes) -> bool:
    """Return whether an element is the column of the sidebar."""
    names = [attributes.get("id", ""), *attributes.get("class", "").split()]
    return any(name.lower().startswith("side") for name in names)


def is_password_field(tag: str, attributes: Attributes) -> bool:
    """Return whether an element asks for a password."""
    return tag == "input" and attributes.get("type", "").lower() == "password"


def page_number(path: str) -> tuple[str, int]:
    """An address's path without the page part, and the number of that part.

    >>> page_number("/a/P100")
    ('/a', 100)
    """
    found = _PAGE_PART.search(path)
    return (path[: found.start()], int(found[1])) if found else (path.rstrip("/"), 0)
