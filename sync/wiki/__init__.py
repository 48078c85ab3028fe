"""The wiki: page texts, histories, and what has changed since they were last read.

:class:`WikiClient` reads, through mwclient; everything it returns is a plain value. Only :class:`Writer` can write.
"""

from __future__ import annotations

from sync.wiki.errors import NoSuchPage, RevisionGone, WikiNotUnderstood, WikiRefused, WikiUnreachable
from sync.wiki.reading.client import WikiClient
from sync.wiki.reading.values import Changes, Cursor, FoundPage, InvalidTitle, LogEvent, MissingPage, PageLookup, Titles, WikiSite
from sync.wiki.settings import WikiSettings
from sync.wiki.writing.page_edit import EditOutcome, Limits, PageEdit
from sync.wiki.writing.writer import Writer

__all__ = [
    "Changes",
    "Cursor",
    "EditOutcome",
    "FoundPage",
    "InvalidTitle",
    "Limits",
    "LogEvent",
    "MissingPage",
    "NoSuchPage",
    "PageEdit",
    "PageLookup",
    "RevisionGone",
    "Titles",
    "WikiClient",
    "WikiNotUnderstood",
    "WikiRefused",
    "WikiSettings",
    "WikiSite",
    "WikiUnreachable",
    "Writer",
]
