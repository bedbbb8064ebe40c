"""What members tell each other of themselves, and how messages travel over those who are linked."""

import secrets
import time
from collections.abc import Awaitable, Callable, Sequence

from p2p.address import Address
from p2p.channel import MessageTooLongError
from p2p.frames import (
    MAX_CHANNEL_NAME,
    SESSION,
    Bye,
    Envelope,
    FrameError,
    Hello,
    News,
    Statement,
    check_envelope,
    check_statement,
    decode,
    encode,
    make_envelope,
    make_statement,
)
from p2p.link import Link
from p2p.neighbours import Neighbours
from p2p.presence import Received
from p2p.roster import Roster
from protocol.identity import Identity


class Gossip:
    """One member's voice and ear. `changed` is called when the graph of links has changed; `deliver` is given
    what the application receives.
    """

    def __init__(
        self,
        identity: Identity,
        mesh_id: bytes,
        *,
        addresses: Sequence[Address],
        max_message: int,
        roster: Roster,
        neighbours: Neighbours,
        changed: Callable[[], None],
        deliver: Callable[[Received], Awaitable[None]],
    ) -> None:
        self._identity = identity
        self._mesh_id = mesh_id
        self._addresses = tuple(addresses)
        self._max_message = max_message
        self._roster = roster
        self._neighbours = neighbours
        self._changed = changed
        self._deliver = deliver
        self._session = secrets.token_bytes(SESSION)
        self._stated: set[bytes] = set()
        self._sent = 0
        # What an earlier life of ours stated must not outnumber what we state now.
        self._statement = self._make_statement(time.time_ns() // 1000)

    # Of oneself

    @property
    def hello(self) -> Hello:
        """The greeting for a new connection."""
        return Hello(self._statement, tuple(self._roster.statements))

    def beat(self) -> bytes:
        """A heartbeat: one's own statement."""
        return encode(News(self._statement))

    def state_link(self, key: bytes) -> None:
        """States a link, as soon as the other side sends to it: see `hear_frame`."""
        if key not in self._stated:
            self._stated.add(key)
            self.restate()

    def unstate_links(self, keys: Sequence[bytes]) -> None:
        """States that these links are gone."""
        self._stated.difference_update(keys)
        self.restate()

    def restate(self) -> None:
        """Makes one's statement anew and tells it; a neighbour whose queue is full hears it with a heartbeat."""
        self._statement = self._make_statement(self._statement.number + 1)
        self._neighbours.offer(self.beat(), self._roster.links)
        self._changed()

    def seal(self, target: bytes, channel_name: str, message: bytes) -> bytes:
        """The frame of a message from oneself, to all if `target` is empty.

        Raises MessageTooLongError, ValueError for a name that is too long.
        """
        if len(message) > self._max_message:
            raise MessageTooLongError(f"a message has at most {self._max_message} bytes")
        if len(channel_name.encode()) > MAX_CHANNEL_NAME:
            raise ValueError(f"the name of a channel has at most {MAX_CHANNEL_NAME} bytes")
        self._sent += 1
        envelope = make_envelope(
            self._identity,
            self._mesh_id,
            target=target,
            session=self._session,
            number=self._sent,
            channel_name=channel_name,
            message=message,
        )
        return encode(envelope)

    def _make_statement(self, number: int) -> Statement:
        return make_statement(
            self._identity,
            self._mesh_id,
            session=self._session,
            number=number,
            addresses=self._addresses,
            links=sorted(self._stated),
        )

    # Of others

    def check_hello(self, hello: Hello) -> None:
        """Raises FrameError unless all statements in a greeting are signed by their origins."""
        for statement in (hello.statement, *hello.known):
            check_statement(statement, self._mesh_id)

    def absorb(self, hello: Hello) -> list[tuple[Link, bytes]]:
        """Takes in a checked greeting and passes on what is new; returns what found a queue full."""
        waiting = []
        for statement in (hello.statement, *hello.known):
            self._outnumber(statement)
            if self._take_in(statement):
                frame = encode(News(statement))
                hops = self._roster.hops(statement.origin, hello.statement.origin)
                waiting += [(link, frame) for link in self._neighbours.offer(frame, hops)]
        return waiting

    async def hear_frame(self, link: Link, data: bytes) -> None:
        """Handles one frame from a neighbour. Raises FrameError if it is not as it should be."""
        frame = decode(data, self._max_message)
        if self._neighbours.is_present(link):
            # The side that answered states the link only now: the other side knows of it and sends to it, so that
            # nobody need forward to us any more what it has.
            self.state_link(link.key)
        match frame:
            case News():
                await self._hear_news(link, frame, data)
            case Envelope():
                await self._hear_envelope(link, frame, data)
            case Bye():
                link.dismissed(frame.reason)
            case _:
                raise FrameError("a frame came out of place")

    async def _hear_news(self, link: Link, news: News, data: bytes) -> None:
        if self._roster.is_newer(news.statement):
            check_statement(news.statement, self._mesh_id)
            if self._take_in(news.statement):
                await self._neighbours.spread(data, self._roster.hops(news.statement.origin, link.key))

    async def _hear_envelope(self, link: Link, envelope: Envelope, data: bytes) -> None:
        if not self._roster.expects(envelope):
            return  # an echo, a copy, or of somebody whom we do not know (yet, or any more)
        check_envelope(envelope, self._mesh_id)
        self._roster.mark(envelope)
        me = self._identity.public
        if envelope.target != me:
            hops = self._roster.hops(envelope.origin, link.key)
            await self._neighbours.spread(data, hops & {envelope.target} or hops)
        if envelope.target in (b"", me):
            await self._deliver(Received(envelope.origin, envelope.channel_name, envelope.message))

    def _take_in(self, statement: Statement) -> bool:
        """Takes in a checked statement; whether it is to be passed on."""
        news = self._roster.hear(statement)
        if news:
            self._changed()
        return news

    def _outnumber(self, statement: Statement) -> None:
        """Answers a statement of an earlier life of ours, made by a clock that was ahead."""
        if statement.origin == self._identity.public and statement.session != self._session:
            self._statement = max(self._statement, statement, key=lambda known: known.number)
            self.restate()
