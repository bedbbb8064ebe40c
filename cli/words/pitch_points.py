"""The end of a hand of Pitch: bid made or set, where each point went, what is scored. Rules page Pitch §4, §6."""

from collections.abc import Iterable
from typing import NamedTuple

from cli.language import Texts
from cli.words.points import PointsWords
from cli.words.view import Sentence, Template, View
from engine.cards import Card
from engine.contract import Match, Result, Seat
from engine.games.pitch.settlement import Score, settle
from engine.games.pitch.state import PitchState

LINES: Texts[Template] = Texts(
    {
        "made": "The hand goes to {winners}: the bid of {bid} is made, with {points}.",
        "set": "The hand goes to {winners}: the bid of {bid} by {side} is set, with {points}.",
        "moon_made": "The hand goes to {winners}: the moon is made, with all {total} points.",
        "moon_lost": "The hand goes to {winners}: the moon of {side} is lost, with {points} of {total} points.",
        "took": "Taken by {side}: {cards}; {points}.",
        "took nothing": "Taken by {side}: nothing.",
        "worth": "{card} ({points})",
        "kept": "{card} (kept)",
        "unclaimed": Sentence(
            "You threw {card} away and nobody took it: it counts for {whose}.",
            "{name} threw {card} away and nobody took it: it counts for {whose}.",
        ),
        "lost thrown": "Thrown away, for nobody: {cards}; {points}.",
        "lost burned": "Burned, for nobody: {cards}; {points}.",
        "lost unseen": "Burned unseen or never played, for nobody: {points}.",
        "scored bid": "Scored for the bid: {changes}.",
        "scored lost": "Lost with the bid: {changes}.",
        "scored nothing": "The other side scores nothing at this table: {changes}.",
        "scored taken": "Scored for points taken: {changes}.",
        "change": "{side} {amount}",
        "moon lifts": "A score above zero goes to {target}, a score of zero to {zero}, one below zero to zero.",
        "reached bidder": "More than one side has reached {target}: the bidder's comes first.",
        "reached higher": "More than one side has reached {target}: the highest score wins.",
        "moon wins": "That wins the match.",
        "moon loses": "That loses the match.",
    }
)


class Booked(NamedTuple):
    """One card with points, and whose they are."""

    seat: Seat
    card: Card
    points: int
    kept: bool
    """Whether it stayed with whoever played it, although the trick went to another seat."""


def explained(words: PointsWords, view: View, result: Result) -> list[str]:
    """How the bid ended, where each point went, and what is scored."""
    score: Score = result.detail
    s = view.state
    assert isinstance(s, PitchState)  # noqa: S101 - these are the words of Pitch alone
    return [
        _ended(words, view, result, score),
        *_taken(words, view, s),
        *_unclaimed(words, view, s, score),
        *_lost(words, view, s, score),
        *_scored(words, view, result),
    ]


def _ended(words: PointsWords, view: View, result: Result, score: Score) -> str:
    ours, total = score.points[0], view.options.variant
    points = words.pointed(ours) if result.outcome != "moon_lost" else str(ours)
    side = _together(words, view, score.side)
    others = _together(words, view, [seat for seat in range(view.state.n) if seat not in score.side])
    winners = side if result.outcome in ("made", "moon_made") else others
    told = {"winners": winners, "bid": score.bid, "side": side, "points": points, "total": total}
    return view.tell(words.line(result.outcome), **told)


def _taken(words: PointsWords, view: View, s: PitchState) -> list[str]:
    """Each side's cards with points: with five seats those of each seat that has any."""
    booked = bookings(s)
    told = []
    for side in _entries(s.n):
        points = sum(s.taken[seat] for seat in side)
        if not points and s.n == 5:
            continue
        cards = ", ".join(_card(words, view, one) for one in booked if one.seat in side)
        line = words.line("took" if points else "took nothing")
        told.append(view.tell(line, side=_together(words, view, side), cards=cards, points=words.pointed(points)))
    return told


def bookings(s: PitchState) -> list[Booked]:
    """The cards with points that fell in tricks, in the order of play. Rules page Pitch §4."""
    booked = []
    for trick in s.tricks:
        for seat, card in trick.plays:
            kept = card in s.trumps.kept
            if s.trumps.points[card]:
                booked.append(
                    Booked(
                        seat if kept else trick.winner, card, s.trumps.points[card], kept=kept and seat != trick.winner
                    )
                )
    return booked


def _card(words: PointsWords, view: View, booked: Booked) -> str:
    if booked.points != 1:
        return view.tell(words.line("worth"), card=booked.card, points=booked.points)
    return view.tell(words.line("kept"), card=booked.card) if booked.kept else view.text(booked.card)


def _unclaimed(words: PointsWords, view: View, s: PitchState, score: Score) -> list[str]:
    """Thrown trumps with points that nobody took. Rules page Pitch §5.5."""
    told = []
    for slot, thrower in s.thrown:
        card = s.open[slot]
        if s.trumps.points[card]:
            opponents = tuple(seat for seat in range(s.n) if (seat in score.side) != (thrower in score.side))
            whose = _together(words, view, opponents)
            thrown = _card(words, view, Booked(thrower, card, s.trumps.points[card], kept=False))
            told.append(view.tell(words.line("unclaimed"), thrower, card=thrown, whose=whose))
    return told


def _lost(words: PointsWords, view: View, s: PitchState, score: Score) -> list[str]:
    """Points that nobody has."""
    open_to_others = {slot for slot, _ in s.thrown}
    told = []
    left = view.options.variant - sum(score.taken)
    for key, slots in (
        ("lost thrown", [slot for slot in s.dead if slot not in open_to_others]),
        ("lost burned", s.burned),
    ):
        cards = [view.faces[slot] for slot in slots if slot in view.faces]
        worth = {card: s.trumps.points[card] for card in cards if s.trumps.points[card]}
        if worth:
            listed = ", ".join(
                _card(words, view, Booked(-1, card, points, kept=False)) for card, points in worth.items()
            )
            told.append(view.tell(words.line(key), cards=listed, points=words.pointed(sum(worth.values()))))
            left -= sum(worth.values())
    return [*told, view.tell(words.line("lost unseen"), points=words.pointed(left))] if left else told


def _scored(words: PointsWords, view: View, result: Result) -> list[str]:
    """What is added to each score; what a moon does instead."""
    o, n = view.options, view.state.n
    moon = {
        ("moon_made", "win_match"): words.line("moon wins"),
        ("moon_lost", "lose_match"): words.line("moon loses"),
    }.get((result.outcome, o.moon_success if result.outcome == "moon_made" else o.moon_fail))
    if moon is not None:
        return [view.tell(moon)]
    if result.outcome == "moon_made":
        zero = o.target if o.moon_at_zero == "target" else 0
        return [view.tell(words.line("moon lifts"), target=o.target, zero=zero)]
    entries = _entries(n)
    changed = settle(Match(o, n, dealer=0, scores=(0,) * len(entries)), result).scores
    told: dict[str, list[str]] = {}
    for side, amount in zip(entries, changed, strict=True):
        change = view.tell(
            words.line("change"), side=_together(words, view, side), amount=f"{amount:+}" if amount else "0"
        )
        told.setdefault(_reason(view, result, side), []).append(change)
    return [view.tell(words.line(reason), changes=", ".join(changes)) for reason, changes in sorted(told.items())]


def _reason(view: View, result: Result, side: tuple[Seat, ...]) -> str:
    """Which sentence says why a side scores what it does. Rules page Pitch §6."""
    if not set(side) <= set(result.detail.side):
        return "scored taken" if view.options.defenders_score else "scored nothing"
    if result.outcome != "made":
        return "scored lost"
    return "scored taken" if view.options.made_scores == "taken" else "scored bid"


def _entries(n: int) -> list[tuple[Seat, ...]]:
    """The seats behind each score: the two teams, or each seat."""
    return [(0, 2), (1, 3)] if n == 4 else [(seat,) for seat in range(n)]


def _together(words: PointsWords, view: View, seats: Iterable[Seat]) -> str:
    return words.together(words.called(view, seat) for seat in seats)
