"""Read who joins, idles and returns from posts and comments. A sentence about idling that names
somebody in no known form is :attr:`NewsKind.UNCLEAR`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from parsers.model import fold_name, name_key
from parsers.numbers import NUMBER, read_number
from parsers.patterns import later

_LONGEST = 20_000
"""The most characters of a text that are read; announcements are short."""


class NewsKind(StrEnum):
    """The change of a person that a sentence announces, or that the person asks for."""

    IDLED = "idled"
    UNIDLED = "unidled"
    JOINED = "joined"
    ASKS_IDLE = "asks to be idled"
    ASKS_UNIDLE = "asks to be unidled"
    ASKS_JOIN = "asks to join"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class News:
    """News of one person, by the name in use."""

    kind: NewsKind
    name: str


@dataclass(frozen=True, slots=True)
class Announcement:
    """The news of one text, with the numbers that it states (None: it does not); ``requested``: it
    says that somebody asked for the change.
    """

    news: tuple[News, ...] = ()
    quorum: int | None = None
    players: int | None = None
    requested: bool = False


# A text is in lower case, with a mark such as \x027\x03 for each name ("Ana" in the examples).
_ONE_NAME = r"\x02\d+\x03"
# "Ana", "Ana, Bo and Cy"
_NAMES = rf"(?P<who>{_ONE_NAME}(?:(?:,? and | ?[,&+/] ?){_ONE_NAME})*)"
_ADVERBS = r"(?:(?:also|now|hereby|both|all|just|today|again|officially|finally) )*"
_BE = r"(?:(?:is|are|was|were|gets?|got|goes|go|gone|went|has|have|been|being|becomes?|became|having) )*"
_UN = r"(?P<un>un-?|de-?)?"
_SILENT = (
    r"(?P<silent>,?(?: who)? ha(?:ve|s)(?:n['’]t| not) [^\x02;:]{1,80}?(?:,|,? and|,? so)"
    rf"(?= (?:they )?{_ADVERBS}(?:am|are|is|was|were|ha[sd]|have|gets?|goe?s?|idles?)\b)(?: they\b)?)?"
)
"""A reason before the change: " has not posted in a week and" of "Ana has not posted in a week and
is now idle".
"""
# "Ana and Bo are now idled", "Ana idles out", "Ana was un-idled", "Ana timed out"
_DONE = later(
    rf"(?P<first>^)?{_NAMES}{_SILENT},? {_ADVERBS}{_BE}{_ADVERBS}"
    rf"(?:{_UN}idl(?P<form>e|es|ed|ing)|(?(first)tim(?:es?|ed) out|\b\B))"
    r"\b(?! requests?\b|-)"
)
"""Proposals time out, too, so “timed out” counts only at the beginning of a sentence, and not in
"the proposal by Ana timed out".
"""
# "I idled Ana", "I have just unidled: Ana", "and idled out Ana"
_DOER = later(
    r"(?:^|\b(?:i|we)(?: have| am|['’]ve|['’]m)? (?:just |now )?|\b(?:and|also)"
    rf" ){_UN}idl(?:ed|ing)(?: out)?:? {_NAMES}"
)
# "welcome back, Ana", "please welcome our newest player Ana", "Ana joins the game"
_WELCOME = later(
    r"(?<!\bare )(?<!['’]re )(?<!most )(?<!very )\bwelcome(?P<back> back)?(?: to)?,? (?:our |the"
    rf" )?(?:new(?:est)? )?(?:players? )?{_NAMES}"
    r"(?!['’]s\b| (?:dynasty|game)\b)"
    rf"|^{_NAMES.replace('who', 'joins')} (?:has |have )?(?:joins?|joined)(?: us| blognomic| the"
    r" game| as an? (?:new )?\w+)?(?:$|,)"
)
_SELF = r"\bi(?:['’](?:d|ll|m|ve))?"
# "I would like to go idle for a week", "please unidle me", "can an admin idle me"
_WISH = later(
    rf"(?:{_SELF}(?:"
    r" (?:am|would|will|want|wish|need|shall|should|hereby|also|now|just|have|must|like|love|prefer|request|ask|going|to"
    rf"|be|being|go|become|get|please|myself|asking|requesting)){{0,7}}|\b(?:please|requesting|can|could)(?:"
    rf" (?:to|be|go|you"
    rf"|an admin|someone|please)){{0,4}}) {_UN}idl(?:e|ed|ing)\b"
    r"(?= me\b| myself\b| out\b| please\b|,|$| (?:for|until|till|as|again|now|from|due|because)\b)"
    rf"|\b{_UN.replace('<un>', '<un_>')}idle (?:me|myself)\b"
)
_STATE = later(r"\bi(?: am|['’]m)(?! going)(?: \w+){0,2}? idle\b")
# "idle request", "please unidle me", "idling"
_BARE = later(
    rf"(?:please |requesting |my |an? )*{_UN}idl(?:e|ing)(?: me| myself| requests?| please|"
    r" out)*(?: please)?"
)
# "I'd like to join", "I want to become a player", "please add me"
_JOINS = later(
    r"\bi(?:['’]d| would)?(?: \w+){0,3}? (?:like|wish|want|ask|request)\w*(?: \w+)? (?:to"
    r" )?(?:(?:re)?join|become|be an?|play)\b"
    r"|\b(?:please )?(?:add|sign) me\b"
)
_SPEAKS = later(
    r"idl|\btime[sd]? out\b|\bwelcome|\bjoin|\bbe(?:come)? an? |\bplayers?$|\bto play\b|\b(?:add|sign) me\b",
    re.IGNORECASE,
)
_IDLING = later(r"\b(?:un|de)?-?idl(?:e|es|ed|ing)\b")
_HEDGE = later(
    r"\b(?:if|would|will|may|can|should|could|might|shall|unless|when|whether|not|never|nearly|almost|until|before|wants?|asks?|asked"
    r"|requests?|requested|please|\w+n['’]t|cannot|said|says|thought|think|believed?|guess|suppose|hoped?|heard|claim(?:s|ed)?|nobody)\b"
)
_GOES_ON = later(
    r"(?: (?:out|off|now|today|again|too|automatically))*(?=[^\w\s'’]|$| [^\w\s\x02]"
    r"| (?:after|and|because|but|by|due|effective|following|from|having|in"
    r" accordance|per|since|so|this|under|until|upon|while|without)\b"
    r"| (?:bringing|dropping|leaving|lowering|making|raising|reducing|taking)\b"
    r"| as (?!usual|always|ever\b)| at (?!an? |the )| for | on (?:\w+ )?(?:own )?request\b| with"
    r" (?:immediate|no|quorum)\b)"
)
"""The words behind the verb of an announcement: "idles out after seven days", but not "idles on the
couch" and not "idled Bo".
"""
_AFTERTHOUGHT = later(
    r"\b(?:if|unless|ago|yesterday|earlier|mistake|error|wrongly|und(?:id|one)|revert\w*|said|says|wrote"
    r"|last (?:week|month|night|year|\w+day))\b"
    r"|\bfor (?:\w+ ){1,3}?(?:days?|weeks?|months?|years?|ages)\b(?! of\b| without\b)|\bsince"
    r" (?:\w+day|last|the|\d)"
)
"""Words that refer to another time or take a change back: "yesterday", "for three weeks", "by
mistake".
"""
_FIRST_PERSON = later(r"\b(?:i|me|my|myself)\b")
_REQUESTED = later(
    r"\brequest|\bask(?:s|ed|ing)?\b|\bwish|\bwanted to\b|\bown (?:accord|will)\b|\bvoluntar",
    re.IGNORECASE,
)
# "idling", "I'm leaving", "on vacation", "no time"
_LEAVES = later(
    r"(?<!un-)(?<!de-)\bidl|\b(?:leav(?:e|es|ing)|quit(?:s|ting)?|retir(?:e|es|ing)|resign(?:s|ing)?|goodbye|farewell|bye|away|absen(?:t|ce)"
    r"|vacation|holidays?|inactive|(?:drop|bow|step)(?:ping)? (?:out|down|back|away)|remove me|take"
    r" me off|(?:no|short of) time)\b"
)
# "I am leaving the game", "I'll no longer be a player", "remove me"
_QUITS = later(
    rf"{_SELF}\b[^.!?]{{0,40}}\b(?:leav(?:e|ing)|quit(?:ting)?|resign(?:ing)?|retir(?:e|ing)|drop(?:ping)?"
    r" out|cease|stop(?:ping)?)\b[^.!?]{0,40}\b(?:game|blognomic|players?|playing)\b"
    rf"|{_SELF}\b[^.!?]{{0,20}}\bno longer\b[^.!?]{{0,20}}\b(?:players?|play|playing)\b"
    r"|\bremove me\b"
)
_GOODBYE = later(
    r"\b(?:leav(?:e|ing)|quit(?:ting)?|retir(?:e|ing)|resign(?:ing)?|good-?bye|farewell|bye"
    r"|(?:drop|bow|step)(?:ping)? (?:out|down|away)|remove me|take me off)\b"
)
_SENTENCE = later(r"[^.!?;\n]+[.!?;\n]?")
# "quorum drops to 6", "Quorum is now 6", "quorum falls from 7 to 6"
_QUORUM = later(
    rf"\bquorum\b,?(?: (?!by\b|of\b|from\b|{NUMBER})[a-z]+){{0,4}}(?: from {NUMBER} to| to)?:?"
    rf" ({NUMBER})",
    re.IGNORECASE,
)
# "there are now 11 active players"
_PLAYERS = later(
    rf"\bthere (?:are|is)(?: now| currently)? ({NUMBER})(?: active)? (?!idle|idling)[^\W\d]+",
    re.IGNORECASE,
)


class KnownNames:
    """The names that can occur in a text, in the first spelling of each. Of “Ana” and “Ana Bell” the
    longest that fits is meant. ``also`` are other names of the same people.
    """

    def __init__(self, names: Iterable[str], also: Iterable[tuple[str, str]] = ()) -> None:
        spelt: dict[str, str] = {}
        for name in names:
            spelt.setdefault(name_key(name), name)
        spelt.pop("", None)
        self.names = tuple(spelt.values())
        self._places = {key: place for place, key in enumerate(spelt)}
        for other, name in also:
            if (place := self._places.get(name_key(name))) is not None:
                self._places.setdefault(name_key(other), place)
        # Without a look-behind, which is checked for each match, the expression can skip letters
        # that no name begins with.
        longest_first = "|".join(sorted(map(re.escape, self._places), key=len, reverse=True))
        self._spelt = re.compile(rf"(?:{longest_first})(?!\w)") if spelt else None

    def marked(self, text: str) -> str:
        """Return the text in lower case, with marks for names, so that “J. Doe” ends no sentence."""
        # Asterisks go: they mark an Admin, or bold type.
        plain = re.sub(r"[^\S\n]+", " ", fold_name(re.sub(r"[\x02\x03*]", "", text)))
        return plain if self._spelt is None else self._spelt.sub(self._mark, plain)

    def _mark(self, found: re.Match[str]) -> str:
        inside_a_word = found.start() > 0 and (
            found.string[found.start() - 1].isalnum() or found.string[found.start() - 1] == "_"
        )
        return found[0] if inside_a_word else f"\x02{self._places[found[0]]}\x03"

    def read(self, marks: str) -> list[str]:
        """Return the names whose marks a text contains."""
        return [self.names[int(mark)] for mark in re.findall(r"\x02(\d+)\x03", marks)]


def read_announcement(title: str, body: str, author: str, names: KnownNames) -> Announcement:
    """Read the news of players from a post (or, with an empty title, a comment) by somebody."""
    text = f"{title}\n{body}"[:_LONGEST]
    relevant = [line for line in text.split("\n") if _SPEAKS.search(line)]
    if not relevant:
        return Announcement()
    news: dict[News, None] = {}
    from_bare_words: dict[News, None] = {}
    called_idle: list[str] = []
    for sentence in _SENTENCE.findall(names.marked("\n".join(relevant))):
        found, found_idle = _sentence(sentence, author, names)
        is_bare = _BARE.fullmatch(sentence.strip(" \n.!")) and " me" not in sentence
        (from_bare_words if is_bare else news).update(dict.fromkeys(found))
        called_idle += found_idle
    if not any(item.kind in (NewsKind.IDLED, NewsKind.UNIDLED) for item in news):
        # Beside "Ana idles out" a title "Idling" is only the topic of the post.
        news.update(from_bare_words)
    idled = {item.name for item in news if item.kind is NewsKind.IDLED}
    quorums = _QUORUM.findall(text)
    players = _PLAYERS.findall(text)
    # "Ana is idle" announces a change if the text states a quorum; otherwise it may be a remark on
    # somebody long idle.
    kind = NewsKind.IDLED if quorums else NewsKind.UNCLEAR
    news.update(dict.fromkeys(News(kind, name) for name in called_idle if name not in idled))
    return Announcement(
        tuple(news),
        quorum=read_number(quorums[-1]) if quorums else None,
        players=read_number(players[-1]) if players else None,
        requested=_REQUESTED.search(text) is not None,
    )


def may_ask_to_leave(text: str) -> bool:
    """Return whether a text may be its author's request to be idled, in any words: it is about
    themselves, or about being away.
    """
    lower = text[:_LONGEST].lower()
    return _FIRST_PERSON.search(lower) is not None or _LEAVES.search(lower) is not None


def quits(text: str) -> bool:
    """Return whether the author of a text clearly announces leaving the game."""
    sentences = _SENTENCE.findall(text[:_LONGEST].lower())
    return any(_QUITS.search(each) and not _HEDGE.search(each) for each in sentences)


def says_goodbye(text: str) -> bool:
    """Return whether the author of a text may announce leaving; being away does not count."""
    sentences = _SENTENCE.findall(text[:_LONGEST].lower())
    return any(_FIRST_PERSON.search(each) and _GOODBYE.search(each) for each in sentences)


def _sentence(sentence: str, author: str, names: KnownNames) -> tuple[list[News], list[str]]:
    """Return the news in a sentence with marks for names, and the names that it calls idle without
    announcing a change.
    """
    ended = sentence.strip()
    text = ended.rstrip(".!?; ").strip()
    news: list[News] = []
    called_idle: list[str] = []
    is_unclear = False
    hedge = _HEDGE.search(text)
    hedged = len(text) if hedge is None else hedge.end()
    undone = max((found.start() for found in _AFTERTHOUGHT.finditer(text)), default=0)
    if not ended.endswith("?"):
        for found in (*_DONE.finditer(text), *_DOER.finditer(text)):
            dependent = text[: found.start()].endswith(("after ", "once "))
            if (
                found.start() >= hedged
                or undone >= found.end()
                or dependent
                or not _GOES_ON.match(text, found.end())
            ):
                is_unclear = True
                continue
            who = names.read(found["who"])
            if (
                not found["un"]
                and found.groupdict().get("form") == "e"
                and not text.startswith(" out", found.end())
                and not re.search(r"\b(?:go|goes|gone|went) idle", found[0])
                and not (found["silent"] and " now " in found[0])
            ):
                called_idle += who
            else:
                news += [
                    News(NewsKind.UNIDLED if found["un"] else NewsKind.IDLED, name) for name in who
                ]
        if (welcome := _WELCOME.search(text)) is not None:
            news += [
                News(NewsKind.UNIDLED if welcome["back"] else NewsKind.JOINED, name)
                for name in names.read(welcome[0])
            ]
    if not news and not called_idle:
        news += _asked(text, author, names)
    if is_unclear or (not news and not called_idle and _IDLING.search(text)):
        clear = {*called_idle, *(item.name for item in news)}
        named = (*names.read(text), *([author] if _FIRST_PERSON.search(text) else []))
        news += [News(NewsKind.UNCLEAR, name) for name in named if name not in clear]
    return news, called_idle


def _asked(text: str, author: str, names: KnownNames) -> Iterator[News]:
    """Yield the change that a sentence asks for its author; none if it also names somebody else."""
    found = _BARE.fullmatch(text) or _WISH.search(text)
    others = [name for name in names.read(text) if name_key(name) != name_key(author)]
    if found is not None and not others and not _negated(text) and not _STATE.search(text):
        back = any(found.groupdict().get(group) for group in ("un", "un_"))
        yield News(NewsKind.ASKS_UNIDLE if back else NewsKind.ASKS_IDLE, author)
    elif _JOINS.search(text) and not _IDLING.search(text) and not _negated(text):
        yield News(NewsKind.ASKS_JOIN, author)


def _negated(text: str) -> bool:
    return re.search(r"\b(?:not|never|no|if|unless|when|\w+n['’]t)\b", text) is not None
