"""The one package an app imports: `App`, its decorator, and what capabilities work with.

hello = App("hello")

@hello.capability(effect=Effect.READ)
async def greet(name: str) -> str:
    \"\"\"Greet someone by name.\"\"\"
    return f"Olá, {name}"
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aule.sdk.app import (
        ANSWER,
        Agent,
        Allowed,
        Answer,
        Answered,
        App,
        Approve,
        Autorun,
        Brief,
        Budget,
        Bulk,
        Cascade,
        Command,
        Context,
        Delegated,
        Download,
        Effect,
        Entry,
        Executed,
        FieldChange,
        FileDiff,
        FileDraft,
        FollowUp,
        Function,
        Hit,
        Model,
        ModelChoice,
        Name,
        Named,
        Patch,
        PlanEnd,
        PlanStepKind,
        PlanTemplate,
        Policy,
        Preview,
        Printed,
        Reading,
        RecipeCall,
        RecordChange,
        Records,
        RiskTemplate,
        Role,
        RowsTouched,
        RowWrite,
        Slot,
        SlotKind,
        Source,
        StepTemplate,
        Table,
        TableCount,
        Text,
        Traits,
        Veiled,
        errors,
        looks_portuguese,
        marked,
    )

__all__ = [
    "ANSWER",
    "Agent",
    "Allowed",
    "Answer",
    "Answered",
    "App",
    "Approve",
    "Autorun",
    "Brief",
    "Budget",
    "Bulk",
    "Cascade",
    "Command",
    "Context",
    "Delegated",
    "Download",
    "Effect",
    "Entry",
    "Executed",
    "FieldChange",
    "FileDiff",
    "FileDraft",
    "FollowUp",
    "Function",
    "Hit",
    "Model",
    "ModelChoice",
    "Name",
    "Named",
    "Patch",
    "PlanEnd",
    "PlanStepKind",
    "PlanTemplate",
    "Policy",
    "Preview",
    "Printed",
    "Reading",
    "RecipeCall",
    "RecordChange",
    "Records",
    "RiskTemplate",
    "Role",
    "RowWrite",
    "RowsTouched",
    "Slot",
    "SlotKind",
    "Source",
    "StepTemplate",
    "Table",
    "TableCount",
    "Text",
    "Traits",
    "Veiled",
    "errors",
    "looks_portuguese",
    "marked",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Load the kernel when something of it is wanted: `aule.sdk.terminal` is imported by commands that never do."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module("aule.sdk.app"), name)
