"""Running a replay on the full screen."""

from functools import partial

import trio

from cli.errors import Misuse
from cli.history.progress import PATIENCE
from cli.history.recorded import Recorded
from cli.history.shelf import Kept
from cli.screen.app import Click, Resized, Screen
from cli.screen.line import Key
from cli.screen.look import Glyphs, Theme
from cli.screen.replay import LEAVE, QUIT, Replay, checking, click, draw, press

TICK = 0.1
"""Seconds between two looks at how far the checking has come."""


class _GivenUpError(Exception):
    """Nobody waits for the table any more."""


async def checked(screen: Screen, kept: Kept, glyphs: Glyphs, theme: Theme) -> Recorded | str:
    """The verified table, with its progress on the screen; or how the player left before. Raises Misuse."""
    percent, left = 0, ""
    found: list[Recorded | Misuse] = []

    def tell(done: int, all_: int) -> None:
        nonlocal percent
        if left:
            raise _GivenUpError
        percent = 100 * done // max(1, all_)

    async def work() -> None:
        try:
            found.append(await trio.to_thread.run_sync(kept.recorded, tell, abandon_on_cancel=True))
        except Misuse as error:
            found.append(error)
        nursery.cancel_scope.cancel()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(work)
        await trio.sleep(PATIENCE)
        while not left:
            screen.show(partial(checking, percent, glyphs), theme)
            with trio.move_on_after(TICK):
                item = await screen.inputs.receive()
                if isinstance(item, Key):
                    name = item.text.lower() if item.name == "char" else item.name
                    left = "back" if name in LEAVE else "quit" if name in QUIT else ""
        nursery.cancel_scope.cancel()
    if not found:
        return left
    if isinstance(found[0], Misuse):
        raise found[0]
    return found[0]


async def replaying(screen: Screen, shown: Replay, theme: Theme) -> str:
    """Show the replay until the player leaves it; how: "back" or "quit"."""
    while not shown.left:
        screen.show(partial(draw, shown), theme)
        item = await screen.inputs.receive()
        if isinstance(item, Resized):
            continue
        if isinstance(item, Click):
            shown = click(shown, item.target)
        elif item.name == "c-z":
            screen.suspend()
        elif item.name == "c-l":
            screen.redraw()
        else:
            shown = press(shown, item)
    return shown.left
