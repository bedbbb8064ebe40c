"""What happens at a table, told as events: each thing once, in the order in which it happened."""

from collections.abc import Mapping

from engine.cards import Card
from engine.contract import Slot
from protocol.events import Agreed, Closed, HandSealed, Happened, Shuffling, Stopped
from protocol.outbox import Outbox
from protocol.play import Play
from protocol.table import Sealed, Table


class Reports:
    """Reads the table, and remembers what of it has been told."""

    def __init__(self, table: Table, outbox: Outbox) -> None:
        self._table = table
        self._outbox = outbox
        self._agreed = False
        self._sealed: list[Sealed] = []
        self._happened = 0
        """How much of the play in progress has been told."""
        self._shuffling: tuple[int, int] | None = None
        self._ended = False

    def agreement(self) -> None:
        """Tell that all have signed the terms."""
        if self._table.agree.over and not self._agreed:
            self._agreed = True
            self._outbox.tell(Agreed())

    def seals(self) -> list[Sealed]:
        """Tell which hands are newly sealed or voided: these."""
        seals = self._table.seals
        while self._sealed != seals[: len(self._sealed)]:
            self._sealed.pop()
        new = seals[len(self._sealed) :]
        for sealed in new:
            self._sealed.append(sealed)
            self._happened = 0
            self._outbox.tell(HandSealed(sealed, self._table.settled, self._table.ledger))
        return new

    def play(self, play: Play, faces: Mapping[Slot, Card]) -> None:
        """Tell what has happened in play, to a seat that knows these faces."""
        for happening in play.happenings[self._happened :]:
            self._outbox.tell(Happened(play.hand, happening.moves, happening.state, faces))
        self._happened = len(play.happenings)

    def shuffling(self) -> None:
        """Tell how far the setup has come, if it is what all wait for."""
        setup = self._table.setups.get(self._table.hand)
        if setup is None or self._table.play is not None or setup.over:
            return
        if self._shuffling != (setup.hand, setup.step):
            self._shuffling = (setup.hand, setup.step)
            self._outbox.tell(Shuffling(setup.hand, setup.step, self._table.genesis.n + 3))

    def end(self) -> None:
        """Tell that the table is closed, or cannot go on."""
        table = self._table
        if self._ended:
            return
        if table.dead:
            self._ended = True
            self._outbox.tell(Stopped(table.dead))
        elif table.over:
            self._ended = True
            self._outbox.tell(Closed(table.settled, table.ledger, table.digest))
