"""Random variables put into words in many styles: what is read is the variable, one of unknown kind, or nothing; never another one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import pytest

from parsers.ruleset.model import Variable
from tests.parsers.ruleset.variables.reading import bare, variables
from tests.support.scale import fresh_seeds, scaled

_NAMES = (
    *("Grit", "Morale", "Sea Legs", "Wage", "Copper Coins", "Mark of Rank", "Hull Strength"),
    *("Zeal", "Fate", "Left Hand", "Total Debt", "Starting Bid", "Max Load", "Set Piece"),
)
_THINGS = ("Ship", "Guild Hall", "Bot", "Spell")
_WORDS = "Amber|Blue|North|Half Moon|Tall|Rusty|Grey Wolf|Copper|Ready|In Port".split("|")
_TEXTS = ("Anon", "Unnamed", "Blank Slate", "Nobody Special")


@dataclass(frozen=True)
class _Styled:
    """A variable, and the sentences that define it."""

    text: str
    variable: Variable


def _number(value: int, random: Random) -> str:
    words = "zero one two three four five six seven eight nine ten eleven twelve".split()
    return words[value] if 0 <= value < len(words) and random.random() < 0.4 else str(value)


def _range(low: int | None, high: int | None, random: Random) -> str:
    """The limits in words, for a number that is not negative unless something says so."""
    if low is None:
        return random.choice(
            ("which may be negative", "that can be negative", "which may be positive or negative", "which can go below zero")
        )
    least, most = _number(low, random), "" if high is None else _number(high, random)
    if high is not None and (low != 0 or random.random() < 0.5):
        shapes = (
            "between {0} and {1}", "from {0} to {1}", "which can range from {0} to {1}", "of at least {0} and at most {1}",
            "that cannot be less than {0} or more than {1}", "with a minimum of {0} and a maximum of {1}",
            "which may never go below {0} or above {1}", "no lower than {0} and no higher than {1}", "in the range {0} to {1}",
            "between {0} and {1} inclusive", "of {0} or more and {1} or less",
        )  # fmt: skip
        return random.choice(shapes).format(least, most)
    if high is not None:
        return random.choice(
            ("up to {0}", "of at most {0}", "that may not exceed {0}", "capped at {0}", "which can never be more than {0}")
        ).format(most)
    if low > 0:
        return random.choice(("of at least {0}", "no less than {0}", "which cannot be lower than {0}", "with a minimum of {0}")).format(
            least
        )
    return random.choice(("", "that is never negative", "which cannot be negative", "of zero or more"))


def _default(value: str, random: Random) -> str:
    if not value:
        return random.choice(
            ("defaulting to blank", "which defaults to blank", "which is blank by default", "initially empty", "which starts empty")
        )
    shapes = (
        "defaulting to {0}", "which defaults to {0}", "and defaults to {0}", "which starts at {0}", "with a default of {0}", "initially "
        "{0}",
        "which is {0} by default", "beginning at {0}", "whose default value is {0}",
    )  # fmt: skip
    return random.choice(shapes).format(value)


def _choices(choices: tuple[str, ...], random: Random) -> str:
    listed = f"{', '.join(choices[:-1])}{',' if random.random() < 0.5 else ''} or {choices[-1]}"
    ands = f"{', '.join(choices[:-1])} and {choices[-1]}"
    shapes = (
        f"which is one of {ands}", f"which may be {listed}", f"which can be either {listed}", f"being one of {listed}", f"that is either "
        f"{listed}",
        f"which must be one of the following: {listed}", f"with possible values of {ands}", f"which takes one of the values {ands}",
    )  # fmt: skip
    return random.choice(shapes)


def _tracked(variable: Variable, random: Random) -> str:
    if variable.visibility == "private":
        return random.choice(
            ("privately tracked by the Emperor", "secretly tracked by the Emperor", "tracked privately by the Emperor", "tracked in secret")
        )
    return random.choice(("publicly tracked", "tracked publicly", "tracked on the Harbour page"))


def _facts(variable: Variable, random: Random) -> list[str]:
    """What a sentence may say of the variable, in phrases."""
    facts = []
    if variable.type == "integer":
        noun = random.choice(("an integer", "a number", "a whole number"))
        limits = _range(variable.min, variable.max, random)
        facts.append(f"{random.choice(('which is ', 'being ', ''))}{noun} {limits}".strip())
    elif variable.type == "string":
        facts.append(random.choice(("which is a text string", "being a string", "a string of text", "which is flavour text")))
    elif variable.type == "name":
        facts.append(
            random.choice(
                ("which is the name of another Player or blank", "which is the name of a Player", "who is another Player or nobody")
            )
        )
    elif variable.choices:
        facts.append(_choices(variable.choices, random))
    else:
        facts.append(random.choice((f"which is a {variable.type} of Things", f"being a {variable.type} of Things")))
    facts.append(_tracked(variable, random))
    if variable.default is not None:
        facts.append(_default(str(variable.default), random))
    rest = facts[1:]
    random.shuffle(rest)
    return [facts[0], *rest]


def _opening(variable: Variable, random: Random) -> str:
    name = f"“{variable.name}”" if random.random() < 0.1 else variable.name
    article = "an" if variable.name[0] in "AEIOU" else "a"
    if variable.owner == "game":
        return random.choice((f"There is {article} {name}", f"There exists {article} {name}"))
    noun = "Player" if variable.owner == "player" else variable.owner
    shapes = (
        f"Each {noun} has {article} {name}",
        f"Every {noun} has {article} {name}",
        f"{noun}s have {article} {name}",
        f"For each {noun} there is {article} {name}",
    )
    return random.choice((*shapes, f"In addition, each {noun} has {article} {name}"))


def _worded(variable: Variable, random: Random) -> str:
    first, *rest = _facts(variable, random)
    opening = _opening(variable, random)
    match random.randrange(4):
        case 0:
            return f"{opening}, {first}, {', '.join(rest)}."
        case 1:
            linked = "which is " if rest[-1].startswith(("publicly", "privately", "secretly", "tracked")) else ""
            return f"{opening}, {', '.join((first, *rest[:-1]))}, and {linked}{rest[-1]}."
        case 2:
            return f"{opening} ({'; '.join((first, *rest))})."
        case _:
            told = [fact if fact.startswith(("which ", "who ", "that ", "and ")) else f"is {fact}" for fact in rest]
            said = " It ".join(
                f"{fact.partition(' ')[2] if fact.startswith(('which ', 'who ', 'that ', 'and ')) else fact}." for fact in told
            )
            return f"{opening}, {first}. It {said}" if not any(map(_awkward, told)) else f"{opening}, {first}, {', '.join(rest)}."


def _awkward(fact: str) -> bool:
    """Whether a phrase makes no sentence behind "It is"."""
    return fact.startswith("is ") and not fact.startswith(("is publicly", "is privately", "is secretly", "is tracked"))


def styled(random: Random) -> _Styled:
    """A random variable and its definition."""
    kind = random.choice(("integer", "integer", "integer", "string", "choice", "name", "list", "set"))
    owner = random.choice(("player", "player", "game", random.choice(_THINGS)))
    visibility = random.choice(("public", "public", "private"))
    name = random.choice(_NAMES)
    base = Variable(name, owner, kind, "", "", visibility=visibility)
    if kind == "integer":
        low = random.choice((0, 0, 0, 1, 3, None))
        high = None if low is None else random.choice((None, 10, 25, 100))
        default = random.randint(low or 0, high if high is not None else 30)
        variable = replace(base, min=low, max=high, default=default)
    elif kind == "choice":
        choices = tuple(random.sample(_WORDS, random.randint(2, 5)))
        variable = replace(base, choices=choices, default=random.choice(choices))
    elif kind == "string":
        variable = replace(base, default=random.choice(("", random.choice(_TEXTS))))
    else:
        variable = replace(base, default="")
    return _Styled(_worded(variable, random), variable)


def _check(seeds: range) -> tuple[int, list[str]]:
    """How many definitions were read whole, and what was read otherwise than it was meant."""
    right, wrong = 0, []
    for seed in seeds:
        game = styled(Random(seed))
        found = tuple(map(bare, variables(game.text)))
        right += found == (game.variable,)
        if found not in ((), (game.variable,)) and any(each.type != "unknown" for each in found):
            wrong.append(f"{seed}: {game.text}\n   {[_shown(each) for each in found]}\n   {_shown(game.variable)}")
    return right, wrong


def _shown(variable: Variable) -> tuple[object, ...]:
    return (
        variable.name,
        variable.owner,
        variable.type,
        variable.min,
        variable.max,
        variable.choices,
        variable.default,
        variable.visibility,
    )


def test_a_generated_definition_is_read_as_meant_or_not_at_all() -> None:
    right, wrong = _check(range(400))
    assert not wrong, "\n".join(wrong[:5])
    assert right > 360


@pytest.mark.slow
def test_many_generated_definitions_are_read_as_meant_or_not_at_all() -> None:
    right, wrong = _check(fresh_seeds(1_500))
    assert not wrong, "\n".join(wrong[:5])
    assert right > scaled(1_350)
