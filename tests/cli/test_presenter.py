"""Events that are the same in every game, in words."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from cli import presenter, sentences
from cli.model import Model, display_names
from cli.words.options import called, preset_words
from engine.games import names, rules_of
from engine.options import OptionSet, option
from p2p.events import Arrived, Departed, Invited, Line, LineChanged, Listening, PeerLost, Reading
from protocol.events import Behind, Closed, Convicted, HandSealed, Ignored
from protocol.table import Sealed
from protocol.terms import Terms


def terms(*presets: str, **options: Any) -> Terms:
    settings = {name: options.pop(name) for name in ("stake", "hands", "clock") if name in options}
    return Terms.of("tonk", rules_of("tonk").Options.make(*presets, **options), **settings)


UNOPENED = "After the hand no more cards are opened than the ending needs."
OPENED = "After the hand all dealt and drawn cards are opened, so that everybody sees that no duty was broken."


@pytest.mark.parametrize(
    ("offered", "lines"),
    [
        (
            terms(),
            [
                "Tonk for 3 players, at a stake of 1, until somebody leaves, without a clock.",
                "Rules: classic (the usual rules).",
                UNOPENED,
            ],
        ),
        (
            terms("texas", stake=25, hands=1),
            [
                "Tonk for 3 players, at a stake of 25, for 1 hand, without a clock.",
                "Rules: texas (a caught dropper pays only the lowest).",
                UNOPENED,
            ],
        ),
        (
            terms("classic", clock=60),
            [
                "Tonk for 3 players, at a stake of 1, until somebody leaves, with 60 seconds for a move.",
                "Rules: classic (the usual rules).",
                UNOPENED,
            ],
        ),
        (
            terms("texas", low13=True, natural_hand_sizes=[5, 7], hands=12),
            [
                "Tonk for 3 players, at a stake of 1, for 12 hands, without a clock.",
                "Rules: texas (a caught dropper pays only the lowest).",
                "House rule: a dealt 13 or less wins (low13): yes instead of no.",
                "House rule: hand sizes that can win as dealt (natural_hand_sizes): 5, 7 instead of 5.",
                OPENED,
            ],
        ),
    ],
)
def test_terms_name_the_nearest_preset_and_what_differs(offered: Terms, lines: list[str]) -> None:
    assert presenter.lines(Model(), Invited(offered, 3)) == lines


def test_terms_that_nobody_can_play_are_said_to_be_so() -> None:
    unknown = Terms("whist", 1, ())
    assert presenter.lines(Model(), Invited(unknown, 3)) == [
        "The host offers a game that this version of fairdeal does not know."
    ]
    assert presenter.lines(Model(), Invited(terms(), 8)) == presenter.lines(Model(), Invited(unknown, 3))


def test_every_preset_is_known_again() -> None:
    options = rules_of("tonk").Options
    for preset in options.presets:
        assert (
            presenter.options_line("tonk", options.make(preset)) == f"Rules: {preset} ({preset_words('tonk', preset)})."
        )


def test_house_rules_in_one_line() -> None:
    options = rules_of("thirteen").Options.make("duel", target=21, instant_wins=())
    assert presenter.options_line("thirteen", options) == (
        "Rules: duel (two players), but dealt hands that win at once (instant_wins) = none, "
        "points that win the match (target) = 21."
    )


@dataclass(frozen=True)
class BareOptions(OptionSet):
    """Options of a game that has no presets and no words."""

    long_game: bool = option(default=False, help="play twice as long")


def test_a_game_without_presets_and_words() -> None:
    assert presenter.options_line("bare", BareOptions.make()) == "Rules: the usual ones."
    assert presenter.options_line("bare", BareOptions.make(long_game=True)) == (
        "Rules: the usual ones, but long game (long_game) = yes."
    )


@pytest.mark.parametrize("game", names())
def test_every_preset_and_option_has_plain_words(game: str) -> None:
    options = rules_of(game).Options
    assert set(called(game).presets) == set(options.presets)
    assert set(called(game).options) == {info.name for info in options.listing()}


def test_the_code_stands_alone_on_its_line() -> None:
    assert presenter.lines(Model(), Listening("ABCDE-FGHJK"))[1] == "ABCDE-FGHJK"


@pytest.mark.parametrize(
    ("numbers", "told"), [((1,), "1"), ((3, 1, 2), "1 to 3"), ((0, 4, 5, 6, 11), "0, 4 to 6, 11"), ((), "")]
)
def test_numbers_are_told_in_ranges(numbers: tuple[int, ...], told: str) -> None:
    assert presenter.ranges(numbers) == told


def test_coming_and_going() -> None:
    model = Model(present=2, seats=3)
    assert presenter.lines(model, Arrived("Bob", b"k", 3, 3)) == ["Bob is here: 3 of 3."]
    assert presenter.lines(model, Departed("Bob", b"k", "closed the program.")) == ["Bob has left: closed the program."]


def test_players_are_named_and_oneself_is_marked(evening: Callable[..., Any]) -> None:
    table = evening("tonk", seat=1)
    assert table.take() == ["Everybody is here. Around the table: Ann, Bob, which is you, Cleo."]


def test_a_cheat_is_named_with_seat_and_reason(evening: Callable[..., Any]) -> None:
    table = evening("tonk")
    evidence = SimpleNamespace(seat=2, reason="its move is against the rules: You do not hold this card.")
    assert table.tell(Convicted(evidence)) == [  # type: ignore[arg-type]  # only these two are looked at
        "Seat 2, Cleo, broke the protocol: its move is against the rules: You do not hold this card.",
        "What convicts them is kept beside the table's transcript; fairdeal verify reads it.",
    ]
    assert table.tell(HandSealed(Sealed(0, None, (2, 2, -4), (2,)), table.match, (2, 2, -4))) == [
        "The hand is void. Convicted: Cleo (seat 2). Payments: Ann +2, Bob +2, Cleo -4."
    ]


def test_noise_says_nothing(evening: Callable[..., Any]) -> None:
    table = evening("tonk")
    assert table.tell(Ignored("bytes")) == table.tell(Behind()) == []


def test_after_the_last_hand_nobody_is_lost(evening: Callable[..., Any], deal: Callable[..., Any]) -> None:
    table = evening("tonk", natural_high="off", hands=1)
    table.begin(deal(("2C 5H 6H KD 9S", "3S 3D TC JC 8D", "4C 4D QS KS 9H"), "7D", 2), dealer=2)
    assert table.tell(PeerLost(1, "left the table")) == ["Bob has left the table."]
    assert table.tell(PeerLost(1, "left the table", 5.0))[1] == "The table ends in 5 seconds."
    table.play(0, "drop")
    table.seal()
    assert table.tell(PeerLost(1, "left the table")) == []


def test_debts_are_told_from_ones_own_side(evening: Callable[..., Any]) -> None:
    table = evening("tonk")
    for seat, lines in {
        0: ["You owe Cleo 3.", "Bob owes Cleo 1."],
        1: ["Ann owes Cleo 3.", "You owe Cleo 1."],
        2: ["Ann owes you 3.", "Bob owes you 1."],
    }.items():
        assert presenter.debts(Model(names=("Ann", "Bob", "Cleo"), seat=seat, ledger=(-3, -1, 4))) == lines
    assert presenter.debts(table.model) == ["Nobody owes anything."]


def test_what_is_proven_is_counted() -> None:
    kinds = ["agree", "commit", "shuffle", "shuffle", "mix", "move", "move", "shares", "result"]
    log = [SimpleNamespace(kind=kind) for kind in kinds]
    assert presenter.proof_lines(log, bytes.fromhex("ab" * 32), 1) == [  # type: ignore[arg-type]  # kinds are enough
        "Checked so far, by this computer: 2 shuffles, 1 batch of decryption shares, 1 mix of a hand, 2 moves, 1 seal, "
        "9 signatures.",
        "Hands sealed by all: 1. Log so far: abab abab abab abab.",
    ]


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["Ann", "Bob"], ("Ann", "Bob")),
        (["Ann", "ann", "Bob"], ("Ann (seat 0)", "ann (seat 1)", "Bob")),
        (["You", "Ann"], ("You (seat 0)", "Ann")),
        (["yOU", "you"], ("yOU (seat 0)", "you (seat 1)")),
        (["Yоu", "Ann"], ("Yоu (seat 0)", "Ann")),  # with a Cyrillic letter
        (["Ann", "Аnn", "Änn"], ("Ann (seat 0)", "Аnn (seat 1)", "Änn (seat 2)")),
        (["Bill", "BiII"], ("Bill (seat 0)", "BiII (seat 1)")),
        (["Ann (seat 1)", "Ann", "Ann"], ("Ann (seat 1) (seat 0)", "Ann (seat 1)", "Ann (seat 2)")),
        (["Your turn", "The table"], ("Your turn (seat 0)", "The table (seat 1)")),
        (["Nobody", "NOBODY."], ("Nobody (seat 0)", "NOBODY. (seat 1)")),
        (
            ["Ann says: no", "Ann. You win", "Ann, Bob"],
            ("Ann says: no (seat 0)", "Ann. You win (seat 1)", "Ann, Bob (seat 2)"),
        ),
        (["José", "J.R.", "O'Neil", "Mary-Ann", "李小龍"], ("José", "J.R.", "O'Neil", "Mary-Ann", "李小龍")),
    ],
)
def test_nobody_can_take_anothers_name(names: list[str], shown: tuple[str, ...]) -> None:
    assert display_names(names) == shown


def test_long_menus_are_cut_short_and_listed_on_demand(evening: Callable[..., Any], deal: Callable[..., Any]) -> None:
    from cli.words import Words
    from engine.contract import Move

    table = evening("tonk", natural_high="off")
    table.begin(deal(("2C 5H 6H KD 9S", "3S 3D TC JC 8D", "4C 4D QS KS 9H"), "7D", 2), dealer=2)
    view = table.model.view
    moves = [Move("play", (slot,)) for slot in range(30)]
    short = presenter.menu(Words(), view, moves)
    assert len(short) == 2
    assert short[0].endswith(", and 14 more.")
    assert short[1] == "Type more to see all, or name the cards."
    [everything] = presenter.menu(Words(), view, moves, everything=True)
    assert everything.endswith(", 30.")


def used_keys() -> Iterator[str]:
    """Every key that the program says."""
    import ast
    from pathlib import Path

    for path in Path(sentences.__file__).parent.rglob("*.py"):
        text = path.read_text()
        if "from cli.sentences import" not in text and path != Path(sentences.__file__):
            continue  # it says things from a table of its own
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
                for part in ast.walk(node.args[0]):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        yield part.value


def test_lines_are_told_when_they_change(evening: Callable[..., Any]) -> None:
    table = evening("tonk")
    assert table.tell(LineChanged(1, Line.QUIET)) == ["Nothing is heard of Bob at the moment."]
    assert table.tell(LineChanged(1, Line.DIRECT)) == ["Bob is heard again."]
    assert table.tell(LineChanged(1, Line.RELAYED)) == ["Bob is reached through the others now."]
    assert table.tell(LineChanged(1, Line.DIRECT)) == []


def test_a_lost_line_says_how_long_it_is_waited_for(evening: Callable[..., Any]) -> None:
    told = evening("tonk").tell(PeerLost(1, "the connection was closed", 15.0))
    assert told == [
        "The line to Bob is lost: the connection was closed.",
        "The table ends in 15 seconds unless it comes back.",
    ]


def test_readers_of_the_terms_are_told_as_they_come() -> None:
    one = "Somebody is reading the terms of your table and has not sat down yet."
    two = "2 players are reading the terms of your table and have not sat down yet."
    assert presenter.lines(Model(), Reading(1)) == [one]
    assert presenter.lines(Model(reading=1), Reading(2)) == [two]
    assert presenter.lines(Model(reading=2), Reading(1)) == []


def test_every_sentence_that_is_said_exists() -> None:
    known = set(sentences.SENTENCES)
    odd = {key for key in used_keys() if key not in known}
    assert odd <= {"measured "}
    assert known - set(used_keys()) == {key for key in known if key.startswith("measured ")} | KEYS_IN_VARIABLES


KEYS_IN_VARIABLES = {"you owe", "owes you", "owes", "line direct", "line relayed", "line quiet"}
"""Chosen a line before they are said."""


def test_a_table_closed_without_a_cheat_does_not_say_that_all_signed(evening: Callable[..., Any]) -> None:
    table = evening("tonk")
    void = HandSealed(Sealed(0, None, (2, -4, 2), (1,), counts=False), table.model.terms.match(3), (2, -4, 2))
    table.tell(void)
    (told,) = table.tell(Closed(table.model.match, (2, -4, 2), b"\7" * 32))
    assert told.startswith("The table is closed. All but Bob have signed the same log")
