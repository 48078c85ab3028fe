"""From drafts to notices: what was told in a place is left out, and what cannot be posted there says why beforehand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from sync.errors import NoVerdict
from sync.notices.blog.notice_text import refusal_of
from sync.notices.model import Draft, Notice, Posted, digits_of, mark_of
from sync.notices.posted import Scene, Told, told_at
from sync.notices.wording import worded
from sync.sources.stored import lost_site
from validators.finding import Finding

__all__ = ["UNDER_WAY", "UNSURE", "composed", "no_more"]

UNSURE = "it was sent before, and nobody knows whether it arrived; look there, and post it by hand if it did not"
UNDER_WAY = "another run began to post it less than five minutes ago; run it again later"


def composed(drafts: Iterable[Draft], scene: Scene) -> Iterator[tuple[Notice, Posted]]:
    """Each draft as a notice of what was not told yet, and what is known of it before anything is sent.

    A result of None says that it may be posted: what hinders that is found here, so that a preview says it, too.
    """
    made: dict[str, int] = {}
    live = scene.config.live
    away = None if live is None else lost_site(live, scene.view.problems)
    for draft in drafts:
        try:
            told = told_at(draft, scene)
        except NoVerdict as error:
            yield worded(draft, scene.view.as_of), Posted("refused", why=str(error))
            continue
        left = tuple(finding for finding in draft.findings if digits_of(finding) not in told.standing | told.kept)
        if not left:
            yield Notice(draft, "", mark_of(draft.findings)), Posted("already-posted", why=_why_told(draft, told))
            continue
        notice = worded(replace(draft, findings=left), scene.view.as_of)
        posted = _foreseen(notice, left, told, away) or _of_today(notice, scene, made)
        yield notice, posted or Posted()


def no_more(per_day: int) -> str:
    """Why nothing more is posted today."""
    return f"{per_day} such notices a day are allowed, and this would be one more; see [notice] per_day"


def _why_told(draft: Draft, told: Told) -> str:
    if all(digits_of(finding) in told.standing for finding in draft.findings):
        return "the notice stands there"
    return "it was sent there" if draft.channel == "chat" else "it was posted there, and somebody has removed or archived it since"


def _foreseen(notice: Notice, left: tuple[Finding, ...], told: Told, away: str | None) -> Posted | None:
    """What is known to come of it."""
    digits = {digits_of(finding) for finding in left}
    if digits & told.unsure:
        return Posted("unknown", why=UNSURE)
    whose = next((who for each, who in told.others.items() if each in digits), None)
    why = away or (refusal_of(notice.text, notice.mark) if notice.draft.channel == "blog-comment" else None)
    if digits & told.under_way:
        why = UNDER_WAY
    elif whose is not None:
        why = f"a comment by {whose} ends with the mark of this notice; if that is the account's name there, set [notice] blog_name"
    elif told.hindrance:
        why = told.hindrance
    return Posted("refused", why=why) if why else None


def _of_today(notice: Notice, scene: Scene, made: dict[str, int]) -> Posted | None:
    """A refusal where the day's notices of this kind are used up, counting those before it in this run."""
    if scene.journal is None:
        return None
    channel, per_day = notice.draft.channel, scene.config.notice.per_day
    if channel not in made:
        made[channel] = scene.journal.made_on(scene.now, [channel])
    if made[channel] >= per_day:
        return Posted("refused", why=no_more(per_day))
    made[channel] += 1
    return None
