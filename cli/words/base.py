"""Screen words derived from a game's verbs, on which games lay better ones. See `cli.words`."""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from cli import cards as cardwords
from cli.language import Count, Texts, outcome, retold, translated, typed, verb
from cli.words.typed import Alias, Reader, spelled, usage
from cli.words.view import Sentence, Template, View
from engine.cards import Card
from engine.contract import GO_ON, AnyRules, Match, Move, Result, Seat, State, Turn
from engine.options import plain


class Choice(NamedTuple):
    """A legal move for a numbered list. Moves of one `group` are listed together: "Discard: 3 7H, 4 KD."."""

    group: str
    item: str = ""


class Words:
    """The screen words of a game. All that this base says comes from the verbs' names and docstrings."""

    NEWS: ClassVar[Mapping[str, Template]] = Texts({})
    """By the key of a piece of news: its sentence. An empty one is not worth saying."""
    FIELDS: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """By the key of a piece of news: the names of its things in the template."""
    CHOICES: ClassVar[Mapping[str, Choice]] = Texts({})
    """By the name of a verb: how its moves are listed, as templates with {cards} and {value}."""
    RARE: ClassVar[frozenset[str]] = frozenset()
    """Keys of `CHOICES` whose groups of moves are only counted in a list, unless all moves are asked for."""
    ALIASES: ClassVar[Mapping[str, Alias]] = {}
    """Further words, one or two, that can be typed for a move, besides the verbs' own names."""
    HELP: ClassVar[Mapping[str, str]] = Texts({})
    """By the name of a verb: its line of help, how to type it included; others show their docstring."""
    OUTCOMES: ClassVar[Mapping[str, str]] = Texts({})
    """By the outcome of a result: the sentence that says how the hand ended, with {winners}."""
    OUTCOME_NAMES: ClassVar[tuple[str, ...]] = ()
    """Other outcomes of a hand, of which the game's words say more than one sentence."""
    SORTS: ClassVar[Mapping[str, Callable[[Card], Any]]] = {"rank": cardwords.by_rank, "suit": cardwords.by_suit}
    """The ways to sort a hand, the game's own first."""
    LINES: ClassVar[Texts[Template]] = Texts(
        {
            "news": Sentence("You: {what}.", "{name}: {what}."),
            "table news": "{what}.",
            "dealt": "You are dealt {cards}.",
            "gained": "You get {cards}.",
            "hand": "Your hand: {cards}.",
            "no hand": "You hold no cards.",
            "holds": "{name} holds {cards}.",
            "knows": "{name} holds {cards}, among them {known}.",
            "to move": Sentence("It is your turn.", "{name} is to move."),
            "go on": "Go on",
            "outcome": "The hand is over: {outcome}.",
            "outcome won": "The hand is over: {outcome}, won by {winners}.",
            "payoff": Sentence("You get {amount}.", "{name} gets {amount}."),
            "foul": Sentence("You committed a foul.", "{name} committed a foul."),
            "scores": "Scores: {scores}.",
            "money": "Money: {scores}.",
            "score": "{name} {amount}",
            "you": "you",
            "pay you": "{payer} pays you {amount}",
            "you pay": "You pay {payee} {amount}",
            "pay": "{payer} pays {payee} {amount}",
            "rules": "{title}. These are the options of this table:",
            "option": "{name} = {value}: {help}",
            "unknown": "There is no command {word!r} here; type help for those there are.",
            "near": "There is no command {word!r} here; did you mean {near}?",
            "no such card": "You do not hold {card}.",
            "which": "That can be meant in several ways; for example: {examples}.",
            "what with": "Say also what to do with {cards}; type help for the commands.",
            "odd word": "I do not understand {word!r} after {verb}.",
            "needs number": "Say also the number, as in: {usage}.",
            "needs word": "Say also which, as in: {usage}.",
            "needs cards": "Say also which cards, as in: {usage}.",
        }
    )
    """All other sentences. A game's own `LINES` are laid over these."""
    COUNTS: ClassVar[Mapping[str, Count]] = {"card": Count("{n} card", "{n} cards")}
    """By what is counted: so many of it."""

    def line(self, key: str) -> Template:
        """A sentence of `LINES`: the game's, else that of this base."""
        own = self.LINES.get(key)
        return own if own is not None else Words.LINES[key]

    # -- while a hand is played ----------------------------------------------------------------------------

    def news(self, view: View, piece: Sequence[Any]) -> str:
        """One piece of `state.news` in words; empty if it is not worth saying. `view` is of the state after it."""
        key, seat, *things = piece
        template = self.NEWS.get(key)
        if template is None:
            what = " ".join([key.replace("_", " "), *map(view.text, things)])
            return view.tell(self.line("news" if seat >= 0 else "table news"), seat, what=what)
        return view.tell(template, seat, **dict(zip(self.FIELDS.get(key, ()), things, strict=False)))

    def gained(self, view: View, cards: tuple[Card, ...], *, dealt: bool) -> str:
        """Cards whose faces one's own seat has just learned: the hand it was `dealt`, or others."""
        return view.tell(self.line("dealt" if dealt else "gained"), cards=self.sorted(view, cards))

    def hand(self, view: View) -> list[str]:
        """One's own hand."""
        cards = self.sorted(view, view.own())
        return [view.tell(self.line("hand"), cards=cards) if cards else view.tell(self.line("no hand"))]

    def table(self, view: View) -> list[str]:
        """What everybody sees: cards on the table, how many cards the others hold, whose turn it is."""
        return [*self.others(view), *self.turns(view)]

    def turn(self, view: View) -> list[str]:
        """What to say when one's own turn has come, before the legal moves."""
        return self.hand(view)

    def automatic(self, state: State, seat: Seat) -> bool:
        """Whether a seat's only legal move may be made for it. Must follow from public facts alone, never from faces:

        a program that answers at once only when it holds certain cards tells the others so.
        """
        return False

    def choice(self, view: View, move: Move) -> Choice:
        """A legal move for the list."""
        if move == GO_ON:
            return Choice(view.tell(self.line("go on")))
        template = self.CHOICES.get(move.kind)
        cards = self.sorted(view, view.shown(move))
        if template is not None:
            values = {"cards": cards, "value": "" if move.value is None else move.value}
            return Choice(view.tell(template.group, **values), view.tell(template.item, **values))
        words = [verb(move.kind).capitalize(), "" if move.value is None else str(move.value)]
        return Choice(" ".join(filter(None, words)), view.text(cards))

    def rare(self) -> frozenset[str]:
        """The groups that are `RARE`, as `choice` names them."""
        return frozenset(self.CHOICES[key].group for key in self.RARE)

    def number(self, view: View, move: Move, place: int) -> int:
        """The number that chooses a legal move; `place` is its place in the list, from 1.

        Another one only where numbers are what players say, and then another one for each legal move.
        """
        return place

    def help(self, view: View) -> list[str]:
        """How to type the moves of this phase."""
        if not isinstance(view.state.next, Turn):
            return []
        verbs = view.rules.phases.get(view.state.phase, {})
        return [
            self.HELP.get(name) or f"{usage(verb)}: {translated(inspect.getdoc(verb) or '')}"
            for name, verb in verbs.items()
        ]

    # -- after a hand --------------------------------------------------------------------------------------

    def result(self, view: View, result: Result) -> list[str]:
        """How the hand ended and every payment that follows, each explained. `view` is of the hand's last state."""
        paid = [
            view.tell(self.line("payoff"), seat, amount=f"{payoff:+}")
            for seat, payoff in enumerate(result.payoff)
            if payoff
        ]
        return [self.outcome(view, result), *paid, *self.fouls(view, result)]

    def outcome(self, view: View, result: Result) -> str:
        """How the hand ended, in a sentence."""
        winners = ", ".join(self.called(view, seat) for seat in result.winners)
        template = self.OUTCOMES.get(result.outcome) or self.line("outcome won" if winners else "outcome")
        return view.tell(template, outcome=outcome(result.outcome), winners=winners)

    def fouls(self, view: View, result: Result) -> list[str]:
        """Who broke a rule that only the end of the hand could show."""
        return [view.tell(self.line("foul"), seat) for seat in result.fouls]

    def scores(self, names: Sequence[str], seat: Seat | None, match: Match, ledger: Sequence[int]) -> list[str]:
        """The scores so far; money on a line of its own where the game counts something else."""
        lines = [self._scored("scores", names, seat, match.scores)] if match.scores else []
        if tuple(ledger) != tuple(match.scores):
            lines.append(self._scored("money", names, seat, ledger))
        return lines

    # -- rules ---------------------------------------------------------------------------------------------

    def rules(self, rules: AnyRules, options: Any) -> list[str]:
        """The game as these options make it: paragraphs, one or two screens of them together."""
        values = dict(options.pairs())
        listed = [
            str(self.line("option")).format(name=info.name, value=plain(values[info.name]), help=retold(info.help))
            for info in type(options).listing()
        ]
        return [str(self.line("rules")).format(title=rules.title), *listed]

    def audit(self, options: Any) -> list[str]:
        """Which closed cards are opened after a hand, in a sentence; nothing if no option of the game is about that."""
        return []

    # -- typed moves ---------------------------------------------------------------------------------------

    def parse(self, view: View, typed: str) -> Move:
        """The move that was typed. Raises NotUnderstood; whether it is legal, the engine says."""
        return Reader(view, self.vocabulary(view), self.line, lambda move: self.typed(view, move), self.meant).read(
            typed
        )

    def meant(self, verb: str, number: int) -> int:
        """The value of a move for which this number is typed after its verb."""
        return number

    def typed(self, view: View, move: Move) -> str:
        """How the move would be typed."""
        return spelled(view, move, self.sorted(view, view.shown(move)))

    def vocabulary(self, view: View) -> dict[str, Alias]:
        """Every word, or two, that starts a move of this game, in English and in the player's language."""
        english = self.phrases(view)
        return {**{word: alias for phrase, alias in english.items() for word in typed(phrase)}, **english}

    def phrases(self, view: View) -> dict[str, Alias]:
        """Every word of English, or two, that starts a move of this game; those of the phase come first."""
        phases = view.rules.phases
        names = [*phases.get(view.state.phase, {}), *[name for verbs in phases.values() for name in verbs]]
        verbs = {name.replace("_", " "): Alias(name) for name in names}
        return {**verbs, **self.ALIASES, "go on": Alias(GO_ON.kind)}

    def also(self, view: View) -> list[str]:
        """Words of the player's language that start a move of this phase, one for each word of English that does."""
        verbs = view.rules.phases.get(view.state.phase, {}) if isinstance(view.state.next, Turn) else {}
        phrases = [phrase for phrase, alias in self.phrases(view).items() if alias.verb in verbs]
        return list(dict.fromkeys(words[0] for words in map(typed, phrases) if words))

    # -- shared by games -----------------------------------------------------------------------------------

    def sorted(self, view: View, cards: Iterable[Card]) -> tuple[Card, ...]:
        """The cards in the order that the view asks for."""
        key = self.SORTS.get(view.sort) or next(iter(self.SORTS.values()))
        return tuple(sorted(cards, key=key))

    def called(self, view: View, seat: Seat) -> str:
        """The name of a seat inside a sentence."""
        return str(self.line("you")) if seat == view.seat else view.names[seat]

    def counted(self, noun: str, n: int) -> str:
        """So many of something that `COUNTS` has."""
        return self.COUNTS[noun].of(n)

    def paid(self, view: View, payer: Seat, payee: Seat, amount: int | str) -> str:
        """Who pays whom how much: the start of a sentence."""
        key = "you pay" if payer == view.seat else "pay you" if payee == view.seat else "pay"
        return view.tell(self.line(key), payer=view.names[payer], payee=view.names[payee], amount=amount)

    def others(self, view: View) -> list[str]:
        """How many cards the others hold, and which of them are known."""
        lines = []
        for seat, held in enumerate(view.state.held):
            if seat != view.seat and any(view.state.held):
                known = self.sorted(view, view.known(seat))
                template = self.line("knows" if known else "holds")
                lines.append(view.tell(template, seat, cards=self.counted("card", len(held)), known=known))
        return lines

    def turns(self, view: View) -> list[str]:
        """Whose move is awaited."""
        turn = view.state.next
        return [view.tell(self.line("to move"), seat) for seat in turn.seats] if isinstance(turn, Turn) else []

    def _scored(self, key: str, names: Sequence[str], seat: Seat | None, scores: Sequence[int]) -> str:
        parts = []
        for at, score in enumerate(scores):
            name = self.line("you") if at == seat else names[at]
            parts.append(str(self.line("score")).format(name=name, amount=f"{score:+}" if score else "0"))
        return str(self.line(key)).format(scores=", ".join(parts))
