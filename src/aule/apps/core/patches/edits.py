"""Edits of several files that belong together: shown as one patch, carried out all or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from aule.contracts.access.autorun import autoruns
from aule.contracts.access.differences import counted, file_diff, fingerprint
from aule.sdk import Context, FileDiff, FileDraft, Model, Patch, errors

LONGEST_SHOWN = 400_000
"""Characters of all diffs that are shown together; of what is behind them there is a fingerprint."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A file as it is and as it would be."""

    path: str
    before: bytes | None
    after: bytes | None
    mode: int | None = None
    """Permission bits it is given."""
    sets_mode: bool = False
    """Whether somebody asked for them; else they are those it had."""
    origin: tuple[str, bytes] | None = None
    """The file it was before, when it is renamed or copied."""
    is_moved: bool = False
    """Whether it goes because it gets another name."""

    @property
    def changes(self) -> bool:
        """Whether anything would be different."""
        return self.before != self.after or self.sets_mode


class Edited(Model):
    """What became of one file."""

    path: str
    op: Literal["create", "edit", "delete"]
    added: int
    removed: int


def shown(edits: Sequence[Edit]) -> Patch:
    """Return what a person looks at before saying yes: every file with its difference."""
    files: list[FileDiff] = []
    left = LONGEST_SHOWN
    for edit in edits:
        if edit.is_moved:
            continue  # its new name tells
        diff = _difference(edit)
        if len(diff.diff) > left:
            diff = diff.model_copy(
                update={"diff": f"… {len(diff.diff)} characters ({fingerprint(diff.diff.encode())})"}
            )
        left -= len(diff.diff)
        files.append(diff)
    return Patch(files=files, added=sum(each.added for each in files), removed=sum(each.removed for each in files))


async def carry_out(context: Context, edits: Sequence[Edit], *, op: str, title: str) -> list[Edit]:
    """Make the edits as one undoable change, and give those that changed something."""
    changing = [edit for edit in edits if edit.changes]
    if not changing:
        context.warn("unchanged", "All of it already was exactly so.")
        return []
    drafts = [FileDraft(edit.path, edit.after, edit.mode) for edit in changing]
    await context.change_files(drafts, op=op, title=title)
    return changing


def edited(edit: Edit) -> Edited:
    """Return what became of the file of an edit."""
    op = "create" if edit.before is None else "delete" if edit.after is None else "edit"
    added, removed = counted(edit.path, edit.before, edit.after)
    return Edited(path=edit.path, op=op, added=added, removed=removed)


def refuse_nested(edits: Sequence[Edit]) -> None:
    """Refuse edits that would put a file inside a file, or write one file twice."""
    known: set[str] = set()
    for edit in edits:
        if edit.path in known:
            raise errors.Invalid(f"{edit.path!r} is named twice.", code="duplicate_path", hint="Name each file once.")
        known.add(edit.path)
    for edit in edits:
        parts = edit.path.split("/")
        above = next((up for end in range(1, len(parts)) if (up := "/".join(parts[:end])) in known), None)
        if above is not None and edit.after is not None:
            raise errors.Invalid(
                f"{edit.path!r} cannot be made: {above!r} is a file.", code="not_a_folder", hint="Choose another path."
            )


def _difference(edit: Edit) -> FileDiff:
    heads: list[str] = []
    before, runs = edit.before, autoruns(edit.path, edit.before, edit.after)
    if edit.origin is not None:
        path, before = edit.origin
        heads += [f"rename from {path}", f"rename to {edit.path}"]
    if edit.mode is not None and edit.sets_mode:
        heads.append(f"new mode 100{edit.mode:o}")
    if edit.origin is not None and before is not None and before == edit.after:
        heads.append(f"{len(before)} bytes ({fingerprint(before)})")
        return FileDiff(path=edit.path, diff="\n".join(heads), added=0, removed=0, autoruns=runs)
    told = file_diff(edit.path, before, edit.after)
    diff = "\n".join([*heads, told.diff] if told.diff else heads)
    is_new = edit.before is None and edit.origin is None
    return told.model_copy(update={"diff": diff, "is_new": is_new, "autoruns": runs})
