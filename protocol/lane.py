"""A lane: one chain of steps. Each step waits for contributions of certain seats and then closes for good."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from protocol.contribution import Contribution, Fault, Header, Lane, step_digest
from protocol.terms import Genesis

Check: TypeAlias = Callable[[], Any]
"""Checks one contribution and returns what it says, or raises Fault. Pure: may run in any thread."""


class Steps(ABC):
    """What is common to all lanes. Subclasses say what a step needs and what follows when it closes.

    `owed` is the open step: the kind that each seat still has to contribute or has contributed. It is empty when
    the lane has ended. Everything here is public: seats, spectators and verifiers run the same object.
    """

    def __init__(self, genesis: Genesis, hand: int, lane: Lane, previous: bytes) -> None:
        self.genesis = genesis
        self.hand = hand
        self.lane = lane
        self.step = 0
        self.digest = previous
        self.owed: Mapping[int, str] = {}
        self.accepted: dict[int, tuple[Contribution, Any]] = {}
        self.closed: list[tuple[Contribution, ...]] = []
        self._history: dict[int, tuple[bytes, Mapping[int, str]]] = {}

    @property
    def over(self) -> bool:
        """Whether the lane has ended."""
        return not self.owed

    def waits_for(self) -> tuple[int, ...]:
        """The seats whose contributions the open step lacks."""
        return tuple(seat for seat in self.owed if seat not in self.accepted)

    def header(self, seat: int) -> Header:
        """The header of the seat's contribution to the open step."""
        table = self.genesis.table
        return Header(table, self.genesis.epoch, self.hand, 0, self.lane, self.step, seat, self.digest)

    def check(self, contribution: Contribution) -> Check:
        """The check of a contribution to the open step. Raises Fault where the kind alone is wrong."""
        header = contribution.header
        if header != self.header(header.seat):
            raise Fault("the contribution does not belong to this step")
        if self.owed.get(header.seat) != contribution.kind:
            raise Fault(f"nothing of the kind {contribution.kind!r} is due from this seat now")
        return self.examine(contribution)

    def uncalled_for(self, contribution: Contribution) -> bool:
        """Whether it was made for a step that has closed, on this lane's own digest, and was not due then."""
        header = contribution.header
        digest, owed = self._history.get(header.step, (b"", {}))
        return digest == header.previous and owed.get(header.seat) != contribution.kind

    def contributions(self) -> Iterator[Contribution]:
        """All that count, closed steps first, then those of the open step."""
        for step in self.closed:
            yield from step
        for contribution, _ in self.accepted.values():
            yield contribution

    @abstractmethod
    def examine(self, contribution: Contribution) -> Check:
        """The check of a contribution whose header and kind are as they should be."""

    def accept(self, contribution: Contribution, said: Any) -> bool:
        """Count a contribution that has passed its check; whether that closed the step."""
        self.accepted[contribution.header.seat] = (contribution, said)
        if self.waits_for():
            return False
        order = sorted(self.accepted)
        self._history[self.step] = (self.digest, self.owed)
        self.closed.append(tuple(self.accepted[seat][0] for seat in order))
        self.digest = step_digest(self.digest, tuple(self.accepted[seat][0].payload for seat in order))
        self.step += 1
        answers = {seat: self.accepted[seat][1] for seat in order}
        self.accepted = {}
        self.close(answers)
        return True

    @abstractmethod
    def close(self, said: Mapping[int, Any]) -> None:
        """The step has closed: say in `owed` what the next one needs. The digest is the closed step's already."""


class Gate(Steps):
    """A lane of one step in which seats sign what all of them can compute: agreement, seal, closing.

    The body is the expected one, followed by whatever `free` accepts.
    """

    def __init__(
        self,
        genesis: Genesis,
        hand: int,
        lane: Lane,
        previous: bytes,
        *,
        step: int = 0,
        kind: str,
        body: tuple[Any, ...] = (),
        free: Callable[[tuple[Any, ...]], bool] = lambda rest: not rest,
    ) -> None:
        super().__init__(genesis, hand, lane, previous)
        self.step = step
        self.body = body
        self.free = free
        self.owed = dict.fromkeys(range(genesis.n), kind)
        self.said: Mapping[int, tuple[Any, ...]] = {}

    def examine(self, contribution: Contribution) -> Check:
        """Refuses every body but the expected one."""
        size, body = len(self.body), contribution.body
        if body[:size] != self.body or not self.free(body[size:]):
            raise Fault(f"signs another {contribution.kind} than the one all can compute")
        return lambda: body[size:]

    def close(self, said: Mapping[int, Any]) -> None:
        """The gate is passed; `said` keeps what each seat added."""
        self.said = said
        self.owed = {}
