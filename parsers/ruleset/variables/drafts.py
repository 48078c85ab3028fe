"""Drafts of variables: which of them are variables, and what the Appendix adds to those."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from parsers.numbers import with_digits
from parsers.patterns import later
from parsers.ruleset.model import Variable
from parsers.ruleset.prose import Sentence
from parsers.ruleset.variables.owners import GAME, PLAYER
from parsers.ruleset.variables.statements import Statement
from parsers.ruleset.variables.traits import Traits
from parsers.ruleset.variables.values import as_number, is_dynamic, singular

__all__ = ["VariableDraft", "is_variable", "to_variable"]

_LONGEST_NAME = 60
_NOT_NAMES = frozenset(
    "vote votes proposal proposals comment comments post posts right rights option options choice chance ability "
    "opportunity day days hour hours time"
    " effect effects power turn maximum minimum limit access reason way purpose following victory properties property "
    "attribute attributes statistics"
    " following need duty value values number dynasty hiatus quorum mantle action actions gamestate information wiki page tracking "
    "nothing resources".split()
)
_CORE_WORDS = frozenset("vote votes proposal proposals quorum mantle hiatus dynasty cfj cfjs dov dovs".split())
_NOT_FIRST = later(
    r"(?:maximum|minimum|limit|chance|right|ability|least|most|no|number|wiki|same|page|information|gamestate|all|whether or)\b",
    re.IGNORECASE,
)
_OWN = ("its own ", "their own ")
_EXTREME = later(r"(?:maximum|minimum) (?!of|number|amount|value|size)[a-z]", re.IGNORECASE)
_CONDITION = later(
    r"\b(?:each|every|another|if|when|while|whenever|unless|until|who|equal|that (?:has|have|is|are|was)|to (?!the\b)[a-z]+)\b"
)
_DETERMINED = later(
    r"(?:an?|one|zero or|any number|some|up to|their|its|several|exactly|publicly|privately|secretly|tracked)\b|[a-z-]+ "
)
_LISTED = later(r", [A-Z]")
_TRACKED_THING = later(r"(?:is|are) (?:an? )?(?:[a-z]+ly[- ])?tracked\b")
_TRACKED_NOUN = later(
    r"is an? (?:[a-z]+ly[- ]tracked (?!wiki|page|document|post)[a-z]|(?:[a-z-]+ ){0,2}(?:value|score|rating|level|status|measure|meter)\b)"
)
_KIND_OF_VALUE = later(r", which (?:is|can be|may be|must be) |\((?:an? |either |one of )")
_MERELY_TRACKED = later(r"are (?:publicly )?tracked (?:in|on|at|under|alongside)\b")
_WORDINGS = frozenset("name nickname codename title description motto".split())
_HEADED = later(r"([A-Za-z][\w'-]*) -?\d+")
_NUMERIC = ("integer", "number")


@dataclass(eq=False, slots=True)
class VariableDraft:
    """A variable as far as it has been read; ``said`` is the clause that names it, ``statement`` the one it comes from.

    ``beside``: something else in the same sentence is certainly a variable. ``group`` is the word for all those
    listed with it ("Aptitudes").
    """

    name: str
    owner: str
    sentence: Sentence
    statement: Statement
    said: str
    traits: Traits = field(default_factory=Traits)
    beside: bool = False
    group: str = ""

    @property
    def key(self) -> str:
        """The name in small letters and in the singular."""
        return singular(self.name.casefold())


def _plausible_name(name: str, *, typed: bool) -> bool:
    """Whether a variable may be called so; "maximum load" only if it is said to be a number."""
    words = name.split()
    return (
        (1 < len(name) <= _LONGEST_NAME or name.isupper())
        and len(words) <= 7
        and name not in _NOT_NAMES
        and name.casefold() not in _CORE_WORDS
        and not (_NOT_FIRST.match(name) and not (typed and _EXTREME.match(name)))
        and any(letter.isalpha() for letter in name)
    )


def _given_to_each(draft: VariableDraft) -> bool:
    """Whether "Each X has a Y" defines Y: for Players a proper name will do, for others something must be said of it."""
    traits, proper = draft.traits, draft.name[0].isupper()
    if (draft.said.startswith(_OWN) and draft.owner != PLAYER and not traits.tracked) or (
        draft.said.startswith("one of the ") and not proper
    ):
        return False
    if traits.distinctive:
        return True
    described = traits.type is not None
    if described and proper:
        return True
    if draft.beside and (described or draft.key.split()[-1] in _WORDINGS):
        return True
    bare = draft.owner == PLAYER and proper and not draft.statement.owning and not _LISTED.search(draft.said)
    return bare and not _CONDITION.search(draft.said) and bool(_DETERMINED.match(draft.said))


def is_variable(draft: VariableDraft) -> bool:
    """Whether a draft is a variable rather than something merely mentioned."""
    traits, kind = draft.traits, draft.statement.form
    if not _plausible_name(draft.name, typed=traits.type is not None) or (
        traits.computed and not traits.tracked and traits.default is None
    ):
        return False
    stated = traits.tracked or traits.default is not None
    if kind == "each":
        return _given_to_each(draft)
    if kind == "they":
        return traits.distinctive
    described = traits.type is not None or traits.choices is not None
    if kind == "a" and described and draft.owner not in (PLAYER, GAME) and _KIND_OF_VALUE.search(draft.said):
        return True
    if kind in ("the", "a", "plural"):
        return stated or (draft.beside and described)
    if kind == "an" and not _TRACKED_THING.match(draft.said):
        return False
    if kind == "there":
        return stated or (traits.type is not None and "named" in draft.said)
    if kind == "tracks":
        return draft.name[0].isupper() or traits.distinctive
    described = described or bool(_TRACKED_NOUN.match(draft.said))
    several = _many(draft) and not (traits.default is None and _MERELY_TRACKED.match(draft.said))
    return stated and (draft.owner != GAME or described or (traits.default is not None and traits.tracked) or several)


def _many(draft: VariableDraft) -> bool:
    return singular(draft.name) != draft.name


def _kind(draft: VariableDraft) -> str:
    """The type: as stated, else by the default, the limits or the name."""
    traits = draft.traits
    default = traits.default
    if draft.owner == GAME and draft.statement.form in ("is", "there") and _many(draft) and traits.type in (None, "string"):
        return "list" if traits.tracked and not traits.default else traits.type or "unknown"
    if traits.type:
        return "list" if traits.many and traits.type == "choice" else traits.type
    if traits.many and traits.default in (None, ""):
        return "list"
    if traits.low is not None or traits.high is not None or traits.signed:
        return "integer"
    if default:
        headed = _HEADED.fullmatch(default)
        numeric = with_digits(default.lower()).isdigit() or default[0].isdigit() or default[0] in "-$£€₤₩₽"
        if as_number(default) is not None and (numeric or (headed and headed[1].casefold() == draft.key.split()[-1])):
            return "integer"
        if re.fullmatch(r"-?\d+\.\d+", default):
            return "number"
        return "unknown" if is_dynamic(default) else "string"
    if draft.key.split()[-1] in _WORDINGS:
        return "string"
    if default == "":
        return "list" if _many(draft) else "string"
    return "unknown"


def _nearest_zero(low: int | None, high: int | None) -> int:
    if low is not None and low > 0:
        return low
    return high if high is not None and high < 0 else 0


def _number_default(traits: Traits, low: int | None) -> str | int | None:
    if traits.default is None:
        return _nearest_zero(low, traits.high)
    if traits.default == "":
        return 0 if low is not None and low <= 0 else ""
    value = as_number(traits.default)
    if value is None and re.fullmatch(r"-?\d+\.\d+", traits.default):
        return traits.default
    return value


def _default(traits: Traits, kind: str) -> str | int | None:
    """The default of anything but numbers: as stated, else by the Appendix."""
    stated = traits.default
    if stated is not None:
        if traits.choices:
            return next((choice for choice in traits.choices if choice.casefold() == stated.casefold()), stated)
        return None if is_dynamic(stated) else stated
    if traits.optional or kind in ("list", "set", "name"):
        return ""
    if kind == "string":
        return None if traits.unique else ""
    if traits.choices:
        return min(traits.choices, key=str.casefold)
    return None


def to_variable(draft: VariableDraft) -> Variable:
    """The variable, with the defaults of the Appendix ("Gamestate Tracking") where its own rule is silent."""
    traits, kind = draft.traits, _kind(draft)
    low = high = None
    choices: tuple[str, ...] | None = None
    if kind in _NUMERIC:
        low, high = traits.low, traits.high
        stated = as_number(traits.default) if traits.default else None
        if low is None and not traits.signed and not (stated is not None and stated < 0):
            low = 0
        default = _number_default(traits, low)
    else:
        choices = traits.choices if kind == "choice" else None
        default = _default(traits, kind)
    return Variable(
        name=draft.name,
        owner=draft.owner,
        type=kind,
        rule=draft.sentence.rule.title,
        quote=draft.sentence.text,
        min=low,
        max=high,
        choices=choices,
        default=default,
        visibility=traits.visibility or "public",
    )
