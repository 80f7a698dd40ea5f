"""asyncpg, which carries no types, under one typed name."""

from __future__ import annotations

from typing import Any

import asyncpg as _asyncpg  # pyright: ignore[reportMissingTypeStubs]

driver: Any = _asyncpg

FAILURES: tuple[type[Exception], ...] = (driver.PostgresError, driver.InterfaceError, OSError)
"""What talking to a server may raise."""
