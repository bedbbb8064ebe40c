"""The direct links of a member: one to each peer at most, which of two stays, and sending along them."""

from collections.abc import Collection, Iterable

import trio

from p2p.frames import Farewell, Refusal
from p2p.link import Link
from p2p.presence import Standing

_MAX_REASONS = 64


class Neighbours:
    """The links of the member `me`, and why earlier ones ended."""

    def __init__(self, me: bytes) -> None:
        self._me = me
        self._links: dict[bytes, Link] = {}
        self._generations = 0
        self._changed = trio.Event()
        self.reasons: dict[bytes, str] = {}

    @property
    def links(self) -> Collection[Link]:
        """All present links."""
        return list(self._links.values())

    @property
    def standings(self) -> dict[bytes, Standing]:
        """The links as the application is told of them."""
        return {key: Standing(link.session, link.generation) for key, link in self._links.items()}

    def __contains__(self, key: bytes) -> bool:
        return key in self._links

    def heard(self, key: bytes) -> float | None:
        """When something came in last on the link to this peer, on Trio's clock; None if there is no link."""
        link = self._links.get(key)
        return None if link is None else link.heard

    def is_present(self, link: Link) -> bool:
        """Whether this very link is the one to its peer."""
        return self._links.get(link.key) is link

    def add(self, link: Link) -> Refusal | None:
        """Makes this the link to its peer, and retires the one before; or says that the one before stays."""
        old = self._links.get(link.key)
        if old is not None and not _takes_over(link, old, self._me):
            return Refusal.DUPLICATE
        self._generations += 1
        link.generation = self._generations
        if old is not None:
            if old.session == link.session and old.opener != link.opener:  # both sides dialled: nothing was lost
                link.generation = old.generation
            self._note(link.key, "the connection was opened anew")
            # Whoever has copied an identity is told so, and does not try again and again.
            old.retire(Farewell.SUPERSEDED if old.session == link.session else Farewell.DISPLACED)
        self._links[link.key] = link
        self._changed.set()
        self._changed = trio.Event()
        return None

    def remove(self, link: Link) -> bool:
        """Forgets a link that has ended; whether it was the present one."""
        if not self.is_present(link):
            return False
        del self._links[link.key]
        self._note(link.key, link.reason)
        return True

    def dismiss(self, key: bytes, farewell: Farewell, reason: str) -> None:
        """Says farewell to a peer, if it is linked, and forgets the link."""
        self._note(key, reason)
        link = self._links.pop(key, None)
        if link is not None:
            link.retire(farewell)

    def _note(self, key: bytes, reason: str) -> None:
        self.reasons.pop(key, None)
        self.reasons[key] = reason
        if len(self.reasons) > _MAX_REASONS:
            del self.reasons[next(iter(self.reasons))]

    async def wait_for(self, key: bytes) -> None:
        """Returns once there is a link to this peer."""
        while key not in self._links:
            await self._changed.wait()

    def offer(self, frame: bytes, keys: Iterable[bytes]) -> list[Link]:
        """Queues a frame for these neighbours; returns those whose queue is full."""
        links = [self._links[key] for key in keys if key in self._links]
        return [link for link in links if not link.offer(frame)]

    async def spread(self, frame: bytes, keys: Iterable[bytes]) -> None:
        """Queues a frame for these neighbours, waiting for those whose queue is full, for all at once."""
        full = self.offer(frame, keys)
        if full:
            async with trio.open_nursery() as nursery:
                for link in full:
                    nursery.start_soon(link.post, frame)


def _takes_over(new: Link, old: Link, me: bytes) -> bool:
    """Whether a new connection replaces the present one; both sides come to the same answer."""
    if new.session != old.session or old.superseded:
        return True
    lower = min(me, new.key)
    return new.opener == lower or old.opener != lower
