"""A second verifier, written from docs/protocol.md alone: everything but the rules of the games (section 15).

Voids are not followed. What it learns of a transcript it keeps, so that it can be compared with what others say.
"""

import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.protocol.stranger import games, proofs
from tests.protocol.stranger.notation import (
    IDENTITY,
    G,
    Refused,
    add,
    array,
    blob,
    check_key,
    check_signature,
    decode,
    encode,
    h256,
    h512,
    hash_to_group,
    need,
    number,
    point,
    sequence,
    subtract,
    word,
)

MAGIC = b"fairdeal transcript 2\n"


class Ended(Exception):
    """The file ends here."""


class Said(NamedTuple):
    """One opened contribution."""

    header: tuple[Any, ...]
    """Fields 1 to 8."""
    kind: str
    body: tuple[Any, ...]
    payload: bytes

    @property
    def seat(self) -> int:
        return int(self.header[6])

    def context(self, hand_id: bytes, *earlier: bytes) -> bytes:
        return encode((*self.header, self.kind, hand_id, *earlier))


@dataclass
class Slot:
    c1: bytes
    c2: bytes
    keys: frozenset[int]
    shares: dict[int, bytes] = field(default_factory=dict)
    spent: bool = False

    @property
    def missing(self) -> frozenset[int]:
        return self.keys - self.shares.keys()

    @property
    def reduced(self) -> tuple[bytes, bytes]:
        return self.c1, subtract(self.c2, add(*self.shares.values()))


@dataclass
class Hand:
    """What a hand's setup leads to, and its slots."""

    hand_id: bytes
    keys: list[bytes]
    cards: dict[str, bytes]
    slots: dict[int, Slot]
    end: bytes
    """Digest of the setup's last step."""
    faces: dict[int, str] = field(default_factory=dict)

    def open(self, slots: Sequence[int]) -> None:
        names = {element: name for name, element in self.cards.items()}
        size = len(self.cards)
        for number_ in slots:
            slot = self.slots[number_]
            if slot.missing or number_ in self.faces:
                continue
            need(slot.reduced[1] in names, "a slot that is no card")
            face = names[slot.reduced[1]]
            for other, seen in self.faces.items():
                both_of_deck = max(other, number_) < size
                unspent = not slot.spent and not self.slots[other].spent
                need(face != seen or not (both_of_deck or unspent), "a face that shows twice")
            self.faces[number_] = face


class Verifier:
    """Reads one transcript. Raises Refused where it is wrong."""

    def __init__(self, data: bytes) -> None:
        need(data.startswith(MAGIC), "no transcript")
        self.records = list(self._split(data[len(MAGIC) :]))
        need(bool(self.records), "an empty transcript")
        self.at = 1
        self.hands: list[Hand] = []
        self.results: list[tuple[Any, ...]] = []
        self.closed = False
        self._genesis(decode(self.records[0], 65536))

    @staticmethod
    def _split(data: bytes) -> Iterator[bytes]:
        at = 0
        while at < len(data):
            size = int.from_bytes(data[at : at + 4], "big")
            need(at + 4 + size <= len(data) and size <= 247296, "a record is cut off or too long")
            yield data[at + 4 : at + 4 + size]
            at += 4 + size

    def _genesis(self, value: Any) -> None:
        terms, players, epoch = array(value, 3)
        game, ruleset, options, stake, hands, clock = array(terms, 6)
        self.epoch = number(epoch, 0, 2**31)
        need(self.epoch == 0, "a later epoch")
        self.game = word(game, 32)
        need(number(ruleset, 1, 65536) == 1 and self.game in games.GAMES, "an unknown game")
        number(stake, 1, 1_000_000)
        need(hands is None or number(hands, 1, 1_000_000) > 0, "a wrong number of hands")
        need(clock is None or number(clock, 5, 3600) > 0, "a wrong clock")
        names = [word(array(pair, 2)[0], 64) for pair in options]
        need(names == sorted(set(names)) and len(names) <= 128, "options out of order")
        self.options: Mapping[str, Any] = dict(options)
        self.n = len(players)
        need(2 <= self.n <= 8, "a wrong number of seats")
        self.keys = [blob(array(player, 3)[0], 32) for player in players]
        nonces = {blob(player[2], 32) for player in players}
        need(len(set(self.keys)) == len(nonces) == self.n, "a key or nonce twice")
        for key, player in zip(self.keys, players, strict=True):
            check_key(key)
            word(player[1], 96)
        self.table = h256("fairdeal/1/table", self.records[0])

    # -- contributions and steps --

    def _peek(self) -> Said:
        if self.at == len(self.records):
            raise Ended
        data = self.records[self.at]
        payload, signature = array(decode(data, 247296), 2)
        fields = array(decode(blob(payload), 247168), 11)
        need(fields[0] == "fairdeal/1" and blob(fields[1], 32) == self.table, "another table")
        for value in (*fields[2:5], fields[6]):
            number(value, 0, 2**31)
        lane, seat, kind = number(fields[5], 0, 3), number(fields[7], 0, self.n - 1), word(fields[9], 16)
        blob(fields[8], 32)
        need(isinstance(fields[10], tuple) and len(fields[10]) <= 64, "no body")
        need(len(payload) <= 122880 or (lane == 3 and kind == "void"), "too long a payload")
        check_signature(self.keys[seat], payload, blob(signature, 64))
        return Said(fields[1:9], kind, fields[10], payload)

    def _step(
        self, lane: int, hand: int, step: int, previous: bytes, kind: str, seats: Sequence[int] | None = None
    ) -> list[Said]:
        """All contributions to a step; `seats` are those that owe one, or None if the file has to say."""
        found: list[Said] = []
        while seats is None or len(found) < len(seats):
            try:
                said = self._peek()
            except Ended:
                if seats is None and found:
                    break
                raise
            if seats is None and (said.header[4] != lane or said.header[5] != step):
                break
            header = (self.table, self.epoch, hand, 0, lane, step, said.seat, previous)
            need(encode(said.header) == encode(header) and said.kind == kind, "a contribution out of place")
            need(not found or said.seat > found[-1].seat, "seats out of order")
            found.append(said)
            self.at += 1
        need(seats is None or [said.seat for said in found] == sorted(seats), "other seats than owe it")
        return found

    @staticmethod
    def _digest(previous: bytes, step: Sequence[Said]) -> bytes:
        return h256("fairdeal/1/step", previous, *(said.payload for said in step))

    # -- the whole --

    def run(self) -> None:
        """Verify as far as the file goes."""
        try:
            self._run()
        except Ended:
            return
        need(self.at == len(self.records), "something follows the closing")

    def _run(self) -> None:
        everyone = range(self.n)
        agreed = self._step(0, 0, 0, self.table, "agree", everyone)
        need(all(said.body == () for said in agreed), "an agreement that says something")
        seal = setup_end = self._digest(self.table, agreed)
        dealer: int | None = None
        stays = True
        while stays and self._peek().header[4] != 0:
            hand = self._setup(len(self.results), setup_end)
            self.hands.append(hand)
            setup_end = hand.end
            game, end = self._play(hand, h256("fairdeal/1/play", seal, setup_end), dealer)
            results = self._step(3, len(self.results), 0, end, "result", everyone)
            bodies = {encode(said.body[:-1]) for said in results}
            need(len(bodies) == 1 and all(len(said.body) == 5 for said in results), "different results")
            need(all(type(said.body[4]) is bool for said in results), "no answer whether a seat stays")
            stays = all(said.body[4] for said in results)
            self.results.append(results[0].body)
            seal = self._digest(end, results)
            dealer = self._next_dealer(game, results[0].body)
        self._close(seal)

    def _close(self, seal: bytes) -> None:
        closing = self._step(0, len(self.results), 1, seal, "close", range(self.n))
        ledgers = {encode(said.body) for said in closing}
        ((ledger,),) = {said.body for said in closing}
        need(len(ledgers) == 1 and len(ledger) == self.n and sum(ledger) == 0, "different ledgers")
        self.closed = True

    # -- 7. setup --

    def _setup(self, hand: int, previous: bytes) -> Hand:
        everyone = range(self.n)
        commits = self._step(1, hand, 0, previous, "commit", everyone)
        digest = self._digest(previous, commits)
        reveals = self._step(1, hand, 1, digest, "reveal", everyone)
        keys = []
        for commit, reveal in zip(commits, reveals, strict=True):
            (committed,) = array(commit.body, 1)
            parts = [blob(part, size) for part, size in zip(array(reveal.body, 4), (32, 64, 32, 32), strict=True)]
            context = commit.context(b"")
            made = h512("fairdeal/1/key commitment", context, *parts)[:32]
            need(blob(committed, 32) == made, "a commitment to something else")
            proofs.check_knowledge(context, point(parts[0]), parts[1])
            keys.append(parts[0])
        hand_id = digest = self._digest(digest, reveals)
        joint = add(*keys)
        need(len(set(keys)) == self.n and joint != IDENTITY, "no joint key")
        cards = {
            name: hash_to_group("card", hand_id, name.encode()) for name in games.GAMES[self.game].deck(self.options)
        }
        n = len(cards)
        deck = [(G, add(element, joint)) for element in cards.values()]
        order = sorted(everyone, key=lambda seat: h256("order", hand_id, bytes([seat])))
        for step, seat in enumerate(order, 2):
            (said,) = self._step(1, hand, step, digest, "shuffle", [seat])
            data, proof = array(said.body, 2)
            after = proofs.deck_of(blob(data, 64 * n), n)
            proofs.check_shuffle(said.context(hand_id), joint, deck, after, blob(proof))
            deck, digest = after, self._digest(digest, [said])
        confirms = self._step(1, hand, 2 + self.n, digest, "confirm", everyone)
        confirmed = h256("fairdeal/1/deck", b"".join(c1 + c2 for c1, c2 in deck))
        need(all(said.body == (confirmed,) for said in confirms), "another deck is confirmed")
        slots = {i: Slot(c1, c2, frozenset(everyone)) for i, (c1, c2) in enumerate(deck)}
        return Hand(hand_id, keys, cards, slots, self._digest(digest, confirms))

    # -- 10. play --

    def _next_dealer(self, game: games.Game, result: Sequence[Any]) -> int:
        if game.dealer is None:
            return int(result[1][0])
        if isinstance(game, games.Tonk) and result[0] == "draw" and self.options["draw_dealer"] == "same":
            return game.dealer
        step = -1 if self.options.get("direction") == "counterclockwise" else 1
        return (game.dealer + step) % self.n

    def _play(self, hand: Hand, digest: bytes, dealer: int | None) -> tuple[games.Game, bytes]:
        """The game and the digest of its last step.

        Whether a match is over, so that the last seat deals again, says the score; here it is found out by trying.
        """
        dealers = [dealer] if self.game == "tonk" else [self.n - 1 if dealer is None else dealer, self.n - 1]
        at, errors = self.at, []
        for attempt in dict.fromkeys(dealers):
            self.at, self.hands[-1] = at, copy.deepcopy(hand)
            game = games.GAMES[self.game](self.options, self.n, self.hands[-1].faces)
            game.begin(attempt)
            try:
                return game, Playing(self, self.hands[-1], game).run(digest)
            except Refused as error:
                errors.append(error)
        raise errors[0]

    def read_step(self, hand: int, step: int, previous: bytes, kind: str, seats: Sequence[int] | None) -> list[Said]:
        """One step of the play lane."""
        return self._step(2, hand, step, previous, kind, seats)

    def following(self) -> Said:
        """The next contribution, which is not taken yet."""
        return self._peek()


class Playing:
    """The play lane of one hand."""

    def __init__(self, verifier: Verifier, hand: Hand, game: games.Game) -> None:
        self.verifier, self.hand, self.game = verifier, hand, game
        self.number = len(verifier.hands) - 1
        self.step = 0
        self.digest = b""

    def run(self, digest: bytes) -> bytes:
        """The digest of the last step."""
        self.digest = digest
        while True:
            while self.game.asks:
                self._serve(self.game.asks)
            following = self.verifier.following()
            if following.header[4] != 2:
                return self.digest
            if following.kind in ("shares", "mix"):
                self.game.asks = self.game.unasked(following.kind)
            else:
                self._turn(following.kind)

    def _read(self, kind: str, seats: Sequence[int] | None = None) -> list[Said]:
        found = self.verifier.read_step(self.number, self.step, self.digest, kind, seats)
        self.step += 1
        self.digest = h256("fairdeal/1/step", self.digest, *(said.payload for said in found))
        return found

    def _serve(self, asks: Sequence[games.Ask]) -> None:
        slots = self.hand.slots
        due: dict[int, set[int]] = {}
        for kind, *what in asks:
            for number_ in what[-1] if kind != "mix" else ():
                for seat in slots[number_].missing - ({what[0]} if kind == "deal" else set()):
                    due.setdefault(seat, set()).add(number_)
        if due:
            for said in self._read("shares", sorted(due)):
                data, proof = array(said.body, 2)
                self._shares(said, sorted(due[said.seat]), blob(data), blob(proof))
        mixes = {seat: (old, new) for kind, seat, *rest in asks if kind == "mix" for old, new in [rest]}
        if mixes:
            for said in self._read("mix", sorted(mixes)):
                self._mix(said, *mixes[said.seat])
        for kind, *what in asks:
            if kind == "open":
                self.hand.open(what[0])
        self.game.served()

    def _shares(self, said: Said, numbers: Sequence[int], data: bytes, proof: bytes, *earlier: bytes) -> None:
        shares = [point(share) for share in sequence(data, len(numbers))]
        bases = [self.hand.slots[number_].c1 for number_ in numbers]
        context = said.context(self.hand.hand_id, *earlier)
        proofs.check_shares(context, self.hand.keys[said.seat], bases, shares, proof)
        for number_, share in zip(numbers, shares, strict=True):
            self.hand.slots[number_].shares[said.seat] = share

    def _mix(self, said: Said, old: Sequence[int], new: Sequence[int]) -> None:
        slots, key = self.hand.slots, self.hand.keys[said.seat]
        data, proof = array(said.body, 2)
        before = [slots[number_].reduced for number_ in old]
        need(all(slots[number_].missing == {said.seat} for number_ in old), "a mix of what is not dealt")
        after = proofs.deck_of(blob(data, 64 * len(old)), len(old))
        proofs.check_shuffle(said.context(self.hand.hand_id), key, before, after, blob(proof))
        for number_ in old:
            slots[number_].spent = True
        for number_, (c1, c2) in zip(new, after, strict=True):
            slots[number_] = Slot(c1, c2, frozenset([said.seat]))
        self.game.mixed(said.seat, old, new)

    # -- turns --

    def _turn(self, kind: str) -> None:
        pledges: dict[int, tuple[bytes, bytes]] = {}
        if kind == "pledge":
            for said in self._read("pledge"):
                pledges[said.seat] = (said.context(self.hand.hand_id), blob(array(said.body, 1)[0], 32))
            kind = "move"
            need(self.verifier.following().kind == "move", "no moves after pledges")
        moves = self._moves("move", pledges) if kind == "move" else []
        answers: list[games.Move] = []
        try:
            if self.verifier.following().kind == "answer":
                answers = self._moves("answer", {})
        finally:
            self.game.moved(moves, answers)

    def _moves(self, kind: str, pledges: Mapping[int, tuple[bytes, bytes]]) -> list[games.Move]:
        found, shown = [], []
        step = self._read(kind, sorted(pledges) or None)
        for said in step:
            move, opened = self._move(said, pledges.get(said.seat))
            found.append(move)
            shown += opened
        for seat, number_, share in shown:
            self.hand.slots[number_].shares[seat] = share
        self.hand.open([number_ for _, number_, _ in shown])
        return found

    def _move(self, said: Said, pledge: tuple[bytes, bytes] | None) -> tuple[games.Move, list[tuple[int, int, bytes]]]:
        value, *rest = array(said.body, 5)
        data, proof, claims, salt = map(blob, rest)
        move = self._decoded(said.seat, value)
        slots, hand = self.hand.slots, self.game.hands[move.seat]
        need(set(move.shows) <= set(hand), "a slot that is not in the hand is shown")
        closed = [number_ for number_ in move.shows if number_ not in self.hand.faces]
        need(all(slots[number_].missing == {said.seat} for number_ in closed), "a slot that is not dealt is shown")
        if pledge is None:
            need(salt == b"", "a salt without a pledge")
        else:
            context, committed = pledge
            need(len(salt) == 32 and h256("fairdeal/1/pledge", context, encode(value), salt) == committed, "a pledge")
        shares: list[bytes] = []
        if closed:
            shares = [point(share) for share in sequence(data, len(closed))]
            bases = [slots[number_].c1 for number_ in closed]
            context = said.context(self.hand.hand_id, encode(value))
            proofs.check_shares(context, self.hand.keys[said.seat], bases, shares, proof)
        else:
            need(data == proof == b"", "shares of nothing")
        faces = {**self.hand.faces, **self._read_faces(closed, shares)}
        self._claims(said, move, faces, claims, (encode(value), data, proof))
        return move, [(said.seat, *pair) for pair in zip(closed, shares, strict=True)]

    def _read_faces(self, closed: Sequence[int], shares: Sequence[bytes]) -> dict[int, str]:
        names = {element: name for name, element in self.hand.cards.items()}
        found = {}
        for number_, share in zip(closed, shares, strict=True):
            element = subtract(self.hand.slots[number_].reduced[1], share)
            need(element in names, "a slot that is no card is shown")
            found[number_] = names[element]
        return found

    def _claims(
        self, said: Said, move: games.Move, faces: Mapping[int, str], claims: bytes, earlier: tuple[bytes, ...]
    ) -> None:
        slots = self.hand.slots
        reduced = {
            number_: slot.reduced
            for number_, slot in slots.items()
            if number_ not in faces and slot.missing == {said.seat} and number_ in self.game.hands[said.seat]
        }
        gone = {face for number_, face in faces.items() if not slots[number_].spent}
        requests = self.game.requests(move, faces)
        asked = proofs.asked_of(requests, faces, gone, reduced, self.hand.cards)
        context = said.context(self.hand.hand_id, *earlier)
        proofs.check_asked(context, self.hand.keys[said.seat], asked, claims)

    @staticmethod
    def _decoded(seat: int, value: Any) -> games.Move:
        kind, shows, named, amount = array(value, 4)
        for slots in (shows, named):
            need(isinstance(slots, tuple) and len(slots) <= 32, "too many slots")
            numbers = [number(slot, 0, 65536) for slot in slots]
            need(numbers == sorted(set(numbers)), "slots out of order")
        if isinstance(amount, str):
            word(amount, 32)
        elif amount is not None:
            number(amount, -(2**31), 2**31)
        return games.Move(seat, word(kind, 24), shows, named, amount)


def read(data: bytes) -> Verifier:
    """The verifier of a transcript that holds. Raises Refused."""
    verifier = Verifier(data)
    verifier.run()
    return verifier
