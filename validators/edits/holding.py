"""The edits of the Ruleset held against the matters that were enacted, and what the earlier ones tell about the later."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from itertools import chain

from parsers.model import Revision
from validators.edits.accounting import Begun, EditAccounting
from validators.edits.held import Difference, HeldEdit, Share
from validators.edits.intended import Enacted, EnactedMatters, Intended
from validators.edits.sentences import sentence_changes


class HeldEdits:
    """The edits of one Ruleset, held against matters each once, and what was learnt from the earlier ones."""

    def __init__(self, matters: EnactedMatters) -> None:
        self._matters = matters
        self._known: dict[tuple[int, datetime, int], HeldEdit] = {}
        self._begun: dict[str, Begun] = {}

    def hold(self, old: str, revision: Revision) -> HeldEdit:
        """A revision, made from a text of the page."""
        key = (revision.revid, revision.timestamp, hash(old))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._held(old, revision)
            self._learn(old, revision, found)
        return found

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

    def _learn(self, old: str, revision: Revision, found: HeldEdit) -> None:
        """What is done in two edits was instructed for the text that the matter was first carried out on."""
        touched: list[Share | Difference] = [*found.shares, *found.differing]
        for each in touched:
            post, moment = each.matter.post.key, revision.timestamp
            begun = self._begun.get(post)
            wrong = {line for one in found.differing if one.matter is each.matter for line in one.real.came}
            if begun is None or begun.moment > moment:
                intended = self._intended(each.matter, old)
                contents = [one.content for one in intended.changes]
                gone, came = (frozenset(chain.from_iterable(some)) for some in zip(*contents, strict=True)) if contents else ((), ())
                self._begun[post] = Begun(each.matter, moment, frozenset(gone).union(wrong), frozenset(came), intended)
            elif wrong:
                self._begun[post] = replace(begun, gone=begun.gone.union(wrong))

    def _intended(self, matter: Enacted, old: str) -> Intended:
        intended = self._matters.intended(matter, old)
        assert intended is not None  # noqa: S101 - it was compared before
        return intended
