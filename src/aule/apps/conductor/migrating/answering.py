"""Answering: what a migration has to know of each agent, from a person, a file, or what its manifest suggests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, cast

from aule.apps.conductor.documents import Mapped, read_document
from aule.apps.conductor.findings import ENGLISH
from aule.apps.conductor.homes.homes import SHARED
from aule.apps.conductor.migrating.finding import OldAgent
from aule.contracts.errors import Invalid

DEFAULT_ENVIRONMENT = "develop"
ENVIRONMENT = "Qual o ambiente de destino para este agente? [padrão: develop]"
PROJECT_KEY = "Qual a chave de projeto (project_key) associada?"
OUTPUT_SCOPE = "Qual o escopo de escrita (output_scope) para este agente?"
_SOURCES = ("src", "app", "lib", "docs", "doc", "test", "tests", "main")


@dataclass(frozen=True, slots=True)
class Answers:
    """Where an agent goes, and what it may write there; no scope at all means that it only reads."""

    environment: str
    project_key: str | None
    """None for an agent that makes agents: it goes to all environments."""
    output_scope: tuple[str, ...] = ()
    is_meta: bool = False


Answering = Callable[[OldAgent], Answers]
"""Says where an agent goes."""
Asking = Callable[[OldAgent, str, str], str]
"""Puts one question to a person: the agent, the question, and what is suggested. An empty answer takes that."""


def suggestion(agent: OldAgent, projects: Mapping[str, list[str]]) -> Answers:
    """What an agent's manifest suggests: the project its output lies in, and all of that folder as its scope."""
    environment = agent.environment if agent.environment in projects else DEFAULT_ENVIRONMENT
    if agent.is_meta:
        return Answers(environment, None, (), is_meta=True)
    if agent.is_in_place:
        return Answers(agent.environment, agent.project, _said_scope(agent))
    if agent.target_context.get("project_key"):
        return Answers(environment, str(agent.target_context["project_key"]), _said_scope(agent))
    known = projects.get(environment, [])
    parts = [part for part in PurePosixPath(agent.output_directory).parts if part not in ("/", ".")]
    if "${" in agent.output_directory or ".." in parts:
        parts = []
    at = next((number for number, part in enumerate(parts) if part in known), None)
    project = parts[at] if at is not None else known[0] if len(known) == 1 else None
    inside = parts[at + 1 :] if at is not None else _own(parts, agent.output_directory)
    scope = (f"{'/'.join(inside)}/**",) if inside else ()
    return Answers(environment, project, scope)


def suggested(projects: Mapping[str, list[str]]) -> Answering:
    """Take what each manifest suggests, without asking anybody."""
    return lambda agent: suggestion(agent, projects)


def asked(ask: Asking, projects: Mapping[str, list[str]]) -> Answering:
    """Ask a person the three questions about each agent; `_common` is for one that makes agents."""

    def answer(agent: OldAgent) -> Answers:
        hint = suggestion(agent, projects)
        if agent.is_in_place:  # it has been said where it works
            return hint
        environment = ask(agent, ENVIRONMENT, hint.environment).strip() or hint.environment
        project = ask(agent, PROJECT_KEY, SHARED if hint.is_meta else hint.project_key or "").strip()
        if project == SHARED or (not project and hint.is_meta):
            return Answers(environment, None, (), is_meta=True)
        project = project or hint.project_key
        said = ask(agent, OUTPUT_SCOPE, ", ".join(hint.output_scope)).strip()
        return Answers(environment, project, scope_of(said))

    return answer


def from_file(path: Path, projects: Mapping[str, list[str]], locale: str = ENGLISH) -> Answering:
    """Take the answers of a file: `defaults:` for all, and `agents:` by id; the rest is what manifests suggest."""
    document = read_document(path, locale=locale)
    document.unknown({"defaults", "agents"}, is_error=True)
    usual = _entry(document.mapping("defaults"))
    agents = document.mapping("agents")
    given = {} if agents is None else {id: _entry(agents.mapping(id)) for id in agents.value}
    document.check(locale)

    def answer(agent: OldAgent) -> Answers:
        hint = suggestion(agent, projects)
        if agent.is_in_place:
            return hint
        said = {**usual, **given.get(agent.id, {})}
        environment = str(said.get("environment") or hint.environment)
        project = said.get("project_key") or hint.project_key
        if project == SHARED or (project is None and hint.is_meta):
            return Answers(environment, None, (), is_meta=True)
        scope = cast("list[str]", said.get("output_scope", list(hint.output_scope)))
        return Answers(environment, project, tuple(each for one in scope for each in scope_of(one)))

    return answer


def scope_of(text: str) -> tuple[str, ...]:
    """Globs from a line of text: several stand apart by commas outside of braces."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign == "{") - (sign == "}")
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    if depth != 0:
        raise Invalid(
            f"The scope {text!r} opens a brace and does not close it.",
            code="invalid_glob",
            hint="Write it like src/{model,service}/*.kt.",
        )
    return tuple(part.strip() for part in parts if part.strip())


def _said_scope(agent: OldAgent) -> tuple[str, ...]:
    """The scope a manifest already names."""
    given: Any = agent.target_context.get("output_scope")
    items = cast("list[Any]", given) if isinstance(given, list) else [given]
    return tuple(each for each in items if isinstance(each, str))


def _entry(entry: Mapped | None) -> dict[str, Any]:
    """What an entry of a file says, without what it leaves out; a scope that is null means none at all."""
    if entry is None:
        return {}
    entry.unknown({"environment", "project_key", "output_scope"}, is_error=True)
    said: dict[str, Any] = {key: entry.text(key) for key in ("environment", "project_key") if entry.has(key)}
    if "output_scope" in entry.value:
        said["output_scope"] = entry.texts("output_scope") or []
    return said


def _own(parts: list[str], written: str) -> list[str]:
    """The part of a folder that lies in a project, when no project is named in it."""
    if not written.startswith("/"):
        return parts
    at = next((number for number, part in enumerate(parts) if part in _SOURCES), None)
    return [] if at is None else parts[at:]
