"""An instrument of Trio's: how long the event loop was held up, and by which task."""

import gc
import time
from dataclasses import dataclass

import trio


@dataclass(frozen=True, slots=True)
class Step:
    """One uninterrupted piece of work of a task: nothing else on the loop runs meanwhile."""

    task: str
    wall_ms: float
    """As long as others had to wait; on a busy computer also because another program ran."""
    cpu_ms: float
    """Processor time of the loop's thread alone."""
    collected: bool
    """Whether a full garbage collection fell into it."""


class LoopWatch(trio.abc.Instrument):
    """Keeps the longest steps between `start` and the end of the run. Use with `trio.run(…, instruments=[watch])`."""

    def __init__(self, most: int = 5) -> None:
        self.cpu_s = 0.0
        """Processor time of all steps."""
        self.steps = 0
        self._most = most
        self._longest: list[Step] = []
        self._began = (0.0, 0.0)
        self._collected = False
        gc.callbacks.append(self._collects)

    def start(self) -> None:
        """Forget what was before: imports and filling the table."""
        self.cpu_s, self.steps, self._longest = 0.0, 0, []

    def before_task_step(self, task: trio.lowlevel.Task) -> None:  # noqa: ARG002 - Trio's signature
        self._collected = False
        self._began = (time.perf_counter(), time.thread_time())

    def after_task_step(self, task: trio.lowlevel.Task) -> None:
        wall, cpu = time.perf_counter() - self._began[0], time.thread_time() - self._began[1]
        self.cpu_s += cpu
        self.steps += 1
        if len(self._longest) < self._most or cpu > self._longest[-1].cpu_ms / 1000:
            step = Step(task.name, 1000 * wall, 1000 * cpu, self._collected)
            self._longest = sorted([*self._longest, step], key=lambda kept: -kept.cpu_ms)[: self._most]

    def after_run(self) -> None:
        gc.callbacks.remove(self._collects)

    def _collects(self, phase: str, info: dict[str, int]) -> None:
        if phase == "stop" and info["generation"] == 2:
            self._collected = True

    @property
    def longest(self) -> list[Step]:
        """The steps that took most processor time, the longest first."""
        return self._longest
