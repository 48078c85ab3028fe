"""The edits of the Ruleset held against the matters that were enacted, and what the earlier ones tell about the later."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from itertools import chain

from parsers.model import Revision
from validators.edits.accounting import Begun, EditAccounting
from validators.edits.held import Difference, HeldEdit, Share
from validators.edits.intended import Enacted, EnactedMatters, Intended
from validators.edits.kept import Learnt, digest_of
from validators.edits.sentences import sentence_changes


class HeldEdits:
    """The edits of one Ruleset, held against matters each once, and what was learnt from the earlier ones."""

    def __init__(self, matters: EnactedMatters) -> None:
        self._matters = matters
        self._known: dict[tuple[int, datetime, int], HeldEdit] = {}
        self._begun: dict[str, Begun] = {}
        self._news: list[Learnt] = []
        self.learnt = ""
        """A digest of all that was learnt."""

    def hold(self, old: str, revision: Revision, reread: Callable[[], str] | None = None) -> HeldEdit:
        """A revision, made from a text of the page, which ``reread`` gives again: of long histories not all texts stay in memory."""
        key = (revision.revid, revision.timestamp, hash(old))
        found = self._known.get(key)
        if found is None:
            found = self._held(old, revision)
            self._known[key] = found
            for news in self._news_of(old, revision, found):
                self._news.append(news)
                self.learn(news, reread or (lambda: old))
        return found

    def news(self) -> tuple[Learnt, ...]:
        """What was learnt since this was asked last. The edits themselves are forgotten: in long histories they take much memory."""
        news, self._news = tuple(self._news), []
        self._known.clear()
        return news

    def _held(self, old: str, revision: Revision) -> HeldEdit:
        changes = sentence_changes(old, revision.text or "")
        if not changes:
            return HeldEdit(changes)
        before = {key: begun for key, begun in self._begun.items() if begun.moment < revision.timestamp}
        reading = EditAccounting(self._matters, old, revision, changes, before)
        near = self._matters.around(revision.timestamp, revision.comment)
        reading.try_each(near)
        reading.try_together()
        for begun in before.values():
            reading.complete(begun)
        reading.differences()
        reading.by_wording()
        if reading.rest:
            told = {each.post.key for each in near}
            worded = self._matters.wording(chain.from_iterable(change.came for change in reading.rest), revision.timestamp)
            reading.try_each([each for each in worded if each.post.key not in told])
        reading.spelling()
        return reading.result()

    def _news_of(self, old: str, revision: Revision, found: HeldEdit) -> Iterator[Learnt]:
        """What is done in two edits was instructed for the text that the matter was first carried out on."""
        touched: list[Share | Difference] = [*found.shares, *found.differing]
        for each in touched:
            post, moment = each.matter.post.key, revision.timestamp
            begun = self._begun.get(post)
            wrong = tuple(sorted({line for one in found.differing if one.matter is each.matter for line in one.real.came}))
            if begun is None or begun.moment > moment:
                changes = self._intended(each.matter, old).changes
                lines = (tuple(sorted(set(chain.from_iterable(some)))) for some in zip(*(one.content for one in changes), strict=True))
                gone, came = lines if changes else ((), ())
                yield Learnt(post, moment, True, gone, came, wrong)
            elif wrong:
                yield Learnt(post, moment, False, (), (), wrong)

    def learn(self, news: Learnt, reread: Callable[[], str]) -> None:
        """Remember what an edit told, be it from an earlier run; ``reread`` gives the text of the page before it."""
        self.learnt = digest_of((self.learnt, news))
        if not news.first:
            begun = self._begun[news.post]
            self._begun[news.post] = replace(begun, gone=begun.gone.union(news.wrong))
            return
        matter = self._matters.by_key[news.post]
        gone, came = frozenset(news.gone).union(news.wrong), frozenset(news.came)
        self._begun[news.post] = Begun(matter, news.moment, gone, came, lambda: self._intended(matter, reread()))

    def _intended(self, matter: Enacted, old: str) -> Intended:
        intended = self._matters.intended(matter, old)
        assert intended is not None  # noqa: S101 - it was compared before
        return intended
