"""`aule tools`: make tools that run in a sandbox."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from aule.contracts.errors import Invalid
from aule.sdk.terminal import Argument, Client, CommandGroup, Console, Option, TerminalMessages, locale, one_line

commands = CommandGroup(
    "tools",
    help="Make tools that run in a sandbox: draft, test, keep, compare, roll back, revoke.",
    capabilities="forge",
)
say = TerminalMessages("aule.apps.forge.terminal").say

Name = Annotated[str, Argument("The tool, by its name.")]
Project = Annotated[str | None, Option("--project", help="The project it belongs to; none: every project.")]


@commands.default
@commands.command("list")
async def list_(client: Client, console: Console) -> None:
    """List the tools made here."""
    found = await client.get("/v1/tools", locale=locale())
    console.result(found)
    rows = [
        (
            each["capability"],
            f"v{each['version']}",
            say(each["status"]),
            f"{each['tests'] - each['failing']}/{each['tests']}",
            one_line(each["title"]),
        )
        for each in found["items"]
    ]
    console.table((say("name"), say("version"), say("status"), say("tests"), say("title")), rows, empty=say("none"))


@commands.command()
async def show(client: Client, console: Console, name: Name) -> None:
    """Show a tool: its source, and what came of its tests."""
    found = await client.get(f"/v1/tools/{name}")
    console.result(found)
    console.say(f"tool.{found['name']}  v{found['version']}  {say(found['status'])}", "bold")
    console.say(one_line(found["description"]["pt" if locale().startswith("pt") else "en"]))
    _tell_tests(console, found["results"])
    console.document(found["source"])


@commands.command()
async def make(
    client: Client,
    console: Console,
    request: Annotated[str, Argument("What it should do, in a sentence.")],
    keep: Annotated[bool, Option("--keep", help="Keep it if every test passes.")] = False,
    runtime: Annotated[
        Literal["interpreter", "wasm_python", "native"],
        Option("--runtime", help="What a model writes it for: small Python, or full Python in WebAssembly or the box."),
    ] = "interpreter",
    project: Project = None,
) -> None:
    """Draft a tool from a sentence, by a template or a model, and test it; --keep keeps it."""
    body = {"request": request, "runtime": runtime, "project": project, "locale": locale()}
    drafted = await client.post("/v1/tools/draft", None, body)
    if keep and drafted["ok"]:
        kept = await client.post(
            "/v1/tools", None, {"name": drafted["name"], "tool": drafted["tool"], "project": project}
        )
        console.result(kept)
        _tell_tests(console, kept["results"])
        _tell_kept(console, kept)
        return
    console.result(drafted)
    console.document(drafted["tool"]["source"])
    _tell_tests(console, drafted["results"])
    console.say(say("not_kept"))


@commands.command()
async def versions(client: Client, console: Console, name: Name) -> None:
    """List the versions of a tool."""
    found = await client.get(f"/v1/tools/{name}/versions")
    console.result(found)
    language = "pt" if locale().startswith("pt") else "en"
    rows = [(f"v{each['version']}", each["updated_at"], one_line(each["title"][language])) for each in found["items"]]
    console.table((say("version"), "", say("title")), rows, empty=say("none"))


@commands.command()
async def diff(
    client: Client,
    console: Console,
    name: Name,
    before: Annotated[int, Argument("The earlier version.")],
    after: Annotated[int, Argument("The later version.")],
) -> None:
    """Show what two versions of a tool have different."""
    found = await client.get(f"/v1/tools/{name}/versions/{before}/diff/{after}", locale=locale())
    console.result(found)
    for each in found["files"]:
        console.document(each["diff"])


@commands.command()
async def restore(
    client: Client, console: Console, name: Name, version: Annotated[int, Argument("The version to go back to.")]
) -> None:
    """Roll a tool back to an earlier version; its tests run again."""
    kept = await client.post(f"/v1/tools/{name}/versions/{version}/restore", None, {})
    console.result(kept)
    _tell_kept(console, kept)


@commands.command()
async def revoke(client: Client, console: Console, name: Name) -> None:
    """Take a tool out of use; running calls end."""
    gone = await client.delete(f"/v1/tools/{name}")
    console.result(gone)
    console.say(say("gone", name=gone["name"], change=gone["change"]))
    if gone["workflows"]:
        console.say(say("users", names=", ".join(map(one_line, gone["workflows"]))))


@commands.command()
async def export(
    client: Client, console: Console, name: Name, to: Annotated[str | None, Option("--to", help="The file.")] = None
) -> None:
    """Write a tool to one file."""
    found = await client.get(f"/v1/tools/{name}/export")
    console.result(found)
    if to is None:
        console.document(found["content"])
        return
    _write(to, found["content"])
    console.say(say("written", path=to))


@commands.command("import")
async def import_(
    client: Client, console: Console, file: Annotated[str, Argument("A tool file.")], project: Project = None
) -> None:
    """Bring a tool in from a file; its tests run here first."""
    content = _read(file)
    kept = await client.post("/v1/tools/import", None, {"content": content, "project": project})
    console.result(kept)
    _tell_tests(console, kept["results"])
    _tell_kept(console, kept)


def _read(file: str) -> str:
    try:
        return Path(file).read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise Invalid(f"{file!r} cannot be read: {error}", hint="Name a tool file.") from None


def _write(file: str, content: str) -> None:
    try:
        Path(file).write_text(content, "utf-8")
    except OSError as error:
        raise Invalid(f"{file!r} cannot be written: {error.strerror}", hint="Name another file.") from None


def _tell_tests(console: Console, results: list[dict[str, Any]]) -> None:
    for each in results:
        mark, style = ("✓", "green") if each["ok"] else ("✗", "red")
        console.say(f"{mark} {one_line(each['title'])} → {one_line(each['got'])}", style)


def _tell_kept(console: Console, kept: dict[str, Any]) -> None:
    console.say(say("kept", name=f"tool.{kept['name']}", version=kept["version"], status=say(kept["status"])))
