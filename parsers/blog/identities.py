"""Identify people: a person is a member number, shown by the name that the roster has for it.

Names change and people edit sidebars, but the number stays. Without a number, the name decides. If
number and name lead to different people, that is a problem of the page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from parsers.model import Comment, Post, Problem, Roster, name_key, roster_problem

_DAWN = datetime.min.replace(tzinfo=UTC)
_Names = dict[str, str]
"""Names by their keys."""


class Identities:
    """The names and numbers on all pages. Those of ``rosters``, the latest first, take
    precedence.
    """

    def __init__(self, rosters: Sequence[Roster], posts: Iterable[Post]) -> None:
        self._spelt: _Names = {}
        """The names on rosters; of those without a number only the latest roster's."""
        self._shown: dict[int, str] = {}
        """The name for each number; none for one that several people seem to have."""
        self._numbers: dict[str, set[int]] = {}
        """The numbers of each name, by its key; for a name on a roster those of the roster."""
        self._latest = rosters[0] if rosters else Roster(())
        for roster in rosters:
            self._read_roster(roster)
        for name in (*self._latest.active, *self._latest.idle):
            self._spelt.setdefault(name_key(name), name)
        self._listed = frozenset(self._shown)
        used = _names_in_use(posts)
        self._used = Counter(key for names in used.values() for key in names)
        for number, names in used.items():
            if number not in self._listed:
                self._read_stranger(number, names)
            for key in names.keys() - self._spelt.keys():
                self._numbers.setdefault(key, set()).add(number)
        names = {key: name for by_key in used.values() for key, name in by_key.items()}
        names |= self._spelt
        self._also = tuple(
            (name, shown)
            for key, name in names.items()
            for shown, agree in [self._resolve(name, None)]
            if agree and name_key(shown) != key
        )

    def _read_roster(self, roster: Roster) -> None:
        found: dict[str, set[int]] = {}
        for name, number in sorted(
            roster.members, key=lambda member: member[0] not in roster.active
        ):
            bearers = self._numbers.get(name_key(name))
            if bearers is None or number in bearers:  # otherwise somebody else has that name now
                self._shown.setdefault(number, name)
            self._spelt.setdefault(name_key(name), name)
            found.setdefault(name_key(name), set()).add(number)
        self._numbers = found | self._numbers

    def _read_stranger(self, number: int, names: _Names) -> None:
        """Name the person of a number that no roster has; ``names`` are those used, latest last."""
        listed = [key for key in names if key in self._spelt]
        if not listed:
            self._shown[number] = next(reversed(names.values()))
        elif len(listed) == 1 and listed[0] not in self._numbers and self._used[listed[0]] < 2:
            self._shown[number] = self._spelt[listed[0]]

    def _resolve(self, name: str, number: int | None) -> tuple[str, bool]:
        """Return the name to show for somebody, and whether name and number lead to one person."""
        key = name_key(name)
        numbers = self._numbers.get(key, set())
        by_name = self._spelt.get(key, name)
        if len(numbers) == 1:
            by_name = self._shown.get(next(iter(numbers)), by_name)
        if number is None:  # only a name is known
            return by_name, len(numbers) < 2
        shown = self._shown.get(number, by_name)
        if key not in self._spelt:  # the name is on no roster: the number decides
            return shown, len(numbers) < 2 and number in self._shown
        if number not in self._listed:  # the number is on no roster: the name decides
            return by_name, not numbers
        agree = number in numbers if numbers else by_name == shown
        return shown, agree

    def name(self, name: str) -> str:
        """The name in use of somebody that a text or a setting names."""
        return self._resolve(name, None)[0]

    def roster(self, roster: Roster) -> Roster:
        """The roster with each person once, by the name in use."""
        numbers = dict(reversed(roster.members))

        def named(names: Iterable[str]) -> Iterator[str]:
            return (self._resolve(name, numbers.get(name))[0] for name in names)

        active = dict.fromkeys(named(roster.active))
        return replace(
            roster,
            active=tuple(active),
            idle=tuple(name for name in dict.fromkeys(named(roster.idle)) if name not in active),
            admins=frozenset(named(roster.admins)),
            also=self._also,
        )

    def post(self, post: Post) -> Post:
        """The post with its authors by the names in use."""
        comments = post.comments and tuple(map(self._comment, post.comments))
        return replace(post, author=self._resolve(post.author, post.member)[0], comments=comments)

    def _comment(self, comment: Comment) -> Comment:
        shown, _ = self._resolve(comment.author, comment.member)
        return comment if shown == comment.author else replace(comment, author=shown)

    def problems(self, posts: Iterable[Post]) -> Iterator[Problem]:
        """Yield the contradictions of names and numbers on the latest roster and on the pages of
        matters.
        """
        names: dict[int, str] = {}
        numbers: dict[str, int] = {}
        for name, number in self._latest.members:
            first_name = names.setdefault(number, name)
            first_number = numbers.setdefault(name_key(name), number)
            contradiction = ""
            if name_key(first_name) != name_key(name):
                contradiction = f"{first_name} and {name} are both member {number}"
            elif first_number != number:
                contradiction = f"{name} is member {first_number} and member {number}"
            if contradiction:
                yield roster_problem("the list of players", f"{contradiction}; taken as one person")
        for post in posts:
            if post.category.matter is None:
                continue
            voters = ((each.author, each.member) for each in post.comments or () if each.icons)
            for name, member in ((post.author, post.member), *voters):
                shown, agree = self._resolve(name, member)
                if not agree:
                    whose = "no member number" if member is None else f"member number {member}"
                    doubt = f"{name} with {whose} may be somebody else; taken as {shown}"
                    yield Problem(post.url, doubt, post=post.key)


def _names_in_use(posts: Iterable[Post]) -> dict[int, _Names]:
    """The names of authors by their numbers, the latest last."""
    signed = [
        (at or _DAWN, member, name)
        for post in posts
        for at, member, name in [
            (post.posted, post.member, post.author),
            *((each.at, each.member, each.author) for each in post.comments or ()),
        ]
        if member is not None and name
    ]
    used: dict[int, _Names] = {}
    for _, number, name in sorted(signed):
        names = used.setdefault(number, {})
        names.pop(name_key(name), None)
        names[name_key(name)] = name
    return used
