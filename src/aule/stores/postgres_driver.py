"""asyncpg, which carries no types, under one typed name; and its failures in our words."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import asyncpg as _asyncpg  # pyright: ignore[reportMissingTypeStubs]

from aule.contracts.errors import AuleError, Busy, Conflict, Invalid, Unavailable

driver: Any = _asyncpg

FAILURES: tuple[type[Exception], ...] = (
    driver.PostgresError,
    driver.InterfaceError,
    driver.InternalClientError,  # a connection that broke in the middle of something
    OSError,
)
"""What talking to a server may raise."""

BROKEN: tuple[type[Exception], ...] = (
    driver.PostgresConnectionError,
    driver.OperatorInterventionError,
    driver.InterfaceError,
    driver.InternalClientError,
    OSError,
)
"""Which of them say that the connection is gone; another may be had."""


@contextmanager
def translated() -> Generator[None]:
    """What goes wrong with the server inside the block, as a problem a person can act on."""
    try:
        yield
    except FAILURES as problem:
        raise _translate(problem) from problem


def _translate(problem: Exception) -> AuleError:
    if isinstance(problem, driver.DataError | ValueError):  # asyncpg's own checks raise a ValueError
        return Invalid(f"A value cannot be stored: {problem}", hint="Use text and 64-bit numbers.", code="invalid_data")
    if isinstance(problem, driver.IntegrityConstraintViolationError):
        return Conflict(f"That is already stored: {problem}", code="already_exists")
    if isinstance(problem, driver.TransactionRollbackError | driver.LockNotAvailableError):
        return Busy(f"Another process was in the way: {problem}", hint="Try again.")
    return Unavailable(
        f"The database server cannot be used: {problem}",
        hint="Check that Postgres runs and that the URL, user and password are right.",
        code="storage_failed",
    )
