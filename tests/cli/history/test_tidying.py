"""The journal is emptied of what is on the shelf, and of nothing else."""

from dataclasses import replace
from pathlib import Path

import pytest

from cli.history import notes as noting
from cli.history.keeping import NOTES, TRANSCRIPT
from cli.history.tidying import PATIENCE, tidy
from p2p.home import Home
from p2p.storage import Storage, StoredPeer
from protocol.contribution import payload_of
from protocol.transcript_file import records
from tests.cli.history.nights import NIGHTS, replace_hash

NOW = 1_800_000_000.0
NIGHT = NIGHTS["thirteen"]()
TABLE = NIGHT.genesis.table
PAYLOADS = [payload_of(record.data)[3] for record in list(records(NIGHT.transcript))[1:] if record.data is not None]


@pytest.fixture
def home(folder: Path) -> Home:
    """With the journal of a table that was closed long ago, and the table on the shelf."""
    made = Home(folder.parent)
    journaled(made, PAYLOADS, age=2 * PATIENCE)
    NIGHT.keep(folder)
    return made


def journaled(home: Home, payloads: list[bytes], *, age: float = 0.0) -> None:
    with Storage(home.journal) as storage:
        storage.add_table(TABLE, NOW - age, [StoredPeer(key) for key in NIGHT.genesis.keys])
        for number, payload in enumerate(payloads):
            storage.put(TABLE, payload, b"signature", own=False, cell=b"%d" % number)


def left(home: Home) -> int:
    """How many contributions the journal has after tidying."""
    tidy(home, NOW)
    with Storage(home.journal) as storage:
        known = [stored.table for stored in storage.tables()]
        assert known == ([TABLE] if storage.contributions(TABLE) else [])
        return len(storage.contributions(TABLE))


def shelved(home: Home, *, closed: bool, transcript: bytes = NIGHT.transcript) -> None:
    """Put the table on the shelf like this."""
    path = NIGHT.keep(home.path / "tables")
    path.write_bytes(transcript)
    notes = NIGHT.notes(0)
    notes = replace_hash(replace(notes, summary=replace(notes.summary, closed=closed)), transcript)
    path.with_suffix(NOTES).write_bytes(noting.encode(notes))


def test_a_closed_table_on_the_shelf_is_forgotten(home: Home) -> None:
    assert left(home) == 0
    assert (home.path / "tables" / f"{TABLE.hex()}{TRANSCRIPT}").read_bytes() == NIGHT.transcript


def test_what_is_not_on_the_shelf_stays(home: Home) -> None:
    path = home.path / "tables" / f"{TABLE.hex()}{TRANSCRIPT}"
    path.with_suffix(NOTES).unlink()
    assert left(home) == len(PAYLOADS)
    NIGHT.keep(home.path / "tables")
    path.write_bytes(NIGHT.transcript[:-9])
    assert left(home) == len(PAYLOADS)
    path.unlink()
    assert left(home) == len(PAYLOADS)


def test_a_table_that_was_not_closed_stays_for_a_while(home: Home) -> None:
    shelved(home, closed=False)
    with Storage(home.journal) as storage:
        storage.forget(TABLE)
    journaled(home, PAYLOADS, age=PATIENCE - 1)
    assert left(home) == len(PAYLOADS)


def test_an_old_one_that_was_not_closed_is_forgotten_only_if_the_shelf_has_all_of_it(home: Home) -> None:
    cut = list(records(NIGHT.transcript))[-3].offset
    shelved(home, closed=False, transcript=NIGHT.transcript[:cut])
    assert left(home) == len(PAYLOADS)
    shelved(home, closed=False)
    assert left(home) == 0


def test_a_second_contribution_for_a_cell_is_evidence_and_stays(home: Home) -> None:
    shelved(home, closed=False)
    journaled(home, [*PAYLOADS, b"another one"], age=2 * PATIENCE)
    assert left(home) == len(PAYLOADS) + 1


def test_a_journal_in_use_and_none_at_all_are_left_alone(home: Home, tmp_path: Path) -> None:
    with Storage(home.journal) as storage:
        tidy(home, NOW)
        assert len(storage.contributions(TABLE)) == len(PAYLOADS)
    other = Home(tmp_path / "other")
    tidy(other, NOW)
    assert not other.journal.exists()
