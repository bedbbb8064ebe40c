"""ristretto255 against the vectors of RFC 9496, and the traps of the library behind it."""

from hashlib import sha512

import pytest
import rbcl
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.group import (
    BASE,
    IDENTITY,
    ONE,
    ORDER,
    ZERO,
    GroupError,
    OperationCount,
    Point,
    Scalar,
    base_mult,
    count_operations,
    framed,
    hash_to_group,
    multiply_sum,
    sum_points,
)

# RFC 9496, appendix A.1: 0*B ... 15*B.
MULTIPLES = [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76",
    "6a493210f7499cd17fecb510ae0cea23a110e8d5b901f8acadd3095c73a3b919",
    "94741f5d5d52755ece4f23f044ee27d5d1ea1e2bd196b462166b16152a9d0259",
    "da80862773358b466ffadfe0b3293ab3d9fd53c5ea6c955358f568322daf6a57",
    "e882b131016b52c1d3337080187cf768423efccbb517bb495ab812c4160ff44e",
    "f64746d3c92b13050ed8d80236a7f0007c3b3f962f5ba793d19a601ebb1df403",
    "44f53520926ec81fbd5a387845beb7df85a96a24ece18738bdcfa6a7822a176d",
    "903293d8f2287ebe10e2374dc1a53e0bc887e592699f02d077d5263cdd55601c",
    "02622ace8f7303a31cafc63f8fc48fdc16e1c8c8d234b2f0d6685282a9076031",
    "20706fd788b2720a1ed2a5dad4952b01f413bcf0e7564de8cdc816689e2db95f",
    "bce83f8ba5dd2fa572864c24ba1810f9522bc6004afe95877ac73241cafdab42",
    "e4549ee16b9aa03099ca208c67adafcafa4c3f3e4e5303de6026e3ca8ff84460",
    "aa52e000df2e16f55fb1032fc33bc42742dad6bd5a8fc0be0167436c5948501f",
    "46376b80f409b29dc2b5f6f0c52591990896e5716f41477cd30085ab7f10301e",
    "e0c418f7c8d9c4cdd7395b93ea124f3ad99021bb681dfc3302a9d99a2e53e64e",
]

# RFC 9496, appendix A.2: non-canonical field elements, negative ones, non-squares, negative x*y, y = 0.
INVALID = [
    "00ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "f3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "01ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "ed57ffd8c914fb201471d1c3d245ce3c746fcbe63a3679d51b6a516ebebe0e20",
    "c34c4e1826e5d403b78e246e88aa051c36ccf0aafebffe137d148a2bf9104562",
    "c940e5a4404157cfb1628b108db051a8d439e1a421394ec4ebccb9ec92a8ac78",
    "47cfc5497c53dc8e61c91d17fd626ffb1c49e2bca94eed052281b510b1117a24",
    "f1c6165d33367351b0da8f6e4511010c68174a03b6581212c71c0e1d026c3c72",
    "87260f7a2f12495118360f02c26a470f450dadf34a413d21042b43b9d93e1309",
    "26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371",
    "4eac077a713c57b4f4397629a4145982c661f48044dd3f96427d40b147d9742f",
    "de6a7b00deadc788eb6b6c8d20c0ae96c2f2019078fa604fee5b87d6e989ad7b",
    "bcab477be20861e01e4a0e295284146a510150d9817763caf1a6f4b422d67042",
    "2a292df7e32cababbd9de088d1d1abec9fc0440f637ed2fba145094dc14bea08",
    "f4a9e534fc0d216c44b218fa0c42d99635a0127ee2e53c712f70609649fdff22",
    "8268436f8c4126196cf64b3c7ddbda90746a378625f9813dd9b8457077256731",
    "2810e5cbc2cc4d4eece54f61c6f69758e289aa7ab440b3cbeaa21995c2f4232b",
    "3eb858e78f5a7254d8c9731174a94f76755fd3941c0ac93735c07ba14579630e",
    "a45fdc55c76448c049a1ab33f17023edfb2be3581e9c7aade8a6125215e04220",
    "d483fe813c6ba647ebbfd3ec41adca1c6130c2beeee9d9bf065c8d151c5f396e",
    "8a2e1d30050198c65a54483123960ccc38aef6848e1ec8f5f780e8523769ba32",
    "32888462f8b486c68ad7dd9610be5192bbeaf3b443951ac1a8118419d9fa097b",
    "227142501b9d4355ccba290404bde41575b037693cef1f438c47f8fbf35d1165",
    "5c37cc491da847cfeb9281d407efc41e15144c876e0170b499a96a22ed31e01e",
    "445425117cb8c90edcbc7c1cc0e74f747f2c1efa5630a967c64f287792a48a4b",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
]

# RFC 9496, appendix A.3: 64 uniform bytes, and the element derived from them; the last four give one element.
SAME = "304282791023b73128d277bdcb5c7746ef2eac08dde9f2983379cb8e5ef0517f"
DERIVED = {
    "5d1be09e3d0c82fc538112490e35701979d99e06ca3e2b5b54bffe8b4dc772c1"
    "4d98b696a1bbfb5ca32c436cc61c16563790306c79eaca7705668b47dffe5bb6": "3066f82a1a747d45120d1740f14358531a8f04bb"
    "ffe6a819f86dfe50f44a0a46",
    "f116b34b8f17ceb56e8732a60d913dd10cce47a6d53bee9204be8b44f6678b27"
    "0102a56902e2488c46120e9276cfe54638286b9e4b3cdb470b542d46c2068d38": "f26e5b6f7d362d2d2a94c5d0e7602cb4773c95a2"
    "e5c31a64f133189fa76ed61b",
    "8422e1bbdaab52938b81fd602effb6f89110e1e57208ad12d9ad767e2e25510c"
    "27140775f9337088b982d83d7fcf0b2fa1edffe51952cbe7365e95c86eaf325c": "006ccd2a9e6867e6a2c5cea83d3302cc9de128dd"
    "2a9a57dd8ee7b9d7ffe02826",
    "ac22415129b61427bf464e17baee8db65940c233b98afce8d17c57beeb7876c2"
    "150d15af1cb1fb824bbd14955f2b57d08d388aab431a391cfc33d5bafb5dbbaf": "f8f0c87cf237953c5890aec3998169005dae3eca"
    "1fbb04548c635953c817f92a",
    "165d697a1ef3d5cf3c38565beefcf88c0f282b8e7dbd28544c483432f1cec767"
    "5debea8ebb4e5fe7d6f6e5db15f15587ac4d4d4a1de7191e0c1ca6664abcc413": "ae81e7dedf20a497e10c304a765c1767a42d6e06"
    "029758d2d7e8ef7cc4c41179",
    "a836e6c9a9ca9f1e8d486273ad56a78c70cf18f0ce10abb1c7172ddd605d7fd2"
    "979854f47ae1ccf204a33102095b4200e5befc0465accc263175485f0e17ea5c": "e2705652ff9f5e44d3e841bf1c251cf7dddb77d1"
    "40870d1ab2ed64f1a9ce8628",
    "2cdc11eaeb95daf01189417cdddbf95952993aa9cb9c640eb5058d09702c7462"
    "2c9965a697a3b345ec24ee56335b556e677b30e6f90ac77d781064f866a3c982": "80bd07262511cdde4863f8a7434cef696750681c"
    "b9510eea557088f76d9e5065",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
    "1200000000000000000000000000000000000000000000000000000000000000": SAME,
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"
    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff": SAME,
    "0000000000000000000000000000000000000000000000000000000000000080"
    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f": SAME,
    "0000000000000000000000000000000000000000000000000000000000000000"
    "1200000000000000000000000000000000000000000000000000000000000080": SAME,
}

numbers = st.integers(min_value=-(2**300), max_value=2**300)
few = settings(max_examples=50, deadline=None, derandomize=True)


@pytest.mark.parametrize(("i", "encoding"), list(enumerate(MULTIPLES)))
def test_multiples_of_the_base_are_those_of_the_rfc(i: int, encoding: str) -> None:
    assert bytes(base_mult(Scalar(i))).hex() == encoding
    assert bytes(Scalar(i) * BASE).hex() == encoding
    assert bytes(sum_points([BASE] * i)).hex() == encoding


@pytest.mark.parametrize("encoding", MULTIPLES[1:])
def test_valid_encodings_are_decoded(encoding: str) -> None:
    assert bytes(Point.decode(bytes.fromhex(encoding))).hex() == encoding


@pytest.mark.parametrize("encoding", INVALID)
def test_invalid_encodings_of_the_rfc_are_refused(encoding: str) -> None:
    with pytest.raises(GroupError, match="canonical"):
        Point.decode(bytes.fromhex(encoding))


@pytest.mark.parametrize("encoding", MULTIPLES)
def test_a_second_encoding_of_a_valid_point_is_refused(encoding: str) -> None:
    """The library ignores the highest bit, and so takes 0...0 80 for a point that is not the identity."""
    data = bytes.fromhex(encoding)
    with pytest.raises(GroupError, match="canonical"):
        Point.decode(data[:31] + bytes([data[31] | 0x80]))
    for same in (2**255 - 19 + int.from_bytes(data, "little"), 2**255 - 19 - int.from_bytes(data, "little")):
        with pytest.raises(GroupError, match="canonical"):
            Point.decode(same.to_bytes(32, "little"))


def test_whatever_is_decoded_encodes_to_the_same_bytes() -> None:
    decoded = 0
    for i in range(2000):
        data = sha512(i.to_bytes(4, "big")).digest()[:32]
        try:
            point = Point.decode(data)
        except GroupError:
            continue
        decoded += 1
        assert bytes(point + IDENTITY) == data
    # One string of 32 bytes in sixteen is a point.
    assert 80 < decoded < 170


def test_the_identity_is_refused_by_name() -> None:
    with pytest.raises(GroupError, match="identity"):
        Point.decode(bytes(32))


@pytest.mark.parametrize("length", [0, 1, 31, 33, 64])
def test_other_lengths_are_refused(length: int) -> None:
    with pytest.raises(GroupError, match="32 bytes"):
        Point.decode(bytes(BASE).ljust(64, b"\0")[:length])
    with pytest.raises(GroupError, match="32 bytes"):
        Scalar.decode(bytes(length))


@pytest.mark.parametrize(("uniform", "encoding"), list(DERIVED.items()))
def test_hashing_to_the_group_is_that_of_the_rfc(uniform: str, encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Digest:
        def __init__(self, data: bytes) -> None:
            pass

        def digest(self) -> bytes:
            return bytes.fromhex(uniform)

    monkeypatch.setattr("protocol.group.sha512", Digest)
    assert bytes(hash_to_group("any")).hex() == encoding


def test_hash_to_group_takes_the_hash_of_what_it_documents() -> None:
    framed_parts = b"\0\0\0\x10fairdeal/1/group\0\0\0\3\0\0\0\4card\0\0\0\2AS\0\0\0\0"
    point = hash_to_group("card", b"AS", b"")
    assert bytes(point) == rbcl.crypto_core_ristretto255_from_hash(sha512(framed_parts).digest())
    assert bytes(point).hex() == "ae775ddcb6b78c3f91aea60ccd98f72f2ec39976aa9a1503a61e4335f2cb465c"


def test_labels_and_parts_give_unrelated_points() -> None:
    inputs: list[tuple[str, list[bytes]]] = [
        ("card", [b"12"]),
        ("card1", [b"2"]),
        ("card", [b"1", b"2"]),
        ("card", [b"12", b""]),
        ("card", []),
        ("", [b"card"]),
    ]
    assert len({hash_to_group(label, *parts) for label, parts in inputs}) == len(inputs)


@given(st.lists(st.binary(max_size=6), max_size=4), st.lists(st.binary(max_size=6), max_size=4))
@few
def test_framing_is_unambiguous(one: list[bytes], other: list[bytes]) -> None:
    assert (framed("x", *one) == framed("x", *other)) == (one == other)


@given(numbers, numbers)
@few
def test_scalars_are_the_integers_modulo_the_order(a: int, b: int) -> None:
    assert int(Scalar(a)) == a % ORDER
    assert int(Scalar(a) + Scalar(b)) == (a + b) % ORDER
    assert int(Scalar(a) - Scalar(b)) == (a - b) % ORDER
    assert int(Scalar(a) * Scalar(b)) == a * b % ORDER
    assert int(-Scalar(a)) == -a % ORDER
    assert Scalar.decode(bytes(Scalar(a))) == Scalar(a)
    if a % ORDER:
        assert Scalar(a) * Scalar(a).inverse() == ONE


@given(numbers, numbers)
@few
def test_multiplication_is_linear(a: int, b: int) -> None:
    point = hash_to_group("test")
    assert Scalar(a) * point + Scalar(b) * point == Scalar(a + b) * point
    assert Scalar(a) * point - Scalar(b) * point == Scalar(a - b) * point
    assert Scalar(a) * (Scalar(b) * BASE) == base_mult(Scalar(a * b))


@pytest.mark.parametrize("value", [ORDER, ORDER + 1, 2 * ORDER, 2**255 - 1, 2**256 - 1])
def test_unreduced_scalars_are_refused(value: int) -> None:
    with pytest.raises(GroupError, match="canonical"):
        Scalar.decode(value.to_bytes(32, "little"))
    assert Scalar.decode((ORDER - 1).to_bytes(32, "little")) == Scalar(-1)


def test_zero_and_the_identity_are_values_not_errors() -> None:
    point = hash_to_group("test")
    assert ZERO * point == ONE * point - point == Scalar(ORDER) * point == IDENTITY
    assert Scalar(5) * IDENTITY == base_mult(ZERO) == sum_points([]) == multiply_sum([], []) == IDENTITY
    assert IDENTITY + point == point - IDENTITY == point
    assert point + (IDENTITY - point) == IDENTITY
    assert base_mult(Scalar(-1)) + BASE == IDENTITY
    with pytest.raises(GroupError, match="inverse"):
        ZERO.inverse()


def test_sums_need_as_many_scalars_as_points() -> None:
    points = [hash_to_group("test", bytes([i])) for i in range(3)]
    scalars = [Scalar(2), Scalar(3), Scalar(5)]
    assert multiply_sum(scalars, points) == sum_points([points[0]] * 2 + [points[1]] * 3 + [points[2]] * 5)
    for n in (0, 2, 4):
        with pytest.raises(GroupError, match=f"{n} scalars for 3 points"):
            multiply_sum((scalars * 2)[:n], points)


def test_sums_of_repeated_points_ones_and_zeros() -> None:
    one, other = hash_to_group("test", b"1"), hash_to_group("test", b"2")
    points = [one, other, one, IDENTITY, BASE, other, one]
    for values in ([1, 1, 0, 5, 1, -1, 0], [2, 0, 3, 1, 0, 0, -5], [0] * 7, [1] * 7, [ORDER - 1, 7, 1, 0, 9, 4, 1]):
        scalars = [Scalar(value) for value in values]
        expected = sum_points(scalar * point for scalar, point in zip(scalars, points, strict=True))
        assert multiply_sum(scalars, points) == expected
    with count_operations() as count:
        multiply_sum([Scalar(3), Scalar(1), Scalar(4)], [one, other, one])
    assert count == OperationCount(mults=1, additions=1)


def test_invalid_bytes_never_reach_the_addition_of_the_library() -> None:
    with pytest.raises(TypeError):
        Point(bytes.fromhex(INVALID[0]))  # type: ignore[call-arg]  # the attempt is the test
    with pytest.raises(TypeError):
        BASE + bytes(BASE)  # type: ignore[operator]  # the attempt is the test
    with pytest.raises(TypeError):
        BASE - bytes(BASE)  # type: ignore[operator]  # the attempt is the test
    with pytest.raises(TypeError):
        3 * BASE  # type: ignore[operator]  # the attempt is the test
    with pytest.raises(TypeError):
        ONE + 1  # type: ignore[operator]  # the attempt is the test


def test_points_and_scalars_are_immutable_hashable_values() -> None:
    assert {Scalar(1), Scalar(1 + ORDER)} == {ONE}
    assert {BASE, base_mult(ONE), Point.decode(bytes(BASE))} == {BASE}
    assert Scalar(0) != 0
    assert bytes(BASE) != BASE
    with pytest.raises(AttributeError, match="scalar"):
        ONE._value = 2
    with pytest.raises(AttributeError, match="point"):
        BASE._data = bytes(32)
    with pytest.raises(AttributeError):
        ONE.other = 2


def test_a_scalar_does_not_show_its_value() -> None:
    assert repr(Scalar(424242)) == str(Scalar(424242)) == "<Scalar>"


def test_random_scalars_are_not_zero_and_differ() -> None:
    drawn = {Scalar.random() for _ in range(50)}
    assert len(drawn) == 50
    assert ZERO not in drawn


def test_operations_are_counted_only_inside_and_per_block() -> None:
    point = hash_to_group("test")
    with count_operations() as outer:
        multiply_sum([Scalar(2), Scalar(3)], [point, BASE])
        with count_operations() as inner:
            base_mult(Scalar(4))
        point - BASE
        ZERO * point
    point + point
    assert (outer.mults, outer.base_mults, outer.additions) == (2, 0, 2)
    assert (inner.mults, inner.base_mults, inner.additions) == (0, 1, 0)
