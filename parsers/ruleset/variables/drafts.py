"""Drafts of variables: which of them are variables, and what the Appendix adds to those."""

from __future__ import annotations

from dataclasses import dataclass, field

from parsers.numbers import with_digits
from parsers.patterns import later
from parsers.ruleset.ruleset_model import Variable
from parsers.ruleset.sentences import Sentence
from parsers.ruleset.variables.notation import pattern, word_list
from parsers.ruleset.variables.statements import GAME, PLAYER, Statement
from parsers.ruleset.variables.traits import Traits, as_number, is_blank, is_dynamic, singular

_LONGEST_NAME = 60
_NOT_FIRST = later(r"(?:(?i:maximum|minimum|limit|least|most|no|number|wiki|same|page|information|all)|chance|right|ability)\b")
_BARE = later(r"(?:an?|one|its|their) (?!.*\b(?:each|every|another)\b)[^,;]{1,60}\.?$")
_HEADED = later(r"([A-Za-z][\w'-]*) -?\d+")
_DECIMAL = later(r"-?\d+\.\d+")


@dataclass(eq=False, slots=True)
class VariableDraft:
    """A variable as far as it has been read; ``said`` is the clause that names it, ``statement`` the one it comes from.

    ``beside``: something else in the same sentence is certainly a variable. ``shown``: the tracking page has something of that
    name.
    """

    name: str
    owner: str
    sentence: Sentence
    statement: Statement
    said: str
    traits: Traits = field(default_factory=Traits)
    beside: bool = False
    shown: bool = False

    @property
    def key(self) -> str:
        """The name in small letters and in the singular."""
        return singular(self.name.casefold())

    @property
    def plural(self) -> bool:
        """Whether the name is a plural."""
        return singular(self.name) != self.name

    @property
    def word(self) -> str:
        """The last word of its key."""
        return self.key.split()[-1]


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
    """Whether a draft is a variable rather than something merely mentioned: it is on the page, or enough is said of it."""
    traits, form, proper = draft.traits, draft.statement.form, draft.name[:1].isupper()
    stated = traits.tracked or traits.default is not None
    described = traits.type is not None or traits.choices is not None
    if not _plausible_name(draft.name) or (traits.computed and not stated):
        return False
    if draft.shown or (draft.beside and (described or draft.word in word_list("wordings"))):
        return True
    match form:
        case "each":
            return (
                traits.distinctive or (described and proper) or (proper and draft.owner == PLAYER and _BARE.match(draft.said) is not None)
            )
        case "tracks":
            return traits.distinctive or proper
        case "there":
            return stated or (traits.type is not None and "named" in draft.said)
        case "is":
            enough = (
                described
                or (traits.default is not None and (draft.plural or traits.tracked))
                or pattern("drafts_a_measure").match(draft.said)
            )
            return stated and draft.statement.article not in ("a", "an") and (draft.owner != GAME or bool(enough))
        case _:
            return stated


def _kind(draft: VariableDraft) -> str:
    """The type: as stated, else by the default, the limits or the name."""
    traits, default = draft.traits, draft.traits.default
    several = draft.statement.form == "there" and not draft.said.startswith(("a ", "an "))
    several = several or (draft.statement.form == "is" and not draft.said.startswith("is "))
    if draft.owner == GAME and several and draft.plural and traits.type in (None, "string"):
        return "list" if traits.tracked and not default else traits.type or "unknown"
    if traits.type:
        return "list" if traits.many and traits.type == "choice" else traits.type
    if traits.many and not default:
        return "list"
    if traits.low is not None or traits.high is not None or traits.signed:
        return "integer"
    if default:
        headed = _HEADED.fullmatch(default)
        numeric = with_digits(default.lower()).isdigit() or default[0].isdigit() or default[0] in "-$£€₤₩₽"
        if as_number(default) is not None and (numeric or (headed and headed[1].casefold() == draft.word)):
            return "integer"
        return "number" if _DECIMAL.fullmatch(default) else "unknown" if is_dynamic(default) else "string"
    if draft.word in word_list("wordings"):
        return "string"
    return "unknown" if default is None else "list" if draft.plural else "string"


def _number_default(traits: Traits, low: int | None) -> str | int | None:
    """The default of a number, by the Appendix the one nearest to zero."""
    if traits.fraction and low is None and traits.default is None:
        return None
    nearest = max(low or 0, 0) or min(0, traits.high if traits.high is not None else 0)
    if not traits.default:
        return nearest if traits.default is None or (low is not None and low <= 0) else ""
    value = as_number(traits.default)
    return traits.default if value is None and _DECIMAL.fullmatch(traits.default) else value


def _default(traits: Traits, kind: str) -> str | int | None:
    """The default of anything but numbers: as stated, else by the Appendix."""
    stated = traits.default
    if stated is not None:
        if traits.choices:
            word = (stated or next(filter(is_blank, traits.choices), "")).casefold()
            return next((choice for choice in traits.choices if choice.casefold() == word), stated)
        return None if is_dynamic(stated) else stated
    if traits.optional or kind in ("list", "set", "name"):
        return ""
    if kind == "string":
        return None if traits.unique else ""
    return min(traits.choices, key=str.casefold) if traits.choices else None


def to_variable(draft: VariableDraft) -> Variable:
    """The variable, with the defaults of the Appendix ("Gamestate Tracking") where its own rule is silent.

    One of which not everything was understood has no type and no limits.
    """
    traits, kind = draft.traits, _kind(draft)
    if traits.doubtful:
        traits, kind = Traits(default=None, visibility=traits.visibility), "unknown"
    numeric = kind in ("integer", "number")
    low = traits.low if numeric else None
    stated = as_number(traits.default or "")
    if numeric and low is None and not traits.signed and not traits.fraction and not (stated is not None and stated < 0):
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
        default=_number_default(traits, low) if numeric else _default(traits, kind),
        visibility=traits.visibility or "public",
    )
