"""Add the pages at the top of the repository to the site, which otherwise has only docs/."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

TOP = Path(__file__).resolve().parent.parent
PAGES = {"README.md": "index.md", "CONTRIBUTING.md": "CONTRIBUTING.md"}


def on_files(files: Any, *, config: Any) -> Any:
    """Add the pages, with their links into docs/ as links within one folder."""
    for page, name in PAGES.items():
        files.append(
            File.generated(
                config,
                name,
                content=(TOP / page).read_text(encoding="utf-8").replace("](docs/", "]("),
            )
        )
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Point links to the top-level pages at the site's copies, and show other files of the
    repository without a link.
    """
    for page, name in PAGES.items():
        markdown = markdown.replace(f"](../{page}", f"]({name}")
    return re.sub(r"\[([^\]]*)\]\((?:\.\./|\.github/)[^)]*\)", r"\1", markdown)
