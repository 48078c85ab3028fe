"""What the API's errors on saving mean, each in one sentence, and what to do about it.

The codes are those of ``action=edit`` (https://www.mediawiki.org/wiki/API:Edit#Possible_errors) and of the
extensions SpamBlacklist, AbuseFilter and TitleBlacklist.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from sync.text import shorten

__all__ = ["Next", "Refusal", "failure", "refusal"]


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


_GIVE_UP = {
    "abusefilter-disallowed": "a filter of the wiki does not allow this edit; contact the site's administrators, and do not send it again",
    "abusefilter-warning": "a filter of the wiki warns of this edit; it is not sent again: look at it, and edit by hand if it is right",
    "assertbotfailed": "the account is no bot of the wiki; contact the site's administrators, or leave the bot mark out",
    "autoblocked": "the address of this machine is blocked on the wiki; contact the site's administrators",
    "badtags": "the wiki does not know the tag of the edit, or does not let this account use it",
    "blocked": "the account is blocked on the wiki; contact the site's administrators",
    "cantcreate": "the account may not create pages on the wiki; contact the site's administrators",
    "cascadeprotected": "the page is protected, by a page that it is part of; contact the site's administrators",
    "contenttoobig": "the text is larger than the wiki allows",
    "emptypage": "the wiki allows no empty pages",
    "hookaborted": "an extension of the wiki does not allow this edit; contact the site's administrators",
    "invalidtitle": "the wiki has no pages of that title; check it",
    "missingtitle": "the page no longer exists: it was deleted or moved; look for it, and propose the edit again",
    "mustbeposted": "a POST arrived as another request, perhaps by a redirect; check the wiki's address",
    "nochange": "no change: the page already has this text",
    "nocreate-loggedin": "the account may not create pages on the wiki; contact the site's administrators",
    "noedit": "the account may not edit pages of the wiki; contact the site's administrators, or give its bot password that right",
    "noedit-anon": "the wiki allows no edits without a login",
    "noimageredirect": "the account may not create such a redirect",
    "nosuchrevid": "the wiki does not know the revision that the edit began with; propose the edit again",
    "pagedeleted": "the page was deleted meanwhile; see why, and propose the edit again",
    "permissiondenied": "the account may not make this edit; contact the site's administrators, or give its bot password that right",
    "protectednamespace": "the account may not edit pages of that kind; contact the site's administrators",
    "protectednamespace-interface": "the account may not edit pages of that kind; contact the site's administrators",
    "protectedpage": "the page is protected; contact the site's administrators",
    "protectedtitle": "the title is protected against creation; contact the site's administrators",
    "readapidenied": "the account may not read the wiki; give its bot password that right",
    "readonly": "the wiki is read-only at present; try again later",
    "spamblacklist": "the text links to a site on the wiki's spam list; remove the link",
    "spamdetected": "the wiki takes a part of the text for spam; remove it",
    "systemblocked": "the address of this machine is blocked on the wiki; contact the site's administrators",
    "titleblacklist-forbidden": "the title is on the wiki's blacklist",
    "unsupportednamespace": "the wiki has no pages of that title; check it",
    "writeapidenied": "the account may not write by the API; contact the site's administrators",
    "contentmodel-mismatch": "the page no longer has wikitext; edit it by hand",
    "no-direct-editing": "the page has no wikitext; edit it by hand",
}
_FAMILIES = {
    "abusefilter": _GIVE_UP["abusefilter-disallowed"],
    "titleblacklist": _GIVE_UP["titleblacklist-forbidden"],
    "globalblocking": _GIVE_UP["systemblocked"],
    "tpt-": "the page is a translation, which is not edited by hand",
}
_LOOK = {
    "editconflict": "edit conflict: the same lines were edited",
    "articleexists": "edit conflict: the page was created meanwhile",
}
_WAIT = {
    "maxlag": "the wiki's database lags behind; try again later",
    "ratelimited": "the account's rate limit is reached; try again later",
    "actionthrottledtext": "the account's rate limit is reached; try again later",
}
_LOG_IN = {
    "assertuserfailed": "the login has expired",
    "assertnameduserfailed": "the login has expired, or is another account's",
    "badtoken": "the wiki rejected its own token",
    "notoken": "the wiki rejected its own token",
}


def refusal(code: str, info: str) -> Refusal:
    """What an error means. ``info`` is the wiki's own text, quoted only for an error that is not listed here."""
    for known, then in ((_GIVE_UP, Next.GIVE_UP), (_LOOK, Next.LOOK), (_WAIT, Next.WAIT), (_LOG_IN, Next.LOG_IN)):
        if code in known:
            return Refusal(code, known[code], then)
    for start, why in _FAMILIES.items():
        if code.startswith(start):
            return Refusal(code, why, Next.GIVE_UP)
    why = f"the wiki answered with the error {shorten(code, 60)!r} ({shorten(info, 200)}); look at the page, and edit it by hand"
    return Refusal(shorten(code, 60), why, Next.FIND_OUT)


def failure(code: str, info: str) -> str:
    """Why an edit failed without an error of the API, as with an extension for captchas (``result: Failure``)."""
    meaning = refusal(code, info)
    if code and meaning.next is not Next.FIND_OUT:
        return meaning.why
    return "the wiki asks for something that only people can do, such as a captcha; contact the site's administrators to exempt the account"
