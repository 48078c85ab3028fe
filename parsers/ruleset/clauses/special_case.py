"""Which Special Case rules are in force when their title does not say so (the section's own introduction)."""

from __future__ import annotations

from parsers.patterns import later
from parsers.ruleset.model import Clause, Rule, SectionKind, UnreadClause
from parsers.ruleset.sentences import MAX_CLAUSE_CHARS, Canon, split_sentences
from parsers.ruleset.tree import Tree, stated_status

__all__ = ["is_default_status", "read_default_status"]

_STATUS = r"(active|inactive)"
_MARKED = later(
    r"\bif (?:the|its) title (?:of a special case rule )?(?:includes|has|contains)"
    r" (?:(?:an? )?(asterisk)\b(?:,? \(\*\),?)?|(?:the tag )?\"?\[([a-z ]{2,30})\]\"?),?"
    rf" (?:then )?its default status is {_STATUS}[;,.] otherwise,? its default status is {_STATUS}\b"
)
_OTHERWISE = rf"\botherwise,? (?:its|their) (?:default )?status is {_STATUS}\b"
_ALWAYS = later(
    rf"{_OTHERWISE}|\botherwise,? (?:it is|they are) (?:considered (?:to be )?)?{_STATUS}\b"
    rf"|\bdefault status (?:of (?:a|any|every|each|all) special case rules? )?is {_STATUS}\b"
    rf"|\b(?:is|are),? by default,? {_STATUS}\b|\b{_STATUS} by default\b|\bby default,? (?:.{{0,40}} )?(?:is|are) {_STATUS}\b"
    rf"|\bdefaults? to(?: being)? {_STATUS}\b|\b(?:is|are) {_STATUS} unless (?:its|their) titles? (?:say|state)s? otherwise\b"
)
_WHOLE = later(rf"(?:{_MARKED.pattern}|{_OTHERWISE})\.?")
_SPEAKS = later(r"\bdefault status is\b|\bby default\b|\bdefaults? to\b|\botherwise\b")
_ITS_DEFAULT = later(r"\bits status is its default status\b")
_KEY = "special_case.default"


def _stated(form: str) -> tuple[str, ...]:
    """The default that a sentence states, in a tuple of its own; none if it states none."""
    marked = _MARKED.search(form)
    if marked:
        *marks, status, other = marked.groups()
        mark = next(filter(None, marks))
        return (status if status == other else f"{status}-if-{mark}",)
    always = _ALWAYS.search(form)
    return tuple(filter(None, always.groups())) if always else ()


def is_default_status(form: str) -> bool:
    """Whether a sentence (in canonical form) states a default status and nothing else."""
    return _WHOLE.fullmatch(form) is not None


def _sentences(intro: Rule) -> list[str]:
    """The sentences of the section's introduction; one that begins with “Otherwise” belongs to the one before."""
    found: list[str] = []
    for block in intro.blocks:
        for place, text in enumerate(split_sentences(block.text)):
            if place and text.lower().startswith("otherwise"):
                found[-1] += " " + text
            else:
                found.append(text)
    return found


def read_default_status(tree: Tree, canon: Canon) -> tuple[Clause | None, list[UnreadClause]]:
    """The default status of Special Case rules, e.g. ``inactive-if-asterisk``; None where the section has none."""
    section = next((s for s in tree.sections if s.kind is SectionKind.SPECIAL_CASE), None)
    if section is None:
        return None, []
    found: dict[str, str] = {}
    for text in _sentences(section.intro):
        form = canon(text[:MAX_CLAUSE_CHARS])
        stated = _stated(form)
        if stated:
            found.setdefault(stated[0], text)
        elif _SPEAKS.search(form) and not _ITS_DEFAULT.search(form):
            return None, [UnreadClause(_KEY, f"not understood: “{text}”", section.title)]
    if len(found) > 1:
        return None, [UnreadClause(_KEY, f"the section states several defaults: {', '.join(found)}", section.title)]
    for value, text in found.items():
        return Clause(value, section.title, text), []
    if all(stated_status(rule) for rule in tree.rules if rule.kind is SectionKind.SPECIAL_CASE and len(rule.path) == 1):
        return None, []
    return None, [UnreadClause(_KEY, "no sentence says which Special Case rules are active without saying so", section.title)]
