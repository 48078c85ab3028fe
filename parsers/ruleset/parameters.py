"""The voting parameters: their names, their values, and the values that a reviewer can set.

``ruleset.voting.dov_late_hours.value`` is a whole number, or None if no clause was found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Annotated, Any, Generic, Literal, NewType, TypeVar, get_args, get_type_hints

from parsers.ruleset.reviews import ClauseValue

Value_co = TypeVar("Value_co", covariant=True)

Day = NewType("Day", str)
"""A day of any year, such as ``12-24``."""
Days = tuple[Day, ...]
Words = tuple[str, ...]
Character = Literal[
    "letters", "digits", "spaces", "underscores", "hyphens", "full stops", "apostrophes"
]
"""The characters that the rules allow in names."""
Characters = tuple[Character, ...]
Holds = Annotated[bool, True]
"""A flag that a reviewer can only set: the tool does not follow the opposite."""
WithdrawnTerm = Annotated[str, "Withdrawn", "Self-Killed"]
"""A word of the rules, and those that a reviewer can set."""


@dataclass(frozen=True, slots=True)
class Parameter(Generic[Value_co]):
    """A voting parameter: its name in the JSON, and its value with the proof: the title of the rule
    and the sentence it was read from. ``by`` is the person who read it, empty where a row of the
    tables did; the reviews that the package ships set nothing.

    Without a value no clause was found; a sentence that was not understood may still state one.
    """

    name: str
    value: Value_co | None = None
    rule: str = ""
    quote: str = ""
    by: str = ""

    @property
    def topic(self) -> str:
        """The first part of its name."""
        return self.name.split(".")[0]


AnyParameter = Parameter[ClauseValue]


@dataclass(frozen=True, slots=True)
class VotingRules:
    """All voting parameters in the order of the JSON; the fields' names give the dotted names: a
    topic, and a property of it.
    """

    quorum: Parameter[Literal["half-plus-one"]]
    popular_after_hours: Parameter[int]
    popular_min_valid_votes: Parameter[int]
    popular_core_text_needs_quorum: Parameter[bool]
    unpopular_after_hours: Parameter[int]
    proposal_min_open_hours: Parameter[int]
    proposal_stale_days: Parameter[int]
    proposal_pending_limit: Parameter[int]
    proposal_daily_limit: Parameter[int]
    proposal_oldest_first: Parameter[bool]
    proposal_withdrawn_term: Parameter[WithdrawnTerm]
    veto: Parameter[bool]
    cfj_fail_if_no_change: Parameter[bool]
    dov_threshold: Parameter[Literal["popular", "two-thirds"]]
    dov_early_hours: Parameter[int]
    dov_late_hours: Parameter[int]
    dov_fail_unpopular_hours: Parameter[int]
    dov_fail_after_hours: Parameter[int]
    dov_cooldown_hours: Parameter[int]
    dov_hiatus: Parameter[bool]
    dov_blocks_unidling: Parameter[bool]
    deferential_emperor: Parameter[
        Literal["off", "all-follow", "others-void", "out-of-quorum", "all-out-of-quorum"]
    ]
    deferential_emperor_small_group: Parameter[int]
    dormancy_min_players: Parameter[int]
    dormancy_excludes_emperor: Parameter[bool]
    dormancy_in_sidebar: Parameter[bool]
    downtime: Parameter[Days]
    interregnum: Parameter[bool]
    statuses: Parameter[Words]
    post_edit_hours: Parameter[int]
    post_category_minutes: Parameter[int]
    idle_timeout_hours: Parameter[int]
    idle_reduced_timeout_hours: Parameter[int]
    idle_request_hours: Parameter[int]
    idle_unidle_cooldown_hours: Parameter[int]
    idle_cooldown_for: Parameter[Literal["all", "requested"]]
    idle_cooldown_in_dynasty: Parameter[bool]
    fair_play_entries_per_day: Parameter[int]
    fair_play_comments_in_row: Parameter[int]
    fair_play_entry_words: Parameter[int]
    name_min_length: Parameter[int]
    name_max_length: Parameter[int]
    name_characters: Parameter[Characters]
    special_case_default: Parameter[str]
    vote_last_icon: Parameter[Holds]
    vote_author_implicit: Parameter[Literal["for"]]
    vote_players_only: Parameter[Holds]
    vote_idle_excluded: Parameter[Holds]
    deferential_players: Parameter[Literal["follow-emperor"]]
    popular_quorum: Parameter[Holds]
    unpopular_quorum: Parameter[Holds]
    hiatus_stops_proposals: Parameter[Holds]
    interregnum_no_dovs: Parameter[Holds]
    downtime_suspends_dovs: Parameter[bool]
    dov_protected: Parameter[bool]
    post_illegal_unpopular: Parameter[Holds]
    dov_fails_others: Parameter[Holds]
    dov_crowns_author: Parameter[bool]
    dov_upholds: Parameter[Holds]
    dov_not_by_emperor: Parameter[Holds]
    interregnum_ends: Parameter[Literal["posted", "completed"]]
    post_legal_by_cfj: Parameter[bool]
    post_empty_invalid: Parameter[Holds]
    post_made_proposal_hours: Parameter[int]
    status_correctable: Parameter[Holds]
    player_leaves_by_post: Parameter[Holds]
    emperor_in_dynastic_rules: Parameter[bool]
    time_utc: Parameter[Holds]
    time_day: Parameter[Holds]
    time_week: Parameter[Holds]
    ruleset_captions: Parameter[Literal["flavour text"]]
    ruleset_needs_access: Parameter[Holds]
    rules_subrules_included: Parameter[bool]
    post_dates_final: Parameter[Holds]
    comment_final: Parameter[Holds]
    comment_none_after_resolution: Parameter[Holds]
    action_redone: Parameter[Holds]
    action_restarted: Parameter[Holds]
    variable_orphan: Parameter[Holds]
    idle_values_kept: Parameter[Holds]
    idle_values_default: Parameter[Holds]
    event_by_tag: Parameter[Holds]
    event_ended_by: Parameter[Literal["player", "author"]]
    event_end_word: Parameter[Literal["ended", "closed"]]

    def __iter__(self) -> Iterator[AnyParameter]:
        return (getattr(self, each.name) for each in fields(self))

    def read(self, parameter: Parameter[Value_co]) -> Parameter[Value_co]:
        """Return a parameter with its proof and without a value."""
        read: Parameter[Value_co] = getattr(self, _FIELDS[parameter.name])
        return read


_TOPIC = re.compile(r"^(fair_play|special_case|[a-z]+)_")
_FIELDS = {_TOPIC.sub(r"\1.", each.name): each.name for each in fields(VotingRules)}
"""The fields by the dotted names."""

PARAMETERS = VotingRules(**{field: Parameter(name) for name, field in _FIELDS.items()})
"""Every parameter without a value, to name it."""


def voting_rules(found: Mapping[str, AnyParameter | None]) -> VotingRules:
    """The parameters that were found, by their names; other names and None are left out.

    Raises ValueError for a value of another kind: a limit of ``False`` would always be
    reached.
    """
    read: dict[str, Any] = {}
    for name, parameter in found.items():
        if name not in _FIELDS or parameter is None:
            continue
        if parameter.value is not None and not _is_of(_kinds()[name], parameter.value):
            raise ValueError(f"{name} cannot have the value {parameter.value!r}")
        read[_FIELDS[name]] = parameter
    return replace(PARAMETERS, **read)


MOST = 10_000
"""The largest whole number that a reviewer can set."""
_ACCEPTED: Mapping[Any, str] = {
    int: f"a whole number from 0 to {MOST:,}",
    bool: "true or false",
    Holds: "true: the tool does not follow the opposite",
    Words: "a list of words",
    Days: "a list of days such as 12-24",
    Characters: f"a list of {', '.join(get_args(Character))}",
}
_ITEMS = {
    Words: re.compile(r"[^\n]{1,100}"),
    Days: re.compile(r"(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])"),
    Characters: re.compile("|".join(get_args(Character))),
}
"""The form of each item of a list."""


@cache
def _kinds() -> Mapping[str, Any]:
    """The types of the values. ``….conditions`` names phrases of a list of conditions that a
    reviewer found there in other words.
    """
    hints = get_type_hints(VotingRules, include_extras=True)
    kinds = {name: get_args(hints[field])[0] for name, field in _FIELDS.items()}
    return kinds | dict.fromkeys(("proposal.conditions", "cfj.conditions", "dov.conditions"), Words)


def _is_of(kind: Any, value: ClauseValue) -> bool:
    """Return whether a value has the type of a parameter; its range and items are not checked."""
    plain = getattr(kind, "__origin__", kind)
    return value in get_args(kind) if plain is Literal else type(value) is plain


def accepted(name: str) -> str | None:
    """Describe the values that a reviewer may give a parameter; None for no such parameter."""
    kind = _kinds().get(name)
    choices = [each for each in get_args(kind) if isinstance(each, str)]
    return f"one of {', '.join(choices)}" if choices else _ACCEPTED.get(kind)


def stated_by_person(name: str, value: object) -> ClauseValue | None:
    """Return the value as the rules keep it; None where the parameter does not accept it."""
    kind = _kinds().get(name)
    match value:
        case bool():
            return value if kind is bool or (kind == Holds and value) else None
        case int() if kind is int and 0 <= value <= MOST:
            return value
        case str() if value in get_args(kind):
            return value
        case list(words) if kind in _ITEMS:
            texts = tuple(map(str, words))
            return texts if all(map(_ITEMS[kind].fullmatch, texts)) else None
    return None
