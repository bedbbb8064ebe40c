"""A person at a table: what typed lines do, and what is printed, with a table whose events the test makes."""

import io
from collections.abc import AsyncGenerator, Callable
from typing import Any

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from cli.console import Console
from cli.sentences import COMMANDS
from cli.session import DOERS, Session
from engine.contract import GO_ON, IllegalMove, Move
from p2p.events import Arrived, Chat, Ended, Listening, PeerBack, PeerLost
from protocol.events import Acting, Closed, Shuffling

HANDS = ("2C 5H 6H KD 9S", "3S 3D TC JC 8D", "4C 4D QS KS 9H")


class FakeConsole(Console):
    """Lines come from the test and go to it."""

    def __init__(self) -> None:
        self.out = io.StringIO()
        super().__init__(self.out, None, interactive=False)
        self.put, self._typed = trio.open_memory_channel[str](100)

    async def lines(self) -> AsyncGenerator[str, None]:
        async for line in self._typed:
            yield line


class FakeSitting:
    """A table that only records what the player does there."""

    machine = None

    def __init__(self) -> None:
        self.put, self.events = trio.open_memory_channel[Any](100)
        self.chosen: list[Move] = []
        self.said: list[str] = []
        self.left = False
        self.check: Callable[[Move], None] = lambda _: None

    async def choose(self, move: Move) -> None:
        await trio.lowlevel.checkpoint()
        self.check(move)
        self.chosen.append(move)

    async def say(self, text: str) -> None:
        await trio.lowlevel.checkpoint()
        self.said.append(text)

    def leave(self) -> None:
        self.left = True


class Player:
    """A session under test."""

    def __init__(self, table: Any, nursery: trio.Nursery, computer: Any = None) -> None:
        self.table = table
        self.console = FakeConsole()
        self.sitting = FakeSitting()
        self.session = Session(self.sitting, self.console, computer=computer)  # type: ignore[arg-type]  # a stand-in
        self.session.model = table.model
        self.result: list[str] = []
        self.cursor = 0
        nursery.start_soon(self._run)

    async def _run(self) -> None:
        self.result.append(await self.session.run())

    async def sees(self, *events: Any) -> list[str]:
        for event in events:
            await self.sitting.put.send(event)
        return await self.printed()

    async def types(self, *lines: str) -> list[str]:
        for line in lines:
            await self.console.put.send(line)
        return await self.printed()

    async def printed(self) -> list[str]:
        await wait_all_tasks_blocked()
        text = self.console.out.getvalue()
        fresh, self.cursor = text[self.cursor :], len(text)
        return fresh.splitlines()

    def asked(self, seat_moves: Any = None) -> Acting:
        """The event that asks the player for a move."""
        table = self.table
        event = Acting(table.hand, table.state, dict(table.known), bool(seat_moves), seat_moves or {})
        table.model = self.session.model
        return event


@pytest.fixture
def table(evening: Callable[..., Any], deal: Callable[..., Any]) -> Any:
    made = evening("tonk", natural_high="off")
    made.begin(deal(HANDS, "7D 7H 3H 8H", 2), dealer=2)
    return made


async def test_a_turn_is_asked_and_answered_by_number(table: Any, nursery: trio.Nursery) -> None:
    player = Player(table, nursery)
    assert await player.sees(player.asked()) == [
        "It is your turn.",
        "Your hand: 2C 5H 6H 9S KD; 32 points.",
        "Top of the pile: 7D.",
        "Stock: 36 cards.",
        "1 Draw from the stock.",
        "2 Take 7D from the pile.",
        "3 Drop, with 32 points.",
    ]
    assert await player.types("4", "0") == [
        "There is no move number 4; there are 1 to 3.",
        "There is no move number 0; there are 1 to 3.",
    ]
    assert await player.types("2") == []
    assert player.sitting.chosen == [Move("draw", value="discard")]


async def test_a_move_is_made_once(table: Any, nursery: trio.Nursery) -> None:
    player = Player(table, nursery)
    await player.sees(player.asked())
    assert await player.types("draw stock", "draw stock", "1") == ["It is not your turn.", "It is not your turn."]
    assert player.sitting.chosen == [Move("draw", value="stock")]


async def test_refusals_are_the_engines_sentences(table: Any, nursery: trio.Nursery) -> None:
    player = Player(table, nursery)
    await player.sees(player.asked())

    def refuse(move: Move) -> None:
        raise IllegalMove("Not like that, {name}.", name="Ann")

    player.sitting.check = refuse
    assert await player.types("drop") == ["Not like that, Ann."]
    player.sitting.check = lambda _: None
    assert await player.types("3") == []
    assert player.sitting.chosen == [Move("drop")]


async def test_nothing_can_be_played_out_of_turn(table: Any, nursery: trio.Nursery) -> None:
    player = Player(table, nursery)
    assert await player.types("1", "draw stock", "drop", "moves", "hlep", "xyzzy", "") == [
        "It is not your turn.",
        "It is not your turn.",
        "It is not your turn.",
        "It is not your turn.",
        "There is no command 'hlep'; did you mean help?",
        "There is no command 'xyzzy'; type help for those there are.",
    ]
    assert player.sitting.chosen == []


async def test_an_empty_line_does_nothing_in_ones_own_turn(table: Any, nursery: trio.Nursery) -> None:
    player = Player(table, nursery)
    await player.sees(player.asked())
    assert await player.types("", "  ") == []
    assert player.sitting.chosen == []


async def test_commands_at_any_time(table: Any, nursery: trio.Nursery) -> None:
    player = Player(table, nursery)
    assert await player.types("hand") == ["Your hand: 2C 5H 6H 9S KD; 32 points."]
    assert (await player.types("table"))[0] == "Cleo deals."
    assert await player.types("sort suit") == ["Hands are sorted by suit.", "Your hand: 2C KD 5H 6H 9S; 32 points."]
    assert await player.types("sort colour") == ["Hands can be sorted by rank, suit."]
    assert await player.types("scores") == ["There are no cards yet."]
    assert await player.types("proof") == ["Nothing has been dealt yet, so nothing is proven yet."]
    assert [line[:11] for line in await player.types("who")] == ["Seat 0: Ann", "Seat 1: Bob", "Seat 2: Cle"]
    rules = await player.types("rules")
    assert rules[:2] == [
        "Tonk for 3 players, at a stake of 1, until somebody leaves.",
        "Rules: classic, but natural_high = off.",
    ]
    helped = await player.types("?")
    assert helped == ["Nothing is awaited from you now. Commands:", *COMMANDS.values()]
    await player.sees(player.asked())
    assert "drop: end the hand; your count against everybody's." in await player.types("help")


async def test_more_and_moves_list_again(table: Any, nursery: trio.Nursery) -> None:
    player = Player(table, nursery)
    await player.sees(player.asked())
    listed = ["1 Draw from the stock.", "2 Take 7D from the pile.", "3 Drop, with 32 points."]
    assert await player.types("moves") == listed
    assert await player.types("more") == listed


async def test_chat(table: Any, nursery: trio.Nursery) -> None:
    player = Player(table, nursery)
    assert await player.types("say well played, all", "say") == ["Say what? For example: say well played"]
    assert player.sitting.said == ["well played, all"]
    assert await player.sees(Chat(1, "thanks"), Chat(0, "well played, all")) == ["Bob says: thanks"]


async def test_leave_waits_for_the_seal_and_quit_asks_once(table: Any, nursery: trio.Nursery) -> None:
    player = Player(table, nursery)
    assert await player.types("leave") == ["You leave after this hand."]
    assert player.sitting.left
    assert player.result == []
    [warning] = await player.types("quit")
    assert warning.startswith("The hand is not over")
    await player.types("hand")
    assert await player.types("quit") == [warning]
    await player.types("quit")
    assert player.result == ["You left the table before it had ended."]


async def test_the_end_of_the_input_leaves(table: Any, nursery: trio.Nursery) -> None:
    player = Player(table, nursery)
    await player.console.put.aclose()
    await player.printed()
    assert player.result == ["The input has ended, so you left the table."]


async def test_the_end_of_the_input_leaves_a_computer_alone(table: Any, nursery: trio.Nursery) -> None:
    computer = FakeComputer(Move("draw", value="stock"))
    player = Player(table, nursery, lambda game: computer)
    await player.console.put.aclose()
    assert await player.sees(player.asked()) == []
    assert player.sitting.chosen == [Move("draw", value="stock")]
    assert await player.sees(Ended(well=True, reason="")) == []
    assert player.result == [""]


class FakeComputer:
    def __init__(self, move: Move) -> None:
        self.move = move

    async def choose(self, acting: Acting, seat: int) -> Move:
        await trio.lowlevel.checkpoint()
        return self.move


async def test_a_computer_in_ones_seat_leaves_no_moves_to_the_player(table: Any, nursery: trio.Nursery) -> None:
    player = Player(table, nursery, lambda game: FakeComputer(Move("drop")))
    await player.sees(player.asked())
    assert await player.types("1", "hand") == ["It is not your turn.", "Your hand: 2C 5H 6H 9S KD; 32 points."]
    assert player.sitting.chosen == [Move("drop")]


async def test_moments_out_of_turn(
    evening: Callable[..., Any], deal: Callable[..., Any], nursery: trio.Nursery
) -> None:
    table = evening("tonk", natural_high="off", drop_when="any_time", seat=1)
    table.begin(deal(HANDS, "7D 7H 3H 8H", 2), dealer=2)
    table.play_all({})
    player = Player(table, nursery)
    draw = Move("draw", value="discard")
    told = [
        "Ann takes 7D from the pile.",
        "You may act now, out of turn; an empty line lets the moment pass.",
        "1 Go on.",
        "2 Drop, with 34 points.",
    ]
    assert await player.sees(player.asked({0: draw})) == told
    await player.types("")
    assert player.sitting.chosen == [GO_ON]
    table.play_all({0: draw, 1: GO_ON, 2: GO_ON})
    table.model = player.session.model
    await player.sees(table_event(table))
    assert await player.types("skip") == [
        "You let every moment pass until the end of this hand; type ask to be asked again."
    ]
    discard = table.move(0, "discard", "KD")
    table.known |= {slot: table.faces[slot] for slot in discard.shows}
    assert await player.sees(player.asked({0: discard})) == ["Ann discards KD."]
    assert player.sitting.chosen == [GO_ON, GO_ON]
    await player.types("ask")
    table.play_all({0: discard, 1: GO_ON, 2: GO_ON})
    assert (await player.sees(table_event(table), player.asked()))[-1] == "3 Drop, with 34 points."


def table_event(table: Any) -> Any:
    from protocol.events import Happened

    return Happened(table.hand, {}, table.state, dict(table.known))


async def test_forced_moves_are_made_without_asking(
    evening: Callable[..., Any], deal: Callable[..., Any], nursery: trio.Nursery
) -> None:
    table = evening("tonk")
    table.begin(deal(HANDS, "7D", 2), dealer=2)
    player = Player(table, nursery)
    assert await player.sees(player.asked()) == []
    assert [move.kind for move in player.sitting.chosen] == ["pass"]


async def test_a_free_choice_is_asked_even_if_there_is_only_one(
    evening: Callable[..., Any], deal: Callable[..., Any], nursery: trio.Nursery
) -> None:
    table = evening("tonk", natural_declare="optional")
    table.begin(deal(HANDS, "7D", 2), dealer=2)
    player = Player(table, nursery)
    assert (await player.sees(player.asked()))[-1] == "1 Play on."
    assert player.sitting.chosen == []


async def test_lost_and_back_and_the_bad_end(table: Any, nursery: trio.Nursery) -> None:
    player = Player(table, nursery)
    assert await player.sees(PeerLost(1, "it was silent for 20 s.")) == [
        "The line to Bob is lost: it was silent for 20 s."
    ]
    assert await player.sees(PeerBack(1)) == ["Bob is back."]
    await player.sees(Ended(well=False, reason="Bob is gone, and the hand cannot be finished."))
    assert player.result == ["Bob is gone, and the hand cannot be finished."]


async def test_the_good_end_says_who_owes_whom(table: Any, nursery: trio.Nursery) -> None:
    player = Player(table, nursery)
    closed = Closed(table.match, (3, -1, -2), bytes(range(32)))
    assert await player.sees(closed, Ended(well=True, reason="The table is closed.")) == [
        "The table is closed. All have signed the same log; compare its fingerprint: 0001 0203 0405 0607.",
        "Bob owes you 1.",
        "Cleo owes you 2.",
    ]
    assert player.result == [""]


async def test_a_table_that_breaks_down_ends_badly(table: Any, nursery: trio.Nursery) -> None:
    player = Player(table, nursery)
    await player.sitting.put.aclose()
    await player.printed()
    assert player.result == ["The table ended unfinished."]


async def test_the_invite_code_goes_to_whoever_asks_for_it(nursery: trio.Nursery) -> None:
    sitting, codes = FakeSitting(), list[str]()
    console = FakeConsole()
    for invite in (codes.append, None):
        session = Session(sitting, console, invite=invite)  # type: ignore[arg-type]  # a stand-in
        await session._handle(Listening("ABCDE-FGHJK"))
    assert codes == ["ABCDE-FGHJK"]
    assert "\nABCDE-FGHJK\n" in console.out.getvalue()


async def test_before_the_table_is_full(nursery: trio.Nursery) -> None:
    class Empty:
        from cli.model import Model

        model = Model()

    player = Player(Empty(), nursery)
    assert await player.sees(Arrived("Ann", b"a", 1, 3), Arrived("Bob", b"b", 2, 3)) == ["Bob is here: 2 of 3."]
    assert await player.types("table", "who", "rules", "hand", "drop") == [
        "The table is not full yet: 2 of 3 are here.",
        "The table is not full yet: 2 of 3 are here.",
        "The table is not full yet: 2 of 3 are here.",
        "There are no cards yet.",
        "There is no command 'drop'; type help for those there are.",
    ]
    await player.types("quit")
    assert player.result == ["You left the table before it had ended."]


async def test_progress_is_told_only_if_a_shuffle_takes_long(
    table: Any, nursery: trio.Nursery, autojump_clock: Any
) -> None:
    player = Player(table, nursery)
    assert await player.sees(Shuffling(1, 0, 6), Shuffling(1, 1, 6), Shuffling(1, 2, 6)) == []
    await trio.sleep(0.5)
    assert await player.sees(Shuffling(1, 3, 6), Shuffling(1, 4, 6)) == ["Shuffling: 3 of 6 steps."]
    await trio.sleep(0.5)
    assert await player.sees(Shuffling(2, 0, 6), Shuffling(2, 1, 6)) == []


def test_every_command_is_explained_and_does_something() -> None:
    assert set(DOERS) == set(COMMANDS)
