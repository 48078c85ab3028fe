"""The texts of the small editions: rules made of parts, each with the years in which it stood.

Texts say Player and Emperor (``~Player`` stays as it is under any theme); ``{name}`` is a number, or a word
that an edition chooses.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["APPENDIX", "CORE", "DEFAULT_STATUS", "DYNASTIC", "ERAS", "PASSES", "THIRD", "Part", "Rule"]

ERAS = (2018, 2020, 2022, 2023, 2024)
_OLD, _LATER, _NEW = (2018, 2020), (2022, 2023, 2024), (2023, 2024)


@dataclass(frozen=True)
class Part:
    """A paragraph. With ``items``, the sentence that introduces them: what is so if any or all (``how``) are true.

    With a ``term`` it is a definition of the glossary; a ``bullet`` stands alone in a list. A ``harmless`` one has
    sentences that no recogniser reads and that change no verdict: the editions are read with their fingerprints.
    """

    key: str
    text: str
    items: tuple[tuple[str, str], ...] = ()
    how: str = ""
    term: str = ""
    bullet: bool = False
    eras: tuple[int, ...] = ERAS
    harmless: bool = False


@dataclass(frozen=True)
class Rule:
    """A rule with its parts; ``marks`` is what an edition writes into a Special Case rule's title."""

    title: str
    level: int
    parts: tuple[Part, ...]
    eras: tuple[int, ...] = ERAS
    marks: str = ""


_TRACKING = "The gamestate tracking page for this dynasty is the [[{page}]] page of the wiki."
_MORE_FOR = "FOR (if more Players have {voted_for} than have voted AGAINST it) or AGAINST (in all other cases)."
_CONVERTS = "If the Emperor has voted DEFERENTIAL on a Proposal, that vote is considered valid and either " + _MORE_FOR
_VOIDS = "However, votes of DEFERENTIAL by other Players on that Proposal are not considered valid."
_SMALL = (
    "If there are {small_group} or fewer Players, the Emperor's vote of DEFERENTIAL on a Proposal is affected by this rule only"
    " if all Players"
    " other than the Emperor have voted on that Proposal."
)
PASSES = {"popular": "it is Popular", "two-thirds": "it has a number of FOR Votes greater than {thirds} of the number of Players"}

CORE = (
    Rule(
        "Ruleset and Gamestate",
        2,
        (
            Part("obey", "This is the '''Ruleset''' of BlogNomic; all Players shall obey it."),
            Part(
                "sections",
                "Section One consists of the core rules; Section Two is what this Dynasty plays by.",
                eras=(2018,),
                harmless=True,
            ),
            Part(
                "sections",
                "It has four Sections: the core, the dynasty, what is rarely needed, and an appendix.",
                eras=(2020, *_LATER),
                harmless=True,
            ),
            Part("tracking", _TRACKING, eras=(2024,)),
        ),
    ),
    Rule("Players", 2, (Part("plural", "Anybody may ask in a blog post to be a Player (plural form Players).", harmless=True),)),
    Rule(
        "Idle Players",
        3,
        (
            Part("not_counted", "Except in the rules “Players”, “Dynasties” and their subrules, Idle Players are not counted as Players."),
            Part(
                "idling",
                "An Admin may render a Player Idle if that Player has asked to become Idle in an entry or comment from the past"
                " {idle_request},"
                " or if that Player has not posted an entry or comment in the past {idle_timeout}.",
            ),
            Part("reduced", "After that, the {idle_timeout} idle timeout is reduced to {idle_reduced} for that Player.", eras=_NEW),
            Part(
                "unidling",
                "An Admin may Unidle a Player who has asked for it, unless the Player who would be Unidled asked to become (or"
                " rendered themselves)"
                " Idle within the past {unidle_cooldown}.",
                eras=(*_OLD, 2022),
            ),
            Part(
                "unidling",
                "An Admin may Unidle a Player who has asked for it, unless the Player who would be Unidled has become Idle within the past"
                " {unidle_cooldown}, and in this Dynasty.",
                eras=_NEW,
            ),
            Part("idle_admins", "Idle Admins can enact and fail Votable Matters.", eras=_OLD),
            Part("idle_admins", "Idle Admins can resolve Votable Matters.", eras=_LATER, harmless=True),
        ),
    ),
    Rule(
        "Dormancy",
        3,
        (Part("dormancy", "If there are fewer than {dormancy} Players (not including the Emperor), then BlogNomic is on Hiatus."),),
        eras=(2024,),
    ),
    Rule(
        "Dynasties",
        2,
        (
            Part("headed", "Each Dynasty may be headed by a single Player, known as the Emperor."),
            Part("metadynasty", "Without one it is a Metadynasty.", harmless=True),
            Part("interregnum", "During an Interregnum the game is in hiatus, and no DoVs may be made.", eras=_LATER),
            Part(
                "distance",
                "For the purposes of dynastic and Building Blocks rules, the Emperor is not a Player.",
                eras=(2024,),
                harmless=True,
            ),
        ),
    ),
    Rule(
        "Votable Matters",
        2,
        (
            Part(
                "matter",
                "A Votable Matter is a post on which Players may cast Votes: a Proposal, a Call for Judgement or a Declaration of Victory.",
            ),
        ),
    ),
    Rule(
        "Votes",
        3,
        (
            Part(
                "cast",
                "Each Player may cast one Vote on a Votable Matter, by a comment on it that uses a voting icon of FOR, AGAINST,"
                " or DEFERENTIAL."
                " A valid Vote is a Vote of FOR or AGAINST. Additional voting icons may be permitted elsewhere.",
            ),
            Part("last_icon", "A Player's Vote on a Votable Matter is the last valid voting icon in any of their comments on it."),
            Part("implicit", "If the author of a Votable Matter has not used any valid voting icon in their comments, their Vote is FOR."),
            Part("outsiders", "A non-Player never has a Vote, even if they were a Player once."),
            Part(
                "confidence",
                "If a Player other than the Emperor casts a vote of DEFERENTIAL, that is an indication of confidence in the Emperor.",
            ),
            Part(
                "follow",
                "When the Emperor has a valid Vote other than VETO, all votes of DEFERENTIAL on the same Votable Matter are"
                " considered to be valid"
                " and the same as the Emperor's Vote.",
            ),
            Part(
                "see_appendix",
                "When the Emperor themselves casts a vote of DEFERENTIAL, they show confidence in the votes of the other"
                " players; please see below.",
                eras=(2024,),
            ),
            Part(
                "popular",
                "A Votable Matter is Popular",
                (
                    ("popular_quorum", "it has a number of FOR Votes that equals or exceeds Quorum"),
                    (
                        "popular_time",
                        "it has been open for voting for at least {popular_hours}, at least {popular_votes} valid Votes have"
                        " been cast on it,"
                        " and more valid Votes are FOR it than are AGAINST it{exception}",
                    ),
                ),
                "any",
            ),
            Part(
                "unpopular",
                "A Votable Matter is Unpopular",
                (
                    ("unpopular_quorum", "the number of Players who are not voting AGAINST it is lower than Quorum"),
                    ("unpopular_time", "it has been open for voting for at least {unpopular_hours} and it is not Popular"),
                ),
                "any",
            ),
        ),
    ),
    Rule(
        "Enacting and Failing",
        3,
        (
            Part("statuses", "Votable Matters can be Pending, Enacted, or Failed.", eras=_OLD),
            Part("statuses", "Votable Matters have a status, which may be Pending, Enacted, Failed, or Illegal.", eras=_LATER),
            Part("first", "When a Votable Matter is first put forward it is considered Pending."),
            Part("note", "Whoever resolves a Votable Matter should leave their name and the final tally.", harmless=True),
            Part("vetoed_status", "When a Failed Proposal has been Vetoed it may be given the Vetoed status.", eras=_LATER),
        ),
    ),
    Rule(
        "Proposals",
        2,
        (
            Part(
                "submit",
                "Any Player may submit a Proposal, which is an entry in the “Proposal” category (unless the Player already has"
                " {pending_limit} Proposals"
                " pending or has already made {daily_limit} Proposals that day).",
            ),
        ),
    ),
    Rule(
        "Special Proposal Voting",
        3,
        (
            Part(
                "withdraw",
                "When a Player casts a vote AGAINST their own Proposal (which a DEFERENTIAL is not), this renders the Proposal"
                " {withdrawn}, even if the"
                " author later changes their Vote.",
            ),
            Part("veto", "The Emperor may use VETO as a voting icon on a Proposal; when they do, this renders the Proposal Vetoed."),
        ),
    ),
    Rule(
        "Resolution of Proposals",
        3,
        (
            Part(
                "enact",
                "The oldest Pending Proposal may be Enacted by any Admin",
                (
                    ("enact_popular", "it is Popular"),
                    ("enact_open", "it has been open for voting for at least {min_open}"),
                    ("enact_free", "it has not been Vetoed or {withdrawn}"),
                ),
                "all",
            ),
            Part(
                "fail",
                "The oldest Pending Proposal may be Failed by any Admin",
                (("fail_unpopular", "it is Unpopular"), ("fail_marked", "it has been Vetoed or {withdrawn}")),
                "any",
            ),
            Part(
                "stale",
                "If a Proposal has been pending for more than {stale}, it is ignored when the oldest Pending Proposal is"
                " sought, and can be failed by any"
                " Admin.",
            ),
        ),
    ),
    Rule(
        "Calls for Judgement",
        2,
        (
            Part("raise", "Whenever a rule is in doubt, any Player may raise a Call for Judgement (abbreviated “CfJ”).", harmless=True),
            Part("cfj_enact", "A Pending CfJ may be Enacted by any Admin", (("cfj_popular", "it is Popular"),), "all"),
            Part(
                "cfj_fail",
                "A Pending CfJ may be Failed by any Admin",
                (
                    ("cfj_unpopular", "it is Unpopular"),
                    (
                        "cfj_no_change",
                        "it specifies neither changes to the Ruleset or Gamestate nor corrections of anything that tracks them",
                    ),
                ),
                "any",
            ),
        ),
    ),
    Rule(
        "Victory and Ascension",
        2,
        (
            Part(
                "declare",
                "A Player (other than the Emperor) who believes that they have achieved victory may post a Declaration of"
                " Victory (abbreviated “DoV”).",
                harmless=True,
            ),
            Part("dov_hiatus", "If there is at least one pending DoV, BlogNomic is on Hiatus.", eras=(*_OLD, 2022)),
            Part(
                "dov_hiatus",
                "If there is at least one pending DoV, BlogNomic is on Hiatus, and no Idle Player may be made unidle.",
                eras=_NEW,
            ),
            Part(
                "only_covered",
                "During this time, the only game actions that may be taken are those covered by the rules “Players”, “Votable Matters” and"
                " “Victory and Ascension”.",
                eras=(2018,),
            ),
            Part(
                "dov_enact",
                "A Pending DoV may be Enacted by any Admin",
                (
                    (
                        "dov_early",
                        "{passes}, it has been open for at least {dov_early}, and either the Emperor has Voted FOR it or it has"
                        " no AGAINST Votes",
                    ),
                    ("dov_late", "{passes}, and it has been open for at least {dov_late}"),
                ),
                "any",
            ),
            Part(
                "dov_fail",
                "A Pending DoV may be Failed by any Admin",
                (("dov_unpopular", "it is Unpopular, and it has been open for at least {dov_fail}"),),
                "any",
                eras=_OLD,
            ),
            Part(
                "dov_fail",
                "A Pending DoV may be Failed by any Admin",
                (
                    ("dov_unpopular", "it is Unpopular, and it has been open for at least {dov_fail}"),
                    ("dov_old", "it is more than {dov_old} old and cannot be Enacted"),
                ),
                "any",
                eras=_LATER,
            ),
            Part(
                "cooldown",
                "If a DoV is Failed and it had at least one AGAINST vote, its author may not make another DoV until"
                " {dov_cooldown} have passed since then.",
            ),
            Part("enacted", "When a DoV is Enacted, all other pending DoVs are Failed.", harmless=True),
            Part(
                "interregnum",
                "Between the enactment of a DoV and the next Ascension Address, no new DoV may be made and BlogNomic is on Hiatus.",
                eras=_OLD,
            ),
            Part("protected", "This rule cannot be overruled by Dynastic Rules as it relates to DoVs.", eras=_OLD),
        ),
    ),
    Rule(
        "Fair Play",
        2,
        (
            Part("fair", "A Player should not make a DoV mainly to hold up the game.", harmless=True),
            Part(
                "spam",
                "A Player should not “spam” the blog: as a rule of thumb, not more than {spam_entries} entries in a day, not more than"
                " {spam_comments} comments in a row, no entry of more than 1000 words.",
            ),
        ),
    ),
)

DYNASTIC = (
    Rule(
        "Oars",
        2,
        (
            Part(
                "oars",
                "Each Player has a number of Oars, tracked in the Ferrymen table of the “{page}” wiki page and defaulting to 2.",
                eras=_OLD,
            ),
            Part("oars", "Each Player has a number of Oars, which is publicly tracked and defaults to 2.", eras=_LATER),
        ),
    ),
    Rule("Ferries", 2, (Part("ferries", "As a Daily Action, a Player may spend an Oar to cross the River."),)),
)

DEFAULT_STATUS = {
    "active": "The title of a Special Case Rule may say in brackets that it is Active or Inactive. Otherwise, its status is Active.",
    "inactive-if-asterisk": "If its title has an asterisk, its Default Status is Inactive; otherwise, its Default Status is Active.",
    "inactive-if-rare": "If its title contains “[Rare]”, its Default Status is Inactive; otherwise, its Default Status is Active.",
    "active-if-standard": "If its title contains “[Standard]” then its Default Status is Active; otherwise, its Default Status"
    " is Inactive.",
}

THIRD = (
    Rule(
        "Seasonal Downtime",
        2,
        (
            Part("downtime", "BlogNomic is on Hiatus on the 24th, 25th and 26th of December."),
            Part(
                "downtime_dovs",
                "During this time no game actions may be taken except those described in the rule “Votable Matters”.",
                eras=(2018,),
            ),
            Part(
                "downtime_dovs",
                "In addition, game actions defined by the rules “Players” and “Victory and Ascension” may not be taken.",
                eras=(2020, 2022, 2023),
            ),
        ),
        eras=(2018, 2020, 2022, 2023),
        marks="[Standard]",
    ),
    Rule(
        "Dormancy",
        2,
        (
            Part("dormancy", "If there are fewer than {dormancy} Players, BlogNomic is on Hiatus.", eras=(*_OLD, 2023)),
            Part(
                "flag",
                "When BlogNomic is Dormant, this is shown in the sidebar. If BlogNomic is Dormant, then it is on Hiatus.",
                eras=(2022,),
            ),
            Part(
                "dormancy",
                "The criteria for Dormancy are:",
                (("few", "that there are {dormant} or fewer Players; or"), ("quiet", "that hardly anybody has posted in the past week.")),
                eras=(2022,),
            ),
            Part("flagging", "When a criterion is met, any Admin may change the sidebar to say so.", eras=(2022,)),
        ),
        eras=(2018, 2020, 2022, 2023),
        marks="[Standard]",
    ),
    Rule(
        "Imperial Deferentials",
        2,
        (Part("converts", _CONVERTS), Part("voids", _VOIDS, eras=_LATER)),
        eras=(2018, 2020, 2022, 2023),
        marks="[Standard]",
    ),
    Rule(
        "Dynastic Distance",
        2,
        (Part("distance", "In dynastic rules which do not deal with voting, the Emperor is not a Player.", harmless=True),),
        eras=(2018, 2020, 2022, 2023),
        marks="[Standard]",
    ),
    Rule("Dynastic Tracking", 2, (Part("tracking", _TRACKING),), eras=(2022, 2023), marks="[Standard]"),
    Rule(
        "The Spy", 2, (Part("spy", "One Player is a Spy, whom only the Emperor knows."),), eras=(2018, 2020, 2022, 2023), marks="* [Rare]"
    ),
    Rule(
        "Event Types",
        2,
        (Part("events", "An Event is an official post of a kind that a dynastic rule defines.", harmless=True),),
        eras=(2024,),
    ),
)

APPENDIX = (
    Rule(
        "Keywords",
        2,
        (
            Part("daily", "A game action that each Player may take once a day.", term="Daily Action", harmless=True),
            Part(
                "hiatus",
                "If BlogNomic is on Hiatus, no Dynastic Action may be taken, and Proposals may not be submitted or Resolved.",
                term="Hiatus",
                eras=(2020, *_LATER),
            ),
            Part(
                "quorum",
                "Quorum of a subset of Players is half the number of Players in that subset, rounded down, plus one."
                " Where the word Quorum is used alone, it means a Quorum of all Players.",
                term="Quorum",
            ),
            Part("downtime", "BlogNomic is on Hiatus on the 24th, 25th and 26th of December.", term="Seasonal Downtime", eras=(2024,)),
            Part(
                "icons",
                "A tick shall represent a Vote FOR, a cross a Vote AGAINST, a DEF a Vote of DEFERENTIAL, and a bolt a VETO.",
                term="Voting Icons",
            ),
        ),
    ),
    Rule("Gamestate Tracking", 2, ()),
    Rule(
        "Official Posts",
        3,
        (
            Part(
                "alter",
                "An official post can be altered by its author if it is less than {edit_hours} old and either no Player has"
                " commented on it or none"
                " of the comments has a voting icon.",
            ),
            Part(
                "category",
                "However, official posts can never be changed from one category to another if they have been posted for more"
                " than {category_minutes}.",
            ),
            Part(
                "illegal",
                "A post that breaks this rule is illegal. If it is a Votable Matter, then it is Unpopular, whatever Votes it has.",
                harmless=True,
            ),
        ),
    ),
    Rule("Clarifications", 2, ()),
    Rule(
        "Rules and Votable Matters",
        3,
        (
            Part("new_rules", "A new rule goes to the end of the Dynastic Rules.", bullet=True, harmless=True),
            Part("converts", f"{_CONVERTS} {_VOIDS} {_SMALL}", bullet=True, eras=(2024,)),
        ),
    ),
    Rule("Spelling", 3, (Part("terms", "The terms “Player” and “Player” are synonyms.", bullet=True),), eras=_OLD),
    Rule(
        "Names",
        3,
        (
            Part(
                "names",
                "When somebody joins, their new name must be between {name_min} and {name_max} characters long, and may have in it only the"
                " 26 letters of the Latin alphabet, full stops, and apostrophes.",
                bullet=True,
            ),
        ),
        eras=_LATER,
    ),
    Rule(
        "Synonyms",
        2,
        (
            Part("player_term", "Player (~Player)", bullet=True),
            Part("emperor_term", "Emperor (~Emperor)", bullet=True),
        ),
        eras=_LATER,
    ),
)
