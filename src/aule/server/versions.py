"""Versions of documents over HTTP: `ETag` tells which one was read, `If-Match` which one an edit is about.

Who sends no `If-Match` edits or deletes what is there now: everything can be undone. Only a whole document that an
agent changed a moment ago is not replaced without it, since that would take back words nobody has read.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from starlette.responses import Response

from aule.contracts.access.change import OWNER
from aule.kernel.kernel import Kernel
from aule.sdk.http import VersionRequired, expected_version, named_version

RECENT = timedelta(minutes=5)
"""How long a change of somebody else counts as one that whoever replaces a document may not have seen."""


def show_version(response: Response, version: int) -> None:
    """Tell the reader which version this is."""
    response.headers["ETag"] = f'"v{version}"'


async def replaced_version(kernel: Kernel, if_match: str | None, current: int, entity: str) -> int:
    """The version a whole document replaces; without `If-Match`, not one that somebody else made a moment ago."""
    if if_match is None:
        latest = await kernel.changes.latest(entity)
        now = kernel.ambient.clock.now()
        if latest is not None and latest.actor != OWNER and now - datetime.fromisoformat(latest.ts) < RECENT:
            raise VersionRequired(
                f"{latest.actor.id!r} changed this document a moment ago",
                hint=f'Read it again and send its ETag as If-Match; the current version is "v{current}".',
                field="If-Match",
            )
    return expected_version(if_match, current)


def edited_version(if_match: str | None, current: int) -> int:
    """The version an edit is about, current or not: where changes can be merged, the kernel says whether they fit."""
    return current if if_match is None else named_version(if_match)
