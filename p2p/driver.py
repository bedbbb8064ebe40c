"""Runs one seat's machine on Trio: one task owns it, jobs run in threads, outputs are acted on in order.

Two tasks share the work. One feeds the machine and starts its jobs at once, the other acts on what comes out; so a
slow disk or peer holds up neither the checks of what arrives nor the own part in a step. What piles up while the disk
is busy becomes durable together.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol, TypeAlias

import trio

from engine.contract import IllegalMove, Move
from p2p.jobs import workers
from protocol.codec import CodecError
from protocol.contribution import Contribution
from protocol.events import Acting, Behind, Event, Happened, Job, Journal, Output, Send
from protocol.seat import SeatMachine

QUEUE = 256
"""How many inputs may wait for the machine before whoever brings more has to wait too."""
BACKLOG = 64
"""How many times the machine may put something out before it has to wait for the disk and the peers."""
_AT_ONCE = (Journal, Happened, Acting)
"""Players need not wait for the disk to see a move. Whatever leaves this node, or ends its part, does."""


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


_Input: TypeAlias = bytes | bool | _Choice | tuple[Job, Any]


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
        self._pass_on, self._passed = trio.open_memory_channel[list[Output]](BACKLOG)
        self._unkept: set[bytes] = set()
        """Own contributions that are not on disk yet: nobody may see them."""

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

    async def rematch(self, *, again: bool) -> None:
        """Say whether to play another match."""
        await self._put.send(again)

    def catch_up(self, request: bytes) -> list[bytes]:
        """What a peer that sent this request may lack; nothing for a malformed one."""
        try:
            lacked = self.machine.catch_up(request)
        except CodecError:
            return []
        return [data for data in lacked if data not in self._unkept]

    async def run(self) -> None:
        """Start the machine and serve it until cancelled."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._act)
            self.machine.start()
            await self._give_out(nursery)
            async for item in self._inputs:
                self._feed(item)
                await self._give_out(nursery)

    def _feed(self, item: _Input) -> None:
        if isinstance(item, bytes):
            self.machine.receive(item)
        elif isinstance(item, tuple):
            self.machine.finish(*item)
        elif isinstance(item, bool):
            self.machine.rematch(again=item)
        else:
            try:
                self.machine.choose(item.move)
            except IllegalMove as refusal:
                item.refusal = refusal
            item.done.set()

    async def _give_out(self, nursery: trio.Nursery) -> None:
        """Begin the machine's jobs and pass its outputs on."""
        for job in self.machine.take_jobs():
            nursery.start_soon(self._work, job)
        if outputs := self.machine.take_outputs():
            own = [output.contribution for output in outputs if isinstance(output, Journal) and output.own]
            self._unkept |= {contribution.signed for contribution in own}
            await self._pass_on.send(outputs)

    async def _work(self, job: Job) -> None:
        outcome = await workers().run(job)
        await self._put.send((job, outcome))

    async def _act(self) -> None:
        """Act on all outputs in their order."""
        async for outputs in self._passed:
            ready = [*outputs, *self._waiting()]
            unkept = [output for output in ready if isinstance(output, Journal)]
            for output in ready:
                if not isinstance(output, _AT_ONCE):
                    unkept = await self._keep(unkept)
                await self._act_on(output)
            await self._keep(unkept)

    def _waiting(self) -> list[Output]:
        waiting: list[Output] = []
        while self._passed.statistics().current_buffer_used:
            waiting += self._passed.receive_nowait()
        return waiting

    async def _keep(self, unkept: list[Journal]) -> list[Journal]:
        """Make contributions durable; what is left to keep then."""
        if unkept:
            await trio.to_thread.run_sync(self._journal.keep, [(entry.contribution, entry.own) for entry in unkept])
            self._unkept -= {entry.contribution.signed for entry in unkept if entry.own}
        return []

    async def _act_on(self, output: Output) -> None:
        if isinstance(output, Send):
            await self._broadcast(output.data)
        elif isinstance(output, Behind):
            self._fall_behind()
        elif not isinstance(output, Journal):
            await self._tell(output)
