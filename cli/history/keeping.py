"""Keeping every table that the player sits at: its transcript, the player's own notes, what convicts a cheat.

`keeping` listens to the events of a sitting on their way to the screen, whichever screen that is, and writes
transcript and notes when the table begins, at each seal and at the end, in a thread. A file is replaced whole or not at
all, and is its owner's alone.
"""

import os
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import trio

from cli.errors import Failure
from cli.history import notes as noting
from cli.history.notes import Notes
from cli.history.sentences import say
from cli.language import retold
from p2p.events import Seated, TableEvent
from p2p.sitting import Sitting
from protocol.codec import CodecError
from protocol.contribution import Contribution
from protocol.events import Convicted, HandSealed
from protocol.terms import Genesis
from protocol.transcript_file import write

FOLDER = "tables"
TRANSCRIPT = ".fdt"
NOTES = ".notes"
EVIDENCE = ".evidence"


class Keeper:
    """Collects one table and writes its files. `folder` is made when there is something to write."""

    def __init__(self, folder: Path, *, computers: bool = False) -> None:
        """`computers`: all other seats are computer players."""
        self.notes: Notes | None = None
        self.trouble = ""
        """Why the table could not be written the last time, if it could not."""
        self._folder = folder
        self._computers = computers
        self._sealed_before = 0

    def see(self, event: TableEvent) -> bool:
        """Note an event; whether it is one after which to write."""
        if isinstance(event, Seated):
            self.notes = noting.begun(event, int(time.time()), computers=self._computers)
            earlier = self._earlier(event.genesis.table)
            if earlier is None:
                # However the program ends from here on, the terms are kept, without which the journal says nothing.
                return True
            self.notes = noting.continued(earlier, self.notes)
            self._sealed_before = len(earlier.summary.hands)
        elif self.notes is not None:
            self.notes = noting.noted(self.notes, event)
        return isinstance(event, HandSealed)

    def _earlier(self, table: bytes) -> Notes | None:
        """Notes of an earlier sitting at the same table; none where they cannot be read."""
        with suppress(OSError, CodecError):
            return noting.decode(path_of(self._folder, table, NOTES).read_bytes())
        return None

    def write_evidence(self, event: Convicted) -> None:
        """Keep what convicts a seat. Waits for the disk; a failure is kept in `trouble`."""
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            replace_file(self._folder / evidence_name(event), event.file)
        except OSError as error:
            self.trouble = say("not kept", path=self._folder, reason=retold(str(error.strerror or error)))

    def write(self, genesis: Genesis, log: tuple[Contribution, ...], seals: int) -> None:
        """Write both files, unless what is there goes further. Waits for the disk; a failure is kept in `trouble`."""
        if self.notes is None or seals < self._sealed_before:
            return
        transcript = write(genesis, log)
        notes = replace(self.notes, transcript=sha256(transcript).digest())
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            replace_file(path_of(self._folder, genesis.table, TRANSCRIPT), transcript)
            replace_file(path_of(self._folder, genesis.table, NOTES), noting.encode(notes))
        except (OSError, CodecError) as error:
            reason = getattr(error, "strerror", None) or error
            self.trouble = say("not kept", path=self._folder, reason=retold(str(reason)))
        else:
            self.trouble = ""


@asynccontextmanager
async def keeping(sitting: Sitting, home: Path, *, computers: bool = False) -> AsyncIterator[None]:
    """Keep this table in the data directory `home` for as long as the context lasts, and once more at its end.

    Within it, `sitting.events` brings the same events as before. Raises Failure at the end if nothing could be written.
    """
    keeper = Keeper(home / FOLDER, computers=computers)
    source = sitting.events
    tell, sitting.events = trio.open_memory_channel[TableEvent](0)
    due, when_due = trio.open_memory_channel[None](1)

    async def listen() -> None:
        async with tell:
            async for event in source:
                if keeper.see(event):
                    with suppress(trio.WouldBlock):
                        due.send_nowait(None)
                if isinstance(event, Convicted):
                    await trio.to_thread.run_sync(keeper.write_evidence, event)
                await tell.send(event)

    async def write_when_due() -> None:
        async for _ in when_due:
            await _write(keeper, sitting)

    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(listen)
            nursery.start_soon(write_when_due)
            yield
            nursery.cancel_scope.cancel()
    finally:
        with suppress(trio.WouldBlock, trio.EndOfChannel, trio.ClosedResourceError):
            while True:
                keeper.see(source.receive_nowait())
        with trio.CancelScope(shield=True):
            await _write(keeper, sitting)
    if keeper.trouble:
        raise Failure(keeper.trouble)


async def _write(keeper: Keeper, sitting: Sitting) -> None:
    machine = sitting.machine
    if machine is not None:
        # The log is read here, where it stands still; packing and writing it may take their time elsewhere.
        table = machine.table
        await trio.to_thread.run_sync(keeper.write, machine.genesis, tuple(table.log()), len(table.seals))


def path_of(folder: Path, table: bytes, kind: str) -> Path:
    """Where a file of this table lies."""
    return folder / f"{table.hex()}{kind}"


def evidence_name(event: Convicted) -> str:
    """The name of the file that convicts this seat, in the same folder as the table's transcript."""
    accused = event.evidence.contributions[0].header
    return f"{accused.table.hex()}.seat{accused.seat}{EVIDENCE}"


def replace_file(path: Path, content: bytes) -> None:
    """Write the owner's own file, whole or not at all. Raises OSError."""
    descriptor, aside = tempfile.mkstemp(prefix=".", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(aside).replace(path)
    except BaseException:
        Path(aside).unlink(missing_ok=True)
        raise
