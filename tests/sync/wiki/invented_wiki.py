"""A wiki in memory that saves as MediaWiki does, behind a network that does what it is told to each
request.

It takes the place of :meth:`Transport.exchange`, so that thousands of courses of events can be
tried. That MediaWiki saves like this is tried on a real one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from hashlib import sha1
from typing import Any
from urllib.parse import parse_qs

from parsers.patch import patched
from sync.net.addresses import Address
from sync.net.fetched import RawResponse, TransportError

NOW = "2024-01-20T12:00:00Z"
STEPS_IN_FLIGHT = 6


Event = Enum(
    "Event",
    "NOTHING NEVER_SENT LOST_BEFORE LOST_AFTER BROKEN_BEFORE BROKEN_AFTER CUT LATE KILLED_BEFORE"
    " KILLED_AFTER KILLED_AND_LATE OTHERS_EDIT_FAR OTHERS_EDIT_NEAR OTHERS_EDIT_AND_LOST_AFTER"
    " OTHERS_EDIT_AND_KILLED_AFTER",
)
"""What happens to a request."""


class Killed(BaseException):
    """Stands for a process that is no more."""


@dataclass
class InventedWiki:
    """One page with its history; ``events`` are used up by the requests. ``edited`` counts what
    others saved.
    """

    page: str
    text: str
    events: Iterator[Event]
    others: Callable[[str, bool], str]
    revisions: list[dict[str, Any]] = field(default_factory=list)
    in_flight: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    steps: int = 0
    edited: int = 0
    happened: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.save("Others", self.text)

    def save(self, user: str, text: str) -> int:
        """A new revision."""
        parent = self.revisions[-1]["revid"] if self.revisions else 0
        digest = sha1(text.encode()).hexdigest()
        row = {
            "revid": parent + 1,
            "parentid": parent,
            "user": user,
            "text": text,
            "sha1": digest,
            "timestamp": NOW,
            "comment": "",
        }
        self.revisions.append(row)
        return parent + 1

    def exchange(self, address: Address, form: bytes | None) -> RawResponse:
        """One request and its answer. Raises :class:`TransportError` and :class:`Killed`."""
        self.steps += 1
        self.land(self.steps)
        asked = {
            name: values[0]
            for name, values in parse_qs(
                (form or b"").decode() or address.query, keep_blank_values=True
            ).items()
        }
        event = next(self.events, Event.NOTHING)
        self.happened.append(event)
        before = {
            Event.NEVER_SENT: TransportError(
                "it refused the connection", "check", again=True, sent=False
            ),
            Event.LOST_BEFORE: TransportError("it cut the connection", "later", again=True),
            Event.KILLED_BEFORE: Killed(),
        }
        if event in before:
            raise before[event]
        if event is Event.BROKEN_BEFORE:
            return RawResponse(502, {}, b"")
        if event in {Event.LATE, Event.KILLED_AND_LATE}:
            if form is not None:
                self.in_flight.append((self.steps + STEPS_IN_FLIGHT, asked))
            raise (
                Killed
                if event is Event.KILLED_AND_LATE
                else TransportError("nothing came for 30 seconds", "later", again=True)
            )
        if event.name.startswith("OTHERS"):
            self.edited += 1
            self.save(
                "Others", self.others(self.revisions[-1]["text"], event is Event.OTHERS_EDIT_NEAR)
            )
        body = json.dumps({"curtimestamp": NOW, **self.answer(asked)}).encode()
        if event.name.endswith("LOST_AFTER"):
            raise TransportError("it cut the connection", "later", again=True)
        if event.name.endswith("KILLED_AFTER"):
            raise Killed
        if event is Event.BROKEN_AFTER:
            return RawResponse(503, {}, b"")
        return RawResponse(200, {}, body[: len(body) // 2] if event is Event.CUT else body)

    def land(self, step: int) -> None:
        """Have the wiki do what was on its way until now."""
        for landing in [one for one in self.in_flight if one[0] <= step]:
            self.in_flight.remove(landing)
            self.answer(landing[1])

    def answer(self, asked: dict[str, str]) -> dict[str, Any]:
        """What ``api.php`` says."""
        if asked["action"] == "login":
            return {"login": {"result": "Success", "lgusername": "Wyn"}}
        if asked["action"] == "edit":
            return self.edit(asked)
        if asked.get("type") == "login":
            return {"query": {"tokens": {"logintoken": "l+\\"}}}
        if "meta" in asked and not {"titles", "revids"} & asked.keys():
            return {
                "query": {
                    "general": {"generator": "MediaWiki 1.39.17"},
                    "namespaces": {},
                    "userinfo": {"name": "Wyn"},
                }
            }
        page = {"pageid": 1, "title": self.page}
        if "revids" in asked:
            wanted = [
                row for row in self.revisions if str(row["revid"]) in asked["revids"].split("|")
            ]
            return {
                "query": {"pages": {"1": {**page, "revisions": [self.row(row) for row in wanted]}}}
            }
        if "rvdir" in asked:
            rows = [
                self.row(row)
                for row in self.revisions
                if row["revid"] >= int(asked.get("rvstartid", 0))
            ]
            return {"query": {"pages": {"1": {**page, "revisions": rows}}}}
        pages = [{**page, "revisions": [self.row(self.revisions[-1])]}]
        pages += [
            {"title": title, "missing": True}
            for title in asked["titles"].split("|")
            if title != self.page
        ]
        return {
            "query": {
                "pages": {str(number): row for number, row in enumerate(pages)},
                "tokens": {"csrftoken": "c+\\"},
            }
        }

    def row(self, revision: dict[str, Any]) -> dict[str, Any]:
        return {**revision, "slots": {"main": {"*": revision["text"]}}}

    def edit(self, asked: dict[str, str]) -> dict[str, Any]:
        """As MediaWiki saves: what begins with an older revision is merged, or refused."""
        now = self.revisions[-1]
        text: str | None = asked["text"]
        if int(asked["baserevid"]) != now["revid"]:
            base = next(row for row in self.revisions if row["revid"] == int(asked["baserevid"]))
            text = patched(base["text"], asked["text"], now["text"])
        if text is None:
            return {"error": {"code": "editconflict", "info": "Edit conflict."}}
        if text == now["text"]:
            return {"edit": {"result": "Success", "nochange": True}}
        return {
            "edit": {
                "result": "Success",
                "oldrevid": now["revid"],
                "newrevid": self.save("Wyn", text),
            }
        }
