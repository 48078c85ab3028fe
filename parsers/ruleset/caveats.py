"""Sentences that may change a verdict and that no recogniser can apply.

Two sorts: sentences of effective dynastic and Special Case rules that speak of voting or resolution (they
may overrule the core), and sentences of the core and the Appendix about votes that no recogniser knows.
"""

from __future__ import annotations

import re

from parsers.model import MatterKind
from parsers.ruleset.clauses.readings import Readings
from parsers.ruleset.model import Caveat
from parsers.ruleset.prose import Prose, Sentence
from parsers.ruleset.tree import SectionKind

__all__ = ["read_caveats", "report_unknown_sentences"]

_SPEAKS = re.compile(
    r"\b(?:vot(?:e[sd]?|ing|ers?)|votable|evcs?|quorum|popular|unpopular|veto(?:ed|es)?|deferentials?|proposals?|cfj|dov|(?:un)?enact\w*"
    r"|hiatus)\b"
)
_WORDS = re.compile(r"vot|evc|quorum|popular|veto|deferential|propos|cfj|dov|judg|declaration|enact|hiatus")
_VOTING = re.compile(r"\b(?:vot(?:e[sd]?|ing|ers?)|evcs?|quorum|popular|unpopular|veto(?:ed|es)?|deferentials?)\b")
_MODAL = r"\b(?:may|can|must|shall|should|cannot|can't|only|never|not|no)\b"
_RESOLVES = re.compile(
    rf"{_MODAL}.{{0,80}}\b(?:enact(?:ed)?|fail(?:ed)?|resolv(?:e|ed)|submit(?:ted)?|propose)\b"
    rf"|\b(?:is|are|be|becomes?|considered|mark\w*)\b.{{0,20}}\b(?:illegal|enacted|failed|withdrawn|vetoed)\b|(?<!not )\b(?:on|in|into|enters?) hiatus\b"
)
_MAKES = re.compile(rf"{_MODAL}.{{0,40}}\b(?:make|post|author)\w*\b.{{0,30}}\b(?:proposals?|dov|cfj)\b")
_NOT_VOTING = re.compile(r"\bwhich (?:do|does) not deal with voting\b|\bvotes on it are ignored\b")
_AFTERWARDS = re.compile(r"\b(?:enacting admin|admin enacting|author of|authored|upon enactment|as a result of)\b")
_ALL = frozenset(MatterKind)

_CORE_STRONG = re.compile(
    r"\b(?:quorum|popular|unpopular)\b|\bvotes? (?:of )?(?:for|against|veto|deferential)\b|\b(?:for|against) votes?\b|\bdeferential\b"
)
_CORE_KNOWN = re.compile(
    r"\badditional voting icons may be permitted\b|\brepresent a vote\b|\bas a noun\b|\bvoted? against (?:any|it)\b.{0,60}\bfair play\b"
    r"|\bhighlight their changed idle status\b|\bshould vote against any dov\b|\bthe word quorum is used\b"
    r"|\bencouraged to reflect\b|\bagreement or disagreement\b|\bnot considered a player for the purposes of\b|\bmay cast (?:1 )?votes? on\b"
    r"|\bfor the purposes of dynastic\b.{0,60}\brules which do not deal with voting\b|\bfinal tally of votes\b|\bthe emperor themselves casts\b"
    r"|\bdefined in accordance\b|\bmay not cast a vote of veto on any proposal\b"
)


def _kinds(text: str) -> frozenset[MatterKind]:
    """The matters a sentence may touch: those it names, else all of them."""
    named = {kind for kind, word in ((MatterKind.PROPOSAL, "proposal"), (MatterKind.CFJ, "cfj"), (MatterKind.DOV, "dov")) if word in text}
    return frozenset(named) if named and "votable" not in text else _ALL


def _bears(text: str) -> bool:
    """Whether a sentence may change who votes, what counts, or what may be resolved or submitted."""
    if _NOT_VOTING.search(text):
        return False
    if _VOTING.search(text):
        return True
    acts = bool(_RESOLVES.search(text) or _MAKES.search(text))
    return acts and not _AFTERWARDS.search(text)


def read_caveats(prose: Prose) -> tuple[Caveat, ...]:
    """Every sentence of an effective dynastic or third-section rule that speaks of voting or resolution."""
    found = []
    for sentence in prose.sentences:
        if sentence.kind in (SectionKind.CORE, SectionKind.APPENDIX) or not sentence.rule.effective:
            continue
        if prose.understood(sentence) or not _WORDS.search(sentence.low):
            continue
        text = sentence.canon
        if _SPEAKS.search(text):
            found.append(Caveat(sentence.rule.title, sentence.text, _kinds(text), _bears(text)))
    return tuple(found)


def _unknown(sentence: Sentence) -> bool:
    return bool(_CORE_STRONG.search(sentence.canon)) and not _CORE_KNOWN.search(sentence.canon)


def report_unknown_sentences(out: Readings) -> None:
    """Sentences of the core and the Appendix on votes, Quorum or popularity that nothing has understood."""
    for sentence in out.prose.lawful():
        if sentence.kind not in (SectionKind.CORE, SectionKind.APPENDIX) or out.prose.understood(sentence):
            continue
        if any(word in sentence.low for word in ("vote", "quorum", "popular", "deferential")) and _unknown(sentence):
            out.miss("votes", f"a sentence on voting that no recogniser knows: “{sentence.text}”", sentence)
