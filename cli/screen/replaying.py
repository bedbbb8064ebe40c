"""Running a replay on the full screen."""

from functools import partial

from cli.screen.app import Click, Resized, Screen
from cli.screen.look import Theme
from cli.screen.replay import Replay, click, draw, press


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
