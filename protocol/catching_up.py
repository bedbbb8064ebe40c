"""How nodes help each other out: a request says where one stands, an answer is what another has beyond it.

Nothing in it is believed: what comes is taken in like everything else. Requests come from anybody at the table, as
often as they like, so what one costs is bounded, however long the night is: it is short, no more is looked at than
is sent or was named in it, and no more is sent than a node needs to get on. Then it stands further on, and asks again.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator

from protocol.codec import array, integer, pack, unpack
from protocol.contribution import Contribution, Lane
from protocol.table import Table

MAX_REQUEST = 4096
MAX_LANES = 16
"""How many lanes a request may name."""
MAX_ANSWER = 4096
"""More contributions than a hand has, so that one answer reaches back to where two nodes differ."""
MAX_ANSWER_BYTES = 16 << 20
"""More than a node keeps of one hand: its contributions, and behind these the voids and evidence of 8 seats."""


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
    room = MAX_ANSWER_BYTES
    for contribution in _since(first, table, aside):
        header = contribution.header
        if header.step < stands.get((int(header.lane), header.hand), 0):
            continue
        signed = contribution.signed
        room -= len(signed)
        if room < 0 or len(lacked) == MAX_ANSWER:
            break
        lacked.append(signed)
    return lacked


def _since(first: int, table: Table, aside: Iterable[Contribution]) -> Iterator[Contribution]:
    """All from this hand on, with what leads to it. Of a long night's earlier hands nothing is looked at."""
    start = bisect_left(table.records, first - 1, key=lambda lane: lane.hand)
    for lane in dict.fromkeys([table.agree, *table.records[start:], *table.setups.values()]):
        if lane.hand >= first or _leads_to(first, lane.lane, lane.hand):
            yield from lane.contributions()
    for contribution in aside:
        header = contribution.header
        if header.hand >= first or _leads_to(first, header.lane, header.hand):
            yield contribution


def _leads_to(first: int, lane: Lane, hand: int) -> bool:
    """Whether this is the agreement, or the seal before that hand."""
    return lane == Lane.TABLE or (lane == Lane.SEAL and hand == first - 1)
