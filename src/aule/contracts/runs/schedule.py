"""Schedules: what runs by itself, when, and what happens when the time passed without us."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from aule.contracts.access.agent import Budget
from aule.contracts.kinds import Missed, Overlap
from aule.contracts.model import JsonObject, Model
from aule.contracts.runs.run import RunStatus
from aule.text.words import headline

LONGEST_NAME = 80


WhyNot = Literal["overlap", "missed", "nothing_to_do", "budget", "failed"]
"""Why a time that came started nothing: the run before was under way, the system was off, there was nothing to do, the
money or tokens of the day were spent, or it could not be started."""


class Schedule(Model):
    """Something to do at certain times: words for an agent, or a workflow. Exactly one of each pair is given."""

    id: str
    title: str = Field(default="", max_length=200)
    prompt: str | None = Field(default=None, max_length=20_000)
    agent: str | None = Field(default=None, max_length=64)
    """Who is asked; only with a prompt."""
    workflow: str | None = Field(default=None, max_length=64)
    inputs: JsonObject = {}
    """What the workflow is given."""
    project: str = Field(max_length=64)
    conversation: str | None = Field(default=None, max_length=64)
    """Where the outcome is told; none opens a conversation of its own."""
    at: str | None = Field(default=None, max_length=64)
    """Once, at this moment (ISO 8601 with an offset)."""
    interval_s: int | None = Field(default=None, ge=60, le=31_536_000)
    cron: str | None = Field(default=None, max_length=200)
    """Five fields, in `timezone`."""
    timezone: str = Field(default="UTC", max_length=64)
    missed: Missed = Missed.ONCE
    overlap: Overlap = Overlap.SKIP
    budget: Budget | None = None
    """Limits of each run; of a heartbeat, what all its runs of a day may cost together."""
    heartbeat: bool = False
    """Whether this is the project's heartbeat: it reads HEARTBEAT.md and asks only when something is to be done."""
    consolidates: bool = False
    """Whether it looks through the memory of the project and puts forward what could be forgotten."""
    paused: bool = False
    created_by: Literal["user", "agent"] = "user"
    created_at: str = ""
    updated_at: str = ""
    version: int = 1

    @property
    def name(self) -> str:
        """The name of the schedule: its title, or the beginning of what it says."""
        return self.title or headline(self.prompt or self.workflow or "HEARTBEAT.md", LONGEST_NAME)


class ScheduleSaved(Model):
    """A schedule was made or changed; `next_at` is when it is due."""

    type: Literal["schedule.saved"] = "schedule.saved"
    schedule: Schedule
    next_at: str | None = None


class ScheduleDeleted(Model):
    """A schedule was removed."""

    type: Literal["schedule.deleted"] = "schedule.deleted"
    schedule: str


class ScheduleFired(Model):
    """The time of a schedule came: a run began, or why none did."""

    type: Literal["schedule.fired"] = "schedule.fired"
    schedule: str
    due_at: str
    next_at: str | None = None
    started: str | None = None
    """The run that began."""
    why_not: WhyNot | None = None
    """Why none began."""


class ScheduleView(Model):
    """A schedule as it stands."""

    schedule: Schedule
    next_at: str | None = None
    last_at: str | None = None
    last_run: str | None = None
    """The last run it started."""
    last_status: RunStatus | None = None
    """How that run stands."""
    why_not: WhyNot | None = None
    """Why the last time started nothing."""


class ScheduleTimes(Model):
    """When a schedule would be due: its next times, and its rhythm in words where there are simple ones."""

    next: list[str]
    words: str | None = None
