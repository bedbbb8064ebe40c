"""What follows what: the way of a hand of Tonk through its phases (rules page Tonk §5). All write on drafts."""

from engine.contract import Deal, Open, Seat, Turn
from engine.games.tonk.settlement import NEEDS_COUNTS, audit_due, result
from engine.games.tonk.state import TonkState


def cut(s: TonkState) -> None:
    """One open card for each seat decides who deals first (§1)."""
    s.phase, s.next = "cut", (Open(tuple(range(s.n))),)


def join_or_deal(s: TonkState) -> None:
    """The side bet is joined before the deal, by simultaneous answers (§5.1)."""
    if s.options.spades_stake:
        s.phase, s.next = "join", Turn(s.round_from(s.dealer + 1), sealed=True)
    else:
        deal(s)


def deal(s: TonkState) -> None:
    """One card at a time from the dealer's left, then the card that starts the discard pile (§1)."""
    order = s.round_from(s.dealer + 1)
    dealt = s.n * s.size
    s.held, s.trail = ((),) * s.n, ()
    for seat in range(s.n):
        s.take(seat, tuple(range(order.index(seat), dealt, s.n)))
    s.stock = tuple(range(dealt, s.minted))
    s.phase, s.next = "deal", tuple([Deal(seat, s.held[seat]) for seat in range(s.n)])
    if s.options.start_upcard:
        s.pile, s.stock = s.stock[:1], s.stock[1:]
        s.next += (Open(s.pile),)


def show_spades(s: TonkState) -> None:
    """The next participant of the side bet shows its highest spade; after the last come the declarations (§5.2)."""
    if s.to_show:
        s.phase, s.next = "spades", Turn(s.to_show[:1])
    else:
        declarations(s)


def declarations(s: TonkState) -> None:
    """Simultaneous answers, if dealt hands can win (§5.3); proofs with them are about hands that were mixed (§7.2)."""
    if not s.options.naturals_active(s.size):
        first_turn(s)
    elif s.proved:
        s.phase, s.next = "mix", tuple([mix for seat in range(s.n) for mix in s.mix(seat)])
    else:
        declare(s)


def declare(s: TonkState) -> None:
    """Every seat answers whether its dealt hand wins (§5.3)."""
    s.phase, s.next = "declare", Turn(s.round_from(s.dealer + 1), sealed=True)


def first_turn(s: TonkState) -> None:
    """With `any_time` a moment in which every seat may drop comes before the first turn (§5.5)."""
    if s.options.drop_when == "any_time":
        s.phase, s.next = "moment", Turn((), s.round_from(s.dealer + 1))
    else:
        start_turn(s, (s.dealer + 1) % s.n)


def start_turn(s: TonkState, seat: Seat) -> None:
    """The seat draws, or ends the hand (§5.4)."""
    s.phase, s.seat, s.next = "start", seat, s.mover(seat)
    s.fresh = len(s.held[seat]) == s.size
    s.new, s.hits, s.credits, s.thrown, s.completed = (), 0, 0, False, ()


def play_on(s: TonkState) -> None:
    """The seat in turn goes on with its turn (§5.5)."""
    s.phase, s.next = "play", s.mover(s.seat)


def turn_over(s: TonkState, seat: Seat) -> None:
    """The turn is complete, with cards left in the hand (§5.5)."""
    s.turns = changed(s.turns, seat, s.turns[seat] + 1)
    s.lockout = changed(s.lockout, seat, max(0, s.lockout[seat] - 1))
    if s.options.stock_out == "end_of_turn" and not s.stock:
        s.tell("dry", -1)
        end(s, "dry", seat)
    else:
        start_turn(s, (seat + 1) % s.n)


def emptied(s: TonkState, seat: Seat) -> None:
    """A spread or hit took the last card: a tonk, perhaps to be countered, or an out (§5.5, §5.6)."""
    options = s.options
    full = s.fresh or not options.tonk_needs_full_hand
    spread = bool(s.new) or not options.tonk_needs_new_spread
    if s.thrown or not full or not spread:
        out(s, seat)
        return
    s.tell("tonk", seat)
    s.ender = seat
    new_run = any(spread.kind == "run" and spread.number in s.new for spread in s.spreads)
    if options.double_double and s.n == 2 and new_run:
        s.phase, s.next = "counter", Turn(((seat + 1) % 2,))
    else:
        end(s, "tonk", seat)


def out(s: TonkState, seat: Seat) -> None:
    """The hand is empty in a way that earns the basic stake."""
    s.tell("out", seat)
    end(s, "out", seat)


def end(s: TonkState, how: str, seat: Seat) -> None:
    """The hand is decided. Open what its ending needs, or all dealt and drawn cards in place of it for the audit."""
    s.ending, s.ender, s.audited = how, seat, audit_due(s.options, s.size, proved=s.proved)
    if s.audited:
        wanted = [slot for trace in s.trail if trace.what == "in" for slot in trace.slots]
    else:
        wanted = [slot for held in s.held for slot in held] if how in NEEDS_COUNTS else []
    closed = tuple(sorted({slot for slot in wanted if slot not in s.open}))
    s.phase, s.next = "showdown", (Open(closed),)
    if not closed:
        over(s)


def over(s: TonkState) -> None:
    """Everything that had to be opened is open."""
    s.phase, s.next = "over", result(s)


def changed(by_seat: tuple[int, ...], seat: Seat, value: int) -> tuple[int, ...]:
    """The numbers by seat with this seat's replaced."""
    return (*by_seat[:seat], value, *by_seat[seat + 1 :])
