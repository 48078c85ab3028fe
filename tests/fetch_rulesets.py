"""Fetch the real Rulesets that some tests read: five editions, from the game's wiki.

    python -m tests.fetch_rulesets

They are saved in tests/rulesets/, which git ignores, because they are the players' text and not
part of this project. One request for each revision, as https://www.mediawiki.org/wiki/API:Revisions
describes it.
"""

from __future__ import annotations

import sys
from pathlib import Path

import requests

from tests.support.paths import ROOT

API = "https://wiki.blognomic.com/api.php"
FOLDER = ROOT / "tests" / "rulesets"
EDITIONS = {
    "Ruleset_184.wikitext": {"revids": "18329"},
    "Ruleset_2020-05-20.wikitext": {"revids": "9965"},
    "Ruleset_2022-06-11.wikitext": {"revids": "19916"},
    "Ruleset_215_2023.wikitext": {"titles": "Ruleset 215"},
    "Ruleset_221_2024-01-23.wikitext": {"revids": "25435"},
}
"""What each file holds: a revision, or the page to which a dynasty's last Ruleset was copied."""


def fetch(folder: Path = FOLDER) -> list[Path]:
    """Save each edition that the folder lacks, and return the new files.

    Raises :class:`requests.RequestException` where the wiki cannot be reached, :class:`ValueError`
    where it answers something else.
    """
    folder.mkdir(parents=True, exist_ok=True)
    saved = []
    with requests.Session() as session:
        session.headers["User-Agent"] = "blognomic-sync test data"
        for name, which in EDITIONS.items():
            file = folder / name
            if not file.exists():
                file.write_text(_text(session, which), encoding="utf-8")
                saved.append(file)
    return saved


def _text(session: requests.Session, which: dict[str, str]) -> str:
    wanted = {
        "action": "query",
        "format": "json",
        "formatversion": "2",
        "prop": "revisions",
        "rvprop": "content",
        "rvslots": "main",
    }
    reply = session.get(API, params=wanted | which, timeout=60)
    reply.raise_for_status()
    pages = reply.json().get("query", {}).get("pages") or [{}]
    revisions = pages[0].get("revisions") or [{}]
    text = revisions[0].get("slots", {}).get("main", {}).get("content")
    if not isinstance(text, str) or "= Core Rules =" not in text:
        raise ValueError(f"{API} has no Ruleset at {which}")
    return text


if __name__ == "__main__":
    for saved_file in fetch():
        sys.stdout.write(f"saved {saved_file}\n")
