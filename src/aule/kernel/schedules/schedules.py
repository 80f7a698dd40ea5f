"""Schedules as documents: created, edited, paused and removed as undoable changes."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass

from aule.contracts.access.change import Removed
from aule.contracts.ambient import Ambient, timestamp
from aule.contracts.errors import Conflict, Invalid, NotFound
from aule.contracts.ids import ref
from aule.contracts.runs.run import Run
from aule.contracts.runs.schedule import Schedule, ScheduleTimes, ScheduleView
from aule.kernel.capabilities.changes.change_log import ChangeLog
from aule.kernel.documents import Documents
from aule.kernel.journal import Journal
from aule.kernel.schedules import heartbeat
from aule.kernel.schedules.trigger import ScheduleTrigger
from aule.kernel.times import check_times, coming_times, rhythm
from aule.kernel.versions import first_version, next_version
from aule.stores.repositories import schedules as stored
from aule.stores.repositories.workflows import Workflows
from aule.text.words import is_whole


@dataclass(frozen=True, slots=True)
class Schedules:
    """Saves, removes and runs schedules; saving one sets its next time."""

    journal: Journal
    change_log: ChangeLog
    documents: Documents
    workflows: Workflows
    kept: stored.Schedules
    firing: ScheduleTrigger
    ambient: Ambient

    async def create(self, schedule: Schedule) -> ScheduleView:
        """Create a schedule; id, version and timestamps are set here."""
        now = self.ambient.timestamp()
        id = f"heartbeat-{schedule.project}" if schedule.heartbeat else self.ambient.ids.new("sch")
        given = {"id": id, "created_at": now, "updated_at": now, "version": 1}
        made = await self._checked(with_defaults(schedule).model_copy(update=given), None)
        async with self.journal.transaction() as record:
            if (there := await stored.Schedules(record).document(id)) is not None:
                raise Conflict(
                    f"The project {schedule.project!r} has a heartbeat.",
                    code="already_exists",
                    subject=there.id,
                    hint="Edit that one.",
                )
            made = made.model_copy(update={"version": await first_version(record, ref("schedule", id))})
            self.change_log.put_document(record, ref("schedule", id), None, made)
        return await self.kept.get(id)

    async def save(self, schedule: Schedule, *, expected: int | None = None) -> ScheduleView:
        """Edit a schedule; `expected` is the version that was seen, None for any."""
        before = (await self.kept.get(schedule.id)).schedule
        lasting = {name: getattr(before, name) for name in ("heartbeat", "consolidates", "created_by", "created_at")}
        if before.heartbeat:
            lasting["project"] = before.project
        edited = await self._checked(with_defaults(schedule.model_copy(update=lasting)), before)
        async with self.journal.transaction() as record:
            current = (await stored.Schedules(record).get(schedule.id)).schedule
            version = next_version(current.id, current.version, before.version if expected is None else expected)
            update = {"version": version, "updated_at": self.ambient.timestamp()}
            self.change_log.put_document(record, ref("schedule", current.id), current, edited.model_copy(update=update))
        return await self.kept.get(schedule.id)

    async def delete(self, id: str, *, expected: int | None = None) -> Removed:
        """Remove a schedule; runs it started go on."""
        async with self.journal.transaction() as record:
            current = (await stored.Schedules(record).get(id)).schedule
            if expected is not None:
                next_version(id, current.version, expected)
            return Removed(change=self.change_log.put_document(record, ref("schedule", id), current, None).id)

    async def pause(self, id: str, *, paused: bool = True) -> ScheduleView:
        """Pause or resume a schedule; times that pass meanwhile are not made up for."""
        view = await self.kept.get(id)
        if view.schedule.paused == paused:
            return view
        return await self.save(view.schedule.model_copy(update={"paused": paused}), expected=view.schedule.version)

    async def run(self, id: str) -> Run:
        """Start what a schedule starts, now."""
        return await self.firing.run_now(id)

    def times(self, schedule: Schedule, locale: str | None = None) -> ScheduleTimes:
        """Return when a schedule would be due, if it were made now."""
        now = self.ambient.clock.now()
        asked = check_times(schedule.model_copy(update={"created_at": timestamp(now), "paused": False}), now)
        said = rhythm(asked, locale or self.firing.starts.locale())
        return ScheduleTimes(next=[timestamp(due) for due in coming_times(asked, now)], words=said)

    async def _checked(self, schedule: Schedule, before: Schedule | None) -> Schedule:
        """Return a valid schedule: it has a task, existing names, and times that come."""
        check_task(schedule)
        schedule = check_times(schedule, self.ambient.clock.now(), before)
        if before is None or schedule.project != before.project:
            await self._check_exists(self.documents.projects.get(schedule.project), "project")
        if schedule.agent is not None and (before is None or schedule.agent != before.agent):
            await self._check_exists(self.documents.agent_registry.get(schedule.agent), "agent")
        if schedule.workflow is not None and (before is None or schedule.workflow != before.workflow):
            await self._check_exists(self.workflows.get(schedule.workflow), "workflow")
        told = schedule.conversation
        if told is not None and (before is None or told != before.conversation):
            await self._check_exists(self.documents.conversations.get(told), "conversation")
        return schedule

    async def _check_exists(self, looking: Awaitable[object], field: str) -> None:
        """Raise `Invalid` when something a schedule names does not exist."""
        try:
            await looking
        except NotFound as error:
            problem = error.problem
            raise Invalid(
                problem.message, field=field, hint=problem.hint, candidates=problem.candidates, code="not_found"
            ) from None


def check_task(schedule: Schedule) -> None:
    """Refuse a schedule unless it has exactly one task: words, a workflow, the heartbeat's checklist, or memory."""
    does = [schedule.prompt is not None, schedule.workflow is not None, schedule.heartbeat, schedule.consolidates]
    if sum(does) != 1:
        raise Invalid(
            "A schedule has exactly one thing to do.",
            field="prompt",
            hint="Give `prompt` or `workflow`, or make it the project's `heartbeat`.",
        )
    if schedule.prompt is not None and not schedule.prompt.strip():
        raise Invalid("The words for the agent are missing.", field="prompt", hint="Say what should be done.")
    if schedule.workflow is not None and schedule.agent is not None:
        raise Invalid("A workflow names its own agents.", field="agent", hint="Leave `agent` out.")
    if not all(map(is_whole, (schedule.title, schedule.prompt or ""))):
        raise Invalid("The words contain half of a character.", code="invalid_text", field="prompt")


def with_defaults(schedule: Schedule) -> Schedule:
    """Return a schedule with defaults: a heartbeat without times runs every half hour."""
    timed = (schedule.at, schedule.interval_s, schedule.cron) != (None, None, None)
    return (
        schedule if timed or not schedule.heartbeat else schedule.model_copy(update={"interval_s": heartbeat.EVERY_S})
    )
