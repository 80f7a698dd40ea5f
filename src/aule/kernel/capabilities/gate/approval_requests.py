"""Approval requests: turns a call that needs a person into an approval bound to exactly that call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from json import dumps
from typing import TYPE_CHECKING

from aule.contracts.access.approval import (
    RESULT,
    Approval,
    ApprovalKind,
    ApprovalOption,
    Binding,
    Choices,
    FileDiff,
    Patch,
    Preview,
    Records,
    Table,
    Text,
    autoruns_in,
)
from aule.contracts.access.autorun import Autorun
from aule.contracts.access.capability import Call, Capability, Effect, Envelope, Result
from aule.contracts.access.guidelines import AgentInterrupt
from aule.contracts.access.notices import notices_of, texts_in
from aule.contracts.ambient import Ambient
from aule.contracts.errors import Refused
from aule.contracts.model import JsonObject
from aule.contracts.runs.run import Run
from aule.kernel.capabilities.words import say
from aule.kernel.conduct.sentences import say as conduct_words
from aule.kernel.conduct.sentences import sentence_of_interrupt
from aule.kernel.policy import Verdict, targets
from aule.text.hashing import content_hash

if TYPE_CHECKING:
    from aule.kernel.capabilities.context.context import Context

LONGEST_RESULT = 20_000
"""Characters of a result that a person is shown; the trace has all of it."""
LONGEST_TITLE = 300
"""Characters of the targets that a title shows; the parameters hold all of them."""
_KINDS = {
    Effect.WRITE: ApprovalKind.WRITE,
    Effect.DELETE: ApprovalKind.DELETE,
    Effect.EXEC: ApprovalKind.EXEC,
    Effect.EXTERNAL: ApprovalKind.EXTERNAL,
    Effect.READ: ApprovalKind.STEP,
    Effect.NAVIGATE: ApprovalKind.STEP,
}


@dataclass(frozen=True, slots=True)
class CallPreview:
    """The preview a person sees of a call, and the hash their decision is bound to."""

    preview: Preview | None
    hash: str


def preview_of_call(capability: Capability, call: Call, preview: Preview | None) -> CallPreview:
    """Return what a person sees of a call: its bound parameters and the preview of its effect."""
    seen = None if preview is None else _without_empty_autoruns(preview.model_dump(mode="json"))
    edits = {"edits": call.edits} if call.edits else {}
    what = {"capability": capability.name, "params": call.bound_params, "preview": seen, **edits}
    return CallPreview(preview, content_hash(what))


def _without_empty_autoruns(seen: JsonObject) -> JsonObject:
    """Remove empty fields that earlier versions did not have, so that their approvals still hold."""
    for name in ("autoruns", "reaches"):
        if seen.get(name) == []:
            del seen[name]
    for file in seen.get("files", []):
        _without_empty_autoruns(file)
    return seen


def was_asked(grants: Sequence[Approval]) -> bool:
    """Return whether a person was asked for approval, not only for an answer."""
    return any(grant.kind is not ApprovalKind.QUESTION for grant in grants)


def own_grants(grants: Sequence[Approval], call: Call) -> tuple[Approval, ...]:
    """Return what a person decided about a call itself, without what they decided about calls in its course."""
    return tuple(each for each in grants if each.call is None or each.call.id == call.id)


def still_granted(grants: Sequence[Approval], now: CallPreview) -> bool:
    """Return whether an approval covers exactly this call and preview; an answer to a question does not."""
    return any(grant.kind is not ApprovalKind.QUESTION and grant.binds.content_hash == now.hash for grant in grants)


def as_allowed(call: Call, grants: Sequence[Approval]) -> Call:
    """Return a call as the person approved it, with their edits of the texts it writes."""
    asked = [each.call for each in own_grants(grants, call) if each.call and each.kind is not ApprovalKind.QUESTION]
    return call.model_copy(update={"edits": asked[-1].edits}) if asked and asked[-1].edits else call


def _titled_params(capability: Capability, call: Call) -> JsonObject:
    """Return the parameters worth naming in a title: defaults are left out."""
    given, described = call.bound_params or {}, capability.params.get("properties", {})
    return {name: value for name, value in given.items() if value != described.get(name, {}).get("default", ...)}


def with_autoruns(shown: CallPreview, found: Sequence[Autorun], params: JsonObject) -> CallPreview | None:
    """Add files that would run by themselves to a preview; return None if it has no place to show them.

    The decision stays bound to the call and its first preview: autoruns are found anew each time.
    """
    if not found:
        return shown
    match shown.preview:
        case None:
            given = dumps(params, ensure_ascii=False, indent=2)
            return replace(shown, preview=Text(text=given, autoruns=list(found)))
        case FileDiff() | Table() | Text():
            return replace(shown, preview=shown.preview.model_copy(update={"autoruns": list(found)}))
        case Patch(files=[first, *rest]):
            files = [first.model_copy(update={"autoruns": list(found)}), *rest]
            return replace(shown, preview=shown.preview.model_copy(update={"files": files}))
        case _:
            return None


def unseen_autorun(found: Autorun) -> Refused:
    """Return the error for a file that a tool runs by itself, where nobody can be asked about it."""
    return Refused(
        f"{found.path!r} was not written: {found.tool} runs it by itself, and nobody was asked about it.",
        code="autorun_unseen",
        hint="Write it first, in a call of its own whose preview shows the file.",
    )


def autoruns_seen(grants: Sequence[Approval]) -> frozenset[str]:
    """Return the files a person knew to run by themselves when they approved."""
    return frozenset(each.path for grant in grants for each in autoruns_in(grant.preview))


def question_hash(call: Call, question: str, options: Sequence[ApprovalOption], detail: str = "") -> str:
    """Return the hash an answer is bound to: this question of this call, with its options and detail."""
    asked = {"call": call.id, "question": question, "options": [option.model_dump() for option in options]}
    return content_hash(asked | ({"detail": detail} if detail else {}))


def approval_of_call(
    capability: Capability, call: Call, run: Run, shown: CallPreview, decided: Verdict, ambient: Ambient
) -> Approval:
    """Return the approval for this one call, on these targets, once."""
    touched = [target for target in targets(capability, _titled_params(capability, call)) if target]
    title = capability.title_in(run.locale)
    high = capability.effect in (Effect.DELETE, Effect.EXEC) or _removes(shown.preview)
    high = high or bool(autoruns_in(shown.preview))
    words = shown.preview.confirm if isinstance(shown.preview, Records) else None
    return Approval(
        id=ambient.ids.new("apr"),
        kind=_KINDS[capability.effect],
        run=run.id,
        session_id=run.session_id,
        agent=run.agent,
        subject=f"call:{call.id}",
        title=f"{title}: {_cut(', '.join(touched))}" if touched else title,
        body=_body(decided, call, run.locale),
        preview=shown.preview,
        notices=notices_of(shown.preview, *(texts_in(call.bound_params) if shown.preview is None else ())),
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
                hosts=list(decided.hosts),
                addresses=list(decided.addresses),
            ),
        ),
        call=call,
        created_at=ambient.timestamp(),
    )


def approval_of_result(context: Context, result: Result, interrupt: AgentInterrupt, agent: str) -> Approval:
    """Return the approval that a result waits for: the call is made, and its agent goes on after a yes."""
    call, run = context.call, context.run
    title = conduct_words("result_waits", run.locale, title=context.capability.title_in(run.locale), agent=agent)
    shown = result.data if result.ok or result.error is None else result.error.message
    text = shown if isinstance(shown, str) else dumps(shown, ensure_ascii=False, indent=2)
    preview = Text(text=text if len(text) <= LONGEST_RESULT else f"{text[:LONGEST_RESULT]}…")
    seen = {"result": call.id, "capability": context.capability.name, "data": result.data, "changes": result.changes}
    return Approval(
        id=context.ambient.ids.new("apr"),
        kind=ApprovalKind.STEP,
        run=run.id,
        session_id=run.session_id,
        agent=run.agent,
        subject=f"{RESULT}{call.id}",
        title=_cut(title),
        body=interrupt.message or sentence_of_interrupt(interrupt, run.locale),
        preview=preview,
        notices=notices_of(preview),
        options=[
            ApprovalOption(id="approve", label=conduct_words("go_on", run.locale)),
            ApprovalOption(id="deny", label=conduct_words("withhold", run.locale)),
        ],
        binds=Binding(content_hash=content_hash(seen)),
        call=call,
        created_at=context.ambient.timestamp(),
    )


def lets_pass(grants: Sequence[Approval], call: Call) -> bool:
    """Return whether a person let the result of a call pass that was made already."""
    return any(grant.subject == f"{RESULT}{call.id}" for grant in grants)


def _body(decided: Verdict, call: Call, locale: str) -> str:
    """Return why approval is needed, and which tool calls. Files that run by themselves are shown in the preview."""
    why = decided.note if decided.rule is None else say("rule_asks", locale, rule=decided.rule)
    caller = "" if call.within is None else say("in_course", locale, name=call.within.capability)
    return " ".join(each for each in (caller, why) if each)


def _cut(text: str) -> str:
    """Return the beginning of a long title, with an ellipsis."""
    return text if len(text) <= LONGEST_TITLE else f"{text[:LONGEST_TITLE]}…"


def _removes(preview: Preview | None) -> bool:
    """Return whether a preview shows records being deleted."""
    if not isinstance(preview, Records):
        return False
    return any(each.op == "delete" for each in preview.records) or any(table.delete for table in preview.tables)


def question_of_call(
    call: Call, run: Run, choices: Choices, options: list[ApprovalOption], ambient: Ambient, detail: str = ""
) -> Approval:
    """Return the approval that asks a capability's question; `detail` is Markdown shown with it."""
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
        notices=notices_of(None, choices.question, detail, *(option.label for option in options)),
        options=options,
        binds=Binding(content_hash=question_hash(call, choices.question, options, detail)),
        call=call,
        created_at=ambient.timestamp(),
    )
