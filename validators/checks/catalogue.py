"""The catalogue: every code this version can find, with its slug, severity and what it means.

``explain`` is made from it, and ``docs/findings.md`` holds the same sentences. Codes are never reused.
"""

from __future__ import annotations

from types import MappingProxyType

from validators.checks.entry import Entry
from validators.checks.gamestate_catalogue import GAMESTATE_ENTRIES
from validators.checks.wiki_catalogue import WIKI_ENTRIES
from validators.finding import Severity

__all__ = ["CATALOGUE", "PLANNED", "Entry"]

_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFO


_ENTRIES = (
    Entry(
        code="BN101",
        slug="resolvable",
        severity=_I,
        meaning="A pending matter may be enacted or failed now.",
        rests_on=("Resolution of Proposals", "Calls for Judgement", "Victory and Ascension"),
        evidence="Its comments, the roster and the Ruleset as they stand; every older pending Proposal; what may cause a hiatus.",
        mistaken="When the roster or the rules changed after the pages were saved, or the finding itself says what it cannot vouch for.",
        settle="An Admin resolves it, or waits for more votes.",
    ),
    Entry(
        code="BN104",
        slug="resolved-too-early",
        severity=_E,
        meaning="A matter was resolved before it had been open for the time that outcome demands.",
        rests_on=("Resolution of Proposals", "Victory and Ascension"),
        evidence="The entry date and the time of “Adminned at”; for a DoV enacted within the longer limit also its votes and who the "
        "Emperor was.",
        mistaken="When one of the two times was edited; for a DoV also when somebody who voted on it has left since.",
        settle="Raise a Call for Judgement to uphold or undo the resolution.",
    ),
    Entry(
        code="BN105",
        slug="resolved-out-of-order",
        severity=_E,
        meaning="A Proposal was resolved while an older one was pending and not yet too old to count.",
        rests_on=("Resolution of Proposals",),
        evidence="The entry dates and the times of resolution of both Proposals.",
        mistaken="When both bear the same minute (low confidence), or the older one's resolution was entered late.",
        settle="Raise a Call for Judgement to uphold or undo the resolution.",
    ),
    Entry(
        code="BN106",
        slug="resolved-in-hiatus",
        severity=_E,
        meaning="A Proposal was resolved during a hiatus.",
        rests_on=("Hiatus", "Victory and Ascension"),
        evidence="The time of resolution, and all DoVs and Ascension Addresses around it.",
        mistaken="When the hiatus rests on an illegal DoV (medium confidence), or on one of the same minute (low). Dormancy of the past "
        "is not known, so it is never the cause.",
        settle="Raise a Call for Judgement to uphold or undo the resolution.",
    ),
    Entry(
        code="BN107",
        slug="enacted-though-withdrawn",
        severity=_E,
        meaning="A Proposal was enacted although its author had withdrawn it or the Emperor had vetoed it.",
        rests_on=("Special Proposal Voting",),
        evidence="The comments up to the resolution, with the AGAINST of the author or the VETO of the Emperor.",
        mistaken="When the icon stood beside another one in its comment, or its owner is no Player now (medium confidence).",
        settle="Correct the status to Failed, or raise a Call for Judgement.",
    ),
    Entry(
        code="BN108",
        slug="stale-proposal",
        severity=_I,
        meaning="A Proposal has been pending for longer than the queue counts it.",
        rests_on=("Resolution of Proposals",),
        evidence="Its entry date.",
        mistaken="During a hiatus: then it has to wait for the end of that.",
        settle="Any Admin may fail it.",
    ),
    Entry(
        code="BN109",
        slug="comment-after-resolution",
        severity=_W,
        meaning="A comment is later than the resolution of its matter.",
        rests_on=("Enacting and Failing",),
        evidence="The time of the comment and that of “Adminned at”.",
        mistaken="When the order of day and month on the page was taken the wrong way round, or the resolution was entered again.",
        settle="Nothing has to be done: the comment counts for nothing.",
    ),
    Entry(
        code="BN110",
        slug="vote-not-counted",
        severity=_I,
        meaning="An icon on a pending matter counts for nothing, and why.",
        rests_on=("Votes",),
        evidence="The comment, and the roster.",
        mistaken="When its owner was idled, unidled or renamed after the pages were saved.",
        settle="Its owner votes again, if they may.",
    ),
    Entry(
        code="BN111",
        slug="quorum-misstated",
        severity=_W,
        meaning="The sidebar states a number of players or a quorum that its list does not give.",
        rests_on=("Quorum", "Votes"),
        evidence="The sidebar: its list of active players, and the sentence below it.",
        mistaken="When the list in the sidebar was not read in full.",
        settle="An Admin corrects the sidebar.",
    ),
    Entry(
        code="BN114",
        slug="comments-incomplete",
        severity=_W,
        meaning="A page shows fewer comments than it counts, so its tally is not certified.",
        rests_on=("Votes",),
        evidence="The number of comments that the page states, and those it shows.",
        mistaken="When a comment was removed and the number kept.",
        settle="Read all pages of the comments.",
    ),
    Entry(
        code="BN115",
        slug="unknown-icon",
        severity=_I,
        meaning="A voting image that this tool does not know.",
        rests_on=("Voting Icons", "Votes"),
        evidence="The comment with the image.",
        mistaken="When it is a mere illustration kept in the folder of voting icons.",
        settle="See whether a rule gives it a meaning; if one does, count that vote by hand.",
    ),
    Entry(
        code="BN116",
        slug="dov-too-soon",
        severity=_E,
        meaning="A Declaration of Victory within the cooldown after its author's last one failed.",
        rests_on=("Victory and Ascension",),
        evidence="The time at which the earlier DoV was failed, and an AGAINST on it or in its note.",
        mistaken="When its AGAINST votes were by people who were no Players then, or the cooldown ended in that very minute (low "
        "confidence).",
        settle="It is an illegal post: fail it.",
    ),
    Entry(
        code="BN117",
        slug="dov-in-interregnum",
        severity=_E,
        meaning="A Declaration of Victory was made during an Interregnum.",
        rests_on=("Dynasties", "Victory and Ascension"),
        evidence="The enacted DoV that began the Interregnum, and no Ascension Address since.",
        mistaken="When the Ascension Address lies outside the pages that were read.",
        settle="It is an illegal post: fail it.",
    ),
    Entry(
        code="BN118",
        slug="times-implausible",
        severity=_W,
        meaning="A post bears times that contradict each other: resolved, or commented on, before it was posted.",
        rests_on=("Time",),
        evidence="The entry date, the time of “Adminned at”, and the times of the comments.",
        mistaken="Before about 2014 the blog kept its times in different zones.",
        settle="An Admin looks at the dates. A resolution from before the posting takes part in no other check.",
    ),
    Entry(
        code="BN201",
        slug="too-many-pending",
        severity=_E,
        meaning="A Proposal was submitted while its author was at the limit of pending ones.",
        rests_on=("Proposals",),
        evidence="The entry dates and the times of resolution of all Proposals of its author.",
        mistaken="When one of the others bears the same minute, or was resolved in it (low confidence).",
        settle="It is an illegal post: fail it.",
    ),
    Entry(
        code="BN202",
        slug="too-many-today",
        severity=_E,
        meaning="A Proposal over its author's limit for one UTC day.",
        rests_on=("Proposals",),
        evidence="The entry dates of all Proposals of its author.",
        mistaken="When one of the others bears the same minute (low confidence), or came into the category later.",
        settle="It is an illegal post: fail it.",
    ),
    Entry(
        code="BN203",
        slug="empty-subject",
        severity=_E,
        meaning="An entry whose subject is empty, which makes it not valid.",
        rests_on=("Subject",),
        evidence="Its title.",
        mistaken="When the page cut the title.",
        settle="Its author posts it again.",
    ),
    Entry(
        code="BN204",
        slug="proposal-in-hiatus",
        severity=_E,
        meaning="A Proposal was submitted during a hiatus.",
        rests_on=("Hiatus", "Victory and Ascension"),
        evidence="Its entry date, and all DoVs and Ascension Addresses around it.",
        mistaken="When the hiatus rests on an illegal DoV (medium confidence), or on one of the same minute (low). Dormancy of the past "
        "is not known, so it is never the cause.",
        settle="It is an illegal post: fail it.",
    ),
    Entry(
        code="BN205",
        slug="author-not-a-player",
        severity=_E,
        meaning="A pending official post by somebody who is idle or not on the roster, or a DoV by the Emperor.",
        rests_on=("Proposals", "Calls for Judgement", "Victory and Ascension"),
        evidence="The roster, and who the Emperor was when the post was made.",
        mistaken="When its author left or went idle after posting it (low confidence for the idle, medium for strangers).",
        settle="See whether its author was a Player when posting it.",
    ),
    Entry(
        code="BN604",
        slug="duplicate-rule-title",
        severity=_I,
        meaning="Two rules have one name, so a reference to it is ambiguous.",
        rests_on=("Names",),
        evidence="The headings of the Ruleset.",
        mistaken="When they share it on purpose, as subrules of different rules may.",
        settle="Rename one of them by Proposal.",
    ),
    Entry(
        code="BN605",
        slug="clause-not-read",
        severity=_W,
        meaning="A clause that verdicts rest on was not understood, so they are not certified.",
        rests_on=(),
        evidence="The sentence in question, or the rule that should hold it.",
        mistaken="When the clause is there in words that this tool does not know.",
        settle="Read the clause yourself, and report its wording to the maintainers.",
    ),
    Entry(
        code="BN606",
        slug="dynastic-override",
        severity=_I,
        meaning="An effective rule outside the core speaks of voting or resolution, which no tool can apply.",
        rests_on=(),
        evidence="The sentence.",
        mistaken="When the sentence only mentions the words.",
        settle="Read the sentence before resolving a matter that it may touch.",
    ),
    Entry(
        code="BN608",
        slug="term-collision",
        severity=_W,
        meaning="Player and Emperor are called by the same term.",
        rests_on=("Synonyms", "Dynasties"),
        evidence="The rule that names the terms.",
        mistaken="When one of the two was misread, or the rule that names them was edited by mistake.",
        settle="Correct the terms.",
    ),
    Entry(
        code="BN610",
        slug="status-tag-missing",
        severity=_I,
        meaning="The status of a Special Case rule rests on its default, because its title does not state it.",
        rests_on=("Special Case",),
        evidence="The title of the rule, and the sentence on defaults.",
        mistaken="When the tag stands outside the heading.",
        settle="Add the tag when the rule is next touched.",
    ),
    Entry(
        code="BN901",
        slug="source-unreachable",
        severity=_E,
        meaning="A source could not be had, so nothing that rests on it was checked.",
        rests_on=(),
        evidence="What was tried, and what came of it.",
        mistaken="Never: it says what happened.",
        settle="See that the file or the site can be read, and run the audit again.",
    ),
    Entry(
        code="BN902",
        slug="page-not-understood",
        severity=_E,
        meaning="A page came, and parts that it should have were not found. It is a warning where the rest can be relied upon.",
        rests_on=(),
        evidence="The page, and what is missing on it.",
        mistaken="When the page was redesigned: then it is the tool that has to learn.",
        settle="Look at the page, and report its markup to the maintainers.",
    ),
    Entry(
        code="BN903",
        slug="stale-data",
        severity=_W,
        meaning="A source was last read in full longer ago than the configured limit, so verdicts may rest on what has changed since.",
        rests_on=(),
        evidence="The store's record of its last complete pull.",
        mistaken="When nothing has happened on the site since.",
        settle="Pull again; if that fails, see what the site answers (`blognomic doctor`).",
    ),
)

_ALL = (*_ENTRIES, *GAMESTATE_ENTRIES, *WIKI_ENTRIES)
CATALOGUE = MappingProxyType({entry.code: entry for entry in sorted(_ALL, key=lambda entry: entry.code)})
"""Every code of this version, by code."""

PLANNED = MappingProxyType(
    {
        "the admin's note, the outcome and its author against the votes": "BN102 BN103 BN112 BN113",
        "alterations of posts and comments": "BN206 BN207 BN208 BN209 BN210 BN214 BN215",
        "Fair Play limits": "BN211 BN212 BN213",
        "idling and names": "BN301 BN302 BN303 BN304 BN305 BN309",
        "edits of the wiki": "BN501 BN502 BN503 BN504 BN505 BN506",
        "changes of the Ruleset": "BN601 BN607 BN609 BN611",
    }
)
"""Checks of the catalogue that this version does not make yet; every audit says so."""
