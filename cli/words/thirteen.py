"""Thirteen on the screen: what is played, what has to be beaten, who takes which place. Rules page Thirteen.

News, phases and the detail of results are those of `engine.games.thirteen.state`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from cli import cards as cardwords
from cli.language import TextList, Texts
from cli.words import thirteen_page
from cli.words.base import Choice, Words
from cli.words.points import PointsWords
from cli.words.thirteen_pile import beaten
from cli.words.thirteen_reasons import RANKS, count
from cli.words.typed import Alias
from cli.words.view import Sentence, Template, View
from engine.cards import Card
from engine.contract import AnyRules, Move, Result, Seat, State
from engine.games.thirteen.combinations import BOMBS, BY_KEY, KEY, Combination, combination
from engine.games.thirteen.state import Ending, ThirteenState


def by_key(card: Card) -> int:
    """Sort key: the game's own order, from the three of spades to the two of hearts."""
    return KEY[card]


def by_suit(card: Card) -> tuple[int, int]:
    """Sort key: suit first, then the game's own order."""
    return (KEY[card] % 4, KEY[card])


class ThirteenWords(PointsWords):
    """The words of Thirteen."""

    NEWS: ClassVar[Mapping[str, Template]] = Texts(
        {
            "claim": Sentence("You claim {kind}: {cards}.", "{name} claims {kind}: {cards}."),
            "low": Sentence(
                "You hold {card}, the lowest card, and lead with it.",
                "{name} holds {card}, the lowest card, and leads.",
            ),
            "play": Sentence("You play {what}.", "{name} plays {what}."),
            "bomb": Sentence("You bomb {beaten}: {what}.", "{name} bombs {beaten}: {what}."),
            "pass": Sentence("You pass.", "{name} passes."),
            "out": Sentence("You are out of cards: {place} place.", "{name} is out of cards: {place} place."),
            "clear": Sentence("The table is cleared, and you lead.", "The table is cleared, and {name} leads."),
            "absent": Sentence("You are out of this hand.", "{name} has gone and passes from now on."),
            "done": "",
        }
    )
    FIELDS: ClassVar[Mapping[str, tuple[str, ...]]] = {"low": ("card",)}
    CHOICES: ClassVar[Mapping[str, Choice]] = Texts(
        {
            "claim": Choice("Claim {kind} and win at once", "{cards}"),
            "no_claim": Choice("Play on"),
            "have": Choice("Show {cards}, the lowest card, and lead with it"),
            "lack": Choice("Say that you do not hold {asked}"),
            "play single": Choice("Single", "{cards}"),
            "play pair": Choice("Pair", "{cards}"),
            "play triple": Choice("Triple", "{cards}"),
            "play quad": Choice("Bomb, four of a kind", "{cards}"),
            "play sequence": Choice("Run of {count}", "{cards}"),
            "play double_sequence": Choice("Bomb, {count} pairs in a row", "{cards}"),
            "other sequence": Choice("Runs of other suits", "{cards}"),
            "other double_sequence": Choice("Bombs of other suits", "{cards}"),
            "pass": Choice("Pass"),
        }
    )
    RARE: ClassVar[frozenset[str]] = frozenset({"other sequence", "other double_sequence"})
    ALIASES: ClassVar[Mapping[str, Alias]] = {
        "lead": Alias("play"),
        "beat": Alias("play"),
        "bomb": Alias("play"),
        "single": Alias("play"),
        "pair": Alias("play"),
        "triple": Alias("play"),
        "run": Alias("play"),
        "p": Alias("pass"),
        "play on": Alias("no_claim"),
        "no": Alias("no_claim"),
        "dragon": Alias("claim", "dragon"),
        "four twos": Alias("claim", "four_twos"),
        "six pairs": Alias("claim", "six_pairs"),
        "five pairs": Alias("claim", "five_pair_run"),
    }
    HELP: ClassVar[Mapping[str, str]] = Texts(
        {
            "claim": "claim dragon, claim four_twos: show a dealt hand that wins at once.",
            "no_claim": "play on: claim nothing.",
            "have": "have: show the lowest card.",
            "lack": "lack: say that the lowest card is not yours.",
            "play": "play 5H 6S 7H: play these cards together; the word play may be left out.",
            "pass": "pass: do not beat what lies on the table.",
        }
    )
    SORTS: ClassVar[Mapping[str, Callable[[Card], Any]]] = {"rank": by_key, "suit": by_suit}
    LINES: ClassVar[Texts[Template]] = PointsWords.LINES | Texts(
        {
            "you lead": "You lead.",
            "must contain": "You lead, and your play must contain {card}, the lowest card.",
            "to beat": "To beat, from {owner}: {what}.",
            "to bomb": "You have passed, but may still answer with a bomb. To beat, from {owner}: {what}.",
            "empty": "The table is empty.",
            "low": "The opening play must contain {card}.",
            "asked": "The lowest card is being sought: who holds {asked}?",
            "may claim": "Before the first play, {kinds} may be claimed: that wins the hand at once.",
            "nothing to claim": "You hold no such cards; all are asked, so that nothing is given away.",
            "left": "Cards left: {counts}.",
            "count": "{who} {n}",
            "passed": "Passed: {names}.",
            "finished": "Out of cards: {names}.",
            "or": " or ",
            "hand won": Sentence("You win the hand: {points}.", "{name} wins the hand: {points}."),
            "won at once": Sentence(
                "You win the hand at once with {kind}: {points}.", "{name} wins the hand at once with {kind}: {points}."
            ),
            "other claim": Sentence("You claimed {kind}, which is less.", "{name} claimed {kind}, which is less."),
            "place": "{who}, {points}",
            "places": "{nth} place: {place}.",
            "last": "Last, with {cards} left: {place}.",
            "last absent": "Last, having gone: {place}.",
            "held": Sentence("You hold {cards}.", "{name} holds {cards}."),
            "you are paid": "Everybody else pays you {stake}.",
            "winner paid": "Everybody else pays {winner} {stake}.",
            "one stake": "1 stake",
        }
    )
    OUTCOME_NAMES: ClassVar[tuple[str, ...]] = ("places", "first_out", "instant_win")
    OUTCOMES: ClassVar[Mapping[str, str]] = Texts(
        {
            "abandoned": "The hand is abandoned and does not count.",
        }
    )
    COMBINATIONS: ClassVar[Mapping[str, str]] = Texts(
        {
            "single": "{cards}",
            "pair": "a pair, {cards}",
            "triple": "a triple, {cards}",
            "quad": "a bomb of four {rank}, {cards}",
            "sequence": "a run of {count}, {cards}",
            "double_sequence": "a bomb of {count} pairs in a row, {cards}",
        }
    )
    """By the type of a combination: what it is called."""
    BOMBED: ClassVar[Mapping[str, str]] = Texts(
        {
            "quad": "four {rank}, {cards}",
            "double_sequence": "{count} pairs in a row, {cards}",
        }
    )
    """By the type of a bomb: what is said to have bombed something."""
    KINDS: ClassVar[Mapping[str, str]] = Texts(
        {
            "four_twos": "four twos",
            "dragon": "a dragon",
            "six_pairs": "six pairs",
            "five_pair_run": "five pairs in a row",
        }
    )
    """By the kind of an instant win."""
    NTH: ClassVar[Sequence[str]] = TextList(("", "first", "second", "third", "fourth"))

    # -- while a hand is played ----------------------------------------------------------------------------

    def news(self, view: View, piece: Sequence[Any]) -> str:
        """Plays are told by what they are, places in words."""
        key, seat, *things = piece
        if key == "play":
            return self._played(view, seat, things[1])
        if key == "claim":
            return view.tell(self.NEWS[key], seat, kind=self.KINDS[things[0]], cards=self.sorted(view, things[1]))
        if key == "out":
            return view.tell(self.NEWS[key], seat, place=self.NTH[things[0]])
        return super().news(view, piece)

    def turn(self, view: View) -> list[str]:
        """What has to be beaten, how many cards the others have left, one's own hand."""
        s = _state(view)
        if s.phase == "claim":
            return self._claims(view)
        if s.phase == "low":
            return [view.tell(self.line("asked"), asked=_asked(s)), *self.hand(view)]
        if s.table is None:
            # After a cleared table its news has just said who leads.
            key = "must contain" if s.low is not None else "" if s.played else "you lead"
            lines = [view.tell(self.line(key), card=s.low)] if key else []
        else:
            line = self.line("to bomb" if view.seat in s.locked else "to beat")
            lines = [view.tell(line, what=self._what(view, s.table), owner=self.called(view, s.owner))]
        return [*lines, " ".join(self._left(view)), *self.hand(view)]

    def table(self, view: View) -> list[str]:
        """The table and its owner, who has passed, cards left, places taken, whose turn it is."""
        s = _state(view)
        if s.phase in ("deal", "done"):
            return [*self._left(view), *self.turns(view)]
        if s.phase == "claim":
            return [*self._claims(view)[:1], *self._left(view), *self.turns(view)]
        if s.phase == "low":
            lines = [view.tell(self.line("asked"), asked=_asked(s))]
        elif s.table is None:
            lines = [view.tell(self.line("empty"))]
            lines += [] if s.low is None else [view.tell(self.line("low"), card=s.low)]
        else:
            owner = self.called(view, s.owner)
            lines = [view.tell(self.line("to beat"), what=self._what(view, s.table), owner=owner)]
        return [*lines, *self._left(view), *self.turns(view)]

    def automatic(self, state: State, seat: Seat) -> bool:
        """The search for the lowest card leaves no choice, and neither does a lead with one card.

        Passing is never automatic: it would tell that a hand holds nothing better. Claims are not, for the same reason.
        """
        return state.phase == "low" or (state.phase == "lead" and len(state.held[seat]) == 1)

    def choice(self, view: View, move: Any) -> Choice:
        """Plays in the list by what they are: combinations of one type and length are a group."""
        s = _state(view)
        cards = self.sorted(view, view.shown(move))
        found = combination(cards, s.options.twos_high_in_sequences) if move.kind == "play" else None
        usual = "play" if found is None or self._usual(view, found) else "other"
        template = self.CHOICES.get(f"{usual} {found.type}" if found else move.kind)
        if template is None:
            return super().choice(view, move)
        values = {
            "cards": found.cards if found else cards,
            "kind": self.KINDS.get(str(move.value), ""),
            "asked": _asked(s),
            "count": count(found) if found else "",
        }
        return Choice(view.tell(template.group, **values), view.tell(template.item, **values))

    def number(self, view: View, move: Move, place: int) -> int:
        """Zero passes, so that nobody passes who meant a play by its place in the list."""
        return 0 if move.kind == "pass" else place

    def _usual(self, view: View, found: Combination) -> bool:
        """Whether this is a run or pairs in a row with the lowest suits one holds but for the top rank, or a set.

        Only the top card counts; the others differ by what they leave in the hand, and there may be dozens of ways.
        """
        if found.type not in ("sequence", "double_sequence"):
            return True
        each = 1 if found.type == "sequence" else 2
        lower = found.cards[:-each]
        held = sorted(view.own(), key=by_key)
        at_rank = [[card for card in held if card.rank == rank] for rank in dict.fromkeys(card.rank for card in lower)]
        return lower == tuple(card for cards in at_rank for card in cards[:each])

    def _played(self, view: View, seat: Seat, cards: tuple[Card, ...]) -> str:
        """A play, and what it bombs if it is a bomb on 2s or on another bomb."""
        s = _state(view)
        found = combination(cards, s.options.twos_high_in_sequences)
        if found is None:
            return view.tell(self.NEWS["play"], seat, what=cards)
        below = beaten(s, (seat, cards))[-1:] if found.type in BOMBS else []
        if not below:
            return view.tell(self.NEWS["play"], seat, what=self._what(view, found))
        what = self._what(view, found, self.BOMBED)
        return view.tell(self.NEWS["bomb"], seat, beaten=below[0][1], what=what)

    def _what(self, view: View, found: Combination, called: Mapping[str, str] | None = None) -> str:
        """A combination in a sentence."""
        template = (called or self.COMBINATIONS)[found.type]
        return view.tell(template, cards=found.cards, rank=RANKS[found.key // 4], count=count(found))

    def _claims(self, view: View) -> list[str]:
        s = _state(view)
        *kinds, last = [self.KINDS[kind] for kind in s.options.instant_wins]
        listed = str(self.line("or")).join(filter(None, [", ".join(kinds), last]))
        lines = [view.tell(self.line("may claim"), kinds=listed)]
        if view.seat is not None and all(
            move.kind != "claim" for move in view.rules.legal(view.state, view.seat, view.faces)
        ):
            lines.append(view.tell(self.line("nothing to claim")))
        return lines

    def _left(self, view: View) -> list[str]:
        """Cards left by seat in turn order from one's own, who has passed, who is out of cards."""
        s = _state(view)
        first = 0 if view.seat is None else view.seat
        order = [(first + at * s.options.step) % s.n for at in range(s.n)]
        counts = [
            view.tell(self.line("count"), who=self.called(view, seat), n=len(s.held[seat]))
            for seat in order
            if s.held[seat] and seat != view.seat
        ]
        passed = [self.called(view, seat) for seat in order if seat in s.locked | s.answered]
        finished = [self.called(view, seat) for seat in s.order if not s.held[seat]]
        lines = [view.tell(self.line("left"), counts=", ".join(counts))] if counts else []
        lines += [view.tell(self.line("passed"), names=", ".join(passed))] if passed else []
        return lines + ([view.tell(self.line("finished"), names=", ".join(finished))] if finished else [])

    def parse(self, view: View, typed: str) -> Move:
        """Cards alone are played, so that the rules say what is wrong with them."""
        words = typed.split()
        alone = bool(words) and all(map(cardwords.is_card, words))
        return super().parse(view, f"play {typed}" if alone and view.state.phase in ("lead", "follow") else typed)

    # -- after a hand --------------------------------------------------------------------------------------

    def result(self, view: View, result: Result) -> list[str]:
        """Who has won, the other places with their points; what is paid where every hand stands alone."""
        ending: Ending = result.detail
        tell = {"places": self._places, "first_out": self._first_out, "instant_win": self._instant_win}
        if result.outcome not in tell:
            return [self.outcome(view, result)]
        winner = ending.order[0]
        key = "won at once" if result.outcome == "instant_win" else "hand won"
        won = {"points": self.pointed(result.payoff[winner]), "kind": self.KINDS.get(ending.how[winner], "")}
        lines = [view.tell(self.line(key), winner, **won), *tell[result.outcome](view, result, ending)]
        if view.options.target is None and result.winners:
            line = self.line("you are paid" if winner == view.seat else "winner paid")
            lines.append(view.tell(line, winner=view.names[winner], stake=self.line("one stake")))
        return lines

    def _places(self, view: View, result: Result, ending: Ending) -> list[str]:
        return [self._place(view, result, ending, at) for at in range(1, len(ending.order))]

    def _place(self, view: View, result: Result, ending: Ending, at: int) -> str:
        seat = ending.order[at]
        place = self._placed(view, result, seat)
        if at < view.state.n - 1:
            return view.tell(self.line("places"), nth=self.NTH[at + 1].capitalize(), place=place)
        line = self.line("last absent" if ending.how[seat] == "absent" else "last")
        return view.tell(line, place=place, cards=self.counted("card", ending.cards_left[seat]))

    def _first_out(self, view: View, result: Result, ending: Ending) -> list[str]:
        return [
            view.tell(self.line("held"), seat, cards=self.counted("card", left))
            for seat, left in enumerate(ending.cards_left)
            if left
        ]

    def _instant_win(self, view: View, result: Result, ending: Ending) -> list[str]:
        return [
            view.tell(self.line("other claim"), seat, kind=self.KINDS[kind])
            for seat, kind in enumerate(ending.how)
            if seat != ending.order[0] and kind in self.KINDS
        ]

    def _placed(self, view: View, result: Result, seat: Seat) -> str:
        points = self.pointed(result.payoff[seat])
        return view.tell(self.line("place"), who=self.called(view, seat), points=points)

    # -- rules ---------------------------------------------------------------------------------------------

    def rules(self, rules: AnyRules, options: Any) -> list[str]:
        """See `thirteen_page`."""
        return thirteen_page.paragraphs(options)


def _state(view: View) -> ThirteenState:
    assert isinstance(view.state, ThirteenState)  # noqa: S101 - these are the words of Thirteen alone
    return view.state


def _asked(s: ThirteenState) -> Card:
    return BY_KEY[s.asked]


WORDS: Words = ThirteenWords()
