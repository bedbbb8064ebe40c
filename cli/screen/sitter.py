"""A person at a full-screen table: events and keys become desks, desks are shown, and what follows is done."""

from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import inf
from typing import Any, NamedTuple, TypeAlias

import trio

from cli.awaited import step_awaited
from cli.company import Company
from cli.computer import Computer, make_move
from cli.language import refusal, retold
from cli.screen.app import Click, Input_, Resized, Screen
from cli.screen.desk import (
    Call,
    Copy,
    Desk,
    Effect,
    Join,
    Keep,
    Leave,
    LeaveLater,
    Make,
    Pause,
    Redraw,
    Rematch,
    Say,
    SeatComputer,
    Suspend,
)
from cli.screen.keys import click, press
from cli.screen.line import Key
from cli.screen.look import theme
from cli.screen.proofs import Counting
from cli.screen.seeing import Accepted, Due, Refused, Seen, Sent, Slow, see, waiting
from cli.screen.sentences import tell
from cli.screen.settings import SPEEDS, Settings
from cli.screen.view import draw
from cli.sentences import say
from cli.timing import Stopwatch
from engine.contract import IllegalMove
from p2p.events import Ended, Listening, PeerBack, PeerLost, TableEvent
from p2p.home import HomeError
from p2p.sitting import Sitting
from protocol.events import Acting

MOMENT = 0.3
"""Seconds after which it is said what is waited for."""
BLINK = 0.4
"""Seconds that it takes to see that a panel has come up."""
WINDOW = 3.0
"""Seconds after which all answer, where speed could say something of a hand."""
PREPARED_PAUSE = 1.0
"""Seconds between one's turn and a prepared move: the same always, and time to take it back."""


class Pressed(NamedTuple):
    """What the player has done since the last look, in order."""

    inputs: tuple[Input_, ...]


class Rested(NamedTuple):
    """What was completed has been shown for long enough."""


Item: TypeAlias = Seen | Pressed | Rested


class Sitter:
    """One player's evening at one table, on a screen."""

    def __init__(
        self,
        sitting: Sitting,
        screen: Screen,
        desk: Desk,
        *,
        keep: Callable[[Settings], None],
        computer: Callable[[str], Computer] | None = None,
        company: Company | None = None,
    ) -> None:
        """`keep` stores settings. With `computer`, which makes one for a game, a computer plays this seat.

        `company` are the computer players at one's own table: at a solo desk nobody else is invited.
        """
        self.desk = replace(desk, size=screen.size)
        self._sitting = sitting
        self._screen = screen
        self._keep = keep
        self._make_computer = computer
        self._computer: Computer | None = None
        self._company = company
        self._counting = Counting()
        self._put, self._items = trio.open_memory_channel[Item](0)
        self._left: str | None = None
        self._titled = ""
        self._watch = Stopwatch()
        self._held: deque[TableEvent] = deque()
        """Events that wait until what was completed has been looked at."""
        self._rests_until = -inf
        self._fresh_until = -inf

    async def run(self) -> str:
        """Stay until the player leaves; why it did not end well, or nothing."""
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            for bring in (self._bring_events, self._bring_inputs, self._bring_time):
                nursery.start_soon(bring)
            self._show()
            while self._left is None:
                item = await self._items.receive()
                self._take(item)
                self._show(answer=isinstance(item, Pressed))
            nursery.cancel_scope.cancel()
        self.desk = replace(self.desk, panel=None, entry=None).told("news", tell("going"))
        self._show()
        return self._left

    # -- what comes in -------------------------------------------------------------------------------------

    async def _bring_events(self) -> None:
        ended = False
        async for event in self._sitting.events:
            ended = ended or isinstance(event, Ended)
            await self._put.send(event)
        if not ended:
            await self._put.send(Ended(well=False, reason=say("ended badly")))

    async def _bring_inputs(self) -> None:
        """All at once that are there: on a busy table each turn of the loop takes a while."""
        inputs = self._screen.inputs
        async for item in inputs:
            items = [item]
            with suppress(trio.WouldBlock):
                while True:
                    items.append(inputs.receive_nowait())
            await self._put.send(Pressed(tuple(items)))

    async def _bring_time(self) -> None:
        """Say so if the same thing is waited for at two looks."""
        before = ""
        while True:
            await trio.sleep(MOMENT)
            await self._tell_time()
            now = waiting(self.desk)
            if now and now == before and not self.desk.slow:
                await self._put.send(Slow())
            before = now

    async def _tell_time(self) -> None:
        """Say who is awaited and for how long, whenever that looks different."""
        machine, now = self._sitting.machine, trio.current_time()
        if machine is None or self.desk.model.ended is not None:
            return
        self._watch = self._watch.look(step_awaited(machine.table), now)
        time = self._watch.read(now)
        if time != self.desk.time:
            await self._put.send(time)

    def _take(self, item: Item) -> None:
        if isinstance(item, Pressed):
            for one in item.inputs:
                for effect in self._press(one):
                    self._do(effect)
                if self._left is not None:
                    return
            if any(isinstance(one, Key | Click) for one in item.inputs):
                self._go_on()
        elif isinstance(item, Rested):
            if trio.current_time() >= self._rests_until:
                self._go_on()
        elif isinstance(item, TableEvent):
            self._held.append(item)
            if trio.current_time() >= self._rests_until:
                self._go_on()
        else:
            for effect in self._see(item):
                self._do(effect)

    def _go_on(self) -> None:
        """See what has been held back, up to the next thing that wants to be looked at."""
        self._rests_until = -inf
        while self._held and trio.current_time() >= self._rests_until:
            before = self.desk.view
            for effect in self._see(self._held.popleft()):
                self._do(effect)
            after, rest = self.desk.view, SPEEDS[self.desk.settings.speed].rest
            completed = before is not None and after is not None and self.desk.layout.completed(before, after)
            if completed and not self.desk.auto:
                self._rests_until = trio.current_time() + rest
                self._nursery.start_soon(self._rest, rest)

    async def _rest(self, seconds: float) -> None:
        await trio.sleep(seconds)
        await self._put.send(Rested())

    def _press(self, item: Input_) -> tuple[Effect, ...]:
        effects: tuple[Effect, ...] = ()
        if isinstance(item, Resized):
            self.desk = replace(self.desk, size=(item.width, item.height))
        elif isinstance(item, Click):
            self.desk, effects = click(self.desk, item.target)
        elif not self._answers_blindly(item):
            self.desk, effects = press(self.desk, item)
        return effects

    def _answers_blindly(self, key: Key) -> bool:
        """Whether a key would answer a panel that has come up by itself a moment ago: it was meant for the table."""
        answers = key.name == "enter" or key.text.isdecimal() or key.text == " "
        return answers and self.desk.entry is None and trio.current_time() < self._fresh_until

    def _see(self, event: Seen) -> tuple[Effect, ...]:
        if isinstance(event, Listening) and self._company is not None:
            self._company.seat_expected(event.code)
            if self.desk.solo:
                return ()
        if isinstance(event, PeerLost):
            self._watch = self._watch.lost(event.seat, trio.current_time() + event.grace)
        elif isinstance(event, PeerBack):
            self._watch = self._watch.back(event.seat)
        before = self.desk.panel
        self.desk, effects = see(self.desk, event)
        if self.desk.panel is not None and (before is None or before.kind != self.desk.panel.kind):
            self._fresh_until = trio.current_time() + BLINK
        machine = self._sitting.machine
        if machine is not None and isinstance(event, TableEvent):
            self.desk = replace(self.desk, proofs=self._counting.look(machine.table))
        if isinstance(event, Acting) and self._make_computer is not None and self.desk.model.terms is not None:
            self._computer = self._computer or self._make_computer(self.desk.model.terms.game)
            self._nursery.start_soon(self._let_computer_move, self._computer, event)
        return effects

    async def _let_computer_move(self, computer: Computer, acting: Acting) -> None:
        await make_move(self._sitting, acting, await computer.choose(acting, self.desk.model.seat))

    # -- what follows --------------------------------------------------------------------------------------

    def _do(self, effect: Effect) -> None:
        DOERS[type(effect)](self, effect)

    def _start(self, work: Callable[..., Awaitable[None]], *arguments: Any) -> None:
        self._nursery.start_soon(work, *arguments)

    def _leave(self, effect: Leave) -> None:
        self._left = effect.sentence

    def _seat_computer(self, *, more: bool) -> None:
        if self._company is not None and more:
            self._company.seat(self.desk.code)
        elif self._company is not None:
            self._company.unseat()

    def _keep_settings(self, settings: Settings) -> None:
        try:
            self._keep(settings)
        except HomeError as error:
            # No reason to leave the table: they last until it ends.
            self.desk = self.desk.told("warn", retold(str(error)))

    async def _make(self, effect: Make, acting: Acting | None) -> None:
        try:
            await self._sitting.choose(effect.move)
        except IllegalMove as illegal:
            await self._put.send(Refused(refusal(illegal.template, illegal.values)))
        else:
            await self._put.send(Accepted(acting))

    async def _pause(self, pause: Pause) -> None:
        await trio.sleep(WINDOW if pause.windowed else PREPARED_PAUSE)
        await self._put.send(Due(pause.acting))

    async def _say(self, text: str) -> None:
        await self._sitting.say(text)
        await self._put.send(Sent(text))

    def _call(self) -> None:
        if self.desk.settings.bell and not self.desk.watching:
            self._screen.bell()

    def _show(self, *, answer: bool = False) -> None:
        desk = self.desk
        self._screen.mouse = desk.settings.mouse
        picture = partial(draw, desk)
        self._screen.show(picture, theme(desk.settings.theme), answer=answer)
        if desk.settings.title:
            title = tell("title")
            if desk.asked:
                title = tell("title turn")
            elif desk.model.terms is not None and desk.model.genesis is not None:
                title = tell("title table", title=desk.model.terms.rules.title)
            if title != self._titled:
                self._titled = title
                self._screen.title(title)


DOERS: Mapping[type, Callable[[Sitter, Any], None]] = {
    Make: lambda sitter, effect: sitter._start(sitter._make, effect, sitter.desk.model.acting),
    Pause: lambda sitter, effect: sitter._start(sitter._pause, effect),
    Say: lambda sitter, effect: sitter._start(sitter._say, effect.text),
    Join: lambda sitter, _: sitter._start(sitter._sitting.accept),
    SeatComputer: lambda sitter, effect: sitter._seat_computer(more=effect.more),
    LeaveLater: lambda sitter, _: sitter._sitting.leave(),
    Rematch: lambda sitter, effect: sitter._start(partial(sitter._sitting.rematch, again=effect.again)),
    Leave: Sitter._leave,
    Keep: lambda sitter, effect: sitter._keep_settings(effect.settings),
    Call: lambda sitter, _: sitter._call(),
    Copy: lambda sitter, effect: sitter._screen.copy(effect.text),
    Suspend: lambda sitter, _: sitter._screen.suspend(),
    Redraw: lambda sitter, _: sitter._screen.redraw(),
}
"""By the type of an effect: what is done."""
