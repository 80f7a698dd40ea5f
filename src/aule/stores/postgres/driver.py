"""asyncpg, which carries no types, under one typed name; and its failures in our words."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import asyncpg as _asyncpg  # pyright: ignore[reportMissingTypeStubs]

from aule.contracts.errors import AuleError, Conflict, Invalid, StorageFailed, StorageInterrupted

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


IN_THE_WAY: tuple[type[Exception], ...] = (driver.TransactionRollbackError, driver.LockNotAvailableError)
"""Which of them say that another transaction was in the way; the same may be tried again."""


@contextmanager
def translated(*, committing: bool = False) -> Generator[None]:
    """Raise what goes wrong with the server inside the block as a problem a person can act on.

    Before a commit, a broken connection means that nothing was written. While `committing`, nobody knows.
    """
    try:
        yield
    except FAILURES as problem:
        raise _translate(problem, committing) from problem


def _translate(problem: Exception, committing: bool) -> AuleError:
    if isinstance(problem, driver.DataError | ValueError):  # asyncpg's own checks raise a ValueError
        return Invalid(f"A value cannot be stored: {problem}", hint="Use text and 64-bit numbers.", code="invalid_data")
    if isinstance(problem, driver.IntegrityConstraintViolationError):
        return Conflict(f"That is already stored: {problem}", code="already_exists")
    if isinstance(problem, IN_THE_WAY):
        return StorageInterrupted(f"Another process was in the way: {problem}", hint="Try again.", code="busy")
    is_sure = isinstance(problem, BROKEN) and not committing
    kind = StorageInterrupted if is_sure else StorageFailed
    return kind(
        f"The database server cannot be used: {problem}",
        hint="Check that Postgres runs and that the URL, user and password are right.",
    )
