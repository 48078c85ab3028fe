"""Fair Play (BN211 to BN213): how much is posted."""

from __future__ import annotations

from itertools import groupby

from parsers.model import name_key
from validators.checks.audit_context import AuditContext
from validators.checks.check import WARNING, Results, check, make_finding
from validators.checks.evidence import entry, grouped, quoted
from validators.finding import Subject
from validators.voting.limits import number

_FAIR_PLAY = ("Fair Play",)


@check("BN211", "too-many-entries", WARNING, needs=("rules", "posts"), keys=("fair_play.entries_per_day",), rests_on=_FAIR_PLAY)
def too_many_entries(facts: AuditContext) -> Results:
    """Somebody posted more entries on one UTC day than Fair Play suggests.

    Evidence: The entry dates of that day.
    May be mistaken: When an entry date was changed, or the rules asked for the entries.
    To settle it: Ask its author to post less; what counts as spam is for the players to say.
    """
    limit = number(facts.rules, "fair_play.entries_per_day") or 0
    for (name, day), posts in grouped(facts.timeline.posts, lambda post: (name_key(post.author), post.posted.date())):
        if name and len(posts) > limit:
            text = f"{posts[0].author} posted {len(posts)} entries on {day}; Fair Play suggests no more than {limit} a day"
            yield make_finding("BN211", Subject("player", posts[0].author), text, str(day), evidence=map(entry, posts[limit:]))


@check("BN212", "too-many-comments", WARNING, needs=("rules", "posts"), keys=("fair_play.comments_in_row",), rests_on=_FAIR_PLAY)
def too_many_comments(facts: AuditContext) -> Results:
    """Somebody posted more comments in a row on one entry than Fair Play suggests.

    Evidence: The first comment beyond the limit.
    May be mistaken: When comments of others between them were removed.
    To settle it: Ask its author to post less; what counts as spam is for the players to say.
    """
    limit = number(facts.rules, "fair_play.comments_in_row") or 0
    for post, run in groupby(facts.comments(facts.posts), key=lambda one: one[0]):
        for name, series in groupby((comment for _, comment in run), key=lambda comment: name_key(comment.author)):
            comments = list(series)
            if name and len(comments) > limit:
                author, first = comments[0].author, comments[0].id or comments[0].position
                text = f"{author} posted {len(comments)} comments in a row on “{post.title}”; Fair Play suggests no more than {limit}"
                what = f"{name} {first}"
                yield make_finding("BN212", Subject("post", post.key, post.url), text, what, evidence=[quoted(post, comments[limit])])


@check("BN213", "entry-too-long", WARNING, needs=("rules", "posts"), keys=("fair_play.entry_words",), rests_on=_FAIR_PLAY)
def entry_too_long(facts: AuditContext) -> Results:
    """An entry has more words than Fair Play suggests.

    The words of its body are counted, without title and the admin's note.

    Evidence: The number of words.
    May be mistaken: When the rules asked for a text of this length, or much of it is quoted.
    To settle it: Ask its author to be brief; what counts as spam is for the players to say.
    """
    limit = number(facts.rules, "fair_play.entry_words") or 0
    for post in facts.posts:
        if post.words > limit:
            text = f"“{post.title}” by {post.author} has {post.words} words; Fair Play suggests no more than {limit}"
            yield make_finding("BN213", Subject("post", post.key, post.url), text, evidence=[entry(post)])
