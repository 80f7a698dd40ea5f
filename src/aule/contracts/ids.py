"""Names of things: prefixed ids, and `Ref`, which points at anything as `kind:id`."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import StringConstraints

Id = Annotated[str, StringConstraints(pattern=r"^[a-z]+_[0-9a-z]{10,32}$|^[a-z][a-z0-9_-]{0,63}$")]
"""`<prefix>_<time-ordered characters>`, or a short fixed name such as `assistant`."""

Ref = Annotated[str, StringConstraints(pattern=r"^[a-z_]+:.+$", max_length=1024)]
"""`<kind>:<id>`, for example `note:note_01k…` or `file:home/notes/a.md`."""

Cursor = Annotated[str, StringConstraints(pattern=r"^[0-9a-z.]{1,40}$")]
"""A place in the event log. Opaque: compare for equality, pass back, never compute."""

_REF = re.compile(r"^([a-z_]+):(.+)$", re.DOTALL)


def ref(kind: str, id: str) -> str:
    """Point at the thing `id` of kind `kind`."""
    return f"{kind}:{id}"


def split_ref(value: str) -> tuple[str, str]:
    """Take a `Ref` apart into kind and id."""
    match = _REF.match(value)
    if match is None:
        raise ValueError(f"{value!r} is not a reference of the form kind:id")
    return match[1], match[2]
