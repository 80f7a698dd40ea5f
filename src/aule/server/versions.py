"""Versions of documents over HTTP: `ETag` tells which one was read, `If-Match` which one an edit is about.

Who sends no `If-Match` edits or deletes what is there now: everything can be undone. Only a whole document that an
agent changed a moment ago is not replaced without it, since that would take back words nobody has read.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager
from datetime import datetime, timedelta

from starlette.responses import Response

from aule.contracts.access.change import OWNER
from aule.contracts.errors import Conflict, Invalid
from aule.kernel.kernel import Kernel
from aule.sdk.http import Stale, VersionRequired, stale

RECENT = timedelta(minutes=5)
"""How long a change of somebody else counts as one that whoever replaces a document may not have seen."""

_TAG = re.compile(r'^"v(\d{1,18})"$')


def show_version(response: Response, version: int) -> None:
    """Tell the reader which version this is."""
    response.headers["ETag"] = f'"v{version}"'


def expected_version(if_match: str | None, current: int) -> int:
    """The version an edit is about, if it is still the current one; an edit that names none is about that one."""
    tag = "*" if if_match is None else if_match.strip()
    if tag == "*":
        return current
    match = _TAG.match(tag)
    if match is None:
        raise Invalid(
            f"If-Match {tag!r} is not an ETag of this document",
            hint='Send the ETag of the last read, for example "v3".',
            field="If-Match",
        )
    if int(match[1]) != current:
        raise stale(f'"v{current}"')
    return current


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
    if if_match is None:
        return current
    match = _TAG.match(if_match.strip())
    if match is None:
        raise Invalid(f"If-Match {if_match!r} is not an ETag of this document", hint='Send "v3".', field="If-Match")
    return int(match[1])


@contextmanager
def losing_is_stale() -> Generator[None, None, None]:
    """Two edits of one version may race past the check; the one the kernel turns away is stale as well."""
    try:
        yield
    except Conflict as error:
        if error.problem.code not in (Conflict.code, Stale.code):
            raise
        raise Stale(error.problem.message, hint=error.problem.hint or "Read it again and repeat the edit.") from error
