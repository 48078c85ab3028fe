"""Saving the changes of a matter: the Ruleset first, then the tracking page, each rebased if others
have edited it meanwhile. Also the plan of an enactment as a TOML file: written for the admin to
complete, and read with the decisions.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

import msgspec
import tomlkit

from parsers.instructions.enactment_plan import EnactmentPlan, OpenDecision, as_tables, from_tables
from parsers.instructions.instruction_model import Instruction
from parsers.instructions.rule_wording import alike
from parsers.refusal import Refusal, Refused
from sync.correct.correction_saving import CARRIED_OUT, foreseen, saved_in_turn
from sync.files import write_new
from sync.settings.tomlfile import as_table, read_tables, wrong_key
from sync.text import shorten, without_markup
from sync.wiki.writing.page_edit import EditOutcome, PageEdit
from validators.edits.attributing import says_undone
from validators.enacting import Enactment
from validators.finding import tracking_page

if TYPE_CHECKING:
    from parsers.model import Post
    from sync.settings.config import Config, Live
    from sync.sources.interface import Source

_SHORTEST_SUBJECT = 6
"""The minimum length of a subject that identifies a matter in a summary: a shorter one may be a
word of the game.
"""

PageRole = Literal["ruleset", "tracking"]

_HEAD = """\
The steps of enacting this matter. A [[step]] with from = "read" is a sentence that was read; remove steps that should not be carried out.
Each [[open]] is an unread sentence. Decide on every one of them:

  decision = "comment"          the sentence requests no change
  decision = "by hand: …"       you make the change yourself; describe it
  decision = ""                 you add steps with from = "person" that quote words of the sentence

A step has kind, quote and, depending on the kind, rule, old, new, where, title, status and value; docs/enacting.md has examples."""


@dataclass(frozen=True)
class EnactmentEdit(PageEdit):
    """An edit that carries out a matter on one of its pages. It must apply the same instructions to
    any other text of the page.
    """

    enactment: Enactment = field(kw_only=True, compare=False, repr=False)
    role: PageRole = field(kw_only=True)

    def rebased(self, revid: int, text: str) -> Self:
        """See :meth:`PageEdit.rebased`."""
        again = (
            self.enactment.on(ruleset=text)
            if self.role == "ruleset"
            else self.enactment.on(tracking=text)
        )
        for before, after in zip(
            self.enactment.application.outcomes, again.application.outcomes, strict=True
        ):
            if before.applied and not after.applied:
                raise Refused(Refusal.STEP_FAILS_NOW, why=after.why)
        if self.role == "tracking" and _values(self.enactment) != _values(again):
            raise Refused(Refusal.VALUES_CHANGED)  # two more than before may be two too many
        new = again.application.ruleset if self.role == "ruleset" else again.application.tracking
        if new is None or new == text:
            raise Refused(Refusal.MATTER_CARRIED_OUT)
        return replace(self, base_revid=revid, base_text=text, text=new, enactment=again)


def _values(enactment: Enactment) -> Counter[tuple[str, ...]]:
    """Return the values on the tracking page before the matter."""
    state = enactment.view.gamestate
    return Counter(
        (entry.owner, entry.subject, entry.label, entry.text)
        for entry in (() if state is None else state.entries)
    )


def carried_out(edit: EnactmentEdit, source: Source) -> EditOutcome | None:
    """Return a refusal if an edit since the posting names the matter and was not undone: the matter
    may already be carried out.

    The summaries of this tool and of most Admins name the matter. The page itself does not show
    whether “Gains 2 Coal” was carried out.
    """
    post = edit.enactment.post
    if (posted := post.posted) is None:
        return None
    later = set[int]()
    for made, before in pairwise(chain(source.revisions(edit.title), (None,))):
        if made is None or made.timestamp < posted:
            break
        if (
            _names(made.comment, post)
            and not says_undone(made.comment)
            and (before is None or before.text is None or hash(before.text) not in later)
        ):
            editor = shorten(made.user or "somebody", 40)
            why = (
                f"revision {made.revid} of {editor} names this matter, so it may already be"
                " carried out; look at the page, and make the remaining changes yourself"
            )
            return EditOutcome("refused", why=why, code=CARRIED_OUT)
        later.add(hash(made.text))
    return None


def edits(enactment: Enactment, note: str) -> Iterator[EnactmentEdit]:
    """Return the edits of the changed pages, the Ruleset first; ``note`` is the admin's addition to
    their summaries.
    """
    view = enactment.view
    post = enactment.post
    application = enactment.application
    pages = list[tuple[PageRole, str, int | None, str, str]]()
    if view.rules is not None:
        pages.append(
            ("ruleset", view.rules.page, view.rules.revid, view.rules.source, application.ruleset)
        )
    if view.gamestate is not None and application.tracking is not None:
        state = view.gamestate
        pages.append(
            (
                "tracking",
                tracking_page(state).id,
                state.revid,
                state.wiki.source,
                application.tracking,
            )
        )
    summary = without_markup(f"“{shorten(post.title, 200)}”: {note}")
    for role, title, revid, before, after in pages:
        mark = hashlib.sha256(f"{role}\x1f{post.key}".encode("utf-8", "surrogatepass")).hexdigest()[
            :8
        ]
        if after != before:
            yield EnactmentEdit(
                title,
                revid,
                before,
                after,
                summary,
                mark=mark,
                may_shrink=True,
                enactment=enactment,
                role=role,
            )


def _names(comment: str | None, post: Post) -> bool:
    """Return whether an edit summary contains the matter's title, or its subject as separate words."""
    summary, subject = alike(comment or ""), alike(post.subject)
    words = (
        re.search(rf"(?<!\w){re.escape(subject)}(?!\w)", summary)
        if len(subject) >= _SHORTEST_SUBJECT
        else None
    )
    return words is not None or (post.title != "" and alike(post.title) in summary)


def expected(planned: Sequence[EnactmentEdit], config: Config, source: Source) -> list[EditOutcome]:
    """Return the known obstacles to saving, from :func:`foreseen` and :func:`carried_out`."""
    before = foreseen(planned, config, planned[0].enactment.view) if planned else []
    return [
        known if known.result else carried_out(edit, source) or known
        for edit, known in zip(planned, before, strict=True)
    ]


def enact(
    planned: Sequence[EnactmentEdit],
    config: Config,
    live: Live,
    source: Source,
    confirmed: Callable[[EnactmentEdit], str | None],
    *,
    asks: bool = False,
) -> list[EditOutcome]:
    """Save the confirmed edits without obstacles; see :func:`saved_in_turn`. An edit that may
    already be made does not block the other page.
    """
    before = expected(planned, config, source)
    barred = next(
        (
            outcome
            for outcome in before
            if outcome.result is not None and outcome.code != CARRIED_OUT
        ),
        None,
    )
    if barred is not None:
        other = EditOutcome(why=f"the other page cannot be saved: {barred.why}")
        return [outcome if outcome.result else other for outcome in before]
    return saved_in_turn(
        planned, before, config, live, confirmed, most=len(planned), asks=asks, at_once=True
    )


# The plan as a file


def read_plan(path: Path) -> EnactmentPlan:
    """Read a plan from a file. Raises :class:`UsageError` with the file, the key, and the allowed
    values.
    """
    tables = from_tables(read_tables(path))
    rest = {key: value for key, value in tables.items() if key not in ("step", "open")}
    steps = tuple(
        as_table(path, step, Instruction, f"step {number}")
        for number, step in _listed(path, tables, "step")
    )
    sentences = tuple(
        as_table(path, sentence, OpenDecision, f"open {number}")
        for number, sentence in _listed(path, tables, "open")
    )
    return msgspec.structs.replace(as_table(path, rest, EnactmentPlan), step=steps, open=sentences)


def _listed(path: Path, tables: dict[str, Any], key: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Return the tables of a key with their numbers, so that an error can name its table."""
    listed = tables.get(key, [])
    if not isinstance(listed, list) or not all(isinstance(table, dict) for table in listed):
        raise wrong_key(path, key, f"each table begins with a line [[{key}]]")
    yield from enumerate(listed, 1)


def write_plan(path: Path, plan: EnactmentPlan) -> None:
    """Write a new file. Raises :class:`UsageError` if it exists or cannot be written."""
    document = tomlkit.document()
    for line in _HEAD.splitlines():
        document.add(tomlkit.comment(line) if line else tomlkit.nl())
    document.add(tomlkit.nl())
    for key, value in as_tables(plan).items():
        document.add(key, _item(value))
    write_new(path, tomlkit.dumps(document), "--plan")


def _item(value: Any, *, listed: bool = False) -> Any:
    if isinstance(value, str):
        return tomlkit.string(value, multiline="\n" in value)
    if isinstance(value, dict):
        table = (
            tomlkit.table()
            if listed or all(isinstance(number, int) for number in value.values())
            else tomlkit.inline_table()
        )
        for key, part in value.items():
            table.append(key, _item(part))
        return table
    if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        tables = tomlkit.aot()
        for part in value:
            tables.append(_item(part, listed=True))
        return tables
    return tomlkit.item(value)
