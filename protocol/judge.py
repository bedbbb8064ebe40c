"""Whether evidence convicts, judged from public state alone (docs/protocol.md, "Faults")."""

from protocol.codec import CodecError
from protocol.contribution import Contribution, Fault, Lane
from protocol.evidence import Evidence, decode, equivocation
from protocol.table import Table


def judge(table: Table, contribution: Contribution) -> str | None:
    """Why acceptance refuses the contribution; "" if it does not; None if this table cannot say (yet, or any more)."""
    header = contribution.header
    if contribution.kind == "void" and header.lane == Lane.SEAL:
        return _judge_accusation(table, contribution)
    lane = table.find(header)
    if lane is None or header.step > lane.step:
        return None
    if header.step < lane.step:
        return "it was not due from this seat" if lane.uncalled_for(contribution) else None
    if header.previous != lane.digest:
        return None
    try:
        lane.check(contribution)()
    except Fault as fault:
        return str(fault)
    return ""


def _judge_accusation(table: Table, void: Contribution) -> str | None:
    if void.header != table.void_header(void.header.seat):
        return None
    try:
        evidence = judge_void(table, void)
    except Fault as fault:
        return str(fault)
    return None if evidence is None else ""


def judge_void(table: Table, void: Contribution) -> Evidence | None:
    """The evidence in a void on the table's own last seal; None if this table cannot judge it (yet).

    Raises Fault if the void accuses falsely, which is its signer's fault.
    """
    try:
        contributions = decode(void.body, table.genesis)
    except CodecError as error:
        raise Fault(f"accuses with malformed evidence: {error}") from error
    if len(contributions) == 2:
        evidence = equivocation(*contributions)
        if evidence is None:
            raise Fault("accuses a seat of two contributions that do not contradict each other")
        return evidence
    if len(contributions) != 1 or contributions[0].header.seat == void.header.seat:
        raise Fault("accuses nobody")
    reason = judge(table, contributions[0])
    if reason is None:
        return None
    if not reason:
        raise Fault("accuses a seat of a contribution that is as it should be")
    return Evidence(contributions, reason)
