"""The text of a notice for a talk page, a comment or a chat, for players: what is wrong, the rule,
and what to do.

Text from outside has no effect in a notice: no markup, no links. The blog turns ``:for:`` into a
voting icon and ``{…}`` into template code. A comment is checked as a whole before it is sent, and
players' text is first made :func:`inert`, so that it can neither fail that check nor end a notice
with a mark.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import datetime

from parsers.model import Confidence
from parsers.wiki.edit import as_wikitext
from sync.notices.notice_model import Channel, Draft, Notice, mark_of, marked
from sync.text import shorten
from sync.times import shown
from validators.checks.run import checks
from validators.finding import Cause, Evidence, Finding, causes

MOST_FINDINGS = {"wiki-talk": 1000, "blog-comment": 40, "chat": 40}
"""The maximum number of findings named in the mark of one notice; further ones get another notice.
"""

MAX_BYTES = 5_000
"""Comments must be shorter than this, in UTF-8 with line ends of two bytes; the blog refuses longer
ones.
"""

MOST_SIZE = {"wiki-talk": 20_000, "blog-comment": MAX_BYTES, "chat": 1_900}
"""The length in characters of a readable section, and the shortest limit of the chats."""

_OPENING = "An automatic check of the game as of {} found the following. Please look at it:"
CLOSING = (
    "This is not a vote, and it may be mistaken; please check for yourself. -- blognomic, a tool"
)
_ADDRESS = re.compile(
    r"https?://[A-Za-z0-9.-]{1,100}(?::\d{1,5})?(?:/[A-Za-z0-9._~/%?=&#+,@:;!$()*-]{0,200})?"
)
_PLACEHOLDER = re.compile(r"[~@:;!$()*]|(?<=_)_")
_IMAGE = re.compile(r"\.(?:gif|png|jpe?g|svg|webp)\b", re.IGNORECASE)
_SCHEME = re.compile(r"(?<=[A-Za-z]):(?! )")
_MAGIC = re.compile(r"\b(?:RFC|PMID|ISBN)(?=\s)")
# The wiki replaces these characters.
_NONCHARACTER = re.compile("[\ufdd0-\ufdef\ufffe\uffff]")
# Mentions, links and markup in chats, and characters that look like theirs.
_CHAT = str.maketrans("@#&<>*_~`|[]", "\uff20\uff03\uff06\u2039\u203a\u2217\u02cd\u223c'\u00a6()")
_TOUCHING = re.compile(r"(?<=\w)\.(?=\w)|:(?! )")
_TOUCHING_LIKE = {".": "\u2024", ":": "\u2236"}


_QUOTES = 400
"""The maximum length of a message or a quotation."""
_MOST_PLACES = 3
"""The maximum number of places listed for a finding."""
_BRIEF = 160
"""The maximum length of a message in a short notice."""


def worded(draft: Draft, as_of: datetime) -> Notice:
    """Write the draft as a text for its channel. The mark names its findings, up to
    :data:`MOST_FINDINGS`.

    A text that would be too long contains only the faults, and then only counts the last ones.
    """
    mark, count = mark_of(draft.findings[: MOST_FINDINGS[draft.channel]]), len(draft.findings)
    steps = [(count, False), (count, True)]
    while steps[-1][0] > 1:
        steps.append((steps[-1][0] * 3 // 4, True))
    text = ""
    for shown_findings, brief in steps:
        text = _text(draft, draft.findings[:shown_findings], as_of, mark, brief=brief)
        size = (
            len(text.replace("\n", "\r\n").encode()) + 1
            if draft.channel == "blog-comment"
            else len(text)
        )
        if size <= MOST_SIZE[draft.channel]:
            break
    return Notice(draft, text, mark)


def _text(
    draft: Draft, findings: Sequence[Finding], as_of: datetime, mark: str, *, brief: bool
) -> str:
    others = len(draft.findings) - len(findings)
    rest = f"And {others} more; an audit lists them all." if others else ""
    faults = [list(_fault(cause, draft.channel, brief=brief)) for cause in causes(findings)]
    about = harmless(draft.about, draft.channel, 160)
    opening = _OPENING.format(shown(as_of))
    if draft.channel == "wiki-talk":
        listed = (
            f"* {first}\n" + "".join(f"*: {line}\n" for line in further)
            for first, *further in faults
        )
        more = f"* {rest}\n" if rest else ""
        return (
            f"== Please check: {about} ==\n{opening}\n{''.join(listed)}{more}\n{CLOSING} <!--"
            f" {mark} -->\n"
        )
    paragraphs = ["\n".join(lines) for lines in faults]
    return "\n\n".join(
        (
            f"About {about}. {opening}",
            *paragraphs,
            *([rest] if rest else []),
            f"{CLOSING} ({mark})",
        )
    )


def _fault(cause: Cause, channel: Channel, *, brief: bool) -> Iterator[str]:
    """Yield the fault, the rule, its places, and the remedy, one line each, without repetition."""
    finding = cause.lead
    quote = finding.rule.quote or "" if finding.rule is not None else ""
    unsure = "" if finding.confidence is Confidence.HIGH else " (This is not certain.)"
    yield f"{harmless(_sentence(finding.statement), channel, _BRIEF if brief else _QUOTES)}{unsure}"
    if brief:
        return
    if finding.rule is not None:
        quoted = harmless(quote, channel, _QUOTES)
        name = f"the rule “{harmless(finding.rule.title, channel, _BRIEF)}”"
        yield f"{name[0].upper()}{name[1:]} states “{quoted}”" if quoted else f"It rests on {name}."
    evidence = (item for shown in (finding, *cause.others) for item in shown.evidence)
    seen = (_place(item, channel, _BRIEF) for item in evidence)
    if places := [place for place in dict.fromkeys(seen) if place][:_MOST_PLACES]:
        yield f"See {' and '.join(places)}"
    if todo := _what_to_do(finding):
        yield f"What to do: {harmless(todo, channel, _QUOTES)}"


def _sentence(text: str) -> str:
    return (text[:1].upper() + text[1:]).rstrip(".") + "."


def _what_to_do(finding: Finding) -> str:
    """Return the change that would fix it, or else the remedy from `blognomic explain`."""
    if finding.fix is not None:
        return _sentence(finding.fix.summary)
    return next((check.settle for check in checks() if check.code == finding.code), "")


def _place(item: Evidence, channel: Channel, limit: int) -> str:
    """Return an address, a line of a wiki page, or an edit of it."""
    if item.url:
        return safe_link(item.url)
    if item.edit:
        return harmless(item.edit, channel, limit)
    return harmless(
        f"line {item.line} of “{item.page}”" if item.line else item.page or item.excerpt,
        channel,
        limit,
    )


def safe_link(url: str) -> str:
    """Return an address that is safe in every channel, with possible markup in its path escaped;
    empty for an unsafe one.
    """
    if not _ADDRESS.fullmatch(url) or _IMAGE.search(url):
        return ""
    scheme, _, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return (
        f"{scheme}://{host}{slash}{_PLACEHOLDER.sub(lambda found: f'%{ord(found[0]):02X}', path)}"
    )


def harmless(text: str, channel: Channel, limit: int) -> str:
    """Return text from outside without markup, links and mentions; on the wiki without addresses
    and magic words, in a chat without names that look like a site's.
    """
    if channel == "blog-comment":
        return inert(text, limit)
    if channel == "chat":
        return _TOUCHING.sub(
            lambda found: _TOUCHING_LIKE[found[0]], shorten(text, limit).translate(_CHAT)
        )
    kept = _NONCHARACTER.sub(lambda found: f"\\u{ord(found[0]):04x}", shorten(text, limit))
    words = _SCHEME.sub("&#58;", as_wikitext(kept))
    return _MAGIC.sub(lambda found: f"&#{ord(found[0][0])};{found[0][1:]}", words)


# Comments on the blog

_FORBIDDEN_KINDS = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}

# Patterns that the blog, or one of its possible comment formats, treats as more than words.
_REFUSED = (
    (re.compile(r"[{}\[\]]"), "contains a bracket, which may begin template code or a tag"),
    (re.compile(r":(?!\d{1,60}:)[\w+-]{1,60}:"), "contains a word between colons, which becomes an icon and may count as a vote"),
    (re.compile(r"<[A-Za-z/!?]"), "contains HTML"),
    (re.compile(r"&#?\w{1,30};"), "contains an HTML entity"),
    (re.compile(r"!\S{1,200}!|\.(?:gif|png|jpe?g|svg|webp)\b", re.IGNORECASE), "contains an image, which may count as a vote"),
    (re.compile(r"@\w"), "contains an @ before a name, which pings people"),
)  # fmt: skip


def refusal_of(text: str, mark: str) -> str | None:
    """Return why a text cannot be posted as a notice with that mark, as a clause, or None.

    The text must end with the mark, optionally followed by a full stop or a bracket, so that no
    player's text can imitate it.
    """
    if not text.strip() or text != text.strip():
        return "the text is empty, or begins or ends with a space"
    seen = text.replace("\n", "")
    if unseen := next(filter(_is_unseen, seen), None):
        return (
            f"the text contains U+{ord(unseen):04X}, which is invisible or not storable by the blog"
        )
    size = len(text.replace("\n", "\r\n").encode())
    if size >= MAX_BYTES:
        return f"the text has {size} bytes; a comment must have fewer than {MAX_BYTES}"
    # Full-width and similar letters are compared as their plain forms.
    plain = unicodedata.normalize("NFKC", text)
    for pattern, fault in _REFUSED:
        if pattern.search(text) or pattern.search(plain):
            return f"the text {fault}"
    if marked(mark) and marked(text) == marked(mark):
        return None
    return "the text does not end with its mark"


# Each of these is markup only if it touches the next character.
_STARTS = re.compile(r"([:;&@!<\[])(?=\S)")
_UNLIKE = str.maketrans({"{": "(", "}": ")", "<": "‹", ">": "›", "[": "(", "]": ")"})
_NO_IMAGE = re.compile(r"\.(?=gif|png|jpe?g|svg|webp)", re.IGNORECASE)


def inert(text: str, limit: int = 200) -> str:
    """Return text from outside as one line of at most ``limit`` characters that has no effect in a
    comment: no icon, image, tag, entity, link or mention, and only characters that are visible and
    that the blog can store.
    """
    plain = unicodedata.normalize("NFKC", text[: 4 * limit])
    seen = "".join(map(_visible, plain))
    broken = _NO_IMAGE.sub(". ", _STARTS.sub(r"\1 ", seen.translate(_UNLIKE)))
    return shorten(broken, limit)


def _visible(character: str) -> str:
    """Return the character, a space for any white space, "?" for an invisible or unsupported one."""
    if character.isspace():
        return " "
    return "?" if _is_unseen(character) else character


def _is_unseen(character: str) -> bool:
    return ord(character) > 0xFFFF or unicodedata.category(character) in _FORBIDDEN_KINDS
