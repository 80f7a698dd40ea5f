"""`aule runs`: what is happening and what happened; pause it, resume it, stop it, try it again."""

from __future__ import annotations

import json as json_text
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from aule.cli.command import Json, Limit, perform
from aule.contracts.errors import Invalid
from aule.contracts.kinds import RunKind, RunStatus
from aule.terminal.client import Client
from aule.terminal.console import Console
from aule.terminal.follow import conclusion, stay
from aule.terminal.interrupts import interruptible
from aule.terminal.narration import Narrator

if TYPE_CHECKING:
    from aule.terminal.answers import Page, Run, RunDetail, RunGraph, StepView

app = typer.Typer(invoke_without_command=True, help="See what is happening and what happened.")

Id = Annotated[str, typer.Argument(help="The run.")]
Stay = Annotated[bool, typer.Option("--follow/--detach", help="Stay until it ended or waits for you.")]

Body = Callable[[], dict[str, Any] | None]

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


@app.callback()
def default(context: typer.Context, json: Json = False) -> None:
    """See what is happening and what happened."""
    if context.invoked_subcommand is None:
        _list({}, 20, json)


@app.command("list")
def list_(
    status: Annotated[RunStatus | None, typer.Option(help="Only those that stand like this.")] = None,
    kind: Annotated[RunKind | None, typer.Option(help="Only those of this kind.")] = None,
    workflow: Annotated[str | None, typer.Option(help="Only runs of this workflow.")] = None,
    limit: Limit = 20,
    json: Json = False,
) -> None:
    """List runs, the latest first."""
    _list({"status": status, "kind": kind, "workflow": workflow}, limit, json)


@app.command()
def show(id: Id, json: Json = False) -> None:
    """Tell a run from its beginning, and how each of its steps stands."""

    async def showing(client: Client, console: Console) -> None:
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

    perform(showing, as_json=json)


@app.command()
def follow(id: Id, json: Json = False) -> None:
    """Stay with a run until it ended or waits for you."""
    perform(lambda client, console: _stay_with(client, console, id, "0"), as_json=json)


@app.command()
def cancel(id: Id, json: Json = False) -> None:
    """Stop a run and everything below it."""
    _act(id, "cancel", json)


@app.command()
def pause(id: Id, json: Json = False) -> None:
    """Let the steps under way end, and begin nothing more."""
    _act(id, "pause", json)


@app.command()
def resume(id: Id, wait: Stay = True, json: Json = False) -> None:
    """Let a paused run go on."""
    _act(id, "resume", json, wait=wait)


@app.command()
def retry(id: Id, wait: Stay = True, json: Json = False) -> None:
    """Try again what a run did not finish; what it finished is taken over."""
    _act(id, "retry", json, wait=wait)


@app.command()
def rerun(id: Id, wait: Stay = True, json: Json = False) -> None:
    """Do all of a run again."""
    _act(id, "rerun", json, wait=wait)


@app.command()
def fork(
    id: Id,
    step: Annotated[str, typer.Argument(help="The step the new run begins at.")],
    state: Annotated[str | None, typer.Option(help="Shared keys to set, as a JSON object.")] = None,
    wait: Stay = True,
    json: Json = False,
) -> None:
    """Begin a new run at a step of this one; what does not come after that step is taken over."""
    _act(id, "fork", json, wait=wait, body=lambda: {"step": step, "state": _object(state)})


def _act(id: str, verb: str, as_json: bool, *, wait: bool = False, body: Body = lambda: None) -> None:
    async def acting(client: Client, console: Console) -> int | None:
        run: Run = await client.post(f"/v1/runs/{id}/{verb}", None, body())
        if wait:
            return await _stay_with(client, console, run["id"], "0")
        console.result(run)
        console.say(f"{run['id']} is {run['status']}.")
        return None

    perform(acting, as_json=as_json)


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
        why = f": {step['error']['message']}" if step["error"] is not None else ""
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


def _list(where: dict[str, str | None], limit: int, as_json: bool) -> None:
    async def listing(client: Client, console: Console) -> None:
        page: Page[Run] = await client.get("/v1/runs", **where, limit=limit)
        console.result(page["items"])
        rows = [
            [r["id"], r["kind"], r["status"], r["started_at"][:16].replace("T", " "), r["title"][:60]]
            for r in page["items"]
        ]
        console.table(["ID", "KIND", "STATUS", "STARTED", "WHAT"], rows, empty="Nothing has happened yet.")

    perform(listing, as_json=as_json)
