"""BN310: announcements and sidebars that cannot both be true."""

from __future__ import annotations

from parsers.model import Category, Post
from tests.validators.making import DAY, SEVEN, post, view
from validators.checks.run import run_all
from validators.finding import Confidence, Finding, Severity, Subject


def found(*posts: Post) -> tuple[Finding, ...]:
    return run_all(view(*posts), select=["BN310"]).findings


def news(body: str, age: int = 7) -> Post:
    return post(Category.NONE, age * DAY, subject="News", body=body, key=f"news{age}")


def test_somebody_idled_who_is_active() -> None:
    assert found(news("Idle One idles out. Quorum remains 4.")) == ()
    (wrong,) = found(news("Boris idles out."))
    assert wrong.message == ("after “News” of 2024-03-03 12:00 UTC Boris is idle, before the sidebar of 2024-03-10 12:00 UTC active")
    assert (wrong.severity, wrong.confidence, wrong.subject) == (Severity.WARNING, Confidence.MEDIUM, Subject("player", "Boris"))
    assert found(news("Boris idles out."), news("Boris unidles.", 5)) == ()


def test_a_quorum_that_the_announcements_do_not_give() -> None:
    (wrong,) = found(news("Idle One idles out. Quorum drops to 3."))
    assert wrong.message == "“News” states quorum 3, and announcements and sidebar give 7 players"
    assert (wrong.subject.kind, wrong.subject.id) == ("roster", "news7")
    assert len(SEVEN.active) == 7
