"""A project that needs a package, and a system that may reach a registry on this machine."""

from __future__ import annotations

from pathlib import Path

from tests.apps.registries.npm import Npm

from aule.contracts.access.approval import Approval
from aule.contracts.runs.run import Run, RunStatus
from aule.contracts.settings import OwnRegistry
from aule.testing.system import System

PACKAGE = """{
  "name": "soma", "version": "1.0.0",
  "scripts": {"test": "node --test"}, "dependencies": {"small-sum": "1.0.0"}
}
"""
CODE = 'const sum = require("small-sum");\nmodule.exports = (...numbers) => sum(numbers);\n'
TEST = """const test = require("node:test");
const assert = require("node:assert");
const soma = require("../index.js");
test("soma três números", () => assert.strictEqual(soma(1, 2, 3), 6));
"""


def name_registry(aule: System, npm: Npm) -> None:
    """Let the owner name the registry of this machine in the settings."""
    now = aule.kernel.settings.current()
    own = {"here": OwnRegistry(kind="npm", url=npm.url)}
    aule.kernel.settings.write(now.model_copy(update={"registries": own}))


async def settled(aule: System, run: Run) -> tuple[Run, list[Approval]]:
    """Say yes to all that a run asks, and give what it asked."""
    cards: list[Approval] = []
    while run.status is RunStatus.WAITING:
        cards.append(await aule.pending())
        run = await aule.decide()
    return run, cards


def files_of(root: Path) -> dict[str, bytes]:
    """Every file of a project but those of packages, which installing makes again."""
    paths = [path for path in sorted(root.rglob("*")) if path.is_file()]
    named = {path.relative_to(root).as_posix(): path for path in paths}
    return {name: path.read_bytes() for name, path in named.items() if not name.startswith("node_modules/")}
