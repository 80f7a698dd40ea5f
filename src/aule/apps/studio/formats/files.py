"""Reading agents from files: our Markdown, AGENTS.md, SKILL.md and Open Agent Spec."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, cast

from pydantic import TypeAdapter, ValidationError

from aule.apps.studio.formats.imported import Imported, check_file, parse_mapping, split_front, tool_names
from aule.apps.studio.words import say
from aule.contracts.access.guidelines import MOST_RULES, AgentInterrupt, Guideline
from aule.contracts.model import JsonObject
from aule.contracts.runs.graph import Graph
from aule.sdk import Budget, ModelChoice, Policy, Role, errors
from aule.sdk.agents import Capability

OURS = "aule_agent"
"""The key that marks a front matter of ours, with the version of the format."""
_HEADING = re.compile(r"^#\s+(.+?)\s*#*\s*$", re.MULTILINE)
_GUIDELINES = TypeAdapter(list[Guideline])
_INTERRUPTS = TypeAdapter(list[AgentInterrupt])
_LIMITS = ("max_turns", "max_tokens", "max_cost", "max_seconds")
_STRICTER = ("fail", "propose", "ask")


def read_agent(text: str, filename: str, known: Sequence[Capability], locale: str) -> Imported:
    """Return what a file says about an agent; raise `Invalid` or `TooLarge` where it cannot be read."""
    text = check_file(text, locale)
    name = filename.replace("\\", "/").rpartition("/")[2]
    if name.lower().endswith((".json", ".yaml", ".yml")) or (
        text.lstrip().startswith("{") and "component_type" in text
    ):
        return _agent_spec(parse_mapping(text, locale), known, locale)
    values, body = split_front(text, locale)
    if values is None:
        return _agents_md(body, name, locale)
    if OURS in values:
        return _ours(values, body, known, locale)
    return _skill(values, body, name, known, locale)


def _agents_md(body: str, filename: str, locale: str) -> Imported:
    """AGENTS.md: instructions for whoever works in a project, as they stand."""
    found = Imported("agents_md", locale)
    heading = _HEADING.search(body)
    title = heading[1] if heading is not None else filename.rpartition(".")[0]
    found.take_name("" if title.upper() in ("AGENTS", "AGENTS.MD") else title, "")
    found.take_text(body)
    found.note("no_tools_named")
    return found


def _skill(values: JsonObject, body: str, filename: str, known: Sequence[Capability], locale: str) -> Imported:
    """SKILL.md, and Markdown with a front matter of other programs: a name, a description, perhaps tools."""
    is_skill = filename.lower() == "skill.md" or "allowed-tools" in values or "license" in values
    found = Imported("skill_md" if is_skill else "markdown", locale)
    found.take_name(values.get("name"), values.get("description"))
    taken = {"name", "description"}
    named = [(key, tool_names(values[key])) for key in ("allowed-tools", "allowed_tools", "tools") if key in values]
    tools = [tool for _, each in named if each is not None for tool in each]
    if any(each is not None for _, each in named):
        found.take_tools(tools, known)
        found.kept |= {key: values[key] for key, _ in named}
        taken |= {key for key, each in named if each is not None}
    else:
        found.note("no_tools_named")
    _take_model(found, values.get("model"))
    found.take_text(body)
    if re.search(r"\b(?:scripts|references|assets)/", body):
        found.note("files_not_imported")
    found.keep_rest(values, taken)
    return found


def _agent_spec(values: JsonObject, known: Sequence[Capability], locale: str) -> Imported:
    """Open Agent Spec: one component of the type Agent, as YAML or JSON."""
    kind = values.get("component_type")
    if kind != "Agent":
        raise errors.Invalid(say("not_an_agent", locale, kind=str(kind)[:80]), code="unreadable_file")
    found = Imported("agent_spec", locale)
    found.take_name(values.get("name"), values.get("description"))
    prompt = values.get("system_prompt")
    found.take_text(prompt if isinstance(prompt, str) else "")
    tools: Any = values.get("tools")
    if isinstance(tools, list):
        named = [
            str(cast("JsonObject", each).get("name") or "") if isinstance(each, dict) else str(each)
            for each in cast("list[Any]", tools)
        ]
        found.take_tools([each for each in named if each], known)
        found.kept["tools"] = tools
    llm: Any = values.get("llm_config")
    if isinstance(llm, dict):
        config = cast("JsonObject", llm)
        _take_model(found, config.get("model_id"))
        if any(key in config for key in ("url", "api_key")):
            found.note("address_not_used")
        found.kept["llm_config"] = {key: value for key, value in config.items() if key != "api_key"}
    found.keep_rest(values, {"component_type", "name", "description", "system_prompt", "tools", "llm_config"})
    return found


def _ours(values: JsonObject, body: str, known: Sequence[Capability], locale: str) -> Imported:
    """Markdown of ours: everything comes back, but for what would let the agent do more without asking."""
    found = Imported("markdown", locale)
    found.take_name(values.get("name"), values.get("description"))
    found.take_text(body)
    if (tools := tool_names(values.get("tools"))) is not None:
        if "*" not in tools:
            found.take_tools(tools, known)
        denied = tool_names(values.get("denied_tools")) or []
        allowed: JsonObject = found.fields.setdefault("capabilities", {"allow": ["*"]})
        found.fields["capabilities"] = {**allowed, "deny": denied}
    try:
        found.fields["guidelines"] = _GUIDELINES.validate_python(values.get("guidelines") or [])[:MOST_RULES]
        found.fields["interrupts"] = _INTERRUPTS.validate_python(values.get("interrupts") or [])[:MOST_RULES]
        found.fields |= {"icon": str(values.get("icon") or "sparkles")[:64]}
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise errors.Invalid(
            say("rule_unreadable", locale, place=place, why=first["msg"]), field="guidelines"
        ) from None
    _take_choice(found, values.get("model"))
    _take_policy(found, values.get("policy"))
    _take_budget(found, values.get("budget"))
    _take_flow(found, values.get("flow_graph"))
    for key in ("color", "persona_id"):
        if isinstance(values.get(key), str):
            found.fields[key] = values[key]
    kept: Any = values.get("kept")
    if isinstance(kept, dict):
        found.kept |= cast("JsonObject", kept)
    names = {OURS, "name", "description", "tools", "denied_tools", "guidelines", "interrupts", "model", "policy"}
    found.keep_rest(values, names | {"budget", "icon", "color", "persona_id", "kept", "flow_graph"})
    return found


def _take_choice(found: Imported, value: Any) -> None:
    try:
        found.fields["model"] = ModelChoice.model_validate(value or {}).model_dump()
    except ValidationError:
        _take_model(found, value)


def _take_model(found: Imported, value: Any) -> None:
    """Take a role; a model by name is told, since whoever imports decides what is paid for."""
    if value is None or value == "inherit":
        return
    if isinstance(value, str) and value in tuple(Role):
        found.fields["model"] = {"role": value}
        return
    found.kept["model"] = value
    found.note("model_left_out", name=str(value)[:80])


def _take_policy(found: Imported, value: Any) -> None:
    """Take what a policy asks and denies; what it would allow without asking is left to the person."""
    if value is None:
        return
    try:
        policy = Policy.model_validate(value)
    except ValidationError:
        found.kept["policy"] = value
        found.note("kept_aside", keys="policy")
        return
    if policy.allow or policy.on_write not in _STRICTER:
        found.note("rights_left_out", what=", ".join([*policy.allow, f"on_write={policy.on_write}"])[:300])
    on_write = policy.on_write if policy.on_write in _STRICTER else "ask"
    found.fields["policy"] = {"ask": policy.ask, "deny": policy.deny, "on_write": on_write}


def _take_budget(found: Imported, value: Any) -> None:
    try:
        said = Budget.model_validate(value or {})
    except ValidationError:
        found.kept["budget"] = value
        found.note("kept_aside", keys="budget")
        return
    narrow = said.within(Budget())
    if narrow != said:
        found.note("budget_lowered")
    found.fields["budget"] = {name: getattr(narrow, name) for name in _LIMITS}


def _take_flow(found: Imported, value: Any) -> None:
    """Take a flow without what its steps would do unasked; whether it can run here is looked at with the agent."""
    if value is None:
        return
    try:
        graph = Graph.model_validate(value)
    except ValidationError as error:
        first = error.errors()[0]
        found.set_flow_aside(value, f"{'.'.join(map(str, first['loc']))}: {first['msg']}")
        return
    narrowed = without_grants(graph)
    if narrowed != graph:
        found.note("flow_grants_left_out")
    found.fields["flow_graph"] = narrowed


def without_grants(graph: Graph) -> Graph:
    """Return a graph in which no step grants its agent anything."""
    nodes = [
        step.model_copy(update={"grants": None, "graph": None if step.graph is None else without_grants(step.graph)})
        for step in graph.nodes
    ]
    return graph.model_copy(update={"nodes": nodes})
