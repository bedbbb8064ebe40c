"""The plays of Thirteen that lie below another one. Rules page Thirteen §5, §6.4."""

from engine.cards import Card
from engine.contract import Seat
from engine.games.thirteen.combinations import beats, combination
from engine.games.thirteen.state import ThirteenState

Played = tuple[Seat, tuple[Card, ...]]
"""A seat and its cards."""


def beaten(s: ThirteenState, play: Played | None = None) -> list[Played]:
    """The plays below this one, or below the last one, on its pile; the oldest first.

    The state does not say where a pile began, but nobody plays twice in a row on one, and each play beats the one
    below. Only the last play of a seat that is out of cards may lie unbeaten under the lead of another, so that it
    counts as the end of its pile.
    """
    twos, order = s.options.twos_high_in_sequences, s.options.bomb_order
    plays = list(s.played if play is None else s.played[: s.played.index(play) + 1])
    final = {seat: cards for seat, cards in s.played if not s.held[seat]}
    pile: list[Played] = []
    for (seat, cards), (later, above) in zip(plays[-2::-1], plays[::-1], strict=False):
        below, by = combination(cards, twos), combination(above, twos)
        if seat == later or final.get(seat) == cards or below is None or by is None or not beats(by, below, order):
            break
        pile.insert(0, (seat, cards))
    return pile
