"""Whether a sentence of a matter is commentary: only if its form is known to change nothing, whatever its words mean.

The forms: a question, thanks, what somebody thinks, hopes or would do, what happened, what holds at present, what the matter is
for, and how things are. What has none of them, or something in it that may change the game before it, is for people to read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from parsers.proposals.afterthoughts import is_afterthought
from parsers.proposals.changing import (
    ABOUT,
    BE_FORMS,
    IMPERATIVES,
    LINKS,
    NUMBERS,
    PARTICIPLES,
    PURPOSES,
    QUOTE,
    SOFT,
    THIRD_PERSON,
    first_mark,
    lows_of,
)
from parsers.proposals.leading import announces_changes, gives_reason, leads_on, presents
from parsers.proposals.tokens import VERB_WORDS, Token
from parsers.proposals.vocabulary import GERUNDS

_GREETINGS = frozenset(
    "thanks thank sorry hello hi hey welcome cheers oops yay enjoy hmm lol haha comments thoughts suggestions opinions discuss ugh wow "
    "congratulations congrats rip "
    "alas apologies credit kudos vote inspired based righto toodle-pip cheerio ta tally-ho huzzah hurrah".split()
)
_REFERRING = frozenset("per discussed suggested promised requested mentioned noted usual always".split())
_TRIFLES = frozenset(
    "fix fixes typo typos flavour flavor tidying cleanup clean-up housekeeping idea ideas attempt mechanic mechanics clarification "
    "towards debate feedback wording loophole sure simple enough later try experiment fun cats".split()
)
_ADMINS = frozenset("admin admins administrator".split())
_BEGINNING = frozenset("the each every all no everybody everyone they it".split())
_DOING = frozenset("giving setting awarding granting raising lowering repealing removing replacing adding".split())
_ALONE = frozenset("yes no okay ok see sure right true well perfect done".split())
_FIRST_PERSON = frozenset("i i'm i've i'd i'll im we we're we've we'd we'll my our me us imo imho tbh afaik personally myself".split())
_ACTS = frozenset("propose move suggest request ask declare order demand hereby shall must repeal choose decide".split()) | VERB_WORDS
_JOINING = frozenset("then also now hereby therefore thus just next finally".split())
_HEDGES = frozenset(
    "would wouldn't could couldn't might maybe perhaps probably hopefully seem seems seemed apparently think thinks believe believes "
    "hope hopes hoping wonder wonders want wants wish wishes likely arguably supposedly imagine guess suppose prefer prefers doubt "
    "suspect feel feels worry worries why how whether say says "
    "claims claim argues argue insists complains reckon happy glad curious willing keen eager tempted".split()
)
_PRESENT = frozenset("currently presently already usually often sometimes previously originally formerly recently lately ago".split())
_PAST = frozenset(
    "was were wasn't weren't had hadn't did didn't been said sold went made gave took wrote thought lost got became began left ran "
    "came saw found forgot meant kept paid fell rose told asked broke chose felt held knew led spent stood understood sent built "
    "bought brought caught drew grew heard hid hit met spoke threw".split()
)
_PERFECT = frozenset("done gone seen been given taken written chosen broken become shown known forgotten fallen risen".split())
_MENDING = frozenset("make fix keep get try do tidy simplify clean speed".split())
_ADJECTIVAL = frozenset("the a an each any all no every some publicly privately secretly newly so-called one's".split())
_RELATIVE = frozenset(
    "who who've who'd who's whoever that which whose if when whenever unless until once where wherever only except provided".split()
)
_UNKNOWING = frozenset(
    "say seem know think want mean like work mention matter care need see understand exist specify tell help feel have cover get really "
    "actually even yet make give".split()
)
_SOFTENED = frozenset("there possible happen exist matter help work easier enough fine so too clear interesting balanced fix wait".split())
_STATES = frozenset(
    "is are has have look looks sound sounds say says read reads mean means work works make makes give gives allow allows let lets "
    "help helps exist exists depend depends matter matters lack lacks like likes love loves know knows agree agrees disagree "
    "disagrees fix fixes clarify clarifies encourage encourages prevent prevents keep keeps add adds leave leaves bring brings "
    "introduce introduces simplify simplifies solve solves address addresses aim aims try tries take takes remove removes change "
    "changes come comes forbid forbids begin begins happen happens show shows appear appears cause causes lead leads create creates "
    "gets close closes reward rewards punish punishes stop stops goes reduce reduces increase increases".split()
)
_PLAIN_STATES = frozenset(
    "is are has have use uses look "
    "looks sound say says read reads mean means work works exist exists depend depends matter matters lack lacks "
    "like likes love loves know knows agree agrees disagree disagrees forbid forbids show shows appear appears make makes belong "
    "belongs".split()
)
_ONGOING = frozenset("playing using trying working doing looking thinking talking waiting missing causing dragging running".split())
"""What somebody is doing at present."""
_NUMERALS = frozenset("i ii iii iv v vi vii viii ix x a b c d e f g h".split())
_NUMBERED = 2
"""A sentence of a numeral and a full stop is the number of the next one."""
_MEASURES = frozenset(
    "many much few little easy hard long short slow fast quick cheap dear expensive strong weak powerful big small high low late early "
    "complicated boring dull quiet random rare common generous harsh often easily quickly".split()
)
"""What somebody may find that there is too much of."""
_NOR = frozenset("can could does do did is are was were has have would".split())
_UNDONE = frozenset("undone reverted reversed upheld restored refunded reinstated rescinded voided annulled repaid compensated".split())
_CROWD = frozenset("nobody people everybody everyone somebody someone".split())
_LASTING = frozenset("staying keeping remaining waiting getting being going gaining losing becoming idling leaving joining".split())
_REASONING = frozenset(
    "allowing trying fixing clarifying simplifying preventing encouraging addressing tidying avoiding letting hoping ensuring".split()
)
"""Words with which half a sentence begins that says what the matter is for."""
_GENERIC = frozenset("each every any all everyone everybody no a an both neither".split())
_HEADING_WORDS = frozenset(
    "the this these a my proposal proposed changes change effect effects action actions rule rules ruleset dynastic text gamestate "
    "amendments amendment part parts section step steps one two three four 1 2 3 4 first second third instructions cfj core background "
    "problem solution summary overview intro introduction mechanics details reasoning fix fixes and of for to ( ) # . - not no new tweak "
    "what does this why tweaks additions removals repeals misc miscellaneous cleanup clean-up housekeeping tidying".split()
)
_AT_PRESENT = tuple(
    tuple(words.split())
    for words in "turns out|turned out|as written|as worded|as it reads|at the moment|right now|at present|as it stands|so far|by now"
    "|for now|these days".split("|")
)
_CHANGED = (
    frozenset(form for verb in IMPERATIVES for form in (f"{verb}ed", f"{verb}d", f"{verb}{verb[-1]}ed"))
    | PARTICIPLES
    | frozenset("wanted needed required called named titled entitled".split())
)
"""What may be said of a rule in few words that is to be changed: "“Feasts” repealed."."""

_AS_IT_STANDS = (
    *(phrase for phrase in _AT_PRESENT if phrase[0] in {"as", "at", "right", "so"}),
    ("as", "it", "is"),
    ("as", "things", "stand"),
    ("currently",),
    ("presently",),
    ("in", "its", "current", "form"),
)
_NOT_NOW = frozenset("but now henceforth becomes let please will would instead otherwise gains gets loses receives".split()) | VERB_WORDS
_UNTOUCHED = (["as", "it", "is"], ["as", "they", "are"], ["as", "is"], ["the", "same"], ["unchanged"], ["untouched"], ["as", "before"])
_MAKING = frozenset("it sure for sense things people life".split())
_MEANWHILE: tuple[list[str], ...] = (
    [],
    ["for", "now"],
    ["for", "the", "present"],
    ["for", "the", "moment"],
    ["for", "the", "time", "being"],
)
_STAYING = frozenset("stay stays remain remains is are".split())
_FAULTS = frozenset("loophole problem issue bug catch flaw exploit scam concern worry snag".split())
_BINDING = frozenset("shall must hereby should fix solution so therefore instead".split()) | {QUOTE}
_MOST_BEFORE_VERB = 8
_SUBJECTS = frozenset({"this", "it", "that", "which", "these", "they"})
_BECOMING = frozenset("gains loses gets receives will shall must hereby becomes now pays".split())
_WHOSE = frozenset({"each", "every", "everyone", "everybody", "all", "rule", "subrule", QUOTE})


def is_commentary(tokens: Sequence[Token], *, story: bool = False) -> bool:
    """Whether a sentence is known to change nothing; of a ``story``, all in italics, one that has nothing in it that changes the game."""
    words = [token for token in tokens if token.kind != "body"]
    if not words:
        return True
    if is_afterthought(words):
        return False
    if words[-1].text == "?" or words[0].low == "please" or any(token.low in _ADMINS for token in words[:4]):
        asks = not {"please", "somebody", "someone", *_ADMINS}.isdisjoint(token.low for token in words)
        if asks and not VERB_WORDS.isdisjoint(token.low for token in words[1:]):
            return False
        if words[-1].text == "?":
            return not _asks_to(words)
    if _asks_to_undo([token.low for token in words if token.kind == "word"]):
        return False
    if any(token.kind == "doubt" for token in words) or _says_it_does(words) or _corrects(words):
        return False
    if (
        (len(words) <= _NUMBERED and words[0].low in _NUMERALS and words[-1].text == ".")
        or words[0].low == "e.g."
        or [token.low for token in words[:2]] in (["for", "example"], ["for", "instance"])
    ):
        return True
    if _explains(words) or _tells_of_now(words):
        return True
    clauses = list(_clauses(words))
    if not clauses or _is_heading(clauses) or announces_changes(words) or gives_reason(words) or presents(words) or leads_on(words):
        return True
    clauses = list(_with_subjects(clauses))
    return all(map(_changes_nothing, clauses)) and (story or any(map(_has_form, clauses)))


def _tells_of_now(words: Sequence[Token]) -> bool:
    """Such as "As it stands, a Cook with three Spoons can win on the first day.": what is possible at present."""
    lows = [token.low for token in words]
    lead = next((lead for lead in _AS_IT_STANDS if tuple(lows[: len(lead)]) == lead), None)
    return lead is not None and lows[len(lead) : len(lead) + 1] == [","] and _BINDING.union(_NOT_NOW).isdisjoint(lows[len(lead) :])


def _asks_to_undo(lows: Sequence[str]) -> bool:
    """Such as "I submit that the edits should be undone": an order to a person, however politely it is put."""
    asked = not {"should", "ought", "must", "shall", "to"}.isdisjoint(lows)
    return asked and any(one == "be" and two in _UNDONE for one, two in pairwise(lows))


def _asks_to(words: Sequence[Token]) -> bool:
    """Such as "Repeal “X”, shall we?"."""
    behind = next((number for number, token in enumerate(words) if token.text == "," and words[number + 1].low in SOFT | {"shall"}), None)
    return behind is not None and words[0].low in VERB_WORDS and len(words) - behind < _MOST_BEFORE_VERB


def _says_it_does(words: Sequence[Token]) -> bool:
    """Such as "I was told to repeal “X”, and so I do", "Feel free to repeal “X”", "there will be a rule, “X”"."""
    lows = [token.low for token in words if token.kind == "word"]
    quoted = any(token.kind == "quote" for token in words)
    if lows[:1] == ["there"] and lows[1:2] != [] and lows[1] in {"shall", "should", "must", "will"} and lows[2:3] == ["be"] and quoted:
        return True
    told = lows[-2:] in (["i", "do"], ["we", "do"], ["do", "so"], ["this", "does"], ["i", "shall"], ["i", "will"])
    return (told or lows[:2] == ["feel", "free"]) and not VERB_WORDS.isdisjoint(lows)


def _corrects(words: Sequence[Token]) -> bool:
    """Such as "For “a” read “b”"."""
    lows = lows_of(words)
    return any(lows[at : at + 4] == ["for", QUOTE, "read", QUOTE] for at in range(len(lows)))


def _explains(words: Sequence[Token]) -> bool:
    """Such as "There's a loophole here: a player may …": what is wrong at present, in as many words as it takes."""
    ends = next((number for number, token in enumerate(words[:_MOST_BEFORE_VERB]) if token.text == ":"), None)
    if ends is None or _FAULTS.isdisjoint(token.low for token in words[:ends]) or len(words) < ends + 3:
        return False
    lead, rest = lows_of(words[:ends]), list(_clauses(words[ends + 1 :]))
    plain = VERB_WORDS.isdisjoint(lead) and lead[0] in {"there's", "there", "here's", "the", "my", "one", "this", "a"}
    return plain and all(IMPERATIVES.isdisjoint(lows_of(clause)[:1]) and _BINDING.isdisjoint(lows_of(clause)) for clause in rest)


def _clauses(words: Sequence[Token]) -> Iterator[list[Token]]:
    """The clauses of a sentence, each without the words and signs before it that only join it."""
    clause: list[Token] = []
    for number, token in enumerate(words):
        if clause and token.low in {"and", "but", "so"} and number + 1 < len(words) and words[number + 1].low in _BEGINNING:
            yield clause
            clause = []
            continue
        if not clause and number and token.low == "that" and words[number - 1].low == "note":
            continue
        if token.kind == "sign" and token.text in ',;:—–.!()[]/"*':
            if clause:
                yield clause
            clause = []
        elif (
            clause
            or token.low not in LINKS
            or (token.low == "other" and words[number + 1 : number + 2] and words[number + 1].low != "words")
        ):
            clause.append(token)
    if clause:
        yield clause


def _with_subjects(clauses: Sequence[list[Token]]) -> Iterator[list[Token]]:
    """The clauses, with the subject that one of them has from the one before: "This makes …, and drops …"."""
    subject: Token | None = None
    for clause in clauses:
        lows = lows_of(clause)
        shared = subject is not None and lows[0] in _STATES | THIRD_PERSON and _WHOSE.isdisjoint(lows)
        yield [subject, *clause] if shared and subject is not None else clause
        if not shared:
            subject = clause[0] if lows[0] in _SUBJECTS and lows[1:2] and lows[1] in _STATES else None


def _is_heading(clauses: Sequence[Sequence[Token]]) -> bool:
    """Such as "Core changes", "Tag: [Core]", "Core: no", but not "No changes"."""
    words = {token.low for clause in clauses for token in clause}
    return words <= _HEADING_WORDS and ({"no", "not"}.isdisjoint(words) or not {"core", "appendix"}.isdisjoint(words))


def _changes_nothing(clause: Sequence[Token]) -> bool:
    mark, neutral, lows = first_mark(clause), _first_neutral(clause), lows_of(clause)
    if mark is None or _stays(lows):
        return True
    return (
        neutral is not None
        and neutral <= mark
        and not (_is_past(lows, neutral, lows[max(neutral - 2, 0) : neutral]) and _then(lows[neutral:]))
    )


def _then(lows: Sequence[str]) -> bool:
    """Such as "went to the Bridge and gains 3 Coins": what happened, and then what becomes of it."""
    behind = zip(lows, lows[1:], [*lows[2:], ""], strict=False)
    return any(
        one == "and" and (two in _BECOMING or three in _BECOMING or (two in {"is", "are"} and three.endswith("ed")))
        for one, two, three in behind
    )


def _has_form(clause: Sequence[Token]) -> bool:
    lows = lows_of(clause)
    if lows[0] in _GREETINGS:
        return not {"to", "if", "against", "which", "or", "between", "either"}.intersection(lows) or lows[0] != "vote"
    if lows[0] == "see" and lows[-1] in {"comments", "comment", "discussion", "thread", "discord"}:
        return True
    if (len(lows) == 1 and lows[0] in _ALONE) or lows[0] in _REFERRING or (lows[0] == "following" and lows[1:2] in (["on"], ["up"])):
        return True
    if len(lows) <= _MOST_BEFORE_VERB and not _TRIFLES.isdisjoint(lows) and lows[0] not in {"no", "more"}:
        return True
    return _first_neutral(clause) is not None or _describes(lows) or _stays(lows)


def _first_neutral(clause: Sequence[Token]) -> int | None:
    """Where a clause begins to say what somebody thinks, would do or did, or what holds at present."""
    lows = lows_of(clause)
    if lows[0] in {"more", "others"} and lows[1:4] in (["can", "be", "added"], ["could", "be", "added"], ["may", "be", "added"]):
        return 0
    if lows[0] in {"it", "this", "that"} and lows[1:2] == ["makes"] and lows[2:3] != [] and lows[2] in _MAKING and QUOTE not in lows:
        return 0
    hoped = not PURPOSES.isdisjoint(lows[:2]) and "that" in lows[1:5]
    if lows[:2] == ["now", "that"] or (hoped and not {"can", "could", "would", "might"}.isdisjoint(lows)):
        return 0
    if _negates(lows) or (lows[0] in _REASONING and {QUOTE, "rule", "subrule"}.isdisjoint(lows) and not any(low.isdigit() for low in lows)):
        return 0
    relative = False
    for number, low in enumerate(lows):
        before, behind = lows[max(number - 2, 0) : number], lows[number + 1 : number + 3]
        if low in _FIRST_PERSON and not _acts(lows, number) and not (low in {"me", "us"} and lows[0] in _GENERIC):
            return number
        if _judges(lows, number) or any(tuple(lows[number : number + len(phrase)]) == phrase for phrase in _AT_PRESENT):
            return number
        relative = relative or (low in _RELATIVE and behind[:1] != ["ever"])
        softened = low in SOFT and not _SOFTENED.isdisjoint(lows[number + 1 : number + 5])
        denied = low in {"don't", "doesn't"} or (low in {"do", "does"} and behind[:1] == ["not"])
        if softened or (denied and not _UNKNOWING.isdisjoint(lows[number + 1 : number + 4])):
            return number
        if not relative and (low in _HEDGES or low in _PRESENT or _is_past(lows, number, before)):
            return number
    return None


def _judges(lows: Sequence[str], number: int) -> bool:
    """Such as "too many Coins", "nor can anyone", "the game's dragging", "is dragging": how somebody finds it, or how it goes."""
    low, behind = lows[number], lows[number + 1 : number + 2]
    ends = {"and", "so", "but"}.isdisjoint(lows[number:])
    if not number and ends and tuple(lows[:2]) == ("it", "is") and lows[2:3] and lows[2] in _MEASURES and lows[3:4] == ["to"]:
        return True
    if behind and ((low == "too" and behind[0] in _MEASURES and ends) or (not number and low == "nor" and behind[0] in _NOR)):
        return True
    if low.endswith("'s") and behind and behind[0] in _ONGOING:
        return True
    return low in {"is", "are"} and (not _ONGOING.isdisjoint(lows[number + 1 : number + 3]) or _goes_on(lows, number))


def _goes_on(lows: Sequence[str], number: int) -> bool:
    """Such as "Nobody is rescuing me": what nobody, or everybody, does at present."""
    behind = lows[number + 1 : number + 2]
    doing = behind != [] and behind[0].endswith("ing") and behind[0] not in GERUNDS and behind[0] not in _LASTING
    return doing and number == 1 and lows[0] in _CROWD and lows[-1] in {"me", "us", "it", "them", "this", "that", *behind}


def _acts(lows: Sequence[str], number: int) -> bool:
    """Whether somebody does something by saying so: "I repeal …", "I am giving Ana 3 Coins"."""
    behind = number + 1
    while lows[behind : behind + 1] and lows[behind] in _JOINING:
        behind += 1
    if lows[number] in {"i", "we"} and not _ACTS.isdisjoint(lows[behind : behind + 1]):
        return True
    return not _DOING.isdisjoint(lows[number + 1 : number + 3]) and any(low.isdigit() or low in NUMBERS | {QUOTE} for low in lows)


def _stays(lows: Sequence[str]) -> bool:
    """Such as "The rest can stay as it is", "the other rules remain as they are for now"."""
    whole = lows[0] in {"rest", "text", "remainder", "others", "other"} or tuple(lows[:2]) in {
        ("everything", "else"),
        ("all", "else"),
        ("its", "text"),
    }
    return whole and any(low in _STAYING and _untouched(lows[n + 1 :]) for n, low in enumerate(lows))


def _untouched(lows: Sequence[str]) -> bool:
    return any(lows[: len(words)] == words and lows[len(words) :] in _MEANWHILE for words in _UNTOUCHED)


def _negates(lows: Sequence[str]) -> bool:
    """Such as "do not repeal …", "this does not set …", "nothing in this proposal repeals …"."""
    if lows[:2] == ["do", "not"] or lows[0] == "don't":
        return not VERB_WORDS.isdisjoint(lows[1:4])
    if lows[0] in {"this", "it"}:
        denied = {"doesn't", "won't"}.intersection(lows[1:3]) or any(
            pair in (["does", "not"], ["will", "not"]) for pair in (lows[1:3], lows[2:4])
        )
        return bool(denied) and not {"apply", "affect", "happen"}.intersection(lows)
    if any(tuple(lows[n : n + 3]) == ("shall", "not", "be") for n in range(len(lows))) and {QUOTE, "rule"}.intersection(lows[:3]):
        return True
    return lows[:2] == ["nothing", "in"] and "to" not in lows


def _is_past(lows: Sequence[str], number: int, before: Sequence[str]) -> bool:
    low = lows[number]
    if low == "achieved":
        return False
    if low in _PAST:
        return not BE_FORMS.intersection(before)
    near = lows[max(number - 3, 0) : number]
    # "All players have their Oil set to 5" may order it.
    perfect = not {"has", "have", "had", "hasn't", "haven't"}.isdisjoint(near)
    if perfect and not {"their", "its", "his", "her"}.isdisjoint(near):
        return False
    if perfect and (low in _PERFECT or low in _PAST or low in PARTICIPLES):
        return True
    if not low.endswith("ed") or len(low) < 4 or BE_FORMS.intersection(before) or (before and before[-1] in _ADJECTIVAL):
        return False
    # "“Feasts” repealed." may order it in few words.
    return number > 0 and (perfect or low not in _CHANGED or not {QUOTE, "rule"}.intersection(before))


def _describes(lows: Sequence[str]) -> bool:
    """Whether a clause says how things are: of something definite, with one of a few verbs near its beginning."""
    if lows[0] == "let" and (QUOTE in lows[2:] or not {"read", "say", "be", "become"}.isdisjoint(lows[1:])):
        return False
    if lows[0] in {"let's", "let"} and lows[1:2] != []:
        return IMPERATIVES.isdisjoint(lows[1:5]) or (lows[1] in _MENDING and QUOTE not in lows and "rule" not in lows)
    states = _STATES if lows[0] in ABOUT or not PURPOSES.isdisjoint(lows[:3]) else _PLAIN_STATES
    for number, low in enumerate(lows[:_MOST_BEFORE_VERB]):
        if low in {"it's", "that's", "there's", "here's", "they're", "he's", "she's"} or (number and low in states):
            return lows[0] not in _GENERIC
        if low in _RELATIVE - {"that", "which"}:
            return False
        if low in SOFT and lows[0] in ABOUT:
            return True
    return False
