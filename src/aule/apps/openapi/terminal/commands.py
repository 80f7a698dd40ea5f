"""`aule openapi`: import documents of web APIs, look for operations, and use them yourself."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

from aule.apps.openapi.document.files import MOST_FILES
from aule.apps.openapi.document.references import Bring, packed, with_references
from aule.contracts.errors import Invalid
from aule.sdk.terminal import (
    Argument,
    Client,
    CommandGroup,
    Console,
    Option,
    Setting,
    TerminalMessages,
    Yes,
    act,
    confirm,
    in_words,
    locale,
    look,
    one_line,
    parsed,
    read_setting,
    tell,
    upload,
)

commands = CommandGroup("openapi", help="Use web APIs by their OpenAPI documents.", capabilities="openapi")
say = TerminalMessages("aule.apps.openapi.terminal").say
Name = Annotated[str, Argument("The API, by its id.")]
_SETTINGS = ("at", "local", "first", "secret.SCHEME")


@commands.command("import")
async def bring(
    client: Client,
    console: Console,
    api: Name,
    document: Annotated[str, Argument("A JSON or YAML file, an archive of several, or the address of a file.")],
    settings: Annotated[
        list[str] | None,
        Option(
            "--with",
            help="at=ADDRESS, local=yes, first=PATH, secret.SCHEME=NAME (a security scheme of the document; "
            "bearer or basic where it has none).",
        ),
    ] = None,
    yes: Yes = False,
) -> None:
    """Show what a document would bring, or what is different in it now, and import exactly that."""
    is_address = document.startswith(("http://", "https://"))
    if is_address:
        artifact = (await client.post("/v1/openapi/fetch", None, {"url": document}))["artifact"]
    else:
        artifact = await _upload(client, console, _file(document))
    source = document if is_address else Path(document).name
    body: dict[str, Any] = {"id": api, "artifact": artifact, "source": source}
    for setting in settings or []:
        _put(body, read_setting(setting, _SETTINGS))
    shown = await client.post("/v1/openapi/preview", None, body, locale=locale())
    if not console.as_json:
        tell(console, shown)
    await confirm(console, say("ask_import"), yes=yes)
    made = await client.post("/v1/openapi", None, {**body, "seen": shown["content_hash"]}, locale=locale())
    console.result(made)
    console.say(say("imported", api=made["id"], count=made["operations"], address=one_line(made["base"])))
    for each in made["left_out"]:
        console.say(f"{say('left_out')} {one_line(each['name'])}  {one_line(each['why'])}", "dim")


@commands.command("list")
async def list_(client: Client, console: Console) -> None:
    """List the APIs."""
    page = await client.get("/v1/openapi")
    console.result(page)
    rows = [
        (each["id"], one_line(f"{each['title']} {each['version']}"), str(each["operations"]), one_line(each["base"]))
        for each in page["items"]
    ]
    console.table((say("id"), say("title"), say("operations"), say("address")), rows, empty=say("none"))


@commands.command()
async def operations(
    client: Client,
    console: Console,
    api: Name,
    words: Annotated[list[str] | None, Argument("What it should do, in a few words.")] = None,
) -> None:
    """List operations of an API, those that fit some words first, and what was left out."""
    page = await client.get(f"/v1/openapi/{api}/operations", query=" ".join(words or []))
    console.result(page)
    rows = [
        (each["operation"], f"{each['method']} {one_line(each['path'])}", one_line(each["summary"])[:80])
        for each in page["items"]
    ]
    console.table((say("operation"), say("request"), say("says")), rows, empty=say("nothing_fits"))
    if page["total"] > len(rows):
        console.say(say("more", count=page["total"] - len(rows)), "dim")


@commands.command("try")
async def try_(
    client: Client,
    console: Console,
    operation: Annotated[str, Argument("The operation: api.operation.")],
    arguments: Annotated[list[str] | None, Argument("key=value; key:=value takes JSON.")] = None,
    yes: Yes = False,
) -> None:
    """Use an operation yourself: see what would be sent, and what comes back."""
    api, _, name = operation.partition(".")
    page = await client.get(f"/v1/openapi/{api}/operations", query=name, limit="100")
    found = next((each for each in page["items"] if each["operation"] == operation), None)
    if found is None:
        near = [each["operation"] for each in page["items"][:5]]
        raise Invalid(say("no_operation", operation=repr(operation)), field="operation", candidates=near)
    params: dict[str, Any] = {"operation": operation, "arguments": parsed(arguments or [], found["arguments"])}
    shown = await look(client, found["use"], params)
    called = await act(client, console, found["use"], params, shown, yes=yes)
    console.result(called)
    console.say(in_words(called["result"]))


@commands.command()
async def remove(client: Client, console: Console, api: Name, yes: Yes = False) -> None:
    """Remove an API and its operations; `aule undo` brings both back."""
    await confirm(console, say("ask_remove", api=api), yes=yes)
    gone = await client.delete(f"/v1/openapi/{api}")
    console.result(gone)
    console.say(say("removed", api=gone["id"]))


async def _upload(client: Client, console: Console, path: Path) -> str:
    """Upload a document; one that refers to files beside it goes as one archive with all of them."""
    missing: list[str] = []
    found, left = await with_references(path.name, *await asyncio.to_thread(_beside, path, missing), MOST_FILES)
    for each in missing:
        console.say(say("missing_file", file=one_line(each), document=one_line(path.name)), "dim")
    if left:
        console.say(say("too_many_files", count=len(left)), "dim")
    if len(found) == 1:
        return (await upload(client, path))["id"]
    with TemporaryDirectory() as temporary:
        archive = Path(temporary) / f"{path.stem}.zip"
        await asyncio.to_thread(archive.write_bytes, packed(found, path.name, ""))
        return (await upload(client, archive))["id"]


def _beside(path: Path, missing: list[str]) -> tuple[bytes, str, Bring]:
    """Return a document, and what brings the files in its folder and below; those that are not there are noted."""
    folder = path.resolve().parent

    async def bring(place: str) -> bytes | None:
        try:
            return await asyncio.to_thread(read, place)
        except OSError:
            missing.append(place)
            return None

    def read(place: str) -> bytes:
        found = (folder / place).resolve()
        if not found.is_relative_to(folder):
            raise FileNotFoundError(place)
        return found.read_bytes()

    return path.read_bytes(), "", bring


def _file(name: str) -> Path:
    path = Path(name)
    if not path.is_file():
        raise Invalid(say("no_file", file=repr(name)), field="document", hint=say("file_or_address"))
    return path


def _put(body: dict[str, Any], setting: Setting) -> None:
    """Put a setting of an API where it belongs."""
    match setting.name:
        case "secret":
            body.setdefault("secrets", {})[setting.key] = setting.value
        case "at":
            body["base"] = setting.value
        case "local":
            body["local"] = setting.is_yes
        case name:
            body[name] = setting.value
