"""Consultations: a capability reads what another app knows, through the gate, with no more rights than its own call."""

from __future__ import annotations

from aule.contracts.access.capability import Capability, Effect
from aule.contracts.errors import BlockedByPolicy, Refused
from aule.kernel.policy import Decision, Verdict


def refuse_consulting(capability: Capability, decided: Verdict) -> None:
    """Refuse a call that does more than read, or that a person would have to be asked about: nobody sees its card."""
    if capability.effect is not Effect.READ:
        raise Refused(
            f"{capability.name!r} is declared as {capability.effect}: only reading can be asked of another app.",
            code="undeclared_effect",
            hint="Make it a step of a plan, so that a person can see it.",
        )
    if decided.decision is not Decision.ALLOW:
        raise BlockedByPolicy(
            f"{capability.name!r} was not called: {decided.why}.", hint="Allow it in the rules, or read it yourself."
        )
