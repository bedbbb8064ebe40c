"""Verification of a transcript, from its bytes alone: every signature, link, proof, move and payoff once more."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from protocol.codec import CodecError
from protocol.contribution import Contribution, Fault, Lane, open_signed, payload_of
from protocol.identity import fingerprint
from protocol.judge import accusation, is_void_of, judge_void
from protocol.table import Sealed, Table
from protocol.terms import Genesis, TermsError
from protocol.transcript_file import Record, Unreadable, read_genesis, records

__all__ = ["Report", "Unreadable", "Watch", "verified", "verify"]

Watch: TypeAlias = Callable[[Table, Contribution], None]


@dataclass(frozen=True)
class Report:
    """What a transcript proves. If not `ok`, `reason` names the first contribution that fails, and why."""

    ok: bool
    reason: str
    game: str = ""
    table: str = ""
    """The table's id, in hex."""
    digest: str = ""
    """Digest of the last step that counts, in hex."""
    seats: tuple[tuple[str, str], ...] = ()
    """Name and fingerprint of the identity, by seat."""
    hands: int = 0
    """Hands completed and sealed; a cut for the deal is none."""
    sealed: tuple[Sealed, ...] = ()
    ledger: tuple[int, ...] = ()
    closed: bool = False
    """Whether all signed the closing; if not, nothing is known of what followed the last seal."""
    proven: Mapping[str, int] = field(default_factory=dict)
    """How many contributions of each kind were checked."""


def verify(data: bytes) -> Report:
    """Check a transcript. Raises Unreadable if the bytes are no transcript at all."""
    return verified(data)[0]


def verified(data: bytes, watch: Watch = lambda _table, _contribution: None) -> tuple[Report, Table | None]:
    """Check a transcript as `verify` does; with the report the table, as far as its log holds.

    `watch` is shown the table after each contribution that counts. There is no table if not even the terms hold.
    Raises Unreadable if the bytes are no transcript at all.
    """
    stream = records(data)
    first = next(stream, None)
    if first is None:
        raise Unreadable("the transcript is empty")
    try:
        genesis = read_genesis(first)
        table = Table(genesis)
    except (CodecError, TermsError) as error:
        return Report(ok=False, reason=f"the terms, record 0 at byte {first.offset}: {error}"), None
    proven: Counter[str] = Counter()
    reason = fold(table, stream, proven, watch)
    report = Report(
        ok=not reason,
        reason=reason or _summary(table),
        game=genesis.terms.game,
        table=genesis.table.hex(),
        digest=table.digest.hex(),
        seats=tuple((player.name, fingerprint(player.key)) for player in genesis.players),
        hands=table.hands,
        sealed=tuple(table.seals),
        ledger=table.ledger,
        closed=table.over,
        proven=dict(proven),
    )
    return report, table


def fold(
    table: Table,
    stream: Iterator[Record],
    proven: Counter[str] | None = None,
    watch: Watch = lambda _table, _contribution: None,
) -> str:
    """Run the records of a log through the table; the reason where it fails, or nothing.

    `proven` counts the contributions by kind; `watch` is shown the table after each.
    """
    proven = Counter() if proven is None else proven
    waiting: list[Contribution] = []
    for record in stream:
        place = f"record {record.number} at byte {record.offset}"
        if record.data is None:
            return f"{place} is cut off or too long"
        try:
            contribution = open_signed(record.data, table.genesis.table, table.genesis.keys)
        except CodecError as error:
            return f"{_describe(record.data, table.genesis)}, {place}: {error}"
        try:
            _count(table, contribution, waiting)
        except Fault as fault:
            return f"{_name(contribution, table.genesis)}, {place}: {fault}"
        if table.dead:
            return f"{place}: {table.dead}"
        proven[contribution.kind] += 1
        watch(table, contribution)
    if waiting:
        return f"{_name(waiting[0], table.genesis)} accuses a seat of something that this log does not show"
    if table.voided and any(signer in table.voided for signer, _ in table.voids):
        return "a seat that is convicted has voided the hand, too; its void does not count"
    return ""


def _count(table: Table, contribution: Contribution, waiting: list[Contribution]) -> None:
    """Check one contribution and count it; a void that cannot be judged yet has to wait. Raises Fault.

    One log has one transcript: what comes in another order than that of `Table.log` is refused too.
    """
    header = contribution.header
    voiding = {(void.header.seat, void.header.step) for void in waiting} | table.voids.keys()
    if contribution.is_void:
        if not is_void_of(table, contribution, table.hand):
            raise Fault("voids another hand than the one in progress")
        if any(pair >= (header.seat, header.step) for pair in voiding):
            raise Fault("does not come in the order of the seats")
        if table.closing is not None and (table.closing.accepted or table.closing.closed):
            raise Fault("comes after the closing has begun")
        waiting.append(contribution)
        _count_voids(table, waiting)
        return
    lane = table.find(header)
    if lane is None or lane.over or header.step != lane.step or header.seat in lane.accepted:
        raise Fault("does not belong here")
    if voiding and lane is not table.closing:
        raise Fault("comes after the hand was voided")
    prepared = table.setups.get(table.hand + 1)
    if lane not in (prepared, table.closing) and prepared is not None and (prepared.step or prepared.accepted):
        raise Fault("comes after the preparation of the next hand, which is shown last")
    if header.seat > min(lane.waits_for()):
        raise Fault("does not come in the order of the seats")
    table.accept(lane, contribution, lane.check(contribution)())


def _count_voids(table: Table, waiting: list[Contribution]) -> None:
    """Count those that convict, and then those that accuse a seat that is convicted already."""
    while ready := [(void, seat) for void in waiting if (seat := _convicted(table, void)) is not None]:
        for void, seat in ready:
            waiting.remove(void)
            table.add_void(void, seat)


def _convicted(table: Table, void: Contribution) -> int | None:
    evidence = judge_void(table, void)
    if evidence is not None:
        return evidence.seat
    accused = accusation(table, void)
    seats = {seat for _, seat in table.voids.values()}
    return accused.header.seat if isinstance(accused, Contribution) and accused.header.seat in seats else None


def _name(contribution: Contribution, genesis: Genesis) -> str:
    header = contribution.header
    name = genesis.players[header.seat].name
    where = "the table" if header.lane == Lane.TABLE else f"hand {header.hand}"
    return f"the {contribution.kind} of seat {header.seat} ({name}) in {where}"


def _describe(data: bytes, genesis: Genesis) -> str:
    """The name of what could not be opened, as far as it can be read."""
    try:
        header, kind, body, payload, signature = payload_of(data)
    except CodecError:
        return "a contribution"
    if header.seat >= genesis.n:
        return f"a {kind}"
    return _name(Contribution(header, kind, body, payload, signature), genesis)


def _summary(table: Table) -> str:
    if table.over:
        return "OK: closed by all but whom they convict" if table.voided else "OK: closed by all"
    return (
        f"OK: sealed to hand {table.hand - 1}; nothing is known of what followed"
        if table.seals
        else ("OK, but no hand is sealed; nothing is known of what followed")
    )
