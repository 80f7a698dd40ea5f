"""`aule skills`: look at skills, accept and remove them, check folders, and make skills of tools and workflows."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Annotated, Any

from aule.contracts.errors import Conflict, Invalid
from aule.sdk.terminal import (
    Argument,
    Client,
    CommandGroup,
    Console,
    ExitCode,
    Option,
    TerminalMessages,
    Yes,
    confirm,
    locale,
    one_line,
    tell,
)

commands = CommandGroup(
    "skills",
    help="Give agents skills: folders with a SKILL.md, accepted by you and by their content.",
    capabilities="skills",
)
say = TerminalMessages("aule.apps.skills.terminal").say

Named = Annotated[str, Argument("The skill, by its id.")]
Source = Annotated[str, Argument("A folder with a SKILL.md, or a zip of one.")]
Project = Annotated[str | None, Option("--project", help="The project whose folders are looked at.")]


@commands.default
@commands.command("list")
async def list_(client: Client, console: Console, project: Project = None) -> None:
    """List accepted skills, and folders of skills that wait for you."""
    found = await client.get("/v1/skills", project=project, locale=locale())
    console.result(found)
    rows = [
        (
            each["id"],
            say("changed" if each["changed"] else "accepted"),
            each["source"],
            one_line(each["description"])[:80],
        )
        for each in found["items"]
    ]
    rows += [
        (each["header"]["name"] or "?", say(each["state"]), each["found"], one_line(each["header"]["description"])[:80])
        for each in found["found"]
    ]
    console.table((say("id"), say("state"), say("source"), say("description")), rows, empty=say("none"))
    for note in found["notes"]:
        console.say(f"  {one_line(note)}", "dim")


@commands.command()
async def show(
    client: Client,
    console: Console,
    skill: Named,
    file: Annotated[str | None, Option("--file", help="One of its files instead.")] = None,
) -> None:
    """Show the words of an accepted skill, and its files."""
    if file is not None:
        text = await client.get(f"/v1/skills/{skill}/file", path=file)
        console.result(text)
        console.document(text["text"])
        return
    found = await client.get(f"/v1/skills/{skill}")
    console.result(found)
    console.say(f"{found['capability']}  {found['source']}", "bold")
    console.say(one_line(found["description"]))
    allows = found["allows"]
    console.say(say("allows_all") if allows is None else say("allows", names=", ".join(allows)))
    for each in found["skill"]["files"]:
        console.say(f"  {each['path']}  {each['size']}", "dim")
    console.document(found["body"])


@commands.command()
async def add(
    client: Client,
    console: Console,
    source: Source,
    project: Annotated[str | None, Option("--project", help="The project it is for; none: every project.")] = None,
    yes: Yes = False,
) -> None:
    """Show a skill in a folder or a zip, and accept exactly that."""
    body: dict[str, Any] = {"folder": _whole(source)}
    body["project"] = project or ""
    await _accept(client, console, body, yes=yes)


@commands.command()
async def accept(
    client: Client,
    console: Console,
    found: Annotated[str, Argument("A skill from the list, such as project:.agents/skills/NAME.")],
    project: Project = None,
    yes: Yes = False,
) -> None:
    """Show a skill that lies in a folder, with what changed since you accepted it, and accept exactly that."""
    await _accept(client, console, {"found": found, "project": project or ""}, yes=yes)


@commands.command()
async def remove(client: Client, console: Console, skill: Named) -> None:
    """Take a skill out of use; the folder it came from stays."""
    gone = await client.delete(f"/v1/skills/{skill}")
    console.result(gone)
    console.say(say("removed", id=gone["id"], change=gone["change"]))


@commands.command()
async def lint(client: Client, console: Console, source: Source) -> int:
    """Check a folder or a zip against the public specification."""
    body = {"folder": _whole(source)}
    checked = await client.post("/v1/skills/lint", None, body, locale=locale())
    console.result(checked)
    for each in checked["findings"]:
        console.say(
            f"{say(each['severity'])}  {one_line(each['message'])}", "red" if each["severity"] == "error" else ""
        )
        if each["hint"]:
            console.say(f"  {one_line(each['hint'])}", "dim")
    console.say(say("checked", count=len(checked["findings"])))
    return ExitCode.OK if checked["ok"] else ExitCode.FAILED


@commands.command()
async def export(
    client: Client,
    console: Console,
    name: Annotated[str, Argument("A skill; or tool.NAME, or workflow.ID.")],
    to: Annotated[str, Option("--to", help="The folder in which NAME.zip is written.")] = ".",
) -> None:
    """Write a skill, a tool made here or a workflow as the zip of a skill."""
    kind, _, id = name.partition(".")
    if kind in ("tool", "workflow") and id:
        package = await client.post("/v1/skills/export", None, {kind: id})
    else:
        package = await client.get(f"/v1/skills/{name}/export")
    console.result(package)
    console.say(say("written", path=_write(to, package)))


@commands.command()
async def restore(client: Client, console: Console, skill: Named, yes: Yes = False) -> None:
    """Show the tool or the workflow that a skill holds, and bring back exactly that."""
    held = await client.get(f"/v1/skills/{skill}/restore")
    made: list[Any] = []
    for each in held["items"]:
        call = f"/v1/capabilities/{each['capability']}"
        body = {"params": each["params"], "locale": locale()}
        shown = await client.post(f"{call}/preview", None, body)
        if not console.as_json:
            tell(console, shown)
        await confirm(console, say("ask_restore", path=each["path"]), yes=yes)
        called = await client.post(f"{call}/call", None, {**body, "by_hand": True, "seen": shown["content_hash"]})
        made.append(called["result"]["data"])
        console.say(say("restored", name=each["path"]))
    console.result(made)


def _whole(source: str) -> str:
    return str(Path(source).expanduser().absolute())


def _write(folder: str, package: dict[str, Any]) -> str:
    """Write a package into a folder, over nothing that is there; return where it is."""
    target = Path(folder).expanduser() / package["filename"]
    try:
        with target.open("xb") as file:
            file.write(base64.b64decode(package["content"]))
    except FileExistsError:
        raise Conflict(say("exists", path=str(target)), code="exists", hint=say("exists_hint")) from None
    except OSError as error:
        raise Invalid(say("not_written", path=str(target), why=str(error)), field="to") from None
    return str(target)


async def _accept(client: Client, console: Console, body: dict[str, Any], *, yes: bool) -> None:
    """Show what would be accepted, ask, and accept exactly that."""
    shown = await client.post("/v1/skills/preview", None, body, locale=locale())
    if not console.as_json:
        tell(console, shown)
    await confirm(console, say("ask"), yes=yes)
    made = await client.post("/v1/skills", None, {**body, "seen": shown["content_hash"]}, locale=locale())
    console.result(made)
    console.say(say("kept", capability=made["capability"]))
