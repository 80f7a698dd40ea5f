"""Normalization: turns documents of the first form, older programs and careless models into plan data."""

from __future__ import annotations

from typing import Any, cast

from aule.contracts.errors import Invalid
from aule.contracts.model import JsonObject, Model
from aule.contracts.plans.plan import (
    SCHEMA_VERSION,
    Assumption,
    Clarification,
    Feedback,
    Plan,
    PlanApproval,
    PlanContext,
    PlanOriginal,
    PlanRun,
    PlanStatus,
    Risk,
)
from aule.kernel.planning.document import synonyms
from aule.kernel.planning.document.coercion import (
    RepairNotes,
    count,
    fields,
    flag,
    sentence,
    sentences,
    short_id,
    shortened,
    things,
    word,
)
from aule.kernel.planning.document.keys import keys_of
from aule.kernel.planning.document.step_reader import step
from aule.text.words import headline

HIGHEST_VERSION = 10**9
LONGEST_TITLE = 120
LONGEST_GOAL = 8_000
LONGEST_QUESTION = 4_000
LONGEST_SENTENCE = 2_000


def normalised(document: JsonObject, notes: RepairNotes) -> JsonObject:
    """Return the data of the plan a document describes; refuse only what cannot be guessed at all."""
    given = fields(Plan, document, synonyms.PLAN_KEYS, notes, "plan")
    written = document.get("context")
    about = cast("JsonObject", written) if isinstance(written, dict) else {}
    if written is not None and not isinstance(written, dict):
        notes.add("context", "it is no object and was left out")
    goal = sentence(given["goal"], notes, "goal") if "goal" in given else _goal(about, notes)
    title, goal = _title(given.get("title"), goal, notes)
    made: JsonObject = {
        "title": title,
        "goal": shortened(goal, LONGEST_GOAL, notes, "goal"),
        "context": _context(about, document, notes),
        "steps": [step(each, place, notes) for place, each in enumerate(things(given.get("steps"), notes, "steps"))],
        "risks": _all(_risk, given.get("risks"), notes, "risks"),
        "clarifications": _one_open(_all(_clarification, given.get("clarifications"), notes, "clarifications"), notes),
        "success_criteria": _criteria(given, document, notes),
        "feedback": _valid(Feedback, given.get("feedback"), notes, "feedback"),
        "approvals": _valid(PlanApproval, given.get("approvals"), notes, "approvals"),
        "original": next(
            iter(_valid(PlanOriginal, given.get("original") and [given["original"]], notes, "original")), None
        ),
        "run": next(iter(_valid(PlanRun, given.get("run") and [given["run"]], notes, "run")), None),
        "version": _version(given.get("version"), notes),
        "schema_version": _schema_version(given.get("schema_version"), notes),
    }
    for name in ("created_at", "updated_at", "language", "app", "replaces"):
        if isinstance(given.get(name), str) and given[name]:
            made[name] = given[name]
    made["status"] = word(given.get("status"), [*PlanStatus], synonyms.PLAN_STATUS, notes, "status") or PlanStatus.DRAFT
    if isinstance(given.get("origin"), dict):
        origin: JsonObject = given["origin"]
        made["origin"] = {
            name: each for name in ("agent", "run", "prompt") if isinstance(each := origin.get(name), str)
        }
    return made


def _title(value: Any, goal: str, notes: RepairNotes) -> tuple[str, str]:
    """Return title and goal; a title that is too long is cut, and the goal holds all of it."""
    title = " ".join(sentence(value, notes, "title").split())
    if not title:
        title = headline(goal, LONGEST_TITLE - 1)
        if not title:
            raise Invalid("It has neither a title nor a goal", field="title", hint="Say what it is about.")
        notes.add("title", "it was made from the goal")
    if len(title) > LONGEST_TITLE:
        notes.add("title", f"it was cut to {LONGEST_TITLE} characters")
        goal = goal if title in " ".join(goal.split()) else "\n\n".join(each for each in (title, goal) if each)
        title = headline(title, LONGEST_TITLE - 1)
    return title, goal


def _goal(about: JsonObject, notes: RepairNotes) -> str:
    said = [sentence(about.get(name), notes, f"context.{name}") for name in ("objective", "problem")]
    if any(said):
        notes.add("context", "objective and problem were read as the goal")
    return "\n\n".join(each for each in said if each)


def _context(about: JsonObject, document: JsonObject, notes: RepairNotes) -> JsonObject:
    given = fields(PlanContext, about, synonyms.CONTEXT_KEYS, notes, "context")
    names = ("files_analyzed", "patterns_found", "dependencies", "rules")
    given["files_analyzed"] = _paths(given.get("files_analyzed"))
    made: JsonObject = {name: sentences(given.get(name), notes, f"context.{name}") for name in names}
    made["assumptions"] = _all(_assumption, given.get("assumptions"), notes, "context.assumptions")
    for name in ("assumptions", "decisions") if "assumptions" not in given else ():
        if document.get(name):
            notes.add(name, "they were read as assumptions of the context")
            made["assumptions"] += _all(_assumption, document[name], notes, name)
    hashes = given.get("file_hashes")
    if isinstance(hashes, dict):
        named = cast("JsonObject", hashes)
        made["file_hashes"] = {name: each for name, each in named.items() if isinstance(each, str)}
    return made


def _paths(value: Any) -> Any:
    """Return the paths of files given as objects."""
    if not isinstance(value, list):
        return value
    found: list[Any] = []
    for each in cast("list[Any]", value):
        named = cast("JsonObject", each) if isinstance(each, dict) else {}
        found.append(named.get("path") or named.get("file") or each)
    return found


def _criteria(given: JsonObject, document: JsonObject, notes: RepairNotes) -> list[str]:
    if "success_criteria" in given:
        return sentences(given["success_criteria"], notes, "successCriteria")
    said: list[str] = []
    needs = things(document.get("functionalRequirements"), notes, "functionalRequirements")
    for place, each in enumerate(needs):
        path = f"functionalRequirements[{place}]"
        own = cast("JsonObject", each).get("acceptanceCriteria") if isinstance(each, dict) else None
        said += sentences(own, notes, path) or [sentence(each, notes, path)]
    if needs:
        notes.add("functionalRequirements", "their acceptance criteria were read as success criteria")
    return [each for each in said if each.strip()]


def _clarification(value: Any, place: int, notes: RepairNotes, path: str) -> JsonObject:
    if not isinstance(value, dict):
        notes.add(path, "a text was read as a question")
        value = {"question": value}
    given = fields(Clarification, cast("JsonObject", value), synonyms.CLARIFICATION_KEYS, notes, path)
    made: JsonObject = {name: each for name, each in given.items() if isinstance(each, str) and each}
    made["id"] = short_id(given.get("id"), notes, f"{path}.id") or f"c{place + 1}"
    question = sentence(given.get("question"), notes, f"{path}.question") or "?"
    made["question"] = shortened(question, LONGEST_QUESTION, notes, path)
    answer = sentence(given.get("answer"), notes, f"{path}.answer").strip()
    made["answer"] = answer or None
    made["critical"] = flag(given.get("critical", True))
    made["related_steps"] = _ids(given.get("related_steps"), notes, f"{path}.relatedSteps")
    made["options"] = _all(_option, given.get("options"), notes, f"{path}.options")
    made["evidence"] = _all(_evidence, given.get("evidence"), notes, f"{path}.evidence")
    made["applied_in_version"] = count(given.get("applied_in_version"), 1, HIGHEST_VERSION)
    if made.get("answered_by") not in ("user", "default"):
        made.pop("answered_by", None)
    if made.get("status") not in ("open", "answered", "dropped", "waiting") or (answer and made["status"] == "open"):
        made["status"] = "answered" if answer else "open"
    return made


def _one_open(asked: list[JsonObject], notes: RepairNotes) -> list[JsonObject]:
    """Return questions of which only the first open one is open and the others wait."""
    open_ones = [each for each in asked if each["status"] == "open"]
    for each in open_ones[1:]:
        notes.add(f"clarifications.{each['id']}", "another question is open, so it waits")
        each["status"] = "waiting"
    return asked


def _option(value: Any, place: int, notes: RepairNotes, path: str) -> JsonObject:
    letter = chr(ord("A") + place % 26)
    if not isinstance(value, dict):
        return {"id": letter, "label": sentence(value, notes, path) or letter}
    named = cast("JsonObject", value)
    id = short_id(named.get("id"), notes, path) or letter
    label = next((named[name] for name in ("label", "text", "title", "option") if named.get(name)), id)
    consequence = sentence(named.get("consequence"), notes, path)
    return {"id": id[:40], "label": sentence(label, notes, path), "consequence": consequence}


def _evidence(value: Any, _: int, notes: RepairNotes, path: str) -> JsonObject:
    if not isinstance(value, dict):
        return {"path": sentence(value, notes, path)}
    named = cast("JsonObject", value)
    found = {name: str(named[name]) for name in ("lines", "quote") if named.get(name)}
    return {"path": sentence(named.get("path") or named.get("file"), notes, path), **found}


def _risk(value: Any, place: int, notes: RepairNotes, path: str) -> JsonObject:
    if not isinstance(value, dict):
        notes.add(path, "a text was read as a risk")
        value = {"description": value}
    given = fields(Risk, cast("JsonObject", value), synonyms.RISK_KEYS, notes, path)
    severity = word(given.get("severity"), ("low", "medium", "high", "critical"), synonyms.SEVERITY, notes, path)
    return {
        "id": short_id(given.get("id"), notes, f"{path}.id") or f"r{place + 1}",
        "description": _short(given.get("description"), notes, f"{path}.description") or "?",
        "severity": severity or "medium",
        "mitigation": _short(given.get("mitigation"), notes, f"{path}.mitigation"),
    }


def _assumption(value: Any, _: int, notes: RepairNotes, path: str) -> JsonObject:
    if not isinstance(value, dict):
        return {"text": _short(value, notes, path) or "?"}
    given = fields(Assumption, cast("JsonObject", value), synonyms.ASSUMPTION_KEYS, notes, path)
    source = given.get("source")
    return {
        "text": _short(given.get("text"), notes, path) or "?",
        "critical": flag(given.get("critical", False)),
        "confirmed": flag(given.get("confirmed", False)),
        "source": None if source is None else sentence(source, notes, path),
    }


def _short(value: Any, notes: RepairNotes, path: str) -> str:
    return shortened(sentence(value, notes, path), LONGEST_SENTENCE, notes, path)


def _all(one: Any, value: Any, notes: RepairNotes, path: str) -> list[JsonObject]:
    return [one(each, place, notes, f"{path}[{place}]") for place, each in enumerate(things(value, notes, path))]


def _ids(value: Any, notes: RepairNotes, path: str) -> list[str]:
    found = (short_id(each, notes, path) for each in things(value, notes, path))
    return [each for each in found if each is not None]


def _valid(model: type[Model], value: Any, notes: RepairNotes, path: str) -> list[JsonObject]:
    """Return the valid items of a list the system itself wrote; it will write invalid ones again."""
    found: list[JsonObject] = []
    for place, each in enumerate(things(value, notes, path) if value else []):
        named = cast("JsonObject", each) if isinstance(each, dict) else {}
        known = {name: named[key.camel] for name, key in keys_of(model).items() if key.camel in named}
        try:
            found.append(model.model_validate(known).model_dump(mode="json"))
        except ValueError:
            notes.add(f"{path}[{place}]", "it is not as the system writes it and was left out")
    return found


def _version(value: Any, notes: RepairNotes) -> int:
    version = count(value, 1, HIGHEST_VERSION)
    if version is None and value is not None:
        notes.add("version", f"{str(value)[:20]!r} is no version; 1 was taken")
    return version or 1


def _schema_version(value: Any, notes: RepairNotes) -> int:
    if value not in (None, SCHEMA_VERSION):
        notes.add("schemaVersion", f"{str(value)[:20]!r} is not {SCHEMA_VERSION}; what is known of it was read")
    return SCHEMA_VERSION
