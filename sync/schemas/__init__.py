"""The shapes of all JSON reports, as types, from which their JSON Schemas are made (``blognomic schema``).

Every object may have further fields: programs ignore those that they do not know. A field is renamed or dropped only with another
number in the schema's name.
"""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType
from typing import Any

DIALECT = "https://json-schema.org/draft/2020-12/schema"

SCHEMAS = MappingProxyType(
    {
        "board": ("others", "BoardJson", "blognomic board"),
        "config": ("others", "SettingsJson", "blognomic config show"),
        "corrections": ("writing", "CorrectionsJson", "blognomic correct"),
        "doctor": ("others", "DoctorJson", "blognomic doctor"),
        "enactment": ("writing", "EnactmentJson", "blognomic enact"),
        "explanations": ("others", "ExplanationsJson", "blognomic explain"),
        "findings": ("findings", "FindingsJson", "blognomic audit"),
        "gamestate": ("gamestate", "GamestateJson", "blognomic gamestate"),
        "history": ("gamestate", "HistoryJson", "blognomic history"),
        "notices": ("writing", "NoticesJson", "blognomic notice"),
        "pull": ("others", "PulledJson", "blognomic pull"),
        "rules": ("rules", "RulesJson", "blognomic rules"),
        "ruleset-comparison": ("rules", "RulesetComparisonJson", "blognomic rules --compare"),
        "tally": ("tally", "TallyJson", "blognomic tally"),
    }
)
"""The module, the type and the command of each report, by the middle of its schema's name."""


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema of a report. Raises KeyError for a name that :data:`SCHEMAS` has not."""
    import msgspec

    module, kind, command = SCHEMAS[name]
    made = msgspec.json.schema(getattr(import_module(f"{__name__}.{module}"), kind))
    return {"$schema": DIALECT, "title": f"What `{command} --format json` prints", **made}
