"""Scenario cases: worked hands in JSON files, played through the real engine by the plain dealer.

    python -m engine.cases PATH…

runs files, and all files `*.json` below folders, of any game; prints one line a case and `N passed, N failed`. It exits
with 1 if a case fails and with 2 if the input cannot be read.

What the fields mean is said where the cases of a game live. Shared by all games: `id`, `game`, `options`, `players`,
`actions` (each with `seat` and `do`), `check` ("referee" or "audit"), and in `expect` the fields `error_at`,
`finished`, `outcome`, `winners`, `payoff`, `fouls`, `next_seat` and `legal`. The rest is up to the game's `Adapter`.
"""

import argparse
import importlib
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, TypeAlias

from engine.cards import Card
from engine.contract import Duty, Faces, IllegalMove, MatchT, Move, Result, Rules, Seat, Slot, StateT, Turn, holds
from engine.games import UnknownGame, rules_of
from engine.options import BadOption, OptionSet
from engine.plain import PlainDealer

AnyAdapter: TypeAlias = "Adapter[Any, Any]"


class BadCase(ValueError):  # noqa: N818 - it speaks of the file, not of the engine
    """The input is no case file. The text is a sentence that says where and why."""


class Record(Mapping[str, Any]):
    """An object of a case file; a missing field raises BadCase."""

    def __init__(self, where: str, fields: Mapping[str, Any]) -> None:
        self.where = where
        self.fields = fields

    def __getitem__(self, name: str) -> Any:
        if name not in self.fields:
            raise BadCase(f"{self.where} has no field {name!r}.")
        return self.fields[name]

    def get(self, name: str, default: Any = None) -> Any:
        """The field, or `default` if there is none."""
        return self.fields.get(name, default)

    def __contains__(self, name: object) -> bool:
        return name in self.fields

    def __iter__(self) -> Iterator[str]:
        return iter(self.fields)

    def __len__(self) -> int:
        return len(self.fields)


class Adapter(Generic[StateT, MatchT]):
    """How to read the case files of one game. The module `cases` of the game's package has one as ADAPTER.

    `case` is the whole file and `action` one entry of its `actions`; both are mappings in which a missing field raises
    BadCase. A `Run` says where the case stands: `run.s`, `run.answers`, `run.faces`, `run.slots(…)`.
    """

    rules: Rules[StateT, MatchT]

    def options(self, case: Record) -> OptionSet:
        """The options of the case. A BadOption fails the case, as the table would not start."""
        return self.rules.Options.make(**case["options"])

    def match(self, case: Record, options: Any) -> MatchT:
        """The match before the hand: dealer, stake, scores, as far as the game has them."""
        raise NotImplementedError

    def deck(self, case: Record, match: MatchT) -> Sequence[Card]:
        """The cards in the order of the deck slots 0, 1, 2 … that `rules.begin` deals from."""
        raise NotImplementedError

    def begin(self, case: Record, match: MatchT) -> StateT:  # noqa: ARG002
        """The first state of the hand."""
        return self.rules.begin(match)

    def move(self, run: "Run[StateT, MatchT]", action: Record) -> Move:
        """The move that an action means in the state `run.s`. May raise IllegalMove.

        `run.slots(cards, among)` turns names of cards into ascending slots.
        """
        raise NotImplementedError

    def answer(self, run: "Run[StateT, MatchT]", seat: Seat) -> Move | None:  # noqa: ARG002
        """The move of a seat in `run.s.next.seats` that files of this game never write down, or None.

        For forced moves and for what another field of the file says. It is made as soon as it is owed.
        """
        return None

    def silence(self, run: "Run[StateT, MatchT]", seat: Seat) -> Move | None:  # noqa: ARG002
        """What a seat in `run.s.next.seats` is taken to answer if the file goes on without it, or None.

        Asked for every seat that has not answered, when an action comes that is no answer to the present turn, and at
        the end of the file; if one of them gives None the turn stays open and the action is judged as it stands.
        Watchers need none of this: a watcher of whom nothing is said lets the moment pass.
        """
        return None

    def legal(self, run: "Run[StateT, MatchT]", seat: Seat) -> Iterable[str]:
        """The kinds of move open to the seat that is to act, for the expectation `legal`."""
        return run.kinds(run.s, seat)

    def report(self, run: "Run[StateT, MatchT]") -> Mapping[str, Any]:
        """The game's own fields of `expect`, as JSON values; they may also replace shared ones.

        Called with everything served. `run.result` is None while the hand goes on; `run.after` is the match after it,
        or the match before it while the hand goes on.
        """
        raise NotImplementedError

    def normal(self, name: str, value: Any) -> Any:
        """One form for values that mean the same, such as lists whose order does not count. Used on both sides."""
        return sorted(value) if name == "legal" else value


class Run(Generic[StateT, MatchT]):
    """One case, being played."""

    def __init__(self, adapter: Adapter[StateT, MatchT], case: Record) -> None:
        """Set up the hand and play it to its first decision. Raises BadCase or BadOption."""
        self.adapter = adapter
        self.rules = adapter.rules
        self.case = case
        self.audit: bool = case.get("check", "referee") == "audit"
        self.options: Any = adapter.options(case)
        self.before: MatchT = adapter.match(case, self.options)
        self.dealer: PlainDealer[StateT] = PlainDealer(self.rules, adapter.deck(case, self.before))
        self.answers: dict[Seat, Move] = {}
        """Given in the present turn of several seats, which is not closed yet."""
        self.refused: list[int] = []
        self.s: StateT = self.dealer.serve(adapter.begin(case, self.before))
        self._make_answers()

    @property
    def faces(self) -> Faces:
        """Every face there is."""
        return self.dealer.faces

    @property
    def result(self) -> Result | None:
        """How the hand ended, if it did."""
        return self.s.next if isinstance(self.s.next, Result) else None

    @property
    def after(self) -> MatchT:
        """The match after the hand, or before it while it goes on."""
        return self.rules.settle(self.before, self.result) if self.result else self.before

    @property
    def owing(self) -> tuple[Seat, ...]:
        """The seats whose move is awaited, in the turn's order."""
        turn = self.s.next
        return tuple(seat for seat in turn.seats if seat not in self.answers) if isinstance(turn, Turn) else ()

    def slots(self, cards: Iterable[str], among: Iterable[Slot]) -> tuple[Slot, ...]:
        """The slots of these cards, ascending. Raises IllegalMove if one is named twice or is not among them."""
        at = {self.faces[slot]: slot for slot in among}
        found = []
        for card in map(card_of, cards):
            if card not in at:
                raise IllegalMove("You do not hold {card}.", card=card)
            found.append(at.pop(card))
        return tuple(sorted(found))

    def kinds(self, s: StateT, seat: Seat) -> list[str]:
        """The kinds of move of which this seat has at least one in this state, seeing all faces."""
        table = self.rules.phases[s.phase]
        return [name for name, verb in table.items() if next(verb.moves(s, seat, self.faces), None) is not None]

    def act(self, number: int, action: Record) -> None:
        """Play one action, or note that it was refused; then it has not even broken a silence."""
        seat = action["seat"]
        if type(seat) is not int or not 0 <= seat < self.before.n:
            raise BadCase(f"{action.where} has no such seat as {seat!r}.")
        before = self.s, dict(self.answers)
        try:
            self._act(seat, action)
        except IllegalMove:
            self.refused.append(number)
            self.s, self.answers = before
        self._make_answers()

    def finish(self) -> None:
        """The file is at its end: what it left out has been silence."""
        while self._pass_in_silence():
            pass

    def report(self) -> dict[str, Any]:
        """What can be expected, by field."""
        result = self.result
        shared: dict[str, Any] = {
            "error_at": self.refused[0] if self.refused else None,
            "finished": result is not None,
            "outcome": result.outcome if result else "open",
            "winners": list(result.winners) if result else None,
            "payoff": list(result.payoff) if result else None,
            "fouls": list(result.fouls) if result else None,
            "next_seat": self.owing[0] if self.owing else None,
            "legal": list(self.adapter.legal(self, self.owing[0])) if self.owing else [],
        }
        return {**shared, **self.adapter.report(self)}

    # -- one action ----------------------------------------------------------------------------------------

    def _act(self, seat: Seat, action: Record) -> None:
        while not self._answers_turn(seat, action["do"]) and self._pass_in_silence():
            pass
        move = self.adapter.move(self, action)
        turn = self.s.next
        if not isinstance(turn, Turn):
            raise IllegalMove("Nobody is to move now.")
        if seat in self.answers:
            raise IllegalMove("You have answered.")
        self.rules.check(self.s, seat, move, self._judging({seat: move}))
        self._prove(seat, move)
        if len(turn.seats) < 2:
            self._step({seat: move})
            return
        self.answers[seat] = move
        if not self.owing:
            self._step(self.answers)

    def _answers_turn(self, seat: Seat, kind: str) -> bool:
        turn = self.s.next
        if not isinstance(turn, Turn):
            return True
        if seat in turn.seats:
            return seat not in self.answers and kind in self.rules.phases[self.s.phase]
        return seat in turn.watchers and kind in self.rules.interrupts

    def _pass_in_silence(self) -> bool:
        """Close the turn with what silence means, if it can mean something."""
        turn = self.s.next
        if not isinstance(turn, Turn) or (len(turn.seats) == 1 and turn.watchers):
            return False
        quiet = {seat: self.adapter.silence(self, seat) for seat in self.owing}
        moves = {seat: move for seat, move in quiet.items() if move is not None}
        if len(moves) < len(quiet):
            return False
        self._step({**self.answers, **moves})
        self._make_answers()
        return True

    def _make_answers(self) -> None:
        """Make the moves that files never write down, turn after turn."""
        while owing := self.owing:
            made = {seat: self.adapter.answer(self, seat) for seat in owing}
            self.answers.update({seat: move for seat, move in made.items() if move is not None})
            if self.owing:
                return
            self._step(self.answers)

    def _step(self, moves: Mapping[Seat, Move]) -> None:
        self.answers = {}
        self.s = self.dealer.serve(self.rules.apply(self.s, moves, self._judging(moves)))

    def _judging(self, moves: Mapping[Seat, Move]) -> Faces:
        """The faces that judge these moves: all of them, or in audit mode those that peers see."""
        if not self.audit:
            return self.faces
        shown = {slot: self.faces[slot] for move in moves.values() for slot in move.shows}
        return {**self.s.open, **shown}

    def _prove(self, seat: Seat, move: Move) -> None:
        """What claims prove is judged in audit mode too: only duties wait for the audit."""
        for proof in self.rules.proofs(self.s, seat, move, self.faces):
            if not isinstance(proof, Duty) and not holds(proof, self.faces):
                raise IllegalMove(proof.why)


def card_of(name: object) -> Card:
    """The card of this name. Raises BadCase."""
    try:
        return Card.parse(str(name))
    except ValueError as error:
        raise BadCase(f"{error}.") from None


def run_case(case: Record, adapter: AnyAdapter) -> list[str]:
    """Play the case; what differs from its expectations, in words. Raises BadCase."""
    try:
        run: Run[Any, Any] = Run(adapter, case)
        for number, action in enumerate(case.get("actions", ())):
            run.act(number, Record(f"action {number} of {case.where}", action))
        run.finish()
        return _differences(run)
    except BadOption as error:
        return [f"the table does not start: {error}"]
    except BadCase:
        raise
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise BadCase(f"{case.where} has a field of the wrong shape: {error}.") from error


def _differences(run: Run[Any, Any]) -> list[str]:
    got = run.report()
    differences = []
    for name, expected in run.case["expect"].items():
        if name not in got:
            raise BadCase(f"{run.case.where} expects {name!r}, which no case of {run.rules.title} has.")
        want, have = run.adapter.normal(name, expected), run.adapter.normal(name, got[name])
        if want != have:
            differences.append(f"{name} is {have}, expected {want}")
    if len(run.refused) > 1:
        differences.append(f"actions {run.refused} are refused")
    return differences


def load(path: Path) -> Record:
    """The case in this file. Raises BadCase."""
    try:
        case = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadCase(f"{path} cannot be read: {error.strerror}.") from None
    except ValueError as error:
        raise BadCase(f"{path} is not JSON: {error}.") from None
    if not isinstance(case, dict):
        raise BadCase(f"{path} is no case: it must hold one object.")
    return Record(str(path), case)


def adapter_of(game: str) -> AnyAdapter:
    """The adapter of this game. Raises UnknownGame."""
    rules_of(game)
    adapter: AnyAdapter = importlib.import_module(f"engine.games.{game}.cases").ADAPTER
    return adapter


def files(paths: Iterable[str]) -> list[Path]:
    """The case files meant by files and folders. Raises BadCase where there are none."""
    found: list[Path] = []
    for path in map(Path, paths):
        below = sorted(path.rglob("*.json")) if path.is_dir() else [path]
        if not below:
            raise BadCase(f"{path} holds no case files.")
        found += below
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; its exit code."""
    parser = argparse.ArgumentParser(prog="python -m engine.cases", description="Run scenario cases of any game.")
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a case file, or a folder of them")
    passed = failed = 0
    try:
        for path in files(parser.parse_args(arguments).paths):
            case = load(path)
            differences = run_case(case, adapter_of(str(case["game"])))
            failed += bool(differences)
            passed += not differences
            line = f"{'FAIL' if differences else 'ok  '} {case.get('id', path.stem)} {'; '.join(differences)}"
            print(line.rstrip())
    except (BadCase, UnknownGame) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    # The adapters import this module under its own name: run that one, not a second copy of it.
    from engine.cases import main as run_main

    sys.exit(run_main())
