"""Properties that hold for every game of the contract: whole tables of nodes, each with only its own knowledge.

A game's tests describe it by a `Game` and call `play_match`; nothing here knows a game by name.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from itertools import islice
from random import Random
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from engine.cards import Card
from engine.contract import (
    GO_ON,
    AnyRules,
    Deal,
    Faces,
    IllegalMove,
    Match,
    Mix,
    Move,
    Open,
    Result,
    Seat,
    Slot,
    State,
    Turn,
    holds,
)
from engine.options import BadOption, OptionSet, Table
from engine.plain import pending

MOST_LISTED = 300
"""Legal moves that are looked at, of those that a seat may have."""
MOST_STEPS = 4000


def _nothing(_s: Any, _faces: Faces) -> None:
    """No invariant of its own."""


def _never(_s: Any, _seat: Seat, _move: Move, _faces: Faces) -> bool:
    return False


@dataclass(frozen=True)
class Game:
    """A game, and what the properties have to know of it."""

    rules: AnyRules
    invariant: Callable[[Any, Faces], None] = _nothing
    """Asserts, with all faces known, what must hold of a state after every step."""
    unlisted: Callable[[Any, Seat, Move, Faces], bool] = _never
    """Whether a move that `legal` does not list is legal all the same, as it is equivalent to listed ones."""
    values: tuple[Any, ...] = ()
    """Values for nonsense moves, besides the usual ones."""
    interrupts: float = 0.03
    """How often a watcher that may interrupt does."""
    weights: Mapping[str, float] = field(default_factory=dict)
    """How likely each kind of move is to be made, where it is not 1: for hands that go far."""


# -- random options -----------------------------------------------------------------------------------------------


def options_of(rules: AnyRules, **fixed: Any) -> st.SearchStrategy[Any]:
    """Valid options: each is left at its default, is as `fixed`, or takes a value of its type."""
    kind = rules.Options
    hints = get_type_hints(kind)
    choices = {
        f.name: st.just(fixed[f.name]) if f.name in fixed else _values(hints[f.name], f.metadata) for f in fields(kind)
    }
    changes = st.fixed_dictionaries(
        {name: choices[name] for name in fixed},
        optional={name: values for name, values in choices.items() if name not in fixed},
    )
    return changes.map(lambda drawn: _made(kind, drawn)).filter(lambda made: made is not None)


def _made(kind: type[OptionSet], changes: dict[str, Any]) -> OptionSet | None:
    try:
        return kind.make(**changes)
    except BadOption:
        return None


def _values(hint: Any, meta: Any) -> st.SearchStrategy[Any]:
    origin = get_origin(hint)
    if hint is bool:
        return st.booleans()
    if hint == Table:
        return st.nothing()
    if origin is Literal:
        return st.sampled_from(get_args(hint))
    if origin is tuple:
        return st.lists(_values(get_args(hint)[0], meta), max_size=4, unique=True)
    if origin is UnionType:
        return st.none() | _values(int, meta)
    least = meta["least"] or 0
    return st.integers(least, least + 3 if meta["most"] is None else min(meta["most"], least + 3))


# -- a table of nodes ---------------------------------------------------------------------------------------------


class Nodes:
    """The seats' nodes and a spectator's, the last, playing one hand; the dealer knows every face, they do not."""

    def __init__(self, game: Game, match: Match, rng: Random) -> None:
        self.game, self.rules, self.rng, self.n = game, game.rules, rng, match.n
        deck = list(self.rules.deck(match.options))
        rng.shuffle(deck)
        self.deck = tuple(deck)
        self.faces: dict[Slot, Card] = dict(enumerate(deck))
        self.public: dict[Slot, Card] = {}
        self.own: list[dict[Slot, Card]] = [{} for _ in range(match.n)]
        self.states: list[State] = [self.rules.begin(match) for _ in range(match.n + 1)]
        self.steps = 0
        self.moves = 0
        self._agree()

    @property
    def s(self) -> State:
        """The spectator's state, which is everybody's."""
        return self.states[-1]

    def play(self) -> Result:
        """Play the hand at random, asserting everything on the way."""
        while not isinstance(self.s.next, Result):
            assert self.steps < MOST_STEPS, "the hand does not end"
            self.steps += 1
            if pending(self.s):
                self.serve()
            else:
                self.act()
        return self.s.next

    def serve(self) -> None:
        """Answer all asks of this moment; nodes learn what the asks give them."""
        for ask in pending(self.s):
            if isinstance(ask, Deal):
                self._give(self.own[ask.seat], ask.slots)
            elif isinstance(ask, Open):
                self._give(self.public, ask.slots)
            else:
                self._mix(ask)
        self.states = [self.rules.resume(s, dict(self.public)) for s in self.states]
        self._agree()

    def act(self) -> None:
        """Every seat of the turn moves, and watchers answer."""
        turn = self.s.next
        assert isinstance(turn, Turn)
        assert turn.seats or turn.watchers
        assert not set(turn.seats) & set(turn.watchers)
        moves = {}
        for seat in (*turn.seats, *turn.watchers):
            listed = self.listed(seat)
            self.try_listed(seat, listed)
            self.try_nonsense(seat, listed)
            moves[seat] = self.choose(seat, listed, seat in turn.watchers)
        self.close(moves)

    def close(self, moves: dict[Seat, Move]) -> None:
        """All nodes apply the step, with public faces and those it shows."""
        for move in moves.values():
            self._give(self.public, move.shows)
        self.moves += len(moves)
        self.states = [self.rules.apply(s, moves, dict(self.public)) for s in self.states]
        self._agree()

    def choose(self, _seat: Seat, listed: list[Move], watching: bool) -> Move:
        """One of the listed moves at random."""
        interrupts = [move for move in listed if move != GO_ON]
        if watching and (not interrupts or self.rng.random() >= self.game.interrupts):
            return GO_ON
        moves = interrupts if watching else listed
        return self.rng.choices(moves, [self.game.weights.get(move.kind, 1.0) for move in moves])[0]

    def listed(self, seat: Seat) -> list[Move]:
        """What the seat's own node lists; asserts that knowing more faces would change nothing."""
        mine = list(islice(self.rules.legal(self.states[seat], seat, self.seen_by(seat)), MOST_LISTED))
        assert mine, f"seat {seat} has no move in the phase {self.s.phase}"
        assert len(set(mine)) == len(mine), "a move is listed twice"
        assert mine == list(islice(self.rules.legal(self.s, seat, self.faces), MOST_LISTED))
        return mine

    def seen_by(self, seat: Seat) -> dict[Slot, Card]:
        """The faces that this seat's node may use."""
        return {**self.public, **self.own[seat]}

    def try_listed(self, seat: Seat, listed: list[Move]) -> None:
        """What is listed is accepted by its own node, by a referee and by every peer, and what it owes is true."""
        for move in self.rng.sample(listed, min(3, len(listed))):
            shown = {slot: self.faces[slot] for slot in move.shows}
            for faces in (self.seen_by(seat), self.faces, {**self.public, **shown}):
                self.rules.check(self.s, seat, move, faces)
            for proof in self.rules.proofs(self.s, seat, move, {**self.public, **shown}):
                assert holds(proof, self.faces), (move, proof.why)

    def try_nonsense(self, seat: Seat, listed: list[Move]) -> None:
        """What is neither listed nor equivalent is refused in one sentence, and changes nothing."""
        before = repr(self.s)
        for _ in range(8):
            move = self._nonsense(seat)
            refusal = self.refusal(seat, move)
            if refusal is not None:
                assert move not in listed or type(move.value) is bool  # True is refused, though it equals 1
                assert is_sentence(refusal), refusal
            elif move not in listed and len(listed) < MOST_LISTED:
                assert self.game.unlisted(self.s, seat, move, self.faces), (self.s.phase, move)
        assert repr(self.s) == before

    def refusal(self, seat: Seat, move: Move, faces: Faces | None = None) -> str | None:
        """Why the move is refused by who knows these faces, by default all; None if it is accepted."""
        try:
            self.rules.check(self.s, seat, move, self.faces if faces is None else faces)
        except IllegalMove as error:
            return str(error)
        return None

    def _nonsense(self, seat: Seat) -> Move:
        rng = self.rng
        kinds = sorted({kind for verbs in self.rules.phases.values() for kind in verbs} | {"", "go_on"})
        pool = list(self.s.held[seat]) if rng.random() < 0.8 else list(self.faces)
        named = sorted(rng.sample(pool, min(len(pool), rng.choice([0, 1, 1, 2, 3, 3, 4, 5, 6]))))
        shown = named if rng.random() < 0.7 else [slot for slot in named if rng.random() < 0.5]
        left = tuple(slot for slot in named if slot not in shown)
        return Move(
            rng.choice(kinds), tuple(shown), left, rng.choice([None, None, 0, 1, -1, True, "", *self.game.values])
        )

    def _give(self, faces: dict[Slot, Card], slots: Iterable[Slot]) -> None:
        faces.update({slot: self.faces[slot] for slot in slots})

    def _mix(self, ask: Mix) -> None:
        assert len(ask.old) == len(ask.new) >= 2
        assert not set(ask.new) & set(self.faces), "a handle is minted twice"
        assert not set(ask.old) & set(self.public), "an open slot is mixed"
        old = list(ask.old)
        self.rng.shuffle(old)
        for before, after in zip(old, ask.new, strict=True):
            self.faces[after] = self.own[ask.seat][after] = self.own[ask.seat][before]

    def _agree(self) -> None:
        s = self.s
        assert all(other == s for other in self.states), "nodes disagree"
        held = [slot for hand in s.held for slot in hand]
        assert len(set(held)) == len(held), "a slot is in two hands"
        cards = [self.faces[slot] for slot in held if slot in self.faces]
        assert len(set(cards)) == len(cards), "a card is in two hands"
        assert all(self.faces[slot] in s.limits[slot] for slot in held if slot in s.limits and slot in self.faces)
        assert all(self.faces[slot] == card for slot, card in s.open.items())
        self.game.invariant(s, self.faces)


def play_match(game: Game, options: Any, n: int, seed: int, hands: int = 1, stake: int = 1) -> list[Result]:
    """Play hands of a match at random, over tables of nodes; what each came to."""
    rng = Random(seed)
    rules = game.rules
    match: Match = rules.first(options, n, stake)
    results = []
    for _ in range(hands):
        result = Nodes(game, match, rng).play()
        after = rules.settle(match, result)
        check_result(game, match, after, result)
        results.append(result)
        match = rules.first(options, n, stake) if after.over else after
    return results


def check_result(game: Game, before: Match, after: Match, result: Result) -> None:
    """What holds of every result: it can be signed, and money only changes hands, within the bound."""
    assert is_plain(result)
    assert list(result.winners) == sorted(set(result.winners))
    assert not set(result.winners) & set(result.fouls)
    paid = game.rules.payments(before, after, result)
    assert len(paid) == before.n
    assert sum(paid) == 0
    assert -min(paid) <= game.rules.worst_payment(before)
    assert not (after.winners and not after.over)


def is_plain(value: object) -> bool:
    """Whether a value can be encoded to be signed: integers, texts, nothing, and tuples of these."""
    if isinstance(value, tuple):
        return all(is_plain(item) for item in value)
    return value is None or isinstance(value, int | str)


def is_sentence(text: str) -> bool:
    """Whether a refusal reads as one: a capital letter, a full stop, nothing left unfilled."""
    return text[:1].isupper() and text.endswith(".") and "{" not in text and "\n" not in text
