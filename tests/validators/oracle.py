"""A second reading of the voting rules, written apart from the product's, to hold the two against
each other.

It follows the order of the rules and prefers trying every moment, and every reading, to reasoning
about them. Everything is as of ``now`` and of the Emperor and roster passed in. Wanted of the
input: every post and comment has a time, every resolved post a closing time, every matter its
comments, and ``voting["quorum"]`` is "half-plus-one".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache, cached_property

from parsers.model import Category, Comment, MatterKind, Post, Roster, Status, VoteIcon, same_name

__all__ = ["FIELDS", "as_of", "judge", "sheet", "world_of"]

FOR, AGAINST, DEFERENTIAL, VETO = (icon.value for icon in VoteIcon)
FIELDS = (
    *(
        "for",
        "against",
        "deferential",
        "not_against",
        "quorum",
        "withdrawn",
        "vetoed",
        "popular",
        "unpopular",
        "enactable",
        "failable",
    ),
    *("earliest_enact", "earliest_fail"),
)
CORE_TAGS = {"core", "special case", "building blocks", "appendix"}
SECOND = timedelta(seconds=1)


@dataclass(frozen=True)
class Reading:
    """How the questions that the rules leave open are answered; the defaults are the agreed
    answers.
    """

    deferential_counts_itself: bool = False
    void_deferential_revives: bool = False
    implied_vote_is_cast: bool = True
    implied_vote_is_valid: bool = True
    icon_before_for_is_used: bool = True
    idle_icon_is_used: bool = True
    illegal_dov_is_hiatus: bool = True
    downtime_suspends_dovs: bool = True
    blank_cfj_is_failable: bool = False
    out_of_quorum_is_not_against: bool = True


@dataclass(frozen=True)
class World:
    """The game as of ``now``: nothing in it is later."""

    voting: Mapping[str, object]
    roster: Roster
    emperor: str
    posts: tuple[Post, ...]
    judged: Post
    now: datetime
    reading: Reading

    def number(self, key: str) -> int | None:
        """A number of the rules, None where the text has none."""
        value = self.voting.get(key)
        return value if isinstance(value, int) else None

    def has(self, key: str) -> bool:
        """Whether the rules have a mechanism."""
        return self.voting.get(key) is True

    def is_player(self, name: str) -> bool:
        """Whether somebody is an active Player."""
        return any(same_name(name, player) for player in self.roster.active)

    def is_emperor(self, name: str) -> bool:
        """Whether somebody is the Emperor; nobody is in a Metadynasty."""
        return bool(self.emperor) and same_name(name, self.emperor)

    @cached_property
    def _by_category(self) -> Mapping[Category, list[Post]]:
        return {
            category: [post for post in self.posts if post.category is category]
            for category in Category
        }

    def of(self, category: Category) -> list[Post]:
        """All posts of a category."""
        return self._by_category[category]

    @cached_property
    def is_dormant(self) -> bool:
        """Whether there are too few Players now."""
        players = self.roster.active
        if self.has("dormancy.excludes_emperor"):
            players = tuple(player for player in players if not self.is_emperor(player))
        least = self.number("dormancy.min_players")
        if self.has("dormancy.in_sidebar"):
            # There the number is a ground for the flag, not itself a hiatus.
            return self.roster.dormant is True
        return least is not None and len(players) < least


def time_of(thing: Post | Comment) -> datetime:
    """When a post or comment was made; ValueError where its page does not say."""
    when = thing.posted if isinstance(thing, Post) else thing.at
    if when is None:
        raise ValueError(f"no time: {thing!r}")
    return when


def kind_of(post: Post) -> MatterKind:
    """Which Votable Matter a post is; ValueError if it is none."""
    if post.category.matter is None:
        raise ValueError(f"nobody votes on {post.title!r}")
    return post.category.matter


def as_of(posts: Iterable[Post], now: datetime) -> tuple[Post, ...]:
    """The posts as they stood at ``now``: later posts and comments gone, matters closed later still
    pending.
    """
    seen = []
    for post in posts:
        if time_of(post) > now:
            continue
        comments = tuple(comment for comment in post.comments or () if time_of(comment) <= now)
        if post.closed is None or post.closed > now:
            seen.append(replace(post, comments=comments, status=Status.PENDING, closed=None))
        else:
            seen.append(replace(post, comments=comments))
    return tuple(seen)


# --- Votes
# -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tally:
    """What the votes on one matter come to."""

    for_: int
    against: int
    deferential: int
    not_against: int
    could_be_for: int
    quorum: int
    valid: int
    emperor_for: bool
    withdrawn: bool
    vetoed: bool


def comments_by(post: Post, name: str) -> list[Comment]:
    """Somebody's comments up to the resolution, oldest first; those of one second in the page's
    order.
    """
    theirs = [c for c in post.comments or () if same_name(c.author, name)]
    if post.closed is not None:
        theirs = [c for c in theirs if time_of(c) <= post.closed]
    return sorted(theirs, key=lambda comment: (time_of(comment), comment.position))


def valid_icons(world: World, post: Post, comment: Comment) -> list[str]:
    """The icons of one comment that are valid there and from that person, in order."""
    allowed = [FOR, AGAINST, DEFERENTIAL]
    if (
        kind_of(post) is MatterKind.PROPOSAL
        and world.has("veto")
        and world.is_emperor(comment.author)
    ):
        allowed.append(VETO)
    return [icon.name for icon in comment.icons if not icon.quoted and icon.name in allowed]


def icons_by(world: World, post: Post, name: str) -> list[str]:
    """All valid icons somebody used on a matter, oldest first."""
    return [
        icon for comment in comments_by(post, name) for icon in valid_icons(world, post, comment)
    ]


def has_used(world: World, post: Post, name: str, wanted: str) -> bool:
    """Whether somebody used an icon at any time, whatever became of them or of their vote since."""
    if not world.reading.idle_icon_is_used and not world.is_player(name):
        return False
    for comment in comments_by(post, name):
        icons = valid_icons(world, post, comment)
        taken_back = FOR in icons and icons[-1] != wanted
        if wanted in icons and (world.reading.icon_before_for_is_used or not taken_back):
            return True
    return False


def standing_icons(world: World, post: Post) -> tuple[dict[str, str], set[str]]:
    """The icon that is each Player's vote, and whose vote is only implied."""
    standing: dict[str, str] = {}
    implied: set[str] = set()
    for player in world.roster.active:
        icons = icons_by(world, post, player)
        if icons:
            standing[player] = icons[-1]
        elif same_name(player, post.author):
            standing[player] = FOR
            implied.add(player)
    return standing, implied


def deferential_in_force(
    world: World, post: Post, standing: Mapping[str, str], implied: set[str]
) -> bool:
    """Whether a DEFERENTIAL of the Emperor on this matter becomes a vote."""
    if kind_of(post) is not MatterKind.PROPOSAL or world.voting.get("deferential.emperor") not in (
        "all-follow",
        "others-void",
    ):
        return False
    small = world.number("deferential.emperor_small_group")
    if small is None or len(world.roster.active) > small:
        return True
    others = [player for player in world.roster.active if not world.is_emperor(player)]
    return all(
        player in standing and (world.reading.implied_vote_is_cast or player not in implied)
        for player in others
    )


def with_void_deferentials(world: World, post: Post, others: Mapping[str, str]) -> dict[str, str]:
    """The icons of the others where their DEFERENTIALs are void: perhaps what they used before
    stands again.
    """
    if not world.reading.void_deferential_revives:
        return dict(others)
    earlier = {
        player: [each for each in icons_by(world, post, player) if each != DEFERENTIAL]
        for player in others
    }
    return {
        player: earlier[player][-1] if earlier[player] else icon for player, icon in others.items()
    }


def out_of_quorum(world: World, post: Post, standing: Mapping[str, str]) -> set[str]:
    """The Players whom the Emperor's DEFERENTIAL takes out of the Quorum of a matter."""
    mode = world.voting.get("deferential.emperor")
    deferring = {player for player, icon in standing.items() if icon == DEFERENTIAL}
    emperors = {player for player in deferring if world.is_emperor(player)}
    if kind_of(post) is not MatterKind.PROPOSAL or not emperors:
        return set()
    return {"out-of-quorum": emperors, "all-out-of-quorum": deferring}.get(str(mode), set())


def votes(world: World, post: Post) -> tuple[dict[str, str], dict[str, str | None], set[str]]:
    """For each Player who voted the icon, and what it counts as; and whose vote is only implied."""
    standing, implied = standing_icons(world, post)
    emperor = next((player for player in standing if world.is_emperor(player)), None)
    others = {player: icon for player, icon in standing.items() if player != emperor}
    emperors_icon = None if emperor is None else standing[emperor]
    emperors_vote = emperors_icon if emperors_icon in (FOR, AGAINST) else None
    others_follow = True
    if (
        out_of_quorum(world, post, standing)
        and world.voting.get("deferential.emperor") == "out-of-quorum"
    ):
        others = with_void_deferentials(world, post, others)
    if emperors_icon == DEFERENTIAL and deferential_in_force(world, post, standing, implied):
        others_follow = world.voting.get("deferential.emperor") == "all-follow"
        if not others_follow:
            others = with_void_deferentials(world, post, others)
        margin = list(others.values()).count(FOR) - list(others.values()).count(AGAINST)
        emperors_vote = FOR if margin > 0 else AGAINST
        if world.reading.deferential_counts_itself and margin in (0, 1):
            emperors_vote = FOR if margin == 0 else AGAINST
    counts_as: dict[str, str | None] = {}
    for player, icon in others.items():
        if icon == DEFERENTIAL:
            counts_as[player] = emperors_vote if others_follow else None
        else:
            counts_as[player] = icon
    icons = dict(others)
    if emperor is not None:
        icons[emperor], counts_as[emperor] = standing[emperor], emperors_vote
    return icons, counts_as, implied


def tally(world: World, post: Post) -> Tally:
    """Count the votes on a matter, up to its resolution if it is resolved."""
    icons, counts_as, implied = votes(world, post)
    count = list(counts_as.values()).count
    players = len(world.roster.active)
    out = len(out_of_quorum(world, post, standing_icons(world, post)[0]))
    withdrawable = (
        kind_of(post) is MatterKind.PROPOSAL
        and world.voting.get("proposal.withdrawn_term") is not None
    )
    return Tally(
        for_=count(FOR),
        against=count(AGAINST),
        deferential=sum(
            icons[player] == DEFERENTIAL and counts_as[player] is None for player in icons
        ),
        not_against=players - count(AGAINST),
        could_be_for=players
        - count(AGAINST)
        - (0 if world.reading.out_of_quorum_is_not_against else out),
        quorum=(players - out) // 2 + 1,
        valid=count(FOR)
        + count(AGAINST)
        - (0 if world.reading.implied_vote_is_valid else len(implied)),
        emperor_for=any(
            world.is_emperor(player) and vote == FOR for player, vote in counts_as.items()
        ),
        withdrawn=withdrawable and has_used(world, post, post.author, AGAINST),
        vetoed=has_used(world, post, world.emperor, VETO),
    )


# --- Hiatus, and posts that are illegal from the start
# ----------------------------------------------------


def is_before(world: World, one: Post, other: Post) -> bool:
    """Whether a post is older than another; of one minute the one further down the page is."""
    if one.url == other.url:
        return False
    if time_of(one) != time_of(other):
        return time_of(one) < time_of(other)
    return one.position > other.position


def is_open(post: Post, at: datetime) -> bool:
    """Whether a post made by then was not resolved by then."""
    return post.closed is None or post.closed > at


def failed_by_law(world: World, dov: Post) -> datetime | None:
    """When the enactment of another DoV failed one that was open then; None if none did."""
    ends = [
        other.closed
        for other in world.of(Category.DOV)
        if other.status is Status.ENACTED and other.closed is not None
    ]
    if dov.status is Status.ENACTED or not world.has("dov.fails_others"):
        return None
    since = time_of(dov) + timedelta(minutes=1)
    return min(
        (end for end in ends if since <= end and (dov.closed is None or end <= dov.closed)),
        default=None,
    )


def is_downtime(world: World, at: datetime) -> bool:
    """Whether a moment falls on one of the days of the year without play."""
    days = world.voting.get("downtime")
    return isinstance(days, (list, tuple)) and f"{at:%m-%d}" in days


def is_interregnum(world: World, at: datetime, before: Post | None = None) -> bool:
    """Whether a DoV was enacted by then, and no Ascension Address made since; none that is younger
    than a post made then.
    """
    if not world.has("interregnum"):
        return False
    for dov in world.of(Category.DOV):
        if dov.status is Status.ENACTED and dov.closed is not None and dov.closed <= at:
            closed = dov.closed.replace(
                second=0
            )  # the blog gives posts no seconds: an Address of that minute came after
            addresses = [
                each
                for each in world.of(Category.ASCENSION)
                if before is None or is_before(world, each, before)
            ]
            if not any(closed <= time_of(address) <= at for address in addresses):
                return True
    return False


def hiatus_without_dormancy(
    world: World, dovs: list[Post], at: datetime, before: Post | None = None
) -> bool:
    """Whether one of these DoVs, an Interregnum or the time of the year stops the game."""
    dovs = [
        dov
        for dov in dovs
        if is_open(dov, at) and ((end := failed_by_law(world, dov)) is None or end > at)
    ]
    if not world.reading.illegal_dov_is_hiatus:
        dovs = [dov for dov in dovs if not is_illegal(world, dov)]
    return (
        (world.has("dov.hiatus") and bool(dovs))
        or is_interregnum(world, at, before)
        or is_downtime(world, at)
    )


def is_hiatus(world: World, at: datetime) -> bool:
    """Whether the game is on hiatus at a moment from now on."""
    return world.is_dormant or hiatus_without_dormancy(world, world.of(Category.DOV), at)


def is_illegal_proposal(world: World, post: Post) -> bool:
    """Whether a Proposal was submitted in a hiatus or over one of its author's limits."""
    at = time_of(post)
    if hiatus_without_dormancy(
        world, [dov for dov in world.of(Category.DOV) if is_before(world, dov, post)], at, post
    ):
        return True
    earlier = [
        other
        for other in world.of(Category.PROPOSAL)
        if same_name(other.author, post.author) and is_before(world, other, post)
    ]
    pending = [other for other in earlier if is_open(other, at)]
    today = [other for other in earlier if time_of(other).date() == at.date()]
    pending_limit, daily_limit = (
        world.number("proposal.pending_limit"),
        world.number("proposal.daily_limit"),
    )
    return (pending_limit is not None and len(pending) >= pending_limit) or (
        daily_limit is not None and len(today) >= daily_limit
    )


def is_illegal_dov(world: World, post: Post) -> bool:
    """Whether a DoV is the Emperor's, of an Interregnum, or of its author's cooldown."""
    at = time_of(post)
    if world.is_emperor(post.author) or is_interregnum(world, at, post):
        return True
    hours = world.number("dov.cooldown_hours")
    for other in world.of(Category.DOV):
        ended, by_law = other.closed, failed_by_law(world, other)
        failed = by_law is not None or other.status in (Status.FAILED, Status.VETOED)
        ended = by_law or ended
        if hours is None or ended is None or not failed:
            continue
        within = ended <= at < ended + timedelta(hours=hours)
        if within and same_name(other.author, post.author) and tally(world, other).against >= 1:
            return True
    return False


def is_illegal(world: World, post: Post) -> bool:
    """Whether a matter was illegal from the start."""
    kind = kind_of(post)
    return (kind is MatterKind.PROPOSAL and is_illegal_proposal(world, post)) or (
        kind is MatterKind.DOV and is_illegal_dov(world, post)
    )


# --- Popularity and resolution
# ----------------------------------------------------------------------------


@dataclass(frozen=True)
class State:
    """How a matter stands at one moment."""

    popular: bool
    unpopular: bool
    enactable: bool
    failable: bool


@dataclass(frozen=True)
class Case:
    """What is known of a matter whatever the time is."""

    world: World
    post: Post
    tally: Tally
    illegal: bool

    def at(self, moment: datetime) -> State:
        """How the matter stands at a moment; nothing can be done to a resolved one."""
        popular = not self.illegal and self.is_popular(moment)
        unpopular = self.illegal or self.is_unpopular(moment, popular=popular)
        if self.post.closed is not None:
            return State(popular, unpopular, enactable=False, failable=False)
        resolve = {
            MatterKind.PROPOSAL: self.proposal,
            MatterKind.CFJ: self.cfj,
            MatterKind.DOV: self.dov,
        }[kind_of(self.post)]
        enactable, failable = resolve(moment, popular=popular, unpopular=unpopular)
        return State(popular, unpopular, enactable, failable)

    def open_for(self, key: str, moment: datetime) -> bool:
        """Whether the matter has been open for at least the hours of a rule; not if there is no
        such rule.
        """
        hours = self.world.number(key)
        return hours is not None and moment - time_of(self.post) >= timedelta(hours=hours)

    def is_popular(self, moment: datetime) -> bool:
        """Enough FOR votes, or after two days more of them than AGAINST."""
        cast = self.tally
        if cast.for_ >= cast.quorum:
            return True
        tags = {tag.casefold() for tag in self.post.tags}
        if (
            self.world.has("popular.core_text_needs_quorum")
            and kind_of(self.post) is MatterKind.PROPOSAL
            and tags & CORE_TAGS
        ):
            return False
        enough = cast.valid >= (self.world.number("popular.min_valid_votes") or 0)
        return self.open_for("popular.after_hours", moment) and enough and cast.for_ > cast.against

    def is_unpopular(self, moment: datetime, *, popular: bool) -> bool:
        """Too few Players not voting AGAINST, or after two days not Popular."""
        return self.tally.could_be_for < self.tally.quorum or (
            self.open_for("unpopular.after_hours", moment) and not popular
        )

    def is_stale(self, post: Post, moment: datetime) -> bool:
        """Whether a Proposal has been pending for too long to be in the queue."""
        days = self.world.number("proposal.stale_days")
        return days is not None and moment - time_of(post) > timedelta(days=days)

    def is_next(self, moment: datetime) -> bool:
        """Whether no older Proposal is pending, stale ones left out."""
        if not self.world.has("proposal.oldest_first"):
            return True
        return all(self.is_stale(other, moment) for other in self.older_pending)

    @cached_property
    def older_pending(self) -> list[Post]:
        """The pending Proposals that are older."""
        return [
            other
            for other in self.world.of(Category.PROPOSAL)
            if other.closed is None
            and other.url != self.post.url
            and is_before(self.world, other, self.post)
        ]

    def proposal(self, moment: datetime, *, popular: bool, unpopular: bool) -> tuple[bool, bool]:
        """Whether a Proposal can be enacted, and failed."""
        if is_hiatus(self.world, moment):
            return False, False
        stale, dead = self.is_stale(self.post, moment), self.tally.withdrawn or self.tally.vetoed
        turn = not stale and self.is_next(moment)
        waits = self.world.number("proposal.min_open_hours") is not None and not self.open_for(
            "proposal.min_open_hours", moment
        )
        return turn and popular and not waits and not dead, stale or (turn and (unpopular or dead))

    def cfj(self, _moment: datetime, *, popular: bool, unpopular: bool) -> tuple[bool, bool]:
        """Whether a CfJ can be enacted, and failed; no hiatus stops it."""
        blank = (
            self.world.reading.blank_cfj_is_failable
            and self.world.has("cfj.fail_if_no_change")
            and not self.post.body.strip()
        )
        return popular, unpopular or blank

    def dov(self, moment: datetime, *, popular: bool, unpopular: bool) -> tuple[bool, bool]:
        """Whether a DoV can be enacted, and failed; only the days without play stop it."""
        by_thirds = self.world.voting.get("dov.threshold") == "two-thirds"
        if is_downtime(self.world, moment) and (
            by_thirds or self.world.reading.downtime_suspends_dovs
        ):
            return False, False
        if (by_law := failed_by_law(self.world, self.post)) is not None and by_law <= moment:
            return False, True
        cast = self.tally
        carried = cast.for_ * 3 > 2 * len(self.world.roster.active) if by_thirds else popular
        early = self.open_for("dov.early_hours", moment) and (cast.emperor_for or cast.against == 0)
        enactable = (
            not self.illegal and carried and (early or self.open_for("dov.late_hours", moment))
        )
        after = self.world.number("dov.fail_after_hours")
        overdue = after is not None and moment - time_of(self.post) > timedelta(hours=after)
        return enactable, (unpopular and self.open_for("dov.fail_unpopular_hours", moment)) or (
            overdue and not enactable
        )

    def moments(self) -> list[datetime]:
        """Every moment from now on at which anything about a matter can change, in order."""
        keys = [
            key
            for key in self.world.voting
            if key.endswith("_hours") and not key.startswith(("idle.", "post."))
        ]
        limits = [timedelta(hours=self.world.number(key) or 0) for key in keys]
        limits.append(timedelta(days=self.world.number("proposal.stale_days") or 0))
        found = {
            time_of(post) + limit + late
            for post in self.world.posts
            for limit in limits
            for late in (timedelta(), SECOND)
        }
        dates = self.world.voting.get("downtime")
        for date in dates if isinstance(dates, (list, tuple)) else ():
            for year in (self.world.now.year, self.world.now.year + 1):
                start = datetime.fromisoformat(f"{year}-{date}T00:00:00Z")
                found |= {start, start + timedelta(days=1)}
        return [self.world.now, *sorted(moment for moment in found if moment > self.world.now)]


# --- The sheet
# ------------------------------------------------------------------------------------------


def sheet(world: World) -> dict[str, object]:
    """The fields of :data:`FIELDS` for the matter judged, under one reading."""
    case = Case(world, world.judged, tally(world, world.judged), is_illegal(world, world.judged))
    state_at = cache(case.at)
    state = state_at(world.judged.closed or world.now)
    moments = case.moments() if world.judged.closed is None else []
    enact = next((moment for moment in moments if state_at(moment).enactable), None)
    fail = next((moment for moment in moments if state_at(moment).failable), None)
    cast = case.tally
    counts = (
        cast.for_,
        cast.against,
        cast.deferential,
        cast.not_against,
        cast.quorum,
        cast.withdrawn,
        cast.vetoed,
    )
    return dict(
        zip(
            FIELDS,
            (*counts, state.popular, state.unpopular, state.enactable, state.failable, enact, fail),
            strict=True,
        )
    )


def with_comments(world: World, comments: Iterable[Comment]) -> World:
    """The same world with other comments on the matter judged."""
    judged = replace(world.judged, comments=tuple(comments))
    return replace(
        world,
        judged=judged,
        posts=tuple(judged if post.url == judged.url else post for post in world.posts),
    )


def comments_in_another_order(world: World) -> Iterator[World]:
    """Each comment that shares its second with another of the same author, taken as the later
    one."""
    comments = world.judged.comments or ()
    for one in comments:
        if any(
            one is not other and one.at == other.at and same_name(one.author, other.author)
            for other in comments
        ):
            yield with_comments(
                world,
                (
                    replace(c, position=len(comments) + c.position) if c is one else c
                    for c in comments
                ),
            )


def quotations_as_votes(world: World) -> Iterator[World]:
    """Each quoted icon taken as used, and all of them."""
    comments = list(world.judged.comments or ())
    quoted = [
        (place, spot)
        for place, comment in enumerate(comments)
        for spot, icon in enumerate(comment.icons)
        if icon.quoted
    ]
    for chosen in [[one] for one in quoted] + [quoted]:
        altered = list(comments)
        for place, spot in chosen:
            icons = list(altered[place].icons)
            icons[spot] = replace(icons[spot], quoted=False)
            altered[place] = replace(altered[place], icons=tuple(icons))
        yield with_comments(world, altered)


def other_readings(world: World) -> Iterator[tuple[str, World]]:
    """The world as somebody might see it who answers one of the open questions differently."""
    agreed = Reading()
    answers = {
        "emperor-deferential": replace(agreed, deferential_counts_itself=True),
        "void-deferential-revives": replace(agreed, void_deferential_revives=True),
        "implied-vote-cast": replace(agreed, implied_vote_is_cast=False),
        "implied-vote-valid": replace(agreed, implied_vote_is_valid=False),
        "icons-in-one-comment": replace(agreed, icon_before_for_is_used=False),
        "used-by-idle": replace(agreed, idle_icon_is_used=False),
        "illegal-dov-hiatus": replace(agreed, illegal_dov_is_hiatus=False),
        "downtime-dov": replace(agreed, downtime_suspends_dovs=False),
        "blank-cfj": replace(agreed, blank_cfj_is_failable=True),
        "out-of-quorum": replace(agreed, out_of_quorum_is_not_against=False),
    }
    for slug, reading in answers.items():
        yield slug, replace(world, reading=reading)
    for other in comments_in_another_order(world):
        yield "same-second", other
    for other in quotations_as_votes(world):
        yield "quoted-icon", other


def judge(
    voting: Mapping[str, object],
    roster: Roster,
    emperor: str | None,
    posts: Sequence[Post],
    post: Post,
    now: datetime,
) -> dict[str, object]:
    """The tally sheet of one of the posts: :data:`FIELDS`, ``hiatus`` of the game now, and
    ``open_questions``.

    A question is open (so the sheet must not be certified) if another answer would give another
    sheet. Raises ValueError for a post that nobody votes on, or that does not exist yet.
    """
    world = world_of(voting, roster, emperor, posts, post, now)
    result = sheet(world)
    questions = {slug for slug, other in other_readings(world) if sheet(other) != result}
    return {**result, "hiatus": is_hiatus(world, now), "open_questions": questions}


def world_of(
    voting: Mapping[str, object],
    roster: Roster,
    emperor: str | None,
    posts: Sequence[Post],
    post: Post,
    now: datetime,
) -> World:
    """The game in which one of the posts is judged, by the agreed reading. Raises ValueError as
    :func:`judge` does.
    """
    kind_of(post)
    present = as_of(posts, now)
    judged = next((each for each in present if each.url == post.url), None)
    if judged is None:
        raise ValueError(f"no such post by {now:%Y-%m-%d %H:%M:%S}: {post.title!r}")
    return World(voting, roster, emperor or "", present, judged, now, Reading())
