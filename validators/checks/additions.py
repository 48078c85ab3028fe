"""What was enacted and is not in the Ruleset, or is there otherwise: BN602."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from parsers.changes import AddRule, InsertText, TextChange
from parsers.model import Confidence, MatterKind, Post, Status
from parsers.ruleset.additions import Addition, ComparableText, read_additions
from parsers.ruleset.former_terms import former_terms
from parsers.ruleset.model import Rule
from parsers.ruleset.terms import guess_plural
from parsers.ruleset.tree import read_tree
from validators.checks.check import WARNING, Results, check, found
from validators.checks.enacted import Enactments
from validators.checks.evidence import entry, matter, resolution
from validators.checks.facts import Facts
from validators.finding import Evidence, Finding, Fix, FixKind, NotEvaluated

__all__: list[str] = []

_TIME_TO_EDIT = timedelta(hours=1)
"""The time an Admin has to edit the Ruleset after marking a matter as enacted."""

_AS_GOOD_AS_THERE = 0.75
_PARTLY_THERE = 0.3
_FEWEST_WORDS = 4
_MOST_SHOWN = 100
_ITS_OWN_END = re.compile(r"\b(?:repeal|delet|remov)\w*\b[^.\n]{0,40}\bthis (?:sub-?)?(?:rule|paragraph|sentence|text)\b", re.IGNORECASE)
_EVERY_RULE = re.compile(r"\brepeal\w*\b[^.\n]{0,30}\b(?:all|every|each)\b", re.IGNORECASE)


@dataclass(frozen=True)
class _Search:
    """The Ruleset to be searched, and the matters as they are compared with it."""

    facts: Facts

    @cached_property
    def enactments(self) -> Enactments:
        """What the revisions of the page tell of each matter."""
        return Enactments(self.facts)

    @cached_property
    def roles(self) -> tuple[tuple[str, ...], ...]:
        """Every word for Player and for Emperor, of today and of the dynasty before."""
        terms = self.facts.rules.terms
        if terms is None:
            return ()
        former = former_terms(terms, self.facts.timeline.addresses[-1].body, self.facts.view.former_terms)
        roles = []
        for new, news, plain in ((terms.player, terms.players, "player"), (terms.emperor or "emperor", "", "emperor")):
            singular = [plain, new, *(term.old for term in former if term.new == new)]
            plural = [news, *map(guess_plural, singular), *(term.olds for term in former if term.new == new)]
            roles += [tuple(filter(None, singular)), tuple(filter(None, plural))]
        return tuple(roles)

    @cached_property
    def page(self) -> ComparableText:
        """The words of the page."""
        return ComparableText(self.facts.rules.source, self.roles)

    @cached_property
    def rules(self) -> Sequence[Rule]:
        """The rules of the page."""
        return read_tree(self.facts.rules.source).rules

    @cached_property
    def _matters(self) -> dict[str, ComparableText]:
        return {}

    def words_of(self, post: Post) -> ComparableText:
        """The words of a matter."""
        if post.key not in self._matters:
            self._matters[post.key] = ComparableText(f"{post.title}\n{post.body}", self.roles)
        return self._matters[post.key]


@check(
    "BN602",
    "enacted-text-missing",
    WARNING,
    needs=("rules", "posts"),
    uses=("history",),
    rests_on=("Ruleset and Gamestate", "Resolution of Proposals", "Rules and Votable Matters"),
    lasting=True,
)
def enacted_text_missing(facts: Facts) -> Results:
    """What an enacted matter of this dynasty instructs is not in the Ruleset, or something else is.

    Where earlier revisions are known, the matter's instructions are carried out on the page as it was, and compared with what was made
    of it: a number, a negation or a sentence that differs is shown; quotation marks, dashes, white space and markup do not count. What
    stood there once, and was changed since, is not missing. An edit that was put right or overwritten since is information.

    Of matters not understood whole, and without revisions, texts that they add are looked for: “Add a rule called …”, “Add to the rule
    “…”: …”, “In the rule “…”, after “…” add “…”” by their first paragraph of four words or more. Nothing is reported within an hour of
    the enactment, nor where a later matter names the rule, repeats the text or repeals all rules. `blognomic correct` adds a rule, adds a
    text at the end of a rule, or makes of an edit what the matter instructs.

    Evidence: The matter's text, and what of it was understood; the time of its enactment; the latest fifty available revisions of the
        Ruleset, sentence by sentence, and the matters that were enacted later.
    May be mistaken: When something other than a later matter changed or removed the text, or the condition of the matter was not
        met (low confidence), or what follows the text is not part of it. The confidence is high only where the matter was understood
        whole, without anything taken for commentary.
    To settle it: Make of the Ruleset what was enacted, if you may edit it; if it was left out for a reason, raise a Call for
        Judgement.
    """
    address = next(reversed(facts.timeline.addresses), None)
    if address is None:
        yield NotEvaluated("BN602", "no Ascension Address was read, so it is unknown which matters were enacted in this dynasty")
        return
    search, enacted = _Search(facts), _enacted(facts, address.posted)
    for place, (post, closed) in enumerate(enacted):
        if facts.view.as_of - closed >= _TIME_TO_EDIT:
            yield from _of_matter(search, post, [other for other, _ in enacted[place + 1 :]])


def _of_matter(search: _Search, post: Post, later: Sequence[Post]) -> Iterator[Finding]:
    """What the revisions of the page tell of a matter, else the texts that it adds and the page does not have."""
    differing = search.enactments.differences(post)
    undone = None if differing else search.enactments.undone(post, later)
    if differing or undone == []:
        yield from differing
        return
    missing = [each for addition in read_additions(post.body) for each in _missing(search, post, addition, later)]
    yield from missing or undone or ()


def _enacted(facts: Facts, since: datetime) -> list[tuple[Post, datetime]]:
    """The Proposals and CfJs that were enacted since, in the order of their enactment, with its time."""
    made = [(post, closed) for post, _, closed in facts.ever_resolved if post.status is Status.ENACTED and closed >= since]
    return sorted(((post, at) for post, at in made if post.category.matter is not MatterKind.DOV), key=lambda pair: pair[1])


def _missing(search: _Search, post: Post, addition: Addition, later: Sequence[Post]) -> Iterator[Finding]:
    paragraphs = (ComparableText(line, search.roles) for line in addition.text.split("\n"))
    text = next((each for each in paragraphs if len(each.words) >= _FEWEST_WORDS), None)
    if text is None or search.page.has(text) or _ITS_OWN_END.search(addition.text):
        return
    share = search.page.share(text)
    if share >= _AS_GOOD_AS_THERE or any(_touches(search, other, addition, text) for other in later):
        return
    rules = [each for each in search.rules if each.section and each.title.casefold() == addition.rule.casefold()]
    # A rule that is there with another text, or that is not there to be added to, was changed by something not known here.
    unsure = addition.conditional or share >= _PARTLY_THERE or bool(rules) is addition.new or _spoken_of(addition.rule, later)
    change = None if unsure else _change(addition, rules)
    fix = None if change is None else Fix(FixKind.INSERT_TEXT, search.facts.rules.page, _summary(post, addition), change)
    adds = f"as the rule “{addition.rule}”" if addition.new else f"to “{addition.rule}”"
    first, _, _ = addition.text.partition("\n")
    shown = first if len(first) <= _MOST_SHOWN else first[: _MOST_SHOWN - 1].rstrip() + "…"
    message = f"“{post.title}” was enacted, and the text it adds {adds} is not in the Ruleset: “{shown}”"
    what, confidence = f"{'rule' if addition.new else 'text'} {addition.rule}", Confidence.LOW if unsure else Confidence.MEDIUM
    evidence = [entry(post), resolution(post), Evidence(post.url, addition.text[:200])]
    yield found("BN602", matter(post), message, what, evidence=evidence, confidence=confidence, fix=fix)


def _touches(search: _Search, later: Post, addition: Addition, text: ComparableText) -> bool:
    """Whether a later matter names the rule as one, or uses the words of the text, or repeals all rules."""
    said = f"{later.title}\n{later.body}"
    title = re.escape(addition.rule)
    named = rf"[“\"‘']{title}[”\"’']|\b(?:sub-?)?rules?(?: (?:on|of|about|called|named))? (?:the )?{title}(?!\w)|\b{title} (?:sub-?)?rule\b"
    return bool(re.search(named, said, re.IGNORECASE) or _EVERY_RULE.search(said)) or search.words_of(later).share(text) > 0


def _spoken_of(title: str, later: Sequence[Post]) -> bool:
    """Whether a later matter has the title as words, which may mean the rule."""
    word = re.compile(rf"(?<!\w){re.escape(title)}(?!\w)")
    return any(word.search(post.title) or word.search(post.body) for post in later)


def _change(addition: Addition, rules: Sequence[Rule]) -> TextChange | None:
    if not addition.at_end:
        return None
    if addition.new:
        return AddRule(addition.rule, addition.text)
    return InsertText(rules[0].titles, addition.text) if len(rules) == 1 else None


def _summary(post: Post, addition: Addition) -> str:
    where = f"the rule “{addition.rule}” to the Dynastic Rules" if addition.new else f"the enacted text to “{addition.rule}”"
    return f"add {where}, as enacted by “{post.title}”"
