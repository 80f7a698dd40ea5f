"""Work plans: a goal with requirements, steps with an action each, tests and hooks; read only."""

from __future__ import annotations

from typing import Any, cast

from aule.contracts.model import JsonObject

_FILE_ACTIONS = {"create_file": "create", "edit_file": "modify", "delete_file": "delete"}
_KINDS = {"ask_user": "human"}


def is_one(document: JsonObject) -> bool:
    """Return whether a document is a work plan: its goal has a title of its own, or its steps have actions."""
    if isinstance(document.get("goal"), dict):
        return True
    return any(isinstance(each.get("action"), dict) for each in _objects(document.get("steps")))


def document_of(document: JsonObject) -> JsonObject:
    """Return a work plan with our keys; unknown keys stay where they are."""
    made = dict(document)
    if isinstance(document.get("goal"), dict):
        goal = cast("JsonObject", document["goal"])
        made["title"] = document.get("title") or goal.get("title") or goal.get("userRequest") or ""
        made["goal"] = goal.get("description") or goal.get("title") or ""
        made["clarifications"] = document.get("clarifications") or goal.get("clarifications") or []
        if isinstance(goal.get("userRequest"), str):
            made["origin"] = {"prompt": goal["userRequest"]}
    steps: Any = document.get("steps")
    if isinstance(steps, list):
        made["steps"] = [_step(each) for each in cast("list[Any]", steps)]
    return made


def _step(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    given = cast("JsonObject", value)
    made = {name: each for name, each in given.items() if name not in ("action", "context", "relevantFiles")}
    _act(made, given)
    _explain(made, given)
    _place(made, given)
    _check(made, given)
    return made


def _act(made: JsonObject, given: JsonObject) -> None:
    """Add the action of a step: its words join the description, its kind says who does it."""
    action = given.get("action")
    if not isinstance(action, dict):
        made |= {} if action is None else {"action": action}
        return
    doing = cast("JsonObject", action)
    said = [given.get("description"), doing.get("details"), doing.get("expectedOutput")]
    made["description"] = "\n\n".join(dict.fromkeys(each for each in said if isinstance(each, str) and each.strip()))
    kind = doing.get("type")
    if isinstance(kind, str) and kind in _FILE_ACTIONS:
        made["fileAction"] = _FILE_ACTIONS[kind]
    if isinstance(kind, str) and kind in _KINDS:
        made |= {"kind": _KINDS[kind], "question": doing.get("details") or given.get("title")}


def _explain(made: JsonObject, given: JsonObject) -> None:
    """Add the reason of a step, and its dependencies."""
    context = given.get("context")
    if not isinstance(context, dict):
        made |= {} if context is None else {"context": context}
        return
    about = cast("JsonObject", context)
    said = [about.get("reasoning"), *_list(about.get("constraints"))]
    if why := "\n".join(each for each in said if isinstance(each, str) and each.strip()):
        made["rationale"] = why
    if about.get("dependencies") and "dependencies" not in given:
        made["dependencies"] = about["dependencies"]


def _place(made: JsonObject, given: JsonObject) -> None:
    """Add the files of a step, with the lines of the first."""
    named = [
        cast("JsonObject", each) if isinstance(each, dict) else {"path": each}
        for each in _list(given.get("relevantFiles"))
    ]
    files = [each for each in named if isinstance(each.get("path"), str) and each["path"]]
    if not files or "file" in given:
        return
    made |= {"file": files[0]["path"], "files": [each["path"] for each in files[1:]]}
    made |= {"lineStart": files[0].get("startLine"), "lineEnd": files[0].get("endLine")}


def _check(made: JsonObject, given: JsonObject) -> None:
    """Add the checks of a step, for people and for a machine."""
    check = given.get("validation")
    if isinstance(check, dict):
        named = cast("JsonObject", check)
        said = [named.get("command"), named.get("expectedResult")]
        made["validation"] = ": ".join(each for each in said if isinstance(each, str) and each)
        if isinstance(named.get("command"), str):
            made["check"] = {"command": named["command"]}  # the expected result is for people only


def _list(value: Any) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else [] if value is None else [value]


def _objects(value: Any) -> list[JsonObject]:
    return [cast("JsonObject", each) for each in _list(value) if isinstance(each, dict)]
