"""Saving what a matter changes: the Ruleset first, then the tracking page, each made again where others edited it meanwhile."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Literal, Self

from sync.correct.apply import foreseen, opened_writer, tried
from sync.correct.correction import inert
from sync.text import shorten
from sync.wiki.writing.page_edit import EditOutcome, PageEdit
from validators.enacting import Enactment
from validators.finding import tracking_page

if TYPE_CHECKING:
    from sync.settings.config import Config, Live

_LONGEST_TITLE = 200
"""Characters of a matter's title in a summary."""

PageRole = Literal["ruleset", "tracking"]


@dataclass(frozen=True)
class EnactmentEdit(PageEdit):
    """An edit that carries out a matter on one of its pages; on another text of the page it has to apply the same instructions."""

    enactment: Enactment = field(kw_only=True, compare=False, repr=False)
    role: PageRole = field(kw_only=True)

    def rebased(self, revid: int, text: str) -> Self:
        """See :meth:`PageEdit.rebased`."""
        again = self.enactment.on(ruleset=text) if self.role == "ruleset" else self.enactment.on(tracking=text)
        for before, after in zip(self.enactment.application.outcomes, again.application.outcomes, strict=True):
            if before.applied and not after.applied:
                raise ValueError(f"an instruction can no longer be carried out: {after.why}")
        new = again.application.ruleset if self.role == "ruleset" else again.application.tracking
        if new is None or new == text:
            raise ValueError("the page already says what the matter asks for")
        return replace(self, base_revid=revid, base_text=text, text=new, enactment=again)


def edits(enactment: Enactment, note: str) -> Iterator[EnactmentEdit]:
    """The edits of the pages that change, the Ruleset's first; ``note`` is the admin's, for their summaries."""
    view, application = enactment.view, enactment.application
    if view.rules is not None and application.ruleset != view.rules.source:
        rules = view.rules
        yield _edit(enactment, "ruleset", rules.page, rules.revid, rules.source, application.ruleset, note)
    state = view.gamestate
    if state is not None and application.tracking is not None and application.tracking != state.wiki.source:
        yield _edit(enactment, "tracking", tracking_page(state).id, state.revid, state.wiki.source, application.tracking, note)


def _edit(
    enactment: Enactment, role: PageRole, title: str, revid: int | None, before: str, after: str, note: str
) -> EnactmentEdit:  # fmt: skip
    post = enactment.post
    summary = inert(f"“{shorten(post.title, _LONGEST_TITLE)}”: {note}")
    mark = hashlib.sha256(f"{role}\x1f{post.key}".encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return EnactmentEdit(title, revid, before, after, summary, mark=mark, may_shrink=True, enactment=enactment, role=role)


def enact(
    planned: Sequence[EnactmentEdit], config: Config, live: Live, confirmed: Callable[[EnactmentEdit], str | None]
) -> list[EditOutcome]:
    """Save the edits that nothing forbids and that are ``confirmed``; after one that was not saved, none is tried.

    Raises what :func:`sync.correct.apply.apply` raises.
    """
    before = foreseen(planned, config, planned[0].enactment.view) if planned else []
    barred = next((outcome for outcome in before if outcome.result is not None), None)
    if barred is not None:
        return [each if each.result else EditOutcome(why=f"the other page cannot be saved: {barred.why}") for each in before]
    outcomes: list[EditOutcome] = []
    for edit in planned:
        if outcomes and outcomes[-1].result not in ("saved", "unchanged"):
            outcomes.append(EditOutcome(why="the edit before it was not saved"))
        elif (why := confirmed(edit)) is not None:
            outcomes.append(EditOutcome(why=why))
        else:
            with opened_writer(config, live, len(planned)) as writer:
                outcomes.append(tried(partial(writer.save, edit)))
    return outcomes
