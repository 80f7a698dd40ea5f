"""`aule conductor`: workflow files in which resident agents work one after another, for people and for CI."""

from __future__ import annotations

import sys
from contextlib import aclosing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from aule.apps.conductor.terminal.admission import Desk, admitted
from aule.apps.conductor.terminal.conductor_home import HomeOption, home_of
from aule.apps.conductor.terminal.words import show_notes, warn_of
from aule.apps.conductor.views import PlannedTask, WorkflowDryRun, WorkflowOutcome
from aule.contracts.access.capability import OnWrite
from aule.contracts.errors import Cancelled, Conflict, Invalid, NotFound, TimedOut, reported
from aule.contracts.runs.run_tree import RunTree
from aule.sdk.terminal import (
    HISTORY,
    Argument,
    Client,
    CommandGroup,
    Console,
    Decider,
    Deciding,
    ExitCode,
    Limit,
    Narrator,
    Option,
    Story,
    code_of,
    decide_all,
    interruptible,
    is_within,
    lines_of,
    locale,
    one_line,
    parsed,
    printable,
    say,
    stop,
    term,
    waiting_problem,
)

if TYPE_CHECKING:
    from aule.sdk.terminal import Event, Page, Run

commands = CommandGroup("conductor", help="Run, check and convert workflow files of resident agents.")

File = Annotated[Path, Argument("A workflow file: a path, or a name below the home's workflows.")]
Environment = Annotated[str | None, Option("--environment", "-e", help="Instead of the one the file names.")]
Project = Annotated[str | None, Option("--project", "-p", help="Instead of the one the file names.")]
Input = Annotated[list[str] | None, Option(help="name=value; name:=value takes JSON. May be given often.")]
Write = Annotated[OnWrite | None, Option(help="What becomes of writes in scope, over what the file says.")]
Confirm = Annotated[
    str | None, Option("--confirm-environment", metavar="NAME", help="The protected environment you mean.")
]
SIGNS = {"done": "✓", "failed": "✗", "skipped": "–", "waiting": "?", "running": "▶", "pending": "·"}
LOOKED_AT = 200
"""Runs among which those of workflow files are looked for."""
CRITERION = "_success_"
"""How criteria of success are called among the tasks."""
STYLES = {"done": "green", "failed": "red", "waiting": "yellow"}


@commands.command()
async def run(  # noqa: PLR0913 (a command line's options are its parameters)
    client: Client,
    console: Console,
    file: File,
    environment: Environment = None,
    project: Project = None,
    input: Input = None,
    on_write: Write = None,
    confirm_environment: Confirm = None,
    allow_protected_writes: Annotated[
        bool, Option("--allow-protected-writes", help="Let apply be apply in a protected environment.")
    ] = False,
    dry_run: Annotated[bool, Option("--dry-run", help="Only show what would happen; no model is asked.")] = False,
    resume: Annotated[str | None, Option(metavar="RUN", help="Keep what an earlier run finished.")] = None,
    trust: Annotated[bool, Option("--trust", help="Say that this home may work in this project.")] = False,
    timeout: Annotated[float | None, Option(min=0.1, help="Give up after so many seconds.")] = None,
    home: HomeOption = None,
) -> int:
    """Run a workflow file and watch it. It is checked completely first.

    In a pipe or with --json nothing is ever asked: what needs a person ends the command with exit code 4.
    """
    request: dict[str, Any] = {
        **_named(client, file, home),
        "environment": environment,
        "project": project,
        "inputs": parsed(input or [], {}),
        "on_write": on_write,
        "confirm_environment": confirm_environment,
        "allow_protected_writes": allow_protected_writes,
        "dry_run": dry_run,
        "resume": resume,
        "locale": locale(),
    }
    if dry_run:
        return _checked(console, await client.post("/v1/conductor/workflows/check", WorkflowDryRun, request))
    desk = Desk(client, console, lines_of(console, client.home.path / HISTORY))
    since = (await client.get("/v1/home"))["cursor"]
    begun = await admitted(desk, "/v1/conductor/workflows/run", WorkflowOutcome, request, trust=trust)
    place = f"{begun.environment}/{begun.project}"
    console.say(say("in_place", name=one_line(begun.name), place=place, run=begun.run), "bold")
    if not console.as_json:
        warn_of(begun.notes)
    try:
        story = await interruptible(_watch(desk, begun.run, since), seconds=timeout)
    except (Cancelled, TimedOut):
        await stop(client, begun.run)
        raise
    ended = await client.get(f"/v1/conductor/workflows/runs/{begun.run}", WorkflowOutcome)
    return _concluded(console, ended, story)


@commands.command()
async def check(  # noqa: PLR0913 (a command line's options are its parameters)
    client: Client,
    console: Console,
    file: File,
    environment: Environment = None,
    project: Project = None,
    input: Input = None,
    home: HomeOption = None,
) -> int:
    """Check a workflow file completely, and show what it would do. No model is asked."""
    request: dict[str, Any] = {
        **_named(client, file, home),
        "environment": environment,
        "project": project,
        "inputs": parsed(input or [], {}),
        "dry_run": True,
        "locale": locale(),
    }
    return _checked(console, await client.post("/v1/conductor/workflows/check", WorkflowDryRun, request))


@commands.command(has_json=False)
async def convert(
    console: Console,
    file: Annotated[Path, Argument("A workflow file of the original Conductor.")],
    to: Annotated[Path | None, Argument("The new file; without one, standard output.")] = None,
    force: Annotated[bool, Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Turn a workflow file of the original Conductor into one of today. What cannot be told is said."""
    from aule.apps.conductor.workflow.legacy import convert as converted  # ruamel.yaml, which other commands never need

    text, notes = converted(_read(file), path=str(file), locale=locale())
    if to is None:
        console.document(text)
    elif to.exists() and not force:
        raise Conflict(f"There is already a file {str(to)!r}.", hint="Give another name, or --force.")
    else:
        to.write_text(text, encoding="utf-8")
    for note in notes:
        print(printable(f"{note.path}: {note.message} ({note.code})"), file=sys.stderr)


@commands.command()
async def runs(
    client: Client,
    console: Console,
    run: Annotated[str | None, Argument("One run; without it, the latest ones.")] = None,
    limit: Limit = 20,
) -> int | None:
    """See how runs of workflow files ended, or how one stands."""
    if run is not None:
        return _concluded(console, await client.get(f"/v1/conductor/workflows/runs/{run}", WorkflowOutcome), None)
    page: Page[Run] = await client.get("/v1/runs", steps=True, limit=LOOKED_AT)
    files = [each for each in page["items"] if each["environment"] is not None][:limit]  # plans have none
    console.result(files)
    rows = [
        [
            each["id"],
            each["status"],
            each["started_at"][:16].replace("T", " "),
            each["environment"] or "",
            each["title"][:60],
        ]
        for each in files
    ]
    console.table(["ID", "STATUS", "STARTED", "ENVIRONMENT", "WHAT"], rows, empty="No workflow file has run yet.")
    return None


def _named(client: Client, file: Path, home: Path | None) -> dict[str, Any]:
    """Which file is meant: one from here, else one the home knows by that name."""
    place = home_of(home, client.home)
    if file.is_file():
        return {"path": str(file.resolve()), "home": str(place.path)}
    for known in (place.path / file, place.workflows / file, place.workflows / f"{file}.yaml"):
        if not file.is_absolute() and known.is_file():
            return {"path": str(known), "home": str(place.path)}
    raise NotFound(f"There is no workflow file {str(file)!r}.", hint=f"Here, or in {place.workflows}.")


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise NotFound(f"{str(file)!r} cannot be read: {error.strerror}.", hint="Check its name.") from None
    except UnicodeDecodeError:
        raise Invalid(f"{str(file)!r} is not UTF-8.", hint="Save it as UTF-8.") from None


async def _watch(desk: Desk, run: str, since: str) -> Story:
    """Tell what happens, task by task, until it ended or waits and nobody is there to decide."""
    client, console = desk.client, desk.console
    deciding: Deciding = Decider(desk.lines) if desk.has_person else decide_all
    story, narrator, tree, begun = Story(run), Narrator(console, run), RunTree(run), set[str]()
    async with aclosing(client.events(since=since)) as log:  # all of it: agents work in runs of their own
        async for event in log:
            if not is_within(tree, event):
                continue
            story.take(event)
            if not _is_inner(event):
                narrator.tell(event)
                _progress(console, event, run, begun)
            if story.status.is_final or (tree.is_still and not await deciding(client, console, story)):
                break
    return story


def _is_inner(event: Event) -> bool:
    """Whether it is how Conductor carries out a task, which says nothing to people."""
    fact = event["data"]
    match event["type"]:
        case "step.skipped":
            return "/" in fact["step"] or fact["step"].startswith("_")
        case "step.failed":
            return "/" not in fact["step"] and not fact["step"].startswith("_")  # its part has said so
        case "call.started" | "call.completed":
            return fact["capability"].startswith("conductor.")
        case _:
            return False


def _progress(console: Console, event: Event, run: str, begun: set[str]) -> None:
    """A line when a task begins, and one when it is done; what it is made of inside is not told."""
    if event["run"] != run:
        return
    step: str = event["data"].get("step", "")
    match event["type"]:
        case "step.started" | "step.opened":
            task = step.partition("/")[0]
            if task not in begun:
                begun.add(task)
                console.say(f"▶ {_named_to_people(task)}", "bold")
        case "step.completed" if "/" not in step:
            console.say(f"✓ {_named_to_people(step)}", "green")
        case _:
            pass


def _named_to_people(task: str) -> str:
    """A task by its id; a criterion of success, which has none, by its number in the file."""
    number = task.removeprefix(CRITERION)
    return task if number == task else say("criterion", number=number)


def _checked(console: Console, seen: WorkflowDryRun) -> int:
    """What would happen, in order, and whether anything is wrong with it."""
    console.result(seen)
    where = f"{seen.environment}/{seen.project}  {one_line(seen.root)}"
    console.say(f"{one_line(seen.name)}  {where}", "bold")
    if seen.protected:
        console.say(f" {say('protected')}: {one_line(seen.environment)} ", "alarm")
    for number, task in enumerate(seen.tasks, 1):
        _show_task(console, number, task)
    show_notes(console, seen.notes)
    return ExitCode.USAGE if any(note.severity == "error" for note in seen.notes) else ExitCode.OK


def _show_task(console: Console, number: int, task: PlannedTask) -> None:
    kept = f"  {say('kept_from')}" if task.reused else ""
    after = f"  {say('after', tasks=', '.join(task.needs))}" if task.needs else ""
    console.say(f"{number}. {task.id}  {task.agent or task.kind}{after}{kept}")
    rows = {
        "home": task.home,
        "root": task.root,
        "scope": ", ".join(task.scope) or None,
        "on_write": task.on_write,
        "exec": task.exec,
        "outputs": ", ".join(task.outputs) or None,
        "check": task.check,
    }
    width = max(len(say(name)) for name in rows)
    for name, value in rows.items():
        if value is not None:
            console.say(f"     {say(name).ljust(width)}  {one_line(value)}", "dim")


def _concluded(console: Console, outcome: WorkflowOutcome, story: Story | None) -> int:
    """How it ended, task by task, and the exit code of it."""
    console.result(outcome)
    for task in outcome.tasks:
        kept = f"  {say('kept')}" if task.reused else ""
        console.say(f"{SIGNS[task.status]} {task.id}: {term(task.status)}{kept}", STYLES.get(task.status, "dim"))
        if task.error is not None and (outcome.error is None or task.error.message != outcome.error.message):
            console.say(f"  {task.error.message}", "red")
    show_notes(console, outcome.success)
    for patch in outcome.patches:
        console.say(f"± {one_line(patch)}", "dim")
    waits = waiting_problem(story) if story is not None else None
    problem = waits if outcome.error is None else reported(outcome.error)
    if problem is not None and not console.as_json:
        console.problem(problem)
    if outcome.exit_code is not None:
        return outcome.exit_code
    return code_of(problem) if problem is not None else ExitCode.OK
