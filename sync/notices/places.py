"""The places where notices go, as they are: the talk pages of the wiki."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass

from sync.errors import NoVerdict, Unreachable
from sync.settings.config import Config
from sync.settings.credentials import Site
from sync.wiki.writing.exclusion import excluded_by, stop_page, stopped_by

__all__ = ["Talk", "TalkPages", "user_of"]


@dataclass(frozen=True, slots=True)
class Talk:
    """A talk page as it is: ``title`` is the one that it has, ``revid`` None where there is none yet."""

    title: str
    revid: int | None
    text: str


class TalkPages:
    """Talk pages as they are on the wiki now; those of a snapshot, or none, where the wiki is not to be asked.

    Each is read once, unless it is asked for ``anew``. Its methods raise :class:`NoVerdict` where a page cannot be had.
    """

    def __init__(self, config: Config) -> None:
        self._config = config
        self._known: dict[str, Talk | NoVerdict] = {}

    def read(self, title: str, *, anew: bool = False) -> Talk:
        """A page, followed where it redirects; without text where there is none yet."""
        if anew or title not in self._known:
            try:
                self._known[title] = self._asked(title) if self._is_asked else self._saved(title)
            except NoVerdict as error:
                # A wiki that does not answer is not asked again for each notice.
                self._known[title] = error
        found = self._known[title]
        if isinstance(found, NoVerdict):
            raise found
        return found

    def hindrance(self, talk: Talk) -> str | None:
        """Why nothing may be written there, as far as that can be seen without logging in; the writer looks again."""
        user = user_of("wiki")
        sign = excluded_by(talk.text, user, notice=True)
        if sign and (user or not sign.startswith("{{bots|allow")):
            return f"the page asks with {sign} to be left alone"
        title = self._config.correct.stop_page or (stop_page(user) if user else None)
        if title is not None and self._is_asked and stopped_by(self.read(title).text):
            return f"the page {title!r} of the wiki says stop; see there why"
        return None

    @property
    def _is_asked(self) -> bool:
        return self._config.live is not None and not self._config.live.offline

    def _saved(self, title: str) -> Talk:
        from sync.sources.snapshot_folder import open_snapshot

        if self._config.snapshot is not None:
            with suppress(Unreachable):
                snapshot = open_snapshot(self._config.snapshot)
                return Talk(title, snapshot.saved_revision(title).revid, snapshot.page_text(title))
        return Talk(title, None, "")

    def _asked(self, title: str) -> Talk:
        from sync.wiki import FoundPage, MissingPage, WikiClient, WikiSettings

        assert self._config.live is not None  # noqa: S101 - that is when the wiki is asked
        with WikiClient(WikiSettings(self._config.live.contact, api_url=self._config.live.wiki_url)) as client:
            answer = client.read([title])[title]
        if isinstance(answer, FoundPage):
            if answer.revision.text is None:
                raise NoVerdict(f"the text of {answer.title!r} is hidden; name another page with [notice] talk")
            return Talk(answer.title, answer.revid, answer.revision.text)
        if isinstance(answer, MissingPage):
            return Talk(answer.title, None, "")
        raise NoVerdict(f"the wiki has no page {title!r} to talk on: {answer.why}; name another with [notice] talk")


def user_of(site: Site) -> str:
    """The account's name on a site, where the environment says it; the keyring is not asked before something is written."""
    user = os.environ.get(f"BLOGNOMIC_{site.upper()}_USER", "")
    # Who logs in to the wiki with a bot password is called "Name@bot" there, and "Name" on its pages.
    return user.partition("@")[0].replace("_", " ").strip() if site == "wiki" else user.strip()
