"""Section 8 of docs/protocol.md once more: the proofs, and from requests to what is proven (10.3)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from tests.protocol.stranger.notation import (
    IDENTITY,
    G,
    L,
    Transcript,
    add,
    framed,
    hash_to_group,
    need,
    point,
    scalar,
    sequence,
    subtract,
    times,
    total,
    u32,
)

Deck: TypeAlias = Sequence[tuple[bytes, bytes]]
Formula: TypeAlias = tuple[Any, ...]
"""("equal" or "unequal", c1, c2, M), or ("every" or "some", part, part, …)."""


def check_knowledge(context: bytes, h: bytes, proof: bytes) -> None:
    c, z = map(scalar, sequence(proof, 2))
    t = Transcript("fairdeal/1/key")
    t.absorb("context", context)
    t.absorb("public", h)
    t.absorb("commitment", subtract(times(z, G), times(c, h)))
    need(t.challenge("challenge") == c, "no proof of knowledge")


def check_shares(context: bytes, h: bytes, bases: Sequence[bytes], shares: Sequence[bytes], proof: bytes) -> None:
    need(len(bases) == len(shares) > 0, "another number of shares")
    need(IDENTITY not in (h, *bases, *shares), "the identity in shares")
    c, z = map(scalar, sequence(proof, 2))
    t = Transcript("fairdeal/1/shares")
    t.absorb("context", context)
    t.absorb("public", h)
    t.absorb("bases", *bases)
    t.absorb("shares", *shares)
    weights = [1, *t.weights("weights", len(bases) - 1)]
    b, d = total(weights, bases), total(weights, shares)
    t.absorb("commitments", subtract(times(z, G), times(c, h)), subtract(times(z, b), times(c, d)))
    need(t.challenge("challenge") == c, "no proof of shares")


def deck_of(data: bytes, n: int) -> list[tuple[bytes, bytes]]:
    """A shuffled deck: points only, and no first component twice."""
    elements = [point(element) for element in sequence(data, 2 * n)]
    need(len(set(elements[::2])) == n, "a first component twice")
    return list(zip(elements[::2], elements[1::2], strict=True))


def check_shuffle(context: bytes, key: bytes, before: Deck, after: Deck, proof: bytes) -> None:
    n = len(before)
    need(len(after) == n and 2 <= n <= 104 and key != IDENTITY, "another number of cards")
    need(all(IDENTITY not in pair for pair in (*before, *after)), "the identity in a deck")
    elements = sequence(proof, 3 * n + 9)
    c, c_d, e1, e2 = map(point, elements[:4])
    factor, *f = map(scalar, elements[4 : n + 5])
    c_u, c_v, c_w = map(point, elements[n + 5 : n + 8])
    z, *g = map(scalar, elements[n + 8 : 2 * n + 9])
    z_w, *h = map(scalar, elements[2 * n + 9 :])
    generators = [hash_to_group("fairdeal/1/commitment generator", u32(i)) for i in range(n)]
    t = Transcript("fairdeal/1/shuffle")
    t.absorb("context", context)
    t.absorb("key", key)
    t.absorb("commitment key", G, *generators)
    t.absorb("before", *(c1 + c2 for c1, c2 in before))
    t.absorb("after", *(c1 + c2 for c1, c2 in after))
    t.absorb("masking", b"".join(elements[:4]))
    ts = t.challenges("t", n)
    t.absorb("masked", b"".join(elements[4 : n + 5]))
    lam, x = t.challenge("lambda"), t.challenge("x")
    t.absorb("products", b"".join(elements[n + 5 : n + 8]))
    k = t.challenge("k")
    t.absorb("openings", b"".join(elements[n + 8 :]))
    (rho,) = t.weights("rho", 1)
    need(0 not in (lam, x, k), "a challenge is zero")
    chain = g[0] - k * x
    for g_i, h_i in zip(g[1:], h, strict=True):
        chain = (chain * (g_i - k * x) + h_i) * pow(k, -1, L) % L
    product = k
    for i, t_i in enumerate(ts, 1):
        product = product * (lam * i + t_i - x) % L
    need(chain % L == product, "step 9 of the shuffle")
    messages = [g_i - k * f_i + rho * h_i for g_i, f_i, h_i in zip(g, f, [*h, 0], strict=True)]
    left = add(times(z + rho * z_w, G), total(messages, generators))
    right = total([k * lam, k, 1, rho * k, rho], [c, c_d, c_u, c_w, c_v])
    need(left == right, "step 10 of the shuffle")
    for side, mask, base in ((0, e1, G), (1, e2, key)):
        left = add(total(f, [pair[side] for pair in after]), mask)
        right = add(total(ts, [pair[side] for pair in before]), times(factor, base))
        need(left == right, "step 11 of the shuffle")


# -- claims -----------------------------------------------------------------------------------------------------


def encoded(formula: Formula) -> bytes:
    if formula[0] in ("every", "some"):
        return framed(formula[0], *map(encoded, formula[1:]))
    label, c1, c2, m = formula
    return framed(label, c1 + c2, m)


def left_of(formula: Formula) -> Formula | None:
    """What is left of a formula without the parts that can never be true."""
    if formula[0] not in ("every", "some"):
        return formula
    parts = [left_of(part) for part in formula[1:]]
    kept = [part for part in parts if part is not None]
    if formula[0] == "every":
        return ("every", *kept) if len(kept) == len(parts) else None
    return ("some", *kept) if kept else None


def leaves(formula: Formula) -> list[Formula]:
    if formula[0] in ("every", "some"):
        return [leaf for part in formula[1:] for leaf in leaves(part)]
    return [formula]


def depth_and_nodes(formula: Formula) -> tuple[int, int]:
    inner = [depth_and_nodes(part) for part in formula[1:]] if formula[0] in ("every", "some") else []
    return 1 + max([depth for depth, _ in inner], default=0), 1 + sum(nodes for _, nodes in inner)


def said(formula: Formula) -> int:
    """How many challenges of parts the proof says."""
    if formula[0] not in ("every", "some"):
        return 0
    return (len(formula) - 2 if formula[0] == "some" else 0) + sum(map(said, formula[1:]))


def spread(formula: Formula, challenge: int, given: Iterator[int]) -> list[int]:
    """The challenges of the leaves."""
    if formula[0] == "every":
        return [e for part in formula[1:] for e in spread(part, challenge, given)]
    if formula[0] == "some":
        own = [next(given) for _ in formula[2:]]
        own.append((challenge - sum(own)) % L)
        return [e for part, e_part in zip(formula[1:], own, strict=True) for e in spread(part, e_part, given)]
    return [challenge]


def check_claim(context: bytes, h: bytes, formula: Formula, proof: bytes) -> None:
    depth, nodes = depth_and_nodes(formula)
    need(depth <= 8 and nodes <= 4096 and h != IDENTITY, "too large a formula")
    need(all(IDENTITY not in (leaf[1], leaf[3]) for leaf in leaves(formula)), "the identity in a formula")
    left = left_of(formula)
    need(left is not None, "a claim that cannot be true")
    assert left is not None
    found = leaves(left)
    unequal = sum(leaf[0] == "unequal" for leaf in found)
    elements = sequence(proof, 1 + unequal + said(left) + len(found) + unequal)
    root = scalar(elements[0])
    blinded = [point(element) for element in elements[1 : 1 + unequal]]
    scalars = [scalar(element) for element in elements[1 + unequal :]]
    challenges = spread(left, root, iter(scalars[: said(left)]))
    responses, blinds = iter(scalars[said(left) :]), iter(blinded)
    commitments = []
    for (label, c1, c2, m), e in zip(found, challenges, strict=True):
        d = subtract(c2, m)
        if label == "equal":
            z = next(responses)
            commitments += [subtract(times(z, G), times(e, h)), subtract(times(z, c1), times(e, d))]
        else:
            s, t, c = next(responses), next(responses), next(blinds)
            first = subtract(subtract(times(s, d), times(t, c1)), times(e, c))
            commitments += [first, subtract(times(s, h), times(t, G))]
    transcript = Transcript("fairdeal/1/claim")
    transcript.absorb("context", context)
    transcript.absorb("public", h)
    transcript.absorb("formula", encoded(formula))
    transcript.absorb("blinded", *blinded)
    transcript.absorb("commitments", *commitments)
    need(transcript.challenge("challenge") == root, "no proof of a claim")


Draw: TypeAlias = tuple[Sequence[tuple[bytes, bytes]], Sequence[bytes]]
"""Slots and card points."""


def encoded_draw(draw: Draw) -> bytes:
    slots, points = draw
    return framed("drawn", b"".join(c1 + c2 for c1, c2 in slots), b"".join(points))


def draw_size(draw: Draw) -> int:
    slots, points = draw
    return 64 * len(points) + 32 * (3 * len(points) + 9) + len(slots) + 64


def check_draw(context: bytes, h: bytes, draw: Draw, proof: bytes) -> None:
    slots, points = draw
    k, m = len(slots), len(points)
    need(2 <= m <= 104 and 1 <= k <= m and len(set(points)) == m, "a draw of another kind")
    need(IDENTITY not in points and all(c1 != IDENTITY for c1, _ in slots), "the identity in a draw")
    need(len(proof) == draw_size(draw), "another length of the proof of a draw")
    inner = framed("fairdeal/1/drawn", context, h, encoded_draw(draw))
    deck, rest = proof[: 64 * m], proof[64 * m :]
    shuffled, places, last = rest[: 32 * (3 * m + 9)], rest[32 * (3 * m + 9) : -64], rest[-64:]
    need(len(set(places)) == k and max(places) < m, "places that are none")
    after = deck_of(deck, m)
    check_shuffle(inner, h, [(G, add(element, h)) for element in points], after, shuffled)
    chosen = [after[place] for place in places]
    bases = [subtract(slot[0], pair[0]) for slot, pair in zip(slots, chosen, strict=True)]
    shares = [subtract(slot[1], pair[1]) for slot, pair in zip(slots, chosen, strict=True)]
    check_shares(framed("fairdeal/1/drawn", inner, proof[:-64]), h, bases, shares, last)


Asked: TypeAlias = tuple[Sequence[Draw], Formula | None]


def check_asked(context: bytes, h: bytes, asked: Asked, proof: bytes) -> None:
    draws, formula = asked

    def inner(earlier: bytes) -> bytes:
        said_formula = b"" if formula is None else encoded(formula)
        return framed("fairdeal/1/asked", context, said_formula, *map(encoded_draw, draws), earlier)

    at = 0
    for draw in draws:
        check_draw(inner(proof[:at]), h, draw, proof[at : at + draw_size(draw)])
        at += draw_size(draw)
    if formula is None:
        need(at == len(proof), "something after the last proof")
    else:
        check_claim(inner(proof[:at]) if draws else context, h, formula, proof[at:])


Request: TypeAlias = tuple[str, Any]
"""("claim", (slots, cards)) or ("any of", alternatives), each a list of (slots, cards)."""


def formula_of(
    requests: Sequence[Request],
    faces: Mapping[int, str],
    gone: set[str],
    reduced: Mapping[int, tuple[bytes, bytes]],
    cards: Mapping[str, bytes],
) -> Formula | None:
    """Section 10.3; `cards` are the names and points of the pack in its order. None if there is nothing to prove."""

    def claim(slots: Sequence[int], allowed: set[str]) -> Formula:
        return ("every", *(membership(slot, allowed) for slot in slots if slot not in faces))

    def membership(slot: int, allowed: set[str]) -> Formula:
        need(slot in reduced, "a claim about a slot that is not dealt to the seat")
        candidates = [name for name in cards if name not in gone]
        inside = [("equal", *reduced[slot], cards[name]) for name in candidates if name in allowed]
        outside = [("unequal", *reduced[slot], cards[name]) for name in candidates if name not in allowed]
        if len(inside) == 1:
            return inside[0]
        return ("every", *outside) if 3 * len(outside) < 2 * len(inside) else ("some", *inside)

    def fits(slots: Sequence[int], allowed: set[str]) -> bool:
        return all(faces[slot] in allowed for slot in slots if slot in faces)

    parts: list[Formula] = []
    open_slots = 0
    for kind, what in requests:
        if kind == "claim":
            parts.append(claim(*what))
            open_slots += sum(slot not in faces for slot in what[0])
        else:
            possible = [case for case in what if all(fits(*one) for one in case)]
            parts.append(("some", *(("every", *(claim(*one) for one in case)) for case in possible)))
            open_slots += sum(slot not in faces for case in possible for slots, _ in case for slot in slots)
    return ("every", *parts) if open_slots else None


def asked_of(
    requests: Sequence[Request],
    faces: Mapping[int, str],
    gone: set[str],
    reduced: Mapping[int, tuple[bytes, bytes]],
    cards: Mapping[str, bytes],
) -> Asked:
    """Section 10.3, 4 and 5."""
    candidates = [name for name in cards if name not in gone]
    draws: list[Draw] = []
    others: list[Request] = []
    for kind, what in requests:
        if kind == "claim":
            slots = [slot for slot in what[0] if slot not in faces]
            inside = [cards[name] for name in candidates if name in what[1]]
            k, m = len(slots), len(inside)
            if 1 < k <= m and 4 * m + k < k * min(2 * m, 3 * (len(candidates) - m)):
                need(all(slot in reduced for slot in slots), "a claim about a slot that is not dealt to the seat")
                draws.append(([reduced[slot] for slot in slots], inside))
                continue
        others.append((kind, what))
    return draws, formula_of(others, faces, gone, reduced, cards)
