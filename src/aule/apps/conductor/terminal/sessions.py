"""Sessions with resident agents: opened, taken turns in, and closed, through the API."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, chdir, suppress
from pathlib import Path
from typing import Any

from aule.apps.conductor.terminal.admission import Desk, admitted
from aule.apps.conductor.views import SessionView, TurnStarted
from aule.contracts.errors import AuleError, Cancelled, Report, TimedOut
from aule.contracts.kinds import RunStatus
from aule.sdk.terminal import Deciding, ExitCode, Story, code_of, interruptible, stay, stop, waiting_problem


@asynccontextmanager
async def opened(desk: Desk, request: dict[str, Any], *, trust: bool = False) -> AsyncGenerator[SessionView]:
    """A session, with the working directory in the project; closed at the end, whatever happened in it."""
    session = await admitted(desk, "/v1/conductor/sessions", SessionView, request, trust=trust)
    try:
        with _working_in(Path(session.root)):
            yield session
    finally:
        await close(desk, session)


async def close(desk: Desk, session: SessionView, *, keep: bool = False) -> None:
    """End a session; one that is gone already is not missed. What waits for a person waits on where that is kept."""
    with suppress(AuleError):
        await desk.client.post(f"/v1/conductor/sessions/{session.id}/close", SessionView, keep=keep)


async def take_turn(
    desk: Desk, session: SessionView, body: dict[str, Any], *, deciding: Deciding, seconds: float | None = None
) -> Story:
    """Say something to the agent and stay until its turn has ended. Ctrl-C and a deadline stop the run."""
    begun = await desk.client.post(f"/v1/conductor/sessions/{session.id}/turns", TurnStarted, body)
    following = stay(
        desk.client,
        desk.console,
        run=begun.run,
        since=begun.cursor,
        session=session.conversation,
        deciding=deciding,
    )
    try:
        return await interruptible(following, seconds=seconds)
    except (Cancelled, TimedOut) as error:
        await stop(desk.client, begun.run)
        raise type(error)(error.report["message"], hint=error.report["hint"], subject=begun.run) from None


def outcome_of(story: Story) -> tuple[int, Report | None]:
    """The exit code of a turn, and its problem if it has one: failures first, then scope, then what was not let."""
    problem = story.error or waiting_problem(story)
    if problem is not None:
        return code_of(problem), problem
    if story.violations:
        return ExitCode.SCOPE_VIOLATION, None
    if story.blocked is not None:
        return ExitCode.APPROVAL_MISSING, story.blocked
    # An agent whose call failed and who went on has done its task: what did not work is in its answer.
    came_to_its_end = story.status in (RunStatus.DONE, RunStatus.DONE_WITH_FAILURES)
    return (ExitCode.OK if came_to_its_end else ExitCode.FAILED), None


def _working_in(root: Path) -> chdir[Path]:
    """The working directory of the command is the project, which must not become a place to import from."""
    sys.path[:] = [os.path.abspath(entry) if entry in ("", ".") else entry for entry in sys.path]
    return chdir(root)
