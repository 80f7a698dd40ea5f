"""Rights at the gate: which capabilities and targets a caller may use at all, whatever any person approves. Pure."""

from __future__ import annotations

import os

from aule.contracts.access.agent import Allowed
from aule.contracts.access.capability import SANDBOXED, Capability
from aule.contracts.errors import BlockedByPolicy, OutsideScope
from aule.contracts.model import JsonObject
from aule.contracts.runs.agent_flow import RUN_FLOW
from aule.kernel.bounds import Bound
from aule.kernel.capabilities.gate.caller import Caller
from aule.kernel.policy import as_list, may_use, permits_targets, targets


def check_targets(capability: Capability, params: JsonObject, caller: Caller) -> None:
    """Refuse a call that touches something no list of its agent, and of those above it, lets it touch."""
    own = [] if caller.agent is None else [as_list(caller.agent.capabilities)]
    touched = targets(capability, params)
    if not permits_targets(capability.name, touched, [*own, *caller.run.allowed]):
        raise BlockedByPolicy(
            f"{capability.name!r} may not be used for {', '.join(touched)[:200]!r} here.",
            code="not_allowed",
            hint="Allow it in the persona's tools, or ask another persona.",
        )


def check_rights(capability: Capability, caller: Caller, bound: Bound) -> None:
    """Refuse a call that its caller may not make within its bounds, whatever any person approves."""
    agent = caller.agent
    if any(root != os.path.realpath(caller.project.root) for root in bound.roots):
        raise OutsideScope(
            f"{bound.agent!r} works in {bound.roots[0]!r}, not in {caller.project.root!r}.",
            code="not_its_project",
            hint="Ask an agent of this project.",
        )
    if capability.name == RUN_FLOW:
        return  # whoever has a flow may run it: each of its steps comes this way
    if bound.sandboxed and capability.runtime not in SANDBOXED:
        raise BlockedByPolicy(
            f"Only tools that run in a sandbox may be used here, and {capability.name!r} does not.",
            code="not_sandboxed",
            hint="Use a plugin or a tool made here, or say what is needed in the answer.",
        )
    seated = caller.run.is_seated
    if agent is not None and not may_use(capability.name, agent.capabilities, (), is_seated=seated):
        raise BlockedByPolicy(
            f"{agent.name!r} may not use {capability.name!r}.",
            code="not_allowed",
            hint="Allow it in the persona's tools, or ask another persona.",
        )
    if not may_use(capability.name, Allowed(), caller.run.allowed, is_seated=seated or agent is None):
        raise BlockedByPolicy(
            f"{capability.name!r} may not be used here: an agent above, or a skill in use, does not allow it.",
            code="not_allowed",
            hint="Do it without, or say what is needed in your answer.",
        )
