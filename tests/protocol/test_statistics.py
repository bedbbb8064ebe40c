"""What nobody can bias or see, counted: the order of a deck with one honest shuffler, and a drawn card after a mix.

All runs are seeded. A statistic fails by chance once in some millions of seeds; each is shown to fail where it should.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import permutations
from random import Random
from statistics import NormalDist
from typing import Any

import pytest

from engine.cards import DECK52, Card
from engine.contract import Move, Seat
from protocol.contribution import sign
from protocol.elgamal import Ciphertext, encode_deck, rerandomise
from protocol.group import Point, Scalar, sum_points
from protocol.keys import HandKey
from protocol.own import HandSecrets
from protocol.play import Play
from protocol.setup import Setup
from protocol.shares import share
from protocol.shuffle import ShuffleSecret, prove
from protocol.table import Table
from tests.protocol.recorded import Recorder, genesis_of, identity, repeating

MOST = 5.0
"""Standard deviations; more come by chance once in 3.5 million times."""


def deviation(observed: Sequence[int], expected: Sequence[float]) -> float:
    """How unusual a chi-square of these counts is, as standard deviations of the normal distribution.

    Wilson and Hilferty, 1931: the cube root of a chi-square is nearly normal.
    """
    degrees = len(observed) - 1
    square = sum((o - e) ** 2 / e for o, e in zip(observed, expected, strict=True))
    spread = 2 / (9 * degrees)
    return float(((square / degrees) ** (1 / 3) - (1 - spread)) / spread**0.5)


def from_uniform(counts: Counter[Any], cells: Sequence[Any]) -> float:
    total = sum(counts.values())
    return deviation([counts[cell] for cell in cells], [total / len(cells)] * len(cells))


def from_independent(pairs: Iterable[tuple[object, object]]) -> float:
    """How far two things that were seen together are from being independent."""
    counts = Counter(pairs)
    rows, columns = Counter[object](), Counter[object]()
    for (row, column), n in counts.items():
        rows[row] += n
        columns[column] += n
    total = sum(counts.values())
    cells = [(row, column) for row in rows for column in columns]
    expected = [rows[row] * columns[column] / total for row, column in cells]
    # The degrees of freedom are fewer than `deviation` takes for granted: that errs on the side of alarm.
    return deviation([counts[cell] for cell in cells], expected)


def test_the_measure_itself() -> None:
    rng, cells = Random(1), range(24)
    fair = Counter(rng.randrange(24) for _ in range(2000))
    assert abs(from_uniform(fair, cells)) < MOST
    assert from_uniform(Counter(min(rng.randrange(30), 23) for _ in range(2000)), cells) > MOST
    assert from_independent((rng.randrange(6), rng.randrange(2)) for _ in range(2000)) < MOST
    assert from_independent((n % 6, n % 6 == 5) for n in range(2000)) > MOST
    normal = NormalDist()
    assert normal.cdf(-MOST) < 1e-6


# -- shuffling --------------------------------------------------------------------------------------------------

CARDS = DECK52[:3]
ORDERS = list(permutations(range(3)))
HONEST = 1
Strategy = Callable[[Sequence[Ciphertext]], tuple[int, ...]]
"""Which permutation a cheat applies to the deck that it gets."""


def rotated(_: Sequence[Ciphertext]) -> tuple[int, ...]:
    return (1, 2, 0)


def by_bytes(deck: Sequence[Ciphertext]) -> tuple[int, ...]:
    """All that a cheat sees of the cards are bytes: sort by them."""
    return tuple(sorted(range(len(deck)), key=lambda i: bytes(deck[i])))


def by_second_bytes(deck: Sequence[Ciphertext]) -> tuple[int, ...]:
    return tuple(sorted(range(len(deck)), key=lambda i: bytes(deck[i].c2)[::-1]))


class Shufflers:
    """The setup of one small hand by three seats, of whom two shuffle by a plan, with randomness that all know."""

    def __init__(self, hand: int, strategy: Strategy, *, honest: bool = True) -> None:
        self.setup = Setup(genesis_of("tonk", 3), hand, bytes(32), CARDS)
        self.seats = [HandSecrets(seat, HandKey.generate()) for seat in range(3)]
        self.strategy, self.honest = strategy, honest

    def run(self) -> tuple[tuple[int, ...], int]:
        """Which card, by number, lies in each slot; and when in turn the honest seat shuffled."""
        setup = self.setup
        while not setup.over:
            seat = min(setup.waits_for())
            header, kind = setup.header(seat), setup.owed[seat]
            cheats = kind == "shuffle" and (seat != HONEST or not self.honest)
            body = self._planned(seat) if cheats else self.seats[seat].setup_body(setup, header, kind)()[0]
            contribution = sign(identity(seat), header, kind, body)
            setup.accept(contribution, setup.check(contribution)())
        assert setup.keys is not None
        return tuple(CARDS.index(card) for card in self._faces(setup.keys.cards)), setup.keys.order.index(HONEST)

    def _planned(self, seat: Seat) -> tuple[bytes, bytes]:
        setup = self.setup
        assert setup.keys is not None
        factors = tuple(Scalar(10 ** (3 * seat + i)) for i in range(3))
        secret = ShuffleSecret(self.strategy(setup.deck), factors)
        key = setup.keys.joint
        after = [rerandomise(setup.deck[i], key, factor) for i, factor in zip(secret.permutation, factors, strict=True)]
        context = setup.header(seat).context("shuffle", setup.hand_id)
        return encode_deck(after), prove(context, key, setup.deck, after, secret)

    def _faces(self, cards: Mapping[Point, Card]) -> list[Card]:
        return [cards[c2 - sum_points(share(own.key.secret, c1) for own in self.seats)] for c1, c2 in self.setup.deck]


@pytest.mark.parametrize("strategy", [rotated, by_bytes, by_second_bytes], ids=lambda strategy: strategy.__name__)
def test_one_honest_shuffler_makes_the_order_uniform(strategy: Strategy) -> None:
    """Whenever it is its turn, and whatever the two others, who know each other's secrets, do with the deck."""
    with repeating(2):
        seen = [Shufflers(hand, strategy).run() for hand in range(120)]
    assert from_uniform(Counter(order for order, _ in seen), ORDERS) < MOST
    assert {turn for _, turn in seen} == {0, 1, 2}
    assert from_independent(seen) < MOST


def test_without_an_honest_shuffler_it_is_not() -> None:
    """The control: three times the same permutation are known to all who made them."""
    with repeating(3):
        seen = Counter(Shufflers(hand, rotated, honest=False).run()[0] for hand in range(20))
    assert set(seen) == {(0, 1, 2)}
    assert from_uniform(seen, ORDERS) > MOST


# -- mixing -----------------------------------------------------------------------------------------------------

RUNS = 75
Guess = Callable[[Sequence[Ciphertext], Sequence[Ciphertext]], int]
"""From the six closed cards before a mix, the drawn one last, and those after it: where the drawn one lies now."""


def rank(deck: Sequence[Ciphertext], key: Callable[[Ciphertext], bytes]) -> list[int]:
    """Positions in the order of their bytes."""
    return sorted(range(len(deck)), key=lambda i: key(deck[i]))


def distance(a: Point, b: Point) -> int:
    return (int.from_bytes(bytes(a), "big") ^ int.from_bytes(bytes(b), "big")).bit_count()


OBSERVERS: dict[str, Guess] = {
    "the last is the last": lambda before, after: 5,
    "the first": lambda before, after: 0,
    "of the same rank in the order of first components": lambda before, after: rank(after, lambda c: bytes(c.c1))[
        rank(before, lambda c: bytes(c.c1)).index(5)
    ],
    "of the same rank in the order of second components": lambda before, after: rank(after, lambda c: bytes(c.c2))[
        rank(before, lambda c: bytes(c.c2)).index(5)
    ],
    "of the most alike first components": lambda before, after: min(
        range(6), key=lambda i: distance(before[5].c1, after[i].c1)
    ),
    "of the most alike differences": lambda before, after: min(
        range(6), key=lambda i: distance(before[5].c2 - before[5].c1, after[i].c2 - after[i].c1)
    ),
    "of the most alike change of both components": lambda before, after: min(
        range(6), key=lambda i: distance(after[i].c1 - before[5].c1, after[i].c2 - before[5].c2)
    ),
}


def drawing(_play: Play, _seat: Seat, moves: list[Move]) -> Move:
    """Pass, and draw from the stock."""
    return next((move for move in moves if move.value == "stock"), moves[0])


def before_the_mix(seed: int) -> tuple[Recorder, Play]:
    """A hand of Tonk in which a seat has drawn from the stock, and owes the mix of six closed cards."""
    with repeating(seed):
        recorder = Recorder(Table(genesis_of("tonk", 2)), drawing)
        while True:
            recorder.contribute()
            play = recorder.table.play
            if play is not None and play.state.phase == "play" and "mix" in play.owed.values():
                return recorder, play


class Mixes:
    """Many mixes of one hand, of which each is one that its seat may make; and what they hide."""

    def __init__(self, seed: int, runs: int) -> None:
        recorder, self.play = before_the_mix(seed)
        ((self.seat, ask),) = self.play.mixes.items()
        self.old = ask.old
        self.before = [self.play.slots.reduced(slot) for slot in self.old]
        own = recorder.kept[self.play.hand, self.seat]
        own.look(self.play)
        self.secret, self.drawn = own.key.secret, own.faces[self.old[-1]]
        with repeating(seed + 100):
            self.after = [self._mixed(own, check=run < 10) for run in range(runs)]

    def _mixed(self, own: HandSecrets, *, check: bool) -> tuple[Ciphertext, ...]:
        header = self.play.header(self.seat)
        body, said = own.mix_body(self.play, header)()
        if check:
            contribution = sign(identity(self.seat), header, "mix", body)
            assert self.play.check(contribution)() == said
        after: tuple[Ciphertext, ...] = said
        return after

    def place_of(self, card: Card, after: Sequence[Ciphertext]) -> int:
        """In which of the fresh slots, by number, a card lies."""
        faces = [self.play.keys.cards[c2 - share(self.secret, c1)] for c1, c2 in after]
        return faces.index(card)

    def hand(self) -> list[Card]:
        return [self.play.keys.cards[c2 - share(self.secret, c1)] for c1, c2 in self.before]


@pytest.fixture(scope="module")
def mixes() -> list[Mixes]:
    return [Mixes(seed, RUNS) for seed in range(4)]


def test_the_slot_shown_after_a_mix_does_not_tell_the_drawn_card(mixes: list[Mixes]) -> None:
    """Players who throw the drawn card, and players who never do, show the same slots equally often."""
    rng = Random(6)
    shown: list[tuple[int, bool]] = []
    for many in mixes:
        others = [card for card in many.hand() if card != many.drawn]
        for after in many.after:
            throws = rng.random() < 0.5
            shown.append((many.place_of(many.drawn if throws else rng.choice(others), after), throws))
    assert len(shown) == 4 * RUNS
    assert from_uniform(Counter(place for place, _ in shown), range(6)) < MOST
    assert from_independent(shown) < MOST
    assert from_uniform(Counter(place for place, throws in shown if throws), range(6)) < MOST


@pytest.mark.parametrize("name", OBSERVERS)
def test_no_observer_of_the_ciphertexts_does_better_than_chance(mixes: list[Mixes], name: str) -> None:
    observer = OBSERVERS[name]
    hits = sum(
        observer(many.before, after) == many.place_of(many.drawn, after) for many in mixes for after in many.after
    )
    n = 4 * RUNS
    assert deviation([hits, n - hits], [n / 6, n * 5 / 6]) < MOST


def test_without_a_secret_order_every_observer_would_know(mixes: list[Mixes]) -> None:
    """The control: the same cards encrypted anew, in the old order; and not encrypted anew, in a secret order."""
    many, rng = mixes[0], Random(7)
    key = many.play.keys.publics[many.seat]
    unmixed = [[rerandomise(c, key, Scalar(rng.getrandbits(250))) for c in many.before] for _ in range(RUNS)]
    assert all(
        OBSERVERS["the last is the last"](many.before, after) == many.place_of(many.drawn, after) for after in unmixed
    )
    unmasked = [rng.sample(many.before, 6) for _ in range(RUNS)]
    for name in list(OBSERVERS)[4:6]:
        assert all(OBSERVERS[name](many.before, after) == many.place_of(many.drawn, after) for after in unmasked)
