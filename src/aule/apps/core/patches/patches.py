"""Patches: what somebody wants to change in several files, line by line."""

from __future__ import annotations

from dataclasses import dataclass, field

from aule.sdk import errors


@dataclass(slots=True)
class Hunk:
    """One place in a file: lines that stay (` `), go (`-`) and come (`+`)."""

    number: int
    lines: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    start: int | None = None
    """The line where it is said to begin; they count from 1."""
    anchors: list[str] = field(default_factory=list[str])
    """Lines somewhere before it, each behind the one before."""
    at_end: bool = False
    """Whether it is said to reach the end of the file."""
    was_open: bool = False
    """Whether the file is said to end without an end of line before."""
    is_open: bool = False
    """The same, afterwards."""

    @property
    def old(self) -> list[str]:
        """The lines that must be there."""
        return [text for sign, text in self.lines if sign != "+"]


@dataclass(slots=True)
class FilePatch:
    """What becomes of one file. Without a source it is new; without a target it goes."""

    source: str | None
    target: str | None
    hunks: list[Hunk] = field(default_factory=list[Hunk])
    mode: int | None = None
    is_copy: bool = False

    @property
    def path(self) -> str:
        """The file it is about, by its name afterwards."""
        return self.target or self.source or ""


def invalid_patch(message: str, hint: str) -> errors.Invalid:
    """Return the error for a patch that cannot be read."""
    return errors.Invalid(message, code="invalid_patch", field="patch", hint=hint)


class Reader:
    """The lines of a patch, one after the other."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.at = 0

    @property
    def next(self) -> str | None:
        """The next line; none behind the last."""
        return self.lines[self.at] if self.at < len(self.lines) else None

    def take(self) -> str:
        """Go on by one line."""
        self.at += 1
        return self.lines[self.at - 1]

    def is_next(self, *starts: str) -> bool:
        """Tell whether the next line begins in one of these ways."""
        return self.next is not None and self.next.startswith(starts)

    def wrong(self, why: str) -> errors.Invalid:
        """Return the error for the line that was just read."""
        return invalid_patch(
            f"Line {self.at} of the patch cannot be read: {why}.",
            "Give a whole unified diff as `git diff` writes it, or the *** Begin Patch form.",
        )
