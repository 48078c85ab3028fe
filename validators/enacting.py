"""What carrying out a matter would change, by its text, the pages, and the posts and votes that were seen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial

from parsers.gamestate.model import GameState
from parsers.gamestate.page_variables import from_both_sides
from parsers.model import Category, Post, Status
from parsers.patterns import later
from parsers.proposals import read_instructions
from parsers.proposals.apply import Application, Protection, apply_instructions
from parsers.proposals.model import ConditionKind, InstructionCondition, Instructions
from parsers.ruleset import read_ruleset
from parsers.ruleset.model import Ruleset, SectionKind
from parsers.wiki import read_page
from validators.tracking import read_state
from validators.view import GameView
from validators.voting.core_text import demands_tags
from validators.voting.verdict import Vote

_QUOTES = str.maketrans("‘’“”–—\xa0", "''\"\"-- ")
_ADDRESS = later(r"https?://\S+")
_SHARE = later(
    r"^(?:if )?(?P<share>a majority|the majority|more than half|at least half|half or more|all|any|every|at least one)(?: of)?(?: the)? "
    r"(?:evcs?|effective vote comments?)(?: (?:on|to|of) this (?:proposal|matter|post))? (?:contains?|includes?) "
    r"(?:the )?(?:words?|phrase|text|string)? ?(?P<quote>[\"'])(?P<word>[^\"']{1,80})(?P=quote)$"
)
_OUTCOMES = {"enacted": Status.ENACTED, "failed": Status.FAILED, "vetoed": Status.VETOED, "illegal": Status.ILLEGAL}
_TAGS_OF = {
    SectionKind.CORE: ("Core",),
    SectionKind.SPECIAL_CASE: ("Special Case",),
    SectionKind.BUILDING_BLOCKS: ("Building Blocks", "Building Block"),
    SectionKind.APPENDIX: ("Appendix",),
}


@dataclass(frozen=True)
class Enactment:
    """A matter's instructions, and what they make of the Ruleset and the tracking page (None where there is none)."""

    view: GameView = field(repr=False)
    post: Post
    instructions: Instructions
    conditions: Conditions = field(repr=False)
    application: Application = field(repr=False)

    def on(self, *, ruleset: str | None = None, tracking: str | None = None) -> Enactment:
        """The same instructions applied to other texts of the pages."""
        view = self.view
        if ruleset is not None and view.rules is not None:
            view = replace(view, rules=replace(view.rules, source=ruleset))
        if tracking is not None and view.gamestate is not None and view.rules is not None:
            view = replace(view, gamestate=_state(view, view.rules, tracking))
        return replace(self, view=view, application=_applied(view, self.post, self.instructions, self.conditions))


def enactment(view: GameView, post: Post, matters: Sequence[Post], votes: Sequence[Vote], commentary: Sequence[str] = ()) -> Enactment:
    """What carrying out a matter would change, whether or not it may be enacted.

    ``matters`` are all that are known, the oldest first; ``votes`` those on the matter, none where not all were seen. ``commentary``
    are the beginnings of sentences that somebody calls commentary. The view needs the rules.
    """
    instructions = read_instructions(post.html, commentary)
    conditions = Conditions(post, matters, votes)
    return Enactment(view, post, instructions, conditions, _applied(view, post, instructions, conditions))


def _applied(view: GameView, post: Post, instructions: Instructions, conditions: Conditions) -> Application:
    rules = view.rules
    assert rules is not None  # noqa: S101 - what a matter changes is asked of a view with rules
    application = apply_instructions(
        instructions,
        rules.source,
        tracking=view.gamestate,
        under=lambda source: partial(_state, view, rules if source == rules.source else _rules(source, view)),
        decide=conditions.decide,
        protection=protection(post, rules),
        terms=rules.terms,
    )
    if instructions.listed or application.left or post.category is not Category.PROPOSAL:
        return application
    # A Proposal is to change something: what was all taken for commentary is for a person to read.
    return replace(application, left=tuple(filter(None, [" ".join(instructions.remarks)])))


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


@dataclass(frozen=True)
class Conditions:
    """What decides the conditions of one matter: the other matters, and the votes on it (each Player's, with its comment).

    What was not seen, or is not decided yet, is None: a person has to look.
    """

    post: Post
    matters: Sequence[Post]
    votes: Sequence[Vote]

    def decide(self, condition: InstructionCondition) -> bool | None:
        """Whether what the condition asks is so, whether or not the instruction wants it to be; None if it is not known."""
        if condition.kind is ConditionKind.MATTER:
            return self._resolved(condition)
        if condition.kind is ConditionKind.COMMENTS:
            return self._said(condition)
        return None

    def _resolved(self, condition: InstructionCondition) -> bool | None:
        """Whether a matter had an outcome. Of several with one title it is the latest; a pending one is not decided."""
        status = _OUTCOMES.get(condition.outcome)
        found = [post for post in self.matters if post.key != self.post.key and _is_named(post, condition.subject)]
        if status is None or not found or found[-1].status is Status.PENDING:
            return None
        return found[-1].status is status

    def _said(self, condition: InstructionCondition) -> bool | None:
        """Whether so many of the votes have a comment with a word; None where the share is not understood, or no comment was seen."""
        asked = _SHARE.match(_fold(condition.text))
        voters = [vote for vote in self.votes if not vote.implicit]
        if asked is None or not voters:
            return None
        word = re.compile(rf"(?<!\w){re.escape(asked['word'])}(?!\w)")
        count = sum(word.search(_fold(vote.comment or "")) is not None for vote in voters)
        return {
            "at least half": 2 * count >= len(voters),
            "half or more": 2 * count >= len(voters),
            "all": count == len(voters),
            "every": count == len(voters),
            "any": count > 0,
            "at least one": count > 0,
        }.get(asked["share"], 2 * count > len(voters))


def _is_named(post: Post, subject: str) -> bool:
    address = _ADDRESS.search(subject)
    if address is not None:
        return post.key == address[0].partition("#")[0].rstrip("/").rpartition("/")[2]
    return _fold(subject) in (_fold(post.title), _fold(post.subject))


def _fold(text: str) -> str:
    return " ".join(text.translate(_QUOTES).split()).casefold()


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
