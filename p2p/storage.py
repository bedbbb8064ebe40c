"""The journal of one identity: what it has signed and seen, on disk before anything follows from it.

SQLite with `synchronous=FULL`, a write-ahead log and `secure_delete`: when a call returns, what it wrote survives
a loss of power, and what it erased is overwritten. The database is locked for as long as it is open, so that no
second instance of the same identity can sign beside the first. See docs/protocol.md, "Durability".

All methods may be called from any thread; they wait for the disk, so callers run them in a worker thread.
"""

import os
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from p2p.address import Address, AddressError
from protocol.codec import CodecError, array, blob, integer, pack, unpack
from protocol.contribution import Contribution

SCHEMA_VERSION = 1
MEMORY = ":memory:"

_MAX_PEER = 4096
_SCHEMA = """
CREATE TABLE tables (
    name BLOB PRIMARY KEY,
    created REAL NOT NULL
);
CREATE TABLE peers (
    place INTEGER PRIMARY KEY,
    of_table BLOB NOT NULL REFERENCES tables(name),
    key BLOB NOT NULL,
    addresses BLOB NOT NULL,
    UNIQUE (of_table, key)
);
CREATE TABLE contributions (
    number INTEGER PRIMARY KEY,
    of_table BLOB NOT NULL,
    cell BLOB NOT NULL,
    own INTEGER NOT NULL CHECK (own IN (0, 1)),
    payload BLOB NOT NULL,
    signature BLOB NOT NULL
);
CREATE UNIQUE INDEX one_own_payload ON contributions (of_table, cell) WHERE own = 1;
CREATE INDEX contributions_by_cell ON contributions (of_table, cell);
CREATE TABLE secrets (
    of_table BLOB NOT NULL,
    label BLOB NOT NULL,
    value BLOB NOT NULL,
    PRIMARY KEY (of_table, label)
);
"""

_Row: TypeAlias = "tuple[int, bytes, int, bytes, bytes]"


class StorageError(Exception):
    """The journal cannot be used; one sentence says why and what to do."""


class StorageInUseError(StorageError):
    """Another running program has this journal open."""


class CellFilledError(StorageError):
    """Another payload of one's own is already kept for this cell: signing a second one would be a fault."""


@dataclass(frozen=True, slots=True)
class StoredContribution:
    """A signed payload as it was put; `number` rises in order of insertion, `own` tells whose it is."""

    number: int
    cell: bytes
    own: bool
    payload: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class StoredPeer:
    """A player of a table: the identity key and where it was last reached."""

    key: bytes
    addresses: tuple[Address, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table that this identity has sat at; `created` in seconds since 1970."""

    table: bytes
    created: float
    peers: tuple[StoredPeer, ...]


class Storage:
    """An open journal. Close it, or use it as a context manager."""

    def __init__(self, path: Path | str) -> None:
        """Opens the journal at `path`, or one in memory only for MEMORY; creates it if need be.

        Raises StorageInUseError if it is open elsewhere, StorageError if it is damaged, was written by a newer
        version, or can be read by others.
        """
        self._lock = threading.Lock()
        self._path = path
        if str(path) != MEMORY:
            _prepare_file(Path(path))
        with _translated(path):
            self._database = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            with _translated(path):
                self._set_up()
        except BaseException:
            self._database.close()
            raise

    def _set_up(self) -> None:
        database = self._database
        # Exclusive before the first access: then no shared-memory file is used and the lock is held until closing.
        for setting in ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = FULL"):
            database.execute(f"PRAGMA {setting}").fetchall()
        for setting in ("secure_delete = ON", "foreign_keys = ON", "trusted_schema = OFF"):
            database.execute(f"PRAGMA {setting}").fetchall()
        with self._transaction("EXCLUSIVE"):
            (version,) = database.execute("PRAGMA user_version").fetchone()
            if version not in (0, SCHEMA_VERSION):
                raise StorageError(f"The journal {self._path} is of another version: please update fairdeal.")
            if version == 0:
                for statement in _SCHEMA.split(";"):
                    database.execute(statement)
                database.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")

    def close(self) -> None:
        """Closes the journal and releases its lock. May be called twice."""
        with self._lock:
            self._database.close()

    def __enter__(self) -> "Storage":
        return self

    def __exit__(self, *details: object) -> None:
        self.close()

    # Contributions

    def put(self, table: bytes, payload: bytes, signature: bytes, *, own: bool, cell: bytes) -> StoredContribution:
        """Keeps a contribution; durable when this returns. The same payload again is returned as it was.

        Raises CellFilledError for another payload of one's own in a filled cell of the table. Of others, every
        different payload is kept: two in one cell are evidence.
        """
        with self._writing():
            return self._put(table, payload, signature, own=own, cell=cell)

    def keep(self, table: bytes, entries: Iterable[tuple[Contribution, bool]]) -> None:
        """`put` for many at once, each with whether it is one's own; durable together when this returns."""
        with self._writing():
            for entry, own in entries:
                self._put(table, entry.payload, entry.signature, own=own, cell=entry.cell)

    def _put(self, table: bytes, payload: bytes, signature: bytes, *, own: bool, cell: bytes) -> StoredContribution:
        for row in self._rows("of_table = ? AND cell = ? AND own = ?", (table, cell, int(own))):
            stored = _contribution(row)
            if stored.payload == payload:
                return stored
            if own:
                raise CellFilledError("Something else has already been signed here: nothing is signed twice.")
        number = self._database.execute(
            "INSERT INTO contributions (of_table, cell, own, payload, signature) VALUES (?, ?, ?, ?, ?)",
            (table, cell, int(own), payload, signature),
        ).lastrowid
        if number is None:
            raise StorageError(f"The journal {self._path} gave no number to a new entry.")
        return StoredContribution(number, cell, own, payload, signature)

    def contributions(self, table: bytes, after: int = 0) -> list[StoredContribution]:
        """The table's contributions in order of insertion; only those numbered above `after`."""
        with self._reading():
            rows = self._rows("of_table = ? AND number > ?", (table, after))
        return [_contribution(row) for row in rows]

    def own_in(self, table: bytes, cell: bytes) -> StoredContribution | None:
        """One's own contribution in a cell, if there is one."""
        with self._reading():
            rows = self._rows("of_table = ? AND cell = ? AND own = 1", (table, cell))
        return _contribution(rows[0]) if rows else None

    def _rows(self, condition: str, values: Sequence[bytes | int]) -> list[_Row]:
        # `condition` is always one of this class's own literals.
        query = f"SELECT number, cell, own, payload, signature FROM contributions WHERE {condition} ORDER BY number"  # noqa: S608
        return self._database.execute(query, values).fetchall()

    # Tables

    def add_table(self, table: bytes, created: float, peers: Sequence[StoredPeer] = ()) -> None:
        """Keeps a table and its players, in this order. A known table keeps its time and takes these players."""
        with self._writing():
            self._database.execute("INSERT OR IGNORE INTO tables VALUES (?, ?)", (table, created))
            self._database.execute("DELETE FROM peers WHERE of_table = ?", (table,))
            self._database.executemany(
                "INSERT INTO peers (of_table, key, addresses) VALUES (?, ?, ?)",
                [(table, peer.key, _pack_addresses(peer.addresses)) for peer in peers],
            )

    def tables(self) -> list[StoredTable]:
        """All tables, the newest first."""
        with self._reading():
            tables = self._database.execute("SELECT name, created FROM tables ORDER BY created DESC, rowid").fetchall()
            peers = self._database.execute("SELECT of_table, key, addresses FROM peers ORDER BY place").fetchall()
        return [
            StoredTable(
                name,
                created,
                tuple(StoredPeer(key, _unpack_addresses(data)) for owner, key, data in peers if owner == name),
            )
            for name, created in tables
        ]

    def forget(self, table: bytes) -> None:
        """Erases all that is kept of a table. Only for one at which nothing will ever be signed again."""
        with self._writing():
            self._database.execute("DELETE FROM contributions WHERE of_table = ?", (table,))
            self._database.execute("DELETE FROM secrets WHERE of_table = ?", (table,))
            self._database.execute("DELETE FROM peers WHERE of_table = ?", (table,))
            self._database.execute("DELETE FROM tables WHERE name = ?", (table,))
        with self._reading():
            self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    # Secrets

    def keep_secret(self, table: bytes, label: bytes, value: bytes) -> None:
        """Keeps a secret under a label, in place of an earlier one; durable when this returns."""
        with self._writing():
            self._database.execute("INSERT OR REPLACE INTO secrets VALUES (?, ?, ?)", (table, label, value))

    def secret(self, table: bytes, label: bytes) -> bytes | None:
        """The secret under a label, if there is one."""
        with self._reading():
            row = self._database.execute(
                "SELECT value FROM secrets WHERE of_table = ? AND label = ?", (table, label)
            ).fetchone()
        return None if row is None else bytes(row[0])

    def erase_secret(self, table: bytes, label: bytes) -> None:
        """Erases a secret so that the file no longer holds it: overwritten, and the write-ahead log emptied."""
        with self._writing():
            self._database.execute("DELETE FROM secrets WHERE of_table = ? AND label = ?", (table, label))
        with self._reading():
            self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    # Transactions

    @contextmanager
    def _reading(self) -> Iterator[None]:
        with self._lock, _translated(self._path):
            yield

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with self._reading(), self._transaction("IMMEDIATE"):
            yield

    @contextmanager
    def _transaction(self, kind: str) -> Iterator[None]:
        self._database.execute(f"BEGIN {kind}")
        try:
            yield
            self._database.execute("COMMIT")
        finally:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")


def _contribution(row: _Row) -> StoredContribution:
    number, cell, own, payload, signature = row
    return StoredContribution(number, cell, bool(own), payload, signature)


@contextmanager
def _translated(path: Path | str) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        if error.__class__ is sqlite3.ProgrammingError:
            raise StorageError(f"The journal {path} is closed.") from error
        if getattr(error, "sqlite_errorname", "").startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            raise StorageInUseError(
                "This identity is already playing in another fairdeal on this computer: please close that one first."
            ) from error
        raise StorageError(f"The journal {path} cannot be used ({error}).") from error


def _prepare_file(path: Path) -> None:
    """Makes sure that the file is there and its owner's alone; SQLite gives its side files the same rights."""
    # An existing file is not opened here: closing it again would drop the locks that this process holds on it.
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        pass
    except OSError as error:
        raise StorageError(f"The journal {path} cannot be created ({error.strerror}).") from error
    if os.name == "posix" and path.stat().st_mode & 0o077:
        raise StorageError(f"Other users of this computer can get at {path}: please run  chmod 600 '{path}'  first.")


def _pack_addresses(addresses: Sequence[Address]) -> bytes:
    return pack([(address.packed_host, address.port) for address in addresses])


def _unpack_addresses(data: bytes) -> tuple[Address, ...]:
    try:
        pairs = [array(value, 2) for value in array(unpack(data, _MAX_PEER))]
        return tuple(Address.unpack(blob(host), integer(port, 1, 65535)) for host, port in pairs)
    except (CodecError, AddressError) as error:
        raise StorageError("The journal is damaged: an address in it cannot be read.") from error
