"""Versions of documents over HTTP: `ETag` tells which one was read, `If-Match` which one an edit is about."""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager

from starlette.responses import Response

from aule.contracts.errors import Conflict, Invalid
from aule.sdk.http import Stale, require_tag, stale

_TAG = re.compile(r'^"v(\d{1,18})"$')


def show_version(response: Response, version: int) -> None:
    """Tell the reader which version this is."""
    response.headers["ETag"] = f'"v{version}"'


def expected_version(if_match: str | None, current: int) -> int:
    """The version an edit is about, if it is still the current one."""
    tag = require_tag(if_match)
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


def edited_version(if_match: str | None) -> int:
    """The version an edit is about, current or not: where changes can be merged, the kernel says whether they fit."""
    match = _TAG.match(require_tag(if_match))
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
