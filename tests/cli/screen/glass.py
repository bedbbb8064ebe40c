"""A screen that only takes notes."""

import contextvars
import math
from typing import Any

import trio


class Glass:
    """Stands in for a Screen."""

    def __init__(self) -> None:
        self.press, self.inputs = trio.open_memory_channel[Any](math.inf)
        self.mouse = True
        self.size = (80, 24)
        self.done: list[Any] = []
        self.draw: Any = None
        self.shown: list[bool] = []
        """For each picture, whether it answered a key."""

    def show(self, draw: Any, theme: Any, *, answer: bool = True) -> None:
        context = contextvars.copy_context()
        self.draw = lambda width, height: context.run(draw, width, height)
        self.shown.append(answer)

    def title(self, text: str) -> None:
        self.done.append(text)

    def bell(self) -> None:
        self.done.append("bell")

    def copy(self, text: str) -> None:
        self.done.append(("copy", text))

    def suspend(self) -> None:
        self.done.append("suspend")

    def redraw(self) -> None:
        self.done.append("redraw")

    @property
    def text(self) -> str:
        return str(self.draw(80, 24).text())
