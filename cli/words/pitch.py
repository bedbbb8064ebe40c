"""Pitch on the screen: bids, trumps, what is thrown and taken, tricks and where every point went. Rules page Pitch.

News, phases and the detail of results are those of `engine.games.pitch.state` and `.settlement`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from cli import cards as cardwords
from cli.words import pitch_page, pitch_points
from cli.words import pitch_sentences as sentences
from cli.words.base import Choice, Words
from cli.words.pitch_typed import PitchReader
from cli.words.points import PointsWords
from cli.words.typed import Alias
from cli.words.view import View
from engine.cards import JOKER_SUIT, Card
from engine.contract import AnyRules, Match, Move, Result, Seat, State
from engine.games.pitch.state import MOON, PitchState


def by_suit(card: Card) -> tuple[bool, int, int]:
    """Sort key: suit first, from the ace down, jokers last."""
    return (card.suit == JOKER_SUIT, card.suit, -(card.rank or 13))


class PitchWords(PointsWords):
    """The words of Pitch."""

    NEWS = sentences.NEWS
    FIELDS = sentences.FIELDS
    CHOICES = sentences.CHOICES
    RARE = sentences.RARE
    ALIASES = sentences.ALIASES
    HELP = sentences.HELP
    OUTCOMES = sentences.OUTCOMES
    LINES = sentences.LINES
    COUNTS = sentences.COUNTS
    SORTS: ClassVar[Mapping[str, Callable[[Card], Any]]] = {
        "trump": by_suit,
        "suit": by_suit,
        "rank": cardwords.by_rank,
    }

    # -- while a hand is played ----------------------------------------------------------------------------

    def news(self, view: View, piece: Sequence[Any]) -> str:
        """Discards, draws and tricks with what they mean for the hand."""
        key, seat, *things = piece
        teller = self._TELLERS.get(key)
        return super().news(view, piece) if teller is None else teller(self, view, seat, *things)

    def _trump(self, view: View, seat: Seat, suit: str) -> str:
        return view.tell(self.NEWS["trump"], seat, suit=sentences.SUITS[suit])

    def _blind(self, view: View, seat: Seat, n: int) -> str:
        return view.tell(self.NEWS["blind"], seat, cards=self.counted("card", n))

    def _partner(self, view: View, seat: Seat, _: Card) -> str:
        bidder = _state(view).bidder
        line = self.NEWS["partner yours" if bidder == view.seat else "partner"]
        return view.tell(line, seat, bidder=view.names[bidder])

    def _discard(self, view: View, seat: Seat, closed: int, shown: tuple[Card, ...]) -> str:
        s = _state(view)
        trumps = tuple(card for card in shown if card in s.trumps.trumps)
        others = tuple(card for card in shown if card not in s.trumps.trumps)
        mine = [view.faces[slot] for slot in s.discarded[seat][-closed:] if slot in view.faces] if closed else []
        cards = self.sorted(view, [*others, *(mine if seat == view.seat else [])])
        count = self.counted("card", closed + len(others))
        values = {
            "cards": cards or count,
            "thrown": self.sorted(view, trumps),
            "kept": self.counted("trump", s.kept[seat]),
        }
        key = "throw" if trumps else "discard" if closed or others else "discard nothing"
        return view.tell(self.NEWS[key], seat, **values)

    def _refill(self, view: View, seat: Seat, count: int, taken: tuple[Card, ...]) -> str:
        key = "take and draw" if taken and count else "take" if taken else "draw"
        return view.tell(self.NEWS[key], seat, taken=self.sorted(view, taken), cards=self.counted("card", count))

    def _rest(self, view: View, seat: Seat, n: int) -> str:
        bidder = _state(view).bidder
        key = "rest" if seat == bidder else "rest handed" if bidder == view.seat else "rest passed"
        return view.tell(self.NEWS[key], seat, bidder=view.names[bidder], cards=self.counted("card", n))

    def _burn(self, view: View, seat: Seat, closed: int, shown: tuple[Card, ...]) -> str:
        cards = self.sorted(view, shown) if shown else self.counted("card", closed)
        return view.tell(self.NEWS["burn"], seat, cards=cards)

    def _play(self, view: View, seat: Seat, card: Card) -> str:
        s = _state(view)
        plays = s.trick or (s.tricks[-1].plays if s.tricks else ())
        return view.tell(self.NEWS["lead" if plays[:1] == ((seat, card),) else "play"], seat, card=card)

    def _trick(self, view: View, seat: Seat, points: int) -> str:
        """The winner's points, and those that a two brings to whoever played it."""
        s = _state(view)
        kept = [
            (player, card, s.trumps.points[card])
            for player, card in s.tricks[-1].plays
            if card in s.trumps.kept and player != seat and s.trumps.points[card]
        ]
        gain = points - sum(worth for _, _, worth in kept)
        told = [
            view.tell(self.line("keeps"), player, card=card, points=self.counted("point", worth))
            for player, card, worth in kept
        ]
        gained = view.tell(self.line("gain"), points=self.counted("point", gain)) if gain else ""
        return view.tell(self.NEWS["trick"], seat, gain=gained, kept="".join(told))

    _TELLERS: ClassVar[Mapping[str, Callable[..., str]]] = {
        "trump": _trump,
        "blind": _blind,
        "partner": _partner,
        "discard": _discard,
        "refill": _refill,
        "rest": _rest,
        "burn": _burn,
        "play": _play,
        "trick": _trick,
    }

    def gained(self, view: View, cards: tuple[Card, ...], *, dealt: bool) -> str:
        """A hand without cards that draws is not dealt anew."""
        return super().gained(view, cards, dealt=dealt and not _state(view).trump)

    def hand(self, view: View) -> list[str]:
        """One's own hand; once trumps are named, dead cards apart."""
        s = _state(view)
        own = self.sorted(view, view.own())
        if not s.trump or s.phase in ("trump", "call") or view.sort not in ("", "trump"):
            return super().hand(view)
        dead = tuple(card for card in own if card not in s.trumps.trumps)
        if not dead:
            return super().hand(view)
        trumps = tuple(card for card in own if card in s.trumps.trumps)
        return [view.tell(self.line("dead" if trumps else "all dead"), cards=trumps, dead=dead)]

    def turn(self, view: View) -> list[str]:
        """What one needs to know for this move: the bids; or bid, trump and trick; and one's own hand."""
        s = _state(view)
        if s.phase == "bid":
            return [*self.bids(view), *self.hand(view)]
        lines = [] if s.phase in ("trump", "play") else self._contract(view)
        if s.phase == "refill":
            lines += [*self.thrown(view), view.tell(self.line("stock"), cards=self.counted("card", len(s.stock)))]
        if s.phase == "play":
            lines += [" ".join([*self._trick_so_far(view), *self._taken(view)])]
        return [*lines, *self.hand(view)]

    def table(self, view: View) -> list[str]:
        """Dealer, bids, trump, called card, thrown trumps, stock, trick, points, other hands, whose turn it is."""
        s = _state(view)
        lines = [view.tell(self.line("dealer"), s.dealer)]
        lines += self.bids(view) if s.phase == "bid" else self._contract(view)
        lines += self.thrown(view)
        if s.stock and s.n == 4:
            lines.append(view.tell(self.line("stock"), cards=self.counted("card", len(s.stock))))
        lines += [*self._trick_so_far(view), *self._taken(view), *self.others(view)]
        lines += [view.tell(self.line("holds out"), seat) for seat in sorted(s.out) if seat != view.seat]
        return lines + self.turns(view)

    def bids(self, view: View) -> list[str]:
        """What has been bid so far."""
        s = _state(view)
        if not any(amount for _, amount in s.bids):
            return [view.tell(self.line("you have to" if self._forced(view) else "no bids"))]
        told = []
        for seat, amount in s.bids:
            key = "bid moon" if amount == MOON else "bid so much" if amount else "bid none"
            told.append(view.tell(self.line(key), who=self.called(view, seat), amount=amount))
        return [view.tell(self.line("bids"), bids=", ".join(told))]

    def _forced(self, view: View) -> bool:
        """Whether it is one's own turn to bid and passing is not allowed."""
        if view.seat is None:
            return False
        kinds = {move.kind for move in view.rules.legal(view.state, view.seat, view.faces)}
        return bool(kinds) and "pass" not in kinds

    def _contract(self, view: View) -> list[str]:
        """Who bid what, the trump, and the called card with whom it made a partner."""
        s = _state(view)
        if s.bidder < 0:
            return []
        bid = self.line("the moon") if s.bid == MOON else s.bid
        line = self.line("bidder trump" if s.trump else "bidder")
        lines = [view.tell(line, s.bidder, bid=bid, suit=sentences.SUITS.get(s.trump, ""))]
        if s.called is not None:
            key = "called" if s.partner is None else "you are partner" if s.partner == view.seat else "partner"
            partner = "" if s.partner is None else view.names[s.partner]
            lines.append(view.tell(self.line(key), card=s.called, partner=partner))
        return lines

    def thrown(self, view: View) -> list[str]:
        """The trumps that lie open, each with who threw it."""
        s = _state(view)
        by: dict[Seat, list[Card]] = {}
        for slot, thrower in s.thrown:
            by.setdefault(thrower, []).append(s.open[slot])
        told = [
            view.tell(self.line("thrown by"), card=self.sorted(view, cards), who=self.called(view, thrower))
            for thrower, cards in by.items()
        ]
        return [view.tell(self.line("thrown"), cards=", ".join(told))] if told and s.phase != "score" else []

    def _trick_so_far(self, view: View) -> list[str]:
        s = _state(view)
        if s.trick:
            plays = [view.tell(self.line("played"), who=self.called(view, seat), card=card) for seat, card in s.trick]
            return [view.tell(self.line("trick"), plays=", ".join(plays))]
        leads = s.phase == "play" and view.seat is not None and view.seat in getattr(s.next, "seats", ())
        return [view.tell(self.line("you lead"))] if leads else []

    def _taken(self, view: View) -> list[str]:
        """Points taken so far by side; by seat where the sides are not fixed."""
        s = _state(view)
        if not s.tricks:
            return []
        sides = [(seat, (seat + 2) % 4) for seat in (0, 1)] if s.n == 4 else [(seat,) for seat in range(s.n)]
        told = [
            view.tell(
                self.line("side took"),
                side=self.together(self.called(view, seat) for seat in side),
                n=sum(s.taken[seat] for seat in side),
            )
            for side in sides
        ]
        return [view.tell(self.line("taken"), taken=", ".join(told))]

    def automatic(self, state: State, seat: Seat) -> bool:
        """Moves that leave no choice for reasons that all can see. Rules page Pitch §12."""
        s = state
        assert isinstance(s, PitchState)  # noqa: S101 - these are the words of Pitch alone
        if s.phase == "play":
            return len(s.held[seat]) == 1
        if s.phase == "discard":
            return s.options.thrown_trump == "refuse"
        return s.phase in FORCED

    # -- moves ---------------------------------------------------------------------------------------------

    def choice(self, view: View, move: Any) -> Choice:
        """Moves in the list, with the natural one apart from its variations."""
        s = _state(view)
        key = self._KEYS[move.kind](self, view, move) if move.kind in self._KEYS else move.kind
        template = self.CHOICES.get(key)
        if template is None:
            return super().choice(view, move)
        cards = self.sorted(view, view.shown(move))
        trumps = () if not s.trump else tuple(card for card in cards if card in s.trumps.trumps)
        values = {
            "cards": cards,
            "trumps": trumps,
            "value": move.value,
            "suit": sentences.SUITS.get(str(move.value), ""),
            "holding": self._holding(view, str(move.value)) if move.kind == "trump" else "",
            "called": self._worth(view, Card.parse(str(move.value))) if move.kind == "call" else "",
            "rest": self.counted("card", len(s.stock)),
            "partner": "" if view.seat is None else view.names[(view.seat + 2) % s.n],
        }
        return Choice(view.tell(template.group, **values), view.tell(template.item, **values))

    def number(self, view: View, move: Move, place: int) -> int:
        """A bid is its own number, so that nobody bids a number by its place; zero passes."""
        if view.state.phase != "bid":
            return place
        if move.kind == "bid" and isinstance(move.value, int):
            return move.value
        return 0 if move.kind == "pass" else view.options.variant + 1

    def _discard_key(self, view: View, move: Move) -> str:
        thrown = sum(card in _state(view).trumps.trumps for card in view.shown(move))
        if thrown:
            return "throw one" if thrown == 1 else "throw more"
        return "discard" if move.shows or move.slots else "discard nothing"

    def _refill_key(self, view: View, move: Move) -> str:
        if move.slots:
            return "take and draw" if move.value else "take"
        return "draw" if move.value else "take nothing"

    def _burn_key(self, view: View, move: Move) -> str:
        natural = next(iter(view.rules.legal(view.state, view.seat or 0, view.faces)), None)
        return "burn" if move == natural else "burn other"

    def _play_key(self, view: View, move: Move) -> str:
        return "play" if _state(view).trick else "lead"

    _KEYS: ClassVar[Mapping[str, Callable[..., str]]] = {
        "discard": _discard_key,
        "refill": _refill_key,
        "burn": _burn_key,
        "play": _play_key,
    }

    def _holding(self, view: View, suit: str) -> str:
        trumps = view.options.suits[suit]
        held = sum(card in trumps.trumps for card in view.own())
        return view.tell(self.line("holding"), n=held)

    def _worth(self, view: View, card: Card) -> str:
        points = _state(view).trumps.points.get(card, 0)
        return view.text(card) if not points else view.tell(self.line("point of"), card=card, points=points)

    def phrases(self, view: View) -> dict[str, Alias]:
        """With the words that mean something in this phase only."""
        return {**super().phrases(view), **sentences.PHASE_ALIASES.get(view.state.phase, {})}

    def parse(self, view: View, typed: str) -> Move:
        """See `pitch_typed`. Cards alone mean what one does with cards in this phase."""
        words = [word for word in typed.split() if word.lower() != "the"]
        typed = " ".join(words)
        if words and view.state.phase in CARDS_ALONE and all(map(cardwords.is_card, words)):
            typed = f"{CARDS_ALONE[view.state.phase]} {typed}"
        return PitchReader(view, self.vocabulary(view), self.line, lambda move: self.typed(view, move)).read(typed)

    def typed(self, view: View, move: Move) -> str:
        """Of a discard only the trumps are typed: the other cards go without saying."""
        if move.kind == "discard":
            trumps = self.sorted(view, [card for card in view.shown(move) if card in _state(view).trumps.trumps])
            return " ".join(filter(None, [move.kind, view.text(trumps) if trumps else ""]))
        return super().typed(view, move)

    # -- after a hand --------------------------------------------------------------------------------------

    def result(self, view: View, result: Result) -> list[str]:
        """See `pitch_points`."""
        if result.detail is None:
            return [self.outcome(view, result)]
        return pitch_points.explained(self, view, result)

    def scores(self, names: Sequence[str], seat: Seat | None, match: Match, ledger: Sequence[int]) -> list[str]:
        """With the reason why only one side wins where several have reached the target. Rules page Pitch §6.1."""
        lines = super().scores(names, seat, match, ledger)
        reached = sum(score >= match.options.target for score in match.scores)
        if not match.over or reached < 2 or match.options.must_bid_to_win:
            return lines
        why = str(self.line(f"reached {match.options.both_reach}")).format(target=match.options.target)
        return [*lines[:-1], why, lines[-1]]

    def sides(self, names: Sequence[str], seat: Seat | None, match: Match) -> list[str]:
        """With four seats the two teams."""
        if match.n != 4:
            return super().sides(names, seat, match)
        own = [names[at] if at != seat else str(self.line("you")) for at in range(4)]
        return [self.together((own[team], own[team + 2])) for team in (0, 1)]

    def rules(self, rules: AnyRules, options: Any) -> list[str]:
        """See `pitch_page`."""
        return pitch_page.paragraphs(options)

    def sorted(self, view: View, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Trumps from high to low, then the others by suit; by suit while no trump is named."""
        s = _state(view)
        if view.sort not in ("", "trump") or not s.trump:
            return super().sorted(view, cards)
        place = s.trumps.place
        return tuple(sorted(cards, key=lambda card: (-place.get(card, 0), by_suit(card))))


CARDS_ALONE: Mapping[str, str] = {
    "call": "call",
    "discard": "discard",
    "refill": "refill",
    "burn": "burn",
    "play": "play",
}
"""By phase: the verb that cards alone stand for."""
FORCED = ("announce", "prove", "show_blind", "missing", "refill", "rest", "rest_discard")
"""Phases in which a single legal move is no choice, and everybody knows it."""


def _state(view: View) -> PitchState:
    assert isinstance(view.state, PitchState)  # noqa: S101 - these are the words of Pitch alone
    return view.state


WORDS: Words = PitchWords()
