"""The kill-switch: inside a test no real model is ever called."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager

from aule.models.wire.address import ALLOW_PORTS, FORBID


@contextmanager
def no_models() -> Generator[None]:
    """Make every call to a model server fail loudly, in this process and its children."""
    with _set(FORBID, "1"), _set(ALLOW_PORTS, ""):
        yield


@contextmanager
def allow_models(*ports: int) -> Generator[None]:
    """Allow connections to these loopback ports, where scripted servers listen."""
    known = [port for port in os.environ.get(ALLOW_PORTS, "").split(",") if port]
    with _set(ALLOW_PORTS, ",".join([*known, *map(str, ports)])):
        yield


@contextmanager
def _set(name: str, value: str) -> Generator[None]:
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = before
