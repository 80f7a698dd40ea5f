"""What the tests of shelves share: a project with a folder, a store, and an editor who knows nothing of locks."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.conformance.world import TS, journal_on, opened

from aule.ambient import ambient as real_ambient
from aule.contracts.ambient import Ambient
from aule.contracts.events.facts import Event
from aule.contracts.plans.plan import Plan, PlanStep
from aule.kernel.journal import Journal
from aule.kernel.plans.database_plan_store import DatabasePlanStore
from aule.kernel.plans.file_plan_store import FilePlanStore
from aule.stores.home.plan_files import PlanFiles

ID = "abc123"


@dataclass(frozen=True)
class Desk:
    """One process's view of a project: its own store, and the folder that it shares."""

    root: Path
    journal: Journal
    files: FilePlanStore
    store: DatabasePlanStore

    @property
    def plans(self) -> Path:
        """The folder of the plan files."""
        return self.root / ".aule" / "plans"

    @property
    def path(self) -> Path:
        """The file of the plan."""
        return self.plans / f"plan-{ID}.json"

    def document(self) -> dict[str, Any]:
        """What the file says."""
        return json.loads(self.path.read_bytes())

    def save(self, change: Callable[[dict[str, Any]], Any]) -> None:
        """Edit the file as an editor does: read it, change it, put another one in its place."""
        document = self.document()
        change(document)
        self.save_bytes(json.dumps(document, ensure_ascii=False, indent=4).encode())

    def save_bytes(self, content: bytes) -> None:
        """Put other bytes in the place of the file."""
        other = self.path.with_suffix(".swp")
        other.write_bytes(content)
        os.replace(other, self.path)

    def log(self) -> list[dict[str, Any]]:
        """The lines of the plan's log."""
        path = self.plans / "history" / f"plan-{ID}.log.jsonl"
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]

    def history(self) -> list[int]:
        """The versions in the plan's history."""
        folder = self.plans / "history" / f"plan-{ID}"
        return sorted(int(path.stem[1:]) for path in folder.glob("v*.json"))

    async def events(self, type: str) -> list[Event]:
        """The events of a type."""
        return await self.journal.read(types=[type])


@asynccontextmanager
async def desk(root: Path, database: Path, *, ambient: Ambient | None = None) -> AsyncGenerator[Desk]:
    """A project's folder and a store, as one process has them."""
    around = ambient or real_ambient()
    os.makedirs(root, exist_ok=True)
    async with opened(f"sqlite:///{database}") as store, journal_on(store) as journal:
        files = FilePlanStore("shop", PlanFiles(root), journal, around, {})
        yield Desk(root, journal, files, DatabasePlanStore("home", journal, around))


def a_plan(**more: Any) -> Plan:
    """A plan of four steps."""
    steps = [
        PlanStep(id=str(n), title=f"Step {n}", description=f"Do thing {n} in the folder", validation="It is there")
        for n in range(1, 5)
    ]
    given: dict[str, Any] = {"id": ID, "title": "Add sign-in", "goal": "People sign in", "project": "shop"}
    given |= {"created_at": TS, "updated_at": TS, "steps": steps, "success_criteria": ["401 without a token"]}
    return Plan(**{**given, **more})


def with_step(plan: Plan, id: str, **update: Any) -> Plan:
    """A plan with one step changed."""
    steps = [step.model_copy(update=update) if step.id == id else step for step in plan.steps]
    return plan.model_copy(update={"steps": steps})
