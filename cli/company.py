"""Computer players that sit down at one's own table, each a peer over loopback with an identity of its own."""

from collections.abc import Sequence
from contextlib import suppress

import trio

from cli.computer import NAMES, Computer, visit
from cli.sentences import say
from p2p.peering import ConnectError


class Company:
    """The computer players that one has asked to one's own table. They run in `nursery`, in this program."""

    def __init__(
        self,
        nursery: trio.Nursery,
        game: str,
        pace: float,
        *,
        taken: Sequence[str] = (),
        expected: int = 0,
        marked: bool = True,
    ) -> None:
        """Their moves take `pace` seconds at least; none has one of the names that are `taken`.

        So many are `expected` as soon as the table is open. If `marked`, their names say what they are.
        """
        self._marked = marked
        self._expected = expected
        self._nursery = nursery
        self._game = game
        self._pace = pace
        self._taken = {name.casefold() for name in taken}
        self._seated: list[tuple[str, Computer, trio.CancelScope]] = []

    @property
    def pace(self) -> float:
        """Seconds that each of their moves takes at least."""
        return self._pace

    @pace.setter
    def pace(self, seconds: float) -> None:
        self._pace = seconds
        for _, computer, _ in self._seated:
            computer.pace = seconds

    def seat_expected(self, code: str) -> None:
        """Let those join who were expected."""
        for _ in range(self._expected):
            self.seat(code)

    def seat(self, code: str) -> None:
        """Let one more join the table of this code, if there is a name left."""
        sitting = {name for name, _, _ in self._seated} | self._taken
        name = next((name for name in NAMES if name.casefold() not in sitting), None)
        if name is not None:
            computer, scope = Computer(self._game, pace=self._pace), trio.CancelScope()
            self._seated.append((name.casefold(), computer, scope))
            shown = say("computer", name=name) if self._marked else name
            self._nursery.start_soon(self._visit, code, shown, computer, scope)

    def unseat(self) -> None:
        """Let the last one leave."""
        if self._seated:
            self._seated.pop()[2].cancel()

    async def _visit(self, code: str, name: str, computer: Computer, scope: trio.CancelScope) -> None:
        with scope, suppress(ConnectError):
            # Without a connection the table has filled or closed meanwhile.
            await visit(code, name, computer)
        self._seated = [seated for seated in self._seated if seated[1] is not computer]
