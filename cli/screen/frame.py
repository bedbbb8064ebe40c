"""The frame of a table: header, seats, middle, log, hand, what can be done, keys. Pure: a desk in, rows out."""

from collections.abc import Sequence
from dataclasses import dataclass

from cli.language import translated
from cli.screen.acting import COMMANDS, CommandAt, OfferAt
from cli.screen.canvas import Canvas, Fragment, Row, columns, pad, span, wrap
from cli.screen.choosing import Offer, Offers, label, marked, offers, playable, plays
from cli.screen.desk import BRIEF, IDLE, Desk, Entry
from cli.screen.layouts.base import Room, centred, places
from cli.screen.line import Line
from cli.screen.logged import entry_rows
from cli.screen.pieces import APART, Fan, Size, coloured, draw_fan, fan_height, fan_size
from cli.screen.seats import clock_of, draw_around, score_of, to_move
from cli.screen.seeing import waiting
from cli.screen.sentences import PHRASES, tell
from cli.screen.sheet import brief
from engine.cards import Card

WIDE = 110
"""From this width on the log stands beside the table."""
LOG = 38
MOST_CARDS = 13
"""Cards of one's own hand for which the log beside the table makes room."""
NARROWER = ((Size.HUGE, LOG), (Size.LARGE, 27))
"""How narrow the log may become so that so many cards can have this size."""
MOST_OFFER_ROWS = 2
TALL = 30
"""From this height on there is room for more of everything."""
LOFTY = 38
"""From this height on one's own cards are drawn as large as they can be."""


@dataclass(frozen=True)
class Plan:
    """Which rows belong to what, from the top: header, table, log, caption, hand, prompt, offers, keys."""

    width: int
    """Of all but the log beside the table."""
    height: int
    side_log: int
    """Columns of the log beside the table; 0 if it stands below."""
    table: int
    log: int
    fan: int
    size: Size
    offers: int

    @property
    def log_top(self) -> int:
        """The first row of the log below the table."""
        return 1 + self.table

    @property
    def caption_top(self) -> int:
        """The row of the caption of one's own hand."""
        return self.log_top + self.log

    @property
    def prompt_top(self) -> int:
        """The row that says what is awaited."""
        return self.caption_top + 1 + self.fan


def side_log(width: int) -> int:
    """Columns of the log beside the table on a screen so wide; 0 if it stands below."""
    if width < WIDE:
        return 0
    usual = min(LOG + (width - WIDE) // 3, 60)
    lefts = ((width - MOST_CARDS * size.width - APART - 2, least) for size, least in NARROWER)
    return next((min(left, usual) for left, least in lefts if left >= least), usual)


def beside_log(desk: Desk, width: int) -> int:
    """Columns that the log leaves free, where it stands beside the table."""
    return width - (side_log(width) if desk.model.genesis is not None else 0)


def plan(desk: Desk, width: int, height: int) -> Plan:
    """How to divide a screen of this size: hand and moves get what they need, then the table, then the log."""
    beside = side_log(width)
    wide = width - beside
    fan = fan_of(desk)
    rows = height - 4 - MOST_OFFER_ROWS
    size = fan_size(fan, wide - 2, min(rows - 12, 9), largest=_largest(desk, height))
    tall = fan_height(fan, size, wide - 2)
    rows += MOST_OFFER_ROWS - (lines := offer_lines(desk, wide, height)) - tall
    # Seats at the head of the table take two rows.
    needs = desk.layout.LEAST + (2 if places(desk.model.seats, desk.model.seat).top else 0)
    log = 0 if beside else max(2, min(8, rows // 3, rows - needs))
    return Plan(wide, height, beside, rows - log, log, tall, size, lines)


def _largest(desk: Desk, height: int) -> Size:
    """The largest size for one's own cards on a screen so high."""
    if not desk.settings.large_cards:
        return Size.FLAT
    return Size.HUGE if height >= LOFTY else Size.LARGE if height >= TALL else Size.BOX


def offer_lines(desk: Desk, width: int, height: int) -> int:
    """How many rows the offers take: two at least, so that little moves while one chooses."""
    most = MOST_OFFER_ROWS if height < TALL else 4
    return max(MOST_OFFER_ROWS, min(most, len(_laid_out(desk, offers(desk), width))))


def draw_table(desk: Desk, canvas: Canvas) -> None:
    """Draw the whole table on the canvas."""
    shape = plan(desk, canvas.width, canvas.height)
    canvas.row(0, 0, header(desk, canvas.width))
    canvas.block(0, 1, middle(desk, shape.width, shape.table))
    if shape.side_log:
        for y in range(1, canvas.height - 1):
            canvas.put(shape.width, y, desk.glyphs.bar, "box")
        canvas.block(shape.width + 2, 1, side_rows(desk, shape.side_log - 3, canvas.height - 2))
    else:
        for y in range(shape.log_top, shape.caption_top):
            canvas.put(1, y, desk.glyphs.bar, "box")
        canvas.block(3, shape.log_top, log_rows(desk, shape.width - 4, shape.log))
    canvas.row(1, shape.caption_top, caption(desk, shape.width - 2))
    canvas.block(1, shape.caption_top + 1, draw_fan(fan_of(desk), shape.size, desk.glyphs, shape.width - 2))
    draw_prompt(desk, canvas, shape)
    canvas.row(0, canvas.height - 1, key_bar(canvas.width))


def fan_of(desk: Desk) -> Fan:
    """One's own hand, as it is to be drawn."""
    at_work = desk.entry is None and not desk.auto
    cards = desk.cards
    cursor = min(desk.cursor, len(cards) - 1) if at_work else -1
    decided = desk.prepared.cards if desk.prepared is not None else frozenset[Card]()
    return Fan(cards, desk.chosen or decided, cursor, playable(desk), len(desk.hand))


# -- the top ---------------------------------------------------------------------------------------------------------


def header(desk: Desk, width: int) -> Row:
    """Game, number of the hand, stake; on the right what has been proven."""
    model = desk.model
    title = model.terms.rules.title if model.terms is not None else tell("title")
    stake = 1 if model.terms is None else model.terms.stake
    facts = desk.glyphs.joined(title, which_hand(desk), tell("header stake", stake=stake))
    extra = desk.glyphs.joined("" if desk.settings.chat else tell("muted"), tell("going soon") if desk.going else "")
    right = f"{desk.glyphs.joined(extra, proven(desk))} "
    if columns(facts) + columns(right) + 3 > width:
        short = f"{desk.glyphs.check} {tell('proven short')}" if proven(desk) else ""
        right = f"{desk.glyphs.joined(extra, short)} "
    room = max(0, width - columns(right) - 1)
    return (Fragment(" "), Fragment(pad(facts, room), "title"), Fragment(desk.glyphs.clip(right, width), "dim"))


def which_hand(desk: Desk) -> str:
    """The number of the hand on the table; before the first is dealt, what comes before it."""
    model, view = desk.model, desk.view
    if view is None:
        return tell("header first")
    if view.state.dealer < 0:
        return tell("header cut")
    sealed = bool(desk.seals) and desk.seals[-1].sealed.hand == model.hand
    return tell("header hand", number=max(1, model.hands + (0 if sealed or model.finished else 1)))


def proven(desk: Desk) -> str:
    """In one line, what has been proven of the deck on the table."""
    proofs = desk.proofs
    if proofs.shuffles == desk.model.seats and proofs.shuffles:
        return f"{desk.glyphs.check} {tell('proven', n=proofs.shuffles)}"
    return f"{desk.glyphs.check} {tell('proven signed')}" if proofs.signatures else ""


def middle(desk: Desk, width: int, height: int) -> list[Row]:
    """Seats and the middle of the table."""
    where = places(desk.model.seats, desk.model.seat)
    side = 0 if not where.left else 14 if width < 72 else 17 if width < 100 else 20
    head = 0 if not where.top else 2 if height < 14 else 3
    room = Room(width - 2 * side, height - head)
    view = desk.view
    if view is None or desk.shuffle is not None or not any(view.state.held):
        inner = centred([(Fragment(line),) for line in progress(desk, room.width)], room)
    else:
        inner = desk.layout.centre(view, room, desk.glyphs)
    return draw_around(desk, Room(width, height), inner, side, head)


def progress(desk: Desk, width: int) -> list[str]:
    """How far the shuffle has come, or what else is waited for."""
    what = waiting(desk)
    if desk.shuffle is not None and desk.slow:
        done, steps = desk.shuffle.done, max(1, desk.shuffle.steps)
        full = min(20, max(4, width - columns(what) - 12))
        filled = full * done // steps
        bar = desk.glyphs.done * filled + desk.glyphs.left * (full - filled)
        return wrap(tell("progress", what=what, bar=bar, done=done, steps=steps), width)
    return wrap(tell("in progress", what=what, ellipsis=desk.glyphs.ellipsis), width) if what else []


def side_rows(desk: Desk, width: int, height: int) -> list[Row]:
    """What stands beside the table: the score sheet, if there is one and the height for it, and below it the log."""
    scores = brief(desk, width, height // 3) if height >= TALL - 2 else []
    above: list[Row] = [(Fragment(tell("panel scores"), "title"),), *scores, ()] if scores else []
    return [*above, *log_rows(desk, width, height - len(above))]


def log_rows(desk: Desk, width: int, height: int) -> list[Row]:
    """The last lines of the log, as many as there is room for; talk pushes what happened last not out of sight."""
    if not desk.log or height <= 0:
        return []
    last = max((at for at, entry in enumerate(desk.log) if entry.kind != "chat"), default=len(desk.log))
    play, talk = _rows(desk, desk.log[last : last + 1], width), _rows(desk, desk.log[last + 1 :][-height:], width)
    if play and len(play) + len(talk) > height:
        seen = play[: max(1, height - len(talk), min(len(play), height - 1))]
        return [*seen, *talk[len(talk) + len(seen) - height :]]
    return _rows(desk, desk.log[-height:], width)[-height:]


def _rows(desk: Desk, entries: Sequence[Entry], width: int) -> list[Row]:
    return [row for entry in entries for row in entry_rows(entry, width, desk.glyphs)]


# -- one's own hand and what can be done -----------------------------------------------------------------------------


def caption(desk: Desk, width: int) -> Row:
    """About oneself: score, notes, what there is to say of the hand."""
    model, view = desk.model, desk.view
    turn = model.acting is not None and not desk.sent
    badge = Fragment(f"{desk.glyphs.turn} {tell('you')}" if turn else tell("you"), "badge" if turn else "you")
    notes = [] if view is None else desk.layout.notes(view, model.seat)
    said = "" if view is None else desk.layout.caption(view)
    sort = tell("hand sorted", key=translated(model.sort or next(iter(model.words.SORTS)), "sort")) if desk.hand else ""
    chosen = tell("chosen", n=len(desk.chosen)) if desk.chosen else ""
    clock = clock_of(desk, model.seat)
    room = width - columns(badge.text) - (columns(clock.text) + 3) * bool(clock.text)
    score = score_of(desk, model.seat)
    # Where not all has room, what matters least goes first: how the hand is sorted, then notes, the last first.
    kept = [(score, *notes, said, sort, chosen)]
    kept += [(score, *notes[:most], said, chosen) for most in range(len(notes), -1, -1)]
    begin = f" {desk.glyphs.dot} "
    texts = [begin + text for parts in kept if (text := desk.glyphs.joined(*parts))] or [""]
    text = next((text for text in texts if columns(text) <= room), texts[-1])
    row: Row = (badge, Fragment(desk.glyphs.clip(text, room), "turn" if turn else "you"))
    return (*row, Fragment(f" {desk.glyphs.dot} "), clock) if clock.text else row


def draw_prompt(desk: Desk, canvas: Canvas, shape: Plan) -> None:
    """What is awaited and what can be done about it; the line of chat while one is typed.

    What is too long for a line takes of the rows below as many as the moves leave.
    """
    if desk.entry is not None:
        _draw_entry(desk, desk.entry, canvas, shape)
        return
    found = offers(desk)
    style, text = prompt(desk, found, shape.width - 2)
    lines = wrap(text, shape.width - 2)
    # Why something is refused matters more than the last of many moves.
    rows = _seen(desk, found, shape, shape.offers - (style == "warn" or bool(found.why)) * (len(lines) > 1))
    most = 1 + shape.offers - len(rows)
    if len(lines) > most:
        lines = [*lines[: most - 1], desk.glyphs.clip(" ".join(lines[most - 1 :]), shape.width - 2)]
    loud = style in ("alert", "prompt")
    for y, line in enumerate(lines, shape.prompt_top):
        if loud:
            canvas.fill(0, y, shape.width, 1, style)
        canvas.row(1, y, [Fragment(line, style)] if loud else coloured(line, desk.glyphs, style))
    if len(lines) + len(rows) <= shape.offers and not desk.tabbed and not desk.chosen and len(plays(desk)) > 1:
        rows = [*rows, (Fragment(f" {tell('plays')}", "dim"),)]
    canvas.block(0, shape.prompt_top + len(lines), rows)


def _draw_entry(desk: Desk, entry: Line, canvas: Canvas, shape: Plan) -> None:
    label, y = tell("chat prompt"), shape.prompt_top
    text, at = entry.shown(shape.width - columns(label) - 3, desk.glyphs.ellipsis)
    canvas.put(canvas.put(1, y, label, "prompt"), y, pad(text, shape.width - columns(label) - 2), "field")
    canvas.cursor = (1 + columns(label) + at, y)
    said = [tell("phrase", number=number, phrase=phrase) for number, phrase in enumerate(PHRASES, 1)]
    items: list[Row] = [(Fragment(f" {text} "),) for text in said]
    keys: Row = (Fragment(f" {tell('chat keys')}", "dim"),)
    canvas.block(0, y + 1, [*flowed(items, shape.width)[: shape.offers - 1], keys])


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


def _laid_out(desk: Desk, found: Offers, width: int) -> list[Row]:
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


def _seen(desk: Desk, found: Offers, shape: Plan, most: int) -> list[Row]:
    """The rows of offers, so many at most, among them the marked one and those that must never be out of sight."""
    rows = _laid_out(desk, found, shape.width)
    if len(rows) <= most:
        return rows
    items = _items(desk, found, shape.width, short=True)
    rows = flowed(items, shape.width)
    if len(rows) <= most:
        return rows
    held = [offer.move is not None and offer.move.kind in desk.layout.PINNED for offer in found.offers]
    pinned = tuple(piece for item, kept in zip(items, held, strict=True) if kept for piece in item)
    rows = flowed([item for item, kept in zip(items, held, strict=True) if not kept], shape.width)
    target = OfferAt(max(0, marked(desk, found)))
    line = next((at for at, row in enumerate(rows) if any(piece.target == target for piece in row)), 0)
    top = max(0, min(line, len(rows) - most))
    *before, last = rows[top : top + most]
    more = _unseen(desk, found, [*before, last, pinned])
    while last and span(last) + columns(more.text) + span(pinned) > shape.width:
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
