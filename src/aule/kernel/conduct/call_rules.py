"""Rules about calls: what the guidelines and interrupts of agents make of a decision. A pure function below the gate.

A decision only ever becomes narrower: an allowed call may be asked about or refused, and nothing is allowed that was
not allowed before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from aule.contracts.access.agent import Allowed, Conduct
from aule.contracts.access.capability import Capability, Effect
from aule.contracts.access.guidelines import EFFECT_PREFIX, AgentInterrupt, AskRule, NeverRule
from aule.contracts.runs.agent_flow import RUN_FLOW
from aule.kernel.conduct.sentences import say, sentence_of, sentence_of_interrupt
from aule.kernel.policy import Decision, Verdict, permitted

_BY_COMMAND = frozenset({f"{EFFECT_PREFIX}{Effect.DELETE}", f"{EFFECT_PREFIX}{Effect.WRITE}"})
"""What a command may do as well as a capability: where an agent never does it, each command asks."""


def concerns(what: str, capability: Capability) -> bool:
    """Return whether a rule about `what` is about a capability; of a flow, rules are about its steps."""
    if capability.name == RUN_FLOW:
        return False
    if what.startswith(EFFECT_PREFIX):
        return capability.effect == what.removeprefix(EFFECT_PREFIX)
    return permitted(capability.name, Allowed(allow=[what]))


def narrow(decided: Verdict, capability: Capability, conducts: Sequence[Conduct], locale: str) -> Verdict:
    """Return a decision within the rules of an agent and of all agents it works for."""
    if decided.decision is Decision.DENY:
        return decided
    for conduct in conducts:
        for rule in conduct.guidelines:
            if isinstance(rule, NeverRule) and concerns(rule.what, capability):
                why = say("forbidden", locale, agent=conduct.agent, rule=sentence_of(rule, locale))
                return Verdict(Decision.DENY, why, rule=sentence_of(rule, locale))
    asking = next(_questions(capability, conducts, locale), None)
    if asking is None or (decided.decision is Decision.ASK and decided.rule is not None):
        return decided
    return replace(decided, decision=Decision.ASK, why=asking, rule=asking)


def held_after(capability: Capability, conducts: Sequence[Conduct]) -> AgentInterrupt | None:
    """Return the interrupt for which the result of a call waits, if there is one."""
    return next(
        (
            each
            for conduct in conducts
            for each in conduct.interrupts
            if each.moment == "after" and concerns(each.what, capability)
        ),
        None,
    )


def never_removes(conducts: Sequence[Conduct]) -> bool:
    """Return whether some agent in charge never deletes: then no call of theirs removes a file in passing."""
    rules = [rule for conduct in conducts for rule in conduct.guidelines if isinstance(rule, NeverRule)]
    return any(rule.what in ("*", f"{EFFECT_PREFIX}{Effect.DELETE}") for rule in rules)


def _questions(capability: Capability, conducts: Sequence[Conduct], locale: str) -> Iterator[str]:
    """Yield why a person has to be asked before a call, in their language."""
    for conduct in conducts:
        for rule in conduct.guidelines:
            if isinstance(rule, AskRule) and concerns(rule.what, capability):
                yield sentence_of(rule, locale)
            is_command = capability.effect is Effect.EXEC
            if is_command and isinstance(rule, NeverRule) and rule.what in _BY_COMMAND:
                yield say("command_might", locale, rule=sentence_of(rule, locale))
        for each in conduct.interrupts:
            if each.moment == "before" and concerns(each.what, capability):
                yield each.message or sentence_of_interrupt(each, locale)
