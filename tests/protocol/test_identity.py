"""Identities: signatures verify under fit keys only; unfit keys are found by computation."""

import pytest

from protocol.identity import Identity, IdentityError, check_public, verify

# edwards25519 (RFC 8032, section 5.1), in affine coordinates, slow and plain.
P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)
AffinePoint = tuple[int, int]
NEUTRAL: AffinePoint = (0, 1)


def add(a: AffinePoint, b: AffinePoint) -> AffinePoint:
    product = D * a[0] * b[0] * a[1] * b[1]
    return (
        (a[0] * b[1] + a[1] * b[0]) * pow(1 + product, -1, P) % P,
        (a[1] * b[1] + a[0] * b[0]) * pow(1 - product, -1, P) % P,
    )


def multiply(n: int, point: AffinePoint) -> AffinePoint:
    result = NEUTRAL
    while n:
        if n & 1:
            result = add(result, point)
        point = add(point, point)
        n >>= 1
    return result


def on_curve(y: int) -> AffinePoint | None:
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    for root in (x, x * ROOT % P):
        if root * root % P == square:
            return root, y
    return None


def small_order() -> set[AffinePoint]:
    """ORDER times any point is of small order; the first such point of order 8 generates the others."""
    for y in range(2, 100):
        point = on_curve(y)
        if point is not None:
            torsion = multiply(ORDER, point)
            if multiply(4, torsion) != NEUTRAL:
                return {multiply(i, torsion) for i in range(8)}
    raise AssertionError("no point of order 8 found")


def encodings(point: AffinePoint) -> set[bytes]:
    """All 32-byte strings that a careless decoder reads as the point: unreduced y, and either sign where x = 0."""
    x, y = point
    signs = {0, 1} if x == 0 else {x & 1}
    return {(value | sign << 255).to_bytes(32, "little") for value in (y, y + P) if value < 2**255 for sign in signs}


SMALL = small_order()
UNFIT = sorted(encoding for point in SMALL for encoding in encodings(point))
PLAYER = Identity(bytes(range(32)))


def test_there_are_eight_points_of_small_order_with_fourteen_encodings() -> None:
    assert len(SMALL) == 8
    assert all(multiply(8, point) == NEUTRAL for point in SMALL)
    assert len(UNFIT) == 14


@pytest.mark.parametrize("key", UNFIT, ids=bytes.hex)
def test_every_encoding_of_a_small_order_key_is_refused(key: bytes) -> None:
    with pytest.raises(IdentityError, match=r"small order|canonical"):
        check_public(key)
    # R = key and s = 0 would be a signature of (almost) any message under some of them.
    for signature in (key + bytes(32), (1).to_bytes(32, "little") + bytes(32), bytes(64)):
        with pytest.raises(IdentityError):
            verify(key, b"any message", signature)


@pytest.mark.parametrize("sign", [0, 1])
@pytest.mark.parametrize("y", range(P, 2**255))
def test_every_key_that_is_not_canonical_is_refused(y: int, sign: int) -> None:
    with pytest.raises(IdentityError, match="canonical"):
        check_public((y | sign << 255).to_bytes(32, "little"))


@pytest.mark.parametrize("length", [0, 1, 31, 33, 64])
def test_keys_of_another_length_are_refused(length: int) -> None:
    key = (PLAYER.public * 2)[:length]
    with pytest.raises(IdentityError, match="32 bytes"):
        check_public(key)
    with pytest.raises(IdentityError, match="32 bytes"):
        verify(key, b"", bytes(64))


def test_keys_of_players_are_fit() -> None:
    for _ in range(20):
        check_public(Identity.generate().public)


def test_a_key_that_is_no_point_verifies_nothing() -> None:
    key = next(y for y in range(2, 100) if on_curve(y) is None).to_bytes(32, "little")
    check_public(key)
    assert not verify(key, b"", bytes(64))


def test_the_first_vectors_of_the_rfc() -> None:
    """RFC 8032, section 7.1, tests 1 and 2."""
    vectors = [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555"
            "fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
            "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
        ),
    ]
    for seed, public, message, signature in vectors:
        identity = Identity(bytes.fromhex(seed))
        assert identity.public.hex() == public
        assert identity.sign(bytes.fromhex(message)).hex() == signature
        assert verify(identity.public, bytes.fromhex(message), bytes.fromhex(signature))


def test_signatures_hold_for_their_message_and_key_only() -> None:
    signature = PLAYER.sign(b"message")
    assert verify(PLAYER.public, b"message", signature)
    assert not verify(PLAYER.public, b"messagE", signature)
    assert not verify(PLAYER.public, b"", signature)
    assert not verify(Identity(bytes(32)).public, b"message", signature)


def test_every_byte_of_a_signature_matters() -> None:
    signature = PLAYER.sign(b"message")
    for i in range(64):
        changed = signature[:i] + bytes([signature[i] ^ 1]) + signature[i + 1 :]
        assert not verify(PLAYER.public, b"message", changed)


@pytest.mark.parametrize("length", [0, 63, 65, 128])
def test_signatures_of_another_length_are_refused(length: int) -> None:
    assert not verify(PLAYER.public, b"message", (PLAYER.sign(b"message") * 2)[:length])


def test_an_unreduced_signature_is_refused() -> None:
    signature = PLAYER.sign(b"message")
    s = int.from_bytes(signature[32:], "little") + ORDER
    assert not verify(PLAYER.public, b"message", signature[:32] + s.to_bytes(32, "little"))


def test_the_seed_restores_the_identity() -> None:
    generated = Identity.generate()
    assert len(generated.seed) == len(generated.public) == 32
    assert Identity(generated.seed).public == generated.public
    assert Identity.generate().public != generated.public


@pytest.mark.parametrize("length", [0, 31, 33])
def test_seeds_of_another_length_are_refused(length: int) -> None:
    with pytest.raises(ValueError, match="32"):
        Identity(bytes(length))
