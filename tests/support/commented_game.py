"""The sample game's blog as a local server that accepts comments on its entries like the blog's
software.
"""

from __future__ import annotations

import re
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from tests.support.comment_engine import Answer, Engine, Stored, typeset, working

__all__ = ["CommentedGame", "commented_game"]

_FORM_PLACE = "<p>You must be logged in to comment.</p>"
_LOGIN_LINK = '<p><a href="/member/login">Log in</a></p>'


@dataclass
class CommentedGame(Engine):
    """Pages of ``folder`` with the new comments. ``by_entry`` has these by the entry's slug."""

    folder: Path = field(default_factory=Path)
    by_entry: dict[str, list[Stored]] = field(default_factory=lambda: defaultdict(list))

    def get(self, path: str, cookies: dict[str, str], agent: str) -> Answer:
        file = self.folder / path.strip("/") / "index.html"
        if path == "/member/login" or not file.is_file():
            return super().get(path, cookies, agent)
        self.asked.append(path)
        member = self._member(cookies, agent)
        text = file.read_text(encoding="utf-8")
        slug = path.strip("/").removeprefix("archive/")
        if _FORM_PLACE in text:
            made = "".join(self._comment(comment) for comment in self.by_entry[slug])
            form = (
                self._comment_form().replace('value="16"', f'value="{self._slugs.index(slug)}"')
                if member
                else _FORM_PLACE
            )
            text = text.replace(_FORM_PLACE, made + form)
        for entry, comments in self.by_entry.items():
            text = _counted(text, entry, len(comments))
        return Answer(200, text.replace(_LOGIN_LINK, self._sign()) if member else text)

    @property
    def _slugs(self) -> list[str]:
        """The entries; their positions in this list are their numbers."""
        return sorted(path.name for path in (self.folder / "archive").iterdir())

    def add(self, author: str, text: str, *, shown: bool = True, slug: str = "") -> Stored:
        made = super().add(author, text, shown=shown)
        made.id += 9_000
        self.by_entry[slug or self._slugs[int(self.posts[-1]["entry_id"])]].append(made)
        return made

    def _comment(self, comment: Stored) -> str:
        return (
            f'<div class="comment" id="c{comment.id}"><h3><a'
            f' href="/member/2000">{escape(comment.author)}</a>:</h3><div'
            f' class="commentbody">{typeset(comment.text)}</div><p'
            ' class="comment-footer">17-05-2024 17:45:00 UTC</p></div>'
        )


def _counted(text: str, slug: str, more: int) -> str:
    """Return a page that states ``more`` additional comments on an entry."""
    stated = rf'(/archive/{slug}" title="Comments">Comments \()(\d+)'
    return re.sub(stated, lambda found: f"{found[1]}{int(found[2]) + more}", text)


@contextmanager
def commented_game(folder: Path) -> Iterator[CommentedGame]:
    """Serve the pages of a folder on a free port. Comments need no pause between them."""
    with working(CommentedGame("7.x", time.monotonic, interval=0.0, folder=folder)) as game:
        yield game  # type: ignore[misc]
