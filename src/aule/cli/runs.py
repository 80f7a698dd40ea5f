"""`aule runs`: what is happening and what happened."""

from __future__ import annotations

from typing import Annotated

import typer

from aule.cli.client import Client
from aule.cli.command import Json, Limit, perform
from aule.cli.console import Console
from aule.cli.narration import Narrator
from aule.contracts.run import Run, RunStatus
from aule.contracts.views import Page, RunDetail

app = typer.Typer(invoke_without_command=True, help="See what is happening and what happened.")


@app.callback()
def default(context: typer.Context, json: Json = False) -> None:
    """See what is happening and what happened."""
    if context.invoked_subcommand is None:
        _list(None, 20, json)


@app.command("list")
def list_(
    status: Annotated[RunStatus | None, typer.Option(help="Only those that stand like this.")] = None,
    limit: Limit = 20,
    json: Json = False,
) -> None:
    """List runs, the latest first."""
    _list(status, limit, json)


@app.command()
def show(id: Annotated[str, typer.Argument(help="The run.")], json: Json = False) -> None:
    """Tell a run from its beginning."""

    async def showing(client: Client, console: Console) -> None:
        detail = await client.get(f"/v1/runs/{id}", RunDetail)
        console.result(detail)
        narrator = Narrator(console, id)
        for event in detail.events:
            narrator.tell(event)
        console.say(
            f"{detail.run.id} is {detail.run.status}; {'can' if detail.undoable else 'cannot'} be undone.", "dim"
        )

    perform(showing, as_json=json)


@app.command()
def cancel(id: Annotated[str, typer.Argument(help="The run.")], json: Json = False) -> None:
    """Stop a run."""

    async def cancelling(client: Client, console: Console) -> None:
        run = await client.post(f"/v1/runs/{id}/cancel", Run)
        console.result(run)
        console.say(f"{run.id} is {run.status}.")

    perform(cancelling, as_json=json)


def _list(status: str | None, limit: int, as_json: bool) -> None:
    async def listing(client: Client, console: Console) -> None:
        page = await client.get("/v1/runs", Page[Run], status=status, limit=limit)
        console.result(page.items)
        rows = [[r.id, r.kind, r.status, r.started_at[:16].replace("T", " "), r.title[:60]] for r in page.items]
        console.table(["ID", "KIND", "STATUS", "STARTED", "WHAT"], rows, empty="Nothing has happened yet.")

    perform(listing, as_json=as_json)
