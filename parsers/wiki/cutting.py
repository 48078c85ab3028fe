"""A text cut at its headings, which is where most edits leave the rest of a page as it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def cut_at_headings(text: str, *, begins: bool = True) -> Iterator[str]:
    """A text cut in front of every line that may be a heading.

    Where it ``begins`` the page, the first piece is what stands above them, perhaps nothing.
    """
    if not begins and not text:
        return
    start, stop = 0, 0 if begins and text.startswith("=") else text.find("\n=") + 1 or len(text)
    while True:
        yield text[start:stop]
        if stop == len(text):
            return
        start, stop = stop, text.find("\n=", stop) + 1 or len(text)


def cut_after(known: Sequence[str], text: str) -> tuple[int, int, list[str]]:
    """With how many of the pieces of another text a text begins, with how many of the others it ends, and its pieces between them.

    The pieces of all three are those of :func:`cut_at_headings`, but only the last are searched for headings.
    """
    start = head = 0
    while head < len(known) and text.startswith(known[head], start):
        start += len(known[head])
        head += 1
    # The last of them may go on in this text, for it ends at the next heading.
    while head and start < len(text) and not (text.startswith("=", start) and (not start or text[start - 1] == "\n")):
        head -= 1
        start -= len(known[head])
    stop, tail = len(text), 0
    while head + tail < len(known) and stop - len(known[-1 - tail]) >= start and text.endswith(known[-1 - tail], start, stop):
        stop -= len(known[-1 - tail])
        tail += 1
    # The first of them may be the end of another one, unless it begins with a line.
    while tail and not (stop and text[stop - 1] == "\n" and text.startswith("=", stop)):
        stop += len(known[-tail])
        tail -= 1
    return head, tail, list(cut_at_headings(text[start:stop], begins=not head))
