"""Scheduling as capabilities: an agent proposes when something is to be done, a person approves it."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from aule.apps.core.app import core
from aule.contracts.runs.schedule import Schedule, ScheduleView
from aule.sdk import Context, Effect, Model, Preview, Text, errors
from aule.text.words import headline

MOST_LISTED = 100
MINUTE = 60

Wanted = Annotated[str, "The schedule's id.", Field(min_length=1, max_length=64)]


class Scheduled(Model):
    """Something that was scheduled."""

    id: str
    title: str
    rhythm: str = Field(description="How often, in words.")
    next_at: str | None = Field(description="When it is due next.")


class Listed(Model):
    """A schedule of this project."""

    id: str
    title: str
    task: str
    rhythm: str
    timezone: str
    next_at: str | None
    paused: bool


class Schedules(Model):
    """What runs by itself here."""

    schedules: list[Listed]


class Cancelled(Model):
    """A schedule that was removed."""

    id: str
    title: str


Task = Annotated[str, "What to do each time, complete in itself.", Field(min_length=1, max_length=20_000)]
Title = Annotated[str, "What it is called.", Field(max_length=200)]
At = Annotated[str | None, "Once, at this moment: 2026-12-01T08:00.", Field(max_length=64)]
Every = Annotated[int | None, "Every so many minutes.", Field(ge=1, le=525_600)]
Cron = Annotated[str | None, "A cron pattern: minute, hour, day, month, weekday.", Field(max_length=200)]
Zone = Annotated[str | None, "The time zone of the times; this machine's without one.", Field(max_length=64)]


async def _preview(context: Context, task: str, title: str, timezone: str | None, **when: Any) -> Preview:
    draft = _draft(context, (task, title), (when["at"], when["every_minutes"], when["cron"]), timezone)
    began = context.run.started_at  # not now: what was shown must still be so when it is approved
    schedule = context.timetable.checked(draft, began)
    lines = [_in_words(context, schedule)]
    if schedule.interval_s is None:
        lines += ["", *(f"- {due}" for due in context.timetable.moments(schedule, context.locale, since=began))]
    return Text(text="\n".join([*lines, "", task]))


@core.capability(
    effect=Effect.WRITE,
    title={"en": "Schedule a task", "pt": "Agendar uma tarefa"},
    category="time",
    targets=["title"],
    reversible=True,
    anywhere=True,
    preview=_preview,
)
async def schedule_task(  # noqa: PLR0913 (a capability's parameters are its form)
    context: Context,
    task: Task,
    title: Title = "",
    at: At = None,
    every_minutes: Every = None,
    cron: Cron = None,
    timezone: Zone = None,
) -> Scheduled:
    """Have a task done by itself: once, every so many minutes, or by a cron pattern. Give exactly one of the three."""
    if context.run.allowed or context.bound.is_scoped:
        raise errors.Refused(
            "Whoever works within limits cannot schedule anything: it would outlive them.",
            code="not_allowed",
            hint="Tell the agent above what should be scheduled.",
        )
    timetable = context.timetable
    schedule = timetable.checked(_draft(context, (task, title), (at, every_minutes, cron), timezone))
    await context.schedule(schedule)
    due = timetable.moments(schedule, context.locale, count=1)
    often = timetable.rhythm(schedule, context.locale)
    return Scheduled(id=schedule.id, title=schedule.title, rhythm=often, next_at=due[0] if due else None)


@core.capability(
    effect=Effect.READ,
    title={"en": "List schedules", "pt": "Listar os agendamentos"},
    category="time",
    anywhere=True,
)
async def list_scheduled(context: Context) -> Schedules:
    """List what runs by itself in this project, and when it is due next."""
    page = await context.timetable.list(context.project.id, MOST_LISTED)
    if page.next is not None:
        context.warn("truncated", f"There are more; these are the latest {MOST_LISTED}.")
    context.cite("schedules", rows=len(page.items))
    listed = [
        Listed(
            id=view.schedule.id,
            title=view.schedule.title,
            task=view.schedule.prompt or view.schedule.workflow or "HEARTBEAT.md",
            rhythm=context.timetable.rhythm(view.schedule, context.locale),
            timezone=view.schedule.timezone,
            next_at=view.next_at,
            paused=view.schedule.paused,
        )
        for view in page.items
    ]
    return Schedules(schedules=listed)


async def _preview_cancel(context: Context, schedule: str) -> Preview:
    found = (await _here(context, schedule)).schedule
    task = found.prompt or found.workflow or "HEARTBEAT.md"
    return Text(text=f"{_in_words(context, found)}\n\n{task}")


@core.capability(
    effect=Effect.DELETE,
    title={"en": "Cancel a schedule", "pt": "Cancelar um agendamento"},
    category="time",
    targets=["schedule"],
    reversible=True,
    anywhere=True,
    preview=_preview_cancel,
)
async def cancel_scheduled(context: Context, schedule: Wanted) -> Cancelled:
    """Stop something from running by itself. What it has already started goes on."""
    found = (await _here(context, schedule)).schedule
    await context.unschedule(found.id)
    return Cancelled(id=found.id, title=found.title)


async def _here(context: Context, id: str) -> ScheduleView:
    """Return a schedule of this project; those of others are none of an agent's business."""
    view = await context.timetable.find(id)
    if view is None or view.schedule.project != context.project.id:
        page = await context.timetable.list(context.project.id, 5)
        raise errors.NotFound(
            f"There is no schedule {id!r} in this project.",
            candidates=[each.schedule.id for each in page.items],
            hint="List the schedules to see which there are.",
        )
    return view


def _draft(
    context: Context,
    what: tuple[str, str],
    when: tuple[str | None, int | None, str | None],
    timezone: str | None,
) -> Schedule:
    (task, title), (at, every_minutes, cron) = what, when
    ts = context.ambient.timestamp()
    return Schedule(
        id=context.ambient.ids.new("sch"),
        title=" ".join(title.split()) or headline(task),
        prompt=task,
        agent=context.run.agent,
        project=context.project.id,
        conversation=context.run.session_id,
        at=at,
        interval_s=None if every_minutes is None else every_minutes * MINUTE,
        cron=cron,
        timezone=timezone or context.ambient.clock.zone(),
        created_by="agent" if context.actor.type == "agent" else "user",
        created_at=ts,
        updated_at=ts,
    )


def _in_words(context: Context, schedule: Schedule) -> str:
    often = context.timetable.rhythm(schedule, context.locale)
    return f"{schedule.title or schedule.id}: {often} ({schedule.timezone})"
