"""`aule plugins`: programs in WebAssembly that people add."""

from __future__ import annotations

from contextlib import aclosing
from pathlib import Path
from typing import Annotated, Any

from aule.contracts.errors import Invalid
from aule.sdk.terminal import (
    Argument,
    Client,
    CommandGroup,
    Console,
    Option,
    TerminalMessages,
    Yes,
    act,
    locale,
    look,
    one_line,
    upload,
)

commands = CommandGroup(
    "plugins",
    help="Add programs in WebAssembly, see what each may reach, approve, disable and remove them.",
    capabilities="plugins",
)
say = TerminalMessages("aule.apps.plugins.terminal").say

Name = Annotated[str, Argument("The plugin, by its name.")]


@commands.default
@commands.command("list")
async def list_(client: Client, console: Console) -> None:
    """List the plugins, those that nobody approved yet as well."""
    found = await client.get("/v1/plugins", locale=locale())
    console.result(found)
    rows = [
        (
            each["name"],
            each["version"],
            say(each["state"]),
            _reach(each),
            one_line(each["title"] or each["problem"] or ""),
        )
        for each in found["items"]
    ]
    heads = (say("name"), say("version"), say("state"), say("reach"), say("title"))
    console.table(heads, rows, empty=say("none"))
    for name in found["not_plugins"]:
        console.say(say("not_plugin", name=one_line(name)), "dim")


@commands.command()
async def show(client: Client, console: Console, name: Name) -> None:
    """Show a plugin: its state, what it may reach, its limits and its hash."""
    found = await client.get(f"/v1/plugins/{name}", locale=locale())
    console.result(found)
    console.say(f"{found['name']}  {found['version']}  {say(found['state'])}", "bold")
    console.say(one_line(found["description"]))
    for each in found["capabilities"]:
        console.say(f"  {each}")
    limits = found["limits"]
    console.say(f"{say('reach')}: {_reach(found)}")
    console.say(say("limits", seconds=limits["seconds"], memory=limits["memory_mb"], output=limits["output_kb"]))
    console.say(found["hash"], "dim")
    if found["problem"]:
        console.say(one_line(found["problem"]))


@commands.command()
async def add(
    client: Client,
    console: Console,
    path: Annotated[Path, Argument("A folder with plugin.toml and the module, or a zip or tar of it.")],
    yes: Yes = False,
) -> None:
    """Show what a plugin does and may reach, and take it into use exactly so."""
    if path.is_dir():
        params: dict[str, Any] = {"folder": str(path.absolute())}
    elif path.is_file():
        params = {"artifact": (await upload(client, path))["id"]}
    else:
        raise Invalid(say("no_file", path=str(path)), field="path")
    shown = await look(client, "plugins.add", params)
    called = await act(client, console, "plugins.add", params, shown, yes=yes)
    _tell_state(console, called["result"]["data"])


@commands.command()
async def enable(client: Client, console: Console, name: Name, yes: Yes = False) -> None:
    """Take a plugin into use; a new or changed one is shown first, and approved exactly so."""
    found = await client.get(f"/v1/plugins/{name}", locale=locale())
    if found["state"] == "disabled":
        _tell_state(console, await client.post(f"/v1/plugins/{name}/enable", None, {}, locale=locale()))
        return
    params = {"name": name}
    shown = await look(client, "plugins.approve_plugin", params)
    called = await act(client, console, "plugins.approve_plugin", params, shown, yes=yes)
    _tell_state(console, called["result"]["data"])


@commands.command()
async def disable(client: Client, console: Console, name: Name) -> None:
    """Take a plugin out of use; its running calls end."""
    _tell_state(console, await client.post(f"/v1/plugins/{name}/disable", None, {}, locale=locale()))


@commands.command()
async def reload(client: Client, console: Console, name: Name) -> None:
    """Look at the folder of a plugin anew; one that changed asks to be approved."""
    _tell_state(console, await client.post(f"/v1/plugins/{name}/reload", None, {}, locale=locale()))


@commands.command()
async def remove(client: Client, console: Console, name: Name, yes: Yes = False) -> None:
    """Remove a plugin with its folder and what it keeps."""
    params = {"name": name}
    shown = await look(client, "plugins.remove_plugin", params)
    called = await act(client, console, "plugins.remove_plugin", params, shown, yes=yes)
    console.result(called["result"]["data"])
    console.say(say("gone", name=name))


@commands.command()
async def export(
    client: Client,
    console: Console,
    tool: Annotated[str, Argument("A tool made here: tool.NAME, or its name.")],
    to: Annotated[Path, Option("--to", help="The folder in which NAME.plugin.zip is written.")] = Path(),
) -> None:
    """Build a plugin of a tool made here, and write it as a zip; the compiler takes some seconds."""
    body = {"params": {"tool": tool.removeprefix("tool.")}, "locale": locale()}
    called = await client.post("/v1/capabilities/plugins.export_tool/call", None, body)
    made = called["result"]["data"]
    target = to.expanduser() / made["filename"]
    try:
        with target.open("xb") as file:
            async with aclosing(client.download(f"/v1/artifacts/{made['artifact']}/content")) as pieces:
                async for piece in pieces:
                    file.write(piece)
    except OSError as error:
        save = say("export_save", artifact=made["artifact"])
        raise Invalid(say("not_written", path=str(target), why=str(error)), field="to", hint=save) from None
    console.result({**made, "file": str(target)})
    console.say(made["message"])


@commands.command()
async def log(client: Client, console: Console, name: Name) -> None:
    """Show what a plugin wrote to its log, and why calls of it failed."""
    found = await client.get(f"/v1/plugins/{name}/log")
    console.result(found)
    for each in found["lines"]:
        console.say(f"{each['at'][11:19]}  {each['level']:7}  {one_line(each['message'])}")
    if not found["lines"]:
        console.say(say("empty_log"), "dim")


def _tell_state(console: Console, found: dict[str, Any]) -> None:
    console.result(found)
    console.say(say("stands", name=found["name"], state=say(found["state"])))


def _reach(found: dict[str, Any]) -> str:
    names = [*found["domains"], *found["secrets"], *(["kv"] if found["kv"] else [])]
    return ", ".join(names) if names else say("nothing")
