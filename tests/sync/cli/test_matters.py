"""How matters are named: titles as people type them, addresses, numbers in the queue, and single
saved pages.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from parsers.model import Category
from sync.cli import main
from sync.cli.matters import find_matters
from sync.errors import UsageError
from tests.support.cases import cases
from tests.support.command import Run
from tests.support.paths import DEMO
from tests.sync.samples import post

THING = post("a_thing")
THICK = post("thick_ice", title="Proposal: Thick Ice", subject="Thick Ice")
QUOTED = post("its", title="Proposal: It’s “Late”", subject="It’s “Late”")
TWIN = post(
    "thick_ice1", title="Call for Judgement: Thick Ice", subject="Thick Ice", category=Category.CFJ
)
ALL = [THING, THICK, QUOTED, TWIN]
STORY = post("a_story", title="Story Post: Tea", subject="Tea", category=Category.STORY)

LATER = post("later", title="Proposal: Much Later", subject="Much Later")


def found(text: str) -> list[str]:
    return [each.key for each in find_matters(text, ALL, [*ALL, STORY, LATER])]


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("https://blog.example/archive/a_thing", ["a_thing"]),
        ("http://www.blog.example/archive/a_thing/", ["a_thing"]),
        ("https://blog.example/archive/a_thing/P100#c7", ["a_thing"]),
        ("https://blog.example/archive/a_thing?x=1", ["a_thing"]),
        ("Proposal: A Thing [Core]", ["a_thing"]),
        ("a_thing", ["a_thing"]),
        ("a thing [core]", ["a_thing"]),
        ("A Th", ["a_thing"]),
        ("Thick Ice", ["thick_ice", "thick_ice1"]),
        ("proposal:  thick ice", ["thick_ice"]),
        ('it\'s "late"', ["its"]),
        ("call for", ["thick_ice1"]),
    ],
)
def test_a_matter_is_found_by_address_and_title(text: str, keys: list[str]) -> None:
    assert found(text) == keys


@cases("unknown")
def test_an_unknown_name_suggests_the_nearest(text: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        found(text)
    assert message in str(caught.value)


PAGE, RULESET = (
    DEMO / "blog" / "archive" / "passing_places" / "index.html",
    DEMO / "wiki" / "Ruleset.wikitext",
)


def test_missing_data_comes_first_and_votes_are_counted(tmp_path: Path, run: Run) -> None:
    page = tmp_path / "pp.html"
    page.write_bytes(PAGE.read_bytes())
    _, out, err = run(
        "tally", str(page), "--ruleset", str(RULESET), "--emperor", "Ottoline Marsh", code=3
    )
    said = " ".join(out.split())
    assert out.startswith("As of 2024-05-17 08:00 UTC: ")
    assert err == f"blognomic: as of the newest comment on {page}; --now TIME sets another time\n"
    assert said.index("UNKNOWN: older posts were not seen") < said.index(
        "6 FOR, 1 AGAINST were seen"
    )
    assert "shows one post; save the front page" in said
    assert said.count("no front page with the roster was seen") == 1
    assert said.count("older posts were not seen") == 1
    assert (
        run(
            "tally",
            str(page),
            "--ruleset",
            str(RULESET),
            "--now",
            "2024-05-17T18:00:00Z",
            code=None,
        ).err
        == ""
    )
    assert run("tally", str(page), code=3).err.startswith(
        "blognomic: the page 'Ruleset' is missing: pass --ruleset FILE"
    )


def test_a_saved_page_is_enacted_on_saved_pages_of_the_wiki(run: Run) -> None:
    wiki = [
        "--ruleset",
        str(RULESET),
        "--tracking",
        str(RULESET.with_name("The_Long_Cut.wikitext")),
    ]
    _, out, err = run("enact", str(PAGE), *wiki, code=3)
    assert "UNKNOWN: older posts were not seen" in out
    assert "+== Passing Places ==" in out
    assert err == f"blognomic: as of the newest comment on {PAGE}; --now TIME sets another time\n"


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("Upstream", "Which Way Is Upstream?"),
        ("Places", "Passing Places"),
        ('"every lock"', "A Bell at Every Lock"),
        ("bell", "A Bell at Every Lock"),
        ("Fog", "Fog Bells"),
        ("1", "Passing Places"),
        ("4", "Oilskins"),
    ],
)
def test_a_matter_is_found_by_any_part_of_its_title(typed: str, title: str, run: Run) -> None:
    assert run("tally", typed, "--site", "demo").out.splitlines()[2].endswith(f": {title}")


def test_a_matter_is_enacted_by_its_number_in_the_queue(run: Run) -> None:
    assert (
        run("enact", "1", "--site", "demo", code=1).out.splitlines()[1]
        == "Proposal: Passing Places"
    )


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("9", "no votable matter fits '9'; `blognomic tally --all` lists them"),
        (
            "Toll",
            "'Toll' fits 2 matters: 'Proposal: Toll Gates', 'Proposal: Toll Gates, Mended'; give more of the title, or the address",
        ),
    ],
)
def test_a_number_or_title_of_none_or_several_is_refused(
    typed: str, message: str, run: Run
) -> None:
    assert run("tally", typed, "--site", "demo", code=2).err.rstrip().endswith(message)


def test_no_verdict_for_any_matter(tmp_path: Path) -> None:
    game = tmp_path / "game"
    shutil.copytree(DEMO, game)
    for month in (game / "blog" / "2024").iterdir():
        shutil.rmtree(month)
    for entry in (game / "blog" / "archive").iterdir():
        if entry.name not in ("passing_places", "quiet_hours"):
            shutil.rmtree(entry)
    (game / "blog" / "index.html").unlink()
    assert main(["tally", "--snapshot", str(game)]) == 3
