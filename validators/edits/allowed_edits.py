"""Edits that a rule or an Ascension Address allows: an editor's own values, an action, an edit by
the Emperor, rows of players who come or go, and the start of a dynasty.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from decimal import Decimal
from difflib import SequenceMatcher
from functools import lru_cache

from parsers.gamestate.page_names import fold, label, parts
from parsers.gamestate.table_rows import column_label
from parsers.history.page_change import ChangeKind, PageChange
from parsers.model import Confidence, Post, name_key, same_name
from parsers.numbers import with_digits
from parsers.ruleset.ascension_address import kept_rules
from parsers.ruleset.ruleset_model import Action, SectionKind
from parsers.ruleset.terms import singular
from validators.edits.described_edits import Account, AccountKind, MadeEdit, user_key
from validators.edits.edit_context import EditContext
from validators.edits.sentence_changes import (
    SentenceChange,
    in_words,
    is_heading,
    sentence_changes,
    without_status,
)
from validators.edits.text_overlap import ComparedText, is_substance

_WORD = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"-?\d{1,20}(?:\.\d{1,20})?")
_OTHERS = re.compile(
    r"\b(?:another|others?|each|every|all|any|both|chosen|target\w*|recipients?|opponents?)\b",
    re.IGNORECASE,
)
_UP = re.compile(r"\b(?:gain|increas|rais|add|receiv|earn)")
_SETS = re.compile(r"\b(?:sets?|becomes?|resets?)\b")
_DOWN = re.compile(r"\b(?:los[ei]|spend|pay|lower|reduc|decreas|subtract|remov|giv)")
_ENDING = re.compile(r"(?<=\w{3})(?:ing|ed|es|s|e)$")
_AROUND_CHANGE = timedelta(days=4)
"""The time before and after a player came or went in which the page may be updated."""
_MOST_WORDS = 4
"""The most words in the name of an action; a longer one is a phrase of the rule ("set their Tow to
the name of a player"), which no summary repeats.
"""


@dataclass(frozen=True, slots=True)
class ActionTaken:
    """An action that an edit may have been: one of the rules, or of a column in the profile (with
    an empty ``quote`` and ``rule``).

    High: the edit changed exactly the values that the sentence of the action names, by its numbers,
    and fits no other action. Medium: the edit fits other actions, too, or the summary names the
    action and its rule names the values. Low: only the summary names the action.
    """

    action: Action
    confidence: Confidence
    named: bool

    @property
    def why(self) -> str:
        """The reason, as a clause."""
        name = f"“{self.action.name}”"
        if self.confidence is Confidence.HIGH:
            return (
                "its changes are those of"
                f" {name}{', which its summary names' if self.named else ''}"
            )
        return (
            f"its summary names {name}"
            if self.named
            else f"its changes fit several actions, of which {name} is one"
        )


def actions_of(edit: MadeEdit, context: EditContext) -> tuple[ActionTaken, ...]:
    """Return the actions that an edit may have been, most certain first; none if it changed more
    than values and the text beside them. Whether the editor was allowed to act is not checked.
    """
    values = [change for change in edit.changes if change.kind is not ChangeKind.TEXT]
    if not values or any(change.kind is not ChangeKind.VALUE for change in values):
        return ()
    choices = {variable.name: variable.choices or () for variable in context.rules.variables}
    changed = {change.variable or "" for change in values}
    fitting = [
        Action(column, cadence, "", "", whole=True)
        for column, cadence in context.view.profile.cadence.items()
        if not _variables_of(column, context).isdisjoint(map(label, changed))
    ]
    fitting += [
        action
        for action in context.rules.actions
        if changed == named_in(action.quote, tuple(choices))
        and all(
            _fits(change, action.quote, choices.get(change.variable or "", ())) for change in values
        )
    ]
    named = [
        action
        for action in (*fitting, *context.rules.actions)
        if names_action(edit.revision.comment, action.name)
    ]
    if len(fitting) > 1 and len(best := [action for action in fitting if action in named]) == 1:
        fitting = best
    confidence = Confidence.HIGH if len(fitting) == 1 else Confidence.MEDIUM
    found = [ActionTaken(action, confidence, action in named) for action in fitting]
    for action in (each for each in named if each not in fitting):
        texts = (rule.text for rule in context.rules.rules if rule.title == action.rule)
        confidence = (
            Confidence.MEDIUM
            if changed <= named_in(" ".join((action.quote, *texts)), tuple(choices))
            else Confidence.LOW
        )
        found.append(ActionTaken(action, confidence, True))
    return tuple(sorted(found, key=lambda one: one.confidence.rank))


def _variables_of(column: str, context: EditContext) -> set[str]:
    """Return the names of the variables that a column of the profile stands for, in the profile and
    on the page.
    """
    state, header = context.view.gamestate, label(column)
    names = {header, label(context.view.profile.columns.get(column, column))}
    if state is None:
        return names
    names |= {
        label(column_label(entry))
        for _, entry in state.columns
        if header in (label(entry.name), *parts(entry.name)[-1:])
    }
    return names | {
        label(entry.match.variable.name)
        for entry in state.labels
        if entry.match and label(entry.value.label) == header
    }


def named_in(text: str, names: Sequence[str]) -> set[str]:
    """Return those of the names that a text contains, in the singular or the plural."""
    words = f" {' '.join(_WORD.findall(fold(text)))} "
    found = set()
    for name in names:
        plain = " ".join(_WORD.findall(fold(name)))
        if any(
            f" {form} " in words
            for form in (plain, f"{plain}s", f"{plain} s", plain.removesuffix("s"))
        ):
            found.add(name)
    return found


def _fits(change: PageChange, sentence: str, choices: Sequence[str]) -> bool:
    """Return whether a value changed as a sentence says: up or down by one of its numbers, to one
    of its numbers, or to a choice that it names.
    """
    low = with_digits(sentence.casefold())
    old, new = (
        str(value or "").replace("−", "-").replace(",", "").strip()
        for value in (change.old, change.new)
    )
    if not (_NUMBER.fullmatch(old) and _NUMBER.fullmatch(new)):
        named_choices = [each.casefold() for each in choices if each.casefold() in low]
        return not named_choices or new.casefold() in named_choices
    difference = Decimal(new) - Decimal(old)
    numbers = {Decimal(each) for each in re.findall(r"\b\d{1,6}\b", low)}
    up, down = _UP.search(low) is not None, _DOWN.search(low) is not None
    sign_fits = (up or not down or difference < 0) and (down or not up or difference > 0)
    is_set = Decimal(new) in numbers and _SETS.search(low) is not None
    return is_set or (sign_fits and (not numbers or abs(difference) in numbers))


def names_action(comment: str | None, name: str) -> bool:
    """Return whether a summary names an action, in any form of its words ("cast off" for "Casting
    Off").
    """
    wanted, written = (
        [_ENDING.sub("", word) for word in _WORD.findall(text.casefold())]
        for text in (name, (comment or "")[:500])
    )
    if not wanted or len(wanted) > _MOST_WORDS:
        return False
    return any(written[place : place + len(wanted)] == wanted for place in range(len(written)))


def others(edit: MadeEdit) -> list[PageChange]:
    """Return the changes of values that belong to somebody or something other than the editor;
    values of the game are left out.
    """
    return [change for change in edit.changes if change.kind is ChangeKind.VALUE and change.subject is not None
            and not same_name(change.subject, edit.one.player or "")]  # fmt: skip


def by_rule(edit: MadeEdit, context: EditContext) -> Account | None:
    """Return the rule that may have allowed the editor, an active player, to edit the tracking
    page: the values are their own or the game's, an action covers the edit, or the editor is the
    Emperor. Low if the editor is not known to have been active.
    """
    if edit.one.player is None or edit.revision.title == context.rules.page or not edit.changes:
        return None
    if all(
        change.kind in (ChangeKind.ROW_ADDED, ChangeKind.ROW_REMOVED) for change in edit.changes
    ):
        return _by_roster(edit, context)
    active = context.was_player(edit.one)
    if active is False or any(change.kind is not ChangeKind.VALUE for change in edit.changes):
        return None
    found = _of_values(edit, context, edit.one.player)
    if found is None or active:
        return found
    return replace(
        found, confidence=Confidence.LOW, why=f"{found.why}, if its editor was active then"
    )


def _of_values(edit: MadeEdit, context: EditContext, player: str) -> Account | None:
    """Return the authority for changes of values: the most certain action (for other players'
    values only if its sentence mentions others), the rule of the editor's own values or the game's,
    or the Emperor.
    """
    theirs = bool(context.of_players(others(edit)))
    names = {change.variable for change in edit.changes}
    rule = next(
        (variable.rule for variable in context.rules.variables if variable.name in names), None
    )
    for action_taken in actions_of(edit, context):
        if action_taken.confidence is not Confidence.LOW and (
            not theirs or _OTHERS.search(action_taken.action.quote)
        ):
            return Account(
                AccountKind.RULE,
                action_taken.action.rule or action_taken.action.name,
                Confidence.MEDIUM,
                action_taken.why,
            )
    if not theirs and rule is not None:
        return Account(
            AccountKind.RULE,
            rule,
            Confidence.MEDIUM,
            "it changed only the editor's own values, or the game's",
        )
    if theirs and context.is_emperor(player, edit.revision.timestamp):
        return Account(
            AccountKind.RULE, rule or "Emperor", Confidence.MEDIUM, "the Emperor made it"
        )
    return None


def _by_roster(edit: MadeEdit, context: EditContext) -> Account | None:
    """Return an account of rows added, removed or moved because players joined, left or became
    idle.
    """
    moment = edit.revision.timestamp
    changed = {name_key(change.subject or "") for change in edit.changes}
    if not all(
        context.came_or_went(key, moment - _AROUND_CHANGE, moment + _AROUND_CHANGE)
        for key in changed
    ):
        return None
    on_idling = (each.rule for each in context.rules.voting if each.topic == "idle")
    return Account(
        AccountKind.RULE,
        next(filter(None, on_idling), "Players"),
        Confidence.MEDIUM,
        "the players whose rows changed joined, left, or went idle or came back around that time",
    )


# Ascension Addresses

AFTER_ADDRESS = timedelta(days=1)
"""The time after an Address in which anybody may help its author."""
AROUND_ADDRESS = timedelta(days=3)
"""The time before and after an Address in which its author may prepare the pages."""

_SPEAKS = re.compile(r"\b(?:ascen\w*|address|dynast\w*|new emperor)\b", re.IGNORECASE)
_TOKEN = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*|\d+|[^\w\s]")
_ARTICLES = frozenset(("a", "an", "A", "An"))
_MOST_TOKENS = 3_000
_RESETS = (ChangeKind.RULE_REMOVED, ChangeKind.RULE_RENAMED, ChangeKind.RULE_MOVED)


def by_address(edit: MadeEdit, context: EditContext) -> Account | None:
    """Return the authority of the Ascension Address near an edit, made by its author, or by
    somebody else within a day. In the Ruleset an Address can only repeal dynastic rules, replace
    terms and set statuses.
    """
    found = (_by(edit, post, context) for post in context.timeline.addresses)
    return min(filter(None, found), key=lambda account: account.confidence.rank, default=None)


def _by(edit: MadeEdit, address: Post, context: EditContext) -> Account | None:
    assert address.posted is not None  # noqa: S101 - posts of the timeline have dates
    since = edit.revision.timestamp - address.posted
    player, user = edit.one.player, edit.revision.user
    by_author = (
        same_name(player, address.author)
        if player is not None
        else user is not None and user_key(user) == user_key(address.author)
    )
    on_that_day = timedelta() <= since <= AFTER_ADDRESS
    if not (on_that_day or (by_author and abs(since) <= AROUND_ADDRESS)):
        return None
    if by_author:
        # Before the Interregnum, the author of the Address was a player like any other.
        won = (
            since > timedelta()
            or context.timeline.interregnum_since(edit.revision.timestamp) is not None
        )
        confidence = Confidence.MEDIUM if won else Confidence.LOW
        if on_that_day:
            confidence = Confidence.HIGH
    else:
        confidence = (
            Confidence.MEDIUM
            if _SPEAKS.search((edit.revision.comment or "")[:500])
            else Confidence.LOW
        )
    beyond = False
    if edit.revision.title == context.rules.page:
        changes = sentence_changes(edit.old, edit.new)
        beyond = changes is None or not all(is_reset(change, address) for change in changes)
        repeals = all(change.kind in _RESETS for change in edit.changes)
        least_sure = Confidence.HIGH if repeals else Confidence.MEDIUM
        if beyond:
            least_sure = Confidence.LOW
        confidence = max(confidence, least_sure, key=lambda each: each.rank)
    made = (
        "its author made it within three days of"
        if by_author
        else "somebody else made it within a day after"
    )
    only = (
        "; but an Address only repeals dynastic rules, replaces terms and sets statuses"
        if beyond
        else ""
    )
    return Account(
        AccountKind.ADDRESS, address.title, confidence, f"{made} that Ascension Address{only}"
    )


def is_reset(change: SentenceChange, address: Post) -> bool:
    """Return whether a change follows from an Address: it repeals a dynastic rule that the Address
    does not keep, replaces a name, or sets a status.
    """
    if not change.came:
        kept_titles = kept_rules(address.body, change.titles)
        return change.kinds == {SectionKind.DYNASTIC} and (
            kept_titles is None or kept_titles.isdisjoint((*change.titles, *change.above))
        )
    text = _compared(address)
    return len(change.gone) == len(change.came) and all(
        _says_the_same(*pair, text) for pair in zip(change.gone, change.came, strict=True)
    )


@lru_cache(maxsize=4)
def _compared(address: Post) -> ComparedText:
    return ComparedText(f"{address.title}\n{address.body}")


def _says_the_same(old: str, new: str, address: ComparedText) -> bool:
    """Return whether two lines differ only in names that the Address has and the articles before
    them, or are headings that differ only in status.
    """
    if is_heading(old) is not is_heading(new):
        return False
    if is_heading(old) and without_status(old) == without_status(new):
        return True
    words, others = (_TOKEN.findall(in_words(line)) for line in (old, new))
    if len(words) + len(others) > _MOST_TOKENS:
        return False
    for tag, *places in SequenceMatcher(None, words, others, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        start, end, first, last = places
        removed, added = words[start:end], others[first:last]
        names = (
            word in _ARTICLES or (word[0].isupper() and not is_substance(word.casefold()))
            for word in (*removed, *added)
        )
        brought = [word.casefold() for word in added if word not in _ARTICLES]
        found_in_address = (
            any(address.has((form,)) for form in (name, singular(name), name.removesuffix("'s")))
            for name in brought
        )
        if not (removed and added and all(names) and all(found_in_address)):
            return False
    return True
