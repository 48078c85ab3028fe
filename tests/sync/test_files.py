from __future__ import annotations

import errno
import os
import threading
from pathlib import Path

import pytest

from sync.errors import NoVerdict, Unreachable, UsageError
from sync.files import (
    check_output,
    lines_backwards,
    open_regular,
    read_bounded,
    read_text,
    shown_path,
    unreadable,
    write_whole,
)


def test_a_file_of_just_the_limit_is_read_and_one_byte_more_is_not(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(b"x" * 10)
    assert read_bounded(path, limit=10) == b"x" * 10
    with pytest.raises(NoVerdict, match=r"page\.html is larger than 9e-06 MB"):
        read_bounded(path, limit=9)


def test_unreadable_parts_are_named(tmp_path: Path) -> None:
    with pytest.raises(NoVerdict, match="absent could not be read: No such file"):
        read_bounded(tmp_path / "absent")
    with pytest.raises(NoVerdict, match="could not be read: Is a directory"):
        read_bounded(tmp_path)


def test_text_is_utf8_with_or_without_a_mark(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_bytes("\ufeffnaïve\r\nend".encode())
    assert read_text(path) == "naïve\nend"
    path.write_bytes(b"na\xefve")
    with pytest.raises(NoVerdict, match=r"is not UTF-8 text \(byte 3\); save it again as UTF-8"):
        read_text(path)


def test_paths_are_shown_without_their_control_characters() -> None:
    assert shown_path(Path("a\x1b[2Jb")) == r"a\e[2Jb"


def test_writing_replaces_the_whole_file_and_leaves_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_text("an older and longer report")
    path.chmod(0o640)
    write_whole(path, "new \ud800\n")
    assert path.read_bytes() == b"new \\ud800\n"
    assert path.stat().st_mode & 0o777 == 0o640
    assert [file.name for file in tmp_path.iterdir()] == ["report.json"]


def test_a_link_is_written_through(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    write_whole(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


def test_a_pipe_is_written_into(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()), daemon=True)
    reader.start()
    write_whole(pipe, "report")
    reader.join(10)
    assert got == ["report"]
    assert pipe.is_fifo()


@pytest.mark.parametrize("place", ["absent/report", "."])
def test_a_place_that_cannot_be_written_to_is_wrong_usage(tmp_path: Path, place: str) -> None:
    with pytest.raises(
        UsageError, match=r"--output .* cannot be written: .*; name a file in a folder that exists"
    ):
        write_whole(tmp_path / place, "report")
    with pytest.raises(
        UsageError, match=r"--output .* cannot be written: .*; name a file in a folder that exists"
    ):
        check_output(tmp_path / place)


@pytest.mark.parametrize("there", [True, False])
def test_looking_whether_a_place_can_be_written_to_changes_nothing(
    tmp_path: Path, *, there: bool
) -> None:
    path = tmp_path / "report"
    if there:
        path.write_text("old")
    check_output(path)
    check_output(Path(os.devnull))
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == (
        [("report", "old")] if there else []
    )


def test_a_write_that_fails_leaves_the_old_file_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "report"
    path.write_text("old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "chmod", full)
    with pytest.raises(UsageError, match="No space left"):
        write_whole(path, "new")
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("report", "old")]


@pytest.mark.parametrize("block", [1, 2, 3, 7, 1000])
@pytest.mark.parametrize(
    "text", [b"", b"a", b"a\n", b"\n", b"a\nbc\n\ndef\n", b"\n\nabcdef", b"a\r\nb"]
)
def test_lines_are_read_from_the_last_to_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: bytes, block: int
) -> None:
    monkeypatch.setattr("sync.files._BLOCK", block)
    path = tmp_path / "file"
    path.write_bytes(text)
    found = list(lines_backwards(path, limit=100, longest=100))
    assert [line for _, line in found] == text.split(b"\n")[::-1]
    assert [text[place : place + len(line)] for place, line in found] == [line for _, line in found]


def test_lines_that_are_not_wanted_are_not_read(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * 3_000_000 + b"\nthe last")
    lines = lines_backwards(path, limit=4_000_000, longest=1_000_000)
    assert next(lines) == (3_000_001, b"the last")
    with pytest.raises(Unreachable, match=r"file has a line of more than 1 MB; save it again$"):
        next(lines)


def test_lines_of_an_oversized_or_missing_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"a\n" * 5)
    assert len(list(lines_backwards(path, limit=10, longest=1))) == 6
    with pytest.raises(Unreachable, match=r"file is larger than 9e-06 MB; save fewer revisions$"):
        next(lines_backwards(path, limit=9, longest=1))
    with pytest.raises(Unreachable, match=r"nowhere could not be read: No such file or directory"):
        next(lines_backwards(tmp_path / "nowhere", limit=9, longest=1))


def test_only_regular_files_are_opened(tmp_path: Path) -> None:
    file, pipe = tmp_path / "file", tmp_path / "pipe"
    file.write_bytes(b"x")
    (tmp_path / "link").symlink_to(file)
    os.mkfifo(pipe)
    for path in (file, tmp_path / "link"):
        with open_regular(path) as opened:
            assert opened.read() == b"x"
    for path in (pipe, Path(os.devnull)):
        with pytest.raises(OSError, match="not a regular file"):
            open_regular(path)
    with pytest.raises(Unreachable, match="pipe could not be read: not a regular file"):
        read_text(pipe)
    with pytest.raises(Unreachable, match="pipe could not be read: not a regular file"):
        list(lines_backwards(pipe, limit=9, longest=9))


def test_every_reason_not_to_read_a_path_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_text("x")
    link.symlink_to("absent")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "circle").symlink_to("circle")
    said = {
        name: unreadable(tmp_path / name).replace(f"{tmp_path}/", "")
        for name in ("file", "absent", "file/below", "link", "pipe", "", "circle", "nul\0")
    }
    assert said == {
        "file": "",
        "absent": "no such file: absent",
        "file/below": "no such file: file/below",
        "link": "broken link: link",
        "pipe": "not a file: pipe",
        "": f"not a file: {tmp_path}",
        "circle": "circle cannot be read: too many levels of symbolic links",
        "nul\0": r"nul\x00 cannot be read: embedded null byte",
    }
    refuse(monkeypatch, errno.EACCES)
    assert unreadable(file) == f"{file} cannot be read: permission denied"


def refuse(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    def failing(path: str, *_rest: object, **_more: object) -> int:
        raise OSError(number, os.strerror(number), path)

    monkeypatch.setattr("os.open", failing)


def test_links_in_a_circle_are_not_written(tmp_path: Path) -> None:
    path = tmp_path / "circle"
    path.symlink_to(path)
    for write in (check_output, lambda path: write_whole(path, "x")):
        with pytest.raises(UsageError, match="circle cannot be written: Too many levels"):
            write(path)
    assert path.is_symlink()


def test_a_full_disk_is_no_reason_to_name_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_path: Path, *_rest: object, **_more: object) -> object:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "open", full)
    with pytest.raises(UsageError, match=r"No space left on device; free some space$"):
        write_whole(tmp_path / "report", "x")
