"""What editions of the Ruleset have that the package does not know: for maintainers, who extend
what it ships.

    python -m tests.review_editions EDITION...            list what is reported, with fingerprints
    python -m tests.review_editions EDITION... --prune    drop the rows that no edition needs
    python -m tests.review_editions EDITION... --add F --about WORDS --name E --reason WORDS
                                                          add a sentence of the list, once it is read

An edition is a file with the wikitext of a Ruleset. What is added is kept without its text: by its
fingerprint, the title of its rule, some words on what it is about, the name of the edition, and the
reason why it cannot matter.
What names votes in a dynasty's own rules is better reviewed in the game (``blognomic rules
--review``).
"""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack
from pathlib import Path
from unittest import mock

import parsers.ruleset
from parsers.ruleset import read_ruleset
from parsers.ruleset.prose import FILE, fingerprint, is_reviewed
from parsers.ruleset.ruleset_model import SectionKind
from parsers.ruleset.sentences import Sentence

__all__ = ["Edition", "look", "main", "rows"]

_ASKING = ("parsers.ruleset.clauses", "parsers.ruleset.prose")
_BY_PERSON = (SectionKind.DYNASTIC, SectionKind.OTHER)
_PATH = Path(parsers.ruleset.__file__).with_name(FILE)


class Edition:
    """What one edition asks of the fingerprints: ``known`` it needs, ``reported`` it lacks, each
    with its rule and its words.
    """

    def __init__(self) -> None:
        self.known: set[str] = set()
        self.reported: dict[str, tuple[str, str]] = {}


def look(wikitext: str) -> Edition:
    """Read an edition, and note every fingerprint that is asked for and every sentence that is
    reported.
    """
    found = Edition()
    asked: dict[str, tuple[str, str]] = {}

    def ask(sentence: Sentence, text: str | None = None) -> bool:
        known_by = fingerprint(sentence, text)
        if is_reviewed(sentence, text):
            found.known.add(known_by)
            return True
        asked[known_by] = (sentence.rule.title, sentence.text)
        return False

    with ExitStack() as patched:
        for module in _ASKING:
            patched.enter_context(mock.patch(f"{module}.is_reviewed", ask))
        rules = read_ruleset(wikitext)
    waiting = (rule.whole.text for rule in rules.unread_rules if rule.whole.kind not in _BY_PERSON)
    shown = "\n".join((*(unread.why for unread in rules.unread), *waiting))
    found.reported = {known_by: at for known_by, at in asked.items() if at[1] in shown}
    return found


def rows(path: Path = _PATH) -> tuple[list[str], list[list[str]]]:
    """The comment lines of the file with the names of its columns, and its rows."""
    lines = path.read_text(encoding="utf-8").splitlines()
    start = next(n for n, line in enumerate(lines) if not line.startswith("#")) + 1
    return lines[:start], [line.split("\t") for line in lines[start:]]


def _write(head: list[str], found: list[list[str]]) -> None:
    ordered = sorted(found, key=lambda row: (row[1].lower(), row[2], row[0]))
    _PATH.write_text("\n".join((*head, *map("\t".join, ordered), "")), encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    """Run the tool; 1 if it refuses something."""
    parser = argparse.ArgumentParser(
        description="What editions of the Ruleset have that the package does not know."
    )
    parser.add_argument("editions", nargs="+", type=Path)
    parser.add_argument("--add", metavar="FINGERPRINT")
    parser.add_argument("--about", default="")
    parser.add_argument("--name", default="")
    parser.add_argument("--reason", default="")
    parser.add_argument("--prune", action="store_true")
    options = parser.parse_args(arguments)
    editions = [look(path.read_text(encoding="utf-8")) for path in options.editions]
    reported = {known_by: at for edition in editions for known_by, at in edition.reported.items()}
    head, shipped = rows()
    if options.add:
        told = (options.about, options.name, options.reason)
        if options.add not in reported or not all(told):
            sys.stderr.write(
                f"{options.add} was not added: it has to be reported, and --about, --name and"
                " --reason are needed\n"
            )
            return 1
        _write(head, [*shipped, [options.add, reported[options.add][0], *told]])
    elif options.prune:
        _write(
            head, [row for row in shipped if any(row[0] in edition.known for edition in editions)]
        )
    else:
        for known_by, (rule, quote) in reported.items():
            sys.stdout.write(f"{known_by}  [{rule}] {quote}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
