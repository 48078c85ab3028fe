"""What every test may rely on: an environment without anybody's settings, and bounded random
tests."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.support.command import Run
from tests.support.mediawiki import MediaWiki, running_mediawiki
from tests.support.scale import BASE, SCALE

settings.register_profile("default", deadline=None, max_examples=100)
settings.register_profile(
    "ci",
    deadline=None,
    max_examples=60,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("quick", settings.get_profile("ci"), max_examples=20)
settings.register_profile("long", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

_TERMINAL = (
    "NO_COLOR",
    "FORCE_COLOR",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "COLUMNS",
    "LINES",
    "TERM",
    "TTY_COMPATIBLE",
    "TTY_INTERACTIVE",
)


gc.disable()  # until everything is collected, which lives to the end


def pytest_report_header() -> str:
    """Say how to try the same random cases again."""
    return f"random cases of slow tests: TEST_SEED={BASE} TEST_SCALE={SCALE}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run all tests that need the wiki in one process, so that only one wiki is started, and the
    quick tests of each file in one: xdist is slow with thousands of groups.
    """
    for item in items:
        if item.get_closest_marker("mediawiki"):
            item.add_marker(pytest.mark.xdist_group("mediawiki"))
        elif not item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


def pytest_collection_finish() -> None:
    """Look for cycles seldom, and not among the tests and modules, which live to the end."""
    gc.freeze()
    gc.set_threshold(100_000)
    gc.enable()


@pytest.fixture(autouse=True)
def _nobodys_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith("BLOGNOMIC_") or name in _TERMINAL or name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """The command line."""
    return Run(capsys)


@pytest.fixture(scope="session")
def mediawiki(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MediaWiki]:
    """A real MediaWiki that all tests of a run share, so each of them has pages of its own; without
    one they are skipped.
    """
    yield from running_mediawiki(tmp_path_factory.mktemp("mediawiki"))
