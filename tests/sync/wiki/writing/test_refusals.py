"""Every error that the API gives on saving: told in a sentence, waited for where that helps, and never sent again else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha1
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from urllib.parse import parse_qs

import pytest

from sync.errors import NoVerdict
from sync.net.addresses import Address
from sync.net.errors import TransportError
from sync.net.response import RawResponse
from sync.net.transport import Transport
from sync.settings.credentials import Credentials
from sync.store import Store
from sync.wiki.errors import WikiRefused, WikiUnreachable
from sync.wiki.settings import WikiSettings
from sync.wiki.writing.page_edit import EditOutcome
from sync.wiki.writing.refusals import FAMILIES, REFUSALS, Next, refusal
from sync.wiki.writing.writer import Writer
from tests.support.faulty_server import FaultyServer, Step, page, reset
from tests.sync.wiki.edited import FIXED, MANY, PAGE, edit
from tests.sync.wiki.scripted import NOON, Waits, error, page_row, pages, reply, revision_row

ACCOUNT = Credentials("Wyn@tool", "0123456789abcdef0123456789abcdef")
LOGIN = [
    reply(query={"tokens": {"logintoken": "l+\\"}}),
    reply(login={"result": "Success", "lgusername": "Wyn"}),
    reply(query={"general": {"generator": "MediaWiki 1.39.17"}, "namespaces": {}, "userinfo": {"id": 1, "name": "Wyn"}}),
]


def codes(following: Next) -> list[str]:
    return [code for code, meaning in REFUSALS.items() if meaning.next is following]


def look(revid: int = 5, text: str = PAGE, **parts: Any) -> Step:
    stop = {"title": "User:Wyn/Stop", "missing": True}
    return pages(page_row("The Tower", revision_row(revid, text)), stop, tokens={"csrftoken": "c+\\"}, **parts)


def history(*rows: dict[str, Any]) -> Step:
    return pages(page_row("The Tower", revision_row(5, None), *rows))


def own(revid: int = 6, text: str = FIXED) -> dict[str, Any]:
    return revision_row(revid, None, user="Wyn", sha1=sha1(text.encode()).hexdigest())


SAVED = reply(edit={"result": "Success", "oldrevid": 5, "newrevid": 6})
READ_BACK = pages(page_row("The Tower", revision_row(6, FIXED)))


@contextmanager
def scripted(folder: Path, *steps: Step, waits: Waits | None = None, **settings: Any) -> Iterator[tuple[Writer, Store, FaultyServer]]:
    """A writer whose wiki follows a script after the log-in."""
    quick = {"connect_timeout": 5.0, "read_timeout": 5.0, "total_timeout": 10.0}
    with FaultyServer(*LOGIN, *steps) as server, Store.open(folder / "store.sqlite", now=NOON) as store:
        wiki = WikiSettings("tests@example.org", api_url=f"{server.url}/w", **{**quick, **settings})
        with Writer(wiki, ACCOUNT, store.journal, MANY, sleep=waits if waits is not None else Waits(), now=lambda: NOON) as writer:
            yield writer, store, server


def save(folder: Path, *steps: Step, waits: Waits | None = None, **settings: Any) -> tuple[EditOutcome, list[str], list[dict[str, str]]]:
    """The outcome, the journal's states, and the forms that were posted."""
    with scripted(Path(mkdtemp(dir=folder)), *steps, waits=waits, **settings) as (writer, store, server):
        outcome = writer.save(edit("The Tower", 5))
        assert not server._steps, "not all of the script was asked for"
        forms = [{name: values[0] for name, values in parse_qs(body.decode()).items()} for body in server.bodies if body]
        return outcome, [entry.state for entry in store.journal.entries()], forms


@pytest.mark.parametrize("code", [*codes(Next.GIVE_UP), "abusefilter-anything", "titleblacklist-forbidden-edit"])
def test_what_the_wiki_refuses_is_told_and_not_sent_again(tmp_path: Path, code: str) -> None:
    outcome, states, forms = save(tmp_path, look(), error(code, "In the wiki's words"))
    assert (outcome.result, outcome.code, states) == ("refused", code, ["refused"])
    assert outcome.why
    assert "In the wiki's words" not in outcome.why
    assert [form["action"] for form in forms] == ["login", "edit"]


def test_an_edit_says_all_that_makes_it_safe(tmp_path: Path) -> None:
    outcome, states, forms = save(tmp_path, look(), SAVED, READ_BACK)
    assert (outcome.result, outcome.new_revid, states) == ("saved", 6, ["saved"])
    sent = forms[-1]
    assert {name: sent[name] for name in ("baserevid", "nocreate", "starttimestamp", "assertuser", "watchlist", "token", "maxlag")} == {
        "baserevid": "5",
        "nocreate": "1",
        "starttimestamp": "2024-01-20T12:00:00Z",
        "assertuser": "Wyn",
        "watchlist": "nochange",
        "token": "c+\\",
        "maxlag": "5",
    }
    assert list(sent)[-1] == "token"
    assert not {"basetimestamp", "appendtext", "prependtext", "section", "bot", "createonly", "undo"} & set(sent)


@pytest.mark.parametrize("code", codes(Next.WAIT))
def test_what_passes_is_waited_for(tmp_path: Path, code: str) -> None:
    waits = Waits()
    busy = error(code, headers=[("Retry-After", "7")])
    outcome, states, _ = save(tmp_path, look(), busy, look(), error(code), look(), SAVED, READ_BACK, waits=waits)
    assert (outcome.result, states, waits) == ("saved", ["saved"], [7, 2])


@pytest.mark.parametrize("code", codes(Next.WAIT))
def test_what_does_not_pass_is_told(tmp_path: Path, code: str) -> None:
    waits = Waits()
    outcome, states, _ = save(tmp_path, *[look(), error(code)] * 3, waits=waits)
    assert (outcome.result, outcome.code, states, waits) == ("refused", code, ["refused"], [1, 2])
    too_long = error(code, headers=[("Retry-After", "61")])
    outcome, states, _ = save(tmp_path, look(), too_long)
    assert (outcome.result, states) == ("refused", ["refused"])


@pytest.mark.parametrize("code", codes(Next.LOG_IN))
def test_a_token_is_asked_for_anew_once(tmp_path: Path, code: str) -> None:
    outcome, states, forms = save(tmp_path, look(), error(code), *LOGIN, look(), SAVED, READ_BACK)
    assert (outcome.result, states) == ("saved", ["saved"])
    assert [form["action"] for form in forms] == ["login", "edit", "login", "edit"]
    outcome, states, _ = save(tmp_path, look(), error(code), *LOGIN, look(), error(code))
    assert (outcome.result, outcome.code, states) == ("refused", code, ["refused"])


@pytest.mark.parametrize("code", codes(Next.LOOK))
def test_who_was_quicker_is_looked_at(tmp_path: Path, code: str) -> None:
    theirs = f"{PAGE}\n\nIt shines."
    merged = f"{FIXED}\n\nIt shines."
    steps = [look(), error(code), look(7, theirs), history(revision_row(7, None))]
    done = reply(edit={"result": "Success", "oldrevid": 7, "newrevid": 8})
    outcome, states, forms = save(tmp_path, *steps, done, pages(page_row("The Tower", revision_row(8, merged))))
    assert (outcome.result, outcome.text, states) == ("saved", merged, ["conflict", "saved"])
    assert forms[-1]["baserevid"] == "7"


def test_an_error_nobody_knows_is_looked_into(tmp_path: Path) -> None:
    unknown = error("internal_api_error_DBQueryError", "A database query error has occurred.")
    outcome, states, _ = save(tmp_path, look(), unknown, history(own()), READ_BACK)
    assert (outcome.result, outcome.new_revid, states) == ("saved", 6, ["saved"])
    outcome, states, _ = save(tmp_path, look(), unknown, *[history(), look()] * 4)
    assert (outcome.result, outcome.code, states) == ("refused", "internal_api_error_DBQueryError", ["refused"])
    assert "A database query error" in str(outcome.why)


FAILURES: dict[str, tuple[dict[str, Any], str]] = {
    "captcha": ({"captcha": {"type": "image"}}, "only people can do"),
    "filter": ({"code": "abusefilter-disallowed", "info": "No."}, "a filter of the wiki does not allow"),
    "unknown": ({"code": "something-else"}, "only people can do"),
}


@pytest.mark.parametrize("name", FAILURES)
def test_a_failure_that_is_no_error_is_told(tmp_path: Path, name: str) -> None:
    parts, told = FAILURES[name]
    outcome, states, _ = save(tmp_path, look(), reply(edit={"result": "Failure", **parts}))
    assert (outcome.result, states) == ("refused", ["refused"])
    assert told in str(outcome.why)


LOST: dict[str, Step] = {
    "reset": reset(),
    "half of it": page(b'{"edit": {"result": "Succ'),
    "nothing": page(b""),
    "something else": page(b"[]"),
    "no edit": reply(query={}),
    "bytes": page(b"\xff\xfe"),
    "depth": page(b'{"edit":' + b"[" * 100_000),
    "500": page(b"", 500),
    "504": page(b"", 504),
}


@pytest.mark.parametrize("name", LOST)
def test_a_lost_answer_is_looked_for_and_sent_again_only_where_nothing_happened(tmp_path: Path, name: str) -> None:
    waits = Waits()
    lost = LOST[name]
    outcome, states, _ = save(tmp_path, look(), lost, history(own()), READ_BACK, waits=waits)
    assert (outcome.result, outcome.new_revid, states, waits) == ("saved", 6, ["saved"], [])
    outcome, states, forms = save(tmp_path, look(), lost, *[history(), look()] * 4, look(), SAVED, READ_BACK, waits=waits)
    assert (outcome.result, states, waits) == ("saved", ["saved"], [1, 3, 6])
    assert forms[1] == forms[2]
    # It comes to light late.
    outcome, _, _ = save(tmp_path, look(), lost, *[history(), look()] * 2, history(own()), READ_BACK)
    assert (outcome.result, outcome.new_revid) == ("saved", 6)


def test_what_was_lost_three_times_is_unknown(tmp_path: Path) -> None:
    outcome, states, forms = save(tmp_path, *[look(), reset(), *[history(), look()] * 4] * 3)
    assert (outcome.result, states) == ("unknown", ["unknown"])
    assert "look at the page's history" in str(outcome.why)
    assert [form["action"] for form in forms] == ["login", "edit", "edit", "edit"]


def test_what_was_lost_while_others_edited_is_unknown(tmp_path: Path) -> None:
    theirs = history(revision_row(7, None))
    outcome, states, forms = save(tmp_path, look(), reset(), *[theirs, look(7, f"{PAGE}!")] * 4)
    assert (outcome.result, states, len(forms)) == ("unknown", ["unknown"], 2)


def test_a_history_that_cannot_be_read_leaves_it_unknown(tmp_path: Path) -> None:
    outcome, states, _ = save(tmp_path, look(), reset(), *[page(b"", 404)] * 4)
    assert (outcome.result, states) == ("unknown", ["unknown"])
    assert "404 Not Found" in str(outcome.why)


def test_what_was_found_nothing_to_change_after_a_lost_answer_is_the_lost_one(tmp_path: Path) -> None:
    nochange = reply(edit={"result": "Success", "nochange": True})
    outcome, _, _ = save(tmp_path, look(), reset(), *[history(), look()] * 4, look(), nochange, history(own()), READ_BACK)
    assert (outcome.result, outcome.new_revid) == ("saved", 6)
    outcome, states, _ = save(tmp_path, look(), nochange)
    assert (outcome.result, states) == ("unchanged", ["unchanged"])


def test_a_lost_edit_that_the_wiki_merged_is_found_by_its_text(tmp_path: Path) -> None:
    theirs, merged = f"{PAGE}\n\nIt shines.", f"{FIXED}\n\nIt shines."
    rows = [revision_row(7, None, user="Bo"), revision_row(8, None, user="Wyn", sha1="0" * 40, parentid=7)]
    texts = pages(page_row("The Tower", revision_row(7, theirs), revision_row(8, merged)))
    outcome, _, _ = save(tmp_path, look(), reset(), history(*rows), texts, pages(page_row("The Tower", revision_row(8, merged))))
    assert (outcome.result, outcome.new_revid, outcome.text) == ("saved", 8, merged)
    # What the account made of the page elsewhere is another edit.
    texts = pages(page_row("The Tower", revision_row(7, theirs), revision_row(8, f"{merged} Else.")))
    outcome, _, _ = save(tmp_path, look(), reset(), *[history(*rows), texts, look(8)] * 4)
    assert outcome.result == "unknown"


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        pytest.param(page(b"", 413), "413", id="413"),
        (page(b"", 403), "does not admit this tool"),
        (page(b"", 301, [("Location", "https://elsewhere.example/")]), "redirect of a form, not followed"),
    ],
)
def test_an_answer_that_is_no_yes_is_a_no(tmp_path: Path, answer: Step, told: str) -> None:
    outcome, states, forms = save(tmp_path, look(), answer)
    assert (outcome.result, states, len(forms)) == ("refused", ["refused"], 2)
    assert told in str(outcome.why)


def test_too_many_requests_are_waited_for(tmp_path: Path) -> None:
    waits = Waits()
    outcome, states, _ = save(tmp_path, look(), page(b"", 429, [("Retry-After", "9")]), look(), SAVED, READ_BACK, waits=waits)
    assert (outcome.result, states, waits) == ("saved", ["saved"], [9])


def test_what_was_saved_is_told_even_where_it_cannot_be_read_back(tmp_path: Path) -> None:
    outcome, states, _ = save(tmp_path, look(), SAVED, page(b"", 404))
    assert (outcome.result, outcome.text, states) == ("saved", FIXED, ["saved"])
    assert "could not be read back" in str(outcome.why)
    outcome, _, _ = save(tmp_path, look(), SAVED, pages())
    assert "hidden or deleted since" in str(outcome.why)
    outcome, _, _ = save(tmp_path, look(), SAVED, pages(page_row("The Tower", revision_row(6, "Something else."))))
    assert (outcome.result, outcome.text) == ("saved", "Something else.")
    assert outcome.why == "the wiki saved another text than was sent"


def test_a_wiki_that_cannot_be_read_is_no_outcome(tmp_path: Path) -> None:
    with scripted(tmp_path, page(b"", 404)) as (writer, _, _), pytest.raises(WikiUnreachable, match="404"):
        writer.save(edit("The Tower", 5))


def test_a_wiki_that_goes_away_between_two_tries_leaves_what_is_known(tmp_path: Path) -> None:
    outcome, states, _ = save(tmp_path, look(), error("editconflict"), page(b"", 404))
    assert (outcome.result, states) == ("refused", ["refused"])


BROKEN_LOOKS = {
    "no token": pages(page_row("The Tower", revision_row(5, PAGE)), {"title": "User:Wyn/Stop", "missing": True}),
    "no time": reply(query={}, curtimestamp=None),
    "no page": reply(query={"tokens": {"csrftoken": "c"}}),
    "no revision": pages(page_row("The Tower"), {"title": "User:Wyn/Stop", "missing": True}, tokens={"csrftoken": "c"}),
}


@pytest.mark.parametrize("name", BROKEN_LOOKS)
def test_an_answer_that_makes_no_sense_is_no_ground_to_write_on(tmp_path: Path, name: str) -> None:
    with scripted(tmp_path, BROKEN_LOOKS[name]) as (writer, store, _):
        with pytest.raises(NoVerdict):
            writer.save(edit("The Tower", 5))
        assert store.journal.entries() == []


def test_a_log_in_that_fails_is_told_without_the_wikis_words(tmp_path: Path) -> None:
    said = {"result": "Failed", "reason": f"Wrong password {ACCOUNT.password}"}
    with FaultyServer(LOGIN[0], reply(login=said)) as server, Store.open(tmp_path / "s.sqlite", now=NOON) as store:
        writer = Writer(WikiSettings("tests@example.org", api_url=f"{server.url}/w"), ACCOUNT, store.journal, sleep=Waits())
        with pytest.raises(WikiRefused) as caught:
            writer.save(edit("The Tower", 5))
    assert "(Failed)" in str(caught.value)
    assert ACCOUNT.password not in str(caught.value)
    with FaultyServer(LOGIN[0], reply(query={})) as server, Store.open(tmp_path / "s.sqlite", now=NOON) as store:
        writer = Writer(WikiSettings("tests@example.org", api_url=f"{server.url}/w"), ACCOUNT, store.journal, sleep=Waits())
        with pytest.raises(WikiRefused, match="no reason given"):
            writer.save(edit("The Tower", 5))


def test_a_log_in_that_gets_no_answer_is_tried_again_and_not_for_ever(tmp_path: Path) -> None:
    waits = Waits()
    with FaultyServer(*[LOGIN[0], reset()] * 3) as server, Store.open(tmp_path / "s.sqlite", now=NOON) as store:
        writer = Writer(WikiSettings("tests@example.org", api_url=f"{server.url}/w"), ACCOUNT, store.journal, sleep=waits)
        with pytest.raises(WikiUnreachable, match=r"API request for a login failed \(3 attempts\)"):
            writer.save(edit("The Tower", 5))
    assert waits == [1, 2]


SIGNED = edit("The Tower", 5, f"{FIXED}\n~~~~")


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ([error("readonly")], "API error 'readonly'"),
        ([reply(query={})], "no text in the answer"),
        ([reset()] * 3, "connection closed by the server"),
    ],
)
def test_a_text_that_cannot_be_expanded_is_not_sent(tmp_path: Path, answers: list[Step], told: str) -> None:
    with scripted(tmp_path, look(), *answers) as (writer, store, _):
        with pytest.raises(NoVerdict, match=told):
            writer.save(SIGNED)
        assert store.journal.entries() == []


@pytest.mark.parametrize("code", [*REFUSALS, *(f"{start}x" for start in FAMILIES)])
def test_every_error_has_a_sentence(code: str) -> None:
    meaning = refusal(code, "")
    assert meaning.next is not Next.FIND_OUT
    assert meaning.code == code
    assert meaning.why[0].islower()
    assert not meaning.why.endswith(".")


def test_an_error_nobody_knows_is_quoted_within_bounds() -> None:
    meaning = refusal("x" * 500, json.dumps("\x1b[2J" * 500))
    assert meaning.next is Next.FIND_OUT
    assert len(meaning.why) < 400
    assert "\x1b" not in meaning.why


def test_what_was_lost_and_comes_to_light_with_the_next_look_is_not_sent_again(tmp_path: Path) -> None:
    steps = [look(), reset(), *[history(), look()] * 4]
    outcome, states, forms = save(tmp_path, *steps, look(6, FIXED), history(own()), READ_BACK)
    assert (outcome.result, outcome.new_revid, states, len(forms)) == ("saved", 6, ["saved"], 2)


def test_what_was_lost_and_may_not_be_sent_again_is_unknown(tmp_path: Path) -> None:
    stop = page_row("User:Wyn/Stop", revision_row(9, "Stop!"))
    stopped = pages(page_row("The Tower", revision_row(5, PAGE)), stop, tokens={"csrftoken": "c+\\"})
    outcome, states, forms = save(tmp_path, look(), reset(), *[history(), look()] * 4, stopped)
    assert (outcome.result, states, len(forms)) == ("unknown", ["unknown"], 2)
    assert "it was not sent again: the page 'User:Wyn/Stop'" in str(outcome.why)


def test_a_page_whose_text_was_hidden_is_left_alone(tmp_path: Path) -> None:
    hidden = revision_row(5, None, slots={"main": {"texthidden": True}})
    looked = pages(page_row("The Tower", hidden), {"title": "User:Wyn/Stop", "missing": True}, tokens={"csrftoken": "c+\\"})
    outcome, states, _ = save(tmp_path, looked)
    assert (outcome.result, states) == ("refused", [])
    assert "hidden by an administrator" in str(outcome.why)


def test_an_edit_of_another_text_than_that_of_its_revision_is_not_sent(tmp_path: Path) -> None:
    outcome, states, _ = save(tmp_path, look(5, f"{PAGE} Really."))
    assert (outcome.result, states) == ("refused", [])
    assert "is not the text of its base revision" in str(outcome.why)


@pytest.mark.parametrize("again", [True, False], ids=["again", "not again"])
def test_what_did_not_reach_the_wiki_is_sent_again_where_that_may_help(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, again: bool
) -> None:
    exchange = Transport.exchange
    left = [TransportError("it refused the connection", "check the address", again=again, sent=False)]

    def unconnected(self: Transport, address: Address, *, form: bytes | None = None, **parts: Any) -> RawResponse:
        if form is not None and b"action=edit" in form and left:
            raise left.pop()
        return exchange(self, address, form=form, **parts)

    monkeypatch.setattr(Transport, "exchange", unconnected)
    waits = Waits()
    steps = [look(), *([look(), SAVED, READ_BACK] if again else [])]
    outcome, states, _ = save(tmp_path, *steps, waits=waits)
    assert (outcome.result, states) == (("saved", ["saved"]) if again else ("refused", ["refused"]))
    assert waits == ([1] if again else [])
    assert again or "did not reach the wiki: it refused the connection" in str(outcome.why)


def test_a_history_that_is_refused_is_not_taken_for_an_empty_one(tmp_path: Path) -> None:
    outcome, states, _ = save(tmp_path, look(), reset(), *[error("readapidenied")] * 4)
    assert (outcome.result, states) == ("unknown", ["unknown"])
