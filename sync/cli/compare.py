"""``blognomic rules --compare``: what has changed since another Ruleset."""

from __future__ import annotations

import re
from pathlib import Path

from parsers.model import Revision
from parsers.ruleset.compare import compare_rulesets
from sync.cli.exits import ExitCode
from sync.cli.output import publish, warn_of
from sync.cli.source import open_source
from sync.errors import NoVerdict, UsageError
from sync.files import no_file, read_text, shown_path
from sync.reports.as_json import compared
from sync.reports.rules_text import Version, compared_as_text
from sync.settings.config import Config
from sync.sources.interface import Source
from sync.sources.view import no_verdict, read_rules
from sync.times import clock

_REVID = re.compile(r"[0-9]{1,15}")
_TODO = "name a file with the wikitext of a whole Ruleset, or a revision of the page by its number"


def compare_with(config: Config, stated: str) -> int:
    """Report what is different in the source's Ruleset from that of a file, or from a revision of the page by its number.

    Raises :class:`UsageError` for a file that cannot be read or is not a whole Ruleset, :class:`NoVerdict` for a revision that is
    not available, and what opening the source raises.
    """
    numbered = _REVID.fullmatch(stated) is not None
    file = None if numbered else _of_file(Path(stated))
    with open_source(config, {"rules", "history"} if numbered else {"rules"}) as source:
        title = source.ruleset
        page = source.page(title)
        if page is None or page.text is None:
            raise source.missing(title)
        before = file or _of_history(source, int(stated), live=config.live is not None)
        problems = list(source.problems)
    where = source.where(title) if file is None else shown_path(Path(stated))
    old, doubtful = read_rules(before, where, config.reviews, gamestate=False)
    if file is not None and doubtful:
        raise UsageError(f"--compare: {no_verdict(doubtful)}")
    new, lacking = read_rules(page, source.where(title), config.reviews, gamestate=False)
    problems += (*doubtful, *lacking)
    if old is None or new is None:
        raise no_verdict(problems)
    warn_of(problems)
    comparison = compare_rulesets(old, new)
    versions = Version(before, None if file is None else where), Version(page, None if page.revid else source.where(title))
    publish(config, lambda: compared(comparison, *versions), lambda: compared_as_text(comparison, *versions))
    return ExitCode.NO_VERDICT if any(problem.fatal for problem in problems) else ExitCode.CLEAN


def _of_file(path: Path) -> Revision:
    if not path.is_file():
        raise UsageError(f"--compare: {no_file(path)}; {_TODO}")
    try:
        return Revision(path.name, 0, 0, clock(), None, None, read_text(path))
    except NoVerdict as error:
        raise UsageError(f"--compare: {error}") from None


def _of_history(source: Source, revid: int, *, live: bool) -> Revision:
    found = source.revision(source.ruleset, revid)
    if found is None:
        pull = "pull --since an earlier time, or " if live else ""
        raise NoVerdict(f"revision {revid} of {source.where(source.ruleset)} is not available; {pull}{_TODO}")
    if found.text is None:
        raise NoVerdict(f"the text of revision {revid} of {source.where(source.ruleset)} is hidden or was not saved; {_TODO}")
    return found
