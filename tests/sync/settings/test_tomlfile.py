from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from sync.errors import UsageError
from sync.settings.tomlfile import read_toml


class Inner(msgspec.Struct, frozen=True):
    size: int = 1


class Outer(msgspec.Struct, frozen=True):
    name: str
    inner: Inner = Inner()
    either: Inner | None = None


def test_a_file_becomes_a_value(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text('name = "a"\n[inner]\nsize = 2\n[either]\nsize = 3\n')
    assert read_toml(tmp_path / "x.toml", Outer) == Outer("a", Inner(2), Inner(3))


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ("", "x.toml: the table lacks the key name"),
        ('name = "a"\n[inner]\nsiz = 2', "x.toml: unknown key 'inner.siz'; did you mean 'size'?"),
        ('name = "a"\n[inner]\nsize = "2"', "x.toml: key 'inner.size': must be a whole number, not text"),
        ('"na\\u001bme" = 1', "x.toml: unknown key 'na\\\\eme'"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, toml: str, message: str) -> None:
    (tmp_path / "x.toml").write_text(toml)
    with pytest.raises(UsageError) as caught:
        read_toml(tmp_path / "x.toml", Outer)
    assert message in str(caught.value)
