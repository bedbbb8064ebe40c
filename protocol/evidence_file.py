"""Evidence as a file: it convinces a stranger that this identity broke that rule (docs/protocol.md, "Evidence files").

The file is MAGIC, then records as in a transcript: the genesis; for an equivocation its two contributions; else the
log up to the fault, and the contribution that acceptance refuses as the last record.
"""

from dataclasses import dataclass

from protocol.codec import CodecError
from protocol.contribution import Contribution, open_signed
from protocol.evidence import Evidence, equivocation
from protocol.identity import fingerprint
from protocol.judge import judge
from protocol.table import Table
from protocol.terms import Genesis, TermsError
from protocol.transcript_file import Record, Unreadable, read_genesis, records_after, write_records
from protocol.verify import fold

MAGIC = b"fairdeal evidence 2\n"


@dataclass(frozen=True)
class Finding:
    """What an evidence file shows. If not `ok`, `reason` says why it convicts nobody."""

    ok: bool
    reason: str
    seat: int = -1
    name: str = ""
    fingerprint: str = ""
    table: str = ""
    """The table's id, in hex."""


def write_evidence(table: Table, evidence: Evidence) -> bytes:
    """The file, made while the table stands where the fault was seen."""
    if evidence.equivocation:
        return write_records(MAGIC, table.genesis, evidence.contributions)
    log = list(table.log())
    prepared = [setup for hand, setup in sorted(table.setups.items()) if hand > table.hand]
    log += [contribution for setup in prepared for step in setup.closed for contribution in step]
    return write_records(MAGIC, table.genesis, [*log, *evidence.contributions])


def is_evidence(data: bytes) -> bool:
    """Whether the bytes say that they are an evidence file."""
    return data.startswith(MAGIC.rsplit(maxsplit=1)[0])


def find(data: bytes) -> Finding:
    """Whom the file convicts of what. Raises Unreadable if the bytes are no evidence file at all."""
    stream = list(records_after(MAGIC, data))
    if not stream:
        raise Unreadable("the evidence is empty")
    try:
        genesis = read_genesis(stream[0])
        table = Table(genesis)
        if len(stream) < 2 or any(record.data is None for record in stream):
            return Finding(ok=False, reason="the file is cut off")
        *earlier, last = [record.data or b"" for record in stream[1:]]
        accused = open_signed(last, genesis.table, genesis.keys)
        return _equivocation(genesis, earlier, accused) or _refused(table, stream[1:-1], accused)
    except (CodecError, TermsError) as error:
        return Finding(ok=False, reason=f"the file does not hold together: {error}")


def _equivocation(genesis: Genesis, earlier: list[bytes], accused: Contribution) -> Finding | None:
    if len(earlier) != 1:
        return None
    evidence = equivocation(open_signed(earlier[0], genesis.table, genesis.keys), accused)
    return None if evidence is None else _found(genesis, evidence)


def _refused(table: Table, log: list[Record], accused: Contribution) -> Finding:
    reason = fold(table, iter(log))
    if reason:
        return Finding(ok=False, reason=f"the log before the fault does not verify: {reason}")
    evidence = judge(table, accused)
    if not isinstance(evidence, Evidence):
        return Finding(ok=False, reason=f"the last contribution convicts nobody: {evidence.value}")
    return _found(table.genesis, evidence)


def _found(genesis: Genesis, evidence: Evidence) -> Finding:
    player = genesis.players[evidence.seat]
    key = fingerprint(player.key)
    return Finding(
        ok=True,
        reason=evidence.reason,
        seat=evidence.seat,
        name=player.name,
        fingerprint=key,
        table=genesis.table.hex(),
    )
