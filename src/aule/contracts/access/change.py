"""Changes: the append-only record of what was altered, with what undoes it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from aule.contracts.ids import split_ref
from aule.contracts.model import JsonObject, Model

ChangedKind = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
"""What can be changed and changed back, the kind in a change's `entity`: `file`, `memory`, `agent`, `project`,
`conversation`, `artifact`, `workflow`, `schedule`, or, of what an app keeps in tables of its own, the app's id."""


class Actor(Model):
    """Who did it."""

    type: Literal["user", "agent", "system"]
    id: str


OWNER = Actor(type="user", id="owner")
"""The person whose system this is."""


class ChangeStatus(StrEnum):
    """An effect outside the database is first intended, then applied; void if it never happened.

    A proposal is none of these: nothing was altered. A person adopts it, which is a change of its own, or drops it.
    """

    INTENDED = "intended"
    APPLIED = "applied"
    VOID = "void"
    UNKNOWN = "unknown"
    PROPOSED = "proposed"
    ADOPTED = "adopted"
    DROPPED = "dropped"


class Undo(Model):
    """Whether a change can be taken back, and if not, why."""

    possible: bool
    reason: str | None = None


class RowsTouched(Model):
    """The rows of an app's tables a change wrote; each carries the change's id as its stamp."""

    tables: dict[str, int]
    """How many rows of each table."""
    made: dict[str, int] = {}
    """How many of them were not there before."""
    replaced: list[JsonObject] = []
    """Rows as they were: `{"table": …, "row": {…}}`; none where they are kept in `blob`."""
    blob: str | None = None
    """The content that holds them, one JSON object a line, where they are many."""


class Change(Model):
    """One entity went from `before` to `after`; the inverse is the way back."""

    id: str
    ts: str
    actor: Actor
    run: str | None
    call: str | None = None
    app: str
    op: str
    entity: str
    title: str
    before: JsonObject | None
    after: JsonObject | None
    status: ChangeStatus = ChangeStatus.APPLIED
    undo: Undo = Undo(possible=True)
    folders: list[str] = []
    """Folders that had to be made for a new file; they go with it."""
    undoes: str | None = None
    undone_by: str | None = None
    project: str | None = None
    """The project it happened in, where it happened in one."""
    group: str | None = None
    """Changes that happen together or not at all have the same one."""
    adopts: str | None = None
    """The proposal that a person let happen by this."""
    environment: str | None = None
    """The environment of Conductor it belongs to."""
    rows: RowsTouched | None = None
    """Of a change of an app's own data: the rows it is undone by. `before` and `after` are then for reading."""

    @property
    def path(self) -> str:
        """The file it is about, by its path in its project; empty where it is about something else."""
        kind, name = split_ref(self.entity)
        return name.partition("/")[2] if kind == "file" else ""


class Hunk(Model):
    """A piece of a difference that can be taken or left by itself."""

    index: int
    """Its place among all of them, counted from 0."""
    header: str
    lines: list[str]
    """As a unified diff writes them: each begins with a space, a plus or a minus."""
    added: int
    removed: int


class ChangeDiff(Model):
    """What a change altered, to be read: a unified diff from before to after, or why there is none."""

    text: str | None = None
    sha256: str | None = Field(
        default=None,
        description="Of a proposal: the content of the file the diff was made from; none if there is no file.",
    )
    note: Literal["binary", "large", "gone", "same", "secret"] | None = Field(
        default=None,
        description="Why there is no text: it is none, too long to compare, its content is gone, nothing differs, or "
        "the file is a secret one.",
    )


class Removed(Model):
    """Something was removed; undoing the change brings it back."""

    change: str


class UndoItem(Model):
    """What undoing one change would do."""

    change: str
    entity: str
    title: str
    action: Literal["restore", "remove", "recreate", "nothing"]
    conflict: str | None = None
    diff: str | None = None


class UndoPreview(Model):
    """What an undo would do, before it does it."""

    subject: str
    items: list[UndoItem]
    possible: bool
