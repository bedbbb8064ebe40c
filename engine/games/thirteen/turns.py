"""How a hand goes from seat to seat: who opens, who follows, who is out. Rules page Thirteen §6.

All functions write on a draft.
"""

from engine.contract import Result, Seat, Turn
from engine.games.thirteen.combinations import BOMBS, BY_KEY
from engine.games.thirteen.settlement import points
from engine.games.thirteen.state import Ending, ThirteenState


def open_hand(s: ThirteenState) -> None:
    """The claims are over: who leads? Rules page Thirteen §6.3."""
    if s.leader is None or s.options.opening == "every_hand_low_card":
        seek_low(s, 0)
    else:
        lead(s, s.leader)


def seek_low(s: ThirteenState, key: int) -> None:
    """Ask all present seats for the card with this key."""
    s.asked = key
    s.phase, s.next = "low", Turn(s.present())


def close_low(s: ThirteenState) -> None:
    """All have answered: the holder opens with the card, or the next card up is sought."""
    card = BY_KEY[s.asked]
    holders = [seat for seat in s.present() if any(s.open.get(slot) == card for slot in s.held[seat])]
    if not holders:
        seek_low(s, s.asked + 1)
        return
    s.low = card
    s.tell("low", lead(s, holders[0]), card)


def lead(s: ThirteenState, seat: Seat) -> Seat:
    """Clear the table; the lead goes to this seat, or to the first active one after it, which is returned."""
    active = s.active()
    while seat not in active:
        seat = s.after(seat)
    s.table, s.owner, s.answered, s.locked = None, -1, frozenset(), frozenset()
    s.phase, s.next = "lead", Turn((seat,))
    return seat


def advance(s: ThirteenState, seat: Seat) -> None:
    """This seat has played or passed: the turn goes on. Rules page Thirteen §6.4."""
    following = s.after(seat)
    while following != seat:
        if _eligible(s, following):
            s.phase, s.next = "follow", Turn((following,))
            return
        following = s.after(following)
    s.tell("clear", lead(s, s.owner))


def _eligible(s: ThirteenState, seat: Seat) -> bool:
    if not s.held[seat] or seat == s.owner or seat in s.answered or seat in s.gone:
        return False
    return seat not in s.locked or (s.options.passed_may_bomb and bombable(s))


def bombable(s: ThirteenState) -> bool:
    """Whether bombs may answer the table."""
    return s.table is not None and (s.table.twos or s.table.type in BOMBS)


def played(s: ThirteenState, seat: Seat) -> None:
    """This seat has just played: it may be out, the hand may be over, or the turn goes on. Rules page Thirteen §6.5."""
    if s.held[seat]:
        advance(s, seat)
        return
    s.order += (seat,)
    s.tell("out", seat, len(s.order))
    if s.options.hand_end == "first_out":
        finish(s, "first_out")
    elif len(s.active()) < 2:
        finish(s, "places")
    else:
        advance(s, seat)


def leave(s: ThirteenState, seats: tuple[Seat, ...]) -> None:
    """These seats are absent from now on: they pass for ever. Rules page Thirteen §13, point 20."""
    for seat in seats:
        if seat not in s.gone:
            s.gone += (seat,)
            s.tell("absent", seat)
    if len(s.present()) < 2 or s.phase == "deal":
        finish(s, "abandoned")
    elif len(s.active()) < 2:
        finish(s, "places")
    else:
        _go_on(s)


def _go_on(s: ThirteenState) -> None:
    """Free the turn of seats that have gone."""
    if not isinstance(s.next, Turn):
        return
    staying = tuple([seat for seat in s.next.seats if seat not in s.gone])
    if staying:
        s.next = s.next._replace(seats=staying)
    elif s.phase == "follow":
        advance(s, s.next.seats[0])
    elif s.low is not None:
        s.low = None
        seek_low(s, s.asked + 1)
    else:
        lead(s, s.next.seats[0])


def finish(s: ThirteenState, outcome: str) -> None:
    """The hand is over; in the play for places, who still holds cards takes the places that are left."""
    if outcome == "places":
        s.order += s.active() + tuple([seat for seat in reversed(s.gone) if s.held[seat]])
    winners = () if outcome == "abandoned" else s.order[:1]
    how = tuple([_how(s, seat) for seat in range(s.n)])
    ending = Ending(s.order, how, tuple([len(held) for held in s.held]))
    s.tell("done", winners[0] if winners else -1, outcome)
    s.phase, s.next = "done", Result(outcome, winners, points(outcome, ending, s.options), detail=ending)


def _how(s: ThirteenState, seat: Seat) -> str:
    claimed = [kind for claimer, kind, _ in s.claims if claimer == seat]
    if claimed:
        return claimed[0]
    if not s.held[seat]:
        return "out"
    return "absent" if seat in s.gone else "left"
