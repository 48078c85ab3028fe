"""What a notice says: for a talk page, a comment or a chat. Whatever comes from outside becomes inert words there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime

from parsers.wiki.escape import as_wikitext
from sync.commenting.notice_text import MAX_BYTES, inert
from sync.notices.model import Channel, Draft, Notice, mark_of
from sync.text import shorten
from sync.times import shown
from validators.finding import Finding

__all__ = ["worded"]

_LONGEST = 400
_SHORT = 160
_MOST = {"wiki-talk": 50, "blog-comment": 8, "chat": 8}
_NO_VOTE = "This notice was written by a tool. It is no vote, and it may be mistaken: look for yourself."
_ADDRESS = re.compile(r"https?://[^\s<>\"'|\[\]{}]{1,300}")
_SCHEME = re.compile(r"(?<=[A-Za-z]):(?=\S)")
_MAGIC = re.compile(r"\b(?:RFC|PMID|ISBN)(?=\s)")
# What chats take for calls, links and markup, by characters that look like it.
_CHAT = str.maketrans("@<>*_~`|[]", "\uff20\u2039\u203a\u2217\u02cd\u223c'\u00a6()")


def worded(draft: Draft, as_of: datetime) -> Notice:
    """The draft in the words of its channel, with as many of its findings as fit; the mark names those that it tells."""
    for count in range(min(len(draft.findings), _MOST[draft.channel]), 0, -1):
        told = draft.findings[:count]
        notice = Notice(draft, _text(draft, told, as_of), mark_of(told))
        if draft.channel != "blog-comment" or len(notice.text.replace("\n", "\r\n").encode()) < MAX_BYTES:
            break
    return notice


def _text(draft: Draft, told: Sequence[Finding], as_of: datetime) -> str:
    more = len(draft.findings) - len(told)
    rest = f"And {more} more; an audit lists them." if more else ""
    if draft.channel == "wiki-talk":
        return "\n".join(_section(draft, told, as_of, rest)) + "\n"
    return "\n\n".join(_paragraphs(draft, told, as_of, rest))


def _section(draft: Draft, told: Sequence[Finding], as_of: datetime, rest: str) -> Iterator[str]:
    """A section of a talk page."""
    codes = ", ".join(dict.fromkeys(finding.code for finding in told))
    yield f"== Correction notice for {_wiki(draft.about, _SHORT)}: {codes} =="
    yield f"An audit as of {shown(as_of)} found:"
    for finding in told:
        yield f"* '''{finding.code}''' ({finding.severity.value}): {_wiki(finding.message)}"
        yield from (f"** {line}" for line in _details(finding, "wiki-talk"))
    if rest:
        yield rest
    yield f"{_NO_VOTE} <!-- {mark_of(told)} -->"


def _paragraphs(draft: Draft, told: Sequence[Finding], as_of: datetime, rest: str) -> Iterator[str]:
    """A comment, or a message in a chat."""
    yield f"Correction notice for {_plain(draft.about, draft.channel, _SHORT)}, by an audit as of {shown(as_of)}."
    for finding in told:
        lines = [f"{finding.code} ({finding.severity.value}) - {_plain(finding.message, draft.channel)}", *_details(finding, draft.channel)]
        yield "\n".join(lines)
    if rest:
        yield rest
    yield f"{_NO_VOTE} ({mark_of(told)})"


def _details(finding: Finding, channel: Channel) -> Iterator[str]:
    """The rule, the evidence and what is proposed, a line each."""
    if finding.rule is not None:
        quote = f", which says “{_plain(finding.rule.quote, channel)}”" if finding.rule.quote else ""
        yield f"Rule “{_plain(finding.rule.title, channel, _SHORT)}”{quote}"
    for item in finding.evidence[:3]:
        where = _link(item.url) if item.url else ""
        excerpt = f"“{_plain(item.excerpt, channel, _SHORT)}”" if item.excerpt else ""
        if where or excerpt:
            yield f"Seen - {' '.join(part for part in (where, excerpt) if part)}"
    if finding.fix is not None:
        yield f"Proposed - {_plain(finding.fix.summary, channel)}"


def _link(url: str) -> str:
    """An address of our own making, if it is one that can stand anywhere as it is."""
    return url if _ADDRESS.fullmatch(url) else ""


def _plain(text: str, channel: Channel, limit: int = _LONGEST) -> str:
    if channel == "wiki-talk":
        return _wiki(text, limit)
    return inert(text, limit) if channel == "blog-comment" else shorten(text, limit).translate(_CHAT)


def _wiki(text: str, limit: int = _LONGEST) -> str:
    """Text on a page of the wiki: no markup, no link, not even from an address or a magic word."""
    words = _SCHEME.sub("&#58;", as_wikitext(shorten(text, limit)))
    return _MAGIC.sub(lambda found: f"&#{ord(found[0][0])};{found[0][1:]}", words)
