"""Pitch on the table: contract and points of the sides, the bids, what is thrown, and the trick."""

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import islice
from typing import ClassVar

from cli.language import Texts
from cli.screen.canvas import Row, wrap
from cli.screen.layouts.base import Intent, Layout, Room, slots_of
from cli.screen.layouts.pitch_table import (
    TRUMPS,
    best_of,
    contract,
    holding,
    holdings,
    in_the_middle,
    naming,
    piles,
    state_of,
    trick,
    won,
    words,
)
from cli.screen.look import Glyphs
from cli.screen.pieces import coloured
from cli.words import View
from engine.cards import Card
from engine.contract import Match, Move, Result, Seat
from engine.games.pitch.settlement import entry_of
from engine.games.pitch.state import HAND, MOON

SENTENCES: Texts[str] = Texts(
    {
        "bid": "Bid {n}",
        "bid moon": "Moon",
        "passed": "passed",
        "out": "out",
        "kept": "kept {n}",
        "partner": "partner",
        "your partner": "your partner",
        "holds called": "you hold the called card",
        "trump one": "1 trump",
        "trumps": "{n} trumps",
        "score": "score {n}",
        "team": "{one} and {other}",
        "with points": "{move} ({points})",
        "name": "{suit}: {holding}",
        "throw": "Throw away {others} and, open on the table, {thrown}",
        "throw only": "Throw away, open on the table, {thrown}",
        "burn": "Burn {cards}",
        "call own": "{move}, your own: you play alone",
        "only trumps": "Only trumps are played.",
        "beats": "beats {card}",
        "beaten": "does not beat {card}",
        "have to bid": "Press a number to bid it.",
        "bid or pass": "Press a number to bid it, 0 to pass.",
        "name trump": "You have the bid. Name the trump suit.",
        "call": "Call a trump: whoever was dealt it is your partner.",
        "rest": "The rest, unseen: take it, or hand it on?",
        "throw all": "Choose trumps if you want to throw them too.",
        "keep all": "Choose trumps if you want to throw them away.",
        "fill up": "Draw from the stock, or choose trumps from the table.",
        "to burn": "You keep six cards. Choose {n} to burn.",
        "no trump": "You hold no trump any more.",
        "to lead": "Choose a trump to lead.",
        "to play": "Choose a trump to play.",
    }
)


class PitchLayout(Layout):
    """The contract, the bids and the trick."""

    STEEP: ClassVar[int] = 3
    FAN: ClassVar[tuple[str, ...]] = ("AS", "JS", "JC", "JR", "3S")
    LEAST: ClassVar[int] = 8
    CONFIRM: ClassVar[Mapping[str, str]] = Texts(
        {
            "moon lose_match": "Your side then has to take every point. If it does not, the match is lost.",
            "moon set": "Your side then has to take every point. If it does not, it loses {n} points.",
            "fair_game": "Trumps that you throw away lie open. Others may take them, and points that nobody takes "
            "count for the other side.",
            "fair_game five": "Trumps that you throw away are shown, and their points count for the other side.",
            "dead": "Trumps that you throw away are out of the hand, and their points are lost to everybody.",
            "burn": "Points that are burned are lost to everybody.",
        }
    )
    CAREFUL: ClassVar[frozenset[str]] = frozenset(
        {"pass", "moon", "pass_rest", "take_rest", "out", "bid", "refill", "trump", "call", "play"}
    )
    PINNED: ClassVar[frozenset[str]] = frozenset({"pass", "moon"})
    PREPARED: ClassVar[Mapping[str, tuple[Intent, ...]]] = {
        "bid": (Intent("pass"),),
        "play": (Intent("play", cards=True),),
    }

    # -- what is seen ----------------------------------------------------------------------------------------

    def centre(self, view: View, room: Room, glyphs: Glyphs) -> list[Row]:
        """Contract and points, the trick below; before the play the bids, what is thrown and the stock."""
        return in_the_middle(self._middle(view, room, glyphs), room.width)

    def _middle(self, view: View, room: Room, glyphs: Glyphs) -> list[Row]:
        s = state_of(view)
        if s.phase in ("bid", "trump"):
            return self._bidding(view, room, glyphs)
        if s.bidder < 0 and not isinstance(s.next, Result):
            return []
        if s.bidder < 0:
            return _told([str(words(view).NEWS["redeal"])], room, glyphs)
        rows = contract(view, room, glyphs)
        left = Room(room.width, room.height - len(rows))
        if s.phase in ("play", "missing", "score"):
            return [*rows, *trick(view, left, glyphs)]
        below = piles(view, left, glyphs) or _told(words(view).thrown(view), left, glyphs)
        return [*rows, *below][: room.height]

    def _bidding(self, view: View, room: Room, glyphs: Glyphs) -> list[Row]:
        s = state_of(view)
        # Naming the trump oneself, one sees what one would hold beside each suit that is offered.
        names = s.phase == "trump" and s.bidder == view.seat
        others = s.phase == "trump" and not names
        said = naming(view, room) if others else _told(words(view).bids(view), room, glyphs)
        below = holdings(view, room, glyphs) if view.own() and not names else []
        gap: list[Row] = [()] if len(said) + len(below) < room.height else []
        return [*said, *gap, *below][: room.height]

    def notes(self, view: View, seat: Seat) -> list[str]:
        """Whose partner it is; bids while they are made, then who bid; how many trumps it kept, and who is out."""
        s = state_of(view)
        notes = [_partner(view, seat)]
        notes += [_bid(amount) for bidder, amount in s.bids if bidder == seat and (s.phase == "bid" or amount == s.bid)]
        if s.phase in ("refill", "rest", "rest_discard", "burn") and seat != view.seat and s.kept[seat] >= 0:
            notes.append(SENTENCES["kept"].format(n=s.kept[seat]))
        if seat in s.out:
            notes.append(SENTENCES["out"])
        return [*filter(None, notes), *super().notes(view, seat)]

    def caption(self, view: View) -> str:
        """How many trumps one holds; with five seats, that the called card is among them."""
        s = state_of(view)
        if not s.trump:
            return ""
        n = sum(card in s.trumps.trumps for card in view.own())
        told = SENTENCES["trump one" if n == 1 else "trumps"].format(n=n)
        secret = s.called in view.own() and view.seat != s.bidder
        return f"{told}, {SENTENCES['holds called']}" if secret else told

    def last(self, view: View) -> list[tuple[Seat, tuple[Card, ...]]]:
        """The last trick."""
        tricks = state_of(view).tricks
        return [(seat, (card,)) for seat, card in tricks[-1].plays] if tricks else []

    def about_last(self, view: View) -> str:
        """Whose the last trick was."""
        tricks = state_of(view).tricks
        return ", ".join(won(view, tricks[-1].plays)) + "." if tricks else ""

    def score(self, match: Match, ledger: Sequence[int], seat: Seat) -> str:
        """The score of the seat's side in the match."""
        return SENTENCES["score"].format(n=match.scores[entry_of(match.n, seat)])

    def total(self, amount: int) -> str:
        """Points."""
        return str(amount)

    def sides(self, names: Sequence[str], match: Match) -> list[str]:
        """With four seats the two teams."""
        if match.n != 4:
            return super().sides(names, match)
        return [SENTENCES["team"].format(one=names[at], other=names[at + 2]) for at in (0, 1)]

    def completed(self, before: View, after: View) -> bool:
        """A trick, or the hand."""
        return len(state_of(after).tricks) > len(state_of(before).tricks) or super().completed(before, after)

    # -- moves -----------------------------------------------------------------------------------------------

    def label(self, view: View, move: Move) -> str:
        """A bid with its number, a suit with what one would hold, cards with their points, a discard as a whole."""
        if move.kind == "bid":
            return SENTENCES["bid"].format(n=move.value)
        if move.kind == "trump":
            suit = str(move.value)
            return SENTENCES["name"].format(suit=TRUMPS[suit], holding=holding(view, suit))
        if move.kind == "discard" and self._thrown(view, move):
            return self._throw(view, move)
        if move.kind in ("play", "burn"):
            return self._with_points(view, move)
        if move.kind == "call" and Card.parse(str(move.value)) in view.own():
            return SENTENCES["call own"].format(move=" ".join(words(view).choice(view, move)))
        return ""

    def short(self, move: Move) -> str:
        """A bid by its number alone."""
        return str(move.value) if move.kind == "bid" else ""

    def _with_points(self, view: View, move: Move) -> str:
        cards = words(view).sorted(view, view.shown(move))
        group, item = words(view).choice(view, move)
        said = SENTENCES["burn"].format(cards=view.text(cards)) if move.kind == "burn" else f"{group} {item}".strip()
        points = sum(state_of(view).trumps.points.get(card, 0) for card in cards)
        if not points:
            return said
        return SENTENCES["with points"].format(move=said, points=words(view).counted("point", points))

    def _throw(self, view: View, move: Move) -> str:
        thrown = self._thrown(view, move)
        others = [card for card in view.shown(move) if card not in thrown]
        told = {"thrown": view.text(thrown), "others": view.text(words(view).sorted(view, others))}
        return SENTENCES["throw" if others else "throw only"].format(**told)

    def _thrown(self, view: View, move: Move) -> tuple[Card, ...]:
        """The trumps among the cards that this discard throws away."""
        trumps = state_of(view).trumps.trumps
        return words(view).sorted(view, [card for card in view.shown(move) if card in trumps])

    def effect(self, view: View, move: Move) -> str:
        """Whether a card takes the trick as it stands."""
        s = state_of(view)
        if move.kind != "play" or not s.trick:
            return ""
        best = best_of(view, s.trick)[1]
        (card,) = view.shown(move)
        key = "beats" if s.trumps.place[card] > s.trumps.place[best] else "beaten"
        return SENTENCES[key].format(card=view.text(best))

    def confirm(self, view: View, move: Move) -> str:
        """Before a moon, before trumps are thrown away, and before points are burned that could be kept."""
        if move.kind == "discard" and state_of(view).phase == "discard" and self._thrown(view, move):
            how = view.options.thrown_trump
            return self.CONFIRM["fair_game five" if how == "fair_game" and view.state.n > 4 else how]
        if move.kind == "burn" and move not in _first(view, 1):
            points = state_of(view).trumps.points
            return self.CONFIRM["burn"] if any(points.get(card, 0) for card in view.shown(move)) else ""
        if move.kind == "moon":
            return self.CONFIRM[f"moon {view.options.moon_fail}"].format(n=view.options.variant)
        return ""

    def careful(self, view: View, move: Move) -> bool:
        """Enter alone means none of several moves of these kinds; the only one there is does no harm."""
        return super().careful(view, move) and len(_first(view, 2)) > 1

    def intents(self, view: View) -> tuple[Intent, ...]:
        """A pass before one has spoken, a card before one is out."""
        s = state_of(view)
        done = view.seat in (s.out if s.phase == "play" else [seat for seat, _ in s.bids])
        return () if done else super().intents(view)

    def never(self, view: View, cards: frozenset[Card]) -> str:
        """That only trumps can be decided on before one's turn."""
        s = state_of(view)
        return "" if s.phase != "play" or cards <= s.trumps.trumps else SENTENCES["only trumps"]

    def single(self, view: View) -> bool:
        """One card is played at a time."""
        return state_of(view).phase == "play"

    def hint(self, view: View, moves: Sequence[Move]) -> str:
        """What this phase asks for."""
        key = self._asked(view, {move.kind for move in moves})
        return SENTENCES[key].format(n=len(view.own()) - HAND) if key else ""

    def _asked(self, view: View, kinds: Set[str]) -> str:
        s = state_of(view)
        if s.phase == "bid":
            return "bid or pass" if "pass" in kinds else "have to bid"
        if s.phase == "discard":
            return "throw all" if frozenset(view.own()) - s.trumps.trumps else "keep all"
        if s.phase == "play":
            return "no trump" if kinds == {"out"} else "to play" if s.trick else "to lead"
        return {"trump": "name trump", "call": "call", "rest": "rest", "refill": "fill up", "burn": "to burn"}.get(
            s.phase, ""
        )

    def reach(self, view: View) -> tuple[Card, ...]:
        """Trumps that others have thrown."""
        s = state_of(view)
        return tuple(s.open[slot] for slot, thrower in s.thrown if thrower != view.seat) if s.phase == "refill" else ()

    def candidates(self, view: View, cards: frozenset[Card]) -> Iterator[Move]:
        """Trumps that are chosen for a discard go with all that are no trumps; those to burn are shown or not."""
        s = state_of(view)
        if s.phase == "refill":
            taken = tuple(sorted(slot for slot, _ in s.thrown if s.open[slot] in cards))
            need = HAND - len(view.own()) - len(taken)
            if len(taken) == len(cards):
                yield Move("refill", (), taken, max(0, min(need, len(s.stock))))
            return
        if s.phase not in ("discard", "rest_discard"):
            yield from super().candidates(view, cards)
            return
        trumps = s.trumps.trumps
        thrown = slots_of(view, cards & trumps)
        others = slots_of(view, frozenset(view.own()) - trumps)
        shown = s.options.discard_show == "open"
        yield Move("discard", tuple(sorted((*thrown, *others))) if shown else thrown, () if shown else others)


def _first(view: View, n: int) -> list[Move]:
    """The first `n` legal moves of one's own seat."""
    return [] if view.seat is None else list(islice(view.rules.legal(view.state, view.seat, view.faces), n))


def _partner(view: View, seat: Seat) -> str:
    """Of two teams one's own partner; with five seats the bidder's, once it is known."""
    s = state_of(view)
    if s.n == 4:
        return SENTENCES["your partner"] if view.seat is not None and seat == (view.seat + 2) % 4 else ""
    return SENTENCES["partner"] if seat == s.partner else ""


def _bid(amount: int) -> str:
    if amount == MOON:
        return SENTENCES["bid moon"]
    return SENTENCES["bid"].format(n=amount) if amount else SENTENCES["passed"]


def _told(lines: Sequence[str], room: Room, glyphs: Glyphs) -> list[Row]:
    """Sentences in the room there is."""
    return [coloured(line, glyphs) for said in lines for line in wrap(said, room.width)][: room.height]


LAYOUT = PitchLayout()
