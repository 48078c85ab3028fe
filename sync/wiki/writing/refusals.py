"""What the API's errors on saving mean, each in one sentence, and what is to be done about it.

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
    """Nothing: it would be refused again."""
    LOOK = auto()
    """Somebody was quicker: read the page again."""
    WAIT = auto()
    """Try again after a while."""
    LOG_IN = auto()
    """Try once more with a fresh token, logged in anew."""
    FIND_OUT = auto()
    """It may have been saved all the same: read the page's history."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """An error of the API in words for people."""

    code: str
    why: str
    next: Next


_GIVE_UP = {
    "abusefilter-disallowed": "a filter of the wiki does not allow this edit; ask its keepers, and do not send it again",
    "abusefilter-warning": "a filter of the wiki warns of this edit; it is not sent again: look at it, and make it by hand if it is right",
    "assertbotfailed": "the account is no bot of the wiki; ask the wiki's keepers to make it one, or leave the bot mark out",
    "autoblocked": "the address of this machine is blocked on the wiki; ask its keepers",
    "badtags": "the wiki does not know the tag of the edit, or does not let this account use it",
    "blocked": "the account is blocked on the wiki; ask its keepers",
    "cantcreate": "the account may not make pages on the wiki; ask its keepers",
    "cascadeprotected": "the page is protected, by a page that it is part of; ask an administrator of the wiki to make the edit",
    "contenttoobig": "the text is larger than the wiki takes",
    "emptypage": "the wiki does not make empty pages",
    "hookaborted": "an extension of the wiki does not allow this edit; ask its keepers",
    "invalidtitle": "the wiki has no pages of that title; check it",
    "missingtitle": "the page is not there any more: it was deleted or moved; look for it, and propose the edit anew",
    "mustbeposted": "what should have been posted was not, which a redirect may have done; check the wiki's address",
    "nochange": "nothing would change",
    "nocreate-loggedin": "the account may not make pages on the wiki; ask its keepers",
    "noedit": "the account may not edit pages of the wiki; ask its keepers, or give its bot password the right to",
    "noedit-anon": "the wiki lets nobody edit who is not logged in",
    "noimageredirect": "the wiki does not let the account make such a redirect",
    "nosuchrevid": "the wiki does not know the revision that the edit began with; propose the edit anew",
    "pagedeleted": "the page was deleted in the meantime; look why, and propose the edit anew",
    "permissiondenied": "the account may not make this edit; ask the wiki's keepers, or give its bot password the right to",
    "protectednamespace": "the account may not edit pages of that kind; ask the wiki's keepers",
    "protectednamespace-interface": "the account may not edit pages of that kind; ask the wiki's keepers",
    "protectedpage": "the page is protected; ask an administrator of the wiki to make the edit",
    "protectedtitle": "the title is protected against being made; ask an administrator of the wiki",
    "readapidenied": "the wiki does not let the account read; give its bot password the right to",
    "readonly": "the wiki cannot be written at present; try again when its keepers are done",
    "spamblacklist": "the text links to an address on the wiki's list of spam; take the link out",
    "spamdetected": "the text holds what the wiki takes for spam; take it out",
    "systemblocked": "the address of this machine is blocked on the wiki; ask its keepers",
    "titleblacklist-forbidden": "the title is on the wiki's list of those that nobody may make",
    "unsupportednamespace": "the wiki has no pages of that title; check it",
    "writeapidenied": "the account may not write by the API; ask the wiki's keepers",
    "contentmodel-mismatch": "the page is not of wikitext any more; look at it, and make the edit by hand",
    "no-direct-editing": "the page is not one of wikitext; make the edit by hand",
}
_FAMILIES = {
    "abusefilter": _GIVE_UP["abusefilter-disallowed"],
    "titleblacklist": _GIVE_UP["titleblacklist-forbidden"],
    "globalblocking": _GIVE_UP["systemblocked"],
    "tpt-": "the page is a translation, which is not to be edited by hand",
}
_LOOK = {
    "editconflict": "somebody else changed the same lines",
    "articleexists": "somebody else made the page in the meantime",
}
_WAIT = {
    "maxlag": "the wiki's database lags behind; try again later",
    "ratelimited": "the wiki lets the account make no more edits for now; try again later",
    "actionthrottledtext": "the wiki lets the account make no more edits for now; try again later",
}
_LOG_IN = {
    "assertuserfailed": "the wiki does not take this tool for logged in, although it was",
    "assertnameduserfailed": "the wiki does not take this tool for logged in as the account it was",
    "badtoken": "the wiki does not accept the token that it gave",
    "notoken": "the wiki does not accept the token that it gave",
}


def refusal(code: str, info: str) -> Refusal:
    """What an error means; ``info`` is in the wiki's words, which are only quoted of an error that is not known here."""
    for known, then in ((_GIVE_UP, Next.GIVE_UP), (_LOOK, Next.LOOK), (_WAIT, Next.WAIT), (_LOG_IN, Next.LOG_IN)):
        if code in known:
            return Refusal(code, known[code], then)
    for start, why in _FAMILIES.items():
        if code.startswith(start):
            return Refusal(code, why, Next.GIVE_UP)
    told = f"the wiki answered with the error {shorten(code, 60)!r} ({shorten(info, 200)}); look at the page, and make the edit by hand"
    return Refusal(shorten(code, 60), told, Next.FIND_OUT)


def failure(code: str, info: str) -> str:
    """Why an edit was not saved where the API does not call it an error: extensions may do so, as that for captchas."""
    meaning = refusal(code, info)
    if code and meaning.next is not Next.FIND_OUT:
        return meaning.why
    return "the wiki asks for something that only people can do, such as a captcha; ask its keepers to let the account edit without"
