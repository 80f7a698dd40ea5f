"""Files of a project as its owner looks through them: folders, what stands in a file, and who changed it last."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from aule.contracts.access.change import Actor
from aule.contracts.model import Model


class LastChange(Model):
    """What happened to a file last, as far as it happened here."""

    change: str
    title: str
    ts: str
    actor: Actor


class FolderEntry(Model):
    """One thing in a folder."""

    name: str
    path: str
    kind: Literal["file", "folder", "link", "other"]
    size: int | None = Field(default=None, description="Bytes, for a file.")
    modified_at: str | None = None
    secret: bool = Field(default=False, description="Whether it commonly holds secrets: its content is not shown.")
    protected: bool = Field(default=False, description="Whether nobody writes it through the workspace.")
    derived: bool = Field(default=False, description="Whether tools made it rather than a person.")
    changed: LastChange | None = None


class FolderView(Model):
    """What is in a folder: folders first, then files, each by name. The project's own folder is the empty path."""

    path: str
    entries: list[FolderEntry]
    total: int
    truncated: bool = Field(default=False, description="Whether there is more than what is given.")


class FileView(Model):
    """One file: what kind it is, and its text when it is one that can be shown."""

    path: str
    kind: Literal["text", "image", "binary", "secret", "large"]
    size: int
    modified_at: str | None = None
    mime: str | None = None
    text: str | None = Field(default=None, description="For a text of at most 1 MB, with plain line feeds.")
    encoding: str | None = None
    newline: Literal["lf", "crlf", "mixed"] | None = None
    sha256: str | None = Field(default=None, description="Of its bytes; none of one that is secret or large.")
    protected: bool = False
    changed: LastChange | None = None
