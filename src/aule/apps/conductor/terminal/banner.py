"""The head of a session: where one is, what may be written there, and how careful one has to be."""

from __future__ import annotations

from aule.apps.conductor.views import SessionView
from aule.sdk.terminal import Console, one_line, say


def show_banner(console: Console, session: SessionView) -> None:
    """Say which agent works where, on what terms. A protected environment cannot be overlooked."""
    if session.protected:
        console.say(f" {say('protected')}: {one_line(session.environment)} · {one_line(session.root)} ", "alarm")
    rows = {
        "agent": session.agent.id,
        "environment": session.environment,
        "project": session.project,
        "root": session.root,
        "scope": scope_words(session),
        "on_write": session.on_write,
        "exec": session.exec,
        "tools": ", ".join(tool.removeprefix("core.") for tool in session.tools),
        "model": session.model or session.agent.model or session.agent.provider or say("model_default"),
    }
    width = max(len(say(name)) for name in rows)
    for name, value in rows.items():
        console.say(f"{say(name).ljust(width)}  {one_line(value)}", "bold" if name == "agent" else None)
    for note in session.notes:
        console.say(f"! {note.message}", "yellow")
    console.say(say("greeting"), "dim")


def scope_words(session: SessionView) -> str:
    """What may be written, in one line."""
    if not session.scope:
        return say("scope_none")
    return ", ".join(session.scope) + (f" {say('scope_narrowed')}" if session.narrowed else "")
