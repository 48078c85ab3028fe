"""Sentences that only lead to the instructions below them: "Three small repairs:", "Nobody has used these for a month:"."""

from __future__ import annotations

from collections.abc import Sequence

from parsers.proposals.tokens import VERB_WORDS, Token

_COUNTING = frozenset(
    "here are is just the these some a an few couple of several various my our number bunch two three four five six seven eight nine "
    "ten 2 3 4 5 6 7 8 9 10 and also".split()
)
_KINDS = frozenset(
    "small little minor quick simple short tiny more further other wee easy related unrelated separate following needed necessary "
    "housekeeping editorial cosmetic textual find-and-replace search-and-replace numbers balance wording clarity".split()
)
_CHANGES = frozenset(
    "repair repairs change changes fix fixes edit edits amendment amendments tweak tweaks correction corrections adjustment adjustments "
    "alteration alterations improvement improvements clean-ups cleanups things bit bits piece pieces spot round housekeeping "
    "tidying cleaning niggles nits quibbles oddities "
    "job jobs spring-cleaning upkeep maintenance bookkeeping pass one ones".split()
)
_NOT_FIRST = _CHANGES - {"change", "fix", "edit", "repair", "pass"}
_ONES = frozenset({"one", "ones"})
_OTHER = frozenset("further more other related unrelated separate following needed necessary".split())
_ABOUT = (["to", "do", "with"], ["to"], ["in"], ["about"], ["on"], ["concerning"], ["regarding"], ["around"], ["of"], ["for"])
_TOLD_OF = frozenset(
    tuple(words.split())
    for words in "that have been bothering me|that has been bothering me|that have been bothering us|that have been bugging me"
    "|that bother me|that bug me|i noticed|i've noticed|that i noticed|that i've noticed|i spotted|i've spotted|that i spotted"
    "|that i've spotted|we noticed|that we noticed|that came up|that have come up|that need doing|that needed doing".split("|")
)
"""What may be said of the changes that come, and no more."""
_MIXED = (["odds", "and", "ends"], ["bits", "and", "pieces"], ["bits", "and", "bobs"])
_MENDING = frozenset("fix mend repair correct tidy change".split())
_NOT_YET = frozenset(
    "later next future consider think discuss discussion come propose review see vote time week try if when once unless not no only "
    "would could might should may or hold wait mind reject drop remove repeal add set be another tomorrow tonight".split()
)
_MOST_BEHIND = 6
_OCCASIONS = frozenset(
    "relief tax taxes bonus bonuses reward rewards prize prizes gift gifts refund refunds compensation housekeeping tidying bookkeeping "
    "correction corrections payment payments fine fines penalty windfall wages stipend subsidy amnesty charity rebate amends".split()
)
_UNREAL = frozenset(
    "old earlier later previous possible optional rejected abandoned withdrawn alternative no not if unless or example draft former "
    "future next instead proposed suggested imagined hypothetical".split()
)
_BECAUSE = frozenset("since because as given seeing whereas based".split())
_OPEN = frozenset(
    "if soon long example examples joke idea ideas suggestion suggestions option options discussion reference appendix rule subrule "
    "follows following shall hereby first one".split()
)
_MOST_IN_LABEL = 3
_LEADS = _CHANGES - {"one", "ones", "spot", "round"} | frozenset(
    "typo typos tidying tidy-up tidy-ups cleanup clean-up wording stuff patch patches points".split()
)
"""Words by one of which a line above a list says that what it leads to is to be done."""
_LEADING_NOWHERE = (
    _UNREAL - {"no"}
    | _OPEN - {"first", "follows", "following", "rule", "subrule", "one"}
    | frozenset(
        "could would might should shall may can will want wanted thought think considered consider discuss discussed later time one's "
        "either any neither never none only but except until when once after before where while vote choose pick each every wait maybe "
        "perhaps don't was were made done did had already nobody yesterday monday tuesday wednesday thursday friday saturday sunday "
        "january february march april june july august september october november december against didn't won't can't isn't without hold "
        "reject drop undo below above next tomorrow tonight week review come see mind try decide".split()
    )
)
"""Words by which it may say otherwise."""
_MOST_IN_LEAD = 16
_COUNTS = frozenset("two three four five six several".split())
_COUNTED = frozenset("switches swaps moves toggles renamings renames repeals removals additions".split())
_EACH_OF_THEM = frozenset("one up down in out and on off here quick small easy simple related for the wiki rules".split())
_LATER = frozenset("later next future follow-up eventually someday another afterwards".split())
_WISHED = frozenset("could might would ideas thoughts plans idea".split())
_SALUTING = frozenset("dear fellow hello hi hey greetings ladies friends".split())
_MOST_IN_GREETING = 5
_PRESENTED = frozenset(
    "here here's attempt suggestion fix fixes solution solutions plan answer cure remedy compromise proposal ado end hence thus therefore "
    "so mind".split()
)
_PRESENTING = _PRESENTED | frozenset(
    "and now then anyway well is are it goes we go my the this a an our simple easy obvious quick humble modest as such without "
    "further to that for reason with in i i'd would propose suggest what proposed suggested".split()
)
"""Words that may make up a sentence that presents what comes."""
_NOBODY = (["nobody"], ["no", "one"], ["noone"], ["no-one"], ["neither"], ["none", "of", "us"], ["hardly", "anybody"])
_USING = frozenset("used uses use using touched remembers remembered understands understood visited needed needs noticed".split())
_UNUSED = frozenset("unused redundant broken pointless dead outdated superfluous useless".split())
_PLAIN = frozenset(
    "these they both the two three rules subrules have has been are is never ever now really either all quite so far".split()
)


def announces_changes(tokens: Sequence[Token]) -> bool:
    """Whether a sentence only counts the changes that come: "Three small repairs to do with oil:", "Some changes to “Feasts”."."""
    lows = ["“" if token.kind == "quote" else token.low for token in tokens if token.text not in {":", ".", "–", "—", "-"}]
    place = 0
    while place < len(lows) and lows[place] in _COUNTING | _KINDS:
        place += 1
    if lows[place : place + 3] in _MIXED:
        lows[place : place + 3] = ["changes"]
    if place == len(lows) or lows[place] not in _CHANGES or (not place and lows[0] not in _NOT_FIRST):
        return False
    if lows[place] in _ONES and (not place or lows[place - 1] not in _KINDS - _OTHER):
        return False
    behind = lows[place + 1 :]
    if "," in behind and _is_reason(behind[behind.index(",") + 1 :]):
        behind = behind[: behind.index(",")]
    if not behind or tuple(behind) in _TOLD_OF or (behind[0] == "to" and len(behind) == 2 and behind[1] in _MENDING):
        return True
    about = any(behind[: len(lead)] == lead for lead in _ABOUT)
    return about and len(behind) <= _MOST_BEHIND and _NOT_YET.isdisjoint(behind)


def _is_reason(lows: Sequence[str]) -> bool:
    """Such as "given where we are in the dynasty", "whereas the wiki went down on Tuesday"."""
    known = lows[:1] != [] and (lows[0] in _BECAUSE or lows[:2] == ["now", "that"])
    return known and (_NOT_YET - {"week", "time", "no", "or", "add", "set", "come"} | _UNREAL - {"no", "if"} | _OPEN).isdisjoint(lows)


def presents(tokens: Sequence[Token]) -> bool:
    """Whether a sentence only presents what comes below it: "So here's my attempt:", "Rather than argue about it until Friday:"."""
    lows = [token.low for token in tokens if token.kind != "sign"]
    if any(token.kind not in {"word", "sign"} for token in tokens):
        return False
    spares = tuple(lows[:2]) in {("rather", "than"), ("instead", "of")}
    if spares and VERB_WORDS.isdisjoint(lows) and len(lows) > 2:
        return tokens[-1].text == ":" and (_NOT_YET - {"until", "time", "week"}).isdisjoint(lows)
    return tokens[-1].text == ":" and set(lows) <= _PRESENTING and not _PRESENTED.isdisjoint(lows)


def leads_on(tokens: Sequence[Token]) -> bool:
    """Whether a line above a list only says that this is what is done: "A few fixes, mostly typos:", "Things I've spotted:"."""
    words = [token for token in tokens if token.kind != "sign"]
    lows = [token.low for token in words]
    plain = (
        all(token.kind == "word" for token in words) and 1 < len(words) <= _MOST_IN_LEAD and tokens[-1].text == ":" and lows[:1] != ["do"]
    )
    named = not _LEADS.isdisjoint(lows) or lows[:1] == ["here's"] or _counts_changes(lows)
    return plain and named and _LEADING_NOWHERE.isdisjoint(lows) and VERB_WORDS.isdisjoint(lows)


def _counts_changes(lows: Sequence[str]) -> bool:
    """Such as "Two switches, one up and one down:"."""
    return bool(lows) and lows[0] in _COUNTS and not _COUNTED.isdisjoint(lows[1:2]) and set(lows[2:]) <= _EACH_OF_THEM


def is_for_later(tokens: Sequence[Token]) -> bool:
    """Whether a line above a list says that it is not done now: "Ideas for later:", "Next up, once this has passed, we could:"."""
    lows = [token.low for token in tokens if token.kind == "word"]
    return (
        tokens[-1:] != ()
        and tokens[-1].text == ":"
        and not _LATER.isdisjoint(lows)
        and not _WISHED.isdisjoint(lows)
        and {"unless", "if", "not"}.isdisjoint(lows)
    )


def salutes(tokens: Sequence[Token]) -> bool:
    """Such as "Dear players,", "Hello all,"."""
    return tokens[0].low in _SALUTING and tokens[-1].text == "," and len(tokens) <= _MOST_IN_GREETING


def gives_reason(tokens: Sequence[Token]) -> bool:
    """Whether a sentence says that what comes below it is of no use: "Nobody has used either of these for a month:"."""
    lows = [token.low for token in tokens if token.kind == "word"]
    if tokens and tokens[-1].text == ":" and _is_reason(lows):
        return True
    if any(lows[: len(lead)] == lead for lead in _NOBODY):
        return not _USING.isdisjoint(lows) and _NOT_YET.isdisjoint(lows[1:])
    return _concludes(tokens, lows) or (not _UNUSED.isdisjoint(lows) and set(lows) <= _PLAIN | _UNUSED)


def _concludes(tokens: Sequence[Token], lows: Sequence[str]) -> bool:
    """Such as "Complaints don't hurt before the fifth, so:": what stands below follows from it."""
    ends = [token.low for token in tokens[-3:]] == [",", "so", ":"] and len(lows) > _MOST_IN_LABEL
    return ends and _UNREAL.isdisjoint(lows) and (_OPEN - {"rule", "first", "one", "subrule", "long"}).isdisjoint(lows)


def without_occasion(tokens: Sequence[Token]) -> Sequence[Token]:
    """The sentence without the word before it that only says what it is: "Poor relief: each player gains 3 Coins"."""
    for number, token in enumerate(tokens[: _MOST_IN_LABEL + 1]):
        if token.text == ":":
            lows = [each.low for each in tokens[:number]]
            plain = number and lows[-1] in _OCCASIONS and _UNREAL.isdisjoint(lows) and len(tokens) > number + 2
            return tokens[number + 1 :] if plain else tokens
        if token.kind != "word":
            break
    return tokens
