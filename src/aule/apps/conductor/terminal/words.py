"""Agents and what a lint says of them, in words."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from urllib.parse import quote

from aule.apps.conductor.views import ConductorView, LintNote, ResidentView
from aule.sdk.terminal import Console, one_line, printable, say


def show_agent(console: Console, agent: ResidentView) -> None:
    """An agent, field by field."""
    rows = {
        "agent": agent.ref,
        "description": agent.description,
        "mode": agent.mode,
        "scope": ", ".join(agent.scope) or say("scope_none"),
        "tools": ", ".join(agent.tools),
        "model": "/".join(part for part in (agent.provider, agent.model) if part) or "–",
        "on_write": agent.on_write or "–",
        "exec": agent.exec,
        "task": agent.task or "–",
        "home": agent.home,
        "turns": str(agent.turns),
    }
    width = max(len(say(name)) for name in rows)
    for name, value in rows.items():
        console.say(f"{say(name).ljust(width)}  {one_line(value)}", "bold" if name == "agent" else None)
    if agent.reaches is not None and agent.scope:
        console.say(say("reaches", count=agent.reaches), "dim")
        for path in agent.examples:
            console.say(f"  {one_line(path)}", "dim")
    show_notes(console, agent.notes)


def show_notes(console: Console, notes: list[LintNote]) -> None:
    """What a lint says, one line each with its place."""
    for note in notes:
        place = f"{note.path}:{note.line}: " if note.line is not None else f"{note.path}: " if note.path else ""
        console.say(f"{place}{note.message} ({note.code})", "red" if note.severity == "error" else "yellow")
        if note.hint:
            console.say(f"  {note.hint}", "dim")


def warn_of(notes: Iterable[LintNote]) -> None:
    """Say on standard error what a lint says, so that what a command prints stays its answer."""
    for note in notes:
        print(printable(f"! {note.message}"), file=sys.stderr)


def all_notes(view: ConductorView) -> list[LintNote]:
    """What a lint says of a whole home, the agents' own notes included, each once."""
    notes = [*view.notes, *(note for agent in agents_of(view) for note in agent.notes)]
    return [note for place, note in enumerate(notes) if note not in notes[:place]]


def address_of(environment: str, project: str, agent: str) -> str:
    """Where the API tells of an agent, whatever the names are made of."""
    return "/v1/conductor/agents/" + "/".join(quote(name, safe="") for name in (environment, project, agent))


def agents_of(view: ConductorView) -> list[ResidentView]:
    """Every agent of a home."""
    local = [agent for place in view.environments for project in place.projects for agent in project.agents]
    return [*local, *view.shared]


def show_line(console: Console, agent: ResidentView, indent: str) -> None:
    """An agent in one line."""
    scope = ", ".join(agent.scope) or say("scope_none")
    wrong = "  ✗" if any(note.severity == "error" for note in agent.notes) else ""
    words = one_line(agent.description)
    words = words if len(words) <= 60 else f"{words[:59].rstrip()}…"
    console.say(f"{indent}{agent.id}  {words}  [{one_line(scope)}]{wrong}")
