"""A check and its description: what a finding code means stands beside the function that finds it.

A check is a generator from :class:`AuditContext` to findings, under a code that is never used for
anything else. Its docstring says what the code means, then what else there is to know, and last,
each in a paragraph that begins with these words, ``Evidence:``, ``May be mistaken:`` and ``To
settle it:``. ``blognomic explain`` and ``docs/findings.md`` are made from it; CONTRIBUTING.md has
an example. (Under ``python -OO``, which drops docstrings, the explanations are empty.)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import KW_ONLY, dataclass, replace
from inspect import cleandoc
from typing import Literal

from parsers.model import Confidence
from validators.checks.audit_context import AuditContext
from validators.finding import Evidence, Finding, Fix, NotEvaluated, RuleRef, Severity, Subject

Input = Literal["rules", "roster", "posts", "gamestate", "history", "pulls"]
GAME: tuple[Input, ...] = ("rules", "roster", "posts")
PAGE: tuple[Input, ...] = ("rules", "gamestate")
PULLS: tuple[Input, ...] = ("pulls",)
"""What checks of matters and players, of the tracking page, and of what changed between pulls need.
"""
Results = Iterator[Finding | NotEvaluated]
Run = Callable[[AuditContext], Results]

_SECTION = re.compile(r"^(Evidence|May be mistaken|To settle it): ", re.MULTILINE)

ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO


@dataclass(frozen=True, slots=True)
class AuditCheck:
    """One finding code; called with the function that ``run`` is to be, it registers the check,
    with the paragraphs of its docstring.

    ``rests_on`` has titles of rules or terms of the glossary as most Rulesets call them; a finding
    names the rule that was read. Without one of ``needs`` or of the voting parameters ``keys`` it
    does not run; without one of ``parts`` a part of it does not. ``uses`` are inputs that it can do
    without. What a ``lasting`` one finds can be settled long after the resolution of its post.
    """

    code: str
    slug: str
    severity: Severity
    _: KW_ONLY
    rests_on: tuple[str, ...] = ()
    needs: tuple[Input, ...] = ()
    uses: tuple[Input, ...] = ()
    keys: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    lasting: bool = False
    meaning: str = ""
    notes: tuple[str, ...] = ()
    evidence: str = ""
    mistaken: str = ""
    settle: str = ""
    run: Run = lambda _: iter(())

    def __call__(self, run: Run) -> Run:
        """Register the check. Raises Refused for a code that has one."""
        if self.code in CHECKS:
            raise ValueError(f"{self.code} has a check already")
        head, *sections = _SECTION.split(cleandoc(run.__doc__ or ""))
        meaning, *notes = (" ".join(paragraph.split()) for paragraph in head.strip().split("\n\n"))
        said = {
            label: " ".join(text.split())
            for label, text in zip(sections[::2], sections[1::2], strict=True)
        }
        evidence, mistaken, settle = (
            said.get(label, "") for label in ("Evidence", "May be mistaken", "To settle it")
        )
        about = replace(
            self,
            meaning=meaning,
            notes=tuple(notes),
            evidence=evidence,
            mistaken=mistaken,
            settle=settle,
        )
        CHECKS[self.code] = replace(about, run=run)
        return run


check = AuditCheck
"""The decorator of a check."""
CHECKS: dict[str, AuditCheck] = {}
"""The checks of the modules imported so far, by code; :func:`validators.checks.run.checks` imports
them all.
"""


def make_finding(  # noqa: PLR0913 - the fields of a finding
    code: str,
    subject: Subject,
    message: str,
    what: str = "",
    *,
    rule: RuleRef | None = None,
    evidence: Iterable[Evidence] = (),
    confidence: Confidence = Confidence.HIGH,
    severity: Severity | None = None,
    fix: Fix | None = None,
) -> Finding:
    """A finding with the slug and severity of its code; page and line are those of the first
    evidence on a page.

    Without ``rule`` or page the run names the clause of the check's first key, else the first rule
    of ``rests_on``, and the subject's page.
    """
    one, seen = CHECKS[code], tuple(evidence)
    place = next((each for each in seen if each.page), Evidence())
    return Finding(
        code,
        one.slug,
        severity or one.severity,
        subject,
        message,
        what,
        confidence,
        seen,
        rule,
        fix,
        place.page,
        place.line,
    )
