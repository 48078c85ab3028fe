"""Small Rulesets of five eras, rendered in any theme and style, and what has to be read from them.

An edition is put together from :mod:`tests.parsers.ruleset.texts`. Tests take parts away, change
their words or add to them, and render the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar

from parsers.ruleset import read_ruleset
from parsers.ruleset.prose import fingerprint, read_prose
from parsers.ruleset.reviews import ClauseValue, Reviews, RuleReview, SentenceReview
from parsers.ruleset.ruleset_model import ReviewableRule, Ruleset, SectionKind, Terms
from parsers.ruleset.sentences import split_sentences
from parsers.ruleset.tree import read_tree
from tests.parsers.ruleset.texts import (
    APPENDIX,
    CORE,
    DEFAULT_STATUS,
    DYNASTIC,
    ERAS,
    PASSES,
    TABLES,
    THIRD,
    Part,
    Rule,
)

__all__ = ["NUMBERS", "Edition", "Style", "Theme", "edition", "in_words", "read", "reviewed"]

_T = TypeVar("_T")
Numbers = Mapping[str, tuple[int, str]]

NUMBERS: Numbers = MappingProxyType(
    {name: (amount, unit) for name, (amount, unit) in TABLES["numbers"].items()}
)
"""Every number of the texts, with its unit."""

_UNITS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen".split()
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()


def in_words(number: int) -> str:
    """A number from 1 to 999 in words."""
    if number < 20:
        return _UNITS[number - 1]
    if number < 100:
        tens, unit = divmod(number, 10)
        return _TENS[tens - 2] + (f"-{_UNITS[unit - 1]}" if unit else "")
    hundreds, rest = divmod(number, 100)
    return f"{_UNITS[hundreds - 1]} hundred" + (f" and {in_words(rest)}" if rest else "")


@dataclass(frozen=True)
class Theme:
    """What a dynasty calls its roles; ``article`` is what stands before the Player, right or
    wrong."""

    player: str = "Ferryman"
    players: str = "Ferrymen"
    emperor: str = "Harbour Master"
    article: str = "a"

    def apply(self, text: str) -> str:
        """The text with the dynasty's words in the place of Player, Players and Emperor."""
        words = {"Player": self.player, "Players": self.players, "Emperor": self.emperor}
        text = re.sub(
            r"\b([Aa])n? (?=Player\b)",
            lambda m: ("A" if m[1] == "A" else "a") + self.article[1:] + " ",
            text,
        )
        themed = re.sub(r"(?<!~)\b(Players?|Emperor)\b", lambda m: words[m[1]], text)
        return themed.replace("~", "")


@dataclass(frozen=True)
class Style:
    """How an edition is written down; nothing in it may change what is read."""

    curly: bool = True
    words: bool = False
    days: bool = False
    gloss: bool = False
    mark: str = "*"
    """``*`` or ``#`` for lists, ``:*`` for indented ones, or ``sentences`` for none."""

    spaced: bool = True
    thirds: str = "2/3rds"
    crlf: bool = False
    inline_terms: bool = False
    wrap: int = 0
    touch: Callable[[str], str] = str
    """Markup that shows nothing, added to a paragraph or list item."""

    def number(self, amount: int, unit: str) -> str:
        """A number as this style writes it, with its unit if it has one."""

        def written(value: int) -> str:
            return in_words(value) if self.words and value else str(value)

        whole = unit == "hour" and amount % 24 == 0 and amount > 0
        if self.days and whole:
            amount, unit = amount // 24, "day"
            whole = False
        if not unit:
            return written(amount)
        gloss = (
            f" ({written(amount // 24)} Day{'s' * (amount != 24)})" if self.gloss and whole else ""
        )
        return f"{written(amount)} {unit}{'s' * (amount != 1)}{gloss}"

    def quoted(self, text: str) -> str:
        """The text with this style's quotes."""
        return (
            text.replace("'", "’").replace("’’’", "'''")
            if self.curly
            else text.replace("“", '"').replace("”", '"')
        )


@dataclass(frozen=True)
class Edition:
    """An edition to be rendered: its rules by section, its numbers, and what it chooses among the
    texts.
    """

    era: int
    sections: Mapping[str, tuple[Rule, ...]]
    intro: Mapping[str, str]
    numbers: Numbers = field(default_factory=lambda: NUMBERS)
    statuses: Mapping[str, str] = field(default_factory=dict)
    """What is written into the titles of Special Case rules, instead of the marks of the default in
    force.
    """

    default: str | None = None
    withdrawn: str = "Withdrawn"
    page: str = "The Far Bank"

    # Changes

    def _rules(self, change: Callable[[Part], Part | None]) -> Edition:
        def changed(rule: Rule) -> Rule:
            return replace(
                rule, parts=tuple(part for old in rule.parts if (part := change(old)) is not None)
            )

        return replace(
            self,
            sections={name: tuple(map(changed, rules)) for name, rules in self.sections.items()},
        )

    def keys(self) -> list[str]:
        """The keys of all parts and of the items of their lists."""
        parts = [part for rules in self.sections.values() for rule in rules for part in rule.parts]
        return [key for part in parts for key in (part.key, *(name for name, _ in part.items))]

    def without(self, *keys: str) -> Edition:
        """The edition without some parts or items of lists."""

        def change(part: Part) -> Part | None:
            items = tuple(item for item in part.items if item[0] not in keys)
            return (
                None
                if part.key in keys or (part.items and not items)
                else replace(part, items=items)
            )

        return self._rules(change)

    def reworded(self, key: str, change: Callable[[str], str]) -> Edition:
        """The edition with the words of one part or item changed; every part of that key is."""

        def reword(part: Part) -> Part:
            text = change(part.text) if part.key == key else part.text
            return replace(
                part,
                text=text,
                items=tuple(
                    (name, change(item) if name == key else item) for name, item in part.items
                ),
            )

        return self._rules(reword)

    def with_item(self, key: str, item: str) -> Edition:
        """The edition with one item more in a list."""
        return self._rules(
            lambda part: (
                replace(part, items=(*part.items, ("new", item))) if part.key == key else part
            )
        )

    def with_rule(self, section: str, title: str, *texts: str, marks: str = "") -> Edition:
        """The edition with one rule more at the end of a section."""
        rule = Rule(
            title,
            2,
            tuple(Part(f"new{number}", text) for number, text in enumerate(texts)),
            marks=marks,
        )
        return replace(self, sections={**self.sections, section: (*self.sections[section], rule)})

    def planted(self, **numbers: int) -> Edition:
        """The edition with other numbers."""
        return replace(
            self,
            numbers={
                **self.numbers,
                **{name: (value, self.numbers[name][1]) for name, value in numbers.items()},
            },
        )

    # Rendering

    def _filled(self, text: str, style: Style) -> str:
        if "{" not in text:
            return text
        written = {name: style.number(*number) for name, number in self.numbers.items()}
        exception = (
            ". Exception: a Proposal that would change the text of a Core, Special Case or Appendix"
            " rule may not be Popular in this way"
        )
        return text.format(
            **written,
            thirds=style.thirds,
            withdrawn=self.withdrawn,
            page=self.page,
            passes=PASSES["popular" if self.era <= 2020 else "two-thirds"].format(
                thirds=style.thirds
            ),
            exception=exception if self.era == 2022 else "",
            voted_for="voted FOR it" if self.era <= 2020 else "a valid FOR vote on that Proposal",
        )

    def _list(self, part: Part, style: Style) -> Iterator[str]:
        lead = self._filled(part.text, style)
        items = [self._filled(text, style) for _, text in part.items]
        if style.mark == "sentences" and part.how == "all":
            yield style.touch(
                f"{lead} if {', '.join(items[:-1])}{', and ' if len(items) > 1 else ''}{items[-1]}."
            )
        elif style.mark == "sentences" and part.how:
            also = lead.replace(" is ", " is also ").replace(" may be ", " may also be ")
            yield style.touch(
                " ".join(
                    f"{also if number else lead} if {item}." for number, item in enumerate(items)
                )
            )
        else:
            mark = "*" if style.mark == "sentences" else style.mark
            yield style.touch(
                f"{lead} if {part.how} of the following are true:" if part.how else lead
            )
            yield "\n".join(
                f"{mark} {style.touch(item[0].upper() + item[1:] + ('.' if part.how else ''))}"
                for item in items
            )

    def _part(self, part: Part, style: Style) -> Iterator[str]:
        if part.items:
            yield from self._list(part, style)
            return
        text = style.touch(self._filled(part.text, style))
        if part.term:
            yield f";{part.term}{' : ' if style.inline_terms else chr(10) + ':'}{text}"
        elif part.bullet:
            yield f"{'*' if style.mark == 'sentences' else style.mark} {text}"
        else:
            yield text

    def _rule(self, rule: Rule, style: Style, special: bool) -> Iterator[str]:
        marks = "=" * rule.level
        blank = " " if style.spaced else ""
        status = self.statuses.get(rule.title, rule.marks if special else "")
        if status and not status.startswith("*"):
            status = f" {status}"
        yield f"{marks}{blank}{rule.title}{status}{blank}{marks}"
        for part in rule.parts:
            yield from self._part(part, style)

    def render(self, theme: Theme | None = None, style: Style | None = None) -> str:
        """The page's wikitext."""
        theme, style = theme or Theme(), style or Style()
        lines = ["{{TOCRight}}"]
        for name, rules in self.sections.items():
            special = name == "Special Case"
            lines += [
                '<div style="padding:8px">',
                f"= {name} =" if style.spaced else f"={name}=",
                self.intro.get(name, ""),
            ]
            lines += [line for rule in rules for line in self._rule(rule, style, special)] + [
                "</div>"
            ]
        text = style.quoted(theme.apply("\n\n".join(line for line in lines if line)))
        if style.wrap:
            text = "\n".join(_wrapped(line, style.wrap) for line in text.split("\n"))
        return text.replace("\n", "\r\n") if style.crlf else text

    def harmless(self, theme: Theme, style: Style) -> set[str]:
        """The sentences that need a review, as the page shows them."""
        parts = [
            part
            for rules in self.sections.values()
            for rule in rules
            for part in rule.parts
            if part.harmless
        ]
        texts = [*self.intro.values(), *(self._filled(part.text, style) for part in parts)]
        return {
            sentence
            for text in texts
            for sentence in split_sentences(style.quoted(theme.apply(text)))
        }

    # What has to be read

    def _hours(self, name: str) -> int:
        amount, unit = self.numbers[name]
        return amount * {"hour": 1, "day": 24}[unit]

    def expected(self) -> dict[str, ClauseValue | None]:
        """The value of every key for the edition as it was made, numbers and choices included."""
        stated = {key: self._stated(said) for key, said in TABLES["expected"].items()}
        return {
            **stated,
            "special_case.default": self.default,
            "proposal.withdrawn_term": self.withdrawn,
        }

    def _stated(self, said: Any) -> ClauseValue | None:
        said = said.get(str(self.era)) if isinstance(said, dict) else said
        value: ClauseValue | None = tuple(said) if isinstance(said, list) else said
        if not isinstance(value, str) or value[0] not in "@#":
            return value
        name, _, more = value[1:].partition("+")
        return self._hours(name) if value[0] == "@" else self.numbers[name][0] + int(more or 0)


_UNBROKEN = re.compile(r"(?:<[^>]*>|\[\[[^\]]*\]\]|\{\{[^}]*\}\}|[^\s])+")


def _wrapped(line: str, width: int) -> str:
    """A paragraph broken into lines; what has to stand on one line is left alone."""
    if line[:1] in "=*#:;{<":
        return line
    lines = [""]
    for word in _UNBROKEN.findall(line):
        if lines[-1] and len(lines[-1]) + len(word) > width and word[:1] not in "*#:;=|!-":
            lines.append(word)
        else:
            lines[-1] += f" {word}" if lines[-1] else word
    return "\n".join(lines)


_DEFAULTS = {
    2018: "active",
    2020: "inactive-if-asterisk",
    2022: "inactive-if-rare",
    2023: "active-if-standard",
    2024: None,
}


def edition(era: int) -> Edition:
    """The small Ruleset of an era."""
    third = "Building Blocks" if era == 2024 else "Special Case"
    default = _DEFAULTS[era]
    sections: dict[str, tuple[Rule, ...]] = {}
    for name, rules in (
        ("Core Rules", CORE),
        ("Dynastic Rules", DYNASTIC),
        (third, THIRD),
        ("Appendix", APPENDIX),
    ):
        kept = (rule for rule in rules if era in rule.eras)
        sections[name] = tuple(
            replace(rule, parts=tuple(part for part in rule.parts if era in part.eras))
            for rule in kept
        )
    intro = {
        third: (
            DEFAULT_STATUS[default]
            if default
            else (
                "Building Blocks are rules that may be put in and taken out as a Dynasty needs"
                " them."
            )
        )
    }
    whole = Edition(era, sections, intro, statuses=TABLES["statuses"][str(era)], default=default)
    if era == 2024:
        return whole.planted(dormancy=4)
    if era <= 2020:
        return replace(whole.planted(edit_hours=2), withdrawn="Self-Killed")
    return whole


AT = datetime(2024, 1, 1, tzinfo=UTC)


@cache
def reviewed() -> Reviews:
    """What Anna has read: the sentences that the texts call harmless, and the third section's
    rules, of all editions.
    """
    known: set[str] = set()
    rules: list[RuleReview] = []
    for era in ERAS:
        made, theme, style = edition(era), Theme("Player", "Players", "Emperor"), Style()
        harmless, page = made.harmless(theme, style), made.render(theme, style)
        sentences = read_prose(read_tree(page), Terms("Player", "Players", "Emperor")).sentences
        known |= {fingerprint(sentence) for sentence in sentences if sentence.text in harmless}
        rules += reviews_of(read_ruleset(page).reviewable)
    return Reviews(tuple(rules), tuple(SentenceReview(each, "Anna", AT) for each in sorted(known)))


def reviews_of(rules: Iterable[ReviewableRule]) -> list[RuleReview]:
    """What somebody says who has read these rules, and found that they change no verdict."""
    return [RuleReview(each.fingerprint, "Anna", AT, complete=True) for each in rules]


def read(text: str, *, revid: int | None = None, page: str = "Ruleset") -> Ruleset:
    """A page read by somebody who has reviewed the editions' harmless sentences and the page's own
    dynastic rules, and none besides.
    """
    known = reviewed()
    rules = read_ruleset(text, page=page, revid=revid, reviews=known)
    own = [
        rule
        for rule in rules.unread_rules
        if rule.whole.kind in (SectionKind.DYNASTIC, SectionKind.OTHER)
    ]
    if not own:
        return rules
    reviews = Reviews((*known.rules, *reviews_of(own)), known.sentences)
    return read_ruleset(text, page=page, revid=revid, reviews=reviews)
