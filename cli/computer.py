"""Computer players: they sit at a table like everybody else, and think in threads."""

import importlib
from collections.abc import Callable
from functools import partial
from random import Random, SystemRandom
from typing import Protocol

import trio

from engine.contract import IllegalMove, Move
from p2p.events import TableEvent
from p2p.sitting import Guest, Sitting, join_table
from protocol.events import Acting, MatchOver
from protocol.identity import Identity

NAMES = ("Ada", "Blaise", "Carl", "Daniel", "Emmy", "Fermat", "Grace", "Henri")
PACE = 0.5
"""Seconds that each move of a computer player takes at least: people can follow, and its speed says nothing."""


class Computer:
    """Finds moves in one game, by what a seat knows."""

    def __init__(self, game: str, *, pace: float = PACE, rng: Random | None = None) -> None:
        """Moves take `pace` seconds, or as long as the thinking does."""
        self._choose: Callable[..., Move] = importlib.import_module(f"engine.games.{game}.player").choose
        self.pace = pace
        self._rng = SystemRandom() if rng is None else rng
        self._limiter = trio.CapacityLimiter(1)

    async def choose(self, acting: Acting, seat: int) -> Move:
        """The seat's move."""
        ready = trio.current_time() + self.pace
        think = partial(self._choose, acting.state, seat, acting.faces, self._rng)
        move = await trio.to_thread.run_sync(think, abandon_on_cancel=True, limiter=self._limiter)
        await trio.sleep_until(ready)
        return move


async def make_move(sitting: Sitting, acting: Acting, move: Move) -> None:
    """Make a computer player's move. A refusal counts only while the move is still awaited."""
    try:
        await sitting.choose(move)
    except IllegalMove:
        if is_awaited(sitting, acting):
            raise


def is_awaited(sitting: Sitting, acting: Acting) -> bool:
    """Whether the seat is still asked what `acting` asks: not after a fault, or once the table has ended."""
    machine = sitting.machine
    play = None if machine is None else machine.table.play
    return machine is not None and play is not None and machine.asked and play.state is acting.state


class Observer(Protocol):
    """Is told what a computer player sees and when it makes a move."""

    def saw(self, event: TableEvent) -> None:
        """An event has arrived."""

    def chose(self, acting: Acting) -> None:
        """A move is about to be made."""


async def play_on(sitting: Sitting, computer: Computer, observer: Observer | None = None) -> None:
    """Let a computer player play at this table until it has ended."""
    async for event in sitting.events:
        if observer is not None:
            observer.saw(event)
        if isinstance(event, MatchOver):
            await sitting.rematch(again=True)
        elif isinstance(event, Acting) and sitting.machine is not None:
            move = await computer.choose(event, sitting.machine.seat)
            if observer is not None:
                observer.chose(event)
            await make_move(sitting, event, move)


async def visit(code: str, name: str, computer: Computer) -> None:
    """Join a table as a computer player of this name, with an identity of its own, and play until it has ended."""
    async with join_table(Guest(Identity.generate(), name), code, loopback=True) as sitting:
        await play_on(sitting, computer)


def names(count: int, taken: str = "") -> list[str]:
    """Names for so many computer players, none of them `taken`."""
    return [name for name in NAMES if name.casefold() != taken.casefold()][:count]
