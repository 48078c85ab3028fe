"""Notices in a chat: each sent at most once, and the chat's address shown nowhere."""

from __future__ import annotations

import functools
import json
import logging
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from sync.errors import UsageError
from sync.net.http import Http
from sync.notices.notice_text import worded
from sync.notices.posting import configured_chat, send_to_chat
from sync.store import Store
from tests.support.cases import cases
from tests.support.command import Run
from tests.support.live_game import NOW, Game
from tests.support.loopback import QuietHandler, listening
from tests.sync.notices.invented import draft, finding
from tests.sync.samples import NOON
from validators.finding import Finding

SECRET = "s3cr3t-t0ken"
NOTICE = worded(draft("chat"), NOON)


class Service:
    """As much of ``apprise.Apprise`` as is used."""

    def __init__(self, answer: bool | Exception | None = True) -> None:
        self.answer = answer
        self.sent: list[dict[str, str]] = []

    def add(self, servers: str) -> bool:
        return True

    def notify(self, **message: str) -> bool | None:
        self.sent.append(message)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.mark.parametrize(
    ("answer", "result", "why"),
    [
        pytest.param(True, "posted", "", id="taken"),
        pytest.param(
            None, "unknown", "the chat's service did not confirm the message", id="no-answer"
        ),
        pytest.param(
            ValueError(SECRET), "unknown", "the chat's service failed (ValueError)", id="raises"
        ),
    ],
)
def test_answers_of_the_service(answer: bool | Exception | None, result: str, why: str) -> None:
    service = Service(answer)
    posted = send_to_chat(service, NOTICE.text)
    assert (posted.result, posted.why) == (result, why)
    assert service.sent == [{"body": NOTICE.text, "title": "", "body_format": "text"}]


@cases("no_address")
def test_an_address_that_cannot_be_used_is_refused(
    environment: dict[str, str], message: str, caplog: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(UsageError, match=message) as error:
        configured_chat(environment)
    assert SECRET not in str(error.value) + caplog.text + "".join(capsys.readouterr())


# --- A real service, and the whole command


@contextmanager
def chatting() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A place that takes messages as apprise's ``json://`` sends them: its address, and what it
    got.
    """
    got: list[dict[str, Any]] = []

    class Handler(QuietHandler):
        def do_POST(self) -> None:  # noqa: N802 - its parent calls it so
            got.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.answer(200)

        def do_GET(self) -> None:  # noqa: N802 - its parent calls it so
            self.answer(200)

    with listening(Handler) as url:
        yield f"{url.replace('http', 'json')}/{SECRET}", got


@pytest.fixture
def settings(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sample game, live, and the settings that a command in this folder has."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sync.net.http.Http", functools.partial(Http, sleep=lambda _: None))
    file = tmp_path / "blognomic.toml"
    sites = (
        f'[blog]\nurl = "{game.blog.url}"\ndelay = 0.0\n[wiki]\nurl ='
        f' "{game.wiki.url}"\n[store]\npath = "store.sqlite3"\n'
    )
    file.write_text(f'contact = "tests"\n{sites}[notice]\nper_day = 2\n', encoding="utf-8")
    return file


def told(run: Run, *arguments: str) -> tuple[int, list[dict[str, Any]]]:
    ran = run(
        "notice", "--to", "chat", "--only", "BN111,BN4", "--format", "json", *arguments, code=None
    )
    assert SECRET not in ran.out + ran.err
    return ran.code, ran.json["notices"]


def results(notices: list[dict[str, Any]]) -> list[str | None]:
    return [notice["result"] for notice in notices]


def test_each_notice_is_sent_once(
    settings: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    logging.getLogger("apprise").disabled = False
    with chatting() as (address, got):
        monkeypatch.setenv("BLOGNOMIC_CHAT_URL", address)
        code, preview = told(run)
        assert (code, results(preview), got) == (1, [None, None], [])
        code, notices = told(run, "--apply")
        assert (code, results(notices)) == (0, ["posted", "posted"])
        assert [message["message"].splitlines()[2:] for message in got] == [
            notice["text"].splitlines()[2:] for notice in preview
        ]
        assert [notice["target"] for notice in notices] == ["chat", "chat"]
        for arguments in ([], ["--apply"]):
            code, notices = told(run, *arguments)
            assert (code, results(notices)) == (0, ["already-posted"] * 2)
            assert {notice["why"] for notice in notices} == {"it has already been posted"}
    assert len(got) == 2
    assert SECRET.encode() not in (settings.parent / "store.sqlite3").read_bytes()


@pytest.mark.parametrize("status", [301, 302, 307])
def test_no_message_goes_where_a_service_redirects_it(status: int) -> None:
    class Handler(QuietHandler):
        def do_POST(self) -> None:  # noqa: N802 - its parent calls it so
            self.answer(status, b"", ("Location", elsewhere))

    with chatting() as (address, got), listening(Handler) as url:
        elsewhere = address.replace("json", "http")
        chat = configured_chat({"BLOGNOMIC_CHAT_URL": url.replace("http", "json")})
        assert send_to_chat(chat, NOTICE.text).result == "unknown"
    assert got == []


@pytest.mark.usefixtures("settings")
def test_the_exit_code_for_missing_data_has_its_reason_beside_a_notice(
    game: Game, run: Run
) -> None:
    game.blog.instead["/archive/quiet_hours"] = 404
    ran = run("notice", "--only", "BN4", "--format", "json", code=3)
    assert ran.json["notices"]
    assert "/archive/quiet_hours (1 attempt): 404 Not Found" in ran.err


def test_the_exit_code_for_an_unread_clause_has_its_reason(tmp_path: Path, run: Run) -> None:
    rules = Path("sync/demo/wiki/Ruleset.wikitext").read_text(encoding="utf-8")
    without = tmp_path / "rules.wikitext"
    without.write_text(rules.replace("uorum", "uota"), encoding="utf-8")
    ran = run("notice", "--site", "demo", "--ruleset", str(without), code=3)
    assert "no verdict: BN101: the Ruleset has no readable clause on quorum" in ran.err


def test_possibly_outdated_findings_are_not_posted(
    game: Game, settings: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    """Where a site cannot be read the store still has what it showed before."""
    assert results(told(run)[1]) == [None, None]
    game.blog.always = 404
    with chatting() as (address, got):
        monkeypatch.setenv("BLOGNOMIC_CHAT_URL", address)
        _, preview = told(run)
        code, notices = told(run, "--apply")
    assert (code, results(preview), results(notices), got) == (
        3,
        ["refused"] * 2,
        ["refused"] * 2,
        [],
    )
    assert "could not be read" in notices[0]["why"]


NEWS = ("notice", "--to", "chat", "--format", "json")


@pytest.fixture
def news(settings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings with news, at the time of the sample game."""
    with settings.open("a", encoding="utf-8") as file:
        file.write('events = ["resolvable", "irregular"]\n')
    for module in ("cli.source", "cli.notice", "pulling.game_pull", "notices.posting"):
        monkeypatch.setattr(f"sync.{module}.clock", lambda: NOW)


@pytest.mark.usefixtures("news")
def test_the_news_is_one_message_and_sent_once(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    with chatting() as (address, got):
        monkeypatch.setenv("BLOGNOMIC_CHAT_URL", address)
        (preview,) = run(*NEWS, code=1).json["notices"]
        assert (preview["result"], preview["events"], got) == (None, ["resolvable"], [])
        (sent,) = run(*NEWS, "--apply", code=0).json["notices"]
        again = run(*NEWS, "--apply", code=0)
    assert (sent["result"], sent["mark"]) == ("posted", preview["mark"])
    assert [message["message"] for message in got] == [sent["text"]]
    assert "“Proposal: Passing Places” can probably be enacted now: check first." in sent["text"]
    assert again.json["notices"] == []
    assert "nothing of the last 24 hours is new" in again.err


@pytest.mark.usefixtures("news")
def test_a_lost_message_is_reported_in_every_run(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setattr("sync.notices.posting.configured_chat", lambda: Service(None))
    (sent,) = run(*NEWS, "--apply", code=3).json["notices"]
    for arguments in ((), ("--apply",)):
        (again,) = run(*NEWS, *arguments, code=3).json["notices"]
        assert (again["result"], again["mark"]) == ("unknown", sent["mark"])
        assert "2 items may not have arrived" in again["why"]


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """Settings for news of the findings in the sample game, whose audits leave most checks out."""
    file = tmp_path / "blognomic.toml"
    demo = Path("sync/demo").absolute()
    file.write_text(
        f'snapshot = "{demo}"\n[game]\nreviewed = "{demo}/reviewed.toml"\n'
        f'[store]\npath = "{tmp_path}/store.sqlite3"\n'
        '[notice]\nevents = ["finding"]\n[audit]\nselect = ["BN3"]\n',
        encoding="utf-8",
    )
    return file


def test_the_news_has_the_checks_that_an_audit_leaves_out(sample: Path, run: Run) -> None:
    (notice,) = run(*NEWS, "--site", str(sample), code=1).json["notices"]
    assert "Pemberly's Mooring is “Harbour”" in notice["text"]


@pytest.mark.parametrize(
    ("earlier", "whole"),
    [
        (None, False),
        ([finding(what="of a partial audit")], False),
        ([], True),
        ([finding(what="of an earlier audit")], True),
    ],
    ids=["first audit", "later than a part", "later than one without findings", "later audit"],
)
def test_undated_findings_of_the_first_whole_audit_are_no_news(
    sample: Path, run: Run, earlier: list[Finding] | None, *, whole: bool
) -> None:
    store = sample.parent / "store.sqlite3"
    if earlier is not None:
        with Store.open(store, now=NOW) as made:
            made.record_findings(earlier, NOW - timedelta(days=9), whole=whole)
    everything = ("--select", "BN", "--store", str(store))
    run("audit", "--site", str(sample), *everything, code=1)
    (notice,) = run(*NEWS, "--site", str(sample), code=1).json["notices"]
    assert ("The sidebar states quorum 5" in notice["text"]) is whole
    assert "Pemberly's Mooring is “Harbour”" in notice["text"]


@pytest.mark.parametrize(
    ("arguments", "whole"),
    [
        ("--site demo", True),
        ("--site demo --select BN1", False),
        ("--site demo --ignore BN9", False),
        ("--site demo --since 2024-05-01T00:00:00Z", False),
        ("--snapshot unread", False),
    ],
)
def test_an_audit_is_whole_with_every_check_and_a_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run, arguments: str, *, whole: bool
) -> None:
    shutil.copytree("sync/demo", tmp_path / "unread")
    monkeypatch.chdir(tmp_path)
    rules = Path("unread/wiki/Ruleset.wikitext")
    rules.write_text(rules.read_text("utf-8").replace("uorum", "uota"), "utf-8")
    run("audit", "--store", "s.sqlite3", *arguments.split(), code=None)
    with Store.open(Path("s.sqlite3"), now=NOW) as made:
        assert made.reported()
        assert (made.last_seen("first audit") is not None) is whole


@pytest.mark.usefixtures("news")
@pytest.mark.parametrize("answer", [404, b"<html><body>Sign in to this network</body></html>"])
def test_no_news_is_sent_where_a_site_cannot_be_read(
    game: Game, answer: int | bytes, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    run(*NEWS, code=1)
    game.blog.always = answer
    with chatting() as (address, got):
        monkeypatch.setenv("BLOGNOMIC_CHAT_URL", address)
        (notice,) = run(*NEWS, "--apply", code=3).json["notices"]
    assert (notice["result"], got) == ("refused", [])
    assert "could not be read" in notice["why"]


@pytest.mark.usefixtures("news")
def test_named_codes_are_notices_where_news_is_configured(run: Run) -> None:
    assert [notice["events"] for notice in told(run)[1]] == [[], []]
