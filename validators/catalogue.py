"""The catalogue: every code this version can find, with its slug, severity and what it means.

``explain`` and the documentation are made from it. Codes are never reused.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from validators.finding import Severity

__all__ = ["CATALOGUE", "PLANNED", "Entry"]

_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFO


@dataclass(frozen=True, slots=True)
class Entry:
    """One code: its slug, severity, meaning, the rule it rests on, when it may be mistaken, how to settle it."""

    code: str
    slug: str
    severity: Severity
    meaning: str
    rests_on: str
    mistaken: str
    settle: str


_ENTRIES = (
    Entry("BN101", "resolvable", _I, "A pending matter may be enacted or failed now.", "Resolution of Proposals; Calls for Judgement; Victory and Ascension",
          "When the roster or the rules changed after the snapshot was taken.", "An Admin resolves it, or waits."),
    Entry("BN104", "resolved-too-early", _E, "A matter was resolved before it had been open for the time that outcome demands.",
          "Resolution of Proposals; Victory and Ascension", "When the time of “Adminned at” or the entry date was edited.",
          "Raise a Call for Judgement to uphold or undo the resolution."),
    Entry("BN105", "resolved-out-of-order", _E, "A Proposal was resolved while an older one was pending.", "Resolution of Proposals",
          "When the older one bears the same minute, or its own resolution was entered late.",
          "Raise a Call for Judgement to uphold or undo the resolution."),
    Entry("BN106", "resolved-in-hiatus", _E, "A Proposal was resolved during a hiatus.", "Hiatus",
          "Dormancy of the past is not known; only DoVs, the Interregnum and the downtime are looked at.",
          "Raise a Call for Judgement to uphold or undo the resolution."),
    Entry("BN107", "enacted-though-withdrawn", _E, "A Proposal was enacted although its author had withdrawn it or the Emperor had vetoed it.",
          "Special Proposal Voting", "When the icon that did it was somebody else's opinion of the same name.",
          "Correct the status to Failed, or raise a Call for Judgement."),
    Entry("BN108", "stale-proposal", _I, "A Proposal has been pending for longer than the queue counts it.", "Resolution of Proposals",
          "Hardly ever.", "Any Admin may fail it."),
    Entry("BN109", "comment-after-resolution", _W, "A comment is later than the resolution of its matter.", "Enacting and Failing",
          "When the clock of the blog was changed, or the order of day and month on the page is ambiguous.", "The comment counts for nothing."),
    Entry("BN110", "vote-not-counted", _I, "An icon on a pending matter counts for nothing.", "Votes",
          "When somebody was idled or unidled after the snapshot was taken.", "Its owner votes again if they may."),
    Entry("BN111", "quorum-misstated", _W, "The sidebar states a number of players or a quorum that its list does not give.", "Quorum",
          "When the list in the sidebar was not read in full.", "An Admin corrects the sidebar."),
    Entry("BN114", "comments-incomplete", _W, "A page shows fewer comments than it counts; the tally is not certified.", "Votes",
          "When a comment was removed and the count kept.", "Read all pages of the comments."),
    Entry("BN115", "unknown-icon", _I, "A voting image that this tool does not know.", "Votes; Voting Icons",
          "When it is a mere illustration kept in the folder of voting icons.", "See whether a rule gives it a meaning."),
    Entry("BN116", "dov-too-soon", _E, "A Declaration of Victory within the cooldown of its author's failed one.", "Victory and Ascension",
          "When the AGAINST votes on the failed one were by people who were no Players then.", "It is an illegal post: fail it."),
    Entry("BN117", "dov-in-interregnum", _E, "A Declaration of Victory was made during an Interregnum.", "Dynasties; Victory and Ascension",
          "When the Ascension Address lies outside the pages that were read.", "It is an illegal post: fail it."),
    Entry("BN118", "times-implausible", _W, "A matter was resolved before it was posted; nothing that rests on its times is checked.", "Time",
          "Before about 2014 the blog kept the two times in different zones.", "An Admin looks at the two dates."),
    Entry("BN201", "too-many-pending", _E, "A Proposal was submitted while its author was at the limit of pending ones.", "Proposals",
          "When an older one was resolved in the same minute.", "It is an illegal post: fail it."),
    Entry("BN202", "too-many-today", _E, "A Proposal over its author's limit for one UTC day.", "Proposals",
          "When one of the others was moved to the category later.", "It is an illegal post: fail it."),
    Entry("BN203", "empty-subject", _E, "An entry whose subject is empty, which makes it not valid.", "Subject",
          "When the title was cut by the page.", "Its author posts it again."),
    Entry("BN204", "proposal-in-hiatus", _E, "A Proposal was submitted during a hiatus.", "Hiatus",
          "Dormancy of the past is not known; only DoVs, the Interregnum and the downtime are looked at.", "It is an illegal post: fail it."),
    Entry("BN205", "author-not-a-player", _E, "An official post by somebody who is idle or not on the roster, or a DoV by the Emperor.",
          "Proposals; Calls for Judgement; Victory and Ascension", "When its author left or went idle after posting it.",
          "See whether its author was a Player when posting it."),
    Entry("BN604", "duplicate-rule-title", _I, "Two rules have one name, so a reference to it is ambiguous.", "Names",
          "Subrules of different rules may share a name on purpose.", "Rename one by Proposal."),
    Entry("BN605", "clause-not-read", _W, "A clause that verdicts rest on was not understood, so they are not certified.", "the rule named",
          "When the clause is there in words this tool does not know.", "Read the clause yourself; report the wording to the maintainers."),
    Entry("BN606", "dynastic-override", _I, "An effective rule outside the core speaks of voting or resolution, which no tool can apply.",
          "the rule named", "When the sentence only mentions the words.", "Read the sentence before resolving a matter it may touch."),
    Entry("BN608", "term-collision", _W, "Player and Emperor are called by the same term.", "Dynasties; Synonyms",
          "When the rule that names them was mis-edited.", "Correct the terms."),
    Entry("BN610", "status-tag-missing", _I, "The status of a Special Case rule rests on its default, because its title does not state it.",
          "Special Case", "Hardly ever.", "Add the tag when the rule is next touched."),
    Entry("BN901", "source-unreachable", _E, "A source could not be had, so nothing that rests on it was checked.", "none",
          "Never: it says what was tried.", "See that the file or the site can be read, and run again."),
    Entry("BN902", "page-not-understood", _E, "A page came, and parts that it should have were not found.", "none",
          "When the page has been redesigned: then it is the tool that must learn.", "Look at the page; report its markup to the maintainers."),
)  # fmt: skip

CATALOGUE = MappingProxyType({entry.code: entry for entry in _ENTRIES})
"""Every code of this version, by code."""

PLANNED = MappingProxyType(
    {
        "the admin's note, the outcome and its author against the votes": "BN102 BN103 BN112 BN113",
        "alterations of posts and comments": "BN206 BN207 BN208 BN209 BN210 BN214 BN215",
        "Fair Play limits": "BN211 BN212 BN213",
        "idling and names": "BN301 BN302 BN303 BN304 BN305 BN309",
        "the tracking page": "BN306 BN307 BN308 BN401 BN402 BN403 BN404 BN405 BN406 BN407 BN408 BN409 BN410",
        "edits of the wiki": "BN501 BN502 BN503 BN504 BN505 BN506 BN507 BN508 BN509",
        "changes of the Ruleset": "BN601 BN602 BN603 BN607 BN609 BN611",
        "the age of stored data": "BN903",
    }
)
"""Checks of the catalogue that this version does not make yet; every audit says so."""
