"""One run and all its descendants, as seen in the log."""

from __future__ import annotations

from aule.contracts.events.facts import Event, RunFinished, RunResumed, RunStarted, RunWaiting


class RunTree:
    """Which runs of a tree are still at work, folded from their events."""

    def __init__(self, root: str) -> None:
        self.root = root
        self._parents: dict[str, str | None] = {root: None}
        self._waiting: set[str] = set()
        self._finished: set[str] = set()

    def add(self, event: Event) -> bool:
        """Take in an event; tells whether it belongs to the tree."""
        fact, run = event.data, event.run
        if isinstance(fact, RunStarted) and fact.started.parent in self._parents:
            self._parents.setdefault(fact.started.id, fact.started.parent)
        if run not in self._parents:
            return False
        if isinstance(fact, RunWaiting):
            self._waiting.add(run)
        elif isinstance(fact, RunResumed):
            self._waiting.discard(run)
        elif isinstance(fact, RunFinished):
            self._waiting.discard(run)
            self._finished.add(run)
        return True

    @property
    def is_still(self) -> bool:
        """Whether nothing more happens without a person: the root ended, or every leaf waits."""
        if self.root in self._finished:
            return True
        unfinished = self._parents.keys() - self._finished
        blocked = {parent for run in unfinished if (parent := self._parents[run])}
        return all(run in self._waiting for run in unfinished - blocked)
