"""How nodes help each other out: a request says where one stands, an answer is what another has beyond it.

Nothing in it is believed: what comes is taken in like everything else. Requests come from anybody at the table, as
often as they like, so what one costs is bounded: it is short, and its answer no longer than what a node needs to get
on from where it stands.
"""

from collections.abc import Iterable, Iterator

from protocol.codec import array, integer, pack, unpack
from protocol.contribution import Contribution, Lane
from protocol.table import Table

MAX_REQUEST = 4096
MAX_LANES = 16
"""How many lanes a request may name."""
MAX_ANSWER = 4096
"""More contributions than a hand has, so that one answer reaches back to where two nodes differ."""


def request(table: Table, *, from_start: bool) -> bytes:
    """Where the lanes of this hand stand; `from_start`: as if nothing of it had come, since others differ from us."""
    lanes = (table.agree, table.seal, table.play, table.closing, *table.setups.values())
    stands = [] if from_start else [(int(lane.lane), lane.hand, lane.step) for lane in lanes if lane is not None]
    return pack([table.hand, stands])


def answer(asked: bytes, table: Table, aside: Iterable[Contribution]) -> list[bytes]:
    """What the sender of this request may lack of the table's contributions, and of those kept `aside`.

    Raises CodecError for a malformed request.
    """
    hand, lanes = array(unpack(asked, MAX_REQUEST), 2)
    first = integer(hand, 0, 1 << 31)
    stands: dict[tuple[int, int], int] = {}
    for item in array(lanes, most=MAX_LANES):
        lane, of, step = (integer(part, 0, 1 << 31) for part in array(item, 3))
        stands[lane, of] = step
    lacked: list[bytes] = []
    for contribution in _since(first, table, aside):
        header = contribution.header
        if header.step < stands.get((int(header.lane), header.hand), 0):
            continue
        if len(lacked) == MAX_ANSWER:
            break
        lacked.append(contribution.signed)
    return lacked


def _since(first: int, table: Table, aside: Iterable[Contribution]) -> Iterator[Contribution]:
    """All from this hand on, with what leads to it. Of a long night's earlier hands nothing is looked at."""
    for lane in dict.fromkeys([*table.records, *table.setups.values()]):
        if lane.hand >= first or _leads_to(first, lane.lane, lane.hand):
            yield from lane.contributions()
    for contribution in aside:
        header = contribution.header
        if header.hand >= first or _leads_to(first, header.lane, header.hand):
            yield contribution


def _leads_to(first: int, lane: Lane, hand: int) -> bool:
    """Whether this is the agreement, or the seal before that hand."""
    return lane == Lane.TABLE or (lane == Lane.SEAL and hand == first - 1)
