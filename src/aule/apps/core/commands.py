"""Running a command: in a box, after a yes, with everything it did to files undoable."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, TypedDict, Unpack

from pydantic import Field

from aule.apps.core.app import core
from aule.apps.core.messages import say
from aule.sdk import Approve, Command, Context, Effect, Executed, Preview, Printed, Runtime, errors
from aule.sdk.commands import Ran, told_of

DEFAULT_S = 30
LONGEST_S = 600
_MOST_TOLD = 5
_LONGEST_NAME = 120
_MOST_LINES, _LONGEST_END = 20, 2_000
"""Lines and characters of what a failed command printed last that its error tells."""
WELL = (0,)
"""The exit codes that commonly stand for success."""

_HINTS: list[tuple[re.Pattern[str], str]] = [
    (re.compile(r"\b(curl|wget|ssh|scp|nc|ncat|telnet|rsync)\b"), "box_no_network"),
    (
        re.compile(r"\b(pip3?|npm|pnpm|yarn|uv|cargo|go|gem|apt(-get)?|brew)\s+(install|add|get|sync)\b"),
        "box_no_downloads",
    ),
    (re.compile(r"\bsudo\b|\bsu\b|\bdoas\b"), "box_no_root"),
    (re.compile(r"\bgit\s+(commit|push|reset|checkout|clean|rebase|stash)\b"), "box_git_is_read_only"),
    (re.compile(r"&\s*$|\bnohup\b|\bsetsid\b"), "box_background_is_ended"),
]
"""What the box makes of a command. What is dangerous in it, `contracts.notices` finds for every kind of approval."""


class Options(TypedDict, total=False):
    """What can be said about a command beside what runs, and where. What is not said is not part of a call."""

    ok_exit_codes: Annotated[
        list[Annotated[int, Field(ge=0, le=255)]],
        "Exit codes that count as success, instead of 0 alone; with any other the call fails.",
        Field(min_length=1, max_length=256),
    ]


async def _preview_exec(
    context: Context,
    command: str,
    folder: str = ".",
    timeout_s: float = DEFAULT_S,
    env: dict[str, str] | None = None,
    **more: Unpack[Options],
) -> Preview:
    sandbox = await context.sandbox()
    given = "".join(f"{name}={value!r} " for name, value in sorted((env or {}).items()))
    return Command(
        command=f"{given}{command}",
        folder=context.workspace.check(folder),
        level=sandbox.level.value,
        timeout_s=timeout_s,
        hints=[*hints(context, command), *_said_codes(context, more.get("ok_exit_codes", WELL))],
    )


@core.capability(
    effect=Effect.EXEC,
    title={"en": "Run a command", "pt": "Executar um comando"},
    category="tools",
    targets=["command", "folder", "env"],
    reversible=True,
    approval=Approve.ALWAYS,
    preview=_preview_exec,
    runtime=Runtime.BOX,
    timeout_s=LONGEST_S + 60,
)
async def exec(
    context: Context,
    command: Annotated[str, "A command line for bash.", Field(min_length=1, max_length=20_000)],
    folder: Annotated[str, "The folder of the workspace it runs in; `.` is the workspace itself."] = ".",
    timeout_s: Annotated[
        float, Field(gt=0, le=LONGEST_S, description="Seconds after which it is stopped.")
    ] = DEFAULT_S,
    env: Annotated[dict[str, str] | None, "Environment variables to set."] = None,
    **more: Unpack[Options],
) -> Ran:
    """Run a command line in the workspace, in a sandbox without network. What it does to files can be undone."""
    ran = await context.execute(command, folder=folder, timeout_s=timeout_s, env=env)
    outcome = ran.outcome
    for name, printed in (("stdout", outcome.stdout), ("stderr", outcome.stderr)):
        await _keep_whole(context, name, printed)
    _warn(context, ran)
    told = told_of(ran)
    if outcome.exit_code in more.get("ok_exit_codes", WELL):
        return told
    code = errors.TimedOut.code if outcome.stopped == "time" else errors.CommandFailed.code
    hint = say("printed_is_in_result", context.locale)
    raise errors.CommandFailed(_failure(context, command, told), given=told, code=code, hint=hint)


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


def _said_codes(context: Context, codes: Sequence[int]) -> list[str]:
    """Tell which exit codes count as success, where that is not only 0."""
    if tuple(codes) == WELL:
        return []
    listed = ", ".join(map(str, codes))
    return [say("success_codes", context.locale, listed=listed)]


def _limit(context: Context, stopped: str) -> str:
    return say("too_much", context.locale, limit=say(f"limit_{stopped}", context.locale))


def hints(context: Context, command: str) -> list[str]:
    """Return what a command will find in the box, in the person's language."""
    return [say(key, context.locale) for pattern, key in _HINTS if pattern.search(command)]


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
