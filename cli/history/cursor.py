"""Where a replay stands, and where each key leads. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias


@dataclass(frozen=True)
class Cursor:
    """A place in a replay: the place of a hand in the list of hands, and that of a step in the hand."""

    steps: tuple[int, ...]
    """How many steps each hand has; at least one hand, and at least one step in each."""
    hand: int = 0
    step: int = 0

    @property
    def at_end(self) -> bool:
        """Whether there is nothing further on."""
        return self.hand == len(self.steps) - 1 and self.step == self.steps[self.hand] - 1

    def forward(self) -> "Cursor":
        """The next step, if need be in the next hand; at the end nothing changes."""
        if self.step + 1 < self.steps[self.hand]:
            return replace(self, step=self.step + 1)
        return self if self.at_end else replace(self, hand=self.hand + 1, step=0)

    def back(self) -> "Cursor":
        """The step before, if need be the last one of the hand before; at the start nothing changes."""
        if self.step:
            return replace(self, step=self.step - 1)
        return replace(self, hand=self.hand - 1, step=self.steps[self.hand - 1] - 1) if self.hand else self

    def next_hand(self) -> "Cursor":
        """The start of the next hand, or the end of the last one."""
        if self.hand + 1 < len(self.steps):
            return replace(self, hand=self.hand + 1, step=0)
        return self.last_step()

    def previous_hand(self) -> "Cursor":
        """The start of the hand before, or that of the first one."""
        return replace(self, hand=max(0, self.hand - 1), step=0)

    def first_step(self) -> "Cursor":
        """The start of this hand."""
        return replace(self, step=0)

    def last_step(self) -> "Cursor":
        """The end of this hand."""
        return replace(self, step=self.steps[self.hand] - 1)


Way: TypeAlias = Callable[[Cursor], Cursor]

WAYS: Mapping[str, Way] = {
    "forward": Cursor.forward,
    "back": Cursor.back,
    "next hand": Cursor.next_hand,
    "previous hand": Cursor.previous_hand,
    "first step": Cursor.first_step,
    "last step": Cursor.last_step,
}
"""By its name: every way to go."""
