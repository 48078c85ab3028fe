from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from msgspec.json import encode

from parsers.model import MatterKind
from parsers.ruleset.parameters import PARAMETERS
from parsers.ruleset.ruleset_model import Caveat, Ruleset, Variable
from sync.reports.layout import print_to_text
from sync.reports.rules_text import ruleset_as_read
from sync.schemas.rules import rules_json
from tests.sync.samples import CAVEAT, RULES


def text_of(rules: Ruleset, **options: Any) -> str:
    return print_to_text(ruleset_as_read(rules, **options), width=80, colour=False)


RULESET = """\
Ruleset, revision 7: 3 rules in 2 sections.
The words for Player and Emperor: Bargee (Bargees) and Lock Warden.
The tracking page: The Long Cut.

Variables
Name  Of      Type                     Rule
Oil   player  integer 0..9, default 3  Lamps

Actions
Name   How often              Rule
Light  daily, 10 hours apart  Lamps

Can change verdicts, according to their reviewers
  ! “Lamps” (cfj, proposal, Anna)

Not understood; verdicts that depend on it are not certified
  ! dov: no threshold was found [Victory]
  ! idle: no rule [no rule]

Core Rules
  1.1 Votable Matters
    1.1.1 Votes

Building Blocks
  2.1 Lamps [Rare] (inactive)

Voting parameters: value, rule, and the sentence they were read from
popular.after_hours: 48 [Votes]
    “It has been open for at least 48 hours.”
unpopular.after_hours: 48 [Votes]
    “It has been open for at least 48 hours.”
veto: yes [Veto]
    “May use VETO.”

Not in the text: quorum, popular.min_valid_votes,
popular.core_text_needs_quorum, proposal.min_open_hours, proposal.stale_days,
proposal.pending_limit, proposal.daily_limit, proposal.oldest_first,
proposal.withdrawn_term, cfj.fail_if_no_change, dov.threshold, dov.early_hours,
dov.late_hours, dov.fail_unpopular_hours, dov.fail_after_hours,
dov.cooldown_hours, dov.hiatus, dov.blocks_unidling, deferential.emperor,
deferential.emperor_small_group, dormancy.min_players,
dormancy.excludes_emperor, dormancy.in_sidebar, downtime, interregnum, statuses,
post.edit_hours, post.category_minutes, idle.timeout_hours,
idle.reduced_timeout_hours, idle.request_hours, idle.unidle_cooldown_hours,
idle.cooldown_for, idle.cooldown_in_dynasty, fair_play.entries_per_day,
fair_play.comments_in_row, fair_play.entry_words, name.min_length,
name.max_length, name.characters, special_case.default, vote.last_icon,
vote.author_implicit, vote.players_only, vote.idle_excluded,
deferential.players, popular.quorum, unpopular.quorum, hiatus.stops_proposals,
interregnum.no_dovs, downtime.suspends_dovs, dov.protected,
post.illegal_unpopular, dov.fails_others, dov.crowns_author, dov.upholds,
dov.not_by_emperor, interregnum.ends, post.legal_by_cfj, post.empty_invalid,
post.made_proposal_hours, status.correctable, player.leaves_by_post,
emperor.in_dynastic_rules, time.utc, time.day, time.week, ruleset.captions,
ruleset.needs_access, rules.subrules_included, post.dates_final, comment.final,
comment.none_after_resolution, action.redone, action.restarted, variable.orphan,
idle.values_kept, idle.values_default, event.by_tag, event.ended_by,
event.end_word.
"""


def test_the_ruleset_in_eighty_columns() -> None:
    assert text_of(RULES, verbose=True) == RULESET


def test_absent_values_are_reported_or_omitted() -> None:
    terms = RULES.terms
    assert terms is not None
    bare = replace(
        RULES,
        rules=(),
        terms=None,
        tracking_page=None,
        voting=PARAMETERS,
        caveats=(),
        unread=(),
        variables=(),
        actions=(),
        revid=None,
    )
    lines = [line for line in text_of(bare).splitlines() if line]
    assert lines[:3] == [
        "Ruleset: 0 rules in 2 sections.",
        "The words for Player and Emperor: not found.",
        "The tracking page: none is named.",
    ]
    assert lines[3:] == [
        "Core Rules",
        "Building Blocks",
        "0 voting parameters read; -v shows each with its sentence.",
    ]
    assert "Bargee (Bargees) and none for the Emperor." in text_of(
        replace(RULES, terms=replace(terms, emperor=None))
    )


def test_statuses_variables_and_caveats_of_every_kind() -> None:
    several = replace(
        RULES,
        rules=(replace(RULES.rules[2], tags=("Active", "Rare"), status="active"),),
        caveats=(CAVEAT, Caveat("Tea", "Votes are fun.", frozenset(MatterKind))),
        variables=(
            Variable(
                "Rank",
                "player",
                "choice",
                "Lamps",
                "q",
                None,
                None,
                ("Cook", "Mate"),
                "Cook",
                "private",
            ),
            Variable("Debt", "game", "integer", "Lamps", "q", None, 5),
            Variable("Age", "game", "integer", "Lamps", "q", 1, None, sides=("rules", "page")),
        ),
        actions=(replace(RULES.actions[0], min_gap_hours=None),),
    )
    lines = [" ".join(line.split()) for line in text_of(several).splitlines()]
    assert {
        "2.1 Lamps [Active] [Rare]",
        "Debt game integer ..5, not on the page Lamps",
        "Age game integer 1.. Lamps",
        "Light daily Lamps",
        "! “Lamps” (cfj, proposal, Anna)",
    } <= set(lines)
    assert "Rank player choice: Cook, Mate, default Cook, private," in " ".join(lines)


def test_the_json_has_the_promised_shape() -> None:
    report = json.loads(encode(rules_json(RULES)))
    assert report["terms"] == {
        "player": {"singular": "Bargee", "plural": "Bargees"},
        "emperor": "Lock Warden",
    }
    assert (
        report["rules"][2]["title"],
        report["rules"][2]["status"],
        report["rules"][2]["defaulted"],
    ) == ("Lamps", "inactive", True)
    assert (
        report["voting"]["veto"]["value"],
        report["voting"]["downtime"],
        report["variables"][0]["max"],
    ) == (True, None, 9)
    assert report["unread"][1] == {
        "topic": "idle",
        "why": "no rule",
        "rule": None,
        "fingerprint": None,
    }
    assert rules_json(replace(RULES, terms=None)).terms is None
