"""Commands that ran in the box, in the form in which apps give them back."""

from __future__ import annotations

from pydantic import Field

from aule.contracts.access.autorun import Autorun
from aule.contracts.model import Model
from aule.kernel.capabilities.commands import Executed

_MOST_NAMED = 200
"""Files of each kind that are named."""


class Ran(Model):
    """How a command ended, what it printed and what it did to files."""

    exit_code: int | None = Field(description="None when it did not end by itself.")
    signal: str | None = Field(default=None, description="The signal that ended it.")
    stopped: str | None = Field(
        default=None, description="Why it was stopped: `time`, `output`, `memory`, `processes` or `disk`."
    )
    stdout: str = Field(description="What it printed; only the end of it when it is long.")
    stderr: str
    changed: list[str] = Field(default=[], description="Files that are not as they were.")
    proposed: list[str] = Field(default=[], description="Files it would change; a person decides.")
    out_of_scope: list[str] = Field(
        default=[], description="Files it changed in its copy that may not be written: they are as they were."
    )
    conflicts: list[str] = Field(default=[], description="Files somebody else changed meanwhile: theirs were kept.")
    planted: list[str] = Field(
        default=[], description="Links, repositories and special files it left: they were taken away."
    )
    held_back: list[Autorun] = Field(
        default=[],
        description="Files that a tool of this machine would run by itself: they are as they were, a person decides.",
    )
    stayed: list[str] = Field(
        default=[], description="Secrets and repositories whose folder it moved: they are where they were."
    )
    gone: list[str] = Field(default=[], description="Pipes and other things without a record that are gone.")
    level: str = Field(description="The walls it ran inside.")
    duration_s: float


def told_of(ran: Executed) -> Ran:
    """Return how a command ended, in the form that is given back."""
    outcome = ran.outcome
    return Ran(
        exit_code=outcome.exit_code,
        signal=outcome.signal,
        stopped=outcome.stopped,
        stdout=outcome.stdout.text,
        stderr=outcome.stderr.text,
        changed=ran.changed[:_MOST_NAMED],
        proposed=ran.proposed[:_MOST_NAMED],
        out_of_scope=ran.out_of_scope[:_MOST_NAMED],
        conflicts=ran.conflicts[:_MOST_NAMED],
        planted=ran.planted[:_MOST_NAMED],
        held_back=ran.held[:_MOST_NAMED],
        stayed=ran.stayed[:_MOST_NAMED],
        gone=ran.gone[:_MOST_NAMED],
        level=outcome.level.value,
        duration_s=round(outcome.duration_s, 3),
    )
