"""How things stand, told in set forms: what cannot well be done, what rarely happens, what is the only one of its kind."""

from __future__ import annotations

from collections.abc import Sequence

from parsers.proposals.changing import NUMBERS
from parsers.proposals.tokens import VERB_WORDS
from parsers.proposals.word_forms import fits

_CLAUSES = """
… can't|cannot|couldn't really|even|actually|possibly do|use|see|reach|afford|tell|get|say|know|find|win …
… hardly|barely|scarcely ever …
… rarely|seldom do|does|see|sees|get|use|uses|matter|matters|come|comes|happens|play|works …
… only ever …
… is|are the only … that|who|which doesn't|don't|hasn't|haven't|can't do|does|have|has|been|ever|use|win|seem …
the only one|ones anyone|anybody|everyone has|have|had|ever asked|wanted|used|mentioned|noticed …
… would've|would have failed|passed|worked|helped …
… would still be barred|stuck|able|free|there|possible|worth …
… is|was|are|takes a long|short time|while|way …
suits|fits|matches … better|nicely|well …
… seem|seems|feel|feels|look|looks about right …
~ing … isn't|wasn't|aren't much of a|an …
~ing … is|was|isn't no|much|any fun|use|joy …
i|we think|find|reckon|suppose|believe|feel is|are|was …
"""
"""Of a whole clause."""

_SENTENCES = """
nothing clever|fancy|complicated|major|serious|special|exciting|dramatic|drastic|radical here|really|today|tonight
nothing clever|fancy|complicated|major|serious|special|exciting|dramatic|drastic|radical here just a|an|some|the …
the current|present|existing|original wording|phrasing suggests|implies that …
stop laughing|sniggering|giggling|groaning|grinning
stop laughing|sniggering|giggling|groaning|grinning at|in|you …
victory|endgame|balance|economy|theme condition talk
quick|small|tiny|little|minor|easy patch|fix|tweak|one
cleaning|tidying|following|catching up on|after|from the|our|my last|latest scam|dynasty|proposal|round|mess
"""
"""Of a whole sentence; the words between its clauses' signs are one after the other."""

_TURNING = frozenset(
    "now henceforth hereby must shall should may gains loses gets keeps stays receives becomes instead unless except if until before "
    "after please today tomorrow not lose gain keep stay pay pays than".split()
)
_REASONED = frozenset(
    "unless except excepting instead hereby shall must please now henceforth above below ignore skip withdraw withdrawn void enact "
    "enacted don't not only first second third if".split()
)


def stands(lows: Sequence[str]) -> bool:
    """Whether a clause tells in one of the forms how things stand."""
    return _TURNING.isdisjoint(lows) and fits(lows, _CLAUSES)


def is_set_phrase(lows: Sequence[str]) -> bool:
    """Whether a sentence has one of the forms."""
    if not (VERB_WORDS | NUMBERS).isdisjoint(lows) or any(low[:1].isdigit() for low in lows):
        return False
    return _REASONED.isdisjoint(lows) and fits(lows, _SENTENCES)
