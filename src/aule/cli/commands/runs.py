"""`aule runs`: what is happening and what happened; pause it, resume it, stop it, try it again."""

from __future__ import annotations

import json as json_text
from typing import TYPE_CHECKING, Annotated, Any

from aule.contracts.errors import Invalid
from aule.contracts.kinds import RunKind, RunStatus
from aule.terminal.client import Client
from aule.terminal.commands import Argument, CommandGroup, Limit, Option
from aule.terminal.console import Console
from aule.terminal.follow import conclusion, stay
from aule.terminal.interrupts import interruptible
from aule.terminal.narration import Narrator

if TYPE_CHECKING:
    from aule.terminal.answers import Page, Run, RunDetail, RunGraph, StepView

commands = CommandGroup("runs", help="See what is happening and what happened.")

Id = Annotated[str, Argument("The run.")]
Stay = Annotated[bool, Option("--follow/--detach", help="Stay until it ended or waits for you.")]

SIGNS = {
    "pending": "·",
    "ready": "·",
    "running": "▶",
    "waiting": "?",
    "unknown": "?",
    "done": "✓",
    "failed": "✗",
    "skipped": "–",
}
"""How steps stand, one sign each."""
_SKIPPED: dict[str | None, str] = {
    "disabled": ": switched off",
    "missing_result": ": needs a step that is switched off",
}


@commands.default
@commands.command("list")
async def list_(
    client: Client,
    console: Console,
    status: Annotated[RunStatus | None, Option(help="Only those that stand like this.")] = None,
    kind: Annotated[RunKind | None, Option(help="Only those of this kind.")] = None,
    workflow: Annotated[str | None, Option(help="Only runs of this workflow.")] = None,
    limit: Limit = 20,
) -> None:
    """List runs, the latest first."""
    page: Page[Run] = await client.get("/v1/runs", status=status, kind=kind, workflow=workflow, limit=limit)
    console.result(page["items"])
    rows = [
        [r["id"], r["kind"], r["status"], r["started_at"][:16].replace("T", " "), r["title"][:60]]
        for r in page["items"]
    ]
    console.table(["ID", "KIND", "STATUS", "STARTED", "WHAT"], rows, empty="Nothing has happened yet.")


@commands.command()
async def show(client: Client, console: Console, id: Id) -> None:
    """Tell a run from its beginning, and how each of its steps stands."""
    detail: RunDetail = await client.get(f"/v1/runs/{id}")
    has_graph = detail["run"]["queue"] is not None
    graph: RunGraph | None = await client.get(f"/v1/runs/{id}/graph") if has_graph else None
    console.result(detail if graph is None else {**detail, "steps": graph["steps"]})
    if graph is None:
        narrator = Narrator(console, id)
        for event in detail["events"]:
            narrator.tell(event)
    else:
        _show_steps(console, graph["steps"])
    undoable = "can" if detail["undoable"] else "cannot"
    console.say(f"{detail['run']['id']} is {detail['run']['status']}; {undoable} be undone.", "dim")


@commands.command()
async def follow(client: Client, console: Console, id: Id) -> int:
    """Stay with a run until it ended or waits for you."""
    return await _stay_with(client, console, id, "0")


@commands.command()
async def cancel(client: Client, console: Console, id: Id) -> int | None:
    """Stop a run and everything below it."""
    return await _act(client, console, f"{id}/cancel")


@commands.command()
async def pause(client: Client, console: Console, id: Id) -> int | None:
    """Let the steps under way end, and begin nothing more."""
    return await _act(client, console, f"{id}/pause")


@commands.command()
async def resume(client: Client, console: Console, id: Id, wait: Stay = True) -> int | None:
    """Let a paused run go on."""
    return await _act(client, console, f"{id}/resume", wait=wait)


@commands.command()
async def retry(client: Client, console: Console, id: Id, wait: Stay = True) -> int | None:
    """Try again what a run did not finish; what it finished is taken over."""
    return await _act(client, console, f"{id}/retry", wait=wait)


@commands.command()
async def rerun(client: Client, console: Console, id: Id, wait: Stay = True) -> int | None:
    """Do all of a run again."""
    return await _act(client, console, f"{id}/rerun", wait=wait)


@commands.command()
async def fork(
    client: Client,
    console: Console,
    id: Id,
    step: Annotated[str, Argument("The step the new run begins at.")],
    state: Annotated[str | None, Option(help="Shared keys to set, as a JSON object.")] = None,
    wait: Stay = True,
) -> int | None:
    """Begin a new run at a step of this one; what does not come after that step is taken over."""
    body = {"step": step, "state": _object(state)}
    return await _act(client, console, f"{id}/fork", wait=wait, body=body)


async def _act(
    client: Client, console: Console, path: str, *, wait: bool = False, body: dict[str, Any] | None = None
) -> int | None:
    run: Run = await client.post(f"/v1/runs/{path}", None, body)
    if wait:
        return await _stay_with(client, console, run["id"], "0")
    console.result(run)
    console.say(f"{run['id']} is {run['status']}.")
    return None


async def _stay_with(client: Client, console: Console, id: str, since: str) -> int:
    detail: RunDetail = await client.get(f"/v1/runs/{id}")
    past = detail["events"][-1]["seq"] if detail["events"] else "0"
    story = await interruptible(stay(client, console, run=id, since=since, session=None, past=past))
    return conclusion(console, story, title=detail["run"]["title"])


def _show_steps(console: Console, steps: list[StepView]) -> None:
    for step in steps:
        depth = step["place"].count("/") + step["place"].count("[")
        parts = f" {step['done']} of {step['total']}" if step["total"] is not None else ""
        tries = f" (attempt {step['attempt']})" if step["attempt"] > 1 else ""
        why = f": {step['error']['message']}" if step["error"] is not None else _SKIPPED.get(step["skipped"], "")
        style = {"failed": "red", "waiting": "yellow", "unknown": "yellow", "running": "cyan"}.get(step["status"])
        console.say(
            f"{'  ' * depth}{SIGNS[step['status']]} {step['title']}  {step['status']}{parts}{tries}{why}", style
        )


def _object(text: str | None) -> dict[str, Any]:
    try:
        value = json_text.loads(text or "{}")
    except ValueError as problem:
        raise Invalid(f"--state is not JSON: {problem}", hint='Give an object such as \'{"topic": "tea"}\'.') from None
    if not isinstance(value, dict):
        raise Invalid("--state is not an object.", hint='Give an object such as \'{"topic": "tea"}\'.')
    return value  # pyright: ignore[reportUnknownVariableType]
