"""The Ruleset page: text in, rules and parameters with their proof out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from parsers.model import MatterKind
from parsers.patterns import later
from parsers.ruleset.clauses import keys, read_clauses, read_default_status
from parsers.ruleset.clauses.unread_sentences import read_caveats
from parsers.ruleset.game_actions import read_actions
from parsers.ruleset.prose import EVERY_RULE, RULE, read_prose, rules_to_read
from parsers.ruleset.ruleset_model import Clause, Ruleset, SectionKind, Terms, UnreadClause
from parsers.ruleset.sentences import canonical
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
    """Rules of the core or the Appendix whose heading has a tag or says that they are out of force,
    and others of two statuses.
    """
    return [
        UnreadClause(
            "vote", f"the heading “{rule.heading}” may put the rule out of force", rule.title
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
    """Templates that stand in a heading or caption, or for a whole paragraph or list item, and may
    show anything.
    """
    for rule in tree.texts[1:]:
        # No status and no verdict rests on the heading of a dynastic rule: a title beside the
        # template is enough there.
        rest = (
            _TEMPLATE.sub("", source[rule.start : rule.body])
            if rule.kind is SectionKind.DYNASTIC
            else ""
        )
        named = any(map(str.isalnum, rest)) and not set("{}<>") & set(rest)
        for start, end in tree.made if rule.effective else ():
            if named and end <= rule.body:
                continue
            if rule.start <= start < rule.end and not any(
                block.start < end and start < block.end for block in rule.blocks
            ):
                yield UnreadClause(
                    "vote", "a template may show text that is not on the page", rule.title
                )


def terms_of(text: str) -> Terms | None:
    """The dynasty's words by a Ruleset page's wikitext, and nothing else of it; None where it does
    not state them.
    """
    tree = read_tree(text)
    return read_terms(rule for rule in tree.texts if rule.kind is not SectionKind.DYNASTIC)[0]


def read_ruleset(
    text: str,
    *,
    page: str = "Ruleset",
    revid: int | None = None,
    gamestate: bool = False,
    reviewed: Mapping[str, str] = MappingProxyType({}),
) -> Ruleset:
    """Read a Ruleset page's wikitext; its gamestate variables and actions too, if asked for, which
    no vote rests on.

    ``reviewed`` are fingerprints of sentences that a person has found to change no verdict
    (:mod:`~parsers.ruleset.prose`), each with their name. No clause that a recogniser needs can be
    reviewed away. With fingerprints of whole dynastic rules the others are named; with
    ``EVERY_RULE`` they are reported.

    Never raises on any text: what is missing or not understood stands under ``unread``. Raises
    ValueError only for a text longer than :data:`MAX_RULESET_CHARS`.
    """
    if len(text) > MAX_RULESET_CHARS:
        raise ValueError(
            f"the Ruleset has {len(text):,} characters, more than the {MAX_RULESET_CHARS:,} this"
            " tool reads"
        )
    bare = read_tree(text)
    terms, unread = read_terms(rule for rule in bare.texts if rule.kind is not SectionKind.DYNASTIC)
    default, undecided = read_default_status(bare, canonical(terms))
    tree = with_statuses(bare, str(default.value) if default else None)
    prose = read_prose(tree, terms, reviewed)
    out = read_clauses(prose)
    caveats = read_caveats(out)
    defining = Text(prose) if gamestate else None
    voting: dict[str, Clause | None] = {key: out.voting.get(key) for key in keys()} | {
        "special_case.default": default
    }
    kept = any(
        key.startswith(RULE) for key in reviewed
    )  # else nobody keeps which rules they have read
    nobody = tuple(
        rule
        for rule in rules_to_read(tree.texts, text)
        if kept and f"{RULE}{rule.fingerprint}" not in reviewed
    )
    demanded = nobody if EVERY_RULE in reviewed else ()
    doubts = (
        *_missing_sections(tree),
        *_marked_rules(tree),
        *_made_alone(tree, text),
        *unread,
        *undecided,
        *out.unread,
    )
    return Ruleset(
        sections=tuple(section.title for section in tree.sections),
        rules=tree.rules,
        terms=terms,
        tracking_page=read_tracking_page(tree, text),
        voting=MappingProxyType(voting),
        caveats=caveats,
        unread=(
            *doubts,
            *(
                UnreadClause(
                    "dynastic",
                    "nobody has read this rule as it is now",
                    each.rule,
                    frozenset(MatterKind),
                )
                for each in demanded
            ),
        ),
        reviewed=tuple(prose.reviewed.values()),
        unread_rules=nobody,
        variables=read_variables(defining, terms) if defining else (),
        actions=read_actions(defining) if defining else (),
        page=page,
        revid=revid,
        introductions=(tree.preface, *(section.intro for section in tree.sections)),
        source=text,
    )
