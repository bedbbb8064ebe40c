"""What a mesh tells the application, and what of it has been told already."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TypeAlias

LEFT = "left the table"
UNSEATED = "the table has begun without you"
CLOSED = "the connection was closed"
DISPLACED = "another program with your identity has taken your place"
"""Reasons that mean more to the application than that a line is gone."""


def of_itself(reason: str) -> str:
    """What a peer's reason says of the peer. Who sends others away may be their host; anybody else has just closed."""
    return CLOSED if reason in (UNSEATED, DISPLACED) else reason


@dataclass(frozen=True, slots=True)
class PeerJoined:
    """A member can be reached, directly or through others."""

    key: bytes


@dataclass(frozen=True, slots=True)
class PeerLost:
    """A member can no longer be reached at all, or was started again."""

    key: bytes
    reason: str


@dataclass(frozen=True, slots=True)
class LinkChanged:
    """The direct link to a member has come about or has broken; messages under way may be lost."""

    key: bytes
    linked: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Received:
    """A message of the application, signed by its origin, whoever passed it on."""

    origin: bytes
    channel_name: str
    message: bytes


Event: TypeAlias = PeerJoined | PeerLost | LinkChanged | Received


@dataclass(frozen=True, slots=True)
class Standing:
    """A direct link as the application sees it: the peer's process, and which connection in a row it is."""

    session: bytes
    generation: int


class Presence:
    """Turns the state of links into events: each call of `next_event` brings the application one step closer."""

    def __init__(self) -> None:
        self._present: dict[bytes, bytes | None] = {}
        self._links: dict[bytes, Standing] = {}

    def next_event(
        self, links: Mapping[bytes, Standing], reachable: Collection[bytes], reasons: Mapping[bytes, str]
    ) -> Event | None:
        """The next event that leads from what was told to what is, or None if nothing is left to tell."""
        for key, told in self._links.items():
            if links.get(key) != told:
                del self._links[key]
                return LinkChanged(key, linked=False, reason=_reason(key, reasons))
        for key, session in self._present.items():
            restarted = key in links and session not in (None, links[key].session)
            if key not in reachable or restarted:
                del self._present[key]
                return PeerLost(key, "was started again" if restarted else _reason(key, reasons))
        for key in sorted(reachable):
            if key not in self._present:
                self._present[key] = links[key].session if key in links else None
                return PeerJoined(key)
        for key, standing in links.items():
            if key not in self._links:
                self._links[key] = standing
                self._present[key] = standing.session
                return LinkChanged(key, linked=True, reason="")
        return None


def _reason(key: bytes, reasons: Mapping[bytes, str]) -> str:
    return reasons.get(key, "cannot be reached any more")
