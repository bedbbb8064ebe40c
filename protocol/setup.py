"""The setup lane of one hand: commit, reveal, shuffle seat by seat, confirm (docs/protocol.md, "Setup")."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256

from engine.cards import Card
from protocol.codec import CodecError, blob
from protocol.contribution import Contribution, Fault, Header, Lane, step_digest
from protocol.elgamal import CIPHERTEXT_SIZE, Ciphertext, DeckError, decode_deck, encode_deck, masked
from protocol.group import GroupError, Point, framed, hash_to_group
from protocol.keys import (
    COMMITMENT_SIZE,
    ENTROPY_SIZE,
    PROOF_SIZE,
    SALT_SIZE,
    KeyShareError,
    commitment,
    joint_key,
    verify_knowledge,
)
from protocol.lane import Check, Steps
from protocol.shuffle import proof_size, verify
from protocol.terms import Genesis
from protocol.transcript import ProofError

CARD_LABEL = "card"
"""Label of the points that stand for cards; disjoint from the labels of generators."""


@dataclass(frozen=True, slots=True)
class Revealed:
    """What a seat's reveal says: its public key share and its entropy."""

    public: Point
    entropy: bytes


@dataclass(frozen=True)
class HandKeys:
    """The public keys of one hand and what follows from them."""

    hand_id: bytes
    publics: tuple[Point, ...]
    joint: Point
    cards: Mapping[Point, Card]
    """Which card each card point stands for, in deck order."""
    points: Mapping[Card, Point]
    """The same the other way."""
    order: tuple[int, ...]
    """The seats in the order of shuffling."""


def hand_keys(hand_id: bytes, publics: tuple[Point, ...], deck: tuple[Card, ...]) -> HandKeys:
    """The keys of a hand whose reveal step has the digest `hand_id`. Raises KeyShareError."""
    joint = joint_key(publics)
    cards = {hash_to_group(CARD_LABEL, hand_id, card.name.encode()): card for card in deck}
    order = sorted(range(len(publics)), key=lambda seat: sha256(framed("order", hand_id, bytes([seat]))).digest())
    points = {card: point for point, card in cards.items()}
    return HandKeys(hand_id, publics, joint, cards, points, tuple(order))


def deck_digest(deck: tuple[Ciphertext, ...]) -> bytes:
    """What a seat signs to confirm that it holds this deck, 32 bytes."""
    return sha256(framed("fairdeal/1/deck", encode_deck(deck))).digest()


class Setup(Steps):
    """Public state of a hand's setup. When it is over, `deck` is confirmed by all, and not before.

    `dead` says why the setup cannot go on though nobody can be blamed for it.
    """

    def __init__(self, genesis: Genesis, hand: int, previous: bytes, cards: tuple[Card, ...]) -> None:
        super().__init__(genesis, hand, Lane.SETUP, previous)
        self._start = previous
        self.cards = cards
        self.keys: HandKeys | None = None
        self.deck: tuple[Ciphertext, ...] = ()
        self.dead = ""
        self._commitments: dict[int, tuple[bytes, bytes]] = {}
        self.owed = dict.fromkeys(range(genesis.n), "commit")

    def fresh(self) -> "Setup":
        """The setup before the first commitment."""
        return Setup(self.genesis, self.hand, self._start, self.cards)

    @property
    def hand_id(self) -> bytes:
        """Digest of the reveal step; empty before it."""
        return self.keys.hand_id if self.keys else b""

    def commit_context(self, seat: int) -> bytes:
        """What the seat's commitment and proof of knowledge bind to: the header of its commit."""
        return self._commitments[seat][0] if self.step else self.header(seat).context("commit", b"")

    def examine(self, contribution: Contribution) -> Check:
        """The check of a commit, reveal, shuffle or confirm."""
        return {
            "commit": self._commit,
            "reveal": self._reveal,
            "shuffle": self._shuffle,
            "confirm": self._confirm,
        }[contribution.kind](contribution)

    def _commit(self, contribution: Contribution) -> Check:
        context = self.commit_context(contribution.header.seat)
        (value,) = shaped(contribution, COMMITMENT_SIZE)
        return lambda: (context, value)

    def _reveal(self, contribution: Contribution) -> Check:
        public, proof, entropy, salt = shaped(contribution, 32, PROOF_SIZE, ENTROPY_SIZE, SALT_SIZE)
        context, committed = self._commitments[contribution.header.seat]

        def check() -> Revealed:
            point = decode_point(public)
            if commitment(context, point, proof, entropy, salt) != committed:
                raise Fault("its key share is not the one it committed to")
            with proven():
                verify_knowledge(context, point, proof)
            return Revealed(point, entropy)

        return check

    def _shuffle(self, contribution: Contribution) -> Check:
        n = len(self.deck)
        data, proof = shaped(contribution, n * CIPHERTEXT_SIZE, proof_size(n))
        keys, before = self.keys, self.deck
        assert keys is not None  # noqa: S101 - the reveal step has closed
        context = contribution.header.context("shuffle", keys.hand_id)

        def check() -> tuple[Ciphertext, ...]:
            with proven():
                after = decode_deck(data, n)
                verify(context, keys.joint, before, after, proof)
            return after

        return check

    def _confirm(self, contribution: Contribution) -> Check:
        (digest,) = shaped(contribution, 32)
        if digest != deck_digest(self.deck):
            raise Fault("confirms another deck than the one that was shuffled")
        return lambda: None

    def close(self, said: Mapping[int, object]) -> None:
        """What follows a closed step."""
        seats, n = dict.fromkeys(range(self.genesis.n), ""), self.genesis.n
        if self.step == 1:
            self._commitments = {seat: value for seat, value in said.items() if isinstance(value, tuple)}
            self.owed = dict.fromkeys(seats, "reveal")
        elif self.step == 2:
            self._start_deck({seat: value for seat, value in said.items() if isinstance(value, Revealed)})
        else:
            for after in said.values():
                if isinstance(after, tuple):
                    self.deck = after
            if self.step < 2 + n:
                self._await_shuffle()
            else:
                self.owed = dict.fromkeys(seats, "confirm") if self.step == 2 + n else {}

    def _start_deck(self, revealed: Mapping[int, Revealed]) -> None:
        try:
            self.keys = hand_keys(self.digest, tuple(revealed[seat].public for seat in sorted(revealed)), self.cards)
        except KeyShareError as error:
            self.dead = str(error)
            self.owed = {}
            return
        self.deck = tuple(masked(point, self.keys.joint) for point in self.keys.cards)
        self._await_shuffle()

    def _await_shuffle(self) -> None:
        shuffler = self.shuffler(self.step)
        assert shuffler is not None  # noqa: S101 - called at a step of shuffling only
        self.owed = {shuffler: "shuffle"}

    def shuffler(self, step: int) -> int | None:
        """The seat that shuffles in this step; None in steps of another kind, and before the order is known."""
        shuffles = range(2, 2 + self.genesis.n)
        return self.keys.order[step - 2] if self.keys is not None and step in shuffles else None

    def header_after(self, contribution: Contribution, seat: int) -> Header:
        """The header of the seat's contribution to the next step, should this one alone close the open step."""
        digest = step_digest(self.digest, (contribution.payload,))
        return replace(self.header(seat), step=self.step + 1, previous=digest)


def shaped(contribution: Contribution, *sizes: int) -> tuple[bytes, ...]:
    """The body as byte strings of exactly these sizes. Raises Fault before anything is decoded."""
    if len(contribution.body) != len(sizes):
        raise Fault(f"its {contribution.kind} has {len(contribution.body)} parts instead of {len(sizes)}")
    try:
        return tuple(blob(part, size) for part, size in zip(contribution.body, sizes, strict=True))
    except CodecError as error:
        raise Fault(f"its {contribution.kind} is malformed: {error}") from error


def decode_point(data: bytes) -> Point:
    """A point of a body. Raises Fault."""
    try:
        return Point.decode(data)
    except GroupError as error:
        raise Fault(str(error)) from error


class proven:  # noqa: N801 - reads as a statement: with proven(): ...
    """Within it, a proof that does not hold, or a value that cannot be decoded, is a Fault."""

    def __enter__(self) -> None:
        """Nothing to prepare."""

    def __exit__(self, _type: object, error: BaseException | None, _trace: object) -> None:
        """Turn the library's refusal into the protocol's."""
        if isinstance(error, ProofError | DeckError | GroupError):
            raise Fault(str(error)) from error
