"""Section 10.4 of docs/protocol.md once more: which slots the games ask for, followed from the moves alone."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from tests.protocol.stranger.notation import need
from tests.protocol.stranger.proofs import Request

Ask: TypeAlias = tuple[Any, ...]
"""("deal", seat, slots), ("open", slots) or ("mix", seat, old, new)."""

DECK52 = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]


class Move(NamedTuple):
    seat: int
    kind: str
    shows: tuple[int, ...]
    slots: tuple[int, ...]
    value: Any


class Game:
    """The slots of one hand: hands in their order, and the asks of this moment."""

    def __init__(self, options: Mapping[str, Any], n: int, faces: Mapping[int, str]) -> None:
        self.options, self.n, self.faces = options, n, faces
        self.hands: list[list[int]] = [[] for _ in range(n)]
        self.asks: list[Ask] = []
        self.minted = len(self.deck(options))

    @staticmethod
    def deck(options: Mapping[str, Any]) -> list[str]:
        return DECK52

    def begin(self, dealer: int | None) -> None:
        self.dealer = dealer

    def served(self) -> None:
        self.asks = []

    def moved(self, moves: Sequence[Move], answers: Sequence[Move]) -> None:
        raise NotImplementedError

    def requests(self, move: Move, faces: Mapping[int, str]) -> list[Request]:
        return []

    def unasked(self, kind: str) -> list[Ask]:
        """Asks of a moment that only the rules know to have come."""
        return []

    # -- shared --

    def order(self, dealer: int) -> list[int]:
        return [(dealer + 1 + i) % self.n for i in range(self.n)]

    def closed(self, slots: Sequence[int], faces: Mapping[int, str] | None = None) -> list[int]:
        return [slot for slot in slots if slot not in (self.faces if faces is None else faces)]

    def mix(self, seat: int) -> list[Ask]:
        old = self.closed(self.hands[seat])
        if len(old) < 2:
            return []
        new = list(range(self.minted, self.minted + len(old)))
        self.minted += len(old)
        return [("mix", seat, old, new)]

    def mixed(self, seat: int, old: Sequence[int], new: Sequence[int]) -> None:
        self.hands[seat] = [slot for slot in self.hands[seat] if slot not in old] + list(new)

    def lose(self, seat: int, slots: Sequence[int]) -> None:
        need(set(slots) <= set(self.hands[seat]), "a slot that is not in the hand leaves it")
        self.hands[seat] = [slot for slot in self.hands[seat] if slot not in slots]


class Thirteen(Game):
    def begin(self, dealer: int | None) -> None:
        super().begin(dealer)
        assert dealer is not None
        step = 1 if self.options["direction"] == "clockwise" else -1
        dealt = range(self.n * self.options["hand_size"])
        for seat in range(self.n):
            self.hands[seat] = [i for i in dealt if (i - ((seat - dealer) * step - 1)) % self.n == 0]
        self.asks = [("deal", seat, hand) for seat, hand in enumerate(self.hands)]
        self.searches = 0

    def moved(self, moves: Sequence[Move], answers: Sequence[Move]) -> None:
        for move in moves:
            if move.kind == "play":
                self.lose(move.seat, move.shows)
        self.searches += moves[0].kind in ("have", "lack")

    def requests(self, move: Move, faces: Mapping[int, str]) -> list[Request]:
        if move.kind not in ("have", "lack") or not self.searches:
            return []
        before = sorted(DECK52, key=lambda card: ("3456789TJQKA2".index(card[0]), "SCDH".index(card[1])))
        last = before[self.searches - 1]
        closed = self.closed(self.hands[move.seat], faces)
        if last in faces.values() or not closed:
            return []
        return [("claim", (closed, set(DECK52) - {last}))]


class Tonk(Game):
    def begin(self, dealer: int | None) -> None:
        super().begin(dealer)
        self.ended = ""
        self.phase = "cut"
        self.to_show = 0
        if dealer is None:
            self.asks = [("open", list(range(self.n)))]
        elif self.options["spades_stake"]:
            self.phase = "join"
        else:
            self._deal(dealer)

    @property
    def size(self) -> int:
        size = self.options["hand_size"]
        return int(dict(self.options["hand_size_table"])[self.n] if size == "by_players" else size)

    @property
    def naturals(self) -> bool:
        o = self.options
        return self.size in o["natural_hand_sizes"] and (o["natural_high"] != "off" or o["low13"] or o["low9"])

    @property
    def proven(self) -> bool:
        o = self.options
        return bool(
            (o["audit"], o["must_spread"], o["natural_declare"]) == ("auto", False, "compulsory")
            and (o["natural_high"] != "off" and not o["low13"] and not o["low9"])
            and (self.size == 5 and self.naturals)
        )

    @property
    def audited(self) -> bool:
        o = self.options
        natural_duty = o["natural_declare"] == "compulsory" and self.naturals and not self.proven
        return o["audit"] == "always" or (o["audit"] == "auto" and (o["must_spread"] or natural_duty))

    def _deal(self, dealer: int) -> None:
        self.phase, self.turns = "deal", [0] * self.n
        for j, seat in enumerate(self.order(dealer)):
            self.hands[seat] = list(range(j, self.n * self.size, self.n))
        self.stock, self.pile = list(range(self.n * self.size, 52)), []
        self.asks = [("deal", seat, hand) for seat, hand in enumerate(self.hands)]
        if self.options["start_upcard"]:
            self.pile = [self.stock.pop(0)]
            self.asks.append(("open", self.pile))
        self.came = [slot for hand in self.hands for slot in hand]

    def served(self) -> None:
        self.asks = []
        if self.phase == "deal" and not self.to_show:
            self._declarations()

    def _declarations(self) -> None:
        self.phase = "declare"
        if self.naturals and self.proven:
            self.asks = [ask for seat in range(self.n) for ask in self.mix(seat)]

    def moved(self, moves: Sequence[Move], answers: Sequence[Move]) -> None:
        if self.phase == "join":
            assert self.dealer is not None
            joined = sum(move.kind == "join" for move in moves)
            self.to_show = joined if joined > 1 else 0
            self._deal(self.dealer)
            return
        for move in moves:
            self._move(move)
        if any(answer.kind == "drop" for answer in answers) and not self.ended:
            self.ended = "drop"
        if self.ended:
            self.asks = []

    def _move(self, move: Move) -> None:
        seat = move.seat
        if move.kind in ("show_spade", "no_spade"):
            self.to_show -= 1
            if not self.to_show:
                self._declarations()
        elif move.kind == "draw" and move.value == "stock":
            need(bool(self.stock), "a draw from an empty stock")
            drawn = self.stock.pop(0)
            self.came.append(drawn)
            self.hands[seat].append(drawn)
            self.asks = [("deal", seat, [drawn]), *self.mix(seat)]
        elif move.kind == "draw":
            need(bool(self.pile), "a draw from an empty pile")
            self.hands[seat].append(self.pile.pop())
            self.asks = self.mix(seat) if self.proven and not self.turns[seat] else []
        elif move.kind in ("spread", "hit", "counter", "discard", "extra_discard"):
            self.lose(seat, move.shows)
            self.pile += move.shows if move.kind in ("discard", "extra_discard") else ()
        elif move.kind in ("drop", "decline", "declare"):
            self.ended = {"drop": "drop", "decline": "dry", "declare": "natural"}[move.kind]
        self.turns[seat] += move.kind in ("discard", "end_turn")

    def unasked(self, kind: str) -> list[Ask]:
        dry = self.options["stock_out"] == "end_of_turn" and not self.stock
        over = self.ended or dry or not all(self.hands)
        need(kind == "shares" and bool(over), "shares that nobody asks for")
        wanted = self.came if self.audited else [slot for hand in self.hands for slot in hand]
        self.phase = "showdown"
        return [("open", sorted(self.closed(wanted)))]

    def requests(self, move: Move, faces: Mapping[int, str]) -> list[Request]:
        hand = self.hands[move.seat]
        no_spades = {card for card in DECK52 if card[1] != "S"}
        if move.kind == "show_spade":
            ranks = "23456789TJQKA" if self.options["spades_ace"] == "high" else "A23456789TJQK"
            shown = faces[move.shows[0]]
            lower = {rank + "S" for rank in ranks[: ranks.index(shown[0])]}
            return [("claim", ([slot for slot in hand if slot not in move.shows], no_spades | lower))]
        if move.kind == "no_spade":
            return [("claim", (hand, no_spades))]
        if move.kind == "pass" and self.phase == "declare" and self.proven:
            up_to_8 = {card for card in DECK52 if card[0] in "A2345678"}
            up_to_9 = up_to_8 | {card for card in DECK52 if card[0] == "9"}
            both = ("claim", (move.slots, up_to_9))
            if len(move.slots) == 1:
                return [both]
            return [("any of", [[((slot,), up_to_8)] for slot in move.slots] + [[(move.slots, up_to_9)]])]
        return []


_OFF = {5: "J", 7: "J", 8: "J", 10: "J", 11: "J3", 13: "J3", 14: "AJT32", 15: "AJT32", 16: "AJT32"}
_COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}


class Pitch(Game):
    @staticmethod
    def deck(options: Mapping[str, Any]) -> list[str]:
        return DECK52 + (["JR", "JB"] if options["jokers_in_deck"] else [])

    def begin(self, dealer: int | None) -> None:
        super().begin(dealer)
        assert dealer is not None
        dealt = self.n * {4: 9, 5: 10}[self.n]
        for seat in range(self.n):
            self.hands[seat] = list(range((seat - dealer - 1) % self.n, dealt, self.n))
        self.stock = list(range(dealt, self.minted))
        self.asks = [("deal", seat, hand) for seat, hand in enumerate(self.hands)]
        self.bidder, self.trump, self.called = -1, "", ""
        self.blind = False
        self.joined: set[int] = set()

    def served(self) -> None:
        self.asks = self.mix(self.bidder) if self.blind else []
        self.blind = False

    def moved(self, moves: Sequence[Move], answers: Sequence[Move]) -> None:
        for move in moves:
            self._move(move)
        kinds = {move.kind for move in moves}
        now = "show_called" in kinds or "lack_called" in kinds
        if self.n == 5 and self.stock and (now or (kinds == {"call"} and self.options["called_card"] != "announce")):
            self.asks, self.blind = [("deal", self.bidder, self.stock)], True
            self.hands[self.bidder] += self.stock
            self.stock = []

    def _move(self, move: Move) -> None:
        seat = move.seat
        if move.kind in ("bid", "moon"):
            self.bidder = seat
        elif move.kind == "trump":
            self.trump = move.value
        elif move.kind == "call":
            self.called = move.value
        elif move.kind in ("discard", "burn", "play", "out"):
            need(not self.joined, "hands were not mixed")
            if move.kind != "out":
                self.lose(seat, (*move.shows, *move.slots))
        elif move.kind == "refill":
            self.hands[seat] += move.slots
            self._draw(seat, move.value)
        elif move.kind in ("take_rest", "pass_rest"):
            self._draw(seat if move.kind == "take_rest" else (seat + 2) % self.n, len(self.stock))

    def _draw(self, seat: int, count: int) -> None:
        need(0 <= count <= len(self.stock), "more is drawn than there is")
        drawn, self.stock = self.stock[:count], self.stock[count:]
        if drawn:
            if self.closed(self.hands[seat]):
                self.joined.add(seat)
            self.asks = [("deal", seat, drawn)]
        self.hands[seat] += drawn

    def unasked(self, kind: str) -> list[Ask]:
        need(kind == "mix" and bool(self.joined), "a mix or shares that nobody asks for")
        asks = [ask for seat in sorted(self.joined) for ask in self.mix(seat)]
        self.joined = set()
        return asks

    # -- claims --

    def trumps(self) -> set[str]:
        off = {rank + _COLOUR[self.trump] for rank in _OFF[self.options["variant"]]}
        jokers = {"JR", "JB"} & set(self.deck(self.options))
        return {rank + self.trump for rank in "A23456789TJQK"} | off | jokers

    def scoring(self) -> set[str]:
        variant = self.options["variant"]
        ranks = "AJT2" if variant in (5, 7) else "AJT32"
        found = {rank + self.trump for rank in ranks}
        found |= {rank + _COLOUR[self.trump] for rank in _OFF[variant] if rank != "2" or variant in (14, 16)}
        return found | ({"JR", "JB"} if variant in (7, 10, 13, 15, 16) else set())

    def requests(self, move: Move, faces: Mapping[int, str]) -> list[Request]:
        hand, gone = self.hands[move.seat], (*move.shows, *move.slots)
        pack = set(self.deck(self.options))
        kept = [slot for slot in hand if slot not in gone]

        def claim(slots: Sequence[int], cards: set[str]) -> list[Request]:
            closed = self.closed(slots, faces)
            return [("claim", (closed, cards))] if closed else []

        def unlike(slots: Sequence[int], card: str) -> list[Request]:
            return [] if card in faces.values() else claim(slots, pack - {card})

        if move.kind == "call":
            return [] if self.options["call_own_card"] else unlike(hand, move.value)
        if move.kind == "lack_called":
            return unlike(hand, self.called)
        if move.kind == "discard":
            return claim(move.slots, pack - self.trumps()) + claim(kept, self.trumps())
        if move.kind == "out":
            return claim(hand, pack - self.trumps())
        if move.kind == "burn":
            due = unlike(gone, self.called) if self.called else []
            return due + (self._points_first(gone, kept, faces) if self.options["burn_choice"] != "any" else [])
        return []

    def _points_first(self, gone: Sequence[int], kept: Sequence[int], faces: Mapping[int, str]) -> list[Request]:
        scoring = self.scoring()
        both = ((gone, self.trumps() - scoring), (kept, scoring | ({self.called} if self.called else set())))
        fitting = [
            (self.closed(slots, faces), cards)
            for slots, cards in both
            if all(faces[slot] in cards for slot in slots if slot in faces)
        ]
        need(bool(fitting), "points are burned too early")
        if any(not closed for closed, _ in fitting):
            return []
        return [("claim", fitting[0])] if len(fitting) == 1 else [("any of", [[way] for way in fitting])]


GAMES: Mapping[str, type[Game]] = {"thirteen": Thirteen, "tonk": Tonk, "pitch": Pitch}
