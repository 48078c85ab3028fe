"""The catalogue's entries on the history of the wiki's pages and on what the Ruleset lacks: BN507, BN508, BN602, BN603."""

from __future__ import annotations

from validators.checks.entry import Entry
from validators.finding import Severity

__all__ = ["WIKI_ENTRIES"]

_W = Severity.WARNING

WIKI_ENTRIES = (
    Entry(
        code="BN507",
        slug="revert-war",
        severity=_W,
        meaning="The same change of a page was made and undone three times, by different people.",
        rests_on=("Representations of the Gamestate",),
        evidence="The latest fifty revisions of the Ruleset and of the tracking page that are at hand: lines that went and came, and came "
        "and went again in the same place. Who takes back an edit of their own is not counted.",
        mistaken="When moves of the game set a value to and fro, each by somebody else. The confidence is high where most summaries of "
        "the undoing edits say that they undo, medium where one does, else low.",
        settle="Nobody changes it again; somebody raises a Call for Judgement on what the page should say.",
    ),
    Entry(
        code="BN508",
        slug="mass-removal",
        severity=_W,
        meaning="An edit removed most of a page, and what it removed is not back.",
        rests_on=("Representations of the Gamestate", "Ruleset and Gamestate"),
        evidence="The latest fifty revisions of the Ruleset and of the tracking page that are at hand. Pages of fewer than a hundred "
        "words, the day after an Ascension Address, and what its author did within three days of it are left out.",
        mistaken="When something that is not on the blog allowed it. The confidence is medium, and low where the summary of the edit names "
        "an enacted matter.",
        settle="Undo the edit, and keep what others have done since.",
    ),
    Entry(
        code="BN602",
        slug="enacted-text-missing",
        severity=_W,
        meaning="A text that an enacted matter of this dynasty adds is not in the Ruleset.",
        rests_on=("Ruleset and Gamestate", "Resolution of Proposals", "Rules and Votable Matters"),
        evidence="The matter's text, where it says plainly which text is added to which rule or as which rule; the time of its enactment; "
        "the wikitext of the Ruleset, word for word, and the matters that were enacted later.",
        mistaken="When something else than a later matter changed or removed the text, or the condition of the matter was not met (low "
        "confidence), or what follows the text is no part of it. The confidence is never high.",
        settle="Whoever may edit the Ruleset adds what was enacted; if it was left out with reason, raise a Call for Judgement.",
    ),
    Entry(
        code="BN603",
        slug="term-left-over",
        severity=_W,
        meaning="A rule still says a word for Player or Emperor that was an earlier dynasty's, or the article that went with it.",
        rests_on=("Synonyms", "Victory and Ascension"),
        evidence="The latest Ascension Address, where it says that one word is replaced by another, and a Ruleset of the time before it, "
        "where one is at hand; the wikitext of every rule.",
        mistaken="When the word is meant: in a dynastic rule, or where it stands in small letters elsewhere (low confidence).",
        settle="Replace it with the term of today, which an Ascension Address does everywhere; where it is meant, leave it.",
    ),
)
