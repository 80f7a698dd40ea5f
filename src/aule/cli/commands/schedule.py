"""`aule schedule`: what runs by itself, and when."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

from aule.contracts.ambient import Ambient
from aule.contracts.errors import Invalid
from aule.contracts.kinds import Missed, Overlap
from aule.terminal.calls import parsed
from aule.terminal.changes import say_removed
from aule.terminal.client import Client
from aule.terminal.commands import Argument, CommandGroup, Limit, Option
from aule.terminal.console import Console
from aule.terminal.follow import conclusion, stay
from aule.terminal.interrupts import interruptible
from aule.terminal.language import locale

if TYPE_CHECKING:
    from aule.terminal.answers import Home, Page, Run, Schedule, ScheduleTimes, ScheduleView

commands = CommandGroup("schedule", help="See what runs by itself; add to it, pause, run or remove it.")

PATH = "/v1/tasks/scheduled"
_SPAN = re.compile(r"^(\d{1,6})\s*([smhdw])$")
_SECONDS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800}

Id = Annotated[str, Argument("The schedule.")]
Every = Annotated[str | None, Option(help="How often: 30m, 2h, 1d.")]
At = Annotated[str | None, Option(help="Once, at this moment: 2026-12-01T08:00.")]
Cron = Annotated[str | None, Option(help='A pattern: "0 7 * * 1-5" is 7:00 from Monday to Friday.')]
Zone = Annotated[str | None, Option("--tz", help="The time zone of the times; this machine's without one.")]
Inputs = Annotated[list[str] | None, Option("--input", help="For the workflow: name=value; name:=value takes JSON.")]


@commands.default
@commands.command("list")
async def list_(
    client: Client,
    console: Console,
    project: Annotated[str | None, Option(help="Only those of this project.")] = None,
    limit: Limit = 50,
) -> None:
    """List schedules, the newest first."""
    page: Page[ScheduleView] = await client.get(PATH, project=project, limit=limit)
    console.result(page["items"])
    rows = [
        [
            view["schedule"]["id"],
            "paused" if view["schedule"]["paused"] else _minute(view["next_at"]) if view["next_at"] else "over",
            (view["why_not"] or "ran") if view["last_at"] else "",
            view["schedule"]["created_by"],
            (view["schedule"]["title"] or _task(view["schedule"]))[:50],
        ]
        for view in page["items"]
    ]
    empty = 'Nothing runs by itself yet. Try: aule schedule add "what is new in my notes?" --cron "0 7 * * 1-5"'
    console.table(["ID", "DUE", "LAST", "BY", "WHAT"], rows, empty=empty)


@commands.command()
async def add(  # noqa: PLR0913 (a command line's options are its parameters)
    client: Client,
    console: Console,
    ambient: Ambient,
    words: Annotated[list[str] | None, Argument("What the agent is asked each time.")] = None,
    every: Every = None,
    at: At = None,
    cron: Cron = None,
    tz: Zone = None,
    title: Annotated[str, Option(help="What it is called.")] = "",
    agent: Annotated[str | None, Option(help="Who is asked.")] = None,
    workflow: Annotated[str | None, Option(help="Run this workflow instead of asking.")] = None,
    input: Inputs = None,
    heartbeat: Annotated[bool, Option("--heartbeat", help="Go through the project's HEARTBEAT.md.")] = False,
    project: Annotated[str, Option(help="Where it works.")] = "home",
    missed: Annotated[Missed, Option(help="What becomes of times when the system was off.")] = Missed.ONCE,
    overlap: Annotated[Overlap, Option(help="When the run before is still under way.")] = Overlap.SKIP,
) -> None:
    """Have an agent asked, or a workflow run, at certain times. The server has to be up when they come."""
    body: dict[str, Any] = {
        "title": title,
        "prompt": " ".join(words) if words else None,
        "agent": agent,
        "workflow": workflow,
        "heartbeat": heartbeat,
        "project": project,
        "at": at,
        "cron": cron,
        "timezone": tz or ambient.clock.zone(),
        "missed": missed,
        "overlap": overlap,
        "interval_s": None if every is None else seconds_of(every),
        "inputs": parsed(input or [], {}),
    }
    view: ScheduleView = await client.post(PATH, None, body)
    console.result(view)
    console.say(f"Added {view['schedule']['id']}.")
    await _say_times(client, console, view["schedule"])


@commands.command()
async def show(client: Client, console: Console, id: Id) -> None:
    """Show a schedule and its next times."""
    view: ScheduleView = await client.get(f"{PATH}/{id}")
    console.result(view)
    schedule = view["schedule"]
    console.say(schedule["title"] or schedule["id"], "bold")
    console.say(_task(schedule))
    made = "an agent" if schedule["created_by"] == "agent" else "you"
    console.say(
        f"in {schedule['project']}, made by {made}, missed: {schedule['missed']}, overlap: {schedule['overlap']}",
        "dim",
    )
    if view["last_at"] is not None:
        came = view["last_run"] or f"nothing began ({view['why_not']})"
        console.say(f"Last: {_minute(view['last_at'])}, {came}", "dim")
    if schedule["paused"]:
        console.say("Paused.")
    else:
        await _say_times(client, console, schedule)


@commands.command()
async def pause(client: Client, console: Console, id: Id) -> None:
    """Let a schedule rest."""
    await _set(client, console, id, "pause")


@commands.command()
async def resume(client: Client, console: Console, id: Id) -> None:
    """Let a schedule go on."""
    await _set(client, console, id, "resume")


@commands.command()
async def run(
    client: Client,
    console: Console,
    id: Id,
    timeout: Annotated[float | None, Option(min=0.1, help="Stop watching after so many seconds.")] = None,
) -> int:
    """Run now what the schedule runs, and watch it; its times stay as they are."""
    home: Home = await client.get("/v1/home")
    began: Run = await client.post(f"{PATH}/{id}/run")
    following = stay(client, console, run=began["id"], since=home["cursor"], session=None)
    return conclusion(console, await interruptible(following, seconds=timeout), schedule=id)


@commands.command()
async def remove(client: Client, console: Console, id: Id) -> None:
    """Remove a schedule. What it has started goes on."""
    removed = await client.remove(f"{PATH}/{id}")
    console.result(removed)
    say_removed(console, f"Removed {id}.", removed)


def seconds_of(span: str) -> int:
    """How many seconds `30m`, `2h` or `1d` are."""
    match = _SPAN.match(span.strip().lower())
    if match is None:
        raise Invalid(f"{span!r} is not a span of time.", field="every", hint="Write it like 30m, 2h or 1d.")
    return int(match[1]) * _SECONDS[match[2]]


async def _set(client: Client, console: Console, id: str, verb: str) -> None:
    view: ScheduleView = await client.post(f"{PATH}/{id}/{verb}")
    console.result(view)
    due = "" if view["next_at"] is None else f", due {_minute(view['next_at'])}"
    console.say(f"{id} {'rests' if view['schedule']['paused'] else 'goes on'}{due}.")


async def _say_times(client: Client, console: Console, schedule: Schedule) -> None:
    """The rhythm of a schedule and its next times, in its own zone."""
    when = {name: schedule[name] for name in ("at", "interval_s", "cron", "timezone")}
    if schedule["at"] is not None or console.as_json:
        console.say(f"Once, at {schedule['at']}.")
        return
    times: ScheduleTimes = await client.post(f"{PATH}/preview", None, {**when, "locale": locale()})
    often = times["words"] or schedule["cron"] or ""
    console.say(f"{often[:1].upper()}{often[1:]} ({schedule['timezone']})")
    for due in times["next"]:
        console.say(f"  {_minute(due)}", "dim")


def _task(schedule: Schedule) -> str:
    return schedule["prompt"] or (f"workflow {schedule['workflow']}" if schedule["workflow"] else "HEARTBEAT.md")


def _minute(ts: str) -> str:
    return f"{ts[:16].replace('T', ' ')} UTC"
