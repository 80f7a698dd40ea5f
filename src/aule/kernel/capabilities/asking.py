"""Turning a call that needs a person into an approval bound to exactly that call."""

from __future__ import annotations

from aule.contracts.ambient import Ambient
from aule.contracts.approval import Approval, ApprovalKind, ApprovalOption, Binding, Choices, Preview
from aule.contracts.capability import Call, Capability, Effect, Envelope
from aule.contracts.hashing import content_hash
from aule.contracts.run import Run
from aule.kernel.capabilities.words import say
from aule.kernel.policy import Verdict, targets

_KINDS = {
    Effect.WRITE: ApprovalKind.WRITE,
    Effect.DELETE: ApprovalKind.DELETE,
    Effect.EXEC: ApprovalKind.EXEC,
    Effect.EXTERNAL: ApprovalKind.EXTERNAL,
    Effect.READ: ApprovalKind.STEP,
    Effect.NAVIGATE: ApprovalKind.STEP,
}


def binding_hash(capability: Capability, call: Call, preview: Preview | None) -> str:
    """The hash of what a person sees: the call with its bound parameters, and the preview of its effect."""
    seen = None if preview is None else preview.model_dump(mode="json")
    return content_hash({"capability": capability.name, "params": call.bound_params, "preview": seen})


def approval_of_call(
    capability: Capability, call: Call, run: Run, preview: Preview | None, decided: Verdict, ambient: Ambient
) -> Approval:
    """Ask for this one call, on these targets, once."""
    touched = targets(capability, call.bound_params or {})
    title = capability.title_in(run.locale)
    high = capability.effect in (Effect.DELETE, Effect.EXEC)
    return Approval(
        id=ambient.ids.new("apr"),
        kind=_KINDS[capability.effect],
        run=run.id,
        session_id=run.session_id,
        agent=run.agent,
        subject=f"call:{call.id}",
        title=f"{title}: {', '.join(touched)}" if touched else title,
        body="" if decided.rule is None else say("rule_asks", run.locale, rule=decided.rule),
        preview=preview,
        risk="high" if high else "low" if capability.reversible else "medium",
        options=[
            ApprovalOption(id="approve", label=say("approve", run.locale)),
            ApprovalOption(id="deny", label=say("deny", run.locale)),
        ],
        binds=Binding(
            content_hash=binding_hash(capability, call, preview),
            envelope=Envelope(
                calls={capability.name: 1},
                targets={name: [(call.bound_params or {}).get(name)] for name in capability.targets},
                effects=[capability.effect],
            ),
        ),
        call=call,
        created_at=ambient.timestamp(),
    )


def question_of_call(
    call: Call, run: Run, choices: Choices, options: list[ApprovalOption], ambient: Ambient
) -> Approval:
    """Put a capability's question to the person."""
    shown = {"question": choices.question, "options": [option.model_dump() for option in options]}
    return Approval(
        id=ambient.ids.new("apr"),
        kind=ApprovalKind.QUESTION,
        run=run.id,
        session_id=run.session_id,
        agent=run.agent,
        subject=f"call:{call.id}",
        title=choices.question,
        preview=choices,
        options=options,
        binds=Binding(content_hash=content_hash({"call": call.id, **shown})),
        call=call,
        created_at=ambient.timestamp(),
    )
