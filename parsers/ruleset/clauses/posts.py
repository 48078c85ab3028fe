"""Official posts: statuses, what may be altered and until when, illegal posts, names (rules "Enacting and
Failing", "Official Posts", "Names"), who may be idled or unidled (rule "Idle Players"), and
what is spam (rule "Fair Play").
"""

from __future__ import annotations

import re

from parsers.patterns import later
from parsers.ruleset.clauses.readings import DURATION, Readings

__all__ = ["read_fair_play", "read_idling", "read_names", "read_posts", "read_statuses"]

_STATUSES = later(
    r"^(?:the status of )?votable matters (?:have a status, which )?(?:can|may) (?:either )?be (?:either )?"
    r"(pending(?:, [a-z]{4,20})*,? (?:or|and) [a-z]{4,20})\.?$"
)
_VETOED_STATUS = later(
    r"^when a failed proposal has been vetoed,? it may (?:optionally have|be given) the vetoed status(?: instead| upon resolution)?"
    r"(?:, which (?:every other rule treats as failed|(?:is considered to be|is|counts as) (?:the same as )?failed"
    r" (?:for|to) (?:the purposes of )?(?:all|any) other rules?))?\.?$"
)
_STATUS_WORD = later(r"[a-z]{4,20}")
_ABOUT_STATUSES = later(r"\bvotable matters?\b.{0,80}\bpending, ")

_ALTERED = later(
    rf"^an official post (?:may|can) be altered by its author if it is less than {DURATION} old"
    r" and (?:either )?no player has commented on it or(?: none of the comments has a voting icon"
    r"|,? (?:in case|if) it is a votable matter, no comment on it contains a voting icon)"
    rf"(?:; otherwise only as the ruleset allows)?\.?$"
    rf"|\bofficial post (?:may|can) be altered by its author if it is less than {DURATION} old\b"
)
_ABOUT_ALTERING = later(r"\bofficial posts? (?:may|can)\b.{0,30}\baltered\b")
_CATEGORY = later(
    r"^(?:however, )?official posts can never be changed from 1 category to another if they have been posted for"
    r" (?:more than|longer than|over) (\d{1,4}) minutes?\.?$"
)
_CATEGORY_TOO = later(r"\bcategory\b.{0,160}\bposted for (?:more than|longer than|over) (\d{1,4}) minutes?\b")
_ABOUT_CATEGORIES = later(r"\bchanged from 1 category to another\b")
_ILLEGAL = later(
    r"^if it is a votable matter,? then it is unpopular(?:, whatever votes it has)?"
    r"(?:, and the admin who resolves it may mark it as illegal)?\.?$"
    r"|\bif it is a votable matter,? then it is unpopular\b"
)
_NAME_LENGTH = later(
    r"^(?:when (?:a player|somebody) joins(?: the game)?(?: or changes their name)?, )?"
    r"(?:the|a|their|somebody's) new name must be between (\d{1,3}) and (\d{1,3}) characters"
    r" (?:in length|long)(?:, and may have in it only (?:the 26 letters of the latin alphabet|numbers|blanks|underscores|hyphens"
    r"|full stops|apostrophes|,? and |, )+)?\.?$|\bnew name must be between (\d{1,3}) and (\d{1,3}) characters (?:in length|long)\b"
)
_NAME_CHARACTERS = later(r"\bmay (?:only (?:include|contain|have in it)|(?:include|contain|have in it) only) (?P<those>[^.;]{3,200})")
_CHARACTERS = {
    "the 26 letters of the latin alphabet": "letters",
    **dict.fromkeys(("numbers", "digits"), "digits"),
    **dict.fromkeys(("blanks", "spaces"), "spaces"),
    **dict.fromkeys(("full stops", "periods"), "full stops"),
    **{name: name for name in ("underscores", "hyphens", "apostrophes")},
}
"""What a name may be made of, as the rules call it, and the name of each kind in ``name.characters``."""
_ABOUT_NAMES = later(r"\bnew name must\b|\bnames?\b.{0,120}\bcharacters?\b")

_SPAM = later(
    r"^(?:what counts as \"?spam(?:ming)?\"? is subjective, but would (?:typically|usually) include"
    r"|a player should not \"?spam\"? the(?: blognomic)? blog: as a rule of thumb,)"
    r" (?:not )?(?:posting )?more than (\d{1,4}) (?:blog )?entries in a day, (?:not )?more than (\d{1,4}) (?:blog )?comments in a row,"
    r"(?: or)? (?:no|posting an?) (?:blog )?entry of more than (\d{1,6}) words\.?$"
)
_NO_SPAM = later(r"^a player should not \"?spam\"? the(?: blognomic)? blog\.?$")

_PAST = rf"(?:past|last|previous) {DURATION}"
_IF_ASKED = rf"if that player has asked to become idle in an entry or comment from the {_PAST}"
_IF_SILENT = rf"if that player has not posted an entry or comment in the {_PAST}"
_IS_REDUCED = rf"the (\d{{1,4}})[ -](?:hour|day)s?(?: \(\d{{1,4}} days?\))? idle timeout is (?:considered to be )?reduced to {DURATION}"
_UNLESS_IDLED = (
    r"unless the player who would be unidled (?:has become|became|(?:asked to become \()?(?:or )?rendered themselves\)?)"
    rf" idle within the {_PAST}"
)
_ASKED = later(rf"\b{_IF_ASKED}")
_TIMEOUT = later(rf"\b(?:or|idle) {_IF_SILENT}")
_REDUCED = later(rf"\b{_IS_REDUCED}")
_COOLDOWN = later(rf"\b{_UNLESS_IDLED}")
_IN_DYNASTY = later(r"\b(?:in|within) (?:the (?:current|same)|this) dynasty\b")
_ADMIN_MAY = r"^(?:an|any) admin (?:may|can)"
_IDLING_WHOLE = (
    later(rf"{_ADMIN_MAY} (?:render|make) a player idle (?:{_IF_ASKED},? or )?{_IF_SILENT}\.?$"),
    later(rf"^(?:after that|in the latter case), {_IS_REDUCED} for that player\.?$"),
    later(rf"{_ADMIN_MAY} unidle a player who has asked for it, {_UNLESS_IDLED}(?:, and in this dynasty)?\.?$"),
    later(
        rf"{_ADMIN_MAY} unidle a player if (?:that player is|they are) idle and (?:has|have) asked (?:to become unidle|for it)"
        rf" in an entry or comment from the {_PAST},"
        rf"(?: and idle admins (?:may|can) unidle themselves at any time,)? {_UNLESS_IDLED}(?:,? and (?:within|in) the (?:current|same)"
        rf" dynasty)?\.?$"
    ),
)
"""Short sentences that say just this; longer ones have to be reviewed."""
_ASKED_UNIDLE = later(rf"\basked (?:to become unidle|for it) in an entry or comment from the {_PAST}")
_MAY_IDLE = later(r"\badmins? (?:may|can) (?:render|make) a player idle\b")
_IDLING = (
    ("idle.request_hours", _ASKED, _MAY_IDLE),
    ("idle.timeout_hours", _TIMEOUT, _MAY_IDLE),
    ("idle.reduced_timeout_hours", _REDUCED, later(r"\bidle timeout\b")),
    ("idle.unidle_cooldown_hours", _COOLDOWN, later(r"\badmins? (?:may|can) unidle a player\b|\bwould be unidled\b")),
)


def read_statuses(out: Readings) -> None:
    """Rule "Enacting and Failing": the statuses it names, in lower case."""
    vetoed = [sentence for sentence, _ in out.each("statuses", _VETOED_STATUS, "vetoed")]
    for sentence, found in out.each("statuses", _STATUSES, "pending"):
        named = _STATUS_WORD.findall(found.group(1))
        out.set("statuses", tuple(dict.fromkeys((*named, *("vetoed" for _ in vetoed)))), sentence)
    out.expect("statuses", _ABOUT_STATUSES, "pending")


def read_posts(out: Readings) -> None:
    """Rule "Official Posts": windows for altering a post and its category, and what an illegal post is."""
    for sentence, found in out.each("post.edit_hours", _ALTERED, "altered"):
        out.duration("post.edit_hours", found, sentence)
    out.expect("post.edit_hours", _ABOUT_ALTERING, "altered")
    for pattern in (_CATEGORY, _CATEGORY_TOO):
        for sentence, found in out.each("post.category_minutes", pattern, "official posts can never"):
            out.set("post.category_minutes", int(found[1]), sentence)
    out.expect("post.category_minutes", _ABOUT_CATEGORIES, "category")
    for sentence, _ in out.each("post.illegal_unpopular", _ILLEGAL, "unpopular"):
        out.set("post.illegal_unpopular", True, sentence)


def read_names(out: Readings) -> None:
    """Rule "Names": how long a name may be, and of which characters."""
    for sentence, found in out.each("name", _NAME_LENGTH, "characters"):
        least, most = (int(number) for number in found.groups() if number is not None)
        out.set("name.min_length", least, sentence)
        out.set("name.max_length", most, sentence)
        those = _NAME_CHARACTERS.search(sentence.canon)
        kinds = [_CHARACTERS.get(each) for each in re.split(r",? and |, ", those["those"].strip())] if those else []
        if kinds and None not in kinds:
            out.set("name.characters", tuple(kind for kind in kinds if kind), sentence)
    if not out.has("name.min_length"):
        out.expect("name", _ABOUT_NAMES, "name")


def read_fair_play(out: Readings) -> None:
    """Rule "Fair Play": how many entries a day, comments in a row and words in an entry are not spam."""
    out.accept_all("fair_play", _NO_SPAM, "spam")
    for sentence, found in out.each("fair_play", _SPAM, "in a row"):
        for key, number in zip(("entries_per_day", "comments_in_row", "entry_words"), found.groups(), strict=True):
            out.set(f"fair_play.{key}", int(number), sentence)


def read_idling(out: Readings) -> None:
    """Rule "Idle Players": when a Player may be idled or unidled."""
    for sentence in out.prose.binding("idle"):
        found = {key: match for key, pattern, _ in _IDLING if (match := pattern.search(sentence.canon))}
        matches = [*found.values(), *filter(None, (each.search(sentence.canon) for each in (_ASKED_UNIDLE, *_IDLING_WHOLE)))]
        if found and out.accepts(next(iter(found)), sentence, *matches):
            for key, match in found.items():
                out.duration(key, match, sentence)
            if "idle.unidle_cooldown_hours" in found:
                requested = "asked to become" in found["idle.unidle_cooldown_hours"][0]
                out.set("idle.cooldown_for", "requested" if requested else "all", sentence)
                in_dynasty = _IN_DYNASTY.search(sentence.canon, found["idle.unidle_cooldown_hours"].end())
                out.set("idle.cooldown_in_dynasty", in_dynasty is not None, sentence)
    for key, _, trigger in _IDLING:
        out.expect(key, trigger, "idle")
