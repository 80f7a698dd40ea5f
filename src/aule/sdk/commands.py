"""Words about commands that ran in the box: how one ended, what it did to files, and why it failed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypedDict, TypeVar

from pydantic import Field

from aule.contracts import errors
from aule.contracts.access.autorun import Autorun
from aule.contracts.model import Model
from aule.kernel.capabilities.commands import CommandLine, Executed
from aule.kernel.capabilities.context.context import Context
from aule.sandbox.box import Printed
from aule.text.messages import Messages

__all__ = [
    "DEFAULT_S",
    "LONGEST_S",
    "WELL",
    "CommandLine",
    "CommandOptions",
    "Executed",
    "Ran",
    "end_of",
    "said_codes",
    "told_of",
]

DEFAULT_S = 30
LONGEST_S = 600
WELL = (0,)
"""The exit codes that commonly stand for success."""
_MOST_NAMED = 200
_MOST_TOLD = 5
_LONGEST_NAME = 120
_MOST_LINES, _LONGEST_END = 20, 2_000
"""Lines and characters of what a failed command printed last that its error tells."""

say = Messages("aule.sdk").say


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
    packages: list[str] = Field(default=[], description="Folders of packages it made or changed, each as a whole.")
    lost_packages: list[str] = Field(
        default=[], description="Folders of packages it made in its copy, which may not come back to the project."
    )
    level: str = Field(description="The walls it ran inside.")
    duration_s: float


class CommandOptions(TypedDict, total=False):
    """What can be said about a command beside what runs, and where. What is not said is not part of a call."""

    ok_exit_codes: Annotated[
        list[Annotated[int, Field(ge=0, le=255)]],
        "Exit codes that count as success, instead of 0 alone; with any other the call fails.",
        Field(min_length=1, max_length=256),
    ]


Told = TypeVar("Told", bound=Ran)


async def end_of(context: Context, command: str, ran: Executed, codes: Sequence[int], told: Told) -> Told:
    """Return how a command ended, with warnings of what it did not get away with; raise where it failed."""
    outcome = ran.outcome
    for name, printed in (("stdout", outcome.stdout), ("stderr", outcome.stderr)):
        await _keep_whole(context, name, printed)
    _warn(context, ran)
    if outcome.exit_code in codes:
        return told
    code = errors.TimedOut.code if outcome.stopped == "time" else errors.CommandFailed.code
    hint = say("printed_is_in_result", context.locale)
    raise errors.CommandFailed(_failure(context, command, told), given=told, code=code, hint=hint)


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
        packages=ran.packages[:_MOST_NAMED],
        lost_packages=ran.lost_packages[:_MOST_NAMED],
        level=outcome.level.value,
        duration_s=round(outcome.duration_s, 3),
    )


def _failure(context: Context, command: str, ran: Ran) -> str:
    """Say why a command failed, with the end of what it printed."""
    name = " ".join(command.split())
    name = name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}…"
    if ran.stopped is not None:
        why = _limit(context, ran.stopped)
        how = say("was_stopped", context.locale, why=why)
    elif ran.signal is not None:
        how = say("was_ended_by", context.locale, signal=ran.signal)
    else:
        code = ran.exit_code
        how = say("ended_with_exit_code", context.locale, code=code)
    sentence = say("command_ended", context.locale, name=name, how=how)
    lines = [line for part in (ran.stdout, ran.stderr) for line in part.splitlines() if line.strip()]
    end = "\n".join(lines[-_MOST_LINES:])[-_LONGEST_END:]
    return f"{sentence}\n{end}".rstrip()


def said_codes(context: Context, codes: Sequence[int]) -> list[str]:
    """Tell which exit codes count as success, where that is not only 0."""
    if tuple(codes) == WELL:
        return []
    listed = ", ".join(map(str, codes))
    return [say("success_codes", context.locale, listed=listed)]


def _limit(context: Context, stopped: str) -> str:
    return say("too_much", context.locale, limit=say(f"limit_{stopped}", context.locale))


async def _keep_whole(context: Context, name: str, printed: Printed) -> None:
    """Keep the whole output as an artifact where it is too long for a result."""
    if printed.whole is not None:
        artifact = await context.keep(f"{name}.txt", "text/plain", printed.whole)
        message = say("output_is_artifact", context.locale, name=name, size=printed.size, id=artifact.id)
        context.warn("output_cut", message)


def _warn(context: Context, ran: Executed) -> None:
    """Tell what the command did not get away with, and what cannot be taken back."""
    stopped = ran.outcome.stopped
    if stopped is not None:
        why = _limit(context, stopped)
        context.warn("stopped", say("it_was_stopped", context.locale, why=why))
    named = {
        "held_back": [f"{each.path} ({each.tool})" for each in ran.held],
        "left_behind": ran.left,
        "planted": ran.planted,
        "stayed": ran.stayed,
        "gone": ran.gone,
        "conflicts": ran.conflicts,
        "not_undoable": ran.unkept,
    }
    for code, paths in named.items():
        if paths:
            more = ", …" if len(paths) > _MOST_TOLD else ""
            context.warn(code, f"{say(f'warning_{code}', context.locale)} {', '.join(paths[:_MOST_TOLD])}{more}")
