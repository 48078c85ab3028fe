"""Edits that an Ascension Address accounts for: the new Emperor resets the game."""

from __future__ import annotations

import re
from datetime import timedelta
from difflib import SequenceMatcher
from functools import lru_cache

from parsers.history.page_change import ChangeKind
from parsers.model import Confidence, Post, same_name
from parsers.ruleset.ascension_address import kept_rules
from parsers.ruleset.ruleset_model import SectionKind
from parsers.ruleset.terms import guess_singular
from validators.edits.described_edits import Account, AccountKind, MadeEdit, user_key
from validators.edits.edit_context import EditContext
from validators.edits.sentence_changes import SentenceChange, in_words, is_heading, sentence_changes, without_status
from validators.edits.text_overlap import ComparedText, is_substance

AFTER_ADDRESS = timedelta(days=1)
"""So long after an Address anybody may be helping its author."""
AROUND_ADDRESS = timedelta(days=3)
"""So long before and after it its author may be preparing the pages."""

_SPEAKS = re.compile(r"\b(?:ascen\w*|address|dynast\w*|new emperor)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*|\d+|[^\w\s]")
_ARTICLES = frozenset(("a", "an", "A", "An"))
_MOST_WORDS = 3_000
_RESETS = (ChangeKind.RULE_REMOVED, ChangeKind.RULE_RENAMED, ChangeKind.RULE_MOVED)


def by_address(edit: MadeEdit, context: EditContext) -> Account | None:
    """An Ascension Address near the edit: its author's, or one that somebody else's summary speaks of within a day.

    In the Ruleset it may repeal dynastic rules, replace terms and set statuses, and nothing else.
    """
    found = (_by(edit, post, context) for post in context.timeline.addresses)
    return min(filter(None, found), key=lambda account: account.confidence.rank, default=None)


def _by(edit: MadeEdit, address: Post, context: EditContext) -> Account | None:
    assert address.posted is not None  # noqa: S101 - posts of the timeline have dates
    since = edit.revision.timestamp - address.posted
    player, user = edit.one.player, edit.revision.user
    own = same_name(player, address.author) if player is not None else user is not None and user_key(user) == user_key(address.author)
    on_that_day = timedelta() <= since <= AFTER_ADDRESS
    if not (on_that_day or (own and abs(since) <= AROUND_ADDRESS)):
        return None
    if own:
        sure = Confidence.HIGH if on_that_day else Confidence.MEDIUM
    else:
        sure = Confidence.MEDIUM if _SPEAKS.search((edit.revision.comment or "")[:500]) else Confidence.LOW
    beyond = False
    if edit.revision.title == context.rules.page:
        changes = sentence_changes(edit.old, edit.new)
        beyond = changes is None or not all(is_reset(change, address) for change in changes)
        repeals = all(change.kind in _RESETS for change in edit.changes)
        least = Confidence.LOW if beyond else Confidence.HIGH if repeals else Confidence.MEDIUM
        sure = max(sure, least, key=lambda each: each.rank)
    made = "its author made it within three days of" if own else "somebody else made it within a day after"
    only = "; but an Address only repeals dynastic rules, replaces terms and sets statuses" if beyond else ""
    return Account(AccountKind.ADDRESS, address.title, sure, f"{made} that Ascension Address{only}")


def is_reset(change: SentenceChange, address: Post) -> bool:
    """Whether an Address makes such changes: a dynastic rule repealed that it does not keep, a name replaced, a status set."""
    if not change.came:
        kept = kept_rules(address.body, change.titles)
        return change.kinds == {SectionKind.DYNASTIC} and (kept is None or kept.isdisjoint((*change.titles, *change.above)))
    text = _compared(address)
    return len(change.gone) == len(change.came) and all(_says_the_same(*pair, text) for pair in zip(change.gone, change.came, strict=True))


@lru_cache(maxsize=4)
def _compared(address: Post) -> ComparedText:
    return ComparedText(f"{address.title}\n{address.body}")


def _says_the_same(old: str, new: str, address: ComparedText) -> bool:
    """Whether two lines are the same but for names and the articles before them, or are headings that differ in their status."""
    if is_heading(old) is not is_heading(new):
        return False
    if is_heading(old) and without_status(old) == without_status(new):
        return True
    words, others = (_WORD.findall(in_words(line)) for line in (old, new))
    if len(words) + len(others) > _MOST_WORDS:
        return False
    for tag, a, b, c, d in SequenceMatcher(None, words, others, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        gone, came = words[a:b], others[c:d]
        names = (word in _ARTICLES or (word[0].isupper() and not is_substance(word.casefold())) for word in (*gone, *came))
        brought = [word.casefold() for word in came if word not in _ARTICLES]
        told = (any(address.has((form,)) for form in (name, guess_singular(name), name.removesuffix("'s"))) for name in brought)
        if not (gone and came and all(names) and all(told)):
            return False
    return True
