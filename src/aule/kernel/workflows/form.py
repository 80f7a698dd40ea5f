"""The form of a document: a workflow as people write it. A step is what its own key says it is.

capability: core.read_file      uses a capability            (with params)
prompt: Summarise …             asks an agent                (with agent, tools, max_turns)
ask: Which class?               asks a person                (with options, free_text)
if: state.count > 3             looks at a condition
workflow: weekly-plan           runs another workflow        (with inputs)
steps: […]                      runs steps of its own        (with inputs, takes, state, output)
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from aule.contracts.access.agent import Budget
from aule.contracts.model import JsonObject, Model
from aule.contracts.runs.canvas import Canvas
from aule.contracts.runs.graph import MAX_REPEATS, Interrupt, OnError, Retry, StateKey, StepId
from aule.contracts.runs.workflow import WorkflowId

Schema = (
    Annotated[
        Literal["any", "string", "number", "integer", "boolean", "array", "object"],
        Field(description="What kind of value it is."),
    ]
    | Annotated[JsonObject, Field(description="A JSON Schema.")]
)
Steps = StepId | list[StepId]
Keys = StateKey | list[StateKey]


class StepForm(Model):
    """One step. Exactly one of `capability`, `prompt`, `ask`, `if`, `workflow` and `steps` says what it does."""

    id: StepId = Field(description="Its name, by which other steps refer to it.")
    title: str = Field(default="", max_length=200, description="What people call it.")
    description: str = Field(default="", max_length=4_000, description="What it is for.")
    capability: str | None = Field(default=None, min_length=1, max_length=100, description="What it calls: `app.name`.")
    params: JsonObject = Field(default={}, description="Parameters; `{{state.x}}` and `$from` look at other steps.")
    agent: str | None = Field(default=None, max_length=64, description="Who is asked; none means the assistant.")
    prompt: str | None = Field(default=None, min_length=1, max_length=20_000, description="What the agent is told.")
    tools: list[str] | None = Field(default=None, max_length=200, description="What the agent may use, at most.")
    max_turns: int | None = Field(default=None, ge=1, le=200, description="The most answers of its model.")
    ask: str | None = Field(default=None, min_length=1, max_length=4_000, description="What a person is asked.")
    options: list[str] = Field(default=[], max_length=20, description="Answers to choose from.")
    free_text: bool = Field(default=True, description="Whether an answer in other words is taken.")
    condition: str | None = Field(default=None, alias="if", max_length=2_000, description="What has to hold.")
    workflow: str | None = Field(default=None, max_length=64, description="The workflow it runs.")
    steps: list[StepForm] | None = Field(default=None, description="Steps of its own.")
    inputs: JsonObject = Field(default={}, description="What the workflow or the steps inside are given.")
    takes: dict[StateKey, Schema] | None = Field(default=None, description="What the steps inside can be given.")
    state: dict[StateKey, Schema] = Field(default={}, description="What the steps inside share.")
    output: Any = Field(default=None, description="What the steps inside come to.")
    disabled: bool = Field(default=False, description="Whether it is switched off: it is not done.")
    depends_on: Steps = Field(default=[], description="Steps that have to be done before.")
    when: str | None = Field(default=None, max_length=2_000, description="It is skipped unless this holds.")
    for_each: Any = Field(default=None, description="A list; the step runs once for each item of it.")
    repeat: int | None = Field(default=None, ge=1, le=MAX_REPEATS, description="How often it runs.")
    max: int | None = Field(default=None, ge=1, le=MAX_REPEATS, description="The most items of `for_each`.")
    writes: Keys = Field(default=[], description="The shared keys its result goes to.")
    interrupt: Literal["before", "after"] | Interrupt | None = Field(default=None, description="Where a person looks.")
    on_error: OnError = Field(default=OnError.ABORT, description="When it failed: end all, go on without it, or ask.")
    retry: Annotated[int, Field(ge=1, le=20)] | Retry | None = Field(default=None, description="Tries after a failure.")
    timeout_s: float | None = Field(default=None, gt=0, le=86_400, description="The most seconds one try may take.")
    budget: Budget | None = Field(default=None, description="What its agent may spend.")


class DocumentForm(Model):
    """A workflow as a document: its title, inputs, shared state and steps."""

    id: WorkflowId | None = Field(default=None, description="The name it is run by; none is made from the title.")
    title: str = Field(default="", max_length=200, description="What people call it; none means its id.")
    description: str = Field(default="", max_length=4_000, description="What it is for.")
    project: str | None = Field(default=None, max_length=64, description="Its project; none means all of them.")
    inputs: dict[StateKey, Schema] = Field(default={}, description="What has to be given to start.")
    state: dict[StateKey, Schema] = Field(default={}, description="What the steps share.")
    steps: list[StepForm] = Field(min_length=1, description="What it does.")
    output: Any = Field(default=None, description="What it comes to; none means all that the steps share.")
    budget: Budget | None = Field(default=None, description="What a run of it may spend.")
    at_once: int = Field(default=8, ge=1, le=64, description="How many steps may be under way at the same time.")
    canvas: Canvas | None = Field(default=None, description="How it is drawn: positions, notes, sample results.")


def document_schema() -> JsonObject:
    """Return the JSON Schema of documents, for editors and programs."""
    schema = DocumentForm.model_json_schema(mode="validation")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": "auleOS workflow"}
