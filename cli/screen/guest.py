"""Trio as a guest on an asyncio loop: prompt-toolkit needs the one, the table the other, in one thread."""

import asyncio
import functools
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import outcome
import trio

Result = TypeVar("Result")
Value = TypeVar("Value")


def run(work: Callable[[], Awaitable[Result]]) -> Result:
    """Run `work` on Trio, as a guest of a new asyncio loop, to its end; what it returns or raises."""
    with asyncio.Runner() as runner:
        loop = runner.get_loop()
        # Not runner.run(), which would take SIGINT away from Trio.
        return loop.run_until_complete(_host(loop, work))


async def _host(loop: asyncio.AbstractEventLoop, work: Callable[[], Awaitable[Result]]) -> Result:
    ended: asyncio.Future[outcome.Outcome[Result]] = loop.create_future()
    trio.lowlevel.start_guest_run(
        work,
        run_sync_soon_threadsafe=loop.call_soon_threadsafe,
        run_sync_soon_not_threadsafe=loop.call_soon,
        done_callback=ended.set_result,
        host_uses_signal_set_wakeup_fd=True,
    )
    return (await ended).unwrap()


async def call_host(start: Callable[[], Coroutine[Any, Any, Value]]) -> Value:
    """Await an asyncio coroutine from a Trio task. Cancelling the task cancels the coroutine, and waits for it."""
    task = trio.lowlevel.current_task()
    token = trio.lowlevel.current_trio_token()
    hosted = asyncio.get_running_loop().create_task(start())
    cancelling: list[Callable[[], Any]] = []

    def ended(done: "asyncio.Task[Value]") -> None:
        result: outcome.Outcome[Any]
        if done.cancelled():
            result = outcome.capture(cancelling[0]) if cancelling else outcome.Error(HostCancelled())
        elif (error := done.exception()) is not None:
            result = outcome.Error(error)
        else:
            result = outcome.Value(done.result())
        token.run_sync_soon(functools.partial(trio.lowlevel.reschedule, task, result))

    def abort(raise_cancel: Callable[[], Any]) -> trio.lowlevel.Abort:
        cancelling.append(raise_cancel)
        hosted.cancel()
        return trio.lowlevel.Abort.FAILED

    hosted.add_done_callback(ended)
    value: Value = await trio.lowlevel.wait_task_rescheduled(abort)
    return value


class HostCancelled(Exception):  # noqa: N818 - what happened
    """The asyncio task was cancelled by its own loop."""
