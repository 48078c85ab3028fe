"""Adding loose values to a page and removing them: a labelled line, or a pill."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from parsers.patterns import later
from parsers.wiki.edit import Expand, checked, shown_tables
from parsers.wiki.escape import as_wikitext
from parsers.wiki.markup import find_tags
from parsers.wiki.model import Template, Value, ValueForm, WikiPage
from parsers.wiki.rendered import render
from parsers.wiki.values import LONGEST_LABEL, form_of
from parsers.wiki.visible import LIST_MARKS, tidy

__all__ = ["add_value", "remove_value"]

_LINE_BREAK = later(r"<br[ \t]*+/?>[ \t]*+\Z", re.IGNORECASE)
_BETWEEN = later(r"(?:[ \t]|<br[ \t]*+/?>|&nbsp;|[·•,;/–—-]){0,20}", re.IGNORECASE)
"""What may stand between two pills and belongs to neither."""
_BLANKS = " \t"
_LEAD = " \t*#:;"
_PLAIN = "'''Label''': value"
_WITHOUT_END = frozenset({"br", "hr", "wbr"})
_OWN_BLOCK = ("=", "{|", "|", "!", "<")
_Change = tuple[int, int, str]


def add_value(page: WikiPage, label: str, text: str, *, after: Value | None = None, expand: Expand | None = None) -> str:
    """The page with a new value below, or behind, another one of ``page.values`` (without it: the last), in its style.

    On a page without a value it is a bold label at the end. ``label`` and ``text`` are what is to be seen; they
    never become markup. ``expand`` is what the page was read with. Raises ValueError, with one sentence, if that
    cannot be done without changing anything else.
    """
    if not label.strip() or "\n" in label.strip():
        raise ValueError("a label is one line, and not blank")
    if len(tidy(label)) > LONGEST_LABEL:
        raise ValueError(f"a label has at most {LONGEST_LABEL} characters")
    after = next((value for value in reversed(page.values) if not value.fixed), None) if after is None else _own(page, after)
    if after is None:
        gap = "\n" * (2 - len(page.source[-2:]) + len(page.source[-2:].rstrip("\n"))) if page.source else ""
        place, written = len(page.source), gap + _line_like(_PLAIN, label, text) + "\n"
    elif after.form is ValueForm.PILL:
        place, written = _behind_pill(page, _Lines(page, expand), after, label, text)
    else:
        place, written = _below_line(_Lines(page, expand), after, label, text)
    values = [(value.label, value.text) for value in page.values]
    values.insert(sum(value.start <= place for value in page.values), (tidy(label), tidy(text)))
    return _changed(page, (place, place, written), values, expand)


def remove_value(page: WikiPage, value: Value, *, expand: Expand | None = None) -> str:
    """The page without one of ``page.values``: without its line, or its pill and what divides that from the others.

    Raises ValueError, with one sentence, if that cannot be done without changing anything else.
    """
    _own(page, value)
    lines = _Lines(page, expand)
    change = (
        _without_line(page, lines, lines.number(value.start)) if value.form is not ValueForm.PILL else _without_pill(page, lines, value)
    )
    return _changed(page, change, [(other.label, other.text) for other in page.values if other != value], expand)


def _changed(page: WikiPage, change: _Change, values: Sequence[tuple[str, str]], expand: Expand | None) -> str:
    start, end, text = change
    return checked(page, page.source[:start] + text + page.source[end:], shown_tables(page.tables), values, expand)


def _own(page: WikiPage, value: Value) -> Value:
    if value not in page.values:
        raise ValueError("the value is not one of the page's")
    if value.fixed:
        raise ValueError("the value is not on the page itself, but brought in by a template")
    return value


def _below_line(lines: _Lines, after: Value, label: str, text: str) -> tuple[int, str]:
    """Where a line in the style of another goes, and what to write there."""
    number = lines.number(after.start)
    line = lines.text(number)
    written = _line_like(line, label, text)
    own, kind = _LINE_BREAK.search(line), lines.kind(number)
    beside = [other for other in (number - 1, number + 1) if lines.kind(other) == kind and form_of(lines.text(other)) is not None]
    # The last of lines with breaks between them needs one now. Behind marks for bold it would hide the value.
    joined = after.form is ValueForm.BOLD_LABEL and own is None and kind == "paragraph" and number - 1 in beside
    above = _LINE_BREAK.search(lines.text(number - 1)) if joined else None
    if own is not None:
        written += own.group().rstrip()
    # A paragraph by itself gets one by itself below it: in one and the same both would run into one line.
    alone = not beside and kind == "paragraph" != lines.kind(number + 1)
    gap = "\n\n" if alone and own is None else "\n"
    return lines.stop(_last(lines, number, number)), (above.group().rstrip() if above else "") + gap + written


def _last(lines: _Lines, first: int, last: int) -> int:
    """The last line of what begins on one line: of an item of a list with its parts, that of the last of them."""
    while lines.is_part(last + 1, first):
        last += 1
    return last


def _line_like(line: str, label: str, text: str) -> str:
    """A line in the style of another that holds a value."""
    found = form_of(line)
    assert found is not None  # noqa: S101 - a value was read from it
    form, (label_start, label_end), (start, end) = found
    bold = form is not ValueForm.BOLD_LABEL
    content = as_wikitext(text, bold=bold)
    if form is ValueForm.BOLD_VALUE and not content:
        raise ValueError("marks for bold with nothing between them would be other markup")
    named = as_wikitext(label, bold=form is not ValueForm.BOLD_VALUE, line_start=form is ValueForm.BOLD_VALUE).replace(":", "&#58;")
    gap = line[label_end:start] + (" " if start == end and not bold and line[start - 1] not in _BLANKS else "")
    return (line[:label_start] + named + gap + content + line[end:]).rstrip(_BLANKS)


def _without_line(page: WikiPage, lines: _Lines, number: int) -> _Change:
    """The change that takes one line away, and leaves those around it as far apart as they were."""
    _stands_alone(lines.text(number))
    return _without_lines(page, lines, number, number)


def _without_lines(page: WikiPage, lines: _Lines, first: int, last: int) -> _Change:
    if lines.is_part(last + 1, first):
        raise ValueError("the lines below it in the list belong to it")
    source, start = page.source, lines.begin(first)
    end = min(lines.stop(last) + 1, len(source))
    if not source[end:].strip("\n"):
        rest = len(source[:start].rstrip("\n"))
        return rest, len(source), "\n" if rest and source.endswith("\n") else ""
    before, own, after = (lines.kind(number) for number in (first - 1, first, last + 1))
    if before == after != "" and before != own:
        return start, end, "\n"
    broken = _LINE_BREAK.search(lines.text(last))
    if before == own == after == "paragraph" and broken and not _LINE_BREAK.search(lines.text(first - 1)):
        return start, end, broken.group().rstrip() + "\n"
    if not lines.text(first - 1).strip() and not lines.text(last + 1).strip():
        # One of two empty lines goes too, unless a comment stands between them.
        if source[end : end + 1] == "\n":
            end += 1
        elif source[max(start - 2, 0) : start] in ("\n", "\n\n"):
            start -= 1
    elif own == "paragraph" != after and source[max(start - 3, 0) : start] == "\n\n\n":
        # Two empty lines are a gap of their own where no paragraph takes the second one in.
        start -= 1
    return start, end, ""


def _stands_alone(line: str) -> None:
    """Raise ValueError if a line of the rendered text opens or closes what is not closed or opened on it."""
    opened: list[str] = []
    whole = True
    for tag in find_tags(line):
        if tag.closes:
            whole = whole and bool(opened) and opened.pop() == tag.name
        elif tag.name not in _WITHOUT_END and not tag.attributes.endswith("/"):
            opened.append(tag.name)
    if not whole or opened or line.count("[[") != line.count("]]"):
        raise ValueError("its line holds one end of something whose other end is on another line")


def _pill(page: WikiPage, value: Value) -> Template:
    return page.templates[bisect_right(page.templates, value.start, key=lambda template: template.start) - 1]


def _alone(lines: _Lines, pill: Template) -> tuple[int, int, str] | None:
    """The lines that a pill begins and ends on, and what marks of a list stand before it, if there is nothing else on them."""
    first, last = lines.number(pill.start), lines.number(pill.end)
    before = _without_notes(lines.page, lines.begin(first), pill.start)
    behind = _without_notes(lines.page, pill.end, lines.stop(last))
    return None if before.strip(_LEAD) or behind.strip(_BLANKS) else (first, last, before)


def _without_notes(page: WikiPage, start: int, end: int) -> str:
    parts: list[str] = []
    for note in page.notes:
        if start <= note.start and note.end <= end:
            parts.append(page.source[start : note.start])
            start = note.end
    return "".join((*parts, page.source[start:end]))


def _behind_pill(page: WikiPage, lines: _Lines, after: Value, label: str, text: str) -> tuple[int, str]:
    """Where a pill in the style of another goes, and what to write there."""
    import mwparserfromhell  # noqa: PLC0415 - slow to import, and seldom needed

    pill = _pill(page, after)
    source = page.source
    code = mwparserfromhell.parse(source[pill.start : pill.end])
    (template,) = code.filter_templates(recursive=False)
    for parameter, content in zip(template.params, (label, text), strict=False):
        old = str(parameter.value)
        lead = len(old) - len(old.lstrip())
        parameter.value = old[:lead] + as_wikitext(content, argument=True) + old[max(lead, len(old.rstrip())) :]
    written = str(code)
    if (alone := _alone(lines, pill)) is not None:
        first, last, marks = alone
        return lines.stop(_last(lines, first, last)), f"\n{marks}{written}"
    before, behind = _between(page, pill)
    gap = before if before is not None else behind
    return pill.end, (" " if gap is None else source[gap[0] : gap[1]]) + written


def _without_pill(page: WikiPage, lines: _Lines, value: Value) -> _Change:
    pill = _pill(page, value)
    if (alone := _alone(lines, pill)) is not None:
        return _without_lines(page, lines, *alone[:2])
    gap = _divides(page, lines, pill)
    if gap is not None:
        return min(gap[0], pill.start), max(gap[1], pill.end), ""
    source = page.source
    if source[pill.end : pill.end + 1] in ("", "\n", *_BLANKS):
        return len(source[: pill.start].rstrip(_BLANKS)), pill.end, ""
    return pill.start, pill.end, ""


def _divides(page: WikiPage, lines: _Lines, pill: Template) -> tuple[int, int] | None:
    """What goes with a pill: a break of the line does not where it divides what stays."""
    before, behind = _between(page, pill)
    plain = [gap for gap in (before, behind) if gap is not None and "<" not in page.source[gap[0] : gap[1]]]
    if plain or (before and behind):
        return plain[0] if plain else before
    first, last = lines.number(pill.start), lines.number(pill.end)
    if behind is not None:
        lead = _without_notes(page, lines.begin(first), pill.start)
        return behind if not lead.strip(_LEAD) and (lead or lines.kind(first - 1) != "paragraph") else None
    ends = not _without_notes(page, pill.end, lines.stop(last)).strip(_BLANKS) and lines.kind(last + 1) != "paragraph"
    return before if ends else None


def _between(page: WikiPage, pill: Template) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
    """What divides a pill from the one before it and the one behind it on its line, where nothing else does."""
    pills = [_pill(page, value) for value in page.values if value.form is ValueForm.PILL]
    i = pills.index(pill)
    gaps = [(pills[j].end, pills[j + 1].start) if 0 <= j < len(pills) - 1 else None for j in (i - 1, i)]
    before, behind = (gap if gap and _BETWEEN.fullmatch(page.source, *gap) else None for gap in gaps)
    return before, behind


class _Lines:
    """The lines of a page, counted from 0, with comments gone and templates resolved, and their places in the source."""

    def __init__(self, page: WikiPage, expand: Expand | None = None) -> None:
        self.page = page
        self.rendered = render(page.source, expand)
        self.ends = [match.start() for match in re.finditer(r"\n|\Z", self.rendered.text)]

    def number(self, place: int) -> int:
        """The line that a place in the source is on."""
        return bisect_left(self.ends, place, key=self.rendered.start_of)

    def text(self, number: int) -> str:
        """A line of the rendered text; ``""`` before the first and after the last."""
        if not 0 <= number < len(self.ends):
            return ""
        return self.rendered.text[self.ends[number - 1] + 1 if number else 0 : self.ends[number]]

    def begin(self, number: int) -> int:
        """Where a line begins in the source: at the beginning of a line there, unless that is part of something else."""
        first = self.ends[number - 1] + 1 if number else 0
        start = self.rendered.start_of(first)
        line = self.page.source.rfind("\n", 0, start) + 1
        inside = line < (self.rendered.end_of(first) if number else 0) or any(note.start < line < note.end for note in self.page.notes)
        return start if inside else line

    def stop(self, number: int) -> int:
        """Where a line ends in the source, before the end of its line there. Raises ValueError if that is inside a template."""
        place = self.rendered.start_of(self.ends[number])
        if self.page.source[place : place + 1] not in ("", "\n"):
            raise ValueError("the line ends in a template")
        return place

    def kind(self, number: int) -> str:
        """What neighbouring lines share that are one list or one paragraph; ``""`` for a line that is neither."""
        line = self.text(number)
        if not line.strip() or line.startswith(_OWN_BLOCK):
            return ""
        first = self.ends[number] - len(line)
        if self.rendered.template_at(first, first + 1):
            return "paragraph"
        return line[0].replace(";", ":") if line[0] in "*#:; " else "paragraph"

    def is_part(self, number: int, item: int) -> bool:
        """Whether a line belongs to the item of a list that begins on an earlier one."""
        above, marks = _marks(self.text(item)), _marks(self.text(number))
        if not above or not marks.replace(";", ":").startswith(above.replace(";", ":")):
            return False
        return len(marks) > len(above) or (above[-1], marks[-1]) == (";", ":")


def _marks(line: str) -> str:
    """The marks of lists that a line begins with."""
    return line[: len(line) - len(line.lstrip(LIST_MARKS))]
