"""Invite codes: round trips, typing errors, garbage."""

import string
from random import Random
from zlib import crc32

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from p2p import invite as module
from p2p.address import Address
from p2p.invite import Invite, InviteError
from p2p.keys import derive, derive_psk
from protocol.identity import fingerprint_bytes

SAMPLE = Invite(
    bytes(range(10)),
    bytes(range(8)),
    (Address("192.0.2.1", 7000), Address("2001:db8::1", 7001), Address("198.51.100.7", 1)),
)
ADDRESSES = st.builds(
    Address.of,
    st.one_of(st.ip_addresses(network="192.0.2.0/24").map(str), st.ip_addresses(network="2001:db8::/32").map(str)),
    st.integers(1, 65535),
)
INVITES = st.builds(
    Invite,
    st.binary(min_size=10, max_size=10),
    st.binary(min_size=8, max_size=8),
    st.lists(ADDRESSES, max_size=4).map(tuple),
)


def code_of(body: bytes) -> str:
    """The code of any body, with a right checksum."""
    return module._to_letters(body + crc32(body).to_bytes(4, "big"))


@settings(max_examples=100, deadline=None, derandomize=True)
@given(INVITES)
def test_round_trip(invite: Invite) -> None:
    assert Invite.decode(invite.encode()) == invite


@settings(max_examples=100, deadline=None, derandomize=True)
@given(INVITES, st.randoms(use_true_random=False))
def test_forgiving(invite: Invite, random: Random) -> None:
    choose = random.choice
    looks = {"0": "0Oo", "1": "1IiLl"}
    text = "".join(
        choose(looks.get(letter, letter + letter.lower())) + choose(("", " ", "-", "\n", "–"))
        for letter in invite.encode().replace("-", "")
    )
    assert Invite.decode(text) == invite


def test_an_ipv4_invite_is_short_and_one_line() -> None:
    code = Invite(bytes(10), bytes(8), (Address("192.0.2.1", 7000),)).encode()
    assert len(code.replace("-", "")) == 48
    assert set(code) <= set(string.ascii_uppercase + string.digits + "-")


@pytest.mark.parametrize("invite", [SAMPLE, Invite(bytes(10), b"\xff" * 8)], ids=["addresses", "none"])
def test_every_single_wrong_character_is_found(invite: Invite) -> None:
    code = invite.encode()
    for place, right in enumerate(code):
        if right == "-":
            continue
        for wrong in module._ALPHABET:
            if wrong != right:
                with pytest.raises(InviteError, match="typing error"):
                    Invite.decode(code[:place] + wrong + code[place + 1 :])


def test_every_swap_of_neighbours_is_found() -> None:
    letters = SAMPLE.encode().replace("-", "")
    for place in range(len(letters) - 1):
        swapped = letters[:place] + letters[place + 1] + letters[place] + letters[place + 2 :]
        if swapped != letters:
            with pytest.raises(InviteError):
                Invite.decode(swapped)


def test_every_missing_or_doubled_character_is_found() -> None:
    letters = SAMPLE.encode().replace("-", "")
    for place in range(len(letters)):
        for changed in (letters[:place] + letters[place + 1 :], letters[:place] + letters[place] + letters[place:]):
            with pytest.raises(InviteError):
                Invite.decode(changed)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.text(max_size=120))
@example("")
@example("-")
@example("0" * 400)
@example("0" * 401)
@example("ÀİIß")
def test_garbage_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(InviteError) as caught:
        Invite.decode(text)
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert sentence.isascii()
    assert "\n" not in sentence


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.binary(min_size=20, max_size=120))
def test_bodies_with_a_right_checksum_are_refused_or_canonical(body: bytes) -> None:
    try:
        invite = Invite.decode(code_of(body))
    except InviteError:
        return
    assert invite.encode().replace("-", "") == code_of(body)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (bytes((2, 0)) + bytes(18), "another version"),
        (bytes((1, 5)) + bytes(18) + b"\xc0\x00\x02\x01\x1b\x58" * 5, "typing error"),
        (bytes((1, 0x11)) + bytes(18) + b"\xc0\x00\x02\x01\x1b\x58", "typing error"),
        (bytes((1, 0x21)) + bytes(18) + b"\xc0\x00\x02\x01\x1b\x58", "typing error"),
        (bytes((1, 0)) + bytes(18) + b"\0", "typing error"),
        (bytes((1, 1)) + bytes(18) + b"\xc0\x00\x02\x01\x00\x00", "cannot be reached"),
        (bytes((1, 1)) + bytes(18) + b"\x00\x00\x00\x00\x1b\x58", "cannot be reached"),
        (bytes((1, 1)) + bytes(18) + b"\xe0\x00\x00\x01\x1b\x58", "cannot be reached"),
    ],
)
def test_hostile_bodies(body: bytes, words: str) -> None:
    with pytest.raises(InviteError, match=words):
        Invite.decode(code_of(body))


def test_sizes_are_checked() -> None:
    with pytest.raises(InviteError):
        Invite(bytes(9), bytes(8))
    with pytest.raises(InviteError):
        Invite(bytes(10), bytes(8), (Address("192.0.2.1", 1),) * 5)


def test_secrets_are_fresh_and_not_shown() -> None:
    first, second = Invite.create(bytes(8)), Invite.create(bytes(8))
    assert first.secret != second.secret
    assert first.secret.hex() not in repr(first)
    assert repr(first.secret) not in repr(first)


def test_purposes_are_separate() -> None:
    assert SAMPLE.psk == derive_psk(SAMPLE.secret) == derive(SAMPLE.secret, "channel psk")
    assert SAMPLE.psk != derive(SAMPLE.secret, "channel gate")
    assert len(derive(SAMPLE.secret, "relay", 16)) == 16
    assert fingerprint_bytes(bytes(32)) != fingerprint_bytes(bytes(31) + b"\1")
    assert len(fingerprint_bytes(bytes(32))) == 8
