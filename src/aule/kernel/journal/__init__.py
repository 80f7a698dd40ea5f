"""The journal: the one log of everything that happens, written and read here."""

from aule.kernel.journal.journal import Journal
from aule.kernel.journal.record import Record

__all__ = ["Journal", "Record"]
