"""A check and its description: what a finding code means stands beside the function that finds it.

A check is a generator from :class:`AuditContext` to what it found, under a code that is never used for
anything else. Its docstring says what the code means, then what else there is to know, and last,
each in a paragraph that begins with these words, ``Evidence:``, ``May be mistaken:`` and ``To
settle it:``. ``blognomic explain`` and ``docs/findings.md`` are made from it; CONTRIBUTING.md has
an example. (Under ``python -OO``, which drops docstrings, the explanations are empty.)
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
"""What checks of matters and players, of the tracking page, and of what changed between pulls need.
"""
Results = Iterator[Found | Gap]
Run = Callable[[AuditContext], Results]

TriedOn = Literal["ruleset", "tracking"]


class JudgedBy(StrEnum):
    """By which rules a check judges, and so what its findings can be no surer than."""

    POSTING = "posting"
    """Those of when the post was made; a finding is no surer than the tally sheet of that time."""
    ALTERATION = "alteration"
    """The same, of a post that changed between pulls, whose times those are."""
    RESOLUTION = "resolution"
    """Those of when the matter was resolved, with no surer a finding than the sheet of then. A
    matter whose time of resolution is not known is not looked at."""
    QUEUE = "queue"
    """Today's, on a pending matter, with no surer a finding than its sheet."""
    ACTION = "action"
    """Those of when somebody acted on the roster or the wiki; the check reads them itself."""
    PRESENT = "present"
    """Today's, on what is shown now; the check alone says how sure it is."""


POSTING, ALTERATION, RESOLUTION, QUEUE, ACTION, PRESENT = JudgedBy


Act = StrEnum("Act", "RESOLVE FAIL IDLE DELETE")
"""What somebody may do now by a finding that is no fault: it comes again until it is done."""
FixScope = StrEnum("FixScope", "PAGE EDIT")
"""What a correction changes: the page as it stands, or it undoes one edit, whose finding is over when
the change is made.
"""


_SECTION = re.compile(r"^(Evidence|May be mistaken|To settle it): ", re.MULTILINE)

ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO


@dataclass(frozen=True, slots=True)
class AuditCheck:
    """One finding code, with all that anything needs to know of it; called with the function that
    ``run`` is to be, it registers the check, with the paragraphs of its docstring.

    ``rests_on`` has titles of rules or terms of the glossary as most Rulesets call them; a finding
    names the rule that was read. Without one of ``needs`` or of the voting parameters ``keys`` it
    does not run; without one of ``parts`` a part of it does not. ``uses`` are inputs that it can do
    without. What is left unsaid is what makes a finding less sure.
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
    """Whether it compares times of posts, resolutions and comments, which may be unreliable."""
    can_be_upheld: bool = True
    """Whether a DoV enacted later upholds what it accuses (rule "Victory and Ascension"), or a CfJ
    can make it legal."""
    reads_former_rules: bool = False
    """Whether it takes the Ruleset of that time itself."""
    of_any_kind: bool = False
    """Whether the post may have been a matter of another kind before."""
    settled_by: Status | None = None
    """The status that settles it, and makes it information."""
    lasting: bool = False
    """Whether it can be settled long after the resolution of its post."""
    act: Act | None = None
    about_the_tool: bool = False
    """Whether it is about what the tool could not read or judge, and so nothing to tell players."""
    tells_cause: bool = False
    """Whether it tells which edit made the value wrong that another finding is about."""
    fix: FixScope | None = None
    """What its correction changes, if it may have one."""
    tried_on: tuple[TriedOn, ...] = ()
    """The pages whose corrected text it is run on."""
    meaning: str = ""
    notes: tuple[str, ...] = ()
    evidence: str = ""
    mistaken: str = ""
    settle: str = ""
    run: Run = lambda _: iter(())

    @property
    def on_matters(self) -> bool:
        """Whether it is about matters and posts, and no surer than the sheet of their time."""
        return self.judged_by in (POSTING, ALTERATION, RESOLUTION, QUEUE)

    @property
    def is_timed(self) -> bool:
        """Whether times that cannot be compared leave it in doubt."""
        return self.compares_times and self.judged_by in (POSTING, RESOLUTION)

    @property
    def is_upheld(self) -> bool:
        """Whether a ruling since may have made lawful what it accuses."""
        return self.can_be_upheld and self.judged_by in (POSTING, RESOLUTION, ACTION)

    def __call__(self, run: Run) -> Run:
        """Register the check. Raises ValueError for a code that has one."""
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
