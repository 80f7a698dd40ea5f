"""The apps that come with the system, found like those of other packages: by a list of where they are.

Nothing of an app is imported here: the list has to be at hand for `aule --help`.
"""

from __future__ import annotations

APPS: tuple[str, ...] = (
    "aule.apps.core.parts:core",
    "aule.apps.planner.parts:planner",
    "aule.apps.atlas.parts:atlas",
    "aule.apps.school.parts:school",
    "aule.apps.conductor.parts:conductor",
    "aule.apps.knowledge.parts:knowledge",
    "aule.apps.templates.parts:templates",
    "aule.apps.studio.parts:studio",
    "aule.apps.insights.parts:insights",
    "aule.apps.teams.parts:teams",
    "aule.apps.evaluations.parts:evaluations",
    "aule.apps.builder.parts:builder",
    "aule.apps.mcp.parts:mcp",
    "aule.apps.forge.parts:forge",
    "aule.apps.plugins.parts:plugins",
    "aule.apps.skills.parts:skills",
    "aule.apps.skeletons.parts:skeletons",
    "aule.apps.additions.parts:additions",
    "aule.apps.openapi.parts:openapi",
    "aule.apps.registries.parts:registries",
)
"""Where each app is, as an entry point of the group `aule.apps` would say it."""

COMMANDS: dict[str, tuple[str, str]] = {
    "agent": (
        "aule.apps.conductor.terminal.agent:commands",
        "Work with agents that live beside a project, and keep their manifests.",
    ),
    "conductor": (
        "aule.apps.conductor.terminal.conductor:commands",
        "Run, check and convert workflow files of resident agents.",
    ),
    "atlas": (
        "aule.apps.atlas.terminal.commands:commands",
        "Keep a company's strategy: import, look, act, undo, export.",
    ),
    "school": (
        "aule.apps.school.terminal.commands:commands",
        "Bring marks, attendance and rosters along, export documents, add the sample school.",
    ),
    "knowledge": (
        "aule.apps.knowledge.terminal.commands:commands",
        "Add documents, search them, ask them, and see where each answer stands.",
    ),
    "templates": (
        "aule.apps.templates.terminal.commands:commands",
        "List workflow templates, look at one, and make a workflow of it.",
    ),
    "agents": (
        "aule.apps.studio.terminal.commands:commands",
        "List the agents you made, bring them from files, write them to files, and go back to a version.",
    ),
    "trace": (
        "aule.apps.insights.terminal.commands:trace",
        "Show what a run did, how long each part took, and what it cost.",
    ),
    "metrics": (
        "aule.apps.insights.terminal.commands:metrics",
        "Show runs, time, tokens and money of some days; by day, model, agent, app or capability.",
    ),
    "teams": (
        "aule.apps.teams.terminal.commands:commands",
        "Look at teams of agents, and ask them.",
    ),
    "evaluations": (
        "aule.apps.evaluations.terminal.commands:commands",
        "Try agents with test questions, and compare the results with earlier ones.",
    ),
    "builder": (
        "aule.apps.builder.terminal.commands:commands",
        "Bring workflows from n8n, Langflow and Open Agent Spec, and write them for others.",
    ),
    "mcp": (
        "aule.apps.mcp.terminal.commands:commands",
        "Use tools of MCP servers, and offer yours to MCP clients.",
    ),
    "openapi": (
        "aule.apps.openapi.terminal.commands:commands",
        "Use web APIs by their OpenAPI documents.",
    ),
    "tools": (
        "aule.apps.forge.terminal.commands:commands",
        "Make tools that run in a sandbox: draft, test, keep, compare, roll back, revoke.",
    ),
    "plugins": (
        "aule.apps.plugins.terminal.commands:commands",
        "Add programs in WebAssembly, see what each may reach, approve, disable and remove them.",
    ),
    "skills": (
        "aule.apps.skills.terminal.commands:commands",
        "Give agents skills: folders with a SKILL.md, accepted by you and by their content.",
    ),
    "new": (
        "aule.apps.skeletons.terminal.new:commands",
        "Begin an app, a plugin or a skill: a skeleton that works and is tested.",
    ),
    "app": (
        "aule.apps.skeletons.terminal.app:commands",
        "Check an app before you publish it.",
    ),
    "catalogue": (
        "aule.apps.additions.terminal.commands:commands",
        "See what can be added, add and remove it, and keep the sources it comes from.",
    ),
    "registries": (
        "aule.apps.registries.terminal.commands:commands",
        "Let commands of a project reach package registries, and take that back.",
    ),
}
"""The words under which they bring commands: where those are, and one line of help."""
