"""Plans of a coding agent that lists tasks with the files to modify; read only."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, cast

from aule.contracts.model import JsonObject
from aule.text.words import headline

_MARKS = frozenset({"filesToModify", "estimatedComplexity", "technicalNotes"})


def is_one(document: JsonObject) -> bool:
    """Return whether a document is such a plan: tasks that name the files to modify, under a goal."""
    tasks: Any = document.get("tasks")
    if not isinstance(tasks, list) or "steps" in document:
        return False
    items = cast("list[Any]", tasks)
    marked = any(isinstance(each, dict) and _MARKS & cast("JsonObject", each).keys() for each in items)
    return marked or {"contextUsed", "sessionId"} <= document.keys()


def document_of(document: JsonObject) -> JsonObject:
    """Return such a plan with our keys; unknown keys stay where they are."""
    made: JsonObject = {
        name: each for name, each in document.items() if name not in ("tasks", "createdAt", "contextUsed")
    }
    made["steps"] = [_step(each) for each in cast("list[Any]", document["tasks"])]
    if "contextUsed" in document:
        made["context"] = {"filesAnalyzed": document["contextUsed"]}
    if (created := moment(document.get("createdAt"))) is not None:
        made["createdAt"] = created
    return made


def moment(value: Any) -> str | None:
    """Return a time as text: as it was written, or from milliseconds."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 253_402_300_800_000:
        return None
    return datetime.fromtimestamp(value / 1_000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _step(task: Any) -> Any:
    if not isinstance(task, dict):
        return task
    given = cast("JsonObject", task)
    made = {name: each for name, each in given.items() if name not in ("filesToModify", "technicalNotes")}
    said = [each for name in ("description", "technicalNotes") if isinstance(each := given.get(name), str) and each]
    made["description"] = "\n\n".join(said)
    if "title" not in given:
        made["title"] = headline(said[0], 190) if said else ""
    files: Any = given.get("filesToModify")
    if isinstance(files, list) and files and all(isinstance(each, str) for each in cast("list[Any]", files)):
        made |= {"file": files[0], "files": files[1:]}
    elif files:
        made["files"] = files
    return made
