"""Runs the jobs of machines in threads: what players wait for at once, what prepares the next hand when there is room."""

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
        """For a computer with this many processors."""
        self._processors = processors
        self._running = 0
        self._freed = trio.Event()

    async def run(self, job: Job) -> Any:
        """What to hand back to the job's machine. What the job raises, but for a Fault, is raised here.

        If cancelled, waits for a job that has started: no thread outlives its machine.
        """
        while not job.urgent and self._running >= self._processors:
            await self._freed.wait()
        self._running += 1
        try:
            return await trio.to_thread.run_sync(run, job)
        finally:
            self._running -= 1
            self._freed.set()
            self._freed = trio.Event()


_workers: trio.lowlevel.RunVar[Workers] = trio.lowlevel.RunVar("workers")


def workers() -> Workers:
    """Those of this Trio run."""
    try:
        return _workers.get()
    except LookupError:
        made = Workers(os.cpu_count() or 1)
        _workers.set(made)
        return made
