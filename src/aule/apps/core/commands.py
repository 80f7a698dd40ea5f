"""Running a command: in a box, after a yes, with everything it did to files undoable."""

from __future__ import annotations

import re
from typing import Annotated, Unpack

from pydantic import Field

from aule.apps.core.app import core
from aule.apps.core.messages import say
from aule.sdk import Approve, Command, Context, Effect, Preview, Runtime
from aule.sdk.commands import DEFAULT_S, LONGEST_S, WELL, CommandLine, CommandOptions, Ran, end_of, said_codes, told_of

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


async def _preview_exec(
    context: Context,
    command: str,
    folder: str = ".",
    timeout_s: float = DEFAULT_S,
    env: dict[str, str] | None = None,
    **more: Unpack[CommandOptions],
) -> Preview:
    sandbox = await context.sandbox()
    given = "".join(f"{name}={value!r} " for name, value in sorted((env or {}).items()))
    return Command(
        command=f"{given}{command}",
        folder=context.workspace.check(folder),
        level=sandbox.level.value,
        timeout_s=timeout_s,
        hints=[*hints(context, command), *said_codes(context, more.get("ok_exit_codes", WELL))],
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
    **more: Unpack[CommandOptions],
) -> Ran:
    """Run a command line in the workspace, in a sandbox without network. What it does to files can be undone."""
    ran = await context.execute(CommandLine(command, folder, timeout_s, env or {}))
    return await end_of(context, command, ran, more.get("ok_exit_codes", WELL), told_of(ran))


def hints(context: Context, command: str) -> list[str]:
    """Return what a command will find in the box, in the person's language."""
    return [say(key, context.locale) for pattern, key in _HINTS if pattern.search(command)]
