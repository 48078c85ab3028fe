"""The changes of one edit of the Ruleset as matters account for them, one after the other."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from difflib import SequenceMatcher, get_close_matches
from itertools import chain

from parsers.model import Revision
from parsers.patterns import later
from parsers.proposals.applying.alike import alike
from validators.edits.held import Difference, HeldEdit, Share
from validators.edits.intended import Enacted, EnactedMatters, Intended
from validators.edits.sentences import SentenceChange, in_words, is_heading, sentence_changes
from validators.spelling import is_spelling, repeated_words

_WORD = later(r"\w+")
_EVERYWHERE = later(
    r"\b(?:throughout|everywhere|wherever|all|every|each|any|ruleset|references?|instances?|mentions?|occurrences?)\b", re.IGNORECASE
)
_ALIKE, _SOMEWHAT_ALIKE = 0.5, 0.3
_MOST_TOGETHER = 4
_TIME_TO_RESOLVE = timedelta(hours=1)
"""The time that an Admin has to mark a matter as enacted after editing the Ruleset."""
_MOST_WORDS = 1_500
_LONG_WORD = 4
_HALF = 2
_FEWEST_WORDS = 4
_NEARLY_THE_SAME = 0.85
_MOST_SENTENCES = 60


@dataclass(frozen=True, slots=True)
class Begun:
    """A matter that an edit was the first to carry out, and the lines that it takes away (or edits made of them) and brings."""

    matter: Enacted
    moment: datetime
    gone: frozenset[str]
    came: frozenset[str]
    intended: Intended


class EditAccounting:
    """The changes of one edit as they are accounted for, one after the other."""

    def __init__(
        self, matters: EnactedMatters, old: str, revision: Revision, changes: tuple[SentenceChange, ...], begun: Mapping[str, Begun]
    ) -> None:
        self._matters, self._old, self._revision, self._changes, self._begun = matters, old, revision, changes, begun
        self.rest = list(changes)
        self._tried: list[tuple[Enacted, Intended]] = []
        self._shares: list[Share] = []
        self._differing: list[Difference] = []
        self._corrected: list[SentenceChange] = []
        self._joint: list[SentenceChange] = []
        self._together: list[str] = []

    def try_each(self, candidates: Iterable[Enacted]) -> None:
        """What each matter instructs by itself. No further one is asked once everything is accounted for."""
        for matter in candidates:
            if not self.rest:
                return
            intended = self._matters.intended(matter, self._old)
            if intended is not None:
                self._tried.append((matter, intended))
                self._take(matter, intended, [one for one in self.rest if any(_does(each, one) for each in intended.changes)])

    def _take(self, matter: Enacted, intended: Intended, done: Sequence[SentenceChange], *, whole: bool = False) -> None:
        if done:
            self.rest = [each for each in self.rest if each not in done]
            contents = {each.content for each in done}
            whole = whole or (intended.understood and all(each.content in contents for each in intended.changes))
            self._shares.append(Share(matter, intended, tuple(done), whole))

    def try_together(self) -> None:
        """What several matters instruct one after the other, which may be one change of the page."""
        relevant = [(one, made) for one, made in self._tried if made.left or self._reaches(made)][:_MOST_TOGETHER]
        relevant.sort(key=lambda pair: (pair[0].closed or pair[0].post.posted, pair[0].post.posted))
        if not self.rest or len(relevant) < _HALF or not any(self._reaches(made) for _, made in relevant):
            return
        for order in (relevant, relevant[::-1]):
            text, took = self._old, []
            for matter, intended in order:
                made = self._matters.intended(matter, text)
                if made is not None and made.text != text:
                    text = made.text
                    took.append((matter, intended))
            joint = sentence_changes(self._old, text) or ()
            self._together.append(text)
            done = [one for one in self.rest if any(_does(each, one) for each in joint)]
            if done and len(took) > 1:
                for matter, intended in took:
                    self._shares = [each for each in self._shares if each.matter is not matter]
                    self._shares.append(Share(matter, intended, tuple(done), whole=True))
                self.rest = [each for each in self.rest if each not in done]
                return
            self._joint += joint

    def _reaches(self, made: Intended) -> bool:
        """Whether a matter changes a place that the edit changes."""
        return any(_touches(one, other) for one in made.changes for other in self._changes)

    def complete(self, begun: Begun) -> None:
        """What an earlier edit left out, or got wrong, of a matter's instructions."""
        done = [one for one in self.rest if begun.came.issuperset(one.came) and begun.gone.issuperset(one.gone)]
        if done:
            self._take(begun.matter, begun.intended, done, whole=True)

    def differences(self) -> None:
        """What is nearly what a matter instructs, or another change of the same sentence with the matter in the summary."""
        for one in list(self.rest):
            options = [(each, pair) for pair in self._tried for each in pair[1].changes]
            options += [(each, self._owner(each, one)) for each in self._joint]
            scored = [(_similar(each, one), each, pair) for each, pair in options if _touches(each, one)]
            best = max(scored, key=lambda each: each[0], default=None)
            if best is not None:
                score, wanted, (matter, intended) = best
                same_place = bool(set(wanted.gone) & set(one.gone)) and matter.is_named(self._revision.comment)
                if score >= (_SOMEWHAT_ALIKE if same_place else _ALIKE):
                    self._differing.append(Difference(matter, intended, wanted, one))
                    self.rest.remove(one)

    def by_wording(self) -> None:
        """What stands word for word, or nearly so, in the text of a matter that was not understood whole."""
        for matter, intended in self._tried:
            if intended.understood:
                continue
            done = [one for one in self.rest if _is_worded(matter, one)]
            if done:
                self.rest = [each for each in self.rest if each not in done]
                self._shares.append(Share(matter, intended, tuple(done), whole=False, worded=True))
            for one in list(self.rest):
                wanted = _as_worded(matter, one)
                if wanted is not None:
                    self._differing.append(Difference(matter, intended, wanted, one, worded=True))
                    self.rest.remove(one)

    def _owner(self, wanted: SentenceChange, real: SentenceChange) -> tuple[Enacted, Intended]:
        """The matter of several done together whose text is not there as it should be."""
        missing = set(wanted.came) - set(real.came)
        asks = [pair for pair in self._tried if any(missing & set(each.came) for each in pair[1].changes)]
        return (asks or self._tried)[0]

    def spelling(self) -> None:
        """What corrects the spelling; words that the page has more than once are known ones."""
        pairs = [one for one in self.rest if one.gone and one.came and not any(map(is_heading, (*one.gone, *one.came)))]
        if pairs:
            known = repeated_words(self._revision.text or "")
            self._corrected = [one for one in pairs if _is_spelling(one, known)]
            self.rest = [each for each in self.rest if each not in self._corrected]

    def result(self) -> HeldEdit:
        """What came of it."""
        comment = self._revision.comment
        doubtful = [each for each in self._differing if any(one is not each.matter for one in self._concerned(each.real, comment))]
        differing = tuple(each for each in self._differing if each not in doubtful)
        rest = (*self.rest, *(each.real for each in doubtful))
        unsure = dict.fromkeys(chain.from_iterable(self._concerned(each, comment) for each in rest))
        return HeldEdit(self._changes, tuple(self._shares), differing, rest, tuple(self._corrected), tuple(unsure), self._due())

    def _due(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys([*self._together, *(made.text for _, made in self._tried if made.changes)]))

    def _concerned(self, change: SentenceChange, comment: str | None) -> list[Enacted]:
        """The matters of which a person may have carried out a part with a change.

        What was begun before is judged as it was instructed then: where it is done, its instructions find nothing any more. What was
        enacted long after the edit was no ground for it.
        """
        begun = self._begun
        tried = ((one, begun[one.post.key].intended if one.post.key in begun else made) for one, made in self._tried)
        until = self._revision.timestamp + _TIME_TO_RESOLVE
        in_time = ((one, made) for one, made in tried if one.closed is None or one.closed <= until or one.is_named(comment))
        return [one for one, made in in_time if _may_concern(one, made, change, comment)]


def _does(wanted: SentenceChange, real: SentenceChange) -> bool:
    """Whether an edit's change is one that is wanted, perhaps in another place, or a part of one."""
    if wanted.content == real.content:
        return not (wanted.kinds and real.kinds) or not wanted.kinds.isdisjoint(real.kinds)  # a core rule is no dynastic one
    return _touches(wanted, real) and _holds(wanted.gone, real.gone) and _holds(wanted.came, real.came)


def _is_worded(matter: Enacted, change: SentenceChange) -> bool:
    long = any(len(line.split()) >= _FEWEST_WORDS for line in (*change.gone, *change.came))
    return long and all(map(matter.has, (*change.gone, *change.came)))


def _as_worded(matter: Enacted, change: SentenceChange) -> SentenceChange | None:
    """The change with sentences of a matter's text in place of those that are nearly the same; None where others are among them."""
    if len(change.came) > _MOST_SENTENCES or not all(map(matter.has, change.gone)):
        return None
    wrong = [line for line in change.came if not matter.has(line)]
    close = {line: _closest(matter, line) for line in wrong if len(line.split()) >= _FEWEST_WORDS}
    if not wrong or len(close) < len(wrong) or not all(close.values()):
        return None
    return replace(change, came=tuple(close.get(line) or line for line in change.came))


def _closest(matter: Enacted, line: str) -> str | None:
    """The sentence of a matter's text that is most like one of the Ruleset, if it is nearly the same."""
    found = get_close_matches(line, matter.sentences, n=1, cutoff=_NEARLY_THE_SAME)
    return found[0] if found else None


def _touches(one: SentenceChange, other: SentenceChange) -> bool:
    return max(one.start, other.start) <= min(one.stop, other.stop)


def _holds(lines: Sequence[str], some: Sequence[str]) -> bool:
    """Whether some lines stand in others, one behind the other."""
    count = len(some)
    return any(tuple(lines[place : place + count]) == tuple(some) for place in range(len(lines) - count + 1))


def _similar(wanted: SentenceChange, real: SentenceChange) -> float:
    """How much of the words of two changes is the same, from 0 to 1."""
    one, other = (_WORD.findall(" ".join(each.came or each.gone))[:_MOST_WORDS] for each in (wanted, real))
    if bool(wanted.came) is not bool(real.came):
        return 0.0
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


def _is_spelling(change: SentenceChange, known: Collection[str]) -> bool:
    gone, came = (" ".join(map(in_words, lines)) for lines in change.content)
    return is_spelling(gone, came, known) is True


def _may_concern(matter: Enacted, intended: Intended, change: SentenceChange, comment: str | None) -> bool:
    """Whether what a person has to do for a matter may be this change."""
    if intended.understood and (intended.changes or not matter.is_named(comment)):
        return False
    if intended.unread or matter.is_named(comment):
        return True
    titles = {alike(title) for title in change.titles if title}
    if titles & intended.named or any(re.search(rf"(?<!\w){re.escape(title)}(?!\w)", matter.body) for title in titles):
        return True
    if not intended.open:
        return False
    if any(_EVERYWHERE.search(quote) for quote in intended.left):
        return True
    fresh = {word for line in change.came for word in _WORD.findall(alike(line)) if len(word) >= _LONG_WORD}
    return bool(fresh) and _HALF * len(fresh & set(_WORD.findall(matter.body))) >= len(fresh)
