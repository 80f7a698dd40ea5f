"""The inbox: everything that waits for a person, decided once and bound to exactly what was seen."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from aule.contracts.access.approval import Approval, ApprovalKind, ApprovalOption, ApprovalStatus, StepEdit
from aule.contracts.ambient import Ambient
from aule.contracts.errors import Conflict, Invalid
from aule.contracts.events.facts import (
    ApprovalDenied,
    ApprovalGranted,
    ApprovalSuperseded,
    Fact,
    RunClaimed,
    RunResumed,
)
from aule.contracts.runs.run import Run, RunStatus
from aule.kernel.capabilities.gate.owner_confirmation import check_typed
from aule.kernel.journal import Journal
from aule.kernel.journal.record import Record
from aule.stores.repositories.approvals import Approvals, to_decide
from aule.stores.repositories.runs import Runs
from aule.stores.source import Source
from aule.text.words import is_whole

MAX_ANSWER = 20_000


class RunClaimer(Protocol):
    """Goes on with a run in this process as soon as it may."""

    def claim(self, run: Run) -> RunClaimed | None:
        """Return the fact that makes a run this process's own, if there is room; it is recorded with the decision."""
        ...

    async def foresee(self, source: Source, run: Run, decided: Approval) -> object | None:
        """Return what is known of a run that is about to go on, as it will stand after this transaction."""
        ...

    def unclaim(self, run: str) -> None:
        """Take back a claim that was not recorded."""
        ...


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision that was taken, and the run that asked, as it stands now."""

    approval: Approval
    run: Run | None = None
    goes_on: bool = False
    """Whether the run stood still until now."""
    is_claimed: bool = False
    """Whether this process drives it."""
    foreseen: object | None = None
    """What the claimer knows of it, as of this decision."""


class LookFirst(Exception):
    """Before a yes counts, what the call would do now has to be looked at. Only the kernel catches this."""

    def __init__(self, approval: Approval) -> None:
        super().__init__(approval.id)
        self.approval = approval


class Inbox:
    """Decides approvals. A decision is taken once, however many doors it comes through."""

    def __init__(
        self, journal: Journal, ambient: Ambient, claimer: RunClaimer | None = None, *, looks_first: bool = False
    ) -> None:
        self._journal = journal
        self._ambient = ambient
        self._claimer = claimer
        self._looks_first = looks_first

    def resuming_by(self, claimer: RunClaimer) -> Inbox:
        """Return an inbox that lets this claimer resume the run in the decision's transaction."""
        return Inbox(self._journal, self._ambient, claimer)

    def looking_first(self) -> Inbox:
        """Return an inbox in which a yes to a call with a preview raises `LookFirst`: files may have changed since."""
        return Inbox(self._journal, self._ambient, self._claimer, looks_first=True)

    async def decide(
        self,
        id: str,
        option: str,
        *,
        content_hash: str,
        answer: str | None,
        by: str,
        edit: StepEdit | None = None,
    ) -> Decided:
        """Record a person's decision; the run it belongs to goes on in the same transaction."""
        done: Decided | None = None
        try:
            async with self._journal.transaction(durable=True) as transaction:
                approval, asker = await to_decide(transaction, id)
                _check_seen(approval, content_hash)
                chosen = _check_option(approval, option, answer)
                _check_waits(approval)
                if self._looks_first and chosen.id != "deny" and _shows_a_call(approval):
                    raise LookFirst(approval)
                decided = approval.model_copy(
                    update={
                        "status": ApprovalStatus.DENIED if chosen.id == "deny" else ApprovalStatus.GRANTED,
                        "option": chosen.id,
                        "answer": answer,
                        "edit": edit,
                        "decided_by": by,
                        "decided_at": self._ambient.timestamp(),
                        "version": approval.version + 1,
                    }
                )
                granted = decided.status is ApprovalStatus.GRANTED
                fact: Fact = ApprovalGranted(approval=decided) if granted else ApprovalDenied(approval=decided)
                transaction.put(fact, run=approval.run, session=approval.session_id)
                done = await self._resume(transaction, decided, asker)
        except BaseException:
            if self._claimer is not None and done is not None and done.run is not None:
                self._claimer.unclaim(done.run.id)
            raise
        return done

    async def _resume(self, transaction: Record, decided: Approval, asker: Run | None) -> Decided:
        """Let the runs go on that waited for a decision; the one that asked does so here if there is room."""
        for run in await _line_of(transaction, asker):
            # One that has not come to its rest yet hears of it by itself, and must not be taken from its driver.
            if run.status is RunStatus.WAITING:
                transaction.put(RunResumed(reason="decision"), run=run.id, session=run.session_id)
        if asker is None or asker.status is not RunStatus.WAITING:
            return Decided(decided, asker)
        claimer = self._claimer
        claim = None if claimer is None else claimer.claim(asker)
        if claim is not None:
            transaction.put(claim, run=asker.id, session=asker.session_id)
        epoch = asker.epoch + (1 if claim is None else 2)
        now = asker.model_copy(update={"status": RunStatus.EXECUTING, "epoch": epoch})
        foreseen = None if claimer is None else await claimer.foresee(transaction, now, decided)
        return Decided(decided, now, goes_on=True, is_claimed=claim is not None, foreseen=foreseen)

    async def unasked(self, record: Source, run: str, *, but: Collection[str] = ()) -> list[Fact]:
        """What to record when nobody waits any more for what a run asked, but for some: it is no longer asked."""
        pending = await Approvals(record).pending(run=run)
        return [
            ApprovalSuperseded(approval=approval.model_copy(update={"status": ApprovalStatus.SUPERSEDED}))
            for approval in pending
            if approval.id not in but
        ]


def _shows_a_call(approval: Approval) -> bool:
    is_question = approval.kind is ApprovalKind.QUESTION
    return (
        approval.call is not None and approval.preview is not None and not is_question and not approval.is_about_result
    )


async def _line_of(source: Source, asker: Run | None) -> list[Run]:
    """Those who may stand still until a decision: the run that asked, and those one of whose steps it carries out."""
    found = [] if asker is None else [asker]
    while found and found[-1].step is not None and (above := found[-1].parent) is not None:
        found.append(await Runs(source).get(above))
    return found


def _check_waits(approval: Approval) -> None:
    if approval.status is not ApprovalStatus.PENDING:
        raise Conflict(
            f"The approval {approval.id!r} is already {approval.status}.",
            code="already_decided",
            hint="Nothing was done twice; look at what it came to.",
            subject=approval.id,
        )


def _check_seen(approval: Approval, content_hash: str) -> None:
    if content_hash != approval.binds.content_hash:
        raise Conflict(
            f"{approval.title!r} is not what was shown when this decision was made.",
            code="approval_stale",
            hint="Look at it again and decide on what you see now.",
            subject=approval.id,
        )


def _check_option(approval: Approval, option: str, answer: str | None) -> ApprovalOption:
    chosen = next((candidate for candidate in approval.options if candidate.id == option), None)
    if chosen is None:
        raise Invalid(
            f"{option!r} is not one of the answers.",
            field="option",
            candidates=[candidate.id for candidate in approval.options],
        )
    if approval.kind is ApprovalKind.QUESTION and chosen.input and not (answer or "").strip():
        hint = f'Give them with it: `aule approvals decide {approval.id} {chosen.id} "YOUR WORDS"`.'
        raise Invalid("This answer needs words.", field="answer", hint=hint)
    if answer is not None and len(answer) > MAX_ANSWER:
        raise Invalid(f"An answer may have {MAX_ANSWER} characters.", field="answer")
    if answer is not None and not is_whole(answer):
        raise Invalid("The answer contains half of a character.", code="invalid_text", field="answer")
    if chosen.expects is not None:
        check_typed(chosen.expects, answer, field="answer")
    return chosen
