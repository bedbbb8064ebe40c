"""A computer player of Pitch: plays by what its seat sees, the same way for the same random numbers.

It imagines how the unseen cards may lie, plays the tricks out in each such deal, and does what turns out best on
average. What needs no imagination follows simple rules: throw no trump away, take open ones, burn low cards without
points.
"""

from collections.abc import Callable, Mapping
from random import Random

from engine.contract import Faces, Move, Seat
from engine.games.pitch.bidding import least_bid
from engine.games.pitch.imagining import Unseen, World, auction, best_six, call, gift, numbers, play_out
from engine.games.pitch.rules import RULES
from engine.games.pitch.state import MOON, PitchState

DEALS_BID = 24
"""Imagined deals for each suit that is weighed in the auction."""
DEALS_REST = 16
DEALS_PLAY = 20
CONFIDENCE = 0.75
"""How often a bid has to be made in imagination."""
CONFIDENCE_MOON = 0.95
OVER_PARTNER = 2
"""How much more than the partner's bid a hand must promise to be worth outbidding it."""
MOON_WORTH = 40.0
"""A moon, made or lost, in points."""


def choose(s: PitchState, seat: Seat, faces: Faces, rng: Random) -> Move:
    """A legal move for this seat; `faces` holds its own cards and all open ones. Raises ValueError if it has none."""
    decide = DECISIONS.get(s.phase)
    first = next(RULES.legal(s, seat, faces), None)
    if first is None:
        raise ValueError(f"seat {seat} is not to move")
    return decide(s, seat, faces, rng) if decide is not None else first


# -- the auction ------------------------------------------------------------------------------------------------------


def _bid(s: PitchState, seat: Seat, faces: Faces, rng: Random) -> Move:
    """As much as the best suit promises; the least that is open if the dealer is forced."""
    _, takes = _best_suit(s, seat, faces, rng)
    total, least = s.options.variant, least_bid(s, seat)
    if s.options.moon and s.bid != MOON and takes.count(total) >= CONFIDENCE_MOON * len(takes):
        return Move("moon")
    promised = max((k for k in range(total + 1) if _share(takes, k) >= CONFIDENCE), default=0)
    partner_leads = s.n == 4 and s.bid > 0 and s.bidder == (seat + 2) % 4
    if promised >= least + (OVER_PARTNER if partner_leads else 0) and least <= total:
        return Move("bid", value=promised)
    moves = list(RULES.legal(s, seat, faces))
    return moves[-1] if moves[-1].kind == "pass" else moves[0]


def _share(takes: list[int], least: int) -> float:
    return sum(taken >= least for taken in takes) / len(takes)


def _trump(s: PitchState, seat: Seat, faces: Faces, rng: Random) -> Move:
    suit, _ = _best_suit(s, seat, faces, rng)
    return Move("trump", value=suit)


def _best_suit(s: PitchState, seat: Seat, faces: Faces, rng: Random) -> tuple[str, list[int]]:
    """The suit that promises most, of the two that look best, and what its side takes in each imagined deal."""
    hand = [faces[slot] for slot in s.held[seat]]

    def looks(suit: str) -> int:
        number = numbers(s.options.suits[suit])
        return sum(100 + number[card] // 16 * 8 for card in hand if card in number)

    suits = sorted(s.options.suits, key=looks)[-2:]
    takes: dict[str, list[int]] = {suit: [] for suit in suits}
    for suit in suits:
        for _ in range(DEALS_BID):
            world, due = auction(s, seat, faces, suit, rng)
            takes[suit].append(play_out(world, seat, [], due)[0])
    suit = max(suits, key=lambda suit: sum(takes[suit]))
    return suit, takes[suit]


def _call(s: PitchState, seat: Seat, faces: Faces, rng: Random) -> Move:
    number = numbers(s.trumps)
    own = [number[faces[slot]] for slot in s.held[seat] if faces[slot] in number]
    called = call(own, sorted(number.values()))
    cards = (card for card in s.trumps.order if number[card] == called)
    held = {faces[slot] for slot in s.held[seat]}
    return Move("call", value=next(card for card in cards if card not in held).name)


# -- the cards --------------------------------------------------------------------------------------------------------


def _refill(s: PitchState, seat: Seat, faces: Faces, rng: Random) -> Move:
    """Take all the open trumps that fit, points first."""
    number = numbers(s.trumps)

    def worth(move: Move) -> int:
        return sum(200 + gift(number[s.open[slot]]) for slot in move.slots)

    return max(RULES.legal(s, seat, faces), key=worth)


def _rest(s: PitchState, seat: Seat, faces: Faces, rng: Random) -> Move:
    """Take the rest or pass it on, whichever wins more."""
    moves = list(RULES.legal(s, seat, faces))
    unseen = Unseen(s, seat, faces)
    worth = [0.0] * len(moves)
    for _ in range(DEALS_REST if len(moves) > 1 else 0):
        world = unseen.imagine(rng)
        for i, move in enumerate(moves):
            receiver = seat if move.kind == "take_rest" else (seat + 2) % 4
            hands = [best_six(hand + world.rest if j == receiver else hand) for j, hand in enumerate(world.hands)]
            worth[i] += _worth(s, seat, world._replace(hands=hands), *play_out(world._replace(hands=hands), seat, []))
    return moves[worth.index(max(worth))]


def _play(s: PitchState, seat: Seat, faces: Faces, rng: Random) -> Move:
    """The card that wins most over the imagined deals."""
    moves = list(RULES.legal(s, seat, faces))
    if len(moves) == 1:
        return moves[0]
    number = numbers(s.trumps)
    unseen = Unseen(s, seat, faces)
    trick = [(i, number[card]) for i, card in s.trick]
    due = unseen.called if s.options.called_card == "first_trick" and not s.tricks else 0
    cards = [number[faces[move.shows[0]]] for move in moves]
    worth = [0.0] * len(moves)
    for _ in range(DEALS_PLAY):
        world = unseen.imagine(rng)
        for i, card in enumerate(cards):
            hands = [hand.copy() for hand in world.hands]
            hands[seat].remove(card)
            told = world._replace(hands=hands)
            worth[i] += _worth(s, seat, told, *play_out(told, seat, [*trick, (seat, card)], due))
    return moves[worth.index(max(worth))]


def _worth(s: PitchState, seat: Seat, world: World, ours: int, theirs: int) -> float:
    """What the hand is worth to the seat if the bidding side takes so many points more, and the others so many."""
    for i, taken in enumerate(s.taken):
        if world.bidding[i]:
            ours += taken
        else:
            theirs += taken
    for slot, thrower in s.thrown:
        value = s.trumps.points[s.open[slot]]
        if world.bidding[thrower]:
            theirs += value
        else:
            ours += value
    if s.bid == MOON:
        score = MOON_WORTH if ours == s.options.variant else -MOON_WORTH
    elif ours < s.bid:
        score = -float(s.bid)
    else:
        score = float(ours if s.options.made_scores == "taken" else s.bid)
    score += (ours - theirs) / 10 - (theirs if s.options.defenders_score else 0)
    return score if world.bidding[seat] else -score


DECISIONS: Mapping[str, Callable[[PitchState, Seat, Faces, Random], Move]] = {
    "bid": _bid,
    "trump": _trump,
    "call": _call,
    "refill": _refill,
    "rest": _rest,
    "play": _play,
}
"""By phase; in the others the first legal move is the best: it throws nothing away and burns the least."""
