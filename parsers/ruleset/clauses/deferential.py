"""The Emperor's own DEFERENTIAL (Special Case "Imperial Deferentials", later a clause of the Appendix)."""

from __future__ import annotations

from parsers.patterns import later
from parsers.ruleset.clauses.readings import Readings
from parsers.ruleset.model import SectionKind
from parsers.ruleset.sentences import Sentence

__all__ = ["read_emperors_deferential"]

_MORE_FOR = (
    r"more players? have (?:voted for (?:the|that) proposal|a valid for vote on (?:the|that) proposal|voted for it)"
    r" than have (?:voted against (?:it|(?:the|that) proposal)|a valid against vote on (?:it|(?:the|that) proposal))"
)
_CONVERTS = later(
    r"^if the emperor has (?:voted|cast a vote of|a vote of) deferential on a proposal,"
    r" (?:then )?that vote is (?:instead )?considered (?:to be )?valid"
    rf" and either for \(if {_MORE_FOR}\) or against \(in all other cases\)\.?$"
)
_OTHERS_VOID = later(
    r"^(?:however, )?(?:in either case, |whichever it is, )?votes of deferential (?:made |cast )?by other players?"
    r" on (?:the same|that) proposal are not considered (?:to be )?valid\.?$"
)
_SMALL = later(
    r"^if there are (?:(\d{1,3}) or fewer|fewer than (\d{1,3})) players?, (?:then )?the emperor's vote of deferential on a proposal"
    r" is (?:only affected by this rule|affected by this rule only) if all players? (?:who are not|other than|except(?: for)?) the emperor"
    r" have (?:cast a vote|voted) on that proposal\.?$"
)
_DEFERRED = r"(?:voted|cast a vote of|a vote of) deferential"
_OUT = later(
    rf"^(?:if|when) the emperor has {_DEFERRED} on a proposal, (?:then )?they,?"
    rf"(?P<all>,? \(?(?:and|along with|as well as) (?:any|all|every) other players? (?:who|that) (?:have|has) {_DEFERRED}"
    r" on (?:it|that proposal|the same proposal)\)?,?)? are not (?:considered (?:to be )?|counted as )(?:a )?players?"
    r" (?:for the purposes? of|when) (?:total+ing|counting|calculating|determining|working out)(?: the)? quorum"
    r" (?:on|for|of) (?:that proposal|it)\.?$"
)
"""The Emperor's DEFERENTIAL takes the Emperor out of Quorum (May 2024), or all who defer beside (July 2025)."""
_STILL_IN = later(
    r"^votes of deferential (?:made |cast )?by other players? on (?:the same|that) proposal are not considered (?:to be )?valid,"
    r" but the players who (?:made|cast) them still (?:contribute to|count towards?|count for) quorum\.?$"
)
_ELSEWHERE = later(
    r"^when the emperor themselves casts? a vote of deferential, (?:they show|(?:it|this) (?:indicates|is|shows)) (?:an indication of"
    r" )?confidence"
    r" in the votes of the other players; please see (?:below|the rules and (?:votable matters|proposals) section of the appendix)"
    r"(?: for more information on how this is resolved)?\.?$"
)
_ELSEWHERE_TOO = later(
    r"^when the emperor themselves casts? a vote of deferential, .{0,80}\bconfidence in the votes of the other players; please see\b"
)
_INDICATION = later(r"\bindication of confidence in the emperor\b")


def _idle_words(out: Readings) -> list[Sentence]:
    """What inactive rules say of it."""
    outside = out.prose.of(lambda rule: rule.kind is not SectionKind.DYNASTIC and not rule.effective)
    return [s for s in outside if "deferential" in s.low]


def _beside(out: Readings, converts: list[Sentence]) -> list[Sentence]:
    """What stands in the rule made for it, or in one paragraph with the sentence that converts the vote."""
    blocks = {sentence.block for sentence in converts}
    return [s for s in out.prose.binding() if s.block in blocks or s.rule.title.casefold() == "imperial deferentials"]


def read_emperors_deferential(out: Readings) -> None:
    """Read what happens to the Emperor's DEFERENTIAL on a Proposal: off, all-follow, others-void, out-of-quorum or all-out-of-quorum.

    An inactive rule is the proof that it is off, whatever it says. Sentences on DEFERENTIALs that no recogniser has
    accepted leave it undecided.
    """
    sentences = out.prose.binding("deferential")
    converts = [s for s, _ in out.each("deferential.emperor", _CONVERTS, "deferential")]
    voids = [s for s, _ in out.each("deferential.emperor", _OTHERS_VOID, "deferential")] if converts else []
    small = list(out.each("deferential.emperor", _SMALL, "deferential")) if converts else []
    out_of_quorum = list(out.each("deferential.emperor", _OUT, "deferential"))
    if out_of_quorum:
        out.accept_all("deferential.emperor", _STILL_IN, "deferential")
    for pattern in (_ELSEWHERE, _ELSEWHERE_TOO):
        out.accept_all("deferential.emperor", pattern, "deferential")
    about_it = [s for s in sentences if "emperor" in s.canon or "other player" in s.canon]
    for sentence in (*about_it, *_beside(out, [*converts, *(s for s, _ in out_of_quorum)])):
        if not out.prose.understood(sentence):
            out.unrecognised("deferential.emperor", sentence)
    if out.skipped("deferential.emperor") or not all(map(out.prose.understood, sentences)):
        return
    silent = _idle_words(out) + [s for s in sentences if _INDICATION.search(s.canon)]
    for sentence, found in out_of_quorum:
        out.set("deferential.emperor", "all-out-of-quorum" if found["all"] else "out-of-quorum", sentence)
    if converts:
        out.set("deferential.emperor", "others-void" if voids else "all-follow", (voids or converts)[0])
        for sentence, found in small:
            out.set("deferential.emperor_small_group", int(found.group(1) or int(found.group(2)) - 1), sentence)
    elif silent and not out_of_quorum:
        out.set("deferential.emperor", "off", silent[0])
    elif not out_of_quorum:
        out.skip("deferential.emperor", "no sentence speaks of DEFERENTIAL votes", only="deferential")
