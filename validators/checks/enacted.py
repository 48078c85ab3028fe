"""What an enacted matter instructs and the Ruleset does not have, or has otherwise: a part of BN602."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from parsers.changes import RestoreText
from parsers.model import Confidence, Post, Revision
from parsers.proposals.applying.alike import alike
from validators.checks.authority import afterwards, seen, shortened
from validators.checks.check import INFO, WARNING, found
from validators.checks.evidence import digest, entry, matter, resolution
from validators.checks.facts import Facts
from validators.edits.held import Difference
from validators.edits.intended import Enacted, Intended
from validators.edits.ruleset import RulesetEdit
from validators.edits.sentences import SentenceChange, in_words, sentence_changes, shown_sentences
from validators.edits.standing import is_done, is_there
from validators.finding import Evidence, Finding, Fix, FixKind

_MOST_LINES = 8


@dataclass(frozen=True)
class Enactments:
    """What became of each enacted matter on the page, as far as its revisions are known."""

    facts: Facts

    @cached_property
    def _by_key(self) -> dict[str, Enacted]:
        return {each.post.key: each for each in self.facts.grounds.matters.all}

    @cached_property
    def _texts(self) -> Sequence[Revision]:
        return self.facts.view.histories.get(self.facts.rules.page, ())

    def differences(self, post: Post) -> list[Finding]:
        """Where an edit made something else of the page than the matter instructs."""
        told = [(edit, one) for edit in self.facts.ruleset_edits for one in edit.held.differing if one.matter.post.key == post.key]
        return [_differs(self.facts, edit, one) for edit, one in told]

    def undone(self, post: Post, later: Sequence[Post]) -> list[Finding] | None:
        """What the matter instructs and no revision ever had; None where that is not known."""
        one = self._by_key[post.key]
        base = self._base(one)
        if base is None or one.closed is None:
            return None
        start, intended = base
        after = [each for each in self._texts if each.timestamp >= start.timestamp]
        if intended is None or not intended.understood or any(each.text is None for each in after):
            return None
        texts = [each.text or "" for each in after]
        shares = [share for edit in self.facts.ruleset_edits for share in edit.held.shares if share.matter.post.key == post.key]
        if any(share.whole for share in shares) or not intended.changes:
            return []
        due = [change for change in intended.changes if not is_there(change, start.text or "")]
        open_ = [change for change in due if not any(is_done(change, start.text or "", text) for text in texts)]
        open_ = [change for change in open_ if _still_stands(change, start.text or "", texts[-1], later)]
        change = None if intended.remarks or not open_ else self._completing(one, intended, texts[-1])
        return [_undone(self.facts, one, intended, each, texts[-1], change) for each in open_]

    def _completing(self, one: Enacted, intended: Intended, now: str) -> RestoreText | None:
        """What makes of the page what the matter instructs; None where it was carried out partly, among other changes."""
        edits = list(self._touched(one))
        if len(edits) == 1 and _does_nothing_else(edits[0], one):
            return RestoreText(edits[0].edit.new, intended.text)
        made = None if edits else self.facts.grounds.matters.intended(one, now)
        same = (
            made is not None and made.understood and {each.content for each in made.changes} == {each.content for each in intended.changes}
        )
        return RestoreText(now, made.text) if made is not None and same else None

    def _touched(self, one: Enacted) -> Iterator[RulesetEdit]:
        """The edits that carry the matter out, rightly or not."""
        key = one.post.key
        return (edit for edit in self.facts.ruleset_edits if key in {each.post.key for each in edit.held.matters})

    def _base(self, one: Enacted) -> tuple[Revision, Intended | None] | None:
        """The revision that the matter was, or should have been, carried out on, and what it makes of it."""
        first = next(self._touched(one), None)
        if first is not None:
            start: Revision | None = first.edit.before
        else:
            before = [each for each in self._texts if one.closed is not None and each.timestamp <= one.closed]
            start = before[-1] if before else None
        if start is None or start.text is None:
            return None
        return start, self.facts.grounds.matters.intended(one, start.text)


def _still_stands(change: SentenceChange, base: str, now: str, later: Sequence[Post]) -> bool:
    """Whether the place that a change is about is as it was, and no later matter speaks of its rules."""
    again = sentence_changes(base, now)
    if again is None or any(max(change.start, each.start) <= min(change.stop, each.stop) and each.gone for each in again):
        return False
    titles = [alike(title) for title in (change.rule, *change.titles) if title]
    return not any(title in alike(f"{post.title}\n{post.body}") for post in later for title in titles)


def _differs(facts: Facts, edit: RulesetEdit, one: Difference) -> Finding:
    post, closed = one.matter.post, one.matter.closed
    after = edit.settled((one.real, one.wanted), (one.intended.text, *edit.held.due))
    text = f"“{post.title}” was enacted, and {edit.named} made something else of “{one.real.rule}” than it instructs: {_contrast(one)}"
    severity = WARNING
    if after is not None:
        text, severity = f"{text}; {afterwards(after)}", INFO
    sure = Confidence.MEDIUM
    if one.intended.understood and not one.intended.remarks and not one.worded and closed is not None:
        sure = Confidence.HIGH if edit.edit.alone else Confidence.MEDIUM
    fix = _restoring(facts, edit, one) if after is None and sure is Confidence.HIGH else None
    what = f"text {one.real.rule} {digest(repr(one.wanted.content))}" + (
        "" if after is None else ", mended" if after.mended else ", overwritten"
    )
    evidence = [entry(post), resolution(post), seen(edit), *_diff(one)]
    return found("BN602", matter(post), text, what, evidence=evidence, confidence=sure, severity=severity, fix=fix)


def _contrast(one: Difference) -> str:
    """The first sentences that differ, or one that is missing or too much."""
    wanted, real = Counter(one.wanted.came), Counter(one.real.came)
    missing, extra = [line for line in one.wanted.came if line not in real], [line for line in one.real.came if line not in wanted]
    kept = [line for line in one.wanted.gone if line not in one.real.gone]
    lost = [line for line in one.real.gone if line not in one.wanted.gone]
    if missing and extra:
        return f"“{shortened(extra[:1])}” stands where it says “{shortened(missing[:1])}”"
    if missing or lost:
        return f"“{shortened((missing or lost)[:1])}” is missing"
    return f"“{shortened((extra or kept or one.real.came)[:1])}” is no part of it"


def _diff(one: Difference) -> list[Evidence]:
    """What is there and what should be, as lines of a diff."""
    there, due = one.real.came, one.wanted.came
    lines = [f"- {in_words(line)}" for line in there if line not in due] + [f"+ {in_words(line)}" for line in due if line not in there]
    return [Evidence(None, line[:200]) for line in lines[:_MOST_LINES]]


def _restoring(facts: Facts, edit: RulesetEdit, one: Difference) -> Fix | None:
    """The text as the matter instructs; None where the edit did other things, too."""
    if not _does_nothing_else(edit, one.matter):
        return None
    summary = f"make of “{one.real.rule}” what “{one.matter.post.title}” instructs"
    return Fix(FixKind.RESTORE_TEXT, facts.rules.page, summary, RestoreText(edit.edit.new, one.intended.text))


def _does_nothing_else(edit: RulesetEdit, one: Enacted) -> bool:
    """Whether an edit only carries out one matter, rightly or not."""
    return not (edit.held.rest or edit.held.corrected) and all(each is one for each in edit.held.matters)


def _undone(facts: Facts, one: Enacted, intended: Intended, change: SentenceChange, now: str, completing: RestoreText | None) -> Finding:
    post, there = one.post, set(shown_sentences(now).lines)
    old = shortened([line for line in change.gone if line in there and line not in change.came])
    missing = [line for line in change.came if line not in there] or change.came
    new = shortened(missing)
    if not old:
        what = f"“{new}” is not in “{change.rule}”"
    elif not new:
        what = f"“{old}” still stands in “{change.rule}”"
    else:
        what = f"“{old}” still stands in “{change.rule}”, and not “{new}”"
    text = f"“{post.title}” was enacted, and what it instructs was not done: {what}"
    sure = Confidence.MEDIUM if intended.remarks else Confidence.HIGH
    summary = f"make of “{change.rule}” what “{post.title}” instructs"
    fix = None if completing is None else Fix(FixKind.RESTORE_TEXT, facts.rules.page, summary, completing)
    evidence = [entry(post), resolution(post), *(Evidence(None, f"+ {in_words(line)}"[:200]) for line in missing[:_MOST_LINES])]
    identity = f"text {change.rule} {digest(repr(change.content))}"
    return found("BN602", matter(post), text, identity, evidence=evidence, confidence=sure, fix=fix)
