"""What editions of the Ruleset have that the package does not know: for maintainers, who extend what it ships.

    python -m tests.review_editions EDITION...             list what is reported, each with its fingerprint
    python -m tests.review_editions EDITION... --add F...  add fingerprints of that list, after reading their sentences
    python -m tests.review_editions EDITION... --prune     drop the fingerprints that none of the editions needs

An edition is a file with the wikitext of a Ruleset. Sentences of dynastic rules are a game's own: they are never added
here, but reviewed there (``blognomic rules --review``). No text is kept, only fingerprints.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from unittest import mock

from parsers.ruleset import read_ruleset, reviewed_sentences
from parsers.ruleset.model import SectionKind
from parsers.ruleset.reviewed import fingerprint, is_reviewed
from parsers.ruleset.sentences import Sentence

__all__ = ["Edition", "look", "main", "module_with"]

_ASKING = ("parsers.ruleset.clauses.readings", "parsers.ruleset.clauses.hiatus", "parsers.ruleset.prose")
_PER_LINE = 7


class Edition:
    """What one edition asks of the fingerprints: ``known`` it needs, ``reported`` it lacks, ``own`` are not for the package."""

    def __init__(self) -> None:
        self.known: set[str] = set()
        self.reported: dict[str, tuple[str, str]] = {}
        self.own: dict[str, tuple[str, str]] = {}


def look(wikitext: str) -> Edition:
    """Read an edition, and note every fingerprint that is asked for and every sentence that is reported."""
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
    dynastic = {rule.title for rule in rules.rules if rule.kind in (SectionKind.DYNASTIC, SectionKind.OTHER)}
    bearing = [caveat for caveat in rules.caveats if caveat.bears]
    found.own = {caveat.fingerprint: (caveat.rule, caveat.quote) for caveat in bearing if caveat.rule in dynastic}
    shown = "\n".join((*(unread.why for unread in rules.unread), *(caveat.quote for caveat in bearing)))
    found.reported = {known_by: at for known_by, at in asked.items() if known_by not in found.own and at[1] in shown}
    return found


def module_with(fingerprints: Iterable[str]) -> str:
    """The source of :mod:`parsers.ruleset.reviewed_sentences` with these fingerprints."""
    ordered = sorted(set(fingerprints))
    lines = (" ".join(ordered[at : at + _PER_LINE]) for at in range(0, len(ordered), _PER_LINE))
    head = '"""Fingerprints of the sentences that were reviewed; see :mod:`parsers.ruleset.reviewed`."""\n\n'
    return f'{head}from __future__ import annotations\n\n__all__ = ["FINGERPRINTS"]\n\nFINGERPRINTS = """\n{chr(10).join(lines)}\n"""\n'


def main(arguments: list[str] | None = None) -> int:
    """Run the tool; 1 if it refuses something."""
    parser = argparse.ArgumentParser(description="What editions of the Ruleset have that the package does not know.")
    parser.add_argument("editions", nargs="+", type=Path)
    parser.add_argument("--add", nargs="+", default=[], metavar="FINGERPRINT")
    parser.add_argument("--prune", action="store_true")
    options = parser.parse_args(arguments)
    editions = [look(path.read_text(encoding="utf-8")) for path in options.editions]
    reported = {known_by: at for edition in editions for known_by, at in edition.reported.items()}
    own = {known_by: at for edition in editions for known_by, at in edition.own.items()}
    refused = [known_by for known_by in options.add if known_by not in reported]
    for known_by in refused:
        why = "is of a rule that a game has for itself" if known_by in own else "is of no sentence that is reported"
        sys.stderr.write(f"{known_by} {why}; nothing was added\n")
    if refused:
        return 1
    if options.add or options.prune:
        shipped = set(reviewed_sentences.FINGERPRINTS.split())
        kept = shipped & {known_by for edition in editions for known_by in edition.known} if options.prune else shipped
        text = module_with(kept | set(options.add))
        Path(reviewed_sentences.__file__).write_text(text, encoding="utf-8")
        return 0
    for known_by, (rule, quote) in (*reported.items(), *own.items()):
        sys.stdout.write(f"{known_by}  {'own' if known_by in own else 'new'}  [{rule}] {quote}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
