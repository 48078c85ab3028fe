"""What a vote is, what Quorum is, and when a matter is Popular or Unpopular (rules "Votes", glossary "Quorum")."""

from __future__ import annotations

import re

from parsers.ruleset.clauses.readings import DURATION, Condition, Readings, conditions, features, leads

__all__ = ["read_popularity", "read_quorum", "read_votes"]

_QUORUM = re.compile(r"\bquorum\b.{0,80}?\bis half (?:of )?the number of players(?: in (?:that|the) subset)?,? rounded down,? plus 1\b")
_QUORUM_TRIGGER = re.compile(r"\bquorum\b.{0,80}?\bis\b.{0,60}\b(?:half|third|number of players|plus)\b")

_BASICS = (
    (
        "vote.last_icon",
        True,
        re.compile(r"\bvote on (?:a|that|any) votable matter is (?:considered to be )?the last\b.{0,80}\bicons?\b"),
        "last",
        "which of several icons is a Player's vote",
    ),
    (
        "vote.author_implicit",
        "for",
        re.compile(
            r"\bauthor\b.{0,80}\b(?:has|have) not (?:used|cast|made|posted)\b.{0,100}\bvote is(?: considered(?: to be)?| counted as)? for\b"
        ),
        "author",
        "the vote of an author who used no icon",
    ),
    (
        "vote.players_only",
        True,
        re.compile(r"\bnon-player never has a vote\b|\bonly players (?:may|can) vote\b"),
        "never",
        "that only Players vote",
    ),
    (
        "deferential.players",
        "follow-emperor",
        re.compile(
            r"\bwhen the emperor has a valid vote\b(?: other than veto)?.{0,60}\bvotes of deferential\b.{0,90}\bthe same as the emperor's vote\b"
        ),
        "deferential",
        "what the DEFERENTIAL of a Player counts as",
    ),
)
_CAST = re.compile(
    r"\bplayer may cast (?:1|a) vote on\b|\bvalid vote is\b.{0,40}\bvote of for or against\b|\bindication of confidence in the emperor\b"
)

_POPULAR = re.compile(r"\b(?:matter|proposal|it) is (?:also )?popular (?:if|when)\b")
_UNPOPULAR = re.compile(r"\b(?:matter|proposal|it) is (?:also )?unpopular (?:if|when)\b")
_OPEN = re.compile(rf"\b(?:it )?(?:has|have) been open(?: for voting)? for at least {DURATION}")
_POPULAR_FEATURES = {
    "quorum": re.compile(
        r"\bnumber of for votes (?:that |which )?(?:(?:exceeds?|is greater than|are greater than|is more than) or equals?"
        r"|(?:equals?|is equal to) or (?:exceeds?|is greater than)|is at least) (?:a )?quorum\b|\bat least (?:a )?quorum (?:of )?for votes\b"
    ),
    "open": _OPEN,
    "valid": re.compile(r"\b(more than|at least) (\d{1,3}) valid votes?(?: (?:has been |have been )?cast on it)?\b"),
    "majority": re.compile(
        r"\bmore (?:valid )?votes? (?:cast on it )?(?:are |is )?for (?:it )?than (?:are |is )?against(?: it)?\b"
        r"|\bmore (?:valid )?for votes than (?:it has )?(?:valid )?against votes\b"
    ),
    "exception": re.compile(
        r"\b(?:exception: )?(?:a )?proposals? (?:which|that) would change the text of (?:a |any )?core,[^.]{0,60}\brules?(?: if enacted)?"
        r"(?: if enacted)? (?:cannot|can not|can't|may not) be popular (?:on this basis|in this way|this way|by this clause)"
    ),
}
_UNPOPULAR_FEATURES = {
    "quorum": re.compile(
        r"\b(?:the )?number of players who are not voting against (?:it )?is (?:less|fewer|lower) than (?:a )?quorum\b"
        r"|\b(?:fewer|less) than (?:a )?quorum (?:of players )?(?:are )?not voting against(?: it)?\b"
    ),
    "open": _OPEN,
    "not_popular": re.compile(r"\b(?:it )?is not popular\b"),
}


def read_quorum(out: Readings) -> None:
    """Glossary "Quorum": only the definition in force today is known; another one is reported."""
    for sentence, _ in out.each("quorum", _QUORUM, ("quorum",), _QUORUM_TRIGGER):
        out.set("quorum", "half-plus-one", sentence)
    if not out.has("quorum") and not out.unread:
        out.miss("quorum", "no sentence says what Quorum is")


def read_votes(out: Readings) -> None:
    """Rule "Votes": last icon, implicit vote, whose vote counts, what a DEFERENTIAL follows."""
    for key, value, pattern, needle, what in _BASICS:
        for sentence, _ in out.each(key, pattern, ("vote", needle)):
            out.set(key, value, sentence)
        if not out.has(key):
            out.miss("votes", f"no sentence says {what}")
    for sentence in out.prose.lawful("vote"):
        if _CAST.search(sentence.canon):
            out.prose.take(sentence)


def read_popularity(out: Readings) -> None:
    """Rule "Votes": the ways to be Popular and Unpopular, each list read to its last word."""
    for topic, lead_pattern, read in (("popular", _POPULAR, _popular), ("unpopular", _UNPOPULAR, _unpopular)):
        seen = False
        for lead, found in list(leads(out.prose, lead_pattern, "opular")):
            if out.prose.understood(lead):
                continue
            seen = True
            listed, how = conditions(out.prose, lead, found.end())
            if how == "all" and len(listed) > 1:
                out.miss(topic, f"its conditions hold together instead of one by one: “{lead.text}”", lead)
                continue
            for condition in listed:
                read(out, condition)
        if not seen:
            out.miss(topic, f"no sentence says when a matter is {topic.title()}")
    if out.has("popular.after_hours") and not out.has("popular.core_text_needs_quorum"):
        _exception_elsewhere(out)


def _exception_elsewhere(out: Readings) -> None:
    """The exception for changes of the core may be a sentence of its own; without one there is none."""
    pattern = _POPULAR_FEATURES["exception"]
    for sentence, _ in out.each("popular.core_text_needs_quorum", pattern, ("popular",)):
        out.set("popular.core_text_needs_quorum", True, sentence)
        return
    clause = out.voting["popular.after_hours"]
    assert clause is not None  # noqa: S101 - the caller looked
    proof = next(s for s in out.prose.sentences if s.text == clause.quote)
    out.set("popular.core_text_needs_quorum", False, proof)


def _popular(out: Readings, condition: Condition) -> None:
    found, left = features(condition.text, _POPULAR_FEATURES)
    names = set(found) - {"exception", "valid"}
    if left or names not in ({"quorum"}, {"open", "majority"}) or ("valid" in found and "open" not in found):
        out.miss("popular", f"not understood: “{condition.proof.text}”", condition.proof)
        return
    if "quorum" in found:
        out.set("popular.quorum", True, condition.proof)
        return
    out.duration("popular.after_hours", found["open"], condition.proof)
    if "valid" in found:
        least = int(found["valid"].group(2)) + (found["valid"].group(1) == "more than")
        out.set("popular.min_valid_votes", least, condition.proof)
    if "exception" in found:
        proof = next((s for s in condition.sentences if _POPULAR_FEATURES["exception"].search(s.canon)), condition.proof)
        out.set("popular.core_text_needs_quorum", True, proof)


def _unpopular(out: Readings, condition: Condition) -> None:
    found, left = features(condition.text, _UNPOPULAR_FEATURES)
    if left or set(found) not in ({"quorum"}, {"open", "not_popular"}):
        out.miss("unpopular", f"not understood: “{condition.proof.text}”", condition.proof)
    elif "quorum" in found:
        out.set("unpopular.quorum", True, condition.proof)
    else:
        out.duration("unpopular.after_hours", found["open"], condition.proof)
