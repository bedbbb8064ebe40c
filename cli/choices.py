"""From arguments to what a table is made of: terms, seats, who sits down. Raises Misuse where that cannot be."""

import getpass
from argparse import Namespace
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from cli.errors import Failure, Misuse
from cli.language import prefer, retold
from cli.sentences import say
from engine.contract import AnyRules
from engine.games import UnknownGame, rules_of
from engine.options import BadOption
from p2p.address import Address, AddressError
from p2p.home import Home, HomeError, chosen_name
from protocol.terms import Terms, TermsError, clean_name

DEFAULT_NAME = "player"
SCREEN = "screen"
"""Under this name the settings of the full screen stand among the others."""


def game_and_options(args: Namespace) -> tuple[AnyRules, Any]:
    """The rules and the options that the arguments name."""
    return _chosen(args, args.option)


def _chosen(args: Namespace, assignments: Sequence[str]) -> tuple[AnyRules, Any]:
    rules = rules_named(args.game)
    try:
        return rules, rules.Options.parse(args.preset, assignments)
    except BadOption as error:
        raise Misuse(str(error)) from error


def _assignments(args: Namespace) -> list[str]:
    """The options as typed, and the number of players where the number of seats alone says it."""
    found = rules_named(args.game).Options
    said = [text.partition("=")[0] for text in args.option]
    said += [option for name in args.preset for option in found.presets.get(name, {})]
    if args.seats is None or all(info.name != "players" for info in found.listing()):
        return list(args.option)
    if "players" not in said:
        return [*args.option, f"players={args.seats}"]
    try:
        found.make(players=args.seats)  # else setting it to a number that the game does not know would be advised
    except BadOption as error:
        raise Misuse(str(error)) from error
    return list(args.option)


def rules_named(game: str) -> AnyRules:
    """The rules of this game."""
    try:
        return rules_of(game)
    except UnknownGame as error:
        raise Misuse(str(error)) from error


def terms_and_seats(args: Namespace) -> tuple[Terms, int]:
    """The terms, checked, and the number of seats: as many as the options allow unless the arguments say."""
    rules, options = _chosen(args, _assignments(args))
    seats = rules.seats(options)[-1] if args.seats is None else args.seats
    terms = Terms.of(args.game, options, stake=args.stake, hands=args.hands, clock=args.clock)
    try:
        terms.match(seats)
    except TermsError as error:
        raise Misuse(str(error)) from error
    return terms, seats


def computers(args: Namespace, seats: int) -> int:
    """How many computer players sit down at one's own table at once: some seat has to be left for a friend."""
    if args.computers > seats - 2:
        raise Misuse(
            f"of {seats} seats one is yours and one at least is for a friend; "
            f"say --computers {seats - 2} at most, or play against computers only: fairdeal play {args.game}"
        )
    return int(args.computers)


def advertised(args: Namespace) -> list[Address]:
    """The addresses at which friends reach this computer."""
    return [_address(text) for text in args.advertise]


def _address(text: str) -> Address:
    try:
        return Address.parse(text)
    except AddressError as error:
        raise Misuse(
            f"{text!r} cannot be advertised; write an IP address and a port, as in 203.0.113.7:7777"
        ) from error


def home_and_name(args: Namespace) -> tuple[Home, str]:
    """The player's data directory and name: as given, as kept, the login name, or "player"."""
    found = home()
    try:
        return found, (found.name or login_name()) if args.name is None else chosen_name(args.name)
    except HomeError as error:
        raise Misuse(str(error)) from error


def keep_name(home: Home, name: str | None) -> None:
    """Keep the name that was given, if any, for next time: only once there is a table, not if that is refused."""
    if name is None:
        return
    try:
        home.set_name(name)
    except HomeError as error:
        raise Misuse(str(error)) from error


def home() -> Home:
    """The player's data directory; from now on the language is spoken that the player chose, if any."""
    try:
        found = Home.open()
    except HomeError as error:
        raise Misuse(str(error)) from error
    with suppress(HomeError):  # what needs the settings says that they cannot be read
        kept = found.settings().get(SCREEN)
        prefer(str(kept.get("language") or "") if isinstance(kept, Mapping) else "")
    return found


def login_name() -> str:
    """The name under which the player is known to this computer, made fit for a table."""
    try:
        return clean_name(getpass.getuser())
    except (OSError, KeyError, ImportError, TermsError):  # which of them depends on system and version
        return DEFAULT_NAME


def transcript_path(args: Namespace) -> Path | None:
    """Where the transcript goes; refused early if it could not be written there."""
    if args.transcript is None:
        return None
    path = Path(args.transcript)
    if path.is_dir() or not path.parent.is_dir():
        raise Misuse(f"the transcript cannot be written to {path}; name a file in a folder that exists")
    return path


def write_transcript(path: Path, data: bytes) -> None:
    """Write a transcript; there is none if the table never began. Raises Failure."""
    if not data:
        return
    try:
        path.write_bytes(data)
    except OSError as error:
        raise Failure(say("no transcript", path=path, reason=retold(str(error.strerror or error)))) from error
