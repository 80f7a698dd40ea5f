"""Turning a call that needs a person into an approval bound to exactly that call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from json import dumps

from aule.contracts.access.approval import (
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
from aule.contracts.access.capability import Call, Capability, Effect, Envelope
from aule.contracts.access.notices import notices_of, texts_in
from aule.contracts.ambient import Ambient
from aule.contracts.errors import Refused
from aule.contracts.model import JsonObject
from aule.contracts.runs.run import Run
from aule.kernel.capabilities.words import say
from aule.kernel.policy import Verdict, targets
from aule.text.hashing import content_hash

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
    seen = None if preview is None else _without_empty_autoruns(preview.model_dump(mode="json"))
    edits = {"edits": call.edits} if call.edits else {}
    what = {"capability": capability.name, "params": call.bound_params, "preview": seen, **edits}
    return Shown(preview, content_hash(what))


def _without_empty_autoruns(seen: JsonObject) -> JsonObject:
    """Leave out what a preview of an earlier version did not have, so that its approval still holds."""
    if seen.get("autoruns") == []:
        del seen["autoruns"]
    for file in seen.get("files", []):
        _without_empty_autoruns(file)
    return seen


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


def with_autoruns(shown: Shown, found: Sequence[Autorun], params: JsonObject) -> Shown | None:
    """What is seen of a call, with what would run by itself; none if there is no place where it could be seen.

    The decision is bound to the call and its preview as ever: what a preview does not say is found anew each time.
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
    """The error for a file that a tool runs by itself, where nobody can be asked about it."""
    return Refused(
        f"{found.path!r} was not written: {found.tool} runs it by itself, and nobody was asked about it.",
        code="autorun_unseen",
        hint="Write it first, in a call of its own whose preview shows the file.",
    )


def autoruns_seen(grants: Sequence[Approval]) -> frozenset[str]:
    """The files of which a person was told, before they said yes, that they run by themselves."""
    return frozenset(each.path for grant in grants for each in autoruns_in(grant.preview))


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
        body=_body(decided, run.locale),
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


def _body(decided: Verdict, locale: str) -> str:
    """Say why it is asked. What would run by itself stands in the preview, and cards have a heading for it."""
    return decided.note if decided.rule is None else say("rule_asks", locale, rule=decided.rule)


def _cut(text: str) -> str:
    """The beginning of what is touched; a title that is cut says so."""
    return text if len(text) <= LONGEST_TITLE else f"{text[:LONGEST_TITLE]}…"


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
        notices=notices_of(None, choices.question, detail, *(option.label for option in options)),
        options=options,
        binds=Binding(content_hash=question_hash(call, choices.question, options, detail)),
        call=call,
        created_at=ambient.timestamp(),
    )
