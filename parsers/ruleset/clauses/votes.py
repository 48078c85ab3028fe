"""What a vote is, what Quorum is, and when a matter is Popular or Unpopular (rules "Votes", glossary "Quorum")."""

from __future__ import annotations

from parsers.patterns import later
from parsers.ruleset.clauses.readings import OPEN, Readings, leads, listed
from parsers.ruleset.sentences import Sentence

__all__ = ["read_popularity", "read_quorum", "read_votes"]

_QUORUM = later(
    r"^(?:a )?quorum(?: of (?:a|any) (?:subset|set|group) of players?)? is (?:equal to )?half (?:of )?the number of players?"
    r"(?: (?:in|of) (?:that|the) subset)?,? \(?rounded down\)?,? plus 1\.?$"
)
_QUORUM_ALONE = later(
    r"^(?:if|where|when) the word quorum is used (?:alone|without qualifying which subset of players it is referring to),?"
    r" (?:then )?it (?:means|is referring to|refers to) a quorum of all players?\.?$"
)

_BASICS = (
    (
        "vote.last_icon",
        True,
        later(
            r"^(?:a|each) player's vote on (?:a|any) votable matter is (?:considered to be )?the last valid voting icon"
            r" (?:that )?(?:they have used )?in any (?:comment|of their comments) on (?:that votable matter|it)\.?$"
        ),
        "which of several icons is a Player's vote",
    ),
    (
        "vote.idle_excluded",
        True,
        later(
            r"^(?:except in the rules \"players?\"(?:, \"(?:dynasties|idle players?)\")*(?:,? and \"dynasties\")? and their subrules, )?"
            r"idle players? are not counted as players?\.?$"
            r"|^for the purposes of (?:all gamestate and the ruleset|the ruleset(?: and (?:all )?gamestate)?),"
            r" (?:excluding|except) (?:the )?(?:core and appendix )?rules (?:(?:, )?\"(?:ruleset and gamestate|players ?|dynasties|fair"
            r" play|mentors)\"){1,5},?"
            r" and any of those rules' subrules, idle players? are not counted as players? ?\.?$"
            r"|\bidle players? are not counted as players?\b"
        ),
        "that idle Players are not counted as Players",
    ),
    (
        "vote.author_implicit",
        "for",
        later(
            r"^(?:additionally, )?if the author of a votable matter has not (?:used|cast|made|posted) (?:a|any) valid voting icon"
            r" in (?:a|any|their) comments?(?: to the post| on it)?,"
            r" (?:then )?(?:the author's|their) vote is (?:considered (?:to be )?|counted as )?for\.?$"
        ),
        "the vote of an author who used no icon",
    ),
    (
        "vote.players_only",
        True,
        later(
            r"^a non-player never has a vote(?:, even if they (?:were a player(?: once)?|had a vote|cast 1)"
            r"(?: (?:before|earlier|previously|while they still were a player))?(?: and had cast a valid vote)?)?\.?$"
        ),
        "that only Players vote",
    ),
    (
        "deferential.players",
        "follow-emperor",
        later(
            r"^when the emperor has a valid votes? other than veto(?: on a votable matter)?, (?:then )?(?:all|any) votes of deferential on"
            r" (?:that|the same) votable matter are (?:instead )?considered to be valid and the same as the emperor's vote"
            r"(?: for the purposes of other rules)?(?: unless otherwise specified)?\.?$"
        ),
        "what the DEFERENTIAL of a Player counts as",
    ),
)
_ICONS = "|".join(
    rf"an? (?:{sign})(?: https?://[a-z./]{{1,60}}/(?:{file})\.[a-z]{{3}})?(?: shall represent)? a {meaning}"
    for sign, file, meaning in (
        ("check ?box|tick", "for", "vote for"),
        ("x|cross", "against", "vote against"),
        ("def", "imperial|deferential|def", "vote of deferential"),
        ("crossed-out circle|seal|bolt", "seal|veto", "(?:vote (?:of|to) )?veto"),
    )
)
"""Each icon's sign with the file that shows it and what it means."""
_ALSO_KNOWN = (
    later(
        r"^each player may cast 1 vote on a votable matter,? by"
        r" (?:making a comment (?:to|on) (?:the|its) official post(?: that (?:comprises|is) (?:that|the) votable matter)? )?"
        r"(?:a comment on it that uses|using) a voting icon of for, against,? or deferential(?: in a comment to it)?\.?$"
    ),
    later(
        r"^(?:unless a rule says otherwise, )?a valid vote is(?:, (?:except when|unless) otherwise (?:specified|stated),)?"
        r" a vote of for or against\.?$"
    ),
    later(
        r"^if a player other than the emperor casts a vote of deferential, (?:then )?(?:it|this|that|the vote of deferential|that vote)"
        r" is an indication of confidence in the emperor\.?$"
    ),
    later(r"^additional voting icons may be permitted(?: in some cases)? (?:by other rules|elsewhere)\.?$"),
    later(
        r"^a votable matter is a post (?:which|that|on which) players? may cast votes(?: on)?(?:,? such as|:)?"
        r" a proposal, a cfj,? or a dov\.?$"
    ),
    later(rf"^(?:for use in voting, )?(?:{_ICONS})(?:,? (?:and )?(?:{_ICONS})){{0,4}}\.?$"),
)

_POPULAR = later(r"\b(?:votable matter|it) is (?:also )?popular (?:if|when)\b")
_UNPOPULAR = later(r"\b(?:votable matter|it) is (?:also )?unpopular (?:if|when)\b")
_EXCEPTION = later(
    r"\b(?:exception: )?(?:a )?proposals? (?:which|that) would(?:, if enacted,)? change the text of (?:a |any )?"
    r"core, (?:special case|building blocks?),? or appendix rules?(?:,? if enacted,?)?"
    r" (?:cannot|can not|can't|may not) be popular (?:on this basis|in this way|this way)\b"
)
_POPULAR_FEATURES = {
    "exception": _EXCEPTION,
    "quorum": later(
        r"\bnumber of for votes (?:that |which )?(?:(?:exceeds?|is greater than|are greater than|is more than) or equals?(?: to)?"
        r"|(?:equals?|is equal to) or (?:exceeds?|is greater than)|is at least) (?:a )?quorum\b"
        r"|\bnumber of for votes (?:that |which )?(?:is |are )?equal to or (?:greater|more) than (?:a )?quorum\b"
        r"|\bat least (?:a )?quorum (?:of )?for votes\b"
    ),
    "open": OPEN,
    "valid": later(r"\b(more than|at least) (\d{1,3}) valid votes?(?: (?:has been |have been )?cast on it)?\b"),
    "majority": later(
        r"\bmore (?:valid )?votes? (?:cast on it )?(?:are |is )?for (?:it )?than (?:are |is )?against(?: it)?\b"
        r"|\bmore (?:valid )?for votes than (?:it has )?(?:valid )?against votes\b"
    ),
}
_UNPOPULAR_FEATURES = {
    "quorum": later(
        r"\b(?:the )?number of (?:non-idle )?players? who are not voting against (?:it )?is (?:less|fewer|lower) than (?:a )?quorum\b"
        r"|\b(?:fewer|less) than (?:a )?quorum (?:of players? )?(?:are )?not voting against(?: it)?\b"
    ),
    "open": OPEN,
    "not_popular": later(r"\b(?:it )?is not popular\b"),
}


def read_quorum(out: Readings) -> None:
    """Glossary "Quorum": only the definition in force today is known; another one is reported."""
    for sentence, _ in out.each("quorum", _QUORUM, "quorum"):
        out.set("quorum", "half-plus-one", sentence)
    out.accept_all("quorum", _QUORUM_ALONE, "quorum")
    if not out.has("quorum") and not out.skipped("quorum"):
        out.skip("quorum", "no sentence says what Quorum is")


def read_votes(out: Readings) -> None:
    """Rule "Votes": last icon, implicit vote, whose vote counts, what a DEFERENTIAL follows."""
    for key, value, pattern, what in _BASICS:
        for sentence, _ in out.each(key, pattern, "idle" if key == "vote.idle_excluded" else "vote"):
            out.set(key, value, sentence)
        if not out.has(key) and not out.skipped(key):
            out.skip(key, f"no sentence says {what}")
    for pattern in _ALSO_KNOWN:
        out.accept_all("vote", pattern, "vot")


def read_popularity(out: Readings) -> None:
    """Rule "Votes": the ways to be Popular and Unpopular, each list read to its last word."""
    _read_popular(out)
    for lead in leads(out.prose, _UNPOPULAR, "unpopular"):
        for found, condition in listed(out, "unpopular", lead, _UNPOPULAR_FEATURES, "any"):
            if set(found) == {"quorum"}:
                out.set("unpopular.quorum", True, condition.proof)
            elif set(found) == {"open", "not_popular"}:
                out.duration("unpopular.after_hours", found["open"], condition.proof)
            else:
                out.unrecognised("unpopular", condition.proof)
    for topic in ("popular", "unpopular"):
        if not out.has(f"{topic}.quorum") and not out.skipped(topic):
            out.skip(topic, f"no sentence says at which Quorum a matter is {topic.title()}")


def _read_popular(out: Readings) -> None:
    by_time: Sentence | None = None
    for lead in leads(out.prose, _POPULAR, "popular"):
        for found, condition in listed(out, "popular", lead, _POPULAR_FEATURES, "any"):
            if set(found) == {"quorum"}:
                out.set("popular.quorum", True, condition.proof)
            elif set(found) - {"valid", "exception"} == {"open", "majority"}:
                by_time = condition.proof
                if "exception" in found:
                    out.set("popular.core_text_needs_quorum", True, by_time)
                out.duration("popular.after_hours", found["open"], by_time)
                if "valid" in found:
                    least = int(found["valid"].group(2)) + (found["valid"].group(1) == "more than")
                    out.set("popular.min_valid_votes", least, by_time)
            else:
                out.unrecognised("popular", condition.proof)
    for sentence, _ in out.each("popular.core_text_needs_quorum", _EXCEPTION, "popular"):
        out.set("popular.core_text_needs_quorum", True, sentence)
    if by_time is not None and not out.has("popular.core_text_needs_quorum"):
        out.set("popular.core_text_needs_quorum", False, by_time)
