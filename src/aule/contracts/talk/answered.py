"""What another server answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Answered:
    """What a server answered: a status, and JSON where there is any."""

    status: int
    body: Any = None
    etag: str | None = None
