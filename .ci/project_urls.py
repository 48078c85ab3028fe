"""Adds the addresses of the releasing repository to pyproject.toml: python .ci/project_urls.py
pyproject.toml

Each fork thus publishes its own addresses, and the code contains none.
"""

from __future__ import annotations

import os
import re
import sys
import tomllib
from pathlib import Path


def with_urls(text: str, repository: str) -> str:
    """Return the project file with addresses below ``repository``, such as
    ``https://example.org/owner/name``.
    """
    if not re.fullmatch(r"https://[\w.-]+/[\w.-]+/[\w.-]+", repository):
        raise ValueError(f"not the address of a repository: {repository!r}")
    tag = f"v{tomllib.loads(text)['project']['version']}"
    urls = {
        "Source": f"{repository}/tree/{tag}",
        "Documentation": f"{repository}/tree/{tag}/docs",
        "Changelog": f"{repository}/blob/{tag}/docs/changelog.md",
        "Issues": f"{repository}/issues",
    }
    before, heading, after = text.partition("[project.urls]\n")
    return (
        before
        + heading
        + "".join(f'{name} = "{address}"\n' for name, address in urls.items())
        + after
    )


if __name__ == "__main__":
    file = Path(sys.argv[1])
    address = f"{os.environ['GITHUB_SERVER_URL']}/{os.environ['GITHUB_REPOSITORY']}"
    file.write_text(with_urls(file.read_text(encoding="utf-8"), address), encoding="utf-8")
