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
    """As the players count over all matches at the table, from 1."""
    outcome: str
    winners: tuple[Seat, ...]
    payoff: tuple[int, ...]
    """By seat, in the game's points or money."""
    payments: tuple[int, ...]
    """By seat, in money."""
    counts: bool
    """Not so for what leads to a hand only: a cut, a redeal, a void hand."""
    scores: tuple[int, ...]
    """Of the match after this hand: by seat, or by side where the game has sides."""
    match_winners: tuple[Seat, ...]
    """Who won the match, if this hand decided it."""


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
    ledger: tuple[int, ...] = ()
    """Money by seat."""
    closed: bool = False
    """Whether all have signed the closing."""

    @property
    def scores(self) -> tuple[int, ...]:
        """Of the last match, as `HandSummary.scores`."""
        return self.hands[-1].scores if self.hands else ()

    @property
    def matches(self) -> tuple[tuple[Seat, ...], ...]:
        """The winners of every match that was decided, in order."""
        return tuple(hand.match_winners for hand in self.hands if hand.match_winners)

    @property
    def played(self) -> int:
        """Hands completed."""
        return sum(hand.counts for hand in self.hands)

    def with_hand(self, sealed: Sealed, match: Match) -> "Summary":
        """After one more seal; `match` counts it. A hand that was void until then is replaced."""
        kept = tuple(hand for hand in self.hands if hand.index < sealed.hand)
        result, n = sealed.result, len(self.names)
        hand = HandSummary(
            sealed.hand,
            sum(hand.counts for hand in kept) + 1,
            VOID if result is None else result.outcome,
            () if result is None else result.winners,
            (0,) * n if result is None else result.payoff,
            sealed.payments,
            sealed.counts,
            match.scores,
            match.winners if match.over and result is not None else (),
        )
        ledger = tuple(map(sum, zip(*[one.payments for one in (*kept, hand)], strict=True)))
        return replace(self, hands=(*kept, hand), ledger=ledger)


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
