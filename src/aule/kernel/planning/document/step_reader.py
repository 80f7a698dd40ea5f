"""The step reader: reads one step, however it was written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from aule.contracts.errors import Invalid
from aule.contracts.model import JsonObject, Model
from aule.contracts.plans.plan import Estimate, PlanStep, PlanStepKind, PlanStepStatus, StepCheck
from aule.contracts.runs.graph import OnError, Repeat, Retry
from aule.kernel.planning.document import synonyms
from aule.kernel.planning.document.coercion import (
    RepairNotes,
    count,
    fields,
    lines,
    sentence,
    sentences,
    short_id,
    shortened,
    things,
    word,
)
from aule.kernel.planning.document.keys import keys_of
from aule.text.words import headline

LONGEST_TITLE = 200
LONGEST_DESCRIPTION = 8_000
LONGEST_REASON = 4_000
_CAPABILITY = ("capability", "name", "function", "funcao", "tool")
_PARAMS = ("params", "parameters", "args", "arguments", "parametros")
_TEXTS = ("agent", "workflow", "question", "when")


def step(value: Any, place: int, notes: RepairNotes) -> JsonObject:
    """Return the data of a step; an empty one is refused."""
    path = f"steps[{place}]"
    if not isinstance(value, dict):
        notes.add(path, "a text was read as a step")
        value = {"title": sentence(value, RepairNotes(), path)}
    whole = cast("JsonObject", value)
    given = fields(PlanStep, whole, synonyms.STEP_KEYS, notes, path)
    made: JsonObject = {"id": short_id(given.get("id"), notes, f"{path}.id") or _numbered(place, notes, path)}
    _say(made, given, notes, path)
    _place(made, given, whole, notes, path)
    _do(made, given, whole, notes, path)
    _run(made, given, notes, path)
    return made


def _numbered(place: int, notes: RepairNotes, path: str) -> str:
    notes.add(path, f"it had no id and got {str(place + 1)!r}")
    return str(place + 1)


def _say(made: JsonObject, given: JsonObject, notes: RepairNotes, path: str) -> None:
    title = " ".join(sentence(given.get("title"), notes, f"{path}.title").split())
    description = sentence(given.get("description"), notes, f"{path}.description")
    if not title and not description.strip():
        raise Invalid("A step has neither a title nor a description", field=path, hint="Say what is to be done.")
    if not title:
        title = headline(description, LONGEST_TITLE - 1)
        notes.add(path, "its title was made from its description")
    if len(title) > LONGEST_TITLE:
        notes.add(path, f"its title was cut to {LONGEST_TITLE} characters")
        if title not in " ".join(description.split()):
            description = "\n\n".join(each for each in (title, description) if each)
        title = headline(title, LONGEST_TITLE - 1)
    made |= {"title": title, "description": shortened(description, LONGEST_DESCRIPTION, notes, f"{path}.description")}
    for name in ("validation", "rationale"):
        said = sentence(given.get(name), notes, f"{path}.{name}")
        made[name] = shortened(said, LONGEST_REASON, notes, f"{path}.{name}")
    wanted = things(_split(given.get("dependencies")), notes, f"{path}.dependencies")
    wanted = [cast("JsonObject", each).get("id") if isinstance(each, dict) else each for each in wanted]
    ids = (short_id(each, notes, f"{path}.dependencies") for each in wanted)
    made["dependencies"] = list(dict.fromkeys(each for each in ids if each is not None))


def _split(value: Any) -> Any:
    return [each for each in value.replace(";", ",").split(",") if each.strip()] if isinstance(value, str) else value


def _place(made: JsonObject, given: JsonObject, whole: JsonObject, notes: RepairNotes, path: str) -> None:
    file = given.get("file")
    files = sentences(given.get("files"), notes, f"{path}.files")
    if isinstance(file, list):
        notes.add(f"{path}.file", "the first of several files was taken, the others are further files")
        first, *rest = sentences(cast("list[Any]", file), notes, path) or [""]
        file, files = first, [*rest, *files]
    made["file"] = sentence(file, notes, f"{path}.file").strip() or None
    made["files"] = list(dict.fromkeys(files))
    start, end = given.get("line_start"), given.get("line_end")
    if start is None and end is None and "lines" in whole:
        made["line_start"], made["line_end"] = lines(whole["lines"])
    else:
        made |= {"line_start": count(start, -(10**9), 10**9), "line_end": count(end, -(10**9), 10**9)}
    known = ("create", "modify", "delete")
    made["file_action"] = word(given.get("file_action"), known, synonyms.FILE_ACTION, notes, f"{path}.fileAction")


def _do(made: JsonObject, given: JsonObject, whole: JsonObject, notes: RepairNotes, path: str) -> None:
    for name in _TEXTS:
        made[name] = sentence(given.get(name), notes, f"{path}.{name}").strip() or None
    made["call"] = _call(given.get("call"), whole)
    if given.get("tools") is not None:
        made["tools"] = sentences(given["tools"], notes, f"{path}.tools")
    check = {"command": given["check"]} if isinstance(given.get("check"), str) else given.get("check")
    made["check"] = _known(StepCheck, check, notes, f"{path}.check")
    kind = word(given.get("kind"), [*PlanStepKind], synonyms.STEP_KIND, notes, f"{path}.kind")
    made["kind"] = kind or kind_of(made)


def _call(value: Any, whole: JsonObject) -> JsonObject | None:
    """Return a capability and its parameters; for a bare name the parameters stand beside it."""
    named = cast("JsonObject", value) if isinstance(value, dict) else whole
    capability = value if isinstance(value, str) else _first(named, _CAPABILITY, str) if value else None
    params: JsonObject = _first(named, _PARAMS, dict) or {}
    return {"capability": capability, "params": params} if capability else None


def _first(named: JsonObject, names: Sequence[str], kind: type) -> Any:
    return next((named[name] for name in names if isinstance(named.get(name), kind)), None)


def kind_of(made: JsonObject) -> PlanStepKind:
    """Return the kind of a step that does not name it."""
    if made.get("call"):
        return PlanStepKind.CALL
    if made.get("workflow"):
        return PlanStepKind.WORKFLOW
    if made.get("question"):
        return PlanStepKind.HUMAN
    return PlanStepKind.EDIT if made.get("file") else PlanStepKind.AGENT


def _run(made: JsonObject, given: JsonObject, notes: RepairNotes, path: str) -> None:
    repeat = {"count": given["repeat"]} if type(given.get("repeat")) is int else given.get("repeat")
    retry = {"max": given["retry"]} if type(given.get("retry")) is int else given.get("retry")
    made["repeat"] = _known(Repeat, repeat, notes, f"{path}.repeat")
    made["retry"] = _known(Retry, retry, notes, f"{path}.retry")
    made["estimate"] = _known(Estimate, given.get("estimate"), notes, f"{path}.estimate")
    timeout = given.get("timeout_s")
    if isinstance(timeout, int | float) and not isinstance(timeout, bool) and 0 < timeout <= 86_400:
        made["timeout_s"] = timeout
    made["approval"] = _approval(given.get("approval"), notes, f"{path}.approval")
    on_error = word(given.get("on_error"), [*OnError], {"retry": "replan", "stop": "abort"}, notes, f"{path}.onError")
    made["on_error"] = on_error or OnError.REPLAN
    status = word(given.get("status"), [*PlanStepStatus], synonyms.STEP_STATUS, notes, f"{path}.status")
    made["status"] = status or PlanStepStatus.PENDING
    made["result"] = given.get("result")


def _approval(value: Any, notes: RepairNotes, path: str) -> str | None:
    if isinstance(value, dict):
        named = cast("JsonObject", value)
        value = next((name for name in ("before", "after") if named.get(name)), None)
    if isinstance(value, bool):
        return "before" if value else None
    return word(value, ("before", "after"), {"required": "before", "yes": "before"}, notes, path)


def _known(model: type[Model], value: Any, notes: RepairNotes, path: str) -> JsonObject | None:
    """Return a small part of a step if it is valid; else leave it out, and the file keeps it."""
    if value is None:
        return None
    named = cast("JsonObject", value) if isinstance(value, dict) else {}
    spelt = {name: (key.camel, name) for name, key in keys_of(model).items()}
    found = {name: named[each] for name, both in spelt.items() for each in both if each in named}
    try:
        return model.model_validate(found).model_dump(mode="json") if found else None
    except ValueError:
        notes.add(path, "it makes no sense and was left out")
        return None
