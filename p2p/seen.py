"""Which messages have passed already, in bounded memory."""

from collections import OrderedDict
from dataclasses import dataclass, field

WINDOW = 1024
MAX_ORIGINS = 32


@dataclass(slots=True)
class _Origin:
    session: bytes
    highest: int = -1
    numbers: set[int] = field(default_factory=set)


class Seen:
    """The last WINDOW message numbers of each origin's present process; older numbers count as seen."""

    def __init__(self) -> None:
        self._origins: OrderedDict[bytes, _Origin] = OrderedDict()

    def knows(self, origin: bytes, session: bytes, number: int) -> bool:
        """Whether this message has been added, or is too old to tell."""
        known = self._origins.get(origin)
        if known is None or known.session != session:
            return False
        return number <= known.highest - WINDOW or number in known.numbers

    def add(self, origin: bytes, session: bytes, number: int) -> None:
        """Marks a message as seen. Another session of the origin begins anew."""
        known = self._origins.get(origin)
        if known is None or known.session != session:
            known = self._origins[origin] = _Origin(session)
        known.numbers.add(number)
        known.highest = max(known.highest, number)
        if len(known.numbers) > 2 * WINDOW:
            known.numbers = {kept for kept in known.numbers if kept > known.highest - WINDOW}
        self._origins.move_to_end(origin)
        if len(self._origins) > MAX_ORIGINS:
            self._origins.popitem(last=False)
