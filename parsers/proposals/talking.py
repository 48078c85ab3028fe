"""Talk: sentences that have nothing in them by which a game could be changed, whatever their form.

"Something for the discerning customer.", "Less to do, more to sell.", "Everything's dearer these days.", "[Long overdue.]"
They name no text, no number and no condition, tell nobody to do anything, and say of nobody that something becomes of them.
What may be about the instruction before ("That too.", "But not for Ana.") is no talk.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from parsers.proposals.afterthoughts import is_afterthought
from parsers.proposals.blocks import PostBlock, PostParagraph
from parsers.proposals.byways import is_by_the_way
from parsers.proposals.changing import IMPERATIVES, NUMBERS, PARTICIPLES, SOFT, THIRD_PERSON
from parsers.proposals.idioms import SAYINGS, without_idioms
from parsers.proposals.leading import salutes
from parsers.proposals.opinions import is_opinion
from parsers.proposals.remarks import may_undo, qualifies
from parsers.proposals.standing import is_set_phrase
from parsers.proposals.tokens import VERB_WORDS, Token
from parsers.proposals.vocabulary import GERUNDS

_MOST_WORDS = 40
_FEWEST_WORDS = 4
_FEW = 8
_STARTERS = frozenset(
    "a an the some something anything nothing somebody nobody someone more less fewer much many few little enough plenty lots our "
    "your their there there's here's it's that's what's everything's nothing's with in for of on by from so just even still yet "
    "hardly barely rather quite very too good bad nice great fun fair fairer clear clearer simple simpler small smaller big bigger "
    "short shorter long longer easy easier hard harder cheap cheaper quick quicker slow slower better best worse worst new old high "
    "time food room one's whoever's as like about long-overdue pure mere mostly purely merely partly".split()
)
"""Words that a sentence begins with that tells nobody to do anything."""

_STATIVES = frozenset("is are isn't aren't has have hasn't haven't was were 's seems feels looks".split())
_BEARING = frozenset(
    "if unless only except until instead otherwise provided when once whenever whether or either above below following rest remainder "
    "former latter same version reverse opposite vice versa void cancel cancelled withdrawn ignore draft example optional".split()
)
_CHANGING = (
    VERB_WORDS
    | (IMPERATIVES - frozenset("get keep let like use open end start cut turn trade make do clear pay split roll record".split()))
    | THIRD_PERSON
    | frozenset(GERUNDS)
    | (PARTICIPLES - {"made", "left", "found", "kept", "done", "gone"})
    | NUMBERS
    | frozenset(
        "shall must may hereby henceforth now becomes become gain gains lose loses receive receives win wins winner winners victory "
        "loss moves moved die dies dead retire retires join joins leaves returns ends starts begin begins opens closes reset resets "
        "expire expires stops cease ceases rise rises falls double doubles half halves pays owe owes costs counts turns swap swaps "
        "revert reverts resume resumes idle idles unidle "
        "active inactive legal illegal valid invalid free exempt eligible ineligible allowed forbidden banned immune mandatory emperor "
        "admin admins quorum votes dynasty hiatus effect effective immediately retroactive retroactively "
        "each every everyone everybody all none anymore everyone's everybody's zero once twice".split()
    )
)
_PLACES = frozenset(
    "rule rules subrule subrules ruleset sentence sentences paragraph paragraphs bullet bullets item items step steps list lists table "
    "tables row rows column columns cell cells word words phrase occurrence occurrences instance instances mention mentions title titles "
    "heading text texts glossary definition italics bold order ones first second third last other others another too also likewise "
    "similar similarly ditto both any anybody anyone anything such included including excluded excluding except without proposal "
    "proposals joke kidding player players choice page place places elsewhere everywhere here next later then yet instead section "
    "sections appendix tracking wiki value values column".split()
)
"""Words by which a sentence may say what else is done, or where."""

_TIMES = frozenset(
    "week weeks day days month months monday tuesday wednesday thursday friday saturday sunday today tomorrow tonight after".split()
)
_OWN = frozenset("i i'm i've i'd i'll my me myself we we've we'd our us".split())

_NEGATING = frozenset("not no never neither nor don't doesn't isn't aren't won't can't cannot".split())
_ORDERING = IMPERATIVES | _NEGATING | {"also", "please", "then", "and", "or", "but"}
_ASIDE_BEARING = _PLACES | {"shall", "must", "hereby", "may"}
_GETTING = frozenset({"to", "for", "from"})
_BY_OTHERS = frozenset("spotted suggested noticed found requested pointed reported raised inspired brought".split())
_CREDITED = frozenset("thanks apologies credit love gratitude regards respect compliments".split())
_SAID = frozenset("seen promised discussed suggested requested mentioned agreed announced noted".split())
_ALIKE = (("in", "line", "with"), ("in", "keeping", "with"), ("consistent", "with"), ("just", "like", "in"))
_TRIED = frozenset("a my another second third new next last final which that failed was vetoed withdrawn yesterday again week".split())
_MILD = frozenset("a much my very too quite exactly that really".split())
_MILD_NOUNS = frozenset("harm big hurry rush offence offense doubt surprise wonder strings tricks need idea hard biggie worries".split())
_IDLE = frozenset(
    "about high long time overdue more to come anon nothing fancy special much major drastic early days baby small little tiny steps step "
    "only fair fair's enough at last just flavour flavor simple as that so there purely merely the name number numbers wording cosmetic "
    "negotiable placeholders strictly ha "
    "faster quicker cleaner fairer tidier neater funnier sillier "
    "bugfix bugfixes brr yum miaow ding dong hooray pure mostly a one less thing worry change tweak tidy-up too hence this new".split()
)
"""Words that may make up a whole sentence, however short it is."""
_KINDS_OF_CHANGE = frozenset("functional gameplay practical mechanical substantive actual real in-game".split())
_UNCHANGED = frozenset("change changes effect effects impact difference consequences".split())
_MOST_IN_CRY = 2
_MOST_IN_GREETING = 4
_CLOSING = frozenset("yours signed love regards sincerely faithfully respectfully".split())
_UNSAYING = frozenset("wait stop hold scratch oops whoops nope wrong kidding only just almost except hang back off on out".split())
"""Words of a cry that may take something back."""
_DOES = frozenset("makes keeps gives adds feels seems sounds looks saves helps lets brings means spares reads works stops".split())
"""Verbs without "this" before them: "Makes for a livelier market."."""
_POINTING = frozenset("this that these those it its it's he she they all none waiting vote voting".split())
_CROWD = frozenset("nobody people folk most somebody someone everyone everybody numbers".split())
_MINDING = frozenset(
    "notice mind complain agree disagree miss like enjoy see know remember care thank feel think object argue forget grumble bother "
    "tweaked adjusted changed discussed debated".split()
)
_GENERALLY = frozenset("never always ought don't hardly rarely seldom".split())
"""Words behind a subject of which something is said in general: "Bridges don't mend themselves."."""
_FEELING = frozenset("is are was were takes take feels feel seems seem looks look sounds gets get costs".split())
_BY_FAR = frozenset("far much way just all rather simply still".split())
_VERY = frozenset("too so very rather quite really pretty terribly awfully".split())
_FOUND = frozenset(
    "long slow easy hard strong weak cheap expensive dear powerful complicated complex vague dull boring quiet crowded fiddly wordy "
    "generous harsh random big small rare common confusing fast quick high low unfair punishing obscure useful useless".split()
)
"""What somebody may find something to be."""
_HOPED = frozenset("give make help keep let stop fix bring speed encourage discourage prevent solve work do be add put".split())
"""Verbs of what a matter is thought to do: "Should give people a reason to go there."."""


def is_talk(tokens: Sequence[Token], paragraph: PostBlock | None = None) -> bool:
    """Whether a sentence is talk. ``paragraph`` is what it stands in: one all in brackets is an aside of the author's."""
    words = [token for token in tokens if token.kind != "sign"]
    if not words or len(words) > _MOST_WORDS or any(token.kind not in {"word", "quote"} for token in words) or qualifies(tokens):
        return False
    if is_afterthought(tokens):
        return False
    if any(token.kind == "quote" for token in words):
        return _compares(words)
    lows = [token.low for token in without_idioms(words)]
    if not lows or _is_saying(words, lows) or _weighs(lows) or _finds(lows):
        return True
    if _greets(tokens, words) or _cries(tokens, words) or _changes_nothing_real(lows) or is_by_the_way(tokens, lows):
        return True
    if is_opinion(words, tokens) or is_set_phrase(lows):
        return True
    if any(any(character.isdigit() for character in low) for low in lows) or not _BEARING.isdisjoint(lows):
        return False
    if _is_aside(paragraph):
        lows = lows[lows[:1] == ["and"] :]
        return lows[:1] != [] and lows[0] not in _ORDERING and _ASIDE_BEARING.isdisjoint(lows)
    return _is_idle(lows) or _is_phrase(words, lows) or _is_plain(tokens, words, lows)


def _greets(tokens: Sequence[Token], words: Sequence[Token]) -> bool:
    """Such as "Dear players,", "— Ana", "Yours, Ana.": whom it is to, and whom from."""
    lows = [token.low for token in words]
    if len(words) > _MOST_IN_GREETING or not (_CHANGING | _PLACES - {"all", "player", "players"} | _NEGATING).isdisjoint(lows[1:]):
        return False
    signed = (
        tokens[0].text in {"–", "—", "-", "~"}
        and len(words) < _FEWEST_WORDS
        and words[-1].text[:1].isupper()
        and _CHANGING.isdisjoint(lows)
    )
    closed = lows[0] in _CLOSING and [token.text for token in tokens[1:2]] == [","]
    return signed or closed or salutes(tokens)


def _cries(tokens: Sequence[Token], words: Sequence[Token]) -> bool:
    """Such as "Fog!", "Glorious fog!": nothing but the name of a thing, perhaps with what it is like."""
    lows = [token.low for token in words]
    bears = _CHANGING | _PLACES | _BEARING | _NEGATING | _POINTING | _ORDERING | _TIMES | _UNSAYING
    names = any(token.text[:1].isupper() for token in words[1:])
    return tokens[-1].text == "!" and len(words) <= _MOST_IN_CRY and not names and bears.isdisjoint(lows) and all(map(str.isalpha, lows))


def _changes_nothing_real(lows: Sequence[str]) -> bool:
    """Such as "No functional change.", "No gameplay effects."."""
    return lows[0] == "no" and len(lows) > 2 and lows[1] in _KINDS_OF_CHANGE and _UNCHANGED.issuperset(lows[2:])


def _is_saying(words: Sequence[Token], lows: Sequence[str]) -> bool:
    """Such as "Correct me if I'm wrong.", "Call it a hunch.", "Other names welcome.", "At Ana's request.", "No change in meaning."."""
    if any(character.isdigit() for low in lows for character in low) or not 1 < len(lows) <= _FEW:
        return False
    if lows[-1] in {"welcome", "appreciated"} and lows[0] not in _ORDERING:
        return _CHANGING.isdisjoint(lows)
    if lows[-1] in {"request", "suggestion", "insistence"} and lows[0] in {"at", "by", "on"}:
        return True
    if lows[1] in {"suggestion", "idea", "request", "fault", "wording", "doing"} and lows[0].endswith("'s"):
        return (_CHANGING | _BEARING).isdisjoint(lows)
    return "and" not in lows and any(tuple(lows[: len(lead)]) == lead for lead in SAYINGS) and not _names(words, states=True)


def _weighs(lows: Sequence[str]) -> bool:
    """Such as "Twelve Lanterns is more than anybody needs."."""
    counts = lows[0] in NUMBERS and not {"is", "are", "was", "seems", "seem"}.isdisjoint(lows[1:4])
    judges = not {"plenty", "enough", "too", "lot", "nothing", "more", "less", "much", "age"}.isdisjoint(lows[2:])
    return counts and judges and (_CHANGING | _PLACES | _BEARING).isdisjoint(lows[1:]) and {"from", "to", "now"}.isdisjoint(lows)


def _finds(lows: Sequence[str]) -> bool:
    """Such as "Judging takes far too long."."""
    place = next((number for number, low in enumerate(lows[:_FEWEST_WORDS]) if low in _FEELING), 0)
    said = lows[place + 1 :]
    while said and said[0] in _BY_FAR - _VERY:
        said = said[1:]
    judged = len(said) == 2 and said[0] in _VERY and said[1] in _FOUND
    return judged and place > 0 and (_CHANGING | _PLACES | _BEARING | _TIMES | _POINTING).isdisjoint(lows[:place])


def _is_idle(lows: Sequence[str]) -> bool:
    return set(lows) <= _IDLE and lows[0] not in {"change", "tweak", "less", "the", "this", "name", "number", "numbers", "step", "a", "one"}


def _is_phrase(words: Sequence[Token], lows: Sequence[str]) -> bool:
    """Such as "With thanks to Ana.", "Makes for a livelier market.", "People will complain.", "Not a big change."."""
    if lows[:2] == ["open", "to"] and {"ideas", "suggestions", "thoughts", "feedback", "discussion", "tweaks"}.intersection(lows[2:4]):
        return _CHANGING.isdisjoint(lows)
    if len(lows) < 2 or not _PLACES.isdisjoint(lows[1:]):
        return False
    first, second = lows[0], lows[1]
    credits_somebody = (first in _BY_OTHERS and "by" in lows[1:3]) or (first, second) == ("courtesy", "of")
    credits_somebody = credits_somebody or (first == "with" and second in _CREDITED) or (first == "as" and second in _SAID)
    if credits_somebody or (first == "open" and second == "to"):
        return _CHANGING.isdisjoint(lows[1:])
    more = lows[1:3] in (["a", "bit"], ["a", "little"], ["some", "more"], ["some", "extra"])
    if first in {"adding", "giving", "putting"} and more:
        return _CHANGING.isdisjoint(lows[1:]) and not _gives(words)
    if _names(words, states=False):
        return False
    changing = not _CHANGING.isdisjoint(lows[1:])
    mild = (first == "not" and second in _MILD) or (first == "no" and second in _MILD_NOUNS) or (first == "hence" and second == "the")
    minds = first in _CROWD and second in SOFT | {"would", "might"} and not _MINDING.isdisjoint(lows[2:5])
    return minds or ((mild or first in _DOES) and not changing)


def _is_plain(tokens: Sequence[Token], words: Sequence[Token], lows: Sequence[str]) -> bool:
    """Such as "Something for the discerning customer.", "Everything's dearer these days."."""
    own = not _OWN.isdisjoint(lows) and lows[0] not in _OWN
    saying = _CHANGING | _PLACES if own else _CHANGING | _PLACES | _TIMES
    few = len(words) < _FEWEST_WORDS and not (len(lows) > 1 and lows[0] in {"a", "an"} and not _names(words, states=True))
    if few or (may_undo(tokens) and len(words) >= _FEWEST_WORDS) or not saying.isdisjoint(lows[1:]) or lows[0] in _NEGATING:
        return _hopes(words, lows)
    general = lows[1:2] != [] and lows[1] in _GENERALLY and len(lows) <= _FEW and "again" not in lows and not _names(words, states=True)
    begins = lows[0] in _STARTERS or general or (len(lows) > 1 and (lows[1] in _STATIVES or lows[0].endswith("'s")))
    states = not _STATIVES.isdisjoint(lows)
    return begins and (SOFT.isdisjoint(lows) or not states) and not _names(words, states=states or not SOFT.isdisjoint(lows))


def _compares(words: Sequence[Token]) -> bool:
    """Such as "In line with “Coins”."."""
    lows = [token.low for token in words]
    tried = next((number for number, low in enumerate(lows[:4]) if low in {"attempt", "try", "stab", "crack", "reproposal"}), None)
    if tried is not None and words[tried + 2 :] and lows[tried + 1] in {"at", "of"} and words[tried + 2].kind == "quote":
        return {*lows[:tried], *lows[tried + 3 :]} <= _TRIED or all(low in _TRIED or low[:1].isdigit() for low in lows[tried + 3 :])
    reasons = lows[:2] == ["this", "is"] and "because" in lows and ("rather", "than") in pairwise(lows)
    if reasons and words[2].kind == "quote":
        return (_CHANGING | _BEARING).isdisjoint(low for low in lows[lows.index("because") :] if low != "vote")
    alike = any(tuple(lows[: len(lead)]) == lead for lead in _ALIKE)
    return alike and len(words) <= _FEW and sum(token.kind == "quote" for token in words) == 1 and _CHANGING.isdisjoint(lows)


def _is_aside(paragraph: PostBlock | None) -> bool:
    """Whether a whole paragraph stands in square brackets."""
    text = paragraph.text.plain.strip() if isinstance(paragraph, PostParagraph) else ""
    return text.startswith("[") and text.endswith("]") and "[" not in text[1:] and "]" not in text[:-1]


def _hopes(words: Sequence[Token], lows: Sequence[str]) -> bool:
    """Such as "Should give the Riverbank a reason to exist.": what its author thinks that it will do."""
    return (
        len(words) >= _FEWEST_WORDS
        and lows[0] in {"should", "ought", "will", "might", "could", "would"}
        and lows[1] in _HOPED
        and (_CHANGING - THIRD_PERSON - VERB_WORDS).isdisjoint(lows[1:])
        and not _gives(words[2:])
    )


def _names(words: Sequence[Token], *, states: bool) -> bool:
    """Whether it says something of somebody, or of a thing of the game: "The Bell rings.", "More Coins for Ana.", "A new Pitch."."""
    for one, two in pairwise(words):
        if not two.text[:1].isupper() or two.low in {"i", "i'm", "i've", "i'd", "i'll"}:
            continue
        if states or not (two.low.endswith("'s") or one.low == "the"):
            return True
    return False


def _gives(words: Sequence[Token]) -> bool:
    """Such as "More room for Corvo.": something for somebody by name."""
    return any(one.low in _GETTING and two.text[:1].isupper() for one, two in pairwise(words))
