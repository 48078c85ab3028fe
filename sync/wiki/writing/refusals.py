"""What the API's errors on saving mean, each in one sentence, and what to do about it.

The codes are those of ``action=edit`` (https://www.mediawiki.org/wiki/API:Edit#Possible_errors) and of the
extensions SpamBlacklist, AbuseFilter and TitleBlacklist.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from sync.text import shorten

__all__ = ["FAMILIES", "GONE", "REFUSALS", "Next", "Refusal", "failure", "refusal"]


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
_MEANINGS = (
    (Next.GIVE_UP, "abusefilter-disallowed", f"a filter of the wiki does not allow this edit; {_ASK}, and do not send it again"),
    (Next.GIVE_UP, "abusefilter-warning", "a filter of the wiki warns of this edit; it is not sent again: edit by hand if it is right"),
    (Next.GIVE_UP, "autoblocked systemblocked", f"the address of this machine is blocked on the wiki; {_ASK}"),
    (Next.GIVE_UP, "blocked", f"the account is blocked on the wiki; {_ASK}"),
    (
        Next.GIVE_UP,
        "cantcreate nocreate-loggedin noedit permissiondenied protectednamespace protectednamespace-interface writeapidenied",
        f"the account may not make this edit; {_ASK}, or give its bot password that right",
    ),
    (Next.GIVE_UP, "cascadeprotected protectedpage protectedtitle", f"the page is protected; {_ASK}"),
    (Next.GIVE_UP, "contentmodel-mismatch no-direct-editing", "the page has no wikitext; edit it by hand"),
    (Next.GIVE_UP, "contenttoobig", "the text is larger than the wiki allows"),
    (Next.GIVE_UP, "emptypage", "the wiki allows no empty pages"),
    (Next.GIVE_UP, "hookaborted", f"an extension of the wiki does not allow this edit; {_ASK}"),
    (Next.GIVE_UP, "invalidtitle unsupportednamespace", "the wiki has no pages of that title; check it"),
    (
        Next.GIVE_UP,
        "missingtitle pagedeleted",
        "the page no longer exists: it was deleted or moved; look for it, and propose the edit again",
    ),
    (Next.GIVE_UP, "mustbeposted", "a POST arrived as another request, perhaps by a redirect; check the wiki's address"),
    (Next.GIVE_UP, "nochange", "no change: the page already has this text"),
    (Next.GIVE_UP, "noedit-anon", "the wiki allows no edits without a login"),
    (Next.GIVE_UP, "nosuchrevid", "the wiki does not know the edit's base revision; propose the edit again"),
    (Next.GIVE_UP, "readapidenied", "the account may not read the wiki; give its bot password that right"),
    (Next.GIVE_UP, "readonly", "the wiki is read-only at present; try again later"),
    (Next.GIVE_UP, "spamblacklist", "the text links to a site on the wiki's spam list; remove the link"),
    (Next.GIVE_UP, "spamdetected", "the wiki takes a part of the text for spam; remove it"),
    (Next.GIVE_UP, "titleblacklist-forbidden", "the title is on the wiki's blacklist"),
    (Next.LOOK, "editconflict", "edit conflict: the same lines were edited"),
    (Next.LOOK, "articleexists", "edit conflict: the page was created meanwhile"),
    (Next.WAIT, "maxlag", "the wiki's database lags behind; try again later"),
    (Next.WAIT, "ratelimited actionthrottledtext", "the account's rate limit is reached; try again later"),
    (Next.LOG_IN, "assertuserfailed assertnameduserfailed", "the login has expired"),
    (Next.LOG_IN, "badtoken notoken", "the wiki rejected its own token"),
)
REFUSALS = {code: Refusal(code, why, then) for then, codes, why in _MEANINGS for code in codes.split()}
FAMILIES = {
    "abusefilter": REFUSALS["abusefilter-disallowed"].why,
    "titleblacklist": REFUSALS["titleblacklist-forbidden"].why,
    "globalblocking": REFUSALS["systemblocked"].why,
    "tpt-": "the page is a translation, which is not edited by hand",
}
"""What all errors mean whose codes begin like this; nothing is tried again."""


def refusal(code: str, info: str) -> Refusal:
    """What an error means. ``info`` is the wiki's own text, quoted only for an error that is not listed here."""
    if code in REFUSALS:
        return REFUSALS[code]
    for start, why in FAMILIES.items():
        if code.startswith(start):
            return Refusal(code, why, Next.GIVE_UP)
    why = f"the wiki answered with the error {shorten(code, 60)!r} ({shorten(info, 200)}); look at the page, and edit it by hand"
    return Refusal(shorten(code, 60), why, Next.FIND_OUT)


def failure(code: str, info: str) -> str:
    """Why an edit failed without an error of the API, as with an extension for captchas (``result: Failure``)."""
    meaning = refusal(code, info)
    if code and meaning.next is not Next.FIND_OUT:
        return meaning.why
    return f"the wiki asks for something that only people can do, such as a captcha; {_ASK} to exempt the account"
