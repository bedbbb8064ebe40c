"""Runs one seat's machine on Trio: one task owns it, jobs run in threads, outputs are acted on in order."""

import os
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol, TypeAlias

import trio

from engine.contract import IllegalMove, Move
from protocol.codec import CodecError
from protocol.contribution import Contribution
from protocol.events import Behind, Event, Job, Journal, Send
from protocol.seat import SeatMachine, run

QUEUE = 256
"""How many inputs may wait for the machine before whoever brings more has to wait too."""


class ContributionJournal(Protocol):
    """Where contributions are made durable; called in a thread."""

    def keep(self, entries: Sequence[tuple[Contribution, bool]]) -> None:
        """Return once all are on disk; each comes with whether it is one's own."""


class _Choice:
    """A move on its way to the machine, and the answer on its way back."""

    def __init__(self, move: Move) -> None:
        self.move = move
        self.refusal: IllegalMove | None = None
        self.done = trio.Event()


_Input: TypeAlias = bytes | _Choice | tuple[Job, Any]


class Driver:
    """Owns a machine. `run` is its task; every other method may be called from any task of the same run."""

    def __init__(
        self,
        machine: SeatMachine,
        journal: ContributionJournal,
        broadcast: Callable[[bytes], Awaitable[None]],
        tell: Callable[[Event], Awaitable[None]],
        fall_behind: Callable[[], None],
    ) -> None:
        """`broadcast` sends to all peers, `tell` hands out events, `fall_behind` says that peers have to be asked."""
        self.machine = machine
        self._journal = journal
        self._broadcast = broadcast
        self._tell = tell
        self._fall_behind = fall_behind
        self._put, self._inputs = trio.open_memory_channel[_Input](QUEUE)
        self._urgent = trio.CapacityLimiter(os.cpu_count() or 1)
        # The next hand is prepared one job at a time, so that players never wait behind it.
        self._patient = trio.CapacityLimiter(1)

    async def receive(self, data: bytes) -> None:
        """Hand bytes from a peer to the machine; waits while many are queued."""
        await self._put.send(data)

    async def choose(self, move: Move) -> None:
        """Make a move. Raises IllegalMove, and nothing has happened then."""
        choice = _Choice(move)
        await self._put.send(choice)
        await choice.done.wait()
        if choice.refusal is not None:
            raise choice.refusal

    def catch_up(self, request: bytes) -> list[bytes]:
        """What a peer that sent this request may lack; nothing for a malformed one."""
        try:
            return self.machine.catch_up(request)
        except CodecError:
            return []

    async def run(self) -> None:
        """Start the machine and serve it until cancelled."""
        async with trio.open_nursery() as nursery:
            self.machine.start()
            await self._act(nursery)
            async for item in self._inputs:
                self._feed(item)
                await self._act(nursery)

    def _feed(self, item: _Input) -> None:
        if isinstance(item, bytes):
            self.machine.receive(item)
        elif isinstance(item, tuple):
            self.machine.finish(*item)
        else:
            try:
                self.machine.choose(item.move)
            except IllegalMove as refusal:
                item.refusal = refusal
            item.done.set()

    async def _act(self, nursery: trio.Nursery) -> None:
        """Begin the machine's jobs and act on its outputs, in order, durable ones first."""
        for job in self.machine.take_jobs():
            nursery.start_soon(self._work, job)
        outputs = self.machine.take_outputs()
        kept = [(output.contribution, output.own) for output in outputs if isinstance(output, Journal)]
        if kept:
            await trio.to_thread.run_sync(self._journal.keep, kept)
        for output in outputs:
            if isinstance(output, Send):
                await self._broadcast(output.data)
            elif isinstance(output, Behind):
                self._fall_behind()
            elif not isinstance(output, Journal):
                await self._tell(output)

    async def _work(self, job: Job) -> None:
        limiter = self._urgent if job.urgent else self._patient
        outcome = await trio.to_thread.run_sync(run, job, limiter=limiter)
        await self._put.send((job, outcome))
