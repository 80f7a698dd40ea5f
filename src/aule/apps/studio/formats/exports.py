"""Writing agents to files: our Markdown holds everything; for other formats it is told what they cannot say."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from aule.apps.studio.formats.files import OURS
from aule.apps.studio.words import say
from aule.contracts.access.guidelines import is_checked
from aule.contracts.model import JsonObject
from aule.sdk import Agent, Budget, Policy
from aule.sdk.agents import sentence_of, sentence_of_interrupt, write_yaml

Format = Literal["markdown", "agents_md", "skill_md", "agent_spec"]
SPEC_VERSION = "25.4.1"


@dataclass(frozen=True, slots=True)
class Exported:
    """An agent as a file: its name, its text, and what the format has no place for."""

    filename: str
    content: str
    notes: tuple[str, ...] = ()


def export_agent(agent: Agent, format: Format, locale: str) -> Exported:
    """Return an agent in one of the formats."""
    return _WRITERS[format](agent, locale)


def _markdown(agent: Agent, locale: str) -> Exported:
    values: JsonObject = {
        OURS: 1,
        "name": agent.name,
        "description": agent.description,
        "icon": agent.icon,
        "color": agent.color,
        "model": agent.model.model_dump(mode="json", exclude_none=True),
        "tools": agent.capabilities.allow,
        "denied_tools": agent.capabilities.deny,
        "guidelines": [rule.model_dump(mode="json") for rule in agent.guidelines],
        "interrupts": [each.model_dump(mode="json") for each in agent.interrupts],
        "persona_id": agent.persona_id,
        "policy": None if agent.policy == Policy() else agent.policy.model_dump(mode="json"),
        "budget": None if agent.budget == Budget() else agent.budget.model_dump(mode="json"),
        "flow_graph": agent.flow_graph and agent.flow_graph.model_dump(mode="json", exclude_defaults=True),
        "kept": agent.kept,
    }
    front = {key: value for key, value in values.items() if value not in (None, "", [], {})}
    return Exported(f"{agent.id}.agent.md", f"---\n{write_yaml(front)}---\n\n{agent.persona_text.strip()}\n")


def _agents_md(agent: Agent, locale: str) -> Exported:
    parts = [] if re.match(r"#\s", agent.persona_text.strip()) else [f"# {agent.name}"]
    parts += [each for each in (agent.description, agent.persona_text.strip(), _rules(agent, locale)) if each]
    return Exported("AGENTS.md", "\n\n".join(parts) + "\n", _unsaid(agent, locale, has_tools=False))


def _skill_md(agent: Agent, locale: str) -> Exported:
    tools = [] if agent.capabilities.allow == ["*"] else agent.capabilities.allow
    kept = {key: value for key, value in agent.kept.items() if key in ("license", "compatibility", "metadata")}
    front: JsonObject = {
        "name": agent.id[:64],
        "description": agent.kept.get("description") or agent.description or agent.name,
        **({"allowed-tools": agent.kept.get("allowed-tools") or " ".join(tools)} if tools else {}),
        **kept,
    }
    body = "\n\n".join(each for each in (agent.persona_text.strip(), _rules(agent, locale)) if each)
    return Exported("SKILL.md", f"---\n{write_yaml(front)}---\n\n{body}\n", _unsaid(agent, locale, has_tools=True))


def _agent_spec(agent: Agent, locale: str) -> Exported:
    named = [] if agent.capabilities.allow == ["*"] else agent.capabilities.allow
    tools = [{"component_type": "ServerTool", "id": each, "name": each, "description": each} for each in named]
    model: JsonObject = {
        "component_type": "LlmConfig",
        "name": agent.model.role,
        "model_id": agent.model.id or "default",
    }
    values: JsonObject = {
        "component_type": "Agent",
        "id": agent.id,
        "name": agent.name,
        "description": agent.description,
        "metadata": {"aule": {"rules": _sentences(agent, locale)}},
        "system_prompt": "\n\n".join(each for each in (agent.persona_text.strip(), _rules(agent, locale)) if each),
        "llm_config": agent.kept.get("llm_config") or model,
        "tools": agent.kept.get("tools") or tools,
        "agentspec_version": SPEC_VERSION,
    }
    values |= {key: value for key, value in agent.kept.items() if key not in values}
    return Exported(f"{agent.id}.yaml", write_yaml(values), _unsaid(agent, locale, has_tools=True))


def _sentences(agent: Agent, locale: str) -> list[str]:
    said = [sentence_of(rule, locale) for rule in agent.guidelines]
    return [*said, *(sentence_of_interrupt(each, locale) for each in agent.interrupts)]


def _rules(agent: Agent, locale: str) -> str:
    said = _sentences(agent, locale)
    return "" if not said else f"## {say('rules_heading', locale)}\n\n" + "\n".join(f"- {each}" for each in said)


def _unsaid(agent: Agent, locale: str, *, has_tools: bool) -> tuple[str, ...]:
    """Return what a file of another format does not enforce, or cannot say."""
    notes = [say("export_rules_said", locale)] if any(map(is_checked, agent.guidelines)) or agent.interrupts else []
    if not has_tools and agent.capabilities.allow != ["*"]:
        notes.append(say("export_no_tools", locale))
    if agent.policy != Policy() or agent.budget != Budget() or agent.capabilities.deny:
        notes.append(say("export_no_limits", locale))
    if agent.flow_graph is not None:
        notes.append(say("export_no_flow", locale))
    return tuple(notes)


_WRITERS: Mapping[Format, Callable[[Agent, str], Exported]] = {
    "markdown": _markdown,
    "agents_md": _agents_md,
    "skill_md": _skill_md,
    "agent_spec": _agent_spec,
}
