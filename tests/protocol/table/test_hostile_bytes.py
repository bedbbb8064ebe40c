"""Bytes that are no contribution, contributions of strangers, and floods: dropped, and memory stays bounded."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgpack
import pytest

from protocol import catching_up
from protocol.catching_up import MAX_REQUEST
from protocol.codec import CodecError, pack
from protocol.contribution import MAX_PAYLOAD, MAX_SIGNED, MAX_VOID, TAG, Contribution, Lane, open_signed, sign
from protocol.events import Behind, Convicted, Ignored, Output
from protocol.faults import MAX_VOIDS
from protocol.identity import Identity
from protocol.kept import MAX_EARLY, WINDOW
from protocol.lane import Archive, Gate
from protocol.play import Play
from protocol.seat import SeatMachine, run_jobs
from protocol.setup import Setup
from protocol.terms import MAX_SEATS
from tests.protocol.table.net import Net, check_agreement, clone, flipped, forged, identity
from tests.protocol.table.test_accusations import playing, table, void_by


@pytest.fixture(scope="module")
def midway() -> list[Net]:
    """A table of three in the middle of its first hand; filled by the first test that uses it."""
    return []


def honest(midway: list[Net]) -> SeatMachine:
    """Seat 0 of that table, to do with as one likes."""
    if not midway:
        midway.append(table().start().run(playing))
        for node in midway[0].nodes:
            node.outputs = []
    return clone(midway[0].nodes[0].machine)


def some(midway: list[Net], seat: int = 2) -> Contribution:
    honest(midway)
    return midway[0].nodes[seat].sent[-1]


def fed(machine: SeatMachine, *messages: bytes) -> list[Output]:
    for data in messages:
        machine.receive(data)
        run_jobs(machine)
    return machine.take_outputs()


def test_random_bytes(midway: list[Net]) -> None:
    machine, rng = honest(midway), Random(1)
    before = machine.table.digest
    for size in (0, 1, 2, 10, 100, 1000, 10000):
        for _ in range(20):
            outputs = fed(machine, rng.randbytes(size))
            assert [type(output) for output in outputs] == [Ignored]
    assert machine.table.digest == before


def test_every_truncation_and_bit(midway: list[Net]) -> None:
    """A contribution cut off anywhere, or with any bit changed, is none: nothing is decoded in part."""
    machine = honest(midway)
    data = some(midway).signed
    for at in range(0, len(data), 7):
        assert [type(o) for o in fed(machine, data[:at])] == [Ignored]
    for at in range(len(data)):
        assert [type(o) for o in fed(machine, flipped(data, at))] == [Ignored]
    assert [type(o) for o in fed(machine, data + b"\x00")] == [Ignored]


def raw(value: object) -> bytes:
    """MessagePack without the rules of this protocol."""
    data: bytes = msgpack.packb(value, use_bin_type=True)
    return data


def enveloped(payload: bytes, seat: int = 2) -> bytes:
    return raw([payload, identity(seat).sign(payload)])


def nested(depth: int) -> object:
    value: object = b"x"
    for _ in range(depth):
        value = [value]
    return value


WRONG_FIELDS: list[object] = [None, True, -1, 1 << 40, "", "x" * 40, b"", b"x" * 31, [], {}, 0.5, [1, 2], "\ud800"]


def test_payloads_of_the_wrong_shape(midway: list[Net]) -> None:
    """Signed by a real seat, and of no shape that the protocol knows: dropped."""
    machine = honest(midway)
    header = [*some(midway).header.fields()]
    good: list[object] = [TAG, *header, "move", []]
    shapes: list[object] = [None, 5, "x", b"x", [], {}, {1: 2}, [good], good[:-1], [*good, 0]]
    for at in range(len(good)):
        for wrong in WRONG_FIELDS:
            fits = {"kind": isinstance(wrong, str) and len(wrong) <= 16, "body": isinstance(wrong, list)}
            if not fits.get({9: "kind", 10: "body"}.get(at, ""), False):
                shapes.append([*good[:at], wrong, *good[at + 1 :]])
    shapes += [[*good[:-1], body] for body in (nested(9), nested(2000), [0.0], [{}], [b""] * 65, ["\ud800"])]
    shapes += [[*good[:-1], [b"x" * MAX_PAYLOAD]]]
    for shape in shapes:
        try:
            payload = raw(shape)
        except (ValueError, UnicodeEncodeError):
            continue
        outputs = fed(machine, enveloped(payload))
        assert [type(output) for output in outputs] == [Ignored], shape


def test_second_encodings_of_one_value_are_refused(midway: list[Net]) -> None:
    """MessagePack has several encodings of most values; a signature over another one is over something else."""
    machine, c = honest(midway), some(midway)
    payload = c.payload
    assert payload[:1] == b"\x9b"
    longer = [
        b"\xdc\x00\x0b" + payload[1:],
        payload[:1] + b"\xd9\x0a" + payload[2:],
        payload.replace(b"\xc4\x20", b"\xc5\x00\x20", 1),
        payload + b"\xc0",
    ]
    for other in longer:
        assert [type(o) for o in fed(machine, enveloped(other))] == [Ignored]
    assert [type(o) for o in fed(machine, b"\xdc\x00\x02" + c.signed[1:])] == [Ignored]
    extension = b"\x92" + pack(payload) + b"\xc7\x40\x05" + c.signature
    assert [type(o) for o in fed(machine, extension)] == [Ignored]


def test_strangers_other_tables_and_wrong_signatures(midway: list[Net]) -> None:
    machine, c = honest(midway), some(midway)
    stranger = Identity(bytes([99]) * 32)
    cases = {
        "does not verify": [
            pack([c.payload, flipped(c.signature)]),
            pack([c.payload, bytes(64)]),
            sign(stranger, c.header, c.kind, c.body).signed,
            sign(identity(1), c.header, c.kind, c.body).signed,
        ],
        "belongs to another table": [forged(c, table=bytes(32)).signed],
        "names a seat that does not exist": [forged(c, seat=3).signed, forged(c, seat=7).signed],
        "expected an integer": [forged(c, seat=8).signed, forged(c, hand=-1).signed],
        "expected": [pack([c.payload, c.signature[:-1]]), pack([c.payload]), pack([c.payload, c.signature, b""])],
    }
    for reason, messages in cases.items():
        for data in messages:
            (output,) = fed(machine, data)
            assert isinstance(output, Ignored)
            assert reason in output.reason


def test_lengths_are_bounded_before_anything_is_decoded(midway: list[Net]) -> None:
    machine, c = honest(midway), some(midway)
    assert [type(o) for o in fed(machine, bytes(MAX_SIGNED + 1))] == [Ignored]
    long = forged(c, (b"x" * MAX_PAYLOAD,))
    with pytest.raises(CodecError, match="at most 122880 are allowed"):
        open_signed(long.signed, machine.genesis.table, machine.genesis.keys)
    with pytest.raises(CodecError):
        open_signed(bytes(1 << 24), machine.genesis.table, machine.genesis.keys)
    # Arrays that claim to hold more than they do, and strings likewise.
    for head in (b"\xdd\xff\xff\xff\xff", b"\xc6\xff\xff\xff\xff", b"\xdb\xff\xff\xff\xff", b"\xdf\xff\xff\xff\xff"):
        assert [type(o) for o in fed(machine, head)] == [Ignored]


# -- floods -----------------------------------------------------------------------------------------------


def weight(machine: SeatMachine) -> int:
    """The bytes of contributions that the machine keeps."""
    kept = [*machine._early, *machine._cells, *machine._faults.contributions()]
    return sum(len(c.payload) for c in {id(c): c for c in kept}.values())


def test_a_flood_ahead_of_the_lanes(midway: list[Net]) -> None:
    """One member sends everything that is not due yet, as long as it may be."""
    machine, c = honest(midway), some(midway)
    before = weight(machine)
    outputs: list[Output] = []
    body = (b"x" * (MAX_PAYLOAD - 1000),)
    for hand in (0, 1, 2, 77):
        for lane in Lane:
            for step in (*range(12), 30, 1 << 30):
                outputs += fed(machine, forged(c, body, hand=hand, lane=lane, step=step, kind="x").signed)
    # Its own void quotes the one that was due, and convicts.
    assert weight(machine) - before <= MAX_EARLY + MAX_VOID
    assert any(isinstance(output, Behind) for output in outputs)
    assert len(machine._early) <= 4 * 4 * WINDOW


def test_a_flood_of_variants_of_one_step(midway: list[Net]) -> None:
    """Kinds, epochs, attempts and digests without end: none is kept, the first on this digest convicts."""
    machine, c = honest(midway), some(midway)
    play = machine.table.play
    assert play is not None
    before, cells = weight(machine), len(machine._cells)
    outputs: list[Output] = []
    body, step = (b"x" * 1000,), play.step
    for i in range(300):
        wrong = forged(c, body, kind=f"k{i}", step=step, previous=i.to_bytes(32, "big"))
        outputs += fed(machine, wrong.signed)
    assert not any(isinstance(output, Convicted) for output in outputs)
    for i in range(300):
        outputs += fed(machine, forged(c, body, step=step, previous=play.digest, attempt=i + 1, epoch=i).signed)
    assert sum(isinstance(output, Convicted) for output in outputs) == 1
    assert len(machine._cells) <= cells + 2
    assert weight(machine) <= before + 10000


def test_a_flood_behind_the_lanes(midway: list[Net]) -> None:
    machine, c = honest(midway), some(midway)
    before = weight(machine)
    for step in range(3):
        for i in range(100):
            fed(machine, forged(c, (b"x" * 1000,), step=step, kind=f"k{i}", previous=bytes(32)).signed)
    assert weight(machine) == before


def test_a_flood_of_voids(midway: list[Net]) -> None:
    """Of each hand the first void of a seat is kept; a second one convicts."""
    machine, net = honest(midway), midway[0]
    confirm = next(c for c in net.nodes[1].sent if c.kind == "confirm")
    outputs: list[Output] = []
    for i in range(100):
        outputs += fed(machine, void_by(machine.table, 2, forged(confirm, lane=Lane.PLAY, step=500 + i)).signed)
        outputs += fed(machine, forged(void_by(machine.table, 2, b"x" * 5000), hand=1 + i % 3).signed)
    assert [output.evidence.seat for output in outputs if isinstance(output, Convicted)] == [2]
    assert len([c for c in machine._faults.contributions() if c.is_void]) <= 2 * machine.genesis.n


def test_a_void_that_cannot_be_judged_keeps_no_other_out(midway: list[Net]) -> None:
    machine, net = honest(midway), midway[0]
    public = machine.table
    confirm = next(c for c in net.nodes[1].sent if c.kind == "confirm")
    assert not fed(machine, void_by(public, 2, forged(confirm, lane=Lane.PLAY, step=500)).signed)
    reveal = next(c for c in net.nodes[2].sent if c.kind == "reveal")
    fault = forged(reveal, (bytes(32), *reveal.body[1:]))
    outputs = fed(machine, void_by(public, 1, fault).signed)
    assert [output.evidence.seat for output in outputs if isinstance(output, Convicted)] == [2]
    assert public.voided == (2,)


def test_what_a_cheat_floods_does_not_reach_others_early_buffers() -> None:
    """Honest contributions that come early are kept although another seat fills its own share."""
    net = table(hands=1)
    net.start().run(playing)
    machine = net.nodes[0].machine
    c = net.nodes[2].sent[-1]
    for lane in Lane:
        for step in range(10, 18):
            net.inject(forged(c, (b"x" * 100000,), lane=lane, step=step, hand=1).signed, 0)
    net.run()
    check_agreement(net)
    assert weight(machine) <= MAX_EARLY


# -- requests ---------------------------------------------------------------------------------------------


def test_requests_are_bounded(midway: list[Net]) -> None:
    machine = honest(midway)
    wrong: list[object] = [
        None,
        [],
        [0],
        [0, [], 0],
        [-1, []],
        ["0", []],
        [0, [[0, 0]]],
        [0, [[0, 0, -1]]],
        [0, [[0, 0, 0]] * 17],
        [0, {}],
        [1 << 40, []],
        [0.0, []],
    ]
    for value in wrong:
        with pytest.raises(CodecError):
            machine.catch_up(raw(value))
    with pytest.raises(CodecError):
        machine.catch_up(bytes(MAX_REQUEST + 1))
    everything = machine.catch_up(pack([0, []]))
    assert machine.catch_up(pack([5, []])) == machine.catch_up(pack([9, []]))
    assert len(machine.catch_up(pack([5, []]))) < len(everything)
    assert len(set(everything)) == len(everything)
    # Who asks from where it stands is not sent again what is behind.
    assert len(machine.catch_up(machine.request())) < len(everything) / 2


def test_requests_say_nothing_of_what_is_prepared_and_hidden(midway: list[Net]) -> None:
    """An answer holds contributions that everybody has been sent, and no others."""
    machine = honest(midway)
    sent = {c.signed for node in midway[0].nodes for c in node.sent}
    assert set(machine.catch_up(pack([0, []]))) <= sent


def test_an_answer_looks_at_no_hand_before_the_one_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long a night has been, a peer that asks again and again makes nobody go through all of it."""
    net = table(2, hands=6).start().run(lambda net: all(node.table.hand == 5 for node in net.nodes))
    machine, looked = net.nodes[0].machine, set()
    for kind in (Archive, Gate, Setup, Play):

        def contributions(lane: Any, see: Callable[[Any], Iterator[Contribution]] = kind.contributions) -> object:
            looked.add((lane.hand, lane.lane))
            return see(lane)

        monkeypatch.setattr(kind, "contributions", contributions)
    assert machine.catch_up(pack([0, []]))
    assert {hand for hand, _ in looked} == set(range(6))
    looked.clear()
    assert machine.catch_up(pack([5, []]))
    assert {(hand, lane) for hand, lane in looked if hand < 4} == {(0, Lane.TABLE)}


def test_answers_are_bounded_in_number_and_size(midway: list[Net], monkeypatch: pytest.MonkeyPatch) -> None:
    machine = honest(midway)
    everything = machine.catch_up(pack([0, []]))
    monkeypatch.setattr(catching_up, "MAX_ANSWER", 10)
    assert machine.catch_up(pack([0, []])) == everything[:10]
    size = sum(map(len, everything[:5]))
    for limit, number in ((size, 5), (size - 1, 4), (size + 1, 5)):
        monkeypatch.setattr(catching_up, "MAX_ANSWER_BYTES", limit)
        assert machine.catch_up(pack([0, []])) == everything[:number]


def test_all_that_a_node_keeps_of_a_hand_fits_into_an_answer() -> None:
    """Else what stands last in it, the voids and evidence, could be kept from those who ask by filling it up."""
    others, own, evidence = MAX_VOIDS, MAX_SIGNED, MAX_SIGNED
    aside = (MAX_SEATS - 1) * (others + own + evidence)
    assert aside + 20 * MAX_PAYLOAD < catching_up.MAX_ANSWER_BYTES


def test_a_node_that_lacks_more_than_an_answer_holds_asks_again(monkeypatch: pytest.MonkeyPatch) -> None:
    net = table(2, hands=3).start().run()
    helper, listener = net.nodes[1].machine, SeatMachine(net.genesis, identity(0))
    monkeypatch.setattr(catching_up, "MAX_ANSWER", 7)
    answers = 0
    while not listener.table.over:
        answers += 1
        assert answers < 100, "it gets no further"
        fed(listener, *helper.catch_up(listener.request()))
    assert answers > 10
    assert listener.table.digest == helper.table.digest
