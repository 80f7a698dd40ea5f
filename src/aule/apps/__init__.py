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
    "aule.apps.teams.parts:teams",
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
    "teams": (
        "aule.apps.teams.terminal.commands:commands",
        "Look at teams of agents, and ask them.",
    ),
}
"""The words under which they bring commands: where those are, and one line of help."""
