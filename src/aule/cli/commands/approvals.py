"""`aule approvals`: what waits for a person, and deciding it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from aule.contracts.errors import Invalid
from aule.contracts.kinds import ApprovalStatus
from aule.terminal.changes import how_in_words, named_options, show_approval
from aule.terminal.client import Client
from aule.terminal.commands import Argument, CommandGroup, Limit, Option
from aule.terminal.console import Console
from aule.terminal.follow import choice_of, conclusion, decide, stay
from aule.terminal.interrupts import interruptible

if TYPE_CHECKING:
    from aule.terminal.answers import Approval, Page

commands = CommandGroup("approvals", help="See what waits for you, and decide it.")


@commands.default
@commands.command("list")
async def list_(
    client: Client,
    console: Console,
    status: Annotated[ApprovalStatus, Option(help="Only those that stand like this.")] = ApprovalStatus.PENDING,
    limit: Limit = 50,
) -> None:
    """List approvals, those that wait first."""
    page: Page[Approval] = await client.get("/v1/approvals", status=status, limit=limit)
    console.result(page["items"])
    rows = [[a["id"], a["kind"], a["risk"], a["created_at"][:16].replace("T", " "), a["title"]] for a in page["items"]]
    console.table(["ID", "KIND", "RISK", "SINCE", "WHAT"], rows, empty="Nothing waits for you.")


@commands.command()
async def show(client: Client, console: Console, id: Annotated[str, Argument("The approval.")]) -> None:
    """Show one approval whole, with exactly what would happen."""
    approval: Approval = await client.get(f"/v1/approvals/{id}")
    console.result(approval)
    show_approval(console, approval)
    console.say(f"{approval['status']}; options: {named_options(approval)}", "dim")
    if approval["status"] == ApprovalStatus.PENDING and (told := how_in_words(approval)):
        console.say(told, "dim")


@commands.command("decide")
async def decide_(
    client: Client,
    console: Console,
    id: Annotated[str, Argument("The approval.")],
    option: Annotated[str, Argument("approve, deny, or an option of the question.")],
    answer: Annotated[list[str] | None, Argument("Words that go with the answer.")] = None,
) -> int | None:
    """Decide, and stay until what it lets go on has ended or waits again."""
    approval: Approval = await client.get(f"/v1/approvals/{id}")
    chosen = _chosen(approval, option, " ".join(answer or []))
    since = (await client.get("/v1/home"))["cursor"]
    decided = await decide(client, approval, *chosen)
    if decided["run"] is None:
        console.result(decided)
        return None
    story = await interruptible(stay(client, console, run=decided["run"], since=since, session=decided["session_id"]))
    return conclusion(console, story, approval=decided)


def _chosen(approval: Approval, option: str, answer: str) -> tuple[str, str | None]:
    if option in {known["id"] for known in approval["options"]}:
        return option, answer or None
    chosen = choice_of(approval, f"{option} {answer}".strip())
    if chosen is None:
        options = [known["id"] for known in approval["options"]]
        raise Invalid(f"{option!r} is no option of {approval['id']!r}.", hint="Choose one.", candidates=options)
    return chosen
