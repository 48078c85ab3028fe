"""The text of a notice for a talk page, a comment or a chat, for players: what is wrong, the rule, and what to do.

Text from outside has no effect there: no markup, no links.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from parsers.model import Confidence
from parsers.wiki.edit import as_wikitext
from sync.notices.blog.notice_text import MAX_BYTES, inert
from sync.notices.model import Channel, Draft, Notice, mark_of
from sync.text import shorten
from sync.times import shown
from validators.checks.run import checks
from validators.finding import Cause, Evidence, Finding, causes

MOST_FINDINGS = {"wiki-talk": 1000, "blog-comment": 40, "chat": 40}
"""How many findings the mark of one notice can name; further ones get another notice."""

MOST_CHARACTERS = {"wiki-talk": 20_000, "chat": 1_900}
"""A section of readable length, and the shortest limit of the chats. For the blog, see :data:`MAX_BYTES`."""

_OPENING = "A check of the game as of {} found this. Please look at it:"
_CLOSING = "This is no vote, and it may be mistaken: please check for yourself. -- blognomic, a tool"
_JUDGEMENT = "a Call for Judgement"
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
    """How much is shown of each fault: characters of its message and of the rest, and places where it can be seen."""

    message: int
    other: int
    places: int


# The first to be cut is what can be looked up.
_DETAILS = (_Detail(400, 240, 3), _Detail(160, 160, 1), _Detail(80, 0, 0))
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
    others = len(draft.findings) - len(findings)
    rest = f"And {others} more, which an audit lists." if others else ""
    faults = [list(_fault(cause, draft.channel, detail)) for cause in causes(findings)]
    about = _plain(draft.about, draft.channel, 160)
    opening = _OPENING.format(shown(as_of))
    if draft.channel == "wiki-talk":
        listed = (f"* {first}\n" + "".join(f"*: {line}\n" for line in further) for first, *further in faults)
        more = f"* {rest}\n" if rest else ""
        return f"== Please check: {about} ==\n{opening}\n{''.join(listed)}{more}\n{_CLOSING} <!-- {mark} -->\n"
    paragraphs = ["\n".join(lines) for lines in faults]
    return "\n\n".join((f"About {about}. {opening}", *paragraphs, *([rest] if rest else []), f"{_CLOSING} ({mark})"))


def _fault(cause: Cause, channel: Channel, detail: _Detail) -> Iterator[str]:
    """What is wrong, then the rule, where it can be seen, and what to do, a line each; every part of it once."""
    finding = cause.lead
    quote = finding.rule.quote or "" if finding.rule is not None else ""
    message = finding.message.removesuffix(f": “{quote}”") if quote else finding.message
    unsure = "" if finding.confidence is Confidence.HIGH else " (This is not certain.)"
    yield f"{_plain(_sentence(message), channel, detail.message)}{unsure}"
    if not detail.other:
        return
    if finding.rule is not None:
        quoted = _plain(quote, channel, min(detail.message, _QUOTES))
        name = f"the rule “{_plain(finding.rule.title, channel, detail.other)}”"
        yield f"{name[0].upper()}{name[1:]} says “{quoted}”" if quoted else f"It rests on {name}."
    seen = (_place(item, channel, detail.other) for each in (finding, *cause.others) for item in each.evidence)
    if places := [place for place in dict.fromkeys(seen) if place][: detail.places]:
        yield f"See {' and '.join(places)}"
    if todo := _what_to_do(finding):
        yield f"What to do: {_plain(todo, channel, max(detail.other, detail.message))}"


def _sentence(text: str) -> str:
    return (text[:1].upper() + text[1:]).rstrip(".") + "."


def _what_to_do(finding: Finding) -> str:
    """The change that would put it right, else what `blognomic explain` says, unless the message says so itself."""
    if finding.fix is not None:
        return _sentence(finding.fix.summary)
    settle = next((one.settle for one in checks() if one.code == finding.code), "")
    return "" if _JUDGEMENT in settle and _JUDGEMENT in finding.message else settle


def _place(item: Evidence, channel: Channel, limit: int) -> str:
    """An address, else a line of a page of the wiki, or an edit of it."""
    if item.url:
        return _link(item.url)
    if item.excerpt.startswith("revision "):
        return _plain(item.excerpt.partition(":")[0], channel, limit)
    return _plain(f"line {item.line} of “{item.page}”" if item.line else item.page or item.excerpt, channel, limit)


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
