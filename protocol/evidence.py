"""Evidence: what convicts a seat by itself, to anybody who holds the log up to the last seal.

Either one signed contribution that acceptance refuses on the public state it was made for, or two different signed
payloads in one cell (docs/protocol.md, "Faults").
"""

from dataclasses import dataclass

from protocol.codec import CodecError, Value, array, blob
from protocol.contribution import ENVELOPE, MAX_ACCUSATION, MAX_VOID, Contribution, open_signed
from protocol.terms import Genesis


@dataclass(frozen=True, slots=True)
class Evidence:
    """One or two contributions of the offending seat, and the reason in one sentence."""

    contributions: tuple[Contribution, ...]
    reason: str

    @property
    def seat(self) -> int:
        """The offender."""
        return self.contributions[0].header.seat

    @property
    def equivocation(self) -> bool:
        """Whether two payloads in one cell are the fault; that needs no public state to see."""
        return len(self.contributions) == 2

    @property
    def quotable(self) -> bool:
        """Whether it fits into a void. All is, but for voids made to be too long."""
        return sum(len(contribution.payload) + ENVELOPE for contribution in self.contributions) + 512 <= MAX_VOID

    def encode(self) -> tuple[Value, ...]:
        """The evidence as a canonical value; the reason is for people and not part of it."""
        return tuple(contribution.signed for contribution in self.contributions)


def equivocation(first: Contribution, second: Contribution) -> Evidence | None:
    """The evidence that two contributions make, if they fill one cell with different payloads."""
    if first.cell != second.cell or first.payload == second.payload:
        return None
    return Evidence((first, second), "it signed two different contributions to one step")


def decode(value: Value, genesis: Genesis) -> tuple[Contribution, ...]:
    """The one or two contributions of encoded evidence, signatures verified. Raises CodecError."""
    items = array(value, most=2)
    if not items:
        raise CodecError("there is none")
    return tuple(open_signed(blob(item, most=MAX_ACCUSATION + ENVELOPE), genesis.table, genesis.keys) for item in items)
