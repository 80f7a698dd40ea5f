"""The log of a process: a file in the data directory that neither a flood nor a full disk can break."""

from __future__ import annotations

import logging
import sys
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from logging.handlers import RotatingFileHandler

from aule.stores.home.directory import Home

FILE_BYTES = 2_000_000
FILES_BEFORE = 3
MOST_OF_A_KIND = 20
"""Entries of one kind a minute: the same words, with whatever is put into them."""
MOST_IN_ALL = 600
"""Entries a minute of all kinds together."""
LONGEST = 20_000
"""Characters of one entry, its trace included."""


@contextmanager
def logging_to(home: Home, *, on_terminal: bool = False) -> Generator[None]:
    """Keep what is worth keeping in the data directory's log; a server tells its warnings on the terminal too."""
    handlers: list[logging.Handler] = [LogFile(home)]
    if on_terminal:
        handlers.append(logging.StreamHandler())
        handlers[-1].setLevel(logging.WARNING)
    limit = RepeatLimit()
    root = logging.getLogger()
    logging.getLogger("aule").setLevel(logging.INFO)
    for handler in handlers:
        handler.addFilter(limit)
        root.addHandler(handler)
    try:
        yield
    finally:
        for handler in handlers:
            root.removeHandler(handler)
            handler.close()


class LogFile(RotatingFileHandler):
    """The log file; when it cannot be written, the process goes on without it."""

    def __init__(self, home: Home) -> None:
        super().__init__(home.logs / "aule.log", maxBytes=FILE_BYTES, backupCount=FILES_BEFORE, encoding="utf-8")
        self.setFormatter(ShortFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))

    def handleError(self, record: logging.LogRecord) -> None:
        """Pass over a full disk: `logging` would write a trace to the terminal for every entry that is lost."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handleError(record)


class ShortFormatter(logging.Formatter):
    """Cuts an entry that is very long."""

    def format(self, record: logging.LogRecord) -> str:
        """The entry as text."""
        text = super().format(record)
        return text if len(text) <= LONGEST else f"{text[:LONGEST]}… ({len(text)} characters)"


class RepeatLimit(logging.Filter):
    """Lets so many entries through a minute, of one kind and in all; the last one says that more are left out."""

    def __init__(self) -> None:
        super().__init__()
        self._minute = 0
        self._seen: Counter[object] = Counter()
        self._decided: tuple[logging.LogRecord, bool] | None = None

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether an entry is written. Several handlers ask about the same one; it is counted once."""
        if self._decided is None or self._decided[0] is not record:
            self._decided = record, self._count(record)
        return self._decided[1]

    def _count(self, record: logging.LogRecord) -> bool:
        minute = int(record.created // 60)
        if minute != self._minute:
            self._minute = minute
            self._seen.clear()
        in_all = self._seen.total()
        kind = (record.name, record.levelno, str(record.msg)[:200])
        if in_all >= MOST_IN_ALL or self._seen[kind] >= MOST_OF_A_KIND:
            return False
        self._seen[kind] += 1
        if in_all + 1 == MOST_IN_ALL or self._seen[kind] == MOST_OF_A_KIND:
            which = "entries" if in_all + 1 == MOST_IN_ALL else "entries like this one"
            record.msg, record.args = f"{record.getMessage()} (more {which} are left out for a minute)", None
        return True
