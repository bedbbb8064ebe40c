"""Filling a table, sans-I/O: the host tells its terms, players tell their names, the host proposes who sits where.

Lobby messages go over the direct line between host and joiner only, so the channel says who speaks. The host has
no power beyond the proposal: everybody checks it against what was shown, and the table starts when all have signed.
"""

import secrets
from dataclasses import dataclass, field

from protocol.codec import CodecError, Value, array, blob, integer, pack, text, unpack
from protocol.identity import IdentityError, check_public
from protocol.terms import MAX_NAME, MAX_SEATS, NONCE_SIZE, Genesis, Player, Terms, TermsError, clean_name

MAX_MESSAGE = 1 << 16


class LobbyError(ValueError):
    """A lobby message that cannot be accepted; the text says why."""


@dataclass(frozen=True, slots=True)
class Welcome:
    """Host to joiner: what will be played, by how many."""

    terms: Terms
    seats: int

    def encode(self) -> bytes:
        """The message."""
        return pack(["welcome", self.terms.encode(), self.seats])


@dataclass(frozen=True, slots=True)
class Here:
    """Joiner to host: the name to be shown, and this player's nonce of the table's id."""

    name: str
    nonce: bytes = field(default_factory=lambda: secrets.token_bytes(NONCE_SIZE))

    def encode(self) -> bytes:
        """The message."""
        return pack(["here", self.name, self.nonce])


@dataclass(frozen=True, slots=True)
class Present:
    """Host to joiners: who has arrived so far, in seat order."""

    players: tuple[tuple[bytes, str], ...]

    def encode(self) -> bytes:
        """The message."""
        return pack(["present", self.players])


@dataclass(frozen=True, slots=True)
class Proposal:
    """Host to joiners: everybody is here, and this is the table to sign."""

    genesis: Genesis

    def encode(self) -> bytes:
        """The message."""
        return pack(["proposal", self.genesis.encode()])


Message = Welcome | Here | Present | Proposal


def decode(data: bytes) -> Message:
    """The lobby message of these bytes. Raises LobbyError."""
    try:
        parts = list(array(unpack(data, MAX_MESSAGE), most=3))
        return _decode(parts[0] if parts else None, parts[1:])
    except CodecError as error:
        raise LobbyError(f"sent a lobby message that cannot be read: {error}") from error


def _decode(kind: Value, rest: list[Value]) -> Message:
    if kind == "welcome":
        terms, seats = array(tuple(rest), 2)
        return Welcome(Terms.decode(terms), integer(seats, 2, MAX_SEATS))
    if kind == "here":
        name, nonce = array(tuple(rest), 2)
        return Here(clean_name(text(name, 4 * MAX_NAME)), blob(nonce, NONCE_SIZE))
    if kind == "present":
        (players,) = array(tuple(rest), 1)
        pairs = [array(player, 2) for player in array(players, most=MAX_SEATS)]
        return Present(tuple((blob(key, 32), clean_name(text(name, 4 * MAX_NAME))) for key, name in pairs))
    if kind == "proposal":
        (genesis,) = array(tuple(rest), 1)
        return Proposal(Genesis.decode(genesis))
    raise CodecError("of an unknown kind")


@dataclass
class HostLobby:
    """The host's side: who has arrived. Seat 0 is the host's; others sit in the order of arrival."""

    terms: Terms
    seats: int
    own: Player
    arrived: dict[bytes, Player] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.arrived[self.own.key] = self.own
        self.terms.match(self.seats)

    @property
    def full(self) -> bool:
        """Whether all seats are taken."""
        return len(self.arrived) == self.seats

    def here(self, key: bytes, message: Here) -> Player | None:
        """Take in a joiner; the player, or None if there is nothing new. Raises LobbyError."""
        if key in self.arrived:
            return None
        if self.full:
            raise LobbyError("came when the table was full")
        try:
            check_public(key)
        except IdentityError as error:
            raise LobbyError(str(error)) from error
        if any(message.nonce == player.nonce for player in self.arrived.values()):
            raise LobbyError("brought another player's nonce")
        self.arrived[key] = Player(key, self._distinct(message.name), message.nonce)
        return self.arrived[key]

    def _distinct(self, name: str) -> str:
        """Two players of one name get numbers, so that everybody knows whom a line speaks of."""
        taken = {player.name for player in self.arrived.values()}
        numbered = (f"{name[: MAX_NAME - 2].rstrip()} {number}" for number in range(2, MAX_SEATS + 2))
        return next(candidate for candidate in (name, *numbered) if candidate not in taken)

    def gone(self, key: bytes) -> Player | None:
        """A player has left before the table was full."""
        return None if key == self.own.key else self.arrived.pop(key, None)

    def present(self) -> Present:
        """What to tell everybody."""
        return Present(tuple((player.key, player.name) for player in self.arrived.values()))

    def proposal(self) -> Proposal:
        """The table to sign, once it is full."""
        return Proposal(Genesis(self.terms, tuple(self.arrived.values())))


@dataclass
class JoinerLobby:
    """A joiner's side: what was shown, against which a proposal is checked."""

    key: bytes
    here: Here
    welcome: Welcome | None = None
    known: dict[bytes, str] = field(default_factory=dict)
    """Keys and names of those who are known to be here, oneself included."""

    def changed(self, message: Present) -> tuple[list[tuple[bytes, str]], list[tuple[bytes, str]]]:
        """Keys and names of those who have come, and of those who have gone."""
        here = dict(message.players)
        came = [(key, name) for key, name in here.items() if key not in self.known]
        went = [(key, name) for key, name in self.known.items() if key not in here]
        self.known = here
        return came, went

    def welcomed(self, message: Welcome) -> bool:
        """Take in the terms; whether they are news. Raises LobbyError if they cannot be played or have changed."""
        if self.welcome is not None and self.welcome != message:
            raise LobbyError("changed the terms after they were shown")
        try:
            message.terms.match(message.seats)
        except TermsError as error:
            raise LobbyError(f"offers terms that cannot be played: {error}") from error
        news, self.welcome = self.welcome is None, message
        return news

    def proposed(self, message: Proposal) -> Genesis:
        """The table that may be signed. Raises LobbyError if it is not the one that was shown."""
        genesis = message.genesis
        if self.welcome is None or genesis.terms != self.welcome.terms or genesis.n != self.welcome.seats:
            raise LobbyError("proposes other terms than it showed")
        own = [player for player in genesis.players if player.key == self.key]
        if len(own) != 1 or own[0].nonce != self.here.nonce:
            raise LobbyError("proposes a table at which this player does not sit")
        try:
            genesis.check()
        except TermsError as error:
            raise LobbyError(f"proposes a table that cannot start: {error}") from error
        return genesis
