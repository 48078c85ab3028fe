"""A local wiki without MediaWiki: pages in memory, and the parts of ``api.php`` that the client
uses.

It is for tests that do not depend on MediaWiki's own behaviour, which is tested on a real one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.support.loopback import QuietHandler, listening

__all__ = ["WikiServer", "serving_wiki"]


@dataclass
class _Page:
    pageid: int
    revisions: list[dict[str, Any]] = field(default_factory=list)


@dataclass
class WikiServer:
    """``now`` is the wiki's time; ``failing`` makes it answer 403, ``garbage`` a web page."""

    now: datetime
    url: str = ""
    failing: bool = False
    garbage: bool = False
    asked: list[dict[str, str]] = field(default_factory=list)
    pages: dict[str, _Page] = field(default_factory=dict)
    redirects: dict[str, str] = field(default_factory=dict)
    last_id: int = 100
    texts_sent: int = 0

    def _next(self) -> int:
        self.last_id += 1
        return self.last_id

    def edit(
        self, title: str, text: str, *, by: str = "Ottoline Marsh", at: datetime | None = None
    ) -> int:
        """Save a revision and return its id."""
        page = self.pages.setdefault(title, _Page(self._next()))
        parent = page.revisions[-1]["revid"] if page.revisions else 0
        page.revisions.append(
            {
                "revid": self._next(),
                "parentid": parent,
                "timestamp": _stamp(at or self.now),
                "user": by,
                "comment": "as it is",
                "slots": {"main": {"*": text}},
            }
        )
        return int(page.revisions[-1]["revid"])

    def delete(self, title: str) -> None:
        """Delete a page."""
        del self.pages[title]

    def move(self, title: str, target: str, *, redirect: bool = False) -> None:
        """Rename a page."""
        self.pages[target] = self.pages.pop(title)
        if redirect:
            self.redirects[title] = target

    def answer(self, query: dict[str, str]) -> dict[str, Any]:
        """Return the answer of ``api.php``."""
        found: dict[str, Any] = {}
        if "siteinfo" in query.get("meta", "").split("|"):
            found["general"] = {"generator": "MediaWiki 1.39.17", "sitename": "A wiki"}
        if query.get("titles"):
            titles = [self.redirects.get(title, title) for title in query["titles"].split("|")]
            hops = [
                {"from": title, "to": self.redirects[title]}
                for title in query["titles"].split("|")
                if title in self.redirects
            ]
            found |= {
                "pages": {
                    str(place): self._row(title, query) for place, title in enumerate(titles)
                },
                "redirects": hops,
            }
        answer = {"curtimestamp": _stamp(self.now), "query": found}
        more = [row.pop("more") for row in found.get("pages", {}).values() if "more" in row]
        return answer | {"continue": {"rvcontinue": more[0], "continue": "||"}} if more else answer

    def _row(self, title: str, query: dict[str, str]) -> dict[str, Any]:
        page = self.pages.get(title)
        if "[" in title:
            return {
                "title": title,
                "invalid": True,
                "invalidreason": "The title contains invalid characters.",
            }
        if page is None:
            return {"title": title, "missing": True}
        row = {"title": title, "pageid": page.pageid, "lastrevid": page.revisions[-1]["revid"]}
        if query.get("prop") == "revisions":
            start, until = int(query.get("rvstartid", "0")), query.get("rvstart", "9")
            has_text = "content" in query["rvprop"]
            start = int(query.get("rvcontinue", f"|{start}").partition("|")[2])
            back = [
                each if has_text else {**each, "slots": {}}
                for each in page.revisions[::-1]
                if each["revid"] <= (start or each["revid"]) and each["timestamp"] <= until
            ]
            most, limit = 50 if has_text else 500, query.get("rvlimit", "max")
            many = min(most, int(limit.replace("max", "500"))) if "rvdir" in query else 1
            row["revisions"] = back[:many]
            self.texts_sent += len(back[:many]) * has_text
            if "rvdir" in query and len(back) > many:
                row["more"] = f"{back[many]['timestamp']}|{back[many]['revid']}"
        return row


def _stamp(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@contextmanager
def serving_wiki(now: datetime) -> Iterator[WikiServer]:
    """Serve an empty wiki on a free port of loopback."""
    wiki = WikiServer(now)

    class Handler(QuietHandler):
        def do_GET(self) -> None:  # noqa: N802 - its parent calls it so
            query = {
                name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()
            }
            wiki.asked.append(query)
            body = (
                b"<html><body>Log in</body></html>"
                if wiki.garbage
                else json.dumps(wiki.answer(query)).encode()
            )
            self.answer(403 if wiki.failing else 200, body, ("Content-Type", "application/json"))

    with listening(Handler) as server:
        wiki.url = f"{server}/w/"
        yield wiki
