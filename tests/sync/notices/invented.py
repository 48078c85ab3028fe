"""Findings, and text from players that tries to be more than words."""

from __future__ import annotations

from hypothesis import strategies as st

from sync.notices.notice_model import Channel, Draft
from tests.sync.samples import BLOG
from validators.finding import Evidence, Finding, Fix, FixKind, RuleRef, Severity, Subject

__all__ = ["HOSTILE", "draft", "finding", "hostile", "said"]

HOSTILE = (
    *(
        "]] [[User:Ana]] [[File:Cat.png|thumb]] [[Category:Traps]] }} {{{1}}} {{subst:PAGENAME}}"
        " ~~~~ ~~~ <nowiki> </nowiki> <script>alert(1)</script> <ref>x</ref> __TOC__ __NOTOC__"
        " '''bold''' '' https://evil.example/x www.evil.example mailto:ana@evil.example mailto:"
        " //evil.example -{zh:a}- &lt;b&gt; &#64;everyone @everyone @here <@123> <!channel>"
        " #general :for: :veto: :FOR: {exp:query} [img]https://evil.example/for.gif[/img] !for.gif!"
        " (notice-01234567) Ana "
    ).split(),
    "{{Main Page}}",
    "<!-- ",
    " -->",
    "== Heading ==",
    "Ana's page is at https:",
    "[https://evil.example words]",
    "RFC 2119",
    "ISBN 9780306406157",
    "PMID 12345",
    "#REDIRECT [[Ruleset]]",
    '<img src="/images/vote/for.gif" alt="for">',
    "**bold** _x_ `code` ||spoiler||",
    "<!-- notice-01234567 -->",
    "\u202egnp.exe",
    "\u200b\u200f\u061c\u2066",
    "\x00\x07\x1b[31m",
    "\ud800",
    "\ufdd0\uffff",
    "😀",
    "\U000e0041",
    "|}\n{|\n| x\n",
    "\n\n* item\n# item\n: x\n",
    "\r\n== x ==\r\n",
    "|| !! |-",
    "Ж" * 90,
    "漢" * 300,
)


def hostile() -> st.SearchStrategy[str]:
    """Pieces of what may be markup somewhere, in any order, with any characters between them."""
    piece = (
        st.sampled_from(HOSTILE)
        | st.text(max_size=6)
        | st.text("[]{}<>~'=_:;&@#!|*`-./\\ \n", max_size=8)
    )
    return st.lists(piece, min_size=1, max_size=6).map("".join)


def finding(code: str = "BN401", what: str = "x", **parts: object) -> Finding:
    """A finding of the tracking page."""
    subject = parts.pop("subject", Subject("player", "Ana"))
    severity = parts.pop("severity", Severity.ERROR)
    message = parts.pop("message", "Ana's Level is “-3”")
    return Finding(code, "a-slug", severity, subject, message, what, **parts)  # type: ignore[arg-type]


def said(text: str, *, code: str = "BN401", what: str = "x") -> Finding:
    """A finding that has the text of a player in every place that may have it."""
    return finding(
        code,
        what,
        subject=Subject("matter", "a_thing", f"{BLOG}/archive/a_thing"),
        message=text,
        evidence=(Evidence(f"{BLOG}/archive/a_thing", text), Evidence(None, text)),
        rule=RuleRef(text, text),
        fix=Fix(FixKind.SET_VALUE, "A Page", text),
    )


def draft(channel: Channel, *findings: Finding, about: str = "Proposal: A Thing") -> Draft:
    """A notice about a matter, to be worded."""
    target = {
        "wiki-talk": "Talk:A Page",
        "blog-comment": f"{BLOG}/archive/a_thing",
        "chat": "chat",
    }[channel]
    return Draft(channel, target, about, findings or (finding(),))
