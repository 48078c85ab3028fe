"""The board in a real Chromium, as people see it: on a telephone and a desktop, light and dark,
with and without scripts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from sync.board.build import Board
from tests.support.browser import Chromium, running_chromium
from tests.sync.board.pages import finding, hostile_board, hostile_matters, html
from validators.checks.run import AuditReport
from validators.finding import causes

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.xdist_group("browser")]

_OPEN = "document.querySelectorAll('details').forEach(each => { each.open = true })"
WIDTHS, SCHEMES = (360, 1440), ("light", "dark")
_SEEN = """
const size = (box) => box.width + box.height;
return [...document.querySelectorAll(%r)].filter(each => each.checkVisibility() && size(each.getBoundingClientRect()) > 0).length
"""


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    yield from running_chromium(tmp_path_factory.mktemp("chromium"))


@pytest.fixture(scope="module")
def pages(demo_board: Board, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A file for each board."""
    folder = tmp_path_factory.mktemp("boards")
    many = AuditReport(tuple(finding(number) for number in range(3000)), ())
    boards = {
        "sample": demo_board,
        "blind": replace(demo_board, lacking=(("blog/index.html", "it is missing"),)),
        "many": replace(demo_board, report=many, matters=demo_board.matters),
        "hostile": hostile_board(),
        "megabytes": hostile_matters(demo_board.view, 1_000_000),
    }
    for name, each in boards.items():
        (folder / f"{name}.html").write_text(html(each), encoding="utf-8")
    return {name: folder / f"{name}.html" for name in boards}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", ["sample", "blind", "many", "hostile", "megabytes"])
def test_a_page_fits_and_asks_for_nothing(
    name: str, width: int, chromium: Chromium, pages: dict[str, Path]
) -> None:
    chromium.open(pages[name], width=width)
    assert chromium.run("return document.documentElement.scrollWidth") <= width
    chromium.run(_OPEN)
    assert chromium.run("return document.documentElement.scrollWidth") <= width
    assert chromium.complaints() == []
    assert chromium.requests() == {pages[name].resolve().as_uri()}
    assert chromium.run("return document.querySelectorAll('script').length") == 1
    assert chromium.run("return document.querySelectorAll('img, iframe, object').length") == 0


@pytest.mark.parametrize(
    ("name", "width", "scheme"),
    [*(("sample", width, scheme) for width in WIDTHS for scheme in SCHEMES), ("blind", 360, "dark"),
     ("hostile", 360, "dark")],
)  # fmt: skip
def test_pages_have_no_accessibility_violations(
    name: str, width: int, scheme: str, chromium: Chromium, pages: dict[str, Path]
) -> None:
    chromium.open(pages[name], width=width, scheme=scheme)
    assert chromium.violations() == []
    chromium.run(_OPEN)
    assert chromium.violations() == []


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
@pytest.mark.parametrize("width", WIDTHS)
def test_matters_and_verdicts_are_seen(
    width: int, scripts: bool, demo_board: Board, chromium: Chromium, pages: dict[str, Path]
) -> None:
    chromium.open(pages["sample"], width=width, scripts=scripts)
    assert chromium.run(_SEEN % ".card > summary h3") == 7
    assert chromium.run(_SEEN % "article") == 0
    assert chromium.run(_SEEN % "summary .badge") == 7
    assert chromium.run(_SEEN % "summary .bar line.quorum") == 7
    height = "return document.documentElement.scrollHeight"
    assert chromium.run(height) <= (2700 if width == 1440 else 4100)
    chromium.run(_OPEN)
    # A game without Events has no such section.
    chromium.run("document.getElementById('events').closest('section').remove()")
    assert chromium.run(height) <= (5810 if width == 1440 else 12350)
    told = [each for each in causes(demo_board.report.findings) if each.lead.code != "BN101"]
    for selector, count in (("article", 7), (".bar", 7), (".findings > li", len(told))):
        assert chromium.run(_SEEN % selector) == count, selector


def test_layout_on_a_phone(chromium: Chromium, pages: dict[str, Path]) -> None:
    chromium.open(pages["sample"], width=360)
    assert chromium.run(_SEEN % ".hint") == 1  # the gamestate's table is wider
    chromium.run(_OPEN)
    hidden = (
        "const box = document.querySelector('.%s').parentElement; return box.scrollWidth -"
        " box.clientWidth"
    )
    assert chromium.run(hidden % "roster") == 0
    assert chromium.run(hidden % "values") > 100
    assert chromium.run("return document.querySelector('.values td').offsetHeight") < 30
    chromium.open(pages["blind"], width=360)
    assert (
        chromium.run("return document.querySelector('#no-verdict').getBoundingClientRect().top")
        < 100
    )
    assert chromium.run("return document.querySelector('header').innerText").startswith(
        "No verdict."
    )


def test_it_counts_down(demo_board: Board, chromium: Chromium, pages: dict[str, Path]) -> None:
    as_of = demo_board.view.as_of
    said = "return [...document.querySelectorAll('[data-until]')].map(each => each.textContent)"
    ages = "return [...document.querySelectorAll('[data-since]')].map(each => each.textContent)"
    banner = "return document.querySelector('#stale').innerText"
    seen = []
    for later in (timedelta(), timedelta(hours=1), timedelta(hours=4), timedelta(days=30)):
        with chromium.clock_at(as_of + later):
            chromium.open(pages["sample"])
            seen.append((chromium.run(said), chromium.run(ages)[1], chromium.run(banner)))
    lefts, old, stale = zip(*seen, strict=True)
    assert [each[0] for each in lefts[:3]] == [
        " (in 5 d 8 h 00 min)",
        " (in 5 d 7 h 00 min)",
        " (in 5 d 4 h 00 min)",
    ]
    assert old == ("40 h", "41 h", "44 h", "31 d")
    assert [each.count(" (has passed)") for each in lefts[:3]] == [0, 0, 1]
    assert set(lefts[3]) == {" (has passed)"}
    assert stale[:2] == ("", "")
    assert stale[2].startswith("Everything below is as of then. 1 time named below has passed:")
    assert f"{len(lefts[3])} times named below have passed" in stale[3]
    assert "more than a day old" in stale[3]
    chromium.open(pages["sample"], scripts=False)
    assert set(chromium.run(said)) == {""}
    assert (
        chromium.run(
            "return document.querySelector('article time + .left').previousSibling.dateTime"
        )
        == "2024-05-23T02:00:01Z"
    )


def test_with_the_keyboard_alone(chromium: Chromium, pages: dict[str, Path]) -> None:
    """A matter is opened and its votes are followed; what has the focus is seen and marked."""
    chromium.open(pages["sample"], width=360)
    for _ in range(40):
        chromium.press("Tab")
        if chromium.run("return document.activeElement.matches('.card > summary')"):
            break
    chromium.press("Enter")
    assert chromium.run("return document.activeElement.parentElement.open")
    assert chromium.run("return getComputedStyle(document.activeElement).outlineStyle") == "solid"
    chromium.press("Tab")
    inside = "return document.activeElement.closest('article').id"
    assert chromium.run(inside) == "matter-a_bell_at_every_lock"
    box = chromium.run("return document.activeElement.getBoundingClientRect().toJSON()")
    assert 0 <= box["top"] < box["bottom"] <= 900


def test_my_open_votes(chromium: Chromium, pages: dict[str, Path]) -> None:
    """Who I am stands in the page's address alone; a link to a matter opens it."""
    chromium.open(pages["sample"])
    choose = (
        "const me = document.querySelector('#me select'); me.value = 'Hobb'; me.dispatchEvent(new"
        " Event('change'))"
    )
    chromium.run(choose)
    said = "return document.querySelector('#mine').innerText"
    assert chromium.run(said) == "and have not voted on Night Fares, Oilskins"
    assert chromium.run("return location.search") == "?me=Hobb"
    assert (
        chromium.run("return localStorage.length + sessionStorage.length + document.cookie.length")
        == 0
    )
    chromium.run("document.querySelector('#mine a').click()")
    assert chromium.run("return document.querySelector('#matter-night_fares').checkVisibility()")
    cell = "document.querySelector('[data-player=Hobb] td')"
    chromium.run(f"{cell}.append(' and 3 more')")
    chromium.run(choose)
    assert chromium.run(said) == "and have not voted on Night Fares, Oilskins and 3 more"
    chromium.run(f"{cell}.dataset.done = 'and it is not known.'")
    chromium.run(choose)
    assert chromium.run(said) == "and it is not known."
    chromium.open(pages["sample"], scripts=False)
    assert chromium.run("return document.querySelector('#me').checkVisibility()") is False


def test_it_prints(chromium: Chromium, pages: dict[str, Path]) -> None:
    chromium.open(pages["sample"], scheme="dark")
    dark = [{"name": "prefers-color-scheme", "value": "dark"}]
    chromium.driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"media": "print", "features": dark}
    )
    assert (
        chromium.run("return getComputedStyle(document.body).backgroundColor")
        == "rgb(255, 255, 255)"
    )
    assert chromium.run("return document.querySelector('nav').checkVisibility()") is False
    chromium.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert chromium.driver.execute_cdp_cmd("Page.printToPDF", {})["data"].startswith("JVBERi0")
