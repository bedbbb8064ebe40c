"""A second verifier, written from docs/protocol.md alone, against the first one and against the engine.

Where the two disagree the page is wrong, or the code is.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.cards import CARDS, Card
from engine.contract import Deal, Duty, Match, Mix, Move, Open, Result, Turn
from engine.games import rules_of
from engine.options import BadOption
from engine.plain import PlainDealer, pending
from protocol.asked import asked_of
from protocol.codec import pack, unpack
from protocol.elgamal import Ciphertext
from protocol.formula import encoded
from protocol.group import Point, hash_to_group
from protocol.play import _about_closed
from protocol.verify import verify
from tests.engine.properties import options_of
from tests.protocol.recorded import genesis_of, joined, played, split, transcript_of
from tests.protocol.stranger import games, notation, proofs
from tests.protocol.stranger.notation import Refused
from tests.protocol.stranger.reader import read
from tests.protocol.vectors.make import FOLDER

# -- whole transcripts ------------------------------------------------------------------------------------------


def test_the_hand_of_the_vectors() -> None:
    verifier = read((FOLDER / "hand.transcript").read_bytes())
    assert verifier.closed
    assert len(verifier.hands) == 2


def test_a_table_of_a_later_epoch() -> None:
    """Both begin with terms that are signed by nobody yet, and with no others."""
    genesis = genesis_of("pitch", 4)
    assert verify(joined([pack(genesis.encode())])).ok
    assert not read(joined([pack(genesis.encode())])).closed
    later = joined([pack(replace(genesis, epoch=1).encode())])
    assert not verify(later).ok
    with pytest.raises(Refused, match="epoch"):
        read(later)


TABLES: Mapping[str, tuple[Any, ...]] = {
    "tonk": ("tonk", 3, "spades", {"hands": 2}),
    "tonk with an audit": ("tonk", 2, "strict-spreads", {}),
    "thirteen": ("thirteen", 2, "duel", {"hands": 2}),
    "a match after another": ("thirteen", 2, "duel", {"hands": 2, "target": 3}),
    "pitch": ("pitch", 4, {"burn_show": "hidden", "burn_choice": "non_points_first"}),
    "pitch for five": ("pitch", 5, "five_handed", {"called_card": "announce"}),
}


@pytest.mark.parametrize("name", TABLES)
def test_recorded_tables(name: str) -> None:
    """Both accept, and the second sees the faces that the first saw."""
    *arguments, options = TABLES[name]
    table = played(genesis_of(*arguments, **options), 3)
    transcript = transcript_of(table)
    assert verify(transcript).ok
    verifier = read(transcript)
    assert verifier.closed
    assert [result[:4] for result in verifier.results] == [
        (sealed.result.outcome, sealed.result.winners, sealed.result.payoff, sealed.result.fouls)
        for sealed in table.seals
        if sealed.result is not None
    ]
    parts = split(transcript)
    for end in (1, 2, len(parts) // 2, len(parts) - 1):
        assert not read(joined(parts[:end])).closed


def test_both_refuse_alike() -> None:
    """Cut, changed and exchanged records: both refuse, at the same place or before it."""
    transcript = (FOLDER / "hand.transcript").read_bytes()
    parts = split(transcript)
    rng = Random(5)
    for at in rng.sample(range(1, len(parts)), 9):
        changed = list(parts)
        how = rng.randrange(4)
        if how == 0:
            place = rng.randrange(len(parts[at]))
            changed[at] = parts[at][:place] + bytes([parts[at][place] ^ 1 << rng.randrange(8)]) + parts[at][place + 1 :]
        elif how == 1:
            del changed[at]
        elif how == 2:
            changed.insert(at, parts[at])
        else:
            changed[at - 1], changed[at] = changed[at], changed[at - 1]
        # Without its last record a log is a log.
        if changed == parts[:-1]:
            continue
        with pytest.raises(Refused):
            read(joined(changed))
        assert not verify(joined(changed)).ok


# -- the slots, without cryptography ----------------------------------------------------------------------------


@cache
def dummy(slot: int) -> Ciphertext:
    return Ciphertext(hash_to_group("c1", slot.to_bytes(4, "big")), hash_to_group("c2", slot.to_bytes(4, "big")))


@cache
def points() -> dict[Card, Point]:
    return {card: hash_to_group("stranger", card.name.encode()) for card in CARDS}


class Follower:
    """One hand played by the engine, with the page's description beside it."""

    def __init__(self, name: str, match: Match, rng: Random) -> None:
        self.rules, self.rng, self.n = rules_of(name), rng, match.n
        deck = list(self.rules.deck(match.options))
        self.points = {card: points()[card] for card in deck}
        rng.shuffle(deck)
        self.dealer = PlainDealer(self.rules, deck, rng, match.n)
        self.public: dict[int, Card] = {}
        self.spent: set[int] = set()
        self.state = self.rules.begin(match)
        self.named: dict[int, str] = {}
        options = unpack(pack(match.options.pairs()), 1 << 16)
        assert isinstance(options, tuple)
        self.game = games.GAMES[name](dict(options), match.n, self.named)
        self.game.begin(match.dealer)

    def run(self) -> Result:
        while not isinstance(self.state.next, Result):
            if asks := pending(self.state):
                self._serve(asks)
            else:
                self._turn(self.state.next)
        assert self.game.asks == []
        return self.state.next

    def _serve(self, asks: tuple[Any, ...]) -> None:
        opened = [slot for ask in asks if isinstance(ask, Open) for slot in ask.slots if slot not in self.public]
        deals = [ask for ask in asks if isinstance(ask, Deal)]
        mixes = [("mix", ask.seat, list(ask.old), list(ask.new)) for ask in asks if isinstance(ask, Mix)]
        if opened or deals or mixes:
            self.game.asks = self.game.asks or self.game.unasked("shares" if opened or deals else "mix")
            said = self.game.asks
            assert [ask for ask in said if ask[0] == "mix"] == mixes
            assert sorted(ask[1:] for ask in said if ask[0] == "deal") == [
                (d.seat, list(d.slots)) for d in sorted(deals)
            ]
            assert sorted(slot for ask in said if ask[0] == "open" for slot in ask[1]) == sorted(opened)
            for _, seat, old, new in mixes:
                self.game.mixed(seat, old, new)
                self.spent |= set(old)
        self._open(opened)
        for ask in asks:
            self.dealer._mix(ask) if isinstance(ask, Mix) else self.dealer._show(ask)
        if self.game.asks:
            self.game.served()
        self.state = self.rules.resume(self.state, self.dealer.faces)
        self._same_hands()

    def _open(self, slots: list[int]) -> None:
        self.public |= {slot: self.dealer.faces[slot] for slot in slots}
        self.named |= {slot: self.dealer.faces[slot].name for slot in slots}

    def _turn(self, turn: Turn) -> None:
        assert self.game.asks == []
        moves = {seat: self._choose(seat) for seat in turn.seats}
        self._judge(moves)
        self._open([slot for move in moves.values() for slot in move.shows])
        answers = {seat: self._choose(seat) for seat in turn.watchers}
        self._judge(answers)
        self._open([slot for move in answers.values() for slot in move.shows])
        followed = [[games.Move(seat, *move) for seat, move in sorted(step.items())] for step in (moves, answers)]
        self.game.moved(*followed)
        for known in self.dealer.known:
            known.update(self.public)
        self.state = self.rules.apply(self.state, moves | answers, self.dealer.faces)
        self._same_hands()

    def _choose(self, seat: int) -> Move:
        listed = list(islice(self.rules.legal(self.state, seat, self.dealer.known[seat]), 40))
        weights = [0.05 if move.kind in ("drop", "decline", "declare", "claim") else 1 for move in listed]
        return self.rng.choices(listed, weights)[0]

    def _judge(self, moves: Mapping[int, Move]) -> None:
        """The page and the code make the same draws and formula of what the rules ask to be proven."""
        for seat, move in moves.items():
            faces = {**self.public, **{slot: self.dealer.faces[slot] for slot in move.shows}}
            asked = self.rules.proofs(self.state, seat, move, faces)
            closed = [_about_closed(proof, faces) for proof in asked if not isinstance(proof, Duty)]
            names = {slot: face.name for slot, face in faces.items()}
            gone = frozenset(face for slot, face in faces.items() if slot not in self.spent)
            reduced = {slot: dummy(slot) for slot in self.state.held[seat] if slot not in faces}
            draws, formula = proofs.asked_of(
                self.game.requests(games.Move(seat, *move), names),
                names,
                {face.name for face in gone},
                {slot: (bytes(c.c1), bytes(c.c2)) for slot, c in reduced.items()},
                {card.name: bytes(point) for card, point in self.points.items()},
            )
            ours = asked_of(closed, reduced, self.points, gone)
            assert [proofs.encoded_draw(draw) for draw in draws] == list(map(bytes, ours.draws))
            assert (formula is None) == (ours.formula is None)
            if formula is not None and ours.formula is not None:
                assert proofs.encoded(formula) == encoded(ours.formula)

    def _same_hands(self) -> None:
        if isinstance(self.state.next, Turn):
            assert self.game.hands == [list(held) for held in self.state.held]


def play_on(name: str, options: Any, n: int, seed: int, hands: int) -> list[str]:
    rules, rng = rules_of(name), Random(seed)
    try:
        match = rules.first(options, n)
    except BadOption:
        return []
    outcomes = []
    for _ in range(hands):
        result = Follower(name, match, rng).run()
        outcomes.append(result.outcome)
        match = rules.settle(match, result)
        if match.over:
            break
    return outcomes


@pytest.mark.parametrize("name", sorted(games.GAMES))
def test_the_page_follows_the_slots_of_any_hand(name: str) -> None:
    """Asks, hands, mixes, fresh numbers and formulas, under any options, are those that section 10 gives."""
    rules = rules_of(name)
    outcomes: list[str] = []

    @given(st.data(), st.integers(0, 1 << 30))
    @settings(max_examples=30, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    def play(data: st.DataObject, seed: int) -> None:
        options = data.draw(options_of(rules))
        n = data.draw(st.sampled_from(list(rules.seats(options))))
        outcomes.extend(play_on(name, options, n, seed, 4))

    play()
    assert len(outcomes) > 40
    assert len(set(outcomes)) > 1


# -- notation ---------------------------------------------------------------------------------------------------

SCALARS = st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.text(max_size=300) | st.binary(max_size=300)


@given(st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=20).map(tuple), max_leaves=30))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_two_encoders_agree(value: Any) -> None:
    assert notation.encode(value) == pack(value)
    assert notation.decode(pack(value), 1 << 20) == value
