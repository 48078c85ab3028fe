"""Official posts: statuses, what may be altered and until when, illegal posts, names (rules "Enacting and
Failing", "Official Posts", "Names"), and who may be idled or unidled (rule "Idle Players").
"""

from __future__ import annotations

import re

from parsers.ruleset.clauses.readings import DURATION, Readings

__all__ = ["read_idling", "read_names", "read_posts", "read_statuses"]

_STATUSES = re.compile(
    r"\bvotable matters\b.{0,60}\b(?:can|may) (?:either )?be (?:either )?(pending(?:, [a-z]{4,20})*,? (?:or|and) [a-z]{4,20})\.?$"
)
_VETOED_STATUS = re.compile(r"\bfailed proposal has been vetoed it may (?:optionally have|be given) the vetoed status\b")
_STATUS_WORD = re.compile(r"[a-z]{4,20}")
_ABOUT_STATUSES = re.compile(r"\bvotable matters?\b.{0,80}\bpending, ")

_ALTERED = re.compile(
    rf"\bofficial post (?:may|can) be altered by its author if it is less than {DURATION} old"
    r" and (?:either )?no player has commented on it or\b.{0,90}\bvoting icons?\b"
)
_ABOUT_ALTERING = re.compile(r"\bofficial posts? (?:may|can)\b.{0,30}\baltered\b")
_CATEGORY = re.compile(r"\bcategory\b.{0,160}\bposted for (?:more than|longer than|over) (\d{1,4}) minutes?\b")
_ABOUT_CATEGORIES = re.compile(r"\bchanged from 1 category to another\b")
_ILLEGAL = re.compile(r"\bif it is a votable matter,? then it is unpopular\b")
_NAME_LENGTH = re.compile(r"\bnew name must be between (\d{1,3}) and (\d{1,3}) characters (?:in length|long)\b")
_ABOUT_NAMES = re.compile(r"\bnew name must\b|\bnames?\b.{0,120}\bcharacters?\b")

_ALLOWED = re.compile(r"^however\b|^when\b|; otherwise .*$|\bmay (?:only include|have in it only)\b")
"""Reservations that hold beside these clauses and change nothing in them."""

_PAST = rf"(?:past|last|previous) {DURATION}"
_ASKED = re.compile(rf"\bif that player has asked to become idle in an entry or comment from the {_PAST}")
_TIMEOUT = re.compile(rf"\b(?:or|idle) if that player has not posted an entry or comment in the {_PAST}")
_REDUCED = re.compile(rf"\bidle timeout is (?:considered to be )?reduced to {DURATION}")
_COOLDOWN = re.compile(
    r"\bunless the player who would be unidled (?:has become|became|(?:asked to become \()?(?:or )?rendered themselves\)?)"
    rf" idle within the {_PAST}"
)
_IDLE_CONDITIONS = re.compile(
    rf"{_ASKED.pattern}|{_TIMEOUT.pattern}|\bif that player is idle and has asked to become unidle\b|^if silence was the reason\b"
)
"""The conditions of idling and unidling that may stand beside each other in one sentence."""

_MAY_IDLE = re.compile(r"\badmins? (?:may|can) (?:render|make) a player idle\b")
_IDLING = (
    ("idle.request_hours", _ASKED, _MAY_IDLE),
    ("idle.timeout_hours", _TIMEOUT, _MAY_IDLE),
    ("idle.reduced_timeout_hours", _REDUCED, re.compile(r"\bidle timeout\b")),
    ("idle.unidle_cooldown_hours", _COOLDOWN, re.compile(r"\badmins? (?:may|can) unidle a player\b|\bwould be unidled\b")),
)


def read_statuses(out: Readings) -> None:
    """Rule "Enacting and Failing": the statuses it names, in lower case."""
    vetoed = [sentence for sentence in out.prose.binding("vetoed") if _VETOED_STATUS.search(sentence.canon)]
    out.prose.accept(*vetoed)
    for sentence, found in out.each("statuses", _STATUSES, "pending"):
        named = _STATUS_WORD.findall(found.group(1))
        out.set("statuses", tuple(dict.fromkeys((*named, *("vetoed" for _ in vetoed)))), sentence)
    out.expect("statuses", _ABOUT_STATUSES, "pending")


def read_posts(out: Readings) -> None:
    """Rule "Official Posts": windows for altering a post and its category, and what an illegal post is."""
    for sentence, found in out.each("post.edit_hours", _ALTERED, "altered", allowing=_ALLOWED):
        out.duration("post.edit_hours", found, sentence)
    out.expect("post.edit_hours", _ABOUT_ALTERING, "altered")
    for sentence, found in out.each("post.category_minutes", _CATEGORY, "official posts can never", allowing=_ALLOWED):
        out.set("post.category_minutes", int(found.group(1)), sentence)
    out.expect("post.category_minutes", _ABOUT_CATEGORIES, "category")
    for sentence, _ in out.each("post.illegal_unpopular", _ILLEGAL, "unpopular"):
        out.set("post.illegal_unpopular", True, sentence)


def read_names(out: Readings) -> None:
    """Rule "Names": how long a name may be."""
    for sentence, found in out.each("name", _NAME_LENGTH, "characters", allowing=_ALLOWED):
        out.set("name.min_length", int(found.group(1)), sentence)
        out.set("name.max_length", int(found.group(2)), sentence)
    if not out.has("name.min_length"):
        out.expect("name", _ABOUT_NAMES, "name")


def read_idling(out: Readings) -> None:
    """Rule "Idle Players": when a Player may be idled or unidled."""
    for key, pattern, trigger in _IDLING:
        for sentence, found in out.each(key, pattern, "idle", allowing=_IDLE_CONDITIONS):
            out.duration(key, found, sentence)
        out.expect(key, trigger, "idle")
