"""Cheats that do anything: whatever they sign, no honest seat is blamed, and no two honest seats end differently."""

import secrets
from collections.abc import Iterable
from itertools import combinations
from random import Random

import pytest

from protocol.contribution import Contribution, Lane
from protocol.events import Convicted, Stopped
from tests.protocol.table.net import Net, Sending, blob_of, flipped, forged, genesis_of, repeatable, with_part
from tests.protocol.table.test_accusations import void_by
from tests.protocol.table.test_equivocation import SECOND


class RandomCheat:
    """Signs, with a real key, whatever its dice say."""

    def __init__(self, net: Net, seat: int, rng: Random, often: float) -> None:
        self.net, self.seat, self.rng, self.often = net, seat, rng, often
        self.did: list[str] = []

    def __call__(self, c: Contribution) -> Iterable[Sending] | None:
        if self.rng.random() >= self.often:
            return None
        others = [seat for seat in range(self.net.genesis.n) if seat != self.seat]
        variants = [c.signed, *(v.signed for v in self.variants(c))]
        return [
            (seat, self.rng.choice(variants)) for seat in others for _ in range(self.rng.choice((0, 1, 1, 1, 2, 3)))
        ]

    def variants(self, c: Contribution) -> Iterable[Contribution]:
        """Some things to say in place of the contribution."""
        for _ in range(self.rng.randrange(1, 4)):
            name = self.rng.choice(("part", "header", "kind", "second", "void", "old", "theirs"))
            self.did.append(f"{name} {c.kind}")
            yield from getattr(self, name)(c)

    def part(self, c: Contribution) -> Iterable[Contribution]:
        parts = [i for i, part in enumerate(c.body) if isinstance(part, bytes) and part]
        if parts:
            at = self.rng.choice(parts)
            yield with_part(c, at, flipped(blob_of(c, at), self.rng.randrange(1 << 16)))
        else:
            yield forged(c, (*c.body, self.rng.choice((b"", 1, None, "x"))))

    def header(self, c: Contribution) -> Iterable[Contribution]:
        header = c.header
        yield forged(
            c,
            **self.rng.choice(
                (
                    {"previous": flipped(header.previous)},
                    {"step": header.step + self.rng.choice((1, 2, 7, 8, 100))},
                    {"hand": header.hand + self.rng.choice((1, 2))},
                    {"attempt": 1},
                    {"epoch": 1},
                    {"lane": Lane(self.rng.randrange(4))},
                )
            ),
        )

    def kind(self, c: Contribution) -> Iterable[Contribution]:
        yield forged(c, kind=self.rng.choice(("agree", "commit", "shares", "move", "answer", "result", "close", "x")))

    def second(self, c: Contribution) -> Iterable[Contribution]:
        if c.kind in SECOND and c.header.seat == self.seat and c.kind != "answer":
            yield SECOND[c.kind](self.net, c)

    def void(self, c: Contribution) -> Iterable[Contribution]:
        """Against anybody, with anything that was ever said."""
        said = [sent for node in self.net.nodes for sent in node.sent] or [c]
        quoted = [self.rng.choice([*said, *self.part(c)]) for _ in range(self.rng.choice((1, 1, 2)))]
        yield void_by(self.net.nodes[self.seat].table, self.seat, *quoted)

    def old(self, c: Contribution) -> Iterable[Contribution]:
        mine = self.net.nodes[self.seat].sent
        if mine:
            old = self.rng.choice(mine)
            yield forged(c, old.body)
            yield old

    def theirs(self, c: Contribution) -> Iterable[Contribution]:
        said = [sent for node in self.net.honest for sent in node.sent if sent.kind == c.kind]
        if said:
            yield forged(c, self.rng.choice(said).body)


def random_table(seed: int, n: int, cheats: tuple[int, ...], often: float, *, lazy: bool) -> Net:
    """A table after all is said, with these seats cheating so often."""
    rng = Random(seed)
    net = Net(genesis_of(n, hands=2), seed, relay=rng.random() < 0.5, lazy=lazy, loss=rng.choice((0.0, 0.1)))
    for seat in cheats:
        net.cheat(seat, RandomCheat(net, seat, rng, often))
    return net.start().run()


def check_nobody_is_wronged(net: Net) -> None:
    for node in net.honest:
        assert not node.of(Stopped)
        for event in node.of(Convicted):
            assert event.evidence.seat in net.cheats
        assert len({c.cell for c in node.sent}) == len(node.sent)
        assert sum(node.table.ledger) == 0


def check_same_end(net: Net) -> None:
    """What one has sealed the others have, or have not got to; when one has closed, all have, on the same digest."""
    for one, other in combinations(net.honest, 2):
        shorter = min(len(one.table.seals), len(other.table.seals))
        assert one.table.seals[:shorter] == other.table.seals[:shorter]
    if any(node.table.over for node in net.honest):
        assert len({(node.table.over, node.table.digest, node.table.ledger) for node in net.honest}) == 1


@pytest.fixture(autouse=True)
def _seeded(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, substitute in repeatable(seed).items():
        monkeypatch.setattr(secrets, name, substitute)


@pytest.mark.parametrize("seed", [*range(8), 1096, 2471, 2482, 7236])
def test_one_cheat_among_three(seed: int) -> None:
    """Under the higher seeds honest seats once came to different ends."""
    net = random_table(seed, 3, (seed % 3,), (0.02, 0.05, 0.1, 0.2)[seed % 4], lazy=seed % 3 == 0)
    check_nobody_is_wronged(net)
    check_same_end(net)


@pytest.mark.parametrize("seed", range(9000, 9006))
def test_two_cheats_among_four(seed: int) -> None:
    net = random_table(
        seed, 4, (seed % 4, (seed + 1 + seed % 3) % 4), (0.02, 0.05, 0.1, 0.2)[seed % 4], lazy=seed % 3 == 0
    )
    check_nobody_is_wronged(net)
    check_same_end(net)


@pytest.mark.parametrize("seed", range(200, 203))
def test_one_honest_seat_among_cheats(seed: int) -> None:
    """It may get no game, but it is not blamed, does not crash, and pays nothing it has not lost."""
    net = random_table(seed, 3, (0, 2), 0.2, lazy=False)
    check_nobody_is_wronged(net)
