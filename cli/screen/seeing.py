"""What events make of a desk. Pure: the same events make the same desk."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

from cli import presenter
from cli.language import retold
from cli.model import Model, after
from cli.screen.choosing import legal, legal_moves, spoken, still_legal
from cli.screen.desk import BRIEF, Call, Desk, Entry, Leave, Make, Outcome, Pause, Prepared, Rematch, only
from cli.screen.sentences import tell
from cli.timing import STALLED, Waited, has_been_read, of_the_clock, thinking
from engine.contract import GO_ON, Match, Move, Result, Turn
from p2p.events import (
    Arrived,
    Chat,
    Departed,
    Ended,
    Invited,
    LineChanged,
    Listening,
    PeerBack,
    PeerLost,
    Reading,
    Seated,
    TableEvent,
)
from protocol.events import Acting, Convicted, HandSealed, Happened, MatchOver, Shuffling, Stopped


class Accepted(NamedTuple):
    """The move that was made in answer to `acting` has been taken."""

    acting: Acting | None


class Refused(NamedTuple):
    """The move that was made has been refused, for this reason."""

    reason: str


class Slow(NamedTuple):
    """What is waited for takes longer than a moment."""


class Due(NamedTuple):
    """The pause before a prepared move is over; it was to answer `acting`."""

    acting: Acting


class Sent(NamedTuple):
    """One's own line of chat is on its way."""

    text: str


Seen: TypeAlias = TableEvent | Accepted | Refused | Slow | Due | Sent | Waited

KINDS: Mapping[type, str] = {
    Chat: "chat",
    PeerLost: "warn",
    LineChanged: "warn",
    Departed: "warn",
    Convicted: "warn",
    Stopped: "warn",
    HandSealed: "hand",
}
"""By the type of an event: the kind of its lines in the log, if it is not news."""


def see(desk: Desk, event: Seen) -> Outcome:
    """The desk after the event, and what follows from it."""
    said: list[str] = []
    if not isinstance(event, Accepted | Refused | Slow | Sent | Due | Waited | Listening):
        # The lobby shows who reads the terms.
        hushed = isinstance(event, Reading) or (isinstance(event, Chat) and not desk.settings.chat)
        said = [] if hushed else presenter.lines(desk.model, event)
        kind = KINDS.get(type(event), "news")
        desk = replace(desk, model=after(desk.model, event)).write(*[Entry(kind, line) for line in said])
    change = CHANGES.get(type(event))
    desk, effects = only(desk) if change is None else change(desk, event, said)
    return _unasked(desk), effects


def _unasked(desk: Desk) -> Desk:
    """The desk without a question about a move that can be made no more."""
    panel, view = desk.panel, desk.view
    if panel is None or panel.move is None or view is None:
        return desk
    return desk if desk.asked and legal(view, desk.model.seat, panel.move) else replace(desk, panel=None)


def waiting(desk: Desk) -> str:
    """What everybody waits for that is no player's choice: a sentence, or nothing."""
    model = desk.model
    if model.ended is not None or (model.genesis is None and model.terms is not None):
        return ""
    if model.genesis is None:
        return "" if desk.code else tell("connecting")
    others = [seat for seat in desk.time.seats if seat != model.seat]
    if others and desk.time.seconds >= STALLED and not thinking(model, desk.time):
        return tell("awaiting", names=presenter.listed(model, others))
    if desk.sent:
        return tell("being checked")
    if desk.shuffle is not None:
        return tell("shuffling")
    if desk.view is None:
        return tell("signing terms")
    if model.stopped:
        return tell("signing void")
    following = desk.view.state.next
    if isinstance(following, Result):
        return tell("signing result")
    return "" if isinstance(following, Turn) else tell("dealing")


# -- event by event --------------------------------------------------------------------------------------------------


def _listening(desk: Desk, event: Listening, _: Sequence[str]) -> Outcome:
    return only(replace(desk, code=event.code))


def _arrived(desk: Desk, event: Arrived, _: Sequence[str]) -> Outcome:
    others = [here for here in desk.arrived if here[0] != event.key]
    desk = replace(desk, own=event.key) if event.own else desk
    return only(replace(desk, arrived=(*others, (event.key, event.name))))


def _departed(desk: Desk, event: Departed, _: Sequence[str]) -> Outcome:
    return only(replace(desk, arrived=tuple(here for here in desk.arrived if here[0] != event.key)))


def _seated(desk: Desk, event: Seated, _: Sequence[str]) -> Outcome:
    sort = desk.settings.sort(event.genesis.terms.game)
    model = desk.model.sorted_by(sort) if sort in desk.model.words.SORTS else desk.model
    return only(replace(desk, model=model, panel=None, notice=None))


def _shuffling(desk: Desk, event: Shuffling, _: Sequence[str]) -> Outcome:
    return only(replace(desk, shuffle=event))


def _happened(desk: Desk, event: Happened, said: Sequence[str]) -> Outcome:
    if desk.model.seat in event.moves:
        since = desk.since if desk.forced else desk.logged - len(said)
        desk = replace(desk, since=since, sent=False, forced=False)
    if event.moves and not desk.begun and any(event.state.held):
        desk = replace(desk, begun=desk.logged - len(said))
    hand, held = desk.hand, frozenset(desk.hand)
    fresh = [at for at, card in enumerate(hand) if card not in desk.held]
    cursor = fresh[0] if len(fresh) == 1 else min(desk.cursor, max(0, len(hand) - 1))
    prepared = desk.prepared
    if prepared is not None and not prepared.cards <= held:
        prepared = None
    desk = replace(desk, held=held, chosen=desk.chosen & held, cursor=cursor, prepared=prepared, shuffle=None)
    return only(replace(desk, moves=(), mark=-1, notice=None, slow=False))


def _acting(desk: Desk, event: Acting, _: Sequence[str]) -> Outcome:
    desk = replace(desk, moves=legal_moves(desk, event), mark=-1, sent=False, slow=False, notice=None)
    if desk.auto:
        return only(desk)
    if event.watching and desk.skipping:
        return only(replace(desk, sent=True, forced=True), Make(GO_ON))
    if len(desk.moves) == 1 and desk.model.words.automatic(event.state, desk.model.seat):
        return only(replace(desk, sent=True, forced=True), Make(desk.moves[0]))
    if desk.windowed:
        return only(desk, Pause(event, windowed=True), *([Call()] if len(desk.moves) > 1 else []))
    if desk.prepared is not None and not event.watching:
        return only(desk, Pause(event)) if _still(desk) is not None else _fails(desk, desk.prepared)
    return only(desk, Call())


def _still(desk: Desk) -> Move | None:
    """What was decided on, if it can be done now."""
    prepared, view = desk.prepared, desk.view
    return None if prepared is None or view is None else still_legal(view, desk.model.seat, prepared)


def _fails(desk: Desk, prepared: Prepared) -> Outcome:
    """What was decided on cannot be done: the player has to choose anew."""
    desk = replace(desk, prepared=None).told("warn", tell("prepared fails", label=prepared.label))
    return only(desk, Call())


def _due(desk: Desk, event: Due, _: Sequence[str]) -> Outcome:
    if desk.model.acting is not event.acting or not desk.asked:
        return only(desk)
    if desk.windowed:
        return only(replace(desk, sent=True, forced=True, decided=None), Make(desk.answer))
    if desk.prepared is None:
        return only(desk)
    move = _still(desk)
    return _fails(desk, desk.prepared) if move is None else only(replace(desk, prepared=None, sent=True), Make(move))


def _sealed(desk: Desk, event: HandSealed, said: Sequence[str]) -> Outcome:
    known = event.match.over and tuple(said) == desk.result
    desk = replace(desk, seals=(*desk.seals, event), result=tuple(said), moves=(), chosen=frozenset())
    desk = replace(desk, final=replace(desk, final=None, panel=None, entry=None, notice=None, slow=False))
    desk = replace(desk, skipping=False, prepared=None, slow=False)
    if known and not desk.auto:
        # The question for another match has just told it.
        return only(desk)
    counts = event.sealed.counts or any(event.sealed.payments) or event.sealed.result is None
    return only(desk.over("result") if counts and not desk.auto else desk.told("news", " ".join(said)))


def _match_over(desk: Desk, event: MatchOver, _: Sequence[str]) -> Outcome:
    if desk.auto:
        # With a number of hands agreed the table goes on until they are played.
        terms = desk.model.terms
        return only(desk, Rematch(terms is not None and terms.hands is not None))
    desk = replace(desk, result=tuple(_decided(desk.model, event.match)), deciding=True, slow=False)
    return only(desk.over("rematch"), Call())


def _decided(model: Model, match: Match) -> list[str]:
    """How the hand ended that decides the match, in the words in which its seal will tell it."""
    view, terms = model.view, model.terms
    if view is None or terms is None or not isinstance(view.state.next, Result):
        return []
    result = view.state.next
    before = terms.match(model.seats) if model.match is None or model.match.over else model.match
    paid = view.rules.payments(before, match, result)
    ledger = tuple(a + b for a, b in zip(model.ledger or (0,) * model.seats, paid, strict=True))
    return [*model.words.result(view, result), *model.words.scores(model.names, model.seat, match, ledger)]


def _lost(desk: Desk, _: PeerLost, said: Sequence[str]) -> Outcome:
    return only(desk.told("warn", " ".join(said))) if said else only(desk)


def _back(desk: Desk, _: PeerBack, said: Sequence[str]) -> Outcome:
    return only(desk.told("good", " ".join(said)))


def _ended(desk: Desk, event: Ended, _: Sequence[str]) -> Outcome:
    desk = replace(desk, moves=(), sent=False, slow=False, entry=None, prepared=None, shuffle=None)
    # Nothing is awaited any more, and nobody comes back.
    desk = replace(desk, model=replace(desk.model, acting=None), notice=None)
    if not event.well:
        desk = desk.write(Entry("warn", retold(event.reason)))
    if desk.auto:
        return only(desk, Leave("" if event.well else event.reason))
    result = desk.panel is not None and desk.panel.kind == "result"
    return only(desk if result else desk.over("ended"))


def _accepted(desk: Desk, event: Accepted, _: Sequence[str]) -> Outcome:
    if event.acting is None or desk.model.acting is not event.acting:
        return only(desk)
    model = replace(desk.model, acting=None)
    return only(replace(desk, model=model, moves=(), chosen=frozenset(), mark=-1, sent=False, notice=None))


def _refused(desk: Desk, event: Refused, _: Sequence[str]) -> Outcome:
    return only(replace(desk, sent=False, slow=False).told("warn", spoken(desk.glyphs, event.reason)))


def _slow(desk: Desk, _: Slow, __: Sequence[str]) -> Outcome:
    return only(replace(desk, slow=True))


def _sent(desk: Desk, event: Sent, _: Sequence[str]) -> Outcome:
    return only(desk.write(Entry("chat", tell("you say", text=event.text))))


def _waited(desk: Desk, event: Waited, _: Sequence[str]) -> Outcome:
    before, desk = desk.time, replace(desk, time=event)
    said = of_the_clock(desk.model, before, event, asked=desk.asked, solo=desk.solo)
    if not said:
        brief = desk.notice is not None and desk.notice.kind == BRIEF
        return only(replace(desk, notice=None) if brief and has_been_read(desk.model, before, event) else desk)
    if desk.asked and desk.model.seat in event.seats:
        return only(desk.told(BRIEF, said), Call())
    return only(desk.write(Entry("warn", said)).told(BRIEF, said))


def _invited(desk: Desk, _: Invited, __: Sequence[str]) -> Outcome:
    return only(replace(desk, slow=False))


CHANGES: Mapping[type, Callable[[Desk, Any, Sequence[str]], Outcome]] = {
    Listening: _listening,
    Invited: _invited,
    Arrived: _arrived,
    Departed: _departed,
    Seated: _seated,
    Shuffling: _shuffling,
    Happened: _happened,
    Acting: _acting,
    HandSealed: _sealed,
    MatchOver: _match_over,
    PeerLost: _lost,
    PeerBack: _back,
    Ended: _ended,
    Accepted: _accepted,
    Refused: _refused,
    Slow: _slow,
    Due: _due,
    Sent: _sent,
    Waited: _waited,
}
"""By the type of what is seen: what it changes besides the model and the log."""
