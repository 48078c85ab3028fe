"""Small values that the tests of this folder share: posts, pages, verdicts, and snapshots on
disk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from parsers.blog.merging import PageKind, ReadPage
from parsers.model import Category, Comment, Icon, MatterKind, Page, Post, Roster, Status, VoteIcon
from parsers.ruleset.parameters import PARAMETERS, Parameter
from parsers.ruleset.ruleset_model import (
    Action,
    Caveat,
    Rule,
    Ruleset,
    Terms,
    UnreadClause,
    Variable,
)
from tests.support.views import game_view, remade
from validators.reason_wording import ReasonKind, Uncounted
from validators.view import GameView
from validators.voting.dated_posts import dated
from validators.voting.judge import TallySheet
from validators.voting.verdict import (
    Counts,
    Hiatus,
    Reason,
    UncountedIcon,
    Verdict,
    Vote,
)
from validators.wording import Doubt, DoubtKind, doubt, fact
from validators.words import PlayerCount

NOON = datetime(2024, 1, 20, 12, tzinfo=UTC)
BLOG = "https://blog.example"
ROSTER = Roster(("Ana", "Bo", "Dee"), ("Cy",), frozenset({"Ana", "Cy"}), 3, 2)


def post(slug: str = "a_thing", **changes: object) -> Post:
    """A pending Proposal, posted two days before noon."""
    made = Post(
        url=f"{BLOG}/archive/{slug}",
        title="Proposal: A Thing [Core]",
        category=Category.PROPOSAL,
        author="Ana",
        posted=NOON - timedelta(days=2),
        subject="A Thing [Core]",
        tags=("Core",),
        comment_count=0,
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def comment(
    author: str,
    icon: str = "for",
    *,
    id: str = "",  # noqa: A002 - the field's name
    at: datetime = NOON - timedelta(days=1),
) -> Comment:
    """A comment with one icon."""
    return Comment(author, at, (Icon(icon),), "Words.", id)


def read_page(
    kind: PageKind,
    *posts: Post,
    name: str = "",
    roster: Roster | None = None,
    address: str = "",
    more: tuple[str, ...] = (),
) -> ReadPage:
    """A page as the parsers give it, with the place it came from."""
    first = address.partition("/P")[0] or (
        f"/archive/{posts[0].key}" if kind == "entry" and posts else "/"
    )
    return ReadPage(
        name or f"{kind}.html",
        kind,
        first,
        Page(BLOG + (address or first), posts, roster, (), more),
    )


def unsure(*sentences: str) -> tuple[Doubt, ...]:
    """Doubts with these sentences."""
    return tuple(doubt(DoubtKind.CHANGED_LATE, what=each) for each in sentences)


def reason(
    kind: ReasonKind, met: bool | None, rule: str | None = "Votes", **about: object
) -> Reason:
    """A condition as it stands."""
    return Reason(fact(kind, **about), met, rule)


LOSING = reason(
    ReasonKind.UNPOPULAR_QUORUM, True, not_against=3, players=PlayerCount(3, None), quorum=2
)


def verdict(about: Post | None = None, **changes: Any) -> Verdict:
    """The verdict on a Proposal that can be enacted: two votes, one of them implicit, and an icon
    that is none; doubts are given by their sentences.
    """
    about = dated(about or post())
    assert about is not None
    made = Verdict(
        post=about,
        kind=about.category.matter or MatterKind.PROPOSAL,
        status=about.status,
        votes=(
            Vote("Bo", VoteIcon.DEFERENTIAL, VoteIcon.FOR, False, NOON - timedelta(hours=3), "c7"),
            Vote("Ana", VoteIcon.FOR, VoteIcon.FOR, True, about.posted, None),
        ),
        uncounted=(UncountedIcon("Cy", "for", Uncounted.IDLE, NOON - timedelta(hours=2), "c8"),),
        counts=Counts(2, 0, 0, 3),
        quorum=2,
        withdrawn=False,
        vetoed=False,
        popular=True,
        unpopular=False,
        enactable=True,
        failable=False,
        earliest_enact=NOON,
        earliest_fail=None,
        reasons=(
            reason(ReasonKind.POPULAR_QUORUM, True, in_favour=2, quorum=2),
            replace(LOSING, met=False, rule=None),
        ),
        doubts=(),
    )
    for name in changes.keys() & {"doubts", "unseen"}:
        changes[name] = unsure(*changes[name])
    return replace(made, **changes)


def resolved(about: Post) -> Post:
    """The post, enacted an hour before noon."""
    return replace(about, status=Status.ENACTED, closed=NOON - timedelta(hours=1))


def write_files(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Put files below a folder, with the folders they need."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


OPEN = "It has been open for at least 48 hours."
CAVEAT = Caveat(
    "Lamps",
    "Nobody may vote in the dark.",
    frozenset({MatterKind.PROPOSAL, MatterKind.CFJ}),
    by="Anna",
)
RULES = Ruleset(
    sections=("Core Rules", "Building Blocks"),
    rules=(
        Rule(
            "1.1",
            "Votable Matters",
            "Votable Matters",
            (),
            2,
            "Core Rules",
            ("Votable Matters",),
            "Text.",
        ),
        Rule("1.1.1", "Votes", "Votes", (), 3, "Core Rules", ("Votable Matters", "Votes"), "Text."),
        Rule(
            "2.1",
            "Lamps",
            "Lamps [Rare]",
            ("Rare",),
            2,
            "Building Blocks",
            ("Lamps",),
            "Text.",
            "inactive",
            True,
        ),
    ),
    terms=Terms("Bargee", "Bargees", "Lock Warden"),
    tracking_page="The Long Cut",
    voting=replace(
        PARAMETERS,
        popular_after_hours=Parameter("popular.after_hours", 48, "Votes", OPEN),
        unpopular_after_hours=Parameter("unpopular.after_hours", 48, "Votes", OPEN),
        veto=Parameter("veto", True, "Veto", "May use VETO."),
    ),
    caveats=(CAVEAT,),
    unread=(
        UnreadClause("dov", "no threshold was found", "Victory"),
        UnreadClause("idle", "no rule"),
    ),
    variables=(Variable("Oil", "player", "integer", "Lamps", "Each has Oil.", 0, 9, None, 3),),
    actions=(Action("Light", "daily", "Lamps", "Once a day.", 10),),
    revid=7,
)


def sheet(*verdicts: Verdict, **changes: object) -> TallySheet:
    """The tally of a game without a hiatus; Bo is Emperor."""
    made = TallySheet(NOON, ROSTER, RULES, "Bo", 2, Hiatus(), verdicts)
    return replace(made, **changes)  # type: ignore[arg-type]


def view(*posts: Post, **changes: object) -> GameView:
    """What those posts, the roster and the rules give."""
    return remade(game_view(NOON, RULES, ROSTER, posts, site="sample"), **changes)
