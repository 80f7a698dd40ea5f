"""Generations: the log of a system with runs that wait, as each version of auleOS wrote it, line by line.

`python -m tests.compat.generations NAME` adds one, written by the code as it is now. Those that are there are never
written again: they stand for data that people have.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
import tempfile
from base64 import b64decode
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine
from tests.compat.stories import STORIES, finish, leave, trade

from aule.stores.home.directory import Home
from aule.stores.migrations import upgrade
from aule.stores.migrations.replay import replay_log
from aule.stores.tables import HEAD
from aule.testing.system import system

FOLDER = Path(__file__).parent / "generations"
COLUMNS = ("seq", "ts", "topic", "type", "session_id", "run", "data")
_HERE = "{home}"
"""Stands in a stored log where the data directory was."""


def names() -> list[str]:
    """The generations there are."""
    return sorted(path.stem for path in FOLDER.glob("*.jsonl"))


def load(name: str, home: Path) -> dict[str, Any]:
    """Make a data directory as that version left it; gives what its runs have to come to."""
    head, *rows = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    about: dict[str, Any] = json.loads(head)
    Home(home).prepare()
    path = Home(home).database
    engine = create_engine("sqlite://", creator=lambda: sqlite3.connect(path, isolation_level=None))
    marks = ", ".join(f":{column}" for column in COLUMNS)
    statement = f"INSERT INTO events ({', '.join(COLUMNS)}) VALUES ({marks})"
    kept: dict[str, Any] = about.get("graphs", {})
    with engine.begin() as connection:
        upgrade(connection, about["schema"])
        for number, line in enumerate(rows, 1):
            row = {"seq": number, **json.loads(line)}  # at first, each event was a row and so had the next number
            connection.exec_driver_sql(statement, {**row, "data": _stored(row, home)})
        for name, graph in kept.items():
            values = {"hash": name, "graph": json.dumps(graph, ensure_ascii=False)}
            connection.exec_driver_sql("INSERT INTO graphs (hash, graph) VALUES (:hash, :graph)", values)
        if about["schema"] == HEAD:  # an older one is replayed when the system opens it
            replay_log(connection)
    engine.dispose()
    return about["ends"]


async def write(name: str) -> Path:
    """Add a generation: leave every story where it waits, keep the log, then see how each of them ends."""
    into = FOLDER / f"{name}.jsonl"
    if into.exists():
        raise SystemExit(f"{name!r} is there already: stored data is not written again")
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        async with system(home, apps=[trade()]) as aule:
            for story in STORIES:
                await leave(aule, story)
            rows = _rows(aule.home.database, home)  # while it is up: as if it had died here
            about = {"version": name, "schema": HEAD, "graphs": _graphs(aule.home.database)}
        _keep(into, {**about, "ends": {}}, rows)
        load(name, Path(folder) / "again")
        async with system(Path(folder) / "again", apps=[trade()]) as aule:
            ends = {story: await finish(aule, story) for story in STORIES}
        _keep(into, {**about, "ends": ends}, rows)
    return into


def _stored(row: dict[str, Any], home: Path) -> str | bytes:
    """What stands in a row of the log. Some versions stored rows as packed bytes."""
    if "packed" in row:
        return b64decode(row.pop("packed"))
    data = json.dumps(row["data"], ensure_ascii=False, separators=(",", ":"))
    return data.replace(_HERE, str(home))


def _rows(database: Path, home: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as connection:
        rows = connection.execute(f"SELECT {', '.join(COLUMNS)} FROM events ORDER BY seq").fetchall()
    return [_kept(dict(zip(COLUMNS, row, strict=True)), home) for row in rows]


def _kept(row: dict[str, Any], home: Path) -> str:
    """A row as a line."""
    return json.dumps({**row, "data": json.loads(row["data"])}, ensure_ascii=False).replace(str(home), _HERE)


def _graphs(database: Path) -> dict[str, Any]:
    """The graphs that the log only names."""
    with closing(sqlite3.connect(database)) as connection:
        return {name: json.loads(graph) for name, graph in connection.execute("SELECT hash, graph FROM graphs")}


def _keep(into: Path, about: dict[str, Any], rows: list[str]) -> None:
    into.parent.mkdir(exist_ok=True)
    into.write_text("\n".join([json.dumps(about), *rows]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    print(asyncio.run(write(sys.argv[1])))
