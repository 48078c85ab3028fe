"""Replies of a wiki as a script for the server that misbehaves, and a client that does not really
wait.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit

from sync.wiki.wiki_access import FoundPage, NoPage, PageLookup, WikiSettings
from sync.wiki.wiki_client import WikiClient
from tests.support.faulty_server import FaultyServer, Step, page

NOW = "2024-01-20T12:00:00Z"
Answer = TypeVar("Answer", FoundPage, NoPage)
NOON = datetime(2024, 1, 20, 12, tzinfo=UTC)


class Waits(list[float]):
    """Remembers how long it was told to sleep, in whole seconds: a part of a wait may have passed
    when it begins.
    """

    def __call__(self, seconds: float) -> None:
        """Do not sleep."""
        self.append(round(seconds))


def client(server: FaultyServer | str, waits: Waits | None = None, **settings: Any) -> WikiClient:
    """A client of the server, with short time-outs."""
    url = server if isinstance(server, str) else f"{server.url}/w"
    quick = {"connect_timeout": 5.0, "read_timeout": 5.0, "total_timeout": 10.0}
    return WikiClient(
        WikiSettings("ops@example.org", api_url=url, **{**quick, **settings}),
        sleep=Waits() if waits is None else waits,
        now=lambda: NOON,
    )


def reply(
    *,
    headers: Iterable[tuple[str, str]] = (),
    more: dict[str, Any] | None = None,
    curtimestamp: str | None = NOW,
    **parts: Any,
) -> Step:
    """A reply of the API; ``more`` stands for ``continue``."""
    data = {"curtimestamp": curtimestamp, **({"continue": more} if more else {}), **parts}
    return page(json.dumps(data).encode(), headers=[("Content-Type", "application/json"), *headers])


def error(code: str, info: str = "as it is", headers: Iterable[tuple[str, str]] = ()) -> Step:
    """A refusal of the API, which has status 200."""
    return reply(headers=headers, error={"code": code, "info": info})


def pages(*rows: dict[str, Any], more: dict[str, Any] | None = None, **parts: Any) -> Step:
    """A reply about pages."""
    return reply(
        query={"pages": {str(number): row for number, row in enumerate(rows, 1)}, **parts},
        more=more,
    )


def revision_row(revid: int, text: str | None = "text", **parts: Any) -> dict[str, Any]:
    """A revision as the API gives it."""
    row: dict[str, Any] = {
        "revid": revid,
        "parentid": revid - 1,
        "timestamp": "2024-01-01T00:00:00Z",
        "user": "Ana",
        "comment": "why",
    }
    if text is not None:
        row["slots"] = {"main": {"contentmodel": "wikitext", "*": text}}
    return {**row, **parts}


def page_row(title: str, *revisions: dict[str, Any], **parts: Any) -> dict[str, Any]:
    """A page as the API gives it."""
    return {
        "pageid": 7,
        "ns": 0,
        "title": title,
        **({"revisions": list(revisions)} if revisions else {}),
        **parts,
    }


def asked(server: FaultyServer) -> list[dict[str, str]]:
    """The parameters of the requests so far."""
    return [
        {
            name: values[0]
            for name, values in parse_qs(urlsplit(path).query, keep_blank_values=True).items()
        }
        for path in server.paths()
    ]


def only(kind: type[Answer], answers: Mapping[str, PageLookup]) -> list[Answer]:
    """The answers of a kind, in the order of the titles."""
    return [answer for answer in answers.values() if isinstance(answer, kind)]
