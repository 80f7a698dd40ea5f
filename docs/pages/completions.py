"""What a shell completes after `aule`, written from the commands and the built-in apps as one JSON document."""

from __future__ import annotations

import json
from enum import Enum
from importlib import import_module
from types import ModuleType
from typing import Any

import click

from aule.apps import APPS
from aule.cli.main import COMMANDS, app

IDS = {
    "approvals": "approval",
    "artifacts": "artifact",
    "history": "change",
    "memory": "memory",
    "plan": "plan",
    "projects": "project",
    "runs": "run",
    "schedule": "schedule",
    "workflows": "workflow",
}
"""Commands whose argument `id` names one of these."""
NAMED = {
    "agent": "agent",
    "agent_id": "agent",
    "conversation": "conversation",
    "after": "conversation",
    "model": "model",
    "project": "project",
    "workflow": "workflow",
    "subject": "undoable",
    "shell": "shell",
}
"""Options and arguments that mean the same wherever they stand."""
OWN = {
    ("call", "name"): "capability",
    ("call", "parameters"): "parameter",
    ("capabilities", "name"): "capability",
    ("models", "model"): "model",
}


def document() -> str:
    """Return the document as the code says it now."""
    context = click.Context(app)
    commands = {name: _command(name, app.get_command(context, name)) for name in COMMANDS}
    apps = [_loaded(where) for where in APPS]
    capabilities = {each.capability.name: _capability(each.capability) for one in apps for each in one.capabilities}
    agents = {agent.id: agent.name for one in apps for agent in one.agents}
    known = {"agents": agents, "capabilities": dict(sorted(capabilities.items())), "commands": commands}
    return json.dumps(known, ensure_ascii=False, indent=1, sort_keys=False) + "\n"


def _loaded(where: str) -> Any:
    module, _, name = where.partition(":")
    found = getattr(import_module(module), name)
    if isinstance(found, ModuleType):  # a module of the same name was imported before the app was asked for
        return getattr(import_module(f"{module}.parts"), name)
    return found


def _capability(capability: Any) -> dict[str, Any]:
    properties: dict[str, Any] = capability.params.get("properties", {})
    return {"help": capability.title, "params": {name: field.get("enum", []) for name, field in properties.items()}}


def _command(root: str, command: Any) -> dict[str, Any]:
    found: dict[str, Any] = {"help": " ".join((command.help or "").split()).partition(". ")[0].rstrip(".")}
    arguments, options = [], {}
    for parameter in command.params:
        taken = _taken(root, parameter)
        if parameter.param_type_name == "argument":
            arguments.append({"takes": taken, "many": parameter.nargs == -1})
            continue
        takes = None if getattr(parameter, "is_flag", False) else taken
        for flag in [*parameter.opts, *parameter.secondary_opts]:
            options[flag] = {"help": parameter.help or "", "takes": takes}
    if children := getattr(command, "commands", None):
        found["commands"] = {name: _command(root, child) for name, child in children.items()}
    return found | {"arguments": arguments, "options": options}


def _taken(root: str, parameter: Any) -> Any:
    """Return what a parameter takes: the kind of thing it names, its choices, or nothing that is known."""
    if isinstance(parameter.type, click.Choice):
        return [str(choice.value if isinstance(choice, Enum) else choice) for choice in parameter.type.choices]
    if (root, parameter.name) in OWN:
        return OWN[root, parameter.name]
    if parameter.name == "id":
        return IDS.get(root, "")
    return NAMED.get(parameter.name, "")
