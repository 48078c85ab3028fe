"""Whatever a title or name holds, each format shows it as it is, and as nothing but words."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from parsers.model import Confidence
from sync.reports.audit_text import LONGEST, said
from sync.reports.formats import AuditDocument, Places, render
from sync.reports.formats.github import escape_data, escape_property
from sync.reports.formats.markdown import escape, link
from sync.reports.formats.sarif import escape as escape_sarif
from sync.text import log_line
from tests.support.cases import cases
from tests.sync.notices.invented import HOSTILE
from tests.sync.reports.formats.reading import COMMAND, READERS, plain, shown_by_sarif, unescaped
from tests.sync.samples import NOON, view
from validators.checks.run import AuditReport
from validators.finding import (
    Evidence,
    Finding,
    Fix,
    FixKind,
    Lack,
    NotEvaluated,
    RuleRef,
    Severity,
    Subject,
    causes,
)

TRAPS = (
    *HOSTILE, "::set-output name=x::1", "##[error]x", "%0A::error::x", "%250A", "</script>", "{{", "{0}", "}}}", "[x](1)",
    "[x](javascript:alert(1))", "![x](https://evil.example/x.gif)", "]]>", "`a``b`", "\\", "|a|b|", "$x$ $$y$$", "- x", "1. x", "a  \nb",
    "<https://evil.example>", "ana@evil.example", "&amp;", "~~gone~~", "\u202eabc\u202c", "\u2028", "\ufffe", "a@@b @",
    "https://evil.example www.evil.example WWW.evil.example",
)  # fmt: skip
TEXTS = st.lists(st.one_of(st.sampled_from(TRAPS), st.text(max_size=8)), max_size=6).map("".join)


def escaped_as_it_should_be(text: str) -> None:
    line = said(text)
    assert not {unicodedata.category(each) for each in line} & {"Cc", "Cs", "Zl", "Zp"}
    assert not set(line) & set(
        "\xad\u061c\u200b\u200e\u200f\u202a\u202e\u2066\u2069\ufeff\ufffe\uffff\U000e0041"
    )
    assert len(line) <= LONGEST
    assert said(line) == line
    assert (
        unescaped(escape_data(text)) == unescaped(escape_property(text), of_property=True) == text
    )
    assert not (set(escape_data(text)) & set("\r\n")) | (set(escape_property(text)) & set("\r\n:,"))
    assert COMMAND.fullmatch(f"::error title={escape_property(line)}::{escape_data(line)}")
    assert not log_line(line).lstrip().startswith("::")
    assert "##[" not in log_line(line)
    assert shown_by_sarif(escape_sarif(line)) == line.replace("](", "] (")
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    tokens = parser.parse(f"- **BN101** in x: {escape(line)}.")
    assert {token.type.rpartition("_")[0] for token in tokens if token.type != "inline"} == {
        "bullet_list",
        "list_item",
        "paragraph",
    }
    (inline,) = (token for token in tokens if token.type == "inline")
    assert not any(token.type == "link_open" for token in inline.children or ())
    assert plain(inline.children or []) == f"BN101 in x: {line}."
    assert re.search(r"://|www\.|(?<![`@])@|@(?![`@])", escape(line), re.IGNORECASE) is None
    for url in (text, f"https://blog.example/{text}", f"javascript:{text}"):
        (inline,) = (
            token for token in parser.parse(f"x {link('words', url)}") if token.type == "inline"
        )
        assert plain(inline.children or []) == "x words"
        assert sum(token.type == "link_open" for token in inline.children or ()) <= 1


@pytest.mark.parametrize("text", TRAPS)
def test_a_trap_is_words(text: str) -> None:
    escaped_as_it_should_be(text)


@given(TEXTS)
def test_any_text_is_words(text: str) -> None:
    escaped_as_it_should_be(text)


@pytest.mark.parametrize(
    ("length", "whole"), [(LONGEST, True), (LONGEST + 1, False), (10_000, False)]
)
def test_of_a_long_text_both_ends_are_said(length: int, *, whole: bool) -> None:
    text = "a" + "x" * (length - 2) + "z"
    assert (said(text) == text) is whole
    assert said(text)[0] + said(text)[-1] == "az"
    assert ("[…]" in said(text)) is not whole


@cases("links")
def test_only_addresses_of_the_web_become_links(url: str | None, shown: str) -> None:
    assert link("x", url) == shown


# --- Findings whose every field is a trap

CODES = {Severity.ERROR: "BN401", Severity.WARNING: "BN404", Severity.INFO: "BN604"}
URLS = st.none() | TEXTS | TEXTS.map("https://blog.example/archive/{}".format)
LINES = st.none() | st.integers(1, 10**9)
PAGES = st.none() | TEXTS.filter(bool)
FINDINGS = st.builds(
    lambda severity, **fields: Finding(CODES[severity], "a-slug", severity, **fields),
    st.sampled_from(Severity),
    subject=st.builds(Subject, st.sampled_from(("matter", "page", "variable")), TEXTS, URLS),
    statement=TEXTS.map("x{}x".format),
    confidence=st.sampled_from(Confidence),
    evidence=st.lists(
        st.builds(Evidence, URLS, TEXTS, st.none() | st.just(NOON), PAGES, LINES), max_size=2
    ).map(tuple),
    rule=st.none() | st.builds(RuleRef, TEXTS, st.none() | TEXTS),
    fix=st.none() | st.builds(Fix, st.just(FixKind.RESPELL), TEXTS, TEXTS),
    page=PAGES,
    line=LINES,
)
REASONS = TEXTS.map("x{}".format)
SKIPPED = st.builds(
    NotEvaluated, st.just("BN101"), REASONS, st.sampled_from(list(Lack)), st.booleans()
) | st.builds(NotEvaluated, TEXTS, REASONS, st.just(Lack.SOURCE), st.booleans())
PLACES = st.builds(
    Places,
    st.none() | st.just(Path("/x/{a}%é")),
    st.none() | TEXTS,
    st.dictionaries(TEXTS, TEXTS.map("wiki/{}".format), max_size=2),
    st.dictionaries(TEXTS, TEXTS.map("blog/{}".format), max_size=2),
    wiki=st.none() | st.just("https://wiki.example/"),
)


@settings(max_examples=15)
@given(
    st.lists(FINDINGS, max_size=4),
    st.lists(SKIPPED, max_size=3),
    PLACES,
    st.lists(TEXTS, max_size=2).map(tuple),
)
def test_each_format_stays_valid_and_shows_them_all(
    findings: list[Finding], skipped: list[NotEvaluated], places: Places, notes: tuple[str, ...]
) -> None:
    for name, read in READERS.items():
        audit = AuditDocument(
            view(),
            AuditReport(tuple(findings), tuple(skipped) if name != "github" else ()),
            1,
            "x",
            tuple(notes),
            places,
        )
        text = render(name, audit)
        assert "##[" not in text
        wanted = (
            audit.findings
            if name in ("sarif", "junit")
            else [cause.lead for cause in causes(audit.findings)]
        )
        if name == "concise":
            assert len(text.splitlines()) == len(wanted) + len(
                audit.skipped(inconclusive=True)
            ) + len(audit.notes)
        elif name == "markdown":
            assert sorted(each.code for each in read(text)) == sorted(
                finding.code for finding in wanted
            )
        else:
            assert [(each.code, each.severity) for each in read(text)] == [
                (finding.code, finding.severity) for finding in wanted
            ]
