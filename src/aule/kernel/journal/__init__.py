"""The journal: the one log everything that happens is written to and read from."""

from aule.kernel.journal.journal import Journal
from aule.kernel.journal.record import Record

__all__ = ["Journal", "Record"]
