"""The changes that enacting a matter makes, from its text, a person's plan and the pages."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache

from parsers.gamestate.change import Reread
from parsers.gamestate.column_matching import from_both_sides
from parsers.instructions.application import Application, Protection, apply_instructions
from parsers.instructions.enactment_plan import DecidedSteps, EnactmentPlan, decided
from parsers.instructions.forms import may_void
from parsers.instructions.reader import MatterReading, read_instructions
from parsers.model import Post
from parsers.refusal import Refusal, Refused
from parsers.ruleset import read_ruleset
from parsers.ruleset.ruleset_model import Ruleset, SectionKind
from parsers.wiki.wiki_page import read_page
from validators.view import GameView, read_state
from validators.voting.core_text import demands_tags

_TAGGED = (
    SectionKind.CORE,
    SectionKind.SPECIAL_CASE,
    SectionKind.BUILDING_BLOCKS,
    SectionKind.APPENDIX,
)
"""The sections that only a matter with their tag can change."""


@dataclass(frozen=True)
class Enactment:
    """A matter as read, its decided steps, and the resulting Ruleset and tracking page (None if
    there is no such page).
    """

    view: GameView = field(repr=False)
    post: Post
    reading: MatterReading
    decided: DecidedSteps
    application: Application = field(repr=False)

    @property
    def of_matter(self) -> tuple[str, ...]:
        """The quoted parts of the matter that the admin must decide or do, decisions first."""
        steps = (
            outcome.instruction.quote
            for outcome in self.application.outcomes
            if not outcome.applied
        )
        return tuple(dict.fromkeys((*self.decided.open, *steps, *self.decided.by_hand)))

    @property
    def left(self) -> tuple[str, ...]:
        """Everything that the admin must decide or do, for the matter and under the rules."""
        return (*self.of_matter, *self.asked)

    @property
    def asked(self) -> tuple[str, ...]:
        """The duties that the rules in force give whoever enacts a matter, in the words of the
        reviewers. Rules that nobody has reviewed are listed, too.
        """
        rules = self.view.rules
        if rules is None:
            return ()
        duties = (f"{duty} (rule “{title}”)" for title, duty in rules.duties)
        unread = (
            f"rule “{rule.rule}”: not reviewed: may ask something of you"
            for rule in rules.unread_rules
        )
        return (*duties, *unread)

    def on(self, *, ruleset: str | None = None, tracking: str | None = None) -> Enactment:
        """Return the same steps applied to other texts of the pages."""
        view, rules, state = self.view, self.view.rules, self.view.gamestate
        if tracking is not None and state is not None and rules is not None:
            state_after = read_state(view, rules, tracking, state.page, state.revid)
            view = view.with_pages(gamestate=state_after)
        if ruleset is not None and rules is not None:
            view = view.with_pages(rules=replace(rules, source=ruleset))
        return replace(self, view=view, application=_applied(view, self.post, self.decided))


def enactment(view: GameView, post: Post, plan: EnactmentPlan | None = None) -> Enactment:
    """Return the changes that enacting a matter makes, whether or not it can be enacted. Raises
    Refused for a plan of another matter.
    """
    reading = read_instructions(post.html)
    steps = (
        DecidedSteps(reading.steps, reading.open)
        if plan is None
        else decided(plan, post.url, post.html, reading)
    )
    # A sentence that may void others must be decided first.
    steps = replace(steps, open=tuple(sorted(steps.open, key=may_void, reverse=True)))
    return Enactment(view, post, reading, steps, _applied(view, post, steps))


def _applied(view: GameView, post: Post, steps: DecidedSteps) -> Application:
    rules, state = view.rules, view.gamestate
    assert rules is not None  # noqa: S101 - callers pass a view with rules

    tracking = None if state is None else state.wiki.source

    def under(source: str) -> Reread:
        rules_after = rules if source == rules.source else _both_sides(source, tracking)
        page, revid = (None, None) if state is None else (state.page, state.revid)
        return lambda text: read_state(view, rules_after, text, page, revid)

    tags = {tag.casefold().rstrip("s") for tag in post.tags}
    untagged = frozenset(
        kind for kind in _TAGGED if kind.value.replace("-", " ").rstrip("s") not in tags
    )
    protection = Protection(untagged, demands_tags(rules))
    made = apply_instructions(
        steps.steps,
        rules.source,
        tracking=state,
        under=under,
        protection=protection,
        terms=rules.terms,
        subrules_included=rules.voting.rules_subrules_included.value,
    )
    if not any(map(may_void, steps.open)):
        return made
    waits = Refused(Refusal.WAITS_FOR_DECISION, sentence=steps.open[0])
    return replace(
        made,
        outcomes=tuple(replace(each, refused=each.refused or waits) for each in made.outcomes),
    )


@lru_cache(maxsize=2)
def _both_sides(source: str, tracking: str | None) -> Ruleset:
    """Return the rules of a changed source, with the variables that only the tracking page shows."""
    rules = read_ruleset(source, gamestate=True)
    return rules if tracking is None else from_both_sides(rules, read_page(tracking))
