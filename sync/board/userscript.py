"""The userscript that shows a published board's verdicts on the blog."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlsplit

from parsers.blog.selectors import MATTER_WORDS
from parsers.model import Status
from sync import tool_version
from sync.errors import UsageError
from sync.schemas.tally import TallyJson
from sync.settings.config import is_plain, lower_host

_FOLDER = Path(__file__).with_name("templates")


def userscript(*, blog: str, board: str) -> str:
    """The userscript for a blog, which reads the board that is published at an address. Raises
    :class:`UsageError` for a blog whose address may mean something else in a userscript's head.
    """
    blog = lower_host(blog)
    if not is_plain(blog):
        raise UsageError(
            "no userscript can name the blog's address; write it as in https://blog.example, or"
            " leave out url below [board]"
        )
    blog = blog.rstrip("/")
    settings = {
        "blog": blog,
        "board": board,
        "kinds": [*MATTER_WORDS.items()],
        "resolved": [status.value for status in Status if status is not Status.PENDING],
        "schema": TallyJson.__struct_config__.tag,
        "style": (_FOLDER / "userscript.css").read_text(encoding="utf-8"),
    }
    script = (_FOLDER / "userscript.js").read_text(encoding="utf-8")
    for name, text in {
        '"@@SETTINGS@@"': json.dumps(settings).replace("<", "\\u003c"),
        "@@BLOG@@": blog,
        "@@BLOG_HOST@@": urlsplit(blog).hostname or "",
        "@@BOARD@@": board,
        "@@BOARD_HOST@@": urlsplit(board).hostname or "",
        "@@VERSION@@": tool_version(),
    }.items():
        script = script.replace(name, text)
    return script
