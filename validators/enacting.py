"""What carrying out a matter would change, by its text, a person's plan for it, and the pages."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache, partial

from parsers.gamestate.model import GameState
from parsers.gamestate.page_variables import from_both_sides
from parsers.instructions.apply import Application, Protection, apply_instructions
from parsers.instructions.enactment_plan import DecidedSteps, EnactmentPlan, decided, undecided
from parsers.instructions.reader import MatterReading, read_instructions
from parsers.model import Post
from parsers.ruleset import read_ruleset
from parsers.ruleset.model import Ruleset, SectionKind
from parsers.wiki import read_page
from validators.tracking import read_state
from validators.view import GameView
from validators.voting.core_text import demands_tags

_TAGS_OF = {
    SectionKind.CORE: ("Core",),
    SectionKind.SPECIAL_CASE: ("Special Case",),
    SectionKind.BUILDING_BLOCKS: ("Building Blocks", "Building Block"),
    SectionKind.APPENDIX: ("Appendix",),
}


@dataclass(frozen=True)
class Enactment:
    """A matter as read, what of it is to be done, and what that makes of the Ruleset and the tracking page (None where there is none)."""

    view: GameView = field(repr=False)
    post: Post
    reading: MatterReading
    decided: DecidedSteps
    application: Application = field(repr=False)

    @property
    def left(self) -> tuple[str, ...]:
        """What a person has to do or decide, in the matter's own words."""
        steps = (outcome.instruction.quote for outcome in self.application.outcomes if not outcome.applied)
        return tuple(dict.fromkeys((*steps, *self.decided.open, *self.decided.by_hand)))

    def on(self, *, ruleset: str | None = None, tracking: str | None = None) -> Enactment:
        """The same steps applied to other texts of the pages."""
        view = self.view
        if ruleset is not None and view.rules is not None:
            view = replace(view, rules=replace(view.rules, source=ruleset))
        if tracking is not None and view.gamestate is not None and view.rules is not None:
            view = replace(view, gamestate=_state(view, view.rules, tracking))
        return replace(self, view=view, application=_applied(view, self.post, self.decided))


def enactment(view: GameView, post: Post, plan: EnactmentPlan | None = None) -> Enactment:
    """What carrying out a matter would change, whether or not it may be enacted. The view needs the rules.

    Raises :class:`parsers.instructions.enactment_plan.WrongPlan` for a plan that is none for this matter.
    """
    reading = read_instructions(post.html)
    steps = undecided(reading) if plan is None else decided(plan, post.url, post.html, reading)
    return Enactment(view, post, reading, steps, _applied(view, post, steps))


def _applied(view: GameView, post: Post, steps: DecidedSteps) -> Application:
    rules = view.rules
    assert rules is not None  # noqa: S101 - what a matter changes is asked of a view with rules
    return apply_instructions(
        steps.steps,
        rules.source,
        tracking=view.gamestate,
        under=lambda source: partial(_state, view, rules if source == rules.source else _rules(source, view)),
        protection=protection(post, rules),
        terms=rules.terms,
    )


def _rules(source: str, view: GameView) -> Ruleset:
    """The rules as a matter has changed them, with their variables, those that only the tracking page tells of among them."""
    return _both_sides(source, None if view.gamestate is None else view.gamestate.wiki.source)


@lru_cache(maxsize=2)
def _both_sides(source: str, tracking: str | None) -> Ruleset:
    rules = read_ruleset(source, gamestate=True)
    return rules if tracking is None else from_both_sides(rules, read_page(tracking))


def _state(view: GameView, rules: Ruleset, text: str) -> GameState:
    """Another text of the tracking page, read by these rules and by the view's roster and profile."""
    page, revid = (None, None) if view.gamestate is None else (view.gamestate.page, view.gamestate.revid)
    return read_state(view, rules, text, page, revid)


def protection(post: Post, rules: Ruleset) -> Protection:
    """Which sections a matter may not change, for want of the tag that the rules demand, or may demand."""
    tags, strict = {tag.casefold() for tag in post.tags}, demands_tags(rules)
    may = "may need" if strict is None else "needs"
    lacking = {
        kind: f"it changes a section that {may} the tag [{names[0]}], which the matter does not have"
        for kind, names in _TAGS_OF.items()
        if tags.isdisjoint(name.casefold() for name in names)
    }
    return Protection(lacking, named_will_do=strict is False)
