"""The verifiable shuffle: Groth, "A Verifiable Secret Shuffle of Homomorphic Encryptions", J. Cryptology 2010.

Statement: a key H and two decks e, E of n ciphertexts. Relation: the prover knows a permutation p of 1 ... n and
factors R_i with E_i = e_p(i) + R_i*(G, H). Ciphertexts are added and multiplied by components; com is the
Pedersen commitment of `commitment.py` with n generators.

The argument has seven moves, made non-interactive by `Transcript`, which starts with context, key, commitment
key and both decks:

1. c = com(p(1) ... p(n); r), c_d = com(-d; r_d), E_d = -sum d_i*E_i + R_d*(G, H) for random d.
2. Challenges t_1 ... t_n.
3. f_i = t_p(i) + d_i and Z = sum t_p(i)*R_i + R_d.
4. Challenges lambda and x.
5. Both sides now hold C = lambda*c + c_d + com(f; 0), which should contain m_i = lambda*p(i) + t_p(i): a shuffle of
   known contents. With a_i = (m_1 - x) ... (m_i - x), random u and D, where D_1 = u_1 and D_n = 0:
   c_u = com(u; r_u), c_v = com(v; r_v) with v_i = -D_i*u_(i+1), and
   c_w = com(w; r_w) with w_i = D_(i+1) - (m_(i+1) - x)*D_i - a_i*u_(i+1), for i < n.
6. Challenge k.
7. g_i = k*m_i + u_i, z = k*(lambda*r + r_d) + r_u, h_i = k*w_i + v_i, z_w = k*r_w + r_v.

The verifier checks

(a) F_n = k * prod (lambda*i + t_i - x), where F_1 = g_1 - k*x and k*F_(i+1) = F_i*(g_(i+1) - k*x) + h_i,
(b) k*C + c_u = com(g; z) and k*c_w + c_v = com(h; z_w),
(c) sum f_i*E_i + E_d = sum t_i*e_i + Z*(G, H).

By (b) C has an opening m, fixed before x and k. Then (a) is an identity of polynomials in k, which gives
prod (m_i - x) = prod (lambda*i + t_i - x), and that one in x: the m_i are the lambda*i + t_i in some order. As f
is fixed before lambda, c opens to a permutation p and f_i = t_p(i) + d_i. So (c), linear in the t_i drawn after d,
holds for each coefficient: E_i - e_p(i) encrypts zero. Each step fails with a probability of about n/ORDER.

The two equations of (b) are checked as one, first + rho*second, with 128-bit rho drawn after all responses: when
either is false, at most one rho hides it. As rho follows from the proof alone, everyone who repeats the
verification gets the same answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import accumulate
from operator import mul

from protocol.commitment import MAX_SIZE, MIN_SIZE, CommitmentKey, commitment_key
from protocol.elgamal import (
    Ciphertext,
    DeckError,
    check_points,
    check_shuffled,
    encode_deck,
    rerandomise,
)
from protocol.group import (
    BASE,
    IDENTITY,
    ONE,
    ORDER,
    SIZE,
    ZERO,
    GroupError,
    Point,
    Scalar,
    base_mult,
    multiply_sum,
)
from protocol.transcript import ProofError, Randomness, Transcript, decode_scalars

_DOMAIN = "fairdeal/1/shuffle"
Deck = Sequence[Ciphertext]


@dataclass(frozen=True, slots=True, eq=False)
class ShuffleSecret:
    """What a shuffler knows: `after[i]` is `before[permutation[i]]` with `factors[i]` added to its randomness."""

    permutation: tuple[int, ...] = field(repr=False)
    factors: tuple[Scalar, ...] = field(repr=False)

    def __bytes__(self) -> bytes:
        return b"".join([*(i.to_bytes(4, "big") for i in self.permutation), *map(bytes, self.factors)])


@dataclass(frozen=True, slots=True)
class _Masking:
    """Move 1: c, c_d and E_d."""

    permutation: Point
    masks: Point
    deck: Ciphertext

    def __bytes__(self) -> bytes:
        return bytes(self.permutation) + bytes(self.masks) + bytes(self.deck)


@dataclass(frozen=True, slots=True)
class _Masked:
    """Move 3: Z and f."""

    factor: Scalar
    challenges: Sequence[Scalar]

    def __bytes__(self) -> bytes:
        return b"".join(map(bytes, (self.factor, *self.challenges)))


@dataclass(frozen=True, slots=True)
class _Products:
    """Move 5: c_u, c_v and c_w."""

    u: Point
    v: Point
    w: Point

    def __bytes__(self) -> bytes:
        return b"".join(map(bytes, (self.u, self.v, self.w)))


@dataclass(frozen=True, slots=True)
class _Openings:
    """Move 7: z, g, z_w and h."""

    z: Scalar
    g: Sequence[Scalar]
    z_w: Scalar
    h: Sequence[Scalar]

    def __bytes__(self) -> bytes:
        return b"".join(map(bytes, (self.z, *self.g, self.z_w, *self.h)))


@dataclass(frozen=True, slots=True)
class _Proof:
    """The prover's moves, in order; the encoding is all their points and scalars, 32 bytes each."""

    masking: _Masking
    masked: _Masked
    products: _Products
    openings: _Openings

    def __bytes__(self) -> bytes:
        return bytes(self.masking) + bytes(self.masked) + bytes(self.products) + bytes(self.openings)

    @classmethod
    def decode(cls, data: bytes, n: int) -> "_Proof":
        """Raises ProofError for another length, before anything is decoded, or for a malformed point or scalar."""
        if len(data) != proof_size(n):
            raise ProofError(f"the proof has {len(data)} bytes instead of {proof_size(n)}")
        first, data = data[: 4 * SIZE], data[4 * SIZE :]
        masked, data = data[: (n + 1) * SIZE], data[(n + 1) * SIZE :]
        second, opened = data[: 3 * SIZE], data[3 * SIZE :]
        c, c_d, e1, e2 = _decode_points(first)
        factor, *f = decode_scalars(masked, n + 1)
        c_u, c_v, c_w = _decode_points(second)
        z, *rest = decode_scalars(opened, 2 * n + 1)
        return cls(
            _Masking(c, c_d, Ciphertext(e1, e2)),
            _Masked(factor, f),
            _Products(c_u, c_v, c_w),
            _Openings(z, rest[:n], rest[n], rest[n + 1 :]),
        )


def _decode_points(data: bytes) -> list[Point]:
    try:
        return [Point.decode(data[i : i + SIZE]) for i in range(0, len(data), SIZE)]
    except GroupError as error:
        raise ProofError(f"the proof is malformed: {error}") from error


def proof_size(n: int) -> int:
    """The length in bytes of a proof for `n` ciphertexts: 7 points and 3n + 2 scalars."""
    return (3 * n + 9) * SIZE


def shuffle(deck: Deck, key: Point, randomness: Randomness) -> tuple[tuple[Ciphertext, ...], ShuffleSecret]:
    """The deck permuted and re-encrypted under `key`, with the secret that `prove` needs."""
    secret = ShuffleSecret(randomness.permutation(len(deck)), tuple(randomness.scalars(len(deck))))
    after = tuple(
        rerandomise(deck[source], key, factor)
        for source, factor in zip(secret.permutation, secret.factors, strict=True)
    )
    return after, secret


def prove(
    context: bytes, key: Point, before: Deck, after: Deck, secret: ShuffleSecret, *, fresh: bytes | None = None
) -> bytes:
    """The proof, `proof_size(n)` bytes, that `after` is a shuffle of `before` under `key`.

    `context` is the caller's canonical encoding of all that the proof belongs to: header, hand id, earlier parts of
    the body. `fresh` is for test vectors only. Raises ProofError for decks or a secret that do not fit together.
    """
    _check_statement(key, before, after)
    n = len(before)
    _check_secret(secret, n)
    commitments = commitment_key(n)
    transcript = _transcript(context, key, commitments, before, after)
    statement = bytes(key) + encode_deck(before) + encode_deck(after)
    randomness = Randomness(_DOMAIN, bytes(secret), context, statement, fresh)

    values = [source + 1 for source in secret.permutation]
    r, r_d, factor_d = randomness.scalars(3)
    d = randomness.scalars(n)
    masking = _Masking(
        commitments.commit_permutation(values, r),
        commitments.commit([-mask for mask in d], r_d),
        _mask_deck(key, after, d, factor_d, _known_logarithms(before, secret)),
    )
    t = _challenge_masking(transcript, masking, n)
    permuted = [t[source] for source in secret.permutation]
    masked = _Masked(
        sum(map(mul, permuted, secret.factors), factor_d),
        [a + b for a, b in zip(permuted, d, strict=True)],
    )
    scale, x = _challenge_masked(transcript, masked)
    m = [scale * Scalar(value) + a for value, a in zip(values, permuted, strict=True)]
    products, openings = _prove_contents(commitments, transcript, m, scale * r + r_d, x=x, randomness=randomness)
    return bytes(_Proof(masking, masked, products, openings))


def _mask_deck(
    key: Point, after: Deck, d: Sequence[Scalar], factor: Scalar, logarithms: Sequence[Scalar] | None = None
) -> Ciphertext:
    """E_d; with `logarithms`, those of the first components of `after`, where they are known."""
    if logarithms is None:
        first = multiply_sum(d, [ciphertext.c1 for ciphertext in after])
    else:
        first = base_mult(sum(map(mul, d, logarithms), ZERO))
    return Ciphertext(
        base_mult(factor) - first,
        factor * key - multiply_sum(d, [ciphertext.c2 for ciphertext in after]),
    )


def _known_logarithms(before: Deck, secret: ShuffleSecret) -> list[Scalar] | None:
    """Whoever shuffles a fresh deck knows all its first components as multiples of the base."""
    fresh = all(ciphertext.c1 == BASE for ciphertext in before)
    return [ONE + factor for factor in secret.factors] if fresh else None


def _prove_contents(
    commitments: CommitmentKey,
    transcript: Transcript,
    m: Sequence[Scalar],
    blinder: Scalar,
    *,
    x: Scalar,
    randomness: Randomness,
) -> tuple[_Products, _Openings]:
    """Moves 5 and 7: com(m; blinder) holds known contents in some order."""
    n = len(m)
    r_u, r_v, r_w = randomness.scalars(3)
    u = randomness.scalars(n)
    deltas = [u[0], *randomness.scalars(n - 2), ZERO]
    shifted = [value - x for value in m]
    v, w = _chain(u, deltas, shifted)
    products = _Products(
        commitments.commit(u, r_u),
        commitments.commit([*v, ZERO], r_v),
        commitments.commit([*w, ZERO], r_w),
    )
    k = _challenge_products(transcript, products)
    openings = _Openings(
        z=k * blinder + r_u,
        g=[k * value + mask for value, mask in zip(m, u, strict=True)],
        z_w=k * r_w + r_v,
        h=[k * value + mask for value, mask in zip(w, v, strict=True)],
    )
    return products, openings


def _chain(
    masks: Sequence[Scalar], deltas: Sequence[Scalar], shifted: Sequence[Scalar]
) -> tuple[list[Scalar], list[Scalar]]:
    """The v_i and w_i of move 5 from the u_i, D_i and m_i - x; as whole numbers, each is reduced only once."""
    u, d, s = ([int(scalar) for scalar in scalars] for scalars in (masks, deltas, shifted))
    a = [int(product) for product in accumulate(shifted, mul)]
    later = range(1, len(u))
    v = [Scalar(-d[i - 1] * u[i]) for i in later]
    w = [Scalar(d[i] - s[i] * d[i - 1] - a[i - 1] * u[i]) for i in later]
    return v, w


def verify(context: bytes, key: Point, before: Deck, after: Deck, proof: bytes) -> None:
    """Raises ProofError, with the reason, unless `proof` shows that `after` is a shuffle of `before` under `key`."""
    _check_statement(key, before, after)
    n = len(before)
    parts = _Proof.decode(proof, n)
    commitments = commitment_key(n)
    transcript = _transcript(context, key, commitments, before, after)
    t = _challenge_masking(transcript, parts.masking, n)
    scale, x = _challenge_masked(transcript, parts.masked)
    k = _challenge_products(transcript, parts.products)
    rho = _weight_openings(transcript, parts.openings)
    if ZERO in (scale, x, k):
        raise ProofError("a challenge of the shuffle proof is zero")
    contents = [scale * Scalar(i) + challenge - x for i, challenge in enumerate(t, 1)]
    _check_contents(parts.openings, contents, k, x)
    _check_openings(commitments, parts, scale, k, rho)
    _check_decks(key, before, after, t, parts)


def _check_contents(openings: _Openings, contents: Sequence[Scalar], k: Scalar, x: Scalar) -> None:
    """Equation (a); `contents` are the lambda*i + t_i - x."""
    shift, inverse = int(k * x), int(k.inverse())
    first, *others = map(int, openings.g)
    chain = first - shift
    for g, h in zip(others, map(int, openings.h), strict=True):
        chain = (chain * (g - shift) + h) * inverse % ORDER
    if Scalar(chain) != reduce(mul, contents, k):
        raise ProofError("the shuffle proof does not hold: its commitment is not to a permutation")


def _check_openings(commitments: CommitmentKey, proof: _Proof, scale: Scalar, k: Scalar, rho: Scalar) -> None:
    """Equations (b), the second weighted by rho; com(f; 0) is moved to the side of the generators."""
    opened, masking, products = proof.openings, proof.masking, proof.products
    messages = [
        g - k * f + rho * h for g, f, h in zip(opened.g, proof.masked.challenges, [*opened.h, ZERO], strict=True)
    ]
    committed = multiply_sum([k * scale, k, rho * k, rho], [masking.permutation, masking.masks, products.w, products.v])
    if commitments.commit(messages, opened.z + rho * opened.z_w) != committed + products.u:
        raise ProofError("the shuffle proof does not hold: its commitments are opened otherwise")


def _check_decks(key: Point, before: Deck, after: Deck, t: Sequence[Scalar], proof: _Proof) -> None:
    """Equation (c), for each component."""
    f, factor, masked = proof.masked.challenges, proof.masked.factor, proof.masking.deck
    for component, zero in enumerate((base_mult(factor), factor * key)):
        left = multiply_sum(f, [ciphertext[component] for ciphertext in after]) + masked[component]
        right = multiply_sum(t, [ciphertext[component] for ciphertext in before]) + zero
        if left != right:
            raise ProofError("the shuffle proof does not hold: the decks hold different cards")


def _check_statement(key: Point, before: Deck, after: Deck) -> None:
    if len(before) != len(after):
        raise ProofError(f"the deck had {len(before)} cards and now has {len(after)}")
    if not MIN_SIZE <= len(before) <= MAX_SIZE:
        raise ProofError(f"a shuffle of {len(before)} cards cannot be proven")
    if key == IDENTITY:
        raise ProofError("the identity is no key")
    try:
        check_points(before)
        check_shuffled(after)
    except DeckError as error:
        raise ProofError(str(error)) from error


def _check_secret(secret: ShuffleSecret, n: int) -> None:
    if sorted(secret.permutation) != list(range(n)) or len(secret.factors) != n:
        raise ProofError("the secret is not one of a shuffle of this deck")


def _transcript(context: bytes, key: Point, commitments: CommitmentKey, before: Deck, after: Deck) -> Transcript:
    transcript = Transcript(_DOMAIN)
    transcript.absorb("context", context)
    transcript.absorb("key", bytes(key))
    transcript.absorb("commitment key", bytes(BASE), *map(bytes, commitments.generators))
    transcript.absorb("before", *map(bytes, before))
    transcript.absorb("after", *map(bytes, after))
    return transcript


def _challenge_masking(transcript: Transcript, masking: _Masking, n: int) -> list[Scalar]:
    transcript.absorb("masking", bytes(masking))
    return transcript.challenges("t", n)


def _challenge_masked(transcript: Transcript, masked: _Masked) -> tuple[Scalar, Scalar]:
    transcript.absorb("masked", bytes(masked))
    return transcript.challenge("lambda"), transcript.challenge("x")


def _challenge_products(transcript: Transcript, products: _Products) -> Scalar:
    transcript.absorb("products", bytes(products))
    return transcript.challenge("k")


def _weight_openings(transcript: Transcript, openings: _Openings) -> Scalar:
    transcript.absorb("openings", bytes(openings))
    return transcript.weights("rho", 1)[0]
