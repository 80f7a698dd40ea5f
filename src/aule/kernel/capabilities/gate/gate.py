"""The gate: every effect in the system passes `invoke`, whoever asks for it."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any, Never

from aule.contracts.access.approval import Approval, ApprovalStatus
from aule.contracts.access.capability import (
    Call,
    Capability,
    Effect,
    Envelope,
    Policy,
    Result,
    Runtime,
)
from aule.contracts.errors import (
    Ambiguous,
    ApprovalRequired,
    AuleError,
    BlockedByPolicy,
    Cancelled,
    ChangedMeanwhile,
    Conflict,
    Corrupt,
    Invalid,
    NeedsInput,
    NotFound,
    OutsideScope,
    Problem,
    StorageFailed,
    TimedOut,
    TooLarge,
    Unsuccessful,
    storage_error,
)
from aule.contracts.events.facts import (
    ApprovalRequested,
    ApprovalSuperseded,
    CallCompleted,
    CallFailed,
    CallStarted,
    ChangeRecorded,
    Fact,
    ScopeViolated,
)
from aule.contracts.model import JsonObject
from aule.kernel.capabilities.changes.blob_refs import from_recorded, to_recorded, to_recorded_params
from aule.kernel.capabilities.changes.drafts import FileDraft
from aule.kernel.capabilities.context.context import Context
from aule.kernel.capabilities.context.inner_calls import InnerCall
from aule.kernel.capabilities.context.ports import Ports
from aule.kernel.capabilities.gate.ambiguity import apply_answers, question_about
from aule.kernel.capabilities.gate.answers import AskFirst, QuestionAsked, ShownChanged, answers_in
from aule.kernel.capabilities.gate.approval_requests import (
    CallPreview,
    approval_of_call,
    approval_of_result,
    as_allowed,
    autoruns_seen,
    lets_pass,
    own_grants,
    preview_of_call,
    question_of_call,
    still_granted,
    unseen_autorun,
    was_asked,
    with_autoruns,
)
from aule.kernel.capabilities.gate.caller import Caller
from aule.kernel.capabilities.gate.consultation import refuse_consulting
from aule.kernel.capabilities.gate.inner_calls import (
    InnerCalls,
    InnerWaits,
    asks_in_course,
    inner_boundary,
    refuse_undeclared,
)
from aule.kernel.capabilities.gate.owner_confirmation import hand_of, is_let, stale_hand, words_to_type
from aule.kernel.capabilities.gate.policy_decision import decide, on_write_of
from aule.kernel.capabilities.gate.reads import Reads
from aule.kernel.capabilities.gate.redaction import Thing, redact_data, without_secrets
from aule.kernel.capabilities.gate.rights import check_rights, check_targets
from aule.kernel.capabilities.gate.session_consent import with_consent, with_contents
from aule.kernel.capabilities.gate.trial_refusal import refuse_effects
from aule.kernel.capabilities.gate.writes import (
    preview_edits,
    put_forward,
    refuse_outside,
    refuse_writing,
    sketch_drafts,
    tell_written,
)
from aule.kernel.capabilities.registry import Registered, Registry
from aule.kernel.conduct.call_rules import held_after, narrow, never_removes
from aule.kernel.policy import Decision, Verdict, covered, targets

log = logging.getLogger(__name__)

MAX_RESULT = 1_000_000
"""Bytes of JSON one result may have; more belongs in an artifact."""
MAX_STEP_RESULT = 64_000_000
"""Bytes of JSON a step of a graph may pass to the next: no model reads them, and they are stored once."""
MOST_ATTEMPTS = 12
"""How often a call is retried when others alter its files, before it fails with a conflict."""
LONGEST_PAUSE_S = 1.0
"""The longest pause before a retry."""
_LOOKING = frozenset({Effect.READ, Effect.NAVIGATE})


class Gate:
    """Resolves, validates, decides, makes and records calls. There is no other way to an effect."""

    def __init__(self, registry: Registry, ports: Ports) -> None:
        self._registry = registry
        self._ports = ports

    async def invoke(self, call: Call, caller: Caller) -> Result:
        """Make one call. Raises `ApprovalRequired` or `NeedsInput` when a person has to decide first.

        Raises the error that refused or broke off the call. A call that ended returns a result, also an unsuccessful
        one.
        """
        if lets_pass(caller.grants, call):
            return await self._recorded_result(call, caller)
        inner = InnerCalls(call, caller.run.id, self._ports)
        caller = replace(caller, grants=own_grants(caller.grants, call))
        return await self._carry_out(apply_answers(call, caller.grants), caller, inner, ())

    async def _carry_out(self, call: Call, caller: Caller, inner: InnerCalls, above: tuple[str, ...]) -> Result:
        """Make a call, which is one in the course of those `above` it."""
        try:
            item, context, values = await self._prepare(call, caller)
        except AuleError as error:
            await self._fail(call, call.capability, error, caller)
            raise
        context.answers.update(answers_in(caller.grants))
        context.calling = partial(self._make_inner, context, caller, inner, (*above, item.capability.name))
        try:
            await self._clear(item, context, values, caller)
            return await self._perform(item, context, values, caller)
        finally:
            if context.held_paths is not None:
                context.held_paths.release()
            await context.rows.close()

    async def drafts(self, call: Call, caller: Caller) -> list[FileDraft]:
        """Return the files a call would write, without any effect."""
        item, context, values = await self._prepare(call, caller)
        with _boundary(item.capability):
            async with asyncio.timeout(item.capability.timeout_s):
                return await sketch_drafts(item, context.looking(), values)

    async def shown(self, call: Call, caller: Caller) -> tuple[CallPreview, Call]:
        """Return the preview of a call with secrets removed, and the call as it is then asked for."""
        item, context, values = await self._prepare(call, caller)
        return self._redacted_preview(await self._show(item, context.looking(), values)), context.call

    def _redacted_preview(self, shown: CallPreview) -> CallPreview:
        return shown if shown.preview is None else CallPreview(self._without_secrets(shown.preview), shown.hash)

    def redacted(self, data: Any) -> Any:
        """Return data with known secrets removed: results are sent to models, logs and screens."""
        return redact_data(data, self._ports.redact)

    async def _prepare(self, call: Call, caller: Caller) -> tuple[Registered, Context, dict[str, Any]]:
        """Return the capability, the context and the bound parameters of a call."""
        await self._registry.prepare([call.capability])
        item, params = self._registry.meant(call.capability, call.params)
        limits = caller.bound
        check_rights(item.capability, caller, limits)
        given = item.signature.bind(params)
        with _boundary(item.capability):
            item = item.called_with(given.values)
        check_targets(item.capability, given.json, caller)
        call = call.understood(item.capability.name, params, given.json)
        context = Context(caller.run, call, caller.project, caller.actor, self._ports, item.capability, limits)
        context.warnings += given.warnings
        context.choice, context.on_write = caller.choice, on_write_of(limits, self._policies(caller))
        context.never_removes = never_removes(caller.conducts)
        context.consulting = partial(self._consult, context.call, caller)
        if context.is_proposing:
            context.overlay = await self._ports.changes.proposals.overlay(caller.run)
        return item, context, given.values

    async def _consult(self, asking: Call, caller: Caller, name: str, params: JsonObject) -> Result:
        """Make a reading call for another call: with the same rights, recorded beside it, and without any question."""
        caller = replace(caller, grants=(), hand=None)
        key = f"{asking.idempotency_key}/{name}"
        call = Call(id=self._ports.ambient.ids.new("call"), capability=name, params=params, idempotency_key=key)
        context: Context | None = None
        try:
            item, context, values = await self._prepare(call, caller)
            context.consulting = None
            decided = self._decide(context, caller)
            if held_after(context.capability, caller.conducts) is not None:
                decided = replace(decided, decision=Decision.ASK, why="its result has to be seen by a person first")
            refuse_consulting(context.capability, decided)
        except AuleError as error:
            await self._fail(call, name, error, caller, context)
            raise
        return await self._perform(item, context, values, caller)

    async def _make_inner(
        self, asking: Context, caller: Caller, inner: InnerCalls, above: tuple[str, ...], wish: InnerCall
    ) -> Result:
        """Make a call that a tool wishes for, or return its recorded result; what it could not do is a result too."""
        refuse_undeclared(asking.capability, wish.capability)
        call = inner.call_of(asking.call, wish)
        known = await inner.on_record(call)
        if known.result is not None:
            return known.result
        known.refuse_denied()
        caller = replace(caller, grants=known.grants, hand=None)
        await self._registry.prepare([call.capability])
        refused = await inner.refusal(call, known, asking.capability, self._registry, (above, caller.conducts))
        if refused is not None:
            await self._fail(call, call.capability, refused, caller)
            return Result(ok=False, error=refused.problem)
        try:
            with inner_boundary():
                return await self._carry_out(as_allowed(call, known.grants), caller, inner, above)
        except (Cancelled, StorageFailed):
            raise
        except AuleError as error:
            return Result(ok=False, error=error.problem)

    def _policies(self, caller: Caller) -> list[Policy]:
        return [self._ports.settings().policy, *caller.policies]

    async def _clear(self, item: Registered, context: Context, values: dict[str, Any], caller: Caller) -> None:
        """Let the call pass, wait for approval, or refuse it."""
        capability = item.capability
        try:
            refuse_effects(capability, caller.run, self._decide(context, caller))
            decided = await with_consent(self._decide(context, caller), context, self._registry)
            refuse_effects(capability, caller.run, decided)
            if decided.decision is Decision.DENY:
                raise BlockedByPolicy(f"{capability.name!r} was not called: {decided.why}.")
            refuse_outside(context, has_preview=item.preview is not None)
            hand = hand_of(caller, context.bound)
            has_seen = hand is not None and hand.seen is not None
            context.is_by_hand = hand is not None
            if not has_seen and await self._may_pass(item, decided, context, values, caller):
                return
            shown = await self._show(item, context.looking(), values)
            by_hand = hand is not None and is_let(hand, capability, decided, self._redacted_preview(shown))
        except Ambiguous as error:
            await self._ask_which(error, context, caller)
        except AuleError as error:
            await self._fail(context.call, capability.name, error, caller, context)
            raise
        if not by_hand and not still_granted(caller.grants, shown):
            await self._request(shown, decided, context, caller)
        context.is_granted = has_seen or not by_hand
        context.autoruns_seen = autoruns_seen(caller.grants)
        if item.preview is not None and context.is_granted:
            context.recheck, context.shown = self._rechecking(shown, item, context, values), shown.hash

    async def _may_pass(
        self, item: Registered, decided: Verdict, context: Context, values: dict[str, Any], caller: Caller
    ) -> bool:
        """Return whether nobody has to be asked: a rule allows the call, or the person did when starting the run."""
        if was_asked(caller.grants):
            return False  # whatever rule allows it by now: what a person was shown is what they decided
        if decided.decision is Decision.ALLOW:
            return True
        if not await self._is_covered(decided, context):
            return False
        if item.capability.effect is not Effect.DELETE or item.preview is None:
            return True
        # A plan offers no field for words that have to be typed.
        shown = await self._show(item, context.looking(), values)
        return words_to_type(shown.preview) is None

    async def _is_covered(self, decided: Verdict, context: Context) -> bool:
        """Return whether the person allowed this call when starting the run; a rule that asks still asks."""
        envelope, call = context.run.envelope, context.call
        if envelope is None or decided.rule is not None or call.edits or context.bound.protected:
            return False
        if context.capability.effect is not self._registry.get(context.capability.name).effect:
            return False  # the person who allowed it saw the declared effect
        made = await self._ports.calls.made(context.run.id, context.capability.name, besides=call.id)
        return covered(envelope, context.capability, call, made)

    def _decide(self, context: Context, caller: Caller) -> Verdict:
        params = context.call.bound_params or {}
        decided = decide(context.capability, params, self._policies(caller), context.bound)
        return narrow(decided, context.capability, caller.conducts, caller.run.locale)

    async def _show(self, item: Registered, looking: Context, values: dict[str, Any]) -> CallPreview:
        """Return the preview of a call; `looking` is a context without effects."""
        preview = None
        with _boundary(item.capability):
            async with asyncio.timeout(item.capability.timeout_s):
                if looking.call.edits:
                    preview = preview_edits(await sketch_drafts(item, looking, values), looking)
                elif item.preview is not None:
                    preview = await item.preview(looking, **values)
                preview = await with_contents(preview, looking)
            return preview_of_call(item.capability, looking.call, preview)

    def _rechecking(
        self, seen: CallPreview, item: Registered, context: Context, values: dict[str, Any]
    ) -> Callable[[], Awaitable[Reads]]:
        async def recheck() -> Reads:
            looking = context.looking()
            now = await self._show(item, looking, values)
            if now.hash != seen.hash:
                raise ShownChanged(now)
            return looking.reads

        return recheck

    async def _request(self, shown: CallPreview, decided: Verdict, context: Context, caller: Caller) -> Never:
        """Request approval for exactly what is shown; approval of something else no longer counts."""
        seen = self._redacted_preview(shown)
        approval = approval_of_call(context.capability, context.call, caller.run, seen, decided, self._ports.ambient)
        approval = approval.model_copy(
            update={
                "title": self._ports.redact(approval.title),
                "environment": context.bound.environment or None,
                "is_protected": context.bound.protected,
            }
        )
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
            result = await put_forward(item, context, values) or await self._run_body(item, context, values)
            refuse_writing(context)
        except InnerWaits as waiting:
            raise waiting.asked from None
        except QuestionAsked as question:
            await self._ask(question, call, caller)
        except ShownChanged as changed:
            if hand_of(caller, context.bound) is not None:
                stale = stale_hand(context.capability)
                await _record_surely(self._fail(call, name, stale, caller, context))
                raise stale from None
            await self._request(changed.shown, self._decide(context, caller), context, caller)
        except AskFirst as first:
            await self._ask_first(first, await self._show(item, context.looking(), values), context, caller)
        except Ambiguous as error:
            await self._ask_which(error, context, caller)
        except AuleError as error:
            await _record_surely(self._fail(call, name, error, caller, context))
            raise
        except asyncio.CancelledError:
            is_late = caller.limit is not None and caller.limit.expired()
            if is_late or context.done:  # else the end of the run records what became of the call
                late = TimedOut(f"{name!r} took longer than its step may.")
                stopped = late if is_late else Cancelled(f"{name!r} was stopped.")
                await _record_surely(self._fail(call, name, stopped, caller, context))
            raise
        return await self._end(result, context, caller)

    async def _end(self, result: Result, context: Context, caller: Caller) -> Result:
        """Record and return a result; raise `ApprovalRequired` where it waits for a person before anybody goes on."""
        held = self._held_result(result, context, caller)
        await self._complete(result, context, caller, held)
        if held is not None:
            raise ApprovalRequired(f"{held.title!r} waits for your decision.", subject=held.id, hint=_decide_hint(held))
        return result

    def _held_result(self, result: Result, context: Context, caller: Caller) -> Approval | None:
        """Return the approval that the result of a call waits for, where an agent in charge is interrupted after it."""
        interrupt = held_after(context.capability, caller.conducts)
        if interrupt is None or caller.run.trial is not None:
            return None  # a trial asks nobody
        name = "" if caller.agent is None else caller.agent.name
        return approval_of_result(context, result, interrupt, name)

    async def _recorded_result(self, call: Call, caller: Caller) -> Result:
        """Return the result of a call that was made, and waited for a person before anybody goes on with it."""
        events = await self._ports.journal.read(None, run=caller.run.id, types=["call.completed", "call.failed"])
        for event in events:
            if isinstance(event.data, CallCompleted | CallFailed) and event.data.id == call.id:
                result = event.data.result
                return result.model_copy(update={"data": from_recorded(result.data, self._ports.blobs)})
        raise Corrupt(f"The result of the call {call.id!r} is not on record.", hint="It is not made a second time.")

    async def _begin(self, context: Context, caller: Caller) -> None:
        call, capability = context.call, context.capability
        params = self.redacted(call.bound_params)
        if context.run.has_graph:
            params = to_recorded_params(params, self._ports.blobs)
        started = CallStarted(
            id=call.id,
            capability=capability.name,
            title=capability.title_in(caller.run.locale),
            effect=capability.effect,
            params=params,
            approval=caller.grants[-1].id if caller.grants else None,
            runtime="" if capability.runtime is Runtime.NATIVE else capability.runtime,
        )
        if capability.effect not in _LOOKING:
            await self._record([started], caller, durable=True)
        elif caller.grants or capability.name != "core.ask_user":  # a question starts when it is answered
            self._ports.journal.put(started, run=caller.run.id, session=caller.run.session_id)

    async def _make_call(self, item: Registered, context: Context, values: dict[str, Any]) -> object:
        """Make the call, and restart it where a file was altered between being read and written.

        From the second attempt on, the files are locked against other calls of this process.
        """
        arguments = (context,) if item.signature.takes_context else ()
        warnings, clock = list(context.warnings), self._ports.ambient.clock
        for attempt in range(1, MOST_ATTEMPTS + 1):
            try:
                return await item.body(*arguments, **values)
            except ChangedMeanwhile:
                if attempt == MOST_ATTEMPTS or not context.may_begin_anew:
                    raise
            except (NotFound, Invalid) as error:
                if attempt == 1:
                    raise
                # The first attempt passed validation: somebody else has altered what the call needs.
                raise ChangedMeanwhile(str(error), hint=error.problem.hint, subject=error.problem.subject) from error
            context.begin_anew()
            context.warnings = list(warnings)
            if context.is_proposing:
                context.overlay = await self._ports.changes.proposals.overlay(context.run)
            if attempt > 1:  # another process keeps writing
                await clock.sleep(self._ports.ambient.dice.random() * min(0.01 * 2**attempt, LONGEST_PAUSE_S))
        raise AssertionError("unreachable")

    async def _make_to_end(
        self, item: Registered, context: Context, values: dict[str, Any]
    ) -> tuple[object, Problem | None]:
        """Make the call; return its output, and the problem if it was unsuccessful."""
        try:
            return await self._make_call(item, context, values), None
        except Unsuccessful as failure:
            return failure.given, failure.problem

    async def _run_body(self, item: Registered, context: Context, values: dict[str, Any]) -> Result:
        capability, clock = item.capability, self._ports.ambient.clock
        began = clock.monotonic()
        with _boundary(capability):
            async with asyncio.timeout(capability.timeout_s):
                returned, problem = await self._make_to_end(item, context, values)
            tell_written(context)
            data = item.signature.returned.dump_python(returned, mode="json")
            result = Result(
                ok=problem is None,
                data=data,
                error=problem,
                warnings=context.warnings,
                provenance=context.provenance,
                passages=context.passages,
                spoken=context.spoken,
                narrows=context.narrows,
                changes=context.changes,
                artifacts=context.artifacts,
                duration_ms=round((clock.monotonic() - began) * 1000, 3),
            )
            raw = result.model_dump_json()
            most = MAX_STEP_RESULT if context.run.has_graph else MAX_RESULT
            too_large = len(raw) > most // 8 and len(json.dumps(data, ensure_ascii=False).encode()) > most
            result = self._without_secrets(result, raw)
        if too_large:
            raise TooLarge(f"{capability.name!r} gave back more than {most} bytes.", hint="Ask for less at a time.")
        return result

    async def _complete(self, result: Result, context: Context, caller: Caller, held: Approval | None = None) -> None:
        """Record a result, with all facts that commit together with it; the approval it waits for comes first."""
        call, capability = context.call, context.capability
        if context.run.has_graph:
            kept = to_recorded(result.data, self._ports.blobs)
            result = result if kept is result.data else result.model_copy(update={"data": kept})
        ended = CallCompleted if result.ok else CallFailed
        completed = ended(id=call.id, capability=capability.name, result=result)
        rows = context.rows
        changed = rows.facts(self._ports.ambient.ids.new("grp")) if rows.parts else []
        asked = [] if held is None else [ApprovalRequested(approval=held)]
        facts: list[Fact] = [*context.staged, *changed, *context.done, *asked, completed]
        if capability.effect in _LOOKING and len(facts) == 1:
            self._ports.journal.put(completed, run=caller.run.id, session=caller.run.session_id)
            return
        try:
            if rows.parts or context.bases:
                ports = self._ports
                recording = rows.record(ports.journal, ports.data.database, facts, caller.run, context.bases)
                can_stop = rows.is_long and not context.done  # a long write leaves nothing behind when it is cancelled
                await (recording if can_stop else _record_surely(recording))
                if rows.parts:
                    await ports.data.tell_rows(rows.parts[0].change.app)
            elif context.run.has_graph and len(facts) == 1:
                # The next step waits for it in the log: where its effect begins durably, this is durable with it.
                self._ports.journal.put(completed, run=caller.run.id, session=caller.run.session_id, durable=True)
            else:
                await _record_surely(self._record(facts, caller, durable=True))
        except (Invalid, Conflict) as error:  # effects outside the database are recorded all the same
            await self._fail(call, capability.name, error, caller, context)
            raise

    async def _ask(self, asked: QuestionAsked, call: Call, caller: Caller) -> Never:
        if call.within is not None:
            refused = asks_in_course(call)
            await _record_surely(self._fail(call, call.capability, refused, caller))
            raise refused
        approval = question_of_call(call, caller.run, asked.choices, asked.options, self._ports.ambient, asked.detail)
        if asked.about:
            binds = approval.binds.model_copy(update={"envelope": Envelope(targets=asked.about)})
            approval = approval.model_copy(update={"binds": binds})
        await self._record([ApprovalRequested(approval=approval)], caller, durable=True)
        raise NeedsInput(asked.choices.question, subject=approval.id, hint=_decide_hint(approval)) from None

    async def _ask_first(self, first: AskFirst, seen: CallPreview, context: Context, caller: Caller) -> Never:
        """Request approval for what a call found it would do, with what would run by itself."""
        shown = with_autoruns(seen, first.autoruns, context.call.bound_params or {})
        if shown is None:
            unseen = unseen_autorun(first.autoruns[0])
            await _record_surely(self._fail(context.call, context.capability.name, unseen, caller, context))
            raise unseen from None
        await self._request(shown, Verdict(Decision.ASK, first.why, note=first.note), context, caller)

    async def _ask_which(self, error: Ambiguous, context: Context, caller: Caller) -> Never:
        """Ask the person which match is meant, or fail where nobody can be asked."""
        question = None if caller.run.trial else question_about(error, context, caller.grants)
        if question is not None:
            await self._ask(question, context.call, caller)
        await _record_surely(self._fail(context.call, context.capability.name, error, caller, context))
        raise error from None

    async def _fail(
        self, call: Call, capability: str, error: AuleError, caller: Caller, context: Context | None = None
    ) -> None:
        facts: list[Fact] = []
        result = Result(ok=False, error=error.problem)
        if isinstance(error, StorageFailed) and (context is None or not context.done):
            return  # the resumed call, or the caller who sees this error, records what became of it
        if context is not None:
            facts += context.done
            changes = [fact.change.id for fact in context.done if isinstance(fact, ChangeRecorded)]
            result = result.model_copy(update={"warnings": context.warnings, "changes": changes})
        if isinstance(error, OutsideScope):
            touched = targets(context.capability, call.bound_params or {}) if context is not None else []
            target = error.problem.subject or ", ".join(touched)
            facts.append(ScopeViolated(call=call.id, capability=capability, target=target[:500]))
        result = self._without_secrets(result)
        error.problem = result.error or error.problem  # the caller sees no more than the record, which holds no secrets
        facts.append(CallFailed(id=call.id, capability=capability, result=result))
        await self._record(facts, caller, durable=bool(result.changes))

    async def _record(self, facts: list[Fact], caller: Caller, *, durable: bool) -> None:
        await self._ports.journal.write(*facts, run=caller.run.id, session=caller.run.session_id, durable=durable)

    def _without_secrets(self, thing: Thing, raw: str | None = None) -> Thing:
        return without_secrets(thing, self._ports.redact, raw)


async def _record_surely(recording: Coroutine[Any, Any, None]) -> None:
    """Record what has happened even when the run is cancelled; a failure may then go unheard."""
    task = asyncio.ensure_future(recording)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    await asyncio.shield(task)


@contextmanager
def _boundary(capability: Capability) -> Generator[None]:
    """Turn a bug in a capability or its preview into a failed call."""
    try:
        yield
    except (AuleError, AskFirst, QuestionAsked, ShownChanged, InnerWaits):
        raise
    except TimeoutError:
        raise TimedOut(f"{capability.name!r} took longer than {capability.timeout_s:g} s.") from None
    except Exception as error:
        if (known := storage_error(error)) is not None:
            raise known from error
        log.exception("capability %s failed", capability.name)
        raise AuleError(
            f"{capability.name!r} failed unexpectedly: {type(error).__name__}.",
            code="capability_failed",
            hint="This is a defect of the capability; the log has the details.",
        ) from error


def _decide_hint(approval: Approval) -> str:
    return f"Decide it in the inbox, or with `aule approvals decide {approval.id}`."
