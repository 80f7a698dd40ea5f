"""Rights: which capabilities a caller may use at all, and in which folder."""

from __future__ import annotations

import os

from aule.contracts.access.capability import Capability
from aule.contracts.errors import BlockedByPolicy, OutsideScope
from aule.kernel.bounds import Bound
from aule.kernel.capabilities.gate.caller import Caller
from aule.kernel.policy import permitted, permitted_by_all


def check_rights(capability: Capability, caller: Caller, bound: Bound) -> None:
    """Refuse a call that its caller may not make within its bounds, whatever any person approves."""
    agent = caller.agent
    if any(root != os.path.realpath(caller.project.root) for root in bound.roots):
        raise OutsideScope(
            f"{bound.agent!r} works in {bound.roots[0]!r}, not in {caller.project.root!r}.",
            code="not_its_project",
            hint="Ask an agent of this project.",
        )
    if agent is not None and not permitted(capability.name, agent.capabilities):
        raise BlockedByPolicy(
            f"{agent.name!r} may not use {capability.name!r}.",
            code="not_allowed",
            hint="Allow it in the persona's tools, or ask another persona.",
        )
    if not permitted_by_all(capability.name, caller.run.allowed):
        raise BlockedByPolicy(
            f"A sub-agent may not use {capability.name!r} when the agent above it may not.",
            code="not_allowed",
            hint="Do it without, or say what is needed in your answer.",
        )
