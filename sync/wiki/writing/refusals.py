"""What the API's errors on saving mean, each in one sentence, and what to do about it.

The codes are those of ``action=edit`` (https://www.mediawiki.org/wiki/API:Edit#Possible_errors) and of the
extensions SpamBlacklist, AbuseFilter and TitleBlacklist.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from sync.text import shorten


class Next(Enum):
    """What may follow an error."""

    GIVE_UP = auto()
    """Nothing: the edit would be refused again."""
    LOOK = auto()
    """Edit conflict: read the page again."""
    WAIT = auto()
    """Try again after a while."""
    LOG_IN = auto()
    """Log in again, and try once more with a new token."""
    FIND_OUT = auto()
    """The edit may have been saved all the same: read the page's history."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """An error of the API: its code, what it means in a clause, and what follows."""

    code: str
    why: str
    next: Next


GONE = "the page no longer exists: it was deleted or moved; look for it, and propose the edit again"
_ASK = "contact the site's administrators"
_FILTER = f"a filter of the wiki does not allow this edit; {_ASK}, and do not send it again"
_RIGHT = f"the account may not make this edit; {_ASK}, or give its bot password that right"
_MEANINGS = {
    "abusefilter-disallowed titleblacklist-forbidden hookaborted": (Next.GIVE_UP, _FILTER),
    "abusefilter-warning": (Next.GIVE_UP, "a filter of the wiki warns of this edit; it is not sent again: edit by hand if it is right"),
    "autoblocked systemblocked blocked": (Next.GIVE_UP, f"the account, or this machine's address, is blocked on the wiki; {_ASK}"),
    "cantcreate nocreate-loggedin noedit noedit-anon permissiondenied protectednamespace writeapidenied": (Next.GIVE_UP, _RIGHT),
    "cascadeprotected protectedpage protectedtitle": (Next.GIVE_UP, f"the page is protected; {_ASK}"),
    "contenttoobig": (Next.GIVE_UP, "the text is larger than the wiki allows"),
    "invalidtitle unsupportednamespace": (Next.GIVE_UP, "the wiki has no pages of that title; check it"),
    "missingtitle pagedeleted": (Next.GIVE_UP, GONE),
    "nosuchrevid": (Next.GIVE_UP, "the wiki does not know the edit's base revision; propose the edit again"),
    "readapidenied": (Next.GIVE_UP, "the account may not read the wiki; give its bot password that right"),
    "readonly": (Next.GIVE_UP, "the wiki is read-only at present; try again later"),
    "spamblacklist": (Next.GIVE_UP, "the text links to a site on the wiki's spam list; remove the link"),
    "editconflict": (Next.LOOK, "edit conflict: the same lines were edited"),
    "articleexists": (Next.LOOK, "edit conflict: the page was created meanwhile"),
    "maxlag": (Next.WAIT, "the wiki's database lags behind; try again later"),
    "ratelimited actionthrottledtext": (Next.WAIT, "the account's rate limit is reached; try again later"),
    "assertuserfailed assertnameduserfailed": (Next.LOG_IN, "the login has expired"),
    "badtoken notoken": (Next.LOG_IN, "the wiki rejected its own token"),
}
REFUSALS = {code: Refusal(code, why, then) for codes, (then, why) in _MEANINGS.items() for code in codes.split()}


def refusal(code: str, info: str) -> Refusal:
    """What an error means. ``info`` is the wiki's own text, quoted only for an error that is not listed here."""
    if code in REFUSALS:
        return REFUSALS[code]
    if code.startswith(("abusefilter", "titleblacklist")):
        return Refusal(code, _FILTER, Next.GIVE_UP)
    why = f"the wiki answered with the error {shorten(code, 60)!r} ({shorten(info, 200)}); look at the page, and edit it by hand"
    return Refusal(shorten(code, 60), why, Next.FIND_OUT)


def failure(code: str, info: str) -> str:
    """Why an edit failed without an error of the API, as with an extension for captchas (``result: Failure``)."""
    meaning = refusal(code, info)
    if meaning.next is not Next.FIND_OUT:
        return meaning.why
    return f"the wiki asks for something that only people can do, such as a captcha; {_ASK} to exempt the account"
