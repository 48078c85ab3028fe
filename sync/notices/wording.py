"""The text of a notice for a talk page, a comment or a chat. Text from outside has no effect there: no markup, no links."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from parsers.wiki.escape import as_wikitext
from sync.notices.blog.notice_text import MAX_BYTES, inert
from sync.notices.model import Channel, Draft, Notice, mark_of
from sync.text import shorten
from sync.times import shown
from validators.finding import Confidence, Finding

__all__ = ["MOST_CHARACTERS", "MOST_FINDINGS", "worded"]

MOST_FINDINGS = {"wiki-talk": 1000, "blog-comment": 40, "chat": 40}
"""How many findings the mark of one notice can name; further ones get another notice."""

MOST_CHARACTERS = {"wiki-talk": 20_000, "chat": 1_900}
"""A section of readable length, and the shortest limit of the chats. For the blog, see :data:`MAX_BYTES`."""

_NO_VOTE = "This notice was written by a tool. It is not a vote, and it may be mistaken: check for yourself."
_ADDRESS = re.compile(r"https?://[A-Za-z0-9.-]{1,100}(?::\d{1,5})?(?:/[A-Za-z0-9._~/%?=&#+,@:;!$()*-]{0,200})?")
_PLACEHOLDER = re.compile(r"[~@:;!$()*]|(?<=_)_")
_IMAGE = re.compile(r"\.(?:gif|png|jpe?g|svg|webp)\b", re.IGNORECASE)
_SCHEME = re.compile(r"(?<=[A-Za-z]):(?! )")
_MAGIC = re.compile(r"\b(?:RFC|PMID|ISBN)(?=\s)")
# The wiki replaces them, and mwparserfromhell refuses them.
_NONCHARACTER = re.compile("[\ufdd0-\ufdef\ufffe\uffff]")
# Mentions, links and markup in chats, and characters that look like theirs.
_CHAT = str.maketrans("@#&<>*_~`|[]", "\uff20\uff03\uff06\u2039\u203a\u2217\u02cd\u223c'\u00a6()")
_TOUCHING = re.compile(r"(?<=\w)\.(?=\w)|:(?! )")
_TOUCHING_LIKE = {".": "\u2024", ":": "\u2236"}


@dataclass(frozen=True, slots=True)
class _Detail:
    """How much is shown of each finding: characters of its message and of the rest, and pieces of evidence."""

    message: int
    other: int
    evidence: int


# The first to be cut is what can be looked up.
_DETAILS = (_Detail(400, 160, 3), _Detail(160, 80, 1), _Detail(80, 0, 0))
_QUOTES = 400


def worded(draft: Draft, as_of: datetime) -> Notice:
    """The draft as a text for its channel. The mark names its findings, up to :data:`MOST_FINDINGS`.

    If the text would be too long, less is shown of each finding, and then the last ones are only counted.
    """
    mark = mark_of(draft.findings[: MOST_FINDINGS[draft.channel]])
    shown_findings, level = len(draft.findings), 0
    text = _text(draft, draft.findings, _DETAILS[0], as_of, mark)
    while not _fits(text, draft.channel) and (level < len(_DETAILS) - 1 or shown_findings > 1):
        if level < len(_DETAILS) - 1:
            level += 1
        else:
            shown_findings = shown_findings * 3 // 4
        text = _text(draft, draft.findings[:shown_findings], _DETAILS[level], as_of, mark)
    return Notice(draft, text, mark)


def _fits(text: str, channel: Channel) -> bool:
    if channel == "blog-comment":
        return len(text.replace("\n", "\r\n").encode()) < MAX_BYTES
    return len(text) <= MOST_CHARACTERS[channel]


def _text(draft: Draft, findings: Sequence[Finding], detail: _Detail, as_of: datetime, mark: str) -> str:
    others = Counter(finding.code for finding in draft.findings[len(findings) :])
    counted = ", ".join(f"{code} ({count})" for code, count in others.items())
    rest = f"And {others.total()} more, which an audit lists - {counted}" if counted else ""
    if draft.channel == "wiki-talk":
        return "\n".join(_section(draft, findings, detail, as_of, rest, mark)) + "\n"
    return "\n\n".join(_paragraphs(draft, findings, detail, as_of, rest, mark))


def _section(draft: Draft, findings: Sequence[Finding], detail: _Detail, as_of: datetime, rest: str, mark: str) -> Iterator[str]:
    """A section of a talk page."""
    yield f"== Correction notice for {_wiki(draft.about, 160)}: {', '.join(draft.codes)} =="
    yield f"An audit as of {shown(as_of)} found:"
    for finding in findings:
        yield f"* '''{finding.code}''' ({_weight(finding)}): {_wiki(finding.message, detail.message)}"
        yield from (f"** {line}" for line in _details(finding, draft.channel, detail))
    if rest:
        yield f"* {rest}"
    yield ""
    yield f"{_NO_VOTE} <!-- {mark} -->"


def _paragraphs(draft: Draft, findings: Sequence[Finding], detail: _Detail, as_of: datetime, rest: str, mark: str) -> Iterator[str]:
    """A comment, or a message in a chat."""
    yield f"Correction notice for {_plain(draft.about, draft.channel, 160)}, by an audit as of {shown(as_of)}."
    for finding in findings:
        lines = [f"{finding.code} ({_weight(finding)}) - {_plain(finding.message, draft.channel, detail.message)}"]
        yield "\n".join([*lines, *_details(finding, draft.channel, detail)])
    if rest:
        yield rest
    yield f"{_NO_VOTE} ({mark})"


def _weight(finding: Finding) -> str:
    """The severity, and the confidence unless it is high."""
    unsure = "" if finding.confidence is Confidence.HIGH else f", {finding.confidence.value} confidence"
    return f"{finding.severity.value}{unsure}"


def _details(finding: Finding, channel: Channel, detail: _Detail) -> Iterator[str]:
    """The rule, the evidence and the proposal, a line each."""
    if not detail.other:
        return
    if finding.rule is not None:
        quoted = _plain(finding.rule.quote or "", channel, min(detail.message, _QUOTES))
        quote = f", which says “{quoted}”" if quoted else ""
        yield f"Rule “{_plain(finding.rule.title, channel, detail.other)}”{quote}"
    for item in finding.evidence[: detail.evidence]:
        where = _link(item.url) if item.url else _plain(item.where, channel, detail.other)
        excerpt = _plain(item.excerpt, channel, detail.other)
        if where or excerpt:
            yield f"Seen - {' '.join(part for part in (where, excerpt and f'“{excerpt}”') if part)}"
    if finding.fix is not None:
        yield f"Proposed - {_plain(finding.fix.summary, channel, detail.message)}"


def _link(url: str) -> str:
    """An address that is safe in every channel, with possible markup in its path escaped; else nothing."""
    if not _ADDRESS.fullmatch(url) or _IMAGE.search(url):
        return ""
    scheme, _, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}://{host}{slash}{_PLACEHOLDER.sub(lambda found: f'%{ord(found[0]):02X}', path)}"


def _plain(text: str, channel: Channel, limit: int) -> str:
    if channel == "wiki-talk":
        return _wiki(text, limit)
    return inert(text, limit) if channel == "blog-comment" else _chat(text, limit)


def _chat(text: str, limit: int) -> str:
    """Text for a chat, without mentions, links and markup, and without names that look like a site's."""
    return _TOUCHING.sub(lambda found: _TOUCHING_LIKE[found[0]], shorten(text, limit).translate(_CHAT))


def _wiki(text: str, limit: int) -> str:
    """Text for a page of the wiki, without markup and links, also from addresses and magic words."""
    kept = _NONCHARACTER.sub(lambda found: f"\\u{ord(found[0]):04x}", shorten(text, limit))
    words = _SCHEME.sub("&#58;", as_wikitext(kept))
    return _MAGIC.sub(lambda found: f"&#{ord(found[0][0])};{found[0][1:]}", words)
