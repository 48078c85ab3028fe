"""Why a vote counts as what it counts as, in a few words (rule "Votes"; "Imperial Deferentials" or the Appendix)."""

from __future__ import annotations

from parsers.model import VoteIcon, same_name
from validators.voting.verdict import Verdict, Vote

_PLAIN = (VoteIcon.FOR, VoteIcon.AGAINST)


def why_counted(vote: Vote, verdict: Verdict, emperor: str | None, *, known: bool = True) -> str:
    """The reason for one of the verdict's votes; ``emperor`` is None where there is none or, if not ``known``, where nobody said who.

    It tells what :mod:`validators.voting.deferentials` decided, and decides nothing.
    """
    if vote.icon is VoteIcon.VETO:
        return "a VETO is neither FOR nor AGAINST"
    if vote.icon is not VoteIcon.DEFERENTIAL:
        return "the author's implied vote" if vote.implicit else "as it was cast"
    if emperor is None:
        return "there is no Emperor to follow" if known else "the Emperor is unknown"
    if same_name(vote.voter, emperor):
        return "the Emperor's own; " + ("nothing decides it" if vote.counts_as is None else "the votes of the others decide it")
    own = next((each for each in verdict.votes if same_name(each.voter, emperor)), None)
    if own is None:
        return f"{emperor}, the Emperor, has no vote to follow"
    if vote.counts_as is not None:
        return f"follows {emperor}, the Emperor"
    if own.icon in _PLAIN:
        return "by the rules it does not follow the Emperor"
    return f"{emperor}, the Emperor, voted {own.icon.value.upper()}"
