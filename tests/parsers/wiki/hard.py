"""Tables that are hard to read: the turns of real pages and of pages by mistake, all in one
table."""

from __future__ import annotations

from random import Random

from tests.support.rows import rows

_CONTENTS = rows(__file__, "contents")
_ATTRIBUTES = rows(__file__, "attributes")
_LINES = rows(__file__, "lines")
_OPENINGS = rows(__file__, "openings")
_CAPTIONS = ("|+", "|+ ", " |+", "{{!}}+")
_FIRST_ROWS = rows(__file__, "first_rows")
_ROWS = rows(__file__, "rows")
_SEPARATORS = ("||", "!!", " || ", " !! ", "||  ", "{{!}}{{!}}", "|{{!}}", "|||", "!!!", " ||| ")
_ENDS = ("|}", "|}", "|}", " |}", "|}}", "|} x", "{{!}}}", "|}<!-- c -->", "|}|}", "|}\n|}")
CALLS = rows(__file__, "calls")


_SOUP = rows(__file__, "soup")


def soup(random: Random, longest: int = 40) -> str:
    """A table's marks in any order."""
    return "{|\n" + "".join(random.choice(_SOUP) for _ in range(random.randint(1, longest)))


def hard_page(random: Random, *, calls: bool = False) -> str:
    """A page of one or two such tables; ``calls`` mixes in templates."""
    maker = _Maker(random, _CONTENTS + CALLS if calls else _CONTENTS)
    text = maker.table(0) + "\n."
    if random.random() < 0.3:
        text = f"{maker.content()}\n{text}\n\nafter\n{maker.table(0)}\n."
    lines = text.split("\n")
    for _ in range(random.randint(0, 3) if calls else 0):
        lines.insert(random.randrange(len(lines) + 1), random.choice(CALLS))
    return "\n".join(lines)


class _Maker:
    def __init__(self, random: Random, contents: list[str]) -> None:
        self._random = random
        self._contents = contents

    def _maybe(self, likely: float) -> bool:
        return self._random.random() < likely

    def content(self) -> str:
        """One to three pieces."""
        pieces = self._random.choice((1, 1, 1, 2, 3))
        return self._random.choice(("", " ")).join(
            self._random.choice(self._contents) for _ in range(pieces)
        )

    def table(self, depth: int) -> str:
        """A table with what may stand in it."""
        random = self._random
        lines = [random.choice(_OPENINGS)]
        if self._maybe(0.25):
            for _ in range(random.choice((1, 1, 2))):
                lines.append(
                    random.choice(_CAPTIONS)
                    + random.choice(("", "style=x | "))
                    + self.content()
                    + random.choice(("", "", " || x"))
                )
        if self._maybe(0.5):
            lines.append(random.choice(_FIRST_ROWS))
        for number in range(random.randint(0, 5)):
            if number:
                lines.append(random.choice(_ROWS))
            lines += self._row(depth, header=number == 0 or self._maybe(0.15))
        if depth or self._maybe(0.88):
            lines.append(random.choice(_ENDS))
        return "\n".join(lines)

    def _row(self, depth: int, *, header: bool) -> list[str]:
        random = self._random
        lines: list[str] = []
        one_line = self._maybe(0.6)
        for number in range(random.randint(0, 4)):
            cell = self._cell(depth)
            if number and one_line:
                separator = " !! " if header else " || "
                if self._maybe(0.4):
                    separator = random.choice(_SEPARATORS)
                lines[-1] += separator + cell
                continue
            mark = "!"
            if header != self._maybe(0.9):
                mark = "|" if self._maybe(0.9) else "{{!}}"
            lines.append(
                random.choice(("", "", " ", "\t", "<!-- -->"))
                + mark
                + random.choice(("", " "))
                + cell
            )
        return lines

    def _cell(self, depth: int) -> str:
        random = self._random
        attributes = (
            random.choice(_ATTRIBUTES) + random.choice(("|", " | ", "| ", "{{!}}"))
            if self._maybe(0.3)
            else ""
        )
        text = attributes + self.content()
        kind = random.random()
        if depth < 3 and kind < 0.06:
            return (
                f"{text}\n{self.table(depth + 1)}{random.choice(('', chr(10), chr(10) + 'more'))}"
            )
        return text + random.choice(("\n", "\n\n")) + random.choice(_LINES) if kind < 0.22 else text
