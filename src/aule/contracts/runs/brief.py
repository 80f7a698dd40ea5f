"""Handing work to sub-agents: what each is asked, and what it brought back."""

from __future__ import annotations

from pydantic import Field

from aule.contracts.access.agent import Budget, ModelChoice
from aule.contracts.access.runtimes import Choice
from aule.contracts.model import Model
from aule.contracts.runs.run import RunStatus


class Brief(Model):
    """One piece of work for one sub-agent."""

    task: str = Field(
        min_length=1, max_length=20_000, description="What to do, complete in itself: the sub-agent sees nothing else."
    )
    agent: str = Field(
        default="assistant",
        description="Which persona does it: assistant, researcher, creator, coder or one of your own.",
    )
    tools: list[str] = Field(default=[], description="Only these capabilities; empty means all the persona may use.")
    runtime: Choice = Field(
        default="any", description="`sandboxed` (or `synapse`) lets it use only tools that run in a sandbox."
    )
    model: ModelChoice | None = None
    budget: Budget | None = None


class Delegated(Model):
    """What one sub-agent brought back."""

    run: str
    agent: str
    status: RunStatus
    answer: str
    problem: str | None = None
