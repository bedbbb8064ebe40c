"""A nursery for what has to go on when everything around is cancelled."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio


@asynccontextmanager
async def lasting_nursery() -> AsyncIterator[trio.Nursery]:
    """A nursery whose tasks hear of no cancellation from outside; they are cancelled when the context is left.

    What is still to be said when the body is cancelled has to be awaited in a scope of its own that is shielded, and
    ends by a deadline.
    """
    opened, nurseries = trio.Event(), list[trio.Nursery]()

    async def serve() -> None:
        with trio.CancelScope(shield=True):
            async with trio.open_nursery() as nursery:
                nurseries.append(nursery)
                opened.set()
                await trio.sleep_forever()

    async with trio.open_nursery() as around:
        # Not by `start`: cancelled meanwhile, that would wait for a task which hears of no cancellation.
        around.start_soon(serve)
        with trio.CancelScope(shield=True):
            await opened.wait()
        try:
            yield nurseries[0]
        finally:
            nurseries[0].cancel_scope.cancel()
