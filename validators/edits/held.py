"""What came of holding an edit of the Ruleset against matters: what each accounts for, and where it differs from what they instruct."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from parsers.model import Confidence
from validators.edits.intended import AROUND, Enacted, Intended
from validators.edits.sentences import SentenceChange
from validators.words import span


@dataclass(frozen=True, slots=True)
class Share:
    """What a matter accounts for in an edit.

    ``whole`` says that the edit does all that it instructs, ``worded`` that the changes stand word for word in its text, though it was
    not understood which text goes where.
    """

    matter: Enacted
    intended: Intended = field(repr=False)
    changes: tuple[SentenceChange, ...]
    whole: bool
    worded: bool = False

    def how_sure(self, moment: datetime) -> Confidence:
        """High where the edit was made within a day after the matter was enacted."""
        closed = self.matter.closed
        if closed is None or closed - moment > AROUND:
            return Confidence.LOW
        return Confidence.HIGH if closed <= moment <= closed + AROUND and not self.worded else Confidence.MEDIUM


@dataclass(frozen=True, slots=True)
class Difference:
    """Where an edit makes something else of a text (``real``) than a matter instructs (``wanted``).

    ``worded`` says that only the words of the matter's text tell what is wanted, and no instruction that was understood.
    """

    matter: Enacted
    intended: Intended = field(repr=False)
    wanted: SentenceChange
    real: SentenceChange
    worded: bool = False


@dataclass(frozen=True, slots=True)
class HeldEdit:
    """What matters account for of an edit's changes, where it differs from them, and the ``rest``.

    ``corrected`` are obvious corrections of spelling. ``unsure`` are matters of which a part takes a person, and which may account
    for some of the rest. ``changes`` is None where the texts are too long to be compared. ``due`` are the texts that matters would have
    made of the page.
    """

    changes: tuple[SentenceChange, ...] | None
    shares: tuple[Share, ...] = ()
    differing: tuple[Difference, ...] = ()
    rest: tuple[SentenceChange, ...] = ()
    corrected: tuple[SentenceChange, ...] = ()
    unsure: tuple[Enacted, ...] = ()
    due: tuple[str, ...] = field(default=(), repr=False)

    @property
    def wrong(self) -> list[SentenceChange]:
        """The changes that no matter instructs as they are."""
        return [*self.rest, *(each.real for each in self.differing)]

    @property
    def matters(self) -> list[Enacted]:
        """The matters that it carries out, rightly or not."""
        return [*(each.matter for each in self.shares), *(each.matter for each in self.differing)]


def when_made(matter: Enacted, moment: datetime) -> str:
    """How long before or after its enactment something was done, in words."""
    closed = matter.closed
    if closed is None:
        return "at an unknown time"
    if closed > moment:
        return f"{span(closed - moment)} later"
    return f"{span(moment - closed)} before"


def titles_of(shares: Iterable[Share | Difference]) -> Iterator[str]:
    """The titles of matters, each once."""
    yield from dict.fromkeys(each.matter.post.title for each in shares)
