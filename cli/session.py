"""A person at a table, line by line: events become lines, typed lines become moves and commands."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, replace
from itertools import islice
from typing import TypeAlias

import trio

from cli import presenter
from cli.answers import ANSWERS, TAKE_WORDS, command_named
from cli.awaited import awaited
from cli.cards import is_card
from cli.computer import Computer, make_move
from cli.console import Console
from cli.ears import Ears
from cli.language import refusal, translated
from cli.model import Model, after
from cli.quiet import Quiet
from cli.sentences import COMMANDS, say
from cli.words import NotUnderstood, View
from cli.words.typed import nearest
from engine.contract import GO_ON, IllegalMove, Move, Seat
from p2p.events import Arrived, Chat, Ended, Invited, Listening, Reading, TableEvent
from p2p.sitting import Sitting
from protocol.events import Acting, HandSealed, Happened, MatchOver, Shuffling
from protocol.terms import Terms

MOST_MOVES = 400
"""So many legal moves are numbered; others have to be typed."""
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


class Session:
    """One player's evening at one table."""

    def __init__(
        self,
        sitting: Sitting,
        console: Console,
        *,
        computer: Callable[[str], Computer] | None = None,
        invite: Callable[[str], None] | None = None,
        opens: tuple[Terms, int] | None = None,
        asks: bool = False,
    ) -> None:
        """With `computer`, which makes one for a game, a computer plays this seat.

        `invite`, if given, gets the invite code in place of the player. `opens` are the terms and the number of seats
        of one's own table. With `asks` the player has to accept the terms of the table that was joined.
        """
        self.model = Model() if opens is None else Model(terms=opens[0], seats=opens[1])
        self._sitting = sitting
        self._console = console
        self._make_computer = computer
        self._computer: Computer | None = None
        self._invite = invite
        self._moves: list[Move] = []
        self._skipping = False
        self._quitting = False
        self._deciding = False
        """Whether the player is asked for another match."""
        self._accepting = asks
        """Whether the player has still to accept the terms."""
        self._ears = Ears()
        self._quiet = Quiet(self._nothing_happens)
        self._waiting: tuple[Seat, ...] = ()
        """Whom the table waits for, as last told without being asked."""
        self._shuffling = (-1, 0.0)
        """The hand whose shuffle was seen last, and when its progress is to be told."""
        self._over = trio.Event()
        self._reason = ""
        self._nursery: trio.Nursery | None = None

    @property
    def _auto(self) -> bool:
        return self._make_computer is not None

    @property
    def _asked(self) -> bool:
        """Whether a move of the player is awaited."""
        return self.model.acting is not None and not self._auto

    @property
    def _watching(self) -> bool:
        return self.model.acting is not None and self.model.acting.watching

    # -- running -------------------------------------------------------------------------------------------

    async def run(self) -> str:
        """Play until the table has ended or the player has left; why it did not end well, or nothing."""
        if self.model.genesis is None:
            self._greet()
        put, items = trio.open_memory_channel[Item](0)
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            nursery.start_soon(self._bring_events, put.clone())
            nursery.start_soon(self._bring_lines, put)
            nursery.start_soon(self._quiet.watch)
            while not self._over.is_set():
                await self._handle(await items.receive())
            nursery.cancel_scope.cancel()
        if self.model.match is not None:
            self._write(presenter.debts(self.model))
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

    def _greet(self) -> None:
        """What is played at one's own table, and how to find out more."""
        terms = self.model.terms
        if terms is not None:
            self._write(presenter.terms_lines(terms, self.model.seats))
            self._write([] if self._auto else [say("greeting")])

    def _awaited(self) -> tuple[Seat, ...]:
        """The seats that the table waits for; oneself only if it is the player who is awaited, not the program."""
        machine = self._sitting.machine
        seats = () if machine is None else awaited(machine.table)
        return tuple(seat for seat in seats if seat != self.model.seat or self._asked or self._deciding)

    def _nothing_happens(self) -> None:
        """Say whom the table waits for, once for each step that takes long."""
        seats = self._awaited()
        if seats and self.model.seat not in seats and seats != self._waiting:
            self._write([presenter.waiting(self.model, seats)])
            self._waiting = seats

    async def _handle(self, item: Item) -> None:
        self._quiet.stir()
        if isinstance(item, Typed):
            await self._obey(item.text.strip())
        elif isinstance(item, InputEnded):
            self._leave(say("input ended unaccepted" if self._accepting else "input ended"))
        else:
            await self._see(item)
        questioned = self._asked or self._deciding or (self._accepting and self.model.terms is not None)
        if questioned and not self._over.is_set():
            self._console.prompt()

    def _leave(self, reason: str) -> None:
        self._reason = reason
        self._over.set()

    # -- events --------------------------------------------------------------------------------------------

    async def _see(self, event: TableEvent) -> None:
        if isinstance(event, Listening) and self._invite is not None:
            self._invite(event.code)
            return
        if self._shows(event):
            self._write(presenter.lines(self.model, event))
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
            return self._invite is None
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
        if not self._auto:
            self._write([say("greeting")])
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

    def _view(self) -> View:
        assert self.model.view is not None  # noqa: S101 - a seat acts in a hand
        return self.model.view

    def _write(self, lines: list[str]) -> None:
        self._console.write(lines)

    # -- typed lines ---------------------------------------------------------------------------------------

    async def _obey(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        command = command_named(word.lower())
        if command != "quit":
            self._quitting = False
        if not text:
            await self._empty_line()
        elif command in ANSWERS and not rest:
            self._write(ANSWERS[command](self.model))
        elif command in DOERS and (not rest or command in TAKE_WORDS):
            await DOERS[command](self, rest.strip())
        else:
            await self._move_typed(text)

    async def _empty_line(self) -> None:
        if self._asked and self._watching:
            await self._make(GO_ON)

    async def _move_typed(self, text: str) -> None:
        if not self._asked:
            self._write([self._not_now(text)])
            return
        if text.isdecimal():
            await self._move_numbered(int(text))
            return
        try:
            move = self.model.words.parse(self._view(), text)
        except NotUnderstood as error:
            self._write([self._unknown(text) or str(error)])
            return
        await self._make(move)

    def _not_now(self, text: str) -> str:
        return self._unknown(text) or say("not now")

    def _unknown(self, text: str) -> str:
        """That the first word starts no move and is no command, and which was probably meant; else nothing."""
        word = text.split(maxsplit=1)[0].lower()
        view = self.model.view
        starts = [] if view is None else [name.split()[0] for name in self.model.words.vocabulary(view)]
        if word in starts or word.isdecimal() or (view is not None and is_card(word)):
            return ""
        near = nearest(word, [*starts, *COMMANDS])
        return say("near command", word=word, near=near) if near else say("which command", word=word)

    async def _move_numbered(self, number: int) -> None:
        numbered = presenter.by_number(self.model.words, self._view(), self._moves)
        if number in numbered:
            await self._make(numbered[number])
        else:
            self._write([say("no such number", number=number, numbers=presenter.ranges(numbered))])

    async def _make(self, move: Move) -> None:
        try:
            await self._sitting.choose(move)
        except IllegalMove as illegal:
            self._write([refusal(illegal.template, illegal.values)])
        else:
            self.model = replace(self.model, acting=None)

    # -- commands ------------------------------------------------------------------------------------------

    async def _help(self, _: str) -> None:
        self._write(presenter.help_lines(self.model.words, self.model.view, asked=self._asked))

    async def _list(self, _: str, *, everything: bool = False) -> None:
        if not self._asked:
            self._write([say("not now")])
        else:
            self._write(presenter.menu(self.model.words, self._view(), self._moves, everything=everything))

    async def _more(self, _: str) -> None:
        await self._list("", everything=True)

    async def _proof(self, _: str) -> None:
        machine = self._sitting.machine
        log = () if machine is None else machine.table.log()
        digest = b"" if machine is None else machine.table.digest
        self._write(presenter.proof_lines(log, digest, self.model.hands))

    async def _wait(self, _: str) -> None:
        if self.model.genesis is None:
            self._write([say("no table yet", present=self.model.present, seats=self.model.seats)])
        else:
            self._write([presenter.waiting(self.model, self._awaited())])

    async def _mute(self, name: str) -> None:
        self._listen(name, muted=True)

    async def _unmute(self, name: str) -> None:
        self._listen(name, muted=False)

    def _listen(self, name: str, *, muted: bool) -> None:
        """Mute the player of this name, or hear it again; all others if none is named."""
        if self.model.genesis is None:
            self._write([say("no table yet", present=self.model.present, seats=self.model.seats)])
            return
        seats = presenter.seats_called(self.model, name)
        if not seats:
            self._write([say("nobody called", name=name)])
            return
        self._ears = self._ears.mute(seats) if muted else self._ears.unmute(seats)
        names = presenter.listed(self.model, sorted(seats))
        self._write([say("muted" if muted else "unmuted", names=names)])

    async def _sort(self, key: str) -> None:
        keys = self.model.words.SORTS
        if key.lower() not in keys:
            self._write([say("sorts", keys=", ".join(keys))])
            return
        self.model = self.model.sorted_by(key.lower())
        self._write([say("sorted", key=translated(key.lower(), "sort"))])
        if not self._asked:
            self._write(ANSWERS["hand"](self.model))
            return
        # The moves are numbered by the order of the cards, so whoever sorts anew has to see the new numbers.
        self._moves = presenter.in_order(self.model.words, self._view(), self._moves)
        self._write(self.model.words.hand(self._view()))
        await self._list("")

    async def _say(self, text: str) -> None:
        if text:
            await self._sitting.say(text)
        else:
            self._write([say("say what")])

    async def _skip(self, _: str) -> None:
        self._skipping = True
        self._write([say("skipping")])
        if self._asked and self._watching:
            await self._make(GO_ON)

    async def _ask(self, _: str) -> None:
        self._skipping = False
        self._write([say("asking")])

    async def _yes(self, _: str) -> None:
        await self._decide(yes=True)

    async def _no(self, _: str) -> None:
        await self._decide(yes=False)

    async def _decide(self, *, yes: bool) -> None:
        """Answer the question that is open."""
        if self._accepting and self.model.terms is not None:
            await self._accept(yes=yes)
        elif not self._deciding:
            self._write([say("no question")])
        else:
            self._deciding = False
            await self._sitting.rematch(again=yes)
            self._write([say("again" if yes else "enough")])

    async def _accept(self, *, yes: bool) -> None:
        if not yes:
            self._leave(say("declined"))
            return
        self._accepting = False
        self._write([say("accepted")])
        await self._sitting.accept()

    async def _leave_later(self, _: str) -> None:
        self._sitting.leave()
        if self._deciding:
            await self._decide(yes=False)
            return
        self._write([say("leaving")])

    async def _quit(self, _: str) -> None:
        if self.model.genesis is not None and not self._quitting:
            self._quitting = True
            self._write([say("quit")])
        else:
            self._leave(say("left"))


DOERS: Mapping[str, Callable[[Session, str], Awaitable[None]]] = {
    "help": Session._help,
    "moves": Session._list,
    "more": Session._more,
    "proof": Session._proof,
    "wait": Session._wait,
    "sort": Session._sort,
    "say": Session._say,
    "mute": Session._mute,
    "unmute": Session._unmute,
    "skip": Session._skip,
    "ask": Session._ask,
    "yes": Session._yes,
    "no": Session._no,
    "leave": Session._leave_later,
    "quit": Session._quit,
}
"""What the commands of `cli.sentences.COMMANDS` do that are not answered by `cli.answers.ANSWERS`."""
