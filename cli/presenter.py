"""From events and states to lines of text: pure functions, the same for every screen that shows lines."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from cli.language import retold, typed
from cli.model import Model, display_names, foreseen
from cli.sentences import COMMANDS, HANDS, PROVEN, number_of, say
from cli.words import View, Words, words_of
from cli.words.options import option_words, preset_words, value_words
from engine.contract import Move, Seat
from engine.games import UnknownGame
from engine.ledger import settle
from engine.options import BadOption
from p2p.events import (
    Arrived,
    Chat,
    Departed,
    Invited,
    Line,
    LineChanged,
    Listening,
    PeerBack,
    PeerLost,
    Reading,
    Seated,
    TableEvent,
)
from p2p.presence import LEFT
from protocol.contribution import Contribution
from protocol.events import Acting, Closed, Convicted, HandSealed, Happened, Shuffling
from protocol.identity import fingerprint
from protocol.terms import Terms, TermsError

MOST_ITEMS = 16
"""So many moves of one group are listed before the rest is only counted."""
DIGEST_DIGITS = 16


def lines(model: Model, event: TableEvent) -> list[str]:
    """What an event says to this player; `model` is from before it."""
    tell = TELLERS.get(type(event))
    return [] if tell is None else [line for line in tell(model, event) if line]


def short(digest: bytes) -> str:
    """The first 64 bits of a digest in groups, for people to compare."""
    digits = digest.hex()[:DIGEST_DIGITS]
    return " ".join(digits[at : at + 4] for at in range(0, DIGEST_DIGITS, 4))


# -- before the first card --------------------------------------------------------------------------------------


def terms_lines(terms: Terms, seats: int, *, page: bool = False) -> list[str]:
    """What is played: game, seats, stake, hands, clock; nearest preset, each house rule, what an audit opens.

    With `page` the rules of the game follow, and what they say anyway is left out.
    """
    try:
        options = terms.match(seats).options
    except (TermsError, UnknownGame):
        return [say("no terms")]
    limit = terms.hands
    hands = say("open end") if limit is None else HANDS.of(limit)
    title = terms.rules.title
    clock = say("no clock") if terms.clock is None else say("clock", seconds=terms.clock)
    words = words_of(terms.game)
    preset, changes = nearest_preset(options)
    house = [
        say(
            "house rule",
            name=name,
            words=option_words(terms.game, name),
            value=value_words(value),
            usual=value_words(usual),
        )
        for name, value, usual in changes
    ]
    return [
        say("terms", title=title, seats=seats, stake=terms.stake, hands=hands, clock=clock),
        say("preset", preset=_preset(terms.game, preset)),
        *house,
        *([] if page else words.audit(options)),
    ]


def options_line(game: str, options: Any) -> str:
    """The options of a game as a preset and what differs from it."""
    preset, changes = nearest_preset(options)
    told = [
        say("change", name=name, words=option_words(game, name), value=value_words(value)) for name, value, _ in changes
    ]
    return say("preset but" if told else "preset", preset=_preset(game, preset), changes=say("comma").join(told))


def _preset(game: str, name: str) -> str:
    return say("preset words", name=name, words=preset_words(game, name)) if name else say("no preset")


def nearest_preset(options: Any) -> tuple[str, list[tuple[str, Any, Any]]]:
    """The preset from which these options differ the least, and each that does: name, value, value of the preset.

    The preset is empty, and the options are compared with the defaults, if no preset can be played by itself.
    """
    kind = type(options)
    near: dict[str, list[tuple[str, Any, Any]]] = {}
    for preset in kind.presets:
        try:
            base = dict(kind.make(preset).pairs())
        except BadOption:
            continue
        near[preset] = [(name, value, base[name]) for name, value in options.pairs() if value != base[name]]
    if not near:
        base = dict(kind.make().pairs())
        near[""] = [(name, value, base[name]) for name, value in options.pairs() if value != base[name]]
    nearest = min(near, key=lambda name: len(near[name]))
    return nearest, near[nearest]


def _listening(_: Model, event: Listening) -> list[str]:
    return [say("code"), event.code, say("how to join")]


def _arrived(_: Model, event: Arrived) -> list[str]:
    return [] if event.own else [say("arrived", name=event.name, present=event.present, seats=event.seats)]


def _seated(_: Model, event: Seated) -> list[str]:
    names = display_names([player.name for player in event.genesis.players])
    players = [say("you, the player" if at == event.seat else "player", name=name) for at, name in enumerate(names)]
    return [say("seated", players=", ".join(players))]


# -- while a hand is played -------------------------------------------------------------------------------------


def _happened(model: Model, event: Happened) -> list[str]:
    words, view = model.words, model.look(event.state, event.faces)
    fresh = model.view is None or model.hand != event.hand
    news = event.state.news
    if news[: len(model.foreseen)] == model.foreseen:
        news = news[len(model.foreseen) :]
    told = [words.news(view, piece) for piece in news]
    before = None if fresh else model.view
    return [*told, *_begins(model, before, view), _gained(words, before, view)]


def _begins(model: Model, before: View | None, view: View) -> list[str]:
    """The number of the hand, once its cards are given out."""
    begins = any(view.state.held) and not (before is not None and any(before.state.held))
    return [say("new hand", number=model.hands + 1)] if begins else []


def _acting(model: Model, event: Acting) -> list[str]:
    state = foreseen(model, event)
    view = model.look(state, event.faces)
    return [model.words.news(view, piece) for piece in state.news]


def _gained(words: Words, before: View | None, view: View) -> str:
    """Cards of one's own that this seat sees for the first time; nothing while some of its hand are still closed."""
    own = view.own()
    if view.seat is None or len(own) < len(view.state.held[view.seat] if view.state.held else ()):
        return ""
    seen = () if before is None else (*before.own(), *before.state.open.values())
    gained = tuple(card for card in own if card not in seen)
    dealt = before is None or not before.own()
    return words.gained(view, gained, dealt=dealt) if gained else ""


def in_order(words: Words, view: View, moves: Iterable[Move]) -> list[Move]:
    """Legal moves as they are numbered: those of one group together, their cards in the order of the hand."""
    groups: dict[str, list[Move]] = {}
    for move in moves:
        groups.setdefault(words.choice(view, move).group, []).append(move)
    rank = {card: at for at, card in enumerate(words.sorted(view, view.own()))}

    def place(move: Move) -> list[int]:
        return [rank.get(card, 0) for card in words.sorted(view, view.shown(move))]

    return [move for group in groups.values() for move in (sorted(group, key=place) if len(group) < 100 else group)]


def by_number(words: Words, view: View, moves: Sequence[Move]) -> dict[int, Move]:
    """Legal moves by the numbers that choose them."""
    return {words.number(view, move, place): move for place, move in enumerate(moves, 1)}


def ranges(numbers: Iterable[int]) -> str:
    """Numbers in order, those that follow each other together: 0, 4 to 11."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    told = [str(run[0]) if len(run) == 1 else say("from to", least=run[0], most=run[-1]) for run in runs]
    return say("comma").join(told)


def menu(words: Words, view: View, moves: Sequence[Move], *, everything: bool = False) -> list[str]:
    """The numbered list of legal moves, a line for each group."""
    numbered = [(number, words.choice(view, move)) for number, move in by_number(words, view, moves).items()]
    listed, cut, rare = [], False, words.rare()
    for group, members in groupby(numbered, key=lambda pair: pair[1].group):
        choices = list(members)
        if len(choices) == 1:
            number, choice = choices[0]
            listed.append(say("choose", number=number, choice=" ".join(filter(None, choice))))
            continue
        shown = choices if everything else [] if group in rare else choices[:MOST_ITEMS]
        items = [say("choose item", number=number, item=choice.item).rstrip() for number, choice in shown]
        if len(choices) > len(shown):
            items.append(say("and more" if shown else "so many", n=len(choices) - len(shown)))
            cut = True
        listed.append(say("choose group", group=group, items=", ".join(items)))
    return [*listed, say("list more")] if cut else listed


def help_lines(words: Words, view: View | None, *, asked: bool) -> list[str]:
    """How to type moves and commands."""
    moves = [say("help"), *words.help(view), *_also(words.also(view))] if asked and view is not None else []
    commands = [*COMMANDS.values(), *_also(word for name in COMMANDS for word in typed(name)[:1])]
    return [*moves, say("help commands" if moves else "help none"), *commands]


def _also(words: Iterable[str]) -> list[str]:
    """What can be typed in the player's language as well, if anything."""
    listed = ", ".join(words)
    return [say("also", words=listed)] if listed else []


def progress(event: Shuffling) -> str:
    """How far a shuffle has come."""
    return say("shuffling", done=event.done, steps=event.steps)


def proof_lines(log: Iterable[Contribution], digest: bytes, hands: int) -> list[str]:
    """What has been proven so far: every contribution that counts was checked before it did."""
    kinds = Counter(contribution.kind for contribution in log)
    counts = [number_of(kind, kinds[kind]) for kind in PROVEN if kinds[kind]]
    if not counts:
        return [say("proof nothing")]
    counts.append(number_of("signature", kinds.total()))
    return [say("proof", counts=", ".join(counts)), say("proof hands", hands=hands, digest=short(digest))]


def who_lines(model: Model) -> list[str]:
    """The players with the fingerprints of their keys."""
    if model.genesis is None:
        return [say("no table yet", present=model.present, seats=model.seats)]
    return [
        say("who", seat=seat, name=model.names[seat], fingerprint=fingerprint(key))
        for seat, key in enumerate(model.genesis.keys)
    ]


def waiting(model: Model, seats: Sequence[Seat]) -> str:
    """Whom the table waits for."""
    return say("waiting", names=listed(model, seats)) if seats else say("waiting nobody")


def waited(model: Model, seats: Sequence[Seat]) -> str:
    """Whom everybody was waiting for when the table ended."""
    return say("waited", names=listed(model, seats))


def listed(model: Model, seats: Sequence[Seat]) -> str:
    """The names of seats in a sentence, oneself first."""
    names = [str(model.words.line("you"))] if model.seat in seats else []
    *first, last = [*names, *[model.names[seat] for seat in seats if seat != model.seat]] or [""]
    return say("and", names=say("comma").join(first), last=last) if first else last


def seats_called(model: Model, name: str) -> frozenset[Seat]:
    """The other seats of this name, or whose name begins so; all others without a name."""
    others = [seat for seat in range(len(model.names)) if seat != model.seat]
    wanted = name.casefold()
    exact = frozenset(seat for seat in others if model.names[seat].casefold() == wanted)
    return exact or frozenset(seat for seat in others if model.names[seat].casefold().startswith(wanted))


def _reading(model: Model, event: Reading) -> list[str]:
    if event.count <= model.reading:
        return []
    return [say("reading") if event.count == 1 else say("reading many", count=event.count)]


def _lost(model: Model, event: PeerLost) -> list[str]:
    if model.finished:  # then everybody goes, as soon as all have signed
        return []
    name, seconds = model.names[event.seat], round(event.grace)
    if event.reason == LEFT:
        return [say("has left", name=name), *([say("grace left", seconds=seconds)] if seconds else [])]
    lost = say("lost", name=name, reason=retold(event.reason).rstrip("."))
    return [lost, *([say("grace", seconds=seconds)] if seconds else [])]


def _line_changed(model: Model, event: LineChanged) -> list[str]:
    if event.line is Line.DIRECT and model.lines.get(event.seat) is not Line.QUIET:
        return []
    return [say(REACHED[event.line], name=model.names[event.seat])]


def _chat(model: Model, event: Chat) -> list[str]:
    return (
        []
        if event.seat == model.seat or not event.text.strip()
        else [say("chat", name=model.names[event.seat], text=event.text)]
    )


def _convicted(model: Model, event: Convicted) -> list[str]:
    seat = event.evidence.seat
    reason = retold(event.evidence.reason).rstrip(".")
    return [say("convicted", seat=seat, name=model.names[seat], reason=reason), say("evidence kept")]


# -- after a hand and at the end --------------------------------------------------------------------------------


def _sealed(model: Model, event: HandSealed) -> list[str]:
    sealed = event.sealed
    if sealed.result is None:
        convicted = ", ".join(say("convict", seat=seat, name=model.names[seat]) for seat in sealed.offenders)
        paid = [say("payment", name=model.names[at], amount=f"{sum_:+}") for at, sum_ in enumerate(sealed.payments)]
        return [say("voided", convicted=convicted, payments=", ".join(paid))]
    if model.view is None:
        return []
    result = model.words.result(model.view, sealed.result)
    if not sealed.counts:
        return result
    return [*result, *model.words.scores(model.names, model.seat, event.match, event.ledger)]


def debts(model: Model) -> list[str]:
    """Who owes whom, in the fewest payments."""
    owed = []
    for payer, payee, amount in settle(model.ledger):
        key = "you owe" if payer == model.seat else "owes you" if payee == model.seat else "owes"
        owed.append(say(key, payer=model.names[payer], payee=model.names[payee], amount=amount))
    return owed or [say("level")]


def _closed(model: Model, event: Closed) -> list[str]:
    if model.offenders:
        return [say("closed without", names=listed(model, model.offenders), digest=short(event.digest))]
    return [say("closed", digest=short(event.digest))]


REACHED: Mapping[Line, str] = {
    Line.DIRECT: "line direct",
    Line.RELAYED: "line relayed",
    Line.QUIET: "line quiet",
}
"""By how a seat is reached from now on: what is said of it."""
TELLERS: Mapping[type, Callable[[Model, Any], list[str]]] = {
    Listening: _listening,
    Invited: lambda _, event: terms_lines(event.terms, event.seats),
    Arrived: _arrived,
    Departed: lambda _, event: [say("departed", name=event.name, reason=retold(event.reason).rstrip("."))],
    Reading: _reading,
    Seated: _seated,
    Happened: _happened,
    Acting: _acting,
    HandSealed: _sealed,
    PeerLost: _lost,
    PeerBack: lambda model, event: [say("back", name=model.names[event.seat])],
    LineChanged: _line_changed,
    Chat: _chat,
    Convicted: _convicted,
    Closed: _closed,
}
"""By the type of an event: what it says. Events that are not here say nothing."""
