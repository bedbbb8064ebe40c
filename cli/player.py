"""A person at a table: what typed lines do there."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

import trio

from cli import presenter
from cli.answers import ANSWERS, TAKE_WORDS, command_named
from cli.cards import is_card
from cli.console import Console
from cli.ears import Ears
from cli.language import refusal, translated
from cli.model import Model
from cli.sentences import COMMANDS, say
from cli.words import NotUnderstood, View
from cli.words.typed import nearest
from engine.contract import GO_ON, IllegalMove, Move, Seat
from p2p.sitting import Sitting


class Player:
    """What a person at a table knows, is asked, and does by typing."""

    def __init__(self, sitting: Sitting, console: Console, model: Model, *, auto: bool, asks: bool) -> None:
        """With `auto` a computer makes the moves. With `asks` the terms of the table have to be accepted first."""
        self.model = model
        self._sitting = sitting
        self._console = console
        self._auto = auto
        self._moves: list[Move] = []
        """The moves that are offered, as they are numbered."""
        self._skipping = False
        self._quitting = False
        self._deciding = False
        """Whether the player is asked for another match."""
        self._accepting = asks
        """Whether the player has still to accept the terms."""
        self._ears = Ears()
        self._over = trio.Event()
        self._reason = ""

    @property
    def _asked(self) -> bool:
        """Whether a move of the player is awaited."""
        return self.model.acting is not None and not self._auto

    @property
    def _watching(self) -> bool:
        return self.model.acting is not None and self.model.acting.watching

    @property
    def _questioned(self) -> bool:
        """Whether anything is asked of the player."""
        return self._asked or self._deciding or (self._accepting and self.model.terms is not None)

    def _awaited(self) -> tuple[Seat, ...]:
        """The seats that the table waits for; oneself only if it is the player who is awaited, not the program."""
        machine = self._sitting.machine
        seats = () if machine is None else machine.table.awaited()
        return tuple(seat for seat in seats if seat != self.model.seat or self._asked or self._deciding)

    def _view(self) -> View:
        assert self.model.view is not None  # noqa: S101 - a seat acts in a hand
        return self.model.view

    def _write(self, lines: list[str]) -> None:
        self._console.write(lines)

    def _leave(self, reason: str) -> None:
        self._reason = reason
        self._over.set()

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
        told = {name: translated(name, "sort") for name in self.model.words.SORTS}
        by_word = {word.casefold(): name for name, shown in told.items() for word in (shown, name)}
        name = by_word.get(key.casefold())
        if name is None:
            self._write([say("sorts", keys=", ".join(told.values()))])
            return
        self.model = self.model.sorted_by(name)
        self._write([say("sorted", key=told[name])])
        if not self._asked:
            self._write(ANSWERS["hand"](self.model))
            return
        # The moves are numbered by the order of the cards, so whoever sorts anew has to see the new numbers.
        self._moves = presenter.in_order(self.model.words, self._view(), self._moves)
        self._write(self.model.words.hand(self._view()))
        await self._list("")

    async def _say(self, text: str) -> None:
        if self.model.genesis is None:
            self._write([say("no table yet", present=self.model.present, seats=self.model.seats)])
        elif text:
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


DOERS: Mapping[str, Callable[[Player, str], Awaitable[None]]] = {
    "help": Player._help,
    "moves": Player._list,
    "more": Player._more,
    "proof": Player._proof,
    "wait": Player._wait,
    "sort": Player._sort,
    "say": Player._say,
    "mute": Player._mute,
    "unmute": Player._unmute,
    "skip": Player._skip,
    "ask": Player._ask,
    "yes": Player._yes,
    "no": Player._no,
    "leave": Player._leave_later,
    "quit": Player._quit,
}
"""What the commands of `cli.sentences.COMMANDS` do that are not answered by `cli.answers.ANSWERS`."""
