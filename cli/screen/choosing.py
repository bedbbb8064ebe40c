"""Which moves are offered, what the chosen cards make, and why they make nothing. Pure functions of a desk."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from cli import cards as cardwords
from cli import presenter
from cli.language import refusal, verb
from cli.screen.desk import Desk, Prepared
from cli.screen.layouts import Intent
from cli.screen.layouts.base import slots_of
from cli.screen.look import Glyphs
from cli.screen.sentences import tell
from cli.words import View
from engine.cards import Card
from engine.contract import GO_ON, IllegalMove, Move, Turn
from protocol.events import Acting

MOST_MOVES = 1500
"""So many legal moves are looked at; others are still judged when their cards are chosen."""
MOST_DIRECT = 3
"""Moves of one kind that are offered before cards have been chosen; of more, cards have to be chosen first."""


class Offer(NamedTuple):
    """Something that the player can do now, in words."""

    label: str
    number: int
    """The number that chooses it."""
    move: Move | None = None
    prepare: Prepared | None = None
    """Set if it is for one's next turn."""
    skip: bool = False
    """Let all moments pass until the end of the hand."""


class Offers(NamedTuple):
    """What can be done, and what to say about it."""

    offers: tuple[Offer, ...] = ()
    why: str = ""
    """Why the chosen cards make no move; empty if they make one, or if none are chosen."""
    needs: tuple[str, ...] = ()
    """What cards can be chosen for, in words."""
    made: bool = False
    """Whether the first offer is what the chosen cards make."""
    alone: bool = False
    """Whether one card has to be chosen for any of what is needed, and never more."""


def legal_moves(desk: Desk, acting: Acting) -> tuple[Move, ...]:
    """The legal moves to be listed, in the order of the words."""
    model = desk.model
    view = model.look(acting.state, acting.faces)
    moves = list(islice(view.rules.legal(view.state, model.seat, view.faces), MOST_MOVES))
    return tuple(presenter.in_order(model.words, view, moves))


def offers(desk: Desk) -> Offers:
    """What the player can do now: make a move, or prepare one."""
    view = desk.view
    if view is None or desk.auto or desk.sent or desk.panel is not None:
        return Offers()
    if desk.asked:
        return _moves(desk, view)
    if not isinstance(view.state.next, Turn) or not _in_play(view):
        return Offers()
    chosen = desk.chosen & frozenset(view.own())
    never = desk.layout.never(view, chosen) if chosen else ""
    found = [] if never or (desk.prepared is not None and not chosen) else list(_prepared(desk, view, chosen))
    # It can be taken back, so that Enter may do it.
    made = bool(found) and bool(chosen)
    if desk.prepared is not None:
        number = 1 + max([0, *[offer.number for offer in found]])
        found.append(Offer(tell("unprepare", label=desk.prepared.label), number))
    return Offers(tuple(found), never, made=made)


def playable(desk: Desk) -> frozenset[Card] | None:
    """Own cards with which there is a legal move; None if that is not to be shown."""
    view = desk.view
    if not desk.asked or view is None or len(desk.moves) >= MOST_MOVES:
        return None
    found = frozenset(desk.cards).intersection(card for move in desk.moves for card in view.shown(move))
    return found or None


def plays(desk: Desk) -> tuple[frozenset[Card], ...]:
    """The sets of cards with which there is a legal move now, in the order of the moves; none while none is asked."""
    view, own = desk.view, frozenset(desk.cards)
    if view is None or not desk.asked:
        return ()
    return tuple(filter(None, dict.fromkeys(own.intersection(view.shown(move)) for move in desk.moves)))


def _moves(desk: Desk, view: View) -> Offers:
    own = frozenset(desk.cards)
    chosen = desk.chosen & own
    free = [move for move in desk.moves if own.isdisjoint(view.shown(move))]
    kinds: dict[str, list[Move]] = {}
    for move in desk.moves:
        if not own.isdisjoint(view.shown(move)):
            kinds.setdefault(move.kind, []).append(move)
    why, first = "", list[Move]()
    if chosen:
        exact = [move for moves in kinds.values() for move in moves if own.intersection(view.shown(move)) == chosen]
        meant = list(_judged(desk, view, chosen))
        first = list(dict.fromkeys([*exact, *[move for move, refusal in meant if not refusal]]))
        why = "" if first else next(filter(None, [refusal for _, refusal in meant]), "")
        if not first and (why or kinds):
            why = desk.layout.why(view, chosen) or why or _no_move(chosen)
    else:
        first = [move for moves in kinds.values() for move in _direct(desk, view, moves)]
    needs = [verb(kind) for kind, moves in kinds.items() if len(moves) > MOST_DIRECT]
    # To pass comes last, whatever the rules of the game list first.
    listed = [*first, *free] if chosen else [*free, *first]
    listed = sorted(listed, key=lambda move: move.kind == "pass")
    numbers = list(_numbers(desk, view, listed))
    found = [Offer(label(desk, view, move), number, move) for number, move in zip(numbers, listed, strict=True)]
    if desk.watching and GO_ON in free:
        found.append(Offer(tell("skip"), len(found) + 1, skip=True))
    alone = all(len(own.intersection(view.shown(move))) == 1 for kind in kinds.values() for move in kind)
    return Offers(tuple(found), why, tuple(needs), bool(chosen and first), alone)


def _numbers(desk: Desk, view: View, moves: Sequence[Move]) -> Iterator[int]:
    """The numbers that choose these moves: where the words of the game name none, those from 1 in their order."""
    place = 1
    for move in moves:
        number = desk.model.words.number(view, move, place)
        place += number == place
        yield number


def _direct(desk: Desk, view: View, moves: list[Move]) -> list[Move]:
    """Moves of one kind that are offered before cards are chosen: if they are few, else the natural one if there is."""
    if len(moves) <= MOST_DIRECT:
        return moves
    choice = desk.model.words.choice
    return moves[:1] if choice(view, moves[0]).group != choice(view, moves[1]).group else []


def label(desk: Desk, view: View, move: Move) -> str:
    """A move in words."""
    own = desk.layout.label(view, move)
    if own:
        return own
    group, item = desk.model.words.choice(view, move)
    # "Run of 3: 4H 5H 6H", but "Discard 4H".
    colon = ":" if item and group[-1:].isdecimal() else ""
    return " ".join(filter(None, [group + colon, item]))


def marked(desk: Desk, found: Offers) -> int:
    """Which offer is marked: the player's choice, else the first that does no harm; -1 if there is none."""
    if desk.mark >= 0:
        return min(desk.mark, len(found.offers) - 1)
    if found.made:
        return 0
    if found.why or not desk.asked or desk.view is None:
        return -1
    view, careful = desk.view, desk.layout.careful
    harmless = (at for at, offer in enumerate(found.offers) if offer.move and not careful(view, offer.move))
    return next(harmless, -1)


def _judged(desk: Desk, view: View, chosen: frozenset[Card]) -> Iterator[tuple[Move, str | None]]:
    """What the chosen cards may be meant for, each with the reason why the rules refuse it, if they do."""
    for move in desk.layout.candidates(view, chosen):
        try:
            view.rules.check(view.state, desk.model.seat, move, view.faces)
        except IllegalMove as illegal:
            yield move, spoken(desk.glyphs, refusal(illegal.template, illegal.values))
        else:
            yield move, None


_NAMED = re.compile(r"\b(?:[2-9TJQKA][CDHS]|J[RB])\b")
_TEN = re.compile(r"(?<=\b9 )T(?= J\b)")
"""The ten where ranks are listed in order."""


def spoken(glyphs: Glyphs, sentence: str) -> str:
    """A sentence of the rules with its cards written as they are on this screen."""
    ten = glyphs.show(cardwords.parse("TS"))[:-1]
    return _NAMED.sub(lambda found: glyphs.show(cardwords.parse(found.group())), _TEN.sub(ten, sentence))


def _no_move(chosen: frozenset[Card]) -> str:
    return tell("no move one" if len(chosen) == 1 else "no move", n=len(chosen))


# -- what can be decided before one's turn ---------------------------------------------------------------------------


def _in_play(view: View) -> bool:
    return view.seat is not None and bool(view.own())


def _prepared(desk: Desk, view: View, chosen: frozenset[Card]) -> Iterator[Offer]:
    fitting = [intent for intent in desk.layout.intents(view) if intent.cards == bool(chosen)]
    moves = [made(view, intent, chosen if intent.cards else frozenset()) for intent in fitting]
    for intent, move, number in zip(fitting, moves, _numbers(desk, view, moves), strict=True):
        decided = Prepared(intent, chosen if intent.cards else frozenset(), label(desk, view, move))
        yield Offer(tell("prepare", label=decided.label), number, prepare=decided)


def made(view: View, intent: Intent, cards: frozenset[Card]) -> Move:
    """The move that was prepared, with the slots that its cards have now."""
    return Move(intent.kind, slots_of(view, cards), (), intent.value)


def still_legal(view: View, seat: int, prepared: Prepared) -> Move | None:
    """The prepared move, if it can be made now."""
    move = made(view, prepared.intent, prepared.cards)
    return move if len(move.shows) == len(prepared.cards) and legal(view, seat, move) else None


def legal(view: View, seat: int, move: Move) -> bool:
    """Whether this seat can make this move now."""
    try:
        view.rules.check(view.state, seat, move, view.faces)
    except IllegalMove:
        return False
    return True
