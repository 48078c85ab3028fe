"""Every error that the API gives on saving: told in a sentence, waited for where that helps, and
never sent again else.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from hashlib import sha1
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from urllib.parse import parse_qs

import pytest

from sync.errors import NoVerdict, SyncError, UsageError
from sync.net.addresses import Address
from sync.net.fetched import RawResponse, TransportError
from sync.net.transport import Transport
from sync.settings.credentials import Credentials
from sync.store import Journal, Store, Write
from sync.wiki.wiki_access import (
    WikiNotUnderstood,
    WikiRefused,
    WikiSettings,
    WikiUnreachable,
)
from sync.wiki.writing.page_edit import EditOutcome
from sync.wiki.writing.refusals import REFUSALS, Next, refusal
from sync.wiki.writing.writer import Writer
from tests.support.faulty_server import FaultyServer, Step, page, reset
from tests.sync.wiki.edited import FIXED, MANY, MERGED, PAGE, edit
from tests.sync.wiki.edited import OTHERS as THEIRS
from tests.sync.wiki.scripted import NOON, Waits, error, page_row, pages, reply, revision_row

ACCOUNT = Credentials("Wyn@tool", "0123456789abcdef0123456789abcdef")
LOGIN = [
    reply(query={"tokens": {"logintoken": "l+\\"}}),
    reply(login={"result": "Success", "lgusername": "Wyn"}),
    reply(
        query={
            "general": {"generator": "MediaWiki 1.39.17"},
            "namespaces": {},
            "userinfo": {"id": 1, "name": "Wyn"},
        }
    ),
]
NO_STOP = {"title": "User:Wyn/Stop", "missing": True}
TOKEN = {"csrftoken": "c+\\"}


def look(
    revid: int = 5, text: str | None = PAGE, stop: dict[str, Any] = NO_STOP, **parts: Any
) -> Step:
    return pages(page_row("The Tower", revision_row(revid, text, **parts)), stop, tokens=TOKEN)


def history(*rows: dict[str, Any]) -> Step:
    return pages(page_row("The Tower", revision_row(5, None), *rows))


def read_back(text: str = FIXED, revid: int = 6) -> Step:
    return pages(page_row("The Tower", revision_row(revid, text)))


OWN = history(revision_row(6, None, user="Wyn", sha1=sha1(FIXED.encode()).hexdigest()))
SAVED = reply(edit={"result": "Success", "oldrevid": 5, "newrevid": 6})
NO_CHANGE = reply(edit={"result": "Success", "nochange": True})
DONE = [SAVED, read_back()]
NOT_THERE = [history(), look()] * 4


@contextmanager
def scripted(
    folder: Path, *steps: Step, waits: Waits | None = None, login: list[Step] = LOGIN
) -> Iterator[tuple[Writer, Store, Any]]:
    """A writer whose wiki follows a script after the log-in."""
    with (
        FaultyServer(*login, *steps) as server,
        Store.open(Path(mkdtemp(dir=folder)) / "store.sqlite", now=NOON) as store,
    ):
        wiki = WikiSettings(
            "tests@example.org",
            api_url=f"{server.url}/w",
            connect_timeout=5.0,
            read_timeout=5.0,
            total_timeout=10.0,
        )
        with Writer(
            wiki,
            ACCOUNT,
            store.journal,
            MANY,
            sleep=Waits() if waits is None else waits,
            now=lambda: NOON,
        ) as writer:
            yield writer, store, server


def save(
    folder: Path, *steps: Step, waits: Waits | None = None
) -> tuple[EditOutcome, list[str], list[dict[str, str]]]:
    """The outcome, the journal's states, and the forms that were posted."""
    with scripted(folder, *steps, waits=waits) as (writer, store, server):
        outcome = writer.save(edit("The Tower", 5))
        assert not server._steps, "not all of the script was asked for"
        forms = [
            {name: values[0] for name, values in parse_qs(body.decode()).items()}
            for body in server.bodies
            if body
        ]
        return outcome, [entry.state for entry in store.journal.entries()], forms


def test_an_edit_sends_all_safety_parameters(tmp_path: Path) -> None:
    outcome, states, forms = save(tmp_path, look(), *DONE)
    assert (outcome.result, outcome.new_revid, states) == ("saved", 6, ["saved"])
    sent = forms[-1]
    expected = {
        "baserevid": "5",
        "nocreate": "1",
        "starttimestamp": "2024-01-20T12:00:00Z",
        "assertuser": "Wyn",
    }
    expected |= {"watchlist": "nochange", "token": "c+\\", "maxlag": "5"}
    assert {name: sent[name] for name in expected} == expected
    assert list(sent)[-1] == "token"
    assert not {
        "basetimestamp",
        "appendtext",
        "prependtext",
        "section",
        "bot",
        "createonly",
        "undo",
    } & set(sent)


def test_transient_errors_are_retried_and_others_reported(tmp_path: Path) -> None:
    waits, retry = Waits(), [("Retry-After", "7")]
    steps = [look(), error("maxlag", headers=retry), look(), error("ratelimited"), look(), *DONE]
    outcome, states, _ = save(tmp_path, *steps, waits=waits)
    assert (outcome.result, states, waits) == ("saved", ["saved"], [7, 2])
    outcome, states, _ = save(tmp_path, look(), page(b"", 429, retry), look(), *DONE, waits=waits)
    assert (outcome.result, states, waits) == ("saved", ["saved"], [7, 2, 7])
    outcome, states, _ = save(tmp_path, *[look(), error("maxlag")] * 3, waits=waits)
    assert (outcome.result, outcome.code, states, waits[3:]) == (
        "refused",
        "maxlag",
        ["refused"],
        [1, 2],
    )
    outcome, states, _ = save(tmp_path, look(), error("maxlag", headers=[("Retry-After", "61")]))
    assert (outcome.result, states) == ("refused", ["refused"])


@pytest.mark.parametrize("code", ["assertuserfailed", "badtoken"])
def test_a_token_is_asked_for_anew(tmp_path: Path, code: str) -> None:
    outcome, states, forms = save(tmp_path, look(), error(code), *LOGIN, look(), *DONE)
    assert (outcome.result, states) == ("saved", ["saved"])
    assert [form["action"] for form in forms] == ["login", "edit", "login", "edit"]
    again = [look(), error(code), *LOGIN]
    outcome, states, _ = save(tmp_path, *again * 3)
    assert (outcome.result, outcome.code, states) == ("refused", code, ["refused"])


def test_an_edit_conflict_reads_the_page_again(tmp_path: Path) -> None:
    steps = [look(), error("editconflict"), look(7, THEIRS), history(revision_row(7, None))]
    done = reply(edit={"result": "Success", "oldrevid": 7, "newrevid": 8})
    outcome, states, forms = save(tmp_path, *steps, done, read_back(MERGED, 8))
    assert (outcome.result, outcome.text, states) == ("saved", MERGED, ["conflict", "saved"])
    assert forms[-1]["baserevid"] == "7"
    outcome, states, _ = save(tmp_path, look(), error("editconflict"), page(b"", 404))
    assert (outcome.result, states) == ("refused", ["refused"])


def test_unknown_errors_trigger_a_look_at_the_history(tmp_path: Path) -> None:
    unknown = error("internal_api_error_DBQueryError", "A database query error has occurred.")
    outcome, states, _ = save(tmp_path, look(), unknown, OWN, read_back())
    assert (outcome.result, outcome.new_revid, states) == ("saved", 6, ["saved"])
    outcome, states, _ = save(tmp_path, look(), unknown, *NOT_THERE)
    assert (outcome.result, outcome.code, states) == (
        "refused",
        "internal_api_error_DBQueryError",
        ["refused"],
    )
    assert "A database query error" in str(outcome.why)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (error("protectedpage", "In the wiki's words"), "the page is protected"),
        (error("abusefilter-anything"), "a filter of the wiki rejects"),
        (
            reply(edit={"result": "Failure", "captcha": {"type": "image"}}),
            "a captcha or a similar check",
        ),
        (
            reply(edit={"result": "Failure", "code": "abusefilter-disallowed", "info": "No."}),
            "a filter of the wiki rejects",
        ),
        (page(b"", 403), "blocks this tool"),
        (
            page(b"", 301, [("Location", "https://elsewhere.example/")]),
            "redirect of a form, not followed",
        ),
    ],
)
def test_an_answer_that_is_no_yes_is_a_no(tmp_path: Path, answer: Step, told: str) -> None:
    outcome, states, forms = save(tmp_path, look(), answer)
    assert (outcome.result, states, len(forms)) == ("refused", ["refused"], 2)
    assert told in str(outcome.why)


LOST = [
    reset(),
    page(b'{"edit": {"result": "Succ'),
    page(b"[]"),
    reply(query={}),
    page(b"\xff\xfe"),
    page(b'{"edit":' + b"[" * 100_000),
]
LOST += [page(b"", 504)]


@pytest.mark.parametrize("lost", LOST)
def test_a_lost_answer_is_looked_for_and_sent_again_only_where_nothing_happened(
    tmp_path: Path, lost: Step
) -> None:
    waits = Waits()
    outcome, states, _ = save(tmp_path, look(), lost, OWN, read_back(), waits=waits)
    assert (outcome.result, outcome.new_revid, states, waits) == ("saved", 6, ["saved"], [])
    outcome, states, forms = save(tmp_path, look(), lost, *NOT_THERE, look(), *DONE, waits=waits)
    assert (outcome.result, states, waits) == ("saved", ["saved"], [1, 3, 6])
    assert forms[1] == forms[2]


OTHERS = [
    revision_row(7, None, user="Bo"),
    revision_row(8, None, user="Wyn", sha1="0" * 40, parentid=7),
]
WITH_OURS = pages(page_row("The Tower", revision_row(7, THEIRS), revision_row(8, MERGED)))
MIXED = pages(page_row("The Tower", revision_row(7, THEIRS), revision_row(8, f"{MERGED} Else.")))
STOPPED = look(stop=page_row("User:Wyn/Stop", revision_row(9, "Stop!")))


@pytest.mark.parametrize(
    ("steps", "result", "sent", "told"),
    [
        pytest.param(
            [history(), look()] * 2 + [OWN, read_back()], "saved", 1, "has the edit", id="late"
        ),
        pytest.param(
            [*NOT_THERE, look(6, FIXED), OWN, read_back()],
            "saved",
            1,
            "has the edit",
            id="with the next look",
        ),
        pytest.param(
            [*NOT_THERE, look(), NO_CHANGE, OWN, read_back()],
            "saved",
            2,
            "has the edit",
            id="nothing to change then",
        ),
        pytest.param(
            [*NOT_THERE, *[look(), reset(), *NOT_THERE] * 2],
            "unknown",
            3,
            "look at the page's history",
            id="three times",
        ),
        pytest.param(
            [history(revision_row(7, None)), look(7, f"{PAGE}!")] * 4,
            "unknown",
            1,
            "unknown whether",
            id="others edited",
        ),
        pytest.param([page(b"", 404)] * 4, "unknown", 1, "404 Not Found", id="no history"),
        pytest.param(
            [error("readapidenied")] * 4,
            "unknown",
            1,
            "readapidenied",
            id="a history that is refused",
        ),
        pytest.param(
            [*NOT_THERE, STOPPED],
            "unknown",
            1,
            "it was not sent again: the page 'User:Wyn/Stop'",
            id="stopped",
        ),
        pytest.param(
            [history(*OTHERS), WITH_OURS, read_back(MERGED, 8)],
            "saved",
            1,
            "has the edit",
            id="merged",
        ),
        pytest.param(
            [history(*OTHERS), MIXED, look(8)] * 4,
            "unknown",
            1,
            "unknown whether",
            id="another edit of the account",
        ),
    ],
)
def test_outcome_of_a_lost_answer(
    tmp_path: Path, steps: list[Step], result: str, sent: int, told: str
) -> None:
    outcome, states, forms = save(tmp_path, look(), reset(), *steps)
    assert (outcome.result, states) == (result, [result])
    assert [form["action"] for form in forms] == ["login", *["edit"] * sent]
    assert told in str(outcome.why)


@pytest.mark.parametrize(
    ("steps", "text", "told"),
    [
        ([page(b"", 404)], FIXED, "could not be read back"),
        ([pages()], FIXED, "hidden or deleted since"),
        (
            [read_back("Something else.")],
            "Something else.",
            "the saved text differs from the text sent",
        ),
    ],
)
def test_saved_edits_are_reported_even_if_unreadable_afterwards(
    tmp_path: Path, steps: list[Step], text: str, told: str
) -> None:
    outcome, states, _ = save(tmp_path, look(), SAVED, *steps)
    assert (outcome.result, outcome.text, states) == ("saved", text, ["saved"])
    assert told in str(outcome.why)


@pytest.mark.parametrize("error", [NoVerdict("the disk is full"), UsageError("read-only")])
def test_a_result_that_the_journal_cannot_take_is_reported_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: SyncError
) -> None:
    def full(*_: object, **_options: object) -> None:
        raise error

    with scripted(tmp_path, look(), *DONE, OWN) as (writer, store, _):
        with monkeypatch.context() as patched:
            patched.setattr(Journal, "end", full)
            outcome = writer.save(edit("The Tower", 5))
        assert (outcome.result, outcome.new_revid) == ("saved", 6)
        assert outcome.why == f"the journal does not have this result: {error}"
        assert [entry.state for entry in store.journal.entries()] == ["begun"]
        writer.settle()
        assert [(row.state, row.new_revid) for row in store.journal.entries()] == [("saved", 6)]


@pytest.mark.parametrize(
    ("step", "states", "told"),
    [
        (NO_CHANGE, ["unchanged"], "no change"),
        (look(5, f"{PAGE} Really."), [], "differs from its base revision"),
        (look(5, None, slots={"main": {"texthidden": True}}), [], "hidden by an administrator"),
    ],
)
def test_unnecessary_or_impossible_edits_are_not_made(
    tmp_path: Path, step: Step, states: list[str], told: str
) -> None:
    outcome, found, _ = save(tmp_path, *([look(), step] if states else [step]))
    assert (outcome.result, found) == ("unchanged" if states else "refused", states)
    assert told in str(outcome.why)


@pytest.mark.parametrize(
    "step",
    [
        page(b"", 404),
        pages(page_row("The Tower", revision_row(5, PAGE)), NO_STOP),
        reply(query={}, curtimestamp=None),
        pages(page_row("The Tower"), NO_STOP, tokens=TOKEN),
    ],
    ids=["none", "no token", "no time", "no revision"],
)
def test_an_answer_that_makes_no_sense_is_no_ground_to_write_on(tmp_path: Path, step: Step) -> None:
    with scripted(tmp_path, step) as (writer, store, _):
        with pytest.raises(NoVerdict):
            writer.save(edit("The Tower", 5))
        assert store.journal.entries() == []


@pytest.mark.parametrize(
    ("answers", "kind", "told"),
    [
        (
            [
                LOGIN[0],
                reply(login={"result": "Failed", "reason": f"Wrong password {ACCOUNT.password}"}),
            ],
            WikiRefused,
            r"\(Failed\)",
        ),
        ([LOGIN[0], reply(login={"result": "", "reason": ""})], WikiRefused, "no reason given"),
        ([LOGIN[0], reset()], WikiUnreachable, r"API request for a login failed \(1 attempt\)"),
    ],
)
def test_a_failed_login_is_reported_without_the_wikis_words(
    tmp_path: Path, answers: list[Step], kind: type[Exception], told: str
) -> None:
    with (
        scripted(tmp_path, login=answers) as (writer, _, _),
        pytest.raises(kind, match=told) as caught,
    ):
        writer.save(edit("The Tower", 5))
    assert ACCOUNT.password not in str(caught.value)


@pytest.mark.parametrize(
    "answers",
    [
        pytest.param([reply(query={})], id="no result"),
        pytest.param([reply(login=[])], id="a list"),
        pytest.param([reply(login="Success")], id="a string"),
        pytest.param([reply(login={"result": "WrongToken"})], id="no reason"),
        pytest.param([reply(login={"result": "Throttled", "wait": "soon"})], id="no seconds"),
        pytest.param([LOGIN[1], reply(query={})], id="no site"),
        pytest.param(
            [
                LOGIN[1],
                reply(
                    query={
                        "general": {"generator": "MediaWiki 1.39.17"},
                        "namespaces": [],
                        "userinfo": {"id": 1, "name": "Wyn"},
                    }
                ),
            ],
            id="a list of namespaces",
        ),
    ],
)
def test_an_odd_reply_to_a_login_is_not_reported_as_a_wrong_password(
    tmp_path: Path, answers: list[Step]
) -> None:
    with (
        scripted(tmp_path, login=[LOGIN[0], *answers]) as (writer, _, _),
        pytest.raises(WikiNotUnderstood, match="neither a success nor a refusal") as caught,
    ):
        writer.save(edit("The Tower", 5))
    assert "BLOGNOMIC_WIKI_PASSWORD" not in str(caught.value)


@pytest.mark.parametrize("text", [FIXED, PAGE], ids=["of the undone write", "of the undo"])
def test_a_lost_write_is_not_credited_with_a_revision_of_another_write(
    tmp_path: Path, text: str
) -> None:
    write = Write("wiki-edit", "The Tower", FIXED, account="Wyn", base_revid=5, before=PAGE)
    rows = [
        revision_row(revid, None, user="Wyn", sha1=sha1(saved.encode()).hexdigest())
        for revid, saved in ((6, FIXED), (7, PAGE))
    ]
    with scripted(tmp_path, history(*rows)) as (writer, store, _):
        journal = store.journal
        done = journal.begin(write, NOON)
        assert done is not None
        journal.end(done.id, "saved", NOON, new_revid=6)
        undo = journal.begin(replace(write, text=PAGE, before=FIXED, undoes=done.id), NOON)
        assert undo is not None
        journal.end(undo.id, "saved", NOON, new_revid=7)
        lost = journal.begin(replace(write, text=text, before=None), NOON)
        assert lost is not None
        writer.settle(under_way=timedelta(0))
        settled = journal.entry(lost.id)
    assert settled is not None
    assert (settled.state, settled.new_revid) == ("refused", None)


def test_every_error_has_a_sentence_and_an_unknown_one_is_quoted_within_bounds() -> None:
    for code in REFUSALS:
        meaning = refusal(code, "")
        assert meaning.code == code
        assert meaning.next is not Next.FIND_OUT
        assert not meaning.why.endswith(".")
    meaning = refusal("x" * 500, json.dumps("\x1b[2J" * 500))
    assert meaning.next is Next.FIND_OUT
    assert len(meaning.why) < 400
    assert "\x1b" not in meaning.why


@pytest.mark.parametrize("again", [True, False], ids=["again", "not again"])
def test_unsent_edits_are_retried_if_that_may_help(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, again: bool
) -> None:
    exchange = Transport.exchange
    left = [
        TransportError("it refused the connection", "check the address", again=again, sent=False)
    ]

    def unconnected(
        self: Transport, address: Address, *, form: bytes | None = None, **parts: Any
    ) -> RawResponse:
        if form is not None and b"action=edit" in form and left:
            raise left.pop()
        return exchange(self, address, form=form, **parts)

    monkeypatch.setattr(Transport, "exchange", unconnected)
    waits = Waits()
    outcome, states, _ = save(tmp_path, look(), *([look(), *DONE] if again else []), waits=waits)
    assert (outcome.result, states) == (("saved", ["saved"]) if again else ("refused", ["refused"]))
    assert waits == ([1] if again else [])
    assert again or "did not reach the wiki: it refused the connection" in str(outcome.why)


def test_text_that_the_wiki_would_expand_is_not_sent(tmp_path: Path) -> None:
    with scripted(tmp_path, look()) as (writer, store, server):
        outcome = writer.save(edit("The Tower", 5, f"{FIXED}\n~~~~"))
        assert (outcome.result, store.journal.entries(), len(server.heads)) == ("refused", [], 4)
    assert "the text contains a signature" in str(outcome.why)
