"""What has been proven at a table so far, counted from its log."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from protocol.lane import Archive, Steps
from protocol.table import Table


@dataclass(frozen=True)
class Proofs:
    """How much has been checked; everything that counts in a log was checked before it did."""

    counts: Mapping[str, int] = field(default_factory=dict)
    """By the kind of a contribution: how many were checked, all hands together."""
    shuffles: int = 0
    """Of the deck on the table: by how many seats it was shuffled, each with proof."""
    digest: bytes = b""
    """Of the log so far."""

    @property
    def signatures(self) -> int:
        """Every contribution is signed."""
        return sum(self.counts.values())


class Counting:
    """Counts a table's log again and again, looking only at what is new."""

    def __init__(self) -> None:
        self._counted: dict[tuple[int, int, int], tuple[int, Counter[str]]] = {}

    def look(self, table: Table) -> Proofs:
        """What has been proven by now."""
        setup = table.setups.get(table.hand)
        lanes = dict.fromkeys([*table.records, *([] if setup is None else [setup])])
        counts = sum([self._count(lane) for lane in lanes], Counter[str]())
        shuffles = 0 if setup is None else self._count(setup)["shuffle"]
        return Proofs(dict(counts), shuffles, table.digest)

    def _count(self, lane: Steps | Archive) -> Counter[str]:
        """By kind, the contributions to the closed steps of a lane."""
        if not lane.closed:
            return Counter()
        key = (lane.hand, int(lane.lane), lane.closed[0][0].header.step)
        steps, counts = self._counted.get(key, (0, Counter[str]()))
        if steps < len(lane.closed):
            counts = counts + Counter(entry.kind for step in lane.closed[steps:] for entry in step)
            self._counted[key] = (len(lane.closed), counts)
        return counts
