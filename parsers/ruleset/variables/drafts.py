"""Drafts of variables: the selection of actual variables, and the additions from the Appendix."""

from __future__ import annotations

from dataclasses import dataclass, field

from parsers.numbers import with_digits
from parsers.patterns import later
from parsers.ruleset.ruleset_model import Variable
from parsers.ruleset.sentences import Sentence
from parsers.ruleset.terms import singular
from parsers.ruleset.variables.notation import word_list
from parsers.ruleset.variables.statements import GAME, Statement
from parsers.ruleset.variables.traits import Traits, as_number, is_blank, is_dynamic

_LONGEST_NAME = 60
_NOT_FIRST = later(
    r"(?:(?i:maximum|minimum|limit|least|most|no|number|wiki|same|page|information|all)|chance|right|ability)\b"
)
_DECIMAL = later(r"-?\d+\.\d+")


@dataclass(eq=False, slots=True)
class VariableDraft:
    """A variable as read so far; ``clause`` is the text that names it, ``statement`` the statement
    it comes from.
    """

    name: str
    owner: str
    sentence: Sentence
    statement: Statement
    clause: str
    traits: Traits = field(default_factory=Traits)

    @property
    def key(self) -> str:
        """The name in lower case and in the singular."""
        return singular(self.name.casefold())

    @property
    def plural(self) -> bool:
        """Return whether the name is a plural."""
        return singular(self.name) != self.name


def _plausible_name(name: str) -> bool:
    return (
        (1 < len(name) <= _LONGEST_NAME or name.isupper())
        and len(name.split()) <= 7
        and name not in word_list("no_names")
        and name.casefold() not in word_list("core")
        and not _NOT_FIRST.match(name)
        and any(map(str.isalpha, name))
    )


def is_variable(draft: VariableDraft) -> bool:
    """Return whether a draft has enough traits to be a variable rather than something merely
    mentioned.
    """
    traits = draft.traits
    proper = draft.name[:1].isupper()
    stated = traits.tracked or traits.default is not None
    described = traits.type is not None or traits.choices is not None
    if not _plausible_name(draft.name) or (traits.computed and not stated):
        return False
    match draft.statement.form:
        case "each":
            return traits.distinctive or (described and proper)
        case "tracks":
            return traits.distinctive or proper
        case "there":
            return stated or (traits.type is not None and "named" in draft.clause)
        case "is":
            enough = described or (traits.default is not None and (draft.plural or traits.tracked))
            return (
                stated
                and (enough or draft.owner != GAME)
                and draft.statement.article not in ("a", "an")
            )
        case _:
            return stated


def _kind(draft: VariableDraft) -> str:
    """The type: as stated, else by the default, the limits or the name."""
    traits, default = draft.traits, draft.traits.default
    several = draft.statement.form == "there" and not draft.clause.startswith(("a ", "an "))
    several = several or (draft.statement.form == "is" and not draft.clause.startswith("is "))
    if draft.owner == GAME and several and draft.plural and traits.type in (None, "string"):
        return "list" if traits.tracked and not default else traits.type or "unknown"
    if traits.many and (traits.type == "choice" or not (traits.type or default)):
        return "list"
    if traits.type:
        return traits.type
    if traits.low is not None or traits.high is not None or traits.signed:
        return "integer"
    if default:
        return _kind_of(default)
    if default is None:
        return "unknown"
    return "list" if draft.plural else "string"


def _kind_of(default: str) -> str:
    """The type of a default that is not blank."""
    if as_number(default) is not None and (
        with_digits(default.lower()).isdigit() or default[0] in "0123456789-$£€₤₩₽"
    ):
        return "integer"
    if _DECIMAL.fullmatch(default):
        return "number"
    has_digits = any(map(str.isdigit, default))
    return "unknown" if has_digits or is_dynamic(default) else "string"


def _default(traits: Traits, kind: str, low: int | None) -> str | int | None:
    """The default: as stated, else by the Appendix ("Gamestate Tracking"), of a number the legal
    one nearest to zero.
    """
    stated = traits.default
    if kind in ("integer", "number"):
        if stated:
            return stated if _DECIMAL.fullmatch(stated) else as_number(stated)
        nearest = max(low or 0, 0) or min(0, traits.high if traits.high is not None else 0)
        return nearest if stated is None or (low is not None and low <= 0) else ""
    if stated is not None and traits.choices:
        word = (stated or next(filter(is_blank, traits.choices), "")).casefold()
        return next((choice for choice in traits.choices if choice.casefold() == word), stated)
    if stated is not None:
        return None if is_dynamic(stated) else stated
    if traits.optional or kind in ("list", "set", "name", "string"):
        return ""
    return min(traits.choices, key=str.casefold) if traits.choices else None


def to_variable(draft: VariableDraft, *, whole: bool) -> Variable:
    """The variable, with the Appendix's defaults where its rule is silent; without type and limits
    where not all was understood. ``whole``: its sentence was read to the end.
    """
    traits, kind = draft.traits, _kind(draft)
    if traits.doubtful or (
        kind == "number" and (traits.low is not None or traits.high is not None)
    ):
        # "Less than 3" is at most 2 for integers alone.
        traits, kind = Traits(visibility=traits.visibility), "unknown"
    numeric = kind in ("integer", "number")
    low = traits.low if numeric else None
    if (
        numeric
        and low is None
        and not traits.signed
        and (as_number(traits.default or "") or 0) >= 0
    ):
        low = 0
    return Variable(
        name=draft.name,
        owner=draft.owner,
        type=kind,
        rule=draft.sentence.rule.title,
        quote=draft.sentence.text,
        min=low,
        max=traits.high if numeric else None,
        choices=traits.choices if kind == "choice" else None,
        default=(
            None if traits.elsewhere and traits.default is None else _default(traits, kind, low)
        ),
        visibility=traits.visibility or "public",
        whole=whole,
    )
