"""Listening and dialling over TCP, and the addresses that this computer can be reached at."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from ipaddress import ip_address, ip_network
from itertools import chain

import ifaddr
import trio

from p2p.address import Address, AddressError

_LOOPBACK = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - friends are to reach this port from anywhere


@dataclass(frozen=True, slots=True)
class Listening:
    """Open listeners, and the addresses at which others reach them."""

    listeners: Sequence[trio.abc.Listener[trio.abc.Stream]]
    addresses: tuple[Address, ...]


async def listen_tcp(port: int = 0, *, loopback: bool = False) -> Listening:
    """Listens on IPv4 and, if there is any, on IPv6 with the same port; on this computer alone if `loopback`.

    Port 0 takes a free one. Raises OSError if IPv4 cannot be listened on.
    """
    everywhere = tuple(_LOOPBACK)
    first_host, second_host = (_LOOPBACK[host] if loopback else host for host in everywhere)
    listeners = list(await trio.open_tcp_listeners(port, host=first_host))
    chosen: int = listeners[0].socket.getsockname()[1]
    hosts = [first_host]
    try:
        listeners += await trio.open_tcp_listeners(chosen, host=second_host)
        hosts.append(second_host)
    except OSError:  # no IPv6 here, or this port is taken there: IPv4 alone will do
        pass
    reachable = [_LOOPBACK[host] for host in everywhere][: len(hosts)] if loopback else local_hosts(len(hosts) > 1)
    return Listening(listeners, tuple(Address.of(host, chosen) for host in reachable))


async def dial_tcp(address: Address) -> trio.abc.Stream:
    """A connection to this address. Raises OSError."""
    return await trio.open_tcp_stream(address.host, address.port)


def local_hosts(ipv6: bool = True) -> list[str]:
    """This computer's own addresses that others may reach: IPv4 first, then global IPv6, none of loopback."""
    found = [ip.ip for ip in chain.from_iterable(adapter.ips for adapter in ifaddr.get_adapters())]
    texts = [ip if isinstance(ip, str) else ip[0] for ip in found]
    kinds = [(text, ip_address(text.partition("%")[0])) for text in texts]
    usable = [ip for _, ip in kinds if not (ip.is_loopback or ip.is_link_local)]
    return list(
        dict.fromkeys(str(ip) for version in ((4, 6) if ipv6 else (4,)) for ip in usable if ip.version == version)
    )


def remote_host(stream: trio.abc.Stream) -> str | None:
    """Whom to count a connection to: the other end's IPv4 address or IPv6 /64 network, None if unknown."""
    if not isinstance(stream, trio.SocketStream):
        return None
    try:
        host = Address.of(*stream.socket.getpeername()[:2])
    except (OSError, AddressError):
        return None
    return str(ip_network((host.packed_host, 64), strict=False)) if host.is_ipv6 else host.host


listen_loopback = partial(listen_tcp, loopback=True)
"""Listens where only this computer gets: for computer players and tests."""
