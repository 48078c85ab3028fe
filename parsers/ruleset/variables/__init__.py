"""Gamestate variables that dynastic rules define in prose, in plain wordings; what is worded
otherwise is left to the dynasty profile.

Of each sentence :mod:`statements` read what it gives to whom, :mod:`definitions` the things that it
names, :mod:`traits` what is said of each; here is added what other sentences say, and :mod:`drafts`
tell variables from things merely mentioned. The wordings stand in ``wordings.toml``, in the form
that :mod:`notation` explains, each with examples.
"""

from __future__ import annotations

import re

from parsers.patterns import later
from parsers.ruleset.ruleset_model import Terms, Variable
from parsers.ruleset.sentences import Sentence
from parsers.ruleset.terms import singular
from parsers.ruleset.variables.definitions import (
    Definition,
    read_definition,
)
from parsers.ruleset.variables.drafts import VariableDraft, is_variable, to_variable
from parsers.ruleset.variables.notation import pattern, word_list, wordings, words_of
from parsers.ruleset.variables.statements import (
    GAME,
    PLAYER,
    Lexicon,
    Passage,
    Statement,
    Text,
    head_noun,
    whose,
)
from parsers.ruleset.variables.traits import (
    Traits,
    as_number,
    is_read_whole,
    read_traits,
)

_LONGEST_DESCRIPTION = 240
_BELOW_ZERO = later(r"[-−]\d|\b(?:negative|minus)\b", re.IGNORECASE)


def _is_condition(passage: Passage) -> bool:
    """Return whether a sentence states the time of an event."""
    return passage.first.rstrip(",") in word_list("conditions") and not passage.low.startswith(
        "as well as "
    )


def _add_by_pronoun(passage: Passage, latest: list[VariableDraft], lexicon: Lexicon) -> bool:
    """Add the traits in "It defaults to ..." or "These are tracked ..." to the latest definitions;
    return whether there are any.
    """
    for wording in wordings("later", "about").among(passage.words):
        if found := wording.pattern.match(passage.text):
            break
    else:
        return False
    owner, description = whose(found["said"], lexicon)
    traits = read_traits(description, lexicon.person)
    if not (
        traits.distinctive or traits.type or traits.signed or traits.doubtful or traits.optional
    ):
        return False
    for draft in latest if wording.sets == "several" else latest[-1:]:
        if owner and draft.owner == GAME and draft.statement.form == "is":
            draft.owner = owner
        draft.traits.fill(traits)
    return True


def _collected(text: Text, lexicon: Lexicon) -> Definition:
    """Collect the definitions of the sentences; each sentence is a definition, or an addition to
    the one right before it.
    """
    every = Definition()
    latest: list[VariableDraft] = []
    rule_before = None
    for passage in text.passages:
        if rule_before is not passage.sentence.rule:
            latest = []
            rule_before = passage.sentence.rule
        if latest and _add_by_pronoun(passage, latest, lexicon):
            continue
        spoken_of = [draft for draft in latest if draft.key in passage.low[:60]]
        latest = [
            draft for draft in every.drafts[-40:] if draft.sentence is passage.sentence
        ] or spoken_of
        if latest is not spoken_of or _is_condition(passage):
            continue
        definition = read_definition(passage, text.prose, lexicon)
        every.statements += definition.statements
        if not spoken_of or any(draft.statement.form != "is" for draft in definition.drafts):
            latest = definition.drafts
        every.drafts += definition.drafts
        every.kinds = {**definition.kinds, **every.kinds}
    for draft in every.drafts:
        # Traits of a kind of things ("privately tracked") apply to the variables of each of them.
        if traits := every.kinds.get(draft.owner.casefold()):
            draft.traits.fill(Traits(tracked=traits.tracked, visibility=traits.visibility))
    return every


def _definite(drafts: list[VariableDraft]) -> list[VariableDraft]:
    """The drafts without sentences such as "Butter is an integer" if another sentence gives Butter
    to somebody.
    """
    given = {draft.key for draft in drafts if draft.statement.form != "is"}
    return [
        draft
        for draft in drafts
        if draft.statement.form != "is"
        or (is_variable(draft) and (draft.owner != GAME or draft.key not in given))
    ]


def _say(
    statement: Statement, passage: Passage, drafts: list[VariableDraft], lexicon: Lexicon
) -> None:
    """Add the limits of "A Player's Rank may not exceed 10" to variables of that name in the same
    rule.
    """
    description = statement.given[:_LONGEST_DESCRIPTION]
    traits = read_traits(description, lexicon.person)
    if pattern("variables_conditional").search(description):
        traits.low = traits.high = traits.choices = None
        traits.type = None if traits.type == "choice" else traits.type
        traits.doubtful = False
    for draft in drafts:
        same_rule = draft.sentence.rule.path[:1] == passage.sentence.rule.path[:1]
        if (
            same_rule
            and draft.statement is not statement
            and statement.owner in (None, draft.owner)
        ):
            draft.traits.fill(traits)


def _say_about(passage: Passage, named: dict[str, list[VariableDraft]], lexicon: Lexicon) -> None:
    """Add the traits that a sentence of the table states. The default in "Players start with 5
    Gold" is left to the profile.
    """
    for wording in wordings("about", "about").among(passage.words):
        if not (found := wording.pattern.match(passage.text)):
            continue
        if wording.sets == "elsewhere":
            words = set(map(singular, words_of(found["rest"].casefold())))
            for draft in (
                draft
                for name, drafts in named.items()
                if words.issuperset(name.split())
                for draft in drafts
            ):
                draft.traits.elsewhere = True
                # A starting value is legal, whatever the definition states.
                others = draft.traits.choices and not any(
                    choice.casefold() in found["rest"].casefold() for choice in draft.traits.choices
                )
                draft.traits.doubtful |= bool(others or _BELOW_ZERO.search(found["rest"]))
            continue
        drafts = named.get(singular(found["name"].strip(' "').casefold()), [])
        owner = lexicon.owner(head_noun(found["owner"]))
        end = "high" if found["how"].lower() == "more" else "low"
        for draft in drafts:
            if draft.owner == owner and draft.traits.type in ("integer", None):
                draft.traits.note(type="integer", **{end: as_number(found["n"])})


def _merged(drafts: list[VariableDraft]) -> list[VariableDraft]:
    """The drafts that are variables, one for each owner and name, without things that have
    variables themselves.
    """
    found: dict[tuple[str, str], VariableDraft] = {}
    for draft in filter(is_variable, drafts):
        found.setdefault((draft.owner, draft.key), draft)
    for draft in drafts:
        known = found.get((draft.owner, draft.key))
        if known and known is not draft:
            known.traits.fill(draft.traits)
    owners = {draft.owner.casefold() for draft in found.values()}
    return [draft for draft in found.values() if draft.owner != GAME or draft.key not in owners]


def read_variables(text: Text, terms: Terms | None) -> tuple[Variable, ...]:
    """The variables that these sentences define, in the order of the text."""
    lexicon = Lexicon(terms)
    every = _collected(text, lexicon)
    drafts = _definite(every.drafts)
    named: dict[str, list[VariableDraft]] = {}
    for draft in drafts:
        named.setdefault(draft.key, []).append(draft)
    for passage in text.passages:
        if passage.first == "no" or not _is_condition(passage):
            _say_about(passage, named, lexicon)
    for statement, passage in every.statements:
        if drafts_of_it := named.get(singular(statement.name.casefold())):
            _say(statement, passage, drafts_of_it, lexicon)
    names: dict[Sentence, set[str]] = {}
    for draft in every.drafts:
        names.setdefault(draft.sentence, set()).update({draft.name, draft.owner} - {PLAYER})
    whole = {
        sentence: is_read_whole(
            f"{sentence.place.lead} {Passage(sentence).text}", called, lexicon.person
        )
        for sentence, called in names.items()
    }
    return tuple(to_variable(draft, whole=whole[draft.sentence]) for draft in _merged(drafts))
