"""Recorded logs of every game, changed in every way: verification never accepts, never crashes, and names the place.

Each place is visited with the public state that a verifier has there, so that many changes can be tried at each. What
is tried is drawn with a seed; with FAIRDEAL_LONG set in the environment it is several times as much.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from engine.contract import Move, Seat
from protocol import terms
from protocol.codec import CodecError, pack
from protocol.contribution import VOID, Contribution, Fault, Lane, open_signed, payload_of, sign
from protocol.events import Closed
from protocol.play import Play
from protocol.table import Table
from protocol.transcript_file import MAGIC, Unreadable, write
from protocol.verify import _count, verified, verify
from tests.protocol.recorded import (
    RARE,
    Choose,
    genesis_of,
    identity,
    joined,
    lively,
    played,
    repeating,
    split,
    transcript_of,
)
from tests.protocol.table.net import Net, blob_of, flipped, forged, rules_with_little, to_all, with_part
from tests.protocol.table.net import genesis_of as net_genesis
from tests.protocol.table.test_mutated_bodies import ELSEWHERE, changed, is_acceptable
from tests.protocol.table.test_random_cheats import random_table

TIMES = 8 if os.environ.get("FAIRDEAL_LONG") else 1
GAMES: dict[str, tuple[Any, ...]] = {
    "tonk": ("tonk", 2, {"drop_when": "any_time"}),
    "thirteen": ("thirteen", 2, "duel", {}),
    "pitch": ("pitch", 4, {"burn_show": "hidden"}),
}


def brief(rng: Random) -> Choose:
    """Play at random, but end a long hand as soon as that is possible."""
    usual = lively(rng, *RARE)

    def choose(play: Play, seat: Seat, moves: list[Move]) -> Move:
        ends = [move for move in moves if move.kind == "drop"]
        return ends[0] if ends and play.step > 24 else usual(play, seat, moves)

    return choose


@cache
def table_of(game: str, night: int = 0) -> Table:
    *arguments, options = GAMES[game]
    return played(genesis_of(*arguments, night=night, **options), 11, brief(Random(12)))


@cache
def parts_of(game: str, night: int = 0) -> tuple[bytes, ...]:
    return tuple(split(transcript_of(table_of(game, night))))


@cache
def log_of(game: str, night: int = 0) -> tuple[Contribution, ...]:
    return tuple(table_of(game, night).log())


def offset_of(parts: list[bytes], at: int) -> int:
    return len(MAGIC) + sum(4 + len(part) for part in parts[:at])


def standing(table: Table) -> tuple[object, ...]:
    lanes = tuple((lane.hand, lane.lane, lane.step, tuple(lane.accepted)) for lane in table.lanes())
    return (table.digest, table.hand, table.ledger, len(table.seals), len(table.voids), table.dead, lanes)


Visit = Callable[[Table, int, Contribution], None]


def walk(game: str, visit: Visit) -> None:
    """Verify the log, and visit the table before each contribution that is counted."""
    table = Table(table_of(game).genesis)
    for at, contribution in enumerate(log_of(game), 1):
        visit(table, at, contribution)
        _count(table, contribution, [])
    assert table.over


def refused(table: Table, wrong: Contribution) -> str:
    """Why the contribution is refused; the table stays as it was."""
    before = standing(table)
    with pytest.raises(Fault) as caught:
        _count(table, wrong, [])
    assert standing(table) == before
    assert str(caught.value)
    return str(caught.value)


def test_what_is_recorded_verifies() -> None:
    for game in GAMES:
        report = verify(joined(list(parts_of(game))))
        assert report.ok
        assert report.closed


# -- bytes ------------------------------------------------------------------------------------------------------


def regions(record: bytes, rng: Random) -> Iterator[bytes]:
    """The record with bytes changed, taken away and added, in all its regions."""
    places = sorted({0, 1, 2, len(record) - 1, *(rng.randrange(len(record)) for _ in range(6 * TIMES))})
    for at in places:
        yield record[:at] + bytes([record[at] ^ 1 << rng.randrange(8)]) + record[at + 1 :]
        yield record[:at] + bytes([record[at] ^ 0xFF]) + record[at + 1 :]
        yield record[:at]
        yield record[:at] + record[at + 1 :]
        yield record[:at] + bytes([rng.randrange(256)]) + record[at:]
        size = rng.choice((2, 32, 64))
        if record[at : at + size] != bytes(size):
            yield record[:at] + bytes(size) + record[at + size :]
    yield b""
    yield record + b"\x00"
    yield record + record


@pytest.mark.parametrize("game", GAMES)
def test_no_byte_of_a_contribution_can_be_changed(game: str) -> None:
    table, rng = table_of(game), Random(1)
    tried = 0
    for record in parts_of(game)[1:]:
        for wrong in regions(record, rng):
            tried += 1
            with pytest.raises(CodecError):
                open_signed(wrong, table.genesis.table, table.genesis.keys)
    assert tried > 1500


@pytest.mark.parametrize("game", GAMES)
def test_the_place_is_named(game: str) -> None:
    """A changed record is found where it stands, as record so and so, at byte so and so."""
    rng = Random(2)
    parts = list(parts_of(game))
    for at in rng.sample(range(1, len(parts)), 2 * TIMES):
        wrong = rng.choice(list(regions(parts[at], rng)))
        report = verify(joined([*parts[:at], wrong, *parts[at + 1 :]]))
        assert not report.ok
        assert f"record {at} at byte {offset_of(parts, at)}" in report.reason


@pytest.mark.parametrize("game", GAMES)
def test_no_byte_of_the_terms_can_be_changed(game: str) -> None:
    parts, rng = list(parts_of(game)), Random(3)
    reasons: Counter[bool] = Counter()
    for wrong in (w for _ in range(10 * TIMES) for w in regions(parts[0], rng)):
        report = verify(joined([wrong, *parts[1:]]))
        assert not report.ok
        reasons["record 0" in report.reason] += 1
    # Other fit terms make another table, to which nothing of this log belongs.
    assert min(reasons[True], reasons[False]) > 10


def test_a_file_that_is_cut_or_framed_otherwise() -> None:
    parts = list(parts_of("tonk"))[:12]
    data = joined(parts)
    ends = {offset_of(parts, at) for at in range(1, len(parts) + 1)}
    rng = Random(4)
    for end in sorted({*ends, *(end - 1 for end in ends), *(rng.randrange(len(MAGIC), len(data)) for _ in range(60))}):
        report = verify(data[:end])
        assert report.ok == (end in ends)
        if not report.ok:
            last = max((at for at in (len(MAGIC), *ends) if at <= end), default=0)
            assert f"at byte {last}" in report.reason
    for at in [offset_of(parts, i) + j for i in range(len(parts)) for j in range(4)]:
        assert not verify(data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]).ok
    for at in range(len(MAGIC)):
        with pytest.raises(Unreadable):
            verify(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
    with pytest.raises(Unreadable):
        verify(MAGIC)


# -- the order of records ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_each_record_has_one_place(game: str) -> None:
    """Exchanged, repeated, left out, brought forward: another record than the next is refused, wherever it is from."""
    log, rng = log_of(game), Random(5)
    reasons: Counter[str] = Counter()

    def visit(table: Table, at: int, contribution: Contribution) -> None:
        near = range(at - 3, at + 4)
        far = [rng.randrange(1, len(log) + 1) for _ in range(4 * TIMES)]
        for other in {*near, *far} & set(range(1, len(log) + 1)) - {at}:
            header = log[other - 1].header
            # What the next hand has come to may be shown, but then nothing more of this one: see the next test.
            if header.lane != Lane.SETUP or header.hand != table.hand + 1:
                reasons[refused(table, log[other - 1])] += 1

    walk(game, visit)
    assert sum(reasons.values()) > 4 * len(log)
    assert reasons["does not come in the order of the seats"] >= 10
    assert reasons["does not belong here"] > 100


def test_nothing_of_a_hand_follows_what_was_prepared_meanwhile() -> None:
    """The setup of hand 1 brought forward into hand 0."""
    parts, log = list(parts_of("tonk")), log_of("tonk")
    first = next(at for at, c in enumerate(log, 1) if (c.header.hand, c.kind) == (1, "commit"))
    shares = next(at for at, c in enumerate(log, 1) if c.kind == "shares")
    prepared = parts[first : first + 4]
    assert verify(joined([*parts[:shares], *prepared])).ok
    report = verify(joined([*parts[:shares], *prepared[:1], *parts[shares:]]))
    assert not report.ok
    assert f"record {shares + 1} at" in report.reason
    assert "comes after the preparation of the next hand" in report.reason


@pytest.mark.parametrize("game", GAMES)
def test_exchanged_and_missing_records_of_a_file(game: str) -> None:
    """The same with whole files: the first record that stands wrong is named."""
    parts, rng = list(parts_of(game)), Random(6)
    for at in rng.sample(range(1, len(parts) - 1), TIMES):
        for wrong in (
            [*parts[:at], parts[at + 1], parts[at], *parts[at + 2 :]],
            [*parts[:at], *parts[at + 1 :]],
            [*parts[: at + 1], *parts[at:]],
        ):
            first = next(i for i, (a, b) in enumerate(zip(wrong, parts, strict=False)) if a != b)
            report = verify(joined(wrong))
            assert not report.ok
            assert f"record {first} at" in report.reason
    assert not verify(joined([*parts, parts[-1]])).ok
    assert not verify(joined(parts[1:])).ok


# -- signed by the cheat ----------------------------------------------------------------------------------------

UNBOUND = {"agree", "commit", "pledge", "result", "close"}
"""Kinds whose body says the same elsewhere, or hides what it says: another's may do as well."""


@pytest.mark.parametrize("game", GAMES)
def test_nothing_changed_is_accepted_though_it_is_signed(game: str) -> None:
    """Fields of bodies, and of headers, changed by the seat that signs them."""
    rng = Random(7)
    tried: Counter[str] = Counter()

    def visit(table: Table, at: int, contribution: Contribution) -> None:
        # A deck has more than a thousand changes; to sign them all takes longer than to refuse some.
        if contribution.kind in ("shuffle", "mix") and rng.random() > 0.25 * TIMES:
            return
        every = [wrong for wrong in changed(contribution) if not is_acceptable(contribution, wrong)]
        for wrong in rng.sample(every, min(len(every), 3 * TIMES)):
            refused(table, wrong)
            tried[contribution.kind] += 1
        for field in ELSEWHERE:
            wrong = rng.choice(ELSEWHERE[field](contribution))
            if wrong.header.table == table.genesis.table:
                refused(table, wrong)

    walk(game, visit)
    assert sum(tried.values()) > len(log_of(game))


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_accepted_from_another_seat_hand_or_table(game: str) -> None:
    """Bodies, truly made for elsewhere, handed in here under one's own signature; and foreign records as they are."""
    rng = Random(8)
    here, there = log_of(game), log_of(game, night=1)
    tried: Counter[str] = Counter()

    def visit(table: Table, at: int, contribution: Contribution) -> None:
        same = [c for c in (*here, *there) if c.kind == contribution.kind and c.body != contribution.body]
        for other in rng.sample(same, min(len(same), 3 * TIMES)):
            wrong = forged(contribution, other.body)
            proves = any(isinstance(part, bytes) and part for part in other.body[1:])
            if contribution.kind in UNBOUND or (contribution.kind in ("move", "answer") and not proves):
                # A move that shows and proves nothing is as good from one as from another: the rules judge it.
                continue
            reason = refused(table, wrong)
            tried[reason.partition(":")[0]] += 1
        foreign = there[min(at, len(there)) - 1]
        with pytest.raises(CodecError, match="another table"):
            open_signed(foreign.signed, table.genesis.table, table.genesis.keys)

    walk(game, visit)
    assert sum(tried.values()) > 10
    assert any("does not hold" in reason for reason in tried)


def test_the_hand_of_another_hand_does_not_fit() -> None:
    """Records of the cut, moved to the hand that follows it, lane by lane, with headers that fit."""
    log = log_of("tonk")
    first = {(c.header.lane, c.header.step, c.header.seat): c for c in log if c.header.hand == 0}
    moved = 0

    def visit(table: Table, at: int, contribution: Contribution) -> None:
        nonlocal moved
        header = contribution.header
        other = first.get((header.lane, header.step, header.seat))
        if header.hand == 0 or header.lane != Lane.SETUP or other is None or other.kind == "commit":
            return
        refused(table, forged(contribution, other.body, other.kind))
        moved += 1

    walk("tonk", visit)
    assert moved >= 5


def test_a_seat_cannot_speak_for_another() -> None:
    """The same payload under the other's name, signed by oneself, or with the other's signature of something else."""
    log, genesis = log_of("tonk"), table_of("tonk").genesis
    for one in log:
        others = [c for c in log if c.kind == one.kind and c.header.seat != one.header.seat]
        for other in others[:2]:
            wrong = pack([one.payload, other.signature])
            with pytest.raises(CodecError, match="signature"):
                open_signed(wrong, genesis.table, genesis.keys)


# -- voided hands -----------------------------------------------------------------------------------------------


@cache
def voided() -> tuple[tuple[bytes, ...], ...]:
    """The transcripts of two honest seats: while hand 0 was played, seat 2 made a false shuffle for hand 1."""
    with repeating(1):
        net = Net(net_genesis(3, "thirteen", "three"), 0, lazy=True)
        net.cheat_once(2, "shuffle", lambda c: to_all(with_part(c, 1, flipped(blob_of(c, 1)))), hand=1)
        net.start().run()
    return tuple(tuple(split(write(net.genesis, node.table.log()))) for node in net.honest)


def kinds_of(parts: tuple[bytes, ...]) -> list[tuple[str, int]]:
    read = [payload_of(part) for part in parts[1:]]
    return [("", 0), *((kind, header.hand) for header, kind, *_ in read)]


def test_a_fault_in_the_next_hands_setup_convinces_a_stranger() -> None:
    """The evidence lies in a lane that transcripts do not show otherwise."""
    for parts in voided():
        report = verify(joined(list(parts)))
        assert report.ok, report.reason
        assert report.closed
        assert [(sealed.hand, sealed.offenders) for sealed in report.sealed] == [(0, (2,))]
        kinds = kinds_of(parts)
        assert kinds.index(("reveal", 1)) < kinds.index(("void", 0)) < kinds.index(("close", 0))


def test_a_voided_hand_needs_its_evidence() -> None:
    for parts in map(list, voided()):
        kinds = kinds_of(tuple(parts))
        first, second = (at for at, kind in enumerate(kinds) if kind == ("void", 0))
        prepared = [at for at, (_, hand) in enumerate(kinds) if hand == 1]
        wrong = {
            "voids exchanged": [*parts[:first], parts[second], parts[first], *parts[second + 1 :]],
            "one void only": [*parts[:first], *parts[second:]],
            "a void twice": [*parts[:second], parts[first], *parts[second:]],
            "without the lane of the fault": [part for at, part in enumerate(parts) if at not in prepared],
            "without its last step": [*parts[: prepared[-1]], *parts[prepared[-1] + 1 :]],
            "something of the hand after a void": [*parts[:second], parts[prepared[-1]], *parts[second:]],
            "a closing of the convicted": [*parts, parts[-1]],
        }
        for name, changed_parts in wrong.items():
            assert not verify(joined(changed_parts)).ok, name
        for end in range(first, len(parts) + 1):
            assert verify(joined(parts[:end])).ok


@pytest.mark.parametrize("seed", [278, *range(10, 10 + 4 * TIMES, 2)])
def test_whatever_two_cheats_sign_the_transcripts_of_the_others_verify(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under the first seed a cheat's own void, against the other cheat, once stood in the way."""
    monkeypatch.setattr(terms, "rules_of", rules_with_little)
    with repeating(seed):
        net = random_table(seed, 4, (seed % 4, (seed + 1 + seed % 3) % 4), 0.1, lazy=seed % 3 == 0)
    for node in net.honest:
        report = verify(write(net.genesis, node.table.log()))
        assert report.ok, report.reason
        assert report.ledger == node.table.ledger


def test_no_void_is_added_that_does_not_count() -> None:
    """The cheat accuses an honest seat of something that nobody can judge: in no place is that part of the log."""
    parts = list(voided()[0])
    _, table = verified(joined(parts))
    assert table is not None
    shares = next(c for c in table.log() if (c.header.seat, c.kind) == (0, "shares"))
    unknown = forged(shares, previous=bytes(32))
    void = sign(identity(2), table.void_header(2, 0), VOID, (unknown.signed,))
    closing = kinds_of(tuple(parts)).index(("close", 0))
    for at, why in ((closing, "accuses a seat of something"), (closing + 1, "begun"), (len(parts), "begun")):
        report = verify(joined([*parts[:at], void.signed, *parts[at:]]))
        assert not report.ok
        assert why in report.reason


# -- a live machine ---------------------------------------------------------------------------------------------


def test_a_live_table_goes_on_as_if_nothing_had_come() -> None:
    """Changed, old, foreign and misplaced records reach all seats all the time: the log comes out the same."""

    def run(disturb: Callable[[Net, Contribution], None] | None) -> bytes:
        with repeating(3):
            net = Net(net_genesis(2, "tonk", hands=1), 4)
            for node in net.nodes:
                node.choose = lambda acting, moves: moves[-1]
            if disturb is not None:
                net.watch = lambda seat, contribution: disturb(net, contribution)
            net.start().run()
        assert all(len(node.of(Closed)) == 1 for node in net.nodes)
        return write(net.genesis, net.nodes[0].table.log())

    rng, outcomes = Random(9), Counter[str]()
    sent: list[bytes] = []
    foreign = [*parts_of("tonk")[1:], *parts_of("thirteen")[1:]]

    def disturb(net: Net, contribution: Contribution) -> None:
        seen = [data for data in sent if rng.random() < 0.1]
        wrong = [*rng.sample(list(regions(contribution.signed, rng)), 6), rng.choice(foreign), *seen]
        for node in net.nodes:
            if node.machine.seat == contribution.header.seat:
                continue
            before = standing(node.table)
            for data in wrong:
                node.machine.receive(data)
                outcomes["tried"] += 1
            assert standing(node.table) == before
        sent.append(contribution.signed)

    assert run(disturb) == run(None)
    assert outcomes["tried"] > 300
