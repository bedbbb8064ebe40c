"""Transcripts: a table's log as a file (docs/protocol.md, "Transcripts").

The file is MAGIC, then records, each a length of 4 bytes, big-endian, and so many bytes. The first record is the
genesis in canonical form; each further one is a signed contribution, in the order of `Table.log`.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from protocol.codec import CodecError, pack, unpack
from protocol.contribution import MAX_SIGNED, Contribution
from protocol.terms import Genesis

MAGIC = b"fairdeal transcript 2\n"
MAX_GENESIS = 1 << 16
_LENGTH = 4


class Unreadable(ValueError):  # noqa: N818 - what it is
    """The bytes are no transcript; the text says why."""


class Record(NamedTuple):
    """One record: its number, where it starts in the file, and its bytes; None if it is cut off or too long."""

    number: int
    offset: int
    data: bytes | None


def write(genesis: Genesis, log: Iterable[Contribution]) -> bytes:
    """The transcript of a log."""
    return write_records(MAGIC, genesis, log)


def write_records(magic: bytes, genesis: Genesis, contributions: Iterable[Contribution]) -> bytes:
    """A file of records that starts with `magic`."""
    records = [pack(genesis.encode()), *(contribution.signed for contribution in contributions)]
    return magic + b"".join(len(record).to_bytes(_LENGTH, "big") + record for record in records)


def records(data: bytes) -> Iterator[Record]:
    """The records of a transcript, as `records_after` gives them. Raises Unreadable if this is no transcript at all."""
    return records_after(MAGIC, data)


def records_after(magic: bytes, data: bytes) -> Iterator[Record]:
    """The records in order; after a broken one, no more. Raises Unreadable if the file does not start with `magic`."""
    if not data.startswith(magic):
        kind = magic.rsplit(maxsplit=1)[0]
        if data.startswith(kind):
            raise Unreadable("a version of fairdeal wrote it whose records this one cannot read")
        raise Unreadable(f"this is not a {kind.decode()}")
    at, number = len(magic), 0
    while at < len(data):
        start = at + _LENGTH
        size = int.from_bytes(data[at:start], "big")
        if size > MAX_SIGNED or start + size > len(data):
            yield Record(number, at, None)
            return
        yield Record(number, at, data[start : start + size])
        at, number = start + size, number + 1


def read_genesis(record: Record) -> Genesis:
    """The genesis of the first record. Raises CodecError."""
    if record.data is None:
        raise CodecError("the genesis is cut off")
    return Genesis.decode(unpack(record.data, MAX_GENESIS))
