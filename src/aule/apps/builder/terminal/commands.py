"""`aule builder`: workflows of other programs brought along, and ours written for them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from aule.contracts.errors import Conflict, Invalid, NotFound
from aule.sdk.terminal import (
    Argument,
    Client,
    CommandGroup,
    Console,
    Option,
    TerminalMessages,
    locale,
    one_line,
)

commands = CommandGroup(
    "builder", help="Bring workflows from n8n, Langflow and Open Agent Spec, and write them for others."
)
say = TerminalMessages("aule.apps.builder.terminal").say


@commands.command("import")
async def import_(
    client: Client,
    console: Console,
    file: Annotated[Path, Argument("A file of n8n, Langflow, Open Agent Spec or ours.")],
    check: Annotated[bool, Option("--check", help="Only tell what would become of it; keep nothing.")] = False,
) -> None:
    """Bring a workflow from a file; nothing of it runs. What has no counterpart here is told."""
    content = _read(file)
    body = {"content": content, "filename": file.name, "is_draft": check}
    found = await client.post("/v1/workflows/import", None, body)
    console.result(found)
    workflow = found["workflow"]
    steps = len(workflow["graph"]["nodes"])
    console.say(say("would" if check else "kept", id=workflow["id"], steps=steps, format=found["format"]))
    for each in found["left_out"]:
        console.say(f"– {one_line(each['name'])} ({one_line(each['kind'])}): {one_line(each['why'])}", "yellow")
    for note in found["notes"]:
        console.say(one_line(note), "dim")
    for finding in found["findings"]:
        console.say(f"✗ {one_line(finding['message'])}", "red")


@commands.command(has_json=False)
async def export(
    client: Client,
    console: Console,
    id: Annotated[str, Argument("The workflow.")],
    to: Annotated[Path | None, Argument("A file or folder; without one, standard output.")] = None,
    force: Annotated[bool, Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Write a workflow as a flow of Open Agent Spec, and tell what the format has no place for."""
    written = await client.get(f"/v1/workflows/{id}/export", locale=locale())
    if to is None:
        sys.stdout.write(written["content"])
        return
    file = to / written["filename"] if to.is_dir() else to
    if file.exists() and not force:
        raise Conflict(say("file_exists", file=str(file)), hint=say("file_exists_hint"))
    file.write_text(written["content"], encoding="utf-8")
    console.say(say("wrote", file=str(file)))
    for note in written["notes"]:
        console.say(one_line(note), "dim")


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise Invalid(say("no_text", file=str(file))) from None
    except OSError as error:
        raise NotFound(say("no_file", file=str(file), why=error.strerror or "")) from None
