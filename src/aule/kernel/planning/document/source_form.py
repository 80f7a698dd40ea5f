"""Writes a plan back in the form of the document it came from; unchanged parts stay exactly as written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from aule.contracts.model import JsonObject, Model
from aule.contracts.plans.plan import (
    Assumption,
    Clarification,
    Plan,
    PlanContext,
    PlanStatus,
    PlanStep,
    PlanStepStatus,
    Risk,
)
from aule.kernel.planning.document import synonyms
from aule.kernel.planning.document.content import alike, is_same
from aule.kernel.planning.document.keys import FileKey, keys_of, mark_of, to_file
from aule.kernel.planning.document.reader import read_plan

_ALIASES: Mapping[type[Model], Mapping[str, tuple[str, ...]]] = {
    Plan: synonyms.PLAN_KEYS,
    PlanContext: synonyms.CONTEXT_KEYS,
    PlanStep: synonyms.STEP_KEYS,
    Clarification: synonyms.CLARIFICATION_KEYS,
    Risk: synonyms.RISK_KEYS,
    Assumption: synonyms.ASSUMPTION_KEYS,
}
_OURS: Mapping[type[Model], frozenset[str]] = {
    Plan: frozenset({"id", "schema_version", "content_hash", "feedback", "approvals", "run", "original", "status"}),
    PlanStep: frozenset({"status", "result"}),
}
"""Fields that other programs do not use, or that are written in their words."""
_OLDER = ("atomicTasks", "functionalRequirements", "questions")
"""Keys of the second generation of plan files, which has more statuses."""
_PLAN_WORDS = {
    PlanStatus.REVIEWING: ("draft", "analyzing"),
    PlanStatus.APPROVED: ("ready", "approved"),
    PlanStatus.EXECUTING: ("in-progress", "in-execution"),
    PlanStatus.DONE: ("completed", "completed"),
    PlanStatus.DONE_WITH_FAILURES: ("completed", "completed"),
}
_STEP_WORDS = {
    PlanStepStatus.DONE: "completed",
    PlanStepStatus.RUNNING: "in-progress",
    PlanStepStatus.WAITING: "in-progress",
    PlanStepStatus.UNKNOWN: "in-progress",
}


def write_back(document: JsonObject, plan: Plan) -> JsonObject:
    """Return a plan in the form of its source document: unknown keys, names and order stay."""
    before = _read(document, plan)
    made = _merge_changes(Plan, document, to_file(before), to_file(plan))
    _write_status(made, before, plan)
    _write_severities(made, plan)
    if not is_same(_read(made, plan), plan):  # the document's own form cannot express the plan
        return to_file(plan, made)
    return made


def source_or_written(document: JsonObject, plan: Plan) -> JsonObject:
    """Return the source document while the plan is unchanged and never ran; else the plan written back to it."""
    if plan.run is None and is_same(_read(document, plan), plan):
        return document
    return write_back(document, plan)


def first_form(plan: Plan) -> JsonObject:
    """Return a plan with only the fields that plan files have had from the beginning."""
    written = to_file(plan)
    made = {name: written[name] for name in ("id", "title", "goal")}
    made["context"] = _picked(written["context"], "filesAnalyzed", "patternsFound", "dependencies")
    made["context"]["assumptions"] = [each.text for each in plan.context.assumptions]
    fields = ("id", "title", "description", "file", "lineStart", "lineEnd", "dependencies", "validation", "rationale")
    made["steps"] = [
        {**_picked(each, *fields), "status": word_of(step.status)}
        for each, step in zip(written["steps"], plan.steps, strict=True)
    ]
    asked = ("id", "question", "answer", "critical", "relatedSteps")
    made["clarifications"] = [_picked(each, *asked) for each in written["clarifications"]]
    made["risks"] = [_picked(each, "id", "description", "severity", "mitigation") for each in written["risks"]]
    made |= _picked(written, "successCriteria", "createdAt", "updatedAt")
    return made | {"status": _plan_word(plan.status, is_older=False), "version": plan.version}


def word_of(status: PlanStepStatus) -> str:
    """Return a step's status in the word that plan files of other programs use."""
    return _STEP_WORDS.get(status, status.value)


def _read(document: JsonObject, plan: Plan) -> Plan:
    return read_plan(document, id=plan.id, project=plan.project, now=plan.created_at).plan


def _picked(written: JsonObject, *names: str) -> JsonObject:
    return {name: written[name] for name in names if name in written}


def _write_status(made: JsonObject, before: Plan, plan: Plan) -> None:
    """Write the status of the plan and its steps; a synonym already in the document stays."""
    if before.status is not plan.status:
        made["status"] = _plan_word(plan.status, is_older=any(name in made for name in _OLDER))
    items: Any = made.get(_key_of(Plan, "steps", made))
    if not isinstance(items, list):
        return
    known = {step.id: step.status for step in before.steps}
    for place, step in enumerate(plan.steps):
        raw = cast("list[Any]", items)[place] if place < len(cast("list[Any]", items)) else None
        if isinstance(raw, dict) and known.get(step.id) is not step.status:
            cast("JsonObject", raw)["status"] = word_of(step.status)


def _write_severities(made: JsonObject, plan: Plan) -> None:
    """Write how grave each risk is, also where the document never said it: other programs read it without a default."""
    spelt = _key_of(Plan, "risks", made)
    raws = _items(made.get(spelt))
    if len(raws) == len(plan.risks) and raws:
        made[spelt] = [_with_severity(raw, risk) for raw, risk in zip(raws, plan.risks, strict=True)]


def _with_severity(raw: Any, risk: Risk) -> Any:
    if not isinstance(raw, dict):
        return raw  # a risk in a few words stays as it was written
    return {_key_of(Risk, "severity", cast("JsonObject", raw)): risk.severity} | cast("JsonObject", raw)


def _plan_word(status: PlanStatus, *, is_older: bool) -> str:
    return _PLAN_WORDS[status][is_older] if status in _PLAN_WORDS else status.value


def _merge_changes(model: type[Model], raw: JsonObject, before: JsonObject, after: JsonObject) -> JsonObject:
    """Return an object as it was written, updated with the differences between two states."""
    made = dict(raw)
    for name, key in keys_of(model).items():
        old, new = before.get(key.camel), after.get(key.camel)
        spelt = _key_of(model, name, made)
        is_list = key.many and isinstance(made.get(spelt), list)
        if name in _OURS.get(model, ()) or (alike(old, new) and not is_list):
            continue
        if key.camel not in after:
            made.pop(spelt, None)
        else:
            made[spelt] = _value(key, made.get(spelt), old, new)
    return made


def _value(key: FileKey, raw: Any, old: Any, new: Any) -> Any:
    if key.inside is None or new is None:
        return new
    if not key.many:
        known = isinstance(raw, dict) and isinstance(old, dict)
        return _merge_changes(key.inside, cast("JsonObject", raw), cast("JsonObject", old), new) if known else new
    raws, olds = _items(raw), _items(old)
    if len(raws) != len(olds):
        return raw if alike(old, new) else new
    place = {mark_of(each): number for number, each in reversed(list(enumerate(olds)))}
    return [_item(key.inside, raws, olds, place.get(mark_of(each)), each) for each in _items(new)]


def _item(model: type[Model], raws: Sequence[Any], olds: Sequence[Any], place: int | None, new: Any) -> Any:
    if place is None:
        return new
    raw, old = raws[place], olds[place]
    if isinstance(raw, dict) and isinstance(old, dict) and isinstance(new, dict):
        return _merge_changes(model, cast("JsonObject", raw), cast("JsonObject", old), cast("JsonObject", new))
    return cast("Any", raw if alike(old, new) else new)


def _items(value: Any) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else []


def _key_of(model: type[Model], name: str, raw: JsonObject) -> str:
    """Return the key a field has in a document; our own name when it has none there yet."""
    own = keys_of(model)[name].camel
    known = {each for field, key in keys_of(model).items() for each in (field, key.camel)}
    others = (each for each in _ALIASES.get(model, {}).get(name, ()) if each not in known)
    return next((each for each in (own, name, *others) if each in raw), own)
