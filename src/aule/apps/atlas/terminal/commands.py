"""`aule atlas`: bring a company along, look at it, change it by actions, take changes back, write it out."""

from __future__ import annotations

import json as json_text
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from aule.apps.atlas.terminal.words import show_item, show_log, show_outcome, show_results
from aule.contracts.errors import Invalid, NotFound
from aule.contracts.project import Artifact
from aule.sdk.terminal import (
    Argument,
    Client,
    CommandGroup,
    Console,
    ExitCode,
    Limit,
    Option,
    act,
    ended,
    locale,
    look,
    take_back,
    tell,
)

if TYPE_CHECKING:
    from aule.sdk.terminal import Called, CallPreview

commands = CommandGroup(
    "atlas", help="Keep a company's strategy: import, look, act, undo, export.", capabilities="atlas"
)

Company = Annotated[str | None, Option(help="The company, by id or name; else the only or last used one.")]
Yes = Annotated[bool, Option("--yes", "-y", help="Do it without asking; what needs to be typed is still asked.")]
Preview = Annotated[bool, Option("--preview", help="Only show what it would do.")]


class Mode(StrEnum):
    """What an import does with rows that are not in the file."""

    MERGE = "merge"
    REPLACE = "replace"


class IdPolicy(StrEnum):
    """What becomes of ids."""

    AUTO = "auto"
    KEEP = "keep"
    REMAP = "remap"


@commands.default
async def summary(client: Client, console: Console) -> None:
    """Show the company."""
    await _show(client, console, None, None)


@commands.command("import")
async def import_(  # noqa: PLR0913 (a command line's options are its parameters)
    client: Client,
    console: Console,
    file: Annotated[Path, Argument("An export, a mini-JSON, or a CSV of key results.")],
    mode: Annotated[Mode, Option(help="Add and change, or also remove what is not in the file.")] = Mode.MERGE,
    company: Company = None,
    ids: Annotated[IdPolicy, Option(help="Keep ids, give new ones, or only where they are taken.")] = IdPolicy.AUTO,
    allow_partial: Annotated[
        bool, Option("--allow-partial", help="Leave out the rows that cannot be taken, and list them.")
    ] = False,
    preview: Preview = False,
    yes: Yes = False,
) -> int:
    """Import a company. Shows first what would happen; running it twice changes nothing the second time."""
    if not file.is_file():
        raise NotFound(f"There is no file {str(file)!r}.", hint="Give the path of an export.")
    artifact = await client.upload("/v1/apps/atlas/files", Artifact, file, name=file.name)
    how = {"mode": mode.value, "id_policy": ids.value, "allow_partial": allow_partial}
    params = _given(artifact=artifact.id, company=company, **how)
    shown = await look(client, "atlas.import_data", params)
    if preview:
        console.result({"mode": mode.value, "tables": _counts(shown), "preview": shown["preview"]})
        tell(console, shown)
        return ExitCode.OK
    return await _do(client, console, "atlas.import_data", params, shown, yes=yes)


@commands.command()
async def export(
    client: Client,
    console: Console,
    file: Annotated[Path | None, Argument("Where to; without one, standard output.")] = None,
    company: Company = None,
    csv: Annotated[bool, Option("--csv", help="Key results with a column for each month.")] = False,
) -> None:
    """Write a company out, exactly as it came in."""
    where = "/v1/apps/atlas/export_csv" if csv else "/v1/apps/atlas/export"
    if file is None:
        async for piece in client.download(where, company=company):
            sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()
        return
    size = 0
    whole = file.with_name(f".{file.name}.part")
    try:
        with whole.open("wb") as out:
            async for piece in client.download(where, company=company):
                size += out.write(piece)
        whole.replace(file)
    finally:
        whole.unlink(missing_ok=True)
    console.result({"ok": True, "file": str(file), "size": size})
    console.say(f"Written to {file} ({size} bytes).")


@commands.command()
async def execute(
    client: Client,
    console: Console,
    file: Annotated[str, Argument('A file with {"actions": […]}, or - for standard input.')],
    company: Company = None,
    preview: Preview = False,
    yes: Yes = False,
) -> int:
    """Do a batch of actions: all of it or nothing."""
    actions, told = _actions(file)
    params = _given(actions=actions, company=company or told.get("company_id"), atomic=told.get("atomic"))
    shown = await look(client, "atlas.execute", params)
    if preview:
        console.result(shown)
        tell(console, shown)
        return ExitCode.OK
    return await _do(client, console, "atlas.execute", params, shown, yes=yes)


@commands.command()
async def show(
    client: Client,
    console: Console,
    item: Annotated[str | None, Argument("A short id such as kr-11; without one, the company.")] = None,
    company: Company = None,
) -> None:
    """Show a company, or one of its pillars, objectives, key results, initiatives or projects."""
    await _show(client, console, item, company)


@commands.command()
async def search(
    client: Client,
    console: Console,
    words: Annotated[list[str], Argument("What to look for.")],
    company: Company = None,
    limit: Limit = 20,
) -> None:
    """Find items by their titles."""
    found = await client.get("/v1/apps/atlas/search", dict[str, Any], q=" ".join(words), company=company, limit=limit)
    console.result(found)
    rows = [[each["id"], each["kind"], each["title"], " › ".join(each["path"])] for each in found["items"]]
    console.table(["ID", "WHAT", "TITLE", "IN"], rows, empty="Nothing found.")


@commands.command()
async def log(
    client: Client,
    console: Console,
    entity: Annotated[str | None, Option(help="Only changes of this item, such as kr-11.")] = None,
    company: Company = None,
    limit: Limit = 50,
) -> None:
    """See what was changed, by whom, and what it was before."""
    found = await client.get("/v1/apps/atlas/log", dict[str, Any], item=entity, company=company, limit=limit)
    console.result(found)
    show_log(console, found)


@commands.command()
async def undo(
    client: Client,
    console: Console,
    subject: Annotated[str, Argument("A run or a change, as `aule atlas log` shows them.")],
    preview: Preview = False,
) -> int:
    """Take back a change or a whole run; what was edited since is reported, never overwritten."""
    return await take_back(client, console, subject, preview=preview)


async def _do(
    client: Client, console: Console, name: str, params: dict[str, Any], shown: CallPreview, *, yes: bool
) -> int:
    called = await act(client, console, name, params, shown, yes=yes)
    console.result({"ok": called["result"]["ok"], "run": called["run"], **called["result"]["data"]})
    if name == "atlas.execute":
        show_results(console, called["result"])
    else:
        show_outcome(console, called["result"])
    if called["result"]["changes"]:
        console.say(f"Take it back with: aule atlas undo {called['run']}", "dim")
    return ended(console, called["result"])


async def _show(client: Client, console: Console, item: str | None, company: str | None) -> None:
    called: Called = await client.post(
        "/v1/capabilities/atlas.get/call" if item else "/v1/capabilities/atlas.summary/call",
        None,
        {"params": _given(id=item, company=company), "locale": locale()},
    )
    console.result(called["result"]["data"])
    show_item(console, called["result"])


def _counts(shown: CallPreview) -> dict[str, Any]:
    """What an import would do, table by table, in the words of the wire."""
    from aule.apps.atlas.wire.answers import counts  # Atlas's contracts, which other commands do without
    from aule.contracts.access.approval import Records

    preview = shown["preview"]
    return counts(Records.model_validate(preview) if preview is not None and preview["type"] == "records" else None)


def _actions(file: str) -> tuple[list[Any], dict[str, Any]]:
    """The actions of a document, and what else it says."""
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
        document = json_text.loads(text)
    except OSError as error:
        raise NotFound(
            f"{file!r} cannot be read: {error.strerror}.", hint="Give a path, or - for standard input."
        ) from None
    except ValueError as error:
        raise Invalid(f"{file!r} is not JSON: {error}", hint='For example: {"actions": [{"type": …}]}') from None
    if isinstance(document, list):
        return document, {}  # pyright: ignore[reportUnknownVariableType]
    if not isinstance(document, dict) or not isinstance(document.get("actions"), list):  # pyright: ignore[reportUnknownMemberType]
        raise Invalid(f"{file!r} has no list of actions.", hint='For example: {"actions": [{"type": …}]}')
    return document["actions"], document  # pyright: ignore[reportUnknownVariableType]


def _given(**params: Any) -> dict[str, Any]:
    return {name: value for name, value in params.items() if value is not None}
