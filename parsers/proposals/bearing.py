"""What a sentence beside the instructions may say of them: that they wait, need somebody's leave, were a slip, or are not meant."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from parsers.proposals.binding import binds
from parsers.proposals.changing import IMPERATIVES, NUMBERS, SOFT, THIRD_PERSON, lows_of
from parsers.proposals.disowning import takes_back
from parsers.proposals.remarks import UNMARKED
from parsers.proposals.tokens import VERB_WORDS, Token
from parsers.proposals.vocabulary import GERUNDS
from parsers.proposals.word_forms import fits

_SUBJECTS = frozenset("this that it these those they all both neither none everything".split())
_DOING = frozenset("do done doing happen happens enact enacted apply".split())
_LIMITING = frozenset(
    "conditional contingent depending approval approves approve consent consents permission assent objection objections exclude "
    "excludes excluding exception excluded skip skips discretion judgement judgment majority floating regret placeholder proto "
    "affected unaffected exempt exempted grandfathered retroactive retroactively backdated protoproposal proto-proposal wip psych "
    "gotcha spare".split()
)
_SETTLED = frozenset({"already", "enough", "none"})
_WAITING = frozenset("wait waits postpone postponed delay delayed delays defer deferred".split())
_NEVER = frozenset({"can't", "cannot"})
_TIMES = frozenset(
    "week weeks fortnight day days hour hours month months year dynasty monday tuesday wednesday thursday friday saturday sunday tomorrow "
    "tonight later soon january february march april june july august september october november december after until before when "
    "once end".split()
)
_HAPPENING = frozenset(
    "takes take happens happen can could should shall will would must may comes come goes go starts start begins begin applies apply "
    "is are be".split()
)
_PHRASES = frozenset(
    tuple(words.split())
    for words in "i meant|but meant|really meant|should say|longer want|longer need|longer think|longer believe|thought experiment"
    "|not serious|not seriously|wrong about|a test|just testing|april fools|vote against|voting against|ignore this|ignore that"
    "|ignore it|leave it|leave them|better not|my mistake|mine is|not mean|leave out|hold off|this down|it down|what people|get none"
    "|gets none|version is|depends on|soon as|god willing|weather permitting|see how|back by|longer stand".split("|")
)
_SLIPS = frozenset("typo slip mistake wrong".split())
_CORRECTED = frozenset(
    {
        ("should", "be"),
        ("should", "read"),
        ("should", "say"),
        ("should", "have"),
        ("have", "read"),
        ("have", "said"),
        ("is", "right"),
        ("is", "correct"),
    }
)
_NOT = frozenset({"not", "isn't", "wasn't", "never"})
_CORRECTIONS = frozenset("eta edited erratum errata corrigendum correction addendum nb".split())
_STAYING = frozenset("stay stays remain remains survive".split())
_LAUGHING = frozenset("lol haha hah hmm hm er um erm ha heh well".split())
_DENYING = frozenset("no not nope nah never".split())
_OWN = frozenset("i we let's i'll we'll i'd we'd somebody someone".split())
_KEEPING = _OWN | {"would", "rather", "sooner"}
_PARTS = frozenset("one ones first second third last number step item bullet line part bit name title".split())
_PIECES = frozenset(
    "second third half part bit bits bullet bullets steps item items line lines paragraph row column title titles heading headings "
    "brackets comma colon renaming repeal draft option options".split()
)
"""What a matter is made of."""
_COUNTED = _PIECES | frozenset(
    "list table step name wording version number change changes one ones two three sentence sentences point points".split()
)
"""What it may have several of: with "the second" before it is one of them."""
_THE = frozenset("the this that these those its".split())
_NTH = frozenset("first second third last next other final".split())
_EXPLAINED = (
    f"the? {'|'.join(sorted(_NTH))} {'|'.join(sorted(_PIECES | _COUNTED))} is|was just|only|mainly|simply? so|because that|we|i|it …"
)
"""Of a part, only why it is there."""
_TOGETHER = frozenset({("both", "or"), ("all", "or"), ("full", "stop")})
_THEN = frozenset("was were failed fell had passed got i we".split())
"""What behind "the last one" speaks of a former matter."""
_CREDITS = (["credit"], ["thanks"], ["kudos"], ["blame"], ["apologies"], ["sorry"], ["with", "thanks"])
_MOST_IN_SLIP = 10
_FEW = 4
_BACKWARD_ORDERS = frozenset(
    "skip ignore disregard consider keep treat use veto count take wait repeat hold stop do vote pick choose select leave let".split()
)
_RESTORING = frozenset("undo revert restore return reinstate reverse".split())
_MORE_ORDERS = frozenset("go render tidy post".split())
_BACKWARD = frozenset("this these those it them that above foregoing preceding previous step steps item items former latter change".split())
_JOINING = frozenset("and but so then also please finally lastly next additionally furthermore now hereby therefore".split())
_LIMITS = frozenset("if unless only when until except not instead once provided".split())
_NEAR = 6
_GAINING = frozenset("gains gain loses lose receives receive".split())
_ADMINS = frozenset({"admin", "admins", "enacting"})
_BY_ADMINS = frozenset(
    "may can decide decides whether if unless when until first check checks wait waits ask asks skip skips ignore ignores not only before "
    "after once discretion above".split()
)
_HOOKS = (
    _SUBJECTS
    | _BACKWARD
    | _TIMES
    | _BY_ADMINS
    | SOFT
    | frozenset(
        "each every any nothing anything either only also too same other others another instead no never nor if provided except subject "
        "second third last option draft final text version proposal matter objects object agrees agree up details admin".split()
    )
)
"""Words without one of which a statement is about something else than the other sentences of a matter."""


def bears(tokens: Sequence[Token], *, values: bool = False) -> bool:
    """Whether commentary may say when, on what condition, or whether at all something else of its matter is done.

    ``values``: it stands behind an order that sets values, and may say who has theirs.
    """
    lows = [token.low for token in tokens if token.kind == "word"]
    if not lows:
        return False
    if tokens[-1].text == "?" and lows in (["any", "objections"], ["objections"]):
        return False
    if "if" in lows and lows[-1] in {"fails", "passes", "failed", "passed"} and _OWN.isdisjoint(lows):
        return True
    pairs = set(pairwise(lows)) - ({("see", "how")} if ("rather", "see") in pairwise(lows) else set())
    if not _LIMITING.isdisjoint(lows) or (values and not _SETTLED.isdisjoint(lows)) or not _PHRASES.isdisjoint(pairs):
        return True
    return (
        _waits(lows)
        or _corrects(tokens, lows)
        or _denies(lows)
        or binds(lows_of([token for token in tokens if token.kind in {"word", "quote"}]))
        or _points(tokens, lows)
        or _gives(tokens)
    )


def _waits(lows: Sequence[str]) -> bool:
    """Such as "It can wait until Friday", "I will ask Ana first", "We agreed to do this next week"."""
    near = lows if lows[-1] not in _WAITING else lows[:_FEW]
    if (not _WAITING.isdisjoint(near) and _NEVER.isdisjoint(lows)) or (lows[-1] == "first" and lows[0] in _OWN):
        return True
    does = any(one in _DOING and two in _SUBJECTS | {"so"} for one, two in pairwise(lows))
    if does and (lows[0] == "don't" or lows[:2] == ["do", "not"]):
        return True
    for_it = lows[-2:-1] == ["for"] and lows[-1] in _SUBJECTS and not _HAPPENING.isdisjoint(lows)
    return not _TIMES.isdisjoint(lows) and (does or for_it or (lows[0] in _SUBJECTS and not _HAPPENING.isdisjoint(lows[1:3])))


def _corrects(tokens: Sequence[Token], lows: Sequence[str]) -> bool:
    """Such as "That was a typo", "I mean Bo's", "That should be 6", "In a fortnight, that is", "Or"."""
    shown = [token.low for token in tokens]
    if lows in (["or"], ["alternatively"], ["either"]) or lows[-1] in {"or", "instead"} | _STAYING or lows[:2] == ["i", "mean"]:
        return True
    runs = [*zip(lows, lows[1:], lows[2:], strict=False)]
    keeps = any(one in _KEEPING and two == "keep" and not three.endswith("ing") for one, two, three in runs)
    keeps = keeps or any(one in _NOT and two == "what" and three in {"i", "we"} for one, two, three in runs)
    told = any(run in {("what", "was", "meant"), ("what", "is", "meant")} for run in zip(lows, lows[1:], lows[2:], strict=False))
    slipped = "meant" in lows and not _NOT.isdisjoint(lows) and not (told and {"when", "by"}.intersection(lows))
    if keeps or slipped:
        return True
    if lows[0] in _CORRECTIONS or any(one in {"above", "foregoing"} and not two.isdigit() for one, two in pairwise([*lows, ""])):
        return True
    if shown[:3] == ["that", "is", ","] or shown[-4:-1] == [",", "that", "is"]:
        return True
    pointed = lows[0] in _SUBJECTS or (not _PARTS.isdisjoint(lows[:4]) and "old" not in lows[:4])
    if pointed and len(lows) <= _MOST_IN_SLIP and not _SLIPS.isdisjoint(lows):
        return True
    if (lows[-1] == "only" and len(lows) > _FEW - 1) or ("meant" in lows and lows[-1] in {"too", "also"}):
        return True
    if lows[0] in NUMBERS and lows[1:3] in (["is", "better"], ["is", "enough"], ["would", "do"], ["is", "right"]):
        return True
    counts = any(token.kind == "quote" or token.low.isdigit() or token.low in NUMBERS for token in tokens)
    return counts and not _CORRECTED.isdisjoint(pairwise(lows))


def _gives(tokens: Sequence[Token]) -> bool:
    """Such as "A Coin to Bo for the idea."."""
    words = [token for token in tokens if token.kind == "word"][:4]
    return len(words) > 3 and words[0].low in {"a", "an", *NUMBERS} and words[2].low in {"to", "for"} and words[3].text[:1].isupper()


def _points(tokens: Sequence[Token], lows: Sequence[str]) -> bool:
    """Whether a sentence speaks of a part of the matter, or of how it is written: "I'd drop the last bullet if it's a problem."."""
    if tokens[-1].text in {":", "?"} or any(lows[: len(lead)] == lead for lead in _CREDITS):
        return False
    if fits(lows, _EXPLAINED):
        return False
    triples = zip(lows, lows[1:], [*lows[2:], ""], strict=False)
    return any(
        _is_part(one, two, three) or (one, two) in _TOGETHER or (one == "either" and two == "of" and three in _SUBJECTS)
        for one, two, three in triples
    )


def _is_part(one: str, two: str, three: str) -> bool:
    """Such as "the bullet" or "the second one"; the column of something, a first step and the last one that failed are none."""
    if one in _THE and two in {"second", "third"}:
        return three in _COUNTED or three in {"", "is", "was", "can", "may", "could", "should", "will"}
    if three == "of" or (two == "step" and one in {"first", "next"}) or (one == "last" and three in _THEN):
        return False
    return (one in _THE and two in _PIECES) or (one in _NTH and two in _COUNTED)


def _denies(lows: Sequence[str]) -> bool:
    """Such as "NOT!", "Lol no", "As if!"."""
    ends = len(lows) == 1 or lows[-1] in _DENYING or lows[-2:] == ["as", "if"]
    return ends and len(lows) <= _FEW and lows[0] in _LAUGHING | _DENYING and not (_DENYING | {"if"}).isdisjoint(lows)


def may_limit(tokens: Sequence[Token]) -> bool:
    """Whether a sentence that is not understood may say something of the other instructions of its matter."""
    lows = lows_of([token for token in tokens if token.kind in {"word", "quote"}])
    while lows and lows[0] in _JOINING:
        lows = lows[1:]
    if not lows or lows[-1] in {"or", "either"}:
        return bool(lows)
    if takes_back(lows) or lows[0] in _CORRECTIONS or (lows[0] in UNMARKED and any(token.text == ":" for token in tokens[1:_FEW])):
        return True
    if _orders_alone(tokens, lows):
        return False
    return len(lows) <= _FEW or lows[0] in IMPERATIVES | _BACKWARD_ORDERS or any(low in _HOOKS or low.endswith("n't") for low in lows)


def _orders_alone(tokens: Sequence[Token], lows: Sequence[str]) -> bool:
    """Whether a sentence is an order with an object of its own."""
    if not _ADMINS.isdisjoint(lows[:3]):
        return _BY_ADMINS.isdisjoint(lows)
    named = any(token.kind in {"quote", "body", "doubt"} for token in tokens)
    if named and _LIMITS.isdisjoint(lows) and (lows[0] in VERB_WORDS or lows[:3] == ["do", "the", "same"]):
        return True
    if lows[0] in IMPERATIVES | _MORE_ORDERS:
        restores = lows[0] in _RESTORING and lows[1:2] in (["the"], ["all"], ["every"])
        return not restores and lows[0] not in _BACKWARD_ORDERS and "whether" not in lows and _BACKWARD.isdisjoint(lows[1:_NEAR])
    acts = named and not (VERB_WORDS | THIRD_PERSON | set(GERUNDS)).isdisjoint(lows)
    return lows[0] not in _SUBJECTS and (_LIMITS if acts else _BACKWARD).isdisjoint(lows) and (acts or not _GAINING.isdisjoint(lows))
