"""The sidebar: active and idle players, Admins, the stated numbers, and whether the game is
dormant.
"""

from __future__ import annotations

import re

from parsers.blog import selectors
from parsers.blog.html import (
    COMMENT,
    END,
    START,
    TEXT,
    Token,
    Tokens,
    TooTangledError,
    read_text,
    read_tokens,
)
from parsers.blog.outline import SideSpan
from parsers.model import Problem, Roster, name_key, roster_problem
from parsers.numbers import NUMBER, read_number
from parsers.patterns import later

_IDLE_LINE = later(
    r"\W*(?:the )?(?:currently )?idle(?: [^\W\d]+){0,4}(?: \(\d+\))?\W*", re.IGNORECASE
)
_IDLE_WORD = later(r"\bidle\b", re.IGNORECASE)
_ACTIVE_WORD = later(r"\bactive\b", re.IGNORECASE)
_PLAYERS = later(rf"\bthere (?:are|is)(?: currently| now)? ({NUMBER})(?! idle)", re.IGNORECASE)
_QUORUM = later(
    rf"\bquorum(?: is| stands at| of|:| =)?(?: currently| now)? ({NUMBER})", re.IGNORECASE
)
_SENTENCE_END = later(r"[.!?;\n]")
_DORMANT = later(
    r"\b(is|are|isn['’]t)((?: (?:currently|now|not|no longer|still|presently|officially)){0,3})"
    r" dormant\b",
    re.IGNORECASE,
)
_CONDITION = later(r"\b(?:if|when|whenever|while|unless|whether|until|should)\b", re.IGNORECASE)
_BETWEEN_NAMES = later(r"[,;\n]|<br\s*/?>", re.IGNORECASE)
_BARE_NAME = later(r"[\w.'’-]{2,30}(?: [\w.'’-]{1,30}){0,3} ?\*?")
_NO_NAMES = frozenset(
    "a above active add admin admins all and are begin below end here idle is list names nobody"
    " none of old or players start the these to".split()
)


def read_roster(tokens: Tokens, side: SideSpan, url: str) -> tuple[Roster | None, list[Problem]]:
    """Read the roster in a sidebar (None: its list of players is empty), and its problems."""
    names = _Names()
    for place in range(side.players.start, side.whole.stop):
        if place == side.players.stop:
            names.leave()
        names.take(tokens[place])
    problems = names.problems(url)
    if not names.active:
        return None, [*problems, Problem(url, "the sidebar's list of players is empty")]
    lines = read_text(tokens, *side.whole).lines()
    text = "\n".join(lines)
    # Both numbers are in one paragraph, or each is in another one.
    statement = next(
        (line for line in lines if _PLAYERS.search(line) and _QUORUM.search(line)), text
    )
    players, quorum = _PLAYERS.search(statement), _QUORUM.search(statement)
    roster = Roster(
        active=tuple(names.active.values()),
        idle=tuple(name for key, name in names.idle.items() if key not in names.active),
        admins=frozenset(names.admins),
        stated_players=read_number(players[1]) if players else None,
        stated_quorum=read_number(quorum[1]) if quorum else None,
        dormant=_dormant(text),
        members=tuple(names.members),
    )
    return roster, problems


def _dormant(text: str) -> bool | None:
    """Return whether the game is dormant, by the first unconditional sentence about it."""
    for sentence in _SENTENCE_END.split(text):
        found = _DORMANT.search(sentence)
        if found and not _CONDITION.search(sentence[: found.start()]):
            adverbs = found[2].lower().split()
            return (
                found[1].lower() in {"is", "are"} and "not" not in adverbs and "no" not in adverbs
            )
    return None


class _Names:
    """Collects names from the tokens of the sidebar, from the start of its list of players to its
    end.
    """

    def __init__(self) -> None:
        self.active: dict[str, str] = {}
        self.idle: dict[str, str] = {}
        self.admins: set[str] = set()
        self.members: dict[tuple[str, int], None] = {}
        self._doubts: list[str] = []
        self._other_links: list[str] = []
        self._listed: dict[bool, list[str]] = {True: [], False: []}
        """The active names by whether they link to a member."""
        self._names: dict[str, str] | None = self.active
        """The dictionary that gets the next names, None if they are ignored."""
        self._in_list = True
        self._line: list[str] = []
        self._headings = self._silent = 0
        self._link: tuple[str, list[str]] | None = None
        self._last = ""

    def leave(self) -> None:
        """Leave the list of players."""
        self._in_list = False
        self._names = None

    def take(self, token: Token) -> None:
        kind, text, attributes = token
        if kind == TEXT and not self._silent:
            self._text(text)
        elif kind == START:
            self._open(text, attributes.get("href", ""))
        elif kind == END:
            self._close(text)
        elif kind == COMMENT and self._names is not None:
            self._commented_out(text)

    def problems(self, url: str) -> list[Problem]:
        below = "below the heading of idle players is a link, but not to a member"
        idle_links = [] if self.idle else self._other_links
        no_members = self._listed[False] if self._listed[True] else []
        twice = [name for key, name in self.idle.items() if key in self.active]
        return [
            *(Problem(url, doubt) for doubt in self._doubts),
            *(Problem(url, f"{text!r} {below}") for text in idle_links),
            *(
                roster_problem(url, f"{name} is a link that is not to a member; taken as active")
                for name in no_members
            ),
            *(
                roster_problem(url, f"{name} is listed as active and as idle; taken as active")
                for name in twice
            ),
        ]

    def _text(self, text: str) -> None:
        if self._link is not None and not self._headings:
            self._link[1].append(text)
            return
        if self._last and text.lstrip().startswith("*"):
            self.admins.add(self._last)
        self._last = ""
        self._line.append(text)

    def _open(self, tag: str, href: str) -> None:
        if tag in selectors.BLOCKS:
            self._end_line()
        if tag in selectors.HEADINGS:
            self._headings += 1
        elif tag in selectors.SILENT:
            self._silent += 1
        elif tag == "a" and not self._headings:
            self._end_line()
            self._link = (href, [])

    def _close(self, tag: str) -> None:
        if tag in selectors.HEADINGS:
            line = self._take_line()
            self._headings -= 1
            if _IDLE_WORD.search(line):
                self._names = self.idle
            elif self._names is self.idle:
                self._names = self.active if self._in_list and _ACTIVE_WORD.search(line) else None
        elif tag in selectors.BLOCKS:
            self._end_line()
        elif tag in selectors.SILENT:
            self._silent -= 1
        elif tag == "a" and self._link is not None:
            href, pieces = self._link
            self._link = None
            text = " ".join("".join(pieces).split())
            member = selectors.is_member_address(href)
            if member or (self._in_list and not selectors.is_member_function(href)):
                self._name(text, selectors.member_number(href), member=member)
            elif (
                self._names is self.idle
                and not selectors.is_member_function(href)
                and _is_name(text)
            ):
                self._other_links.append(text)

    def _end_line(self) -> None:
        """End a line of text outside of links; headings end with their element."""
        if self._headings or not self._line:
            return
        line = self._take_line()
        if _IDLE_LINE.fullmatch(line):
            self._names = self.idle
        elif self._names is self.idle and _is_name(line):
            self._doubts.append(
                f"{line!r} below the heading of idle players may be a name, but is not a link"
            )

    def _take_line(self) -> str:
        line = " ".join("".join(self._line).split())
        self._line.clear()
        return line

    def _name(self, text: str, number: int | None = None, *, member: bool = True) -> None:
        name, names = selectors.bare_name(text), self._names
        if not name or names is None:
            return
        if name_key(name) in names:
            self._doubts.append(f"{name} is listed twice")
        names.setdefault(name_key(name), name)
        if number is not None:
            self.members[name, number] = None
        if names is self.active:
            self._listed[member].append(name)
        if text.endswith("*"):
            self.admins.add(name)
        self._last = name

    def _commented_out(self, text: str) -> None:
        """Take the names in a comment of HTML as idle."""
        around = self._names, self._in_list
        self._names, self._in_list = self.idle, True
        tokens: Tokens = []
        try:
            tokens = read_tokens(text) if "<a" in text.lower() else []
        except TooTangledError:
            self._doubts.append(
                "a commented-out part of the list of players has too many elements to be read"
            )
        for token in tokens:
            if token[0] != COMMENT:
                self.take(token)
        for name in (
            () if tokens else (" ".join(piece.split()) for piece in _BETWEEN_NAMES.split(text))
        ):
            if _is_name(name):
                self._name(name)
        self._names, self._in_list = around


def _is_name(text: str) -> bool:
    return _BARE_NAME.fullmatch(text) is not None and not _NO_NAMES.intersection(
        text.lower().replace("*", "").split()
    )
