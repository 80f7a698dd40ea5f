"""`aule agents`: list agents, bring them from files and write them to files, and go back to a version."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from aule.contracts.errors import Invalid
from aule.sdk.terminal import Argument, Client, CommandGroup, Console, Option, locale, one_line

commands = CommandGroup(
    "agents",
    help="List the agents you made, bring them from files, write them to files, and go back to a version.",
    capabilities="studio",
)
FORMATS = ("markdown", "agents_md", "skill_md", "agent_spec")
LARGEST = 400_000
AgentName = Annotated[str, Argument("The agent, by id.")]


@commands.command("list")
async def show(client: Client, console: Console) -> None:
    """List the agents that can be asked."""
    page = await client.get("/v1/agents")
    console.result(page)
    for each in page["items"]:
        rules = len(each["guidelines"]) + len(each["interrupts"])
        console.say(one_line(f"{each['id']:24} {each['name']}  {f'({rules})' if rules else ''}  {each['description']}"))


@commands.command("import")
async def bring(
    client: Client,
    console: Console,
    file: Annotated[Path, Argument("A Markdown file, AGENTS.md, SKILL.md, or Open Agent Spec as YAML or JSON.")],
    draft: Annotated[bool, Option("--draft", help="Only tell what it would become.")] = False,
) -> None:
    """Make an agent of a file. Nothing in it is run, and it gets no right to act without asking."""
    try:
        content = file.read_bytes()[: LARGEST + 1].decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise Invalid(f"{str(file)!r} cannot be read: {error}.", field="file") from None
    body = {"content": content, "filename": file.name, "is_draft": draft}
    answer = await client.post("/v1/agents/import", None, body, locale=locale())
    console.result(answer)
    console.say(f"{answer['agent']['id']}  {answer['agent']['name']}")
    for note in answer["notes"]:
        console.say(f"- {note}", "dim")


@commands.command()
async def export(
    client: Client,
    console: Console,
    agent: AgentName,
    format: Annotated[str, Option("--format", "-f", help="markdown, agents_md, skill_md or agent_spec.")] = "markdown",
) -> None:
    """Write an agent as a file, to standard output."""
    if format not in FORMATS:
        raise Invalid(f"There is no format {format!r}.", field="format", candidates=list(FORMATS))
    answer = await client.get(f"/v1/agents/{agent}/export", format=format, locale=locale())
    console.result(answer)
    console.document(answer["content"])
    for note in answer["notes"]:
        console.say(f"- {note}", "dim")


@commands.command("flow")
async def show_flow(
    client: Client,
    console: Console,
    agent: AgentName,
    workflow: Annotated[str, Option("--from", help="A workflow whose steps the agent answers by from now on.")] = "",
    remove: Annotated[bool, Option("--remove", help="Let the agent answer by its model again.")] = False,
) -> None:
    """Show the flow an agent answers by, take it from a workflow, or remove it."""
    if workflow and remove:
        raise Invalid("A flow is taken or removed, not both.", field="remove")
    answer = await client.get(f"/v1/agents/{agent}")
    if workflow or remove:
        graph = (await client.get(f"/v1/workflows/{workflow}"))["graph"] if workflow else None
        version = f'"v{answer["version"]}"'
        answer = await client.patch(f"/v1/agents/{agent}", None, {"flow_graph": graph}, version=version)
    console.result(answer)
    flow: dict[str, Any] = answer["flow_graph"] or {"nodes": []}
    for step in flow["nodes"]:
        console.say(one_line(f"{step['id']:24} {step['kind']:10} {step['title']}"))


@commands.command()
async def versions(client: Client, console: Console, agent: AgentName) -> None:
    """List the versions of an agent."""
    answer = await client.get(f"/v1/agents/{agent}/versions")
    console.result(answer)
    for each in answer["items"]:
        console.say(f"{'*' if each['is_current'] else ' '} v{each['version']}  {each['at']}  {each['by']['id']}")


@commands.command()
async def restore(
    client: Client, console: Console, agent: AgentName, version: Annotated[int, Argument("The version, as a number.")]
) -> None:
    """Make an agent what it was in a version."""
    answer = await client.post(f"/v1/agents/{agent}/versions/{version}/restore", None, {})
    console.result(answer)
    console.say(f"{agent} v{answer['version']}")
