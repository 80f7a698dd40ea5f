"""Where readers read from."""

from __future__ import annotations

from typing import Any, Protocol

from aule.stores.statements import Statement


class Source(Protocol):
    """Something that answers queries: a database, or a transaction that is open."""

    async def fetch(self, statement: Statement, /, **params: Any) -> list[tuple[Any, ...]]:
        """All rows of a query."""
        ...
