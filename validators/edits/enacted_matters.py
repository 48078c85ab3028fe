"""The matters that were enacted, or were not: which may account for an edit by time or summary, and
what of them is nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property, lru_cache
from html import escape

from parsers.history.page_change import read_revision
from parsers.instructions.application import apply_instructions
from parsers.instructions.instruction_model import Instruction, Relation
from parsers.instructions.reader import MatterReading, read_instructions
from parsers.model import MatterKind, Post, Status
from parsers.ruleset.ruleset_model import Rule, SectionKind
from parsers.ruleset.sentences import straight
from parsers.wiki.inline import decode
from validators.edits.text_overlap import RUN, SOME, ComparedText, Roles, Words, words_of
from validators.voting.dated_posts import DatedPost, misdated
from validators.voting.timeline import Timeline
from validators.words import shortened, span

AROUND = timedelta(days=1)
"""How long before or after its resolution a matter is looked at for every edit."""
_PENDS = timedelta(days=30)
_LONG_AGO = timedelta(days=365)
_MOST = 12
_MOST_CHARS = 60_000
_SHORTEST_SUBJECT = 3
_SHORTEST_TELLING = 5
"""Letters of a word that tells what a sentence is about."""
_MOST_SHOWN = 100
_FEWEST_WORDS = 3
"""A shorter text stands somewhere by chance."""
_ADDING = ("add-rule", "add-text", "replace-rule")
_ROLES = frozenset(("player", "players", "emperor", "emperors"))


@dataclass(frozen=True)
class EnactedMatter:
    """A matter, and when it was resolved; None where its time cannot be right."""

    post: DatedPost
    closed: datetime | None
    roles: Roles

    @cached_property
    def text(self) -> ComparedText:
        """Its title and body as they are compared with edits."""
        return ComparedText(f"{self.post.title}\n{self.post.body[:_MOST_CHARS]}", self.roles)

    @cached_property
    def brings(self) -> ComparedText:
        """The same without the texts that it says are to go."""
        return self._without([step.old.text for step in self.reading.steps if step.old is not None])

    @cached_property
    def takes(self) -> ComparedText:
        """The same without the texts that it says are to come."""
        return self._without(
            [line for step in self.reading.steps for line in decode(step.new or "").split("\n")]
        )

    def _without(self, texts: Sequence[str]) -> ComparedText:
        body = " ".join(straight(self.post.body[:_MOST_CHARS]).split())
        for text in texts:
            plain = " ".join(straight(text).split())
            if len(plain.split()) > 1:
                body = re.sub(rf"(?<!\w){re.escape(plain)}(?!\w)", " | ", body)
        return ComparedText(f"{self.post.title}\n{body}", self.roles) if texts else self.text

    @cached_property
    def reading(self) -> MatterReading:
        """What it instructs, as far as its sentences fit a form."""
        return read_instructions(self.post.html)

    @cached_property
    def unread(self) -> tuple[str, ...]:
        """The parts of it that were not read, and may instruct anything."""
        whole = (self.post.body[:_MOST_CHARS],) if self.reading.unread else ()
        return (*whole, *self.reading.open, *self.reading.struck)

    @cached_property
    def supposed(self) -> MatterReading:
        """The same, where everything behind the first line that ends with a colon is taken for one
        text, if it is all read then.
        """
        lines = [escape(line) for line in self.post.body[:_MOST_CHARS].split("\n") if line.strip()]
        place = next(
            (number for number, line in enumerate(lines, 1) if line.rstrip().endswith(":")), 0
        )
        told, text = (
            "".join(f"<p>{line}</p>" for line in some) for some in (lines[:place], lines[place:])
        )
        found = (
            read_instructions(f"{told}<blockquote>{text}</blockquote>")
            if self.unread and place
            else self.reading
        )
        return self.reading if found.open or found.struck or found.unread else found

    def names(self, titles: Iterable[str]) -> bool:
        """Whether it names one of these rules."""
        return any(self.text.has(words_of(title, self.roles)) for title in titles)

    def unread_about(self, titles: Iterable[str], words: Words) -> str | None:
        """A part that was not read and may be about a change: the matter names the rule, or the
        part shares telling words with it.
        """
        telling = {
            word for word in words if word.isdigit() or len(word) >= _SHORTEST_TELLING
        } - _ROLES
        about = self.names(titles)
        return next(
            (
                part
                for part in self.unread
                if about or not telling.isdisjoint(words_of(part, self.roles))
            ),
            None,
        )

    def when(self, moment: datetime) -> str:
        """How long before or after its enactment something was done, in words."""
        if self.closed is None:
            return "at an unknown time"
        return (
            f"{span(self.closed - moment)} later"
            if self.closed > moment
            else f"{span(moment - self.closed)} before"
        )


def has_subject(comment: str | None, post: Post) -> bool:
    """Whether an edit summary has a matter's subject as words of their own."""
    subject, written = (
        " ".join(straight(text).casefold().split())
        for text in (post.subject, (comment or "")[:1_000])
    )
    there = len(subject) >= _SHORTEST_SUBJECT and subject in written
    return there and re.search(rf"(?<!\w){re.escape(subject)}(?!\w)", written) is not None


class EnactedMatters:
    """The Proposals and CfJs of a view, the oldest resolution first."""

    def __init__(self, timeline: Timeline, roles: Roles) -> None:
        made = [post for post in timeline.matters if post.category.matter is not MatterKind.DOV]
        every = [
            EnactedMatter(post, None if misdated(post) else post.closed, roles) for post in made
        ]
        every.sort(key=lambda one: one.closed or one.post.posted)
        self.all = [one for one in every if one.post.status is Status.ENACTED]
        self._others = [one for one in every if one.post.status is not Status.ENACTED]

    def around(self, moment: datetime, comment: str | None) -> list[EnactedMatter]:
        """Those that may account for an edit: named in its summary, or enacted within a day of it.
        One whose time of enactment is not known counts for a month after it was posted.
        """

        def in_time(one: EnactedMatter) -> bool:
            return (
                one.post.posted <= moment <= one.post.posted + _PENDS
                if one.closed is None
                else abs(one.closed - moment) <= AROUND
            )

        return _closest(
            [one for one in self.all if in_time(one) or has_subject(comment, one.post)],
            moment,
            comment,
        )

    def not_enacted(self, moment: datetime, comment: str | None) -> list[EnactedMatter]:
        """Those that were not enacted, or are not yet, and were pending around a moment or are
        named.
        """
        pending = (
            one
            for one in self._others
            if one.closed is None or one.closed >= moment - AROUND or has_subject(comment, one.post)
        )
        return _closest(pending, moment, comment)

    def long_before(self, moment: datetime) -> list[EnactedMatter]:
        """Those that were enacted in the year before, the latest first: what was not carried out by
        then may be now.
        """
        return [
            each
            for each in reversed(self.all)
            if each.closed is not None and moment - _LONG_AGO <= each.closed < moment - AROUND
        ]


def _closest(
    some: Iterable[EnactedMatter], moment: datetime, comment: str | None
) -> list[EnactedMatter]:
    posted = (one for one in some if one.post.posted <= moment + AROUND)
    return sorted(
        posted,
        key=lambda one: (
            not has_subject(comment, one.post),
            abs((one.closed or one.post.posted) - moment),
        ),
    )[:_MOST]


@dataclass(frozen=True, slots=True)
class Missing:
    """A step of a matter that no text of the Ruleset shows the outcome of: ``says`` is a clause,
    ``what`` a few stable words. ``change`` makes up for it where that is exactly known: it ``adds``
    a rule or a text.
    """

    step: Instruction
    says: str
    what: str
    unsure: bool = False
    change: Instruction | None = None
    adds: str = ""


@lru_cache(maxsize=12)
def _rules(text: str, roles: Roles) -> tuple[tuple[Rule, ComparedText], ...]:
    return tuple(
        (rule, ComparedText(f"{rule.title}\n{rule.text}", roles))
        for rule in read_revision(text).rules
    )


def missing(
    one: EnactedMatter, texts: Sequence[str], later: Sequence[EnactedMatter]
) -> Iterator[Missing]:
    """What a matter instructs and none of these texts has, the Ruleset in force first, unless a
    later matter is about it.
    """
    for step in one.supposed.steps:
        title = step.title or (step.rule.title if step.rule is not None else "")
        name, new = words_of(title), words_of(decode(step.new or ""))
        if any(
            (title and each.text.quotes(name)) or (len(new) >= RUN and each.text.shares_run(new))
            for each in later
        ):
            continue
        said = bool(title) and any(each.names([title]) for each in later)
        lacks = _lacks_text if step.kind in _ADDING else _lacks_change
        now = lacks(step, title, texts[0], one.roles, said)
        if now is not None and all(lacks(step, title, text, one.roles, said) for text in texts[1:]):
            yield now


def _lacks_change(
    step: Instruction, title: str, text: str, _roles: Roles, said: bool
) -> Missing | None:
    """A change that can still be made, so that nobody made it."""
    if step.kind == "move-rule" or (step.old is not None and not step.old.text):
        return None
    if not apply_instructions((step,), text, subrules_included=False).outcomes[0].applied:
        return None
    if step.old is None:
        repeals = step.kind == "repeal-rule"
        says = (
            f"the rule “{title}”, which it repeals, is still there"
            if repeals
            else f"no rule is called “{title}”"
        )
        return Missing(step, says, f"{'repeal' if repeals else 'title'} {title}", said)
    told = f", and not “{decode(step.new)}”" if step.new else ""
    return Missing(
        step,
        f"“{step.old.text}” still stands in “{title}”{told}",
        f"words {title} {' '.join(words_of(step.old.text))[:60]}",
        said,
    )


def _lacks_text(
    step: Instruction, title: str, text: str, roles: Roles, said: bool
) -> Missing | None:
    """A line of the text that is to be added."""
    every = _rules(text, roles)
    rules = [rule for rule, _ in every if title and rule.title.casefold() == title.casefold()]
    new = step.kind == "add-rule"
    lines = [
        line
        for line in decode(step.new or "").split("\n")
        if len(words_of(line, roles)) > _FEWEST_WORDS
    ]
    for line in lines:
        words = words_of(line, roles)
        share = max((each.share(words) for _, each in every), default=0)
        if share < 1:
            like = share >= SOME
            # A rule that is there with another text, or that is not there to be added to, was
            # changed by something not known here.
            unsure = said or like or bool(rules) is new or step.kind == "replace-rule"
            adds = f"to “{title}”" if title else "to it"
            if new:
                adds = f"as the rule “{title}”"
            says = (
                f"the text it adds {adds} is {'there otherwise' if like else 'not in the Ruleset'}:"
                f" “{shortened(line, _MOST_SHOWN)}”"
            )
            where = (
                f"the rule “{title}” to the Dynastic Rules"
                if new
                else f"the enacted text to “{title}”"
            )
            return Missing(
                step,
                says,
                f"{'rule' if new else 'text'} {title}",
                unsure,
                _adding(step, rules),
                where,
            )
    if new and not rules and not lines:
        return Missing(
            step, f"no rule is called “{title}”", f"rule {title}", said, _adding(step, rules)
        )
    return None


def _adding(step: Instruction, rules: Sequence[Rule]) -> Instruction | None:
    """The step itself, where it adds a text at the end of the Dynastic Rules or of a rule."""
    name, where = step.rule, step.where
    if (
        name is None
        or not step.new
        or (where is not None and (where.relation is not Relation.END or where.passage is not None))
    ):
        return None
    new = (
        step.kind == "add-rule"
        and not rules
        and where is None
        and not name.parent
        and name.section in ("", "dynastic")
    )
    return (
        step
        if new
        or (step.kind == "add-text" and len(rules) == 1 and rules[0].kind is SectionKind.DYNASTIC)
        else None
    )
