"""Whatever happens to any request of a comment: it is posted at most once, and the report says so."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace

import pytest

from sync.net.fetched import HttpSettings
from sync.net.http import FormSession
from sync.notices.blog_comments import Commenter
from sync.notices.notice_model import NoticeOutcome
from sync.settings.credentials import Credentials
from tests.reliability.matrix import Outcome, cells, record
from tests.support.comment_engine import ENTRY, MARK, NOTICE, PASSWORD, USER, Engine, working
from tests.support.fault_proxy import SILENT, FaultProxy
from tests.support.web import CONTACT, Clock, without_proxies

pytestmark = pytest.mark.slow

AREA = "Commenting on the blog"
OUTCOMES = {
    "posted": Outcome.SAME,
    "already-posted": Outcome.SAME,
    "refused": Outcome.SETTLED,
    "unknown": Outcome.UNKNOWN,
}
QUICK = {"read_timeout": 0.4, "total_timeout": 1.0}
FOR_EVER = 99


def kinds(engine: Engine, path: str, body: bytes) -> str:
    if b"password=" in body:
        return "login"
    if body:
        return "comment"
    if path.endswith("/member/login"):
        return "login page"
    return "read back" if engine.posts else "entry"


def post(proxy: FaultProxy, clock: Clock, **quick: float) -> NoticeOutcome:
    settings = replace(HttpSettings(CONTACT, delay=0.0, retries=1), **quick)  # type: ignore[arg-type]
    with FormSession(
        settings, sleep=clock.sleep, monotonic=clock.monotonic, now=clock.now
    ) as session:
        commenter = Commenter(session, proxy.url, Credentials(USER, PASSWORD))
        return commenter.post(proxy.url + ENTRY, NOTICE, MARK)


def attempt(point: str, fault: str, times: int) -> Outcome:
    """Comment under a fault, then again as the next run does: the outcome of the first."""
    clock = Clock()
    with (
        working(Engine("7.x", clock.monotonic)) as engine,
        FaultProxy(engine.url, lambda path, body: kinds(engine, path, body)) as proxy,
    ):
        engine.url = proxy.url
        proxy.next(fault, on=point, times=times)
        with proxy.down() if fault == "connection refused" else nullcontext():
            outcome = post(proxy, clock, **(QUICK if fault in SILENT else {}))
        assert proxy.done or fault == "connection refused"
        proxy.heal()
        assert outcome.why.isprintable()
        assert PASSWORD not in outcome.why
        notices = sum(MARK in comment.text for comment in engine.stored)
        assert outcome.result == "unknown" or notices == (outcome.result == "posted")
        if outcome.result != "unknown":  # which the journal remembers
            clock.time += 60
            following = post(proxy, clock)
            assert following.result == ("already-posted" if notices else "posted"), following
            notices = sum(MARK in comment.text for comment in engine.stored)
            assert notices == 1
        assert notices <= 1
    return OUTCOMES[str(outcome.result)]


@pytest.mark.parametrize(("point", "fault"), cells(AREA))
def test_a_fault_while_commenting(point: str, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    without_proxies(monkeypatch)
    for times in (1, FOR_EVER):
        record(AREA, point, fault, attempt(point, fault, times))
