"""Edit summaries: short, complete as far as they go, and never markup."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sync.correct.correction import MAX_SUMMARY, edit_summary
from validators.finding import Finding, Fix, FixKind, RuleRef, Severity, Subject


def finding(summary: str, code: str = "BN401", rule: str | None = "Coal") -> Finding:
    title = None if rule is None else RuleRef(rule)
    return Finding(
        code, "a-slug", Severity.ERROR, Subject("variable", "x"), "a message", rule=title, fix=Fix(FixKind.SET_VALUE, "P", summary)
    )


def test_code_rule_and_what_is_done() -> None:
    assert edit_summary([finding("set it to 5")]) == "BN401 (rule “Coal”): set it to 5"
    assert edit_summary([finding("set it to 5", rule=None), finding("add a row", "BN306")]) == (
        "BN401: set it to 5; BN306 (rule “Coal”): add a row"
    )
    bare = Finding("BN401", "a-slug", Severity.ERROR, Subject("variable", "x"), "a message")
    assert edit_summary([bare]) == "BN401: a message"


def test_what_does_not_fit_is_counted() -> None:
    said = edit_summary([finding("x" * 100)] * 9)
    assert len(said) <= MAX_SUMMARY
    assert said.endswith("; and 6 more")
    long = edit_summary([finding("x" * 1000)])
    assert len(long) == MAX_SUMMARY
    assert long.endswith("x…")


@given(st.text(alphabet="[]/*~{}<>ab \n\u202e\x07", max_size=80))
def test_nothing_in_a_summary_is_followed(text: str) -> None:
    said = edit_summary([finding(text)])
    assert not {"[[", "]]", "/*", "*/", "~~", "\n", "\u202e", "\x07"} & {said[i : i + n] for i in range(len(said)) for n in (1, 2)}
