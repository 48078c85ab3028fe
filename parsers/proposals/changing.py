"""What in a clause may change the game: an order, a duty, a new value or state, somebody's gain or loss."""

from __future__ import annotations

from collections.abc import Sequence

from parsers.proposals.tokens import VERB_WORDS, Token

QUOTE = "“"
"""Stands for a quotation among the words of a clause."""

LINKS = frozenset(
    "and but so or yet then also however though although while because since as well still plus anyway again please basically "
    "note honestly hence thus therefore instead otherwise finally lastly first second e.g. i.e. for example "
    "instance in other words by the way of course to be fair clear sure frankly overall either too".split()
)
_ORDERS = frozenset(
    "hereby herewith henceforth henceforward forthwith shall must may now becomes become achieved gains gain loses lose receives "
    "receive gets "
    "ceases cease achieves achieve swaps swap rises falls doubles halves counts pays goes idles longer = → + - ~ ~~ <- -> ⇒".split()
)
BE_FORMS = frozenset("is are be being get gets it's that's they're he's she's there's".split())
PARTICIPLES = frozenset(
    "set cut put made given taken struck written reset split sold won lost held let paid sent kept found left begun chosen gone "
    "done drawn thrown forgiven".split()
)
HARMLESS_PARTICIPLES = frozenset(
    "needed called named titled supposed intended meant used based inspired designed related interested worried confused tired excited "
    "pleased concerned tracked worded broken expected stuck unused outdated balanced overpowered underused finished bored welcomed "
    "appreciated linked mentioned described written listed required limited complicated convoluted crowded overloaded unbalanced "
    "undefined defined explained unintended dated outlined detailed".split()
)
_STATUSES = frozenset(
    "idle active inactive legal illegal void valid invalid free gone over admin admins emperor allowed forbidden banned dead immune "
    "mandatory optional exempt eligible ineligible empty true false equal none null open closed unidle tied immediately worth no not "
    "to up at".split()
)
THIRD_PERSON = frozenset(f"{verb}{'es' if verb.endswith(('s', 'h', 'x')) else 's'}" for verb in VERB_WORDS) | {
    "puts",
    "chooses",
    "picks",
    "decides",
}
_MADE = frozenset(
    "possible impossible easier harder fairer simpler clearer cheaper quicker faster slower pointless useful worthwhile".split()
)
_AT_ONCE = (("from", "now"), ("as", "of"), ("no", "longer"), ("effective", "immediately"), ("from", "here"))
NUMBERS = frozenset(
    "zero two three four five six seven eight nine ten eleven twelve thirteen fifteen twenty thirty fifty hundred twice half double".split()
)
ABOUT = frozenset("which this that these those it here there there's that's it's they you you'll i we he she nobody".split())
PURPOSES = frozenset("idea intent intention aim goal point purpose reason thought plan".split())
SOFT = frozenset("should will can can't cannot shouldn't ought need needs".split())
IMPERATIVES = VERB_WORDS | frozenset(
    "do get activate adjust adopt allow apply assign ban bring clear clone combine convert copy correct declare deem define demote "
    "deny destroy disable discard distribute double draw elect enable end ensure exchange expand extend fix flip generate halve idle "
    "impose invert keep kill list merge multiply open overturn pay perform permit pick post purge record refund reinstate renumber "
    "reorder reset restore return reveal revert roll select shift shorten shuffle sort split start subtract suspend swap switch tag "
    "take transfer treat trim turn undo unidle uphold use veto wipe count consider ignore skip disregard".split()
)


def first_mark(clause: Sequence[Token]) -> int | None:
    """Where something stands in a clause that may change the game."""
    lows = lows_of(clause)
    if lows[0] in IMPERATIVES and lows[1:2] not in (
        ["is"],
        ["was"],
        ["are"],
        ["were"],
        ["would"],
        ["will"],
        ["has"],
        ["could"],
        ["seems"],
    ):
        return 0
    about = lows[0] in ABOUT
    for number in range(len(lows)):
        if _is_mark(clause, lows, number, about=about):
            return number
    return None


def _is_mark(clause: Sequence[Token], lows: Sequence[str], number: int, *, about: bool) -> bool:
    low, behind = lows[number], lows[number + 1 : number + 4]
    if low in SOFT and behind[:1] != [] and behind[0] in {"say", "read", "state", "be"} and behind[1:2] == [QUOTE]:
        return True
    if low in {"may", "now"} and about and number < 3 and lows[0] != "there":
        return False
    if low == "anymore" or (low == "any" and behind[:1] == ["more"]):
        return True
    if lows[:4] == ["there", "is", "a", "new"] and number == 4:
        return clause[number].text[:1].isupper()
    if low == "goes" and behind[:1] == ["too"]:
        return False
    if low in _ORDERS or (low in SOFT and not about) or tuple(lows[number : number + 2]) in _AT_ONCE:
        return True
    if low in THIRD_PERSON:
        named = low == "makes" and any(token.kind == "word" and token.text[:1].isupper() for token in clause[number + 1 : number + 2])
        return named or not (about or not PURPOSES.isdisjoint(lows[:3])) or bool({QUOTE, "rule", "subrule"}.intersection(behind))
    if lows[0] in {"this", "it", "that"} and lows[1:2] == ["makes"] and lows[-1] in _MADE:
        return False
    if (low.lstrip("+-").rstrip("%").isdigit() or low in NUMBERS) and number:
        return lows[:2] not in (["there", "are"], ["there", "is"], ["it's", "been"], ["it", "has"])
    return low in BE_FORMS and _orders_by_be(clause, lows, number)


def _orders_by_be(clause: Sequence[Token], lows: Sequence[str], number: int) -> bool:
    """Such as "is repealed", "are halved", "is to be …", "is the Night Warden", "is “x”"."""
    place = number + 1
    while place < len(lows) and (
        lows[place] in {"also", "then", "both", "all", "not", "the", "a", "an", "only"} or lows[place].endswith("ly")
    ):
        place += 1
    if place >= len(lows):
        return False
    low, token = lows[place], clause[place]
    if low == QUOTE or (token.kind == "word" and token.text[:1].isupper() and lows[0] not in {"this", "there", "here", "it's"}):
        return True
    plain = lows[0] in {"this", "that", "which", "there", "there's", "it"}
    if low in _STATUSES and plain:
        return low in {"legal", "illegal", "allowed", "forbidden"} and lows[0] in {"it", "there"}
    if low in PARTICIPLES or (low.endswith("ed") and len(low) > 4):
        return low not in HARMLESS_PARTICIPLES
    if low in {"to", "up"} and (not PURPOSES.isdisjoint(lows[:3]) or lows[place + 1 : place + 2] == ["for"]):
        return False
    return low in _STATUSES or (low in {"on", "off"} and place == len(lows) - 1 and QUOTE in lows)


def orders(tokens: Sequence[Token]) -> bool:
    """Whether a sentence begins with a verb that tells somebody to do something."""
    return next((token.low in IMPERATIVES for token in tokens if token.kind == "word" and token.low not in LINKS), False)


def lows_of(clause: Sequence[Token]) -> list[str]:
    """The words of a clause, with a sign for each quotation."""
    return [QUOTE if token.kind == "quote" else token.low for token in clause]
