"""Noticing that nothing happens."""

from collections.abc import Callable

import trio

PATIENCE = 8.0
"""Seconds without anything happening that are worth a word."""


class Quiet:
    """Calls back when nothing has happened for `PATIENCE`; once, until something does."""

    def __init__(self, then: Callable[[], None]) -> None:
        self._then = then
        self._stirred = trio.Event()

    def stir(self) -> None:
        """Something has happened."""
        self._stirred.set()

    async def watch(self) -> None:
        """Watch until cancelled."""
        while True:
            with trio.move_on_after(PATIENCE) as patience:
                await self._stirred.wait()
            if patience.cancelled_caught:
                self._then()
                await self._stirred.wait()
            self._stirred = trio.Event()
