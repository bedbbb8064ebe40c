"""What a player keeps beside a transcript: the faces that only this player saw, and how the table went.

The summary saves verifying every transcript for a list; the hash of the transcript in it says which one it is about.
One canonical value (`protocol.codec`): [LABEL, began, seat, computers, hash, summary, faces].
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from cli.history.summary import HandSummary, Summary, blank
from engine.cards import CARDS, Card
from engine.contract import Seat, Slot
from p2p.events import Seated, TableEvent
from protocol.codec import MAX_ITEMS, CodecError, Value, array, blob, integer, pack, text, unpack
from protocol.contribution import DIGEST_SIZE, MAX_COUNTER
from protocol.events import Closed, HandSealed, Happened
from protocol.terms import MAX_SEATS, clean_name

LABEL = "fairdeal notes 1"
MAX_SIZE = 1 << 26
MOST = 1 << 62
"""No sum of money is larger."""
BATCH = 1024

T = TypeVar("T")


@dataclass(frozen=True)
class Notes:
    """One player's notes of one table."""

    began: int
    """Seconds since 1970."""
    seat: Seat
    """The player's own."""
    computers: bool
    """Whether all others were computer players."""
    summary: Summary
    faces: Mapping[int, Mapping[Slot, Card]] = field(default_factory=dict)
    """By hand of the log: faces that this seat saw and that were not open to all at that moment."""
    transcript: bytes = bytes(DIGEST_SIZE)
    """SHA-256 of the transcript that the summary is about."""


def begun(event: Seated, began: int, *, computers: bool) -> Notes:
    """The notes of a table that starts."""
    return Notes(began, event.seat, computers, blank(event.genesis))


def noted(notes: Notes, event: TableEvent) -> Notes:
    """The notes after an event."""
    if isinstance(event, Happened):
        fresh = {slot: card for slot, card in event.faces.items() if slot not in event.state.open}
        known = notes.faces.get(event.hand, {})
        if fresh.keys() <= known.keys():
            return notes
        return replace(notes, faces={**notes.faces, event.hand: {**known, **fresh}})
    if isinstance(event, HandSealed):
        return replace(notes, summary=notes.summary.with_hand(event.sealed, event.match))
    if isinstance(event, Closed):
        return replace(notes, summary=replace(notes.summary, closed=True))
    return notes


def continued(earlier: Notes, notes: Notes) -> Notes:
    """Fresh notes of a table at which the player sat before: nothing that was noted then is lost."""
    hands = {
        hand: {**earlier.faces.get(hand, {}), **notes.faces.get(hand, {})}
        for hand in sorted({*earlier.faces, *notes.faces})
    }
    summary = max(notes.summary, earlier.summary, key=lambda known: len(known.hands))
    return replace(notes, began=earlier.began, summary=summary, faces=hands)


# -- as bytes -------------------------------------------------------------------------------------------------------


def encode(notes: Notes) -> bytes:
    """The file. Raises CodecError for sums beyond all bounds."""
    faces = [(hand, [(slot, int(card)) for slot, card in sorted(known.items())]) for hand, known in notes.faces.items()]
    return pack(
        (
            LABEL,
            notes.began,
            notes.seat,
            notes.computers,
            notes.transcript,
            _encode_summary(notes.summary),
            _batches(faces),
        )
    )


def decode(data: bytes) -> Notes:
    """Raises CodecError if these are no notes."""
    label, began, seat, computers, transcript, summary, faces = array(unpack(data, MAX_SIZE), 7)
    if label != LABEL:
        raise CodecError("these are no notes")
    decoded = _decode_summary(summary)
    return Notes(
        integer(began, 0, MOST),
        integer(seat, 0, len(decoded.names) - 1),
        _truth(computers),
        decoded,
        dict(_decode_faces(hand) for hand in _joined(faces)),
        blob(transcript, DIGEST_SIZE),
    )


def _encode_summary(summary: Summary) -> Value:
    hands = [
        (
            *(one.index, one.number, one.outcome, one.winners, one.payoff),
            *(one.payments, one.counts, one.scores, one.match_winners),
        )
        for one in summary.hands
    ]
    players = list(zip(summary.names, summary.keys, strict=True))
    return (summary.table, summary.game, summary.stake, players, _batches(hands), summary.ledger, summary.closed)


def _decode_summary(value: Value) -> Summary:
    table, game, stake, players, hands, ledger, closed = array(value, 7)
    seats = [array(player, 2) for player in array(players, most=MAX_SEATS)]
    n = len(seats)
    return Summary(
        blob(table, DIGEST_SIZE),
        text(game, 32),
        integer(stake, 1, MOST),
        tuple(clean_name(text(name, 1 << 10)) for name, _ in seats),
        tuple(blob(key, 32) for _, key in seats),
        tuple(_decode_hand(hand, n) for hand in _joined(hands)),
        _sums(ledger, n),
        _truth(closed),
    )


def _decode_hand(value: Value, n: int) -> HandSummary:
    index, number, outcome, winners, payoff, payments, counts, scores, match_winners = array(value, 9)
    return HandSummary(
        integer(index, 0, MAX_COUNTER),
        integer(number, 1, MAX_COUNTER),
        text(outcome, 64),
        _seats(winners, n),
        _sums(payoff, n),
        _sums(payments, n),
        _truth(counts),
        _sums(scores),
        _seats(match_winners, n),
    )


def _decode_faces(value: Value) -> tuple[int, dict[Slot, Card]]:
    hand, pairs = array(value, 2)
    faces = {}
    for pair in array(pairs):
        slot, card = array(pair, 2)
        faces[integer(slot, 0, 1 << 16)] = CARDS[integer(card, 0, len(CARDS) - 1)]
    return integer(hand, 0, MAX_COUNTER), faces


def _batches(items: Sequence[Value]) -> Value:
    """Arrays have a limit; arrays of arrays have a larger one."""
    return [items[at : at + BATCH] for at in range(0, len(items), BATCH)]


def _joined(value: Value) -> Iterable[Value]:
    return [item for batch in array(value, most=MAX_ITEMS) for item in array(batch, most=BATCH)]


def _sums(value: Value, n: int | None = None) -> tuple[int, ...]:
    return tuple(integer(item, -MOST, MOST) for item in array(value, n, MAX_SEATS))


def _seats(value: Value, n: int) -> tuple[Seat, ...]:
    return tuple(integer(item, 0, n - 1) for item in array(value, most=n))


def _truth(value: Value) -> bool:
    if not isinstance(value, bool):
        raise CodecError("expected true or false")
    return value
