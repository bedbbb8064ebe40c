"""The arguments of every command. Imports nothing but the standard library."""

import argparse
import difflib
import pkgutil
from collections.abc import Callable, Sequence
from datetime import date
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn

from cli.errors import Misuse
from cli.language import LANGUAGES, OPTION, named, retold, translated


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, by raising Misuse, and takes no abbreviated options."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, formatter_class=Helper, **settings)

    def error(self, message: str) -> NoReturn:
        """Raise the sentence in place of printing the usage."""
        if message.endswith(" required: GAME"):
            raise Misuse(f"say which game: {', '.join(games())}; for example {self.prog} {games()[-1]}")
        if message.endswith(" required: CODE"):
            raise Misuse(f"say the code that your friend gave you, as in {self.prog} CODE")
        raise Misuse(f"{message}; see {self.prog} --help")

    @property
    def option_names(self) -> list[str]:
        """What options are called."""
        return [name for action in self._actions for name in action.option_strings]

    def unknown(self, arguments: Sequence[str]) -> NoReturn:
        """Raise a sentence about arguments that nobody takes, with the option that was probably meant."""
        near = difflib.get_close_matches(arguments[0].partition("=")[0], self.option_names, 1, 0.7)
        if near and arguments[0].startswith("-"):
            raise Misuse(f"there is no option {arguments[0]!r} here; did you mean {near[0]}?")
        self.error(f"unrecognized arguments: {' '.join(arguments)}")


class Helper(argparse.HelpFormatter):
    """Writes help in the player's language."""

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        """As argparse does."""
        super().add_usage(usage, actions, groups, translated("usage: ") if prefix is None else prefix)

    def add_text(self, text: str | None) -> None:
        """As argparse does."""
        super().add_text(text if text is None else translated(text))

    def start_section(self, heading: str | None) -> None:
        """As argparse does."""
        super().start_section(heading if heading is None else translated(heading))

    def _get_help_string(self, action: argparse.Action) -> str | None:
        told = None if action.help is None else retold(action.help)
        return f"{told}: {', '.join(games())}" if action.dest == "game" else told

    def _metavar_formatter(self, action: argparse.Action, default_metavar: str) -> Callable[[int], tuple[str, ...]]:
        english = super()._metavar_formatter(action, default_metavar)
        return lambda size: tuple(translated(word, "metavar") for word in english(size))


@cache
def games() -> tuple[str, ...]:
    """The games of the house, as `engine.games.names`, without importing any of it."""
    engine = find_spec("engine")
    places = [] if engine is None else engine.submodule_search_locations or []
    return tuple(sorted(module.name for module in pkgutil.iter_modules([str(Path(at, "games")) for at in places])))


class Version(argparse.Action):
    """Prints the version; looks it up only then."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print and end."""
        from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - slow, and needed only here

        try:
            number = version("fairdeal")
        except PackageNotFoundError:
            number = "from a checkout"
        print(f"fairdeal {number}")
        parser.exit()


def whole(least: int, most: int) -> Callable[[str], int]:
    """A type of argument: a whole number in these bounds."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{number} is not from {least} to {most}")
        return number

    return read


def seconds(text: str) -> float:
    """A type of argument: seconds, from 0 to 60."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 60:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds from 0 to 60")
    return number


def day(text: str) -> date:
    """A type of argument: a day."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no date; write one as in 2026-01-31") from None


def language(text: str) -> str:
    """A type of argument: a language that there is. Those are taken from the arguments before these are read."""
    code = named(text)
    if code is None:
        raise argparse.ArgumentTypeError(f"there is no language {text!r}; there are {', '.join(LANGUAGES)}")
    return code


SEATS = whole(0, 1_000_000)
"""How many of them can sit down is the game's to say."""
SEAT = whole(0, 7)
COUNT = whole(1, 1_000_000)
CLOCK = whole(5, 3600)
COMPUTERS = whole(0, 6)
PORT = whole(0, 65535)


def parse(arguments: Sequence[str]) -> argparse.Namespace | None:
    """The arguments, with the function to run as "module:function" in `run`; None if all is said. Raises Misuse."""
    parser, commands = _parser()
    if not set(arguments) - {"--plain", "--ascii"}:
        alone = {"plain": "--plain" in arguments, "ascii": "--ascii" in arguments}
        return argparse.Namespace(run="cli.commands.start:run", help=parser.format_help, **alone)
    if not set(arguments) & {*commands, "-h", "--help", "--version"}:
        words = [argument for argument in arguments if not argument.startswith("-")]
        if words:
            raise Misuse(_no_command(words[0], list(commands)))
        unknown = [argument for argument in arguments if argument.partition("=")[0] not in parser.option_names]
        if unknown:
            parser.unknown(unknown)
    try:
        args, others = parser.parse_known_args(arguments)
    except SystemExit:  # after --help and --version
        return None
    if others:
        commands[args.command].unknown(others)
    return args


def _no_command(word: str, commands: Sequence[str]) -> str:
    """That there is no such command, and which was probably meant."""
    near = difflib.get_close_matches(word, [*commands, *games()], 1, 0.5)
    near_game = bool(near) and near[0] in games()
    there = f"there are {', '.join(commands)}"
    hint = f"did you mean fairdeal play {near[0]}?" if near_game else f"did you mean {near[0]}?" if near else there
    return f"no command is called {word!r}; {hint}"


def _parser() -> tuple[Parser, dict[str, Parser]]:
    parser = Parser(
        prog="fairdeal",
        description="A card table for the terminal, without a host and without a server: the players deal to each "
        "other, and every card is provably fair. Alone, fairdeal opens the start screen.",
        epilog="To begin with: fairdeal play tonk. Each command explains itself, as in fairdeal play --help.",
    )
    parser.add_argument("--version", action=Version, nargs=0, help="print the version and end")
    _plain(parser, default=False)
    _language(parser)
    commands = parser.add_subparsers(
        title="commands", dest="command", metavar="COMMAND", required=True, parser_class=Parser
    )
    for add in (
        _play,
        _host,
        _join,
        _rules,
        _options,
        _history,
        _replay,
        _settle,
        _report,
        _export,
        _verify,
        _selfplay,
        _bench,
    ):
        add(commands)
    return parser, commands.choices


def _command(commands: Any, name: str, run: str, help: str, example: str = "") -> Parser:  # noqa: A002 - as argparse
    told = retold(help)
    shown = translated("For example: {example}").format(example=example) if example else None
    command: Parser = commands.add_parser(name, help=help, description=told[0].upper() + told[1:] + ".", epilog=shown)
    command.set_defaults(run=f"cli.commands.{run}")
    _language(command)
    return command


def _play(commands: Any) -> None:
    command = _command(
        commands, "play", "table:play", "play a game against computer players", "fairdeal play tonk --seats 2"
    )
    _game(command)
    _seats(command)
    _terms(command)
    _person(command)


def _host(commands: Any) -> None:
    command = _command(
        commands,
        "host",
        "table:host",
        "open a table for friends, and print the code they join with",
        "fairdeal host thirteen --seats 3 --stake 5",
    )
    _game(command)
    _seats(command)
    _terms(command)
    _person(command)
    command.add_argument(
        "--computers", type=COMPUTERS, default=0, metavar="N", help="how many computer players sit down as well (none)"
    )
    command.add_argument("--port", type=PORT, default=0, help="the TCP port to listen on (any free one)")
    command.add_argument(
        "--advertise",
        action="append",
        default=[],
        metavar="ADDRESS:PORT",
        help="an IP address and port at which friends reach this computer, to be put into the code, "
        "as in 203.0.113.7:7777; can be repeated",
    )


def _join(commands: Any) -> None:
    command = _command(commands, "join", "table:join", "join a friend's table", "fairdeal join CODE --name Ann")
    command.add_argument("code", metavar="CODE", nargs="+", help="the invite code")
    command.add_argument("--yes", action="store_true", help="accept the terms of the table without being asked")
    _person(command)


def _selfplay(commands: Any) -> None:
    command = _command(commands, "selfplay", "selfplay:run", "let computer players play, and measure it")
    _game(command)
    _seats(command)
    _terms(command, hands=1)
    _pace(command)
    _transcript(command)
    _json(command)


def _verify(commands: Any) -> None:
    command = _command(commands, "verify", "verify:run", "check a transcript: every signature, proof, move and payment")
    command.add_argument(
        "file",
        metavar="FILE|ID",
        help="a transcript, or the number or id of a kept table, or evidence against a cheat",
    )
    _json(command)


def _history(commands: Any) -> None:
    command = _command(commands, "history", "history:run", "list the tables you have sat at, or count what you won")
    _of_tables(command)
    command.add_argument("--stats", action="store_true", help="hands played and won, and how your money went")
    command.add_argument("--ascii", action="store_true", help="draw charts in plain ASCII")
    command.add_argument(
        "--csv", action="store_true", help="print one line for each hand and player, for a spreadsheet"
    )
    _json(command)


def _replay(commands: Any) -> None:
    command = _command(commands, "replay", "replay:run", "step through the hands of a table, forward and back")
    _table(command)
    command.add_argument("--hand", type=COUNT, metavar="K", help="only this hand")
    sight = command.add_mutually_exclusive_group()
    sight.add_argument("--seat", type=SEAT, metavar="S", help="see what this seat saw (your own, where it is known)")
    sight.add_argument("--all", action="store_true", help="see all cards that were ever opened")
    _plain(command)


def _settle(commands: Any) -> None:
    command = _command(commands, "settle", "settle:run", "say who owes whom over many tables, in the fewest payments")
    command.add_argument("files", metavar="FILE", nargs="*", help="transcripts (all tables that were kept)")
    _of_tables(command)
    command.add_argument("--computers", action="store_true", help="count tables against computer players too")
    _json(command)


def _report(commands: Any) -> None:
    command = _command(commands, "report", "report:run", "make a web page that replays the hands of a table")
    _table(command)
    command.add_argument("-o", "--output", metavar="OUT.html", help="where to write it (here, named by game and table)")
    command.add_argument("--mine", action="store_true", help="show also the cards that only you saw")


def _export(commands: Any) -> None:
    command = _command(commands, "export", "export:run", "print the hands and moves of a table, for other programs")
    _table(command)
    form = command.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="as one JSON object (the default)")
    form.add_argument("--csv", action="store_true", help="as one line for each move")


def _rules(commands: Any) -> None:
    command = _command(
        commands,
        "rules",
        "explain:rules",
        "explain a game as its options make it",
        "fairdeal rules tonk --option drop_when=any_time",
    )
    _game(command)
    _options_of_game(command)


def _options(commands: Any) -> None:
    command = _command(
        commands, "options", "explain:options", "list the presets and options of a game", "fairdeal options pitch"
    )
    _game(command)
    _json(command)


def _bench(commands: Any) -> None:
    command = _command(commands, "bench", "bench:run", "measure this computer: cryptography and rules")
    _json(command)


def _language(command: Parser) -> None:
    listed = ", ".join(LANGUAGES)
    command.add_argument(
        OPTION, type=language, metavar="LANG", help=f"the language: {listed} (as the system is set, else English)"
    )


def _game(command: Parser) -> None:
    command.add_argument("game", metavar="GAME", help="one of the games")


def _table(command: Parser) -> None:
    command.add_argument("table", metavar="FILE|ID", help="a transcript, or the number or id of a kept table")


def _of_tables(command: Parser) -> None:
    command.add_argument("--game", metavar="GAME", help="only tables of one of the games")
    command.add_argument("--player", metavar="NAME", help="only tables at which this player sat")
    command.add_argument("--since", type=day, metavar="DATE", help="only tables that began on this day or later")
    command.add_argument("--until", type=day, metavar="DATE", help="only tables that began on this day or earlier")


def _seats(command: Parser) -> None:
    command.add_argument("--seats", type=SEATS, metavar="N", help="how many play (as many as the options allow)")


def _options_of_game(command: Parser) -> None:
    command.add_argument(
        "--preset",
        action="append",
        default=[],
        metavar="P",
        help="a named set of rules, see fairdeal options GAME; can be repeated",
    )
    command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a house rule, see fairdeal options GAME; can be repeated",
    )


def _terms(command: Parser, hands: int | None = None) -> None:
    _options_of_game(command)
    command.add_argument("--stake", type=COUNT, default=1, metavar="S", help="the basic stake (1)")
    ends = "until somebody leaves" if hands is None else hands
    command.add_argument(
        "--hands", type=COUNT, default=hands, metavar="K", help=f"end the table after K hands ({ends})"
    )
    command.add_argument(
        "--clock", type=CLOCK, metavar="SECONDS", help="how long a move may take, as all agree (as long as it takes)"
    )


def _person(command: Parser) -> None:
    command.add_argument("--name", help="the name that others see; kept for next time")
    command.add_argument("--auto", action="store_true", help="let the computer play for you")
    _plain(command)
    _pace(command)
    _transcript(command)


def _plain(command: Parser, default: Any = argparse.SUPPRESS) -> None:
    """Also before the command these can be said, so that a command itself must not unsay them by a default."""
    for name, told in (
        ("--plain", "line by line, for screen readers and simple terminals"),
        ("--ascii", "write cards in plain ASCII"),
    ):
        command.add_argument(name, action="store_true", default=default, help=told)


def _pace(command: Parser) -> None:
    command.add_argument(
        "--pace", type=seconds, metavar="SECONDS", help="how long each move of a computer player takes at least"
    )


def _transcript(command: Parser) -> None:
    command.add_argument("--transcript", metavar="FILE", help="write the signed log to this file at the end")


def _json(command: Parser) -> None:
    command.add_argument("--json", action="store_true", help="print one JSON object")
