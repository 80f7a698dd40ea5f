"""Expressions in workflow files: `${{ inputs.name }}`, in the engine's closed grammar and with fewer things to see.

inputs.NAME      what was given             run.id    the run           env.NAME   one of a few variables
tasks.ID.status  tasks.ID.output  tasks.ID.outputs[N]                   success() failure() always(), in `if`
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from aule.contracts.errors import Invalid
from aule.kernel.engine.graphs.expressions import (
    Compared,
    Denied,
    Expression,
    Found,
    Joined,
    Literally,
    Sight,
    Stands,
    asks_how_it_stands,
    evaluate,
    parse,
    parts_of,
    paths_in,
)
from aule.kernel.engine.graphs.paths import MISSING, Path

ROOTS = ("inputs", "tasks", "run", "env")
PARTS = ("status", "output", "outputs")
"""What a task can be asked for."""
VARIABLES = frozenset(
    {
        *("CI", "USER", "LANG", "GITHUB_ACTOR", "GITHUB_BASE_REF", "GITHUB_EVENT_NAME", "GITHUB_HEAD_REF"),
        *("GITHUB_JOB", "GITHUB_REF", "GITHUB_REF_NAME", "GITHUB_REPOSITORY", "GITHUB_RUN_ATTEMPT"),
        *("GITHUB_RUN_ID", "GITHUB_RUN_NUMBER", "GITHUB_SHA", "GITHUB_WORKFLOW", "CI_COMMIT_SHA", "CI_COMMIT_REF_NAME"),
        *("CI_PIPELINE_ID", "CI_PROJECT_NAME", "BUILD_NUMBER", "BUILD_ID"),
    }
)
"""The variables of the environment that a file may look at; those that begin with `AULE_VALUE_` besides."""
OWN_VARIABLES = "AULE_VALUE_"
_USE = re.compile(r"\$\{\{(.*?)\}\}", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a text that is filled in: what stands between the braces, read."""

    source: str
    expression: Expression

    @property
    def path(self) -> Path | None:
        """What it looks at, when it is nothing but that."""
        return self.expression.path if isinstance(self.expression, Found) else None

    @property
    def is_late(self) -> bool:
        """Whether it can be known only while the workflow runs."""
        return asks_how_it_stands(self.expression) or any(path.root == "tasks" for path in paths_in(self.expression))

    def tasks(self) -> set[str]:
        """The tasks it looks at."""
        return {str(path.parts[1]) for path in paths_in(self.expression) if path.root == "tasks" and path.parts[1:]}


@dataclass(frozen=True, slots=True)
class Known:
    """What is known before a workflow starts."""

    inputs: Mapping[str, Any]
    env: Mapping[str, str]
    run: str

    def value(self, slot: Slot) -> Any:
        """What a slot comes to that looks at nothing a task makes; what is not there is null."""
        return evaluate(slot.expression, self._sight)

    def has(self, path: Path) -> bool:
        """Whether there is something where a path leads."""
        return path.within(self._sight.values) is not MISSING

    @property
    def _sight(self) -> Sight:
        return Sight({"inputs": self.inputs, "env": self.env, "run": {"id": self.run}})


def slots_in(text: str) -> list[str | Slot]:
    """A text in pieces: words as they stand, and what is filled in between them."""
    pieces: list[str | Slot] = []
    place = 0
    for found in _USE.finditer(text):
        if found.start() > place:
            pieces.append(text[place : found.start()])
        source = found[1].strip()
        pieces.append(Slot(source, parse(source)))
        place = found.end()
    if "${{" in text[place:]:
        raise Invalid(f"{text[place:][:60]!r} begins `${{{{` and never ends it", hint="Close it with }}.")
    if place < len(text):
        pieces.append(text[place:])
    return pieces


def condition(text: str) -> Slot:
    """A condition, with or without the braces around it."""
    bare = text.strip()
    if bare.startswith("${{") and bare.endswith("}}"):
        bare = bare[3:-2].strip()
    return Slot(bare, parse(bare))


def is_variable(name: str) -> bool:
    """Whether a file may look at a variable: nothing that could hold a key or a password."""
    return name in VARIABLES or (name.startswith(OWN_VARIABLES) and len(name) > len(OWN_VARIABLES))


def said(value: Any) -> str:
    """A value inside a sentence."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def written(expression: Expression, name: Callable[[Expression], str | None]) -> str:
    """An expression as the engine reads it; `name` says what stands for a part, and none keeps it as it is."""
    if (replaced := name(expression)) is not None:
        return replaced
    match expression:
        case Literally(value):
            return _literal(value)
        case Found(path):
            return str(path)
        case Stands(standing):
            return f"{standing}()"
        case Denied(of):
            return f"not ({written(of, name)})"
        case Joined(how, left, right) | Compared(how, left, right):
            return f"({written(left, name)}) {how} ({written(right, name)})"


def standings(expression: Expression) -> Iterator[str]:
    """How an expression asks about what came before."""
    return (part.standing for part in parts_of(expression) if isinstance(part, Stands))


def _literal(value: Any) -> str:
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace("'", "\\'")
        return f"'{escaped}'"
    return json.dumps(value)
