"""Events (rule "Event Types"): posts tagged with the name of a type that a dynastic rule defines,
open or ended; and those without a type (BN216).

Only the clauses of that rule decide whether an Event has ended. The conditions of its type are
quoted, not judged; if they mention an end, no comment certainly ends it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from parsers.model import (
    Category,
    Comment,
    Confidence,
    EventState,
    Post,
    name_key,
    same_name,
)
from parsers.ruleset.event_types import says_ended
from parsers.ruleset.parameters import PARAMETERS
from parsers.ruleset.ruleset_model import EventType, Ruleset
from validators.checks.audit_context import AuditContext
from validators.checks.check import POSTING, WARNING, Results, check
from validators.checks.evidence import and_others, any_post, entry
from validators.finding import Found, Gap, dynasty_began
from validators.post_changes import is_official
from validators.spelling import is_spelling
from validators.voting.core_text import SECTION_TAGS
from validators.voting.dated_posts import NEVER, DatedPost, unseen_comments
from validators.wording import Doubt, DoubtKind, doubt


class Event(NamedTuple):
    """A post tagged as an Event of a type. ``end`` is the comment that ended it, ``since`` the
    number of comments after that one. ``doubts`` are the reasons why its state is unknown, and
    other remarks.
    """

    post: DatedPost
    type: EventType
    state: EventState
    end: Comment | None
    since: int
    doubts: tuple[Doubt, ...]


class GameEvents(NamedTuple):
    """The Events of the dynasty, oldest first, and the doubts about all of them."""

    events: tuple[Event, ...] = ()
    doubts: tuple[Doubt, ...] = ()


def events_of(facts: AuditContext) -> GameEvents:
    """Return the Events by the rules of the view."""
    rules, view = facts.view.rules, facts.view
    if rules is None or not rules.event_types:
        return GameEvents()
    began = dynasty_began(view.posts, view.as_of) or NEVER
    doubts = _missing_clauses(rules)
    if not view.coverage.reaches(began):
        older = view.coverage.older_posts(began, view.as_of)
        doubts.append(doubt(DoubtKind.OLDER_POSTS, what=older))
    events = (
        _event(facts, post, event_type)
        for post in facts.timeline.posts
        if post.posted >= began and not is_official(post)
        if (event_type := _type_of(post, rules)) is not None
    )
    return GameEvents(tuple(events), tuple(doubts))


def _type_of(post: Post, rules: Ruleset) -> EventType | None:
    """Return the type whose name is a tag of a post."""
    tags = {*map(name_key, post.tags)}
    return next((each for each in rules.event_types if name_key(each.name) in tags), None)


def _is_event(post: Post, rules: Ruleset) -> bool:
    return bool(rules.voting.event_by_tag.value and _type_of(post, rules))


def _missing_clauses(rules: Ruleset) -> list[Doubt]:
    needed = (
        (rules.voting.event_by_tag, "which posts are Events"),
        (rules.voting.event_ended_by, "who may end an Event"),
        (rules.voting.event_end_word, "which comment ends an Event"),
    )
    return [
        doubt(DoubtKind.EVENT_CLAUSE_MISSING, what=what)
        for parameter, what in needed
        if parameter.value is None
    ]


def _event(facts: AuditContext, post: DatedPost, event_type: EventType) -> Event:
    """Return a tagged post as an Event, with its state by the clauses."""
    then, why = facts.past.rules_at(post.posted)
    remarks = [] if then else [doubt(DoubtKind.RULES_UNKNOWN_WHEN_POSTED, why=why)]
    end, since, doubts = None, 0, _missing_clauses(facts.rules)
    if then and not _is_event(post, then):
        doubts.append(doubt(DoubtKind.EVENT_TYPE_UNDEFINED, type=event_type.name))
    if not doubts:
        end, since, doubts = _end(facts, post, event_type.name)
    doubts += _unseen(facts, post) if end is None else ()
    if event_type.on_end:
        end_in_rules = doubt(DoubtKind.EVENT_END_IN_RULES, text=event_type.on_end[:240])
        doubts.append(end_in_rules)
        end, since = None, 0
    unended = EventState.UNKNOWN if doubts else EventState.OPEN
    state = unended if end is None else EventState.ENDED
    return Event(post, event_type, state, end, since, (*doubts, *remarks))


def _end(
    facts: AuditContext, post: DatedPost, name: str
) -> tuple[Comment | None, int, list[Doubt]]:
    """Return the comment that ended an Event, the number of comments after it, and the doubts about
    comments before it and about those that were altered or removed.
    """
    comments = [comment for _, comment in facts.comments([post])]
    former = _former_comments(facts, post)
    changed, doubts = {each.id for each in former}, list[Doubt]()
    # The places of the page's comments are counted from 1, those of former comments end at 0.
    for place, comment in enumerate((*former, *comments), 1 - len(former)):
        says_so = says_ended(comment.text, name, facts.rules.voting.event_end_word.value or "")
        author, text = comment.author, comment.text[:120]
        if says_so is not False and comment.id in changed:
            doubts.append(doubt(DoubtKind.EVENT_END_CHANGED, name=author, text=text))
        elif says_so is None:
            doubts.append(doubt(DoubtKind.EVENT_END_UNCLEAR, name=author, text=text))
        elif says_so and comment.quotes is not False:
            doubts.append(doubt(DoubtKind.EVENT_END_QUOTED, name=author, text=text))
        elif says_so and not _may_end(facts, post, comment):
            doubts.append(doubt(DoubtKind.EVENT_END_NOT_ALLOWED, name=author, text=text))
        elif says_so:
            return comment, len(comments) - place, doubts
    return None, 0, doubts


def _may_end(facts: AuditContext, post: DatedPost, comment: Comment) -> bool:
    """Return whether the clause certainly allows the author of a comment to end an Event."""
    if facts.rules.voting.event_ended_by.value == "author":
        return same_name(comment.author, post.author)
    players = facts.past.rosters.at(comment.at or facts.view.as_of).sure.active
    return name_key(comment.author) in map(name_key, players)


def _former_comments(facts: AuditContext, post: DatedPost) -> list[Comment]:
    """Return the comments that earlier pulls saw, and that are altered or gone."""
    past = (facts.view.read.pasts or {}).get(post.key)
    comments = post.comments or ()
    now = {(each.id, each.text, quotes) for each in comments for quotes in (each.quotes, None)}
    return [
        comment
        for seen in (past.versions if past else ())
        for comment in seen.value.comments or ()
        if (comment.id, comment.text, comment.quotes) not in now
    ]


def _unseen(facts: AuditContext, post: DatedPost) -> list[Doubt]:
    """Return why later comments may be missing."""
    coverage = facts.view.coverage
    unseen = unseen_comments(post, coverage.comments(post.key, len(post.comments or ())))
    outdated = doubt(DoubtKind.PAGE_OUTDATED, what=coverage.outdated(post.key))
    is_current = coverage.current(facts.view.as_of, post.key)
    return [each for each in (unseen, None if is_current else outdated) if each is not None]


@check(
    "BN216",
    "event-without-type",
    WARNING,
    judged_by=POSTING,
    needs=("rules", "posts"),
    keys=(PARAMETERS.event_by_tag,),
    rests_on=("Event Types",),
    reads_former_rules=True,
)
def event_without_type(facts: AuditContext) -> Results:
    """A post was made as an Event, and no dynastic rule defined a type with the name in its tag.

    A tag alone does not make a post an Event. It was meant as one if the tag is the name of a type
    that was defined at another time, even if misspelt, or if a comment says by name that it is
    ended.
    Comments after the end of an Event that were counted as Responses in the gamestate are not
    judged.

    Evidence: The tag, and the rules in force when the post was made.
    May be mistaken: When its author meant no Event (medium confidence at most).
    To settle it: Define the type by a Proposal, then post the Event again.
    """
    tagged = [post for post in facts.posts if post.tags and not is_official(post)]
    then = {post.key: facts.past.rules_at(post.posted)[0] for post in tagged}
    every = (facts.rules, *filter(None, then.values()))
    names = {each.name for rules in every for each in rules.event_types}
    unknown = list[Post]()
    for post in tagged:
        rules = then[post.key]
        if (rules and _is_event(post, rules)) or not _was_meant_as_event(facts, post, names):
            continue
        if rules is None or rules.perhaps_event_types:
            unknown.append(post)
        elif rules.voting.event_by_tag.value:
            tags = ", ".join(f"[{tag}]" for tag in post.tags)
            yield Found(
                any_post(post),
                f"“{post.title}” is tagged {tags}, and no rule defined a type of Event with this"
                " name when it was posted",
                evidence=[entry(post)],
                confidence=Confidence.MEDIUM,
            )
    if unknown:
        yield Gap(
            "whether a rule defined the type of"
            f" “{unknown[0].title}”{and_others(len(unknown), 'post')} is unknown: the rules of that"
            " time, or a sentence that may define it, were not read",
            part=len(unknown) < len(tagged),
        )


_OTHER_TAGS = SECTION_TAGS | {each.value.replace("-", " ") for each in Category}
"""Tags that are never those of an Event."""


def _was_meant_as_event(facts: AuditContext, post: Post, names: Iterable[str]) -> bool:
    """Return whether a tag is one of the ``names`` of types, perhaps misspelt, or a comment says
    that the Event is ended, with that word or with the tag.
    """
    word = facts.rules.voting.event_end_word.value
    own_tags = [tag for tag in post.tags if word and name_key(tag) not in _OTHER_TAGS]
    return any(
        is_spelling(tag, name, {name.casefold()}) for tag in post.tags for name in names
    ) or any(
        says_ended(comment.text, tag, word or "", named=True)
        for _, comment in facts.comments([post])
        if comment.quotes is False
        for tag in own_tags
    )
