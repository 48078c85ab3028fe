"""What the checks of idling and unidling share: the rules that stood at a change, its time in words, and its evidence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from parsers.model import Confidence
from parsers.ruleset.model import Ruleset
from validators.checks.audit_context import AuditContext
from validators.checks.evidence import entry, quoted
from validators.finding import Evidence, NotEvaluated
from validators.view import SeenRoster
from validators.voting.idling import Deed
from validators.voting.roster_events import RosterChange, RosterEvidence
from validators.words import listed

IDLE = ("Idle Players",)
WHEN = "%Y-%m-%d %H:%M"
_RANK = (Confidence.LOW, Confidence.MEDIUM, Confidence.HIGH)


@dataclass
class Unsettled:
    """Players of whom something was not seen, by the reason."""

    code: str
    names: dict[str, list[str]] = field(default_factory=dict)

    def add(self, name: str, why: str) -> None:
        """Leave one out."""
        self.names.setdefault(why, []).append(name)

    def __iter__(self) -> Iterator[NotEvaluated]:
        """An entry for each reason."""
        for why, people in self.names.items():
            yield NotEvaluated(self.code, f"not certain for {listed(list(dict.fromkeys(people)))}: {why}")


def rules_of(facts: AuditContext, change: RosterChange, unsettled: Unsettled) -> tuple[Ruleset, Confidence] | None:
    """The rules that stood at a change, else today's for a change of the dynasty that is going on, and how sure that is."""
    rules, why = facts.past.rules_at(change.latest)
    if rules is not None:
        return rules, Confidence.HIGH
    addresses = facts.timeline.addresses
    if not addresses or change.earliest >= addresses[-1].posted:
        return facts.rules, Confidence.MEDIUM
    unsettled.add(change.name, f"the rules of that time are not known: {why}")
    return None


def least(*confidences: Confidence) -> Confidence:
    """The lowest of them."""
    return min(confidences, key=_RANK.index)


def when(change: RosterChange) -> str:
    """When a change was made, in words."""
    if change.news is not None:
        return f"at {change.news.said or change.latest:{WHEN}} UTC"
    return f"between {change.earliest:{WHEN}} and {change.latest:{WHEN}} UTC"


def change_key(change: RosterChange) -> str:
    """What tells a change from another one of the same person."""
    return f"{(change.news.said if change.news else None) or change.latest:{WHEN}}"


def signs(change: RosterChange) -> list[Evidence]:
    """The announcement of a change, and the sidebars around it."""
    return [_sign(sign) for sign in (change.before, change.news, change.after) if sign is not None]


def _sign(sign: RosterEvidence) -> Evidence:
    if sign.post is not None and sign.said == sign.post.posted:
        return entry(sign.post)
    url = None if sign.post is None else sign.post.url
    return Evidence(url, f"{sign.text}: {sign.after or sign.before}", sign.said or sign.at)


def on_sidebar(seen: SeenRoster, now: datetime) -> Evidence:
    """A sidebar that lists somebody as active."""
    at = min(seen.last_seen, now)
    return Evidence(None, f"the sidebar of {at:{WHEN}} UTC: active", at)


def deed_of(deed: Deed) -> Evidence:
    """An entry, or the beginning of a comment, as evidence."""
    return entry(deed.post) if deed.comment is None else quoted(deed.post, deed.comment)


def did(deed: Deed) -> str:
    """An entry or comment in words."""
    return f"“{deed.post.title}”" if deed.comment is None else f"a comment on “{deed.post.title}”"
