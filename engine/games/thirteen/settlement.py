"""Points, the match, and money. Rules page Thirteen §8."""

from dataclasses import replace

from engine.contract import Result, Seat
from engine.games.thirteen.options import ThirteenOptions
from engine.games.thirteen.state import Ending, ThirteenMatch


def points(outcome: str, ending: Ending, options: ThirteenOptions) -> tuple[int, ...]:
    """What the hand scores, by seat. A seat that is absent with cards in hand has a place, but no points."""
    scored = [0] * len(ending.how)
    if outcome == "abandoned":
        return tuple(scored)
    if outcome != "places":
        scored[ending.order[0]] = options.place_points[0]
        return tuple(scored)
    paid = ending.order if options.score_last else ending.order[:-1]
    for seat, worth in zip(paid, options.place_points, strict=False):
        if ending.how[seat] != "absent":
            scored[seat] = worth
    return tuple(scored)


def settle(match: ThirteenMatch, result: Result) -> ThirteenMatch:
    """The match after this hand. An abandoned hand changes nothing: it is dealt again."""
    if result.outcome == "abandoned":
        return match
    scores = tuple(map(sum, zip(match.scores, result.payoff, strict=True)))
    winner = match_winner(scores, result.detail.order, match.options)
    return replace(
        match,
        scores=scores,
        hands=match.hands + 1,
        dealer=(match.dealer + match.options.step) % match.n,
        leader=result.winners[0] if winner is None else None,
        over=winner is not None,
        winners=() if winner is None else (winner,),
    )


def match_winner(scores: tuple[int, ...], order: tuple[Seat, ...], options: ThirteenOptions) -> Seat | None:
    """Who has won the match with these scores, the last hand having ended in this order; None if it goes on."""
    top = max(scores)
    if options.target is None or top < options.target:
        return None
    best = [seat for seat, score in enumerate(scores) if score == top]
    if len(best) == 1:
        return best[0]
    placed = [seat for seat in order if seat in best]
    return placed[0] if placed and options.target_tie == "better_place" else None


def payments(before: ThirteenMatch, after: ThirteenMatch, result: Result) -> tuple[int, ...]:
    """Money moved by this hand, by seat.

    The game itself knows no money, so the house rule is: when a match ends, every other seat pays the winner one
    stake. Without a target every hand is settled as a match of its own, won by the first place. A match has exactly
    one winner, so nothing is ever split.
    """
    winners = result.winners if before.options.target is None else after.winners
    if result.outcome == "abandoned" or not winners:
        return (0,) * before.n
    (winner,) = winners
    return tuple([before.stake * (before.n - 1 if seat == winner else -1) for seat in range(before.n)])


def worst_payment(match: ThirteenMatch) -> int:
    """The most that a seat can owe for one hand: one stake, in the hand that ends a match."""
    return match.stake
