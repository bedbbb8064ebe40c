"""Before the first card: the code to pass on, who is here, what will be played. Pure."""

from cli import presenter
from cli.screen.canvas import Canvas, Fragment, Row, wrap
from cli.screen.desk import Desk
from cli.screen.foot import key_bar
from cli.screen.frame import log_rows, progress
from cli.screen.sentences import tell

KEYS = ("help", "leave", "rules", "settings")


def draw_lobby(desk: Desk, canvas: Canvas) -> None:
    """Draw the lobby on the canvas."""
    width, height = canvas.width, canvas.height
    foot = _foot(desk, width - 4)
    room = height - 4 - len(foot)
    here = _here(desk)
    rows = [*_head(desk, width - 4), (), *here, *([()] if here else []), *_terms(desk, width - 4)]
    news = [row for row in log_rows(desk, width - 4, 2) if row] if desk.code else []
    if len(rows) + len(news) > room:
        rows = [row for row in rows if row]
    if len(rows) > room:
        # Nobody shall agree to what was cut without a word.
        rows = [*rows[: room - 1], (Fragment(tell("lobby more"), "warn"),)]
    canvas.row(1, 0, (Fragment(tell("title"), "title"),))
    canvas.block(2, 2, rows)
    news = news[max(0, len(rows) + len(news) - room) :]
    canvas.block(2, 2 + room - len(news), [*news, *foot])
    canvas.row(0, height - 1, key_bar(width, KEYS))


def _head(desk: Desk, width: int) -> list[Row]:
    if desk.code:
        rows: list[Row] = [(Fragment(tell("lobby code"), "title"),)]
        rows += [(), *[(Fragment(f"  {piece}", "alert"),) for piece in _code_lines(desk.code, width - 4)], ()]
        return [*rows, *_plain(tell("lobby copy"), width), *_plain(tell("lobby reveals"), width, "dim")]
    if desk.model.terms is None:
        return [(Fragment(line),) for line in progress(desk, width)]
    if desk.asking and desk.arrived:  # who opened the table sits down first
        return _plain(tell("lobby invited", host=desk.arrived[0][1]), width, "title")
    return [(Fragment(tell("lobby terms" if desk.asking else "lobby"), "title"),)]


def _code_lines(code: str, width: int) -> list[str]:
    return [code] if len(code) <= width else [code[at : at + width] for at in range(0, len(code), width)]


def _here(desk: Desk) -> list[Row]:
    model = desk.model
    if not model.seats or (desk.asking and not model.present):
        return []
    rows: list[Row] = [(Fragment(tell("lobby here", present=model.present, seats=model.seats), "title"),)]
    here = [tell("lobby seat", name=name) for name in _names(desk)]
    for number in range(1, model.seats + 1):
        seated = number <= len(here)
        text = f"{desk.glyphs.check if seated else ' '} {number}. {here[number - 1] if seated else tell('lobby free')}"
        rows.append((Fragment("  " + desk.glyphs.clip(text, 44), "" if seated else "dim"),))
    if model.reading:
        rows.append((Fragment("  " + tell("lobby reading", count=model.reading), "dim"),))
    return rows


def _names(desk: Desk) -> list[str]:
    """Who has sat down, oneself marked."""
    return [tell("yourself", name=name) if key == desk.own else name for key, name in desk.arrived]


def _terms(desk: Desk, width: int) -> list[Row]:
    model = desk.model
    if model.terms is None:
        return []
    lines = presenter.terms_lines(model.terms, model.seats)
    return [row for line in lines for row in _plain(line, width)]


def _foot(desk: Desk, width: int) -> list[Row]:
    rows = []
    if desk.notice is not None:
        rows = _plain(desk.notice.text, width, desk.notice.kind)
    if desk.model.terms is None and not desk.code:
        return rows
    key = "lobby accept" if desk.asking else "lobby computers" if desk.solo else "lobby wait"
    style = "prompt" if desk.asking else ""
    said = "lobby keys own" if desk.code else "lobby keys"
    keys = [] if desk.asking else _plain(tell(said), width, "dim")
    return [*rows, *_plain(tell(key), width, style), *keys]


def _plain(text: str, width: int, style: str = "") -> list[Row]:
    return [(Fragment(line, style),) for line in wrap(text, width)]
