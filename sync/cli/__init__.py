"""The command line: which commands there are, and how every one of them ends. Each is imported when
it is named.
"""

from __future__ import annotations

import codecs
import gc
import importlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import click
from click.core import ParameterSource

from sync.errors import ExitCode, SyncError, nearest

_COMMANDS = {
    "audit": "Run every check and report the findings.",
    "board": "Write a static page that shows the state of the game.",
    "config": "Show which settings are in force, and where each comes from.",
    "correct": "Propose corrected pages as diffs, and write them.",
    "doctor": "Check sources, store and parsers.",
    "enact": "Show the changes of enacting a matter, and write the pages.",
    "events": "Show the Events of the dynasty, open or ended.",
    "explain": "Explain a finding and how to settle it.",
    "gamestate": "Show the tracking page as read: tables, values and the variables they hold.",
    "history": "Show the changes of each revision of a wiki page.",
    "init": "Write a commented blognomic.toml.",
    "notice": "Compose notices of findings, and post them.",
    "pull": "Bring the local store up to date.",
    "rules": "Show the Ruleset as read: terms, rules, voting parameters and their clauses.",
    "schema": "Print the JSON Schema of a report.",
    "tally": "Show the tally sheets of votable matters: whether they can be resolved, and why.",
}

_TOGETHER = {
    **dict.fromkeys(("config", "doctor", "init", "pull"), "setup"),
    **dict.fromkeys(("gamestate", "history"), "wiki_pages"),
    "events": "rules",
    "schema": "explain",
}
"""The module of a command, where it is not the one of its name."""


class _Commands(click.Group):
    """The commands, each imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            raise click.UsageError(
                "no such command:"
                f" {cmd_name!r}{nearest(cmd_name, _COMMANDS) or '; see blognomic --help'}"
            )
        module = importlib.import_module(f"sync.cli.{_TOGETHER.get(cmd_name, cmd_name)}")
        command: click.Command = getattr(module, f"{cmd_name}_command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


def _print_version(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from sync import tool_version

        click.echo(f"blognomic {tool_version()}")
        ctx.exit()


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=(
        "Exit codes: 0 nothing left to report or to do; 1 findings at or above --fail-on, or"
        " something remains; 2 wrong usage or configuration, or a password refused; 3 no verdict:"
        " something could not be seen."
    ),
)
@click.option(
    "-V",
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and exit.",
)
def blognomic() -> None:
    """Audit the game BlogNomic: read its rules, count its votes, show the possible actions with
    reasons, and correct faults.
    """


def run() -> int:
    """Run :func:`main` as a program. Most objects live until it ends, so garbage collection is
    rare.
    """
    gc.set_threshold(100_000)
    code = main()
    gc.freeze()
    return code


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. Errors are one sentence on standard error."""
    _prepare_streams()
    words_given = list(sys.argv[1:] if arguments is None else arguments)
    if words_given[:1] == ["help"]:
        words_given = [*words_given[1:2], "--help"]
    try:
        code = blognomic.main(args=words_given, prog_name="blognomic", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        _complain(error.format_message(), prefix="")
        return ExitCode.USAGE
    except click.ClickException as error:
        _complain(_sentence(error))
        return ExitCode.USAGE
    except SyncError as error:
        _complain(str(error))
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        _complain("interrupted")
        return ExitCode.INTERRUPTED
    except SystemExit:  # click's answer to a reader that stops early, and to a shell that completes; closing must not fail as well
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        if isinstance(error, OSError) and error.filename:
            from sync.files import cannot_be_read

            path = Path(os.fsdecode(error.filename))
            _complain(f"{cannot_be_read(path, error)}; check its permissions, or name another")
            return ExitCode.USAGE
        if os.environ.get("BLOGNOMIC_DEBUG") == "1":
            raise
        _complain(
            f"internal error ({type(error).__name__}); please report it with the output of"
            " BLOGNOMIC_DEBUG=1"
        )
        return ExitCode.NO_VERDICT
    return code if isinstance(code, int) else 0


_SPELT = "blognomic.spelt"
_PLAIN = str.maketrans(
    {"✓": "+", "✗": "x", "·": "-", "→": "->", "–": "-", "─": "-", "…": "...", "“": '"', "”": '"'}
)
"""ASCII replacements for the tool's symbols, for output without these characters."""


def _spelt(error: UnicodeError) -> tuple[str | bytes, int]:
    """Handle characters that the encoding lacks: the tool's symbols become ASCII, others escapes."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    plain = error.object[error.start : error.end].translate(_PLAIN)
    return plain.encode("ascii", "backslashreplace").decode(), error.end


def _prepare_streams() -> None:
    """Make the standard streams accept any text: one may be closed, or limited to ASCII."""
    codecs.register_error(_SPELT, _spelt)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - for as long as the program runs
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=_SPELT)


def _sentence(error: click.ClickException) -> str:
    """Click's message as half a sentence, with the variable named that gave a wrong value."""
    if (
        isinstance(error, click.BadParameter)
        and (param := error.param) is not None
        and error.ctx is not None
    ):
        from_variable = (
            error.ctx.get_parameter_source(param.name or "") is ParameterSource.ENVIRONMENT
        )
        error.param_hint = f"'{param.envvar}'" if from_variable else error.param_hint
    if isinstance(error, click.NoSuchOption):
        # Click takes any two names for alike that begin with dashes.
        near = [name for name in error.possibilities or () if nearest(error.option_name, [name])]
        error = click.NoSuchOption(error.option_name, possibilities=near, ctx=error.ctx)
    message = error.format_message().strip().removesuffix(".")
    return message[:1].lower() + message[1:]


def _complain(message: str, prefix: str = "blognomic: ") -> None:
    from sync.progress import to_stderr
    from sync.text import log_line, safe

    to_stderr(log_line(safe(prefix + message.rstrip(), newlines=not prefix)) + "\n")
