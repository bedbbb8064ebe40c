"""Vectors of what everything is built from: encoding, hashing, challenges, identities, headers."""

from dataclasses import replace
from hashlib import sha256, sha512
from typing import Any

from engine.cards import DECK54
from engine.contract import Move
from engine.games import rules_of
from protocol.codec import Value, pack
from protocol.contribution import Contribution, Header, Lane, joined_digest, sign, step_digest
from protocol.group import ORDER, Scalar, base_mult, framed, hash_to_group
from protocol.play import encode_move, pledge_of
from protocol.terms import Genesis, Player, Terms
from protocol.transcript import Randomness, Transcript
from tests.protocol.recorded import identity

FRESH = bytes(range(32))
"""Stands for 32 bytes from the system's generator."""
HAND_ID = sha256(b"a hand").digest()
SECRETS = (Scalar(31337), Scalar(271828), Scalar(2**251 + 9))
"""Key shares."""

_P = 2**255 - 19
_ORDER_8 = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826

VALUES: tuple[Value, ...] = (
    None,
    False,
    True,
    *(0, 127, 128, 255, 256, 65535, 65536, 2**32 - 1, 2**32, 2**64 - 1),
    *(-1, -32, -33, -128, -129, -32768, -32769, -(2**31), -(2**31) - 1, -(2**63)),
    *("", "é", "x" * 31, "x" * 32, "x" * 256),
    *(b"", bytes(255), bytes(256)),
    *((), (1, (2, ())), (0,) * 15, (0,) * 16),
)
REFUSED = (
    "",
    "c1",
    "80",
    "ca3f800000",
    "d400aa",
    "cc01",
    "d0ff",
    "d90161",
    "a1ff",
    "a3eda080",
    "c5000161",
    "dc000101",
    "c0c0",
    "919191919191919190",
)
"""Not canonical: see section 2 of docs/protocol.md."""


def encoding() -> dict[str, Any]:
    """Values, where byte strings are {"bytes": hex} and arrays are lists; and bytes that are refused."""
    return {
        "values": [{"value": shown(value), "encoded": pack(value).hex()} for value in VALUES],
        "refused": list(REFUSED),
    }


def shown(value: Value) -> Any:
    """A value as JSON can hold it."""
    if isinstance(value, bytes):
        return {"bytes": value.hex()}
    if isinstance(value, (tuple, list)):
        return [shown(item) for item in value]
    return value


def hashing() -> dict[str, Any]:
    """Framing, hashes, points from hashes, challenges and the randomness of provers."""
    parts = (b"", b"\x00", b"two parts")
    transcript = Transcript("fairdeal/1/vector")
    transcript.absorb("context", b"somewhere")
    transcript.absorb("nothing")
    transcript.absorb("three", *parts)
    stream = Randomness("fairdeal/1/vector", bytes(SECRETS[0]), b"context", b"statement", FRESH)
    return {
        "framed": {
            "label": "läbel",
            "parts": [part.hex() for part in parts],
            "bytes": framed("läbel", *parts).hex(),
            "sha256": sha256(framed("läbel", *parts)).hexdigest(),
            "sha512": sha512(framed("läbel", *parts)).hexdigest(),
        },
        "hand_id": HAND_ID.hex(),
        "card_points": {card.name: bytes(hash_to_group("card", HAND_ID, card.name.encode())).hex() for card in DECK54},
        "generators": [
            bytes(hash_to_group("fairdeal/1/commitment generator", i.to_bytes(4, "big"))).hex() for i in range(4)
        ],
        "base": bytes(base_mult(Scalar(1))).hex(),
        "multiples": [{"scalar": bytes(x).hex(), "point": bytes(base_mult(x)).hex()} for x in SECRETS],
        "transcript": {
            "domain": "fairdeal/1/vector",
            "absorbed": [["context", [b"somewhere".hex()]], ["nothing", []], ["three", [part.hex() for part in parts]]],
            "two challenges of label c": [bytes(c).hex() for c in transcript.challenges("c", 2)],
            "then no weights of label w": [bytes(w).hex() for w in transcript.weights("w", 0)],
            "then two weights of label w": [bytes(w).hex() for w in transcript.weights("w", 2)],
        },
        "randomness": {
            "label": "fairdeal/1/vector",
            "secret": bytes(SECRETS[0]).hex(),
            "fresh": FRESH.hex(),
            "context": b"context".hex(),
            "statement": b"statement".hex(),
            "two scalars": [bytes(x).hex() for x in stream.scalars(2)],
            "then below": [[n, stream.below(n)] for n in (1, 2, 6, 52)],
            "then a permutation of 10": list(stream.permutation(10)),
        },
    }


def identities() -> dict[str, Any]:
    """Keys and signatures that hold, and some that are refused."""
    message = b"a message"
    signature = identity(0).sign(message)
    unreduced = int.from_bytes(signature[32:], "little") + ORDER
    return {
        "seed": identity(0).seed.hex(),
        "public": identity(0).public.hex(),
        "message": message.hex(),
        "signature": signature.hex(),
        "refused keys": [
            (y | sign << 255).to_bytes(32, "little").hex()
            for y in (0, 1, _P - 1, _ORDER_8, _P - _ORDER_8, _P, _P + 1, 2**255 - 1)
            for sign in (0, 1)
        ],
        "refused signatures": [
            (signature[:32] + unreduced.to_bytes(32, "little")).hex(),
            (bytes([signature[0] ^ 1]) + signature[1:]).hex(),
            signature[:-1].hex(),
            (signature + b"\x00").hex(),
        ],
    }


def genesis() -> Genesis:
    """A table of Tonk for two."""
    options = rules_of("tonk").Options.make(drop_when="any_time")
    players = tuple(
        Player(identity(seat).public, name, sha256(name.encode()).digest()) for seat, name in enumerate(("Ann", "Bob"))
    )
    return Genesis(Terms.of("tonk", options, stake=5, hands=1, clock=60), players)


def contributions() -> dict[str, Any]:
    """The table's id, headers, contexts, cells, payloads, signatures, digests and a pledge."""
    table = genesis()
    header = Header(table.table, 0, 1, 0, Lane.PLAY, 3, 1, sha256(b"the step before").digest())
    move = Move("discard", (52, 57), (), None)
    context = header.context("pledge", HAND_ID)
    made = sign(identity(1), header, "pledge", (pledge_of(context, move, FRESH),))
    other = sign(identity(0), replace(header, seat=0), "pledge", (bytes(32),))
    return {
        "genesis": shown(table.encode()),
        "genesis_encoded": pack(table.encode()).hex(),
        "table": table.table.hex(),
        "seeds": [identity(seat).seed.hex() for seat in range(2)],
        "hand_id": HAND_ID.hex(),
        "context of the pledge": context.hex(),
        "context with earlier parts 00 and nothing": header.context("move", HAND_ID, b"\x00", b"").hex(),
        "move": shown(encode_move(move)),
        "salt": FRESH.hex(),
        "contribution of seat 1": _described(made),
        "contribution of seat 0": _described(other),
        "step digest": step_digest(header.previous, (other.payload, made.payload)).hex(),
        "play lane from seal 00… and setup 01…": joined_digest(bytes(32), b"\x01" * 32).hex(),
    }


def _described(contribution: Contribution) -> dict[str, Any]:
    return {
        "header": shown(contribution.header.fields()),
        "kind": contribution.kind,
        "body": shown(contribution.body),
        "payload": contribution.payload.hex(),
        "signature": contribution.signature.hex(),
        "signed": contribution.signed.hex(),
        "cell": contribution.cell.hex(),
    }
