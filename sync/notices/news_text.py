"""News in words: a headline and its details, for a feed, and one message for a chat.

``safe`` makes the texts of others fit for where they go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from itertools import islice

from sync.net.addresses import page_address
from sync.notices.notice_text import CLOSING, MOST_FINDINGS, MOST_SIZE, harmless, safe_link
from sync.text import shorten
from sync.times import shown
from validators.news import NewsItem, NewsTopic
from validators.wording import worded

Safe = Callable[[str], str]

_QUOTES = 240
"""The most characters of a text of others in a chat."""
_MOST_EDITS = 3


def headline(item: NewsItem, safe: Safe) -> str:
    """Return what is new, without a full stop."""
    if item.topic is NewsTopic.FINDING:
        statement = item.findings[0].statement
        return _closed(safe(statement[:1].upper() + statement[1:]))
    title = f"“{safe(item.title)}”"
    if item.verdict is None:
        return f"{title} was resolved irregularly"
    when = "now" if item.due is None else f"from {shown(item.due, from_then=True)}"
    if item.verdict.certified:
        return f"{title} can be {item.outcome} {when}"
    return f"{title} can probably be {item.outcome} {when}: check first"


def details(item: NewsItem, safe: Safe) -> Iterator[str]:
    """Yield sentences on the votes and what the verdict rests on, or on the faults. None of them
    depends on the time of the run.
    """
    verdict, outcome = item.verdict, item.outcome
    if verdict is None or outcome is None:
        yield from _faults(item, safe)
        return
    counts, ground = verdict.counts, verdict.ground(outcome)
    why = f": {ground.clause.words}" if ground is not None and item.due is None else ""
    yield f"{counts.for_} FOR, {counts.against} AGAINST, quorum {verdict.quorum}{why}."
    if item.due is not None:
        yield "This holds if no vote, post or roster changes."
    if verdict.doubts:
        yield _sentence(f"Not certified: {safe(worded(verdict.doubts[0]))}")


def _faults(item: NewsItem, safe: Safe) -> Iterator[str]:
    """Yield the faults that the headline does not state, the edits that caused them, and the rules."""
    if item.topic is NewsTopic.IRREGULAR:
        yield from (_sentence(safe(finding.statement)) for finding in item.findings)
    pages = (f"“{finding.page}”" for finding in item.findings[:1] if finding.page)
    edits = (one.edit for finding in item.findings for one in finding.evidence if one.edit)
    rules = (f"the rule “{finding.rule.title}”" for finding in item.findings if finding.rule)
    sources = [*pages, *islice(dict.fromkeys(edits), _MOST_EDITS), *dict.fromkeys(rules)]
    if sources:
        yield _sentence(f"See {', '.join(_closed(safe(source)) for source in sources)}")


def address_of(item: NewsItem, wiki: str, safe: Callable[[str], str | None]) -> str | None:
    """Return the address of an item if it is ``safe``, else that of its page of the wiki."""
    page = next((finding.page for finding in item.findings if finding.page), None)
    return safe(item.url or "") or (None if page is None else page_address(wiki, page))


def chat_message(items: Sequence[NewsItem], as_of: datetime, wiki: str) -> tuple[str, int]:
    """Return one message with as many of the items as it has room for, and their number; the
    message counts the others.
    """
    entries = [_entry(item, wiki) for item in items[: MOST_FINDINGS["chat"]]]
    opening, text, count = f"News of the game as of {shown(as_of)}:", "", 0
    for count in range(len(entries), 0, -1):
        others = len(items) - count
        more = [f"And {others} more."] if others else []
        text = "\n\n".join((opening, *entries[:count], *more, CLOSING))
        if len(text) <= MOST_SIZE["chat"]:
            break
    return text, count


def _entry(item: NewsItem, wiki: str) -> str:
    safe = partial(harmless, channel="chat", limit=_QUOTES)
    more = _closed(shorten(" ".join(details(item, safe)), 2 * _QUOTES))
    lines = (
        _sentence(headline(item, safe)),
        more,
        safe_link(address_of(item, wiki, safe_link) or ""),
    )
    return "\n".join(filter(None, lines))


def _closed(text: str) -> str:
    """Return a text with the end of a quotation that was cut."""
    return f"{text}”" if text.rfind("“") > text.rfind("”") else text


def _sentence(text: str) -> str:
    """Return a text with a full stop, unless it ends with another mark."""
    closed = _closed(text)
    return closed if closed.rstrip("”").endswith(("…", ".", "?", "!")) else f"{closed}."
