"""`aule workflows`: keep workflows as documents, check them, and run them."""

from __future__ import annotations

import json as json_text
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from aule.contracts.errors import Conflict, Invalid, NotFound
from aule.terminal.calls import data_in_words, parsed
from aule.terminal.changes import say_removed
from aule.terminal.client import Client
from aule.terminal.commands import Argument, CommandGroup, Limit, Option
from aule.terminal.console import Console
from aule.terminal.exits import ExitCode, Reported
from aule.terminal.follow import conclusion, stay
from aule.terminal.interrupts import interruptible
from aule.terminal.language import locale

if TYPE_CHECKING:
    from aule.terminal.answers import (
        Page,
        Run,
        RunGraph,
        Workflow,
        WorkflowCheck,
        WorkflowPreview,
        WorkflowSummary,
        WorkflowVersions,
        WorkflowView,
    )

commands = CommandGroup("workflows", help="Keep workflows: check, import, export, restore and run them.")

Id = Annotated[str, Argument("The workflow.")]
File = Annotated[Path, Argument("A document in YAML or JSON; - is standard input.")]


class Format(StrEnum):
    """How a document is written."""

    YAML = "yaml"
    JSON = "json"


Inputs = Annotated[list[str] | None, Option(help="name=value; name:=value takes JSON. May be given often.")]
Project = Annotated[str | None, Option(help="Work in this project.")]


@commands.default
@commands.command("list")
async def list_(
    client: Client,
    console: Console,
    project: Annotated[str | None, Option(help="Only those this project can use.")] = None,
    limit: Limit = 50,
) -> None:
    """List workflows, the one changed last first."""
    page: Page[WorkflowSummary] = await client.get("/v1/workflows", limit=limit, project=project)
    console.result(page["items"])
    rows = [
        [
            each["workflow"]["id"],
            str(each["steps"]),
            each["last_run"]["status"] if each["last_run"] is not None else "–",
            each["workflow"]["updated_at"][:16].replace("T", " "),
            each["workflow"]["title"][:60],
        ]
        for each in page["items"]
    ]
    empty = "There is no workflow yet. `aule workflows import FILE` keeps one."
    console.table(["ID", "STEPS", "LAST RUN", "CHANGED", "TITLE"], rows, empty=empty)


@commands.command()
async def show(client: Client, console: Console, id: Id) -> None:
    """Print a workflow as a document, and what running it would do."""
    workflow: WorkflowView = await client.get(f"/v1/workflows/{id}")
    console.result(workflow)
    console.say((await client.text(f"/v1/workflows/{id}/document")).rstrip("\n"))
    allowed: dict[str, int] = (await client.get(f"/v1/workflows/{id}/preview"))["envelope"]["calls"]
    calls = ", ".join(f"{name} × {count}" for name, count in allowed.items())
    console.say(f"Version {workflow['version']}. Asks before: {calls or 'nothing'}.", "dim")
    if workflow["last_run"] is not None:
        run = workflow["last_run"]["run"]
        console.say(f"Last run: {run['status']} (`aule runs show {run['id']}`).", "dim")


@commands.command()
async def check(client: Client, console: Console, file: File) -> int:
    """Check a document completely. Nothing is kept and nothing runs."""
    checked: WorkflowCheck = await client.write("/v1/workflows/check", None, _read(file))
    console.result(checked)
    for finding in checked["findings"]:
        place = f"{file}:{finding['line']}:{finding['column']}" if finding["line"] is not None else str(file)
        console.say(f"{place}: {finding['message']} ({finding['code']})", "yellow" if checked["ok"] else "red")
        if finding["hint"]:
            console.say(f"  {finding['hint']}", "dim")
    if checked["ok"] and checked["workflow"] is not None:
        console.say(f"{checked['workflow']['id']} is sound: {len(checked['workflow']['graph']['nodes'])} steps.")
    return ExitCode.OK if checked["ok"] else ExitCode.USAGE


@commands.command("import")
async def import_(
    client: Client,
    console: Console,
    file: File,
    replace: Annotated[bool, Option("--replace", help="Replace a workflow with the same id.")] = False,
) -> None:
    """Keep a workflow from a document. It is checked completely; nothing of it runs."""
    text = _read(file)
    before = ""
    try:
        kept: Workflow = await client.write("/v1/workflows", None, text)
    except Reported as error:
        if not replace or error.report["code"] != "workflow_exists":
            raise
        checked: WorkflowCheck = await client.write("/v1/workflows/check", None, text)
        id = checked["workflow"]["id"] if checked["workflow"] is not None else ""
        current: WorkflowView = await client.get(f"/v1/workflows/{id}")
        kept = await client.write(f"/v1/workflows/{id}", None, text, version=f'"v{current["version"]}"')
        before = f" `aule workflows restore {id} {current['version']}` brings back what it replaced."
    console.result(kept)
    console.say(f"Kept {kept['id']}, version {kept['version']}. `aule workflows run {kept['id']}` runs it.{before}")


@commands.command(has_json=False)
async def export(
    client: Client,
    console: Console,
    id: Id,
    to: Annotated[Path | None, Argument("A file or folder; without one, standard output.")] = None,
    format: Annotated[Format, Option(help="How it is written.")] = Format.YAML,
    force: Annotated[bool, Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Write a workflow as a document, the same keys in the same order every time."""
    text = await client.text(f"/v1/workflows/{id}/document", format=format)
    if to is None:
        sys.stdout.write(text)
        return
    file = to / f"{id}.{format}" if to.is_dir() else to
    if file.exists() and not force:
        raise Conflict(f"There is already a file {str(file)!r}.", hint="Give another name, or --force.")
    file.write_text(text, encoding="utf-8")
    console.say(f"Wrote {file}.")


@commands.command()
async def delete(client: Client, console: Console, id: Id) -> None:
    """Delete a workflow. Its runs stay."""
    removed = await client.remove(f"/v1/workflows/{id}")
    console.result(removed)
    say_removed(console, f"Deleted {id}.", removed)


@commands.command()
async def versions(client: Client, console: Console, id: Id) -> None:
    """List the versions of a workflow, the latest first."""
    listed: WorkflowVersions = await client.get(f"/v1/workflows/{id}/versions")
    console.result(listed["items"])
    rows = [
        [
            f"{each['version']}{' (current)' if each['is_current'] else ''}",
            str(each["steps"]),
            each["at"][:16].replace("T", " "),
            each["by"]["id"],
            each["title"][:60],
        ]
        for each in listed["items"]
    ]
    console.table(["VERSION", "STEPS", "MADE", "BY", "TITLE"], rows, empty="There is no version.")


@commands.command()
async def restore(
    client: Client, console: Console, id: Id, version: Annotated[int, Argument("The version to go back to.")]
) -> None:
    """Make a workflow what it was in a version; `aule undo` takes that back."""
    restored: Workflow = await client.post(f"/v1/workflows/{id}/versions/{version}/restore")
    console.result(restored)
    console.say(f"{id} is what it was in version {version}; this is version {restored['version']}.")


@commands.command()
async def run(  # noqa: PLR0913 (a command line's options are its parameters)
    client: Client,
    console: Console,
    id: Id,
    input: Inputs = None,
    inputs: Annotated[Path | None, Option(help="A file with all inputs, in YAML or JSON.")] = None,
    project: Project = None,
    approve: Annotated[bool, Option("--approve", help="Allow exactly what its preview lists.")] = False,
    from_step: Annotated[str | None, Option(help="Run from this step on; what came before is taken over.")] = None,
    only: Annotated[str | None, Option(help="Run only this step.")] = None,
    result: Annotated[
        list[str] | None, Option(help="step=value, for a step that does not run. May be given often.")
    ] = None,
    use_pins: Annotated[bool, Option("--use-pins", help="Use pinned samples in place of results.")] = False,
) -> int:
    """Run a workflow, or a part of it, and watch it until it ends or waits for you.

    On a terminal, what needs you is shown and asked at once. In a pipe or with --json nothing is ever asked: the
    command ends with exit code 4 and names what waits.
    """
    workflow: WorkflowView = await client.get(f"/v1/workflows/{id}")
    body: dict[str, Any] = {"inputs": _given(workflow, input or [], inputs), "locale": locale()}
    body |= {"start_at": from_step, "only": only, "results": parsed(result or [], {}), "use_pins": use_pins}
    if project is not None:
        body["project"] = project
    if approve:
        given = {"inputs": body["inputs"]}
        preview: WorkflowPreview = await client.post(f"/v1/workflows/{id}/preview", None, given)
        body["approve"] = preview["content_hash"]
    since = (await client.get("/v1/home"))["cursor"]
    begun: Run = await client.post(f"/v1/workflows/{id}/run", None, body)
    if begun["sampled"]:
        console.say(f"Samples stand for the results of: {', '.join(begun['sampled'])}.", "yellow")
    story = await interruptible(stay(client, console, run=begun["id"], since=since, session=begun["session_id"]))
    graph: RunGraph = await client.get(f"/v1/runs/{begun['id']}/graph")
    if story.status.is_final and graph["output"] is not None:
        console.say(data_in_words(graph["output"]))
    return conclusion(console, story, output=graph["output"])


def _given(workflow: Workflow, words: list[str], file: Path | None) -> dict[str, Any]:
    """What a workflow is given: a file's values, and those that stand on the command line over them."""
    given: Any = {} if file is None else _document(file)
    if not isinstance(given, dict):
        raise Invalid(f"{str(file)!r} does not hold inputs by name.", hint="Write them as `name: value`.")
    schemas = workflow["graph"]["inputs"]
    typed = {
        name: _typed(value, schemas.get(name, {})) for name, value in parsed(words, {"properties": schemas}).items()
    }
    return {**given, **typed}


def _document(file: Path) -> Any:
    from aule.kernel.workflows.text import read_text  # loads what reads YAML

    return read_text(_read(file)).value


def _typed(value: Any, schema: dict[str, Any]) -> Any:
    """A word as the number or the yes-or-no its schema asks for; whatever is neither stays a word."""
    if not isinstance(value, str) or schema.get("type") not in ("integer", "number", "boolean"):
        return value
    try:
        return json_text.loads(value.lower())
    except ValueError:
        return value


def _read(file: Path) -> str:
    try:
        return sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")
    except (FileNotFoundError, IsADirectoryError):
        raise NotFound(f"There is no file {str(file)!r}.", hint="Check its name and folder.") from None
    except UnicodeDecodeError:
        raise Invalid(f"{str(file)!r} is not UTF-8.", hint="Save it as UTF-8.") from None
