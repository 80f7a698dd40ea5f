"""The one gate: every effect in the system passes `invoke`, whoever asks for it."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Coroutine, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Never, TypeVar

from aule.contracts.agent import Agent
from aule.contracts.approval import Approval, ApprovalKind, ApprovalStatus
from aule.contracts.capability import Call, Capability, Effect, Policy, Result
from aule.contracts.change import Actor
from aule.contracts.errors import (
    ApprovalRequired,
    AuleError,
    BlockedByPolicy,
    Cancelled,
    Invalid,
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
    ChangeRecorded,
    Fact,
    ScopeViolated,
)
from aule.contracts.model import Model
from aule.contracts.project import Project
from aule.contracts.run import Run
from aule.kernel.capabilities.asking import Shown, approval_of_call, question_of_call, shown_of_call
from aule.kernel.capabilities.context import Answer, Context, Ports, QuestionAsked, ShownChanged
from aule.kernel.capabilities.large import set_aside, set_aside_each
from aule.kernel.capabilities.registry import Registered, Registry
from aule.kernel.policy import Decision, Verdict, covered, permitted, permitted_by_all, targets, verdict

log = logging.getLogger(__name__)

MAX_RESULT = 1_000_000
"""Bytes of JSON one result may have; more belongs in an artifact."""
MAX_STEP_RESULT = 64_000_000
"""Bytes a step of a graph may hand on to the next: they never meet a model, and are kept once."""
_LOOKING = frozenset({Effect.READ, Effect.NAVIGATE})
Thing = TypeVar("Thing", bound=Model)


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls, in which run and project, and what a person has granted."""

    run: Run
    actor: Actor
    project: Project
    agent: Agent | None = None
    grants: tuple[Approval, ...] = ()
    """What a person said yes to, or answered, for this very call."""
    above: tuple[Policy, ...] = ()
    """The policies of the agents this one works for, from the top down."""

    @property
    def policies(self) -> list[Policy]:
        """The policies of all agents in charge, from the top down."""
        return [*self.above, *([] if self.agent is None else [self.agent.policy])]


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
        call = Call(
            id=call.id,
            capability=item.capability.name,
            params=call.params,
            bound_params=bound.json,
            idempotency_key=call.idempotency_key,
        )
        context = Context(caller.run, call, caller.project, caller.actor, self._ports, item.capability)
        context.warnings += bound.warnings
        context.answers.update(_answers(caller.grants))
        await self._clear(item, context, bound.values, caller)
        return await self._perform(item, context, bound.values, caller)

    def redacted(self, data: Any) -> Any:
        """Data without any secret the system knows: results travel to models, logs and screens."""
        raw = json.dumps(data, ensure_ascii=False)
        return data if self._ports.redact(raw) == raw else self._struck(data)

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
        capability = item.capability
        decided = self._decide(context, caller)
        try:
            if decided.decision is Decision.DENY:
                raise BlockedByPolicy(f"{capability.name!r} was not called: {decided.why}.")
            if decided.decision is Decision.ALLOW or await self._is_covered(decided, context):
                return
            shown = await self._show(item, context, values)
        except AuleError as error:
            await self._fail(context.call, capability.name, error, caller, context)
            raise
        if not _still_granted(caller.grants, shown):
            await self._request(shown, decided, context, caller)
        if item.preview is not None:
            context.recheck = self._rechecking(shown, item, context, values)

    async def _is_covered(self, decided: Verdict, context: Context) -> bool:
        """Whether the person allowed this call when they started the run; a rule that asks still asks."""
        envelope, call = context.run.envelope, context.call
        if envelope is None or decided.rule is not None:
            return False
        made = await self._ports.calls.made(context.run.id, context.capability.name, besides=call.id)
        return covered(envelope, context.capability, call, made)

    def _decide(self, context: Context, caller: Caller) -> Verdict:
        policies = [self._ports.settings().policy, *caller.policies]
        return verdict(context.capability, context.call.bound_params or {}, policies)

    async def _show(self, item: Registered, context: Context, values: dict[str, Any]) -> Shown:
        preview = None
        with _boundary(item.capability):
            if item.preview is not None:
                async with asyncio.timeout(item.capability.timeout_s):
                    preview = await item.preview(context.looking(), **values)
            return shown_of_call(item.capability, context.call, preview)

    def _rechecking(
        self, seen: Shown, item: Registered, context: Context, values: dict[str, Any]
    ) -> Callable[[], Awaitable[None]]:
        async def recheck() -> None:
            now = await self._show(item, context, values)
            if now.hash != seen.hash:
                raise ShownChanged(now)

        return recheck

    async def _request(self, shown: Shown, decided: Verdict, context: Context, caller: Caller) -> Never:
        """Ask for exactly what is shown; a yes to something else no longer counts."""
        approval = approval_of_call(context.capability, context.call, caller.run, shown, decided, self._ports.ambient)
        approval = approval.model_copy(update={"title": self._ports.redact(approval.title)})
        if shown.preview is not None:
            approval = approval.model_copy(update={"preview": self._without_secrets(shown.preview)})
        stale = [grant for grant in caller.grants if grant.kind is approval.kind]
        facts: list[Fact] = [
            ApprovalSuperseded(approval=grant.model_copy(update={"status": ApprovalStatus.SUPERSEDED}))
            for grant in stale
        ]
        await self._record([*facts, ApprovalRequested(approval=approval)], caller, durable=True)
        raise ApprovalRequired(
            f"{approval.title!r} needs your approval.", subject=approval.id, hint=_decide_hint(approval)
        ) from None

    async def _perform(self, item: Registered, context: Context, values: dict[str, Any], caller: Caller) -> Result:
        call, name = context.call, item.capability.name
        try:
            await self._begin(context, caller)
            result = await self._run_body(item, context, values)
        except QuestionAsked as question:
            await self._ask(question, call, caller)
        except ShownChanged as changed:
            await self._request(changed.shown, self._decide(context, caller), context, caller)
        except AuleError as error:
            await _surely(self._fail(call, name, error, caller, context))
            raise
        except asyncio.CancelledError:
            if context.done:  # without an effect, whoever ends the run says what became of the call
                stopped = Cancelled(f"{name!r} was stopped.")
                await _surely(self._fail(call, name, stopped, caller, context))
            raise
        await self._complete(result, context, caller)
        return result

    async def _begin(self, context: Context, caller: Caller) -> None:
        call, capability = context.call, context.capability
        params = self.redacted(call.bound_params)
        if context.run.queue is not None:
            params = set_aside_each(params, self._ports.blobs)
        started = CallStarted(
            id=call.id,
            capability=capability.name,
            title=capability.title_in(caller.run.locale),
            effect=capability.effect,
            params=params,
            approval=caller.grants[-1].id if caller.grants else None,
        )
        if capability.effect not in _LOOKING:
            await self._record([started], caller, durable=True)
        elif caller.grants or capability.name != "core.ask_user":  # a question begins when it is answered
            self._ports.journal.put(started, run=caller.run.id, session=caller.run.session_id)

    async def _run_body(self, item: Registered, context: Context, values: dict[str, Any]) -> Result:
        arguments = (context,) if item.signature.takes_context else ()
        capability, clock = item.capability, self._ports.ambient.clock
        began = clock.monotonic()
        with _boundary(capability):
            async with asyncio.timeout(capability.timeout_s):
                returned = await item.body(*arguments, **values)
            data = item.signature.returned.dump_python(returned, mode="json")
            result = Result(
                ok=True,
                data=data,
                warnings=context.warnings,
                provenance=context.provenance,
                changes=context.changes,
                artifacts=context.artifacts,
                duration_ms=round((clock.monotonic() - began) * 1000, 3),
            )
            raw = result.model_dump_json()
            most = MAX_RESULT if context.run.queue is None else MAX_STEP_RESULT
            too_large = len(raw) > most // 8 and len(json.dumps(data, ensure_ascii=False).encode()) > most
            result = self._without_secrets(result, raw)
        if too_large:
            raise TooLarge(f"{capability.name!r} gave back more than {most} bytes.", hint="Ask for less at a time.")
        return result

    async def _complete(self, result: Result, context: Context, caller: Caller) -> None:
        """Record a result, with all that becomes true together with it."""
        call, capability = context.call, context.capability
        if context.run.queue is not None:
            kept = set_aside(result.data, self._ports.blobs)
            result = result if kept is result.data else result.model_copy(update={"data": kept})
        completed = CallCompleted(id=call.id, capability=capability.name, result=result)
        facts: list[Fact] = [*context.staged, *context.done, completed]
        if capability.effect in _LOOKING and len(facts) == 1:
            self._ports.journal.put(completed, run=caller.run.id, session=caller.run.session_id)
            return
        try:
            if context.run.queue is not None and len(facts) == 1:
                # The next step waits for it in the log: where its effect begins durably, this is durable with it.
                self._ports.journal.put(completed, run=caller.run.id, session=caller.run.session_id, durable=True)
            else:
                await _surely(self._record(facts, caller, durable=True))
        except Invalid as error:  # something of it cannot be stored; what was done outside is on record all the same
            await self._fail(call, capability.name, error, caller, context)
            raise

    async def _ask(self, question: QuestionAsked, call: Call, caller: Caller) -> Never:
        approval = question_of_call(call, caller.run, question.choices, question.options, self._ports.ambient)
        await self._record([ApprovalRequested(approval=approval)], caller, durable=True)
        raise NeedsInput(question.choices.question, subject=approval.id, hint=_decide_hint(approval)) from None

    async def _fail(
        self, call: Call, capability: str, error: AuleError, caller: Caller, context: Context | None = None
    ) -> None:
        facts: list[Fact] = []
        result = Result(ok=False, error=error.problem)
        if context is not None:
            facts += context.done
            changes = [fact.change.id for fact in context.done if isinstance(fact, ChangeRecorded)]
            result = result.model_copy(update={"warnings": context.warnings, "changes": changes})
        if isinstance(error, OutsideScope):
            touched = targets(context.capability, call.bound_params or {}) if context is not None else []
            facts.append(ScopeViolated(call=call.id, capability=capability, target=", ".join(touched)[:500]))
        result = self._without_secrets(result)
        error.problem = result.error or error.problem  # who asked hears no more than the record says
        facts.append(CallFailed(id=call.id, capability=capability, result=result))
        await self._record(facts, caller, durable=bool(result.changes))

    async def _record(self, facts: list[Fact], caller: Caller, *, durable: bool) -> None:
        await self._ports.journal.write(*facts, run=caller.run.id, session=caller.run.session_id, durable=durable)

    def _without_secrets(self, thing: Thing, raw: str | None = None) -> Thing:
        """The same without any secret the system knows; `raw` is its JSON where that is at hand."""
        raw = thing.model_dump_json() if raw is None else raw
        if self._ports.redact(raw) == raw:
            return thing
        return type(thing).model_validate(self._struck(thing.model_dump(mode="json")))

    def _struck(self, data: Any) -> Any:
        """Text by text: a secret that looks like a number must not break what stands around it."""
        match data:
            case str():
                return self._ports.redact(data)
            case dict():
                return {self._struck(key): self._struck(value) for key, value in data.items()}  # pyright: ignore[reportUnknownVariableType]
            case list():
                return [self._struck(item) for item in data]  # pyright: ignore[reportUnknownVariableType]
            case _:
                return data


async def _surely(recording: Coroutine[Any, Any, None]) -> None:
    """What has happened is recorded even when the run is being stopped; then nobody may be there to hear it failed."""
    task = asyncio.ensure_future(recording)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    await asyncio.shield(task)


@contextmanager
def _boundary(capability: Capability) -> Generator[None]:
    """The step boundary: a bug in a capability or its preview fails its call, not the system."""
    try:
        yield
    except (AuleError, QuestionAsked, ShownChanged):
        raise
    except TimeoutError:
        raise TimedOut(f"{capability.name!r} took longer than {capability.timeout_s:g} s.") from None
    except Exception as error:
        log.exception("capability %s failed", capability.name)
        raise AuleError(
            f"{capability.name!r} failed unexpectedly: {type(error).__name__}.",
            code="capability_failed",
            hint="This is a defect of the capability; the log has the details.",
        ) from error


def _still_granted(grants: Sequence[Approval], now: Shown) -> bool:
    """A grant holds for exactly what was seen: same call, same preview. An answer to a question is none."""
    return any(grant.kind is not ApprovalKind.QUESTION and grant.binds.content_hash == now.hash for grant in grants)


def _answers(grants: Sequence[Approval]) -> dict[str, Answer]:
    """What a person answered, by the question it was asked for."""
    found: dict[str, Answer] = {}
    for grant in grants:
        if grant.kind is ApprovalKind.QUESTION and grant.option is not None:
            label = next((option.label for option in grant.options if option.id == grant.option), grant.option)
            text = grant.answer if grant.option == "answer" else label
            found[grant.binds.content_hash] = Answer(option=grant.option, text=text)
    return found


def _decide_hint(approval: Approval) -> str:
    return f"Decide it in the inbox, or with `aule approvals decide {approval.id}`."
