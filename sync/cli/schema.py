"""``blognomic schema``: the JSON Schema of a report."""

from __future__ import annotations

import click

from sync.cli.exits import ExitCode
from sync.cli.output import to_stdout
from sync.errors import UsageError, nearest
from sync.schemas import SCHEMAS, schema
from sync.text import json_text


@click.command("schema")
@click.argument("name", required=False)
def command(name: str | None) -> int:
    """Print the JSON Schema of a report, or without a name which there are.

    The name is the middle of the one that the report gives itself: `findings` for "blognomic/findings/1". Reports may have further
    fields.
    """
    if name is None:
        width = max(map(len, SCHEMAS))
        to_stdout("".join(f"{each:{width}}  {command} --format json\n" for each, (_, command) in SCHEMAS.items()))
        return ExitCode.CLEAN
    middle = name.removeprefix("blognomic/").removesuffix("/1").casefold()
    if middle not in SCHEMAS:
        hint = nearest(middle, SCHEMAS) or f"; there are {', '.join(SCHEMAS)}"
        raise UsageError(f"no report has the schema {name!r}{hint}")
    to_stdout(json_text(schema(middle)))
    return ExitCode.CLEAN
