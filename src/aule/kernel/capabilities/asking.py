"""Turning a call that needs a person into an approval bound to exactly that call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aule.contracts.ambient import Ambient
from aule.contracts.approval import Approval, ApprovalKind, ApprovalOption, Binding, Choices, Preview, Records
from aule.contracts.capability import Call, Capability, Effect, Envelope
from aule.contracts.hashing import content_hash
from aule.contracts.model import JsonObject
from aule.contracts.run import Run
from aule.kernel.capabilities.words import say
from aule.kernel.policy import Verdict, targets

LONGEST_TITLE = 300
"""Characters of what is touched that a title names; the parameters have all of it."""
_KINDS = {
    Effect.WRITE: ApprovalKind.WRITE,
    Effect.DELETE: ApprovalKind.DELETE,
    Effect.EXEC: ApprovalKind.EXEC,
    Effect.EXTERNAL: ApprovalKind.EXTERNAL,
    Effect.READ: ApprovalKind.STEP,
    Effect.NAVIGATE: ApprovalKind.STEP,
}


@dataclass(frozen=True, slots=True)
class Shown:
    """What a person gets to see of a call, and the hash their decision is bound to."""

    preview: Preview | None
    hash: str


def shown_of_call(capability: Capability, call: Call, preview: Preview | None) -> Shown:
    """What is seen: the call with its bound parameters, and the preview of its effect."""
    seen = None if preview is None else preview.model_dump(mode="json")
    edits = {"edits": call.edits} if call.edits else {}
    what = {"capability": capability.name, "params": call.bound_params, "preview": seen, **edits}
    return Shown(preview, content_hash(what))


def was_asked(grants: Sequence[Approval]) -> bool:
    """Whether a person was asked for a yes, not only for an answer."""
    return any(grant.kind is not ApprovalKind.QUESTION for grant in grants)


def still_granted(grants: Sequence[Approval], now: Shown) -> bool:
    """A grant holds for exactly what was seen: same call, same preview. An answer to a question is none."""
    return any(grant.kind is not ApprovalKind.QUESTION and grant.binds.content_hash == now.hash for grant in grants)


def as_allowed(call: Call, grants: Sequence[Approval]) -> Call:
    """A call as a person allowed it: with what they made of the texts it writes."""
    asked = [grant.call for grant in grants if grant.call is not None and grant.kind is not ApprovalKind.QUESTION]
    return call.model_copy(update={"edits": asked[-1].edits}) if asked and asked[-1].edits else call


def _said(capability: Capability, call: Call) -> JsonObject:
    """The parameters of a call that say something: what goes without saying is not in a title."""
    given, described = call.bound_params or {}, capability.params.get("properties", {})
    return {name: value for name, value in given.items() if value != described.get(name, {}).get("default", ...)}


def question_hash(call: Call, question: str, options: Sequence[ApprovalOption], detail: str = "") -> str:
    """The hash an answer is bound to: this question of this call, with these options and what was told with it."""
    asked = {"call": call.id, "question": question, "options": [option.model_dump() for option in options]}
    return content_hash(asked | ({"detail": detail} if detail else {}))


def approval_of_call(
    capability: Capability, call: Call, run: Run, shown: Shown, decided: Verdict, ambient: Ambient
) -> Approval:
    """Ask for this one call, on these targets, once."""
    touched = [target for target in targets(capability, _said(capability, call)) if target]
    title = capability.title_in(run.locale)
    high = capability.effect in (Effect.DELETE, Effect.EXEC) or _removes(shown.preview)
    words = shown.preview.confirm if isinstance(shown.preview, Records) else None
    return Approval(
        id=ambient.ids.new("apr"),
        kind=_KINDS[capability.effect],
        run=run.id,
        session_id=run.session_id,
        agent=run.agent,
        subject=f"call:{call.id}",
        title=f"{title}: {', '.join(touched)[:LONGEST_TITLE]}" if touched else title,
        body=decided.note if decided.rule is None else say("rule_asks", run.locale, rule=decided.rule),
        preview=shown.preview,
        risk="high" if high else "low" if capability.reversible else "medium",
        options=[
            ApprovalOption(id="approve", label=say("approve", run.locale), input=words is not None, expects=words),
            ApprovalOption(id="deny", label=say("deny", run.locale)),
        ],
        binds=Binding(
            content_hash=shown.hash,
            envelope=Envelope(
                calls={capability.name: 1},
                targets={name: [(call.bound_params or {}).get(name)] for name in capability.targets},
                effects=[capability.effect],
            ),
        ),
        call=call,
        created_at=ambient.timestamp(),
    )


def _removes(preview: Preview | None) -> bool:
    """Whether records go, by what is shown."""
    if not isinstance(preview, Records):
        return False
    return any(each.op == "delete" for each in preview.records) or any(table.delete for table in preview.tables)


def question_of_call(
    call: Call, run: Run, choices: Choices, options: list[ApprovalOption], ambient: Ambient, detail: str = ""
) -> Approval:
    """Put a capability's question to the person; `detail` is Markdown that is told with it."""
    return Approval(
        id=ambient.ids.new("apr"),
        kind=ApprovalKind.QUESTION,
        run=run.id,
        session_id=run.session_id,
        agent=run.agent,
        subject=f"call:{call.id}",
        title=choices.question,
        body=detail,
        preview=choices,
        options=options,
        binds=Binding(content_hash=question_hash(call, choices.question, options, detail)),
        call=call,
        created_at=ambient.timestamp(),
    )
