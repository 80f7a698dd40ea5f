"""`aule approvals`: what waits for a person, and deciding it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from aule.cli.command import Json, Limit, perform
from aule.contracts.errors import Invalid
from aule.contracts.kinds import ApprovalStatus
from aule.terminal.changes import how_in_words, named_options, show_approval
from aule.terminal.client import Client
from aule.terminal.console import Console
from aule.terminal.follow import choice_of, conclusion, decide, stay
from aule.terminal.interrupts import interruptible

if TYPE_CHECKING:
    from aule.terminal.answers import Approval, Page

app = typer.Typer(invoke_without_command=True, help="See what waits for you, and decide it.")


@app.callback()
def default(context: typer.Context, json: Json = False) -> None:
    """See what waits for you, and decide it."""
    if context.invoked_subcommand is None:
        _list("pending", 50, json)


@app.command("list")
def list_(
    status: Annotated[ApprovalStatus, typer.Option(help="Only those that stand like this.")] = ApprovalStatus.PENDING,
    limit: Limit = 50,
    json: Json = False,
) -> None:
    """List approvals, those that wait first."""
    _list(status, limit, json)


@app.command()
def show(id: Annotated[str, typer.Argument(help="The approval.")], json: Json = False) -> None:
    """Show one approval whole, with exactly what would happen."""

    async def showing(client: Client, console: Console) -> None:
        approval: Approval = await client.get(f"/v1/approvals/{id}")
        console.result(approval)
        show_approval(console, approval)
        console.say(f"{approval['status']}; options: {named_options(approval)}", "dim")
        if approval["status"] == ApprovalStatus.PENDING and (told := how_in_words(approval)):
            console.say(told, "dim")

    perform(showing, as_json=json)


@app.command("decide")
def decide_(
    id: Annotated[str, typer.Argument(help="The approval.")],
    option: Annotated[str, typer.Argument(help="approve, deny, or an option of the question.")],
    answer: Annotated[list[str] | None, typer.Argument(help="Words that go with the answer.")] = None,
    json: Json = False,
) -> None:
    """Decide, and stay until what it lets go on has ended or waits again."""

    async def deciding(client: Client, console: Console) -> int | None:
        approval: Approval = await client.get(f"/v1/approvals/{id}")
        chosen = _chosen(approval, option, " ".join(answer or []))
        since = (await client.get("/v1/home"))["cursor"]
        decided = await decide(client, approval, *chosen)
        if decided["run"] is None:
            console.result(decided)
            return None
        story = await interruptible(
            stay(client, console, run=decided["run"], since=since, session=decided["session_id"])
        )
        return conclusion(console, story, approval=decided)

    perform(deciding, as_json=json)


def _chosen(approval: Approval, option: str, answer: str) -> tuple[str, str | None]:
    if option in {known["id"] for known in approval["options"]}:
        return option, answer or None
    chosen = choice_of(approval, f"{option} {answer}".strip())
    if chosen is None:
        options = [known["id"] for known in approval["options"]]
        raise Invalid(f"{option!r} is no option of {approval['id']!r}.", hint="Choose one.", candidates=options)
    return chosen


def _list(status: str, limit: int, as_json: bool) -> None:
    async def listing(client: Client, console: Console) -> None:
        page: Page[Approval] = await client.get("/v1/approvals", status=status, limit=limit)
        console.result(page["items"])
        rows = [
            [a["id"], a["kind"], a["risk"], a["created_at"][:16].replace("T", " "), a["title"]] for a in page["items"]
        ]
        console.table(["ID", "KIND", "RISK", "SINCE", "WHAT"], rows, empty="Nothing waits for you.")

    perform(listing, as_json=as_json)
