"""The peers of one table, linked each with each as far as the network lets them.

Everybody holds the invite's secret, from which the channels' pre-shared key comes. A joiner dials the host and
greets; the answer holds the statements of all members, and the joiner's own statement travels on to them. Of each
pair the lower key dials at once, the higher one if that has not come about after a while; of two connections
between the same pair the one that the lower key opened stays.

Messages of the application are flooded and forwarded where a direct link is missing. They arrive at most once,
and for certain only while links stand: after PeerJoined or LinkChanged the application compares notes.
"""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TypeAlias

import trio

from p2p.address import Address
from p2p.channel import MAX_MESSAGE, Channel, ChannelError, Traffic
from p2p.frames import MAX_ADDRESSES, MAX_MEMBERS, OVERHEAD, Farewell, FrameError, Hello, Refusal, Refused, encode
from p2p.gossip import Gossip
from p2p.invite import Invite
from p2p.keys import derive, derive_psk
from p2p.lasting import lasting_nursery
from p2p.limits import Limits
from p2p.link import Link
from p2p.neighbours import Neighbours
from p2p.peering import ConnectError, Dial, Greeter, HalfOpen, RefusedError, Wanted, candidates
from p2p.presence import Event, Presence, Received
from p2p.roster import Roster
from p2p.tcp import Listening, dial_tcp, listen_tcp, remote_host
from p2p.weave import Weave
from protocol.identity import Identity, fingerprint_bytes

Listen: TypeAlias = Callable[[], Awaitable[Listening]]

_ACCEPT_PAUSE = 0.1
_log = logging.getLogger(__name__)


class UnknownPeerError(Exception):
    """A message for somebody who is no member, or cannot be reached at present."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """Bytes on the wire and frames, each way, since the mesh was opened."""

    bytes_sent: int
    bytes_received: int
    messages_sent: int
    messages_received: int


@asynccontextmanager
async def open_mesh(
    identity: Identity,
    invite_secret: bytes,
    *,
    listen: Listen = listen_tcp,
    dial: Dial = dial_tcp,
    advertise: Sequence[Address] = (),
    limits: Limits | None = None,
) -> "AsyncIterator[Mesh]":
    """One member's side of a table's mesh, for as long as the context lasts; at its end all peers are told.

    `listen` and `dial` make the streams; `advertise` are addresses at which this member can be reached besides
    those that `listen` knows. Raises OSError if it cannot listen, ValueError for unfit limits. What the body
    raises leaves as it is, not in a group.
    """
    bounds = limits or Limits()
    if not 2 <= bounds.members <= MAX_MEMBERS:
        raise ValueError(f"a mesh has 2 to {MAX_MEMBERS} members")
    if not 0 <= bounds.message <= MAX_MESSAGE - OVERHEAD:
        raise ValueError(f"a message of the application has at most {MAX_MESSAGE - OVERHEAD} bytes")
    listening = await listen()
    failure: Exception | None = None
    async with lasting_nursery() as nursery:
        mesh = Mesh(
            identity,
            invite_secret,
            dial=dial,
            addresses=(listening.addresses, advertise),
            limits=bounds,
            nursery=nursery,
        )
        mesh._start(listening)
        try:
            yield mesh
        except Exception as error:
            failure = error  # raised below, outside of the nursery
        finally:
            await mesh._leave()
            nursery.cancel_scope.cancel()
    mesh._entrance.close()
    if failure is not None:
        raise failure


class Mesh:
    """One member's side of the mesh. Made by `open_mesh`.

    `key` is one's own identity key, `listening` the addresses listened at, `events` what happens; the events are
    to be taken promptly, or reading from the network pauses.
    """

    def __init__(
        self,
        identity: Identity,
        invite_secret: bytes,
        *,
        dial: Dial,
        addresses: tuple[Sequence[Address], Sequence[Address]],
        limits: Limits,
        nursery: trio.Nursery,
    ) -> None:
        listening, advertise = addresses
        self.key = identity.public
        self.listening = tuple(listening)
        self._secret = invite_secret
        self._limits = limits
        self._nursery = nursery
        self._traffic = Traffic()
        self._greeter = Greeter(identity, derive_psk(invite_secret), dial, limits, self._traffic)
        self._half_open = HalfOpen(limits.half_open, limits.half_open_per_host)
        self._roster = Roster(self.key, limits.members)
        self._neighbours = Neighbours(self.key)
        self._weave = Weave(self.key, limits)
        self._presence = Presence()
        self._stirred = trio.Event()
        self._told = trio.Event()
        self._woken = trio.Event()
        self._entrance, self.events = trio.open_memory_channel[Event](limits.events)
        self._gossip = Gossip(
            identity,
            derive(invite_secret, "mesh id"),
            addresses=list(dict.fromkeys((*advertise, *listening)))[:MAX_ADDRESSES],
            max_message=limits.message,
            roster=self._roster,
            neighbours=self._neighbours,
            changed=self._stir,
            deliver=self._deliver,
        )

    # What the application may ask and do

    @property
    def members(self) -> frozenset[bytes]:
        """The keys of all members that can be reached, directly or through others, without one's own."""
        return self._roster.reachable()

    @property
    def linked(self) -> frozenset[bytes]:
        """The keys of those with a direct link."""
        return self._roster.links

    def silence(self, key: bytes) -> float | None:
        """For how many seconds nothing has come in on the direct link to this member; None without one."""
        heard = self._neighbours.heard(key)
        return None if heard is None else trio.current_time() - heard

    @property
    def statistics(self) -> Statistics:
        """Traffic so far."""
        traffic = self._traffic
        return Statistics(traffic.bytes_sent, traffic.bytes_received, traffic.messages_sent, traffic.messages_received)

    def addresses(self, key: bytes) -> tuple[Address, ...]:
        """Where a member says it can be reached."""
        return tuple(self._roster.addresses(key))

    async def connect(self, invite: Invite, *, deadline: float | None = None) -> bytes:
        """Joins by an invite to this mesh, and returns the host's key; the other members follow by themselves.

        Tries all addresses until `deadline` (a time of Trio's clock; by default after `Limits.connect` seconds).
        Raises ConnectError with a sentence for the player, ValueError for another mesh's invite.
        """
        if invite.secret != self._secret:
            raise ValueError("the invite belongs to another mesh")
        for key in self.linked:
            if fingerprint_bytes(key) == invite.fingerprint:
                return key
        until = trio.current_time() + self._limits.connect if deadline is None else deadline
        with trio.move_on_at(until):
            key = await self._reach(invite.addresses, Wanted(fingerprint=invite.fingerprint))
            await self._neighbours.wait_for(key)
            self._roster.hint(key, invite.addresses)
            return key
        raise ConnectError("The table did not answer in time: is it still open, and is this computer online?")

    def remember(self, peers: Iterable[tuple[bytes, Sequence[Address]]]) -> None:
        """Makes players known from an earlier time members, to be dialled at the addresses they had."""
        for key, addresses in peers:
            self._roster.remember(key, addresses)
        self._stir()

    def close_doors(self, members: Collection[bytes] | None = None) -> None:
        """From now on only these keys are let in, by default those present; whoever else is linked has to go."""
        gone = self._roster.close(members)
        for key in gone:
            self._neighbours.dismiss(key, Farewell.NOT_SEATED, "has no seat at the table")
        self._gossip.unstate_links(sorted(gone))

    def open_doors(self) -> None:
        """Lets newcomers in again."""
        self._roster.open()

    async def broadcast(self, channel_name: str, message: bytes) -> None:
        """Sends to all members; returns once the message is queued for each neighbour.

        Waits for slow peers, and drops those that stay slow. Raises MessageTooLongError.
        """
        await self._neighbours.spread(self._gossip.seal(b"", channel_name, message), self.linked)

    async def send(self, key: bytes, channel_name: str, message: bytes) -> None:
        """Sends to one member, directly if linked, else through all who might reach it; they can read it too.

        Raises UnknownPeerError if it cannot be reached, MessageTooLongError.
        """
        if key not in self.members:
            raise UnknownPeerError("The player cannot be reached at present.")
        frame = self._gossip.seal(key, channel_name, message)
        await self._neighbours.spread(frame, [key] if key in self.linked else self.linked)

    # Connections

    def _start(self, listening: Listening) -> None:
        for listener in listening.listeners:
            self._nursery.start_soon(self._accept_from, listener)
        self._nursery.start_soon(self._tell)
        self._nursery.start_soon(self._dial_missing)

    async def _leave(self) -> None:
        """Says goodbye to all and waits, but not for long, until they have heard it."""
        links = self._neighbours.links
        for link in links:
            link.retire(Farewell.LEAVING)
        with trio.move_on_after(self._limits.farewell, shield=True):
            for link in links:
                await link.ended.wait()

    async def _accept_from(self, listener: trio.abc.Listener[trio.abc.Stream]) -> None:
        async with listener:
            while True:
                try:
                    stream = await listener.accept()
                except trio.ClosedResourceError:
                    return
                except OSError:  # too many open files, for instance: it passes
                    _log.warning("a connection could not be accepted", exc_info=True)
                    await trio.sleep(_ACCEPT_PAUSE)
                    continue
                self._nursery.start_soon(self._receive_connection, stream)

    async def _receive_connection(self, stream: trio.abc.Stream) -> None:
        link: Link | None = None
        with self._half_open.place(remote_host(stream)) as free:
            try:
                if free:
                    with trio.fail_after(self._limits.handshake):
                        link = await self._answer(stream)
            except (ChannelError, FrameError, trio.TooSlowError) as error:
                _log.debug("a connection was refused: %s", error)
            except Exception:
                _log.exception("a connection is dropped because of an internal error")
            finally:
                if link is None:
                    await trio.aclose_forcefully(stream)
        if link is not None:
            await self._serve(link)

    async def _answer(self, stream: trio.abc.Stream) -> Link | None:
        channel = await self._greeter.answer(stream)
        hello = await self._greeter.hear_greeting(channel)
        self._gossip.check_hello(hello)
        link, refusal = self._register(channel, hello, opener=channel.peer)
        if refusal is not None:
            with trio.move_on_after(self._limits.farewell):
                await channel.send(encode(Refused(refusal)))
                await channel.aclose()
            return None
        link.offer(encode(self._gossip.hello))
        self._absorb(hello)
        return link

    async def _reach(self, addresses: Sequence[Address], wanted: Wanted) -> bytes:
        """Links with the wanted peer, if there is no better connection, and returns its key. Raises ConnectError."""
        channel = await self._greeter.reach(candidates(addresses, self.listening), wanted)
        try:
            hello = await self._greeter.greet(channel, self._gossip.hello)
            self._gossip.check_hello(hello)
        except FrameError as error:
            await trio.aclose_forcefully(channel)
            raise ConnectError("The other side does not keep to the protocol.") from error
        except RefusedError as error:
            if error.reason is Refusal.DUPLICATE:
                return channel.peer
            raise
        link, refusal = self._register(channel, hello, opener=self.key)
        if refusal is not None:
            await trio.aclose_forcefully(channel)
            if refusal is Refusal.DUPLICATE:
                return link.key
            raise RefusedError(refusal)
        self._nursery.start_soon(self._serve, link)
        self._gossip.state_link(link.key)
        link.offer(self._gossip.beat())
        self._absorb(hello)
        return link.key

    def _register(self, channel: Channel, hello: Hello, opener: bytes) -> tuple[Link, Refusal | None]:
        """Makes a channel the link to its peer, unless the peer is not let in or the present link stays."""
        link = Link(channel, hello.statement.session, opener, self._limits)
        refusal = self._roster.admit(link.key) or self._neighbours.add(link)
        if refusal is None:
            self._roster.link(link.key)
            self._stir()
        return link, refusal

    def _absorb(self, hello: Hello) -> None:
        for link, frame in self._gossip.absorb(hello):
            self._nursery.start_soon(link.post, frame)

    async def _serve(self, link: Link) -> None:
        await link.run(self._gossip.hear_frame, self._gossip.beat)
        if not self._neighbours.remove(link):
            return
        self._roster.unlink(link.key)
        self._weave.lost(link.key, trio.current_time(), left=link.left)
        if link.left and not self._roster.closed:
            self._roster.forget(link.key)
        self._gossip.unstate_links([link.key])

    async def _dial_missing(self) -> None:
        while True:
            missing = [key for key in self._roster.members - self.linked if self._roster.addresses(key)]
            for key in self._weave.start(missing, trio.current_time()):
                self._nursery.start_soon(self._redial, key)
            with trio.move_on_at(self._weave.next_due()):
                await self._woken.wait()
            self._woken = trio.Event()

    async def _redial(self, key: bytes) -> None:
        try:
            await self._reach(self._roster.addresses(key), Wanted(key=key))
        except ConnectError as error:
            _log.debug("a member was not reached: %s", error)
        except Exception:
            _log.exception("a dialling failed because of an internal error")
        finally:
            self._weave.finish(key, trio.current_time())
            self._woken.set()

    # Telling the application

    def _stir(self) -> None:
        """Something has changed that the application, or the dialling, may have to know."""
        if self._told.is_set():
            self._told = trio.Event()
        self._stirred.set()
        self._woken.set()

    async def _tell(self) -> None:
        while True:
            event = self._presence.next_event(
                self._neighbours.standings, self._roster.reachable(), self._neighbours.reasons
            )
            if event is not None:
                await self._entrance.send(event)
                continue
            self._told.set()
            await self._stirred.wait()
            self._stirred = trio.Event()

    async def _deliver(self, received: Received) -> None:
        await self._told.wait()  # so that a message never comes before its origin has joined
        await self._entrance.send(received)
