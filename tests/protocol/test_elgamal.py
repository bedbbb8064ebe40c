"""Decks: what comes from the network is a deck of exactly the right length, or nothing."""

import pytest

from protocol.elgamal import (
    Ciphertext,
    DeckError,
    check_points,
    check_shuffled,
    decode_deck,
    encode_deck,
    masked,
    rerandomise,
)
from protocol.group import BASE, IDENTITY, ORDER, Scalar, base_mult, hash_to_group

SECRET = Scalar(1234567)
KEY = base_mult(SECRET)
CARDS = [hash_to_group("test card", bytes([i])) for i in range(4)]
DECK = tuple(rerandomise(masked(card, KEY), KEY, Scalar(100 + i)) for i, card in enumerate(CARDS))
DATA = encode_deck(DECK)
NOT_CANONICAL = b"\xff" * 32


def decrypted(ciphertext: Ciphertext) -> object:
    return ciphertext.c2 - SECRET * ciphertext.c1


def test_the_public_mask_is_an_encryption() -> None:
    ciphertext = masked(CARDS[0], KEY)
    assert ciphertext == (BASE, CARDS[0] + KEY)
    assert decrypted(ciphertext) == CARDS[0]


def test_rerandomising_changes_both_components_and_keeps_the_message() -> None:
    before = masked(CARDS[1], KEY)
    after = rerandomise(before, KEY, Scalar(77))
    assert not {before.c1, before.c2} & {after.c1, after.c2}
    assert decrypted(after) == CARDS[1]
    assert rerandomise(after, KEY, Scalar(-77)) == before


def test_decks_survive_their_encoding() -> None:
    assert len(DATA) == 64 * 4
    assert DATA[64:128] == bytes(DECK[1].c1) + bytes(DECK[1].c2)
    assert decode_deck(DATA, 4) == DECK
    assert decode_deck(b"", 0) == ()


@pytest.mark.parametrize("n", [0, 3, 5, 52])
def test_a_deck_of_another_length_is_refused(n: int) -> None:
    with pytest.raises(DeckError, match=f"deck of {n} has {64 * n} bytes, not 256"):
        decode_deck(DATA, n)


@pytest.mark.parametrize("data", [DATA[:-1], DATA + b"\0", DATA[:-32]])
def test_a_truncated_or_extended_deck_is_refused(data: bytes) -> None:
    with pytest.raises(DeckError, match="deck of 4"):
        decode_deck(data, 4)


def test_the_length_is_checked_before_any_point(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("protocol.elgamal.Point.decode")
    with pytest.raises(DeckError, match="deck of 4"):
        decode_deck(NOT_CANONICAL * 9, 4)


@pytest.mark.parametrize("word", range(8))
@pytest.mark.parametrize(("bad", "reason"), [(bytes(32), "identity"), (NOT_CANONICAL, "canonical")])
def test_every_component_must_be_a_point_and_not_the_identity(word: int, bad: bytes, reason: str) -> None:
    with pytest.raises(DeckError, match=reason):
        decode_deck(DATA[: 32 * word] + bad + DATA[32 * word + 32 :], 4)


def test_a_repeated_first_component_is_refused() -> None:
    copied = (*DECK[:3], Ciphertext(DECK[0].c1, DECK[3].c2))
    with pytest.raises(DeckError, match="same first component"):
        decode_deck(encode_deck(copied), 4)
    with pytest.raises(DeckError, match="same first component"):
        check_shuffled([masked(card, KEY) for card in CARDS])
    check_points([masked(card, KEY) for card in CARDS])


def test_a_computed_identity_is_seen_too() -> None:
    hidden = masked(IDENTITY - KEY, KEY)
    with pytest.raises(DeckError, match="identity"):
        check_points([*DECK, hidden])
    with pytest.raises(DeckError, match="identity"):
        check_shuffled([*DECK, rerandomise(DECK[0], KEY, Scalar(ORDER - 101))])
