"""What is commentary in a matter's text, and what may be an instruction though it was not understood."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from parsers.patterns import later
from parsers.proposals.tokens import VERB_WORDS, Token

_LABEL = later(
    r"(?:[\w' -]{0,24}\b)?(commentary|flavou?r(?: text)?|background|discussion|out of character|ooc|"
    r"reason(?:s|ing)?|rationale|explanation|notes?|motivation|intent|example|edit|disclaimer|comments?|tl;?dr|p\.?s\.?|fyi)\s*(?:[:–—]|$|-\s)",
    2,
)
_LASTING = frozenset({"commentary", "discussion", "out of character", "ooc"})
_LASTING_ALONE = frozenset({"flavour", "flavor", "flavour text", "flavor text", "background", "example"})
_IMPERATIVES = VERB_WORDS | frozenset(
    "achieve do get activate adjust adopt allow amend apply assign ban begin bestow bring bump carry clear clone close combine confer "
    "consider convert copy correct credit deactivate declare deem define deduct demote deny designate destroy disable discard "
    "distribute double draw drop elect empty enable end enforce ensure erase exchange exclude expand extend fix flip generate halve "
    "honour idle impose incorporate initialise initialize install invalidate invert keep kill let list mark match merge multiply "
    "nullify open order overturn pass pay perform permit pick populate post preserve prohibit purge randomise randomize randomly re- "
    "add re-enact re-enter rearrange recalculate record reenact refresh refund reinstate reinitialise reinitialize relabel relist "
    "renumber reorder reorganise reorganize reset resolve restore retain return reveal revert reverse roll rollback scrap secretly "
    "select shift shorten shuffle simplify sort spawn split start subtract suspend swap switch tag take tidy toggle transfer "
    "transform treat trim turn un-repeal undo unidle unrepeal uphold upgrade use veto wipe write as-follows".split()
)
_CONNECTIVES = frozenset(
    "then also and finally lastly next furthermore additionally please or hereby therefore , ; : - – — otherwise else".split()
)
_PLACES = frozenset(
    "in at after before to from if when unless once throughout for under as otherwise on upon within between following directly "
    "immediately should with per using by until rather instead where wherever".split()
)
_REMARKS = frozenset(
    "i i'm i've i'd i'll we we're we've my our it it's its' there there's they he she why note because so but currently basically "
    "honestly maybe perhaps hopefully obviously personally apparently admittedly yes no ok okay well hi hello thanks what how who "
    "where unfortunately sorry feel please-note you your".split()
)
_OFFICIAL = frozenset("rule subrule sub-rule sentence paragraph bullet section text word phrase title dynastic core appendix words".split())
_DONE = frozenset(
    "repealed deleted removed replaced renamed amended changed set added moved enacted upheld reverted undone idled unidled inserted "
    "reset appended struck cut dropped omitted considered deemed created awarded given restored".split()
)
_GAINS = frozenset("gains gain loses lose receives receive becomes become achieves achieve gets wins win has have".split())
_SWAPPING = frozenset("swap swaps trade trades exchange exchanges".split())
_SHALL = frozenset("shall should must becomes become".split())
_GAINING = frozenset("gains gain loses lose receives receive gives give pays pay achieves achieve".split())
_AMOUNTS = frozenset("one two three four five six seven eight nine ten all half a an victory their".split())
_ON_ENACTMENT = (["upon", "enactment"], ["on", "enactment"], ["if", "enacted"], ["when", "enacted"])
_AMOUNT_VERBS = frozenset("shall must becomes now = + goes".split())
_SUBJECTS = frozenset("each every all everyone everybody any".split())
_THIRD_PERSON = frozenset(
    f"{verb}{'es' if verb.endswith(('s', 'h')) else 's'}" for verb in VERB_WORDS | {"choose", "pick", "write", "decide"}
)
_HARMLESS = frozenset(
    "the this these a my proposal proposed changes change effect effects action actions rule rules ruleset dynastic text gamestate "
    "amendments "
    "amendment part parts section step steps one two three four 1 2 3 4 first second third finally also then therefore "
    "instructions cfj core".split()
)
"""The words of a heading that says nothing of what stands below it."""

_BELOW = frozenset(
    "following below next draft rest remainder commentary flavour flavor example examples reference version obsolete optional joke joking "
    "withdrawn hypothetically hypothetical".split()
)
_CORRECTING = frozenset("actually correction rather scratch wait oops sorry alternatively or".split())
_BACKWARD = frozenset("this that these those it they all none neither both".split())
_LIMITS = frozenset("if unless only provided when until except".split())
_HAPPENS = frozenset("happens happen applies apply takes take effect done void only carried enacted".split())
_MODALS = frozenset("could would might may can should will to we'll they'll".split())
_PAUSES = frozenset(", : ; then please also —".split())
_DUTIES = frozenset("shall must should may".split())
_DUTIFUL = frozenset("enacting admin admins adminning emperor".split())
_FEW = 9
_STAYING = frozenset("kept keep stay stays remain remains survive".split())
_HEDGES = frozenset("would could might currently already too never now i we because think wants was were been".split())


def is_label(text: str) -> str:
    """The label that a line of commentary begins with ("commentary", "note"), nothing if there is none."""
    found = _LABEL.match(text.strip().lower())
    return found[1] if found else ""


def is_lasting(label: str, text: str) -> bool:
    """Whether all that follows a label is commentary, and not just the paragraph ``text`` that it begins."""
    return label in _LASTING or (label in _LASTING_ALONE and len(text) <= len(label) + 2)


def may_instruct(tokens: Sequence[Token]) -> bool:
    """Whether a sentence that was not understood may be an instruction."""
    words = [token for token in tokens if token.kind != "body"]
    while words and words[0].low and words[0].low in _CONNECTIVES:
        words = words[1:]
    if not words or (tokens and tokens[-1].text == "?"):
        return False
    lows = ["“" if token.kind in {"quote", "doubt"} else token.low for token in words]
    if "hereby" in lows:
        return True
    if lows[0] in {"let's", "let"} and _IMPERATIVES.intersection(lows[1:5]):
        return True
    if _acts(lows):
        return True
    if _negated(lows):
        return False
    if lows[0] in _IMPERATIVES:
        return len(tokens) > 1 and "".join(lows[1:2]) not in {"is", "was", "are", "were", "would", "will", "has", "could", "seems"}
    if _says_what_shall_be(lows) or _orders_text(words) or _new_part(lows) or _somebody_does(lows):
        return True
    if lows[0] in _REMARKS:
        return _proposes(lows) or lows[:2] in (["there", "shall"], ["there", "will"])
    return _later_imperative(lows) or _declares(lows)


def holds_orders(sentences: Iterable[Sequence[Token]]) -> bool:
    """Whether any sentence of a text begins with a verb that changes a rule or a text."""
    for tokens in sentences:
        near = tokens[1:12]
        if tokens and tokens[0].low in VERB_WORDS and any(each.kind == "quote" or each.low in _OFFICIAL for each in near):
            return True
    return False


def _acts(lows: Sequence[str]) -> bool:
    """Such as "Upon enactment, the Toll is 5", "This proposal repeals the rule “X”", "Ana: +3 Coal", "in “X”, do the same"."""
    digits = any(low.lstrip("+-").isdigit() for low in lows)
    if (
        lows[:2] == ["=", "="]
        or (lows[0] in {"~", "~~", "["} and not VERB_WORDS.isdisjoint(lows))
        or lows[:2] in _ON_ENACTMENT
        or ("do" in lows and "same" in lows and lows[0] in _PLACES)
    ):
        return True
    if lows[0] == "this" and lows[1:2] in (["proposal"], ["cfj"]) and lows[2:3] and lows[2] in {"repeals", "deletes", "sets"}:
        return True
    if digits and lows[0] not in _REMARKS and lows[0] != "this" and not _HEDGES.difference({"now"}).intersection(lows):
        return not _AMOUNT_VERBS.isdisjoint(lows[1:8]) or (len(lows) < _FEW and ":" in lows[1:4])
    return lows[0] not in _REMARKS and "“" in lows and any(one == "now" and two in {"reads", "says"} for one, two in pairwise(lows))


def _negated(lows: Sequence[str]) -> bool:
    return lows[0] == "this" or (lows[0] == "do" and "not" in lows[1:2]) or lows[0] == "don't"


def casts_doubt(tokens: Sequence[Token]) -> bool:
    """Whether commentary says something of what stands below it: "A draft, for discussion only:", "I considered these options:"."""
    lows = [token.low for token in tokens if token.kind == "word"]
    if tokens and tokens[-1].text in {":", "-", "–", ","}:
        return not set(lows) <= _HARMLESS
    return bool(_BELOW.intersection(lows)) or {"not", "part"} <= set(lows)


def qualifies(tokens: Sequence[Token]) -> bool:
    """Whether a sentence that is no instruction may say something of the one before it: "or", "This only happens if …"."""
    lows = [token.low for token in tokens if token.kind == "word"]
    if not lows or lows[0] in _CORRECTING or (lows[0] == "either" and len(lows) < 4):
        return bool(lows)
    if (lows[0] == "don't" or lows[:2] == ["do", "not"]) and _LIMITS.intersection(lows):
        return True
    if ("if" in lows and "instead" in lows) or lows[0] == "only" or lows[:2] == ["on", "second"]:
        return True
    if "subrules" in lows and not _STAYING.isdisjoint(lows):
        return True
    return lows[0] in _BACKWARD and bool(_LIMITS.intersection(lows)) and bool(_HAPPENS.intersection(lows))


def _orders_text(words: Sequence[Token]) -> bool:
    """A verb behind a comma or colon, with a quotation or a rule near behind it: "…: in that rule, change “a” to “b”"."""
    for number, token in enumerate(words[1:], 1):
        if token.kind == "word" and token.low in VERB_WORDS and words[number - 1].low in _PAUSES:
            near = words[number + 1 : number + 9]
            if _MODALS.intersection(each.low for each in words[max(number - 4, 0) : number]):
                continue
            if any(each.kind == "quote" or each.low in _OFFICIAL for each in near):
                return True
    return False


def _somebody_does(lows: Sequence[str]) -> bool:
    """Whether it says in the third person what somebody does with the rules: "the Emperor picks a word and puts it into the rule …"."""
    return not _THIRD_PERSON.isdisjoint(lows) and not _OFFICIAL.isdisjoint(lows)


def _says_what_shall_be(lows: Sequence[str]) -> bool:
    """Such as "“x” should be “y”", "the rule “X” shall no longer say “y”", "Ana and Bo swap Coins"."""
    if lows[0] in _REMARKS:
        return False
    if _SWAPPING.intersection(lows[1:6]):
        return True
    shall = any(low in _SHALL and before not in {"we", "i", "you", "they", "one"} for before, low in pairwise(lows))
    return shall and bool({"“", "rule", "subrule", "sentence", "paragraph"}.intersection(lows))


def _new_part(lows: Sequence[str]) -> bool:
    """Such as "Another subrule called …", "a new sentence: …", "“x” be replaced with “y”"."""
    if (
        lows[0] in {"a", "an", "another", "one"}
        and _OFFICIAL.intersection(lows[1:4])
        and {"called", "named", "titled", ":", "reading"}.intersection(lows)
    ):
        return True
    return "“" in lows and any(
        lows[number] in {"be", "is"} and lows[number + 1] in _DONE for number in range(len(lows) - 1) if lows[number - 1] == "“"
    )


def _proposes(lows: Sequence[str]) -> bool:
    """Such as "I propose to repeal …"."""
    return lows[0] in {"i", "we"} and lows[1:2] in (["propose"], ["move"], ["suggest"]) and bool(_IMPERATIVES.intersection(lows[2:6]))


def _later_imperative(lows: Sequence[str]) -> bool:
    """A verb behind a place or condition: "In “X”, uphold …"."""
    if lows[0] not in _PLACES:
        return False
    for number, low in enumerate(lows[1:], 1):
        if low in _IMPERATIVES and lows[number - 1] in {",", ":", "then", "“", ";", "also", "please"}:
            return True
    return False


def _declares(lows: Sequence[str]) -> bool:
    """Such as "The rule X is repealed", "each player gains 3 Coins", "the enacting admin shall …"."""
    if _HEDGES.intersection(lows):
        return False
    near = lows[:14]
    official = lows[0] in _OFFICIAL | {"“"} or (lows[0] in {"the", "all"} and bool(_OFFICIAL.intersection(lows[1:4])))
    if official and any(near[number] in {"is", "are", "be"} and near[number + 1] in _DONE for number in range(len(near) - 1)):
        return True
    if official and {"gets", "get"}.intersection(near):
        return True
    if _DUTIFUL.intersection(near[:6]) and (_DUTIES.intersection(near) or "enacting" in near[:4]):
        return True
    if lows[0] in _SUBJECTS:
        return bool((_GAINS | _DUTIES).intersection(near[:10])) or any(
            near[number] in {"is", "are"} and near[number + 1] in _DONE for number in range(len(near) - 1)
        )
    return _gains(near)


def _gains(near: Sequence[str]) -> bool:
    """Such as "the richest player loses 3 Coins"."""
    for number in range(1, min(len(near) - 1, 7)):
        if near[number] in _GAINING and (near[number + 1] in _AMOUNTS or near[number + 1].isdigit()):
            return True
    return len(near) > 2 and near[1] in {"becomes", "achieves"}
