"""Makes the pages of the sample game from ``game.toml``: ``python -m tests.demo.build`` writes
them.

Only the wiki pages of ``sync/demo`` are written by hand; everything else there comes from here.
``edits.toml`` says how the tracking page came to be what it is.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import msgspec

from parsers.model import AdminNote, Category, Comment, Icon, Post, Roster, Status
from parsers.ruleset import read_ruleset
from sync.settings.review_file import HEAD
from tests.support.blog_pages import BLOG, Look, entry_page, front_page, month_page
from tests.support.paths import DEMO

__all__ = ["DEMO", "SOURCE", "Game", "pages", "read_game"]

SOURCE = Path(__file__).parent / "game.toml"
EDITS = Path(__file__).parent / "edits.toml"

_LOOK = Look(template="footer-after", dates="dmy", typographed=True)
_ON_FRONT_PAGE = 20
_NOT_EDITED = frozenset({"boathooks"})
"""Enacted, and left out of the Ruleset on purpose (BN602)."""
_CHANGES_VERDICTS = {"Night Watch": '["cfj"]'}
"""Rules by which verdicts can change, and the kinds of matters."""
_CATEGORIES = {
    "proposal": (Category.PROPOSAL, "Proposal: "),
    "cfj": (Category.CFJ, "Call for Judgement: "),
    "dov": (Category.DOV, "Declaration of Victory: "),
    "ascension": (Category.ASCENSION, "Ascension Address: "),
    "story": (Category.STORY, "Story Post: "),
    "none": (Category.NONE, ""),
}
_TAG = re.compile(r"\[([^\[\]]+)\]")
_AFTER = re.compile(r"(?P<sign>[+-])(?P<hours>\d{1,3})h(?P<minutes>\d\d)?")
_COMMENT = re.compile(r"(?P<who>\w+) (?P<after>[+-]\w+)(?P<icons>(?: [\w()]+)*):(?: (?P<text>.+))?")


class _Sidebar(msgspec.Struct, forbid_unknown_fields=True):
    active: list[str]
    idle: list[str]
    admins: list[str]
    stated_players: int
    stated_quorum: int


class _Post(msgspec.Struct, forbid_unknown_fields=True):
    at: datetime
    by: str
    category: str
    body: str
    subject: str = ""
    title: str | None = None
    slug: str | None = None
    comments: str = ""
    stated_comments: int | None = None
    status: Status = Status.PENDING
    closed: str | None = None
    note: str = ""


class _Source(msgspec.Struct, forbid_unknown_fields=True):
    as_of: datetime
    names: dict[str, str]
    roster: _Sidebar
    posts: list[_Post]


@dataclass(frozen=True)
class Game:
    """The sample game: when it was looked at, who plays, and its posts, the newest first."""

    as_of: datetime
    roster: Roster
    posts: tuple[Post, ...]


def read_game(source: Path = SOURCE) -> Game:
    """The game that the source file describes. Raises ValueError where a line of it cannot be
    read."""
    game = msgspec.toml.decode(source.read_bytes(), type=_Source)
    side, names = game.roster, game.names
    roster = Roster(
        active=tuple(names[who] for who in side.active),
        idle=tuple(names[who] for who in side.idle),
        admins=frozenset(names[who] for who in side.admins),
        stated_players=side.stated_players,
        stated_quorum=side.stated_quorum,
        members=tuple((names[who], member(names[who])) for who in (*side.active, *side.idle)),
    )
    if game.posts != sorted(game.posts, key=lambda post: post.at):
        raise ValueError(f"{source.name}: the posts are not in the order of their times")
    numbers = count(101)
    oldest_first = [_post(post, names, numbers) for post in game.posts]
    return Game(game.as_of, roster, tuple(reversed(oldest_first)))


def member(name: str) -> int:
    """The member number of somebody in the sample game."""
    return sum(map(ord, name))


def pages(game: Game) -> dict[str, str]:
    """Every file that is made from the game: its name below ``sync/demo``, and what is in it."""
    files = {
        "snapshot.toml": f"as_of = {game.as_of:%Y-%m-%dT%H:%M:%SZ}\n",
        "blog/index.html": front_page(game.posts[:_ON_FRONT_PAGE], game.roster, look=_LOOK),
    }
    for month, posts in _by_month(game.posts).items():
        files[f"blog/{month}/index.html"] = month_page(posts, game.roster, look=_LOOK)
    for post in game.posts:
        files[f"blog/archive/{post.key}/index.html"] = entry_page(post, game.roster, look=_LOOK)
    if len(files) != len(game.posts) + len(_by_month(game.posts)) + 2:
        raise ValueError("two posts have the same address; give one of them a slug")
    page = (DEMO / "wiki" / "The_Long_Cut.wikitext").read_text(encoding="utf-8")
    last_enacted = max(
        post.closed
        for post in game.posts
        if post.closed is not None and post.status is Status.ENACTED
    )
    history = ruleset_history(game, last_enacted)
    return files | wiki_records(page, last_enacted) | history | reviews(history)


class _Edit(msgspec.Struct, forbid_unknown_fields=True):
    revid: int
    at: datetime
    by: str
    comment: str
    before: str
    now: str


class _Edits(msgspec.Struct, forbid_unknown_fields=True):
    edits: list[_Edit]


def wiki_records(page: str, ruleset_at: datetime) -> dict[str, str]:
    """What is known of the saved revisions, and the tracking page's history. Raises ValueError for
    an edit that does not fit.
    """
    edits = msgspec.toml.decode(EDITS.read_bytes(), type=_Edits).edits
    lines = []
    for number, edit in enumerate(edits):
        parent = edits[number + 1].revid if number + 1 < len(edits) else 0
        lines.append(
            _revision("The Long Cut", edit.revid, parent, edit.at, edit.by, edit.comment)
            | {"text": page}
        )
        if page.count(edit.now) != 1:
            raise ValueError(
                f"{EDITS.name}: what revision {edit.revid} wrote does not stand once on the page"
            )
        page = page.replace(edit.now, edit.before)
    last = {key: value for key, value in lines[0].items() if key != "text"}
    ruleset = _revision("Ruleset", 4102, 4096, ruleset_at, "Pemberly", "Enacted “Coal Merchants”")
    return {
        "wiki/The_Long_Cut.json": json.dumps(last, indent=1) + "\n",
        "wiki/The_Long_Cut.history.jsonl": "".join(
            json.dumps(line) + "\n" for line in reversed(lines)
        ),
        "wiki/Ruleset.json": json.dumps(ruleset, indent=1) + "\n",
    }


def ruleset_history(game: Game, last: datetime) -> dict[str, str]:
    """The Ruleset after the Ascension Address and after each enactment that changed it. Raises
    ValueError for one that did not.
    """
    text = (DEMO / "wiki" / "Ruleset.wikitext").read_text(encoding="utf-8")
    enacted = [
        post
        for post in game.posts
        if post.status is Status.ENACTED and post.category is Category.PROPOSAL and post.closed
    ]
    changed = [
        post
        for post in enacted
        if post.key not in _NOT_EDITED and re.search(r":\n|to Active", post.body)
    ]
    lines, revid, parent = [], 4102, 4096
    for post in sorted(changed, key=lambda post: str(post.closed), reverse=True):
        assert post.closed is not None
        at = post.closed if post.closed == last else post.closed + timedelta(minutes=2)
        by = "Pemberly" if "emberly" in (post.note.text if post.note else "") else "Brisket.Ford"
        lines.append(
            _revision("Ruleset", revid, parent, at, by, f"Enacted “{post.subject}”")
            | {"text": text}
        )
        text, revid, parent = _without(post, text), parent, parent - 5
    address = next(post for post in game.posts if post.category is Category.ASCENSION)
    assert address.posted is not None
    lines.append(
        _revision(
            "Ruleset",
            revid,
            parent,
            address.posted + timedelta(minutes=12),
            address.author,
            "Ascension",
        )
        | {"text": text}
    )
    return {
        "wiki/Ruleset.history.jsonl": "".join(json.dumps(line) + "\n" for line in reversed(lines))
    }


def reviews(history: dict[str, str]) -> dict[str, str]:
    """What the Lock Warden has read: every dynastic rule, an hour after each edit that changed it."""
    entries: dict[str, str] = {}
    for line in history["wiki/Ruleset.history.jsonl"].splitlines():
        revision = json.loads(line)
        at = datetime.fromisoformat(revision["timestamp"]) + timedelta(hours=1)
        for rule in read_ruleset(revision["text"]).reviewable:
            verdicts = _CHANGES_VERDICTS.get(rule.rule, '"none"')
            entries.setdefault(
                rule.fingerprint,
                f'[[rule]]\nfingerprint = "{rule.fingerprint}"\nrule = "{rule.rule}"\n'
                f"verdicts = {verdicts}\ncomplete = true\n"
                f'by = "Ottoline Marsh"\nat = {at:%Y-%m-%dT%H:%M:%SZ}\n',
            )
    return {"reviewed.toml": f"# {HEAD}\n\n" + "\n".join(entries.values())}


def _without(post: Post, text: str) -> str:
    """The Ruleset before what an enacted Proposal has added to it."""
    first, _, added = post.body.partition(":\n")
    before = (
        text.replace("== Fresh Start [Active] ==", "== Fresh Start [Inactive] ==")
        if "Fresh Start" in first
        else text
    )
    blocks = re.findall(r"(?:^[{|!].*\n?)+|^.+\n?", added, re.MULTILINE)
    for block in blocks:
        before = re.sub(rf" ?{re.escape(block.strip())}", "", before, count=1)
    titled = re.search(r"called “([^”]+)”, with", first)
    if titled:
        level = "===" if "subrule" in first else "=="
        before = before.replace(f"\n{level} {titled[1]} {level}\n", "\n", 1)
    before = re.sub(r"\n{3,}", "\n\n", before)
    if before == text:
        raise ValueError(f"the Ruleset does not have what “{post.subject}” adds")
    return before


def _revision(
    title: str, revid: int, parent: int, at: datetime, user: str, comment: str
) -> dict[str, object]:
    stamp = at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return {
        "title": title,
        "revid": revid,
        "parentid": parent,
        "timestamp": stamp,
        "user": user,
        "comment": comment,
    }


def main() -> None:
    """Write the pages in place of those that are there."""
    shutil.rmtree(DEMO / "blog", ignore_errors=True)
    for name, text in pages(read_game()).items():
        path = DEMO / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def _by_month(posts: Iterable[Post]) -> dict[str, list[Post]]:
    months: dict[str, list[Post]] = {}
    for post in posts:
        months.setdefault(f"{post.posted:%Y/%m}", []).append(post)
    return months


def _post(source: _Post, names: dict[str, str], numbers: Iterator[int]) -> Post:
    category, prefix = _CATEGORIES[source.category]
    slug = source.slug or re.sub(r"[^a-z0-9]+", "_", source.subject.lower()).strip("_")
    title = source.title or prefix + source.subject
    comments = [_comment(line, source.at, names) for line in source.comments.splitlines() if line]
    return Post(
        url=f"{BLOG}/archive/{slug}",
        title=title,
        category=category,
        author=names[source.by],
        member=member(names[source.by]),
        posted=source.at.astimezone(UTC),
        status=source.status,
        subject=title.partition(":")[2].strip() if ":" in title else title,
        tags=tuple(_TAG.findall(title)),
        closed=None if source.closed is None else _moment(source.at, source.closed),
        note=AdminNote(text=source.note.strip()) if source.note else None,
        body=source.body.strip(),
        markup=(
            source.body.strip().replace("\n", "") if source.body.lstrip().startswith("<") else ""
        ),
        comment_count=source.stated_comments,
        comments=tuple(
            replace(comment, id=f"c{next(numbers)}", position=place)
            for place, comment in enumerate(comments)
        ),
    )


def _comment(line: str, posted: datetime, names: dict[str, str]) -> Comment:
    found = _COMMENT.fullmatch(line)
    if found is None:
        raise ValueError(f"not a comment: {line!r}")
    icons = tuple(
        Icon(word.strip("()"), quoted=word.startswith("(")) for word in found["icons"].split()
    )
    return Comment(
        author=names[found["who"]],
        member=member(names[found["who"]]),
        at=_moment(posted, found["after"]),
        icons=icons,
        text=found["text"] or "",
    )


def _moment(posted: datetime, after: str) -> datetime:
    """The time so long after a post. Comments have seconds, posts have none: they come from the
    minute.
    """
    found = _AFTER.fullmatch(after)
    if found is None:
        raise ValueError(f"not a length of time: {after!r}")
    minutes = int(found["hours"]) * 60 + int(found["minutes"] or 0)
    length = timedelta(minutes=-minutes if found["sign"] == "-" else minutes)
    return posted.astimezone(UTC) + length + timedelta(seconds=minutes * 7 % 60)


if __name__ == "__main__":
    main()
