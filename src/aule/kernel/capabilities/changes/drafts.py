"""Drafts: files with the content they shall have, and differences that a command has left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from aule.contracts.documents import decode
from aule.contracts.errors import BlockedByPolicy
from aule.contracts.model import JsonObject
from aule.kernel.conduct.sentences import say


@dataclass(frozen=True, slots=True)
class FileDraft:
    """A file of the project with the content it shall have."""

    path: str
    content: bytes | None
    """The whole content; None removes the file."""
    mode: int | None = None
    """Permission bits; None keeps the present ones, or gives a new file the usual ones."""
    title: str | None = None
    """The title of this file's change, where it differs from the title of the whole group."""


@dataclass(frozen=True, slots=True)
class FileDifference:
    """A file's states before and after somebody else altered it. The contents are kept as blobs.

    A state is `{"sha256", "size", "mode"}`, or `{"link"}` with the target of a link; None where there is no file.
    """

    path: str
    before: JsonObject | None
    after: JsonObject | None


def refuse_removals(drafts: Sequence[FileDraft], locale: str) -> None:
    """Raise `BlockedByPolicy` where one of some drafts removes a file."""
    removed = next((draft.path for draft in drafts if draft.content is None), None)
    if removed is not None:
        raise BlockedByPolicy(say("removal_forbidden", locale, path=repr(removed)))


def apply_edits(draft: FileDraft, edits: Mapping[str, str]) -> FileDraft:
    """Return a draft with a person's edits; its encoding and line endings stay as drafted."""
    wanted = edits.get(draft.path)
    if wanted is None or draft.content is None:
        return draft
    document = decode(draft.content, draft.path)
    return replace(draft, content=document.encode(document.written(wanted), draft.path))
