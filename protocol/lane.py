"""A lane: one chain of steps. Each step waits for contributions of certain seats and then closes for good."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

from protocol.codec import pack
from protocol.contribution import Contribution, Fault, Header, Lane, Place, step_digest
from protocol.terms import Genesis

Check: TypeAlias = Callable[[], Any]
"""Checks one contribution and returns what it says, or raises Fault. Pure: may run in any thread."""


class Steps(ABC):
    """What is common to all lanes. Subclasses say what a step needs and what follows when it closes.

    `owed` is the open step: the kind that each seat still has to contribute or has contributed. It is empty when
    the lane has ended. Everything here is public: seats, spectators and verifiers run the same object.
    """

    def __init__(self, genesis: Genesis, hand: int, lane: Lane, previous: bytes, step: int = 0) -> None:
        self.genesis = genesis
        self.hand = hand
        self.lane = lane
        self.step = step
        self.digest = previous
        self.owed: Mapping[int, str] = {}
        self.accepted: dict[int, tuple[Contribution, Any]] = {}
        self.closed: list[tuple[Contribution, ...]] = []
        self._past: dict[int, tuple[bytes, Mapping[int, tuple[Contribution, Any]]]] = {}
        """By closed step: the digest before it, and what closed it."""

    @property
    def over(self) -> bool:
        """Whether the lane has ended."""
        return not self.owed

    @property
    def place(self) -> Place:
        """The open step."""
        return (self.hand, self.lane, self.step)

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

    def is_due(self, contribution: Contribution) -> bool:
        """Whether it fills a cell of the open step, on whatever digest it was made."""
        header = contribution.header
        expected = replace(self.header(header.seat), previous=header.previous)
        return header == expected and self.owed.get(header.seat) == contribution.kind

    def before(self, header: Header) -> "Steps | None":
        """The lane as it was when the header's step was open, if the header names the digest of that moment."""
        if header.step == self.step:
            return self if header.previous == self.digest else None
        digest, _ = self._past.get(header.step, (b"", None))
        if digest != header.previous:
            return None
        then = self.fresh()
        for step in range(then.step, header.step):
            for contribution, said in self._past[step][1].values():
                then.accept(contribution, said)
        return then

    @abstractmethod
    def fresh(self) -> "Steps":
        """The same lane with nothing contributed yet."""

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
        answers = {seat: self.accepted[seat] for seat in sorted(self.accepted)}
        self._past[self.step] = (self.digest, answers)
        self.closed.append(tuple(contribution for contribution, _ in answers.values()))
        self.digest = step_digest(self.digest, tuple(contribution.payload for contribution in self.closed[-1]))
        self.step += 1
        self.accepted = {}
        self.close({seat: said for seat, (_, said) in answers.items()})
        return True

    @abstractmethod
    def close(self, said: Mapping[int, Any]) -> None:
        """The step has closed: say in `owed` what the next one needs. The digest is the closed step's already."""


@dataclass(frozen=True, slots=True, eq=False)
class Archive:
    """A lane that has ended for good: what was contributed to it, without all that followed from that."""

    hand: int
    lane: Lane
    closed: tuple[tuple[Contribution, ...], ...]
    """By step, in seat order."""

    def contributions(self) -> Iterator[Contribution]:
        """All that count, in the order of the log."""
        for step in self.closed:
            yield from step


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
        seats: Iterable[int],
        body: tuple[Any, ...] = (),
        free: Callable[[tuple[Any, ...]], bool] = lambda rest: not rest,
    ) -> None:
        super().__init__(genesis, hand, lane, previous, step)
        self.body = body
        self.owed = dict.fromkeys(seats, kind)
        self.said: Mapping[int, tuple[Any, ...]] = {}
        self._free = free
        self._again = partial(
            Gate, genesis, hand, lane, previous, step=step, kind=kind, seats=tuple(self.owed), body=body, free=free
        )

    def fresh(self) -> "Gate":
        """The gate before anybody has passed it."""
        return self._again()

    def examine(self, contribution: Contribution) -> Check:
        """Refuses every body but the expected one."""
        size, body = len(self.body), contribution.body
        # Compared as bytes: True equals 1, and is another payload.
        if pack(body[:size]) != pack(self.body) or not self._free(body[size:]):
            raise Fault(f"signs another {contribution.kind} than the one all can compute")
        return lambda: body[size:]

    def close(self, said: Mapping[int, Any]) -> None:
        """The gate is passed; `said` keeps what each seat added."""
        self.said = said
        self.owed = {}
