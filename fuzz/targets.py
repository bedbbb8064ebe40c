"""What is fuzzed: each target takes any bytes, and raises only if something is wrong with the program.

A decoder may refuse with its own error and with no other; what it accepts must encode to the same bytes again.
"""

from collections.abc import Callable, Mapping
from zlib import crc32

from engine.contract import IllegalMove
from fuzz import seeds
from p2p import frames, invite, lobby
from p2p.address import Address, AddressError
from protocol import claims, drawn, elgamal, evidence_file, shuffle
from protocol.codec import CodecError, Value, pack, unpack
from protocol.contribution import Contribution, Fault, open_signed, payload_of, sign
from protocol.evidence import Evidence
from protocol.evidence import decode as decode_evidence
from protocol.judge import Verdict, judge, judge_void
from protocol.play import decode_move, encode_move
from protocol.table import Table
from protocol.terms import Genesis, TermsError
from protocol.transcript import ProofError
from protocol.transcript_file import MAGIC, Unreadable
from protocol.verify import verify

Target = Callable[[bytes], None]
LIMIT = 1 << 18
MAX_MESSAGE = 1 << 16


class Wrong(Exception):  # noqa: N818 - what a target finds
    """The program has accepted or done what it should not."""


def check(condition: bool, what: str) -> None:
    """Raises Wrong unless the condition holds."""
    if not condition:
        raise Wrong(what)


def codec(data: bytes) -> None:
    """Any bytes as a value."""
    try:
        value = unpack(data, LIMIT)
    except CodecError:
        return
    check(pack(value) == data, "a second encoding is accepted")


def contribution(data: bytes) -> None:
    """Any bytes as a signed contribution."""
    genesis = seeds.genesis()
    try:
        *_, payload, signature = payload_of(data)
    except CodecError:
        return
    check(pack([payload, signature]) == data, "a second encoding is accepted")
    try:
        opened = open_signed(data, genesis.table, genesis.keys)
    except CodecError:
        return
    check(opened.signed == data, "a contribution does not encode to what it was")
    check(opened.header.seat < genesis.n, "a seat that does not exist has signed")


def terms(data: bytes) -> None:
    """Any value as a genesis."""
    try:
        value = unpack(data, LIMIT)
        genesis = Genesis.decode(value)
        encoded = pack(genesis.encode())
    except CodecError:
        return
    check(encoded == data, "a genesis does not encode to what it was")
    try:
        genesis.check()
        table = Table(genesis)
    except TermsError as error:
        check(bool(str(error)), "a refusal says nothing")
        return
    check(not table.agree.over, "a table has begun")


def move(data: bytes) -> None:
    """Any value as a move, and what the rules say to it at some point of a hand."""
    try:
        made = decode_move(unpack(data, LIMIT))
    except CodecError:
        return
    check(pack(encode_move(made)) == data, "a move does not encode to what it was")
    for play in seeds.plays():
        for seat in range(play.genesis.n):
            try:
                play.rules.check(play.state, seat, made, {**play.slots.faces, **seeds.any_faces(made)})
            except IllegalMove as error:
                check(bool(str(error)), "a refusal says nothing")


def acceptance(data: bytes) -> None:
    """Any body of any kind, truly signed, where a contribution of a recorded table was due."""
    if not data:
        return
    points = seeds.points()
    table, due = points[data[0] % len(points)]
    try:
        body = unpack(data[1:], LIMIT)
    except CodecError:
        body = (data[1:],)
    if not isinstance(body, tuple) or len(body) > 64:
        body = (body,)
    try:
        wrong = sign(seeds.identity(due.header.seat), due.header, due.kind, body)
        wrong = open_signed(wrong.signed, table.genesis.table, table.genesis.keys)
    except CodecError:
        return
    judgement = judge(table, wrong)
    check(isinstance(judgement, Evidence | Verdict), "no judgement")
    check(judgement is not Verdict.UNKNOWN, "what is made on the latest digest cannot be judged")
    if judgement is Verdict.FAIR:
        check(seeds.is_fair(due, wrong), f"a {due.kind} of the fuzzer is accepted")


def void(data: bytes) -> None:
    """Any evidence in a void."""
    table = seeds.points()[-1][0]
    try:
        body: Value = unpack(data, LIMIT)
    except CodecError:
        body = (data,)
    if not isinstance(body, tuple) or len(body) > 64:
        body = (body,)
    try:
        made = sign(seeds.identity(0), table.void_header(0, 1), "void", body)
        opened = open_signed(made.signed, table.genesis.table, table.genesis.keys)
    except CodecError:
        return
    try:
        accused: tuple[Contribution, ...] = decode_evidence(opened.body, table.genesis)
    except CodecError:
        accused = ()
    try:
        evidence = judge_void(table, opened)
    except Fault as fault:
        check(bool(str(fault)), "a refusal says nothing")
        return
    check(evidence is None or (bool(accused) and evidence.seat == 1), "a void convicts without evidence")


def transcript(data: bytes) -> None:
    """Any bytes as a transcript, and as the records of one."""
    for whole in (data, MAGIC + data):
        try:
            report = verify(whole)
        except Unreadable:
            continue
        check(bool(report.reason), "a report says nothing")
        parts = seeds.prefixes()
        check(not report.ok or not report.proven or whole in parts, "a transcript of the fuzzer is accepted")


def evidence(data: bytes) -> None:
    """Any bytes as an evidence file, and as the records of one."""
    for whole in (data, evidence_file.MAGIC + data):
        try:
            finding = evidence_file.find(whole)
        except Unreadable:
            continue
        check(bool(finding.reason), "a finding says nothing")
        check(not finding.ok, "evidence of the fuzzer convicts")


def frame(data: bytes) -> None:
    """Any bytes as a frame between peers."""
    try:
        decoded = frames.decode(data, MAX_MESSAGE)
    except frames.FrameError:
        return
    check(frames.encode(decoded) == data, "a frame does not encode to what it was")


def lobby_message(data: bytes) -> None:
    """Any bytes as a message of the lobby."""
    try:
        decoded = lobby.decode(data)
    except lobby.LobbyError:
        return
    again = lobby.decode(decoded.encode())
    check(again == decoded, "a message of the lobby changes when it is sent on")


def invite_code(data: bytes) -> None:
    """Any text as an invite code, and any bytes as what a code with a right checksum holds."""
    for text in (data.decode("utf-8", "replace"), invite._to_letters(data + crc32(data).to_bytes(4, "big"))):
        try:
            decoded = invite.Invite.decode(text)
        except invite.InviteError:
            continue
        check(invite.Invite.decode(decoded.encode()) == decoded, "an invite does not encode to what it was")


def address(data: bytes) -> None:
    """Any text as an address."""
    try:
        decoded = Address.parse(data.decode("utf-8", "replace"))
    except AddressError:
        return
    check(Address.parse(str(decoded)) == decoded, "an address does not encode to what it was")


def request(data: bytes) -> None:
    """Any bytes as a request of a peer that is behind."""
    try:
        answers = seeds.machine().catch_up(data)
    except CodecError:
        return
    check(all(isinstance(answer, bytes) for answer in answers), "an answer is no bytes")


def proofs(data: bytes) -> None:
    """Any bytes as a deck, and as proofs of a shuffle, a claim and a draw."""
    before, key = seeds.deck()
    try:
        after = elgamal.decode_deck(data[:192], 3)
    except elgamal.DeckError:
        after = tuple(before)
    attempts: tuple[Callable[[], None], ...] = (
        lambda: shuffle.verify(b"", key, before, after, data[192:]),
        lambda: claims.verify(b"", key, seeds.formula(), data),
        lambda: drawn.verify(b"", key, seeds.draw(), data),
    )
    for attempt in attempts:
        try:
            attempt()
        except ProofError as error:
            check(bool(str(error)), "a refusal says nothing")
            continue
        raise Wrong("a proof of the fuzzer holds")


TARGETS: Mapping[str, Target] = {
    target.__name__: target
    for target in (
        codec,
        contribution,
        terms,
        move,
        acceptance,
        void,
        transcript,
        evidence,
        frame,
        lobby_message,
        invite_code,
        address,
        request,
        proofs,
    )
}
