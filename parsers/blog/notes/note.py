"""What an admin's note says: "Timed out, 5-2 with 1 DEF. Enacted by Ana."

Notes are free text, so this reads what it recognises and leaves the rest None. A note may be a log of several
lines: of two tallies, outcomes or names, the later counts.
"""

from __future__ import annotations

import re

from parsers.blog.notes.outcomes import read_outcome
from parsers.blog.notes.signatures import read_admin
from parsers.blog.notes.tallies import read_tally
from parsers.blog.numbers import NUMBER, read_number
from parsers.model import AdminNote

__all__ = ["read_note"]

# A note is a few lines. Of a longer text the end is read: that is where a log has its last entry.
_LONGEST = 4_000

_DASH_BETWEEN_NUMBERS = re.compile(r"(?<=\d) ?[\u2010-\u2015\u2212] ?(?=\d)")
_DASH = re.compile(r" ?[\u2010-\u2015\u2212] ?")
_QUORUM = re.compile(
    rf"\bquorum(?: (?:is|was|being|of|at)|:| ?=)? ?\(?({NUMBER})(?! ?[-:/] ?\d| (?:votes?|for|against|to)\b)", re.IGNORECASE
)


def read_note(text: str) -> AdminNote:
    """What a note says of tally, outcome, quorum and admin; what it does not say is None."""
    lines = [line for part in text[-_LONGEST:].splitlines() if (line := _plain(part))]
    tally = read_tally(lines)
    quorums = [found for line in lines for found in _QUORUM.findall(line)]
    return AdminNote(
        text=text.strip(),
        outcome=read_outcome(lines, tally),
        for_=tally.for_,
        against=tally.against,
        deferential=tally.deferential,
        quorum=read_number(quorums[-1]) if quorums else None,
        admin=read_admin(lines),
    )


def _plain(line: str) -> str:
    """A line with single blanks, and with hyphens for dashes: close between numbers, with blanks elsewhere."""
    line = " ".join(line.split())
    return _DASH.sub(" - ", _DASH_BETWEEN_NUMBERS.sub("-", line)).strip()
