"""One table for other programs: its hands and moves as JSON and as CSV. Only what the log opened.

The fields are those of docs/export.md.
"""

from collections.abc import Iterator, Sequence

from cli.history.listing import written
from cli.history.recorded import Frame, Hand, Recorded
from cli.history.scenes import Teller
from cli.history.sight import Sight
from cli.history.summary import VOID
from engine.contract import Move, Seat
from engine.options import plain
from protocol.identity import fingerprint

FORMAT = "fairdeal export 1"
MOVES_CSV = ("table", "game", "hand", "index", "step", "seat", "player", "move", "cards", "value")


def as_json(table: Recorded) -> dict[str, object]:
    """The table as a JSON object."""
    genesis, report = table.genesis, table.report
    teller = Teller(table, Sight())
    return {
        "format": FORMAT,
        "table": report.table,
        "digest": report.digest,
        "game": genesis.terms.game,
        "options": {name: plain(value) for name, value in genesis.terms.options},
        "stake": genesis.terms.stake,
        "agreed_hands": genesis.terms.hands,
        "clock": genesis.terms.clock,
        "seats": [{"name": player.name, "key": fingerprint(player.key)} for player in genesis.players],
        "closed": report.closed,
        "ledger": list(report.ledger),
        "proven": dict(report.proven),
        "hands": [_hand(teller, hand) for hand in table.hands],
    }


def _hand(teller: Teller, hand: Hand) -> dict[str, object]:
    result, sealed = hand.result, hand.sealed
    return {
        "index": hand.index,
        "hand": hand.number,
        "counts": sealed is not None and sealed.counts,
        "outcome": None if sealed is None else VOID if result is None else result.outcome,
        "winners": [] if result is None else list(result.winners),
        "payoff": None if result is None else list(result.payoff),
        "payments": None if sealed is None else list(sealed.payments),
        "offenders": [] if sealed is None else list(sealed.offenders),
        "scores": list(hand.after.scores),
        "ledger": list(hand.ledger),
        "checked": dict(hand.checked),
        "opened": [card.name for card in sorted(set(hand.faces.values()))],
        "told": teller.told(hand),
        "moves": [
            {"step": step, "seat": seat, "move": move.kind, "cards": cards(hand, move), "value": move.value}
            for step, seat, move in moves(hand.frames)
        ],
    }


def moves(frames: Sequence[Frame]) -> Iterator[tuple[int, Seat, Move]]:
    """Every move of a hand with the number of its frame, from 0."""
    for step, frame in enumerate(frames):
        for seat, move in frame.moves:
            yield step, seat, move


def cards(hand: Hand, move: Move) -> list[str | None]:
    """The faces of what a move shows and names; None for a card that was never opened."""
    return [hand.faces[slot].name if slot in hand.faces else None for slot in dict.fromkeys((*move.shows, *move.slots))]


def as_csv(table: Recorded) -> str:
    """One line for each move. Cards that were never opened are written as ??."""
    about = (table.report.table, table.genesis.terms.game)
    return written(
        MOVES_CSV,
        [
            (
                *about,
                hand.number,
                hand.index,
                step,
                seat,
                table.genesis.players[seat].name,
                move.kind,
                " ".join(name or "??" for name in cards(hand, move)),
                "" if move.value is None else move.value,
            )
            for hand in table.hands
            for step, seat, move in moves(hand.frames)
        ],
    )
