"""What lies over the table when asked for: help, scores, proof, log, settings, results, questions. Pure."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from cli import presenter
from cli.language import retold, translated
from cli.screen import acting
from cli.screen.acting import COMMANDS
from cli.screen.canvas import Fragment, Row, columns, pad, wrap
from cli.screen.choosing import label, spoken
from cli.screen.desk import Desk, Outcome, Panel, only
from cli.screen.frame import beside_log
from cli.screen.lobby import KEYS
from cli.screen.logged import entry_rows
from cli.screen.look import theme
from cli.screen.pieces import Size, coloured, draw_row
from cli.screen.seats import match_of
from cli.screen.sentences import HELP, HELP_LAST, HELP_LOBBY, PROVEN, WARNINGS, tell
from cli.screen.settings import CHOICES, Settings
from cli.screen.sheet import lines, sheet
from cli.screen.spoken import aloud
from engine.contract import Seat
from p2p.events import Line
from protocol.identity import fingerprint


class Option(NamedTuple):
    """Something that can be chosen in a panel."""

    label: str
    act: Callable[[Desk], Outcome]


class Content(NamedTuple):
    """A panel: its heading, what is to be read, and what can be chosen."""

    title: str
    rows: tuple[Row, ...]
    options: tuple[Option, ...]


Body: TypeAlias = Callable[[Desk, int], Sequence[Row]]


def content(desk: Desk, width: int) -> Content:
    """The open panel, its text at most `width` columns wide. Raises KeyError for a kind there is not."""
    assert desk.panel is not None  # noqa: S101 - asked for an open panel only
    return Content(_heading(desk), tuple(BODIES[desk.panel.kind](desk, width)), options_of(desk))


def _heading(desk: Desk) -> str:
    """The heading of the open panel; that of a result says of which hand, as the next may lie on the table already."""
    if _kind(desk) == "result" and desk.seals and desk.seals[-1].sealed.counts:
        return tell("hand over", number=desk.model.hands)
    return tell(f"panel {_kind(desk)}")


def options_of(desk: Desk) -> tuple[Option, ...]:
    """What can be chosen in the open panel."""
    make = None if desk.panel is None else OPTIONS.get(desk.panel.kind)
    return () if make is None else make(desk)


def paragraphs(lines: Sequence[str], width: int, *, gap: bool = False) -> list[Row]:
    """Lines wrapped at this width; with `gap` an empty one between them."""
    rows: list[Row] = []
    for line in lines:
        if gap and rows:
            rows.append(())
        rows += [(Fragment(piece),) for piece in wrap(line, width, "  " if gap else "")]
    return rows


# -- help ------------------------------------------------------------------------------------------------------------


def help_rows(keys: Sequence[tuple[str, str]], width: int) -> list[Row]:
    """Keys on the left, and what each does on the right."""
    wide = max(columns(key) for key, _ in keys)
    rows: list[Row] = []
    for key, text in keys:
        for at, piece in enumerate(wrap(text, max(10, width - wide - 2))):
            rows.append((Fragment(pad("" if at else key, wide + 2), "title"), Fragment(piece)))
    return rows


def keys_help() -> list[tuple[str, str]]:
    """All keys of a table, each with what it does: those of the commands from their table."""
    return [*HELP, *map(_command_help, COMMANDS), *HELP_LAST]


def _command_help(command: acting.Command) -> tuple[str, str]:
    also = command.also if len(command.also) < 2 else tell(f"key {command.also}")
    return tell("or").join(filter(None, [command.key.upper(), also])), tell(f"help {command.name}")


def lobby_help(desk: Desk) -> list[tuple[str, str]]:
    """All keys before the first card, as far as they do something now."""
    own, asking = HELP_LOBBY["own"] if desk.code else (), HELP_LOBBY["asking"] if desk.asking else ()
    commands = [_command_help(command) for command in COMMANDS if command.name in KEYS and command.name != "help"]
    return [*own, *asking, *HELP_LOBBY["all"], *commands, *HELP_LAST]


def _help(desk: Desk, width: int) -> list[Row]:
    if desk.model.genesis is None:
        return help_rows(lobby_help(desk), width)
    rows = help_rows(keys_help(), width)
    view = desk.view
    verbs = {} if view is None else view.rules.phases.get(view.state.phase, {})
    if verbs:
        rows += [(), (Fragment(tell("help moves"), "title"),)]
    for name, verb in verbs.items():
        does = translated(inspect.getdoc(verb) or "")
        rows += paragraphs([tell("verb", verb=name.replace("_", " "), does=does)], width)
    return rows


def _rules(desk: Desk, width: int) -> list[Row]:
    terms = desk.model.terms
    if terms is None:
        return paragraphs([tell("no terms yet")], width)
    options = terms.match(desk.model.seats).options
    lines = [*presenter.terms_lines(terms, desk.model.seats, page=True), *desk.model.words.rules(terms.rules, options)]
    return paragraphs([spoken(desk.glyphs, line) for line in lines], width, gap=True)


# -- scores and plays ------------------------------------------------------------------------------------------------


def _scores(desk: Desk, width: int) -> list[Row]:
    model = desk.model
    match = match_of(desk)
    if match is None or not lines(desk):
        return paragraphs([tell("no scores")], width)
    told = model.words.scores(model.names, model.seat, match, model.ledger)
    rows = [*sheet(desk, width), (), *paragraphs([*told, *presenter.debts(model)], width)]
    # How all stood then has its line on the sheet.
    then = model.words.scores(model.names, model.seat, desk.seals[-1].match, desk.seals[-1].ledger)
    ended = [line for line in desk.result if line not in (*told, *then)]
    return [*rows, (), (Fragment(tell("last result"), "title"),), *paragraphs(ended, width)]


def _last(desk: Desk, width: int) -> list[Row]:
    rows: list[Row] = []
    view = desk.view
    plays = [] if view is None else desk.layout.last(view)
    names = [desk.model.words.called(view, seat) if view else "" for seat, _ in plays]
    if view is not None and len(plays) > 2:
        wide = max(map(columns, names)) + 1
        for name, (_, cards) in zip(names, plays, strict=True):
            first, *more = draw_row(cards, Size.FLAT, desk.glyphs, width - wide)
            rows += [(Fragment(pad(name, wide), "title"), *first), *more]
        rows += [coloured(line, desk.glyphs) for line in wrap(desk.layout.about_last(view), width) if line]
    else:
        for name, (_, cards) in zip(names, plays, strict=True):
            rows += [(Fragment(name, "title"),), *draw_row(cards, Size.BOX, desk.glyphs, width)]
    if not desk.since:
        # There is no move of one's own to count from.
        return rows or _since(desk, desk.begun, width) if desk.begun else paragraphs([tell("no play")], width)
    since = _since(desk, desk.since, width)
    rows += [(), (Fragment(tell("since"), "title"),)] if rows else [(Fragment(tell("since"), "title"),)]
    return [*rows, *(since or paragraphs([tell("nothing")], width))]


def _since(desk: Desk, first: int, width: int) -> list[Row]:
    """The log from this line on, counted from the start of the evening, as far as it is kept."""
    fresh = min(len(desk.log), desk.logged - first)
    return [row for entry in desk.log[len(desk.log) - fresh :] for row in entry_rows(entry, width, desk.glyphs)]


def _log(desk: Desk, width: int) -> list[Row]:
    rows: list[Row] = []
    for entry in desk.log:
        rows += entry_rows(entry, width, desk.glyphs)
    return rows or paragraphs([tell("nothing")], width)


# -- proof -----------------------------------------------------------------------------------------------------------


def _proof(desk: Desk, width: int) -> list[Row]:
    model = desk.model
    if model.genesis is None:
        return paragraphs([tell("nothing proven")], width)
    words = aloud(model.genesis.table)
    half = len(words) // 2
    rows: list[Row] = [*paragraphs([tell("table words")], width)]
    rows += [(Fragment(f"  {' '.join(part)}", "title"),) for part in (words[:half], words[half:])]
    rows += [(), (Fragment(tell("who is who"), "title"),)]
    for seat, key in enumerate(model.genesis.keys):
        name = tell("yourself", name=model.names[seat]) if seat == model.seat else model.names[seat]
        rows += paragraphs([tell("seat key", seat=seat, name=name, key=fingerprint(key))], width)
        if seat != model.seat:
            rows.append((Fragment(desk.glyphs.clip(f"    {_reached(desk, seat)}", width), "dim"),))
    rows += [(), (Fragment(tell("what is proven"), "title"),)]
    counts = {**desk.proofs.counts, "signature": desk.proofs.signatures}
    for kind, text in PROVEN.items():
        if counts.get(kind):
            rows += paragraphs([text.format(n=counts[kind])], width, gap=True)
    return [*rows, (), *paragraphs([tell("log so far", digest=presenter.short(desk.proofs.digest))], width)]


def _reached(desk: Desk, seat: Seat) -> str:
    """How a seat is reached."""
    if seat in desk.model.lost:
        return tell("line lost")
    return tell(CONNECTIONS[desk.model.lines.get(seat, Line.DIRECT)])


CONNECTIONS = {Line.DIRECT: "direct", Line.RELAYED: "via others", Line.QUIET: "but quiet"}


# -- settings --------------------------------------------------------------------------------------------------------


def _setting(desk: Desk, name: str) -> Option:
    return Option(setting_line(desk.settings, name), lambda desk: acting.set_choice(desk, name))


def setting_line(settings: Settings, name: str) -> str:
    """A setting and its value in words."""
    return tell("setting", what=tell(f"setting {name}"), value=setting_value(settings, name))


def setting_value(settings: Settings, name: str) -> str:
    """The value of a setting in words."""
    value = getattr(settings, name)
    spoken = {"theme": lambda: translated(theme(value).title), "speed": lambda: tell(f"speed {value}")}
    return spoken.get(name, lambda: tell("on" if value else "off"))()


# -- endings and questions -------------------------------------------------------------------------------------------


def _result(desk: Desk, width: int) -> list[Row]:
    return paragraphs(desk.result, width)


def _ended(desk: Desk, width: int) -> list[Row]:
    model = desk.model
    ended = model.ended
    lines = [] if ended is None else [_why_closed(desk) if ended.well else retold(ended.reason)]
    if model.match is not None:
        lines += model.words.scores(model.names, model.seat, model.match, model.ledger)
        lines += presenter.debts(model)
    rows = paragraphs(lines or [tell("nothing played")], width)
    if model.digest:
        rows += [(), *paragraphs([tell("closed words")], width)]
        rows += [(Fragment(f"  {' '.join(aloud(model.digest))}", "title"),)]
    return rows


def _why_closed(desk: Desk) -> str:
    """Why a table that was closed by all goes on no further."""
    match = desk.model.match
    if desk.model.offenders:
        return tell("closed for a fault", names=presenter.listed(desk.model, desk.model.offenders))
    if desk.model.finished:
        return tell("all played")
    if match is not None and match.over:
        return tell("no other match")
    return tell("you want no more" if desk.going else "no more")


def _leave(desk: Desk, width: int) -> list[Row]:
    return paragraphs([WARNINGS[_at_stake(desk)].format(hands=desk.model.hands)], width)


def _at_stake(desk: Desk) -> str:
    """Which warning fits whoever leaves now."""
    model, view = desk.model, desk.view
    if model.genesis is None:
        return "lobby host" if desk.code else "lobby"
    over = model.finished or desk.deciding
    if desk.solo:
        return "solo over" if over else "solo"
    if over:
        return "closing" if model.finished else "match over"
    if model.hands:
        return "hand"
    return "unsealed" if view is not None and view.state.dealer >= 0 else "undealt"


def _leave_options(desk: Desk) -> tuple[Option, ...]:
    stay = Option(tell("stay"), lambda desk: only(replace(desk, panel=None)))
    now = Option(tell("leave now solo" if _at_stake(desk) == "solo" else "leave now"), acting.go)
    if desk.model.genesis is None or desk.going or desk.model.finished:
        return (stay, now)
    return (stay, Option(tell("leave later"), acting.leave_later), now)


def _confirm(desk: Desk, width: int) -> list[Row]:
    move, view = (None if desk.panel is None else desk.panel.move), desk.view
    if move is None or view is None:
        return []
    said = label(desk, view, move)
    return [(Fragment(said, "title"),), (), *paragraphs([desk.layout.confirm(view, move)], width)]


def _confirm_options(desk: Desk) -> tuple[Option, ...]:
    move = None if desk.panel is None else desk.panel.move
    if move is None:
        return ()
    return (
        Option(tell("no"), lambda desk: only(replace(desk, panel=None))),
        Option(tell("yes"), lambda desk: acting.make(replace(desk, panel=None), move)),
    )


def _rematch_options(_: Desk) -> tuple[Option, ...]:
    return (Option(tell("yes"), acting.rematch(again=True)), Option(tell("no"), acting.rematch(again=False)))


def _menu_options(_: Desk) -> tuple[Option, ...]:
    def run(act: Callable[[Desk], Outcome]) -> Callable[[Desk], Outcome]:
        return lambda desk: act(replace(desk, panel=None))

    return tuple(
        Option(tell("menu line", what=tell(f"command {command.name}"), key=command.key.upper()), run(command.act))
        for command in COMMANDS
    )


def _onward(desk: Desk) -> Outcome:
    """From the result of a hand to the next one, or to the end of the table."""
    return only(desk.over("ended") if desk.model.ended is not None else replace(desk, panel=None))


def _result_options(desk: Desk) -> tuple[Option, ...]:
    ended = desk.model.ended is not None or desk.model.finished
    key = "the end" if ended else "next hand, own turn" if desk.asked else "next hand"
    return (Option(tell(key), _onward),)


BODIES: Mapping[str, Body] = {
    "menu": lambda _, __: (),
    "help": _help,
    "rules": _rules,
    "scores": _scores,
    "last": _last,
    "log": _log,
    "proof": _proof,
    "settings": lambda _, __: (),
    "result": _result,
    "ended": _ended,
    "leave": _leave,
    "confirm": _confirm,
    "rematch": lambda desk, width: [*_result(desk, width), (), *paragraphs([tell("another match")], width)],
}
"""By the kind of a panel: what is to be read."""
OPTIONS: Mapping[str, Callable[[Desk], tuple[Option, ...]]] = {
    "menu": _menu_options,
    "settings": lambda desk: tuple(_setting(desk, name) for name in CHOICES),
    "result": _result_options,
    "ended": lambda _: (Option(tell("close"), acting.go),),
    "leave": _leave_options,
    "confirm": _confirm_options,
    "rematch": _rematch_options,
}
"""By the kind of a panel: what can be chosen."""


def shape(desk: Desk, width: int, height: int) -> tuple[int, int]:
    """How wide the text of the open panel may be, and how many of its rows are seen at once on a screen this large."""
    taken = len(options_of(desk)) + (1 if options_of(desk) and BODIES[_kind(desk)](desk, 40) else 0)
    return max(10, min(beside_log(desk, width) - 8, 92)), max(1, height - 6 - taken)


def _kind(desk: Desk) -> str:
    return "" if desk.panel is None else desk.panel.kind


def scrolled(desk: Desk, panel: Panel, width: int, height: int) -> Panel:
    """The panel scrolled no further than its text goes."""
    wide, seen = shape(desk, width, height)
    length = len(BODIES[panel.kind](replace(desk, panel=panel), wide))
    return panel._replace(top=max(0, min(panel.top, length - seen)))
