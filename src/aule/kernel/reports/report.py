"""Reports: a model's text when all of it is supported by the run, else the template's."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, cast

from pydantic import Field, ValidationError

from aule.contracts.model import JsonObject, Model
from aule.contracts.runs.report import Report, ReportLine
from aule.kernel.reports.evidence import RunEvidence
from aule.kernel.reports.grounding import ReportSource, find_unsupported
from aule.kernel.reports.template import MOST_NEXT, as_report, next_steps, opening
from aule.kernel.reports.words import say, told

SHORTEST_TEXT, LONGEST_TEXT = 1, 600
MOST_LINES = 60
MOST_OPENING = 2
"""Sentences a report begins with."""
LONGEST_RESULT = 3_000
"""Characters of one result that a model is given."""


class WrittenLine(Model):
    """One sentence of a model, and the step it is about."""

    text: str = Field(min_length=SHORTEST_TEXT, max_length=LONGEST_TEXT)
    step: str | None = None


class WrittenReport(Model):
    """A report as a model wrote it."""

    opening: list[WrittenLine] = Field(default=[], max_length=MOST_LINES)
    done: list[WrittenLine] = Field(max_length=MOST_LINES)
    results: list[WrittenLine] = Field(default=[], max_length=MOST_LINES)
    failed: list[WrittenLine] = Field(default=[], max_length=MOST_LINES)
    next: list[WrittenLine] = Field(default=[], max_length=MOST_LINES)


def shape() -> JsonObject:
    """Return the JSON Schema of a model's report."""
    line = {
        "type": "object",
        "properties": {"text": {"type": "string"}, "step": {"type": ["string", "null"]}},
        "required": ["text", "step"],
        "additionalProperties": False,
    }
    names = ("opening", "done", "results", "failed", "next")
    return {
        "type": "object",
        "properties": {name: {"type": "array", "items": line} for name in names},
        "required": list(names),
        "additionalProperties": False,
    }


def source_of(evidence: RunEvidence) -> ReportSource:
    """Return everything a report about a run may name: results, errors, the plan's words, and step counts."""
    steps = evidence.steps
    values: list[Any] = [step.result for step in steps]
    values += [
        [step.title, step.error, step.place, *step.names, *step.warnings, *step.pages.values()] for step in steps
    ]
    values += [told(value, evidence.language) for step in steps for value in _plain_values(step.result)]
    values += [step.provenance.model_dump() for step in steps if step.provenance is not None]
    values.append(evidence.run.title)
    plan = evidence.plan
    if plan is not None:
        values += [plan.title, plan.goal, plan.origin.prompt, *plan.success_criteria]
        values += [part for step in plan.steps for part in (step.title, step.description, step.file or "")]
        values += [step.call.params for step in plan.steps if step.call is not None]
    values += [say(name, evidence.language) for name in ("done", "results", "failed", "next")]
    made = sum(len(set(step.names)) for step in evidence.done)
    counts = [len(steps), len(evidence.done), len(evidence.troubled), made]
    return ReportSource(values, counts)


def facts_of(evidence: RunEvidence) -> JsonObject:
    """Return what a model is given about a run."""
    return {
        "objective": evidence.run.title if evidence.plan is None else evidence.plan.goal or evidence.plan.title,
        "status": evidence.run.status.value,
        "steps": [
            {
                "step": step.place,
                "title": step.title,
                "status": step.status.value,
                "result": _short(step.result),
                "error": step.error or None,
                "made": step.names or None,
                "warnings": step.warnings or None,
            }
            for step in evidence.steps
        ],
    }


def read_model_report(answer: JsonObject, evidence: RunEvidence, source: ReportSource, now: str) -> Report:
    """Return a model's report; raise `ValueError` with what is wrong or unsupported in it."""
    try:
        written = WrittenReport.model_validate(answer)
    except ValidationError as error:
        raise ValueError("; ".join(f"{_place(each)}: {each['msg']}" for each in error.errors()[:5])) from error
    wrong = list(_wrong(written, evidence, source))
    if wrong:
        raise ValueError("; ".join(wrong[:20]))
    by_place = {step.place: step for step in evidence.steps}

    def lines(some: Iterable[WrittenLine]) -> list[ReportLine]:
        found: list[ReportLine] = []
        for line in some:
            step = by_place.get(line.step or "")
            events, refs = ([], []) if step is None else (step.events, step.refs)
            place = None if step is None else step.place
            found.append(ReportLine(text=" ".join(line.text.split()), step=place, events=events, refs=refs))
        return found

    sections = {
        "opening": lines(written.opening[:MOST_OPENING]) or list(opening(evidence)),
        "done": lines(written.done),
        "results": lines(written.results),
        "failed": lines(written.failed) if evidence.troubled else [],
        "next": list(next_steps(evidence)) if not written.next else lines(written.next[:MOST_NEXT]),
    }
    return as_report(evidence, sections, "model", now)


def _wrong(written: WrittenReport, evidence: RunEvidence, source: ReportSource) -> Iterator[str]:
    places = {step.place for step in evidence.steps}
    done = {step.place for step in evidence.done}
    sections = {name: getattr(written, name) for name in WrittenReport.model_fields}
    for name, lines in sections.items():
        for line in lines:
            if spans := find_unsupported(line.text, source):
                yield f"{name}: nothing supports {', '.join(map(repr, spans))}"
            if line.step is not None and line.step not in places:
                yield f"{name}: there is no step {line.step!r}"
            if name == "done" and line.step in places - done:
                yield f"done: the step {line.step!r} was not done"
    told_of = {line.step for line in written.failed}
    for step in evidence.troubled:
        if step.place not in told_of:
            yield f"failed: it has to say that {step.place!r} did not work"
    for place in sorted(done - {line.step for line in written.done}):
        yield f"done: it has to say what {place!r} did"


def _short(result: Any) -> Any:
    """Return a result as a model reads it: whole, or its beginning."""
    text = json.dumps(result, ensure_ascii=False, default=str)
    return result if len(text) <= LONGEST_RESULT else text[:LONGEST_RESULT] + "…"


def _plain_values(value: Any) -> Iterator[Any]:
    match value:
        case dict():
            for each in cast("dict[str, Any]", value).values():
                yield from _plain_values(each)
        case list():
            for each in cast("list[Any]", value)[:1_000]:
                yield from _plain_values(each)
        case bool() | None:
            return
        case _:
            yield value


def _place(error: Any) -> str:
    return ".".join(str(part) for part in error["loc"])
