"""What a player hears of the others' chat: not the muted, and of one who floods the table only so much. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from engine.contract import Seat

MOST_LINES = 5
"""So many lines of one seat are heard within `WITHIN`."""
WITHIN = 20.0
"""Seconds."""


class Heard(NamedTuple):
    """A line of chat: whether it is `told`, and whether the player is told that this seat now goes unheard."""

    told: bool
    too_much: bool = False


@dataclass(frozen=True)
class Ears:
    """Who is muted, and when each seat's last lines came."""

    muted: frozenset[Seat] = frozenset()
    lines: Mapping[Seat, tuple[float, ...]] = field(default_factory=dict)
    """By seat: when it said what still counts, at most one line more than `MOST_LINES`."""

    def hear(self, seat: Seat, now: float) -> tuple["Ears", Heard]:
        """A seat says something at `now` (seconds)."""
        if seat in self.muted:
            return self, Heard(told=False)
        before = self.lines.get(seat, ())
        # Lines that go unheard count too: who floods the table has to be silent before it is heard again.
        kept = (*[at for at in before if now - at < WITHIN], now)[-MOST_LINES - 1 :]
        told = len(kept) <= MOST_LINES
        heard = Heard(told, too_much=not told and len(before) <= MOST_LINES)
        return replace(self, lines={**self.lines, seat: kept}), heard

    def mute(self, seats: frozenset[Seat]) -> "Ears":
        """Hear nothing more of these seats."""
        return replace(self, muted=self.muted | seats)

    def unmute(self, seats: frozenset[Seat]) -> "Ears":
        """Hear these seats again, whatever they said before."""
        lines = {seat: at for seat, at in self.lines.items() if seat not in seats}
        return replace(self, muted=self.muted - seats, lines=lines)
