"""``blognomic/board/1``, ``blognomic/explanations/1``, ``blognomic/doctor/1``, ``blognomic/pull/1`` and ``blognomic/config/1``."""

from __future__ import annotations

from typing import Literal

from sync.doctor import State
from sync.schemas.common import Code, Time, many, says, shape
from sync.schemas.findings import CountsJson
from validators.finding import Severity

# fmt: off
QuotedJson = shape("QuotedJson", "A clause of the Ruleset.", rule=str, quote=str)

ExplanationJson = shape("ExplanationJson", "What a finding means, what it rests on, when it may be mistaken, and how to settle it.",
    code=Code, slug=str, severity=Severity, meaning=str, notes=list[str], rests_on=list[str], evidence=str, mistaken=str, settle=str,
    clauses=many(QuotedJson))

ExplanationsJson = shape("ExplanationsJson", "Explanations of findings.",
    schema=Literal["blognomic/explanations/1"], findings=many(ExplanationJson))

CheckJson = shape("CheckJson", "One thing that was looked at.", what=str, state=State, says=str)

DoctorJson = shape("DoctorJson", "What `doctor` found, or wrote earlier.", schema=Literal["blognomic/doctor/1"], checks=many(CheckJson))

PulledJson = shape("PulledJson", "What a pull got; with --offline nothing.",
    schema=Literal["blognomic/pull/1"], new=int, changed=int, revisions=int, blog_requests=int, wiki_requests=int)

LackingJson = shape("LackingJson", "What could not be seen or evaluated.", source=str, why=str)

BoardJson = shape("BoardJson", "The board that was written: its page is an HTML file.",
    schema=Literal["blognomic/board/1"], site=str, as_of=Time, page=says(str, "the path of the file"),
    verdict=says(bool, "false where something needed could not be seen"), lacking=many(LackingJson),
    pending=says(int, "how many matters are pending"), counts=CountsJson)

SettingJson = shape("SettingJson", "A setting in force.",
    key=str, value=str | bool | int | float | list[str] | dict[str, str] | None,
    origin=says(str, "an option, a variable, `file` or `built-in`"))

SettingsJson = shape("SettingsJson",
    "Every setting in force. `secrets` tells which passwords the environment has, never what they are.",
    schema=Literal["blognomic/config/1"], file=str | None, settings=many(SettingJson), secrets=dict[str, bool])
