"""The wiki: page texts, histories, and what has changed since they were last looked at.

:class:`WikiClient` asks, through mwclient; everything it returns is a plain value.
"""

from __future__ import annotations

from sync.wiki.client import WikiClient
from sync.wiki.errors import NoSuchPage, RevisionGone, WikiNotUnderstood, WikiUnreachable
from sync.wiki.settings import WikiSettings
from sync.wiki.values import Answer, Changes, Cursor, Found, Invalid, LogEvent, Missing, Titles, WikiSite

__all__ = [
    "Answer",
    "Changes",
    "Cursor",
    "Found",
    "Invalid",
    "LogEvent",
    "Missing",
    "NoSuchPage",
    "RevisionGone",
    "Titles",
    "WikiClient",
    "WikiNotUnderstood",
    "WikiSettings",
    "WikiSite",
    "WikiUnreachable",
]
