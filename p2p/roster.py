"""Who is at a table and who is linked with whom: pure state, no input or output.

Every member knows the latest statement of every other, and so the whole graph of links. A message travels along
it by one rule: on what came from `via`, pass it to those neighbours that do not themselves state a link to `via`.
By induction such a neighbour gets it from `via` directly. Only a peer's word about itself counts, so a liar cuts
off nobody but itself.
"""

from collections.abc import Collection, Sequence

from p2p.address import Address
from p2p.frames import MAX_ADDRESSES, Envelope, Refusal, Statement
from p2p.seen import Seen


class Roster:
    """The members as one of them, `me`, knows them; at most `most` with oneself."""

    def __init__(self, me: bytes, most: int) -> None:
        self._me = me
        self._most = most
        self._statements: dict[bytes, Statement] = {}
        self._hints: dict[bytes, tuple[Address, ...]] = {}
        self._links: set[bytes] = set()
        self._closed = False
        self._seen = Seen()

    @property
    def closed(self) -> bool:
        """Whether only present members are let in."""
        return self._closed

    @property
    def members(self) -> frozenset[bytes]:
        """All known members but oneself."""
        return frozenset(self._statements) | frozenset(self._hints)

    @property
    def links(self) -> frozenset[bytes]:
        """Those with a direct link to oneself."""
        return frozenset(self._links)

    @property
    def statements(self) -> list[Statement]:
        """The latest statement of each member that made one."""
        return list(self._statements.values())

    def expects(self, envelope: Envelope) -> bool:
        """Whether an envelope, not checked yet, is of a member's present process and has not been marked."""
        statement = self._statements.get(envelope.origin)
        if statement is None or statement.session != envelope.session:
            return False
        return not self._seen.knows(envelope.origin, envelope.session, envelope.number)

    def mark(self, envelope: Envelope) -> None:
        """Remembers a checked envelope, so that copies of it are not expected any more."""
        self._seen.add(envelope.origin, envelope.session, envelope.number)

    def is_newer(self, statement: Statement) -> bool:
        """Whether a statement, not checked yet, says anything of another that is not known."""
        if statement.origin == self._me:
            return False
        known = self._statements.get(statement.origin)
        return known is None or statement.number > known.number

    def addresses(self, key: bytes) -> Sequence[Address]:
        """Where a member says it can be reached, and where it once was."""
        statement = self._statements.get(key)
        said = () if statement is None else statement.addresses
        return list(dict.fromkeys((*said, *self._hints.get(key, ()))))

    def admit(self, key: bytes) -> Refusal | None:
        """Why this key is not let in, or None if it is; a member that is out of reach makes room for it."""
        if key == self._me:
            return Refusal.SAME_IDENTITY
        if key in self.members:
            return None
        if self._closed:
            return Refusal.CLOSED
        if len(self.members) + 1 < self._most:
            return None
        gone = sorted(self.members - self.reachable())
        if not gone:
            return Refusal.FULL
        self.forget(gone[0])
        return None

    def remember(self, key: bytes, addresses: Sequence[Address]) -> Refusal | None:
        """Makes a player known from earlier a member, with the addresses it had then. None if that was done."""
        refusal = self.admit(key)
        if refusal is None:
            self.hint(key, addresses)
        return refusal

    def hint(self, key: bytes, addresses: Sequence[Address]) -> None:
        """Keeps addresses at which a member was reached, besides those that it states."""
        self._hints[key] = tuple(addresses[:MAX_ADDRESSES])

    def forget(self, key: bytes) -> None:
        """Drops a member, unless it is linked."""
        if key not in self._links:
            self._statements.pop(key, None)
            self._hints.pop(key, None)

    def close(self, members: Collection[bytes] | None = None) -> frozenset[bytes]:
        """From now on only these keys are let in; by default those that are reachable. Returns who has to go."""
        stay = self.reachable() if members is None else frozenset(members)
        go = self.members - stay
        for key in go:
            self._links.discard(key)
            self.forget(key)
        for key in stay - self.members - {self._me}:
            self._hints[key] = ()
        self._closed = True
        return go

    def open(self) -> None:
        """Lets newcomers in again."""
        self._closed = False

    def hear(self, statement: Statement) -> bool:
        """Takes in a statement whose signature has been checked; whether it is news, to be passed on."""
        if not self.is_newer(statement) or self.admit(statement.origin) is not None:
            return False
        self._statements[statement.origin] = statement
        return True

    def link(self, key: bytes) -> None:
        """There is a direct link to this member now."""
        self._links.add(key)
        self._hints.setdefault(key, ())

    def unlink(self, key: bytes) -> None:
        """The direct link is gone."""
        self._links.discard(key)

    def reachable(self) -> frozenset[bytes]:
        """The members that a message can reach, over links that both ends state; own links need no statement."""
        found: set[bytes] = set()
        edge = set(self._links)
        while edge:
            found |= edge
            edge = {far for near in edge for far in self._stated(near) if near in self._stated(far)}
            edge -= found | {self._me}
        return frozenset(found)

    def hops(self, origin: bytes, via: bytes | None) -> frozenset[bytes]:
        """The neighbours to whom a message goes on that came from `origin` by way of `via` (None: one's own)."""
        if via is None:
            return self.links
        return frozenset(key for key in self._links - {origin, via} if via not in self._stated(key))

    def _stated(self, key: bytes) -> Collection[bytes]:
        statement = self._statements.get(key)
        return () if statement is None else statement.links
