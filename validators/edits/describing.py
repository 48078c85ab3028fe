"""The revisions of a wiki page, each with who made it and what it changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from parsers.history.model import PageChange
from parsers.history.rules import read_revision, rule_changes
from parsers.history.state import state_changes
from parsers.model import Revision, name_key
from validators.edits.model import DescribedRevision
from validators.tracking import read_state
from validators.view import GameView

Read = TypeVar("Read")


def describe(revisions: Iterable[Revision], view: GameView, title: str) -> Iterator[DescribedRevision]:
    """The revisions of a page, oldest first, with their changes; those of the first one are not known.

    The Ruleset's are rules; of any other page they are values and text, as today's rules, roster and profile read it. The view needs
    rules.
    """
    rules = view.rules
    assert rules is not None  # noqa: S101 - see above
    if title == rules.page:
        return _described(revisions, view, read_revision, rule_changes)
    return _described(revisions, view, lambda text: read_state(view, rules, text, title, None), state_changes)


def _described(
    revisions: Iterable[Revision], view: GameView, read: Callable[[str], Read], compare: Callable[[Read, Read], Iterator[PageChange]]
) -> Iterator[DescribedRevision]:
    people = _people(view)
    last: tuple[str, Read] | None = None
    for revision in revisions:
        player = people.get(user_key(revision.user)) if revision.user else None
        text = revision.text
        if text is None:
            yield DescribedRevision(revision, player, text_hidden=True)
        elif last is not None and last[0] == text:
            yield DescribedRevision(revision, player, ())
        else:
            before, last = last, (text, read(text))
            yield DescribedRevision(revision, player, None if before is None else tuple(compare(before[1], last[1])))


def _people(view: GameView) -> dict[str, str]:
    """The names on every roster that was seen, by the names of users of the wiki, aliases among them; today's roster spells them."""
    rosters = [*(seen.roster for seen in view.rosters), *([] if view.roster is None else [view.roster])]
    listed = [name for roster in rosters for name in (*roster.active, *roster.idle)]
    names, spelt = {user_key(name): name for name in listed}, {name_key(name.replace("_", " ")): name for name in listed}
    aliases = ((user_key(alias), spelt.get(name_key(name.replace("_", " ")))) for alias, name in view.profile.aliases.items())
    return {**{alias: name for alias, name in aliases if name is not None}, **names}


def user_key(name: str) -> str:
    """A name as MediaWiki compares names of users: the first letter is a capital, and an underscore is a blank.

    A revision that came from another wiki may have a prefix, as in ``imported>Ana``
    (https://www.mediawiki.org/wiki/Manual:ImportDump.php); no account has such a name.
    """
    text = " ".join(name.rpartition(">")[2].replace("_", " ").split())
    return text[:1].upper() + text[1:]
