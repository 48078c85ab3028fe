"""The pages at the top of the repository as pages of the site, which has only those of docs/."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

TOP = Path(__file__).resolve().parent.parent
PAGES = {"README.md": "index.md", "CONTRIBUTING.md": "CONTRIBUTING.md"}


def on_files(files: Any, *, config: Any) -> Any:
    """Add the pages at the top, with their links into docs/ as links between neighbours."""
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
    """Let links to the pages at the top lead to those of the site, and name other files of the
    repository without a link.
    """
    for page, name in PAGES.items():
        markdown = markdown.replace(f"](../{page}", f"]({name}")
    return re.sub(r"\[([^\]]*)\]\((?:\.\./|\.github/)[^)]*\)", r"\1", markdown)
