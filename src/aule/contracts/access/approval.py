"""Approvals: everything that waits for a person, in one shape."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal, cast

from pydantic import ConfigDict, Discriminator, SerializerFunctionWrapHandler, Tag, model_serializer

from aule.contracts.access.autorun import Autorun
from aule.contracts.access.capability import Call, Envelope
from aule.contracts.kinds import ApprovalKind, ApprovalStatus
from aule.contracts.model import JsonObject, Model
from aule.contracts.runs.graph import Graph

RESULT = "result:"
"""How the subject of an approval begins that is about the result of a call that was made."""


class NoticeCode(StrEnum):
    """Why a part of what is asked deserves a second look; the most serious ones come first."""

    RUNS_DOWNLOAD = "runs_download"
    DELETES_OUTSIDE = "deletes_outside"
    DELETES_TREE = "deletes_tree"
    WRITES_DEVICE = "writes_device"
    REWRITES_HISTORY = "rewrites_history"
    RAISES_RIGHTS = "raises_rights"
    RUNS_GENERATED = "runs_generated"
    HIDDEN_CHARACTERS = "hidden_characters"
    LOOKALIKE_LETTERS = "lookalike_letters"
    LONG_BLANK = "long_blank"
    LONG_LINE = "long_line"
    NOT_SHOWN = "not_shown"
    DELETES_FILES = "deletes_files"
    OVERWRITES_FILES = "overwrites_files"
    CHANGES_RIGHTS = "changes_rights"
    MAKES_EXECUTABLE = "makes_executable"
    REMOVES_LINES = "removes_lines"


class Notice(Model):
    """A part of what is asked that is lifted to the top of the card. It helps a person; it is no control."""

    code: NoticeCode
    text: str = ""
    """The very part, cut where it is long."""
    path: str = ""
    """The file it is in, where there are several."""
    line: int | None = None
    """The line it begins in."""
    count: int = 1
    """How many times, or how many characters or lines."""


class FileDiff(Model):
    """A unified diff of one file or text."""

    type: Literal["diff"] = "diff"
    path: str
    diff: str
    added: int
    removed: int
    is_new: bool = False
    autoruns: list[Autorun] = []
    """What tools on this machine would run by themselves once this is written. It is shown under its own heading."""


class Patch(Model):
    """Diffs of several files that happen together or not at all."""

    type: Literal["patch"] = "patch"
    files: list[FileDiff]
    added: int
    removed: int


class Reached(Model):
    """Package registries of one kind that a command may reach, and what they are called."""

    title: str
    hosts: list[str]
    is_new: bool = False
    """Whether the project reaches them for the first time."""
    is_own: bool = False
    """Whether the owner named them, so that they may be on this machine."""


class Command(Model):
    """A command line as it would run: where, inside which walls, and what it will find there."""

    type: Literal["command"] = "command"
    command: str
    folder: str = "."
    level: Literal["bubblewrap", "landlock", "seatbelt", "none"]
    timeout_s: float
    hints: list[str] = []
    """What the box makes of it, such as that there is no network."""
    reaches: list[Reached] = []
    """What it may reach beyond its box; nothing unless it is named here."""


class TextDraft(Model):
    """What would be written to a file, as a text that a person may edit before they decide."""

    path: str
    content: str
    paths: list[str] = []
    """All files it would write."""


class Table(Model):
    """Rows to look at."""

    type: Literal["table"] = "table"
    columns: list[str]
    rows: list[list[Any]]
    total: int
    autoruns: list[Autorun] = []
    """What tools on this machine would run by themselves once this is written. It is shown under its own heading."""


class Text(Model):
    """Words to read."""

    type: Literal["text"] = "text"
    text: str
    autoruns: list[Autorun] = []
    """What tools on this machine would run by themselves once this is written. It is shown under its own heading."""


class Choices(Model):
    """A question with options; `recommended` is an option id."""

    type: Literal["options"] = "options"
    question: str
    recommended: str | None = None
    free_text: bool = True


class Cascade(Model):
    """What else goes when this goes."""

    type: Literal["cascade"] = "cascade"
    counts: dict[str, int]
    examples: list[str] = []


class FieldChange(Model):
    """One field of a record, as it is and as it would be."""

    name: str
    before: Any = None
    after: Any = None
    note: str | None = None
    """What should be known about it, such as that nobody said it and it was worked out."""


class RecordChange(Model):
    """One record that would be made, edited or removed."""

    op: Literal["create", "update", "delete", "link", "unlink"]
    kind: str
    """What it is: `objective`."""
    id: str | None = None
    title: str
    path: list[str] = []
    """Titles of what it belongs to, from the top."""
    fields: list[FieldChange] = []
    cascade: Cascade | None = None
    """What goes with it, when it goes."""
    warnings: list[str] = []


class TableCount(Model):
    """How many records of one kind would be made, edited, left alone or removed."""

    name: str
    create: int = 0
    update: int = 0
    unchanged: int = 0
    skipped: int = 0
    delete: int = 0


class Records(Model):
    """Records of an app that would change together: in a sentence, then one by one; removals come first."""

    type: Literal["records"] = "records"
    summary: str
    """What would happen, in plain words."""
    records: list[RecordChange]
    """One by one, or, where they are too many, the first of them."""
    tables: list[TableCount] = []
    """By kind, where there are too many to look at each."""
    total: int
    warnings: list[str] = []
    confirm: str | None = None
    """Words a person has to type to let this happen, such as the title of what goes."""


Preview = FileDiff | Patch | Command | Table | Text | Choices | Cascade | Records


def autoruns_in(preview: Preview | None) -> list[Autorun]:
    """Collect what a preview says that tools on this machine would run by themselves."""
    match preview:
        case FileDiff() | Table() | Text():
            return preview.autoruns
        case Patch():
            return [each for file in preview.files for each in file.autoruns]
        case _:
            return []


_TELLING = {
    "diff": "diff",
    "files": "patch",
    "command": "command",
    "columns": "table",
    "text": "text",
    "question": "options",
    "counts": "cascade",
    "records": "records",
}
"""The field that only one kind of preview has and none can do without, and that kind."""
_KINDS: dict[type[Any], str] = {
    kind: kind.model_fields["type"].default
    for kind in (FileDiff, Patch, Command, Table, Text, Choices, Cascade, Records)
}


def _kind_of(preview: Any) -> str | None:
    """Which kind a preview is; the log leaves out what goes without saying, and with it the word for its kind."""
    if not isinstance(preview, dict):
        return _KINDS.get(cast("type[Any]", type(preview)))
    given = cast("JsonObject", preview)
    return given.get("type") or next((kind for field, kind in _TELLING.items() if field in given), None)


_AnyPreview = Annotated[
    Annotated[FileDiff, Tag("diff")]
    | Annotated[Patch, Tag("patch")]
    | Annotated[Command, Tag("command")]
    | Annotated[Table, Tag("table")]
    | Annotated[Text, Tag("text")]
    | Annotated[Choices, Tag("options")]
    | Annotated[Cascade, Tag("cascade")]
    | Annotated[Records, Tag("records")],
    Discriminator(_kind_of),
]
"""A preview as it is read: by its kind, not by trying one after the other."""


class ApprovalOption(Model):
    """One possible answer. The id never changes with the language, the label does."""

    id: str
    label: str
    input: bool = False
    """Whether this answer takes words with it."""
    expects: str | None = None
    """The words it takes, exactly; any others are refused."""


class Binding(Model):
    """What exactly is approved: this content, this version, this envelope."""

    content_hash: str
    version: int = 1
    envelope: Envelope = Envelope()


def _result_may_be_absent(schema: JsonObject) -> None:
    schema["required"] = [name for name in schema.get("required", []) if name != "result"]


class StepEdit(Model):
    """What a person changes when letting a run go on."""

    model_config = ConfigDict(json_schema_extra=_result_may_be_absent)

    state: JsonObject = {}
    """Shared keys of the step's graph, with their new values."""
    result: Any = None
    """The step's result as it should be. Left out it stays as it is; null takes it away."""
    graph: Graph | None = None
    """All that the run does from here on; what has begun must stay as it was."""
    seen: str | None = None
    """The `graph_hash` of the run that `graph` was made from; a run that does something else by now refuses it."""

    @property
    def has_result(self) -> bool:
        """Whether the person said what the result should be."""
        return "result" in self.model_fields_set

    @model_serializer(mode="wrap")
    def _only_a_result_that_was_given(self, serialize: SerializerFunctionWrapHandler):  # a type would be its schema
        written: JsonObject = serialize(self)
        if not self.has_result:
            written.pop("result", None)
        return written


class Approval(Model):
    """One thing that waits for a person, or waited."""

    id: str
    kind: ApprovalKind
    run: str | None
    session_id: str | None = None
    agent: str | None = None
    subject: str
    title: str
    body: str = ""
    preview: _AnyPreview | None = None
    notices: list[Notice] = []
    """Parts of it that deserve a second look, the most serious first."""
    risk: Literal["low", "medium", "high"] = "low"
    options: list[ApprovalOption]
    binds: Binding
    call: Call | None = None
    """The very call that runs when this is granted."""
    default: str = "deny"
    status: ApprovalStatus = ApprovalStatus.PENDING
    created_at: str
    decided_by: str | None = None
    decided_at: str | None = None
    option: str | None = None
    """The id of the option that was chosen."""
    answer: str | None = None
    """The words that came with it."""
    expires_at: str | None = None
    environment: str | None = None
    """The environment of Conductor it would happen in."""
    is_protected: bool = False
    """Whether that environment is one where a mistake is dear."""
    step: str | None = None
    """The place of the step that waits, when it is a step of a run."""
    edit: StepEdit | None = None
    """What the person changed along with the decision."""
    version: int = 1

    @property
    def resumes(self) -> Call | None:
        """The call that goes on when this is decided: of a call that a tool makes, the one in whose course it is."""
        return self.call if self.call is None or self.call.within is None else self.call.within

    @property
    def is_about_result(self) -> bool:
        """Whether the call was made, and its result waits before its agent goes on."""
        return self.subject.startswith(RESULT)
