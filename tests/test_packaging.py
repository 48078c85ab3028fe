"""What is in the package, and what its page says."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
import tomllib

import pytest

from tests.support.paths import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_page_of_the_package_links_to_nothing_beside_it() -> None:
    page = (ROOT / PROJECT["project"]["readme"]).read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]*)\)", page)
    assert links
    assert all(link.startswith("https://") for link in links)
    assert all(address.startswith("https://") for address in PROJECT["project"]["urls"].values())


def with_urls(text: str, repository: str) -> str:
    path = ROOT / ".ci" / "project_urls.py"
    if not path.is_file():
        pytest.skip("a source distribution has no scripts of CI")
    changed: str = runpy.run_path(str(path))["with_urls"](text, repository)
    return changed


def test_a_release_names_the_repository_that_it_is_made_in() -> None:
    changed = with_urls(
        (ROOT / "pyproject.toml").read_text(encoding="utf-8"), "https://example.org/somebody/a-fork"
    )
    project = tomllib.loads(changed)["project"]
    assert project["urls"] == PROJECT["project"]["urls"] | {
        "Source": f"https://example.org/somebody/a-fork/tree/v{project['version']}",
        "Documentation": f"https://example.org/somebody/a-fork/tree/v{project['version']}/docs",
        "Changelog": f"https://example.org/somebody/a-fork/blob/v{project['version']}/docs/changelog.md",
        "Issues": "https://example.org/somebody/a-fork/issues",
    }
    assert project | {"urls": None} == PROJECT["project"] | {"urls": None}


@pytest.mark.parametrize(
    "address",
    ["http://example.org/a/b", "https://example.org/a", 'https://example.org/a/b"\nx = "', ""],
)
def test_only_the_address_of_a_repository_is_added(address: str) -> None:
    with pytest.raises(ValueError, match="not the address of a repository"):
        with_urls("", address)


def test_the_source_distribution_has_what_its_tests_read() -> None:
    included = PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    assert {"/docs", "/tests", "/README.md", "/CONTRIBUTING.md", "/Makefile"} <= set(included)
    packages = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    assert {f"/{name}" for name in packages} <= set(included)


def test_the_package_runs_under_its_own_name() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "blognomic", "--version"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    assert done.stdout.startswith("blognomic ")
