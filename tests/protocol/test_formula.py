"""Formulas: what the rules ask for becomes the cheaper of two forms, and the size of a statement is bounded."""

from itertools import combinations

import pytest

from engine.cards import CARDS, DECK52, DECK54, Card
from engine.contract import AnyOf, Claim
from protocol.elgamal import Ciphertext
from protocol.formula import (
    EQUAL_COST,
    MAX_DEPTH,
    MAX_NODES,
    UNEQUAL_COST,
    Equal,
    Every,
    Formula,
    Some,
    Unequal,
    check_formula,
    encoded,
    formula_of,
    leaves,
    membership,
    possible,
)
from protocol.group import BASE, IDENTITY, Point, hash_to_group
from protocol.transcript import ProofError

POINTS = {card: hash_to_group("test formula card", card.name.encode()) for card in DECK54}
NAMES = {point: card for card, point in POINTS.items()}
SLOTS = {
    slot: Ciphertext(hash_to_group("test c1", bytes([slot])), hash_to_group("test c2", bytes([slot])))
    for slot in range(4)
}
LEAF = Equal(SLOTS[0], BASE)
TRUE, FALSE = Every(()), Some(())
NOBODY: frozenset[Card] = frozenset()


def points(*cards: Card) -> list[Point]:
    return [POINTS[card] for card in cards]


def satisfied(formula: Formula, held: dict[Ciphertext, Point]) -> bool:
    """Truth, with the cards on the table."""
    match formula:
        case Equal(slot, point):
            return held[slot] == point
        case Unequal(slot, point):
            return held[slot] != point
        case Every(parts):
            return all(satisfied(part, held) for part in parts)
        case Some(parts):
            return any(satisfied(part, held) for part in parts)


# --- membership -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", [2, 5, 10])
def test_both_forms_say_that_the_slot_is_allowed(deck: int) -> None:
    cards = points(*DECK54[:deck])
    for size in range(deck + 1):
        for allowed in list(combinations(cards, size))[:12]:
            excluded = [point for point in cards if point not in allowed]
            formula = membership(SLOTS[0], allowed, excluded)
            for point in cards:
                assert satisfied(formula, {SLOTS[0]: point}) == (point in allowed)


@pytest.mark.parametrize(
    ("allowed", "kind", "size"),
    [
        (0, Some, 0),
        (1, Equal, 1),
        (2, Some, 2),
        (16, Some, 16),
        (32, Some, 32),
        (33, Every, 21),
        (38, Every, 16),
        (53, Every, 1),
        (54, Every, 0),
    ],
)
def test_the_cheaper_form_is_taken(allowed: int, kind: type[Formula], size: int) -> None:
    cards = points(*DECK54)
    formula = membership(SLOTS[0], cards[:allowed], cards[allowed:])
    assert type(formula) is kind
    assert len(leaves(formula)) == size
    leaf = Unequal if kind is Every else Equal
    assert leaves(formula) == [
        leaf(SLOTS[0], point) for point in (cards[allowed:] if kind is Every else cards[:allowed])
    ]


def test_equalities_are_taken_where_both_forms_cost_the_same() -> None:
    cards = points(*DECK54[:5])
    assert EQUAL_COST * 3 == UNEQUAL_COST * 2
    assert isinstance(membership(SLOTS[0], cards[:3], cards[3:]), Some)
    assert isinstance(membership(SLOTS[0], cards[:4], cards[4:]), Every)


def test_nothing_allowed_is_false_even_if_nothing_is_excluded() -> None:
    assert possible(membership(SLOTS[0], [], [])) is None
    assert possible(membership(SLOTS[0], [], points(*DECK52))) is None


def test_one_allowed_card_is_an_equality_even_if_nothing_is_excluded() -> None:
    assert membership(SLOTS[0], points(DECK54[3]), []) == Equal(SLOTS[0], POINTS[DECK54[3]])


@pytest.mark.parametrize(("allowed", "excluded"), [((0, 0), (1,)), ((0,), (1, 1)), ((0, 1), (1, 2))])
def test_a_card_given_twice_is_refused(allowed: tuple[int, ...], excluded: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="twice"):
        membership(SLOTS[0], points(*[DECK54[i] for i in allowed]), points(*[DECK54[i] for i in excluded]))


# --- what the rules ask for -------------------------------------------------------------------------------


def claim(slots: tuple[int, ...], *cards: Card) -> Claim:
    return Claim(slots, frozenset(cards), "why")


def named(formula: Formula) -> list[tuple[str, Ciphertext, str]]:
    return [(type(leaf).__name__, leaf.ciphertext, NAMES[leaf.point].name) for leaf in leaves(formula)]


def test_a_claim_is_about_each_of_its_slots() -> None:
    formula = formula_of(claim((0, 2), CARDS[7], CARDS[3]), SLOTS, POINTS, NOBODY)
    assert named(formula) == [
        ("Equal", SLOTS[0], "4C"),
        ("Equal", SLOTS[0], "8C"),
        ("Equal", SLOTS[2], "4C"),
        ("Equal", SLOTS[2], "8C"),
    ]
    assert isinstance(formula, Every)
    assert all(isinstance(part, Some) for part in formula.parts)


def test_one_excluded_card_takes_one_inequality_a_slot() -> None:
    formula = formula_of(claim((0, 1, 2), *DECK54[1:]), SLOTS, POINTS, NOBODY)
    assert named(formula) == [("Unequal", SLOTS[slot], "AC") for slot in range(3)]


def test_open_faces_are_neither_allowed_nor_excluded() -> None:
    gone = frozenset(DECK54[:30])
    assert named(formula_of(claim((0,), *DECK54[:32]), SLOTS, POINTS, gone)) == [
        ("Equal", SLOTS[0], DECK54[30].name),
        ("Equal", SLOTS[0], DECK54[31].name),
    ]
    excluding = formula_of(claim((0,), *DECK54[32:]), SLOTS, POINTS, gone)
    assert named(excluding) == [("Unequal", SLOTS[0], DECK54[i].name) for i in (30, 31)]


def test_cards_that_are_not_in_the_deck_are_not_allowed() -> None:
    deck = {card: POINTS[card] for card in DECK52[:5]}
    formula = formula_of(claim((0,), DECK52[2], *DECK52[20:]), SLOTS, deck, NOBODY)
    assert named(formula) == [("Equal", SLOTS[0], DECK52[2].name)]


def test_the_order_of_the_mappings_does_not_matter() -> None:
    backwards = {card: POINTS[card] for card in reversed(DECK54)}
    slots = {slot: SLOTS[slot] for slot in reversed(range(4))}
    for cards in (DECK54[:9], DECK54[9:]):
        one = formula_of(claim((0, 1), *cards), SLOTS, POINTS, NOBODY)
        other = formula_of(claim((0, 1), *reversed(cards)), slots, backwards, NOBODY)
        assert encoded(one) == encoded(other)


def test_alternatives_are_joined_by_or_and_their_claims_by_and() -> None:
    ways = ((claim((0,), CARDS[0]), claim((1,), CARDS[1])), (claim((2, 3), CARDS[2]),))
    formula = formula_of(AnyOf(ways, "why"), SLOTS, POINTS, NOBODY)
    assert isinstance(formula, Some)
    for cards, truth in {(0, 1, 5, 5): True, (0, 0, 2, 2): True, (0, 0, 2, 3): False, (3, 1, 4, 2): False}.items():
        held = {SLOTS[slot]: POINTS[CARDS[card]] for slot, card in enumerate(cards)}
        assert satisfied(formula, held) == truth


def test_an_alternative_without_a_possible_card_is_dropped() -> None:
    ways = ((claim((0,), CARDS[0]),), (claim((1,), CARDS[1]),))
    formula = formula_of(AnyOf(ways, "why"), SLOTS, POINTS, frozenset({CARDS[0]}))
    left = possible(formula)
    assert left is not None
    assert named(left) == [("Equal", SLOTS[1], CARDS[1].name)]
    assert possible(formula_of(AnyOf(ways, "why"), SLOTS, POINTS, frozenset(CARDS[:2]))) is None


def test_no_slots_is_true_and_no_alternatives_false() -> None:
    assert formula_of(claim((), CARDS[0]), SLOTS, POINTS, NOBODY) == TRUE
    assert formula_of(AnyOf((), "why"), SLOTS, POINTS, NOBODY) == FALSE


def test_a_slot_that_is_not_the_seats_own_closed_one_is_refused() -> None:
    with pytest.raises(ProofError, match="slot 9"):
        formula_of(claim((0, 9), CARDS[0]), SLOTS, POINTS, NOBODY)
    with pytest.raises(ProofError, match="slot 9"):
        formula_of(AnyOf(((claim((9,)),),), "why"), SLOTS, POINTS, NOBODY)


# --- structure ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("formula", "left"),
    [
        (LEAF, LEAF),
        (TRUE, TRUE),
        (FALSE, None),
        (Every((LEAF, FALSE)), None),
        (Some((FALSE, LEAF, FALSE)), Some((LEAF,))),
        (Some((Every((LEAF, FALSE)), Some((FALSE,)))), None),
        (Some((Every((LEAF, Some((FALSE, LEAF)))), FALSE)), Some((Every((LEAF, Some((LEAF,)))),))),
    ],
)
def test_impossible_parts_are_left_out(formula: Formula, left: Formula | None) -> None:
    assert possible(formula) == left


def test_different_formulas_have_different_encodings() -> None:
    c = Ciphertext(SLOTS[0].c1, SLOTS[1].c2)
    formulas: list[Formula] = [
        LEAF,
        Unequal(SLOTS[0], BASE),
        Equal(SLOTS[1], BASE),
        Equal(c, BASE),
        Equal(SLOTS[0], SLOTS[0].c1),
        TRUE,
        FALSE,
        Every((LEAF,)),
        Some((LEAF,)),
        Every((LEAF, LEAF)),
        Every((Every((LEAF,)), LEAF)),
        Every((LEAF, Every((LEAF,)))),
        Every((Every((LEAF, LEAF)),)),
        Some((LEAF, FALSE)),
        Some((FALSE, LEAF)),
    ]
    assert len({encoded(formula) for formula in formulas}) == len(formulas)
    assert len(set(formulas)) == len(formulas)


def nested(depth: int) -> Formula:
    formula: Formula = LEAF
    for _ in range(depth - 1):
        formula = Some((formula,))
    return formula


def test_the_size_of_a_formula_is_bounded() -> None:
    check_formula(nested(MAX_DEPTH))
    check_formula(Every((LEAF,) * (MAX_NODES - 1)))
    for large in (nested(MAX_DEPTH + 1), nested(10_000), Every((LEAF,) * MAX_NODES)):
        with pytest.raises(ProofError, match="more than"):
            check_formula(large)


def test_a_small_object_that_unfolds_to_a_large_formula_is_refused() -> None:
    formula: Formula = LEAF
    for _ in range(MAX_DEPTH - 1):
        formula = Every((formula,) * 8)
    with pytest.raises(ProofError, match="more than"):
        check_formula(formula)


def test_the_largest_claim_that_a_deck_allows_is_not_too_large() -> None:
    slots = {slot: Ciphertext(hash_to_group("test c1", bytes([slot])), BASE) for slot in range(54)}
    sizes = []
    for allowed in range(55):
        formula = formula_of(claim(tuple(slots), *DECK54[:allowed]), slots, POINTS, NOBODY)
        check_formula(formula)
        sizes.append(len(leaves(formula)))
    assert max(sizes) == 54 * 32


def test_the_identity_is_no_card_and_no_first_component() -> None:
    for leaf in (Equal, Unequal):
        with pytest.raises(ProofError, match="identity"):
            check_formula(Some((LEAF, leaf(SLOTS[0], IDENTITY))))
        with pytest.raises(ProofError, match="identity"):
            check_formula(Some((LEAF, leaf(Ciphertext(IDENTITY, BASE), BASE))))
        check_formula(leaf(Ciphertext(BASE, IDENTITY), BASE))
