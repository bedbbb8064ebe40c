"""Racing attempts, and the small parts of how peers become linked."""

from collections.abc import Awaitable, Callable
from ipaddress import ip_address

import ifaddr
import pytest
import trio
from trio.testing import MockClock, memory_stream_pair

from p2p.address import Address
from p2p.peering import HalfOpen, candidates
from p2p.race import RaceLostError, first_of
from p2p.tcp import dial_tcp, listen_loopback, local_hosts, remote_host


class Prize(trio.abc.AsyncResource):
    def __init__(self, name: str) -> None:
        self.name = name
        self.closed = False

    async def aclose(self) -> None:
        self.closed = True
        await trio.lowlevel.checkpoint()


class Course:
    """Attempts that take their time, and a record of when each began and how it ended."""

    def __init__(self) -> None:
        self.began: dict[str, float] = {}
        self.cancelled: list[str] = []
        self.prizes: list[Prize] = []

    def attempt(self, name: str, seconds: float, error: Exception | None = None) -> Callable[[], Awaitable[Prize]]:
        async def run() -> Prize:
            self.began[name] = trio.current_time()
            try:
                await trio.sleep(seconds)
            except trio.Cancelled:
                self.cancelled.append(name)
                raise
            if error is not None:
                raise error
            self.prizes.append(Prize(name))
            return self.prizes[-1]

        return run


async def test_the_first_to_succeed_wins(autojump_clock: MockClock) -> None:
    course = Course()
    start = trio.current_time()
    attempts = [course.attempt("slow", 10), course.attempt("quick", 0.1), course.attempt("late", 0.1)]
    assert (await first_of(attempts, 0.25, (OSError,))).name == "quick"
    assert trio.current_time() - start == pytest.approx(0.35)
    assert course.cancelled == ["slow"]
    assert "late" not in course.began


async def test_a_failure_starts_the_next_at_once(autojump_clock: MockClock) -> None:
    course = Course()
    start = trio.current_time()
    attempts = [
        course.attempt("none", 0, OSError()),
        course.attempt("also none", 0, OSError()),
        course.attempt("one", 1),
    ]
    assert (await first_of(attempts, 5, (OSError,))).name == "one"
    assert trio.current_time() - start == pytest.approx(1)


async def test_all_errors_are_told_in_order(autojump_clock: MockClock) -> None:
    course = Course()
    errors = [OSError("first"), OSError("second")]
    with pytest.raises(RaceLostError) as caught:
        await first_of([course.attempt("a", 3, errors[0]), course.attempt("b", 1, errors[1])], 0.25, (OSError,))
    assert caught.value.errors == errors


async def test_a_second_winner_is_closed(autojump_clock: MockClock) -> None:
    course = Course()

    async def stubborn() -> Prize:
        with trio.CancelScope(shield=True):
            await course.attempt("stubborn", 1)()
        return course.prizes[-1]

    winner = await first_of([stubborn, course.attempt("quick", 0.1)], 0.25, (OSError,))
    assert [prize.closed for prize in course.prizes if prize is not winner] == [True]
    assert not winner.closed


async def test_an_unexpected_error_comes_through(autojump_clock: MockClock) -> None:
    course = Course()
    with pytest.raises(ExceptionGroup) as caught:
        await first_of([course.attempt("bug", 1, KeyError()), course.attempt("slow", 9)], 0.25, (OSError,))
    assert caught.group_contains(KeyError)
    assert course.cancelled == ["slow"]


def test_half_open_places() -> None:
    half_open = HalfOpen(3, 2)
    with half_open.place("a") as first, half_open.place("a") as second, half_open.place("a") as third:
        assert (first, second, third) == (True, True, False)
        with half_open.place("b") as fourth, half_open.place("c") as fifth:
            assert (fourth, fifth) == (True, False)
    with half_open.place(None) as one, half_open.place(None) as two, half_open.place(None) as three:
        assert one
        assert two
        assert three
    assert half_open._hosts == {}


def test_places_are_free_again_after_an_error() -> None:
    half_open = HalfOpen(1, 1)
    with pytest.raises(KeyError), half_open.place("a"):
        raise KeyError
    with half_open.place("a") as free:
        assert free


def test_this_computer_is_tried_first_and_oneself_never() -> None:
    far, other = Address("192.0.2.1", 7000), Address("2001:db8::1", 7001)
    assert candidates([far, other], []) == [Address("127.0.0.1", 7000), Address("127.0.0.1", 7001), far, other]
    assert candidates([far, far], [Address("192.0.2.7", 7000)]) == [far]
    assert candidates([far], [far]) == []
    assert candidates([Address("127.0.0.1", 7000)], []) == [Address("127.0.0.1", 7000)]


async def test_both_families_listen_on_one_port() -> None:
    listening = await listen_loopback()
    assert listening.addresses[0].host == "127.0.0.1"
    assert len({address.port for address in listening.addresses}) == 1
    assert len(listening.listeners) == len(listening.addresses)
    async with trio.open_nursery() as nursery:
        for listener, address in zip(listening.listeners, listening.addresses, strict=True):
            accepted: list[trio.abc.Stream] = []

            async def accept(
                listener: trio.abc.Listener[trio.abc.Stream] = listener, into: list[trio.abc.Stream] = accepted
            ) -> None:
                into.append(await listener.accept())

            nursery.start_soon(accept)
            near = await dial_tcp(address)
            await near.send_all(b"x")
            await trio.testing.wait_all_tasks_blocked(0.01)
            assert remote_host(accepted[0]) == ("::/64" if address.is_ipv6 else "127.0.0.1")
            for stream in (near, *accepted, listener):
                await stream.aclose()


async def test_a_port_that_is_taken_is_an_error() -> None:
    first = await listen_loopback()
    with pytest.raises(OSError, match="in use"):
        await listen_loopback(first.addresses[0].port)
    for listener in first.listeners:
        await listener.aclose()


async def test_without_ipv6_there_is_ipv4(monkeypatch: pytest.MonkeyPatch) -> None:
    real = trio.open_tcp_listeners

    async def no_ipv6(port: int, *, host: str) -> list[trio.SocketListener]:
        if ":" in host:
            raise OSError("no IPv6 here")
        return await real(port, host=host)

    monkeypatch.setattr(trio, "open_tcp_listeners", no_ipv6)
    listening = await listen_loopback()
    assert [address.host for address in listening.addresses] == ["127.0.0.1"]
    for listener in listening.listeners:
        await listener.aclose()


def test_local_hosts_are_those_that_others_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    adapters: list[tuple[str, list[str | tuple[str, int, int]]]] = [
        ("lo", ["127.0.0.1", ("::1", 0, 0)]),
        ("eth0", ["192.0.2.5", "169.254.1.1", ("2001:db8::5", 0, 0), ("fe80::1", 0, 2), ("fe80::1%eth0", 0, 2)]),
        ("eth1", ["192.0.2.6", "192.0.2.5"]),
    ]
    monkeypatch.setattr(
        ifaddr,
        "get_adapters",
        lambda: [ifaddr.Adapter(name, name, [ifaddr.IP(ip, 24, name) for ip in ips]) for name, ips in adapters],
    )
    assert local_hosts() == ["192.0.2.5", "192.0.2.6", "2001:db8::5"]
    assert local_hosts(ipv6=False) == ["192.0.2.5", "192.0.2.6"]


def test_the_real_local_hosts_are_no_loopback() -> None:
    assert not any(ip_address(host).is_loopback for host in local_hosts())


async def test_hosts_of_other_streams_are_unknown() -> None:
    near, _ = memory_stream_pair()
    assert remote_host(near) is None
