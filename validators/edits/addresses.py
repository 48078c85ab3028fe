"""Edits that an Ascension Address accounts for: the new Emperor resets the game."""

from __future__ import annotations

from datetime import datetime, timedelta

from parsers.history.model import ChangeKind
from parsers.model import Confidence, Post, same_name
from parsers.patterns import later
from validators.edits.describing import user_key
from validators.edits.grounds import Grounds, MadeEdit
from validators.edits.model import Account, AccountKind
from validators.edits.resets import is_reset
from validators.edits.sentences import sentence_changes
from validators.words import counted

AFTER_ADDRESS = timedelta(days=1)
"""So long after an Address anybody may be helping its author."""
AROUND_ADDRESS = timedelta(days=3)
"""So long before and after it its author may be preparing the pages."""

_SPEAKS = later(r"\b(?:ascen\w*|address|dynast\w*|new emperor)\b", 2)
_RESETS = (ChangeKind.RULE_REMOVED, ChangeKind.RULE_RENAMED, ChangeKind.RULE_MOVED)


def by_address(edit: MadeEdit, grounds: Grounds) -> Account | None:
    """An Ascension Address near the edit: its author's, or one that somebody else's summary speaks of within a day.

    In the Ruleset it may repeal dynastic rules, replace terms and set statuses, and nothing else.
    """
    found = (_by(edit, post, grounds) for post in grounds.timeline.addresses)
    return min(filter(None, found), key=lambda account: account.confidence.rank, default=None)


def _by(edit: MadeEdit, address: Post, grounds: Grounds) -> Account | None:
    assert address.posted is not None  # noqa: S101 - posts of the timeline have dates
    since = edit.revision.timestamp - address.posted
    player, user = edit.one.player, edit.revision.user
    own = same_name(player, address.author) if player is not None else user is not None and user_key(user) == user_key(address.author)
    if not (timedelta() <= since <= AFTER_ADDRESS or (own and abs(since) <= AROUND_ADDRESS)):
        return None
    sure = _sure_of_time(edit.revision.timestamp, since, grounds) if own else _sure_of_helper(edit)
    beyond = edit.revision.title == grounds.rules.page and not _resets(edit)
    if beyond:
        sure = Confidence.LOW
    elif edit.revision.title == grounds.rules.page and not all(change.kind in _RESETS for change in edit.changes):
        sure = max(sure, Confidence.MEDIUM, key=lambda each: each.rank)
    whose = "its author made it" if own else "somebody else made it"
    when = "the day of" if abs(since) <= AFTER_ADDRESS else f"{counted(round(abs(since) / timedelta(days=1)), 'day')} from"
    only = "; but an Address only repeals dynastic rules, replaces terms and sets statuses" if beyond else ""
    why = f"{whose} within {when} that Ascension Address{only}"
    return Account(AccountKind.ADDRESS, address.title, sure, why)


def _sure_of_time(moment: datetime, since: timedelta, grounds: Grounds) -> Confidence:
    if timedelta() <= since <= AFTER_ADDRESS:
        return Confidence.HIGH
    if since > AFTER_ADDRESS or grounds.timeline.interregnum_since(moment) is not None:
        return Confidence.MEDIUM
    return Confidence.LOW  # before the Interregnum, whoever was to make the Address was one player among others


def _sure_of_helper(edit: MadeEdit) -> Confidence:
    return Confidence.MEDIUM if _SPEAKS.search((edit.revision.comment or "")[:500]) else Confidence.LOW


def _resets(edit: MadeEdit) -> bool:
    """Whether all changes of the Ruleset are of kinds that an Address makes."""
    changes = sentence_changes(edit.old, edit.new)
    return changes is not None and all(map(is_reset, changes))
