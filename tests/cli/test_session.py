"""A person at a table: what typed lines do, and what is printed, with a table whose events the test makes."""

import io
from collections.abc import AsyncGenerator, Callable
from types import SimpleNamespace
from typing import Any

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from cli.answers import ANSWERS
from cli.console import Console
from cli.ears import MOST_LINES, WITHIN
from cli.language import speaking
from cli.model import Model
from cli.player import DOERS
from cli.quiet import PATIENCE
from cli.sentences import COMMANDS
from cli.session import PROGRESS, Session
from engine.contract import GO_ON, IllegalMove, Move
from p2p.events import Arrived, Chat, Ended, Invited, Listening, PeerBack, PeerLost, Reading
from protocol.events import Acting, Closed, Shuffling

HANDS = ("2C 5H 6H KD 9S", "3S 3D TC JC 8D", "4C 4D QS KS 9H")
BIDDERS = (
    "2C 3C 4C 5C 6C 7C 8C 9C TC",
    "2D 3D 4D 5D 6D 7D 8D 9D TD",
    "2H 3H 4H 5H 6H 7H 8H 9H TH",
    "2S 3S 4S 5S 6S 7S 8S 9S TS",
)


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

    machine: Any = None

    def __init__(self) -> None:
        self.put, self.events = trio.open_memory_channel[Any](100)
        self.chosen: list[Move] = []
        self.said: list[str] = []
        self.left = False
        self.accepted = 0
        self.answers: list[bool] = []
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

    async def accept(self) -> None:
        await trio.lowlevel.checkpoint()
        self.accepted += 1

    async def rematch(self, *, again: bool) -> None:
        await trio.lowlevel.checkpoint()
        self.answers.append(again)

    def waits_for(self, *seats: int) -> None:
        """From now on the table waits for these seats."""
        lane = SimpleNamespace(hand=0, lane=0, step=0, waits_for=lambda: seats)
        self.machine = SimpleNamespace(
            table=SimpleNamespace(most_urgent=lambda: lane if seats else None, awaited=lambda: tuple(sorted(seats)))
        )


class Player:
    """A session under test."""

    def __init__(self, table: Any, nursery: trio.Nursery, computer: Any = None, **settings: Any) -> None:
        self.table = table
        self.console = FakeConsole()
        self.sitting = FakeSitting()
        sitting: Any = self.sitting
        self.session = Session(sitting, self.console, computer=computer, **settings)
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
    assert await player.types("scores") == ["No hand has been finished yet."]
    assert await player.types("proof") == ["Nothing has been dealt yet, so nothing is proven yet."]
    assert [line[:11] for line in await player.types("who")] == ["Seat 0: Ann", "Seat 1: Bob", "Seat 2: Cle"]
    rules = await player.types("rules")
    assert rules[:3] == [
        "Tonk for 3 players, at a stake of 1, until somebody leaves, without a clock.",
        "Rules: classic (the usual rules).",
        "House rule: high dealt hands that win (natural_high): off instead of 49_50.",
    ]
    helped = await player.types("?")
    assert helped == ["Nothing is awaited from you now. Commands:", *COMMANDS.values()]
    await player.sees(player.asked())
    assert "drop: end the hand; your count against everybody's." in await player.types("help")


async def test_what_was_probably_meant(table: Any, nursery: trio.Nursery) -> None:
    player = Player(table, nursery)
    assert await player.types("dorp", "rulse", "QH") == [
        "There is no command 'dorp'; did you mean drop?",
        "There is no command 'rulse'; did you mean rules?",
        "It is not your turn.",
    ]
    await player.sees(player.asked())
    assert await player.types("dorp", "rulse", "frobnicate", "QH") == [
        "There is no command 'dorp'; did you mean drop?",
        "There is no command 'rulse'; did you mean rules?",
        "There is no command 'frobnicate'; type help for those there are.",
        "Say also what to do with QH; type help for the commands.",
    ]
    assert player.sitting.chosen == []


async def test_the_prompt_comes_back_after_what_others_say(table: Any, nursery: trio.Nursery) -> None:
    player = Player(table, nursery)
    player.console._interactive = True
    assert (await player.sees(player.asked()))[-1] == "> "
    assert await player.sees(Chat(1, "hurry up")) == ["", "Bob says: hurry up", "> "]
    await player.types("hand")
    assert player.console.out.getvalue().endswith("\n> ")
    await player.types("1")
    assert await player.sees(Chat(1, "at last")) == ["", "Bob says: at last"]


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


@pytest.mark.parametrize("solo", [True, False])
async def test_computer_players_are_asked_in_and_friends_where_one_does_not_play_alone(solo: bool) -> None:
    codes: list[str] = []
    company = SimpleNamespace(seat_expected=codes.append)
    console, sitting = FakeConsole(), FakeSitting()
    session = Session(sitting, console, company=company, solo=solo)  # type: ignore[arg-type]  # stand-ins
    await session._handle(Listening("ABCDE-FGHJK"))
    assert codes == ["ABCDE-FGHJK"]
    assert ("\nABCDE-FGHJK\n" in console.out.getvalue()) is not solo


async def test_computer_players_come_without_a_word(nursery: trio.Nursery) -> None:
    player = Player(Fresh, nursery, solo=True)
    assert await player.sees(Arrived("You", b"y", 1, 3, own=True), Reading(1), Arrived("Ada", b"a", 2, 3)) == []


async def test_numbers_that_there_are_not(
    evening: Callable[..., Any], deal: Callable[..., Any], nursery: trio.Nursery
) -> None:
    table = evening("pitch", seats=4)
    table.begin(deal(BIDDERS, "", 3), dealer=3)
    player = Player(table, nursery)
    await player.sees(player.asked())
    assert await player.types("1") == ["There is no move number 1; there are 0, 4 to 11."]


async def test_before_the_table_is_full(nursery: trio.Nursery) -> None:
    class Empty:
        from cli.model import Model

        model = Model()

    player = Player(Empty(), nursery)
    assert await player.sees(Arrived("Ann", b"a", 1, 3, own=True), Arrived("Bob", b"b", 2, 3)) == [
        "Bob is here: 2 of 3."
    ]
    assert await player.types("table", "who", "rules", "hand", "drop") == [
        "The table is not full yet: 2 of 3 are here.",
        "The table is not full yet: 2 of 3 are here.",
        "The table is not full yet: 2 of 3 are here.",
        "There are no cards yet.",
        "There is no command 'drop'; type help for those there are.",
    ]
    assert await player.types("say hello") == ["The table is not full yet: 2 of 3 are here."]
    assert player.sitting.said == []
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
    assert await player.sees(Shuffling(1, 5, 6)) == []
    await trio.sleep(PROGRESS)
    assert await player.sees(Shuffling(1, 5, 6)) == ["Shuffling: 5 of 6 steps."]
    assert await player.sees(Shuffling(2, 0, 6), Shuffling(2, 1, 6)) == []


class Fresh:
    """Before a table is known."""

    model = Model()


def invited(table: Any) -> Invited:
    return Invited(table.model.terms, 3)


async def test_a_guest_sits_down_only_after_a_yes(table: Any, nursery: trio.Nursery) -> None:
    player = Player(Fresh, nursery, asks=True)
    assert await player.types("yes") == ["You are not being asked anything."]
    told = await player.sees(invited(table))
    assert told[0].startswith("Tonk for 3 players, at a stake of 1")
    assert told[-1] == "Do you sit down at this table? Type yes or no."
    assert (await player.types("rules"))[0] == told[0]
    assert player.sitting.accepted == 0
    assert await player.types("y") == ["You sit down; the game begins when everybody is here."]
    assert player.sitting.accepted == 1
    assert await player.types("yes") == ["You are not being asked anything."]
    assert player.sitting.accepted == 1
    assert player.result == []


async def test_a_guest_who_says_no_leaves(table: Any, nursery: trio.Nursery) -> None:
    player = Player(Fresh, nursery, asks=True)
    await player.sees(invited(table))
    await player.types("no")
    assert player.result == ["You did not sit down at this table."]
    assert player.sitting.accepted == 0


async def test_a_closed_input_is_no_yes(table: Any, nursery: trio.Nursery) -> None:
    player = Player(Fresh, nursery, asks=True)
    await player.sees(invited(table))
    await player.console.put.aclose()
    await player.printed()
    assert player.sitting.accepted == 0
    assert player.result == [
        "The input has ended before you accepted the terms, so you did not sit down; with --yes nobody is asked."
    ]


async def test_nobody_is_asked_who_need_not_be(table: Any, nursery: trio.Nursery) -> None:
    player = Player(Fresh, nursery)
    assert not [line for line in await player.sees(invited(table)) if line.endswith("yes or no.")]


async def test_ones_own_table_begins_with_what_is_played(table: Any, nursery: trio.Nursery) -> None:
    console, sitting = FakeConsole(), FakeSitting()
    session = Session(sitting, console, opens=(table.model.terms, 3))  # type: ignore[arg-type]  # a stand-in
    nursery.start_soon(session.run)
    await wait_all_tasks_blocked()
    first, *_, last = console.out.getvalue().splitlines()
    assert first.startswith("Tonk for 3 players, at a stake of 1")
    assert last == "Type help at any time to see what you can type."


async def test_whom_the_table_waits_for_is_told_once_it_takes_long(
    table: Any, nursery: trio.Nursery, autojump_clock: Any
) -> None:
    player = Player(table, nursery)
    player.sitting.waits_for(1)
    await trio.sleep(PATIENCE - 0.1)
    assert await player.printed() == []
    await trio.sleep(0.2)
    assert await player.printed() == ["Waiting for Bob."]
    await trio.sleep(5 * PATIENCE)
    await player.types("hand")
    await trio.sleep(5 * PATIENCE)
    assert await player.printed() == []  # still the same
    player.sitting.waits_for(1, 2)
    await player.sees(table_event(table))
    await trio.sleep(2 * PATIENCE)
    assert await player.printed() == ["Waiting for Bob and Cleo."]


async def test_ways_of_sorting_are_typed_in_the_players_language(table: Any, nursery: trio.Nursery) -> None:
    with speaking("es"):
        player = Player(table, nursery)
        for word in ("palo", "suit", "PALO"):
            (told, *_) = await player.types(f"sort {word}")
            assert "palo" in told
        (told,) = await player.types("sort colour")
        assert "palo" in told


async def test_a_clock_is_told_of_as_it_runs_out(
    evening: Callable[..., Any], deal: Callable[..., Any], nursery: trio.Nursery, autojump_clock: Any
) -> None:
    table = evening("tonk", natural_high="off", clock=30)
    table.begin(deal(("2C 5H 6H KD 9S", "3S 3D TC JC 8D", "4C 4D QS KS 9H"), "7D", 2), dealer=2)
    player = Player(table, nursery)
    await player.sees(player.asked())
    player.sitting.waits_for(0)
    await trio.sleep(19)
    assert not [line for line in await player.printed() if "seconds" in line or "time" in line]
    await trio.sleep(2)
    assert await player.printed() == ["10 seconds are left for your move."]
    await trio.sleep(20)
    assert await player.printed() == ["Your time is up. The others see it, and may go on waiting or leave."]
    player.sitting.waits_for(1, 2)
    await trio.sleep(29)
    assert not [line for line in await player.printed() if "time" in line]
    await trio.sleep(2)
    (told,) = [line for line in await player.printed() if "time" in line]
    assert told.startswith("The time of Bob and Cleo is up.")


async def test_talking_does_not_hide_who_holds_up_the_table(
    table: Any, nursery: trio.Nursery, autojump_clock: Any
) -> None:
    player = Player(table, nursery)
    player.sitting.waits_for(1)
    for _ in range(4):
        await trio.sleep(PATIENCE / 3)
        await player.sees(Chat(1, "A moment, please"))
    assert "Waiting for Bob." in player.console.out.getvalue()


async def test_nobody_is_told_to_wait_for_oneself(table: Any, nursery: trio.Nursery, autojump_clock: Any) -> None:
    player = Player(table, nursery)
    player.sitting.waits_for(0)
    await player.sees(player.asked())
    await trio.sleep(3 * PATIENCE)
    assert await player.printed() == []
    assert await player.types("wait") == ["Waiting for you."]
    player.sitting.waits_for(0, 1, 2)
    await player.types("hand")
    await trio.sleep(3 * PATIENCE)
    assert await player.printed() == []
    assert await player.types("wait") == ["Waiting for you, Bob and Cleo."]


async def test_a_program_at_work_is_not_its_player(table: Any, nursery: trio.Nursery) -> None:
    player = Player(table, nursery)
    assert await player.types("wait") == ["Nobody is waited for; the programs are at work."]
    player.sitting.waits_for(0)
    assert await player.types("wait") == ["Nobody is waited for; the programs are at work."]
    player.sitting.waits_for(0, 1)
    assert await player.types("wait") == ["Waiting for Bob."]


async def test_a_table_that_ends_badly_names_whom_all_waited_for(table: Any, nursery: trio.Nursery) -> None:
    player = Player(table, nursery)
    player.sitting.waits_for(2)
    ended = Ended(well=False, reason="The table cannot go on.")
    assert await player.sees(ended) == ["In the end everybody was waiting for Cleo."]
    assert player.result == ["The table cannot go on."]


async def test_nobody_is_blamed_for_whom_the_reason_names(table: Any, nursery: trio.Nursery) -> None:
    player = Player(table, nursery)
    player.sitting.waits_for(1, 2)
    await player.sees(PeerLost(2, "it was silent"))
    assert await player.sees(Ended(well=False, reason="Cleo is gone.")) == []


async def test_chat_can_be_muted(table: Any, nursery: trio.Nursery) -> None:
    player = Player(table, nursery)
    assert await player.types("mute bo", "mute dan") == [
        "Muted: Bob.",
        "Nobody else here is called 'dan'; type who for the names.",
    ]
    assert await player.sees(Chat(1, "hello"), Chat(2, "hello")) == ["Cleo says: hello"]
    assert await player.types("mute") == ["Muted: Bob and Cleo."]
    assert await player.sees(Chat(1, "hello"), Chat(2, "hello")) == []
    assert await player.types("unmute Bob") == ["No longer muted: Bob."]
    assert await player.sees(Chat(1, "hello"), Chat(2, "hello")) == ["Bob says: hello"]


async def test_chat_that_says_nothing_is_not_shown(table: Any, nursery: trio.Nursery) -> None:
    player = Player(table, nursery)
    assert await player.sees(Chat(1, ""), Chat(1, "   ")) == []


async def test_a_flood_of_chat_does_not_drown_the_table(table: Any, nursery: trio.Nursery, autojump_clock: Any) -> None:
    player = Player(table, nursery)
    shown = await player.sees(*[Chat(1, f"spam {n}") for n in range(90)])
    assert shown[:MOST_LINES] == [f"Bob says: spam {n}" for n in range(MOST_LINES)]
    assert shown[MOST_LINES:] == ["Bob says too much at once; the rest is not shown until it pauses."]
    assert await player.sees(Chat(2, "stop it")) == ["Cleo says: stop it"]
    await trio.sleep(WITHIN / 2)
    assert await player.sees(*[Chat(1, "spam")] * 90) == []
    await trio.sleep(WITHIN + 1)
    assert await player.sees(Chat(1, "sorry")) == ["Bob says: sorry"]


async def test_sorting_in_ones_turn_numbers_the_moves_anew(table: Any, nursery: trio.Nursery) -> None:
    player = Player(table, nursery)
    draw = Move("draw", value="stock")
    table.play_all({0: draw})
    await player.sees(table_event(table), player.asked())
    shown = await player.types("sort suit")
    assert shown[0] == "Hands are sorted by suit."
    cards = shown[1].removeprefix("Your hand: ").partition(";")[0].split()
    discards = next(line for line in shown if line.startswith("Discard: "))
    assert discards == f"Discard: {', '.join(f'{n} {card}' for n, card in enumerate(cards, 2))}."  # 1 is a spread
    await player.types("2")
    [made] = player.sitting.chosen
    assert [str(table.faces[slot]) for slot in made.shows] == [cards[0]]


def test_every_command_is_explained_and_does_something() -> None:
    assert set(DOERS) | set(ANSWERS) == set(COMMANDS)
    assert not set(DOERS) & set(ANSWERS)
