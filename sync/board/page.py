"""A board as one self-contained HTML page."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from parsers.gamestate.gamestate_model import GameState, Reading
from parsers.model import Confidence
from sync import tool_version
from sync.board import texts
from sync.board.build import Board
from sync.net.addresses import page_address
from sync.reports.audit_text import new_mark, unevaluated
from sync.reports.verdict_text import KINDS, ahead_in_words, cannot_be
from sync.reports.wiki_text import UNKNOWN, sentence_of, value_in_table
from sync.times import iso
from validators.fixes.tracking_fixes import faults
from validators.wording import worded
from validators.words import counted, reviewed_by

MOST_BYTES = 500_000
"""The maximum size of a page, in UTF-8."""

_FOLDER = Path(__file__).with_name("templates")
_TEXTS = {"text": 2000, "quote": 600, "title": 300}
"""The maximum length of texts, in characters."""
_COUNTS = {
    "findings": 200,
    **dict.fromkeys(("votes", "players", "rows"), 300),
    "matters": 60,
    "columns": 40,
    "changes": 8,
    "evidence": 3,
}
"""The maximum number of things of each kind: far above what a game has."""
_SMALLEST = 12


def page(board: Board, *, blog: str, wiki: str) -> str:
    """Write the page; ``blog`` and ``wiki`` are the only sites in its links. A page that would be
    too large is shortened, with a remark.
    """
    text = ""
    template = _environment(blog, wiki, board.view.as_of.year).get_template("board.html")
    for step in range(_SMALLEST + 1):
        extent = {
            name: max(most >> step, 30 if name in _TEXTS else 1)
            for name, most in {**_TEXTS, **_COUNTS}.items()
        }
        anchors = {
            texts.anchor(card.verdict.post.key) for card in board.matters[: extent["matters"]]
        }
        text = template.render(board=board, extent=extent, shortened=step > 0, anchors=anchors)
        if len(text.encode("utf-8", "replace")) <= MOST_BYTES:
            break
    return text


@cache
def _environment(blog: str, wiki: str, year: int) -> Environment:
    style, script = (
        (_FOLDER / name).read_text(encoding="utf-8") for name in ("style.css", "board.js")
    )
    made = Environment(
        loader=FileSystemLoader(_FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters.update(_filters(blog, wiki, year))
    # Both are files of this package, and the policy allows no others.
    made.globals.update(
        blog=blog,
        wiki=wiki,
        version=tool_version(),
        unknown=UNKNOWN,
        style=Markup(style),  # noqa: S704
        script=Markup(script),  # noqa: S704
        policy=(
            f"default-src 'none'; style-src {_digest(style)}; script-src {_digest(script)}; img-src"
            " data:; base-uri 'none'; form-action 'none'"
        ),
    )
    return made


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _filters(blog: str, wiki: str, year: int) -> dict[str, Callable[..., Any]]:
    link = texts.linker(blog, wiki)
    named = (
        ahead_in_words,
        cannot_be,
        counted,
        groups,
        head,
        illegal,
        iso,
        new_mark,
        unevaluated,
        worded,
    )
    return {
        **{function.__name__: function for function in (*named, texts.age, texts.cut, texts.time)},
        "anchor": texts.anchor,
        "change": sentence_of,
        "columns": lambda owners: list(
            dict.fromkeys(name for _, readings in owners for name in readings)
        ),
        "diff": lambda revid: f"{wiki}index.php?diff={revid}" if revid else None,
        "elsewhere": lambda items, finding: [
            item for item in items if link(item.url) not in (None, finding.subject.url)
        ],
        "kind": KINDS.__getitem__,
        "link": link,
        "moment": partial(texts.moment, year),
        "reviewed": reviewed_by,
        "state": {"✓": "met", "✗": "blocking", "?": "unknown", "·": "not needed"}.__getitem__,
        "value": value_in_table,
        "wiki_page": partial(page_address, wiki),
    }


def head(items: Iterable[Any] | Mapping[Any, Any], count: int) -> list[Any]:
    """Return the first ``count`` items."""
    return list(islice(items.items() if isinstance(items, Mapping) else items, count))


def groups(state: GameState) -> Iterator[tuple[str, str, list[tuple[str, Mapping[str, Reading]]]]]:
    """Group the values by owner: a heading, a noun for the owners, and their values."""
    groups = (
        ("Players", "Player", state.players),
        ("Idle players", "Player", state.idle),
        *((noun, noun, things) for noun, things in state.things.items()),
    )
    yield from ((heading, noun, list(owners.items())) for heading, noun, owners in groups if owners)


def illegal(reading: Reading) -> bool:
    """Return whether a value is illegal under its rule."""
    wrong = (
        fault.sure is Confidence.HIGH
        for entry in reading.entries
        if entry.variable is not None
        for fault in faults(entry, entry.variable)
    )
    return any(entry.typed.failed for entry in reading.entries) or any(wrong)
