"""The types of `aule.terminal.answers`, written from the contracts, as the shell's are from the API's description."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import BaseModel

from aule.contracts.access import approval, capability, change
from aule.contracts.access.autorun import Autorun
from aule.contracts.events.facts import Event
from aule.contracts.plans import plan
from aule.contracts.plans import views as plan_views
from aule.contracts.project import Artifact, Project
from aule.contracts.runs import flow, run, schedule, workflow
from aule.contracts.talk import catalog, understanding
from aule.contracts.talk.ask import Asked
from aule.contracts.talk.memory import MemoryFileRead, MemoryItem, MemoryProposal, MessageHit
from aule.contracts.talk.messages import Conversation
from aule.contracts.views import (
    AccessTokenInfo,
    AppInfo,
    Called,
    CallPreview,
    Health,
    Home,
    ModelStatus,
    NewAccessToken,
    ProjectSummary,
    RunDetail,
    ScopeInfo,
)
from aule.server import bodies

USED: tuple[type[BaseModel], ...] = (
    AccessTokenInfo,
    AppInfo,
    Artifact,
    Asked,
    Autorun,
    Called,
    CallPreview,
    Event,
    Health,
    Home,
    Conversation,
    MemoryFileRead,
    MemoryItem,
    MemoryProposal,
    MessageHit,
    ModelStatus,
    NewAccessToken,
    Project,
    ProjectSummary,
    RunDetail,
    ScopeInfo,
    approval.Approval,
    approval.ApprovalOption,
    approval.Binding,
    approval.Cascade,
    approval.Choices,
    approval.Command,
    approval.FieldChange,
    approval.FileDiff,
    approval.Notice,
    approval.Patch,
    approval.RecordChange,
    approval.Records,
    approval.Table,
    approval.TableCount,
    approval.Text,
    approval.TextDraft,
    bodies.Discovered,
    bodies.Models,
    bodies.PlanFiles,
    bodies.SignInLink,
    capability.Call,
    capability.Capability,
    capability.Envelope,
    capability.Result,
    capability.Warning,
    catalog.Discovery,
    catalog.ModelInfo,
    catalog.Price,
    catalog.ProviderInfo,
    catalog.RoleChoice,
    change.Actor,
    change.Change,
    change.ChangeDiff,
    change.Removed,
    change.Undo,
    change.UndoItem,
    change.UndoPreview,
    flow.RunGraph,
    flow.StepView,
    plan.AnswerOption,
    plan.Clarification,
    plan.Feedback,
    plan.Plan,
    plan.PlanStep,
    plan_views.CardStep,
    plan_views.PlanCard,
    plan_views.PlanDiff,
    plan_views.PlanFieldChange,
    plan_views.PlanPage,
    plan_views.PlanSummary,
    plan_views.PlanVersion,
    plan_views.PlanView,
    plan_views.Planned,
    plan_views.SourceReport,
    plan_views.SourceValue,
    plan_views.UnusedFile,
    run.Run,
    run.Usage,
    schedule.Schedule,
    schedule.ScheduleTimes,
    schedule.ScheduleView,
    understanding.LearnedSentence,
    understanding.Understood,
    understanding.UnderstoodCall,
    understanding.UnderstoodValue,
    workflow.Workflow,
    workflow.WorkflowCheck,
    workflow.WorkflowLastRun,
    workflow.WorkflowPreview,
    workflow.WorkflowSummary,
    workflow.WorkflowVersions,
    workflow.WorkflowView,
)
"""The contracts commands read answers of. What these refer to and is not named here is a plain object."""

HEAD = '''"""What the API answers, as commands read it: plain JSON with known keys.

Written by docs/generate.py from the contracts: edit those, then run `make docs`. There are only types here, for type
checkers: a command that speaks to a server neither loads the contracts nor checks what the server has checked.
"""

from typing import Any, Generic, Literal, TypedDict, TypeVar

from aule.contracts.errors import Report

Item = TypeVar("Item")

class Page(TypedDict, Generic[Item]):
    """Some of many. `next` goes back in as `after`; none means this was the last page."""

    items: list[Item]
    next: str | None
'''
_SCALARS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def module() -> str:
    """Return the module as the contracts say it now."""
    return HEAD + "".join(_written(model) for model in sorted(USED, key=lambda each: each.__name__))


def _written(model: type[BaseModel]) -> str:
    schema = model.model_json_schema(mode="serialization")
    described = schema if "properties" in schema else schema["$defs"][model.__name__]
    fields = [f"    {name}: {_type(field, schema)}" for name, field in described["properties"].items()]
    doc = (model.__doc__ or "").strip().splitlines()[0]
    return "\n".join(["", f"class {model.__name__}(TypedDict):", f'    """{doc}"""', "", *fields, ""])


def _type(field: dict[str, Any], schema: dict[str, Any]) -> str:
    """Return a field's type as Python writes it."""
    for alternatives in ("anyOf", "oneOf"):
        if alternatives in field:
            return _union(_type(each, schema) for each in field[alternatives])
    if "$ref" in field:
        return _named(field["$ref"].rpartition("/")[2], schema)
    if "const" in field:
        return f"Literal[{field['const']!r}]".replace("'", '"')
    match field.get("type"):
        case "array":
            return f"list[{_type(field.get('items', {}), schema)}]"
        case "object":
            values = field.get("additionalProperties")
            return f"dict[str, {_type(values, schema) if isinstance(values, dict) else 'Any'}]"
        case str(kind):
            return _SCALARS[kind]
        case _:
            return "Any"


def _named(name: str, schema: dict[str, Any]) -> str:
    if name == "Problem":
        return "Report"
    if name in {model.__name__ for model in USED}:
        return name
    meant = schema["$defs"][name]
    return "str" if "enum" in meant else "dict[str, Any]"


def _union(types: Iterable[str]) -> str:
    found = list(dict.fromkeys(types))
    return "Any" if "Any" in found else " | ".join(found)
