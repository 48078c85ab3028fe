"""The news of a game as a feed that every reader of Atom follows (RFC 4287)."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree as ET

from sync.board import texts
from sync.board.build import Board
from sync.board.folder import FEED
from sync.notices.news_text import address_of, details, headline
from sync.times import iso

MOST_ENTRIES = 50
_TITLE, _TEXT = 200, 600
"""The most characters of a text of others, in a title and elsewhere."""


def feed(board: Board, *, blog: str, wiki: str, published: str = "") -> str:
    """Return the feed; ``published`` is the address of the folder with the board, ``""`` where that
    is unknown.

    An entry keeps its id in every run, and its time as long as its evidence, the roster and the
    rules stay the same. An item without an address of its own leads to its page of the wiki.
    """
    own_id = uuid5(NAMESPACE_URL, f"{blog}/{FEED}")
    items = board.news[:MOST_ENTRIES]
    root = ET.Element("feed", {"xmlns": "http://www.w3.org/2005/Atom", "xml:lang": "en"})
    updated = items[0].since if items else board.view.as_of
    _begin(root, own_id.urn, f"{texts.cut(board.view.site, _TITLE)}: news of the game", updated)
    if not board.certain:
        note = "Not everything that bears on the game could be seen: items may be missing."
        ET.SubElement(root, "subtitle").text = note
    ET.SubElement(ET.SubElement(root, "author"), "name").text = "blognomic"
    ET.SubElement(root, "link", href=published or blog)
    if published:
        ET.SubElement(root, "link", rel="self", href=f"{published}/{FEED}")
    link = texts.linker(blog, wiki)
    for item in items:
        entry = ET.SubElement(root, "entry")
        cut = partial(texts.cut, limit=_TITLE)
        _begin(entry, uuid5(own_id, item.fingerprint).urn, headline(item, cut), item.since)
        if address := address_of(item, wiki, link):
            ET.SubElement(entry, "link", href=address)
        ET.SubElement(entry, "category", term=item.topic)
        content = "\n".join(details(item, partial(texts.cut, limit=_TEXT)))
        ET.SubElement(entry, "content").text = content or headline(item, cut)
    ET.indent(root)
    text: str = ET.tostring(root, encoding="us-ascii").decode()
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _begin(element: ET.Element, own_id: str, title: str, updated: datetime) -> None:
    for name, text in (("id", own_id), ("title", title), ("updated", iso(updated))):
        ET.SubElement(element, name).text = text
