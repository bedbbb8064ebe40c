"""Whole tables recorded without machines or a network: each seat's contribution is made, checked and counted in turn.

This is the shortest way to an honest transcript: tests that take one apart, or compare readers of it, start here.
"""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any, TypeAlias
from unittest import mock

from engine.contract import Move, Seat
from engine.games import rules_of
from protocol.contribution import Contribution, sign
from protocol.identity import Identity
from protocol.lane import Gate, Steps
from protocol.own import HandSecrets
from protocol.play import Play
from protocol.setup import Setup
from protocol.table import Table
from protocol.terms import Genesis, Player, Terms
from protocol.transcript_file import MAGIC, records, write

Choose: TypeAlias = Callable[[Play, Seat, list[Move]], Move]
MOST_LISTED = 60
"""Legal moves among which one is chosen."""


def identity(seat: int) -> Identity:
    """Who sits there."""
    return Identity(bytes([seat + 1]) * 32)


def genesis_of(game: str, n: int, *presets: str, hands: int | None = 1, night: int = 0, **options: Any) -> Genesis:
    """A table of this game; another night makes another table of the same terms and people."""
    made = rules_of(game).Options.make(*presets, **options)
    players = tuple(Player(identity(i).public, f"p{i}", bytes([night, i]) * 16) for i in range(n))
    return Genesis(Terms.of(game, made, hands=hands), players)


@dataclass
class Recorder:
    """The seats of a table, and their secrets, hand by hand."""

    table: Table
    choose: Choose
    kept: dict[tuple[int, Seat], HandSecrets] = field(default_factory=dict)
    """By hand and seat."""
    seat: Seat = 0
    """Who is at work."""

    def run(self) -> None:
        """Play until the table is closed."""
        while not self.table.over:
            self.contribute()

    def contribute(self) -> Contribution:
        """The next contribution in the order of the transcript, made and counted."""
        lane = next(lane for lane in self.table.lanes() if lane.hand == self.table.hand)
        self.seat = min(lane.waits_for())
        body = self.body(lane)
        contribution = sign(identity(self.seat), lane.header(self.seat), lane.owed[self.seat], body)
        self.table.accept(lane, contribution, lane.check(contribution)())
        return contribution

    def body(self, lane: Steps) -> tuple[Any, ...]:
        """What the seat at work contributes to this lane."""
        header, kind = lane.header(self.seat), lane.owed[self.seat]
        if isinstance(lane, Gate):
            return (*lane.body, True) if kind == "result" else lane.body
        if (lane.hand, self.seat) not in self.kept:
            self.kept[lane.hand, self.seat] = HandSecrets(self.seat)
        own = self.kept[lane.hand, self.seat]
        if isinstance(lane, Setup):
            return own.setup_body(lane, header, kind)()[0]
        assert isinstance(lane, Play)
        own.look(lane)
        if kind in ("shares", "mix"):
            return {"shares": own.shares_body, "mix": own.mix_body}[kind](lane, header)()[0]
        if kind == "move" and own.pledged is not None:
            (move, salt), own.pledged = own.pledged, None
            return own.move_body(lane, header, kind, move, salt)()[0]
        faces = {**lane.slots.faces, **own.faces}
        move = self.choose(lane, self.seat, list(islice(lane.rules.legal(lane.state, self.seat, faces), MOST_LISTED)))
        if kind == "pledge":
            return own.pledge_body(lane, header, move)()[0]
        return own.move_body(lane, header, kind, move)()[0]


def lively(rng: Random, *rare: str) -> Choose:
    """Choose at random, but moves of the rare kinds, such as those that end a hand, only now and then."""

    def choose(_play: Play, _seat: Seat, moves: list[Move]) -> Move:
        weights = [0.02 if move.kind in rare else 1.0 for move in moves]
        return rng.choices(moves, weights)[0]

    return choose


RARE = ("drop", "decline", "declare", "claim", "pass_rest")


@contextmanager
def repeating(seed: int) -> Iterator[Random]:
    """Within it the system's generator is one that gives the same again for the same seed."""
    rng = Random(seed)
    with (
        mock.patch.object(secrets, "token_bytes", rng.randbytes),
        mock.patch.object(secrets, "randbelow", rng.randrange),
    ):
        yield rng


def played(genesis: Genesis, seed: int = 0, choose: Choose | None = None) -> Table:
    """A whole table, the same for the same seed."""
    with repeating(seed) as rng:
        recorder = Recorder(Table(genesis), choose or lively(rng, *RARE))
        recorder.run()
    return recorder.table


def transcript_of(table: Table) -> bytes:
    """The transcript of a table."""
    return write(table.genesis, table.log())


def split(transcript: bytes) -> list[bytes]:
    """The records of a transcript that has no broken one."""
    found = [record.data for record in records(transcript)]
    assert None not in found
    return [data for data in found if data is not None]


def joined(parts: list[bytes]) -> bytes:
    """The transcript of these records."""
    return MAGIC + b"".join(len(part).to_bytes(4, "big") + part for part in parts)
