"""The screen itself: prompt-toolkit paints pictures and hands on keys, clicks and sizes. Knows no game and no table."""

import asyncio
import base64
import contextvars
import functools
import math
import re
import time
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple, TypeAlias

import trio
from prompt_toolkit.application import Application, run_in_terminal
from prompt_toolkit.data_structures import Point
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.key_binding.bindings.mouse import load_mouse_bindings, typical_mouse_events
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, UIContent, UIControl, Window
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth, Output

from cli.screen.canvas import Picture
from cli.screen.guest import call_host
from cli.screen.line import Key
from cli.screen.look import Depth, Theme
from cli.screen.modes import Modes, modes, restore, stop

ESCAPE_WAIT = 0.05
"""Seconds after which a lone escape byte is taken for the key."""

LEAST_PAUSE = 0.04
"""Seconds between two paintings of which none answers a key."""
PUSH_TITLE, POP_TITLE = "\x1b[22;0t", "\x1b[23;0t"
"""Control sequences of xterm, which others ignore: keep the title of the window, and bring it back."""
NAMES: Mapping[str, str] = {
    Keys.ControlM.value: "enter",
    Keys.ControlJ.value: "enter",
    Keys.ControlI.value: "tab",
    Keys.ControlH.value: "backspace",
    Keys.BackTab.value: "s-tab",
    Keys.BracketedPaste.value: "paste",
}
"""Keys that are called otherwise here."""
MOUSE = Keys.Vt100MouseEvent
MODERN_REPORT = re.compile(r"\x1b\[<?[0-9]{1,4};[0-9]{1,4};[0-9]{1,4}[Mm]")
FLUSH = "_Flush"
"""What prompt-toolkit puts among the keys when no more have come for a while."""
SEQUENCES: Mapping[str, frozenset[str]] = {
    "[": frozenset(map(chr, range(0x40, 0x7F))),
    "O": frozenset(map(chr, range(0x40, 0x7F))),
    "]": frozenset(("c-g", "\\")),
    "P": frozenset("\\"),
}
"""How control sequences begin after Escape, and how each kind ends (ECMA-48, section 5)."""
DEPTHS: Mapping[Depth, ColorDepth] = {
    Depth.NONE: ColorDepth.DEPTH_1_BIT,
    Depth.SIXTEEN: ColorDepth.DEPTH_4_BIT,
    Depth.MANY: ColorDepth.DEPTH_8_BIT,
    Depth.TRUE: ColorDepth.DEPTH_24_BIT,
}


class Click(NamedTuple):
    """A click on something that means something."""

    target: Hashable


class Resized(NamedTuple):
    """The screen now has so many columns and rows."""

    width: int
    height: int


Input_: TypeAlias = Key | Click | Resized
Draw: TypeAlias = Callable[[int, int], Picture]


def key_of(name: str, data: str) -> Key | None:
    """The key as it is called here; None for what is no key."""
    if name in (Keys.CPRResponse.value, Keys.Ignore.value) or "mouse" in name:
        return None
    if name in NAMES:
        return Key(NAMES[name], data if name == Keys.BracketedPaste.value else "")
    return Key(name) if len(name) > 1 else Key("char", name)


def is_mouse_report(data: str) -> bool:
    """Whether a terminal says something of the mouse so; prompt-toolkit trips over what is only similar."""
    return MODERN_REPORT.fullmatch(data) is not None or (
        len(data) == 6 and data.startswith("\x1b[M") and ord(data[3]) in typical_mouse_events
    )


class Sieve:
    """Holds back what is left of a control sequence that nobody knows: keys that were never pressed.

    Such a sequence, as of a key that few keyboards have, arrives at once: Escape, then its characters one by one.
    """

    def __init__(self) -> None:
        self._ends: frozenset[str] | None = None
        """What ends the sequence that is held back, if one is."""

    def lets_pass(self, name: str, following: str) -> bool:
        """Whether this key was pressed; `following` is what arrived together with it, next, if anything."""
        if self._ends is None:
            if name != Keys.Escape.value or following not in SEQUENCES:
                return True
            self._ends = SEQUENCES[following]
            self._opened = True
        elif self._opened:  # the bracket itself
            self._opened = False
        elif name in self._ends:
            self._ends = None
        if not following:
            self._ends = None
        return False


class Screen:
    """The full screen. `show` says what is drawn; `inputs` brings keys, clicks and sizes."""

    def __init__(self, depth: Depth, terminal: Input | None = None, output: Output | None = None) -> None:
        """The program's own terminal, unless others are given."""
        self.depth = depth
        self.mouse = True
        self.size = (80, 24)
        """Columns and rows, as last drawn."""
        self.theme: Theme | None = None
        self._put, self.inputs = trio.open_memory_channel[Input_](math.inf)
        self._control = _Painted(self)
        self._token: trio.lowlevel.TrioToken | None = None
        self._titled = False
        self._painted = -math.inf
        """When the screen was last painted, by the monotonic clock."""
        self._later: asyncio.TimerHandle | None = None
        """The next painting, if it is put off."""
        self._before: Modes | None = None
        """The modes of the terminal before it was taken."""
        self.app: Application[None] = Application(
            layout=Layout(Window(self._control, always_hide_cursor=Condition(self._control.hides_cursor))),
            key_bindings=self._bindings(),
            full_screen=True,
            mouse_support=Condition(lambda: self.mouse),
            max_render_postpone_time=None,
            after_render=self._note_painted,
            color_depth=DEPTHS[depth],
            input=terminal,
            output=output,
        )
        self.app.ttimeoutlen = ESCAPE_WAIT
        self.app.timeoutlen = ESCAPE_WAIT

    # -- running -------------------------------------------------------------------------------------------

    async def run(self, task_status: "trio.TaskStatus[None]" = trio.TASK_STATUS_IGNORED) -> None:
        """Take the terminal until cancelled, and leave it as it was. Raises what painting raises."""
        self._token = trio.lowlevel.current_trio_token()
        self._before = modes(self.app.input.fileno())
        loop = asyncio.get_running_loop()
        before = loop.get_exception_handler()
        loop.set_exception_handler(self._failed_in_host)
        started = trio.Event()
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._host, started)
                await started.wait()
                task_status.started()
        finally:
            if self._later is not None:
                self._later.cancel()
            loop.set_exception_handler(before)
            self._restore_title()

    async def _host(self, started: trio.Event) -> None:
        def ready() -> None:
            assert self._token is not None  # noqa: S101 - set by `run`
            self._token.run_sync_soon(started.set)

        await call_host(
            functools.partial(self.app.run_async, pre_run=ready, handle_sigint=False, set_exception_handler=False)
        )

    def _failed_in_host(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """An exception outside of Trio: let it end the screen, and with it everything."""
        self.fail(context.get("exception") or RuntimeError(str(context.get("message"))))

    def fail(self, error: BaseException) -> None:
        """End the screen with this error."""
        if self.app.is_running and not (self.app.future is None or self.app.future.done()):
            self.app.exit(exception=error)

    # -- what is shown -------------------------------------------------------------------------------------

    def show(self, draw: Draw, theme: Theme, *, answer: bool = True) -> None:
        """Show what this function draws at the size of the screen, now and after every change of size.

        What is no answer to a key may come a little later: where much happens, most of it is never painted.
        """
        self.theme = theme
        # The host paints in a context of its own; the language is that of whoever shows something.
        context = contextvars.copy_context()
        self._control.draw = lambda width, height: context.run(draw, width, height)
        if self._later is not None:
            self._later.cancel()
            self._later = None
        rest = 0.0 if answer else self._painted + LEAST_PAUSE - time.monotonic()
        if rest > 0:
            self._later = asyncio.get_running_loop().call_later(rest, self.app.invalidate)
        else:
            self.app.invalidate()

    def _note_painted(self, _: object) -> None:
        self._painted = time.monotonic()

    def title(self, text: str) -> None:
        """Set the title of the window; the one that it has now comes back at the end, where the terminal keeps it."""
        if not self._titled:
            self._titled = True
            self.app.output.write_raw(PUSH_TITLE)
        self.app.output.set_title(text)
        self.app.output.flush()

    def _restore_title(self) -> None:
        if self._titled:
            self._titled = False
            self.app.output.write_raw(POP_TITLE)
            with suppress(OSError):  # the terminal may be gone
                self.app.output.flush()

    def leave(self) -> None:
        """Give the terminal back when nothing runs any more; does nothing if `run` has done it.

        prompt-toolkit on its way to the background or back paints once more after it was cancelled.
        """
        with suppress(OSError, ValueError):  # the terminal may be gone
            self.app.renderer.reset()
            restore(self.app.input.fileno(), self._before)

    def bell(self) -> None:
        """Ring the bell."""
        self.app.output.bell()
        self.app.output.flush()

    def copy(self, text: str) -> None:
        """Put text on the terminal's clipboard, if the terminal allows it (OSC 52)."""
        coded = base64.b64encode(text.encode()).decode()
        self.app.output.write_raw(f"\x1b]52;c;{coded}\x07")
        self.app.output.flush()

    def suspend(self) -> None:
        """Go to the background, as Ctrl-Z does; the terminal is as it was until the program is brought back."""

        if self.app.context is not None:
            # prompt-toolkit by itself would leave the terminal without flow control.
            stopping = functools.partial(stop, self.app.input.fileno(), self._before)
            self.app.context.copy().run(run_in_terminal, stopping)

    def redraw(self) -> None:
        """Draw everything anew."""
        self.app.renderer.clear()
        self.app.invalidate()

    # -- what comes in -------------------------------------------------------------------------------------

    def put(self, item: Input_) -> None:
        """Hand an input over to Trio; may be called from the host."""
        if self._token is not None:
            self._token.run_sync_soon(self._put.send_nowait, item)

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()
        sieve = Sieve()
        [to_the_mouse] = [binding.handler for binding in load_mouse_bindings().bindings if MOUSE in binding.keys]

        @bindings.add(Keys.Any)
        def _(event: KeyPressEvent) -> None:
            pressed = event.key_sequence[0]
            name = str(getattr(pressed.key, "value", pressed.key))
            key = key_of(name, pressed.data)
            following = [later.data for later in event.app.key_processor.input_queue if later.data != FLUSH]
            if sieve.lets_pass(name, following[0] if following else "") and key is not None:
                self.put(key)

        @bindings.add(MOUSE)
        def _(event: KeyPressEvent) -> object:
            return to_the_mouse(event) if is_mouse_report(event.data) else NotImplemented

        return bindings


class _Painted(UIControl):
    """The one control that fills the screen."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self.draw: Draw = _nothing
        self.picture = _nothing(0, 0)

    def create_content(self, width: int, height: int) -> UIContent:
        try:
            if (width, height) != (self.picture.width, self.picture.height):
                self._screen.size = (width, height)
                self._screen.put(Resized(width, height))
            self.picture = self.draw(width, height)
        except Exception as error:
            self._screen.fail(error)
        lines = [self._styled(row) for row in range(len(self.picture.rows))]
        x, y = self.picture.cursor or (0, 0)
        return UIContent(lambda at: lines[at] if at < len(lines) else [], len(lines), Point(x, y))

    def hides_cursor(self) -> bool:
        """Whether nothing is being typed."""
        return self.picture.cursor is None

    def is_focusable(self) -> bool:
        return True

    def mouse_handler(self, mouse_event: MouseEvent) -> None:
        """Clicks count where the button is released, the wheel as arrow keys."""
        wheel = {MouseEventType.SCROLL_UP: "up", MouseEventType.SCROLL_DOWN: "down"}.get(mouse_event.event_type)
        if wheel is not None:
            self._screen.put(Key(wheel))
        elif mouse_event.event_type is MouseEventType.MOUSE_UP:
            target = self.picture.target_at(mouse_event.position.x, mouse_event.position.y)
            if target is not None:
                self._screen.put(Click(target))

    def _styled(self, row: int) -> StyleAndTextTuples:
        theme, depth = self._screen.theme, self._screen.depth
        if theme is None:
            return []
        return [(theme.style(f"screen {piece.style}", depth), piece.text) for piece in self.picture.rows[row]]


def _nothing(width: int, height: int) -> Picture:
    return Picture(width, height, ((),) * height)
