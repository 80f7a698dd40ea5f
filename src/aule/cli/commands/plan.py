"""`aule plan`: make a plan of words, answer its question, approve what you saw, run it, look back on it."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from aule.cli.plan_words import (
    edits_of,
    folder_of,
    next_step,
    question_of,
    ready_words,
    show_card,
    show_changes,
    show_offers,
    show_question,
    show_source,
)
from aule.contracts.errors import ApprovalRequired, Conflict, Invalid, NeedsInput
from aule.contracts.kinds import PlanStatus
from aule.terminal.client import Client
from aule.terminal.commands import Argument, CommandGroup, Limit, Option, Words
from aule.terminal.console import Console
from aule.terminal.editor import open_file
from aule.terminal.exits import ExitCode, code_of
from aule.terminal.follow import YES, conclusion, stay
from aule.terminal.interrupts import interruptible
from aule.terminal.language import locale_of
from aule.terminal.printable import one_line

if TYPE_CHECKING:
    from aule.terminal.answers import Plan, PlanDiff, Planned, PlanPage, PlanVersion, PlanView, Run
    from aule.terminal.answers import Project as ProjectEntry

commands = CommandGroup("plan", help="Make plans: review, approve and run exactly what you saw.")

Id = Annotated[str, Argument("The plan.")]
Project = Annotated[str | None, Option(help="Work in this project.")]


class Format(StrEnum):
    """The tools a plan can be written for."""

    MARKDOWN = "markdown"
    WORKFLOW = "workflow"
    SPECKIT = "speckit"
    KIRO = "kiro"
    TASKMASTER = "taskmaster"
    GITHUB = "github"
    CAPPY = "cappy"


@commands.default
@commands.command("list")
async def list_(
    client: Client,
    console: Console,
    project: Project = None,
    status: Annotated[PlanStatus | None, Option(help="Only those that stand like this.")] = None,
    limit: Limit = 50,
) -> None:
    """List plans, the one changed last first."""
    page: PlanPage = await client.get("/v1/plans", project=project, status=status, limit=limit)
    console.result(page["items"])
    rows = [
        [each["id"], each["status"], f"v{each['version']}", f"{each['done']}/{each['steps']}", each["title"][:60]]
        for each in page["items"]
    ]
    empty = "There is no plan yet. `aule plan new WHAT YOU WANT` makes one."
    console.table(["ID", "STATUS", "VERSION", "STEPS", "TITLE"], rows, empty=empty)
    for each in page["unused"]:
        console.say(f"Not used: {one_line(each['path'])}: {one_line(each['reason'])}", "yellow")


@commands.command()
async def new(
    client: Client,
    console: Console,
    words: Annotated[str, Words("What is wanted; without words, standard input.")],
    project: Project = None,
) -> int:
    """Make a plan. Nothing runs. In a pipe, an open question ends the command with exit code 4."""
    body: dict[str, Any] = {"request": words, "locale": locale_of(words)}
    if project is not None:
        body["project"] = project
    planned: Planned = await client.post("/v1/plans", None, body)
    if planned["plan"] is None:
        console.result(planned)
        console.say(planned["message"])
        for option in planned["options"]:
            console.say(f"  – {option['label']}")
        return ExitCode.OK
    view = await _talk(client, console, planned["plan"])
    return _stand(console, view)


@commands.command()
async def show(
    client: Client,
    console: Console,
    id: Id,
    source: Annotated[bool, Option("--source", help="List what became of the file it was imported from.")] = False,
) -> None:
    """Show a plan: its steps, what it would do, what is open."""
    view = await _get(client, id)
    console.result(view)
    show_card(console, view)
    show_question(console, view["plan"])
    if view["path"] is not None:
        console.say(f"Saved in {view['path']}", "dim")
    if source:
        show_source(console, view)


@commands.command()
async def review(client: Client, console: Console, id: Id) -> int:
    """Let the critic look at a plan again."""
    return await _change(client, console, id, "review")


@commands.command("open")
async def open_(client: Client, console: Console, id: Id) -> int:
    """Open a plan's file in your editor ($VISUAL or $EDITOR); in a pipe, print where it is."""
    view = await _get(client, id)
    if view["path"] is None:
        hint = f"Change it with `aule plan edit {id}`, or write it out with `aule plan export {id}`."
        raise Conflict(f"{view['plan']['title']!r} is kept in the store, not in a file.", hint=hint)
    project: ProjectEntry = await client.get(f"/v1/projects/{view['plan']['project']}")
    file = Path(project["root"]) / view["path"]
    if not console.interactive:
        console.result({"plan": id, "file": str(file)})
        console.say(str(file))
        return ExitCode.OK
    if not await open_file(console, file):
        return ExitCode.FAILED
    return _stand(console, await _get(client, id))


@commands.command()
async def answer(
    client: Client,
    console: Console,
    id: Id,
    words: Annotated[list[str], Argument("The answer: an option, or your own words.")],
) -> int:
    """Answer the one open question of a plan."""
    return await _change(client, console, id, "answer", {"text": " ".join(words)})


@commands.command()
async def approve(
    client: Client,
    console: Console,
    id: Id,
    version: Annotated[int | None, Option(help="The version you saw; else it is shown, and you are asked.")] = None,
) -> int:
    """Approve exactly what you see, without running it yet."""
    view = await _get(client, id)
    seen = await _seen(console, view, version)
    view: PlanView = await client.post(f"/v1/plans/{id}/approve", None, seen)
    console.result(view)
    console.say(f"Approved {id}, version {view['plan']['version']}. `aule plan run {id}` runs it.")
    return ExitCode.OK


@commands.command()
async def run(  # noqa: PLR0913 (a command line's options are its parameters)
    client: Client,
    console: Console,
    id: Id,
    agent: Annotated[str | None, Option(help="Who carries out the steps that change files.")] = None,
    step: Annotated[str | None, Option(help="Only this step, and what it builds on.")] = None,
    until: Annotated[str | None, Option(help="The steps up to this one.")] = None,
    approve: Annotated[int | None, Option(help="Approve this version along with it.")] = None,
) -> int:
    """Run an approved plan and watch it. On a terminal you are shown it and asked first."""
    view = await _get(client, id)
    body: dict[str, Any] = {"agent": agent, "step": step, "until": until}
    if view["plan"]["status"] != PlanStatus.APPROVED:
        body["approve"] = await _seen(console, view, approve)
    since = (await client.get("/v1/home"))["cursor"]
    begun: Run = await client.post(f"/v1/plans/{id}/run", None, {key: value for key, value in body.items() if value})
    story = await interruptible(stay(client, console, run=begun["id"], since=since, session=None))
    return conclusion(console, story, plan=id)


@commands.command()
async def edit(
    client: Client,
    console: Console,
    id: Id,
    changes: Annotated[list[str], Argument("steps.2.title=…, drop:3, move:3:2, or plain words.")],
) -> int:
    """Change a plan: fields, the order of steps, or in words. It is reviewed again."""
    edits = edits_of(changes)
    if edits is None:
        planned: Planned = await client.post(f"/v1/plans/{id}/suggest", None, {"text": " ".join(changes)})
        return _stand(console, planned["plan"] or await _get(client, id))
    current = await _get(client, id)
    body = {"edits": edits}
    tag = f'"v{current["plan"]["version"]}"'
    return _stand(console, await client.patch(f"/v1/plans/{id}", None, body, version=tag))


@commands.command()
async def accept(client: Client, console: Console, id: Id) -> int:
    """Go on as it is: what the critic still says becomes an assumption and a risk."""
    return await _change(client, console, id, "accept")


@commands.command()
async def cancel(client: Client, console: Console, id: Id) -> int:
    """Give a plan up; one that runs is stopped."""
    return await _change(client, console, id, "cancel")


@commands.command()
async def undo(client: Client, console: Console, id: Id) -> int:
    """Let the version before count again."""
    return await _change(client, console, id, "undo")


@commands.command()
async def redo(client: Client, console: Console, id: Id) -> int:
    """Let the version count again that was last undone."""
    return await _change(client, console, id, "redo")


@commands.command()
async def restore(
    client: Client, console: Console, id: Id, version: Annotated[str, Argument("The version, such as v3.")]
) -> int:
    """Let an earlier version count again; also when the file is broken."""
    return await _change(client, console, id, "restore", {"version": _number(version)})


@commands.command()
async def history(client: Client, console: Console, id: Id) -> None:
    """List the versions of a plan."""
    versions: list[PlanVersion] = await client.get(f"/v1/plans/{id}/history")
    console.result(versions)
    rows = [
        [
            f"v{each['version']}",
            each["at"][:16].replace("T", " "),
            each["author"],
            "✓" if each["approved"] else "",
            each["reason"],
        ]
        for each in versions
    ]
    console.table(["VERSION", "WHEN", "WHO", "APPROVED", "WHY"], rows, empty="It has no history.")


@commands.command()
async def diff(
    client: Client,
    console: Console,
    id: Id,
    first: Annotated[str, Argument("A version, such as v3.")],
    second: Annotated[str, Argument("Another one.")],
) -> None:
    """Show what differs between two versions."""
    query = {"from": _number(first), "to": _number(second)}
    found: PlanDiff = await client.get(f"/v1/plans/{id}/diff", **query)
    console.result(found)
    show_changes(console, found)


@commands.command("next")
async def next_(client: Client, console: Console, id: Id) -> None:
    """Show the step that can be done next."""
    step = next_step((await _get(client, id))["plan"])
    console.result(step if step is not None else {})
    console.say("Nothing is left to do." if step is None else f"{step['id']}. {step['title']}\n{step['description']}")


@commands.command("import")
async def import_(
    client: Client,
    console: Console,
    source: Annotated[Path, Argument("A plan file, a task in XML or Markdown, or a folder of them.")],
    project: Project = None,
) -> None:
    """Keep a plan from a file of any program, with everything in it. Nothing of it runs."""
    body: dict[str, Any] = {"files": folder_of(source)}
    if project is not None:
        body["project"] = project
    view: PlanView = await client.post("/v1/plans/import", None, body)
    console.result(view)
    for warning in view["warnings"]:
        console.say(f"repaired: {one_line(warning)}", "yellow")
    show_source(console, view)
    steps = len(view["plan"]["steps"])
    console.say(
        f"Kept {view['plan']['id']}: {one_line(view['plan']['title'])}, {steps} steps, {view['plan']['status']}."
    )


@commands.command(has_json=False)
async def export(
    client: Client,
    console: Console,
    id: Id,
    to: Annotated[Path | None, Argument("A folder; without one, standard output.")] = None,
    format: Annotated[Format, Option(help="For which tool.")] = Format.MARKDOWN,
    force: Annotated[bool, Option("--force", help="Replace files that are there.")] = False,
) -> None:
    """Write a plan for another tool: spec-kit, Kiro, task-master, Cappy, a workflow, GitHub issues, Markdown."""
    files: dict[str, str] = (await client.get(f"/v1/plans/{id}/export", format=format))["files"]
    if to is None:
        sys.stdout.write("\n".join(files.values()))
        return
    there = [name for name in files if (to / name).exists()]
    if there and not force:
        raise Conflict(f"There is already a file {there[0]!r}.", hint="Give another folder, or --force.")
    for name, text in files.items():
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        (to / name).write_text(text, encoding="utf-8")
    console.say(f"Wrote {', '.join(files)}.")


async def _get(client: Client, id: str) -> PlanView:
    return await client.get(f"/v1/plans/{id}")


async def _talk(client: Client, console: Console, view: PlanView) -> PlanView:
    """Put the open questions before a person, one by one, as long as one is there."""
    while console.interactive and view["plan"]["status"] == PlanStatus.CLARIFYING:
        show_question(console, view["plan"])
        typed = (await console.ask("Your answer: ")).strip()
        if not typed:
            break
        view = await client.post(f"/v1/plans/{view['plan']['id']}/answer", None, {"text": _meant(view["plan"], typed)})
    return view


def _meant(plan: Plan, typed: str) -> str:
    """An answer in words: a number stands for the option of that place."""
    asked = question_of(plan)
    options = [] if asked is None else asked["options"]
    return options[int(typed) - 1]["label"] if typed.isdigit() and 0 < int(typed) <= len(options) else typed


async def _seen(console: Console, view: PlanView, version: int | None) -> dict[str, Any]:
    """What a person approves: the version they name, or the one they are shown now."""
    plan = view["plan"]
    if version is None:
        if not console.interactive:
            hint = f"Look at it with `aule plan show {plan['id']}`, then approve with --approve {plan['version']}."
            raise ApprovalRequired(f"{plan['title']!r} has to be approved first.", hint=hint, subject=view["approval"])
        show_card(console, view)
        typed = await console.ask("Approve exactly this? [y/N] ")
        if typed.strip().lower() not in YES:
            raise Conflict("Nothing was approved.", code="approval_denied")
    elif version != plan["version"]:
        hint = f"Look at it again: `aule plan show {plan['id']}`."
        raise Conflict(
            f"{plan['title']!r} is at version {plan['version']}, not {version}.", code="approval_stale", hint=hint
        )
    return {"version": plan["version"], "content_hash": view["card"]["content_hash"]}


def _stand(console: Console, view: PlanView) -> int:
    """Print how a plan stands, and the exit code for it: an open question is the person's to answer."""
    show_card(console, view)
    plan, problem = view["plan"], None
    if (asked := question_of(plan)) is not None:
        show_question(console, plan)
        hint = f"Answer with `aule plan answer {plan['id']} …`."
        options = [each["label"] for each in asked["options"]]
        problem = NeedsInput(asked["question"], hint=hint, subject=view["question"], candidates=options).report
    elif plan["status"] == PlanStatus.READY:
        console.say(ready_words(view))
        show_offers(console, view)
    console.result({**view, "error": problem})
    if problem is None:
        return ExitCode.OK
    return code_of(problem)


async def _change(client: Client, console: Console, id: str, verb: str, body: dict[str, Any] | None = None) -> int:
    return _stand(console, await client.post(f"/v1/plans/{id}/{verb}", None, body))


def _number(version: str) -> int:
    digits = version.lower().removeprefix("v")
    if not digits.isdigit():
        raise Invalid(f"{version!r} is not a version.", hint="Write v3, or 3.")
    return int(digits)
