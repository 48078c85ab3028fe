"""What became of a matter of the corpus when it was read and applied, held against what a careful admin would have made."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import product

from parsers.gamestate import read_gamestate
from parsers.gamestate.change import Reread
from parsers.gamestate.model import GameState
from parsers.model import Roster
from parsers.proposals.apply import Protection, apply_instructions
from parsers.proposals.model import ConditionKind, InstructionCondition
from parsers.proposals.reader import read_instructions
from parsers.ruleset import read_ruleset
from parsers.ruleset.model import SectionKind
from tests.parsers.proposals.comparing import differences
from tests.parsers.proposals.wanted import CORPUS, Matter, base_page, partial_pages, tree_of, wanted_pages

ROSTER = Roster(("Agnes Thorn", "Bartleby", "Corvo", "Dot Harrow", "Night Heron"), (), frozenset({"Corvo", "Agnes Thorn"}))
PAST = tomllib.loads((CORPUS / "past.toml").read_text(encoding="utf-8"))["past"]
RULES = read_ruleset(base_page(), gamestate=True)
_TAGGED = {SectionKind.CORE: "Core", SectionKind.SPECIAL_CASE: "Special Case", SectionKind.APPENDIX: "Appendix"}


class Judgement(StrEnum):
    """How near a matter came to what was wanted. Only ``WRONG`` and ``UNTOLD`` are defects that nobody would see."""

    EXACT = "exact"
    PARTIAL = "partial"
    """Some of the wanted was made, and something is left to people."""
    LEFT = "left"
    """Nothing was made, though something was wanted, and something is left to people."""
    NOISY = "noisy"
    """The wanted pages, but something is left to people that needs nobody."""
    UNTOLD = "untold"
    """What was not applied is not named among what is left."""
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Played:
    """The pages and what is left to people after a matter, with the instructions' fate in words, and the judgement with its reasons."""

    ruleset: str
    tracking: str
    left: tuple[str, ...]
    fates: tuple[str, ...]
    judgement: Judgement = Judgement.EXACT
    why: tuple[str, ...] = ()


def decide(condition: InstructionCondition) -> bool | None:
    """Whether a matter of the past was resolved as the condition says; None for all else."""
    if condition.kind is not ConditionKind.MATTER:
        return None
    subject = condition.subject.casefold().strip(" “”\"'").replace("//www.", "//").rstrip("/")
    found = [past for past in PAST if subject in (past["title"].casefold(), past["url"])]
    if not found or found[-1]["status"] == "pending":
        return None
    return bool(found[-1]["status"] == condition.outcome)


@lru_cache(maxsize=8)
def state_of(text: str) -> GameState:
    """The tracking page as read."""
    return read_gamestate(text, RULES, ROSTER)


@lru_cache(maxsize=8)
def _state_under(source: str) -> Reread:
    """What reads the tracking page by other rules."""
    rules = read_ruleset(source, gamestate=True)
    return lambda text: read_gamestate(text, rules, ROSTER)


def played(matter: Matter) -> Played:
    """The matter read and applied to the invented game, and judged."""
    base, tracking = wanted_pages(base_page(), matter.given), base_page("tracking")
    tagged = any("Tags" in rule.path for rule in tree_of(base).rules)
    missing = {kind: f"it needs the tag [{tag}]" for kind, tag in _TAGGED.items() if tagged and tag not in matter.tags}
    application = apply_instructions(
        read_instructions(matter.body),
        base,
        tracking=state_of(tracking),
        under=lambda source: state_of if source == base_page() else _state_under(source),
        decide=decide,
        protection=Protection(missing),
        terms=RULES.terms,
    )
    fates = tuple(
        f"{'applied' if one.applied else one.why}: {one.instruction.kind} {one.instruction.quote!r}" for one in application.outcomes
    )
    made = Played(application.ruleset, application.tracking or tracking, application.left, fates)
    judgement, why = judged(matter, base, made)
    return Played(made.ruleset, made.tracking, made.left, made.fates, judgement, tuple(why))


def judged(matter: Matter, base: str, made: Played) -> tuple[Judgement, list[str]]:
    """The judgement of pages that a matter was made into, and in what they are not as wanted."""
    tracking = base_page("tracking")
    wanted_tracking = wanted_pages(tracking, matter.tracking)
    found = differences(base, wanted_pages(base, matter.edits), made.ruleset)
    if made.tracking != wanted_tracking:
        found.append("tracking: " + " ".join(set(made.tracking.split("\n")) ^ set(wanted_tracking.split("\n"))))
    if not found:
        unnamed = [part for part in matter.left if not any(part in left for left in made.left)]
        if unnamed:
            return Judgement.UNTOLD, [f"not left to people: {part}" for part in unnamed]
        if made.left and not matter.left and matter.mechanical:
            return Judgement.NOISY, [f"left to people: {left}" for left in made.left]
        return Judgement.EXACT, []
    if any(not differences(base, wanted_pages(base, edits), made.ruleset) for edits in matter.also) and made.tracking == wanted_tracking:
        return Judgement.EXACT, []
    if not any(not differences(base, page, made.ruleset) and tracked == made.tracking for page, tracked in _parts(matter, base)):
        return Judgement.WRONG, found
    if not made.left:
        return Judgement.UNTOLD, found
    return (Judgement.LEFT if (made.ruleset, made.tracking) == (base, tracking) else Judgement.PARTIAL), found


def _parts(matter: Matter, base: str) -> Iterator[tuple[str, str]]:
    """What may be made of a matter of which something is left."""
    tracking = base_page("tracking")
    if matter.whole:
        return iter(((base, tracking),))
    rulesets = {
        base,
        *(page for edits in (matter.edits, *matter.also) for page in (*partial_pages(base, edits), wanted_pages(base, edits))),
    }
    trackings = {tracking, wanted_pages(tracking, matter.tracking)}
    if "one-player" in matter.styles:
        trackings.update(partial_pages(tracking, matter.tracking))
    return product(rulesets, trackings)
