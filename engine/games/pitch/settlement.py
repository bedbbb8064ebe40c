"""From points to scores, and from scores to the end of the match (rules page Pitch §6)."""

from dataclasses import replace
from typing import NamedTuple

from engine.contract import Match, Result, Seat
from engine.games.pitch.options import Options
from engine.games.pitch.state import MOON, PitchState

VOID = ("redeal", "abandoned")
"""Outcomes that leave all scores as they are."""


class Score(NamedTuple):
    """The `detail` of a hand that was scored."""

    bidder: Seat
    bid: int | str
    """The amount, or "moon"."""
    trump: str
    called: str | None
    side: tuple[Seat, ...]
    """The bidding side, ascending."""
    points: tuple[int, int]
    """Points of the bidding side, points of the others."""
    taken: tuple[int, ...]
    """By seat: points booked in tricks, and those of thrown trumps that nobody took."""
    why: str
    """In one sentence: what was bid and what was taken."""


def finish(s: PitchState) -> None:
    """The hand is played: count it, on the draft."""
    side = bidding_side(s)
    taken = _taken(s, side)
    ours = sum([taken[seat] for seat in side])
    theirs = sum(taken) - ours
    moon = s.bid == MOON
    made = ours == s.options.variant if moon else ours >= s.bid
    outcome = ("moon_made" if made else "moon_lost") if moon else ("made" if made else "set")
    detail = Score(
        bidder=s.bidder,
        bid="moon" if moon else s.bid,
        trump=s.trump,
        called=s.called.name if s.called is not None else None,
        side=side,
        points=(ours, theirs),
        taken=taken,
        why=_explanation(outcome, s.bid, ours, s.options.variant),
    )
    s.phase = "score"
    s.next = Result(outcome, tuple(i for i in range(s.n) if (i in side) == made), taken, detail=detail)
    s.tell("score", s.bidder, outcome, ours, theirs)


def bidding_side(s: PitchState) -> tuple[Seat, ...]:
    """The bidder's side, ascending; with five seats a partner counts once the called card has been seen."""
    if s.n == 4:
        return tuple(sorted((s.bidder, (s.bidder + 2) % 4)))
    return tuple(sorted({s.bidder} if s.partner is None else {s.bidder, s.partner}))


def _taken(s: PitchState, side: tuple[Seat, ...]) -> tuple[int, ...]:
    """Points by seat; thrown trumps that nobody took go to the side opposing the thrower (§5.5)."""
    taken = list(s.taken)
    for slot, thrower in s.thrown:
        opponents = (i for i in s.round_from(s.bidder) if (i in side) != (thrower in side))
        taken[next(opponents)] += s.trumps.points[s.open[slot]]
    return tuple(taken)


def _explanation(outcome: str, bid: int, ours: int, total: int) -> str:
    if outcome == "moon_made":
        return f"The bidding side shot the moon and took all {total} points."
    if outcome == "moon_lost":
        return f"The bidding side shot the moon and took only {ours} of {total} points."
    ending = "that makes it" if outcome == "made" else "that is too few"
    return f"The bidding side bid {bid} and took {ours}: {ending}."


# -- scores and the end of the match ----------------------------------------------------------------------------------


def settle(match: Match, result: Result) -> Match:
    """The match after this hand. The deal moves on after every hand, also a void one."""
    match = replace(match, dealer=((match.n - 1 if match.dealer is None else match.dealer) + 1) % match.n)
    if result.outcome in VOID:
        return match
    match = replace(match, hands=match.hands + 1)
    if _ends_match(match.options, result.outcome):
        return replace(match, over=True, winners=result.winners)
    score: Score = result.detail
    entries = {entry_of(match.n, seat) for seat in score.side}
    scores = tuple(
        _scored(match.options, result.outcome, score, before, bidding=entry in entries)
        for entry, before in enumerate(match.scores)
    )
    winners = _reached(match.options, result.outcome, scores, entry_of(match.n, score.bidder), entries)
    seats = tuple(seat for seat in range(match.n) if entry_of(match.n, seat) in winners)
    return replace(match, scores=scores, over=bool(winners), winners=seats)


def entry_of(n: int, seat: Seat) -> int:
    """Where in `Match.scores` the seat's score stands: by team with four seats, by seat with five."""
    return seat % 2 if n == 4 else seat


def _ends_match(options: Options, outcome: str) -> bool:
    return (outcome == "moon_made" and options.moon_success == "win_match") or (
        outcome == "moon_lost" and options.moon_fail == "lose_match"
    )


def _scored(options: Options, outcome: str, score: Score, before: int, *, bidding: bool) -> int:
    """One entry's score after the hand."""
    ours, theirs = score.points
    if not bidding:
        return before + theirs if options.defenders_score else before
    if outcome == "moon_made":
        lifted = before > 0 or (before == 0 and options.moon_at_zero == "target")
        return max(before, options.target) if lifted else 0
    bid = options.variant if isinstance(score.bid, str) else score.bid
    if outcome == "made":
        return before + (ours if options.made_scores == "taken" else bid)
    return before - bid


def _reached(options: Options, outcome: str, scores: tuple[int, ...], bidder: int, entries: set[int]) -> set[int]:
    """The entries that win the match (§6.1); none if it goes on."""
    made = outcome in ("made", "moon_made")
    reached = {
        entry
        for entry, score in enumerate(scores)
        if score >= options.target and (not options.must_bid_to_win or (made and entry in entries))
    }
    if not reached:
        return set()
    best = max(scores[entry] for entry in reached)
    first = {entry for entry in reached if scores[entry] == best}
    if bidder in first or (bidder in reached and options.both_reach == "bidder"):
        return {bidder}
    return first


# -- money ------------------------------------------------------------------------------------------------------------


def payments(before: Match, after: Match, result: Result) -> tuple[int, ...]:
    """Money moves when the match ends: each losing seat pays one stake, split evenly among the winning seats.

    What does not divide goes unit by unit to winners in turn order, the bidder of the last hand first if it won.
    """
    if before.over or not after.over:
        return (0,) * after.n
    bidder = result.detail.bidder
    order = [seat for i in range(after.n) if (seat := (bidder + i) % after.n) in after.winners]
    share, odd = divmod((after.n - len(order)) * after.stake, len(order))
    paid = [-after.stake] * after.n
    for i, seat in enumerate(order):
        paid[seat] = share + (i < odd)
    return tuple(paid)
