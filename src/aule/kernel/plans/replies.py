"""Replies: a person's reply to the open question, and the plan after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from aule.contracts.access.approval import Approval
from aule.contracts.errors import Invalid
from aule.contracts.plans.plan import Assumption, Clarification, Plan
from aule.kernel.plans.approval_requests import ANSWER, DECIDE, SKIP, UNKNOWN
from aule.text.words import fold

ReplyKind = Literal["answer", "decide", "unknown", "skip"]

_WORDS: dict[ReplyKind, frozenset[str]] = {
    "decide": frozenset(
        {"voce decide", "vc decide", "decide voce", "decida voce", "tanto faz", "you decide", "your call", "you choose"}
    ),
    "unknown": frozenset(
        {"nao sei", "sei la", "nao faco ideia", "i don't know", "i do not know", "no idea", "not sure"}
    ),
    "skip": frozenset({"pular", "pula", "pule", "deixa pra la", "skip", "skip it", "skip this"}),
}


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer in words, or one of the three ways to give none."""

    kind: ReplyKind
    text: str = ""


def reply_in(words: str, asked: Clarification) -> Reply:
    """Return what words reply to a question: an option by id or label, a way out, or an answer."""
    said = fold(words).strip(" .!\"'")
    for kind, phrases in _WORDS.items():
        if said in phrases:
            return Reply(kind)
    for option in asked.options:
        if said in (fold(option.id), fold(option.label)):
            return Reply("answer", option.label)
    return Reply("answer", words.strip())


def reply_of(approval: Approval, asked: Clarification) -> Reply:
    """Return the reply that a decision in the inbox means."""
    match approval.option:
        case str() as id if id == ANSWER:
            return reply_in(approval.answer or "", asked)
        case str() as id if id == DECIDE:
            return Reply("decide")
        case str() as id if id == UNKNOWN:
            return Reply("unknown")
        case str() as id if id == SKIP:
            return Reply("skip")
        case _:
            chosen = next((each for each in asked.options if f"option_{each.id}" == approval.option), None)
            if chosen is None:
                raise Invalid(f"{approval.option!r} is not an answer to this question.", field="option")
            return Reply("answer", chosen.label)


def recommended(asked: Clarification) -> str | None:
    """Return the words of the recommended option."""
    return next((each.label for each in asked.options if each.id == asked.recommended), None)


def settled(plan: Plan, asked: Clarification, reply: Reply, now: str) -> tuple[Plan, Clarification]:
    """Return the plan with the question settled, and the question; its steps are not changed yet."""
    match reply.kind:
        case "answer":
            done = _with(asked, answer=reply.text, answered_at=now, answered_by="user", status="answered")
            return _replaced(plan, done), done
        case "decide":
            choice = recommended(asked)
            if choice is None:
                raise Invalid("There is nothing to recommend here.", hint="Answer in your own words.", field="answer")
            done = _with(asked, answer=choice, answered_at=now, answered_by="default", status="answered")
            return assuming(_replaced(plan, done), [f"{asked.question} → {choice}"], source=asked.id), done
        case "unknown":
            done = _with(asked, status="waiting")
            return _replaced(plan, done), done
        case "skip":
            done = _with(asked, status="dropped", answered_at=now)
            return assuming(_replaced(plan, done), [f"{asked.question} → ?"], source=asked.id), done


def assuming(plan: Plan, texts: Sequence[str], *, source: str) -> Plan:
    """Return the plan with these texts as visible assumptions."""
    known = {each.text for each in plan.context.assumptions}
    new = [Assumption(text=text, source=source, confirmed=True) for text in texts if text not in known]
    context = plan.context.model_copy(update={"assumptions": [*plan.context.assumptions, *new]})
    return plan.model_copy(update={"context": context})


def applied(plan: Plan, id: str) -> Plan:
    """Return the plan with an answer marked as applied from its next version on."""
    noted = {"applied_in_version": plan.version + 1}
    all = [each.model_copy(update=noted) if each.id == id else each for each in plan.clarifications]
    return plan.model_copy(update={"clarifications": all})


def _with(asked: Clarification, **update: object) -> Clarification:
    return asked.model_copy(update=update)


def _replaced(plan: Plan, done: Clarification) -> Plan:
    all = [done if each.id == done.id else each for each in plan.clarifications]
    return plan.model_copy(update={"clarifications": all})
