"""`aule capabilities`: what the system can do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, cast

from aule.terminal.client import Client
from aule.terminal.commands import Argument, command
from aule.terminal.console import Console
from aule.terminal.language import locale

if TYPE_CHECKING:
    from aule.terminal.answers import Capability, Page


@command()
async def capabilities(
    client: Client,
    console: Console,
    name: Annotated[str | None, Argument("Tell all about this one.")] = None,
) -> None:
    """List what agents and you can call, or tell all about one capability."""
    if name is not None:
        found: Capability = await client.get(f"/v1/capabilities/{name}")
        console.result(found)
        describe(console, found)
        runtime = await client.get(f"/v1/capabilities/{name}/runtime", locale=locale())
        console.say(f"  {runtime['runtime']}: {runtime['reason']}", "dim")
        return
    known = await all_capabilities(client)
    console.result(known)
    rows = [[c["name"], c["effect"], c["runtime"], c["title"]] for c in known]
    console.table(["NAME", "EFFECT", "RUNS", "WHAT"], rows, empty="There are no capabilities.")


async def all_capabilities(client: Client) -> list[Capability]:
    """Every capability there is, by name."""
    page: Page[Capability] = await client.get("/v1/capabilities", limit=200)
    return sorted(page["items"], key=lambda capability: capability["name"])


def describe(console: Console, capability: Capability) -> None:
    """A capability with its parameters, as help."""
    console.say(f"{capability['name']}  [{capability['effect']}]", "bold")
    console.say(capability["description"])
    properties = cast("dict[str, dict[str, Any]]", capability["params"].get("properties", {}))
    if properties:
        console.say()
    required = capability["params"].get("required", [])
    for name, schema in properties.items():
        kind = schema.get("type", "any")
        need = "required" if name in required else f"default {schema.get('default')!r}"
        console.say(f"  {name}=…  {kind}, {need}  {schema.get('description', '')}".rstrip())
    console.say()
    console.say(f"  aule call {capability['name']}" + "".join(f" {name}=…" for name in required), "dim")
