"""Whether evidence convicts, judged from public state alone (docs/protocol.md, "Faults").

A verdict depends on the contribution and the steps before it, never on what else the judge has seen: two nodes that
can judge at all judge alike. A node that has not come as far as the evidence, or has come there on another digest,
cannot judge, and says so.
"""

from enum import Enum
from typing import TypeAlias

from protocol.codec import CodecError
from protocol.contribution import MAX_ACCUSATION, Contribution, Fault
from protocol.evidence import Evidence, decode, equivocation
from protocol.table import Table


class Verdict(Enum):
    """What else than a conviction can come of judging one contribution."""

    FAIR = "it is as it should be"
    UNKNOWN = "this table cannot say, yet or at all"


Judgement: TypeAlias = Evidence | Verdict


def judge(table: Table, contribution: Contribution) -> Judgement:
    """Whether acceptance refuses the contribution, on the public state that it was made for."""
    if not contribution.is_void:
        return _judge_step(table, contribution)
    recent = table.hand - 1 <= contribution.header.hand <= table.hand
    if not recent or not is_void_of(table, contribution, contribution.header.hand) or _unfit(contribution):
        return Verdict.UNKNOWN
    try:
        accused = accusation(table, contribution)
        if isinstance(accused, Contribution) and accused.is_void:
            return Verdict.UNKNOWN
        return Verdict.UNKNOWN if judge_void(table, contribution) is None else Verdict.FAIR
    except Fault as fault:
        return Evidence((contribution,), str(fault))


def is_void_of(table: Table, void: Contribution, hand: int) -> bool:
    """Whether this is the header of a void of that hand."""
    header = void.header
    return header.step < table.genesis.n and header == table.void_header(header.seat, header.step, hand)


def _judge_step(table: Table, contribution: Contribution) -> Judgement:
    lane = table.recall(contribution.header)
    then = lane.before(contribution.header) if lane is not None else None
    if then is None:
        return Verdict.UNKNOWN
    try:
        then.check(contribution)()
    except Fault as fault:
        return Evidence((contribution,), str(fault))
    return Verdict.FAIR


def _unfit(void: Contribution) -> bool:
    """Whether the void is too long to be quoted in another one: then nobody can be convicted of it."""
    return len(void.payload) > MAX_ACCUSATION


def accusation(table: Table, void: Contribution) -> Evidence | Contribution:
    """What a void accuses of: an equivocation, which convicts by itself, or one contribution that is to be judged.

    Raises Fault if it is no accusation of anybody else, which is its signer's fault.
    """
    try:
        contributions = decode(void.body, table.genesis)
    except CodecError as error:
        raise Fault(f"accuses with malformed evidence: {error}") from error
    if contributions[0].header.seat == void.header.seat:
        raise Fault("accuses nobody else")
    if contributions[0].header.seat != void.header.step:
        raise Fault("accuses another seat than it names")
    if len(contributions) == 1:
        return contributions[0]
    evidence = equivocation(*contributions)
    if evidence is None:
        raise Fault("accuses a seat of two contributions that do not contradict each other")
    return evidence


def judge_void(table: Table, void: Contribution) -> Evidence | None:
    """The evidence in a void of the hand in progress, if it convicts; None if this table cannot judge it (yet).

    Raises Fault if the void accuses falsely, which is its signer's fault, and can be shown to others: a void that
    wrongly accuses somebody of a wrong accusation convicts nobody.
    """
    try:
        accused = accusation(table, void)
    except Fault:
        if _unfit(void):
            return None
        raise
    judgement = accused if isinstance(accused, Evidence) else judge(table, accused)
    if isinstance(judgement, Evidence):
        return judgement
    if judgement is Verdict.FAIR and isinstance(accused, Contribution) and not accused.is_void and not _unfit(void):
        raise Fault("accuses a seat of a contribution that is as it should be")
    return None
