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
    NOT_MEANT = "the admin must decide the meaning"

    # A clause whose value is none

    NO_WHOLE_HOURS = "{duration} is not a whole number of hours"
    NO_DAYS_OF_MONTH = "“{text}” does not name days of one month"
    NO_WHOLE_DAYS = "{duration} is not a whole number of days"
    DURATIONS_DIFFER = "{durations} are different lengths of time"

    # A plan that does not fit its matter

    PLAN_OF_OTHER_MATTER = "this plan is for {matter}"
    PLAN_VOID = (
        "the matter's text has changed since the plan was made, so the plan is void; write a"
        " new one"
    )
    NO_OPEN_SENTENCE = "no unread sentence of the matter has this text"
    NO_DECISION = (
        'must be "{comment}", "{by_hand} " followed by what you do, or "" if a step quotes it'
    )
    SENTENCE_MISSING = "the sentence “{text:.80}” is missing; put it back with a decision"
    STEP_NOT_READ = (
        'differs from the step that was read; set from = "person" in a step that you write or'
        " change"
    )
    STEP_REPEATED = "occurs more often in the plan than in the matter"
    QUOTE_UNKNOWN = (
        "must be at least three words, or half, of the sentence of the matter that the step"
        " carries out"
    )
    STEP_INCOMPLETE = "required in a step of kind {kind}"
    RENAMING_INCOMPLETE = (
        'required in a step of kind rename-rule, unless status is "Active" or "Inactive"'
    )

    # Instructions

    TOO_MANY_INSTRUCTIONS = "there are too many instructions for a page of this length"
    TRACKING_PAGE_NOT_READ = "the tracking page was not read"
    RULE_IN_DOUBT = "an earlier instruction about “{rule:.80}” is left to people"
    NUMBER_IN_DOUBT = (
        "an earlier instruction may have given the number {number:.40} to another rule"
    )
    VARIABLE_CHANGES_TOO = "the same matter changes the rule of “{variable:.80}”"
    NO_SUCH_VARIABLE = "the tracking page has no “{variable:.80}” of {owner} that the rules define"
    SEVERAL_SUCH_VARIABLES = "“{variable:.80}” may mean several values of the tracking page"
    EVERYBODY_IN_DOUBT = "the admin must decide whether “{role:.80}” means all players"
    NO_ACTIVE_ROW = "“{player:.80}” has no row among the active players of the tracking page"
    NO_LEGAL_VALUE = "“{variable:.80}” cannot have the value “{value:.80}”"
    AMOUNT_IN_DOUBT = "the admin must decide the amount of “{value:.80}”"
    NO_NUMBER = "“{variable:.80}” is not a number, so nothing can be added to it"
    OUT_OF_RANGE = "{value} is out of range for “{variable:.80}”"
    BLANK_IN_DOUBT = "the admin must decide whether “{variable:.80}” can be blank"
    INSTRUCTION_INCOMPLETE = "the instruction has no “{part}”"
    SECTION_NEEDS_TAG = (
        "it changes a section that needs the tag [{tag}], which the matter does not have"
    )
    SECTION_MAY_NEED_TAG = (
        "it changes a section that may need the tag [{tag}], which the matter does not have"
    )
    WAITS_FOR_DECISION = "it waits for a decision on “{sentence}”"
    VALUE_TIMES = "the value occurs {times} times on the tracking page"

    # The rule or the text that an instruction means

    SUBRULES_IN_DOUBT = (
        "“{rule:.80}” has subrules, and the Ruleset does not state whether naming a rule includes"
        " them"
    )
    RULESET_READ_OTHERWISE = (
        "the change cannot be written so that the Ruleset reads as intended and nothing else"
        " changes"
    )
    NO_RULE_NAMED = "the instruction names no rule"
    WORDS_IN_HEADING = "the words also occur in a heading"
    TEXT_NOT_NAMED = "the instruction does not identify its text"
    CAPITALS_DIFFER = "the words also occur, or only occur, with different capital letters"
    WORDS_OVERLAP = "the words occur there several times, overlapping"
    PART_OF_OTHER_WORDS = "the word is also part of other words there"
    TOO_FEW = "there are only {count} of them"
    ORDER_ZERO = "“order” must not be 0: the first is 1, the last is -1"
    ORDER_OF_WORDS = "“order” cannot be combined with “text”, “begins” or “every”"
    COUNTING_IN_DOUBT = "there are lists or templates among them, so it is unclear how to count"
    NO_SUCH_RULE = "the Ruleset does not have {rule}"
    SEVERAL_SUCH_RULES = "{rule} occurs {count} times in the Ruleset"
    NO_SUCH_PASSAGE = "there is no such {unit}"
    SEVERAL_SUCH_PASSAGES = "the {unit} occurs {count} times there"
    NO_SUCH_WORDS = "the words do not occur there"

    # Whole rules

    SUBRULES_NOT_NAMED = (
        "the new text has subrules, and the matter does not mention the rule's own subrules"
    )
    RULE_SAYS_SO = "“{rule:.80}” already has this text"
    NO_STATUS = "“{rule:.80}” is a dynastic rule, which has no status"
    ALREADY_CALLED = "the rule is already called “{title:.80}”"
    HEADING_WITH_MARKUP = "the heading contains markup or tags, so the admin must check it"
    MOVED_INTO_ITSELF = "a rule cannot be moved into itself"
    THERE_ALREADY = "“{rule:.80}” is already there"
    SUBRULES_TOO_HIGH = "its subrules have headings that cannot all be raised"
    SECTION_NAMED = "a section cannot be {done} like a rule"
    TITLE_TAKEN = "there is already a rule “{title:.80}”"
    NO_PLACE_FOR_RULE = "a rule must be in a section, or in or beside another rule"
    SUBRULE_TOO_DEEP = "a subrule there would be deeper than a wiki page has headings"
    HEADINGS_UNFIT = "its headings are too high, too deep or empty"
    HEADINGS_READ_OTHERWISE = (
        "the headings of the new text cannot be written so that they read as intended"
    )

    # New text

    TITLE_UNFIT = (
        "the title is empty, has more than {most} characters, or would not show as written"
    )
    TEXT_TOO_LONG = "the new text has more than {most:,} characters"
    TEXT_WITH_MARKUP = "the new text contains markup (“{markup:.20}”), so the admin must check it"
    MARKUP_NOT_CLOSED = "the new text opens markup without closing it, or the reverse"
    WORDS_UNFIT = "the text to be found is empty, or has more than {most:,} characters"

    # Text within rules

    PERHAPS_DONE = (
        "the words to replace already occur there within the new text, so the change may have"
        " been made"
    )
    TWO_SIGNS = "the new text ends with punctuation, and “{sign}” follows it"
    LIST_IN_LIST = "it is a nested list, so the admin must check it"
    OWN_LIST_IN_DOUBT = "it has a list, and the matter does not mention that list"
    PARTS_OF_BLOCKS = "paragraphs and list items can only be added, replaced and removed as a whole"
    PLACE_NOT_NAMED = "the instruction does not state the place of the text"
    TEXT_THERE = "the text is already there"
    NO_SUCH_ITEM = "the new text is not an item of such a list"
    SIGNS_TOUCH = "it is unclear how to join the text to the punctuation or digit beside it"
    NOT_ONE_LIST = "the rule has no list, or several"
    TEXT_WITH_HEADINGS = "the new text has headings, or shows nothing"
    NO_LINE_OF_ITS_OWN = "it is in a table, or shares its line with other text"
    MARKUP_CUT = (
        "the change would cut a link, a template or other markup in two, so it must be made"
        " manually"
    )

    # The page that tracks the gamestate

    VALUE_UNKNOWN = "the correct value of {whose} is unknown"
    VALUE_WITH_MORE = (
        "the value contains a template, a reference or a link, so it must be changed manually"
    )
    VALUE_READ_OTHERWISE = "{whose} cannot be written so that it reads as {value}"
    FORMER_VALUES_UNKNOWN = "the former values of {player} are unknown"
    ROW_READ_OTHERWISE = "the new row would not be read as the row of “{player}”"
    NO_TABLE_OF_PLAYERS = "the page has no table of the active players"
    NO_ROW_LACKING = "every table of players already has the row"
    FORMER_VALUES_DERIVED = "the former values of {player} cannot all be written"
    NO_ROW_TO_FOLLOW = "the table has no row whose style can be copied"
    ROWS_NOT_ALIKE = (
        "the rows of {player} are written differently, so one of them must be removed manually"
    )
    NO_ROW_TO_REMOVE = "there is no row of {player} to remove"
    ROW_OF_SEVERAL_LINES = (
        "{player} has several lines in the table, so they must be changed manually"
    )
    MOVE_UNCLEAR = (
        "{player} has {rows} rows to move, and the page has {tables} tables of {where} players"
        " to move them to"
    )
    ROW_THERE_ALREADY = "{player} already has a row among the {where} players"
    COLUMN_MISSING = "the table of {where} players has no column “{column}”"
    PAGE_READ_OTHERWISE = (
        "with a row of {player} among the {where} players the page would be read differently,"
        " so the row must be moved manually"
    )
    VALUE_IS_OTHER = "{whose} is now “{now:.80}”, not the expected “{old:.80}”"
    VALUE_GONE = "{whose}, with the value “{old:.80}”, is no longer on the page"
    VALUE_IN_PLACES = "{whose} has the value “{old:.80}” in {count} places of the page, not in one"

    # Cells, rows and values of a wiki page

    TABLE_NOT_CLOSED = "the table is not closed, so its last cell includes the text after it"
    CELL_SPANS = "a cell spans several rows or columns, or contains a table"
    ONLY_ROW = "it is the only row of the table"
    CONTROL_CHARACTERS = "the new text contains control characters, which a wiki page does not keep"
    NOT_ON_PAGE = "it is not in the page's own text: a template inserts it, or it is excluded"
    BOLD_BLANK = "bold marks with nothing between them would be read as other markup"
    MISPLACED_TABLE = (
        "the page has an HTML table, or a table between the cells of another, so nothing is changed"
    )
    PAGE_CHANGED_OTHERWISE = "the change cannot be made without changing something else on the page"

    # Corrections of prose

    TERM_GONE = "“{term}” is no longer in {where}"
    LINES_EDITED_SINCE = (
        "the lines that revision {revid} changed have been edited since, so it must be undone"
        " manually"
    )
    UNDONE_ALREADY = "revision {revid} has already been undone"
    NOT_SETTLED = "would not settle the finding: {message}"
    NEW_FINDING = "would introduce {code}: {message}"
    DISPUTED = (
        "the same change was made and undone before; if it is right, post a Call for Judgement"
    )
    OF_TRACKING_PAGE = "the change is to the tracking page"

    # An edit made again on a newer page

    OTHER_REVISION = "the edit was made for revision {revid} only"
    SAME_LINES = "the same lines were edited"
    STEP_FAILS_NOW = "an instruction can no longer be carried out: {why}"
    VALUES_CHANGED = "another user has changed values, perhaps to carry out this matter"
    MATTER_CARRIED_OUT = "the page already has the requested changes"
    PARTLY_POSTED = "part of the notice is already posted there; run the command again for the rest"
    UNSEEN = (
        "the notice would be invisible: the page is a redirect, or markup such as a comment is"
        " still open at its end"
    )

    # The messages of a profile's constraints

    EXPRESSION_LENGTH = "an expression can have at most {most} characters (got {length})"
    EXPRESSION_INCOMPLETE = "syntax error: something is missing or misplaced"
    EXPRESSION_OPERATOR = (
        "syntax error: the operators are + - * / % == != < <= > >= in && || ! and size(x)"
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
    ADDRESS_OF_PART = "it names a part of a page; omit everything from ? or # on"
    NO_TIME_ZONE = "{text!r} has no time zone: add Z for UTC, as in 2024-01-20T12:00:00Z"
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
