"""Names that options and files give have to stand for somebody or something: a typing error changes verdicts in silence."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from parsers.gamestate.gamestate_model import GameState
from parsers.model import Roster, name_key
from sync.errors import UsageError
from sync.files import shown_path
from sync.settings.config import Config
from sync.text import safe
from validators.profile.dynasty_profile import Profile, unknown_aliases, unknown_names
from validators.profile.evaluation import suggestion

_MOST = 5


def check_names(config: Config, roster: Roster | None, emperor: str | None, profile: Profile, state: GameState | None) -> None:
    """Check the Emperor, the aliases, and what the profile names, against the roster and the tracking page.

    Raises :class:`UsageError` for a name that stands for nothing. What cannot be checked, since the roster or the page was
    not read (whole), is a warning on standard error.
    """
    file = "blognomic.toml" if config.profile is None else shown_path(config.profile)
    if roster is None:
        names = (("the Emperor", emperor), ("[aliases]", profile.aliases or config.aliases))
        _warn((name for name, given in names if given), "the roster was not read")
    else:
        _refuse("", _unknown_emperor(emperor, roster))
        _refuse("blognomic.toml: ", unknown_aliases(config.aliases.items(), roster))
        _refuse(f"{file}: ", unknown_aliases(profile.aliases.items() - config.aliases.items(), roster))
    if state is None:
        tables = (("[columns]", profile.columns), ("[cadence]", profile.cadence), ("[ranges]", profile.ranges))
        _warn((name for name, given in (*tables, ("[[constraints]]", profile.constraints)) if given), "the tracking page was not read")
    elif any(problem.grave or problem.lost for problem in state.unread):
        _warn(unknown_names(profile, state), "part of the tracking page was not read")
    else:
        _refuse(f"{file}: ", unknown_names(profile, state))


def _unknown_emperor(emperor: str | None, roster: Roster) -> Iterator[str]:
    people = (*roster.active, *roster.idle)
    if emperor and name_key(emperor) not in map(name_key, people):
        yield f"the Emperor (--emperor, or 'game.emperor' in a file): no player is called “{emperor}”{suggestion(emperor, people)}"


def _refuse(where: str, wrong: Iterable[str]) -> None:
    found = list(wrong)
    if found:
        more = f" And {len(found) - _MOST} more." if len(found) > _MOST else ""
        raise UsageError(where + " ".join(each if each.endswith("?") else f"{each}." for each in found[:_MOST]) + more)


def _warn(what: Iterable[str], why: str) -> None:
    for each in what:
        sys.stderr.write(f"blognomic: warning: {safe(each)}: not checked, since {why}\n")
