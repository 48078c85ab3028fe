"""What the tool declines to do, and why: one exception, with a kind and named parameters.

:class:`Refused` is for what the game, a page or a person's text does not allow. ``ValueError`` is
for arguments that no caller may give: a bug, which nobody catches.
"""

from __future__ import annotations

from enum import StrEnum, unique


@unique
class Refusal(StrEnum):
    """Why something is declined, each kind with its sentence: the parameters are in braces."""

    # Text that is no Ruleset or no matter

    RULESET_TOO_LONG = (
        "the Ruleset has {length:,} characters, more than the {most:,} this tool reads"
    )
    MATTER_TOO_LONG = "the text is longer than {most:,} characters"
    MATTER_TOO_DEEP = "the text's markup is nested too deeply"
    MATTER_OF_TOO_MANY_STEPS = "the matter has more than {most:,} instructions"
    NOT_MEANT = "what is meant is for a person to say"

    # A clause whose value is none

    NO_WHOLE_HOURS = "{duration} are no whole number of hours"
    NO_DAYS_OF_MONTH = "“{text}” are no days of one month"
    NO_WHOLE_DAYS = "{duration} is no whole number of days"
    DURATIONS_DIFFER = "{durations} are not the same time"

    # A plan that does not fit its matter

    PLAN_OF_OTHER_MATTER = "this plan is for {matter}"
    PLAN_VOID = (
        "the matter's text is another than when the plan was made, so the plan is void;"
        " write a new one"
    )
    NO_OPEN_SENTENCE = "no sentence of the matter that was not read says this"
    NO_DECISION = 'it may be "{comment}", "{by_hand} " and what you do, or "" where steps quote it'
    SENTENCE_MISSING = "the sentence “{text:.80}” is missing; put it back with a decision"
    STEP_NOT_READ = 'it is not what was read; a step that you write or change says from = "person"'
    STEP_REPEATED = "it stands more often in the plan than it was read"
    QUOTE_UNKNOWN = (
        "it has to be three words, or half, of a sentence of the matter, that which the step"
        " carries out"
    )
    STEP_INCOMPLETE = "a step of the kind {kind} needs it"
    RENAMING_INCOMPLETE = (
        'a step of the kind rename-rule needs it, or status = "Active" or "Inactive"'
    )

    # Instructions

    TOO_MANY_INSTRUCTIONS = "there are too many instructions for a page of this length"
    TRACKING_PAGE_NOT_READ = "the tracking page was not read"
    RULE_IN_DOUBT = "an earlier instruction about “{rule:.80}” is left to a person"
    NUMBER_IN_DOUBT = (
        "after an earlier instruction the number {number:.40} may be that of another rule"
    )
    VARIABLE_CHANGES_TOO = "the rule of “{variable:.80}” is changed by the same matter"
    NO_SUCH_VARIABLE = (
        "the tracking page has no “{variable:.80}” of {owner} that the rules speak of"
    )
    SEVERAL_SUCH_VARIABLES = "“{variable:.80}” may be one of several values of the tracking page"
    EVERYBODY_IN_DOUBT = "whether “{role:.80}” are all the players is for a person to decide"
    NO_ACTIVE_ROW = "“{player:.80}” has no row among the active players of the tracking page"
    NO_LEGAL_VALUE = "“{value:.80}” is no value that “{variable:.80}” may have"
    AMOUNT_IN_DOUBT = "how many “{value:.80}” are is for a person to decide"
    NO_NUMBER = "“{variable:.80}” is no number that something could be added to"
    OUT_OF_RANGE = "{value} is beyond what “{variable:.80}” may be"
    BLANK_IN_DOUBT = "whether “{variable:.80}” may be blank is for a person to decide"
    INSTRUCTION_INCOMPLETE = "the instruction does not say its “{part}”"
    SECTION_NEEDS_TAG = (
        "it changes a section that needs the tag [{tag}], which the matter does not have"
    )
    SECTION_MAY_NEED_TAG = (
        "it changes a section that may need the tag [{tag}], which the matter does not have"
    )
    WAITS_FOR_DECISION = "it waits for a decision on “{sentence}”"
    VALUE_TIMES = "the value stands {times} times on the tracking page"

    # The rule or the text that an instruction means

    SUBRULES_IN_DOUBT = (
        "the Ruleset does not say whether a rule is named with its subrules, and"
        " “{rule:.80}” has some"
    )
    RULESET_READ_OTHERWISE = (
        "the change cannot be written so that the Ruleset reads as intended and nothing else"
        " changes"
    )
    NO_RULE_NAMED = "the instruction names no rule"
    WORDS_IN_HEADING = "the words stand in a heading too"
    TEXT_NOT_NAMED = "it is not said which text is meant"
    CAPITALS_DIFFER = "the words stand there also, or only, with other capital letters"
    WORDS_OVERLAP = "the words stand there several times, one over the other"
    PART_OF_OTHER_WORDS = "the word is part of other words there too"
    TOO_FEW = "there are only {count} of them"
    COUNTING_IN_DOUBT = "lists or templates stand among them, so that counting them is not plain"
    NO_SUCH_RULE = "the Ruleset does not have {rule}"
    SEVERAL_SUCH_RULES = "{rule} stands {count} times in the Ruleset"
    NO_SUCH_PASSAGE = "there is no such {unit}"
    SEVERAL_SUCH_PASSAGES = "the {unit} stands {count} times there"
    NO_SUCH_WORDS = "the words do not stand there"

    # Whole rules

    SUBRULES_NOT_NAMED = (
        "the new text has subrules, and it is not said what becomes of those that the rule has"
    )
    RULE_SAYS_SO = "“{rule:.80}” already has this text"
    NO_STATUS = "“{rule:.80}” is a dynastic rule, which has no status"
    ALREADY_CALLED = "the rule is already called “{title:.80}”"
    HEADING_WITH_MARKUP = "the heading has markup or tags of its own, which a person has to look at"
    MOVED_INTO_ITSELF = "a rule cannot be moved into itself"
    THERE_ALREADY = "“{rule:.80}” is already there"
    SUBRULES_TOO_HIGH = "its subrules have headings that cannot all be set higher"
    SECTION_NAMED = "a section is not {done} like a rule"
    TITLE_TAKEN = "there is already a rule “{title:.80}”"
    NO_PLACE_FOR_RULE = "a rule stands in a section, or in or beside another rule"
    SUBRULE_TOO_DEEP = "a subrule there would be deeper than a wiki page has headings"
    HEADINGS_UNFIT = "its headings are too high, too deep or empty"
    HEADINGS_READ_OTHERWISE = (
        "the headings of the new text cannot be written so that they read as intended"
    )

    # New text

    TITLE_UNFIT = (
        "the title is empty, has more than {most} characters, or would not show as it is written"
    )
    TEXT_TOO_LONG = "the new text has more than {most:,} characters"
    TEXT_WITH_MARKUP = (
        "the new text has markup of its own (“{markup:.20}”), which a person has to look at"
    )
    MARKUP_NOT_CLOSED = "markup of the new text is opened and not closed, or closed and not opened"
    WORDS_UNFIT = "the text to be found is empty, or has more than {most:,} characters"

    # Text within rules

    PERHAPS_DONE = (
        "the words to be replaced stand there as a part of the new ones, so it may be done already"
    )
    TWO_SIGNS = "the new text ends with a sign, and “{sign}” stands behind its place"
    LIST_IN_LIST = "it is a list in a list, which a person has to look at"
    OWN_LIST_IN_DOUBT = "it has a list of its own, and it is not said what becomes of that"
    PARTS_OF_BLOCKS = (
        "paragraphs and items of lists can only be added, replaced and removed as wholes"
    )
    PLACE_NOT_NAMED = "it is not said where the text goes"
    TEXT_THERE = "the text is already there"
    NO_SUCH_ITEM = "the new text is no item of such a list"
    SIGNS_TOUCH = "it is not clear how the text goes together with the sign or the figure beside it"
    NOT_ONE_LIST = "the rule has no list, or several"
    TEXT_WITH_HEADINGS = "the new text has headings, or shows nothing"
    NO_LINE_OF_ITS_OWN = "it stands in a table, or shares its line with something else"
    MARKUP_CUT = "a link, a template or other markup there would be cut in two, so it has to be changed by hand"

    # The page that tracks the gamestate

    VALUE_UNKNOWN = "the right value of {whose} is not known"
    VALUE_WITH_MORE = (
        "the value has a template, a reference or a link, and has to be changed by hand"
    )
    VALUE_READ_OTHERWISE = "{whose} cannot be written so that it reads as {value}"
    FORMER_VALUES_UNKNOWN = "the values that {player} had before are not known"
    ROW_READ_OTHERWISE = "the new row would not be read as that of “{player}”"
    NO_ROW_LACKING = "no table of players lacks the row"
    FORMER_VALUES_DERIVED = "the values that {player} had before cannot be written by themselves"
    NO_ROW_TO_FOLLOW = "the table has no row whose style a new one could follow"
    ROWS_NOT_ALIKE = (
        "the rows of {player} are not written alike, so one of them has to be removed by hand"
    )
    NO_ROW_TO_REMOVE = "there is no row of {player} to remove"
    ROW_OF_SEVERAL_LINES = (
        "{player} has several lines in the table, which have to be changed by hand"
    )
    MOVE_UNCLEAR = (
        "{player} has {rows} rows to move and the page {tables} tables of {where} players to"
        " move them to"
    )
    ROW_THERE_ALREADY = "{player} has a row among the {where} players already"
    COLUMN_MISSING = "the table of {where} players has no column “{column}”"
    PAGE_READ_OTHERWISE = (
        "with a row of {player} among the {where} players the page is read otherwise: it has"
        " to be moved by hand"
    )
    VALUE_IS_OTHER = "{whose} is not the “{old:.80}” that was to be changed: it is “{now:.80}” now"
    VALUE_IN_PLACES = (
        "{whose} is not the “{old:.80}” that was to be changed: it stands in {count} places"
    )

    # Cells, rows and values of a wiki page

    TABLE_NOT_CLOSED = "the table is not closed, so its last cell holds what follows it on the page"
    CELL_SPANS = "a cell covers several rows or columns, or holds a table of its own"
    ONLY_ROW = "it is the only row of the table"
    CONTROL_CHARACTERS = "the new text has control characters, which no page keeps"
    NOT_ON_PAGE = (
        "it is not on the page itself, but brought in by a template or left out of the text"
    )
    BOLD_BLANK = "marks for bold with nothing between them would be other markup"
    MISPLACED_TABLE = (
        "the page has a table in HTML or one between the cells of another, beside which"
        " nothing is changed"
    )
    PAGE_CHANGED_OTHERWISE = "the change cannot be made without changing something else on the page"

    # Corrections of prose

    TERM_GONE = "“{term}” is no longer in {where}"
    LINES_EDITED_SINCE = (
        "the lines that revision {revid} changed were edited since, so it has to be undone by hand"
    )
    UNDONE_ALREADY = "revision {revid} was undone already"
    NOT_SETTLED = "would not settle the finding: {message}"
    NEW_FINDING = "would introduce {code}: {message}"
    DISPUTED = (
        "this very change was made and undone before; if it is right, post a Call for Judgement"
    )
    OF_TRACKING_PAGE = "the change is one of the tracking page"

    # An edit made again on a newer page

    OTHER_REVISION = "the edit was made for revision {revid} alone"
    SAME_LINES = "the same lines were edited"
    STEP_FAILS_NOW = "an instruction can no longer be carried out: {why}"
    VALUES_CHANGED = "values were changed by somebody else, perhaps by this matter"
    MATTER_CARRIED_OUT = "the page already says what the matter asks for"
    PARTLY_POSTED = "a part of the notice was posted there meanwhile; run it again for the rest"
    UNSEEN = (
        "nobody would see the notice: something is open at the end of the page, such as a comment"
    )

    # What a profile's constraint says

    EXPRESSION_LENGTH = "an expression has at most {most} characters, and this one {length}"
    EXPRESSION_INCOMPLETE = "it is not understood: something is missing, or stands where it may not"
    EXPRESSION_OPERATOR = (
        "it is not understood: the operators are + - * / % == != < <= > >= in && || ! and size(x)"
    )
    EXPRESSION_WORD = 'unexpected {word!r}; a variable is self.Name, self["Two Words"] or game.Name'

    # A saved revision

    NESTED_TOO_DEEPLY = "it is nested too deeply"
    NO_REVISION = "it needs a revid and a timestamp"
    NEWER_THAN_NEXT = "revision {revid} is newer than the next one; put the oldest line first"
    NO_JSON = "{why}"

    # Addresses and times

    ADDRESS_TOO_LONG = "it is longer than {most} characters"
    ADDRESS_CHARACTERS = "it contains characters not allowed in an address"
    ADDRESS_SCHEME = "it does not begin with https:// or http://"
    ADDRESS_USER = "it contains a user name or a password"
    ADDRESS_HOST = "its host or port is invalid"
    ADDRESS_PATH = "its path contains '..' or control characters"
    ADDRESS_OF_PART = "it names a part of a page; leave out what follows ? or #"
    NO_TIME_ZONE = (
        "{text!r} does not say which time zone it is in: add Z for UTC, as in 2024-01-20T12:00:00Z"
    )
    YEAR_OUT_OF_RANGE = "the year {year} is out of range: use a time between 2000 and 2199"
    NO_ISO_TIME = "{text!r} is not an ISO 8601 time such as 2024-01-20T12:00:00Z"


class Refused(Exception):
    """The domain declines something: ``parameters`` are those of the kind's sentence.

    ``key`` is the key of a person's file that is meant, where there is one.
    """

    def __init__(self, kind: Refusal, /, *, key: str = "", **parameters: object) -> None:
        super().__init__(kind, parameters)
        self.kind = kind
        self.key = key
        self.parameters = parameters

    def __str__(self) -> str:
        """The reason as a sentence without capital and full stop."""
        return self.kind.value.format(**self.parameters)
