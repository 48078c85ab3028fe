"""What players say by the way: that a typo of the post is mended, whom they thank, what they have no idea of, what may come some day.

"EDIT: fixed a typo.", "Hat tip to Ana.", "No idea who wrote that.", "If it turns out too strong, we can always revisit it."
"""

from __future__ import annotations

from collections.abc import Sequence

from parsers.proposals.changing import NUMBERS
from parsers.proposals.tokens import VERB_WORDS, Token

_MENDED = frozenset(
    "fixed corrected mended tidied typo typos spelling formatting grammar punctuation link links wording a an the some few another my in "
    "it of and two three minor small quick little up silly broken for clarity numbering markup html indentation again edit 2 3".split()
)
_OF_THE_POST = frozenset("typo typos spelling formatting grammar punctuation link links numbering markup html indentation".split())
_THANKING = (("hat", "tip", "to"), ("thanks", "to"), ("with", "thanks", "to"), ("credit", "to"), ("credit", "goes", "to"), ("kudos", "to"))
_NO_IDEA = (("no", "idea"), ("no", "clue"), ("not", "sure"), ("never", "mind", "who"), ("goodness", "knows"), ("heaven", "knows"))
_ASKING = frozenset("what who whether why how where when which if".split())
_SOME_DAY = (("if", "this"), ("if", "it"), ("if", "they"), ("if", "that"), ("if", "these"))
_TURNS_OUT = frozenset("turns turn proves prove feels feel seems seem gets get becomes become works work goes go is are isn't ends".split())
_WE_CAN = (("we", "can"), ("we", "could"), ("i", "can"))
_LATER = frozenset("always tweak tone change adjust nerf buff fix revisit repeal tune propose amend patch raise lower look come".split())
_FAREWELLS = frozenset(
    "yours etc ahoy hoy anyway anyhow onwards onward moving on enjoy carry all there folks everyone crew friends".split()
)
_CHANGING = frozenset("gains gain loses lose gets receives becomes become pays owes wins dies hereby now who whose".split())
_FEW = 3
_BEARING = frozenset(
    "unless except only instead until before first second rule rules sentence paragraph admin quorum enact enacts enacted enacting vote "
    "votes voted void ignore skip withdrawn withdraw draft below above should must shall please proposal".split()
)


def is_by_the_way(tokens: Sequence[Token], lows: Sequence[str]) -> bool:
    """Whether a sentence without quotations is such; ``lows`` are its words without idioms, in lower case."""
    if not (_CHANGING | NUMBERS).isdisjoint(lows) or any(low[:1].isdigit() for low in lows[2:]):
        return _mended(lows)
    return _mended(lows) or _parts(tokens, lows) or (_BEARING.isdisjoint(lows[1:]) and (_thanks(lows) or _wonders(lows) or _some_day(lows)))


def _mended(lows: Sequence[str]) -> bool:
    """Such as "EDIT: fixed two typos." behind its label."""
    said = lows[1:] if lows[0] in {"edit", "edited", "eta"} else lows
    return set(said) <= _MENDED and not _OF_THE_POST.isdisjoint(said)


def _thanks(lows: Sequence[str]) -> bool:
    """Such as "Hat tip to Ana for the idea."."""
    return any(tuple(lows[: len(lead)]) == lead for lead in _THANKING) and VERB_WORDS.isdisjoint(lows)


def _wonders(lows: Sequence[str]) -> bool:
    """Such as "No idea what happens to whoever is in there."."""
    lead = next((lead for lead in _NO_IDEA if tuple(lows[: len(lead)]) == lead), None)
    return lead is not None and lows[len(lead) : len(lead) + 1] != [] and lows[len(lead)] in _ASKING and VERB_WORDS.isdisjoint(lows)


def _some_day(lows: Sequence[str]) -> bool:
    """Such as "If this turns out too strong, we can always revisit it."."""
    can = next((at for at in range(3, len(lows) - 1) if tuple(lows[at : at + 2]) in _WE_CAN), None)
    hoped = tuple(lows[:2]) in _SOME_DAY and lows[2] in _TURNS_OUT and can is not None
    return (
        hoped and can is not None and lows[can + 2 : can + 3] != [] and lows[can + 2] in _LATER and {"passes", "enacted"}.isdisjoint(lows)
    )


def _parts(tokens: Sequence[Token], lows: Sequence[str]) -> bool:
    """Such as "Ahoy all,", "Yours etc.", "Onwards.": a greeting, a farewell."""
    return len(lows) <= _FEW and set(lows) <= _FAREWELLS and lows[0] not in {"all", "there", "on", "everyone"} and tokens[-1].text != ":"
