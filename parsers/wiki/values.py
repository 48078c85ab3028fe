"""Values that stand outside tables: a label and what belongs to it, one to a line, or in a pill."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from parsers.patterns import later
from parsers.wiki.model import Table, Template, Value, ValueForm
from parsers.wiki.rendered import Rendered, render
from parsers.wiki.visible import heading_level, visible_part

__all__ = ["read_values"]

_LONGEST_LINE = 4000
_LONGEST_LABEL = 80
_LEAD = r"[ \t*#:;]*+"
_TAIL = r"[ \t.,;]*+$"
_LABEL = r"(?:(?!'''|:).)+"
_FORMS = (
    (ValueForm.BOLD_LABEL, later(rf"{_LEAD}'''(?P<label>{_LABEL})(?:'''[ \t]*+:|:[ \t]*+''')(?P<value>.*)$")),
    (ValueForm.BOLD_LINE, later(rf"{_LEAD}'''(?P<label>{_LABEL}):(?P<value>(?:(?!''').)*)'''{_TAIL}")),
    (ValueForm.BOLD_VALUE, later(rf"{_LEAD}(?P<label>{_LABEL}):[ \t]*+'''(?P<value>(?:(?!''').)*)'''{_TAIL}")),
)
"""``:`` inside the bold with the value behind it is read as a bold label: ``'''Label:''' value``."""


def read_values(rendered: Rendered, outside: Sequence[tuple[int, int] | int], tables: Sequence[Table]) -> tuple[Value, ...]:
    """The values in the order of the page; ``outside`` are the stretches of the rendered text that no table holds."""
    found = [value for part in outside if isinstance(part, tuple) for value in _in_lines(rendered, *part)]
    found += _pills(rendered, tables)
    return tuple(sorted(found, key=lambda value: value.start))


def _in_lines(rendered: Rendered, start: int, end: int) -> Iterator[Value]:
    place = start
    while place < end:
        stop = rendered.text.find("\n", place, end)
        stop = end if stop < 0 else stop
        if stop - place <= _LONGEST_LINE:
            value = _in_line(rendered, place, stop)
            if value is not None:
                yield value
        place = stop + 1


def _in_line(rendered: Rendered, start: int, end: int) -> Value | None:
    line = rendered.text[start:end]
    if "'''" not in line or ":" not in line or heading_level(line.rstrip()):
        return None
    for form, pattern in _FORMS:
        if (match := pattern.match(line)) is not None:
            label_start, label_end = _bare(line, *match.span("label"))
            first, last = _bare(line, *match.span("value"))
            label = visible_part(rendered, start + label_start, start + label_end)
            return _value(rendered, label, form, start + first, start + last) if label and len(label) <= _LONGEST_LABEL else None
    return None


def _bare(line: str, start: int, end: int) -> tuple[int, int]:
    """A stretch of a line without the blanks around it."""
    content = line[start:end]
    start += len(content) - len(content.lstrip())
    return start, max(start, end - len(content) + len(content.rstrip()))


def _value(rendered: Rendered, label: str, form: ValueForm, first: int, last: int) -> Value:
    place = rendered.start_of(first) if first < last else rendered.end_of(first)
    stop = rendered.end_of(last) if first < last else place
    return Value(label, visible_part(rendered, first, last), form, place, stop, rendered.cuts(first) or rendered.cuts(last))


def _pills(rendered: Rendered, tables: Sequence[Table]) -> Iterator[Value]:
    starts = [table.start for table in tables if table.parent is None]
    ends = [table.end for table in tables if table.parent is None]
    for template in rendered.templates:
        if template.name.lower() == "pill" and len(template.arguments) >= 2 and all(a.name is None for a in template.arguments[:2]):
            before = bisect_right(starts, template.start)
            if not before or ends[before - 1] <= template.start:
                yield _pill(rendered.source, template)


def _pill(source: str, template: Template) -> Value:
    label, value = template.arguments[:2]
    content = source[value.start : value.end]
    start = value.start + len(content) - len(content.lstrip())
    end = max(start, value.end - len(content) + len(content.rstrip()))
    return Value(_seen(source[label.start : label.end]), _seen(content), ValueForm.PILL, start, end)


def _seen(source: str) -> str:
    rendered = render(source)
    return visible_part(rendered, 0, len(rendered.text))
