"""The decorator of a check, with its metadata. The docstring of a check documents its finding code.

A check is a generator that takes an :class:`AuditContext` and yields findings under one code, which
is never reused. Its docstring starts with the meaning of the code, followed by notes, and ends with
the paragraphs ``Evidence:``, ``May be mistaken:`` and ``To settle it:``. ``blognomic explain`` and
``docs/findings.md`` are generated from it; CONTRIBUTING.md has an example. (``python -OO`` drops
docstrings, so explanations are empty there.)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import KW_ONLY, dataclass, replace
from enum import StrEnum
from inspect import cleandoc
from typing import Literal

from parsers.model import Status
from parsers.ruleset.parameters import AnyParameter
from validators.checks.audit_context import AuditContext
from validators.finding import Found, Gap, Severity

Input = Literal["rules", "roster", "posts", "gamestate", "history", "pulls", "audits"]
GAME: tuple[Input, ...] = ("rules", "roster", "posts")
PAGE: tuple[Input, ...] = ("rules", "gamestate")
PULLS: tuple[Input, ...] = ("pulls",)
"""The usual inputs of checks on matters and players, on the tracking page, and on changes between
pulls.
"""
Results = Iterator[Found | Gap]
Run = Callable[[AuditContext], Results]

TriedOn = Literal["ruleset", "tracking"]


class JudgedBy(StrEnum):
    """The rules that a check judges by, which limit the confidence of its findings."""

    POSTING = "posting"
    """The rules at the time of posting. Confidence is limited by the tally sheet of that time."""
    ALTERATION = "alteration"
    """Like ``POSTING``, for a post that changed between pulls."""
    RESOLUTION = "resolution"
    """The rules at the time of resolution. Confidence is limited by the tally sheet of that time.
    Matters with an unknown time of resolution are skipped.
    """
    QUEUE = "queue"
    """Today's rules, for a pending matter. Confidence is limited by its tally sheet."""
    ACTION = "action"
    """The rules at the time of an action on the roster or the wiki; the check reads them itself."""
    PRESENT = "present"
    """Today's rules, for the pages as shown now. The check sets the confidence itself."""


POSTING, ALTERATION, RESOLUTION, QUEUE, ACTION, PRESENT = JudgedBy


Act = StrEnum("Act", "RESOLVE FAIL IDLE DELETE")
"""An action that a finding suggests although nothing is wrong. The finding is repeated until the
action is done.
"""
FixScope = StrEnum("FixScope", "PAGE EDIT")
"""The scope of a correction: it changes the current page, or undoes one edit and so settles the
finding on that edit.
"""


_SECTION = re.compile(r"^(Evidence|May be mistaken|To settle it): ", re.MULTILINE)

ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO


@dataclass(frozen=True, slots=True)
class AuditCheck:
    """The metadata of one finding code. As a decorator, it registers the function as ``run`` and
    reads the texts from its docstring.

    ``rests_on`` lists the usual titles of the rules or glossary terms; a finding names the one in
    the Ruleset. The check runs only if all inputs in ``needs`` are available and all voting
    parameters in ``keys`` were read. Each missing parameter of ``parts`` skips a part of the check.
    ``uses`` are optional inputs. The flags default to the cautious value.
    """

    code: str
    slug: str
    severity: Severity
    _: KW_ONLY
    judged_by: JudgedBy
    rests_on: tuple[str, ...] = ()
    needs: tuple[Input, ...] = ()
    uses: tuple[Input, ...] = ()
    keys: tuple[AnyParameter, ...] = ()
    parts: tuple[AnyParameter, ...] = ()
    compares_times: bool = True
    """True if the check compares times of posts, resolutions and comments, which can be unreliable.
    """
    can_be_upheld: bool = True
    """True if a DoV (rule "Victory and Ascension") or CfJ enacted later can legalise what the check
    reports.
    """
    reads_former_rules: bool = False
    """True if the check reads the Ruleset of that time itself."""
    of_any_kind: bool = False
    """True if the post may have been a matter of another kind before."""
    settled_by: Status | None = None
    """The status of a post that settles the finding, which then becomes information."""
    lasting: bool = False
    """True if the finding can still be settled long after its post was resolved."""
    act: Act | None = None
    about_the_tool: bool = False
    """True if the findings are about the limits of the tool, and so not announced to players."""
    tells_cause: bool = False
    """True if the findings name the edit that caused a wrong value which another finding reports.
    """
    fix: FixScope | None = None
    """The scope of the correction; None if the check offers none."""
    tried_on: tuple[TriedOn, ...] = ()
    """The pages on whose corrected text the check runs again."""
    meaning: str = ""
    notes: tuple[str, ...] = ()
    evidence: str = ""
    mistaken: str = ""
    settle: str = ""
    run: Run = lambda _: iter(())

    @property
    def on_matters(self) -> bool:
        """True if the check is about matters and posts, so that the tally sheet limits its
        confidence.
        """
        return self.judged_by in (POSTING, ALTERATION, RESOLUTION, QUEUE)

    @property
    def is_timed(self) -> bool:
        """True if unreliable times put its findings in doubt."""
        return self.compares_times and self.judged_by in (POSTING, RESOLUTION)

    @property
    def is_upheld(self) -> bool:
        """True if a later ruling may have legalised what the check reports."""
        return self.can_be_upheld and self.judged_by in (POSTING, RESOLUTION, ACTION)

    def __call__(self, run: Run) -> Run:
        """Register the check. Raises ValueError if the code is already registered."""
        if self.code in CHECKS:
            raise ValueError(f"{self.code} has a check already")
        head, *sections = _SECTION.split(cleandoc(run.__doc__ or ""))
        meaning, *notes = (" ".join(paragraph.split()) for paragraph in head.strip().split("\n\n"))
        sections_by_label = {
            label: " ".join(text.split())
            for label, text in zip(sections[::2], sections[1::2], strict=True)
        }
        evidence, mistaken, settle = (
            sections_by_label.get(label, "")
            for label in ("Evidence", "May be mistaken", "To settle it")
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
