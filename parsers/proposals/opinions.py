"""Clauses that say how somebody finds things, what happened, or what people know and like, whatever else they speak of.

"At four it's never worth going.", "Yesterday Ana rowed to the Old Bridge with two boats.", "Everybody knows that the money is elsewhere."
Talk elsewhere has no number, no name and no quantity in it; here the predicate of each clause makes them harmless.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parsers.proposals.changing import BE_FORMS, IMPERATIVES, NUMBERS, PARTICIPLES, THIRD_PERSON
from parsers.proposals.idioms import without_idioms
from parsers.proposals.standing import stands
from parsers.proposals.tokens import VERB_WORDS, Token
from parsers.proposals.vocabulary import GERUNDS

_BEARING = frozenset(
    "if unless except excepting until till provided instead either whether whichever whenever wherever please shall must hereby should "
    "ought let let's need needs needed above below following former latter rest remainder same ditto likewise previous previously "
    "foregoing first second third fourth last final finally next other others another both neither too also including includes included "
    "excluding excludes excluded exempt exempts excepted apart besides without rule rules subrule subrules ruleset sentence sentences "
    "paragraph paragraphs bullet bullets item items step steps list lists table tables row rows column columns cell word words phrase "
    "line lines title titles heading text section sections glossary appendix proposal proposals matter option options draft example "
    "optional vote votes voting voted veto enact enacts enacted enacting amend amended adopt adopted withdraw withdrawn withdrew cancel "
    "cancelled void ignore ignored skip skipped undo undone revert reverted admin admins quorum effect effects effective apply applies "
    "applied applying immediately retroactively retroactive resolve resolved exactly actually correction typo mistake meant mean means "
    "should've kidding joke joking idle unidle emperor dynasty starting counting beginning otherwise wrong right correct version wait "
    "once conditional subject consent approval agree agrees objection object objects decide decides unchanged".split()
)
"""Words by which a clause may say something of what is to be done, whatever its predicate."""

_JOINS = frozenset({"and", "but", "so", "because", "since", "while", "which", "yet", "or"})
_STARTS = frozenset(
    "the a an it it's that that's this there there's they we i i'm i've you he she nobody everybody everyone people most some my our "
    "their his her no all who which what one at".split()
)
"""Words with which a clause begins behind what joins it to the one before."""

_LINKING = frozenset(
    "is are was were isn't aren't wasn't weren't 's it's that's there's they're everything's nothing's feels feel felt seems seem seemed "
    "looks look looked sounds sound takes take took gets get got makes".split()
)
_DEGREES = frozenset(
    "so very rather quite pretty terribly awfully much far way bit little lot somewhat simply just still really no not never hardly "
    "barely scarcely a always often usually already all that too even more less most least nearly almost about frankly utterly "
    "completely downright plain bloody".split()
)
_POOR = frozenset(
    "long slow hard weak cheap expensive dear powerful complicated complex vague dull boring quiet crowded fiddly wordy generous harsh "
    "random common confusing unfair punishing obscure useless tedious pointless silly daft absurd ridiculous annoying messy clumsy "
    "awkward ugly sad lonely tiring mean cruel tight steep brutal grim bleak dreary stale flat thin confused broken unclear "
    "ambiguous repetitive predictable overpowered underpowered underused pricey costly rough tame meaningless worthless".split()
)
"""What somebody finds to be wrong with things as they are."""

_FINE = frozenset(
    "fun good nice better worse best worst easy easier harder simple simpler clear clearer useful handy fair fairer interesting exciting "
    "tempting lovely pretty great neat cute funny livelier cheaper quicker slower faster longer shorter shame pity mess pain chore slog "
    "bore nuisance hassle headache joy delight relief disgrace scandal waste nonsense madness plenty ages forever trouble drag "
    "nightmare".split()
)
_CALLED_FINE = frozenset("it it's this that that's these those they".split())
_OVER = frozenset("over about under nearly almost roughly around".split())
_UNITS = frozenset(
    "second seconds minute minutes hour hours day days week weeks fortnight month months year years lifetime lifetimes age ages".split()
)
_PEOPLE = frozenset("everybody everyone nobody people we i you most many some players folk somebody someone".split())
_MINDS = frozenset(
    "know knows like likes love loves hate hates enjoy enjoys remember remembers forget forgets forgot knew liked loved cares care "
    "noticed notices hated wanted enjoyed understands understand complains complain".split()
)
_TELLING_THAT = frozenset("know knows knew remember remembers forget forgets noticed notices".split())
_PAST = frozenset(
    "was were wasn't weren't had hadn't did didn't went made gave took wrote thought lost got became began left ran came saw found forgot "
    "kept paid fell rose told asked broke felt held knew led spent stood understood sent built bought brought caught drew grew heard hid "
    "hit met spoke threw slept swam sang won tried rowed walked".split()
)
_THEN = frozenset({"yesterday", "recently", "lately", "ago"})
_LAST_TIMES = frozenset("week month year night time dynasty summer winter spring autumn monday tuesday wednesday thursday friday".split())
_NOT_PAST = frozenset(
    "now henceforth today tomorrow tonight onwards will would can may could might longer gains loses gets receives becomes pays wins has "
    "is are".split()
) | (THIRD_PERSON - {"claims", "counts"})
_PURPOSE_ENDS = ("ity", "ness", "ance", "ence", "ion", "acy")
_PURPOSES = frozenset("clarity fun sake flavour flavor balance symmetry neatness tidiness completeness laughs show variety".split())
_ONLY_FOR = frozenset("just purely mostly mainly simply merely partly largely all again".split())
_TIDYING = frozenset(
    "trimming tidying cleaning cleanup clean-up housekeeping pruning polishing polish bookkeeping fiddling tinkering".split()
)
_SOME = frozenset(
    "further some more a bit of just small minor bold gentle light general late quick little mere pure only yet the and".split()
)


def is_opinion(words: Sequence[Token], tokens: Sequence[Token]) -> bool:
    """Whether every clause of a sentence is a judgement, a tale of the past, or what people know and like. ``words``: without signs."""
    lows = [token.low for token in words]
    otherwise = lows[0] == "otherwise"
    said = lows[1:] if otherwise or lows[0] in {"and", "but", "so", "because", "besides"} else lows
    if not said or not _BEARING.isdisjoint(said) or said[0] in IMPERATIVES:
        return False
    if not otherwise and (_is_purpose(said) or (set(said) <= _SOME | _TIDYING and not _TIDYING.isdisjoint(said))):
        return True
    return all(_is_harmless(clause, otherwise=otherwise) for clause in _clauses(without_idioms(tokens)))


def _is_harmless(clause: Sequence[Token], *, otherwise: bool) -> bool:
    return _judges(clause) or (not otherwise and (_is_past(clause) or _minds(clause) or stands([token.low for token in clause])))


def _is_purpose(lows: Sequence[str]) -> bool:
    """Such as "Just for readability."."""
    place = 1 if lows[0] in _ONLY_FOR else 0
    rest = lows[place + 1 :]
    return lows[place : place + 1] == ["for"] and len(rest) == 1 and (rest[0] in _PURPOSES or rest[0].endswith(_PURPOSE_ENDS))


def _clauses(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """The clauses of a sentence, without the words that join them."""
    clause: list[Token] = []
    for number, token in enumerate(tokens):
        begins = number + 1 < len(tokens) and tokens[number + 1].low in _STARTS
        if token.text == "," and _goes_on(tokens[number + 1 : number + 2]) and _is_past(clause):
            continue
        if token.kind == "sign" or (clause and begins and token.low in _JOINS):
            if clause:
                yield clause
            clause = []
        elif clause or token.low not in _JOINS | {"otherwise"}:
            clause.append(token)
    if clause:
        yield clause


def _goes_on(behind: Sequence[Token]) -> bool:
    """Such as "…, claiming that each of them counts": part of the tale before it."""
    return bool(behind) and behind[0].low.endswith("ing") and behind[0].low not in GERUNDS


def _judges(clause: Sequence[Token]) -> bool:
    """Such as "at four it's never worth going", "a six is hardly better than a five", "that's over two months"."""
    lows = [token.low for token in clause]
    for number, low in enumerate(lows):
        if low in _LINKING or (low.endswith("'s") and number + 1 < len(lows)):
            return _is_judgement(clause, lows, number)
    return False


def _is_judgement(clause: Sequence[Token], lows: Sequence[str], number: int) -> bool:
    subject, said = clause[:number], lows[number + 1 :]
    if said[:1] and said[0] in _OVER and said[-1] in _UNITS and len(said) <= 4:
        return lows[number] == "that's"
    place = 0
    while place < len(said) and said[place] in _DEGREES:
        place += 1
    degrees, found, behind = said[:place], said[place : place + 1], said[place + 1 :]
    if not found:
        return False
    if _changes(behind) or any(token.text[:1].isupper() for token in clause[number + 2 + place :]):
        return False
    poor = found[0] in _POOR or (found[0] == "worth" and not {"never", "hardly", "not", "barely", "scarcely"}.isdisjoint(degrees))
    poor = poor or (found == ["for"] and behind == ["ever"]) or (found[0] in _FINE and not {"hardly", "no"}.isdisjoint(degrees))
    if poor:
        return True
    counted = any(low in NUMBERS or low[:1].isdigit() for low in lows) or any(token.text[:1].isupper() for token in subject[1:])
    pointed = lows[number].removesuffix("'s") in _CALLED_FINE or (subject and subject[-1].low in _CALLED_FINE)
    return found[0] in _FINE and not (counted or pointed) and "than" not in behind


def _changes(lows: Sequence[str]) -> bool:
    """Whether words behind a judgement may say that something becomes otherwise: "It is easy to see and costs five Coins."."""
    if lows[:1] == ["than"]:
        lows = [low for low in lows if low not in NUMBERS]
    changing = VERB_WORDS | THIRD_PERSON | frozenset(GERUNDS) | PARTICIPLES | {"now", "costs", "gains", "loses", "gets", "on", "only"}
    return not changing.isdisjoint(lows) or not (NUMBERS - {"two"}).isdisjoint(lows) or any(low[:1].isdigit() for low in lows)


def _is_past(clause: Sequence[Token]) -> bool:
    """Such as "yesterday Ana went to the Old Bridge with two boats and lost only 1 Coin"."""
    lows = [token.low for token in clause]
    if not _NOT_PAST.isdisjoint(lows):
        return False
    then = not _THEN.isdisjoint((*lows[:1], *lows[-1:]))
    number = next((place for place, low in enumerate(lows[:8]) if low in _PAST), None)
    if number is None or not number:
        return then and any(low.endswith("ed") and place for place, low in enumerate(lows[:8]))
    return not (number and BE_FORMS.intersection(lows[:number]))


def _minds(clause: Sequence[Token]) -> bool:
    """Such as "everybody knows that the real money is not made in the ring", "everyone likes dogs"."""
    lows = [token.low for token in clause]
    if len(lows) < 3 or lows[0] not in _PEOPLE or lows[1] not in _MINDS:
        return False
    counted = any(low in NUMBERS or low[:1].isdigit() for low in lows)
    return not counted and (lows[2] != "to") and (lows[1] in _TELLING_THAT or {"when", "how", "only"}.isdisjoint(lows))
