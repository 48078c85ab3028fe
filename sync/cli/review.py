"""``blognomic rules --review``: what nobody has read yet."""

from __future__ import annotations

from parsers.ruleset.ruleset_model import Ruleset
from sync.cli.output import publish
from sync.errors import ExitCode
from sync.reports import as_json
from sync.reports.rules_text import waiting_for_review
from sync.settings.config import Config


def review_rules(config: Config, ruleset: Ruleset) -> int:
    """Report what waits for a review; the exit code is 1 while something does."""
    publish(config, lambda: as_json.review(ruleset), lambda: waiting_for_review(ruleset))
    unread = any(clause.fingerprint for clause in ruleset.unread)
    return ExitCode.FINDINGS if unread or ruleset.unread_rules else ExitCode.CLEAN
