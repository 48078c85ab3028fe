"""Instructions in short, for tables of wordings."""

from __future__ import annotations

from collections.abc import Iterator

from parsers.proposals import read_instructions
from parsers.proposals.model import Destination, Instruction, RuleName, RulePassage, ValueChange


def summaries(html: str) -> list[str]:
    """Each instruction of a text in short: ``?`` and the reason for what is left."""
    listed = read_instructions(html).listed
    return [f"? {each.why}" if each.why else " ".join(_parts(each)) for each in listed]


def _parts(each: Instruction) -> Iterator[str]:
    for condition in each.conditions:
        within = f" in {_rule(condition.within)}" if condition.within else ""
        latest = "latest " if condition.latest else ""
        asked = f"{latest}{condition.subject or condition.kind.value}{within} {condition.outcome}".rstrip()
        yield f"[{asked}]" if condition.holds else f"[not {asked}]"
    yield each.kind.value
    if each.rule is not None:
        yield _rule(each.rule)
    if each.old is not None:
        yield _passage(each.old)
    if each.where is not None:
        yield _where(each.where)
    if each.title or each.status:
        yield f"-> {each.title}{each.status}"
    if each.unit is not None:
        yield f"({each.unit.value})"
    if each.new is not None:
        yield f"= {each.new!r}"
    yield from map(_value, each.values)
    if each.needs is not None:
        yield f"needs {each.needs}"
    if each.recounted:
        yield "recounted"


def _rule(rule: RuleName) -> str:
    name = "/".join(filter(None, (rule.parent, rule.number, rule.title))) or f"<{rule.section}>"
    section = f"<{rule.section}>" if rule.section and rule.title + rule.number else ""
    return f"{section}{name}{'+' if rule.with_subrules else ''}{'*' if rule.latest else ''}"


def _passage(passage: RulePassage) -> str:
    words = [f"{name}={getattr(passage, name)!r}" for name in ("text", "begins", "ends", "contains", "behind") if getattr(passage, name)]
    order = [] if passage.order is None else [f"#{passage.order}" + (f" x{passage.count}" if passage.count else "")]
    every = [f"all{passage.count or ''}"] if passage.every else []
    within = [f"in {_passage(passage.within)}"] if passage.within else []
    return " ".join([f"{{{passage.unit.value}", *order, *every, *words, *within]) + "}"


def _where(where: Destination) -> str:
    anchors = [_rule(rule) for rule in (where.rule, where.next_rule) if rule] + [
        _passage(passage) for passage in (where.passage, where.next_passage) if passage
    ]
    return " ".join([where.relation.value, *anchors])


def _value(change: ValueChange) -> str:
    whose = (change.role and f"every {change.role}") or ",".join(change.players) or "game"
    whose += f" ({' '.join(change.among)})" if change.among else ""
    return f"{whose}.{change.variable} {'+=' if change.adds else '='} {change.value}{change.was and f' (was {change.was})'}"
