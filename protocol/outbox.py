"""What a machine has to say, in order, and the work that it wants run."""

from collections.abc import Callable
from typing import Any

from protocol.contribution import Contribution
from protocol.events import Job, Journal, Output, Send


class Outbox:
    """Outputs and jobs that wait to be taken, and what is to become of each job's outcome."""

    def __init__(self) -> None:
        self._outputs: list[Output] = []
        self._jobs: list[Job] = []
        self._returns: dict[Job, Callable[[Any], None]] = {}

    def tell(self, output: Output) -> None:
        """Say this, after all that has been said before."""
        self._outputs.append(output)

    def publish(self, own: Contribution) -> None:
        """Keep and send a contribution that this seat has just signed."""
        self._outputs += [Journal(own, own=True), Send(own.signed)]

    def submit(self, run: Callable[[], Any], then: Callable[[Any], None], *, urgent: bool) -> None:
        """Let this be run as a `Job`, and its outcome be handed to `then`."""
        job = Job(run, urgent)
        self._returns[job] = then
        self._jobs.append(job)

    def finish(self, job: Job, outcome: Any) -> None:
        """Pass an outcome on. Raises KeyError the second time."""
        self._returns.pop(job)(outcome)

    @property
    def is_idle(self) -> bool:
        """Whether no work is wanted or on its way."""
        return not self._returns

    def take_jobs(self) -> list[Job]:
        """The work that nobody has taken yet."""
        jobs, self._jobs = self._jobs, []
        return jobs

    def take_outputs(self) -> list[Output]:
        """What nobody has taken yet, in order."""
        outputs, self._outputs = self._outputs, []
        return outputs
