"""What one seat keeps secret during a hand, and the bodies that it makes from it.

Every method that returns `Produce` does so at once; the work it returns reads public state that stands still while
the seat owes the contribution, so it may run in any thread. It gives the body and what a check of it would give.
Bodies are made once: a node resends the bytes that it journaled.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from engine.cards import Card
from engine.contract import Move, Slot
from protocol.asked import prove as prove_asked
from protocol.codec import Value, blob, pack
from protocol.contribution import Contribution, Header
from protocol.elgamal import Ciphertext, decode_deck, encode_deck
from protocol.group import Point
from protocol.keys import ENTROPY_SIZE, SALT_SIZE, HandKey, commitment, prove_knowledge
from protocol.play import Moved, Play, encode_move, pledge_of
from protocol.setup import Revealed, Setup, deck_digest, proven
from protocol.shares import prove_shares, share
from protocol.shuffle import prove, shuffle
from protocol.transcript import Randomness

Body: TypeAlias = tuple[Value, ...]
Produced: TypeAlias = tuple[Body, Any]
Produce: TypeAlias = Callable[[], Produced]


@dataclass
class HandSecrets:
    """A seat's secrets of one hand; dropped at the seal. `faces` is what the seat has seen, and is kept."""

    seat: int
    key: HandKey = field(default_factory=HandKey.generate, repr=False)
    entropy: bytes = field(default_factory=lambda: secrets.token_bytes(ENTROPY_SIZE), repr=False)
    salt: bytes = field(default_factory=lambda: secrets.token_bytes(SALT_SIZE), repr=False)
    faces: dict[Slot, Card] = field(default_factory=dict, repr=False)
    pledged: tuple[Move, bytes] | None = field(default=None, repr=False)
    """The sealed move that is committed to, with its salt."""
    _proof: bytes = field(default=b"", repr=False)
    _commitment: bytes = b""
    _mixed: dict[Slot, Card] = field(default_factory=dict, repr=False)

    def made(self, contribution: Contribution) -> bool:
        """Whether these are the secrets behind an own contribution that comes from elsewhere."""
        return contribution.kind != "commit" or contribution.body == (self._commitment,)

    # -- setup ---------------------------------------------------------------------------------------------

    def setup_body(self, setup: Setup, header: Header, kind: str) -> Produce:
        """The body of a commit, reveal, shuffle or confirm."""
        makers: dict[str, Callable[[Setup, Header], Produced]] = {
            "commit": self._commit,
            "reveal": self._reveal,
            "shuffle": self._shuffle,
            "confirm": lambda setup, _: ((deck_digest(setup.deck),), None),
        }
        return lambda: makers[kind](setup, header)

    def _commit(self, setup: Setup, _header: Header) -> Produced:
        context = setup.commit_context(self.seat)
        self._proof = prove_knowledge(context, self.key.secret, self.key.public)
        self._commitment = commitment(context, self.key.public, self._proof, self.entropy, self.salt)
        return (self._commitment,), (context, self._commitment)

    def _reveal(self, _setup: Setup, _header: Header) -> Produced:
        body = (bytes(self.key.public), self._proof, self.entropy, self.salt)
        return body, Revealed(self.key.public, self.entropy)

    def _shuffle(self, setup: Setup, header: Header) -> Produced:
        return self._shuffled(setup, header, setup.deck)

    def draft_body(self, setup: Setup, header: Header, before: Contribution) -> Produce:
        """The body of the shuffle that follows another's which is still being checked.

        It takes about as long to make as the other to check. It is contributed only if that comes back clean.
        """

        def make() -> Produced:
            with proven():
                deck = decode_deck(blob(before.body[0]), len(setup.deck))
            return self._shuffled(setup, header, deck)

        return make

    def _shuffled(self, setup: Setup, header: Header, before: tuple[Ciphertext, ...]) -> Produced:
        assert setup.keys is not None  # noqa: S101 - shuffles follow the reveal
        context, key = header.context("shuffle", setup.keys.hand_id), setup.keys.joint
        randomness = Randomness("fairdeal/1/shuffle/own", bytes(self.key.secret), context, encode_deck(before))
        after, secret = shuffle(before, key, randomness)
        return (encode_deck(after), prove(context, key, before, after, secret)), after

    # -- play ----------------------------------------------------------------------------------------------

    def shares_body(self, play: Play, header: Header) -> Produce:
        """The shares that the seat owes now, with their proof."""
        slots = play.due[self.seat]
        return lambda: self._shares(play, header, "shares", slots)

    def _shares(
        self, play: Play, header: Header, kind: str, slots: tuple[Slot, ...], *earlier: bytes
    ) -> tuple[tuple[bytes, bytes], dict[Slot, Point]]:
        if not slots:
            return (b"", b""), {}
        bases = play.slots.bases(slots)
        shares = [share(self.key.secret, base) for base in bases]
        context = header.context(kind, play.keys.hand_id, *earlier)
        proof = prove_shares(context, self.key.secret, self.key.public, bases, shares)
        return (b"".join(map(bytes, shares)), proof), dict(zip(slots, shares, strict=True))

    def mix_body(self, play: Play, header: Header) -> Produce:
        """The mix that the seat owes now; which card lies in which fresh slot, only this seat knows."""
        ask = play.mixes[self.seat]

        def make() -> Produced:
            before = tuple(play.slots.reduced(slot) for slot in ask.old)
            context = header.context("mix", play.keys.hand_id)
            statement = encode_deck(before)
            randomness = Randomness("fairdeal/1/mix/own", bytes(self.key.secret), context, statement)
            after, secret = shuffle(before, self.key.public, randomness)
            sources = zip(ask.new, secret.permutation, strict=True)
            self._mixed = {slot: self.faces[ask.old[source]] for slot, source in sources}
            return (encode_deck(after), prove(context, self.key.public, before, after, secret)), after

        return make

    def pledge_body(self, play: Play, header: Header, move: Move) -> Produce:
        """The commitment to a sealed move; the move itself follows by itself when all have committed."""
        salt = secrets.token_bytes(SALT_SIZE)
        self.pledged = (move, salt)
        context = header.context("pledge", play.keys.hand_id)
        value = pledge_of(context, move, salt)
        return lambda: ((value,), (context, value))

    def move_body(self, play: Play, header: Header, kind: str, move: Move, salt: bytes = b"") -> Produce:
        """A move or an answer, with the shares that open what it shows and the proofs that it owes."""
        closed = play.to_open(self.seat, move)
        encoded = encode_move(move)

        faces = {**play.slots.faces, **{slot: self.faces[slot] for slot in move.shows}}
        asked = play.claim(self.seat, move, faces)

        def make() -> Produced:
            opening, shares = self._shares(play, header, kind, closed, pack(encoded))
            claims = b""
            if asked is not None:
                context = header.context(kind, play.keys.hand_id, pack(encoded), *opening)
                claims = prove_asked(context, self.key.secret, self.key.public, asked)
            return (encoded, *opening, claims, salt), Moved(move, shares)

        return make

    def look(self, play: Play) -> None:
        """Read every slot that has been dealt to this seat and not been looked at."""
        self.faces |= self._mixed
        for slot in play.state.held[self.seat]:
            if slot in self.faces:
                continue
            if slot in play.slots.faces:
                self.faces[slot] = play.slots.faces[slot]
            elif play.slots.missing(slot) == {self.seat}:
                base = play.slots.entries[slot].ciphertext.c1
                self.faces[slot] = play.slots.read(slot, {self.seat: share(self.key.secret, base)})
