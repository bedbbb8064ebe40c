"""Keeping the journal small: what is on the shelf for good has not to stay in it as well.

The journal keeps a table so that nothing is signed twice there, and so that the player could come back to it. Once all
have signed the closing, nothing more is ever signed at that table: its log stays on the shelf alone. Of a table that
was not closed, the journal may hold more than the shelf; it is forgotten only when it is old and holds nothing more.
"""

import time
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import trio

from cli.history import notes as noting
from cli.history.keeping import FOLDER, NOTES, TRANSCRIPT, path_of
from p2p.home import Home
from p2p.storage import Storage, StorageError, StoredTable
from protocol.codec import CodecError
from protocol.contribution import payload_of
from protocol.transcript_file import Unreadable, records

PATIENCE = 30 * 86_400
"""Seconds for which a table that was not closed stays in the journal, whatever is on the shelf."""


async def tidied(home: Home) -> None:
    """`tidy`, in a thread. To be called while no table is open."""
    await trio.to_thread.run_sync(tidy, home)


def tidy(home: Home, now: float | None = None) -> None:
    """Forget in the journal what is kept elsewhere. A journal that cannot be used is left to whoever opens it next."""
    if not home.journal.exists():
        return
    now = time.time() if now is None else now
    with suppress(StorageError, OSError), Storage(home.journal) as storage:
        for stored in storage.tables():
            if _is_kept(storage, stored, home.path / FOLDER, now):
                storage.forget(stored.table)


def _is_kept(storage: Storage, stored: StoredTable, folder: Path, now: float) -> bool:
    """Whether the shelf has all of this table that is worth keeping; it has, if its notes are about its transcript."""
    try:
        transcript = path_of(folder, stored.table, TRANSCRIPT).read_bytes()
        notes = noting.decode(path_of(folder, stored.table, NOTES).read_bytes())
    except (OSError, CodecError):
        return False
    if notes.transcript != sha256(transcript).digest() or notes.summary.table != stored.table:
        return False
    return notes.summary.closed or (now - stored.created > PATIENCE and _has_all(storage, stored.table, transcript))


def _has_all(storage: Storage, table: bytes, transcript: bytes) -> bool:
    """Whether every contribution in the journal, second ones for the same cell included, is in the transcript too."""
    try:
        found = {payload_of(record.data)[3] for record in list(records(transcript))[1:] if record.data is not None}
    except (Unreadable, CodecError):
        return False
    return all(stored.payload in found for stored in storage.contributions(table))
