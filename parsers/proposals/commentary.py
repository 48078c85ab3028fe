"""Whether a sentence of a matter is commentary: only if its form is known to change nothing, whatever its words mean.

The forms: a question, thanks, what somebody thinks, hopes or would do, what happened, what holds at present, what the matter is
for, and how things are. What has none of them, or something in it that may change the game before it, is for people to read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parsers.proposals.tokens import VERB_WORDS, Token

_QUOTE = "“"
_LINKS = frozenset(
    "and but so or yet then also however though although while because since as well still plus anyway again please basically "
    "honestly hence thus therefore instead otherwise finally lastly first second e.g. i.e. for example "
    "instance in other words by the way of course to be fair clear sure frankly overall either too".split()
)
_GREETINGS = frozenset(
    "thanks thank sorry hello hi hey welcome cheers oops yay enjoy hmm lol haha comments thoughts suggestions opinions discuss ugh wow "
    "alas apologies credit kudos vote inspired based".split()
)
_REFERRING = frozenset("discussed suggested promised requested mentioned noted pointed per said usual always before".split())
_TRIFLES = frozenset(
    "fix fixes typo typos flavour flavor tidying cleanup clean-up housekeeping idea ideas attempt mechanic mechanics clarification "
    "wording loophole sure simple enough later try experiment fun cats".split()
)
_ALONE = frozenset("yes no okay ok see sure right true well perfect done".split())
_NUMBERS = frozenset(
    "zero two three four five six seven eight nine ten eleven twelve thirteen fifteen twenty thirty fifty hundred twice half double".split()
)
_FIRST_PERSON = frozenset("i i'm i've i'd i'll im we we're we've we'd we'll my our me us imo imho tbh afaik personally myself".split())
_ACTS = frozenset("propose move suggest request ask declare order demand hereby shall must repeal choose decide".split()) | VERB_WORDS
_HEDGES = frozenset(
    "would wouldn't could couldn't might maybe perhaps probably hopefully seem seems seemed apparently think thinks believe believes "
    "hope hopes hoping wonder wonders want wants wish wishes likely arguably supposedly imagine guess suppose prefer prefers doubt "
    "suspect feel feels worry worries why how whether say says note "
    "claims claim argues argue insists complains reckon happy glad curious willing keen eager tempted".split()
)
_PRESENT = frozenset("currently presently already usually often sometimes previously originally formerly recently lately ago".split())
_PAST = frozenset(
    "was were wasn't weren't had hadn't did didn't been said sold went made gave took wrote thought won lost got became began left ran "
    "came saw found forgot meant kept paid fell rose told asked broke chose felt held knew led spent stood understood sent built "
    "bought brought caught drew grew heard hid hit met spoke threw".split()
)
_PERFECT = frozenset("done gone seen been given taken written chosen broken become shown known forgotten fallen risen won".split())
_BE = frozenset("is are be being get gets it's that's they're he's she's there's".split())
_PARTICIPLES = frozenset(
    "set cut put made given taken struck written reset split sold won lost held let paid sent kept found left begun chosen gone "
    "done drawn thrown".split()
)
_HARMLESS_PARTICIPLES = frozenset(
    "needed called named titled supposed intended meant used based inspired designed related interested worried confused tired excited "
    "pleased concerned tracked worded broken expected stuck unused outdated balanced overpowered underused finished bored welcomed "
    "appreciated linked mentioned described written listed required limited complicated convoluted crowded overloaded unbalanced "
    "undefined defined explained unintended dated outlined detailed".split()
)
_MENDING = frozenset("make fix keep get try do tidy simplify clean speed".split())
_ADJECTIVAL = frozenset("the a an each any all no every some publicly privately secretly newly so-called one's".split())
_RELATIVE = frozenset("who whoever that which whose if when whenever unless until once where wherever only except provided".split())
_UNKNOWING = frozenset(
    "say seem know think want mean like work mention matter care need see understand exist specify tell help feel have cover get really "
    "actually even yet make give".split()
)
_SOFTENED = frozenset("there possible happen exist matter help work easier enough fine so too clear interesting balanced fix wait".split())
_ABOUT = frozenset("which this that these those it here there there's that's it's they you you'll i we he she nobody".split())
_PURPOSES = frozenset("idea intent intention aim goal point purpose reason thought plan".split())
_SOFT = frozenset("should will can can't cannot shouldn't ought need needs".split())
_ORDERS = frozenset(
    "hereby herewith henceforth henceforward forthwith shall must may now becomes become achieved gains gain loses lose receives "
    "receive gets "
    "ceases cease achieves achieve swaps swap rises falls doubles halves counts pays goes idles longer = → + - ~ ~~ <- -> ⇒".split()
)
_THIRD_PERSON = frozenset(f"{verb}{'es' if verb.endswith(('s', 'h', 'x')) else 's'}" for verb in VERB_WORDS) | {
    "puts",
    "chooses",
    "picks",
    "decides",
}
_STATES = frozenset(
    "is are has have look looks sound sounds say says read reads mean means work works make makes give gives allow allows let lets "
    "help helps exist exists depend depends matter matters lack lacks like likes love loves know knows agree agrees disagree "
    "disagrees fix fixes clarify clarifies encourage encourages prevent prevents keep keeps add adds leave leaves bring brings "
    "introduce introduces simplify simplifies solve solves address addresses aim aims try tries take takes remove removes change "
    "changes come comes forbid forbids begin begins happen happens show shows appear appears cause causes lead leads create creates "
    "gets close closes reward rewards punish punishes stop stops goes reduce reduces increase increases".split()
)
_PLAIN_STATES = frozenset(
    "is are has have look looks sound say says read reads mean means work works exist exists depend depends matter matters lack lacks "
    "like likes love loves know knows agree agrees disagree disagrees forbid forbids show shows appear appears make makes".split()
)
_STATUSES = frozenset(
    "idle active inactive legal illegal void valid invalid free gone over admin admins emperor allowed forbidden banned dead immune "
    "mandatory optional exempt eligible ineligible empty true false equal none null open closed unidle tied immediately worth no not "
    "to up at".split()
)
_GENERIC = frozenset("each every any all everyone everybody no a an both neither".split())
_IMPERATIVES = VERB_WORDS | frozenset(
    "do get activate adjust adopt allow apply assign ban bring clear clone combine convert copy correct declare deem define demote "
    "deny destroy disable discard distribute double draw elect enable end ensure exchange expand extend fix flip generate halve idle "
    "impose invert keep kill list merge multiply open overturn pay perform permit pick post purge record refund reinstate renumber "
    "reorder reset restore return reveal revert roll select shift shorten shuffle sort split start subtract suspend swap switch tag "
    "take transfer treat trim turn undo unidle uphold use veto wipe count consider ignore skip disregard".split()
)
_HEADING_WORDS = frozenset(
    "the this these a my proposal proposed changes change effect effects action actions rule rules ruleset dynastic text gamestate "
    "amendments amendment part parts section step steps one two three four 1 2 3 4 first second third instructions cfj core background "
    "problem solution summary overview intro introduction mechanics details reasoning fix fixes and of for to ( ) # . - not no".split()
)
_AT_ONCE = (("from", "now"), ("as", "of"), ("no", "longer"), ("effective", "immediately"), ("from", "here"))
_AT_PRESENT = tuple(tuple(words.split()) for words in "at the moment|right now|at present|as it stands|so far|by now|for now".split("|"))
_MOST_BEFORE_VERB = 8


def is_commentary(tokens: Sequence[Token]) -> bool:
    """Whether a sentence is known to change nothing."""
    words = [token for token in tokens if token.kind != "body"]
    if not words or words[-1].text == "?":
        return True
    if any(token.kind == "doubt" for token in words):
        return False
    if words[0].low == "e.g." or [token.low for token in words[:2]] in (["for", "example"], ["for", "instance"]):
        return True
    clauses = list(_clauses(words))
    if not clauses or _is_heading(clauses):
        return True
    return all(map(_changes_nothing, clauses)) and any(map(_has_form, clauses))


def orders(tokens: Sequence[Token]) -> bool:
    """Whether a sentence begins with a verb that tells somebody to do something."""
    return next((token.low in _IMPERATIVES for token in tokens if token.kind == "word" and token.low not in _LINKS), False)


def _clauses(words: Sequence[Token]) -> Iterator[list[Token]]:
    """The clauses of a sentence, each without the words and signs before it that only join it."""
    clause: list[Token] = []
    for token in words:
        if token.kind == "sign" and token.text in ',;:—–.!()[]/"*':
            if clause:
                yield clause
            clause = []
        elif clause or token.low not in _LINKS:
            clause.append(token)
    if clause:
        yield clause


def _lows(clause: Sequence[Token]) -> list[str]:
    return [_QUOTE if token.kind == "quote" else token.low for token in clause]


def _is_heading(clauses: Sequence[Sequence[Token]]) -> bool:
    return all(token.low in _HEADING_WORDS for clause in clauses for token in clause)


def _changes_nothing(clause: Sequence[Token]) -> bool:
    mark, neutral = _first_mark(clause), _first_neutral(clause)
    return mark is None or (neutral is not None and neutral <= mark)


def _has_form(clause: Sequence[Token]) -> bool:
    lows = _lows(clause)
    if lows[0] in _GREETINGS:
        return not {"to", "if", "against"}.intersection(lows) or lows[0] != "vote"
    if (len(lows) == 1 and lows[0] in _ALONE) or (lows[0] == "as" and not _REFERRING.isdisjoint(lows[1:4])):
        return True
    if len(lows) <= _MOST_BEFORE_VERB and not _TRIFLES.isdisjoint(lows) and lows[0] not in {"no", "more"}:
        return True
    return _first_neutral(clause) is not None or _describes(lows)


def _first_neutral(clause: Sequence[Token]) -> int | None:
    """Where a clause begins to say what somebody thinks, would do or did, or what holds at present."""
    lows = _lows(clause)
    if _negates(lows):
        return 0
    relative = False
    for number, low in enumerate(lows):
        before, behind = lows[max(number - 2, 0) : number], lows[number + 1 : number + 3]
        if low in _FIRST_PERSON and not (low in {"i", "we"} and not _ACTS.isdisjoint(behind[:1])):
            return number
        if any(tuple(lows[number : number + len(phrase)]) == phrase for phrase in _AT_PRESENT):
            return number
        relative = relative or low in _RELATIVE
        softened = low in _SOFT and not _SOFTENED.isdisjoint(lows[number + 1 : number + 5])
        denied = low in {"don't", "doesn't"} or (low in {"do", "does"} and behind[:1] == ["not"])
        if softened or (denied and not _UNKNOWING.isdisjoint(lows[number + 1 : number + 4])):
            return number
        if not relative and (low in _HEDGES or low in _PRESENT or _is_past(lows, number, before)):
            return number
    return None


def _negates(lows: Sequence[str]) -> bool:
    """Such as "do not repeal …", "this does not set …", "nothing in this proposal repeals …"."""
    if lows[:2] == ["do", "not"] or lows[0] == "don't":
        return not VERB_WORDS.isdisjoint(lows[1:4])
    if lows[0] in {"this", "it"}:
        return any(pair in (["does", "not"], ["will", "not"]) for pair in (lows[1:3], lows[2:4])) and not {
            "apply",
            "affect",
            "happen",
        }.intersection(lows)
    if any(tuple(lows[n : n + 3]) == ("shall", "not", "be") for n in range(len(lows))) and {_QUOTE, "rule"}.intersection(lows[:3]):
        return True
    return lows[:2] == ["nothing", "in"] and "to" not in lows


def _is_past(lows: Sequence[str], number: int, before: Sequence[str]) -> bool:
    low = lows[number]
    if low == "achieved":
        return False
    if low in _PAST:
        return not _BE.intersection(before)
    perfect = bool({"has", "have", "had", "hasn't", "haven't"}.intersection(lows[max(number - 3, 0) : number]))
    if perfect and (low in _PERFECT or low in _PAST or low in _PARTICIPLES):
        return True
    if not low.endswith("ed") or len(low) < 4 or _BE.intersection(before) or (before and before[-1] in _ADJECTIVAL):
        return False
    # "“Feasts” repealed." may order it in few words.
    return number > 0 and (perfect or not {_QUOTE, "rule"}.intersection(before))


def _first_mark(clause: Sequence[Token]) -> int | None:
    """Where something stands in a clause that may change the game."""
    lows = _lows(clause)
    if lows[0] in _IMPERATIVES and lows[1:2] not in (
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
    about = lows[0] in _ABOUT
    for number in range(len(lows)):
        if _is_mark(clause, lows, number, about=about):
            return number
    return None


def _is_mark(clause: Sequence[Token], lows: Sequence[str], number: int, *, about: bool) -> bool:
    low, behind = lows[number], lows[number + 1 : number + 4]
    if low in _SOFT and behind[:1] != [] and behind[0] in {"say", "read", "state", "be"} and behind[1:2] == [_QUOTE]:
        return True
    if low in {"may", "now"} and about and number < 3:
        return False
    if low == "goes" and behind[:1] == ["too"]:
        return False
    if low in _ORDERS or (low in _SOFT and not about) or tuple(lows[number : number + 2]) in _AT_ONCE:
        return True
    if low in _THIRD_PERSON:
        return not (about or not _PURPOSES.isdisjoint(lows[:3])) or bool({_QUOTE, "rule", "subrule"}.intersection(behind))
    if (low.lstrip("+-").rstrip("%").isdigit() or low in _NUMBERS) and number:
        return lows[:2] not in (["there", "are"], ["there", "is"])
    return low in _BE and _orders_by_be(clause, lows, number)


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
    if low == _QUOTE or (token.kind == "word" and token.text[0].isupper() and lows[0] not in {"this", "there", "here"}):
        return True
    plain = lows[0] in {"this", "that", "which", "there", "it"}
    if low in _STATUSES and plain:
        return False
    if low in _PARTICIPLES or (low.endswith("ed") and len(low) > 4):
        return low not in _HARMLESS_PARTICIPLES
    if low in {"to", "up"} and (not _PURPOSES.isdisjoint(lows[:3]) or lows[place + 1 : place + 2] == ["for"]):
        return False
    return low in _STATUSES


def _describes(lows: Sequence[str]) -> bool:
    """Whether a clause says how things are: of something definite, with one of a few verbs near its beginning."""
    if lows[0] in {"let's", "let"} and lows[1:2] != []:
        return _IMPERATIVES.isdisjoint(lows[1:5]) or (lows[1] in _MENDING and _QUOTE not in lows and "rule" not in lows)
    states = _STATES if lows[0] in _ABOUT or not _PURPOSES.isdisjoint(lows[:3]) else _PLAIN_STATES
    for number, low in enumerate(lows[:_MOST_BEFORE_VERB]):
        if low in {"it's", "that's", "there's", "here's", "they're", "he's", "she's"} or (number and low in states):
            return lows[0] not in _GENERIC
        if low in _RELATIVE - {"that", "which"}:
            return False
        if low in _SOFT and lows[0] in _ABOUT:
            return True
    return False
