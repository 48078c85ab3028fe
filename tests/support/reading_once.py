"""Parse each page of the sample game once per process, however many tests read it.

The key is the parser's input: text, address and reviews. Parsed values are never edited, so tests
cannot affect each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, wraps
from typing import Any

import pytest

from parsers.blog import blog_page
from parsers.instructions import reader
from parsers.ruleset import read_ruleset
from parsers.wiki import wiki_page

_MOST = 1024
"""The maximum number of kept pages of each kind."""


def _once(read: Callable[..., Any]) -> Callable[..., Any]:
    @lru_cache(maxsize=_MOST)
    def known(arguments: tuple[Any, ...], named: tuple[tuple[str, Any], ...]) -> Any:
        return read(*arguments, **{name: _thawed(value) for name, value in named})

    @wraps(read)
    def once(*arguments: Any, **named: Any) -> Any:
        return known(arguments, tuple((name, _frozen(value)) for name, value in named.items()))

    return once


def _frozen(value: Any) -> Any:
    return frozenset(value.items()) if isinstance(value, Mapping) else value


def _thawed(value: Any) -> Any:
    return dict(value) if isinstance(value, frozenset) else value


_RULESET, _WIKI_PAGE = _once(read_ruleset), _once(wiki_page.read_page)
_PASSAGES = _once(wiki_page.read_passages.__wrapped__)
_REMEMBERING = {
    "parsers.blog.blog_page.read_page": _once(blog_page.read_page),
    "parsers.gamestate.tracking_page.read_page": _WIKI_PAGE,
    "parsers.history.page_change.read_passages": _PASSAGES,
    "parsers.ruleset.read_ruleset": _RULESET,
    "parsers.ruleset.tree.read_passages": _PASSAGES,
    "parsers.wiki.wiki_page.read_page": _WIKI_PAGE,
    "sync.correct.correctable_pages.read_ruleset": _RULESET,
    "validators.edits.enacted_matters.read_instructions": _once(reader.read_instructions),
    "validators.enacting.read_ruleset": _RULESET,
}
"""The callers of the parsers, with the callers' names for them."""


def read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commands and views of this test use pages parsed by earlier tests."""
    for name, once in _REMEMBERING.items():
        monkeypatch.setattr(name, once)
