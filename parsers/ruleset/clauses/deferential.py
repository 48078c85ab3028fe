"""The Emperor's own DEFERENTIAL (Special Case "Imperial Deferentials", later a clause of the Appendix)."""

from __future__ import annotations

import re

from parsers.ruleset.clauses.readings import Readings
from parsers.ruleset.prose import Sentence
from parsers.ruleset.tree import SectionKind

__all__ = ["read_emperors_deferential"]

_CONVERTS = re.compile(
    r"\bif the emperor has (?:voted|cast a vote of|a vote of) deferential on a proposal, that vote is instead considered (?:to be )?valid and either"
    r" for \(if more players have (?:voted for (?:the|that) proposal|a valid for vote on (?:the|that) proposal|voted for it)"
    r" than have (?:voted against it|a valid against vote on (?:it|that proposal)|voted against (?:the|that) proposal)\)"
    r" or against \(in all other cases\)"
)
_OTHERS_VOID = re.compile(
    r"\bvotes of deferential (?:made |cast )?by other players on (?:the same|that) proposal are not considered (?:to be )?valid\b"
)
_SMALL = re.compile(
    r"\bif there are (\d{1,3}) or fewer players\b.{0,60}\bemperor's vote of deferential\b.{0,60}\bonly affected by this rule if all players"
    r" (?:who are not|other than|except(?: for)?) the emperor have (?:cast a vote|voted)\b"
)
_ABOUT = re.compile(r"\bemperor\b.{0,40}\b(?:voted|vote of|votes) deferential\b|\bemperor's (?:vote of )?deferential\b")
_ELSEWHERE = re.compile(r"\bindication of\b|\bother than the emperor\b|\bsee the\b")


def _about(out: Readings) -> list[Sentence]:
    return [
        s
        for s in out.prose.sentences
        if "deferential" in s.low and s.kind is not SectionKind.DYNASTIC and not out.prose.understood(s)
        if _ABOUT.search(s.canon) or _OTHERS_VOID.search(s.canon) or _CONVERTS.search(s.canon)
    ]


def read_emperors_deferential(out: Readings) -> None:
    """What becomes of the Emperor's DEFERENTIAL on a Proposal: off, all-follow or others-void.

    An inactive rule is read all the same, as the proof that it is off.
    """
    sentences = _about(out)
    converts = [s for s in sentences if _CONVERTS.search(s.canon)]
    voids = [s for s in sentences if _OTHERS_VOID.search(s.canon)]
    small = [(s, found) for s in out.prose.lawful("deferential", "fewer") if (found := _SMALL.search(s.canon))]
    active = [s for s in converts if s.rule.effective]
    for sentence in sentences:
        if not sentence.rule.effective or sentence in converts or sentence in voids:
            continue
        if not _SMALL.search(sentence.canon) and not _ELSEWHERE.search(sentence.canon):
            out.miss("deferential.emperor", f"not understood: “{sentence.text}”", sentence)
    if active:
        follow = not any(v.rule is active[0].rule for v in voids)
        proof = active[0] if follow else next(v for v in voids if v.rule is active[0].rule)
        out.prose.take(active[0], proof)
        out.set("deferential.emperor", "all-follow" if follow else "others-void", proof)
        for sentence, found in small:
            out.set("deferential.emperor_small_group", int(found.group(1)), sentence)
    elif not any(missed.topic == "deferential.emperor" for missed in out.unread):
        silent = converts or [s for s in out.prose.lawful("deferential") if "confidence" in s.low]
        if silent:
            out.set("deferential.emperor", "off", silent[0])
        else:
            out.miss("deferential.emperor", "no sentence speaks of DEFERENTIAL votes")
