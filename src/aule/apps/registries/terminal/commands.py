"""`aule registries`: which package registries commands of a project may reach."""

from __future__ import annotations

from typing import Annotated, Any

from aule.sdk.terminal import (
    Argument,
    Client,
    CommandGroup,
    Console,
    Option,
    TerminalMessages,
    Yes,
    act,
    look,
    one_line,
)

commands = CommandGroup(
    "registries",
    help="Let commands of a project reach package registries, and take that back.",
    capabilities="registries",
)
say = TerminalMessages("aule.apps.registries.terminal").say

Project = Annotated[str | None, Option("--project", help="The project; none: the one of the workspace.")]
Ids = Annotated[list[str], Argument("The registries, by their ids.")]


@commands.default
@commands.command("list")
async def list_(client: Client, console: Console, project: Project = None) -> None:
    """List the package registries there are, and which of them commands of a project may reach."""
    _tell(console, await client.get("/v1/registries", project=project))


@commands.command()
async def allow(client: Client, console: Console, registries: Ids, project: Project = None) -> None:
    """Let commands of a project reach registries from now on."""
    body = {"registries": registries, "project": project}
    _tell(console, await client.post("/v1/registries/allow", None, body))


@commands.command()
async def revoke(
    client: Client, console: Console, registry: Annotated[str, Argument("The registry.")], project: Project = None
) -> None:
    """Let commands of a project reach a registry no longer; connections that are open end at once."""
    wanted = "" if project is None else f"?project={project}"
    _tell(console, await client.post(f"/v1/registries/{registry}/revoke{wanted}", None, {}))


@commands.command()
async def run(
    client: Client,
    console: Console,
    command: Annotated[str, Argument("A command line, such as 'npm install'.")],
    registries: Annotated[
        list[str] | None, Option("--registry", help="A registry it needs; else by its programs.")
    ] = None,
    yes: Yes = False,
) -> None:
    """Run a command that installs packages: see what it reaches, and what it printed and did."""
    params: dict[str, Any] = {"command": command, "registries": registries or []}
    shown = await look(client, "registries.run_command", params)
    called = await act(client, console, "registries.run_command", params, shown, yes=yes)
    console.result(called)
    data: dict[str, Any] = called["result"]["data"] or {}
    for stream in ("stdout", "stderr"):
        console.document(str(data.get(stream, "")))
    reached: list[dict[str, Any]] = data.get("connections", [])
    for each in reached:
        sizes = f"{each['up']} B up, {each['down']} B down"
        console.say(f"{one_line(each['host'])}  {each['end']}  {sizes}  {one_line(each['why'])}", "dim")


def _tell(console: Console, found: Any) -> None:
    console.result(found)
    rows = [
        (
            each["id"],
            one_line(each["title"]),
            say("yes" if each["is_allowed"] else "no"),
            one_line(", ".join(each["hosts"])),
        )
        for each in found["items"]
    ]
    console.table((say("id"), say("title"), say("allowed"), say("servers")), rows, empty=say("none"))
