"""Read the pages of a folder as the libraries do, and nothing else.

python -m tests.benchmarks.libraries FOLDER PATTERN…
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import mwparserfromhell
from bs4 import BeautifulSoup


def read_pages(folder: Path, *patterns: str) -> None:
    """Build BeautifulSoup's tree of each page of the blog, and parse each wikitext and each revision
    of one with mwparserfromhell. No tree is kept.
    """
    for file in (file for pattern in patterns for file in folder.rglob(pattern)):
        if file.suffix == ".html":
            BeautifulSoup(file.read_bytes(), "lxml")
        elif file.suffix == ".wikitext":
            mwparserfromhell.parse(file.read_text(encoding="utf-8"))
        else:
            with file.open(encoding="utf-8") as lines:
                for line in lines:
                    mwparserfromhell.parse(json.loads(line)["text"])


if __name__ == "__main__":
    read_pages(Path(sys.argv[1]), *sys.argv[2:])
