"""The Ruleset page: text in, rules and parameters with their proof out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parsers.patterns import later
from parsers.refusal import Refusal, Refused
from parsers.ruleset.clauses import read_clauses, read_default_status
from parsers.ruleset.event_types import read_event_types
from parsers.ruleset.game_actions import read_actions
from parsers.ruleset.highlights import highlighted
from parsers.ruleset.parameters import voting_rules
from parsers.ruleset.prose import Prose, read_prose, rule_fingerprint
from parsers.ruleset.reviews import EVERY_KIND, NO_REVIEWS, Reviews
from parsers.ruleset.ruleset_model import (
    Caveat,
    ReviewableRule,
    Ruleset,
    SectionKind,
    Terms,
    UnreadClause,
)
from parsers.ruleset.sentences import MAX_CLAUSE_CHARS, canonical, split_sentences
from parsers.ruleset.terms import read_terms, read_tracking_page
from parsers.ruleset.tree import STATUSES, Tree, read_tree, with_statuses
from parsers.ruleset.variables import read_variables
from parsers.ruleset.variables.statements import Text

__all__ = ["MAX_RULESET_CHARS", "read_ruleset", "terms_of"]

MAX_RULESET_CHARS = 2_000_000
"""A Ruleset of more characters than this is refused: the largest real ones have about 130,000."""

_EXPECTED = {
    SectionKind.CORE: "Core Rules",
    SectionKind.DYNASTIC: "Dynastic Rules",
    SectionKind.APPENDIX: "Appendix",
}


def _missing_sections(tree: Tree) -> list[UnreadClause]:
    kinds = {section.kind for section in tree.sections}
    missing = [name for kind, name in _EXPECTED.items() if kind not in kinds]
    if not missing:
        return []
    there = ", ".join(section.title for section in tree.sections) or "none"
    return [
        UnreadClause(
            "sections", f"the page has no section {' or '.join(missing)} (sections found: {there})"
        )
    ]


_OUT_OF_FORCE = later(
    r"\b(?:inactive|repealed|suspended|void|obsolete|deleted|deprecated|not in force|no effect)\b",
    re.IGNORECASE,
)


def _marked_rules(tree: Tree) -> list[UnreadClause]:
    """Report rules of the core or the Appendix whose heading has a tag or says that they are out of
    force, and others with two statuses.
    """
    return [
        UnreadClause(
            "vote",
            f"the heading “{rule.heading}” may put the rule out of force",
            rule.title,
            quote=rule.heading,
        )
        for rule in tree.rules
        if (
            rule.kind in (SectionKind.CORE, SectionKind.APPENDIX)
            and (rule.tags or _OUT_OF_FORCE.search(rule.heading))
        )
        or (
            rule.kind is not SectionKind.DYNASTIC
            and len(rule.tags) > 1
            and set(STATUSES) <= set(map(str.casefold, rule.tags))
        )
    ]


_TEMPLATE = later(r"\{\{[^{}]*\}\}")


def _made_alone(tree: Tree, source: str) -> Iterator[UnreadClause]:
    """Report templates that can show anything: in a heading or caption, as a whole paragraph or list
    item, or anywhere in a rule that is reviewed whole, because its review stays valid when they
    change.
    """
    for rule in tree.texts[1:]:
        # No status and no verdict depends on the heading of a dynastic rule, so a title beside the
        # template is enough there.
        dynastic = rule.kind is SectionKind.DYNASTIC
        rest = _TEMPLATE.sub("", source[rule.start : rule.body]) if dynastic else ""
        named = any(map(str.isalnum, rest)) and set("{}<>").isdisjoint(rest)
        for start, end in tree.made if rule.effective else ():
            if named and end <= rule.body:
                continue
            if not rule.start <= start < rule.end:
                continue
            within = any(block.start < end and start < block.end for block in rule.blocks)
            # A sentence of the core with a template is reported elsewhere.
            if rule.kind in _BY_PERSON or not within:
                yield UnreadClause(
                    "vote", "a template may show text that is not on the page", rule.title
                )


_CAPTION = later(r"\[\[ *(?:file|image) *:[^\[\]|]*\|", re.IGNORECASE)


def _captions(tree: Tree, source: str) -> Iterator[UnreadClause]:
    """Report pictures outside the Dynastic Rules: their captions are not read, but may be rule
    text.
    """
    why = "a picture may have a caption, and no sentence says that captions are flavour text"
    for rule in tree.texts:
        dynastic = rule.kind is SectionKind.DYNASTIC
        if rule.effective and not dynastic and _CAPTION.search(source, rule.body, rule.end):
            yield UnreadClause("vote", why, rule.title)


def terms_of(text: str) -> Terms | None:
    """Read only the dynasty's words from a Ruleset page's wikitext; None if it does not state them."""
    return read_terms(read_tree(text))[0]


def read_ruleset(
    text: str,
    *,
    page: str = "Ruleset",
    revid: int | None = None,
    gamestate: bool = False,
    reviews: Reviews = NO_REVIEWS,
) -> Ruleset:
    """Read a Ruleset page's wikitext, and with ``gamestate`` also its variables and actions, on
    which no vote depends.

    ``reviews`` are people's reviews of this game's Rulesets. A sentence that a row reads needs no
    review, and no review overrides the row.

    Never raises on any text: missing and unread clauses are listed in ``unread``. Raises Refused
    only for a text longer than :data:`MAX_RULESET_CHARS`.
    """
    if len(text) > MAX_RULESET_CHARS:
        raise Refused(Refusal.RULESET_TOO_LONG, length=len(text), most=MAX_RULESET_CHARS)
    # The rules, the dynasty's words, and which of the rules are in force.
    bare = read_tree(text)
    terms, unread = read_terms(bare)
    default, undecided = read_default_status(bare, canonical(terms))
    tree = with_statuses(bare, default.value if default else None)

    # The voting clauses of their sentences, and the rules that only a person can judge.
    prose = read_prose(tree, terms, reviews)
    out = read_clauses(prose)
    reviewable = tuple(_reviewable(tree, prose, text, terms, reviews))

    # The definitions of the dynasty.
    event_types, perhaps_event_types = read_event_types(prose, reviewable)
    defining = Text(prose) if gamestate else None
    variables = read_variables(defining, terms) if defining else ()
    names = [name for each in variables for name in (each.name, *filter(None, each.choices or ()))]
    names += ("player", terms.player, terms.players) if terms else ("player",)

    every_unread = (
        *_missing_sections(tree),
        *_marked_rules(tree),
        *_made_alone(tree, text),
        *(() if out.has("ruleset.captions") else _captions(tree, text)),
        *unread,
        *undecided,
        *out.unread,
    )
    return Ruleset(
        sections=tuple(section.title for section in tree.sections),
        rules=tree.rules,
        terms=terms,
        tracking_page=read_tracking_page(tree, text),
        voting=voting_rules(out.voting | {"special_case.default": default}),
        caveats=(*out.caveats, *filter(None, map(_caveat, reviewable))),
        unread=every_unread,
        reviewed=tuple(out.reviewed),
        reviewable=reviewable,
        variables=variables,
        actions=read_actions(defining, names) if defining else (),
        event_types=event_types,
        perhaps_event_types=perhaps_event_types,
        page=page,
        revid=revid,
        introductions=(tree.preface, *(section.intro for section in tree.sections)),
        source=text,
    )


_BY_PERSON = (SectionKind.DYNASTIC, SectionKind.OTHER)
_THIRD_SECTION = (SectionKind.SPECIAL_CASE, SectionKind.BUILDING_BLOCKS)


def _reviewable(
    tree: Tree, prose: Prose, source: str, terms: Terms | None, reviews: Reviews
) -> Iterator[ReviewableRule]:
    """Yield the effective rules that only a person can judge: those of the dynasty, and those of
    the third section with a sentence that the tool does not know.
    """
    canon = canonical(terms)
    sentences = prose.by_rule()
    for rule in tree.texts:
        third = rule.kind in _THIRD_SECTION and rule.level > 1
        if not (third or rule.kind in _BY_PERSON) or not rule.effective or not rule.text.strip():
            continue
        own = sentences.get(id(rule), ())
        if third and all(map(prose.accounted_for, own)):
            continue
        known_by = rule_fingerprint(rule, source, canon)
        review = reviews.of_rules.get(known_by)
        yield ReviewableRule(rule.title, known_by, rule, highlighted(own), review)


def _caveat(rule: ReviewableRule) -> Caveat | None:
    """Return the verdicts that a rule can change, because nobody has reviewed it or because its
    reviewer says so.
    """
    review = rule.review
    kinds = EVERY_KIND if review is None else review.verdicts
    if not kinds:
        return None
    quote = rule.highlighted[0] if rule.highlighted else split_sentences(rule.whole.text)[0]
    reviewer = "" if review is None else review.by
    return Caveat(rule.rule, quote[:MAX_CLAUSE_CHARS], kinds, rule.fingerprint, reviewer)
