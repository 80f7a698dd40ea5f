"""The form of a workflow file: agents of a project asked one after another, and what each leaves behind (D.7)."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, StringConstraints

from aule.contracts.access.capability import OnWrite
from aule.contracts.model import JsonObject, Model
from aule.contracts.runs.graph import StateKey

MOST_TASKS = 500
MOST_TRIES = 5
MOST_SECONDS = 600
"""How long a command may take."""
_DURATION = re.compile(r"^(\d{1,6}(?:\.\d{1,3})?)\s*(ms|s|m|h)$")
_UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3_600.0}

TaskId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,59}$")]
"""The name of a task inside its file."""
Name = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9._-]{1,64}$")]
"""The name of an environment, a project or an agent."""
RetryOn = Literal["model_error", "timeout", "check_failed"]
Kind = Literal["agent", "capability", "plan", "approval"]
KINDS: tuple[Kind, ...] = ("agent", "capability", "plan")
"""The keys that say what a task does; one that has none of them and an approval asks a person."""


def seconds(duration: str | float) -> float:
    """A length of time in seconds: a number, or words such as `90s`, `10m` and `1h`."""
    if isinstance(duration, str):
        found = _DURATION.match(duration.strip())
        if found is None:
            raise ValueError("a length of time is written like 90s, 10m or 1h")
        duration = float(found[1]) * _UNITS[found[2]]
    if not 0 < duration <= 86_400:
        raise ValueError("a length of time is more than nothing and at most 24h")
    return float(duration)


def _is_duration(value: str | float) -> str | float:
    seconds(value)
    return value


def _is_short(value: str | float) -> str | float:
    if seconds(value) > MOST_SECONDS:
        raise ValueError(f"a command may take at most {MOST_SECONDS // 60}m")
    return value


Duration = Annotated[str | float, AfterValidator(_is_duration)]
"""How long something may take: `90s`, `10m`, `1h`, or seconds."""
Short = Annotated[str | float, AfterValidator(_is_short)]
"""How long a command may take."""
Paths = Annotated[list[Annotated[str, StringConstraints(min_length=1, max_length=1_000)]], Field(max_length=100)]
MOST_NEEDS = 30
Ids = TaskId | Annotated[list[TaskId], Field(max_length=MOST_NEEDS)]


class InputForm(Model):
    """Something that is given to a workflow when it starts."""

    type: Literal["string", "number", "integer", "boolean", "array", "object"] = Field(
        default="string", description="What kind of value it is."
    )
    required: bool = Field(default=False, description="Whether it has to be given.")
    description: str = Field(default="", max_length=500, description="What it is.")
    default: Any = Field(default=None, description="What it is when nobody gives it.")
    enum: list[Any] = Field(default=[], max_length=100, description="The only values it may have.")


class RetryForm(Model):
    """When a task is done again from its beginning, and how often."""

    max: int = Field(default=1, ge=1, le=MOST_TRIES, description="How many times it is done again at most.")
    on: list[RetryOn] = Field(
        default=["model_error", "timeout", "check_failed"], min_length=1, description="After which failures."
    )


class CheckForm(Model):
    """A command that says whether a task did what it should: it has to end with 0."""

    run: str = Field(min_length=1, max_length=2_000, description="The command; it runs in a box, on a copy.")
    timeout: Short = Field(default="5m", description="How long it may take, 10m at most.")


class ApprovalForm(Model):
    """Where a person looks before it goes on."""

    before: bool = Field(default=True, description="Whether the task waits for them.")
    message: str = Field(default="", max_length=2_000, description="What they are told.")


class CapabilityForm(Model):
    """A capability of any app, and its parameters."""

    name: str = Field(min_length=3, max_length=100, description="`app.name`.")
    params: JsonObject = Field(default={}, description="Its parameters.")


class TaskForm(Model):
    """One task. Exactly one of `agent`, `capability` and `plan` says what it does; only `approval` asks a person."""

    title: str = Field(default="", max_length=200, description="What people call it.")
    agent: Name | None = Field(default=None, description="Who does it: an agent of the project.")
    prompt: str | None = Field(
        default=None, min_length=1, max_length=20_000, description="What the agent is told; none means its own task."
    )
    reads: Paths = Field(default=[], description="Files whose contents the agent is given.")
    outputs: Paths = Field(default=[], description="What it has to make or change, as globs inside its scope.")
    capability: CapabilityForm | None = Field(default=None, description="A capability that is called.")
    plan: str | None = Field(default=None, min_length=1, max_length=64, description="An approved plan that is run.")
    needs: Ids = Field(default=[], description="Tasks that have to be done before.")
    condition: str | None = Field(
        default=None, alias="if", max_length=1_000, description="It is skipped unless this holds."
    )
    approval: ApprovalForm | None = Field(default=None, description="Where a person looks.")
    on_write: OnWrite | None = Field(default=None, description="What becomes of what it writes.")
    timeout: Duration | None = Field(default=None, description="How long its agent may take.")
    retry: RetryForm | None = Field(default=None, description="When it is done again.")
    check: CheckForm | None = Field(default=None, description="A command that has to end well after it.")
    continue_on_error: bool = Field(default=False, description="Whether the others go on when it failed.")

    @property
    def kind(self) -> Kind:
        """What the task does."""
        found: Kind = "approval"
        for kind in KINDS:
            found = kind if getattr(self, kind) is not None else found
        return found

    @property
    def after(self) -> list[str]:
        """The tasks it needs, each once."""
        return list(dict.fromkeys([self.needs] if isinstance(self.needs, str) else self.needs))


class DefaultsForm(Model):
    """What holds for every task that does not say otherwise."""

    on_write: OnWrite | None = Field(default=None, description="What becomes of what they write.")
    timeout: Duration = Field(default="10m", description="How long an agent may take.")
    retry: RetryForm | None = Field(default=None, description="When they are done again.")


class CriterionForm(Model):
    """Something that has to hold at the end: `files_exist` or `run`."""

    files_exist: Paths | None = Field(default=None, description="Each of these globs matches a file that has content.")
    run: str | None = Field(default=None, min_length=1, max_length=2_000, description="A command that ends with 0.")
    manual: str | None = Field(default=None, max_length=1_000, description="Words for a person; nothing checks them.")
    timeout: Short = Field(default="10m", description="How long the command may take, 10m at most.")


class WorkflowFile(Model):
    """A workflow of Conductor as it stands in a file."""

    version: Literal[1] = Field(description="The version of this form.")
    name: str = Field(min_length=1, max_length=200, description="What it is called.")
    description: str = Field(default="", max_length=4_000, description="What it is for.")
    environment: Name | None = Field(default=None, description="Where it runs; the command line may name another.")
    project: Name | None = Field(default=None, description="The project it runs in.")
    inputs: dict[StateKey, InputForm] = Field(default={}, description="What it is given.")
    defaults: DefaultsForm = Field(default=DefaultsForm(), description="What holds for every task.")
    on_failure: Literal["stop", "continue"] = Field(
        default="stop", description="Whether tasks that do not need the failed one still begin."
    )
    concurrency: int = Field(
        default=1, ge=1, le=16, description="How many steps may be under way; never two that could meet in a file."
    )
    tasks: dict[TaskId, TaskForm] = Field(min_length=1, max_length=MOST_TASKS, description="What it does.")
    success: list[CriterionForm] = Field(default=[], max_length=50, description="What has to hold at the end.")

    def retry_of(self, task: TaskForm) -> RetryForm | None:
        """When a task is done again."""
        return task.retry or (self.defaults.retry if task.kind == "agent" else None)

    def timeout_of(self, task: TaskForm) -> float:
        """How long the agent of a task may take, in seconds."""
        return seconds(self.defaults.timeout if task.timeout is None else task.timeout)


def file_schema() -> JsonObject:
    """The JSON Schema of workflow files, for editors and programs."""
    schema = WorkflowFile.model_json_schema(mode="validation")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": "Conductor workflow"}
