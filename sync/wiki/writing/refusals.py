"""Obstacles to an edit: templates by which a page excludes bots, the stop page, and the API's
errors (https://www.mediawiki.org/wiki/API:Edit#Possible_errors and the errors of SpamBlacklist,
AbuseFilter and TitleBlacklist).
"""

from __future__ import annotations

import re
from enum import Enum, auto
from html import unescape
from typing import NamedTuple

import mwparserfromhell
from mwparserfromhell.nodes import Template, Wikilink
from mwparserfromhell.wikicode import Wikicode

from sync.text import shorten

_MAY_BE_SIGN = re.compile(r"\{\{[^{|}]{0,60}bots\s{0,9}[|}]", re.IGNORECASE)
_UNPARSED_NOBOTS = re.compile(r"\{\{\s{0,9}nobots\s{0,9}[|}]", re.IGNORECASE)
_NAME = re.compile(r":? ?(?:(?:template|msg) ?: ?)?(?P<no>no)?bots")
_COMMENT = re.compile("<!--.*?-->", re.DOTALL)
_BETWEEN_NAMES = re.compile(r"\s?[][,;:*]\s?")

_MOST_CHARACTERS, _MOST_OPEN = 200_000, 10
"""The parser takes time in proportion to both, at most about 6 s."""
_OPENS = re.compile(r"\{\{|\[\[")
_NO_BRACKETS = r"(?:(?!\{\{|\}\}|\[\[|\]\]).)*+"
_INNERMOST = re.compile(rf"\{{\{{{_NO_BRACKETS}\}}\}}|\[\[{_NO_BRACKETS}\]\]", re.DOTALL)
# Unclosed tags, tables and external links take the parser quadratic time, lists much.
_NOT_PARSED = re.compile(r"<|^[\t *#:;]*+(?:\{\|)?|(?<!\[)\[(?!\[)", re.MULTILINE)
_UNKNOWN = "{{bots|{{…}}}}"
"""Placeholder for a template whose excluded users are unknown."""


def stop_page(user: str) -> str:
    """The default stop page of a user."""
    return f"User:{user}/Stop"


def stopped_by(text: str | None) -> bool:
    """Return whether the text of the stop page stops the tool: any text but a blank one and "run";
    so does a hidden text (None).
    """
    return text is None or text.strip().casefold() not in {"", "run"}


def excluded_by(text: str, user: str, *, notice: bool = False) -> str | None:
    """Return the template by which a page excludes a user's tools, or None
    (https://en.wikipedia.org/wiki/Template:Bots).

    ``{{nobots}}`` and ``{{bots|deny=…}}`` do, and ``{{bots|allow=…}}`` without the user; each is a
    list of names, ``all`` or ``none``. ``{{bots|optout=…}}`` excludes only notices.
    """
    ends = text.rfind("-->") + len("-->")  # behind it no end is looked for, whatever begins there
    shown = _COMMENT.sub("", text[:ends]) + text[ends:]
    # Text in nowiki and in comments counts as well: in doubt a page is left alone.
    for part in (shown, "\n".join(_COMMENT.findall(text[:ends]))):
        if not _MAY_BE_SIGN.search(part):
            continue
        if len(part) > _MOST_CHARACTERS or _is_tangled(part):
            return _UNKNOWN
        wikicode = mwparserfromhell.parse(_NOT_PARSED.sub(" ", part), skip_style_tags=True)
        for template in wikicode.ifilter_templates():
            sign = _sign(template, user, notice=notice)
            if sign is not None:
                return sign
        if _UNPARSED_NOBOTS.search(part):
            return _UNKNOWN
    return None


def _is_tangled(text: str) -> bool:
    """Return whether the text has more unclosed or nested templates and links than the parser is
    given.
    """
    for _ in range(_MOST_OPEN):
        text = _INNERMOST.sub("", text)
    return len(_OPENS.findall(text)) > _MOST_OPEN


def _sign(template: Template, user: str, *, notice: bool) -> str | None:
    """Return the template as text if it excludes the user's tools."""
    name = _NAME.fullmatch(_folded(f"{template.name}"))
    if name is None:
        return None
    if name["no"]:
        return "{{nobots}}"
    if any("{{" in f"{parameter}" for parameter in template.params):
        return _UNKNOWN
    lists = {_folded(f"{each.name}"): _names(each.value) for each in template.params}
    account = _folded(user)
    if re.search(rf"(?<!\w)(?:all|{re.escape(account or 'all')})(?!\w)", lists.get("deny", "none")):
        return "{{bots|deny=…}}"
    if {"all", account}.isdisjoint(_BETWEEN_NAMES.split(lists.get("allow", "all"))):
        return "{{bots|allow=…}}"
    if notice and lists.get("optout", "none") not in {"none", ""}:
        return "{{bots|optout=…}}"
    return None


def _names(value: Wikicode) -> str:
    """The names of a list; a name can be a link to the user's page with another label."""
    words = (f"[{node.title}]" if isinstance(node, Wikilink) else f"{node}" for node in value.nodes)
    return _folded(unescape("".join(words)))


def _folded(name: str) -> str:
    return re.sub(r"[\s_]+", " ", name).strip().casefold()


class Next(Enum):
    """The next step after an error."""

    GIVE_UP = auto()  # none: the edit would be refused again
    LOOK = auto()  # an edit conflict: read the page again
    WAIT = auto()  # try again later
    LOG_IN = auto()  # log in again, and try once more with a new token
    FIND_OUT = auto()  # the edit may have been saved: read the page's history


class ErrorMeaning(NamedTuple):
    """An error of the API: its code, its meaning as a clause, and the next step."""

    code: str
    why: str
    next: Next


GONE = "the page no longer exists: it was deleted or moved; look for it, and propose the edit again"
_ASK = "contact the site's administrators"
_FILTER = f"a filter of the wiki rejects this edit; {_ASK}, and do not send it again"
_RIGHT = (
    f"the account lacks the right to make this edit; {_ASK}, or add the right to its bot password"
)
_MEANINGS = {
    "abusefilter-disallowed titleblacklist-forbidden hookaborted": (Next.GIVE_UP, _FILTER),
    "abusefilter-warning": (
        Next.GIVE_UP,
        (
            "a filter of the wiki warns about this edit, so it is not sent again; if it is right,"
            " edit the page yourself"
        ),
    ),
    "autoblocked systemblocked blocked": (
        Next.GIVE_UP,
        f"the account, or this machine's address, is blocked on the wiki; {_ASK}",
    ),
    "cantcreate nocreate-loggedin noedit noedit-anon permissiondenied protectednamespace writeapidenied": (
        Next.GIVE_UP,
        _RIGHT,
    ),
    "cascadeprotected protectedpage protectedtitle": (
        Next.GIVE_UP,
        f"the page is protected; {_ASK}",
    ),
    "contenttoobig": (Next.GIVE_UP, "the text is larger than the wiki allows"),
    "invalidtitle unsupportednamespace": (
        Next.GIVE_UP,
        "the wiki cannot have a page of that title; check it",
    ),
    "missingtitle pagedeleted": (Next.GIVE_UP, GONE),
    "nosuchrevid": (
        Next.GIVE_UP,
        "the wiki does not know the edit's base revision; propose the edit again",
    ),
    "readapidenied": (
        Next.GIVE_UP,
        "the account lacks the right to read the wiki; add the right to its bot password",
    ),
    "readonly": (Next.GIVE_UP, "the wiki is read-only at present; try again later"),
    "spamblacklist": (
        Next.GIVE_UP,
        "the text links to a site on the wiki's spam list; remove the link",
    ),
    "editconflict": (Next.LOOK, "edit conflict: the same lines were edited"),
    "articleexists": (Next.LOOK, "edit conflict: the page was created meanwhile"),
    "maxlag": (Next.WAIT, "the wiki's database lags behind; try again later"),
    "ratelimited actionthrottledtext": (
        Next.WAIT,
        "the account's rate limit is reached; try again later",
    ),
    "assertuserfailed assertnameduserfailed": (Next.LOG_IN, "the login has expired"),
    "badtoken notoken": (Next.LOG_IN, "the wiki rejected its own token"),
}
REFUSALS = {
    code: ErrorMeaning(code, why, then)
    for codes, (then, why) in _MEANINGS.items()
    for code in codes.split()
}


def refusal(code: str, info: str) -> ErrorMeaning:
    """Return the meaning of an error. ``info`` is the wiki's own text, quoted only for an error
    that is not listed here.
    """
    if code in REFUSALS:
        return REFUSALS[code]
    if code.startswith(("abusefilter", "titleblacklist")):
        return ErrorMeaning(code, _FILTER, Next.GIVE_UP)
    why = (
        f"the wiki answered with the error {shorten(code, 60)!r} ({shorten(info, 200)}); look at"
        " the page and edit it yourself"
    )
    return ErrorMeaning(shorten(code, 60), why, Next.FIND_OUT)


def failure(code: str, info: str) -> str:
    """Return why an edit failed without an error of the API, for instance because of a captcha
    (``result: Failure``).
    """
    meaning = refusal(code, info)
    if meaning.next is not Next.FIND_OUT:
        return meaning.why
    return f"the wiki asks for a captcha or a similar check; {_ASK} to exempt the account"
