"""How a table went, in few values: what lists, statistics and debts are made of."""

from dataclasses import dataclass, replace

from cli.history.recorded import Recorded
from engine.contract import Match, Seat
from protocol.table import Sealed
from protocol.terms import Genesis

VOID = "void"
"""The outcome of a hand that ended with a conviction."""


@dataclass(frozen=True)
class HandSummary:
    """One sealed or voided hand."""

    index: int
    """Its number in the log, from 0."""
    number: int
    """As the players count, from 1."""
    outcome: str
    winners: tuple[Seat, ...]
    payoff: tuple[int, ...]
    """By seat, in the game's points or money."""
    payments: tuple[int, ...]
    """By seat, in money."""
    counts: bool
    """Not so for what leads to a hand only: a cut, a redeal, a void hand."""


@dataclass(frozen=True)
class Summary:
    """A table as of its last seal. `hands` are in the order of the log."""

    table: bytes
    """The table's id, 32 bytes."""
    game: str
    stake: int
    names: tuple[str, ...]
    keys: tuple[bytes, ...]
    """Identity keys by seat."""
    hands: tuple[HandSummary, ...] = ()
    scores: tuple[int, ...] = ()
    """Of the match: by seat, or by side where the game has sides."""
    winners: tuple[Seat, ...] = ()
    """Of the match, once it is over."""
    ledger: tuple[int, ...] = ()
    """Money by seat."""
    closed: bool = False
    """Whether all have signed the closing."""

    @property
    def played(self) -> int:
        """Hands completed."""
        return sum(hand.counts for hand in self.hands)

    def with_hand(self, sealed: Sealed, match: Match) -> "Summary":
        """After one more seal; `match` counts it. A hand that was void until then is replaced."""
        kept = tuple(hand for hand in self.hands if hand.index < sealed.hand)
        before = sum(hand.counts for hand in kept)
        result, n = sealed.result, len(self.names)
        hand = HandSummary(
            sealed.hand,
            before + 1,
            VOID if result is None else result.outcome,
            () if result is None else result.winners,
            (0,) * n if result is None else result.payoff,
            sealed.payments,
            match.hands > before,
        )
        ledger = tuple(map(sum, zip(*[one.payments for one in (*kept, hand)], strict=True)))
        return replace(self, hands=(*kept, hand), scores=match.scores, winners=match.winners, ledger=ledger)


def blank(genesis: Genesis) -> Summary:
    """A table at which nothing is sealed yet."""
    names = tuple(player.name for player in genesis.players)
    ledger = (0,) * genesis.n
    return Summary(genesis.table, genesis.terms.game, genesis.terms.stake, names, genesis.keys, ledger=ledger)


def summary(table: Recorded) -> Summary:
    """How a verified table went."""
    made = blank(table.genesis)
    for hand in table.hands:
        if hand.sealed is not None:
            made = made.with_hand(hand.sealed, hand.after)
    return replace(made, closed=table.report.closed)
