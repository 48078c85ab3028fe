"""What is in the package, and what its page says."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib

from tests.support.paths import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_page_of_the_package_links_to_nothing_beside_it() -> None:
    page = (ROOT / PROJECT["project"]["readme"]).read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]*)\)", page)
    assert links
    assert all(link.startswith("https://") for link in links)
    assert all(address.startswith("https://") for address in PROJECT["project"]["urls"].values())


def test_the_source_distribution_has_what_its_tests_read() -> None:
    included = PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    assert {"/docs", "/tests", "/README.md", "/CONTRIBUTING.md", "/Makefile"} <= set(included)
    packages = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    assert {f"/{name}" for name in packages} <= set(included)


def test_the_package_runs_under_its_own_name() -> None:
    done = subprocess.run([sys.executable, "-m", "blognomic", "--version"], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.startswith("blognomic ")
