"""Edits of the Ruleset that a rule allows: a rule that lets somebody change its own text or that of others, and empty rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from parsers.history.rules import read_revision
from parsers.model import Confidence
from parsers.numbers import with_digits
from parsers.patterns import later
from parsers.proposals.applying.alike import alike, same_case
from parsers.ruleset.model import Rule, SectionKind
from parsers.ruleset.sentences import split_sentences
from parsers.ruleset.terms import read_terms
from validators.edits.allowing import Permission, Reach, Who, permissions_of
from validators.edits.grounds import Grounds, MadeEdit
from validators.edits.model import Account, AccountKind
from validators.edits.permission_words import TextDeed
from validators.edits.sentences import SentenceChange, in_words, is_heading, sentence_changes

_WORD = later(r"[^\W_]+(?:'[^\W_]+)*")
_NUMBER = later(r"\d+(?:\.\d+)?")
_OF_RULESET = later(r"\b(?:ruleset|rulestext|ruletext)\b")
_MODAL = later(r"\b(?:may|can|cannot|must|shall|should|will|is|are)\b")
_EXCEPT = later(r"\b(?:but|except|save|than)\b")
_NAMED = later(r"(?<!is )(?<!are )(?<!was )(?<!been )\b(?:named|called)\b")
_MOST_OF_DATA = 12
_MOST_WORDS = 3_000


def by_permission(edit: MadeEdit, grounds: Grounds) -> Account | None:
    """The rule that lets somebody change the text which an edit of the Ruleset changes.

    High for a dynastic rule without text that was deleted; else medium, for whether the edit does what the rule allows takes a reader.
    """
    if edit.revision.title != grounds.rules.page or edit.new == edit.old:
        return None
    changes = sentence_changes(edit.old, edit.new)
    if not changes:
        return None
    if all(only_empty_rules(change) for change in changes):
        return Account(AccountKind.RULE, "Rules and Votable Matters", Confidence.HIGH, "it deletes a dynastic rule without any text")
    allowing = [permission(change, edit, grounds) for change in changes]
    found = [each for each in allowing if each is not None]
    if len(found) < len(changes):
        return None
    allowed, sure = max(found, key=lambda each: each[1].rank)
    return Account(AccountKind.RULE, allowed.rule.title, sure, f"the rule says: “{allowed.quote[:200]}”")


def only_empty_rules(change: SentenceChange) -> bool:
    """Whether a change only deletes headings of dynastic rules that have no text."""
    gone = change.gone
    return not change.came and bool(gone) and all(map(is_heading, gone)) and change.alone and change.kinds == {SectionKind.DYNASTIC}


def permission(change: SentenceChange, edit: MadeEdit, grounds: Grounds) -> tuple[Permission, Confidence] | None:
    """The sentence that surest allows a change, as the Ruleset stood before it: low where it does not say who may, or nobody knows."""
    found: tuple[Permission, Confidence] | None = None
    for one in _permissions(edit.old):
        if _is_about(one, change, edit.old) and _does(one, change, edit):
            sure = _allowed(one, edit, grounds)
            if sure is Confidence.MEDIUM:
                return one, sure
            found = found or (None if sure is None else (one, sure))
    return found


def _allowed(one: Permission, edit: MadeEdit, grounds: Grounds) -> Confidence | None:
    """How sure it is that a sentence speaks of the editor; None where it speaks of others."""
    player, moment = edit.one.player or edit.revision.user, edit.revision.timestamp
    if not player:
        return Confidence.LOW  # whoever's name is hidden may be anybody
    actor, name = alike(one.actor), re.compile(rf"(?<![\w-]){re.escape(alike(player))}(?![\w-])")
    found = name.search(actor)
    if found is not None and _EXCEPT.search(actor[: found.start()]):
        return None
    if _NAMED.search(actor) or (found is not None and not one.who):
        return Confidence.MEDIUM if found is not None else None
    active = grounds.was_player(edit.one)
    is_one = {
        Who.PLAYER: active,
        Who.EMPEROR: grounds.is_emperor(player, moment),
        Who.ADMIN: grounds.was_admin(player, moment),
    }
    if any(is_one[who] is not False for who in one.but):
        return None if any(is_one[who] for who in one.but) else Confidence.LOW
    # Nobody may be told, or somebody by a role that only a reader knows.
    answers = [is_one[who] for who in one.who] or [None if active is not False else False]
    return Confidence.MEDIUM if True in answers else Confidence.LOW if None in answers else None


def _is_about(one: Permission, change: SentenceChange, before: str) -> bool:
    """Whether a sentence speaks of the text that a change is in."""
    if change.kinds & {SectionKind.CORE, SectionKind.APPENDIX}:
        return False
    # What is new has a rule above it, but for a title that is new.
    titles = {alike(title) for title in change.titles if title} & _titles(before)
    about = titles or ({alike(change.above[-1])} if len(change.above) > 1 else set())
    if about and all(_names(one.quote, title) for title in about):
        return True
    if one.reach is Reach.ANY:
        return change.kinds == {SectionKind.DYNASTIC} and (
            one.sub or not one.whole or one.deed is not TextDeed.ADD or len(change.above) == 1
        )
    its = change.kinds == {one.rule.kind} and about == {alike(one.rule.title)}
    return one.reach is Reach.OWN and its and (not one.within or _is_within(one, change))


def _is_within(one: Permission, change: SentenceChange) -> bool:
    """Whether only the sentence or paragraph is changed that a permission is for; where text is added is not known."""
    within = all(alike(in_words(line)) in alike(one.within) for line in change.gone)
    return within and (bool(change.gone) or one.deed is TextDeed.ADD)


def _names(quote: str, title: str) -> bool:
    """Whether a sentence names a rule as one: in quotation marks, or beside that word."""
    name = re.escape(title)
    return re.search(rf"[\"']{name}[\"']|\brules? (?:called |named )?{name}(?!\w)|(?<!\w){name} (?:sub-?)?rule\b", alike(quote)) is not None


def _does(one: Permission, change: SentenceChange, edit: MadeEdit) -> bool:
    """Whether a change does what a sentence allows, and nothing else."""
    gone, came = (sum(map(is_heading, lines)) for lines in change.content)
    if one.deed is TextDeed.RENAME:
        return gone == came == len(change.gone) == len(change.came)
    if one.deed is TextDeed.REPLACE:
        fits = bool(change.gone) and bool(change.came) and (gone == came if one.whole else not gone + came)
    elif one.deed is TextDeed.AMEND:
        fits = gone == came if one.whole else not gone + came
        fits = fits or (one.whole and one.reach is Reach.ANY and _OF_RULESET.search(alike(one.quote)) is not None)
    else:
        fits = bool(gone + came) is one.whole
        fits = fits and (
            _only_adds(*change.content) and _has_texts(one, change) if one.deed is TextDeed.ADD else _only_adds(*change.content[::-1])
        )
    if not fits or (one.numbers and not _only_numbers(change)):
        return False
    return not one.items or all(_is_data(line, edit) for line in (*change.gone, *change.came))


def _only_numbers(change: SentenceChange) -> bool:
    """Whether only numbers differ."""
    old, new = (_NUMBER.sub("0", with_digits(alike(" ".join(map(in_words, lines))))) for lines in change.content)
    return old == new


def _only_adds(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether nothing goes, or lines only have more words than before."""
    if not old:
        return True
    words, others = (_WORD.findall(" ".join(map(in_words, lines))) for lines in (old, new))
    if len(words) + len(others) > _MOST_WORDS:
        return False
    return all(tag in ("equal", "insert") for tag, *_ in SequenceMatcher(None, words, others, autojunk=False).get_opcodes())


def _has_texts(one: Permission, change: SentenceChange) -> bool:
    """Whether the text is there that a sentence has in quotation marks, but for single letters, which stand for something."""
    came = Counter(_WORD.findall(alike(" ".join(change.came))))
    return all(came[word] for text in one.texts for word in _WORD.findall(alike(text)) if len(word) > 1)


def _is_data(line: str, edit: MadeEdit) -> bool:
    """Whether a line is a list item, or like the cell of a table: short, and no sentence."""
    if line in _items(edit.old) or line in _items(edit.new):
        return True
    return len(line.split()) <= _MOST_OF_DATA and not line.endswith((".", "!", "?", ":")) and _MODAL.search(line) is None


@lru_cache(maxsize=8)
def _titles(text: str) -> frozenset[str]:
    """The titles of the rules of a Ruleset."""
    return frozenset(alike(rule.title) for rule in read_revision(text).rules if rule.title)


@lru_cache(maxsize=8)
def _items(text: str) -> frozenset[str]:
    """The sentences of the list items of a Ruleset."""
    blocks = (block for rule in read_revision(text).rules for block in rule.blocks if block.depth)
    return frozenset(same_case(sentence) for block in blocks for sentence in split_sentences(block.text))


@lru_cache(maxsize=8)
def _permissions(text: str) -> tuple[Permission, ...]:
    rules: Sequence[Rule] = read_revision(text).rules
    return tuple(permissions_of(rules, read_terms(rules)[0]))
