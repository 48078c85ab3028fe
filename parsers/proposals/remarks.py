"""Labels of commentary, and what in commentary may bear on the instructions around it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from parsers.patterns import later
from parsers.proposals.applying.alike import same_case
from parsers.proposals.blocks import STRUCK
from parsers.proposals.changing import orders
from parsers.proposals.leading import announces_changes, gives_reason, leads_on, presents, salutes
from parsers.proposals.tokens import VERB_WORDS, Token

_LABEL = later(
    r"(?:[\w' -]{0,24}\b)?(commentary|flavou?r(?: text)?|background|discussion|out of character|ooc|"
    r"reason(?:s|ing)?|rationale|explanation|notes?|motivation|intent|example|edit(?:ed)?|updated?|disclaimer|comments?|tl;?dr|p\.?s\.?|fyi)\s*(?:[:–—]|$|-\s)",
    2,
)
_AROUND = f" \n[({STRUCK}"
_LASTING = frozenset({"commentary", "discussion", "out of character", "ooc"})
_LASTING_ALONE = frozenset({"flavour", "flavor", "flavour text", "flavor text", "background", "example"})
_HARMLESS = frozenset(
    "the this these a my proposal proposed changes change effect effects action actions rule rules ruleset dynastic text gamestate "
    "amendments "
    "amendment part parts section step steps one two three four 1 2 3 4 first second third finally also then therefore "
    "instructions cfj core tidying tidy fixing cleaning up some small a few minor little quick wording typos typo fixes fix "
    "housekeeping corrections tweaks simple".split()
)
"""The words of a heading that says nothing of what stands below it."""

_MORE = frozenset("further more other additional remaining next actual real".split())
_EFFECTS = frozenset("changes change effect effects proposal amendments instructions actions".split())
_BELOW = frozenset("following below next draft rest remainder obsolete optional joke joking withdrawn hypothetically hypothetical".split())
_NAMED_BELOW = frozenset("commentary flavour flavor example examples reference version".split())
_NAMING = frozenset("is are was this these those it that here here's what all everything text".split())
"""Words beside which the ones above say what stands below."""
_CORRECTING = frozenset("actually correction rather scratch wait oops sorry alternatively or".split())
_BACKWARD = frozenset("this that these those it they all none neither both".split())
_LIMITS = frozenset("if unless only provided when until except".split())
_HAPPENS = frozenset("happens happen applies apply takes take effect done void only carried enacted".split())
_RETRACTING = frozenset(
    "withdraw withdrawn retract retracted kidding joking nevermind cancel cancelled canceled disregard exempt exempts exempted "
    "scrap".split()
)
_RETRACTED = frozenset(
    tuple(pair.split())
    for pair in "take that|take it|take this|my mind|not really|never mind|no wait|hold on|hang on|scratch that|strike that"
    "|forget it|forget that|forget about|a joke".split("|")
)
_SPARED = (["keep", "it"], ["keep", "them"], ["leave", "it"], ["leave", "them"], ["let", "it", "be"], ["let", "it", "stand"])
"""Ends of sentences that say that what was to be changed stays."""
_WHEN = frozenset("on after before if when once until".split())
_ABOVE = frozenset("above foregoing".split())
_UNREAL = frozenset("was were would could might not only if unless".split())
_CHOOSING, _OPTIONAL = frozenset({"choose", "chooses", "pick", "picks"}), frozenset({"optional", "optionally", "whichever"})
_UNDONE = frozenset({("nothing", "should"), ("nothing", "is"), ("not", "happen"), ("nothing", "happens")})
_BACK = frozenset("it its he him his she her they them their that this these those".split())
"""Words with which a sentence begins that is about what the one before it does."""
_BEARING = frozenset("if unless only except when once until but not provided".split())
_INSTEAD = frozenset({"instead", "otherwise", "unless", "except"})
_FEW = 3
_MOST_IN_LIMIT = 5
FROM_THEN = frozenset({"then", "henceforth", "thenceforth"})
TOLD = frozenset("said says wrote reads was".split())
_SHOWING = TOLD | frozenset("currently current existing present old states has example flavour flavor quote quoting reference".split())
_NEW = frozenset("a another new one following".split())
_WISHES = frozenset("want propose proposal plan idea intention aim goal".split()) | {"intent", "purpose"}
_STAYING = frozenset("kept keep stay stays remain remains survive".split())
GOING_ON = frozenset("also then and next additionally furthermore likewise".split())
TAKING_BACK = frozenset(
    "only no not longer instead except ignore ignored withdrawn actually cancelled canceled never nevermind mind oops wait scrap scratch "
    "drop fail forget s/k self-kill selfkill".split()
)
UNMARKED = frozenset({"note", "notes", "edit", "edited", "update", "updated", "ps", "p.s"})
"""Labels behind which an instruction may stand."""


def is_label(text: str) -> str:
    """The label that a line of commentary begins with ("commentary", "note"), nothing if there is none."""
    found = _LABEL.match(text.strip(_AROUND).lower())
    return found[1] if found else ""


def is_lasting(label: str, text: str) -> bool:
    """Whether all that follows a label is commentary, and not just the paragraph ``text`` that it begins."""
    alone = len(text) <= len(label) + 2 or (label == "example" and text.lower().rstrip(" :").endswith(label))
    return label in _LASTING or (label in _LASTING_ALONE and alone)


def announces_effects(text: str) -> bool:
    """Whether a line only says that the instructions follow: "Changes:", "The proposal:"."""
    words = text.lower().strip(" :*-").split()
    return text.rstrip().endswith(":") and bool(words) and words[-1] in _EFFECTS and set(words) <= _HARMLESS | _MORE


def takes_back(tokens: Sequence[Token]) -> bool:
    """Whether a sentence may take back or limit what the one before it says: "I take that back", "I would do so only on Monday"."""
    lows = [token.low for token in tokens if token.kind == "word"]
    pairs = set(pairwise(lows))
    if not _RETRACTING.isdisjoint(lows) or pairs & _RETRACTED or _leaves_open(lows) or any(lows[-len(end) :] == end for end in _SPARED):
        return True
    limited = any(one == "only" and two in _WHEN for one, two in pairs) or ("before" in lows[:1] and "wait" in lows)
    return limited or (not _ABOVE.isdisjoint(lows) and not _UNREAL.isdisjoint(lows)) or pairs >= {("to", "do"), ("do", "that")}


def casts_doubt(tokens: Sequence[Token]) -> bool:
    """Whether commentary says something of what stands below it: "A draft, for discussion only:", "I considered these options:"."""
    lows = [token.low for token in tokens if token.kind == "word"]
    if tokens and tokens[-1].text in {":", "-", "–", ","}:
        return not (
            set(lows) <= _HARMLESS
            or announces_changes(tokens)
            or gives_reason(tokens)
            or presents(tokens)
            or salutes(tokens)
            or leads_on(tokens)
        )
    if lows[:2] in (["following", "on"], ["following", "up"]):
        lows = lows[1:]
    if "next" in lows and lows[lows.index("next") - 1] in {"natural", "logical", "obvious"}:
        lows = [low for low in lows if low != "next"]
    shown = lows[:1] == ["here"] and not _UNREAL.isdisjoint(lows)
    named = not _NAMED_BELOW.isdisjoint(lows) and (len(lows) < _FEW or not _NAMING.isdisjoint(lows))
    return shown or named or bool(_BELOW.intersection(lows)) or {"not", "part"} <= set(lows) or _leaves_open(lows)


def _leaves_open(lows: Sequence[str]) -> bool:
    """Whether words say that somebody may choose what is done, or that nothing may be done: of all that a matter instructs."""
    pairs = set(pairwise(lows))
    picked = not _OPTIONAL.isdisjoint(lows) and pairs.isdisjoint({("to", "whichever"), ("from", "whichever")})
    chooses = not _CHOOSING.isdisjoint(lows) and not {"not", "these", "either", "or"}.isdisjoint(lows)
    return chooses or picked or bool(pairs & _UNDONE) or (("not", "be") in pairs and not _HAPPENS.isdisjoint(lows))


def qualifies(tokens: Sequence[Token]) -> bool:
    """Whether a sentence that is no instruction may say something of the one before it: "or", "This only happens if …"."""
    lows = [token.low for token in tokens if token.kind == "word"]
    excuses = lows[:2] in (["sorry", "for"], ["sorry", "about"], ["sorry", "it's"])
    if takes_back(tokens) or not lows or (lows[0] in _CORRECTING and not excuses) or (lows[0] == "either" and len(lows) < 4):
        return bool(lows)
    if (lows[0] == "don't" or lows[:2] == ["do", "not"]) and _LIMITS.intersection(lows):
        return True
    only = lows[0] == "only" and lows[1:2] != ["fair"] and "ever" not in lows
    if ("if" in lows and "instead" in lows) or only or lows[:2] == ["on", "second"] or _limits(lows):
        return True
    if (lows[0] == "but" and lows[1:2] in (["not"], ["only"])) or lows[:2] in (["not", "for"], ["not", "in"], ["not", "the"]):
        return True
    if "subrules" in lows and not (_STAYING | {"included", "too", "also"}).isdisjoint(lows):
        return True
    return lows[0] in _BACKWARD and bool(_LIMITS.intersection(lows)) and bool(_HAPPENS.intersection(lows))


def puts_off(tokens: Sequence[Token]) -> bool:
    """Whether a sentence says that what stands right before it is not for now: "But that is for another proposal."."""
    lows = [token.low for token in tokens if token.kind == "word"]
    return lows[:1] == ["but"] and lows[1:2] != [] and lows[1].removesuffix("'s") in _BACK and not {"another", "later"}.isdisjoint(lows)


def _limits(lows: Sequence[str]) -> bool:
    """Whether a few words limit what stands before them: "If Ana agrees.", "By half.", "Cats excluded."."""
    if len(lows) > _MOST_IN_LIMIT:
        return False
    own = any(low in {"i'm", "i've", "i", "nothing", "anything"} for low in lows)
    if lows[0] in {"if", "unless", "provided", "assuming", "subject"} and not own:
        return True
    short = len(lows) <= _FEW and lows[0] in {"by", "from", "until", "per"} and lows[1:2] != ["request"] and lows[1:2] != ["popular"]
    return short or lows[-1] in {"excepted", "excluded", "exempted", "exempt", "included", "instead"}


def says_otherwise(text: str) -> bool:
    """Whether a note or a later edit of a post may take back what stands before it: "EDIT: changed my mind, don't repeal it"."""
    lows = [word.strip(",;:!()") for word in text.lower().replace("\u2019", "'").replace(".", " ").split()]
    words = set(lows)
    if "out" in words and words & {"struck", "crossed"} and lows[-2:] in (["didn't", "like"], ["didn't", "want"]):
        # What is struck is seen as such, whoever did not like it.
        words.remove("didn't")
    return not TAKING_BACK.isdisjoint(words) or any(word.endswith("n't") for word in words)


def denied_names(tokens: Sequence[Token]) -> list[str] | None:
    """What a sentence says is not to be done is about: its quotes, none if it has a pronoun instead; None if it is about other things."""
    lows = [token.low for token in tokens]
    if "don't" not in lows and ("do", "not") not in set(pairwise(lows)):
        return None
    if VERB_WORDS.isdisjoint(lows):
        return None
    names = [same_case(token.text) for token in tokens if token.kind == "quote" and token.text.strip()]
    return names if names or not _BACK.isdisjoint(lows) else None


def may_undo(tokens: Sequence[Token]) -> bool:
    """Whether a sentence that is not understood may put something else in the place of what the one before it does."""
    lows = {token.low for token in tokens}
    bracketed = tokens[0].text in {"(", "["} and not _BEARING.isdisjoint(lows)
    spared = not _LIMITS.isdisjoint(lows) and not {"it", "them"}.isdisjoint(lows)
    return bracketed or spared or not _INSTEAD.isdisjoint(lows) or speaks_back(tokens) or says_little(tokens)


def speaks_back(tokens: Sequence[Token]) -> bool:
    """Whether a sentence is about what the one before it does: "That is, …", "If he has more, …", "Then un-repeal it"."""
    lows = [token.low for token in tokens if token.kind == "word"]
    while lows and lows[0] in {"then", "and", "but", "so"}:
        lows = lows[1:]
    about = lows[1:] if lows[:1] in (["if"], ["unless"], ["when"]) else lows
    return about[:1] != [] and (about[0] in _BACK or lows[0].startswith("un-"))


def says_little(tokens: Sequence[Token]) -> bool:
    """Whether a few words can only be about what stands before them: "Or so.", "Just kidding."."""
    words = [token for token in tokens if token.kind != "sign"]
    return len(words) <= _FEW and all(token.kind == "word" for token in words) and not orders(tokens)


def wishes(tokens: Sequence[Token]) -> bool:
    """Whether commentary says that its author wants something done: "The idea is to repeal …", "I want … to be removed"."""
    lows = [token.low for token in tokens]
    needed = not {"need", "needs", "could"}.isdisjoint(lows) and any(token.kind == "quote" for token in tokens)
    if needed or (lows[:1] in (["i'd"], ["i"]) and "like" in lows[:4] and "to" in lows):
        return True
    wanted = not _WISHES.isdisjoint(lows) and not {"this", "i", "we", "my", "our", "the"}.isdisjoint(lows[:1])
    return wanted and (not VERB_WORDS.isdisjoint(lows) or any(low.endswith("ed") for low in lows))


def shows(tokens: Sequence[Token]) -> bool:
    """Whether words above a block only show what stands at present, or elsewhere: "The rule “X” currently reads:"."""
    lows = {token.low for token in tokens}
    return (not _SHOWING.isdisjoint(lows) and FROM_THEN.isdisjoint(lows)) or not any(token.kind == "quote" for token in tokens)


def may_make_rule(tokens: Sequence[Token]) -> bool:
    """Whether words above a text may say that it is a new rule: "A subrule of it called X:", "And another called Y:"."""
    lows = [token.low for token in tokens if token.kind == "word"]
    if not {"currently", "existing", "current", "old", "reads", "was", "were", "had", "proposed", "would", "could"}.isdisjoint(lows):
        return False
    pairs = set(pairwise(lows))
    named = lows[:1] in (["it's"], ["it"]) and not {"called", "named", "titled", "entitled"}.isdisjoint(lows)
    return named or any(one in _NEW and two in {"rule", "subrule", "called", "named", "titled", "new"} for one, two in pairs)
