"""docs/json.md is made from the schemas. After a change of them: python -m
tests.sync.schemas.test_json_page
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sync.schemas.published import SCHEMAS, schema
from tests.support.paths import ROOT

PAGE = ROOT / "docs" / "json.md"
INTRODUCTION = """\
# JSON reports

The output of `--format json`. Every report names its schema (`"schema": "blognomic/findings/1"`); `blognomic schema findings` prints it as JSON Schema, `blognomic schema` lists them all. Ignore unknown fields: new fields are added, but fields are renamed or dropped only with a new number. JSON is plain ASCII. Times are ISO 8601 in UTC, such as `2024-01-20T12:00:00Z`. A type shared by several reports is described with the first.
"""  # noqa: E501 - a paragraph is a line


def page() -> str:
    told: set[str] = set()
    return "\n".join((INTRODUCTION, *(line for name in SCHEMAS for line in _report(name, told))))


def _report(name: str, told: set[str]) -> Iterator[str]:
    """A schema; ``told`` are the lines on types that other ones have, too."""
    made, command = schema(name), SCHEMAS[name][1]
    kinds = made["$defs"]
    yield f"## {name}\n\n`{command} --format json`\n"
    for kind in _in_order(made["$ref"], kinds, []):
        about = kinds[kind]
        if "properties" in about:
            fields = (
                _field(field, each, field in about["required"], kinds)
                for field, each in about["properties"].items()
            )
            line = (
                f"- **{_title(kind)}**: {about.get('description', '')} {', '.join(fields)}".replace(
                    "  ", " "
                )
            )
            if line not in told:
                told.add(line)
                yield line
    yield ""


def _field(name: str, about: dict[str, Any], required: bool, kinds: dict[str, Any]) -> str:
    says = "" if required else "; may be absent"
    says += f"; {about['description']}" if "description" in about else ""
    return f"`{name}` ({_type(about, kinds)}{says})"


def _in_order(reference: str, kinds: dict[str, Any], seen: list[str]) -> list[str]:
    """The types in the order in which they are first used."""
    kind = reference.rpartition("/")[2]
    if kind not in seen:
        seen.append(kind)
        for each in _references(kinds[kind].get("properties", {})):
            _in_order(each, kinds, seen)
    return seen


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for name, each in value.items():
            yield from [each] if name == "$ref" else _references(each)
    elif isinstance(value, list):
        for each in value:
            yield from _references(each)


def _title(kind: str) -> str:
    return kind.removesuffix("Json")


def _type(each: dict[str, Any], kinds: dict[str, Any]) -> str:
    """A type in a few words."""
    if "$ref" in each:
        kind = each["$ref"].rpartition("/")[2]
        return _type(kinds[kind], kinds) if "properties" not in kinds[kind] else f"*{_title(kind)}*"
    if "anyOf" in each:
        return " or ".join(_type(one, kinds) for one in each["anyOf"])
    if "enum" in each:
        return ", ".join("null" if one is None else f"`{one}`" for one in each["enum"])
    if each["type"] == "array":
        return f"list of {_type(each['items'], kinds)}"
    if each["type"] == "object":
        return f"object of {_type(each['additionalProperties'], kinds)}"
    return str(each["type"])


def test_the_page_is_what_the_schemas_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
