"""What a node keeps of contributions beside its table: one payload a cell, and what comes too early to be looked at."""

from collections.abc import Iterable, Iterator

from protocol.contribution import MAX_PAYLOAD, Contribution, Header, Lane, Place

WINDOW = 8
"""How many steps ahead of a lane contributions are kept."""
MAX_EARLY = 4 * MAX_PAYLOAD
"""How many bytes of one seat are kept ahead of the lanes."""


class Cells:
    """The payload that this node knows in each cell of this hand and the next, and in the seal of the last one."""

    def __init__(self) -> None:
        self._known: dict[bytes, Contribution] = {}

    def __iter__(self) -> Iterator[Contribution]:
        return iter(self._known.values())

    def __len__(self) -> int:
        return len(self._known)

    def known(self, contribution: Contribution) -> Contribution | None:
        """What fills the contribution's cell."""
        return self._known.get(contribution.cell)

    def fill(self, contribution: Contribution) -> None:
        """It fills its cell."""
        self._known[contribution.cell] = contribution

    def empty(self, contribution: Contribution) -> None:
        """It fills its cell no longer."""
        self._known.pop(contribution.cell, None)

    def forget_before(self, hand: int) -> None:
        """Drop the cells of hands that are over. Two results of one seat still convict it in the hand that follows."""
        self._known = {
            cell: c
            for cell, c in self._known.items()
            if c.header.hand >= hand or (c.header.hand == hand - 1 and c.header.lane == Lane.SEAL)
        }


class Early:
    """Contributions that are ahead of the lanes: one for each seat and step, MAX_EARLY bytes of each seat."""

    def __init__(self) -> None:
        self._held: dict[tuple[Place, int], Contribution] = {}

    def __iter__(self) -> Iterator[Contribution]:
        return iter(self._held.values())

    def __len__(self) -> int:
        return len(self._held)

    def find(self, header: Header) -> Contribution | None:
        """What is held of this seat for this step."""
        return self._held.get((header.place, header.seat))

    def hold(self, contribution: Contribution) -> bool:
        """Hold a first one of its seat for its step, if there is room; whether there was."""
        header = contribution.header
        held = sum(len(other.payload) for (_, seat), other in self._held.items() if seat == header.seat)
        if held + len(contribution.payload) > MAX_EARLY:
            return False
        self._held[header.place, header.seat] = contribution
        return True

    def take(self, places: Iterable[Place]) -> Iterator[Contribution]:
        """Let go of what is held for these steps, one by one."""
        wanted = set(places)
        for key in [key for key in self._held if key[0] in wanted]:
            yield self._held.pop(key)

    def forget_before(self, hand: int) -> None:
        """Drop what is of hands that are over."""
        self._held = {key: c for key, c in self._held.items() if c.header.hand >= hand}
