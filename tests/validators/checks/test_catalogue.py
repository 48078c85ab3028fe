"""The catalogue, the checks, the page of explanations and the list of all findings agree."""

from __future__ import annotations

import re

import pytest

from tests.support.paths import ROOT
from validators.checks.catalogue import CATALOGUE, PLANNED, Entry
from validators.checks.registry import CODES, checks

PAGE = (ROOT / "docs" / "findings.md").read_text(encoding="utf-8")
LISTED = ROOT / ".." / "shared" / "FINDINGS.md"
PLANNED_CODES = [code for codes in PLANNED.values() for code in codes.split()]


def listed() -> dict[str, tuple[str, str]]:
    """Slug and severity of every code, as the list of findings has them."""
    if not LISTED.exists():
        pytest.skip("the list of findings is not beside this checkout")
    rows = re.findall(r"^\| (BN\d{3}) \| ([a-z-]+) \| ([EWI]) \|", LISTED.read_text(encoding="utf-8"), re.MULTILINE)
    return {code: (slug, {"E": "error", "W": "warning", "I": "info"}[severity]) for code, slug, severity in rows}


def section(code: str) -> str:
    """The page's section on one code."""
    found = re.search(rf"^## {code} .*?(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None, f"docs/findings.md has no section on {code}"
    return found.group()


def test_every_code_has_a_check_and_every_check_an_entry() -> None:
    assert {one.code for one in checks()} == set(CATALOGUE)
    assert not set(CATALOGUE) & set(PLANNED_CODES)
    assert list(CODES) == sorted({*CATALOGUE, *PLANNED_CODES})
    assert len(PLANNED_CODES) == len(set(PLANNED_CODES))


def test_slugs_and_severities_are_those_of_the_list() -> None:
    known = listed()
    assert {code: (entry.slug, str(entry.severity)) for code, entry in CATALOGUE.items()} == {code: known[code] for code in CATALOGUE}


def test_every_code_of_the_list_is_checked_or_planned() -> None:
    assert set(listed()) == set(CODES)


@pytest.mark.parametrize("entry", CATALOGUE.values(), ids=lambda entry: entry.code)
def test_entries_are_sentences(entry: Entry) -> None:
    for sentence in (entry.meaning, entry.evidence, entry.mistaken, entry.settle):
        assert sentence[0].isupper()
        assert sentence.endswith(".")


@pytest.mark.parametrize("entry", CATALOGUE.values(), ids=lambda entry: entry.code)
def test_the_page_explains_every_code_in_the_words_of_the_catalogue(entry: Entry) -> None:
    text = section(entry.code)
    assert text.startswith(f"## {entry.code} {entry.slug}\n")
    assert f"**{entry.severity}**" in text
    for sentence in (entry.meaning, entry.evidence, entry.mistaken, entry.settle, *entry.rests_on):
        assert sentence in text


def test_the_page_explains_nothing_else() -> None:
    assert re.findall(r"^## (BN\d{3})", PAGE, re.MULTILINE) == list(CATALOGUE)
    assert set(re.findall(r"BN\d{3}", PAGE)) <= set(CODES)


def test_the_page_lists_every_code_with_a_link_to_its_section() -> None:
    contents = PAGE[PAGE.index("## Which there are") : PAGE.index("## BN101")]
    assert re.findall(r"\[(BN\d{3})\]\(#(bn\d{3}-[a-z-]+)\) ([a-z-]+)", contents) == [
        (entry.code, f"{entry.code.lower()}-{entry.slug}", entry.slug) for entry in CATALOGUE.values()
    ]


def test_the_page_says_what_is_not_checked_yet() -> None:
    tail = PAGE[PAGE.index("## Not checked yet") :]
    assert re.findall(r"BN\d{3}", tail) == PLANNED_CODES
    assert all(about in tail for about in PLANNED)
