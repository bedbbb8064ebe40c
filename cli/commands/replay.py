"""`replay`: a table step by step, from its verified transcript."""

import sys
from argparse import Namespace

from cli.cards import letters, signs
from cli.console import Console
from cli.errors import Misuse
from cli.history import shelf, viewer
from cli.history.recorded import Recorded
from cli.history.scenes import Scene, Teller, flat
from cli.history.sentences import say
from cli.history.shelf import Kept
from cli.history.sight import Sight


def run(args: Namespace) -> int:
    """`fairdeal replay FILE|ID`."""
    kept = shelf.find(args.table)
    table = kept.recorded()
    sight = chosen_sight(args, kept, table)
    interactive = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    show = signs if interactive and not (args.plain or args.ascii) else letters
    teller = Teller(table, sight, show)
    hands = [teller.scenes(number) for number in chosen_hands(args.hand, table)]
    title = headline(teller)
    if not interactive:
        Console.standard().write([title, *lines(hands)])
    elif args.plain:
        viewer.by_lines(title, hands, sys.stdin, Console.standard().write)
    else:
        viewer.by_keys(title, hands)
    return 0


def chosen_sight(args: Namespace, kept: Kept, table: Recorded) -> Sight:
    """Whose eyes: as the arguments say, else the player's own, else all that was opened. Raises Misuse."""
    own, seat = shelf.own_faces(kept, table), shelf.own_seat(kept, table)
    if args.all or (args.seat is None and seat is None):
        return Sight(None, own)
    if args.seat is None:
        return Sight(seat, own)
    if args.seat >= table.genesis.n:
        raise Misuse(say("no such seat", seat=args.seat, last=table.genesis.n - 1))
    return Sight(args.seat, own if args.seat == seat else {})


def chosen_hands(number: int | None, table: Recorded) -> list[int]:
    """The numbers of the hands: this one, or all. Raises Misuse."""
    numbers = table.numbers
    if not numbers:
        raise Misuse(say("no hands"))
    if number is None:
        return list(numbers)
    if number not in numbers:
        raise Misuse(say("no such hand", number=number, first=numbers[0], last=numbers[-1]))
    return [number]


def headline(teller: Teller) -> str:
    """What is replayed, and whose eyes these are."""
    sight, names = teller.sight, teller.names
    if sight.seat is None:
        seen = say("sight all own" if sight.own else "sight all")
    else:
        seen = say("sight own") if sight.voice is not None else say("sight seat", name=names[sight.seat])
    title = teller.table.genesis.terms.rules.title
    return say("replay", title=title, players=", ".join(names), sight=seen)


def lines(hands: list[tuple[Scene, ...]]) -> list[str]:
    """Whole hands, one after the other."""
    return [line for scenes in hands for line in ("", say("hand", number=scenes[0].number), *flat(scenes))]
