"""Each format of an audit, read back by another program's rules: the findings it shows, or a failed
assertion.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from jsonschema import Draft202012Validator
from jsonschema.validators import validator_for
from lxml import etree
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.support.paths import SHARED

COMMAND = re.compile(r"::(error|warning|notice) ([^\r\n]*?)::([^\r\n]*)")
LEVELS = {"error": "error", "warning": "warning", "note": "info", "notice": "info"}


class Seen(NamedTuple):
    """What a format shows of a finding."""

    code: str
    severity: str
    text: str
    page: str | None = None
    line: int | None = None


# --- concise


def of_concise(text: str) -> list[Seen]:
    seen, lines = [], text.splitlines()
    while lines and ": BN" not in lines[-1]:  # remarks on the whole
        assert lines.pop().endswith(".")
    for line in lines:
        match = re.fullmatch(r"(.*?)(?::(\d+))?: (BN\d{3}) (.*)", line)
        assert match is not None, line
        page = None if match[1].startswith("http") else match[1]
        seen.append(Seen(match[3], "", match[4], page, int(match[2]) if match[2] else None))
    return seen


# --- github


def unescaped(text: str, *, of_property: bool = False) -> str:
    """As the runner does it, ``%25`` last (actions/runner, ``ActionCommand.cs``)."""
    for escaped, character in (
        *((("%3A", ":"), ("%2C", ",")) if of_property else ()),
        ("%0D", "\r"),
        ("%0A", "\n"),
        ("%25", "%"),
    ):
        text = text.replace(escaped, character)
    return text


def commands(text: str) -> list[tuple[str, dict[str, str], str]]:
    """The workflow commands of a log; every other line must be none."""
    made = []
    for line in text.splitlines():
        match = COMMAND.fullmatch(line)
        if match is None:
            assert not line.lstrip().startswith("::"), line
            assert "##[" not in line, line
        else:
            pairs = [pair.partition("=") for pair in match[2].split(",")]
            made.append(
                (
                    match[1],
                    {name: unescaped(value, of_property=True) for name, _, value in pairs},
                    unescaped(match[3]),
                )
            )
    return made


def of_github(text: str) -> list[Seen]:
    seen = []
    for kind, properties, data in commands(text):
        message, _, place = data.rpartition("\n")
        line = int(properties["line"]) if "line" in properties else None
        page = re.sub(r":\d+$", "", place) if not place.startswith("http") else None
        seen.append(Seen(properties["title"].split()[0], LEVELS[kind], message, page, line))
    return seen


# --- sarif


def of_sarif(text: str) -> list[Seen]:
    log = json.loads(text)
    published = SHARED / "schemas" / "sarif-2.1.0.json"
    if published.is_file():
        made = json.loads(published.read_text(encoding="utf-8"))
        kind = validator_for(made, default=Draft202012Validator)
        kind(made, format_checker=kind.FORMAT_CHECKER).validate(log)
    (run,) = log["runs"]
    assert (log["version"], log["$schema"].rpartition("/")[2]) == (
        "2.1.0",
        "sarif-schema-2.1.0.json",
    )
    assert all(isinstance(each["executionSuccessful"], bool) for each in run["invocations"])
    seen = []
    for result in run["results"]:
        (place,) = result["locations"]
        assert re.fullmatch(
            r"[A-Za-z0-9%/._~:()!*',;=@&$+-]+", place["physicalLocation"]["artifactLocation"]["uri"]
        )
        assert all(
            re.fullmatch("[0-9a-f]{16}", mark) for mark in result["partialFingerprints"].values()
        )
        rule = run["tool"]["driver"]["rules"][result["ruleIndex"]]
        assert rule["id"] == result["ruleId"]
        assert rule["help"]["text"]
        region = place["physicalLocation"].get("region", {})
        message = shown_by_sarif(result["message"]["text"])
        seen.append(
            Seen(
                rule["id"],
                LEVELS[result["level"]],
                message,
                result["properties"]["page"],
                region.get("startLine"),
            )
        )
    return seen


def shown_by_sarif(text: str) -> str:
    """The message as a viewer shows it (sections 3.11.5 and 3.11.6)."""
    assert re.search(r"(?<!\{)\{(?:\{\{)*(?!\{)|(?<!\})\}(?:\}\})*(?!\})", text) is None, (
        f"a placeholder: {text}"
    )
    assert "](" not in text, f"an embedded link: {text}"
    return text.replace("{{", "{").replace("}}", "}")


# --- junit


def junit(text: str) -> etree._Element:
    """The suite, if it is as Jenkins asks for."""
    root = etree.fromstring(text.encode("ascii"))
    published = SHARED / "schemas" / "junit-10.xsd"
    if published.is_file():
        etree.XMLSchema(etree.parse(published)).assertValid(root)
    (suite,) = root
    cases = suite.findall("testcase")
    assert {str(child.tag) for child in suite} <= {"testcase", "system-out"}
    assert all(set(case.attrib) == {"name", "classname"} and len(case) == 1 for case in cases)
    for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        assert int(suite.get(name, "")) == sum(case.find(tag) is not None for case in cases)
    assert int(suite.get("tests", "")) == len(cases)
    return suite


def of_junit(text: str) -> list[Seen]:
    seen = []
    for case in junit(text).iter("testcase"):
        failure, passed = case.find("failure"), case.find("system-out")
        if failure is not None:
            said, body = failure.get("message", ""), failure.text or ""
            severity = body.partition("\n")[0].removeprefix("Severity: ")
        elif passed is not None:
            first, _, body = (passed.text or "").partition("\n")
            severity, _, said = first.split(": ", 2)
        else:
            continue
        fields = {
            label: value
            for label, _, value in (str(line).partition(": ") for line in body.splitlines())
        }
        line = int(fields["Line"]) if "Line" in fields else None
        seen.append(
            Seen(
                case.get("classname", "").removeprefix("blognomic."),
                severity,
                said,
                fields.get("Page"),
                line,
            )
        )
    return seen


# --- markdown

_HTML = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


def plain(tokens: list[Token]) -> str:
    """The words of inline tokens; fails for anything but text, code, emphasis and links to the
    web."""
    words = ""
    for token in tokens:
        assert token.type in (
            "text",
            "code_inline",
            "strong_open",
            "strong_close",
            "link_open",
            "link_close",
            "softbreak",
        ), token
        if token.type == "link_open":
            assert re.fullmatch(r"https?://[!-~]+", str(token.attrs["href"])), token
        words += token.content if token.type != "softbreak" else "\n"
    return words


def markdown(text: str) -> list[tuple[str, int, str]]:
    """The kind, depth and words of every block; fails for HTML, tables, code blocks, quotations and
    rules.
    """
    blocks, inside = [], ""
    for token in _HTML.parse(text):
        if token.type == "inline":
            blocks.append((inside, token.level, plain(token.children or [])))
        else:
            kind = token.type.rpartition("_")[0]
            assert kind in ("heading", "paragraph", "bullet_list", "list_item"), token
            if kind == "heading":
                inside = token.tag
            elif kind != "list_item":
                inside = kind
    return blocks


def of_markdown(text: str) -> list[Seen]:
    seen, severity = [], None
    for kind, level, words in markdown(text):
        if kind == "h3":
            severity = {"Errors": "error", "Warnings": "warning", "Information": "info"}.get(
                words.split(" (")[0], ""
            )
        elif (
            severity is not None
            and level == 3
            and (match := re.fullmatch(r"(BN\d{3}) (?:(.*?), line (\d+): )?(.*)", words))
        ):
            seen.append(
                Seen(match[1], severity, match[4], match[2], int(match[3]) if match[3] else None)
            )
    return seen


READERS: Mapping[str, Callable[[str], list[Seen]]] = {
    "concise": of_concise,
    "markdown": of_markdown,
    "github": of_github,
    "sarif": of_sarif,
    "junit": of_junit,
}
