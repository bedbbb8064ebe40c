"""Noise against published vectors, and against everything that is not the next message."""

import json
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from p2p.noise import MAX_MESSAGE, TAG, CipherState, Handshake, NoiseError

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "vectors" / "noise_xx.json").read_text(encoding="utf-8")
)["vectors"]

PSK = bytes(range(32))


def private(hexadecimal: str) -> X25519PrivateKey:
    return X25519PrivateKey.from_private_bytes(bytes.fromhex(hexadecimal))


def end_of(vector: dict[str, Any], role: str) -> Handshake:
    return Handshake(
        initiator=role == "init",
        static=private(vector[f"{role}_static"]),
        ephemeral=private(vector[f"{role}_ephemeral"]),
        prologue=bytes.fromhex(vector["prologue"]),
        psk=bytes.fromhex(vector["psk"]) or None,
    )


def pair(psk: bytes | None = PSK, other_psk: bytes | None = PSK) -> tuple[Handshake, Handshake]:
    return (
        Handshake(initiator=True, static=X25519PrivateKey.generate(), prologue=b"p", psk=psk),
        Handshake(initiator=False, static=X25519PrivateKey.generate(), prologue=b"p", psk=other_psk),
    )


def run(left: Handshake, right: Handshake) -> None:
    """All messages of a handshake."""
    while not left.finished:
        right.read_message(left.write_message(b"payload"))
        left, right = right, left
        if left.finished:
            return


def test_there_are_vectors_of_both_patterns() -> None:
    names = [vector["protocol_name"] for vector in VECTORS]
    assert names.count("Noise_XX_25519_ChaChaPoly_SHA256") == 4
    assert names.count("Noise_XXpsk3_25519_ChaChaPoly_SHA256") == 4


@pytest.mark.parametrize("vector", VECTORS, ids=[f"{i}-{v['protocol_name']}" for i, v in enumerate(VECTORS)])
def test_published_vector(vector: dict[str, Any]) -> None:
    initiator, responder = end_of(vector, "init"), end_of(vector, "resp")
    messages = [(bytes.fromhex(m["payload"]), bytes.fromhex(m["ciphertext"])) for m in vector["messages"]]
    sender, receiver = initiator, responder
    for payload, ciphertext in messages[:3]:
        assert sender.write_message(payload) == ciphertext
        assert receiver.read_message(ciphertext) == payload
        sender, receiver = receiver, sender
    assert initiator.finished
    assert responder.finished
    first, second = initiator.split(), responder.split()
    assert first.handshake_hash == second.handshake_hash
    # This source writes the first transport message as the initiator, the next as the responder.
    for (payload, ciphertext), (left, right) in zip(messages[3:], [(first, second), (second, first)], strict=True):
        assert left.sending.encrypt(payload) == ciphertext
        assert right.receiving.decrypt(ciphertext) == payload


def test_another_psk_fails_at_the_third_message() -> None:
    left, right = pair(PSK, bytes(32))
    right.read_message(left.write_message())
    left.read_message(right.write_message())
    with pytest.raises(NoiseError):
        right.read_message(left.write_message())
    assert not right.finished


def test_another_prologue_is_refused() -> None:
    left = Handshake(initiator=True, static=X25519PrivateKey.generate(), prologue=b"p", psk=PSK)
    right = Handshake(initiator=False, static=X25519PrivateKey.generate(), prologue=b"q", psk=PSK)
    with pytest.raises(NoiseError):
        right.read_message(left.write_message())


def test_every_flipped_bit_and_every_cut_of_every_message_is_refused() -> None:
    for position in range(3):
        size = (32 + TAG, 32 + 32 + TAG + TAG, 32 + TAG + TAG)[position]
        for change in [*range(0, size * 8, 37), -1]:
            left, right = pair()
            for _ in range(position):
                right.read_message(left.write_message())
                left, right = right, left
            message = bytearray(left.write_message())
            assert len(message) == size
            if change < 0:
                message = message[:-1]
            else:
                message[change // 8] ^= 1 << change % 8
            with pytest.raises(NoiseError):
                right.read_message(bytes(message))


def test_a_state_that_failed_is_dead() -> None:
    left, right = pair()
    message = left.write_message()
    with pytest.raises(NoiseError):
        right.read_message(message[:-1])
    with pytest.raises(NoiseError):
        right.read_message(message)


@pytest.mark.parametrize("point", [bytes(32), bytes([1]) + bytes(31), b"\xec" + b"\xff" * 30 + b"\x7f"])
def test_keys_of_small_order_are_refused(point: bytes) -> None:
    """Under XX the first message is a bare key, so anybody can send one of small order."""
    _, right = pair(None, None)
    right.read_message(point)
    with pytest.raises(NoiseError):
        right.write_message()


def test_turns_are_kept() -> None:
    left, right = pair()
    with pytest.raises(NoiseError):
        right.write_message()
    with pytest.raises(NoiseError):
        left.read_message(bytes(48))
    with pytest.raises(NoiseError):
        left.split()
    run(left, right)
    with pytest.raises(NoiseError):
        left.write_message()
    left.split()
    with pytest.raises(NoiseError):
        left.split()


def test_oversized_messages_are_refused() -> None:
    left, _ = pair()
    with pytest.raises(NoiseError):
        left.write_message(bytes(MAX_MESSAGE))
    _, right = pair()
    with pytest.raises(NoiseError):
        right.read_message(bytes(MAX_MESSAGE + 1))


def test_keys_are_unknown_until_received() -> None:
    left, right = pair()
    with pytest.raises(NoiseError):
        _ = left.remote_static
    run(left, right)
    assert len(left.remote_static) == len(right.remote_static) == 32


def test_a_psk_has_32_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Handshake(initiator=True, static=X25519PrivateKey.generate(), psk=b"short")


def test_a_cipher_refuses_replays_and_gaps() -> None:
    sending, receiving = CipherState(PSK), CipherState(PSK)
    first, second = sending.encrypt(b"one"), sending.encrypt(b"two")
    assert receiving.decrypt(first) == b"one"
    with pytest.raises(NoiseError):
        receiving.decrypt(first)
    with pytest.raises(NoiseError):
        CipherState(PSK).decrypt(second)


def test_a_cipher_never_uses_the_last_nonce(monkeypatch: pytest.MonkeyPatch) -> None:
    cipher = CipherState(PSK)
    monkeypatch.setattr(cipher, "_counter", 2**64 - 1)
    with pytest.raises(NoiseError):
        cipher.encrypt(b"")


def test_the_error_tells_nothing() -> None:
    assert str(NoiseError()) == "the message was refused"
