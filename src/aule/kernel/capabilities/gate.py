"""The one gate: every effect in the system passes `invoke`, whoever asks for it."""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import dataclass
from typing import Any, Never

from aule.contracts.agent import Agent
from aule.contracts.approval import Approval, ApprovalStatus, Preview
from aule.contracts.capability import Call, Capability, Effect, Policy, Result, Warning
from aule.contracts.change import Actor
from aule.contracts.errors import (
    ApprovalRequired,
    AuleError,
    BlockedByPolicy,
    Cancelled,
    NeedsInput,
    OutsideScope,
    TimedOut,
    TooLarge,
)
from aule.contracts.events import (
    ApprovalRequested,
    ApprovalSuperseded,
    CallCompleted,
    CallFailed,
    CallStarted,
    Fact,
    ScopeViolated,
)
from aule.contracts.project import Project
from aule.contracts.run import Run
from aule.kernel.capabilities.asking import approval_of_call, binding_hash, question_of_call
from aule.kernel.capabilities.context import Answer, Context, Ports, QuestionAsked
from aule.kernel.capabilities.registry import Registered, Registry
from aule.kernel.policy import Decision, permitted, permitted_by_all, targets, verdict

log = logging.getLogger(__name__)

MAX_RESULT = 1_000_000
"""Characters of JSON one result may have; more belongs in an artifact."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls, in which run and project, and what a person has granted."""

    run: Run
    actor: Actor
    project: Project
    agent: Agent | None = None
    grant: Approval | None = None


class Gate:
    """Resolve, validate, decide, call, record. There is no other way to an effect."""

    def __init__(self, registry: Registry, ports: Ports) -> None:
        self._registry = registry
        self._ports = ports

    async def invoke(self, call: Call, caller: Caller) -> Result:
        """Make one call. Raises `ApprovalRequired` or `NeedsInput` when a person has to come first."""
        try:
            item = self._registry.resolve(call.capability)
            self._check_rights(item.capability, caller)
            bound = item.signature.bind(call.params)
        except AuleError as error:
            await self._fail(call, call.capability, error, caller)
            raise
        call = call.model_copy(update={"capability": item.capability.name, "bound_params": bound.json})
        context = Context(caller.run, call, caller.project, caller.actor, self._ports, item.capability)
        context.warnings += bound.warnings
        await self._clear(item, context, bound.values, caller)
        return await self._perform(item, context, bound.values, caller)

    def _check_rights(self, capability: Capability, caller: Caller) -> None:
        agent = caller.agent
        if agent is not None and not permitted(capability.name, agent.capabilities):
            raise BlockedByPolicy(
                f"{agent.name!r} may not use {capability.name!r}.",
                code="not_allowed",
                hint="Allow it in the persona's tools, or ask another persona.",
            )
        if not permitted_by_all(capability.name, caller.run.allowed):
            raise BlockedByPolicy(
                f"A sub-agent may not use {capability.name!r} when the agent above it may not.", code="not_allowed"
            )

    async def _clear(self, item: Registered, context: Context, values: dict[str, Any], caller: Caller) -> None:
        """Let the call through, or make it wait for a person, or refuse it."""
        call, capability = context.call, item.capability
        policies: list[Policy] = [self._ports.settings().policy]
        if caller.agent is not None:
            policies.append(caller.agent.policy)
        decided = verdict(capability, call.bound_params or {}, policies)
        try:
            if decided.decision is Decision.DENY:
                raise BlockedByPolicy(f"{capability.name!r} was not called: {decided.why}.")
            if decided.decision is Decision.ALLOW:
                return
            preview = await self._preview(item, context, values)
        except AuleError as error:
            await self._fail(call, capability.name, error, caller, context)
            raise
        if _still_granted(caller.grant, binding_hash(capability, call, preview)):
            return
        approval = approval_of_call(capability, call, caller.run, preview, decided, self._ports.ambient)
        facts: list[Fact] = [ApprovalRequested(approval=approval)]
        if caller.grant is not None and caller.grant.kind is approval.kind:
            stale = caller.grant.model_copy(update={"status": ApprovalStatus.SUPERSEDED})
            facts.insert(0, ApprovalSuperseded(approval=stale))
        await self._record(facts, caller, durable=True)
        raise ApprovalRequired(
            f"{approval.title!r} needs your approval.", subject=approval.id, hint=_decide_hint(approval)
        )

    async def _preview(self, item: Registered, context: Context, values: dict[str, Any]) -> Preview | None:
        if item.preview is None:
            return None
        return await item.preview(context, **values)

    async def _perform(self, item: Registered, context: Context, values: dict[str, Any], caller: Caller) -> Result:
        call, capability, clock = context.call, item.capability, self._ports.ambient.clock
        context.answer = _answer(caller.grant)
        started = CallStarted(
            id=call.id,
            capability=capability.name,
            title=capability.title_in(caller.run.locale),
            effect=capability.effect,
            params=self._redacted(call.bound_params),
            approval=None if caller.grant is None else caller.grant.id,
        )
        is_question = caller.grant is None and capability.name == "core.ask_user"
        if capability.effect in (Effect.READ, Effect.NAVIGATE):
            if not is_question:
                self._ports.journal.put(started, run=caller.run.id, session=caller.run.session_id)
        else:
            await self._record([started], caller, durable=True)
        began = clock.monotonic()
        try:
            data = await self._run_body(item, context, values)
        except QuestionAsked as question:
            await self._ask(question, call, caller)
        except AuleError as error:
            await asyncio.shield(self._fail(call, capability.name, error, caller, context))
            raise
        except asyncio.CancelledError:
            stopped = Cancelled(f"{capability.name!r} was stopped.")
            await asyncio.shield(self._fail(call, capability.name, stopped, caller, context))
            raise
        result = Result(
            ok=True,
            data=self._redacted(data),
            warnings=context.warnings,
            provenance=context.provenance,
            changes=context.changes,
            artifacts=context.artifacts,
            duration_ms=round((clock.monotonic() - began) * 1000, 3),
        )
        facts: list[Fact] = [
            *context.staged,
            *context.done,
            CallCompleted(id=call.id, capability=capability.name, result=result),
        ]
        if capability.effect in (Effect.READ, Effect.NAVIGATE) and len(facts) == 1:
            self._ports.journal.put(facts[0], run=caller.run.id, session=caller.run.session_id)
        else:
            # Shielded: what has happened is recorded even when the run is being stopped.
            await asyncio.shield(self._record(facts, caller, durable=True))
        return result

    async def _run_body(self, item: Registered, context: Context, values: dict[str, Any]) -> Any:
        arguments = (context,) if item.signature.takes_context else ()
        capability = item.capability
        try:
            async with asyncio.timeout(capability.timeout_s):
                returned = await item.body(*arguments, **values)
        except TimeoutError:
            raise TimedOut(f"{capability.name!r} took longer than {capability.timeout_s:g} s.") from None
        except (AuleError, QuestionAsked):
            raise
        except Exception as error:  # the step boundary: a bug in a capability fails its call, not the system
            log.exception("capability %s failed", capability.name)
            raise AuleError(
                f"{capability.name!r} failed unexpectedly: {type(error).__name__}.",
                code="capability_failed",
                hint="This is a defect of the capability; the log has the details.",
            ) from error
        data = item.signature.returned.dump_python(returned, mode="json")
        if len(json.dumps(data)) > MAX_RESULT:
            raise TooLarge(
                f"{capability.name!r} gave back more than {MAX_RESULT} characters.", hint="Ask for less at a time."
            )
        return data

    async def _ask(self, question: QuestionAsked, call: Call, caller: Caller) -> Never:
        approval = question_of_call(call, caller.run, question.choices, question.options, self._ports.ambient)
        await self._record([ApprovalRequested(approval=approval)], caller, durable=True)
        raise NeedsInput(question.choices.question, subject=approval.id, hint=_decide_hint(approval)) from None

    async def _fail(
        self, call: Call, capability: str, error: AuleError, caller: Caller, context: Context | None = None
    ) -> None:
        facts: list[Fact] = []
        if context is not None:
            facts += context.done
        if isinstance(error, OutsideScope):
            touched = targets(context.capability, call.bound_params or {}) if context is not None else []
            facts.append(ScopeViolated(call=call.id, capability=capability, target=", ".join(touched)[:500]))
        warnings: list[Warning] = context.warnings if context is not None else []
        changes = context.changes if context is not None else []
        result = Result(ok=False, error=error.problem, warnings=warnings, changes=changes)
        facts.append(CallFailed(id=call.id, capability=capability, result=result))
        await self._record(facts, caller, durable=bool(changes))

    async def _record(self, facts: list[Fact], caller: Caller, *, durable: bool) -> None:
        await self._ports.journal.write(*facts, run=caller.run.id, session=caller.run.session_id, durable=durable)

    def _redacted(self, data: Any) -> Any:
        """Data without any secret the system knows: results travel to models, logs and screens."""
        if data is None or isinstance(data, (bool, int, float)):
            return data
        raw = json.dumps(data, ensure_ascii=False)
        clean = self._ports.redact(raw)
        return data if clean == raw else json.loads(clean)


def _still_granted(grant: Approval | None, now: str) -> bool:
    """A grant holds for exactly what was seen: same call, same preview."""
    return grant is not None and grant.status is ApprovalStatus.GRANTED and grant.binds.content_hash == now


def _answer(grant: Approval | None) -> Answer | None:
    if grant is None or grant.option is None:
        return None
    label = next((option.label for option in grant.options if option.id == grant.option), grant.option)
    return Answer(option=grant.option, text=grant.answer if grant.option == "answer" else label)


def _decide_hint(approval: Approval) -> str:
    return f"Decide it in the inbox, or with `aule approvals decide {approval.id}`."
