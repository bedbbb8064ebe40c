"""Where a peer can be reached: an IP address and a TCP port."""

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address

MAX_TEXT = 64


class AddressError(ValueError):
    """An address that no peer can be reached at."""


@dataclass(frozen=True, slots=True)
class Address:
    """An IPv4 or IPv6 `host` in its canonical text form, and a `port` from 1 to 65535.

    Raises AddressError for a host name, a scope, an unspecified or multicast address, or another port.
    """

    host: str
    port: int

    def __post_init__(self) -> None:
        if not 1 <= self.port <= 65535:
            raise AddressError("a port is a number from 1 to 65535")
        address = _parse_ip(self.host)
        if address.is_unspecified or address.is_multicast or address == IPv4Address("255.255.255.255"):
            raise AddressError(f"{self.host} is not the address of one machine")
        if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
            raise AddressError("an IPv4 address is not written as an IPv6 one")
        if str(address) != self.host:
            raise AddressError(f"{self.host} is not in canonical form")

    @classmethod
    def of(cls, host: str, port: int) -> "Address":
        """The address whose host is written in any of its forms. Raises AddressError."""
        return cls(str(_parse_ip(host)), port)

    @classmethod
    def unpack(cls, packed_host: bytes, port: int) -> "Address":
        """The address of a host given as 4 or 16 bytes. Raises AddressError."""
        if len(packed_host) not in (4, 16):
            raise AddressError("an IP address has 4 or 16 bytes")
        return cls(str(ip_address(packed_host)), port)

    @classmethod
    def parse(cls, text: str) -> "Address":
        """Reads `192.0.2.1:7000` or `[2001:db8::1]:7000`. Raises AddressError with one clear sentence."""
        host, colon, port = text.strip().rpartition(":")
        if not colon or not (port.isascii() and port.isdecimal()) or len(port) > 5:
            raise AddressError("an address is written as HOST:PORT, for example 192.0.2.1:7000")
        bracketed = host.startswith("[") and host.endswith("]")
        if bracketed != (":" in host):
            raise AddressError("an IPv6 address is written in brackets, for example [2001:db8::1]:7000")
        return cls.of(host[1:-1] if bracketed else host, int(port))

    @property
    def is_ipv6(self) -> bool:
        """Whether the host is an IPv6 address."""
        return ":" in self.host

    @property
    def packed_host(self) -> bytes:
        """The host as 4 or 16 bytes, in network order."""
        return _parse_ip(self.host).packed

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if self.is_ipv6 else f"{self.host}:{self.port}"


def _parse_ip(host: str) -> IPv4Address | IPv6Address:
    if len(host) > MAX_TEXT or "%" in host:
        raise AddressError("the host is not an IP address")
    try:
        return ip_address(host)
    except ValueError as error:
        raise AddressError("the host is not an IP address") from error
