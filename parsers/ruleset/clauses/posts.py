"""Official posts: statuses, what may be altered and until when, illegal posts, names (rules "Enacting and
Failing", "Official Posts", "Names"), and who may be idled or unidled (rule "Idle Players").
"""

from __future__ import annotations

import re

from parsers.ruleset.clauses.readings import DURATION, Readings

__all__ = ["read_idling", "read_names", "read_posts", "read_statuses"]

_STATUSES = re.compile(r"\bvotable matters\b.{0,60}\b(?:can|may) (?:either )?be (pending,[a-z, ]{4,80})")
_VETOED_STATUS = re.compile(r"\bvetoed status\b")
_STATUS_WORD = re.compile(r"[a-z]{4,12}")
_ALTERED = re.compile(rf"\baltered by its author if it is less than {DURATION} old\b")
_ALTERED_TRIGGER = re.compile(r"\bofficial post may\b.{0,20}\baltered\b")
_CATEGORY = re.compile(r"\bcategory\b.{0,160}\bposted for (?:more than|longer than|over) (\d{1,4}) minutes\b")
_CATEGORY_TRIGGER = re.compile(r"\bnever be changed from 1 category\b")
_ILLEGAL = re.compile(r"\bif it is a votable matter,? then it is unpopular\b")
_NAME_LENGTH = re.compile(r"\bname\b.{0,60}\bbetween (\d{1,3}) and (\d{1,3}) characters\b")
_NAME_TRIGGER = re.compile(r"\bnew name must\b")

_TIMEOUT = re.compile(rf"\bhas not posted an entry or comment in the (?:past|last|previous) {DURATION}")
_ASKED = re.compile(rf"\basked to become idle in an entry or comment from the (?:past|last|previous) {DURATION}")
_IDLING_TRIGGER = re.compile(r"\bmay render an?\b.{0,40}\bidle\b")
_REDUCED = re.compile(rf"\bidle timeout is (?:considered to be )?reduced to {DURATION}")
_REDUCED_TRIGGER = re.compile(r"\bidle timeout\b")
_COOLDOWN = re.compile(rf"\bunless the player who would be unidled\b.{{0,80}}\bidle within the (?:past|last|previous) {DURATION}")
_COOLDOWN_TRIGGER = re.compile(r"\bmay unidle an?\b")


def read_statuses(out: Readings) -> None:
    """Rule "Enacting and Failing": the statuses it names, in lower case."""
    for sentence, found in out.each("statuses", _STATUSES, ("pending", "enacted", "failed")):
        named = [word for word in _STATUS_WORD.findall(found.group(1)) if word not in ("either",)]
        if any(_VETOED_STATUS.search(s.canon) for s in out.prose.lawful("vetoed")) and "vetoed" not in named:
            named.append("vetoed")
        out.set("statuses", tuple(named), sentence)


def read_posts(out: Readings) -> None:
    """Rule "Official Posts": windows for altering a post and its category, and what an illegal post is."""
    for sentence, found in out.each("post.edit_hours", _ALTERED, ("altered",), _ALTERED_TRIGGER):
        out.duration("post.edit_hours", found, sentence)
    for sentence, found in out.each("post.category_minutes", _CATEGORY, ("category", "minutes"), _CATEGORY_TRIGGER):
        if "official posts can never" in sentence.canon or "never be changed" in sentence.canon:
            out.set("post.category_minutes", int(found.group(1)), sentence)
    for sentence, _ in out.each("post.illegal_unpopular", _ILLEGAL, ("unpopular",)):
        out.set("post.illegal_unpopular", True, sentence)


def read_names(out: Readings) -> None:
    """Rule "Names": how long a name may be."""
    for sentence, found in out.each("name.length", _NAME_LENGTH, ("name", "characters"), _NAME_TRIGGER):
        out.set("name.min_length", int(found.group(1)), sentence)
        out.set("name.max_length", int(found.group(2)), sentence)


def read_idling(out: Readings) -> None:
    """Rule "Idle Players": when a Player may be idled or unidled."""
    for key, pattern, needle, trigger in (
        ("idle.request_hours", _ASKED, "asked to become idle", None),
        ("idle.timeout_hours", _TIMEOUT, "not posted an entry", _IDLING_TRIGGER),
        ("idle.reduced_timeout_hours", _REDUCED, "idle timeout", _REDUCED_TRIGGER),
        ("idle.unidle_cooldown_hours", _COOLDOWN, "unidle", _COOLDOWN_TRIGGER),
    ):
        for sentence, found in out.each(key, pattern, needle.split(), trigger):
            out.duration(key, found, sentence)
