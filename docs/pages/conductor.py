"""The page of Conductor's workflow files: every key, from the form they are read with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from aule.apps.conductor.workflow.errands import FAILURES
from aule.apps.conductor.workflow.expressions import OWN_VARIABLES, VARIABLES
from aule.apps.conductor.workflow.form import file_schema
from aule.apps.conductor.workflow.outcomes import EXITS
from pages.markdown import kind, table

INTRO = """# Conductor workflow files

A file in which agents of a project work one after another. `aule conductor check FILE` checks one completely,
`aule conductor run FILE` runs it. The guide [run agents in CI](../guides/conductor-ci.md) explains them by example.

A task is done when its agent has ended, what `outputs` names is there, has content and was changed in this run, and
`check` ended with 0. Commands run in the box, on a copy of the project that is thrown away. What is filled into a
prompt reaches the agent marked as data; what is filled into a command is one quoted word."""

EXPRESSIONS = f"""`${{{{ … }}}}` stands in `prompt`, `reads`, `outputs`, `approval.message`, `capability.params` and
commands; `if` takes one with or without the braces.

- `inputs.NAME`, `run.id`, and `env.NAME` for a few variables: those that begin with `{OWN_VARIABLES}`, and
  {", ".join(f"`{name}`" for name in sorted(VARIABLES))}.
- `tasks.ID.status` (`done`, `failed`, `skipped`), `tasks.ID.output` (what was answered), `tasks.ID.outputs[0]` (the
  files that were made), for tasks that are needed, directly or not. `outputs` and commands have to be known before
  anything runs, so they cannot look at tasks.
- `== != && || !`, texts in quotes, numbers, `true`, `false`, `null`; in `if` also `success()`, `failure()`, `always()`.
  Without one of these, a task is begun only if all it needs was done."""


def page() -> str:
    """The page."""
    schema = file_schema()
    definitions: dict[str, Any] = schema["$defs"]
    parts = [INTRO, "## The file", _keys(schema)]
    for title, name in (
        ("A task", "TaskForm"),
        ("inputs", "InputForm"),
        ("defaults", "DefaultsForm"),
        ("retry", "RetryForm"),
        ("check", "CheckForm"),
        ("approval", "ApprovalForm"),
        ("capability", "CapabilityForm"),
        ("success", "CriterionForm"),
    ):
        parts += [f"## {title}", definitions[name]["description"], _keys(definitions[name])]
    rows = [[f"`{name}`", ", ".join(f"`{code}`" for code in codes)] for name, codes in FAILURES.items()]
    parts += ["## What a task is done again after", table(["`retry.on`", "failures"], rows)]
    parts += ["## Expressions", EXPRESSIONS, "## Exit codes", _exits()]
    return "\n\n".join(parts)


def _exits() -> str:
    codes: dict[int, list[str]] = {0: ["all tasks were done and all criteria met"], 1: ["a task or a criterion failed"]}
    codes[2] = ["the file or the command is wrong"]
    for name, code in EXITS.items():
        codes.setdefault(code, []).append(f"`{name}`")
    return table(["code", "after"], [[str(code), ", ".join(names)] for code, names in sorted(codes.items())])


def _keys(schema: dict[str, Any]) -> str:
    return table(["key", "what it takes", "default", "meaning"], _rows(schema))


def _rows(schema: dict[str, Any]) -> Iterator[list[str]]:
    required: list[str] = schema.get("required", [])
    for name, field in schema["properties"].items():
        default = "required" if name in required else _default(field.get("default"))
        yield [f"`{name}`", _kind(field), default, field.get("description", "")]


def _kind(field: dict[str, Any]) -> str:
    if isinstance(inner := field.get("additionalProperties"), dict):
        return f"names, each with {_kind(inner)}"
    return kind(field).replace("TaskForm", "a task").removesuffix(" or nothing").replace("Form", "")


def _default(value: Any) -> str:
    if value in (None, "", [], {}) or isinstance(value, dict):
        return ""
    return f"`{str(value).lower() if isinstance(value, bool) else value}`".replace("'", "")
