"""Approval requests of plans: a plan's open question, or consent to carry it out as shown."""

from __future__ import annotations

from json import dumps
from typing import Literal

from aule.contracts.access.approval import Approval, ApprovalKind, ApprovalOption, Binding, Choices, Notice, Table
from aule.contracts.access.capability import Effect, Envelope
from aule.contracts.access.notices import notices_of, texts_in
from aule.contracts.ambient import Ambient
from aule.contracts.ids import ref, split_ref
from aule.contracts.plans.plan import Clarification, Plan, PlanStepKind
from aule.contracts.plans.views import CardStep, PlanCard
from aule.kernel.capabilities.words import say
from aule.text.hashing import content_hash

ANSWER, DECIDE, UNKNOWN, SKIP = "answer", "decide", "unknown", "skip"
EXECUTE, ADJUST, CANCEL = "execute", "adjust", "cancel"

_RISKY = frozenset({Effect.DELETE, Effect.EXEC, Effect.EXTERNAL})
_LOOKS_ONLY = frozenset({None, Effect.READ, Effect.NAVIGATE})


def question_of(plan: Plan, asked: Clarification, ambient: Ambient) -> Approval:
    """Return the approval for the open question of a plan, bound to its exact words."""
    locale = plan.language
    options = [
        ApprovalOption(id=f"option_{each.id}", label=_label(each.label, each.consequence)) for each in asked.options
    ]
    options += [
        ApprovalOption(id=ANSWER, label=say("answer", locale), input=True),
        ApprovalOption(id=DECIDE, label=say("you_decide", locale)),
        ApprovalOption(id=UNKNOWN, label=say("do_not_know", locale)),
        ApprovalOption(id=SKIP, label=say("skip", locale)),
    ]
    recommended = None if asked.recommended is None else f"option_{asked.recommended}"
    return Approval(
        id=ambient.ids.new("apr"),
        kind=ApprovalKind.QUESTION,
        run=None,
        session_id=plan.session_id,
        agent="clarifier",
        subject=ref("plan", plan.id),
        title=asked.question,
        body=asked.found,
        preview=Choices(question=asked.question, recommended=recommended, free_text=True),
        notices=notices_of(None, asked.question, asked.found, *(option.label for option in options)),
        options=options,
        default=SKIP,
        binds=Binding(content_hash=_hash_of(plan, asked), version=plan.version),
        created_at=ambient.timestamp(),
    )


def is_about(approval: Approval, plan: Plan, asked: Clarification) -> bool:
    """Return whether a decision answers exactly this question."""
    return approval.binds.content_hash == _hash_of(plan, asked)


def consent_of(plan: Plan, card: PlanCard, ambient: Ambient) -> Approval:
    """Return the approval to carry out exactly this version of a plan, within this envelope."""
    locale, envelope = plan.language, Envelope.model_validate(card.envelope)
    rows = [[each.number, each.title, _function(each), each.times, _values(each)] for each in card.steps]
    words = ("column_number", "column_step", "column_function", "column_times", "column_values")
    columns = [say(word, locale) for word in words]
    return Approval(
        id=ambient.ids.new("apr"),
        kind=ApprovalKind.PLAN,
        run=None,
        session_id=plan.session_id,
        agent="planner",
        subject=ref("plan", plan.id),
        title=plan.title,
        body=plan.goal,
        preview=Table(columns=columns, rows=rows, total=len(rows)),
        notices=_notices(card),
        risk=_risk(envelope),
        options=[
            ApprovalOption(id=EXECUTE, label=say("execute_plan", locale)),
            ApprovalOption(id=ADJUST, label=say("adjust_plan", locale), input=True),
            ApprovalOption(id=CANCEL, label=say("cancel_plan", locale)),
        ],
        default=CANCEL,
        binds=Binding(content_hash=card.content_hash, version=plan.version, envelope=envelope),
        created_at=ambient.timestamp(),
    )


def plan_of(approval: Approval) -> str | None:
    """Return the plan an approval is about; None when it is about something else, or about a run of the plan."""
    if approval.run is not None or approval.kind not in (ApprovalKind.PLAN, ApprovalKind.QUESTION):
        return None
    kind, id = split_ref(approval.subject)
    return id if kind == "plan" else None


def _hash_of(plan: Plan, asked: Clarification) -> str:
    """Return the hash an answer is bound to: over the question's words and its options."""
    options = [[each.id, each.label, each.consequence] for each in asked.options]
    return content_hash({"plan": plan.id, "question": asked.id, "words": asked.question, "options": options})


def _function(step: CardStep) -> str:
    """Return what a step uses: a call by its capability's name, other steps by their kind."""
    return step.function if step.kind is PlanStepKind.CALL else step.function_title


def _values(step: CardStep) -> str:
    """Return all values of a step with an effect: nobody approves a title alone."""
    given = {} if step.effect in _LOOKS_ONLY else step.params
    texts = [
        (name, value if isinstance(value, str) else dumps(value, ensure_ascii=False)) for name, value in given.items()
    ]
    texts += [] if step.check is None else [("check", step.check)]
    return "\n".join(f"{name}: {text}" for name, text in texts)


def _notices(card: PlanCard) -> list[Notice]:
    """Return notices about suspicious words and values in a plan's steps."""
    commands = [step.params["command"] for step in card.steps if isinstance(step.params.get("command"), str)]
    texts = texts_in([[step.title, step.description, step.params] for step in card.steps])
    return notices_of(None, card.objective, *texts, commands=commands)


def _risk(envelope: Envelope) -> Literal["low", "medium", "high"]:
    if _RISKY & set(envelope.effects):
        return "high"
    return "medium" if envelope.calls else "low"


def _label(label: str, consequence: str) -> str:
    return f"{label} ({consequence})" if consequence else label
