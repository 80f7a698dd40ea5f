"""One run and all its descendants, as seen in the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aule.contracts.events.facts import Event


class RunTree:
    """Which runs of a tree are still at work, folded from their events."""

    def __init__(self, root: str) -> None:
        self.root = root
        self._parents: dict[str, str | None] = {root: None}
        self._waiting: set[str] = set()
        self._finished: set[str] = set()

    def add(self, event: Event) -> bool:
        """Take in an event; tells whether it belongs to the tree."""
        started = getattr(event.data, "started", None)
        return self.follow(event.type, event.run, None if started is None else (started.id, started.parent))

    def follow(self, type: str, run: str | None, started: tuple[str, str | None] | None) -> bool:
        """Take in what an event says: its type, its run, and the run that started with that run's parent."""
        if started is not None and started[1] in self._parents:
            self._parents.setdefault(*started)
        if run not in self._parents:
            return False
        match type:
            case "run.waiting":
                self._waiting.add(run)
            case "run.resumed":
                self._waiting.discard(run)
            case "run.finished":
                self._waiting.discard(run)
                self._finished.add(run)
            case _:
                pass
        return True

    @property
    def is_still(self) -> bool:
        """Whether nothing more happens without a person: the root ended, or every leaf waits."""
        if self.root in self._finished:
            return True
        unfinished = self._parents.keys() - self._finished
        blocked = {parent for run in unfinished if (parent := self._parents[run])}
        return all(run in self._waiting for run in unfinished - blocked)
