"""The catalogue's entries on the history of the wiki's pages and on what the Ruleset lacks: BN507, BN508, BN602, BN603."""

from __future__ import annotations

from validators.entry import Entry
from validators.finding import Severity

__all__ = ["WIKI_ENTRIES"]

_W = Severity.WARNING

WIKI_ENTRIES = (
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
