"""Whom a table waits for: the seats whose contributions the most urgent open step lacks. Pure."""

from typing import NamedTuple

from engine.contract import Seat
from protocol.table import Table


class Awaited(NamedTuple):
    """A step that is open, and the seats that owe something to it, in order."""

    step: tuple[int, int, int] = (-1, -1, -1)
    """Hand, lane, and number of the step."""
    seats: tuple[Seat, ...] = ()


NOBODY = Awaited()


def step_awaited(table: Table) -> Awaited:
    """The step that everybody waits for; of no seat if the table is over, or nothing is due."""
    lane = table.most_urgent()
    return NOBODY if lane is None else Awaited((lane.hand, int(lane.lane), lane.step), table.awaited())
