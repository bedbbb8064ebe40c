"""Several ways to one end, tried side by side with a stagger; the first that works wins (after RFC 8305)."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import trio

T = TypeVar("T", bound=trio.abc.AsyncResource)


class RaceLostError(Exception):
    """No attempt succeeded; `errors` holds what each met, in order."""

    def __init__(self, errors: Sequence[Exception]) -> None:
        super().__init__("no attempt succeeded")
        self.errors = list(errors)


async def first_of(
    attempts: Sequence[Callable[[], Awaitable[T]]], stagger: float, failures: tuple[type[Exception], ...]
) -> T:
    """The result of the first attempt to succeed; the others are cancelled, or closed if they succeed as well.

    An attempt starts `stagger` seconds after the one before it, or at once when that one fails with one of
    `failures`. Raises RaceLostError when all have failed.
    """
    errors: list[Exception | None] = [None] * len(attempts)
    winners: list[T] = []

    async def run(index: int, failed: trio.Event, nursery: trio.Nursery) -> None:
        try:
            winners.append(await attempts[index]())
        except failures as error:
            errors[index] = error
            failed.set()
        else:
            nursery.cancel_scope.cancel()

    try:
        async with trio.open_nursery() as nursery:
            for index in range(len(attempts)):
                failed = trio.Event()
                nursery.start_soon(run, index, failed, nursery)
                with trio.move_on_after(stagger):
                    await failed.wait()
        if not winners:
            raise RaceLostError([error for error in errors if error is not None])
        return winners.pop(0)
    finally:
        for surplus in winners:
            await trio.aclose_forcefully(surplus)
