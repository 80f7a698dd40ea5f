"""The meta agent that makes agents."""

from __future__ import annotations

from importlib.resources import files

from aule.apps.conductor.app import conductor
from aule.sdk import Agent, Allowed, Budget


def _text(name: str) -> str:
    return files("aule.apps.conductor").joinpath("prompts", f"{name}.md").read_text(encoding="utf-8").strip()


conductor.agent(
    Agent(
        id="agent-creator",
        name="AgentCreator_Agent",
        description="Makes agents that live beside a project and write only where you say. Asks nine questions.",
        persona_text=_text("agent_creator"),
        icon="bot",
        color="amber",
        capabilities=Allowed(allow=["conductor.*", "core.ask_user", "core.now"]),
        budget=Budget(max_turns=30),
    )
)
