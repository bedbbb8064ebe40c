"""The journal: nothing signed twice, nothing lost, nobody beside us, nothing left of what was erased."""

import os
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from p2p.address import Address
from p2p.storage import (
    MEMORY,
    CellFilledError,
    Storage,
    StorageError,
    StorageInUseError,
    StoredContribution,
    StoredPeer,
    StoredTable,
)
from protocol.contribution import Contribution, Header, Lane, sign
from protocol.identity import Identity

TABLE, OTHER = b"table", b"other"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def put(storage: Storage, payload: bytes, cell: bytes, *, own: bool = True, table: bytes = TABLE) -> StoredContribution:
    return storage.put(table, payload, b"signed " + payload, own=own, cell=cell)


@pytest.mark.parametrize("memory", [True, False])
def test_contributions_keep_their_order(path: Path, memory: bool) -> None:
    with Storage(MEMORY if memory else path) as storage:
        kept = [put(storage, b"%d" % index, b"%d" % index, own=index % 2 == 0) for index in range(20)]
        put(storage, b"elsewhere", b"1", table=OTHER)
        assert storage.contributions(TABLE) == kept
        assert [stored.payload for stored in kept] == [b"%d" % index for index in range(20)]
        assert storage.contributions(TABLE, after=kept[16].number) == kept[17:]
        assert storage.contributions(b"unknown") == []


def test_a_forgotten_table_leaves_nothing_and_the_others_alone(path: Path) -> None:
    with Storage(path) as storage:
        for table in (TABLE, OTHER):
            storage.add_table(table, 1.0, [StoredPeer(b"k" * 32)])
            put(storage, b"payload of %b" % table, b"cell", table=table)
            storage.keep_secret(table, b"label", b"secret of %b" % table)
        kept = storage.contributions(OTHER)
        storage.forget(TABLE)
        assert storage.contributions(TABLE) == []
        assert storage.secret(TABLE, b"label") is None
        assert [stored.table for stored in storage.tables()] == [OTHER]
        assert storage.contributions(OTHER) == kept
        assert storage.secret(OTHER, b"label") == b"secret of other"
        storage.forget(b"unknown")
        left = b"".join(file.read_bytes() for file in path.parent.iterdir())
        assert b"payload of table" not in left
        assert b"secret of table" not in left
        assert b"payload of other" in left


def test_a_cell_is_filled_once(path: Path) -> None:
    with Storage(path) as storage:
        first = put(storage, b"one", b"cell")
        with pytest.raises(CellFilledError):
            put(storage, b"two", b"cell")
        assert storage.contributions(TABLE) == [first]
        assert storage.own_in(TABLE, b"cell") == first
        assert storage.own_in(TABLE, b"other cell") is None
    with Storage(path) as storage:
        with pytest.raises(CellFilledError):
            put(storage, b"two", b"cell")
        assert put(storage, b"one", b"cell") == first


def test_a_same_payload_is_returned_as_it_was() -> None:
    with Storage(MEMORY) as storage:
        first = storage.put(TABLE, b"one", b"first signature", own=True, cell=b"cell")
        assert storage.put(TABLE, b"one", b"second signature", own=True, cell=b"cell") == first
        others = storage.put(TABLE, b"one", b"theirs", own=False, cell=b"cell")
        assert storage.put(TABLE, b"one", b"theirs again", own=False, cell=b"cell") == others
        assert storage.contributions(TABLE) == [first, others]


def test_two_payloads_of_another_seat_are_both_kept() -> None:
    with Storage(MEMORY) as storage:
        assert [put(storage, payload, b"cell", own=False).payload for payload in (b"one", b"two")] == [b"one", b"two"]
        assert len(storage.contributions(TABLE)) == 2


def test_the_database_itself_refuses_a_second_own_payload(path: Path) -> None:
    with Storage(path) as storage:
        put(storage, b"one", b"cell")
    database = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError):
        database.execute("INSERT INTO contributions VALUES (9, ?, ?, 1, ?, ?)", (TABLE, b"cell", b"two", b""))
    database.close()


def test_threads_cannot_fill_a_cell_twice(path: Path) -> None:
    outcomes: list[str] = []

    def contribute(number: int) -> None:
        try:
            put(storage, b"%d" % number, b"cell")
            outcomes.append("kept")
        except CellFilledError:
            outcomes.append("refused")

    with Storage(path) as storage:
        threads = [threading.Thread(target=contribute, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(outcomes) == ["kept"] + ["refused"] * 7


def test_it_survives_being_reopened(path: Path) -> None:
    table = StoredTable(
        TABLE,
        1000.5,
        (
            StoredPeer(b"k" * 32, (Address("192.0.2.1", 7000), Address("2001:db8::1", 7001))),
            StoredPeer(b"a" * 32),
        ),
    )
    with Storage(path) as storage:
        kept = put(storage, b"one", b"cell")
        storage.add_table(TABLE, 1000.5, table.peers)
        storage.add_table(OTHER, 2000.0)
        storage.keep_secret(TABLE, b"x", b"secret")
    with Storage(path) as storage:
        assert storage.contributions(TABLE) == [kept]
        assert storage.tables() == [StoredTable(OTHER, 2000.0, ()), table]
        assert storage.secret(TABLE, b"x") == b"secret"
        storage.add_table(TABLE, 3000.0, table.peers[::-1])
        assert storage.tables()[1] == StoredTable(TABLE, 1000.5, table.peers[::-1])


CHILD = """
import sys
from p2p.storage import Storage, StorageInUseError
try:
    storage = Storage(sys.argv[1])
except StorageInUseError as error:
    print("refused:", error, flush=True)
    sys.exit()
storage.put(b"table", b"one", b"signature", own=True, cell=b"cell")
print("kept", flush=True)
sys.stdin.read()
"""


def child(path: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", CHILD, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )


def test_a_second_instance_is_refused(path: Path) -> None:
    with Storage(path) as storage:
        put(storage, b"one", b"cell")
        with pytest.raises(StorageInUseError, match="already playing"):
            Storage(path)
        with child(path) as process:
            assert process.stdout is not None
            assert process.stdout.read().startswith("refused: This identity is already playing")
        put(storage, b"two", b"other cell")
    with Storage(path) as storage:
        assert len(storage.contributions(TABLE)) == 2


def test_a_killed_instance_leaves_its_entries_and_no_lock(path: Path) -> None:
    with child(path) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "kept\n"
        with pytest.raises(StorageInUseError):
            Storage(path)
        process.send_signal(signal.SIGKILL)
    with Storage(path) as storage:
        assert [stored.payload for stored in storage.contributions(TABLE)] == [b"one"]
        with pytest.raises(CellFilledError):
            put(storage, b"two", b"cell")


def contents(directory: Path) -> bytes:
    return b"".join(file.read_bytes() for file in directory.iterdir())


def test_erased_secrets_are_gone_from_the_disk(path: Path) -> None:
    secret = bytes(range(100, 132)) * 2
    with Storage(path) as storage:
        put(storage, b"one", b"cell")
        storage.keep_secret(TABLE, b"x", secret)
        storage.keep_secret(TABLE, b"y", b"stays")
        assert secret in contents(path.parent)
        storage.erase_secret(TABLE, b"x")
        assert secret not in contents(path.parent)
        assert storage.secret(TABLE, b"x") is None
        assert storage.secret(TABLE, b"y") == b"stays"
    assert secret not in contents(path.parent)


def test_a_replaced_secret_is_gone_too_once_another_is_erased(path: Path) -> None:
    secret = bytes(range(100, 132)) * 2
    with Storage(path) as storage:
        storage.keep_secret(TABLE, b"x", secret)
        storage.keep_secret(TABLE, b"x", b"new")
        assert storage.secret(TABLE, b"x") == b"new"
        storage.erase_secret(TABLE, b"unknown")
        assert secret not in contents(path.parent)


def test_the_settings_that_durability_rests_on(path: Path) -> None:
    with Storage(path) as storage:
        values = {
            name: storage._database.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("synchronous", "journal_mode", "secure_delete", "locking_mode")
        }
    assert values == {"synchronous": 2, "journal_mode": "wal", "secure_delete": 1, "locking_mode": "exclusive"}


def test_files_are_the_owners_alone(path: Path) -> None:
    old = os.umask(0)
    try:
        with Storage(path) as storage:
            put(storage, b"one", b"cell")
            assert {stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()} == {0o600}
    finally:
        os.umask(old)
    path.chmod(0o640)
    with pytest.raises(StorageError, match="chmod 600"):
        Storage(path)


def test_another_version_is_refused(path: Path) -> None:
    Storage(path).close()
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version = 2")
    database.close()
    with pytest.raises(StorageError, match="another version"):
        Storage(path)


def test_a_damaged_file_is_refused(path: Path) -> None:
    path.write_bytes(b"no database at all" * 100)
    path.chmod(0o600)
    with pytest.raises(StorageError, match="cannot be used"):
        Storage(path)


def test_a_damaged_address_is_refused(path: Path) -> None:
    with Storage(path) as storage:
        storage.add_table(TABLE, 1.0, [StoredPeer(b"k" * 32)])
        storage._database.execute("UPDATE peers SET addresses = x'ff'")
        with pytest.raises(StorageError, match="damaged"):
            storage.tables()


def test_a_missing_directory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="cannot be created"):
        Storage(tmp_path / "missing" / "journal.sqlite")


def test_a_full_disk_is_told_and_leaves_no_half(path: Path) -> None:
    with Storage(path) as storage:
        storage._database.execute("PRAGMA max_page_count = 20")
        with pytest.raises(StorageError, match="full"):
            put(storage, bytes(1 << 20), b"cell")
        assert storage.contributions(TABLE) == []
        put(storage, b"small", b"cell")


def test_a_closed_journal_says_so() -> None:
    storage = Storage(MEMORY)
    storage.close()
    storage.close()
    with pytest.raises(StorageError, match="closed"):
        storage.tables()


def test_two_in_memory_are_separate() -> None:
    with Storage(MEMORY) as first, Storage(MEMORY) as second:
        put(first, b"one", b"cell")
        assert second.contributions(TABLE) == []


def contribution(step: int, body: int) -> Contribution:
    header = Header(bytes(32), 0, 1, 0, Lane.PLAY, step, 0, bytes(32))
    return sign(Identity(bytes(32)), header, "move", (body,))


def test_many_at_once_are_kept_together_or_not_at_all(path: Path) -> None:
    first, second, third = (contribution(step, step) for step in (1, 2, 3))
    with Storage(path) as storage:
        storage.keep(TABLE, [(first, True), (second, False)])
        assert [stored.payload for stored in storage.contributions(TABLE)] == [first.payload, second.payload]
        with pytest.raises(CellFilledError):
            storage.keep(TABLE, [(third, True), (contribution(1, 9), True)])
        storage.keep(TABLE, [(first, True), (second, False)])
    with Storage(path) as storage:
        assert len(storage.contributions(TABLE)) == 2
        storage.keep(TABLE, [(third, True)])
        assert storage.own_in(TABLE, third.cell) == storage.contributions(TABLE)[-1]
