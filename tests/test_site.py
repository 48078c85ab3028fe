"""The documentation as a site: every page is on it, and no link is broken."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.paths import ROOT

CONFIG = ROOT / ".ci" / "mkdocs.yml"

pytestmark = pytest.mark.skipif(
    not CONFIG.is_file(), reason="a source distribution has no scripts of CI"
)
yaml: Any = pytest.importorskip("yaml")


def listed(nav: Any) -> list[str]:
    if isinstance(nav, str):
        return [nav]
    return [
        page for part in (nav.values() if isinstance(nav, dict) else nav) for page in listed(part)
    ]


def test_every_page_has_one_place() -> None:
    pages = {path.name for path in (ROOT / "docs").glob("*.md")} | {"index.md", "CONTRIBUTING.md"}
    assert sorted(listed(yaml.safe_load(CONFIG.read_text(encoding="utf-8"))["nav"])) == sorted(
        pages
    )


@pytest.mark.slow
@pytest.mark.skipif(
    importlib.util.find_spec("material") is None,
    reason="needs the dependency group 'docs'; CI has it",
)
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "--config-file",
        str(CONFIG),
        "--site-dir",
        str(tmp_path),
    ]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
    )
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    for page in tmp_path.glob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert not re.search(
            r'<(?:script|img|iframe)[^>]*src="https?:|<link[^>]*rel="stylesheet"[^>]*href="https?:',
            text,
        ), page.name
        # The anchors of headings are those that GitHub gives them, so a link works in both places.
        for target, anchor in re.findall(r'href="([\w.-]+\.html)#([^"]+)"', text):
            assert f'id="{anchor}"' in (tmp_path / target).read_text(encoding="utf-8"), (
                page.name,
                target,
                anchor,
            )
