"""The log of each plugin: what it says and what became of its calls, the latest lines, while the system runs."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from aule.sdk import Model
from aule.text.foreign_text import mark

MOST_LINES = 300


class LogLine(Model):
    """One line of a plugin's log."""

    at: str
    level: str
    message: str


@dataclass(slots=True)
class PluginLog:
    """The latest lines of one plugin."""

    now: Callable[[], str]
    lines: deque[LogLine] = field(default_factory=lambda: deque[LogLine](maxlen=MOST_LINES))

    def add(self, level: str, message: str) -> None:
        """Add a line, with a sign for what cannot be seen as it is."""
        self.lines.append(LogLine(at=self.now(), level=level, message=mark(message)))
