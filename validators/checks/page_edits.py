"""Edits of the pages: shared helpers, actions too soon (BN504), and disputed or removed pages
(BN507, BN508).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import NamedTuple

from parsers.changes import UndoRevision
from parsers.history.page_change import ChangeKind, PageChange
from parsers.model import Confidence, Revision, Status, name_key, same_name
from parsers.patch import Edit, edits, regained, removed
from parsers.patterns import later
from parsers.ruleset.ruleset_model import Action, SectionKind
from parsers.wiki.visible import visible_text
from validators.checks.audit_context import AuditContext
from validators.checks.check import (
    ACTION,
    ERROR,
    INFO,
    PAGE,
    PRESENT,
    WARNING,
    FixScope,
    Results,
    check,
)
from validators.checks.evidence import digest, grouped, judged, least, sentences_of
from validators.checks.limits import sure_of_limits
from validators.edits.allowed_edits import (
    AFTER_ADDRESS,
    AROUND_ADDRESS,
    actions_of,
    others,
)
from validators.edits.attributing import mended, says_undone
from validators.edits.described_edits import AccountKind, MadeEdit
from validators.edits.enacted_matters import has_subject
from validators.finding import (
    Evidence,
    Fix,
    FixKind,
    Found,
    Gap,
    RuleRef,
    Subject,
)
from validators.words import counted, listed, shortened, span

_TIMES = 3
_LEAST_WORDS = 100
_MOST_READ = 2_000
_NO_ACTION = (
    AccountKind.MATTER,
    AccountKind.ADDRESS,
    AccountKind.TYPO,
    AccountKind.UNDO,
    AccountKind.TOOL,
)
_MENDING = later(
    r"\b(?:fix\w*|correct\w*|typos?|oops|whoops|forgot\w*|forgett\w*|missed|mistakes?|wrong\w*|sorry|amend\w*)\b"
)


def values_of(edit: MadeEdit) -> list[PageChange]:
    """Return the values that an edit changed."""
    return [change for change in edit.changes if change.kind is ChangeKind.VALUE]


def editor_of(edit: MadeEdit) -> str:
    """Return the editor, as spelt on the roster if they are listed."""
    return edit.one.player or edit.revision.user or ""


def undoing(edit: MadeEdit, summary: str) -> Fix:
    """Return the fix that undoes an edit."""
    return Fix(
        FixKind.UNDO_REVISION,
        edit.revision.title,
        summary,
        UndoRevision(edit.revision.revid, edit.old, edit.new),
    )


def histories(facts: AuditContext, *, ruleset: bool = True) -> list[str]:
    """Return the titles of the tracking page, of all pages with a history and, unless excluded, of
    the Ruleset.
    """
    state = facts.view.gamestate
    tracking = facts.rules.tracking_page if state is None else state.page
    titles = {*facts.view.histories, *filter(None, (facts.rules.page, tracking))}
    return sorted(titles if ruleset else titles - {facts.rules.page})


def page_edits(facts: AuditContext, titles: Sequence[str]) -> tuple[list[MadeEdit], list[Gap]]:
    """Return the edits of some pages that can be attributed, oldest first, and the gaps for the
    others: the editor is known, and the changes are certainly theirs.
    """
    found, unknown = list[MadeEdit](), list[Gap]()
    for title in titles:
        edits = facts.described.get(title, ())
        made = [
            MadeEdit(edits, place)
            for place, revision in enumerate(edits)
            if place and not revision.text_hidden and revision.changes is not None
        ]
        # Otherwise the changes of a missing or hidden earlier revision would count as the editor's.
        attributable = [edit for edit in made if edit.alone and edit.revision.user]
        found += attributable
        if len(attributable) < len(edits) - 1:
            why = (
                f"the editor or the changes of {counted(len(edits) - 1 - len(attributable), 'revision')}"
                f" of “{title}” are unknown"
            )
            unknown.append(Gap(why, until=edits[-1].revision.timestamp))
        elif not attributable:
            unknown.append(no_edits(title))
    return found, list(judged(unknown, found))


def _consecutive(facts: AuditContext) -> tuple[dict[str, list[Edit]], list[Gap]]:
    """Return the edits between consecutive revisions by page, and a gap for each page without any."""
    made = {title: list(edits(facts.view.histories.get(title, ()))) for title in histories(facts)}
    unseen = [no_edits(title) for title, some in made.items() if not some]
    return made, list(judged(unseen, len(unseen) < len(made)))


def no_edits(title: str) -> Gap:
    """Return the gap for a page without a history."""
    return Gap(f"no consecutive revisions of “{title}” are available with their texts")


def editor(revision: Revision) -> str:
    """Return the name of a revision's editor for a message."""
    return "an editor whose name is hidden" if revision.user is None else revision.user


def edit_seen(revision: Revision) -> Evidence:
    """Return a revision as evidence: its editor and the beginning of its summary."""
    edit, summary = f"revision {revision.revid} by {editor(revision)}", revision.comment or ""
    return Evidence(
        None,
        f"{edit}: {summary[:120]}",
        revision.timestamp,
        revision.title,
        edit=edit,
    )


def edit_finding(
    edit: MadeEdit,
    text: str,
    confidence: Confidence,
    *,
    what: str = "",
    evidence: Sequence[Evidence] = (),
    rule: RuleRef | None = None,
    fix: Fix | None = None,
) -> Found:
    """Return the finding on an edit, with the edit as default evidence. If a later edit mended it,
    the finding is information and has no fix.
    """
    mending = mended(edit.edits, edit.place)
    evidence = evidence or (edit_seen(edit.revision),)
    if mending is not None:
        evidence = (*evidence, edit_seen(mending.revision))
        text = f"{text}; revision {mending.revision.revid} mended it"
        what = ", ".join(filter(None, (what, "mended")))
        fix = None
    severity = None if mending is None else INFO
    return Found(
        Subject("revision", str(edit.revision.revid)),
        text,
        what,
        rule=rule,
        evidence=evidence,
        confidence=confidence,
        severity=severity,
        fix=fix,
    )


LETS = later(
    r"(?!\W*(?:no|nobody|neither|none)\b).*"
    r"\b(?:may|can|must|shall|should|able|allowed|permitted|free|entitled)\b(?! not\b| never\b)",
    re.IGNORECASE | re.DOTALL,
)
"""Matches permissions: "Idle Bargees may add one", but not "No Idle Bargee may"."""
_KINDS = (SectionKind.DYNASTIC, SectionKind.SPECIAL_CASE, SectionKind.BUILDING_BLOCKS)


def permissions(
    facts: AuditContext,
    edit: MadeEdit,
    is_about: Callable[[str], object],
    kinds: Collection[SectionKind] = _KINDS,
) -> list[Evidence]:
    """Return the sentences outside the Core Rules, in force at the time of an edit, that can allow
    it, each with its introduction.
    """
    rules = facts.context.rules_at(edit.revision.timestamp) or facts.rules
    sentences = (
        sentence
        for rule in rules.rules
        if rule.effective and rule.kind in kinds
        for sentence in sentences_of(rule)
    )
    return [Evidence(None, text[:300], page=rules.page) for text in sentences if is_about(text)]


def permitted(finding: Found, permits: Sequence[Evidence]) -> Found:
    """Return the finding, with low confidence and no fix if sentences can permit the edit."""
    if not permits:
        return finding
    return replace(
        finding,
        message=f"{finding.message}; a rule may allow it",
        evidence=(*finding.evidence, *permits[:3]),
        confidence=Confidence.LOW,
        fix=None,
    )


@check(
    "BN508",
    "mass-removal",
    WARNING,
    judged_by=PRESENT,
    needs=("rules", "history"),
    rests_on=("Representations of the Gamestate", "Ruleset and Gamestate"),
    fix=FixScope.PAGE,
    tried_on=("ruleset", "tracking"),
)
def mass_removal(facts: AuditContext) -> Results:
    """An edit removed most of a page, and the removed text was not restored.

    Evidence: The revisions in the audited time of pages of a hundred words or more, except those of
    an Ascension Address.
    May be mistaken: When something that is not on the blog allowed it (medium confidence), or an
    enacted matter that its summary names did (low).
    To settle it: Undo the edit, and keep the edits that others have made since.
    """
    by_page, unread = _consecutive(facts)
    yield from unread
    for title, made in by_page.items():
        known = facts.view.histories.get(title, ())
        text = next((each.text for each in reversed(known) if each.text is not None), "")
        for edit in made:
            lost = removed(edit, _LEAST_WORDS)
            if lost and not regained(edit, lost, text) and not _begins_a_dynasty(facts, edit.after):
                yield _removal(facts, title, edit)


def _begins_a_dynasty(facts: AuditContext, revision: Revision) -> bool:
    for address in facts.timeline.addresses:
        since = revision.timestamp - address.posted
        by_author = revision.user is not None and same_name(revision.user, address.author)
        if timedelta() <= since <= AFTER_ADDRESS or (by_author and abs(since) <= AROUND_ADDRESS):
            return True
    return False


def _removal(facts: AuditContext, title: str, edit: Edit) -> Found:
    name, undo = editor(edit.after), UndoRevision(edit.after.revid, edit.old, edit.new)
    by_matter = any(
        post.status is Status.ENACTED and has_subject(edit.after.comment, post)
        for post in facts.timeline.matters
    )
    text = (
        f"{name} removed most of “{title}” (from {len(edit.old):,} to {len(edit.new):,} characters),"
        " and it was not restored"
    )
    text += "; the summary names an enacted matter" if by_matter else ""
    confidence = Confidence.LOW if by_matter else Confidence.MEDIUM
    return Found(
        Subject("page", title),
        text,
        f"revision {undo.revid}",
        evidence=[edit_seen(edit.after)],
        confidence=confidence,
        fix=Fix(
            FixKind.UNDO_REVISION,
            title,
            f"undo revision {undo.revid} of {name}, which removed most of the page",
            undo,
        ),
    )


@dataclass(slots=True)
class _War:
    """A disputed change, by its ``first`` edit. ``standing`` is its latest edit, None while it is
    undone; ``undone`` are pairs of an edit and the edit by which somebody else undid it.
    """

    first: Edit
    standing: Edit | None
    undone: list[tuple[Edit, Edit]] = field(default_factory=list)


@check(
    "BN507",
    "revert-war",
    WARNING,
    judged_by=PRESENT,
    needs=("rules", "history"),
    rests_on=("Representations of the Gamestate",),
)
def revert_war(facts: AuditContext) -> Results:
    """The same change of a page was made and undone three times, by different people.

    Evidence: The revisions in the audited time of the Ruleset and of the tracking page: lines that
    were replaced and restored in one place.
    May be mistaken: When game moves change a value back and forth. Low confidence if most summaries
    do not mention undoing.
    To settle it: Do not change it again; raise a Call for Judgement on the right text.
    """
    by_page, unread = _consecutive(facts)
    yield from unread
    for title, made in by_page.items():
        yield from (_disputed(title, war) for war in _wars(made) if len(war.undone) >= _TIMES)


def _wars(made: Sequence[Edit]) -> Sequence[_War]:
    """Return the changes of a page with the edits that undid them."""
    known: dict[tuple[tuple[str, ...], ...], _War] = {}
    for edit in made:
        forward = known.get((edit.around, edit.gone, edit.came))
        backward = known.get((edit.around, edit.came, edit.gone))
        if forward is not None:
            forward.standing = edit
        elif backward is None:
            known[edit.around, edit.gone, edit.came] = _War(edit, edit)
        elif backward.standing is not None:
            # Undoing your own edit is no dispute: game moves change values back and forth.
            if editor(edit.after) != editor(backward.standing.after):
                backward.undone.append((backward.standing, edit))
            backward.standing = None
    return list(known.values())


def _disputed(title: str, war: _War) -> Found:
    old, new = (_short(lines) for lines in (war.first.gone, war.first.came))
    ours, theirs = (
        ", ".join(dict.fromkeys(editor(pair[side].after) for pair in war.undone)) for side in (0, 1)
    )
    text = (
        f"a change of “{title}” was made and undone {len(war.undone)} times: “{new}” by {ours},"
        f" “{old}” by {theirs}"
    )
    text += "; nobody should change it again: raise a Call for Judgement on what it should say"
    # Game moves change values back and forth, too.
    stated_undoings = sum(says_undone(undoing.after.comment) for _, undoing in war.undone)
    confidence = Confidence.HIGH if 2 * stated_undoings > len(war.undone) else Confidence.LOW
    return Found(
        Subject("page", title),
        text,
        digest("\n".join((*war.first.around, "\x1f", *war.first.gone, "\x1f", *war.first.came))),
        evidence=[edit_seen(edit.after) for pair in war.undone[-_TIMES:] for edit in pair],
        confidence=confidence,
    )


def _short(lines: Sequence[str]) -> str:
    return (
        shortened(visible_text(" ".join(line.strip() for line in lines)[:_MOST_READ]), 100)
        or "nothing"
    )


class _Turn(NamedTuple):
    """An action that a player took by an edit. ``hours`` is the minimum time between two; ``sure``
    is the confidence that the edit was this action.
    """

    edit: MadeEdit
    action: Action
    hours: int | None
    sure: Confidence

    @property
    def player(self) -> str:
        """The player who took it."""
        return editor_of(self.edit)


@check(
    "BN504",
    "action-too-soon",
    ERROR,
    judged_by=ACTION,
    needs=(*PAGE, "roster", "history"),
    uses=("posts",),
    rests_on=("Keywords",),
    fix=FixScope.EDIT,
)
def action_too_soon(facts: AuditContext) -> Results:
    """A player took a daily or weekly action again on the same UTC day, in the same week (from
    Monday), or before the required hours had passed.

    An edit counts as an action if it changes exactly those values of its editor or of the game that
    the rule, or the profile's `[cadence]`, names, by the amount in the rule. An action that was
    taken back does not count; a mended edit is information. A communal action can be taken once by
    all players together.
    Evidence: Both edits, and the sentence that allows the action.
    May be mistaken: When something else changed the value. Low confidence if a summary does not
    name the action or mends something, if the rule is not known to have been in force, or if the
    rules do not state when a day or a week begins, or let the player take it again. Otherwise the
    confidence is that of BN401, by the rules of that time.
    To settle it: Undo the later edit.
    """
    edits, unread = page_edits(facts, [facts.gamestate.page or ""])
    yield from unread
    turns = [turn for edit in edits for turn in _turns(facts, edit)]
    for _, turns_of_action in grouped(turns, key=lambda turn: (turn.action.rule, turn.action.name)):
        for last, turn, why in _repeated(turns_of_action):
            action, time_of_last = turn.action, last.edit.revision.timestamp
            # Actions of the profile were always allowed.
            stood = not action.quote or facts.context.rule_said(
                time_of_last, action.rule, action.quote
            )
            if stood is not False:
                rules = facts.context.rules_at(turn.edit.revision.timestamp) or facts.rules
                limits, permits = sure_of_limits(rules, action)
                as_rule = Confidence.HIGH if stood else Confidence.LOW
                confidence = least(last.sure, turn.sure, limits, as_rule)
                yield permitted(_finding(last, turn, why, confidence), permits)
    if unknown := dict.fromkeys(
        f"“{each.name}”" for each in facts.rules.actions if each.cadence == "custom"
    ):
        yield Gap(
            f"how often {listed(list(unknown), 5)} can be taken was not read as once a day or once a"
            " week, so it was not checked",
            part=bool(facts.view.profile.cadence)
            or any(each.cadence != "custom" for each in facts.rules.actions),
        )


def _repeated(turns: Iterable[_Turn]) -> Iterator[tuple[_Turn, _Turn, str]]:
    """Yield each turn that was taken too soon, after the previous one and before the reason. Turns
    that were taken back do not count.
    """
    latest: dict[str, _Turn] = {}
    for turn in turns:
        for last in latest.values():
            why = None if _taken_back(last, turn) else _too_soon(last, turn)
            if why is not None:
                yield last, turn, why
                break
        else:
            latest[name_key(turn.player)] = turn


def _turns(facts: AuditContext, edit: MadeEdit) -> Iterator[_Turn]:
    if (
        edit.one.player is None
        or edit.one.accounted_as in _NO_ACTION
        or facts.context.of_players(others(edit))
    ):
        return
    comment = (edit.revision.comment or "")[:500].casefold()
    actions = actions_of(edit, facts.context)
    named = [each.action for each in actions if each.named]
    for action in (each.action for each in actions if each.confidence is Confidence.HIGH):
        # A column of the profile counts its action, so no summary has to name it.
        certain = (
            _taken_once(facts, editor_of(edit), action)
            and _MENDING.search(comment) is None
            and (action in named or not action.quote)
        )
        yield _Turn(
            edit, action, _hours(facts, action), Confidence.HIGH if certain else Confidence.LOW
        )


def _taken_once(facts: AuditContext, player: str, action: Action) -> bool:
    """Return whether the rules certainly allow an action only once: they state when the day or the
    week begins, and do not let the player take it again to redo one of several steps, or after a
    fresh start that a post announces.
    """
    voting = facts.rules.voting
    redone = voting.action_redone.value and "atomic action" in action.quote.casefold()
    restarted = voting.action_restarted.value and any(
        same_name(post.author, player) and "reinit" in f"{post.title} {post.body}".casefold()
        for post in facts.timeline.posts
    )
    period = voting.time_week if action.cadence.startswith("weekly") else voting.time_day
    return period.value is not None and not redone and not restarted


def _hours(facts: AuditContext, action: Action) -> int | None:
    """Return the hours that must pass between two turns. An action of the profile has those of an
    action of the rules with the same cadence.
    """
    known = (
        [action]
        if action.quote
        else [each for each in facts.rules.actions if each.cadence == action.cadence]
    )
    return next((each.min_gap_hours for each in known if each.min_gap_hours), None)


def _too_soon(last: _Turn, turn: _Turn) -> str | None:
    """Return why a turn was too soon after another one; None if it was not. Turns of two players
    are compared only if the action is communal.
    """
    before, now = last.edit.revision.timestamp, turn.edit.revision.timestamp
    if last.player != turn.player and not turn.action.cadence.endswith("-communal"):
        return None
    daily = turn.action.cadence.startswith("daily") and now.date() == before.date()
    if daily or (
        turn.action.cadence.startswith("weekly")
        and now.isocalendar()[:2] == before.isocalendar()[:2]
    ):
        period = "day" if daily else "week"
        after = last.player if last.player != turn.player else "the last time"
        return (
            f"{span(now - before)} after {after}, {'on' if daily else 'in'} the same {period}; it"
            f" may be taken once a {period}"
        )
    if (
        last.player == turn.player
        and turn.hours is not None
        and now - before < timedelta(hours=turn.hours)
    ):
        return f"{span(now - before)} after the last time; {turn.hours} h must pass between two"
    return None


def _taken_back(last: _Turn, turn: _Turn) -> bool:
    """Return whether an action was taken back before the next time: each of its values was set
    back, or the edit was undone.
    """
    open_ = values_of(last.edit)
    for between in turn.edit.edits[last.edit.place + 1 : turn.edit.place]:
        if (
            between.by is not None
            and between.by.kind is AccountKind.UNDO
            and between.by.ref == str(last.edit.revision.revid)
        ):
            return True
        back = {
            (change.subject, change.variable, change.old, change.new)
            for change in between.changes or ()
        }
        open_ = [
            change
            for change in open_
            if (change.subject, change.variable, change.new, change.old) not in back
        ]
    return not open_


def _finding(last: _Turn, turn: _Turn, why: str, confidence: Confidence) -> Found:
    edit, action = turn.edit, turn.action
    described_action = (
        f"“{action.name}”" if action.quote else f"the action that “{action.name}” counts"
    )
    again = " again" if last.player == turn.player else ""
    rule = RuleRef(action.rule, action.quote) if action.quote else None
    return edit_finding(
        edit,
        f"{turn.player} took {described_action}{again} with revision {edit.revision.revid}, {why}",
        confidence,
        what=action.name,
        evidence=[edit_seen(each.edit.revision) for each in (last, turn)],
        rule=rule,
        fix=undoing(
            edit,
            f"undo revision {edit.revision.revid} of {turn.player}, which repeated “{action.name}” too"
            " soon",
        ),
    )
