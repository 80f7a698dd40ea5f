"""Turning a step that waits into what a person is asked: bound to exactly what they see."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from aule.contracts.access.approval import Approval, ApprovalKind, ApprovalOption, Binding, Choices, Preview, Text
from aule.contracts.access.notices import notices_of
from aule.contracts.ambient import Ambient
from aule.contracts.events.steps import StepInterrupted
from aule.contracts.runs.graph import Moment, Question
from aule.contracts.runs.run import Run
from aule.kernel.capabilities.words import say
from aule.kernel.engine.graphs.bindings import told
from aule.kernel.engine.progress import Node
from aule.text.hashing import content_hash

LONGEST_PREVIEW = 20_000
"""Characters of a result or of parameters that a person is shown; the step's page has all of them."""

LONGEST_MESSAGE = 4_000
"""Characters of a question; what it looks at may be of any length."""

_OPTIONS: dict[Moment, tuple[tuple[str, str], ...]] = {
    "before": (("approve", "begin"), ("skip", "skip"), ("abort", "abort")),
    "after": (("approve", "go_on"), ("retry", "retry"), ("abort", "abort")),
    "unknown": (("done", "done"), ("retry", "retry"), ("skip", "skip"), ("abort", "abort")),
    "replan": (("retry", "retry"), ("skip", "skip"), ("abort", "abort")),
}


def approval_of_step(run: Run, node: Node, fact: StepInterrupted, shown: Any, ambient: Ambient) -> Approval:
    """Ask a person about a step; `shown` is what they look at: its parameters, its result, or what is known of it."""
    asked = node.step.question if fact.moment == "answer" else None
    options = _answers(asked, run.locale) if asked is not None else _choices(fact.moment, run.locale)
    preview = _shown(shown) if asked is None else _question(asked, fact)
    name = node.step.title or node.place
    title = fact.message or say(f"asked_{fact.moment}", run.locale, step=name)
    seen = {
        "step": f"{run.id}/{node.place}#{node.attempt}",
        "moment": fact.moment,
        "title": title,
        "preview": preview and preview.model_dump(mode="json"),
        "options": [option.id for option in options],
    }
    return Approval(
        id=ambient.ids.new("apr"),
        kind=ApprovalKind.STEP if asked is None else ApprovalKind.QUESTION,
        run=run.id,
        session_id=run.session_id,
        agent=run.agent,
        subject=f"step:{run.id}/{node.place}",
        step=node.place,
        title=title,
        body="" if fact.error is None else fact.error.message,
        preview=preview,
        notices=notices_of(preview, title, *(option.label for option in options)),
        risk="medium" if fact.moment == "unknown" else "low",
        options=options,
        default=options[-1].id,
        binds=Binding(content_hash=content_hash(seen)),
        created_at=ambient.timestamp(),
    )


def wording(message: str, sight: Mapping[str, Any]) -> str:
    """What a person is told, with what it looks at filled in, as far as a person would read."""
    return _up_to(LONGEST_MESSAGE, told(message, sight))


def cut_off(node: Node, given: Any, known: object) -> str:
    """What a step was about to do when the system stopped, and what is known of it."""
    name = [] if node.step.call is None else [node.step.call.capability]
    parts = [*name, *([] if given is None else [_written(given)]), *([] if known is None else ["", str(known)])]
    return "\n".join(parts)


def answer_of(approval: Approval) -> str:
    """What a person answered: their words, or the words of the option they chose."""
    if approval.answer:
        return approval.answer
    return next((option.label for option in approval.options if option.id == approval.option), "")


def _choices(moment: Moment, locale: str) -> list[ApprovalOption]:
    return [ApprovalOption(id=id, label=say(word, locale)) for id, word in _OPTIONS[moment]]


def _answers(asked: Question, locale: str) -> list[ApprovalOption]:
    options = [ApprovalOption(id=f"option_{n}", label=label) for n, label in enumerate(asked.options, start=1)]
    if asked.free_text or not options:
        options.append(ApprovalOption(id="answer", label=say("answer", locale), input=True))
    return options


def _question(asked: Question, fact: StepInterrupted) -> Preview:
    return Choices(question=fact.message, free_text=asked.free_text or not asked.options)


def _shown(shown: Any) -> Preview | None:
    if shown is None:
        return None
    return Text(text=_up_to(LONGEST_PREVIEW, _written(shown)))


def _written(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)


def _up_to(length: int, text: str) -> str:
    return text if len(text) <= length else text[:length] + "…"
