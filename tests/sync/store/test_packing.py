"""Bytes get short, and come back."""

from __future__ import annotations

import random
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sync.store import packing
from sync.store.packing import Damaged, Packer


class Shelf:
    """Where a dictionary is saved."""

    def __init__(self) -> None:
        self.saved: list[bytes] = []

    def packer(self) -> Packer:
        return Packer(lambda: self.saved[0] if self.saved else None, self.saved.append)


def sentence(seed: int) -> bytes:
    """Words in an order of their own, as posts are made of."""
    chance = random.Random(seed)
    return b" ".join(b"%d-lanterns" % chance.randrange(300) for _ in range(40))


def trained() -> tuple[Shelf, Packer]:
    shelf = Shelf()
    packer = shelf.packer()
    for seed in range(100):
        packer.pack(sentence(seed), typical=True)
    return shelf, packer


@given(st.binary() | st.binary().map(lambda data: data * 50))
def test_whatever_is_packed_comes_back(data: bytes) -> None:
    for packer in (Shelf().packer(), trained()[1]):
        assert packer.unpack(packer.pack(data)) == data
        assert len(packer.pack(data)) <= len(data) + 1


def test_the_first_typical_bytes_become_the_dictionary() -> None:
    shelf, packer = trained()
    assert len(shelf.saved) == 1
    assert len(packer.pack(sentence(500))) < len(Shelf().packer().pack(sentence(500))) * 0.8


def test_what_is_not_typical_is_no_part_of_it() -> None:
    shelf = Shelf()
    packer = shelf.packer()
    for seed in range(200):
        packer.pack(sentence(seed))
    assert shelf.saved == []


def test_another_process_reads_what_was_packed_with_it_and_packs_with_it() -> None:
    shelf, packer = trained()
    other = shelf.packer()
    assert other.unpack(packer.pack(sentence(500))) == sentence(500)
    assert other.pack(sentence(501), typical=True) == packer.pack(sentence(501))
    assert len(shelf.saved) == 1


def test_a_dictionary_that_was_not_kept_after_all_is_not_used() -> None:
    shelf, packer = trained()
    shelf.saved.clear()
    packer.forget()
    assert shelf.packer().unpack(packer.pack(sentence(500))) == sentence(500)


def test_what_was_packed_with_a_dictionary_that_is_gone_is_damaged() -> None:
    packed = trained()[1].pack(sentence(500))
    with pytest.raises(Damaged, match="dictionary is missing"):
        Shelf().packer().unpack(packed)


@pytest.mark.parametrize(
    "broken", [b"", b"\x13new", b"\x11", b"\x11no", b"\x11" + zlib.compress(b"x" * 99)[:-1], b"\x11" + zlib.compress(b"x") + b"y"]
)
def test_what_was_not_packed_here_is_damaged(broken: bytes) -> None:
    with pytest.raises(Damaged):
        Shelf().packer().unpack(broken)


def test_a_byte_that_changed_is_noticed_or_changes_nothing() -> None:
    packer = trained()[1]
    packed = packer.pack(sentence(500))
    noticed = 0
    for place in range(len(packed)):
        spoilt = packed[:place] + bytes([packed[place] ^ 4]) + packed[place + 1 :]
        try:
            assert packer.unpack(spoilt) == sentence(500)
        except Damaged:
            noticed += 1
    assert noticed >= len(packed) - 2


def test_what_unpacks_without_end_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "MAX_BYTES", 1000)
    packer = Shelf().packer()
    assert packer.unpack(packer.pack(b"x" * 1000)) == b"x" * 1000
    with pytest.raises(Damaged):
        packer.unpack(packer.pack(b"x" * 1001))
