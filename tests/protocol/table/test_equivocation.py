"""A seat says different things to different people: found, kept as evidence, and nothing that follows counts."""

from collections.abc import Callable
from hashlib import sha512

import pytest

from engine.contract import Move
from protocol.codec import pack
from protocol.contribution import Contribution, open_signed
from protocol.elgamal import encode_deck
from protocol.events import Behind, Closed, Convicted, HandSealed
from protocol.judge import judge_void
from protocol.own import HandSecrets
from protocol.play import decode_move
from protocol.setup import Setup
from protocol.shuffle import prove, shuffle
from protocol.transcript import Randomness
from protocol.transcript_file import write
from protocol.verify import verify
from tests.protocol.table.net import (
    Net,
    Sending,
    blob_of,
    check_agreement,
    check_convicted,
    flipped,
    forged,
    genesis_of,
    identity,
    to_all,
    with_part,
)
from tests.protocol.table.test_cheats_play import moved, play_before

CHEAT = 2
TWICE = "it signed two different contributions to one step"
Forge = Callable[[Net, Contribution], Contribution]


def secrets_of(net: Net, c: Contribution) -> HandSecrets:
    return net.nodes[c.header.seat].machine.secrets[c.header.hand]


def second_deck(net: Net, c: Contribution) -> Contribution:
    """Another true shuffle of the same deck, truly proven."""
    setup = net.nodes[c.header.seat].table.setups[c.header.hand].before(c.header)
    assert isinstance(setup, Setup)
    assert setup.keys is not None
    after, secret = shuffle(setup.deck, setup.keys.joint, Randomness("cheat", b"x", b"", b"", bytes(32)))
    context = c.header.context("shuffle", setup.hand_id)
    return forged(c, (encode_deck(after), prove(context, setup.keys.joint, setup.deck, after, secret)))


def second_mix(net: Net, c: Contribution) -> Contribution:
    return forged(c, secrets_of(net, c).mix_body(play_before(net, c), c.header)()[0])


def second_shares(net: Net, c: Contribution) -> Contribution:
    """The same shares with another proof: as good, and another payload."""
    return forged(c, secrets_of(net, c).shares_body(play_before(net, c), c.header)()[0])


def second_answer(net: Net, c: Contribution) -> Contribution:
    return moved(net, c, Move("fold" if decode_move(c.body[0]).kind == "go_on" else "go_on"))


SECOND: dict[str, Forge] = {
    "commit": lambda net, c: forged(c, (flipped(blob_of(c, 0)),)),
    "shuffle": second_deck,
    "shares": second_shares,
    "pledge": lambda net, c: forged(c, (flipped(blob_of(c, 0)),)),
    "mix": second_mix,
    "answer": second_answer,
    "result": lambda net, c: with_part(c, 4, False),
}
"""Of each kind of which there can be one: a second contribution that acceptance does not refuse."""


def table(relay: bool = True, seed: int = 0, hands: int | None = None) -> Net:
    net = Net(genesis_of(3, hands=hands), seed, relay=relay)
    for node in net.nodes:
        node.choose = lambda acting, moves: next((m for m in moves if m.kind == "draw"), moves[0])
    return net


@pytest.mark.parametrize("kind", SECOND)
def test_both_to_everybody(kind: str) -> None:
    net = table()
    net.cheat_once(CHEAT, kind, lambda c: to_all(c, SECOND[kind](net, c)))
    check_convicted(net.start().run(), TWICE)


@pytest.mark.parametrize("relay", [True, False], ids=["forwarded", "found on request"])
@pytest.mark.parametrize("kind", SECOND)
def test_one_to_each(kind: str, relay: bool) -> None:
    """The split view: each honest seat closes the step on another digest, and goes on from there until both compare."""
    net = table(relay)
    net.cheat_once(CHEAT, kind, lambda c: [(0, c.signed), (1, SECOND[kind](net, c).signed)])
    check_convicted(net.start().run(), TWICE)
    for node in net.honest:
        (event,) = node.of(Convicted)
        assert event.evidence.equivocation
        assert len({c.payload for c in event.evidence.contributions}) == 2


def test_the_last_shuffler_shows_two_decks_and_reads_nothing() -> None:
    """No share of either deck is ever given: all would have to confirm the same one before."""
    net = table(relay=False)

    def hook(c: Contribution) -> list[Sending] | None:
        if c.kind != "shuffle" or c.header.step != 4:
            return None
        net.cheats = {c.header.seat}
        one, other = sorted({0, 1, 2} - net.cheats)
        return [(one, c.signed), (other, second_deck(net, c).signed)]

    for seat in range(3):
        net.cheat(seat, hook)
    net.cheats = {0, 1, 2}
    net.start().run(lambda net: len(net.cheats) == 1)
    check_convicted(net.run(), TWICE)
    for node in net.honest:
        assert [c.kind for c in node.sent if c.kind in ("confirm", "shares")] == ["confirm"]


def test_one_good_and_one_bad() -> None:
    """One seat sees a fault, the other an equivocation: both convict, and each finds the other's void good."""
    net = table(relay=False)
    net.cheat_once(CHEAT, "shares", lambda c: [(0, c.signed), (1, with_part(c, 1, flipped(blob_of(c, 1))).signed)])
    check_convicted(net.start().run(), TWICE, "the proof of the shares does not hold")


def test_two_bad_ones() -> None:
    net = table(relay=False)

    def forge(c: Contribution) -> list[Sending]:
        return [(seat, with_part(c, 1, flipped(blob_of(c, 1), at)).signed) for seat, at in ((0, 0), (1, 40))]

    net.cheat_once(CHEAT, "shares", forge)
    check_convicted(net.start().run(), "the proof of the shares does not hold")


@pytest.mark.parametrize("kind", ["commit", "shuffle", "shares", "mix"])
def test_the_second_comes_when_the_step_is_long_closed(kind: str) -> None:
    net = table()
    kept: list[bytes] = []

    def forge(c: Contribution) -> None:
        kept.append(SECOND[kind](net, c).signed)

    net.cheat_once(CHEAT, kind, forge)
    net.start().run(lambda net: any(node.table.seal is not None for node in net.nodes))
    assert not any(node.of(Convicted) for node in net.nodes)
    net.inject(kept[0], 0)
    check_convicted(net.run(), TWICE)


def test_what_was_said_twice_in_a_sealed_hand_no_longer_matters() -> None:
    """Scores never go back behind a seal."""
    net = table(hands=2)
    kept: list[bytes] = []
    net.cheat_once(CHEAT, "shares", lambda c: kept.append(second_shares(net, c).signed))
    net.start().run(lambda net: all(node.table.hand == 1 for node in net.nodes))
    net.inject(kept[0], 0, 1)
    net.run()
    check_agreement(net)
    for node in net.honest:
        assert not node.of(Convicted)
        assert [sealed.result is not None for sealed in node.table.seals] == [True, True]


def test_another_kind_in_a_closed_step() -> None:
    """Not the same cell, and no less a fault: it was not due when its digest was the latest."""
    net = table()
    kept: list[Contribution] = []
    net.cheat_once(CHEAT, "confirm", kept.append)
    net.start().run(lambda net: all(node.table.play is not None for node in net.nodes))
    net.inject(forged(kept[0], kind="shuffle").signed, 1)
    check_convicted(net.run(), "nothing of the kind 'shuffle' is due from this seat now")


def test_a_leaver_who_tells_only_one() -> None:
    """Two results: one says that the seat stays, one that it leaves. One node begins a hand, the other is closing."""
    net = table(relay=False)
    net.cheat_once(CHEAT, "result", lambda c: [(0, c.signed), (1, with_part(c, 4, False).signed)])
    # Until they compare, they are as far apart as they can be.
    net.start().run(lambda net: net.nodes[0].table.hand == 1 and net.nodes[1].table.closing is not None)
    assert net.nodes[0].table.closing is None
    assert net.nodes[0].table.digest != net.nodes[1].table.digest
    check_convicted(net.run(), TWICE)
    for node in net.honest:
        first, second = node.table.seals
        assert first.result is not None
        assert second.offenders == (CHEAT,)


def test_another_previous_digest_is_no_fault() -> None:
    """Whoever made it has seen something else, and need not be to blame: nothing counts, and the node asks around."""
    net = table()
    net.cheat_once(CHEAT, "shares", lambda c: to_all(forged(c, previous=flipped(c.header.previous))))
    net.start().run()
    check_agreement(net)
    for node in net.honest:
        assert not node.of(Convicted)
        assert not node.of(HandSealed)
        assert node.of(Behind)
        play = node.table.play
        assert play is not None
        assert play.waits_for() == (CHEAT,)


def test_two_previous_digests_in_one_cell_are_one() -> None:
    net = table()
    net.cheat_once(CHEAT, "shares", lambda c: to_all(forged(c, previous=flipped(c.header.previous)), c))
    check_convicted(net.start().run(), TWICE)


P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
BASE = (
    15112221349535400772501151409588531511454012693041857206046113283949847762202,
    46316835694926478169428394003475163141307993866256225615783033603165251855960,
)


def plus(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    """The sum of two points of edwards25519 (RFC 8032, section 5.1.4)."""
    d = -121665 * pow(121666, -1, P)
    t = d * a[0] * a[1] * b[0] * b[1]
    x = (a[0] * b[1] + a[1] * b[0]) * pow(1 + t, -1, P)
    y = (a[1] * b[1] + a[0] * b[0]) * pow(1 - t, -1, P)
    return x % P, y % P


def signed_anew(c: Contribution, nonce: int) -> bytes:
    """The bytes of the contribution with another signature of the same payload (RFC 8032, section 5.1.6)."""
    expanded = sha512(identity(c.header.seat).seed).digest()
    secret = int.from_bytes(expanded[:32], "little") & (1 << 254) - 8 | 1 << 254
    point, step = (0, 1), BASE
    for bit in range(nonce.bit_length()):
        point = plus(point, step) if nonce >> bit & 1 else point
        step = plus(step, step)
    start = (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")
    challenge = sha512(start + identity(c.header.seat).public + c.payload).digest()
    response = (nonce + int.from_bytes(challenge, "little") * secret) % ORDER
    return pack([c.payload, start + response.to_bytes(32, "little")])


def test_a_signature_made_anew_is_no_second_contribution() -> None:
    """Identity is over payloads: Ed25519 lets a signer make many signatures of one."""
    net = table(hands=1)
    copies: list[bytes] = []

    def forge(c: Contribution) -> list[Sending]:
        copies.extend(signed_anew(c, nonce) for nonce in (5, 77))
        again = [open_signed(data, net.genesis.table, net.genesis.keys) for data in copies]
        assert {other.payload for other in again} == {c.payload}
        assert len({c.signature, *(other.signature for other in again)}) == 3
        return [(None, c.signed), *((None, data) for data in copies)]

    net.cheat_once(CHEAT, "shares", forge)
    net.start().run()
    check_agreement(net)
    assert copies
    assert all(not node.of(Convicted) and len(node.of(Closed)) == 1 for node in net.honest)


@pytest.mark.parametrize("kind", ["commit", "shares", "result"])
def test_the_evidence_convinces_a_stranger(kind: str) -> None:
    """The transcripts of both honest seats verify, though they had come to different digests when they stopped."""
    net = table(relay=False)
    net.cheat_once(CHEAT, kind, lambda c: [(0, c.signed), (1, SECOND[kind](net, c).signed)])
    net.start().run()
    for node in net.honest:
        report = verify(write(net.genesis, node.table.log()))
        assert report.ok, report.reason
        assert report.closed
        assert report.sealed[-1].offender == CHEAT
        assert report.ledger == node.table.ledger


def test_voids_convict_alike_at_every_seat() -> None:
    net = table(relay=False)
    net.cheat_once(CHEAT, "mix", lambda c: [(0, c.signed), (1, second_mix(net, c).signed)])
    net.start().run()
    voids = [void for void, _ in net.nodes[0].table.voids.values()]
    assert len(voids) == 2
    for node in net.honest:
        for void in voids:
            evidence = judge_void(node.table, void)
            assert evidence is not None
            assert evidence.seat == CHEAT
