"""What a player can do besides choosing cards: make an offered move, open a panel, talk, leave. Pure."""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from cli.language import retold, translated
from cli.screen import settings as settings_of
from cli.screen.choosing import Offer, legal_moves, marked, offers, playable, plays
from cli.screen.desk import Copy, Desk, Join, Keep, Leave, LeaveLater, Make, Outcome, Panel, Rematch, SeatComputer, only
from cli.screen.line import Line
from cli.screen.sentences import tell
from engine.cards import Card
from engine.contract import GO_ON, Move
from p2p.sitting import MAX_CHAT


class Command(NamedTuple):
    """Something with a key of its own at any time."""

    name: str
    key: str
    act: Callable[[Desk], Outcome]
    also: str = ""
    """Another key, where that means nothing else: a sign, or the name of a key."""


class CommandAt(NamedTuple):
    """Click target: a command."""

    name: str


class OfferAt(NamedTuple):
    """Click target: an offered move, by its number from 0."""

    number: int


class OptionAt(NamedTuple):
    """Click target: an option of the open panel, by its number from 0."""

    number: int


# -- moves -----------------------------------------------------------------------------------------------------------


def take(desk: Desk, number: int) -> Outcome:
    """Do what this offer says, counted from 0, if there is one."""
    found = offers(desk).offers
    return do(desk, found[number]) if 0 <= number < len(found) else only(desk)


def take_number(desk: Desk, digit: int) -> Outcome:
    """Do what the offer of this number says, as far as it is typed; while longer numbers begin so, mark the first.

    Else whoever types 10 would at once do what 1 says, or mark 10 and then do what 0 says.
    """
    numbers = [str(offer.number) for offer in offers(desk).offers]
    for typed in dict.fromkeys((f"{desk.digits if desk.mark >= 0 else ''}{digit}", str(digit))):
        begun = sorted(
            (at for at, number in enumerate(numbers) if number.startswith(typed)), key=lambda at: len(numbers[at])
        )
        if begun and (len(begun) == 1 and numbers[begun[0]] == typed):
            return take(replace(desk, digits=""), begun[0])
        if begun:
            return only(replace(desk, mark=begun[0], digits=typed, notice=None))
    return only(desk.idle(tell("no such move", number=digit)))


def do(desk: Desk, offer: Offer) -> Outcome:
    """Make the move that is offered, or prepare it, or ask once more."""
    if offer.prepare is not None:
        return only(replace(desk, prepared=offer.prepare, chosen=frozenset(), mark=-1, notice=None))
    if offer.skip:
        return make(replace(desk, skipping=True), GO_ON)
    if offer.move is None:
        return only(unprepared(desk))
    if desk.view is not None and desk.layout.confirm(desk.view, offer.move):
        return only(replace(desk, panel=Panel("confirm", move=offer.move)))
    return make(desk, offer.move)


def make(desk: Desk, move: Move) -> Outcome:
    """Make this move, if one is awaited."""
    if not desk.asked:
        return only(desk.told("warn", tell("not your turn")))
    if desk.windowed:
        return only(replace(desk, decided=move, panel=None, mark=-1, notice=None))
    tabbed = desk.tabbed or bool(plays(desk))
    desk = replace(desk, sent=True, forced=move == GO_ON, panel=None, prepared=None, notice=None, tabbed=tabbed)
    return only(desk, Make(move))


def unprepared(desk: Desk) -> Desk:
    """The desk with nothing decided for the next turn."""
    return replace(desk, prepared=None, mark=-1)


def enter(desk: Desk) -> Outcome:
    """Make the marked move; without one choose the card under the cursor, or say why there is none."""
    found = offers(desk)
    at = marked(desk, found)
    if at >= 0:
        return do(desk, found.offers[at])
    if found.why:
        return only(desk.told("warn", found.why))
    if found.needs or playable(desk) is not None:
        cards = desk.cards
        if cards and not desk.chosen:
            return only(toggled(desk, _likely(desk, cards)))
    if not desk.asked:
        return only(desk.idle(tell("not your turn")))
    return only(desk if found.offers else desk.idle(tell("no such key", key=tell("key enter"))))


def _likely(desk: Desk, cards: tuple[Card, ...]) -> Card:
    """The card under the cursor, or the first that can be played."""
    here, fit = cards[min(desk.cursor, len(cards) - 1)], playable(desk)
    return here if fit is None or here in fit else next(card for card in cards if card in fit)


def toggled(desk: Desk, card: object) -> Desk:
    """With this card chosen, or no longer; the cursor goes there."""
    hand = desk.cards
    if card not in hand or desk.model.seat < 0:
        return desk
    at = next(place for place, own in enumerate(hand) if own == card)
    alone = desk.view is not None and desk.layout.single(desk.view)
    chosen = desk.chosen & {hand[at]} if alone else desk.chosen
    return replace(desk, chosen=chosen ^ {hand[at]}, cursor=at, mark=-1, notice=None)


# -- talk and settings -----------------------------------------------------------------------------------------------


def talk(desk: Desk) -> Outcome:
    """Begin a line of chat."""
    if desk.model.genesis is None or desk.model.ended is not None:
        return only(desk.told("warn", tell("nobody hears")))
    return only(replace(desk, entry=Line(most=MAX_CHAT), panel=None))


def sort(desk: Desk) -> Outcome:
    """Sort the hand the next way."""
    model = desk.model
    keys = tuple(model.words.SORTS)
    if model.terms is None or len(keys) < 2:
        return only(desk)
    at = keys.index(model.sort) if model.sort in keys else 0
    key = keys[(at + 1) % len(keys)]
    settings = desk.settings.with_sort(model.terms.game, key)
    here = desk.cards[desk.cursor : desk.cursor + 1]
    desk = replace(desk, model=model.sorted_by(key), settings=settings, mark=-1)
    # The moves are numbered in the order of the hand.
    moves = () if model.acting is None or not desk.moves else legal_moves(desk, model.acting)
    cursor = desk.cards.index(here[0]) if here else desk.cursor
    desk = replace(desk, moves=moves, cursor=cursor)
    return only(desk.told("news", tell("sorted", key=translated(key, "sort"))), Keep(settings))


def set_choice(desk: Desk, name: str, step: int = 1) -> Outcome:
    """Change one setting."""
    settings = desk.settings.changed(name, step)
    return only(replace(desk, settings=settings), Keep(settings))


def setting_at(number: int) -> str:
    """The setting of this number in the panel."""
    return settings_of.CHOICES[number]


# -- coming and going ------------------------------------------------------------------------------------------------


def accept(desk: Desk) -> Outcome:
    """Accept the terms that are shown, and sit down."""
    return only(replace(desk, asking=False), Join()) if desk.asking and desk.model.terms is not None else only(desk)


def seat_computer(*, more: bool) -> Callable[[Desk], Outcome]:
    """Let computer players take free seats at one's own table, or give them back."""

    def act(desk: Desk) -> Outcome:
        own = bool(desk.code) and desk.model.genesis is None
        return only(desk, SeatComputer(more)) if own else only(desk)

    return act


def copy(desk: Desk) -> Outcome:
    """Put the invite code on the clipboard."""
    return only(desk.told("good", tell("copied")), Copy(desk.code)) if desk.code else only(desk)


def may_go(desk: Desk) -> bool:
    """Whether leaving costs nobody anything any more."""
    return desk.model.ended is not None


def leave(desk: Desk) -> Outcome:
    """Ask whether to leave; go at once where that costs nothing."""
    return go(desk) if may_go(desk) else only(desk.over("leave"))


def go(desk: Desk) -> Outcome:
    """Leave now."""
    ended = desk.model.ended
    if ended is not None:
        return only(desk, Leave("" if ended.well else retold(ended.reason)))
    return only(desk, Leave(tell("left before" if desk.model.genesis is None else "left")))


def leave_later(desk: Desk) -> Outcome:
    """Leave when this hand is over."""
    return only(replace(desk, panel=None, going=True).told("news", tell("leaving")), LeaveLater())


def rematch(*, again: bool) -> Callable[[Desk], Outcome]:
    """Say whether to play another match."""

    def act(desk: Desk) -> Outcome:
        desk = replace(desk, deciding=False, panel=None)
        return only(desk.told("news", tell("again" if again else "enough")), Rematch(again))

    return act


def opening(kind: str) -> Callable[[Desk], Outcome]:
    """A command that lays this panel over the table, or takes it away again."""

    def act(desk: Desk) -> Outcome:
        shown = desk.panel is not None and desk.panel.kind == kind
        desk = replace(desk, entry=None)
        return only(replace(desk, panel=None) if shown else desk.over(kind))

    return act


COMMANDS = (
    Command("help", "f1", opening("help"), "?"),
    Command("sort", "f2", sort),
    Command("chat", "f3", talk, "/"),
    Command("scores", "f4", opening("scores")),
    Command("last", "f5", opening("last")),
    Command("proof", "f6", opening("proof")),
    Command("log", "f7", opening("log"), "pageup"),
    Command("rules", "f8", opening("rules")),
    Command("settings", "f9", opening("settings")),
    Command("leave", "f10", leave, "c-c"),
)
"""In the order of the key bar; the help lists them as well."""
BY_NAME = {command.name: command for command in COMMANDS}
BY_KEY = {command.key: command for command in COMMANDS}
