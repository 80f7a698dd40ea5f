"""Homes of Conductor as tests make them: two environments, a project, agents."""

from __future__ import annotations

import textwrap
from pathlib import Path

from aule.apps.conductor.homes.homes import Home, find_home

RESIDENT = """\
id: {id}
version: 2.0
description: "Creates services."
execution_mode: project_resident
target_context:
  project_key: "{project}"
  output_scope: "src/service/*.kt"
available_tools: [Read, Write, Grep, Glob, LS]
"""


class Site:
    """A home beside two environments, `develop` and `main`, each with the project `test-service`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.home_path = path / "conductor"
        for environment in ("develop", "main"):
            (path / environment / "test-service" / "src" / "service").mkdir(parents=True)
            (path / environment / "test-service" / "src" / "controller").mkdir()
        self.workspaces(f"workspaces:\n  develop: {path / 'develop'}\n  main: {path / 'main'}\n")

    @property
    def home(self) -> Home:
        """The home, found as a server finds it."""
        return find_home(self.home_path, environment={"HOME": str(self.path)}, cwd=None, data=self.path / "data")

    def workspaces(self, text: str) -> None:
        """Say which environments there are."""
        self.write("config/workspaces.yaml", text)

    def write(self, name: str, text: str) -> Path:
        """A file of the home."""
        path = self.home_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text), encoding="utf-8")
        return path

    def agent(
        self,
        id: str = "ServiceCreatorAgent",
        *,
        environment: str = "develop",
        project: str = "test-service",
        manifest: str | None = None,
    ) -> Path:
        """An agent, with a persona; gives its folder."""
        folder = f"projects/{environment}/{project}/agents/{id}"
        self.write(f"{folder}/agent.yaml", manifest or RESIDENT.format(id=id, project=project))
        self.write(f"{folder}/persona.md", "# Service creator\n\nYou are {{agent_id}}: {{agent_description}}\n")
        return self.home_path / folder

    def shared(self, id: str, mode: str = "meta_agent") -> Path:
        """A meta agent of all environments; gives its folder."""
        folder = f"projects/_common/agents/{id}"
        self.write(f"{folder}/agent.yaml", f"id: {id}\nversion: '2.0'\ndescription: Meta.\nexecution_mode: {mode}\n")
        self.write(f"{folder}/persona.md", "# Meta\n\nWords.\n")
        return self.home_path / folder

    def source(self, path: str, text: str = "class X\n", environment: str = "develop") -> Path:
        """A file of the project."""
        file = self.path / environment / "test-service" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file
