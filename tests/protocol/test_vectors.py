"""The vectors of docs/protocol.md: made again they are the same, and the second verifier finds what they say."""

import json
from functools import cache
from hashlib import sha256
from typing import Any

import pytest

from protocol.codec import CodecError, unpack
from protocol.contribution import open_signed
from protocol.identity import IdentityError, check_public, verify
from protocol.verify import verify as verify_transcript
from tests.protocol.recorded import split
from tests.protocol.stranger import notation, proofs
from tests.protocol.stranger.notation import Refused
from tests.protocol.stranger.reader import read
from tests.protocol.vectors.make import FOLDER, everything

FILES = sorted(path.name for path in FOLDER.iterdir() if path.suffix in (".json", ".transcript"))


@cache
def made() -> dict[str, bytes]:
    return everything()


@cache
def vectors(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def raw(value: str) -> bytes:
    return bytes.fromhex(value)


@pytest.mark.parametrize("name", FILES)
def test_vectors_are_made_again_alike(name: str) -> None:
    """What provers draw is fixed, so any change of a format or of an equation shows here."""
    assert made()[name] == (FOLDER / name).read_bytes(), "run python -m tests.protocol.vectors.make, and say why"


def test_no_vector_is_missing() -> None:
    assert sorted(made()) == FILES


# -- what they say, found by other means ------------------------------------------------------------------------


def value_of(shown: Any) -> Any:
    if isinstance(shown, dict):
        return raw(shown["bytes"])
    return tuple(map(value_of, shown)) if isinstance(shown, list) else shown


def test_encoding() -> None:
    for entry in vectors("encoding")["values"]:
        assert notation.encode(value_of(entry["value"])).hex() == entry["encoded"]
        assert notation.decode(raw(entry["encoded"]), 1000) == value_of(entry["value"])
    for data in map(raw, vectors("encoding")["refused"]):
        with pytest.raises(Refused):
            notation.decode(data, 1000)
        with pytest.raises(CodecError):
            unpack(data, 1000)


def test_hashing() -> None:
    entry = vectors("hashing")
    said = entry["framed"]
    parts = list(map(raw, said["parts"]))
    assert notation.framed(said["label"], *parts).hex() == said["bytes"]
    assert notation.h256(said["label"], *parts).hex() == said["sha256"]
    assert notation.h512(said["label"], *parts).hex() == said["sha512"]
    for name, point in entry["card_points"].items():
        assert notation.hash_to_group("card", raw(entry["hand_id"]), name.encode()).hex() == point
    for i, point in enumerate(entry["generators"]):
        assert notation.hash_to_group("fairdeal/1/commitment generator", notation.u32(i)).hex() == point
    assert notation.G.hex() == entry["base"]
    for multiple in entry["multiples"]:
        assert notation.times(notation.scalar(raw(multiple["scalar"])), notation.G).hex() == multiple["point"]
    transcript = notation.Transcript(entry["transcript"]["domain"])
    for label, absorbed in entry["transcript"]["absorbed"]:
        transcript.absorb(label, *map(raw, absorbed))
    found = [
        transcript.challenges("c", 2),
        transcript.weights("w", 0),
        transcript.weights("w", 2),
    ]
    said_of = [value for key, value in entry["transcript"].items() if "label" in key]
    assert [[x.to_bytes(32, "little").hex() for x in numbers] for numbers in found] == said_of


def test_identities() -> None:
    entry = vectors("identities")
    public, message = raw(entry["public"]), raw(entry["message"])
    assert verify(public, message, raw(entry["signature"]))
    for signature in map(raw, entry["refused signatures"]):
        assert not verify(public, message, signature)
    for key in map(raw, entry["refused keys"]):
        with pytest.raises(IdentityError):
            check_public(key)
        with pytest.raises(Refused):
            notation.check_key(key)


def test_contributions() -> None:
    entry = vectors("contributions")
    table = notation.h256("fairdeal/1/table", raw(entry["genesis_encoded"]))
    assert notation.encode(value_of(entry["genesis"])).hex() == entry["genesis_encoded"]
    assert table.hex() == entry["table"]
    payloads = []
    for seat in range(2):
        said = entry[f"contribution of seat {seat}"]
        header, kind = value_of(said["header"]), said["kind"]
        payload = notation.encode(("fairdeal/1", *header, kind, value_of(said["body"])))
        assert payload.hex() == said["payload"]
        assert notation.encode((payload, raw(said["signature"]))).hex() == said["signed"]
        assert notation.h256("fairdeal/1/cell", notation.encode((*header[:7], kind))).hex() == said["cell"]
        keys = tuple(player[0] for player in value_of(entry["genesis"])[1])
        assert open_signed(raw(said["signed"]), table, keys).payload == payload
        payloads.append(payload)
    hand_id = raw(entry["hand_id"])
    context = notation.encode((*header, "pledge", hand_id))
    assert context.hex() == entry["context of the pledge"]
    earlier = notation.encode((*header, "move", hand_id, b"\x00", b""))
    assert earlier.hex() == entry["context with earlier parts 00 and nothing"]
    move = notation.encode(value_of(entry["move"]))
    pledged = notation.h256("fairdeal/1/pledge", context, move, raw(entry["salt"]))
    assert value_of(said["body"]) == (pledged,)
    assert notation.h256("fairdeal/1/step", header[7], *payloads).hex() == entry["step digest"]
    play = notation.h256("fairdeal/1/play", bytes(32), b"\x01" * 32)
    assert play.hex() == entry["play lane from seal 00… and setup 01…"]


def test_keys() -> None:
    entry = vectors("keys")
    context = raw(entry["context"])
    for key in entry["keys"]:
        h = notation.times(notation.scalar(raw(key["x"])), notation.G)
        assert h.hex() == key["h"]
        proofs.check_knowledge(context, h, raw(key["knowledge"]))
        parts = (context, h, *(raw(key[part]) for part in ("knowledge", "entropy", "salt")))
        assert notation.h512("fairdeal/1/key commitment", *parts)[:32].hex() == key["commitment"]
    assert notation.add(*(raw(key["h"]) for key in entry["keys"])).hex() == entry["joint"]


def test_shares() -> None:
    context, key = raw(vectors("keys")["context"]), vectors("keys")["keys"][0]
    x = notation.scalar(raw(key["x"]))
    for entry in vectors("shares"):
        bases, shares = list(map(raw, entry["bases"])), list(map(raw, entry["shares"]))
        assert [notation.times(x, base) for base in bases] == shares
        proofs.check_shares(context, raw(key["h"]), bases, shares, raw(entry["proof"]))


def test_the_small_shuffle() -> None:
    entry, context = vectors("shuffles")[0], raw(vectors("keys")["context"])
    before, after = (pairs_of(raw(entry[side])) for side in ("before", "after"))
    key = raw(entry["key"])
    for i, source in enumerate(entry["permutation"]):
        factor = notation.scalar(raw(entry["factors"][i]))
        (a1, a2), (b1, b2) = before[source], after[i]
        assert (
            notation.add(a1, notation.times(factor, notation.G)),
            notation.add(a2, notation.times(factor, key)),
        ) == (b1, b2)
    proofs.check_shuffle(context, key, before, after, raw(entry["proof"]))
    assert notation.h256("fairdeal/1/deck", raw(entry["after"])).hex() == entry["deck digest"]


def pairs_of(data: bytes) -> list[tuple[bytes, bytes]]:
    return [(data[at : at + 32], data[at + 32 : at + 64]) for at in range(0, len(data), 64)]


def formula_of(shown: Any) -> proofs.Formula:
    """A formula as the second verifier has it."""
    entry = vectors("claims")
    if shown[0] in ("every", "some"):
        return (shown[0], *map(formula_of, shown[1:]))
    kind, slot, card = shown
    c = raw(entry["slots"][str(slot)])
    return kind, c[:32], c[32:], notation.hash_to_group("card", raw(entry["hand_id"]), card.encode())


def test_claims() -> None:
    entry = vectors("claims")
    assert proofs.encoded(formula_of(entry["formulas"][0]["formula"])).hex() == entry["encoding of equal"]
    for said in entry["formulas"]:
        assert sha256(proofs.encoded(formula_of(said["formula"]))).hexdigest() == said["sha256 of F"]
        proofs.check_claim(raw(entry["context"]), raw(entry["h"]), formula_of(said["formula"]), raw(said["proof"]))
        for other in entry["formulas"]:
            if other is not said:
                with pytest.raises(Refused):
                    proofs.check_claim(
                        raw(entry["context"]), raw(entry["h"]), formula_of(other["formula"]), raw(said["proof"])
                    )


def pack_and_slots() -> tuple[dict[str, bytes], dict[int, tuple[bytes, bytes]]]:
    """The pack in its order, and the reduced ciphertexts."""
    entry = vectors("claims")
    cards = {
        rank + suit: notation.hash_to_group("card", raw(entry["hand_id"]), (rank + suit).encode())
        for suit in "CDHS"
        for rank in "A23456789TJQK"
    }
    return cards, {int(slot): (raw(c)[:32], raw(c)[32:]) for slot, c in entry["slots"].items()}


def pair(claim: Any) -> tuple[list[int], set[str]]:
    return claim["slots"], set(claim["cards"])


def test_draws() -> None:
    entry, (cards, slots) = vectors("claims"), pack_and_slots()
    context, h = raw(entry["context"]), raw(entry["h"])
    *alone, together = entry["draws"]
    for said in alone:
        draw = ([slots[slot] for slot in said["slots"]], [cards[card] for card in said["cards"]])
        assert proofs.encoded_draw(draw).hex() == said["D"]
        proofs.check_draw(context, h, draw, raw(said["proof"]))
        with pytest.raises(Refused):
            proofs.check_draw(context, h, (draw[0], draw[1][::-1]), raw(said["proof"]))
    requests = [("claim", pair(request)) for request in together["requests"]]
    asked = proofs.asked_of(requests, {}, set(), slots, cards)
    assert len(asked[0]) == 1
    assert asked[1] is not None
    proofs.check_asked(context, h, asked, raw(together["proof"]))
    with pytest.raises(Refused):
        proofs.check_asked(context, h, (asked[0], None), raw(together["proof"]))


def test_requests() -> None:
    entry, (cards, reduced) = vectors("claims"), pack_and_slots()
    for said in entry["requests"]:
        request = said["request"]
        asked = (
            ("any of", [list(map(pair, case)) for case in request["any of"]])
            if "any of" in request
            else ("claim", pair(request))
        )
        found = proofs.formula_of([asked], {}, set(said["gone"]), reduced, cards)
        assert found == ("every", formula_of(said["formula"]))


def test_the_hand() -> None:
    """The transcript verifies, and each record is described as it is."""
    entry, transcript = vectors("hand"), (FOLDER / "hand.transcript").read_bytes()
    report = verify_transcript(transcript)
    assert report.ok
    assert (report.closed, report.digest, list(report.ledger)) == (True, entry["digest"], entry["ledger"])
    verifier = read(transcript)
    assert verifier.closed
    assert verifier.table.hex() == entry["table"]
    for hand in (0, 1):
        opened: dict[str, str] = {}
        for said in entry["records"]:
            if said["hand"] == hand:
                opened |= said.get("now open", {})
        assert {str(slot): face for slot, face in verifier.hands[hand].faces.items()} == opened
        secrets = [notation.scalar(raw(s["x"])) for s in entry["secrets"] if s["hand"] == hand]
        assert [notation.times(x, notation.G) for x in secrets] == verifier.hands[hand].keys
    records = split(transcript)[1:]
    assert len(records) == len(entry["records"])
    for record, said in zip(records, entry["records"], strict=True):
        payload = notation.decode(notation.decode(record, 1 << 20)[0], 1 << 20)
        assert [payload[3], payload[5], payload[6], payload[7], payload[8].hex(), payload[9]] == [
            said[key] for key in ("hand", "lane", "step", "seat", "previous", "kind")
        ]
    kinds = {said["kind"] for said in entry["records"]}
    setup, play = {"commit", "reveal", "shuffle", "confirm"}, {"shares", "mix", "pledge", "move", "answer"}
    assert kinds == setup | play | {"agree", "result", "close"}
    assert any("claim" in said for said in entry["records"])
