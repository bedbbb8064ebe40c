"""Whom a table waits for: the seats whose contributions the most urgent open step lacks. Pure."""

from engine.contract import Seat
from protocol.table import Table


def awaited(table: Table) -> tuple[Seat, ...]:
    """The seats that everybody waits for, in order; none if the table is over, or nothing is due."""
    for lane in table.lanes():
        seats = lane.waits_for()
        if seats:
            return tuple(sorted(seats))
    return ()
