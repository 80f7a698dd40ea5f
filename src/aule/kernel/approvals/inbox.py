"""The inbox: everything that waits for a person, decided once and bound to exactly what was seen."""

from __future__ import annotations

from collections.abc import Collection

from aule.contracts.ambient import Ambient
from aule.contracts.approval import Approval, ApprovalKind, ApprovalOption, ApprovalStatus, StepEdit
from aule.contracts.errors import Conflict, Invalid
from aule.contracts.events import ApprovalDenied, ApprovalGranted, ApprovalSuperseded, Fact, RunResumed
from aule.contracts.run import Run, RunStatus
from aule.contracts.text import is_whole
from aule.kernel.journal import Journal
from aule.stores.approvals import Approvals, claim_approval
from aule.stores.runs import Runs
from aule.stores.source import Source

MAX_ANSWER = 20_000


class Inbox:
    """Decides approvals. A decision is taken once, however many doors it comes through."""

    def __init__(self, journal: Journal, approvals: Approvals, ambient: Ambient) -> None:
        self._journal = journal
        self._approvals = approvals
        self._ambient = ambient

    async def decide(
        self,
        id: str,
        option: str,
        *,
        content_hash: str,
        answer: str | None,
        by: str,
        edit: StepEdit | None = None,
    ) -> Approval:
        """Record a person's decision; the run it belongs to goes on in the same transaction."""
        approval = await self._approvals.get(id)
        _check_seen(approval, content_hash)
        chosen = _check_option(approval, option, answer)
        async with self._journal.transaction(durable=True) as transaction:
            if not await claim_approval(transaction, id):
                status = (await Approvals(transaction).get(id)).status
                raise Conflict(
                    f"The approval {id!r} is already {status}.",
                    code="already_decided",
                    hint="Nothing was done twice; look at what it came to.",
                    subject=id,
                )
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
            for run in await _waiting_for(transaction, approval.run):
                transaction.put(RunResumed(reason="decision"), run=run.id, session=run.session_id)
        return decided

    async def unasked(self, record: Source, run: str, *, but: Collection[str] = ()) -> list[Fact]:
        """What to record when nobody waits any more for what a run asked, but for some: it is no longer asked."""
        pending = await Approvals(record).pending(run=run)
        return [
            ApprovalSuperseded(approval=approval.model_copy(update={"status": ApprovalStatus.SUPERSEDED}))
            for approval in pending
            if approval.id not in but
        ]


async def _waiting_for(source: Source, id: str | None) -> list[Run]:
    """The runs that stand still until a decision: the one that asked, and those one of whose steps it carries out."""
    found: list[Run] = []
    while id is not None:
        run = await Runs(source).get(id)
        # One that has not come to its rest yet hears of the decision by itself, and must not be taken from its driver.
        if run.status is RunStatus.WAITING:
            found.append(run)
        id = run.parent if run.step is not None else None
    return found


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
        raise Invalid("This answer needs words.", field="answer")
    if answer is not None and len(answer) > MAX_ANSWER:
        raise Invalid(f"An answer may have {MAX_ANSWER} characters.", field="answer")
    if answer is not None and not is_whole(answer):
        raise Invalid("The answer contains half of a character.", code="invalid_text", field="answer")
    return chosen
