"""The bounds of a mesh, so that nobody on the network decides how much it costs."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of a mesh: counts, bytes, and seconds."""

    members: int = 10
    """Players and onlookers at the table, oneself included; at most 16."""
    message: int = 1 << 18
    """Bytes of one message of the application."""
    queue: int = 32
    """Frames that may wait to be sent to one peer."""
    events: int = 64
    """Events that may wait for the application; when they do, nothing more is read from the network."""
    half_open: int = 32
    """Connections that have come in and not yet proven themselves."""
    half_open_per_host: int = 8
    handshake: float = 10.0
    """For a connection that comes in, from its first byte to the end of the greeting."""
    dial: float = 6.0
    connect: float = 30.0
    """All attempts of one `connect` together, unless the caller sets another deadline."""
    stagger: float = 0.25
    """Between the starts of attempts at the addresses of one peer."""
    heartbeat: float = 2.0
    silence: float = 20.0
    """A peer not heard for so long is lost."""
    patience: float = 10.0
    """A peer whose queue stays full, or who takes nothing in, for so long is too slow."""
    courtesy: float = 2.0
    """How long the higher key waits for the lower to dial."""
    frames_per_second: float = 2000.0
    """What is read from one peer in the long run; whoever sends more has to wait."""
    burst: int = 2000
    redial_least: float = 1.0
    redial_most: float = 30.0
    farewell: float = 1.0
    """How long is waited for the last frames to be taken."""
