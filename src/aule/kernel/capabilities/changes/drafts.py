"""Drafts: files as they are to be, and files as a command has left them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from aule.contracts.documents import decode
from aule.contracts.model import JsonObject


@dataclass(frozen=True, slots=True)
class FileDraft:
    """A file as it is to be."""

    path: str
    content: bytes | None
    """Its whole content; none removes it."""
    mode: int | None = None
    """Its permission bits; none keeps those it has, or gives a new file the usual ones."""
    title: str | None = None
    """What its change is called, where that is not what all that change with it are called."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A file as it was and as it is: somebody else has altered it already. The contents are kept as blobs.

    A state is `{"sha256", "size", "mode"}`, or `{"link"}` with what a link leads to; none where there is nothing.
    """

    path: str
    before: JsonObject | None
    after: JsonObject | None


def edited(draft: FileDraft, edits: Mapping[str, str]) -> FileDraft:
    """A draft as a person wants it; its encoding, and how its lines end, stay as they were drafted."""
    wanted = edits.get(draft.path)
    if wanted is None or draft.content is None:
        return draft
    document = decode(draft.content, draft.path)
    return replace(draft, content=document.encode(document.written(wanted), draft.path))
