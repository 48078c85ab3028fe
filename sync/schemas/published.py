"""The JSON Schemas of all reports (``blognomic schema``), derived from their shapes."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from msgspec import Struct, json

from sync.schemas.findings import ExplanationsJson, FindingsJson
from sync.schemas.rules import EventsJson, ReviewJson, RulesetComparisonJson, RulesJson
from sync.schemas.setup import BoardJson, DoctorJson, PulledJson, SettingsJson
from sync.schemas.tally import TallyJson
from sync.schemas.wiki_pages import GamestateJson, HistoryJson
from sync.schemas.writing import CorrectionsJson, EnactmentJson, NoticesJson

DIALECT = "https://json-schema.org/draft/2020-12/schema"

SCHEMAS = MappingProxyType[str, tuple[type[Struct], str]](
    {
        "board": (BoardJson, "blognomic board"),
        "config": (SettingsJson, "blognomic config show"),
        "corrections": (CorrectionsJson, "blognomic correct"),
        "doctor": (DoctorJson, "blognomic doctor"),
        "enactment": (EnactmentJson, "blognomic enact"),
        "events": (EventsJson, "blognomic events"),
        "explanations": (ExplanationsJson, "blognomic explain"),
        "findings": (FindingsJson, "blognomic audit"),
        "gamestate": (GamestateJson, "blognomic gamestate"),
        "history": (HistoryJson, "blognomic history"),
        "notices": (NoticesJson, "blognomic notice"),
        "pull": (PulledJson, "blognomic pull"),
        "review": (ReviewJson, "blognomic rules --review"),
        "rules": (RulesJson, "blognomic rules"),
        "ruleset-comparison": (RulesetComparisonJson, "blognomic rules --compare"),
        "tally": (TallyJson, "blognomic tally"),
    }
)
"""The shape and the command of each report, by the middle of its schema's name."""


def schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema of a report. Raises KeyError for a name that is not in
    :data:`SCHEMAS`.
    """
    shape, command = SCHEMAS[name]
    derived = json.schema(shape)
    for kind in derived["$defs"].values():
        if "description" in kind:
            kind["description"] = " ".join(kind["description"].split())
    return {"$schema": DIALECT, "title": f"The output of `{command} --format json`", **derived}
