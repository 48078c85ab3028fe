"""A real wiki for the tests that are marked ``mediawiki``, and no proxy in between."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.mediawiki import MediaWiki, running_mediawiki


@pytest.fixture(scope="session")
def mediawiki(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MediaWiki]:
    """A MediaWiki that all tests of a run share, so each of them has pages of its own."""
    yield from running_mediawiki(tmp_path_factory.mktemp("mediawiki"))


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


def pytest_configure(config: pytest.Config) -> None:
    """Tests that need a real MediaWiki are marked, so that they can be chosen or left out."""
    config.addinivalue_line("markers", "mediawiki: needs a real MediaWiki (.ci/install-mediawiki)")
