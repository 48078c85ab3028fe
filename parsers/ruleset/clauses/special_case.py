"""Which Special Case rules are in force when their title does not say so (the section's own introduction)."""

from __future__ import annotations

from parsers.ruleset.clauses.clause_tables import compiled, tables
from parsers.ruleset.ruleset_model import Clause, Rule, SectionKind, UnreadClause
from parsers.ruleset.sentences import MAX_CLAUSE_CHARS, Canon, Sentence, in_words, split_sentences
from parsers.ruleset.tree import Tree, stated_status

_KEY = "special_case.default"


def _stated(form: str) -> str | None:
    """The default that a sentence in canonical form states, if it states one."""
    text = in_words(form)
    for wording in tables().special_case:
        if found := compiled(wording).search(text):
            status, other, mark = (found.groupdict().get(name) for name in ("status", "other", "mark"))
            if mark and mark != "asterisk" and f"[{mark}]" not in form:
                continue
            return str(status) if mark is None or status == other else f"{status}-if-{mark}"
    return None


def is_default_status(sentence: Sentence) -> bool:
    """Whether a sentence states a default status and nothing else."""
    return _stated(sentence.canon) is not None and any(compiled(each).fullmatch(sentence.words) for each in tables().special_case[:2])


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
            found.setdefault(stated, text)
        elif compiled(tables().special_case_words).search(in_words(form)) and "its status is its default status" not in form:
            return None, [UnreadClause(_KEY, f"not understood: “{text}”", section.title)]
    if len(found) > 1:
        return None, [UnreadClause(_KEY, f"the section states several defaults: {', '.join(found)}", section.title)]
    for value, text in found.items():
        return Clause(value, section.title, text), []
    if all(stated_status(rule) for rule in tree.rules if rule.kind is SectionKind.SPECIAL_CASE and len(rule.path) == 1):
        return None, []
    return None, [UnreadClause(_KEY, "no sentence says which Special Case rules are active without saying so", section.title)]
