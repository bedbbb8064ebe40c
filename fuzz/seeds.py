"""What targets start from: recorded tables, states of play, and valid inputs for the fuzzer to change."""

import copy
from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

from engine.cards import CARDS, Card
from engine.contract import Move, Slot
from p2p import frames, lobby
from p2p.address import Address
from p2p.invite import Invite
from protocol import evidence_file
from protocol.codec import pack
from protocol.contribution import Contribution
from protocol.drawn import Drawn, proof_size
from protocol.elgamal import Ciphertext, encode_deck, masked, rerandomise
from protocol.formula import Equal, Every, Formula, Some, Unequal
from protocol.group import Point, Scalar, base_mult, hash_to_group
from protocol.identity import Identity
from protocol.play import Play
from protocol.seat import SeatMachine
from protocol.table import Table
from protocol.terms import Genesis
from protocol.transcript_file import MAGIC
from tests.protocol.recorded import genesis_of, identity, joined, lively, played, split, transcript_of
from tests.protocol.table.net import copying

__all__ = ["identity"]

GAMES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("tonk", 2, {"drop_when": "any_time"}),
    ("thirteen", 2, {"players": 2}),
    ("pitch", 4, {}),
)


@cache
def genesis() -> Genesis:
    """A table of Tonk."""
    return genesis_of(GAMES[0][0], GAMES[0][1], **GAMES[0][2])


@cache
def tables() -> tuple[Table, ...]:
    """One recorded table of each game."""
    return tuple(
        played(genesis_of(game, n, **options), 5, lively(Random(6), "declare", "claim")) for game, n, options in GAMES
    )


@cache
def points() -> tuple[tuple[Table, Contribution], ...]:
    """Tables when a contribution was due, and that contribution: one for each kind and game."""
    found: list[tuple[Table, Contribution]] = []
    for recorded in tables():
        then, kinds = Table(recorded.genesis), set[str]()
        for contribution in recorded.log():
            if contribution.kind not in kinds:
                kinds.add(contribution.kind)
                with copying():
                    found.append((copy.deepcopy(then), contribution))
            lane = then.find(contribution.header)
            if lane is not None:
                then.accept(lane, contribution, lane.check(contribution)())
    return tuple(found)


@cache
def plays() -> tuple[Play, ...]:
    """Hands in play, one for each game, at a move."""
    return tuple(table.play for table, due in points() if due.kind == "move" and table.play is not None)


def any_faces(move: Move) -> Mapping[Slot, Card]:
    """Some face for each slot that a move shows."""
    return {slot: CARDS[slot % 52] for slot in move.shows}


def is_fair(due: Contribution, made: Contribution) -> bool:
    """Whether acceptance may let the body pass: it hides something, says nothing that is proven, or is the true one."""
    if made.body == due.body or due.kind in ("commit", "pledge"):
        return True
    if due.kind == "result":
        return made.body[:-1] == due.body[:-1]
    if due.kind in ("move", "answer"):
        # Without shares and proofs the rules alone have judged it.
        return made.body[1:] == (b"", b"", b"", b"")
    return False


@cache
def prefixes() -> frozenset[bytes]:
    """The transcripts that hold: the seed and what it begins with."""
    parts = split(transcript_of(tables()[0]))
    return frozenset(joined(parts[:end]) for end in range(1, len(parts) + 1))


@cache
def machine() -> SeatMachine:
    """A seat of a table whose terms are being signed."""
    made = SeatMachine(genesis(), identity(0))
    made.start()
    return made


@cache
def deck() -> tuple[Sequence[Ciphertext], Point]:
    """Three encrypted cards and their key."""
    key = base_mult(Scalar(77))
    cards = [hash_to_group("fuzz", bytes([i])) for i in range(3)]
    return [rerandomise(masked(card, key), key, Scalar(5 + i)) for i, card in enumerate(cards)], key


@cache
def formula() -> Formula:
    """A claim that is not true."""
    (one, two, _), _ = deck()
    cards = [hash_to_group("fuzz", bytes([i])) for i in range(3)]
    return Every((Some((Equal(one, cards[1]), Equal(one, cards[2]))), Unequal(two, cards[1])))


@cache
def draw() -> Drawn:
    """Two slots, of which one holds none of the cards."""
    (one, two, _), _ = deck()
    return Drawn((one, two), tuple(hash_to_group("fuzz", bytes([i])) for i in range(2, 5)))


def inputs() -> Mapping[str, Sequence[bytes]]:
    """Valid inputs by target."""
    log = [contribution for table in tables() for contribution in table.log()]
    small = [contribution.signed for contribution in log if len(contribution.signed) < 2000]
    kinds = {pack(contribution.body): contribution for contribution in log}
    moves = [pack(c.body[0]) for c in log if c.kind in ("move", "answer")]
    due = [bytes([at]) + pack(c.body) for at, (_, c) in enumerate(points()) if len(pack(c.body)) < 4096]
    who = Identity(bytes([9]) * 32)
    here = [Address("192.0.2.1", 7000), Address("2001:db8::1", 7000)]
    statement = frames.make_statement(
        who, bytes(32), session=bytes(8), number=1, addresses=here, links=[identity(0).public]
    )
    envelope = frames.make_envelope(
        who, bytes(32), target=b"", session=bytes(8), number=2, channel_name="table", message=b"hello"
    )
    said = (
        frames.Hello(statement, (statement,)),
        frames.News(statement),
        envelope,
        frames.Refused(frames.Refusal.FULL),
        frames.Bye(frames.Farewell.LEAVING),
    )
    words = (
        lobby.Welcome(genesis().terms, 2),
        lobby.Here("Ann", bytes(32)),
        lobby.Present(((identity(0).public, "Ann"),)),
        lobby.Proposal(genesis()),
    )
    cards, _ = deck()
    begun = split(transcript_of(tables()[0]))[:5]
    return {
        "codec": [pack(kinds[body].body) for body in list(kinds)[:20]],
        "contribution": small[:20],
        "terms": [pack(table.genesis.encode()) for table in tables()],
        "move": sorted(set(moves))[:20],
        "acceptance": due,
        "void": [pack([data]) for data in small[:5]] + [pack(small[:2])],
        "transcript": [joined(begun)],
        "evidence": [
            evidence_file.MAGIC + joined(split(transcript_of(tables()[0]))[:end])[len(MAGIC) :] for end in (3, 5)
        ],
        "frame": [frames.encode(frame) for frame in said],
        "lobby_message": [word.encode() for word in words],
        "invite_code": [Invite(bytes(10), bytes(8), tuple(here)).encode().encode()],
        "address": [str(address).encode() for address in here],
        "request": [pack([0, [(1, 0, 2), (0, 0, 0)]])],
        "proofs": [encode_deck(cards) + bytes(32 * 18), encode_deck(cards) + bytes(proof_size(draw()) - 192)],
    }
