"""Runs the jobs of machines in threads: what players wait for at once, the rest when there is room."""

import os
from typing import Any

import trio

from protocol.events import Job
from protocol.seat import run


class Workers:
    """All jobs of one program; several machines (a player's and those of computer players) share one.

    Of urgent jobs as many run at once as there are processors, whatever else runs: more would only take the
    interpreter from each other. One that nobody waits for yet starts when a processor is free of jobs. Either kind
    starts in the order in which it came.
    """

    def __init__(self, processors: int) -> None:
        """For a computer with this many `processors`."""
        self.processors = processors
        self._running = {True: 0, False: 0}
        self._waiting = {True: trio.lowlevel.ParkingLot(), False: trio.lowlevel.ParkingLot()}

    async def run(self, job: Job) -> Any:
        """What to hand back to the job's machine. What the job raises, but for a Fault, is raised here.

        If cancelled, waits for a job that has started: no thread outlives its machine.
        """
        if self._has_room(job.urgent) and not self._waiting[job.urgent]:
            self._running[job.urgent] += 1
        else:
            await self._waiting[job.urgent].park()
        try:
            return await trio.to_thread.run_sync(run, job)
        finally:
            self._running[job.urgent] -= 1
            self._let_in()

    def _has_room(self, urgent: bool) -> bool:
        running = self._running[True] + (0 if urgent else self._running[False])
        return running < self.processors

    def _let_in(self) -> None:
        """Let the next one start. It gets its place here, so that nobody comes in between."""
        for urgent in (True, False):
            if self._waiting[urgent] and self._has_room(urgent):
                self._running[urgent] += 1
                self._waiting[urgent].unpark()


_workers: trio.lowlevel.RunVar[Workers] = trio.lowlevel.RunVar("workers")


def workers() -> Workers:
    """Those of this Trio run."""
    try:
        return _workers.get()
    except LookupError:
        made = Workers(os.cpu_count() or 1)
        _workers.set(made)
        return made
