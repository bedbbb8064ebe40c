"""What one seat owes: it makes by itself what is no choice, asks for what is one, and signs nothing twice.

Bodies are made by jobs from the seat's secrets. When one is ready, and still owed, it is signed, published and counted;
where another payload of this seat is known in that cell, from another life, it is not.
"""

from collections.abc import Iterable
from functools import partial
from typing import Any

from engine.cards import Card
from engine.contract import IllegalMove, Move, Slot
from protocol.codec import CodecError
from protocol.contribution import Contribution, Fault, Header, Lane, Place, sign
from protocol.events import Acting, MatchOver, Stopped
from protocol.faults import Faults
from protocol.identity import Identity
from protocol.kept import Cells
from protocol.lane import Gate, Steps
from protocol.outbox import Outbox
from protocol.own import HandSecrets, Produce, Produced
from protocol.play import Play, decode_move, encode_move
from protocol.setup import Setup
from protocol.table import Table


class Duties:
    """The contributions of one seat, and its secrets by hand."""

    def __init__(self, table: Table, identity: Identity, cells: Cells, faults: Faults, outbox: Outbox) -> None:
        self.secrets: dict[int, HandSecrets] = {}
        self.leaving = False
        """Whether this seat's next seal says that it wants no further hand."""
        self.looks_on = False
        """Whether this seat has signed something here whose secrets it does not have: it signs nothing more."""
        self._table = table
        self._identity = identity
        self._seat = table.genesis.keys.index(identity.public)
        self._cells = cells
        self._faults = faults
        self._outbox = outbox
        self._begun: set[Place] = set()
        """Steps that this seat has begun to contribute to."""
        self._drafts: dict[Header, Produced | None] = {}
        """Shuffles that may become this seat's next; None while they are being made."""
        self._asked: tuple[int, int] | None = None
        self._asked_rematch = self._rematch = -1
        """The last hands after which a rematch was asked for and answered."""

    def do(self) -> None:
        """Make, or ask for, everything that is owed now."""
        for lane in list(self._table.lanes()):
            if self._seat not in lane.waits_for() or lane.place in self._begun or not self._faults.may_contribute(lane):
                continue
            if isinstance(lane, Gate):
                self._pass_gate(lane)
            elif isinstance(lane, Setup):
                self._do_setup(lane)
            elif isinstance(lane, Play):
                self._do_play(lane)

    # -- the player ----------------------------------------------------------------------------------------

    @property
    def asked(self) -> bool:
        """Whether a move (or an answer) of this seat is awaited, and it may make one: not once a fault is proven."""
        play = self._table.play
        if play is None or play.hand not in self.secrets or self._seat not in play.waits_for() or self._faults.stopped:
            return False
        return play.owed[self._seat] in ("move", "pledge", "answer") and play.place not in self._begun

    def choose(self, move: Move) -> None:
        """Begin to make this move (or answer). Raises IllegalMove, and then nothing has happened."""
        play = self._table.play
        if play is None or not self.asked:
            raise IllegalMove("It is not your turn.")
        kind = play.owed[self._seat]
        secrets, header = self.secrets[play.hand], play.header(self._seat)
        try:
            # What the others would refuse to decode, or to see opened, is not signed either.
            if decode_move(encode_move(move)) != move:
                raise IllegalMove("This is no move.")
            play.to_open(self._seat, move)
            self._table.rules.check(play.state, self._seat, move, self.faces())
            produce = (
                secrets.pledge_body(play, header, move)
                if kind == "pledge"
                else secrets.move_body(play, header, kind, move)
            )
        except (CodecError, Fault) as error:
            raise IllegalMove("You cannot make this move.") from error
        self._produce(play, produce)

    def rematch(self, *, again: bool) -> None:
        """The player's answer to MatchOver; ignored when not asked for."""
        seal = self._table.seal
        if seal is not None and self._asked_rematch == seal.hand:
            self._rematch = seal.hand
            self.leaving = self.leaving or not again

    def look(self, play: Play) -> bool:
        """Read what has been dealt to this seat; whether it has its secrets and can."""
        secrets = self.secrets.get(play.hand)
        if secrets is not None:
            secrets.look(play)
        return secrets is not None

    def faces(self) -> dict[Slot, Card]:
        """The faces that this seat knows of the hand in play."""
        play = self._table.play
        if play is None:
            return {}
        own = self.secrets.get(play.hand)
        return {**play.slots.faces, **(own.faces if own is not None else {})}

    # -- what is owed --------------------------------------------------------------------------------------

    def _pass_gate(self, gate: Gate) -> None:
        seals = gate is self._table.seal
        if seals and not self._answered_rematch(gate):
            return
        added = (not self.leaving,) if seals else ()
        self._begun.add(gate.place)
        self._contribute(gate, ((*gate.body, *added), added))

    def _answered_rematch(self, seal: Gate) -> bool:
        """At the end of a match the player says whether to play another; ask, unless that is known."""
        if self.leaving or not self._table.asks_rematch():
            return True
        play = self._table.play
        if play is not None and play.result is not None and self._asked_rematch != seal.hand:
            self._asked_rematch = seal.hand
            self._outbox.tell(MatchOver(self._table.rules.settle(self._table.match, play.result)))
        return self._rematch == seal.hand

    def _do_setup(self, setup: Setup) -> None:
        header, secrets = setup.header(self._seat), self.secrets.setdefault(setup.hand, HandSecrets(self._seat))
        if header not in self._drafts:
            self._produce(setup, secrets.setup_body(setup, header, setup.owed[self._seat]))
        elif (drafted := self._drafts[header]) is not None:
            self._begun.add(setup.place)
            self._contribute(setup, drafted)

    def _do_play(self, play: Play) -> None:
        secrets, header, kind = self.secrets[play.hand], play.header(self._seat), play.owed[self._seat]
        if kind == "shares":
            self._produce(play, secrets.shares_body(play, header))
        elif kind == "mix":
            self._produce(play, secrets.mix_body(play, header))
        elif kind == "move" and secrets.pledged is not None:
            (move, salt), secrets.pledged = secrets.pledged, None
            self._produce(play, secrets.move_body(play, header, kind, move, salt))
        elif self._asked != (play.hand, play.step):
            self._asked = (play.hand, play.step)
            watching = kind == "answer"
            self._outbox.tell(Acting(play.hand, play.state, self.faces(), watching, dict(play.moves)))

    # -- drafts --------------------------------------------------------------------------------------------

    def draft(self, lane: Steps, before: Contribution) -> None:
        """Begin with one's own shuffle while the one before it is being checked; it waits for the check."""
        if not isinstance(lane, Setup) or not self._table.is_urgent(lane):
            return
        secrets = self.secrets.get(lane.hand)
        if lane.shuffler(lane.step + 1) != self._seat or secrets is None:
            return
        header = lane.header_after(before, self._seat)
        if header not in self._drafts:
            self._drafts[header] = None
            make = secrets.draft_body(lane, header, before)
            self._outbox.submit(make, partial(self._drafted, header), urgent=True)

    def _drafted(self, header: Header, outcome: Any) -> None:
        """A draft is ready, or was not possible: then the check will say why."""
        if isinstance(outcome, Fault):
            self._drafts.pop(header, None)
        elif header in self._drafts:
            self._drafts[header] = outcome

    # -- making contributions ------------------------------------------------------------------------------

    def _produce(self, lane: Steps, produce: Produce) -> None:
        self._begun.add(lane.place)
        self._outbox.submit(produce, partial(self._produced, lane, lane.step), urgent=self._table.is_urgent(lane))

    def _produced(self, lane: Steps, step: int, outcome: Any) -> None:
        is_open = lane.step == step and self._table.find(lane.header(self._seat)) is lane
        if is_open and not self._faults.stopped:
            self._contribute(lane, outcome)

    def _contribute(self, lane: Steps, produced: tuple[Iterable[Any], Any]) -> None:
        body, said = produced
        contribution = sign(self._identity, lane.header(self._seat), lane.owed[self._seat], tuple(body))
        if self._cells.known(contribution) is None:
            self._cells.fill(contribution)
            self._outbox.publish(contribution)
            self._table.accept(lane, contribution, said)

    # -- going on ------------------------------------------------------------------------------------------

    def recognise(self, own: Contribution) -> None:
        """Something of this seat's own comes from a peer: without its secrets the seat can only look on."""
        secrets = self.secrets.get(own.header.hand)
        known = own.header.lane not in (Lane.SETUP, Lane.PLAY) or (secrets is not None and secrets.made(own))
        if not known and not self.looks_on:
            self.looks_on = True
            self.secrets.clear()
            lost = "This seat has played at this table before and lost its secrets; it can only look on."
            self._outbox.tell(Stopped(lost))

    def forget(self, hand: int) -> None:
        """The hand is sealed or voided: drop its secrets, and what was begun of hands that are over."""
        table = self._table
        ending = table.closing is not None and not table.voided
        for over in [kept for kept in self.secrets if kept <= hand or ending]:
            del self.secrets[over]
        self._asked = None
        self._begun = {place for place in self._begun if place[0] >= table.hand}
        self._drafts = {header: draft for header, draft in self._drafts.items() if header.hand >= table.hand}
