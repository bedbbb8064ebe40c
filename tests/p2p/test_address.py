"""Addresses: what is read, what is refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2p.address import Address, AddressError


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("192.0.2.1:7000", "192.0.2.1", 7000),
        (" 127.0.0.1:1 ", "127.0.0.1", 1),
        ("[2001:db8::1]:65535", "2001:db8::1", 65535),
        ("[2001:0DB8:0:0::1]:7", "2001:db8::1", 7),
    ],
)
def test_parse(text: str, host: str, port: int) -> None:
    address = Address.parse(text)
    assert (address.host, address.port) == (host, port)
    assert Address.parse(str(address)) == address


@pytest.mark.parametrize(
    "text",
    [
        "",
        "192.0.2.1",
        "192.0.2.1:",
        "192.0.2.1:0",
        "192.0.2.1:65536",
        "192.0.2.1:-1",
        "192.0.2.1:٣",
        "2001:db8::1:7000",
        "[192.0.2.1]:7000",
        "[fe80::1%eth0]:7000",
        "0.0.0.0:7000",
        "[::]:7000",
        "224.0.0.1:7000",
        "255.255.255.255:7000",
        "[ff02::1]:7000",
        "[::ffff:192.0.2.1]:7000",
        "example.org:7000",
        "1" * 200 + ":1",
    ],
)
def test_refused(text: str) -> None:
    with pytest.raises(AddressError):
        Address.parse(text)


def test_hosts_are_canonical() -> None:
    with pytest.raises(AddressError, match="canonical"):
        Address("2001:DB8::1", 7000)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.ip_addresses(), st.integers(1, 65535))
def test_round_trip(ip: object, port: int) -> None:
    try:
        address = Address.of(str(ip), port)
    except AddressError:
        return
    assert Address.parse(str(address)) == address
    assert len(address.packed_host) == (16 if address.is_ipv6 else 4)
    assert Address.unpack(address.packed_host, port) == address


def test_packed_hosts_have_4_or_16_bytes() -> None:
    with pytest.raises(AddressError):
        Address.unpack(bytes(5), 1)
