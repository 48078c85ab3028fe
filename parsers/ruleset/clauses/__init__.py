"""The recognisers: one module a topic, each from sentences to parameters with their proof."""

from __future__ import annotations

from parsers.ruleset.clauses.deferential import read_emperors_deferential
from parsers.ruleset.clauses.hiatus import read_dormancy, read_downtime, read_hiatus
from parsers.ruleset.clauses.leftovers import report_leftovers
from parsers.ruleset.clauses.posts import read_fair_play, read_idling, read_names, read_posts, read_statuses
from parsers.ruleset.clauses.proposals import read_cfjs, read_limits, read_queue, read_special_voting
from parsers.ruleset.clauses.readings import Readings
from parsers.ruleset.clauses.victory import read_dov, read_interregnum
from parsers.ruleset.clauses.votes import read_popularity, read_quorum, read_votes
from parsers.ruleset.prose import Prose

__all__ = ["KEYS", "read_clauses"]

KEYS = (
    "quorum",
    "popular.after_hours",
    "popular.min_valid_votes",
    "popular.core_text_needs_quorum",
    "unpopular.after_hours",
    "proposal.min_open_hours",
    "proposal.stale_days",
    "proposal.pending_limit",
    "proposal.daily_limit",
    "proposal.oldest_first",
    "proposal.withdrawn_term",
    "veto",
    "cfj.fail_if_no_change",
    "dov.threshold",
    "dov.early_hours",
    "dov.late_hours",
    "dov.fail_unpopular_hours",
    "dov.fail_after_hours",
    "dov.cooldown_hours",
    "dov.hiatus",
    "dov.blocks_unidling",
    "deferential.emperor",
    "deferential.emperor_small_group",
    "dormancy.min_players",
    "dormancy.excludes_emperor",
    "dormancy.in_sidebar",
    "downtime",
    "interregnum",
    "statuses",
    "post.edit_hours",
    "post.category_minutes",
    "idle.timeout_hours",
    "idle.reduced_timeout_hours",
    "idle.request_hours",
    "idle.unidle_cooldown_hours",
    "idle.cooldown_for",
    "idle.cooldown_in_dynasty",
    "fair_play.entries_per_day",
    "fair_play.comments_in_row",
    "fair_play.entry_words",
    "name.min_length",
    "name.max_length",
    "name.characters",
    "special_case.default",
    "vote.last_icon",
    "vote.author_implicit",
    "vote.players_only",
    "vote.idle_excluded",
    "deferential.players",
    "popular.quorum",
    "unpopular.quorum",
    "hiatus.stops_proposals",
    "interregnum.no_dovs",
    "downtime.suspends_dovs",
    "dov.protected",
    "post.illegal_unpopular",
)
"""Every key of ``voting``; the contract's first, then what else verdicts rest on."""

_TOPICS = (
    read_quorum,
    read_votes,
    read_popularity,
    read_limits,
    read_special_voting,
    read_queue,
    read_cfjs,
    read_dov,
    read_interregnum,
    read_hiatus,
    read_dormancy,
    read_downtime,
    read_emperors_deferential,
    read_statuses,
    read_posts,
    read_names,
    read_idling,
    read_fair_play,
)


def read_clauses(prose: Prose) -> Readings:
    """Run every recogniser over the sentences."""
    out = Readings(prose)
    for topic in _TOPICS:
        topic(out)
    report_leftovers(out)
    return out
