"""What routes take from the request besides a body: the kernel, places in lists, ids and versions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Header, Path, Query
from starlette.requests import HTTPConnection

from aule.kernel.kernel import Kernel

PLAIN = r"^[^\x00-\x1f]*$"
"""Text without control characters: no store has to cope with NUL in a key."""


async def kernel_of(connection: HTTPConnection) -> Kernel:
    """The kernel this app was made for."""
    return connection.app.state.kernel


System = Annotated[Kernel, Depends(kernel_of)]


async def planning_of(kernel: System) -> Kernel:
    """The kernel, with those who make plans loaded off the event loop; the first request pays for it."""
    await kernel.late_plans.load()
    return kernel


Planning = Annotated[Kernel, Depends(planning_of)]

Id = Annotated[str, Path(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$")]
Limit = Annotated[int, Query(ge=1, le=200, description="How many at most.")]
After = Annotated[
    str | None,
    Query(max_length=400, pattern=PLAIN, description="`next` of the page before; the first page needs none."),
]
Named = Annotated[str | None, Query(max_length=200, pattern=PLAIN)]
Words = Annotated[str, Query(max_length=400, pattern=PLAIN)]
Key = Annotated[
    str | None,
    Header(alias="Idempotency-Key", min_length=1, max_length=200, pattern=PLAIN, description="Same key, same call."),
]
Since = Annotated[
    str | None,
    Query(max_length=40, pattern=r"^[0-9a-z.]{1,40}$", description="A cursor; only what came after it is told."),
]
IfMatch = Annotated[
    str | None, Header(alias="If-Match", max_length=200, description="The `ETag` of the version that was edited.")
]


@dataclass(frozen=True, slots=True)
class Slice:
    """Which part of a list."""

    limit: Limit = 100
    after: After = None


Part = Annotated[Slice, Depends()]
