"""The lines to the other seats of a full table: how each is reached, and for how long a lost one is waited for."""

from collections.abc import Awaitable, Callable, Sequence

import trio

from p2p.events import Line, LineChanged
from p2p.mesh import Mesh
from p2p.presence import LEFT

GRACE = 15.0
"""Seconds that a broken line may take to come back before the table is given up."""
FAREWELL = 5.0
"""Seconds after a seat has left for what it said before to be taken in: it may have been the closing."""
QUIET = 5.0
"""Seconds without a sign of life, more than two heartbeats, after which a line is said to be quiet."""
LOOK = 1.0
"""Seconds between two looks."""


def grace(reason: str) -> float:
    """Seconds to wait for a seat that was lost for this reason."""
    return FAREWELL if reason == LEFT else GRACE


async def outlasts(lost: trio.CancelScope, seconds: float) -> bool:
    """Whether a line stays lost for so many seconds; returns as soon as it is there again."""
    with lost:
        await trio.sleep(seconds)
        return True
    return False


class Lines:
    """What is known of the lines from one seat to all others."""

    def __init__(self, mesh: Mesh, keys: Sequence[bytes], own: int) -> None:
        self._mesh = mesh
        self._keys = keys
        self._others = [seat for seat in range(len(keys)) if seat != own]
        self._told = dict.fromkeys(self._others, Line.DIRECT)
        self._lost: dict[int, trio.CancelScope] = {}

    def lose(self, seat: int) -> trio.CancelScope | None:
        """Note that a seat is lost; if that is news, what is cancelled as soon as it can be reached again."""
        if seat in self._lost:
            return None
        self._lost[seat] = trio.CancelScope()
        return self._lost[seat]

    def regain(self, seat: int) -> bool:
        """Note that a seat can be reached again; whether it was lost."""
        scope = self._lost.pop(seat, None)
        if scope is not None:
            scope.cancel()
        return scope is not None

    async def watch(self, tell: Callable[[LineChanged], Awaitable[None]]) -> None:
        """Tell how the others are reached, whenever that changes."""
        while True:
            for seat in self._others:
                line = self._line(seat)
                if line is not None and line is not self._told[seat]:
                    self._told[seat] = line
                    await tell(LineChanged(seat, line))
            await trio.sleep(LOOK)

    def _line(self, seat: int) -> Line | None:
        if seat in self._lost:
            return None
        silence = self._mesh.silence(self._keys[seat])
        if silence is None:
            return Line.RELAYED
        return Line.QUIET if silence > QUIET else Line.DIRECT
