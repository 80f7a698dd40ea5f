"""Homes with agents of version 1, and a process that dies while it migrates them."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.security.trees import tree_hash

from aule import boot
from aule.apps.conductor.homes.homes import Home, find_home
from aule.apps.conductor.migrating import Done, migrate, on_the_way, plan, projects_in, suggested
from aule.contracts.model import JsonObject

OLD = """\
# {id}: kept by hand, please do not reorder
id: {id}
version: 1.0   # the first one
description: "Cria {what}."  # one sentence

ai_provider: claude
persona_prompt_path: persona.md
state_file_path: state.json
available_tools:
  - Read   # may look around
  - Write
execution_task: |
  Crie {what} em ${{output_directory}}.
output_artifact: "{what}.md"
output_directory: "{directory}"
# the end
"""
RESIDENTS = ("Entity", "Repository", "Service", "Controller", "Mapper", "Test", "Docs", "Review")


class OldHome:
    """A home with nine agents in the old place, eight that write code and one that makes agents; or with none yet."""

    def __init__(self, path: Path, *, empty: bool = False) -> None:
        self.path = path
        self.home_path = path / "conductor"
        (path / "develop" / "nex" / "src").mkdir(parents=True)
        self.write("config/workspaces.yaml", f"workspaces:\n  develop: {path / 'develop'}\n")
        if not empty:
            self._fill()

    def _fill(self) -> None:
        for name in RESIDENTS:
            self.agent(f"{name}_Agent", OLD.format(id=f"{name}_Agent", what=name, directory=f"nex/src/{name.lower()}"))
        creator = OLD.format(id="AgentCreator_Agent", what="agentes", directory="projects")
        self.agent("AgentCreator_Agent", creator)
        self.write("projects/develop/agents/Entity_Agent/memory/context.md", "Contexto\n")
        (self.old("Entity_Agent") / "logo.bin").write_bytes(bytes(range(256)))
        (self.old("Docs_Agent") / "link.md").symlink_to("persona.md")
        text = (self.old("Mapper_Agent") / "agent.yaml").read_text().replace("1.0   #", "'1.4' #").replace("\n", "\r\n")
        (self.old("Mapper_Agent") / "agent.yaml").write_bytes(text.encode())
        (self.old("Test_Agent") / "state.json").write_text('{"conversation_history":[],"mood":"calm"}')
        (self.old("Test_Agent") / "run.sh").write_text("#!/bin/sh\n")
        (self.old("Test_Agent") / "run.sh").chmod(0o755)
        (self.old("Review_Agent") / "state.json").write_text("{broken")

    @property
    def home(self) -> Home:
        """The home, found as a server finds it."""
        return find_home(self.home_path, environment={"HOME": str(self.path)}, cwd=None, data=self.path / "data")

    def write(self, name: str, text: str) -> Path:
        """A file of the home."""
        file = self.home_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    def agent(self, id: str, manifest: str) -> None:
        """An agent in the old place."""
        folder = f"projects/develop/agents/{id}"
        self.write(f"{folder}/agent.yaml", manifest)
        self.write(f"{folder}/persona.md", f"# {id}\n\nVocê é {{{{agent_id}}}}.\n")
        self.write(f"{folder}/state.json", '{\n  "conversation_history": [],\n  "last_modified": null\n}\n')

    def old(self, id: str) -> Path:
        """The old folder of an agent."""
        return self.home_path / "projects/develop/agents" / id

    def new(self, id: str) -> Path:
        """The new folder of an agent."""
        return self.home_path / "projects/develop/nex/agents" / id

    @property
    def hash(self) -> str:
        """Everything in the home but the backups."""
        return tree_hash(self.home_path / "projects") + tree_hash(self.home_path / "config")


def quick() -> Path:
    """A new folder in memory, where the system has such a place; whoever takes it removes it."""
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    return Path(tempfile.mkdtemp(prefix="aule-test-", dir=memory)).resolve()


def carry_out(home: Home, around: Callable[[str], None] = lambda moment: None) -> Done:
    """Migrate a home as its manifests suggest, or go on with that."""
    wanted = plan(home, suggested(projects_in(home)), skip=on_the_way(home))
    return migrate(wanted, boot.ambient(), around=around)


class Died(BaseException):
    """The process would be gone here."""


def dying_at(count: int) -> Callable[[str], None]:
    """Die at so many-th moment around the lines of the journal."""
    left: JsonObject = {"moments": count}

    def around(moment: str) -> None:
        left["moments"] -= 1
        if left["moments"] < 0:
            raise Died(moment)

    return around


def killed_at(count: int) -> Callable[[str], None]:
    """Be killed at so many-th moment."""
    stop = dying_at(count)

    def around(moment: str) -> None:
        try:
            stop(moment)
        except Died:
            os.kill(os.getpid(), signal.SIGKILL)

    return around


if __name__ == "__main__":
    where = Path(sys.argv[1])
    found = find_home(where / "conductor", environment={"HOME": str(where)}, cwd=None, data=where / "data")
    if sys.argv[2] == "after":
        signal.signal(signal.SIGALRM, signal.SIG_DFL)  # no handler runs: the process is simply gone
        signal.setitimer(signal.ITIMER_REAL, float(sys.argv[3]))
        carry_out(found)
    else:
        carry_out(found, killed_at(int(sys.argv[2])))
