"""The matters that may have allowed an edit, by time or summary, and the instructions that were not
carried out.
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
"""The time before and after the resolution of a matter in which it may account for any edit."""
_PENDS = timedelta(days=30)
_LONG_AGO = timedelta(days=365)
_MOST = 12
_MOST_CHARS = 60_000
_SHORTEST_SUBJECT = 3
_SHORTEST_TELLING = 5
"""The minimum length of a word that shows what a sentence is about."""
_MOST_SHOWN = 100
_FEWEST_WORDS = 3
"""A text with at most this many words can occur by chance."""
_ADDING = ("add-rule", "add-text", "replace-rule")
_ROLES = frozenset(("player", "players", "emperor", "emperors"))


@dataclass(frozen=True)
class EnactedMatter:
    """A matter and its time of resolution; None if that time is impossible."""

    post: DatedPost
    closed: datetime | None
    roles: Roles

    @cached_property
    def text(self) -> ComparedText:
        """Its title and body, to be compared with edits."""
        return ComparedText(f"{self.post.title}\n{self.post.body[:_MOST_CHARS]}", self.roles)

    @cached_property
    def brings(self) -> ComparedText:
        """Its ``text`` without the texts that it removes."""
        return self._without([step.old.text for step in self.reading.steps if step.old is not None])

    @cached_property
    def takes(self) -> ComparedText:
        """Its ``text`` without the texts that it adds."""
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
        """Its instructions, as far as its sentences have a known form."""
        return read_instructions(self.post.html)

    @cached_property
    def unread(self) -> tuple[str, ...]:
        """Its unread parts, which can instruct anything."""
        entire_text = (self.post.body[:_MOST_CHARS],) if self.reading.unread else ()
        return (*entire_text, *self.reading.open, *self.reading.struck)

    @cached_property
    def supposed(self) -> MatterReading:
        """Its instructions if everything after the first line that ends with a colon is one text,
        provided that nothing is left unread then; else :attr:`reading`.
        """
        lines = [escape(line) for line in self.post.body[:_MOST_CHARS].split("\n") if line.strip()]
        place = next(
            (number for number, line in enumerate(lines, 1) if line.rstrip().endswith(":")), 0
        )
        introduction, text = (
            "".join(f"<p>{line}</p>" for line in some) for some in (lines[:place], lines[place:])
        )
        found = (
            read_instructions(f"{introduction}<blockquote>{text}</blockquote>")
            if self.unread and place
            else self.reading
        )
        return self.reading if found.open or found.struck or found.unread else found

    def names(self, titles: Iterable[str]) -> bool:
        """Return whether it names one of these rules."""
        return any(self.text.has(words_of(title, self.roles)) for title in titles)

    def unread_about(self, titles: Iterable[str], words: Words) -> str | None:
        """Return an unread part that may be about a change, because the matter names the rule or
        the part shares significant words with the change; None if there is none.
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
        """Return the time between its enactment and a moment, in words."""
        if self.closed is None:
            return "at an unknown time"
        return (
            f"{span(self.closed - moment)} later"
            if self.closed > moment
            else f"{span(moment - self.closed)} before"
        )


def has_subject(comment: str | None, post: Post) -> bool:
    """Return whether an edit summary contains a matter's subject as separate words."""
    subject, written = (
        " ".join(straight(text).casefold().split())
        for text in (post.subject, (comment or "")[:1_000])
    )
    contained = len(subject) >= _SHORTEST_SUBJECT and subject in written
    return contained and re.search(rf"(?<!\w){re.escape(subject)}(?!\w)", written) is not None


class EnactedMatters:
    """The Proposals and CfJs of a view, in the order of resolution."""

    def __init__(self, timeline: Timeline, roles: Roles) -> None:
        made = [post for post in timeline.matters if post.category.matter is not MatterKind.DOV]
        every = [
            EnactedMatter(post, None if misdated(post) else post.closed, roles) for post in made
        ]
        every.sort(key=lambda matter: matter.closed or matter.post.posted)
        self.all = [matter for matter in every if matter.post.status is Status.ENACTED]
        self._others = [matter for matter in every if matter.post.status is not Status.ENACTED]

    def around(self, moment: datetime, comment: str | None) -> list[EnactedMatter]:
        """Return the matters that may have allowed an edit: named in its summary, or enacted within
        a day of it. A matter with an unknown time of enactment counts for a month after it was
        posted.
        """

        def in_time(matter: EnactedMatter) -> bool:
            return (
                matter.post.posted <= moment <= matter.post.posted + _PENDS
                if matter.closed is None
                else abs(matter.closed - moment) <= AROUND
            )

        return _closest(
            [matter for matter in self.all if in_time(matter) or has_subject(comment, matter.post)],
            moment,
            comment,
        )

    def not_enacted(self, moment: datetime, comment: str | None) -> list[EnactedMatter]:
        """Return the matters not enacted (or not yet) that were pending around a moment, or that a
        summary names.
        """
        pending = (
            matter
            for matter in self._others
            if matter.closed is None
            or matter.closed >= moment - AROUND
            or has_subject(comment, matter.post)
        )
        return _closest(pending, moment, comment)

    def long_before(self, moment: datetime) -> list[EnactedMatter]:
        """Return the matters enacted in the year before a moment, latest first: they may be carried
        out late.
        """
        return [
            matter
            for matter in reversed(self.all)
            if matter.closed is not None and moment - _LONG_AGO <= matter.closed < moment - AROUND
        ]


def _closest(
    matters: Iterable[EnactedMatter], moment: datetime, comment: str | None
) -> list[EnactedMatter]:
    posted = (matter for matter in matters if matter.post.posted <= moment + AROUND)
    return sorted(
        posted,
        key=lambda matter: (
            not has_subject(comment, matter.post),
            abs((matter.closed or matter.post.posted) - moment),
        ),
    )[:_MOST]


@dataclass(frozen=True, slots=True)
class Missing:
    """A step of a matter that was not carried out. ``says`` is a clause, ``what`` a few stable
    words. ``change`` carries out the step, if it is known exactly, and ``adds`` names the rule or
    text to add.
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
    matter: EnactedMatter, texts: Sequence[str], later: Sequence[EnactedMatter]
) -> Iterator[Missing]:
    """Yield the instructions of a matter that no text shows as carried out, unless a later matter
    is about the same. The first text is the Ruleset in force.
    """
    for step in matter.supposed.steps:
        title = step.title or (step.rule.title if step.rule is not None else "")
        name, new = words_of(title), words_of(decode(step.new or ""))
        if any(
            (title and later_matter.text.quotes(name))
            or (len(new) >= RUN and later_matter.text.shares_run(new))
            for later_matter in later
        ):
            continue
        named_later = bool(title) and any(later_matter.names([title]) for later_matter in later)
        lacks = _lacks_text if step.kind in _ADDING else _lacks_change
        lacking = lacks(step, title, texts[0], matter.roles, named_later)
        if lacking is not None and all(
            lacks(step, title, text, matter.roles, named_later) for text in texts[1:]
        ):
            yield lacking


def _lacks_change(
    step: Instruction, title: str, text: str, _roles: Roles, named_later: bool
) -> Missing | None:
    """Return a step as missing if it can still be applied, which shows that nobody carried it out;
    else None.
    """
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
        return Missing(step, says, f"{'repeal' if repeals else 'title'} {title}", named_later)
    instead = f", and not “{decode(step.new)}”" if step.new else ""
    return Missing(
        step,
        f"“{step.old.text}” is still in “{title}”{instead}",
        f"words {title} {' '.join(words_of(step.old.text))[:60]}",
        named_later,
    )


def _lacks_text(
    step: Instruction, title: str, text: str, roles: Roles, named_later: bool
) -> Missing | None:
    """Return the first missing line of the text that a step adds; None if all are there."""
    compared_rules = _rules(text, roles)
    rules = [
        rule for rule, _ in compared_rules if title and rule.title.casefold() == title.casefold()
    ]
    new = step.kind == "add-rule"
    lines = [
        line
        for line in decode(step.new or "").split("\n")
        if len(words_of(line, roles)) > _FEWEST_WORDS
    ]
    for line in lines:
        words = words_of(line, roles)
        share = max((compared.share(words) for _, compared in compared_rules), default=0)
        if share < 1:
            is_similar = share >= SOME
            # If the rule has another text, or is gone, something unknown changed it.
            unsure = named_later or is_similar or bool(rules) is new or step.kind == "replace-rule"
            adds = f"to “{title}”" if title else "to it"
            if new:
                adds = f"as the rule “{title}”"
            says = (
                f"the text it adds {adds} is"
                f" {'there in other words' if is_similar else 'not in the Ruleset'}:"
                f" “{shortened(line, _MOST_SHOWN)}”"
            )
            added = (
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
                added,
            )
    if new and not rules and not lines:
        return Missing(
            step, f"no rule is called “{title}”", f"rule {title}", named_later, _adding(step, rules)
        )
    return None


def _adding(step: Instruction, rules: Sequence[Rule]) -> Instruction | None:
    """Return the step itself if it adds a text at the end of the Dynastic Rules or of a rule."""
    name, destination = step.rule, step.where
    if (
        name is None
        or not step.new
        or (
            destination is not None
            and (destination.relation is not Relation.END or destination.passage is not None)
        )
    ):
        return None
    new = (
        step.kind == "add-rule"
        and not rules
        and destination is None
        and not name.parent
        and name.section in ("", "dynastic")
    )
    return (
        step
        if new
        or (step.kind == "add-text" and len(rules) == 1 and rules[0].kind is SectionKind.DYNASTIC)
        else None
    )
