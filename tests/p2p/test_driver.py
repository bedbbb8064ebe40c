"""The driver's promises, on a machine that does what the test says and a disk that waits until the test lets it go."""

import threading
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from engine.contract import IllegalMove, Match, Move, State
from engine.options import OptionSet
from p2p.driver import BACKLOG, QUEUE, Driver
from p2p.jobs import Workers, workers
from protocol.contribution import Contribution, Fault, Header, Lane, sign
from protocol.events import (
    Acting,
    Agreed,
    Behind,
    Closed,
    Event,
    Happened,
    Job,
    Journal,
    Output,
    Send,
)
from protocol.identity import Identity
from protocol.seat import SeatMachine

ME = Identity(bytes(32))
STATE = State(OptionSet(), 2, 0, "phase")


def said(number: int) -> Contribution:
    """A contribution for every number."""
    return sign(ME, Header(bytes(32), 0, number, 0, Lane.PLAY, 0, 0, bytes(32)), "move", ())


def kept_and_sent(number: int) -> list[Output]:
    return [Journal(said(number), own=True), Send(said(number).signed)]


def happened(number: int) -> Happened:
    return Happened(number, {}, STATE, {})


class Record(list[object]):
    """A list whose growth can be awaited."""

    def __init__(self) -> None:
        super().__init__()
        self._grown = trio.Event()

    def append(self, item: object) -> None:
        super().append(item)
        self._grown.set()
        self._grown = trio.Event()

    async def has(self, count: int) -> None:
        """Wait until there are so many items."""
        with trio.fail_after(5):
            while len(self) < count:
                await self._grown.wait()


class Machine(SeatMachine):
    """Puts out what it is told to: by `script`, for bytes that are received, moves, and outcomes of jobs."""

    def __init__(self, script: dict[object, list[Output | Job]]) -> None:
        self.script = script
        self.todo: list[Output | Job] = []
        self.finished = Record()

    def start(self) -> None:
        self._do("start")

    def receive(self, data: bytes) -> None:
        self._do(data)

    def choose(self, move: Move) -> None:
        if move.kind not in self.script:
            raise IllegalMove("Not now.")
        self._do(move.kind)

    def finish(self, job: Job, outcome: Any) -> None:
        self.finished.append(outcome)
        self._do(outcome)

    def take_jobs(self) -> list[Job]:
        jobs = [item for item in self.todo if isinstance(item, Job)]
        self.todo = [item for item in self.todo if not isinstance(item, Job)]
        return jobs

    def take_outputs(self) -> list[Output]:
        outputs, self.todo = self.todo, []
        return [output for output in outputs if not isinstance(output, Job)]

    def catch_up(self, request: bytes) -> list[bytes]:
        return [said(number).signed for number in range(9)]

    def _do(self, key: object) -> None:
        self.todo += self.script.get(key, [])


@dataclass
class Disk:
    """A journal; while it is `stuck`, nothing becomes durable."""

    kept: list[list[int]] = field(default_factory=list)
    broken: bool = False
    busy: threading.Event = field(default_factory=threading.Event)
    free: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.free.set()

    def keep(self, entries: Sequence[tuple[Contribution, bool]]) -> None:
        self.busy.set()
        assert self.free.wait(5)
        if self.broken:
            raise OSError("no space left")
        self.kept.append([entry.header.hand for entry, _ in entries])

    async def is_stuck(self) -> None:
        """Wait until something is to be kept."""
        assert await trio.to_thread.run_sync(self.busy.wait, 5)


@dataclass
class World:
    """A running driver, and what it has sent, told and asked for, in one order."""

    machine: Machine
    disk: Disk
    driver: Driver
    seen: Record = field(default_factory=Record)
    crowded: trio.Event | None = None
    """While it is not set, peers take nothing."""

    async def broadcast(self, data: bytes) -> None:
        if self.crowded is not None:
            await self.crowded.wait()
        self.seen.append(data)

    async def tell(self, event: Event) -> None:
        await trio.lowlevel.checkpoint()
        self.seen.append(event)

    async def feed(self, *items: bytes) -> None:
        for item in items:
            await self.driver.receive(item)
        await wait_all_tasks_blocked()


@asynccontextmanager
async def running(script: dict[object, list[Output | Job]]) -> AsyncIterator[World]:
    machine, disk = Machine(script), Disk()
    world: World

    async def broadcast(data: bytes) -> None:
        await world.broadcast(data)

    async def tell(event: Event) -> None:
        await world.tell(event)

    driver = Driver(machine, disk, broadcast, tell, lambda: world.seen.append("behind"))
    world = World(machine, disk, driver)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(driver.run)
        await wait_all_tasks_blocked()
        try:
            yield world
        finally:
            disk.free.set()
            nursery.cancel_scope.cancel()


# -- the disk ---------------------------------------------------------------------------------------------


async def test_nothing_is_sent_before_it_is_durable_with_all_before_it() -> None:
    script: dict[object, list[Output | Job]] = {b"theirs": [Journal(said(1), own=False)], b"mine": [*kept_and_sent(2)]}
    async with running(script) as world:
        world.disk.free.clear()
        await world.feed(b"theirs", b"mine")
        await world.disk.is_stuck()
        await wait_all_tasks_blocked()
        assert world.seen == []
        world.disk.free.set()
        await world.seen.has(1)
        assert sorted(hand for kept in world.disk.kept for hand in kept) == [1, 2]
        assert world.seen == [said(2).signed]


async def test_a_peer_that_lacks_something_is_not_shown_what_is_not_durable() -> None:
    async with running({b"mine": [*kept_and_sent(2)], b"theirs": [Journal(said(3), own=False)]}) as world:
        world.disk.free.clear()
        await world.feed(b"mine", b"theirs")
        await world.disk.is_stuck()
        shown = world.driver.catch_up(b"")
        assert said(2).signed not in shown
        assert said(3).signed in shown
        world.disk.free.set()
        await world.seen.has(1)
        assert said(2).signed in world.driver.catch_up(b"")


async def test_a_checked_move_is_shown_before_it_is_durable_but_an_end_is_not() -> None:
    acting = Acting(1, STATE, {}, watching=False, pending={})
    end = Closed(Match(OptionSet(), 2), (0, 0), bytes(32))
    script: dict[object, list[Output | Job]] = {b"move": [Journal(said(1), own=False), happened(1), acting, end]}
    async with running(script) as world:
        world.disk.free.clear()
        await world.feed(b"move")
        await world.disk.is_stuck()
        assert world.seen == [happened(1), acting]
        world.disk.free.set()
        await world.seen.has(3)
        assert world.seen[-1] == end
        assert world.disk.kept == [[1]]


async def test_the_machine_goes_on_while_the_disk_is_busy_and_the_rest_is_kept_at_once() -> None:
    job = Job(lambda: "done", urgent=True)
    script: dict[object, list[Output | Job]] = {
        b"first": [*kept_and_sent(0)],
        b"more": [*kept_and_sent(1), job],
        "done": [*kept_and_sent(2)],
        b"last": [*kept_and_sent(3)],
    }
    async with running(script) as world:
        world.disk.free.clear()
        await world.feed(b"first")
        await world.disk.is_stuck()
        await world.feed(b"more", b"last")
        await world.machine.finished.has(1)
        await wait_all_tasks_blocked()
        assert world.seen == []
        world.disk.free.set()
        await world.seen.has(4)
        assert [len(kept) for kept in world.disk.kept] == [1, 3]
        assert sorted(world.seen) == sorted(said(number).signed for number in range(4))  # type: ignore[type-var]


async def test_a_disk_that_fails_stops_the_driver_and_nothing_is_sent() -> None:
    seen = Record()

    async def fill_the_disk() -> None:
        async with running({b"mine": [*kept_and_sent(1)]}) as world:
            world.seen, world.disk.broken = seen, True
            await world.driver.receive(b"mine")
            await trio.sleep_forever()

    with pytest.raises(BaseExceptionGroup) as caught:
        await fill_the_disk()
    assert caught.group_contains(OSError, match="no space left")
    assert seen == []


# -- outputs and inputs -----------------------------------------------------------------------------------


async def test_outputs_keep_their_order() -> None:
    first: list[Output | Job] = [happened(1), Agreed(), *kept_and_sent(1), happened(2), Behind(), *kept_and_sent(2)]
    second: list[Output | Job] = [Send(b"x"), happened(3), *kept_and_sent(3), Agreed()]
    expected = [
        *(happened(1), Agreed(), said(1).signed, happened(2), "behind", said(2).signed),
        *(b"x", happened(3), said(3).signed, Agreed()),
    ]
    async with running({b"1": first, b"2": second, "start": [Send(b"start")]}) as world:
        await world.feed(b"1", b"2")
        await world.seen.has(1 + len(expected))
        assert world.seen == [b"start", *expected]


async def test_a_refused_move_is_raised_where_it_was_chosen() -> None:
    async with running({"play": [happened(1)]}) as world:
        with pytest.raises(IllegalMove, match="Not now"):
            await world.driver.choose(Move("pass"))
        assert world.seen == []
        await world.driver.choose(Move("play"))
        await wait_all_tasks_blocked()
        assert world.seen == [happened(1)]


async def test_whoever_brings_more_than_peers_take_has_to_wait() -> None:
    async with running({b"in": [Send(b"out")]}) as world:
        world.crowded = trio.Event()
        brought = 0
        with trio.CancelScope() as scope:

            async def stop_when_stuck() -> None:
                await wait_all_tasks_blocked()
                scope.cancel()

            async with trio.open_nursery() as nursery:
                nursery.start_soon(stop_when_stuck)
                while True:
                    await world.driver.receive(b"in")
                    brought += 1
        assert QUEUE <= brought <= QUEUE + BACKLOG + 4
        world.crowded.set()
        await world.seen.has(brought)


# -- jobs -------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class Work:
    """A job that runs until it is let go."""

    begun: threading.Event = field(default_factory=threading.Event)
    free: threading.Event = field(default_factory=threading.Event)

    def run(self) -> str:
        self.begun.set()
        assert self.free.wait(5)
        return "done"

    async def has_begun(self) -> None:
        assert await trio.to_thread.run_sync(self.begun.wait, 5)


@asynccontextmanager
async def at_work(pool: Workers, *urgent: bool) -> AsyncIterator[tuple[list[Work], trio.Nursery]]:
    """Works that were given to the pool one after the other, and their nursery; all are let go at the end."""
    works = [Work() for _ in urgent]
    async with trio.open_nursery() as nursery:
        try:
            for work, is_urgent in zip(works, urgent, strict=True):
                nursery.start_soon(pool.run, Job(work.run, is_urgent))
                await wait_all_tasks_blocked()
            yield works, nursery
        finally:
            for work in works:
                work.free.set()


@pytest.mark.parametrize("processors", [1, 2, 3])
async def test_urgent_jobs_fill_the_processors_whatever_else_runs(processors: int) -> None:
    """There are background jobs on all processors and one that waits, then urgent ones and two that wait."""
    background, urgent = [False] * (processors + 1), [True] * (processors + 2)
    async with at_work(Workers(processors), *background, *urgent) as (works, _):
        patient, last, last_but_one = works[processors], works[-1], works[-2]
        running = [work for work in works if work not in (patient, last, last_but_one)]
        for work in running:
            await work.has_begun()
        for work in running[:processors]:
            work.free.set()
        await wait_all_tasks_blocked()
        assert not any(work.begun.is_set() for work in (patient, last, last_but_one))
        running[processors].free.set()
        await last_but_one.has_begun()
        assert not any(work.begun.is_set() for work in (patient, last))
        last_but_one.free.set()
        await last.has_begun()
        for work in running[processors + 1 :]:
            work.free.set()
        last.free.set()
        await patient.has_begun()


async def test_a_background_job_waits_while_urgent_ones_fill_the_processors() -> None:
    async with at_work(Workers(2), True, True, False) as (works, _):
        for work in works[:2]:
            await work.has_begun()
        await wait_all_tasks_blocked()
        assert not works[2].begun.is_set()
        works[0].free.set()
        await works[2].has_begun()


async def test_background_jobs_start_in_their_order() -> None:
    pool, order = Workers(1), list[int]()
    async with at_work(pool, True) as (works, nursery):
        await works[0].has_begun()
        for number in range(5):
            nursery.start_soon(pool.run, Job(partial(order.append, number), urgent=False))
            await wait_all_tasks_blocked()
        works[0].free.set()
    assert order == list(range(5))


async def test_machines_of_one_program_share_the_processors() -> None:
    assert workers() is workers()
    async with at_work(workers(), *[False] * workers().processors) as (works, _):
        for work in works:
            await work.has_begun()
        patient, urgent = Work(), Work()
        script: dict[object, list[Output | Job]] = {
            b"patient": [Job(patient.run, urgent=False)],
            b"urgent": [Job(urgent.run, urgent=True)],
        }
        async with running(script) as world:
            await world.feed(b"patient", b"urgent")
            await urgent.has_begun()
            assert not patient.begun.is_set()
            urgent.free.set()
            await world.machine.finished.has(1)
            assert not patient.begun.is_set()
            patient.free.set()


async def test_cancelling_waits_for_a_job_that_runs_and_forgets_one_that_waits() -> None:
    async with at_work(workers(), *[False] * (workers().processors - 1)) as (works, _):
        for work in works:
            await work.has_begun()
        running_one, waiting = Work(), Work()
        script: dict[object, list[Output | Job]] = {
            b"1": [Job(running_one.run, urgent=False)],
            b"2": [Job(waiting.run, urgent=False)],
        }
        ended = trio.Event()

        async def serve(scope: trio.CancelScope) -> None:
            with scope:
                async with running(script) as world:
                    await world.feed(b"1")
                    await world.feed(b"2")
                    await trio.sleep_forever()
            ended.set()

        async with trio.open_nursery() as nursery:
            scope = trio.CancelScope()
            nursery.start_soon(serve, scope)
            await running_one.has_begun()
            await wait_all_tasks_blocked()
            scope.cancel()
            await wait_all_tasks_blocked()
            assert not ended.is_set()
            running_one.free.set()
            await ended.wait()
        for work in works:
            work.free.set()
        await wait_all_tasks_blocked()
        assert not waiting.begun.is_set()


async def test_a_fault_is_handed_back_and_any_other_exception_is_raised() -> None:
    fault, error = Fault("false"), KeyError("a mistake of ours")

    def raising(what: Exception) -> Callable[[], Any]:
        def work() -> Any:
            raise what

        return work

    jobs: dict[object, list[Output | Job]] = {
        b"fault": [Job(raising(fault), urgent=True)],
        b"error": [Job(raising(error), urgent=False)],
    }
    finished = Record()

    async def fail() -> None:
        async with running(jobs) as world:
            world.machine.finished = finished
            await world.driver.receive(b"fault")
            await finished.has(1)
            await world.driver.receive(b"error")
            await trio.sleep_forever()

    with pytest.raises(BaseExceptionGroup) as caught:
        await fail()
    assert caught.group_contains(KeyError, match="a mistake of ours")
    assert finished == [fault]


async def test_places_are_free_again_after_jobs_that_fail_or_are_cancelled() -> None:
    pool = Workers(1)
    with pytest.raises(ZeroDivisionError):
        await pool.run(Job(lambda: 1 // 0, urgent=True))
    work = Work()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(pool.run, Job(work.run, urgent=False))
        await work.has_begun()
        nursery.cancel_scope.cancel()
        work.free.set()
    assert await pool.run(Job(lambda: "free", urgent=False)) == "free"
