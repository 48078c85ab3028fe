"""Bytes as the store holds them: short, and such that every text and every time comes back as it was.

Text is UTF-8 that lets lone surrogates through, a time is seconds since 1970. What is packed begins with one
byte that says how. A newer version of this tool may append fields to what it encodes: they are ignored here.
What it may not do without a new first byte is to change one.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, TypeVar

import msgspec

if TYPE_CHECKING:
    from zlib import _Compress, _Decompress

__all__ = ["MAX_BYTES", "Damaged", "Packer", "decode", "encode", "seconds", "text_of", "time_of", "to_bytes"]

MAX_BYTES = 64_000_000
"""More than any page may hold: whatever unpacks to more was not packed here."""

_PLAIN = b"\x10"
_DEFLATED = b"\x11"
_DEFLATED_BY_DICTIONARY = b"\x12"
_WINDOW = 32_768
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SECOND = timedelta(seconds=1)

Form = TypeVar("Form")


class Damaged(Exception):
    """What was read from the store is nothing that this version of the tool has written."""


def encode(form: object) -> bytes:
    """The MessagePack of a form."""
    return msgspec.msgpack.encode(form)


def decode(data: bytes, form: type[Form]) -> Form:
    """The form that :func:`encode` was given, without what a newer version added. Raises :class:`Damaged`."""
    try:
        return msgspec.msgpack.decode(data, type=form)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Damaged(str(error)) from error


def to_bytes(text: str) -> bytes:
    """UTF-8, and a lone surrogate by its three bytes."""
    return text.encode("utf-8", "surrogatepass")


def text_of(data: bytes) -> str:
    """What :func:`to_bytes` was given. Raises :class:`Damaged`."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError as error:
        raise Damaged(str(error)) from error


def seconds(time: datetime) -> int:
    """An aware time as seconds since 1970, cut to the second."""
    return (time - _EPOCH) // _SECOND


def time_of(count: int) -> datetime:
    """The time in UTC. Raises :class:`Damaged` where there is no such time."""
    try:
        return _EPOCH + timedelta(seconds=count)
    except OverflowError as error:
        raise Damaged(str(error)) from error


class Packer:
    """Makes bytes short. Posts and comments are too short to deflate well one by one, and much alike.

    So the first posts that a store sees become its dictionary, as much of them as deflating can look back on.
    It never changes: ``load`` gives it once there is one, and ``save`` puts it where ``load`` will find it.
    """

    def __init__(self, load: Callable[[], bytes | None], save: Callable[[bytes], object]) -> None:
        self._load = load
        self._save = save
        self._samples = bytearray()
        self._dictionary: bytes | None = None
        self._deflater: _Compress | None = None

    def forget(self) -> None:
        """Load the dictionary anew: the transaction that saved it has come to nothing."""
        self._samples.clear()
        self._dictionary = self._deflater = None

    def pack(self, data: bytes, *, typical: bool = False) -> bytes:
        """The bytes as short as they will get. The dictionary is made of ``typical`` ones."""
        if self._known() is None and typical:
            self._learn(data)
        if self._deflater is None:
            mark, deflated = _DEFLATED, zlib.compress(data, 9)
        else:
            deflater = self._deflater.copy()
            mark, deflated = _DEFLATED_BY_DICTIONARY, deflater.compress(data) + deflater.flush()
        return mark + deflated if len(deflated) < len(data) else _PLAIN + data

    def unpack(self, data: bytes) -> bytes:
        """What :meth:`pack` was given. Raises :class:`Damaged`."""
        mark, rest = data[:1], data[1:]
        if mark == _PLAIN:
            return rest
        if mark == _DEFLATED:
            return _inflated(zlib.decompressobj(), rest)
        if mark != _DEFLATED_BY_DICTIONARY:
            raise Damaged("content in a form that this version does not know")
        dictionary = self._known()
        if dictionary is None:
            raise Damaged("the dictionary is missing")
        return _inflated(zlib.decompressobj(zdict=dictionary), rest)

    def _known(self) -> bytes | None:
        if self._dictionary is None:
            saved = self._load()
            if saved is not None:
                self._use(_inflated(zlib.decompressobj(), saved))
        return self._dictionary

    def _learn(self, data: bytes) -> None:
        self._samples += data
        if len(self._samples) >= _WINDOW:
            dictionary = bytes(self._samples[-_WINDOW:])
            self._save(zlib.compress(dictionary, 9))
            self._use(dictionary)

    def _use(self, dictionary: bytes) -> None:
        self._dictionary = dictionary
        self._deflater = zlib.compressobj(9, zdict=dictionary)
        self._samples.clear()


def _inflated(inflater: _Decompress, data: bytes) -> bytes:
    try:
        plain = inflater.decompress(data, MAX_BYTES)
    except zlib.error as error:
        raise Damaged(str(error)) from error
    if not inflater.eof or inflater.unused_data:
        raise Damaged("content without its end")
    return plain
