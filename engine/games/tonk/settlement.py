"""Who pays whom at the end of a hand, and the audit that looks for fouls (rules page Tonk §6, §7.3)."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from engine.cards import Card
from engine.contract import Result, Seat
from engine.games.tonk.options import TonkOptions
from engine.games.tonk.spreads import count, hand_count, must_lay
from engine.games.tonk.state import TonkState


class Payment(NamedTuple):
    """One reason for which one seat pays another.

    Reasons: natural, tonk, out, counter, drop (lost to a dropper), caught (the dropper was), caught_stake
    (`caught_adds_stake`), lowest (to the lowest hand when another was caught), dry, foul, spades (the side bet).
    """

    payer: Seat
    payee: Seat
    amount: int
    reason: str


class Detail(NamedTuple):
    """The `detail` of a result of Tonk. Hands and counts are None where they stay closed."""

    counts: tuple[int | None, ...]
    hands: tuple[tuple[Card, ...] | None, ...]
    """What each seat held at the end, by number."""
    spades: tuple[int, ...]
    """The part of the payoff that comes from the side bet."""
    payments: tuple[Payment, ...]


class Ending(NamedTuple):
    """The payments of an ending before the audit changes them."""

    outcome: str
    winners: tuple[Seat, ...]
    payments: list[Payment]


Hands: TypeAlias = Sequence[tuple[Card, ...] | None]
Counts: TypeAlias = Sequence[int]

NEEDS_COUNTS = ("drop", "dry")
"""Endings for which every hand has to be open."""

DROPPER_PAYS: Mapping[str, Callable[[bool, int, int], int]] = {
    "pagat": lambda _winner, theirs, mine: 2 if theirs <= mine else 0,
    "wikipedia": lambda winner, theirs, mine: 2 if winner else int(theirs < mine),
    "texas": lambda winner, _theirs, _mine: 2 if winner else 0,
}
"""Stakes from a caught dropper to another seat, from whether that one has won and both counts (§6.4)."""


def result(s: TonkState) -> Result:
    """The result of a hand that has ended, with everything open that its ending and the audit need."""
    hands, offenders = _replay(s) if s.audited else ([_open_hand(s, seat) for seat in range(s.n)], ())
    return _booked(s, _ending(s, hands), hands, offenders)


def abandoned(s: TonkState, leavers: Collection[Seat]) -> Result:
    """The result when these seats leave in mid-hand, or refuse to open their cards (§6.7).

    If the hand has ended in a way that needs no more cards, its payments stand, with the leavers as offenders.
    """
    decided = s.ending != "" and s.ending not in NEEDS_COUNTS
    hands = [_open_hand(s, seat) for seat in range(s.n)]
    ending = _ending(s, hands) if decided else Ending("abandoned", (), [])
    return _booked(s, ending, hands, tuple(sorted(leavers)))


def audit_due(options: TonkOptions, size: int, *, proved: bool = False) -> bool:
    """Whether all dealt and drawn cards must be opened after the hand, given no-natural proofs or not (§7.3)."""
    natural_duty = options.natural_declare == "compulsory" and options.naturals_active(size) and not proved
    unproved = options.must_spread or natural_duty
    return options.audit == "always" or (options.audit == "auto" and unproved)


def worst_payment(options: TonkOptions, n: int, stake: int) -> int:
    """A bound on what one seat can owe for one hand: by any ending, with a foul, and by the side bet."""
    winner = max(
        options.tonk_mult * (2 if options.double_double and n == 2 else 1),
        options.natural_50_mult if options.natural_high != "off" else 0,
        options.natural_49_mult if options.natural_high != "off" else 0,
        3 if options.low9 else 0,
        2 if options.low13 else 0,
    )
    caught = 2 + (options.caught_adds_stake and options.caught_payment == "pagat")
    foul = options.foul_mult
    one_winner = max(winner, foul) + (n - 2) * foul
    everyone = (n - 1) * max(caught, foul)
    return max(one_winner, everyone) * stake + options.spades_stake


# -- hands and fouls -------------------------------------------------------------------------------------------


def _open_hand(s: TonkState, seat: Seat) -> tuple[Card, ...] | None:
    held = s.held[seat]
    return tuple(sorted(s.cards(held))) if all(slot in s.open for slot in held) else None


def _replay(s: TonkState) -> tuple[list[tuple[Card, ...]], tuple[Seat, ...]]:
    """The hands at the end, and who broke a duty, from the trail with all dealt and drawn cards open.

    Faces are unique and mixes are proven: a card that went out under a new handle is the one that came in.
    """
    hands: list[set[Card]] = [set() for _ in range(s.n)]
    offenders = set()
    for seat, what, slots in s.trail:
        if what == "in":
            hands[seat].update(s.cards(slots))
        elif what == "out":
            hands[seat].difference_update(s.cards(slots))
        elif must_lay(hands[seat], s.options):
            offenders.add(seat)
    if s.options.natural_declare == "compulsory" and s.options.naturals_active(s.size):
        declared = [seat for seat, _ in s.declared]
        dealt = [s.cards(slots) for _, _, slots in s.trail[: s.n]]
        offenders |= {seat for seat in range(s.n) if seat not in declared and s.options.natural(count(dealt[seat]))}
    return [tuple(sorted(hand)) for hand in hands], tuple(sorted(offenders))


# -- endings ---------------------------------------------------------------------------------------------------


def _ending(s: TonkState, hands: Hands) -> Ending:
    if s.ending == "natural":
        return _natural(s)
    if s.ending not in NEEDS_COUNTS:
        return _emptied(s)
    counts = [hand_count(hand, s.options) for hand in hands if hand is not None]
    return _dry(s, counts) if s.ending == "dry" else _dropped(s, counts)


def _natural(s: TonkState) -> Ending:
    if len(s.declared) > 1:
        return Ending("draw", (), [])
    ((winner, stakes),) = s.declared
    return Ending("natural", (winner,), _all_pay(s, winner, stakes, "natural"))


def _emptied(s: TonkState) -> Ending:
    stakes = {"tonk": s.options.tonk_mult, "out": 1, "counter": 2 * s.options.tonk_mult}[s.ending]
    outcome = "tonk" if s.ending == "counter" else s.ending
    return Ending(outcome, (s.ender,), _all_pay(s, s.ender, stakes, s.ending))


def _dry(s: TonkState, counts: Counts) -> Ending:
    winners = _lowest(counts, range(s.n))
    if len(winners) > 1 and s.options.dry_tie == "draw":
        return Ending("draw", (), [])
    losers = [seat for seat in range(s.n) if seat not in winners]
    return Ending("dry", winners, [Payment(i, w, s.stake, "dry") for w in winners for i in losers])


def _dropped(s: TonkState, counts: Counts) -> Ending:
    dropper, options = s.ender, s.options
    others = [seat for seat in range(s.n) if seat != dropper]
    winners = _lowest(counts, others)
    if counts[dropper] < counts[winners[0]]:
        return Ending("drop", (dropper,), _all_pay(s, dropper, 1, "drop"))
    losers = [seat for seat in others if seat not in winners]
    payments = [Payment(i, w, s.stake, "lowest") for w in winners for i in losers]
    for seat in others:
        stakes = DROPPER_PAYS[options.caught_payment](seat in winners, counts[seat], counts[dropper])
        if stakes:
            payments.append(Payment(dropper, seat, stakes * s.stake, "caught"))
    if options.caught_adds_stake and options.caught_payment == "pagat":
        payments += [Payment(dropper, w, s.stake, "caught_stake") for w in winners]
    return Ending("caught", winners, payments)


def _lowest(counts: Counts, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    least = min([counts[seat] for seat in seats])
    return tuple([seat for seat in seats if counts[seat] == least])


def _all_pay(s: TonkState, winner: Seat, stakes: int, reason: str) -> list[Payment]:
    return [Payment(seat, winner, stakes * s.stake, reason) for seat in range(s.n) if seat != winner]


# -- booking ---------------------------------------------------------------------------------------------------


def _booked(s: TonkState, ending: Ending, hands: Hands, offenders: tuple[Seat, ...]) -> Result:
    side = _side_bet(s)
    payments = _with_fouls(s, ending.payments, offenders) + side
    counts = tuple([None if hand is None else hand_count(hand, s.options) for hand in hands])
    detail = Detail(counts, tuple(hands), _sums(side, s.n), tuple(payments))
    winners = tuple([seat for seat in ending.winners if seat not in offenders])
    return Result(ending.outcome, winners, _sums(payments, s.n), offenders, detail)


def _with_fouls(s: TonkState, payments: list[Payment], offenders: tuple[Seat, ...]) -> list[Payment]:
    """Nothing is paid to offenders, and each pays everybody else at least `foul_mult` stakes (§6.7)."""
    kept = [payment for payment in payments if payment.payee not in offenders]
    for offender in offenders:
        for seat in range(s.n):
            owed = sum([p.amount for p in kept if p.payer == offender and p.payee == seat])
            short = s.options.foul_mult * s.stake - owed
            if seat not in offenders and short > 0:
                kept.append(Payment(offender, seat, short, "foul"))
    return kept


def _side_bet(s: TonkState) -> list[Payment]:
    """What the other participants pay to the best spade, once all have shown theirs (§6.8)."""
    if not s.spades or s.to_show:
        return []
    _, winner = max(s.spades)
    return [Payment(seat, winner, s.options.spades_stake, "spades") for seat in s.bets if seat != winner]


def _sums(payments: Sequence[Payment], n: int) -> tuple[int, ...]:
    sums = [0] * n
    for payer, payee, amount, _ in payments:
        sums[payer] -= amount
        sums[payee] += amount
    return tuple(sums)
