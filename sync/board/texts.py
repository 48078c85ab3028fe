"""Outside text on a page: on one line, of bounded length, without control characters, and with
links only to the game.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from markupsafe import Markup, escape

from sync.reports.layout import unpiled
from sync.text import LOOSE, one_line
from sync.times import full_minute, iso, shown

_ADDRESS = re.compile(r"https?://[A-Za-z0-9.\[\]:-]{1,260}(?:[/?#][!#-&(-;=?-\[\]_a-z~-]{0,1000})?")
_PLAIN_KEY = re.compile(r"[A-Za-z0-9_-]{1,60}")


def cut(text: object, limit: int) -> str:
    """Return the text on one line; a longer one is cut with an ellipsis and, if most of it is
    missing, its length.
    """
    whole = str(text)
    # More than the limit, because runs of spaces become one.
    line = unpiled(one_line(whole[: 4 * limit + 200]))
    if len(line) <= limit and len(whole) <= 4 * limit + 200:
        return line
    length = f" ({len(whole):,} characters)" if len(whole) > 4 * limit else ""
    return f"{line[: limit - 1].rstrip(LOOSE)}…{length}"


def time(moment: datetime | None, *, from_then: bool = False) -> Markup:
    """A time in full; a deadline (``from_then``) is rounded up to the next full minute."""
    return _time(moment, shown(moment, from_then=from_then))


def moment(year: int, moment: datetime | None, *, from_then: bool = False) -> Markup:
    """A time in a list: ``17 May 18:00``, with the year unless it is the current one."""
    if moment is None:
        return _time(None, shown(None))
    utc = full_minute(moment) if from_then else moment.astimezone(UTC)
    return _time(
        moment, f"{utc.day} {utc:%b} {'' if utc.year == year else f'{utc.year} '}{utc:%H:%M}"
    )


def age(duration: timedelta) -> str:
    """The age of something: ``45 min``, ``47 h``, from three days on ``8 d``; the page's script
    updates it in the same form.
    """
    minutes = max(int(duration.total_seconds()), 0) // 60
    if minutes < 60:
        return f"{minutes} min"
    return f"{minutes // 60} h" if minutes < 72 * 60 else f"{minutes // 1440} d"


def _time(moment: datetime | None, text: str) -> Markup:
    return (
        escape(text)
        if moment is None
        else Markup('<time datetime="{}">{}</time>').format(iso(moment), text)
    )


def anchor(key: str) -> str:
    """The id of the element for a post with this key."""
    plain = (
        key
        if _PLAIN_KEY.fullmatch(key)
        else hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    )
    return f"matter-{plain}"


def linker(*sites: str) -> Callable[[str | None], str | None]:
    """Return a function that returns an address if it leads to one of the sites, else None."""
    places = {urlsplit(site).netloc.lower() for site in sites}

    def link(url: str | None) -> str | None:
        if not url or not _ADDRESS.fullmatch(url):
            return None
        return url if urlsplit(url).netloc.lower() in places else None

    return link
