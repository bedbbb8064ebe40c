"""A person at a table, line by line: events become lines, typed lines become moves and commands."""

from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

import trio

from cli import presenter
from cli.awaited import step_awaited
from cli.company import Company
from cli.computer import Computer, make_move
from cli.console import Console
from cli.model import Model, after
from cli.player import Player
from cli.quiet import Quiet
from cli.sentences import say
from cli.timing import NOTHING, Stopwatch, of_the_clock
from engine.contract import GO_ON, Seat
from p2p.events import Arrived, Chat, Ended, Invited, LineChanged, Listening, Reading, TableEvent
from p2p.sitting import Sitting
from protocol.events import Acting, HandSealed, Happened, MatchOver, Shuffling
from protocol.terms import Terms

MOST_MOVES = 400
"""So many legal moves are numbered; others have to be typed."""
TICK = 0.5
"""Seconds between two looks at the clock."""
SILENCE = 0.3
"""Seconds for which a shuffle may go on before its progress is told."""
PROGRESS = 3.0
"""Seconds between two lines about the progress of a shuffle."""


@dataclass(frozen=True)
class Typed:
    """A line that the player typed."""

    text: str


class InputEnded:
    """The player's input has ended."""


Item: TypeAlias = TableEvent | Typed | InputEnded


class Session(Player):
    """One player's evening at one table."""

    def __init__(
        self,
        sitting: Sitting,
        console: Console,
        *,
        computer: Callable[[str], Computer] | None = None,
        company: Company | None = None,
        solo: bool = False,
        opens: tuple[Terms, int] | None = None,
        asks: bool = False,
        seen_as: str = "",
    ) -> None:
        """With `computer`, which makes one for a game, a computer plays this seat.

        `company` are the computer players at one's own table; where one plays `solo`, nobody else is invited. `opens`
        are the terms and the number of seats of one's own table. With `asks` the player has to accept the terms of
        the table that was joined. `seen_as` is a name that the player does not know to have: it is told.
        """
        model = Model() if opens is None else Model(terms=opens[0], seats=opens[1])
        super().__init__(sitting, console, model, auto=computer is not None, asks=asks)
        self._make_computer = computer
        self._computer: Computer | None = None
        self._company = company
        self._solo = solo
        self._seen_as = seen_as
        self._quiet = Quiet(self._nothing_happens)
        self._waiting: tuple[Seat, ...] = ()
        """Whom the table waits for, as last told without being asked."""
        self._shuffling = (-1, 0.0)
        """The hand whose shuffle was seen last, and when its progress is to be told."""
        self._nursery: trio.Nursery | None = None

    # -- running -------------------------------------------------------------------------------------------

    async def run(self) -> str:
        """Play until the table has ended or the player has left; why it did not end well, or nothing."""
        if self.model.genesis is None:
            self._welcome()
        put, items = trio.open_memory_channel[Item](0)
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            nursery.start_soon(self._bring_events, put.clone())
            nursery.start_soon(self._bring_lines, put)
            nursery.start_soon(self._quiet.watch)
            nursery.start_soon(self._watch_clock)
            while not self._over.is_set():
                await self._handle(await items.receive())
            nursery.cancel_scope.cancel()
        if self.model.match is not None:
            self._write(presenter.debts(self.model))
        self._console.end()
        return self._reason

    async def _bring_events(self, put: "trio.MemorySendChannel[Item]") -> None:
        async for event in self._sitting.events:
            await put.send(event)
        # Ended is the last event; without it the table broke down.
        await put.send(Ended(well=False, reason=say("ended badly")))

    async def _bring_lines(self, put: "trio.MemorySendChannel[Item]") -> None:
        async with aclosing(self._console.lines()) as lines:
            async for line in lines:
                await put.send(Typed(line))
        if not self._auto:
            await put.send(InputEnded())

    def _welcome(self) -> None:
        """What is played at one's own table, and how to find out more."""
        terms = self.model.terms
        if terms is not None:
            self._write(presenter.terms_lines(terms, self.model.seats))
            self._greet()

    def _greet(self) -> None:
        if self._seen_as:
            self._write([say("seen as", name=self._seen_as)])
        if not self._auto:
            self._write([say("greeting")])

    def _nothing_happens(self) -> None:
        """Say whom the table waits for, once for each step that takes long."""
        seats = self._awaited()
        if seats and self.model.seat not in seats and seats != self._waiting:
            self._write([presenter.waiting(self.model, seats)])
            self._waiting = seats

    async def _watch_clock(self) -> None:
        """Say when the time for a move is nearly or wholly over, where the terms have a clock."""
        watch, before = Stopwatch(), NOTHING
        while True:
            await trio.sleep(TICK)
            machine, now = self._sitting.machine, trio.current_time()
            if machine is not None:
                watch = watch.look(step_awaited(machine.table), now)
                time = watch.read(now)
                said = of_the_clock(self.model, before, time, asked=self._asked, solo=self._solo)
                before = time
                if said:
                    self._write([said])
                    if self._questioned:
                        self._console.prompt()

    async def _handle(self, item: Item) -> None:
        if not isinstance(item, Chat | LineChanged):
            # Whoever holds up the table does not hide it by talking.
            self._quiet.stir()
        if isinstance(item, Typed):
            await self._obey(item.text.strip())
        elif isinstance(item, InputEnded):
            self._leave(say("input ended unaccepted" if self._accepting else "input ended"))
        else:
            await self._see(item)
        if self._questioned and not self._over.is_set():
            self._console.prompt()

    # -- events --------------------------------------------------------------------------------------------

    async def _see(self, event: TableEvent) -> None:
        if isinstance(event, Listening) and self._company is not None:
            self._company.seat_expected(event.code)
            if self._solo:
                return
        if self._shows(event):
            self._console.write(presenter.lines(self.model, event), quoted=isinstance(event, Chat))
        self.model = after(self.model, event)
        if isinstance(event, Happened):
            self._waiting = ()
        if isinstance(event, Acting):
            await self._act(event)
        elif isinstance(event, Invited):
            self._invited()
        elif isinstance(event, MatchOver):
            await self._match_over()
        elif isinstance(event, Shuffling):
            self._tell_progress(event)
        elif isinstance(event, HandSealed):
            self._skipping = False
        elif isinstance(event, Ended):
            self._ended(event)

    def _shows(self, event: TableEvent) -> bool:
        """Whether the player is told of this: not of computer players coming in, nor of muted chat."""
        if isinstance(event, Arrived | Reading):
            return not self._solo
        return not isinstance(event, Chat) or self._hears(event)

    def _hears(self, event: Chat) -> bool:
        """Whether the player is shown this line."""
        if not event.text.strip():
            return False
        self._ears, heard = self._ears.hear(event.seat, trio.current_time())
        if heard.too_much:
            self._write([say("chat too much", name=self.model.names[event.seat])])
        return heard.told

    def _invited(self) -> None:
        self._greet()
        if self._accepting:
            self._write([say("accept")])

    def _ended(self, event: Ended) -> None:
        if event.well:
            self._leave("")
            return
        seats = self._awaited()
        if seats and not self.model.lost:  # the reason names who is lost
            self._write([presenter.waited(self.model, seats)])
        self._leave(event.reason or say("ended badly"))

    async def _match_over(self) -> None:
        if self._auto:
            # With a number of hands agreed the table goes on until they are played.
            terms = self.model.terms
            await self._sitting.rematch(again=terms is not None and terms.hands is not None)
            return
        self._deciding = True
        self._write([say("match over")])

    def _tell_progress(self, event: Shuffling) -> None:
        now = trio.current_time()
        hand, due = self._shuffling
        if event.hand != hand:
            self._shuffling = (event.hand, now + SILENCE)
        elif now > due:
            self._shuffling = (hand, now + PROGRESS)
            self._write([presenter.progress(event)])

    async def _act(self, acting: Acting) -> None:
        self._moves = []
        if self._make_computer is not None:
            assert self._nursery is not None  # noqa: S101 - events come while `run` does
            self._computer = self._computer or self._make_computer(self._view().rules.name)
            self._nursery.start_soon(self._let_computer_move, self._computer, acting)
            return
        view = self._view()
        if acting.watching and self._skipping:
            await self._make(GO_ON)
            return
        moves = list(islice(view.rules.legal(view.state, self.model.seat, view.faces), MOST_MOVES))
        if len(moves) == 1 and self.model.words.automatic(view.state, self.model.seat):
            await self._make(moves[0])
            return
        self._moves = presenter.in_order(self.model.words, view, moves)
        self._write([say("watching")] if acting.watching else self.model.words.turn(view))
        self._write(presenter.menu(self.model.words, view, self._moves))

    async def _let_computer_move(self, computer: Computer, acting: Acting) -> None:
        await make_move(self._sitting, acting, await computer.choose(acting, self.model.seat))
