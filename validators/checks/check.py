"""A check and its description: the meaning of a finding code is documented on the function that
finds it.

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
"""Inputs of checks of matters and players, of the tracking page, and of changes between pulls."""
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
"""The scope of a correction: the current page, or one edit to undo, which settles the finding on
that edit.
"""


_SECTION = re.compile(r"^(Evidence|May be mistaken|To settle it): ", re.MULTILINE)

ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO


@dataclass(frozen=True, slots=True)
class AuditCheck:
    """One finding code with its metadata. Used as a decorator it registers the function as ``run``,
    with the paragraphs of its docstring.

    ``rests_on`` has common titles of rules or glossary terms; a finding names the rule that was
    read. The check runs only with all of ``needs`` and the voting parameters ``keys``; each missing
    parameter of ``parts`` skips a part of it. ``uses`` are optional inputs. The default values of
    the flags are the cautious ones.
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
    """Whether it compares times of posts, resolutions and comments, which can be unreliable."""
    can_be_upheld: bool = True
    """Whether a later enacted DoV (rule "Victory and Ascension") or CfJ can legalise what it
    reports.
    """
    reads_former_rules: bool = False
    """Whether it reads the Ruleset of that time itself."""
    of_any_kind: bool = False
    """Whether the post may have been a matter of another kind before."""
    settled_by: Status | None = None
    """The status that settles it and turns it into information."""
    lasting: bool = False
    """Whether it can still be settled long after its post was resolved."""
    act: Act | None = None
    about_the_tool: bool = False
    """Whether it is about the limits of the tool, and so not announced to players."""
    tells_cause: bool = False
    """Whether it names the edit that caused a wrong value which another finding reports."""
    fix: FixScope | None = None
    """The scope of its correction, if there is one."""
    tried_on: tuple[TriedOn, ...] = ()
    """The pages whose corrected text it is run on again."""
    meaning: str = ""
    notes: tuple[str, ...] = ()
    evidence: str = ""
    mistaken: str = ""
    settle: str = ""
    run: Run = lambda _: iter(())

    @property
    def on_matters(self) -> bool:
        """Whether it is about matters and posts, so that the tally sheet limits its confidence."""
        return self.judged_by in (POSTING, ALTERATION, RESOLUTION, QUEUE)

    @property
    def is_timed(self) -> bool:
        """Whether incomparable times put it in doubt."""
        return self.compares_times and self.judged_by in (POSTING, RESOLUTION)

    @property
    def is_upheld(self) -> bool:
        """Whether a later ruling may have legalised what it reports."""
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
