"""What the seat in turn does, and the answer to a tonk (rules page Tonk §5.4 to §5.6)."""

from collections.abc import Iterable, Iterator

from engine.cards import Card
from engine.contract import Deal, Faces, IllegalMove, Move, Proof, Seat, Slot, Verb
from engine.games.tonk import flow
from engine.games.tonk.before import WHOLE_HAND
from engine.games.tonk.spreads import LONGEST, Spread, arrange, extend, fitting, must_lay, spreads_in
from engine.games.tonk.state import TonkState


class Draw(Verb[TonkState]):
    """Take the top card of the stock, or of the discard pile."""

    name = "draw"
    value = str

    def moves(self, s: TonkState, seat: Seat, faces: Faces) -> Iterator[Move]:
        if s.stock:
            yield Move(self.name, value="stock")
        if s.top() is not None:
            yield Move(self.name, value="discard")

    def do(self, s: TonkState, seat: Seat, move: Move) -> None:
        if move.value == "stock":
            self._from_stock(s, seat)
        elif move.value == "discard":
            self._from_pile(s, seat)
        else:
            raise IllegalMove("Draw from the stock or from the discard pile.")

    def _from_stock(self, s: TonkState, seat: Seat) -> None:
        if not s.stock:
            raise IllegalMove("The stock is empty.")
        drawn, s.stock = s.stock[:1], s.stock[1:]
        s.take(seat, drawn)
        s.tell("draw", seat, "stock")
        s.phase, s.next = "play", (Deal(seat, drawn), *s.mix(seat))

    def _from_pile(self, s: TonkState, seat: Seat) -> None:
        top = s.top()
        if top is None:
            raise IllegalMove("There is no discard to take.")
        s.pile = s.pile[:-1]
        s.take(seat, (top,))
        s.tell("draw", seat, "discard", s.open[top])
        # The slots that it named when it passed are known to hold lower cards; from now on it shows some.
        mixes = s.mix(seat) if s.proved and not s.turns[seat] else ()
        if mixes:
            s.phase, s.next = "play", mixes
        else:
            flow.play_on(s)


class Drop(Verb[TonkState]):
    """End the hand: your count against everybody's."""

    name = "drop"

    def moves(self, s: TonkState, seat: Seat, faces: Faces) -> Iterator[Move]:
        if s.lockout[seat]:
            return
        if in_own_play(s, seat) and (s.options.drop_when == "own_turn_start" or owes_spread(s, seat, faces)):
            return
        yield Move(self.name)

    def proofs(self, s: TonkState, seat: Seat, move: Move) -> tuple[Proof, ...]:
        return s.spread_duty(seat) if in_own_play(s, seat) else ()

    def do(self, s: TonkState, seat: Seat, move: Move) -> None:
        if s.lockout[seat]:
            raise IllegalMove(
                "Your spread was hit: you cannot drop before you have completed {turns} of your turns.",
                turns=s.lockout[seat],
            )
        if in_own_play(s, seat):
            if s.options.drop_when == "own_turn_start":
                raise IllegalMove("You can drop only before you draw.")
            s.note_duty(seat)
        s.tell("drop", seat)
        flow.end(s, "drop", seat)


class Decline(Verb[TonkState]):
    """Leave the discard while the stock is empty: the hand ends, and the lowest count wins."""

    name = "decline"

    def moves(self, s: TonkState, seat: Seat, faces: Faces) -> Iterator[Move]:
        if not s.stock and s.options.stock_out == "until_refusal":
            yield Move(self.name)

    def do(self, s: TonkState, seat: Seat, move: Move) -> None:
        if s.stock:
            raise IllegalMove("There are cards to draw.")
        if s.options.stock_out != "until_refusal":
            raise IllegalMove("At this table nobody may decline.")
        s.tell("decline", seat)
        flow.end(s, "dry", seat)


class LaySpread(Verb[TonkState]):
    """Lay a book or a run on the table."""

    name = "spread"
    shows = (3, LONGEST)

    def moves(self, s: TonkState, seat: Seat, faces: Faces) -> Iterator[Move]:
        at = slots_of(s, seat, faces)
        for cards in spreads_in(at, s.options):
            if len(cards) < len(at) or s.options.spread_out:
                yield Move(self.name, tuple(sorted([at[card] for card in cards])))

    def do(self, s: TonkState, seat: Seat, move: Move) -> None:
        made = arrange(s.cards(move.shows), s.options)
        if made is None:
            raise IllegalMove("These cards are neither a book nor a run.")
        s.shed(seat, move.shows)
        if not s.held[seat] and not s.options.spread_out:
            raise IllegalMove("At this table a spread may not take your last card.")
        s.spreads += (Spread(s.laid, seat, *made),)
        s.new += (s.laid,)
        s.laid += 1
        s.tell("spread", seat, *made)
        go_on_or_out(s, seat)


class Hit(Verb[TonkState]):
    """Add cards to a spread on the table, yours or another's."""

    name = "hit"
    shows = (1, LONGEST)
    value = int

    def moves(self, s: TonkState, seat: Seat, faces: Faces) -> Iterator[Move]:
        if not s.spreads:
            return
        at = slots_of(s, seat, faces)
        for spread in s.spreads:
            for card in fitting(spread, s.options):
                if card in at:
                    yield Move(self.name, (at[card],), value=spread.number)

    def do(self, s: TonkState, seat: Seat, move: Move) -> None:
        cards = s.cards(move.shows)
        spread = s.spread_at(move.value)
        longer = extend(spread, cards, s.options)
        if longer is None:
            raise IllegalMove("That {kind} cannot take {cards}.", cards=listed(cards), kind=spread.kind)
        s.shed(seat, move.shows)
        s.put(longer)
        s.tell("hit", seat, spread.number, tuple(sorted(cards)))
        if spread.owner != seat:
            hit_another(s, spread.owner, len(cards))
        if spread.kind == "book":
            s.completed += (spread.number,)
            if s.options.four_of_rank == "auto_clear":
                clear(s, seat, spread.number)
        go_on_or_out(s, seat)


def hit_another(s: TonkState, owner: Seat, cards: int) -> None:
    """What follows for the hitter and for the owner of the spread (§3.4)."""
    options = s.options
    s.hits += cards
    if options.hit_discard == "extra":
        s.credits += cards
    if options.hit_lockout_turns:
        before = s.lockout[owner]
        stacked = before + cards * options.hit_lockout_turns
        turns = stacked if options.hit_lockout_stack else max(before, options.hit_lockout_turns)
        s.lockout = flow.changed(s.lockout, owner, turns)
        s.tell("locked", owner, turns)


class Clear(Verb[TonkState]):
    """Throw a book that you completed in this turn under the discard pile."""

    name = "clear"
    value = int

    def moves(self, s: TonkState, seat: Seat, faces: Faces) -> Iterator[Move]:
        if s.options.four_of_rank == "may_clear":
            for number in s.completed:
                yield Move(self.name, value=number)

    def do(self, s: TonkState, seat: Seat, move: Move) -> None:
        if s.options.four_of_rank != "may_clear":
            raise IllegalMove("At this table books are not cleared.")
        if move.value not in s.completed:
            raise IllegalMove("You can clear only a book that you completed in this turn.")
        clear(s, seat, s.spread_at(move.value).number)
        flow.play_on(s)


def clear(s: TonkState, seat: Seat, number: int) -> None:
    """The book leaves the table for the bottom of the pile, where it can never be drawn."""
    book = s.spread_at(number)
    at = {card: slot for slot, card in s.open.items()}
    s.spreads = tuple([spread for spread in s.spreads if spread is not book])
    s.completed = tuple([other for other in s.completed if other != number])
    s.pile = (*[at[card] for card in book.cards], *s.pile)
    s.buried += len(book.cards)
    s.tell("clear", seat, book.cards)


class ExtraDiscard(Verb[TonkState]):
    """Throw one more card, for one that you added to another's spread."""

    name = "extra_discard"
    shows = (1, 1)

    def moves(self, s: TonkState, seat: Seat, faces: Faces) -> Iterator[Move]:
        if s.credits and not owes_spread(s, seat, faces):
            for slot in s.held[seat]:
                yield Move(self.name, (slot,))

    def proofs(self, s: TonkState, seat: Seat, move: Move) -> tuple[Proof, ...]:
        return s.spread_duty(seat)

    def do(self, s: TonkState, seat: Seat, move: Move) -> None:
        if not s.credits:
            raise IllegalMove("You have no extra discard left.")
        throw(s, seat, move)
        s.credits -= 1
        s.thrown = True
        if s.held[seat]:
            flow.play_on(s)
        else:
            flow.out(s, seat)


class Discard(Verb[TonkState]):
    """Throw one card; this ends your turn."""

    name = "discard"
    shows = (1, 1)

    def moves(self, s: TonkState, seat: Seat, faces: Faces) -> Iterator[Move]:
        if not owes_spread(s, seat, faces):
            for slot in s.held[seat]:
                yield Move(self.name, (slot,))

    def proofs(self, s: TonkState, seat: Seat, move: Move) -> tuple[Proof, ...]:
        return s.spread_duty(seat)

    def do(self, s: TonkState, seat: Seat, move: Move) -> None:
        throw(s, seat, move)
        if s.held[seat]:
            flow.turn_over(s, seat)
        else:
            flow.out(s, seat)


def throw(s: TonkState, seat: Seat, move: Move) -> None:
    """The card shown goes on the pile."""
    s.note_duty(seat)
    s.shed(seat, move.shows)
    s.pile += move.shows
    s.tell(move.kind, seat, *s.cards(move.shows))


class EndTurn(Verb[TonkState]):
    """End your turn without a discard, after a hit on another's spread."""

    name = "end_turn"

    def moves(self, s: TonkState, seat: Seat, faces: Faces) -> Iterator[Move]:
        if s.options.hit_discard == "optional" and s.hits and not owes_spread(s, seat, faces):
            yield Move(self.name)

    def proofs(self, s: TonkState, seat: Seat, move: Move) -> tuple[Proof, ...]:
        return s.spread_duty(seat)

    def do(self, s: TonkState, seat: Seat, move: Move) -> None:
        if s.options.hit_discard != "optional" or not s.hits:
            raise IllegalMove("Your turn ends with a discard.")
        s.note_duty(seat)
        s.tell("end_turn", seat)
        flow.turn_over(s, seat)


class Counter(Verb[TonkState]):
    """Add your whole hand to the runs just laid: the tonk is yours, for double."""

    name = "counter"
    shows = WHOLE_HAND

    def moves(self, s: TonkState, seat: Seat, faces: Faces) -> Iterator[Move]:
        if countered(s, [faces[slot] for slot in s.held[seat]]) is not None:
            yield Move(self.name, tuple(sorted(s.held[seat])))

    def do(self, s: TonkState, seat: Seat, move: Move) -> None:
        cards = s.cards(move.shows)
        spreads = countered(s, cards)
        if spreads is None or move.shows != tuple(sorted(s.held[seat])):
            raise IllegalMove("Your whole hand must fit on the runs just laid.")
        s.shed(seat, move.shows)
        for spread in spreads:
            s.put(spread)
        s.tell("counter", seat, tuple(sorted(cards)))
        flow.end(s, "counter", seat)


class LetStand(Verb[TonkState]):
    """Let the tonk stand."""

    name = "pass"

    def do(self, s: TonkState, seat: Seat, move: Move) -> None:
        s.tell("let_stand", seat)
        flow.end(s, "tonk", s.ender)


def countered(s: TonkState, cards: Iterable[Card]) -> list[Spread] | None:
    """The runs of the final turn with all these cards added, or None if they do not all fit."""
    runs = [spread for spread in s.spreads if spread.kind == "run" and spread.number in s.new]
    left = list(cards)
    while left:
        fits = [(i, card) for i, run in enumerate(runs) for card in fitting(run, s.options) if card in left]
        if not fits:
            return None
        at, card = fits[0]
        runs[at] = extend(runs[at], (card,), s.options) or runs[at]
        left.remove(card)
    return runs


# -- shared by several ------------------------------------------------------------------------------------------


def in_own_play(s: TonkState, seat: Seat) -> bool:
    """Whether the seat is in turn and has drawn."""
    return s.phase == "play" and s.seat == seat


def owes_spread(s: TonkState, seat: Seat, faces: Faces) -> bool:
    """Whether the seat must lay a spread before it may discard."""
    return s.options.must_spread and must_lay([faces[slot] for slot in s.held[seat]], s.options)


def go_on_or_out(s: TonkState, seat: Seat) -> None:
    """After a spread or hit: the hand ends if that was the last card."""
    if s.held[seat]:
        flow.play_on(s)
    else:
        flow.emptied(s, seat)


def slots_of(s: TonkState, seat: Seat, faces: Faces) -> dict[Card, Slot]:
    """The seat's slots by their faces."""
    return {faces[slot]: slot for slot in s.held[seat]}


def listed(cards: Iterable[Card]) -> str:
    """Cards for a sentence."""
    return " ".join([card.name for card in cards])
