"""Random variables put into words in many styles: what is read is the variable, one of unknown
kind, or nothing; never another one.
"""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from parsers.ruleset.ruleset_model import Variable
from tests.parsers.ruleset.variables.reading import bare, variables
from tests.support.scale import fresh_seeds, scaled

STYLES: dict[str, list[str]] = tomllib.loads(
    Path(__file__).with_name("styles.toml").read_text(encoding="utf-8")
)
_NAMES = (
    *("Grit", "Morale", "Sea Legs", "Wage", "Copper Coins", "Mark of Rank", "Hull Strength"),
    *("Zeal", "Fate", "Left Hand", "Total Debt", "Starting Bid", "Max Load", "Set Piece"),
)
_THINGS = ("Ship", "Guild Hall", "Bot", "Spell")
_WORDS = "Amber|Blue|North|Half Moon|Tall|Rusty|Grey Wolf|Copper|Ready|In Port".split("|")
_TEXTS = ("Anon", "Unnamed", "Blank Slate", "Nobody Special")


def _number(value: int | None, random: Random) -> str:
    words = "zero one two three four five six seven eight nine ten eleven twelve".split()
    return (
        words[value]
        if value is not None and 0 <= value < len(words) and random.random() < 0.4
        else str(value)
    )


def _range(low: int | None, high: int | None, random: Random) -> str:
    """The limits in words, for a number that is not negative unless something says so."""
    if low is None:
        return random.choice(STYLES["signed"])
    both = high is not None and (low != 0 or random.random() < 0.5)
    if both:
        style = "between"
    elif high is not None:
        style = "most"
    else:
        style = "least" if low > 0 else "natural"
    return random.choice(STYLES[style]).format(_number(low, random), _number(high, random))


def _kind(variable: Variable, random: Random) -> str:
    """What kind of values it has, in words."""
    if variable.choices is None:
        said = random.choice(STYLES[variable.type])
        return (
            f"{said} {_range(variable.min, variable.max, random)}".strip()
            if variable.type == "integer"
            else said
        )
    style = random.choice(("choices_or", "choices_and"))
    *some, last = variable.choices
    comma = "," if style == "choices_or" and random.random() < 0.5 else ""
    return random.choice(STYLES[style]).format(
        f"{', '.join(some)}{comma} {style.partition('_')[2]} {last}"
    )


def _rest(variable: Variable, random: Random) -> list[str]:
    """Who may see it, and its default, in any order."""
    default = random.choice(
        STYLES["default" if variable.default not in ("", None) else "blank"]
    ).format(variable.default)
    rest = [random.choice(STYLES[variable.visibility]), default]
    random.shuffle(rest)
    return rest


def _opening(variable: Variable, random: Random) -> str:
    name = f"“{variable.name}”" if random.random() < 0.1 else variable.name
    owner = "Player" if variable.owner == "player" else variable.owner
    shapes = STYLES["game" if variable.owner == "game" else "each"]
    return random.choice(shapes).format(
        a="an" if variable.name[0] in "AEIOU" else "a", n=name, o=owner
    )


def worded(variable: Variable, random: Random) -> str:
    """A definition of the variable."""
    opening, first, rest = (
        _opening(variable, random),
        _kind(variable, random),
        _rest(variable, random),
    )
    joined = ("which ", "who ", "that ", "and ")
    tracked = ("publicly", "privately", "secretly", "tracked")
    match random.randrange(4):
        case 0:
            return f"{opening}, {first}, {', '.join(rest)}."
        case 1:
            linked = "which is " if rest[-1].startswith(tracked) else ""
            return f"{opening}, {', '.join((first, *rest[:-1]))}, and {linked}{rest[-1]}."
        case 2:
            return f"{opening} ({'; '.join((first, *rest))})."
        case _:
            if any(not fact.startswith((*joined, *tracked)) for fact in rest):
                return f"{opening}, {first}, {', '.join(rest)}."
            told = (
                fact.partition(" ")[2] if fact.startswith(joined) else f"is {fact}" for fact in rest
            )
            return f"{opening}, {first}. {' '.join(f'It {fact}.' for fact in told)}"


def some_variable(random: Random) -> Variable:
    """A random variable."""
    kind = random.choice(
        ("integer", "integer", "integer", "string", "choice", "name", "list", "set")
    )
    owner = random.choice(("player", "player", "game", random.choice(_THINGS)))
    visibility = random.choice(("public", "public", "private"))
    base = Variable(random.choice(_NAMES), owner, kind, "", "", default="", visibility=visibility)
    if kind == "integer":
        low = random.choice((0, 0, 0, 1, 3, None))
        high = None if low is None else random.choice((None, 10, 25, 100))
        return replace(
            base,
            min=low,
            max=high,
            default=random.randint(low or 0, high if high is not None else 30),
        )
    if kind == "choice":
        choices = tuple(random.sample(_WORDS, random.randint(2, 5)))
        return replace(base, choices=choices, default=random.choice(choices))
    return (
        replace(base, default=random.choice(("", random.choice(_TEXTS))))
        if kind == "string"
        else base
    )


def _check(seeds: range) -> tuple[int, list[str]]:
    """How many definitions were read whole, and what was read otherwise than it was meant."""
    right, wrong = 0, []
    for seed in seeds:
        variable = some_variable(Random(seed))
        text = worded(variable, Random(seed + 1))
        found = tuple(map(bare, variables(text)))
        right += found == (variable,)
        if found not in ((), (variable,)) and any(each.type != "unknown" for each in found):
            wrong.append(f"{seed}: {text}\n   {found}\n   {variable}")
    return right, wrong


def test_a_generated_definition_is_read_as_meant_or_not_at_all() -> None:
    right, wrong = _check(range(400))
    assert not wrong, "\n".join(wrong[:5])
    assert right > 340


@pytest.mark.slow
def test_many_generated_definitions_are_read_as_meant_or_not_at_all() -> None:
    right, wrong = _check(fresh_seeds(1_500))
    assert not wrong, "\n".join(wrong[:5])
    assert right > scaled(1_275)
