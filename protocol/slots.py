"""The slots of one hand: encrypted cards, the shares seen of them, and the faces that follow."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engine.cards import Card
from engine.contract import Slot
from protocol.contribution import Fault
from protocol.elgamal import Ciphertext
from protocol.group import Point, sum_points
from protocol.setup import HandKeys


@dataclass(slots=True)
class Entry:
    """One slot: its ciphertext, the seats under whose keys it lies, and their shares seen so far."""

    ciphertext: Ciphertext
    holders: frozenset[int]
    shares: dict[int, Point] = field(default_factory=dict)


class Slots:
    """Public state of all slots. A slot is closed, open, or spent: replaced by a mix and opened by an audit only."""

    def __init__(self, keys: HandKeys, deck: tuple[Ciphertext, ...]) -> None:
        everyone = frozenset(range(len(keys.publics)))
        self.keys = keys
        self.size = len(deck)
        self.entries: dict[Slot, Entry] = {slot: Entry(c, everyone) for slot, c in enumerate(deck)}
        self.faces: dict[Slot, Card] = {}
        self.spent: set[Slot] = set()

    def missing(self, slot: Slot) -> frozenset[int]:
        """The seats whose shares of the slot nobody has seen; none once it is open."""
        return frozenset() if slot in self.faces else self.entries[slot].holders - self.entries[slot].shares.keys()

    def bases(self, slots: Iterable[Slot]) -> tuple[Point, ...]:
        """What shares of these slots are made from: the first components."""
        return tuple(self.entries[slot].ciphertext.c1 for slot in slots)

    def reduced(self, slot: Slot) -> Ciphertext:
        """The slot's ciphertext under the keys whose shares are missing: the shares seen are taken off."""
        entry = self.entries[slot]
        c1, c2 = entry.ciphertext
        return Ciphertext(c1, c2 - sum_points(entry.shares.values())) if entry.shares else entry.ciphertext

    def read(self, slot: Slot, last: Mapping[int, Point]) -> Card:
        """The face, given the shares that are still missing. Raises Fault if it is no card of the deck."""
        c2 = self.reduced(slot).c2
        card = self.keys.cards.get(c2 - sum_points(last.values()))
        if card is None:
            raise Fault("the slot opens to something that is no card")
        return card

    def add_shares(self, seat: int, shares: Mapping[Slot, Point]) -> None:
        """Keep the seat's shares."""
        for slot, share in shares.items():
            self.entries[slot].shares[seat] = share

    def open(self, slots: Iterable[Slot]) -> None:
        """All shares of these slots have been seen: keep their faces.

        Raises Fault if a face shows twice: in two slots of the deck, or in two that are both unspent.
        """
        for slot in slots:
            if slot in self.faces:
                continue
            card = self.read(slot, {})
            for other, face in self.faces.items():
                if face == card and self._excludes(slot, other):
                    raise Fault(f"{card.name} shows in two slots")
            self.faces[slot] = card

    def _excludes(self, slot: Slot, other: Slot) -> bool:
        if slot < self.size and other < self.size:
            return True
        return slot not in self.spent and other not in self.spent

    def mix(self, seat: int, old: tuple[Slot, ...], new: tuple[Slot, ...], after: tuple[Ciphertext, ...]) -> None:
        """Replace closed slots by fresh ones under the seat's key alone."""
        self.spent |= set(old)
        for slot, ciphertext in zip(new, after, strict=True):
            self.entries[slot] = Entry(ciphertext, frozenset({seat}))
