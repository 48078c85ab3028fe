"""Sentences that no recogniser has accepted, although they may matter.

Of the core and the Appendix each is reported under the topic it touches: in the homes of the clauses (rule "Votes",
glossary "Quorum" ...) every sentence, elsewhere those that bear on voting or resolution. Of effective dynastic and
Special Case or Building Blocks rules, which may overrule the core, they are caveats.
"""

from __future__ import annotations

from parsers.model import MatterKind
from parsers.ruleset.bearing import bears, concerned, speaks
from parsers.ruleset.clauses.readings import Readings
from parsers.ruleset.model import Caveat, SectionKind
from parsers.ruleset.prose import MAX_CLAUSE_CHARS, Sentence

__all__ = ["read_caveats", "report_leftovers"]

_HOMES = {
    "votes": "vote",
    "votable matters": "vote",
    "imperial deferentials": "deferential.emperor",
    "dormancy": "dormancy",
    "seasonal downtime": "downtime",
    "quorum": "quorum",
    "hiatus": "hiatus",
}
"""Titles of rules and terms of the glossary of which every sentence has to be understood, and their topics."""

_RULES = {
    "proposals": "proposal",
    "special proposal voting": "proposal",
    "resolution of proposals": "proposal",
    "calls for judgement": "cfj",
    "victory and ascension": "dov",
}
"""Titles of rules of which the sentences that bear on a verdict have a topic of their own."""

_TOPICS = {MatterKind.PROPOSAL: "proposal", MatterKind.CFJ: "cfj", MatterKind.DOV: "dov"}

_HARMLESS = (
    # which rule goes before which
    "this rule cannot be overruled by",
    "this rule may not be overruled by",
    "dynastic rules cannot overrule this rule",
    # who is a Player, and who may resolve
    "subrules, idle player are not counted as player",
    "idle admins can enact and fail votable matters",
    "idle admins can resolve votable matters",
    "in their first vote following each unidling",
    "for the purposes of dynastic and building blocks rules, the emperor is not a player.",
    # what Admins note, and what a status is
    "they should mark their name",
    "should leave their name and the final tally",
    "is first put forward is considered pending",
    "is first put forward it is considered pending",
    "is first put forward, it is considered pending",
    "is resolved by an admin setting its status",
    "is pending from the moment it is posted until an admin resolves it",
    "may not be resolved except as directed by the ruleset",
    "is resolved only as the ruleset directs",
    # who may raise a matter, and what its votes say
    "any player may raise a cfj",
    "player (other than the emperor) believes that they have achieved victory in the current dynasty, they may",
    "player (other than the emperor) who believes that they have achieved victory may",
    "may cast votes on that dov to indicate",
    "vote on a dov is encouraged to reflect",
    "when a dov is enacted, all other pending dov are failed",
    # fair play
    "a proposal or cfj may be made to reprimand",
    "should vote against any dov that relies on",
    "player should not make a dov primarily to",
    "player should not make a dov mainly to",
    # words of the glossary
    "'s effective vote comment with respect to",
    'the word "vote", used as a',
    # posts and generators
    "then the emperor may move it into the proposal category",
    "only a player with such access may enact that",
)
"""Words (in canonical form, players in the singular) of sentences that bear on voting or resolution and change no verdict."""


def _home(sentence: Sentence) -> str | None:
    return _HOMES.get(sentence.rule.title.casefold()) or _HOMES.get(sentence.term.casefold())


def _topic(sentence: Sentence) -> str:
    text, kinds = sentence.canon, concerned(sentence.canon)
    if "game action" in text:
        return "hiatus"
    if sentence.rule.title.casefold() in _RULES:
        return _RULES[sentence.rule.title.casefold()]
    if "vot" in text or "quorum" in text or "popular" in text or len(kinds) > 1:
        return "hiatus" if "hiatus" in text and "vot" not in text else "vote"
    return _TOPICS[next(iter(kinds))]


def _bears(out: Readings, sentence: Sentence) -> bool:
    if sentence.too_long:
        return speaks(sentence.low)
    text = sentence.canon
    if not out.takes_out_of_force(sentence) and not (speaks(text) and bears(text, sentence.canon_lead)):
        return False
    return not any(map(text.replace("players", "player").__contains__, _HARMLESS))


def report_leftovers(out: Readings) -> None:
    """Report what is left outside the Dynastic Rules, but for the third section's own sentences (they are caveats)."""
    for sentence in out.prose.binding():
        if out.prose.understood(sentence):
            continue
        home = _home(sentence)
        if home is not None:
            out.unrecognised(home, sentence)
        elif sentence.kind in (SectionKind.CORE, SectionKind.APPENDIX) and sentence.may_speak and _bears(out, sentence):
            out.unrecognised(_topic(sentence), sentence)


def _caveat(sentence: Sentence, out: Readings) -> Caveat | None:
    if sentence.too_long:
        unread = f"{sentence.text[:MAX_CLAUSE_CHARS]} …"
        return Caveat(sentence.rule.title, unread, frozenset(MatterKind), bears=True) if speaks(sentence.low) else None
    if not sentence.may_speak:
        return None
    text = sentence.canon
    out_of_force = out.takes_out_of_force(sentence)
    if not out_of_force and not speaks(text):
        return None
    return Caveat(sentence.rule.title, sentence.text, concerned(text), out_of_force or bears(text, sentence.canon_lead))


def read_caveats(out: Readings) -> tuple[Caveat, ...]:
    """Every sentence of an effective dynastic or third-section rule that speaks of voting or resolution."""
    found = (
        _caveat(sentence, out)
        for sentence in out.prose.sentences
        if sentence.kind not in (SectionKind.CORE, SectionKind.APPENDIX) and sentence.rule.effective and not out.prose.understood(sentence)
    )
    return tuple(caveat for caveat in found if caveat is not None)
