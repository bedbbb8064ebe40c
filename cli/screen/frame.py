"""The frame of a table: header, seats, middle, log, hand; `foot` draws what is below. Pure: a desk in, rows out."""

from collections.abc import Sequence
from dataclasses import dataclass

from cli.language import translated
from cli.screen.canvas import Canvas, Fragment, Row, columns, pad, wrap
from cli.screen.choosing import offers, playable
from cli.screen.desk import Desk, Entry
from cli.screen.foot import Foot, draw_foot, key_bar, laid_out
from cli.screen.layouts.base import Room, centred, places
from cli.screen.logged import entry_rows
from cli.screen.pieces import APART, Fan, Size, draw_fan, fan_height, fan_size
from cli.screen.seats import clock_of, draw_around, score_of
from cli.screen.seeing import waiting
from cli.screen.sentences import tell
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
    return max(MOST_OFFER_ROWS, min(most, len(laid_out(desk, offers(desk), width))))


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
    draw_foot(desk, canvas, Foot(shape.width, shape.prompt_top, shape.offers))
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
