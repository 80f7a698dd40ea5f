"""`aule teams`: look at teams, and ask them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from aule.contracts.errors import Cancelled, Invalid, TimedOut
from aule.sdk.terminal import (
    Argument,
    Client,
    CommandGroup,
    Console,
    Option,
    Words,
    conclusion,
    interruptible,
    locale_of,
    one_line,
    stay,
    stop,
)

if TYPE_CHECKING:
    from aule.sdk.terminal import Asked

commands = CommandGroup("teams", help="Look at teams of agents, and ask them.", capabilities="teams")


@commands.command("list")
async def list_(client: Client, console: Console) -> None:
    """List the teams, with their members."""
    page = await client.get("/v1/agent-teams")
    console.result(page)
    rows = [
        (each["id"], one_line(each["name"]), each["router"], ", ".join(one["agent"] for one in each["agents"]))
        for each in page["items"]
    ]
    console.table(("Id", "Name", "Router", "Members"), rows, empty="There are no teams yet.")


@commands.command()
async def show(client: Client, console: Console, team: Annotated[str, Argument("The team, by its id.")]) -> None:
    """Show one team: its members, and who hands over to whom."""
    found = await client.get(f"/v1/agent-teams/{team}")
    console.result(found)
    console.say(f"{one_line(found['name'])}  {found['id']}  v{found['version']}  {found['router']}")
    for each in found["agents"]:
        console.say(f"  {each['agent']}  {one_line(each['role'])}  {', '.join(each['skills'])}".rstrip())
    for each in found["handoff_rules"]:
        why = f"  {one_line(each['condition'])}" if each["condition"] else ""
        console.say(f"  {each['from_agent']} → {each['to_agent']}  ({each['strategy']}){why}")


@commands.command()
async def figures(client: Client, console: Console, team: Annotated[str, Argument("The team, by its id.")]) -> None:
    """Show what came of each member's work, by kind of request."""
    found = await client.get(f"/v1/agent-teams/{team}/figures")
    console.result(found)
    rows = [
        (
            one_line(each["kind"]) or "-",
            each["agent"],
            f"{each['well']}/{each['asks']}",
            str(each["failed"]),
            str(each["handed"]),
            "-" if each["score"] is None else f"{each['score']:g}",
            str(each["tokens"]),
            f"{each['cost']:.4f}",
            f"{each['ms'] / 1000:.1f} s",
        )
        for each in found["items"]
    ]
    names = ("Kind", "Member", "Answered well", "Failed", "Handed over", "Review", "Tokens", "Cost", "Mean time")
    console.table(names, rows, empty="Nothing was measured yet.")


@commands.command()
async def forget(
    client: Client,
    console: Console,
    team: Annotated[str, Argument("The team, by its id.")],
    agent: Annotated[str | None, Option(help="Only figures of this member.")] = None,
    kind: Annotated[str | None, Option(help="Only figures of requests about this skill.")] = None,
) -> None:
    """Forget figures of a team; undo the run to have them back."""
    done = await client.delete(f"/v1/agent-teams/{team}/figures", agent=agent, kind=kind)
    console.result(done)
    console.say(f"Forgotten; `aule undo {done['change']}` takes it back.", "dim")


@commands.command()
async def ask(
    client: Client,
    console: Console,
    team: Annotated[str, Argument("The team, by its id.")],
    words: Annotated[str, Words("What to ask; without words, standard input.")],
    conversation: Annotated[str | None, Option(help="Go on in this conversation.")] = None,
    project: Annotated[str | None, Option(help="Work in this project.")] = None,
) -> int:
    """Ask a team and watch it work: who speaks, why, and what is handed over."""
    if not words.strip():
        raise Invalid("There is nothing to ask.", hint='For example: aule teams ask writers "a short poem"')
    request: dict[str, Any] = {"message": words.strip(), "team": team, "wait": False, "locale": locale_of(words)}
    more = {"conversation_id": conversation, "project": project}
    request |= {name: value for name, value in more.items() if value is not None}
    asked: Asked = await client.post("/v1/agent/chat", None, request)
    following = stay(client, console, run=asked["run"], since=asked["cursor"], session=asked["conversation_id"])
    try:
        story = await interruptible(following)
    except (Cancelled, TimedOut):
        await stop(client, asked["run"])
        raise
    return conclusion(console, story, conversation_id=asked["conversation_id"])
