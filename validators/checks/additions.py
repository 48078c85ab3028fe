"""Findings about enacted text that the Ruleset does not have: BN602."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from parsers.changes import AddRule, InsertText, TextChange
from parsers.model import MatterKind, Post, Status
from parsers.ruleset.additions import Addition, read_additions
from parsers.ruleset.former_terms import former_terms
from parsers.ruleset.regions import Region, read_regions
from parsers.ruleset.terms import guess_plural
from parsers.ruleset.wording import Wording
from validators.checks.facts import Facts
from validators.checks.pointing import entry, matter, resolution
from validators.checks.registry import Found, check, found
from validators.finding import Confidence, Evidence, Finding, Fix, FixKind, NotEvaluated

__all__: list[str] = []

_TIME_TO_EDIT = timedelta(hours=1)
"""Who enacts a matter marks it first and edits then: what is younger may still be on its way."""

_AS_GOOD_AS_THERE = 0.75
_PARTLY_THERE = 0.3
_FEWEST_WORDS = 4
_ITS_OWN_END = re.compile(r"\b(?:repeal|delet|remov)\w*\b[^.\n]{0,40}\bthis (?:sub-?)?(?:rule|paragraph|sentence|text)\b", re.IGNORECASE)
_EVERY_RULE = re.compile(r"\brepeal\w*\b[^.\n]{0,30}\b(?:all|every|each)\b", re.IGNORECASE)


@dataclass(frozen=True)
class _Page:
    """The Ruleset to be searched."""

    facts: Facts

    @cached_property
    def roles(self) -> tuple[tuple[str, ...], ...]:
        """Every word for Player and for Emperor, of today and of the dynasty before."""
        terms = self.facts.rules.terms
        if terms is None:
            return ()
        address = self.facts.timeline.addresses[-1].body
        former = former_terms(terms, address, self.facts.view.former_terms)
        roles = []
        for new, news, plain in ((terms.player, terms.players, "player"), (terms.emperor or "emperor", "", "emperor")):
            singular = [plain, new, *(term.old for term in former if term.new == new)]
            plural = [news, *map(guess_plural, singular), *(term.olds for term in former if term.new == new)]
            roles += [tuple(filter(None, singular)), tuple(filter(None, plural))]
        return tuple(roles)

    def wording(self, text: str) -> Wording:
        """A text to be compared with the page."""
        return Wording(text, self.roles)

    def said(self, post: Post) -> Wording:
        """What a matter says, worked out once."""
        if post.key not in self._said:
            self._said[post.key] = self.wording(f"{post.title}\n{post.body}")
        return self._said[post.key]

    @cached_property
    def _said(self) -> dict[str, Wording]:
        return {}

    @cached_property
    def words(self) -> Wording:
        """The page itself."""
        return self.wording(self.facts.rules.source)

    def called(self, title: str) -> list[Region]:
        """The rules of a title."""
        return [region for region in self._regions if len(region.path) > 1 and region.path[-1].casefold() == title.casefold()]

    @cached_property
    def _regions(self) -> Sequence[Region]:
        return read_regions(self.facts.rules.source)


@check("BN602", "rules", "posts")
def enacted_text_missing(facts: Facts) -> Found:
    """A text that an enacted matter of this dynasty adds is nowhere in the Ruleset."""
    address = next(reversed(facts.timeline.addresses), None)
    if address is None:
        yield NotEvaluated("BN602", "no Ascension Address was read, so it is not known which matters were enacted in this dynasty")
        return
    page = _Page(facts)
    enacted = list(_enacted(facts, address.posted))
    for place, (post, closed) in enumerate(enacted):
        if facts.view.as_of - closed >= _TIME_TO_EDIT:
            later = [other for other, _ in enacted[place + 1 :]]
            for addition in read_additions(post.body):
                yield from _missing(page, post, addition, later)


def _enacted(facts: Facts, since: datetime) -> Iterator[tuple[Post, datetime]]:
    """The Proposals and CfJs that were enacted since, in the order of their enactment, with its time."""
    made = [(post, closed) for post, _, closed in facts.resolved if post.status is Status.ENACTED and closed >= since]
    changing = (MatterKind.PROPOSAL, MatterKind.CFJ)
    yield from sorted(((post, closed) for post, closed in made if post.category.matter in changing), key=lambda pair: pair[1])


def _missing(page: _Page, post: Post, addition: Addition, later: Sequence[Post]) -> Iterator[Finding]:
    paragraphs = map(page.wording, addition.text.split("\n"))
    text = next((each for each in paragraphs if len(each.words) >= _FEWEST_WORDS), None)
    if text is None or page.words.has(text) or _ITS_OWN_END.search(addition.text):
        return
    share = page.words.share(text)
    if share >= _AS_GOOD_AS_THERE or any(_touches(page, other, addition, text) for other in later):
        return
    rules = page.called(addition.rule)
    # A rule that is there with another text, or that is not there to be added to, was changed by something not known here.
    unsure = addition.conditional or share >= _PARTLY_THERE or bool(rules) is addition.new or _spoken_of(addition.rule, later)
    change = None if unsure else _change(addition, rules)
    adds = f"as the rule “{addition.rule}”" if addition.new else f"to “{addition.rule}”"
    first, _, _ = addition.text.partition("\n")
    yield found(
        "BN602",
        matter(post),
        f"“{post.title}” was enacted, and the text it adds {adds} is not in the Ruleset: “{_short(first)}”",
        f"{'rule' if addition.new else 'text'} {addition.rule}",
        evidence=[entry(post), resolution(post), Evidence(post.url, addition.text[:200])],
        confidence=Confidence.LOW if unsure else Confidence.MEDIUM,
        fix=None if change is None else Fix(FixKind.INSERT_TEXT, page.facts.rules.page, _summary(post, addition), change),
    )


def _short(text: str) -> str:
    return text if len(text) <= 100 else text[:99].rstrip() + "…"


def _touches(page: _Page, later: Post, addition: Addition, text: Wording) -> bool:
    """Whether a later matter names the rule as one, or speaks in the words of the text, or repeals all rules."""
    said = f"{later.title}\n{later.body}"
    title = re.escape(addition.rule)
    named = rf"[“\"‘']{title}[”\"’']|\b(?:sub-?)?rules?(?: (?:on|of|about|called|named))? (?:the )?{title}(?!\w)|\b{title} (?:sub-?)?rule\b"
    return bool(re.search(named, said, re.IGNORECASE) or _EVERY_RULE.search(said)) or page.said(later).share(text) > 0


def _spoken_of(title: str, later: Sequence[Post]) -> bool:
    """Whether the title stands in a later matter as a word, which may be the rule."""
    word = re.compile(rf"(?<!\w){re.escape(title)}(?!\w)")
    return any(word.search(post.title) or word.search(post.body) for post in later)


def _change(addition: Addition, rules: Sequence[Region]) -> TextChange | None:
    if not addition.at_end:
        return None
    if addition.new:
        return AddRule(addition.rule, addition.text)
    return InsertText(rules[0].path, addition.text) if len(rules) == 1 else None


def _summary(post: Post, addition: Addition) -> str:
    where = f"the rule “{addition.rule}” to the Dynastic Rules" if addition.new else f"the enacted text to “{addition.rule}”"
    return f"add {where}, as enacted by “{post.title}”"
