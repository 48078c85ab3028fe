"""``blognomic board``: a static page for players."""

from __future__ import annotations

from pathlib import Path

import click
from msgspec import to_builtins

from sync.board.build import Board, board
from sync.board.feed import feed
from sync.board.folder import FEED, PAGE, SCRIPT, TALLY, check_folder, write_board
from sync.board.page import page
from sync.board.userscript import userscript
from sync.cli.audit import audited_as_configured, first_reported
from sync.cli.options import config_from, reading_command
from sync.cli.output import publish, warn_of
from sync.cli.tally import effects_of
from sync.errors import ExitCode
from sync.files import shown_path
from sync.reports.audit_text import counts_of
from sync.reports.layout import words
from sync.schemas.findings import counts_json
from sync.schemas.setup import BoardJson, LackingJson
from sync.schemas.tally import tally_json
from sync.settings.config import Config
from sync.settings.site_file import SITE_FILE
from sync.text import json_text
from validators.words import counted

_NO_SCRIPT = (
    f"No {SCRIPT}: set url below [board] in {SITE_FILE} to the address where this folder is"
    " published."
)


@reading_command("board")
@click.option(
    "--out",
    "folder",
    metavar="DIR",
    required=True,
    help="The folder for the page: new, empty, or with an earlier board.",
)
def board_command(ctx: click.Context, /, folder: str, **_options: object) -> int:
    """Write a static page that shows the state of the game.

    DIR/index.html needs no server and requests nothing; DIR/feed.xml is a feed of its news, and
    DIR/tally.json is the report of `tally --format json`. If the configuration states where the
    folder is published, DIR/blognomic.user.js is a userscript that shows the verdicts on the blog.
    Codes and baseline are those that blognomic.toml has for an audit. The exit code is 3 if
    anything needed could not be read, whatever was found.
    """
    config = config_from(ctx)
    place = Path(folder)
    check_folder(place)
    made = board_of(config)
    warn_of(made.view.problems)
    files = _files(made, config)
    write_board(place, files)
    report = BoardJson(
        site=made.view.site,
        as_of=made.view.as_of,
        page=str(place / PAGE),
        files=list(files),
        verdict=made.certain,
        lacking=[LackingJson(source=source, why=why) for source, why in made.lacking],
        pending=len(made.matters),
        counts=counts_json(made.report),
    )
    message = (
        f"{shown_path(place / PAGE)}: {counted(len(made.matters), 'pending matter')},"
        f" {counts_of(made.report)}."
    )
    message += "" if made.certain else " No verdict: not everything could be seen."
    message += f" {_NO_SCRIPT}" if config.file is not None and SCRIPT not in files else ""
    publish(config, lambda: report, lambda: [words(message)])
    return ExitCode.CLEAN if made.certain else ExitCode.NO_VERDICT


def _files(made: Board, config: Config) -> dict[str, str]:
    """Return the texts of a board's files, by their names."""
    blog, wiki = config.blog_url, config.wiki_url
    files = {
        PAGE: page(made, blog=blog, wiki=wiki),
        FEED: feed(made, blog=blog, wiki=wiki, published=config.board_url),
    }
    if made.sheet is not None:
        verdicts = made.sheet.verdicts
        tally = tally_json(made.view, made.sheet, verdicts, effects_of(verdicts))
        files[TALLY] = json_text(to_builtins(tally))
    if config.board_url:
        files[SCRIPT] = userscript(blog=blog, board=config.board_url)
    return files


def board_of(config: Config) -> Board:
    """Return the contents of a board with some settings. Raises the errors of opening a source and
    reading a view.
    """
    return board(*audited_as_configured(config), first_reported(config))
