"""A nursery that outlasts a cancellation around it, for as long as its context, and no longer."""

import threading

import pytest
import trio
from trio.testing import MockClock

from p2p.lasting import lasting_nursery
from p2p.mesh import open_mesh
from protocol.identity import Identity


async def test_tasks_go_on_until_the_context_is_left(autojump_clock: MockClock) -> None:
    ticks: list[float] = []

    async def tick() -> None:
        while True:
            await trio.sleep(1)
            ticks.append(trio.current_time())

    with trio.CancelScope() as scope:
        async with lasting_nursery() as nursery:
            nursery.start_soon(tick)
            scope.cancel()
            with trio.CancelScope(shield=True):
                await trio.sleep(3.5)
    assert len(ticks) == 3
    await trio.sleep(5)
    assert len(ticks) == 3


async def test_what_a_task_raises_ends_the_body() -> None:
    async def fail() -> None:
        raise KeyError

    async def body() -> None:
        async with lasting_nursery() as nursery:
            nursery.start_soon(fail)
            await trio.sleep_forever()

    with pytest.raises(BaseExceptionGroup):
        await body()


def test_who_is_cancelled_already_opens_it_and_leaves_at_once() -> None:
    """As by a program that ends while a connection is being opened. In a thread: a fault here waits for ever."""

    async def main() -> None:
        for open_one in (lasting_nursery, lambda: open_mesh(Identity.generate(), b"0123456789")):
            with trio.CancelScope() as scope:
                scope.cancel()
                async with open_one():
                    await trio.sleep_forever()

    thread = threading.Thread(target=trio.run, args=(main,), daemon=True)
    thread.start()
    thread.join(20)
    assert not thread.is_alive()
