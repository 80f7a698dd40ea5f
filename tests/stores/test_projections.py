"""Every kind of fact either has a projection or is known to need none."""

from __future__ import annotations

from typing import get_args

from aule.contracts.events.facts import Fact
from aule.stores.log.projections import APPROVALS, RULES

ONLY_IN_THE_LOG = {
    "AskReceived",
    "BudgetAlerted",
    "CallCompleted",
    "CallFailed",
    "CallConnected",
    "CallPrinted",
    "CallProgressed",
    "CallStarted",
    "CommandBegan",
    "GuardTripped",
    "MemoryRecalled",
    "MetricRecorded",
    "ModelAsked",
    "PlanBroken",
    "PlanReplanned",
    "PlanReviewed",
    "PlanShown",
    "ReportWritten",
    "RunAborted",
    "RunEdited",
    "ScopeViolated",
    "SettingsChanged",
    "StepCompleted",
    "StepExpanded",
    "StepFailed",
    "StepInterrupted",
    "StepOpened",
    "StepReleased",
    "StepSkipped",
    "StepStarted",
    "TeamHandedOver",
    "TeamReported",
    "TeamReviewed",
    "TeamRouted",
    "TeamStopped",
    "TeamFinished",
    "TurnCompacted",
    "TurnRefused",
    "TurnSpoke",
    "TurnSteered",
    "TurnThought",
    "TurnUnderstood",
    "UiNavigated",
}


def test_every_fact_has_a_projection_or_needs_none() -> None:
    """K-9: whoever adds a fact decides whether tables follow from it."""
    union, _discriminator = get_args(Fact)
    assert {kind.__name__ for kind in get_args(union)} == {
        kind.__name__ for kind in (*RULES, *APPROVALS)
    } | ONLY_IN_THE_LOG
