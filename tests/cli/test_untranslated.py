"""Whole hands of every game, rules, options and help in a language of accents: nothing is left in plain English."""

from argparse import Namespace
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from cli import presenter
from cli.commands import bench, explain, verify
from cli.errors import Misuse
from cli.language import refusal, using
from cli.parser import parse
from cli.presenter import help_lines
from cli.words import NotUnderstood
from engine.contract import GO_ON, IllegalMove, Move, Turn
from engine.games import names, rules_of
from engine.options import BadOption
from p2p.events import Arrived, Chat, Departed, Invited, Listening, PeerBack, PeerLost
from protocol.contribution import Contribution, Header, Lane
from protocol.events import Closed, Convicted, Shuffling
from protocol.evidence import Evidence
from protocol.verify import verify as check
from tests.cli.pseudo import Pseudo, english_in
from tests.cli.test_verify_command import played as transcript

PLAYERS = ("Ann", "Bob", "Cleo", "Dan", "Eve")


def stands_alone(game: str, preset: str) -> bool:
    """Whether the preset makes a game without others."""
    try:
        rules_of(game).Options.make(preset)
    except BadOption:
        return False
    return True


GAMES = [(game, preset) for game in names() for preset in rules_of(game).Options.presets if stands_alone(game, preset)]
MOST_MOVES = 60


@pytest.fixture(autouse=True)
def accents() -> Iterator[None]:
    """Everything is told in accents."""
    with using(Pseudo()):
        yield


def words_of_options(game: str) -> set[str]:
    """Names and values of options and presets: they are typed, and the same in every language."""
    options = rules_of(game).Options
    listed = [f"{info.kind} {info.default}" for info in options.listing()]
    listed += [f"{name} {changes}" for name, changes in options.presets.items()]
    return english_in([*listed, *[info.name for info in options.listing()]]) | {
        game,
        rules_of(game).title,
        "true",
        "false",
        "Ti",
        "n",
        "L",
    }


def seats_of(game: str, preset: str) -> int:
    rules = rules_of(game)
    return rules.seats(rules.Options.make(preset))[-1]


def played(table: Any, rng: Random) -> list[str]:
    """What one seat reads in a hand played by chance: what happens, what can be done, how it is typed."""
    deck = list(table.rules.deck(table.match.options))
    rng.shuffle(deck)
    table.begin(deck)
    read = table.take()
    while isinstance(table.state.next, Turn):
        turn = table.state.next
        moves: dict[int, Move] = {}
        for seat in (*turn.seats, *turn.watchers):
            found = list(table.rules.legal(table.state, seat, table.faces))[:MOST_MOVES]
            moves[seat] = rng.choice(found)
            if seat == table.seat:
                read += asked(table, found)
        table.play_all({seat: move for seat, move in moves.items() if seat in turn.seats or move != GO_ON})
        read += table.take()
    return [*read, *table.seal(), *presenter.debts(table.model)]


def asked(table: Any, moves: list[Move]) -> list[str]:
    """What this evening's seat reads in its turn, whatever it asks for and types."""
    words, view = table.model.words, table.model.view
    read = [*words.turn(view), *words.table(view), *words.hand(view)]
    ordered = presenter.in_order(words, view, moves)
    read += presenter.menu(words, view, ordered)
    read += presenter.menu(words, view, ordered, everything=True)
    read += [line.partition(": ")[2] for line in help_lines(words, view, asked=True)]
    for typed in ("4S", "hit", "bid", "frobnicate"):
        try:
            table.rules.check(view.state, table.seat, words.parse(view, typed), table.faces)
        except NotUnderstood as error:
            read.append(str(error).replace(typed, ""))
        except IllegalMove as error:
            read.append(refusal(error.template, error.values))
    return read


@pytest.mark.parametrize(("game", "preset"), GAMES)
def test_hands(game: str, preset: str, evening: Callable[..., Any]) -> None:
    rng = Random(f"{game} {preset}")
    seats = seats_of(game, preset)
    for hand in range(3):
        table = evening(game, preset, seats=seats, seat=hand % seats)
        typed = {alias for alias in [*table.model.words.ALIASES] for alias in alias.split()}
        typed |= {part for phase in table.rules.phases.values() for name in phase for part in name.split("_")}
        assert not english_in(played(table, rng), {*PLAYERS, *typed})


@pytest.mark.parametrize(("game", "preset"), GAMES)
def test_rules(game: str, preset: str, capsys: pytest.CaptureFixture[str]) -> None:
    explain.rules(Namespace(game=game, preset=[preset], option=[]))
    assert not english_in(capsys.readouterr().out.splitlines(), words_of_options(game))


@pytest.mark.parametrize("game", names())
def test_options(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    explain.options(Namespace(game=game, json=False))
    assert not english_in(capsys.readouterr().out.splitlines(), words_of_options(game))


def test_help_of_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert parse(["--help"]) is None
    told = capsys.readouterr().out
    commands = ["play", "host", "join", "history", "replay", "settle", "report", "export"]
    commands += ["selfplay", "verify", "rules", "options", "bench"]
    for command in commands:
        assert f" {command} " in told
        assert parse([command, "--help"]) is None
        told += capsys.readouterr().out
    options = {part for word in told.split() if word.lstrip("[").startswith("-") for part in english_in([word])}
    codes = {"ca", "en", "es", "pt"}
    typed = {*commands, *options, *codes, *names(), "fairdeal", "CODE", "Ann", "any_time", "drop_when"}
    assert not english_in(told.splitlines(), typed)


@pytest.mark.parametrize(
    "arguments",
    [
        ["play"],
        ["ply"],
        ["play", "tonk", "--clock", "1"],
        ["play", "tonk", "--seats", "x"],
        ["play", "tonk", "--pace", "-1"],
        ["play", "tonk", "--frob"],
        ["replay", "1", "--seat", "1", "--all"],
        ["play", "tonk", "--lang"],
        ["play", "tonk", "--lang", "xx"],
    ],
)
def test_misuse(arguments: list[str]) -> None:
    with pytest.raises(Misuse) as misuse:
        parse(arguments)
    typed = {*english_in(arguments), *names(), "fairdeal", "help", "GAME", "ca", "en", "es", "pt", "play"}
    commands = set() if arguments != ["ply"] else {"play"}
    assert not english_in([str(misuse.value)], typed | commands)


@pytest.mark.parametrize(
    ("game", "assignment"),
    [
        ("tonk", "hand_size=6"),
        ("tonk", "hand_siz=5"),
        ("tonk", "max_players=99"),
        ("tonk", "hand_size_table=3"),
        ("tonk", "low13"),
        ("pitch", "min_bid=99"),
        ("pitch", "moon=5"),
        ("thirteen", "place_points=[1,2]"),
        ("thirteen", "players=x"),
        ("thirteen", "place_points=3"),
    ],
)
def test_options_that_do_not_fit(game: str, assignment: str) -> None:
    with pytest.raises(BadOption) as bad:
        rules_of(game).Options.parse([], [assignment])
    told = str(Misuse(str(bad.value)))
    assert not english_in([told], words_of_options(game) | {"NAME", "VALUE", "hand_siz"})


def test_what_happens_at_a_table(evening: Callable[..., Any]) -> None:
    table = evening("tonk", seats=3, hands=2)
    accusation = Contribution(Header(bytes(32), 0, 1, 0, Lane.PLAY, 1, 1, bytes(32)), "move", (), b"", bytes(64))
    events = [
        Listening(""),
        Invited(table.genesis.terms, 3),
        Arrived("Bob", bytes(32), 2, 3),
        Departed("Bob", bytes(32), "left the table"),
        PeerLost(1, "nothing was heard any more"),
        PeerBack(1),
        Chat(1, "..."),
        Convicted(Evidence((accusation,), "its move is against the rules: You do not hold this card.")),
        Closed(table.match, table.ledger, bytes(32)),
    ]
    told = [line for event in events for line in presenter.lines(table.model, event)]
    assert len(told) >= len(events)
    told += [presenter.progress(Shuffling(0, 1, 2)), *presenter.who_lines(table.model)]
    told += presenter.proof_lines([accusation], bytes(32), 0)
    assert not english_in(told, {*PLAYERS, "classic", "Tonk"})


def test_what_a_transcript_proves() -> None:
    whole = transcript(hands=1)
    for data in (whole, whole[:-40], whole[: len(whole) // 2], whole[:3000] + b"\0" + whole[3001:]):
        assert not english_in(verify.lines(check(data)), {"Ann", "Bob", "Tonk"})


def test_measurements() -> None:
    numbers: dict[str, Any] = dict.fromkeys(("scalar_mult_us", "shuffle_ms", "prove_ms", "verify_ms", "cards"), 1)
    numbers |= {"proof_bytes": 3, "engine_moves_per_s": {"tonk": 5}}
    assert not english_in(bench.lines(numbers), {"tonk"})
