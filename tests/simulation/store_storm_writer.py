"""One writer of the store storm: `python -m tests.simulation.store_storm_writer HOME NAME WRITES SEED URL`.

It has a data directory of its own and shares the database with other processes, all of which change the same rows and
documents. What it is about to write, and what became of it, it notes in a file that survives its death.
"""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

from aule.apps.school.entities import Aluno
from aule.contracts.plans.views import PlanEdit
from aule.contracts.talk.memory import Layer, MemoryItem, MemoryKind
from aule.kernel.capabilities.gate.owner_confirmation import ByHand
from aule.testing.system import System, system
from tests.apps.school.sample import PROVAS, SEVENTH, sample_id
from tests.simulation.storm import Notes, order

AT_ONCE = 4
"""Writes one process has under way at the same time."""
SLOTS = 2
"""Places of its own that each process has in everything that is shared."""
PLAN = "plano-da-tempestade"
DAYS = ("2026-11-09", "2026-11-10")
PRESENCE = ("presente", "falta", "falta_justificada")
NAMES = 400
"""Names under which workflows are made, so that some are wanted twice."""


def mark(key: str) -> float:
    """The mark that stands for a write."""
    life, number = order(key)
    return (life * 37 + number) % 101 / 10


def presence(key: str) -> str:
    """The presence that stands for a write."""
    return PRESENCE[order(key)[1] % 3]


def value(key: str) -> int:
    """The value of a key result that stands for a write."""
    life, number = order(key)
    return life * 100_000 + number


def document(id: str, title: str) -> str:
    """A workflow that does little."""
    return f"id: {id}\ntitle: '{title}'\nsteps:\n  - {{id: look, capability: core.list_notes}}\n"


class Writer:
    """Changes rows and documents in every way there is."""

    def __init__(self, aule: System, name: str, home: Path, dice: random.Random) -> None:
        self._kernel, self._name, self._dice = aule.kernel, name, dice
        self._number = int(name.partition(".")[0].removeprefix("w"))
        self._notes = Notes(home / "notes.tsv")
        self._slots = [asyncio.Lock() for _ in range(SLOTS)]
        self._kinds: list[Callable[[str], Awaitable[None]]] = [
            self._key_result,
            self._check_in,
            self._mark,
            self._presence,
            self._make_workflow,
            self._workflow,
            self._schedule,
            self._agent,
            self._project,
            self._remember,
            self._memory,
            self._plan,
            self._settings,
        ]

    async def write(self, number: int) -> None:
        """Make one write, of a kind that chance chooses."""
        await self._dice.choice(self._kinds)(f"{self._name}.{number}")

    async def _key_result(self, key: str) -> None:
        wish = {"title": key, "objective_id": "obj-1", "target_value": 100}
        await self._tried("key result", "kr", key, partial(self._call, "atlas.create_key_result", wish))

    async def _check_in(self, key: str) -> None:
        """Each month of the one key result belongs to one writer."""
        slot = self._slot()
        month = f"2026-{1 + self._number * SLOTS + slot:02}"
        async with self._slots[slot]:
            wish = {"kr_id": "kr-1", "value": value(key), "period": month}
            await self._tried("check-in", month, key, partial(self._call, "atlas.check_in", wish))

    async def _mark(self, key: str) -> None:
        slot = self._slot()
        student = sample_id(Aluno, self._number * SLOTS + slot)
        async with self._slots[slot]:
            wish = {"avaliacao_id": PROVAS[0], "notas": [{"aluno_id": student, "valor": mark(key)}]}
            await self._tried("mark", student, key, partial(self._call, "school.lancar_notas", wish))

    async def _presence(self, key: str) -> None:
        slot = self._slot()
        student = sample_id(Aluno, self._number * SLOTS + slot)
        async with self._slots[slot]:
            came = [{"aluno_id": student, "presenca": presence(key)}]
            wish = {"turma_id": SEVENTH, "data": DAYS[0], "presencas": came}
            await self._tried("presence", student, key, partial(self._call, "school.registrar_frequencia", wish))

    async def _make_workflow(self, key: str) -> None:
        id = f"made-{self._dice.randrange(NAMES)}"
        library = self._kernel.library
        workflow = await library.read(document(id, key))
        await self._tried("workflow made", id, key, partial(library.save, workflow, expected=None))

    async def _workflow(self, key: str) -> None:
        found = await self._kernel.library.workflows.get("count")
        following = found.model_copy(update={"title": f"{int(found.title) + 1}"})
        await self._tried(
            "workflow", "count", key, partial(self._kernel.library.save, following, expected=found.version)
        )

    async def _schedule(self, key: str) -> None:
        [view] = (await self._kernel.schedules.kept.list()).items
        following = view.schedule.model_copy(update={"prompt": f"{int(view.schedule.prompt or '0') + 1}"})
        saving = partial(self._kernel.schedules.save, following, expected=view.schedule.version)
        await self._tried("schedule", "count", key, saving)

    async def _agent(self, key: str) -> None:
        found = await self._kernel.documents.agent_registry.get("counter")
        following = found.model_copy(update={"description": f"{int(found.description) + 1}"})
        saving = partial(self._kernel.documents.save_agent, following, expected=found.version)
        await self._tried("agent", "count", key, saving)

    async def _project(self, key: str) -> None:
        found = await self._kernel.projects.get("counter")
        following = found.model_copy(update={"description": f"{int(found.description) + 1}"})
        saving = partial(self._kernel.documents.save_project, following, expected=found.version)
        await self._tried("project", "count", key, saving)

    async def _remember(self, key: str) -> None:
        item = await self._kernel.memories.get("counter")
        new = item.model_copy(update={"id": f"mem_{key}", "content": key, "version": 1})
        await self._tried("memory made", "memory", key, partial(self._kernel.documents.add_memory, new))

    async def _memory(self, key: str) -> None:
        found = await self._kernel.memories.get("counter")
        following = found.model_copy(update={"content": f"{int(found.content) + 1}"})
        saving = partial(self._kernel.documents.save_memory, following, expected=found.version)
        await self._tried("memory", "count", key, saving)

    async def _plan(self, key: str) -> None:
        """Each step of the one plan belongs to one writer; what others change in other steps is taken in."""
        slot = self._slot()
        step = f"{1 + self._number * SLOTS + slot}"
        async with self._slots[slot]:
            seen = (await self._kernel.plans.get(PLAN)).plan.version
            edit = PlanEdit(op="set", path=f"steps.{step}.description", value=key)
            await self._tried("plan", step, key, partial(self._kernel.plans.edit, PLAN, [edit], expected=seen))

    async def _settings(self, key: str) -> None:
        """The settings of this process's own directory, which only its own calls write."""
        file = self._kernel.settings
        tag, found = file.etag(), file.read()
        name = f"{int(found.appearance.name or '0') + 1}"
        following = found.model_copy(update={"appearance": found.appearance.model_copy(update={"name": name})})
        await asyncio.sleep(0)
        saving = partial(self._kernel.save_settings, following, expected=tag)
        await self._tried("settings", f"{self._number}", key, saving)

    def _slot(self) -> int:
        return self._dice.randrange(SLOTS)

    async def _tried(self, kind: str, place: str, key: str, write: Callable[[], Awaitable[Any]]) -> None:
        await self._notes.tried(kind, place, key, write)

    async def _call(self, capability: str, params: dict[str, Any]) -> None:
        await self._kernel.call(capability, params, locale="en", by_hand=ByHand())


async def prepare(aule: System, folder: Path, steps: int) -> None:
    """Make what all writers change."""
    from tests.apps.school.sample import lay, seventh  # only who prepares needs it

    kernel = aule.kernel
    call = partial(kernel.call, locale="en", by_hand=ByHand())
    await call("atlas.create_company", {"name": "ACME"})
    await call("atlas.create_cycle", {"name": "2026", "period_start": "2026-01-01", "period_end": "2026-12-31"})
    await call("atlas.create_pillar", {"name": "Finance"})
    await call("atlas.create_objective", {"title": "Grow", "pillar_id": "pil-1"})
    await call("atlas.create_key_result", {"title": "Revenue", "objective_id": "obj-1", "target_value": 1_000_000})
    await lay(kernel.database, seventh())
    await kernel.library.save(await kernel.library.read(document("count", "0")), expected=None)
    await kernel.schedules.create(_schedule())
    assistant = await kernel.documents.agent_registry.get("assistant")
    counter = {"id": "counter", "name": "Counter", "description": "0", "builtin": False, "app": None}
    await kernel.documents.save_agent(assistant.model_copy(update=counter), expected=None)
    (folder / "project").mkdir(exist_ok=True)
    await kernel.documents.create_project("Counter", root=str(folder / "project"), description="0")
    await kernel.documents.add_memory(_memory())
    await kernel.plans.keep(_plan(steps), "counter")


def _schedule() -> Any:
    from aule.contracts.runs.schedule import Schedule

    return Schedule(id="", project="home", prompt="0", interval_s=86_400 * 365, created_at="", updated_at="")


def _memory() -> MemoryItem:
    return MemoryItem(
        id="counter",
        layer=Layer.LONG_TERM,
        scope="user",
        kind=MemoryKind.FACT,
        content="0",
        source="user",
        trust="user",
        created_at="2026-11-17T00:00:00.000Z",
    )


def _plan(steps: int) -> dict[str, Any]:
    made = [
        {
            "id": f"{number}",
            "title": f"Write note {number}",
            "description": "start",
            "call": {"capability": "core.create_note", "params": {"title": f"Note {number}", "text": "hello"}},
            "dependencies": [],
            "validation": f"The file of note {number} exists.",
            "rationale": "It was asked for.",
        }
        for number in range(1, steps + 1)
    ]
    whole = {"id": PLAN, "title": "Notes", "goal": "There are notes.", "language": "en", "steps": made}
    return {**whole, "successCriteria": ["The notes exist."]}


async def main(home: Path, name: str, writes: int, seed: int, url: str) -> None:
    """Clear up what an earlier life left, then write."""
    async with system(home, database_url=url) as aule:
        writer = Writer(aule, name, home, random.Random(seed))
        numbers = iter(range(writes))

        async def work() -> None:
            for number in numbers:
                await writer.write(number)

        await asyncio.gather(*(work() for _ in range(AT_ONCE)))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5]))
