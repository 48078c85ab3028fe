"""Values that stand outside tables: a label and what belongs to it, one to a line, or in a pill."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from parsers.wiki.model import Form, Table, Template, Value
from parsers.wiki.rendered import Surface, surface
from parsers.wiki.visible import heading_level, visible_part

__all__ = ["LONGEST_LABEL", "form_of", "read_values"]

_LONGEST_LINE = 4000
LONGEST_LABEL = 80
_LEAD = r"[ \t*#:;]*+"
_TAIL = r"[ \t.,;]*+$"
_LABEL = r"(?:(?!'''|:).)+"
_FORMS = (
    (Form.BOLD_LABEL, re.compile(rf"{_LEAD}'''(?P<label>{_LABEL})(?:'''[ \t]*+:|:[ \t]*+''')(?P<value>.*)$")),
    (Form.BOLD_LINE, re.compile(rf"{_LEAD}'''(?P<label>{_LABEL}):(?P<value>(?:(?!''').)*)'''{_TAIL}")),
    (Form.BOLD_VALUE, re.compile(rf"{_LEAD}(?P<label>{_LABEL}):[ \t]*+'''(?P<value>(?:(?!''').)*)'''{_TAIL}")),
)
"""``:`` inside the bold with the value behind it is read as a bold label: ``'''Label:''' value``."""


def read_values(face: Surface, outside: Sequence[tuple[int, int] | int], tables: Sequence[Table]) -> tuple[Value, ...]:
    """The values in the order of the page; ``outside`` are the stretches of the surface that no table holds."""
    found = [value for part in outside if isinstance(part, tuple) for value in _in_lines(face, *part)]
    found += _pills(face, tables)
    return tuple(sorted(found, key=lambda value: value.start))


def _in_lines(face: Surface, start: int, end: int) -> Iterator[Value]:
    place = start
    while place < end:
        stop = face.text.find("\n", place, end)
        stop = end if stop < 0 else stop
        if stop - place <= _LONGEST_LINE:
            value = _in_line(face, place, stop)
            if value is not None:
                yield value
        place = stop + 1


def _in_line(face: Surface, start: int, end: int) -> Value | None:
    found = form_of(face.text[start:end])
    if found is None:
        return None
    form, (label_start, label_end), (first, last) = found
    label = visible_part(face, start + label_start, start + label_end)
    return _value(face, label, form, start + first, start + last) if label and len(label) <= LONGEST_LABEL else None


def form_of(line: str) -> tuple[Form, tuple[int, int], tuple[int, int]] | None:
    """The form of a line of the surface that may hold a value, and where in it label and value are, without blanks around them."""
    if "'''" not in line or ":" not in line or heading_level(line.rstrip()):
        return None
    found = next(((form, match) for form, pattern in _FORMS if (match := pattern.match(line)) is not None), None)
    return None if found is None else (found[0], _bare(line, *found[1].span("label")), _bare(line, *found[1].span("value")))


def _bare(line: str, start: int, end: int) -> tuple[int, int]:
    content = line[start:end]
    start += len(content) - len(content.lstrip())
    return start, max(start, end - len(content) + len(content.rstrip()))


def _value(face: Surface, label: str, form: Form, first: int, last: int) -> Value:
    place = face.start_of(first) if first < last else face.end_of(first)
    stop = face.end_of(last) if first < last else place
    return Value(label, visible_part(face, first, last), form, place, stop, face.cuts(first) or face.cuts(last))


def _pills(face: Surface, tables: Sequence[Table]) -> Iterator[Value]:
    starts = [table.start for table in tables if table.parent is None]
    ends = [table.end for table in tables if table.parent is None]
    for template in face.templates:
        if template.name.lower() == "pill" and len(template.arguments) >= 2 and all(a.name is None for a in template.arguments[:2]):
            before = bisect_right(starts, template.start)
            if not before or ends[before - 1] <= template.start:
                yield _pill(face.source, template)


def _pill(source: str, template: Template) -> Value:
    label, value = template.arguments[:2]
    content = source[value.start : value.end]
    start = value.start + len(content) - len(content.lstrip())
    end = max(start, value.end - len(content) + len(content.rstrip()))
    return Value(_seen(source[label.start : label.end]), _seen(content), Form.PILL, start, end)


def _seen(source: str) -> str:
    face = surface(source)
    return visible_part(face, 0, len(face.text))
