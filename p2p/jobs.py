"""Runs the jobs of machines in threads: what players wait for at once, the rest when there is room."""

import os
from typing import Any

import trio

from protocol.events import Job
from protocol.seat import run


class Workers:
    """All jobs of one program; several machines (a player's and those of computer players) share one.

    An urgent job starts at once. One that nobody waits for yet starts when a processor is free of jobs.
    """

    def __init__(self, processors: int) -> None:
        """For a computer with this many `processors`."""
        self.processors = processors
        self._running = 0
        self._waiting = trio.lowlevel.ParkingLot()

    async def run(self, job: Job) -> Any:
        """What to hand back to the job's machine. What the job raises, but for a Fault, is raised here.

        If cancelled, waits for a job that has started: no thread outlives its machine.
        """
        if job.urgent or (self._running < self.processors and not self._waiting):
            self._running += 1
        else:
            await self._waiting.park()
        try:
            return await trio.to_thread.run_sync(run, job)
        finally:
            self._running -= 1
            if self._running < self.processors and self._waiting:
                # Whoever is let go has its place already, so that nobody comes in between.
                self._running += 1
                self._waiting.unpark()


_workers: trio.lowlevel.RunVar[Workers] = trio.lowlevel.RunVar("workers")


def workers() -> Workers:
    """Those of this Trio run."""
    try:
        return _workers.get()
    except LookupError:
        made = Workers(os.cpu_count() or 1)
        _workers.set(made)
        return made
