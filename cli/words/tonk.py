"""Tonk on the screen: what happens, what can be done, who pays whom for what. Rules page Tonk.

News, phases and the detail of results are those of `engine.games.tonk.state` and `.settlement`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from cli.language import Count, Texts, translated
from cli.words import tonk_page
from cli.words.base import Choice, Words
from cli.words.typed import Alias
from cli.words.view import Sentence, Template, View
from engine.cards import Card
from engine.contract import AnyRules, Move, Result, Seat, State
from engine.games.tonk.settlement import Detail, Payment
from engine.games.tonk.spreads import Spread, hand_count
from engine.games.tonk.state import TonkState

BY_SPREAD = ("hit", "clear")
"""Verbs whose value is a spread."""


class TonkWords(Words):
    """The words of Tonk."""

    NEWS: ClassVar[Mapping[str, Template]] = Texts(
        {
            "cut": Sentence("You cut {card}.", "{name} cuts {card}."),
            "join": Sentence("You join the side bet.", "{name} joins the side bet."),
            "stay_out": Sentence("You stay out of the side bet.", "{name} stays out of the side bet."),
            "upcard": "{card} starts the discard pile.",
            "show_spade": Sentence("You show {card}, your highest spade.", "{name} shows {card}, their highest spade."),
            "no_spade": Sentence("You have no spade.", "{name} proves to have no spade."),
            "declare": Sentence("You declare {count} points.", "{name} declares {count} points."),
            "pass": "",
            "draw": Sentence("", "{name} draws from the stock."),
            "draw discard": Sentence("You take {card} from the pile.", "{name} takes {card} from the pile."),
            "spread": Sentence("You lay a {kind}: {cards}.", "{name} lays a {kind}: {cards}."),
            "hit own": Sentence("You add {cards} to your {kind}.", "{name} adds {cards} to their own {kind}."),
            "hit yours": "{name} hits your {kind} with {cards}.",
            "hit": Sentence(
                "You hit the {kind} of {owner} with {cards}.", "{name} hits the {kind} of {owner} with {cards}."
            ),
            "hit gone": Sentence("You complete a book with {cards}.", "{name} completes a book with {cards}."),
            "locked": Sentence(
                "You cannot drop before you have completed {turns}.", "{name} cannot drop before completing {turns}."
            ),
            "clear": Sentence("You clear the book {cards}.", "{name} clears the book {cards}."),
            "extra_discard": Sentence("You discard {card} as an extra.", "{name} discards {card} as an extra."),
            "discard": Sentence("You discard {card}.", "{name} discards {card}."),
            "end_turn": Sentence("You end your turn without a discard.", "{name} ends the turn without a discard."),
            "drop": Sentence("You drop.", "{name} drops."),
            "late_drop": Sentence("Your drop comes too late.", "The drop of {name} comes too late."),
            "decline": Sentence("You leave the discard: the hand ends.", "{name} leaves the discard: the hand ends."),
            "dry": "The stock has run out: the hand ends.",
            "tonk": Sentence("Tonk! Your hand is empty.", "Tonk! The hand of {name} is empty."),
            "out": Sentence("You are out.", "{name} is out."),
            "counter": Sentence("You answer the tonk with {cards}.", "{name} answers the tonk with {cards}."),
            "let_stand": Sentence("You let the tonk stand.", "{name} lets the tonk stand."),
        }
    )
    FIELDS: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "cut": ("card",),
        "upcard": ("card",),
        "show_spade": ("card",),
        "declare": ("count",),
        "draw": ("source", "card"),
        "hit": ("number", "cards"),
        "locked": ("turns",),
        "clear": ("cards",),
        "extra_discard": ("card",),
        "discard": ("card",),
        "counter": ("cards",),
    }
    CHOICES: ClassVar[Mapping[str, Choice]] = Texts(
        {
            "join": Choice("Join the side bet"),
            "stay_out": Choice("Stay out of the side bet"),
            "show_spade": Choice("Show your highest spade", "{cards}"),
            "no_spade": Choice("Say that you have no spade"),
            "declare": Choice("Declare your hand", "{cards}"),
            "pass": Choice("Play on"),
            "draw stock": Choice("Draw from the stock"),
            "draw discard": Choice("Take {card} from the pile"),
            "drop": Choice("Drop, with {points}"),
            "decline": Choice("Leave the discard and end the hand, with {points}"),
            "spread": Choice("Spread", "{cards} ({kind})"),
            "hit": Choice("Hit spread {value} ({spread}) with", "{cards}"),
            "clear": Choice("Clear spread {value} ({spread})"),
            "extra_discard": Choice("Discard as an extra", "{cards}"),
            "discard": Choice("Discard", "{cards}"),
            "end_turn": Choice("End your turn without a discard"),
            "counter": Choice("Answer the tonk with", "{cards}"),
            "let_stand": Choice("Let the tonk stand"),
        }
    )
    ALIASES: ClassVar[Mapping[str, Alias]] = {
        "take": Alias("draw", "discard"),
        "draw pile": Alias("draw", "discard"),
        "take pile": Alias("draw", "discard"),
        "take stock": Alias("draw", "stock"),
        "stock": Alias("draw", "stock"),
        "pile": Alias("draw", "discard"),
        "lay": Alias("spread"),
        "add": Alias("hit"),
        "throw": Alias("discard"),
        "knock": Alias("drop"),
        "play on": Alias("pass"),
    }
    HELP: ClassVar[Mapping[str, str]] = Texts(
        {
            "join": "join: take part in the side bet on the highest spade.",
            "stay_out": "stay out: take no part in it.",
            "draw": "draw stock, draw pile: take the top card of the stock, or of the discard pile.",
            "drop": "drop: end the hand; your count against everybody's.",
            "decline": "decline: leave the discard while the stock is empty; the lowest count wins.",
            "declare": "declare: show a dealt hand that wins.",
            "spread": "spread 5H 6H 7H: lay a book or a run.",
            "hit": "hit 1 8H: add cards to the spread of this number.",
            "clear": "clear 1: throw a book that you completed under the pile.",
            "extra_discard": "extra discard 8H: throw one more card, for a card that you added to another's spread.",
            "discard": "discard 8H: throw a card; this ends your turn.",
            "end_turn": "end turn: end your turn without a discard, after a hit.",
            "counter": "counter: add your whole hand to the runs just laid.",
            "pass": "pass: do nothing of this.",
        }
    )
    OUTCOME_NAMES: ClassVar[tuple[str, ...]] = ("cut", "natural", "tonk", "out", "drop", "caught", "dry")
    OUTCOMES: ClassVar[Mapping[str, str]] = Texts(
        {
            "draw": "The hand is a draw: nobody pays.",
            "abandoned": "The hand is abandoned.",
        }
    )
    LINES: ClassVar[Texts[Template]] = Texts(
        {
            "gained": "You draw {cards}.",
            "hand": "Your hand: {cards}; {points}.",
            "dealer": Sentence("You deal.", "{name} deals."),
            "deals first": Sentence("You deal first.", "{name} deals first."),
            "spread": "Spread {number}: {kind} of {owner}: {cards}.",
            "your spread": "Spread {number}: your {kind}: {cards}.",
            "short spread": "{kind} {cards}",
            "top": "Top of the pile: {card}.",
            "no top": "No discard can be taken.",
            "stock": "Stock: {cards}.",
            "pile": "The pile from the bottom: {cards}.",
            "pile size": "The pile has {cards}.",
            "buried": "The pile has {cards}, {buried} of them cleared for good.",
            "lockout": Sentence(
                "You cannot drop for {turns} of your own.", "{name} cannot drop for {turns} of that player's own."
            ),
            "bets": "In the side bet of {stake}: {players}.",
            "held": Sentence("You hold {cards}: {points}.", "{name} holds {cards}: {points}."),
            "held open": Sentence("You hold {cards}.", "{name} holds {cards}."),
            "hand won": Sentence("You win the hand: {how}.", "{name} wins the hand: {how}."),
            "hand shared": "The hand is shared by {winners}: {how}.",
            "hand lost": "Nobody wins the hand: {how}.",
            "nothing paid": "Nobody pays.",
            "paid": "{paid}: {reason}.",
            "foul": Sentence(
                "A foul of yours: a hand that wins was not declared, or a spread was held back.",
                "A foul of {name}: a hand that wins was not declared, or a spread was held back.",
            ),
        }
    )
    COUNTS: ClassVar[Mapping[str, Count]] = {
        **Words.COUNTS,
        "point": Count("{n} point", "{n} points"),
        "stake": Count("{n} stake", "{n} stakes"),
        "turn": Count("{n} turn", "{n} turns"),
    }
    ENDINGS: ClassVar[Mapping[str, str]] = Texts(
        {
            "natural": "the dealt hand wins at once",
            "tonk": "a tonk",
            "counter": "the answer to a tonk",
            "out": "an empty hand",
            "drop": "a drop, and no count is as low",
            "caught": "the dropper is caught",
            "dry": "the lowest count",
        }
    )
    """By how the hand ended: the reason why its winner has won."""
    REASONS: ClassVar[Mapping[str, str]] = Texts(
        {
            "natural": "the dealt hand wins",
            "tonk": "a tonk pays {stakes}",
            "out": "going out pays {stakes}",
            "counter": "the answer to a tonk pays {stakes}",
            "drop": "the drop wins, {payee_count} against {payer_count}",
            "caught": "the dropper is caught, {payer_count} against {payee_count}",
            "caught_stake": "the caught dropper adds a stake for the lowest count",
            "lowest": "the lowest count wins, {payee_count} against {payer_count}",
            "dry": "the lowest count wins, {payee_count} against {payer_count}",
            "foul": "a foul",
            "spades": "the highest spade wins the side bet",
        }
    )
    """By the reason of a payment; {stakes} is the amount in stakes."""

    # -- while a hand is played ----------------------------------------------------------------------------

    def news(self, view: View, piece: Sequence[Any]) -> str:
        """Hits are told by whose spread it is, draws by where from."""
        key, seat, *things = piece
        if key == "draw" and things[0] == "discard":
            return view.tell(self.NEWS["draw discard"], seat, card=things[1])
        if key == "locked":
            return view.tell(self.NEWS[key], seat, turns=self.counted("turn", things[0]))
        if key == "spread":
            return view.tell(self.NEWS[key], seat, kind=translated(things[0]), cards=things[1])
        if key == "hit":
            return self._hit(view, seat, *things)
        return super().news(view, piece)

    def _hit(self, view: View, seat: Seat, number: int, cards: tuple[Any, ...]) -> str:
        spread = _spread(view, number)
        if spread is None:
            return view.tell(self.NEWS["hit gone"], seat, cards=cards)
        whose = "hit own" if spread.owner == seat else "hit yours" if spread.owner == view.seat else "hit"
        owner = view.names[spread.owner]
        return view.tell(self.NEWS[whose], seat, kind=translated(spread.kind), owner=owner, cards=cards)

    def hand(self, view: View) -> list[str]:
        """One's own hand with its count."""
        if not view.own():
            return super().hand(view)
        return [view.tell(self.line("hand"), cards=self.sorted(view, view.own()), points=self._points(view))]

    def turn(self, view: View) -> list[str]:
        """Hand, pile and stock at the start of a turn; after the draw the menu says it all."""
        s: TonkState = _state(view)
        if s.phase != "start":
            return [] if s.phase == "play" else self.hand(view)
        return [*self.turns(view), *self.hand(view), *self._piles(view)]

    def table(self, view: View) -> list[str]:
        """Dealer, spreads, pile, stock, other hands, lockouts, the side bet, whose turn it is."""
        s: TonkState = _state(view)
        lines = [view.tell(self.line("dealer"), s.dealer)] if s.dealer >= 0 else []
        lines += [self._spread_line(view, spread) for spread in s.spreads]
        lines += [*self._piles(view), *self._whole_pile(view), *self.others(view)]
        for seat, turns in enumerate(s.lockout):
            if turns:
                lines.append(view.tell(self.line("lockout"), seat, turns=self.counted("turn", turns)))
        if s.bets:
            players = ", ".join(self.called(view, seat) for seat in s.bets)
            lines.append(view.tell(self.line("bets"), stake=s.options.spades_stake, players=players))
        return lines + self.turns(view)

    def automatic(self, state: State, seat: Seat) -> bool:
        """What is shown for the side bet is no choice, and neither are compulsory declarations."""
        return state.phase == "spades" or (state.phase == "declare" and state.options.natural_declare == "compulsory")

    def choice(self, view: View, move: Move) -> Choice:
        """Moves in the list, with the count, the spread or the card that they are about."""
        s: TonkState = _state(view)
        key = {"draw": f"draw {move.value}", "pass": "let_stand" if s.phase == "counter" else "pass"}
        template = self.CHOICES.get(key.get(move.kind, move.kind))
        if template is None:
            return super().choice(view, move)
        cards = view.shown(move)
        values = {
            "cards": self.sorted(view, cards),
            "value": shown_number(move.value) if move.kind in BY_SPREAD else move.value,
            "points": self._points(view),
            "card": "" if (top := _top(s)) is None else top,
            "kind": translated("book" if cards and cards[0].rank == cards[-1].rank else "run"),
            "spread": self._short(view, move.value),
        }
        return Choice(view.tell(template.group, **values), view.tell(template.item, **values))

    def _points(self, view: View) -> str:
        return self.counted("point", hand_count(view.own(), view.options))

    def _piles(self, view: View) -> list[str]:
        s: TonkState = _state(view)
        if not s.held or not any(s.held):
            return []
        top = _top(s)
        lines = [view.tell(self.line("no top")) if top is None else view.tell(self.line("top"), card=top)]
        return [*lines, view.tell(self.line("stock"), cards=self.counted("card", len(s.stock)))]

    def _whole_pile(self, view: View) -> list[str]:
        s: TonkState = _state(view)
        if s.options.discard_history and s.pile:
            known = tuple(slot for slot in s.pile if slot in s.open)
            return [view.tell(self.line("pile"), cards=s.cards(known))] if known else []
        size = self.counted("card", len(s.pile))
        if s.buried:
            return [view.tell(self.line("buried"), cards=size, buried=s.buried)]
        return [view.tell(self.line("pile size"), cards=size)] if len(s.pile) > 1 else []

    def _spread_line(self, view: View, spread: Spread) -> str:
        line = self.line("your spread" if spread.owner == view.seat else "spread")
        owner = view.names[spread.owner]
        return view.tell(
            line, number=shown_number(spread.number), kind=translated(spread.kind), owner=owner, cards=spread.cards
        )

    def _short(self, view: View, number: int | str | None) -> str:
        spread = _spread(view, number)
        return (
            ""
            if spread is None
            else view.tell(self.line("short spread"), kind=translated(spread.kind), cards=spread.cards)
        )

    def typed(self, view: View, move: Move) -> str:
        """A pass is typed alone: the cards that it names to prove something are no choice. Spreads count from 1."""
        if move.kind == "pass":
            return move.kind
        return super().typed(view, move._replace(value=shown_number(move.value)) if move.kind in BY_SPREAD else move)

    def meant(self, verb: str, number: int) -> int:
        """Spreads count from 1 for players, and from 0 for the rules."""
        return number - 1 if verb in BY_SPREAD else number

    # -- after a hand --------------------------------------------------------------------------------------

    def result(self, view: View, result: Result) -> list[str]:
        """How the hand ended, the hands that were opened, and every payment with its reason."""
        if result.outcome == "cut":
            return [view.tell(self.line("deals first"), result.winners[0])]
        detail: Detail = result.detail
        held = [self._held(view, detail, seat) for seat in range(view.state.n) if detail.hands[seat]]
        paid = [self._payment(view, detail, payment) for payment in detail.payments]
        nothing = [] if paid or result.outcome == "draw" else [view.tell(self.line("nothing paid"))]
        return [self.outcome(view, result), *held, *self.fouls(view, result), *paid, *nothing]

    def outcome(self, view: View, result: Result) -> str:
        """Who has won the hand, and how."""
        ending = "counter" if _state(view).ending == "counter" else result.outcome
        if ending not in self.ENDINGS:
            return super().outcome(view, result)
        how, winners = self.ENDINGS[ending], [self.called(view, seat) for seat in result.winners]
        if len(winners) == 1:
            return view.tell(self.line("hand won"), result.winners[0], how=how)
        return view.tell(self.line("hand shared" if winners else "hand lost"), winners=", ".join(winners), how=how)

    def _held(self, view: View, detail: Detail, seat: Seat) -> str:
        cards, points = detail.hands[seat], detail.counts[seat]
        line = self.line("held open" if points is None else "held")
        counted = "" if points is None else self.counted("point", points)
        return view.tell(line, seat, cards=self.sorted(view, cards or ()), points=counted)

    def _payment(self, view: View, detail: Detail, payment: Payment) -> str:
        stake = _state(view).stake
        reason = self.REASONS[payment.reason].format(
            payer_count=detail.counts[payment.payer],
            payee_count=detail.counts[payment.payee],
            stakes=self.counted("stake", payment.amount // stake),
        )
        paid = self.paid(view, payment.payer, payment.payee, payment.amount)
        return view.tell(self.line("paid"), paid=paid, reason=reason)

    # -- rules ---------------------------------------------------------------------------------------------

    def rules(self, rules: AnyRules, options: Any) -> list[str]:
        """See `tonk_page`."""
        return tonk_page.paragraphs(options)

    def audit(self, options: Any) -> list[str]:
        """See `tonk_page`."""
        return [tonk_page.audit(options)]


def _state(view: View) -> TonkState:
    assert isinstance(view.state, TonkState)  # noqa: S101 - these are the words of Tonk alone
    return view.state


def shown_number(number: int | str | None) -> int:
    """The number of a spread as players count them; `number` is that of the rules."""
    return int(number or 0) + 1


def _top(s: TonkState) -> Card | None:
    """The discard that could be drawn; none while the card that starts the pile is being opened."""
    top = s.top()
    return None if top is None else s.open.get(top)


def _spread(view: View, number: int | str | None) -> Spread | None:
    return next((spread for spread in _state(view).spreads if spread.number == number), None)


WORDS = TonkWords()
