"""How the other seats are reached, and for how long a lost one is waited for."""

from typing import Any

import pytest
import trio
from trio.testing import MockClock

from p2p.events import Line, LineChanged
from p2p.limits import Limits
from p2p.lines import FAREWELL, GRACE, LOOK, QUIET, Lines, grace, outlasts
from p2p.presence import LEFT

KEYS = (b"a", b"b", b"c")


class Lull:
    """A mesh of which only the silences matter."""

    def __init__(self) -> None:
        self.silences: dict[bytes, float | None] = {b"b": 0.0, b"c": 0.0}

    def silence(self, key: bytes) -> float | None:
        return self.silences[key]


def lines_of(mesh: Any) -> Lines:
    return Lines(mesh, KEYS, 0)


async def test_changes_are_told_once(autojump_clock: MockClock) -> None:
    mesh, told = Lull(), []

    async def tell(event: LineChanged) -> None:
        told.append(event)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(lines_of(mesh).watch, tell)
        await trio.sleep(5 * LOOK)
        assert told == []
        mesh.silences[b"b"] = QUIET + 1
        await trio.sleep(3 * LOOK)
        mesh.silences[b"b"] = None
        await trio.sleep(3 * LOOK)
        mesh.silences[b"b"] = 0.1
        await trio.sleep(3 * LOOK)
        nursery.cancel_scope.cancel()
    assert told == [LineChanged(1, Line.QUIET), LineChanged(1, Line.RELAYED), LineChanged(1, Line.DIRECT)]


async def test_nothing_is_told_of_a_lost_seat(autojump_clock: MockClock) -> None:
    mesh, told = Lull(), []

    async def tell(event: LineChanged) -> None:
        told.append(event)

    lines = lines_of(mesh)
    async with trio.open_nursery() as nursery:
        assert lines.lose(2) is not None
        assert lines.lose(2) is None
        nursery.start_soon(lines.watch, tell)
        mesh.silences[b"c"] = None
        await trio.sleep(3 * LOOK)
        nursery.cancel_scope.cancel()
    assert told == []


@pytest.mark.parametrize("back", [None, 3.0])
async def test_a_lost_seat_is_waited_for(back: float | None, autojump_clock: MockClock) -> None:
    lines = lines_of(Lull())
    lost = lines.lose(1)
    assert lost is not None
    began, stayed = trio.current_time(), []

    async def wait() -> None:
        stayed.append(await outlasts(lost, GRACE))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(wait)
        if back is not None:
            await trio.sleep(back)
            assert lines.regain(1)
            assert not lines.regain(1)
    assert stayed == [back is None]
    assert trio.current_time() - began == pytest.approx(GRACE if back is None else back)


def test_whoever_left_is_not_waited_for_long() -> None:
    assert grace(LEFT) == FAREWELL < GRACE == grace("the connection was closed")


def test_quiet_is_more_than_two_heartbeats_and_less_than_lost() -> None:
    assert 2 * Limits().heartbeat < QUIET < Limits().silence


async def test_a_seat_that_is_back_before_anybody_waits_for_it(autojump_clock: MockClock) -> None:
    """A program that is started again is lost and there in one breath."""
    lines = lines_of(Lull())
    lost = lines.lose(1)
    assert lost is not None
    assert lines.regain(1)
    began = trio.current_time()
    assert not await outlasts(lost, GRACE)
    assert trio.current_time() == began
