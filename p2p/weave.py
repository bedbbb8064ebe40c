"""When to dial which member: the lower key at once, the higher after a courtesy, then ever more seldom."""

from collections.abc import Collection
from dataclasses import dataclass

from p2p.limits import Limits


@dataclass(slots=True)
class _Plan:
    due: float
    failures: int = 0


class Weave:
    """The dialling plans of the member `me`. Times are those of the caller's clock."""

    def __init__(self, me: bytes, limits: Limits) -> None:
        self._me = me
        self._limits = limits
        self._plans: dict[bytes, _Plan] = {}
        self._busy: set[bytes] = set()

    def start(self, missing: Collection[bytes], now: float) -> list[bytes]:
        """Whom to dial now, of those without a link; each counts as being dialled until `finish`."""
        for key in self._plans.keys() - set(missing):
            del self._plans[key]
        for key in missing:
            self._plans.setdefault(key, _Plan(now + self._courtesy(key)))
        ready = sorted(key for key, plan in self._plans.items() if plan.due <= now and key not in self._busy)
        self._busy.update(ready)
        return ready

    def next_due(self) -> float:
        """When `start` will next have somebody, if nothing changes before."""
        return min((plan.due for key, plan in self._plans.items() if key not in self._busy), default=float("inf"))

    def finish(self, key: bytes, now: float) -> None:
        """A dialling is over; if there is no link then, the next one waits twice as long as the last."""
        self._busy.discard(key)
        plan = self._plans.get(key)
        if plan is not None:
            wait = self._limits.redial_least * 2 ** min(plan.failures, 16)
            plan.due = now + min(wait, self._limits.redial_most)
            plan.failures += 1

    def lost(self, key: bytes, now: float, *, left: bool) -> None:
        """A link has ended. Who left on purpose is not asked back soon."""
        wait = self._limits.redial_most if left else self._limits.redial_least
        self._plans[key] = _Plan(now + wait + self._courtesy(key))

    def _courtesy(self, key: bytes) -> float:
        return 0.0 if self._me < key else self._limits.courtesy
