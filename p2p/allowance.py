"""How often somebody may do something: a token bucket."""


class Allowance:
    """So many times at once, and so often in the long run. Times are seconds on any one clock."""

    def __init__(self, burst: int, per_second: float, now: float) -> None:
        self._burst = float(burst)
        self._rate = per_second
        self._left = float(burst)
        self._counted = now

    def take(self, now: float) -> bool:
        """Use the allowance once, if anything of it is left."""
        self._refill(now)
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def spend(self, now: float) -> float:
        """Use the allowance once in any case; for how many seconds one has to wait for that."""
        self._refill(now)
        self._left -= 1
        return max(0.0, -self._left / self._rate)

    def _refill(self, now: float) -> None:
        self._left = min(self._left + (now - self._counted) * self._rate, self._burst)
        self._counted = now
