"""The foot of a table: what is awaited, what can be done about it, chat that is being typed, the keys. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from cli.screen.acting import COMMANDS, CommandAt, OfferAt
from cli.screen.canvas import Canvas, Fragment, Row, columns, pad, span, wrap
from cli.screen.choosing import Offer, Offers, label, marked, offers, plays
from cli.screen.desk import BRIEF, IDLE, Desk
from cli.screen.line import Line
from cli.screen.pieces import coloured
from cli.screen.seats import to_move
from cli.screen.seeing import waiting
from cli.screen.sentences import PHRASES, tell


class Foot(NamedTuple):
    """Where it is: its columns, the row of the prompt, and how many rows of offers follow."""

    width: int
    top: int
    offers: int


def draw_foot(desk: Desk, canvas: Canvas, foot: Foot) -> None:
    """What is awaited and what can be done about it; the line of chat while one is typed.

    What is too long for a line takes of the rows below as many as the moves leave.
    """
    if desk.entry is not None:
        _draw_entry(desk, desk.entry, canvas, foot)
        return
    found = offers(desk)
    style, text = prompt(desk, found, foot.width - 2)
    lines = wrap(text, foot.width - 2)
    # Why something is refused matters more than the last of many moves.
    rows = _seen(desk, found, foot, foot.offers - (style == "warn" or bool(found.why)) * (len(lines) > 1))
    most = 1 + foot.offers - len(rows)
    if len(lines) > most:
        lines = [*lines[: most - 1], desk.glyphs.clip(" ".join(lines[most - 1 :]), foot.width - 2)]
    loud = style in ("alert", "prompt")
    for y, line in enumerate(lines, foot.top):
        if loud:
            canvas.fill(0, y, foot.width, 1, style)
        canvas.row(1, y, [Fragment(line, style)] if loud else coloured(line, desk.glyphs, style))
    if len(lines) + len(rows) <= foot.offers and not desk.tabbed and not desk.chosen and len(plays(desk)) > 1:
        rows = [*rows, (Fragment(f" {tell('plays')}", "dim"),)]
    canvas.block(0, foot.top + len(lines), rows)


def _draw_entry(desk: Desk, entry: Line, canvas: Canvas, foot: Foot) -> None:
    label, y = tell("chat prompt"), foot.top
    text, at = entry.shown(foot.width - columns(label) - 3, desk.glyphs.ellipsis)
    canvas.put(canvas.put(1, y, label, "prompt"), y, pad(text, foot.width - columns(label) - 2), "field")
    canvas.cursor = (1 + columns(label) + at, y)
    said = [tell("phrase", number=number, phrase=phrase) for number, phrase in enumerate(PHRASES, 1)]
    items: list[Row] = [(Fragment(f" {text} "),) for text in said]
    keys: Row = (Fragment(f" {tell('chat keys')}", "dim"),)
    canvas.block(0, y + 1, [*flowed(items, foot.width)[: foot.offers - 1], keys])


def prompt(desk: Desk, found: Offers, width: int) -> tuple[str, str]:
    """The style and the text of the line that says what is awaited; a hint in as many words as fit into the width."""
    loud = "alert" if desk.settings.highlight else "prompt"
    if desk.notice is not None and desk.notice.kind in ("warn", BRIEF):
        return "warn", desk.notice.text
    if desk.model.ended is not None:
        return "prompt", tell("has ended")
    if desk.notice is not None and desk.notice.kind == IDLE and desk.panel is None:
        head = tell("your turn") if desk.asked and not (desk.windowed or desk.watching) else ""
        return loud if desk.asked else "prompt", f"{head} {desk.notice.text}".strip()
    if desk.windowed and desk.view is not None:
        answer = tell("window", label=label(desk, desk.view, desk.answer))
        hint = desk.layout.hint(desk.view, desk.moves) if desk.decided is None else ""
        texts = [f"{hint} {answer}".strip(), answer]
        choice = loud if len(desk.moves) > 1 else "prompt"
        return choice, next((text for text in texts if columns(text) <= width), texts[-1])
    if desk.asked and desk.panel is None:
        head = tell("watching" if desk.watching else "your turn")
        if desk.prepared is not None:
            return loud, f"{head} {tell('prepared', label=desk.prepared.label)}"
        said = _hints(desk, found) if desk.notice is None else [desk.notice.text]
        texts = [f"{head} {hint}" for hint in said] + [head] * desk.watching
        return loud, next((text for text in texts if columns(text) <= width), texts[-1])
    if desk.asked:
        return loud, tell("watching" if desk.watching else "your turn")
    if desk.notice is not None:
        return desk.notice.kind, desk.notice.text
    if found.why:
        return "", found.why
    if desk.prepared is not None:
        return "prompt", tell("prepared", label=desk.prepared.label)
    what = waiting(desk)
    if what:
        return "dim", tell("in progress", what=what, ellipsis=desk.glyphs.ellipsis) if desk.slow else ""
    names = tell("and").join(desk.model.names[seat] for seat in to_move(desk) if seat != desk.model.seat)
    return "dim", tell("is to move", names=names) if names else tell("thinking") if desk.auto else ""


def _hints(desk: Desk, found: Offers) -> list[str]:
    """What to do now, in many words and in fewer."""
    if found.why:
        return [found.why]
    at = marked(desk, found)
    if desk.chosen and at >= 0:
        return _taking(desk, found.offers[at])
    asked = "" if desk.chosen or desk.view is None or desk.watching else desk.layout.hint(desk.view, desk.moves)
    if asked:
        return [asked] if at < 0 else [f"{asked} {tell('enter takes', label=found.offers[at].label)}", asked]
    if found.needs and not desk.chosen:
        verbs = tell("or").join(found.needs)
        choose = tell("choose card" if found.alone else "choose cards", verbs=verbs)
        either = tell("enter or choose one" if found.alone else "enter or choose", verbs=verbs)
        return [choose] if at < 0 else [either, choose]
    if at >= 0 and len(found.offers) == 1:
        return [tell("marked")]
    return [tell("mark first"), tell("marked")] if at >= 0 else [tell("pick"), tell("pick number")]


def _taking(desk: Desk, offer: Offer) -> list[str]:
    """What Enter does, and what that does."""
    short = tell("enter takes", label=offer.label)
    effect = "" if desk.view is None or offer.move is None else desk.layout.effect(desk.view, offer.move)
    return [tell("enter does", label=offer.label, effect=effect), short] if effect else [short]


def laid_out(desk: Desk, found: Offers, width: int) -> list[Row]:
    """All offers, in as many rows of this width as they take."""
    return flowed(_items(desk, found, width), width)


def _items(desk: Desk, found: Offers, width: int, *, short: bool = False) -> list[Row]:
    """The offers one by one; `short` where there is little room."""
    at = marked(desk, found)
    items: list[Row] = []
    for place, offer in enumerate(found.offers):
        brief = desk.layout.short(offer.move) if short and offer.move is not None else ""
        label = brief or desk.glyphs.clip(offer.label, width - 6)
        # What ends with its own number, as a bid does, needs no other one.
        own = offer.move is not None and offer.move.value == offer.number
        text = label if own and label.split()[-1:] == [str(offer.number)] else f"{offer.number} {label}"
        if place == at:
            items.append((Fragment(f"{desk.glyphs.marked}{text} ", "marked", OfferAt(place)),))
        else:
            items.append(coloured(f" {text} ", desk.glyphs, "", OfferAt(place)))
    return items


def _seen(desk: Desk, found: Offers, foot: Foot, most: int) -> list[Row]:
    """The rows of offers, so many at most, among them the marked one and those that must never be out of sight."""
    rows = laid_out(desk, found, foot.width)
    if len(rows) <= most:
        return rows
    items = _items(desk, found, foot.width, short=True)
    rows = flowed(items, foot.width)
    if len(rows) <= most:
        return rows
    held = [offer.move is not None and offer.move.kind in desk.layout.PINNED for offer in found.offers]
    pinned = tuple(piece for item, kept in zip(items, held, strict=True) if kept for piece in item)
    rows = flowed([item for item, kept in zip(items, held, strict=True) if not kept], foot.width)
    target = OfferAt(max(0, marked(desk, found)))
    line = next((at for at, row in enumerate(rows) if any(piece.target == target for piece in row)), 0)
    top = max(0, min(line, len(rows) - most))
    *before, last = rows[top : top + most]
    more = _unseen(desk, found, [*before, last, pinned])
    while last and span(last) + columns(more.text) + span(pinned) > foot.width:
        last = last[:-1]
        more = _unseen(desk, found, [*before, last, pinned])
    return [*before, (*last, more, *pinned)]


def _unseen(desk: Desk, found: Offers, rows: Sequence[Row]) -> Fragment:
    """How many offers are not among these rows."""
    seen = {piece.target for row in rows for piece in row if piece.target is not None}
    return Fragment(f" {desk.glyphs.ellipsis} {tell('more', n=len(found.offers) - len(seen))}", "dim")


def flowed(items: Sequence[Row], width: int) -> list[Row]:
    """Items one after the other, in as many lines of this width as they take."""
    rows: list[Row] = []
    row: Row = ()
    for item in items:
        if row and span(row) + span(item) > width:
            rows.append(row)
            row = ()
        row = (*row, *item)
    return [*rows, row] if row else rows


KEYS = ("help", "leave", "chat", "proof", "scores", "sort", "log", "last", "settings", "rules")
"""The commands in the key bar, the most important first."""


def key_bar(width: int, names: Sequence[str] = KEYS) -> Row:
    """The keys of these commands, as many as there is room for."""
    items = [(command, f" {tell(f'command {command.name}')} ") for command in COMMANDS]
    room, kept = width, set[str]()
    for name in names:
        command, text = next(item for item in items if item[0].name == name)
        need = columns(command.key) + columns(text)
        if need <= room:
            kept.add(name)
            room -= need
    row: list[Fragment] = []
    for command, text in items:
        if command.name in kept:
            target = CommandAt(command.name)
            row += [Fragment(command.key.upper(), "key", target), Fragment(text, "", target)]
    return tuple(row)
