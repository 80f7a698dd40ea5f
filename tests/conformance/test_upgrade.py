"""A store an older version wrote is upgraded with all its data, or left exactly as it was."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Connection, func, select, text
from tests.conformance.test_schema import shape, with_connection
from tests.conformance.world import (
    DAY,
    TS,
    a_change,
    a_conversation,
    a_memory,
    a_message,
    a_run,
    contents,
    opened,
    replay,
)

from aule.contracts.errors import Corrupt
from aule.contracts.events.facts import (
    ChangeRecorded,
    ChangeUndone,
    ConversationDeleted,
    ConversationOpened,
    Fact,
    MemorySaved,
    MessageAdded,
    ProjectSaved,
    RunStarted,
    StepStarted,
    topic_of,
)
from aule.contracts.events.steps import RunPlanned, StepCompleted
from aule.contracts.project import Project
from aule.contracts.runs.graph import Graph, Step, StepKind
from aule.stores.log.events import Events
from aule.stores.log.projections import Entry
from aule.stores.migrations import config, upgrade
from aule.stores.migrations.replay import BATCH
from aule.stores.repositories.changes import Changes, Wanted
from aule.stores.repositories.conversations import Conversations
from aule.stores.repositories.projects import Projects
from aule.stores.tables import messages

pytestmark = pytest.mark.xdist_group("postgres")

NEWER = {"project": {"description", "instructions", "agent"}, "change": {"project"}}
"""Fields that documents of the first version did not have."""

STORY: list[Fact] = [
    ProjectSaved(project=Project(id="home", name="Home", root="/home/ana", created_at=TS)),
    RunStarted(started=a_run(session_id="con_1")),
    ConversationOpened(conversation=a_conversation("con_1", title="Férias")),
    MessageAdded(message=a_message("msg_1", run="run_1")),
    ConversationOpened(conversation=a_conversation("con_2", title="Apagada")),
    MessageAdded(message=a_message("msg_2", conversation="con_2")),
    ConversationDeleted(conversation="con_2"),
    MemorySaved(item=a_memory()),
    ChangeRecorded(change=a_change("chg_1", title="Write Relatório.md")),
    ChangeRecorded(change=a_change("chg_2", entity="memory:mem_1", op="remember", title="Café", project=None)),
    ChangeUndone(change="chg_1", undone_by="chg_3"),
]


async def test_a_store_of_the_first_version_gets_its_new_tables_from_its_log(url: str, another_url: str) -> None:
    """K-9: after an upgrade the tables are what a replay of the log gives."""
    await write_first_version(url, STORY)
    async with opened(url) as upgraded, opened(another_url) as fresh:
        await replay(await Events(upgraded).read(0), fresh)
        tables, expected = await contents(upgraded), await contents(fresh)
        assert len(tables.pop("events")) == len(expected.pop("events")) == len(STORY)
        assert tables == expected
        changes = Changes(upgraded)
        assert [change.id for change in (await changes.list(Wanted(project="home"))).items] == ["chg_1"]
        assert [change.id for change in (await changes.list(Wanted(kind="memory"))).items] == ["chg_2"]
        assert [change.id for change in (await changes.list(Wanted(words="RELATORIO write"))).items] == ["chg_1"]
        assert (await changes.get("chg_1")).undone_by == "chg_3"
        assert [talk.id for talk in (await Conversations(upgraded).list()).items] == ["con_1"]
        [summary] = (await Projects(upgraded).summaries(now=TS)).items
        assert (summary.project.instructions, summary.conversations) == ("", 1)
    assert await with_connection(url, shape) == await with_connection(another_url, shape)


async def test_a_long_log_is_replayed_piece_by_piece(url: str) -> None:
    said = [a_message(f"msg_{number:04d}", content=str(number)) for number in range(2 * BATCH + 1)]
    await write_first_version(url, [*STORY, *(MessageAdded(message=message) for message in said)])
    async with opened(url) as upgraded:
        page = await Conversations(upgraded).messages("con_1", limit=2)
        assert page.items == said[-2:]
        count = await upgraded.fetch(select(func.count()).select_from(messages))
        assert count == [(len(said) + 2,)]


async def test_a_log_that_cannot_be_read_stops_the_upgrade_and_changes_nothing(url: str) -> None:
    await write_first_version(url, STORY)
    broken = text("UPDATE events SET data = '{}' WHERE seq = (SELECT MAX(seq) FROM events)")
    await with_connection(url, lambda connection: connection.execute(broken))
    before = await with_connection(url, everything)
    for _ in range(2):
        with pytest.raises(Corrupt, match="not upgraded"):
            async with opened(url):
                pass
        assert await with_connection(url, everything) == before


async def test_an_upgraded_file_is_backed_up_first(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'aule.db'}"
    await write_first_version(url, STORY)
    before = await with_connection(url, everything)
    async with opened(url):
        pass
    [backup] = (tmp_path / "backups").iterdir()
    assert await with_connection(f"sqlite:///{backup}", everything) == before


async def write_first_version(url: str, story: Sequence[Fact]) -> None:
    """A store as the first version left it: its schema, its events, and rows in a table."""
    await with_connection(url, lambda connection: upgrade(connection, "0001"))
    await with_connection(url, lambda connection: _write(connection, story))


def _write(connection: Connection, story: Sequence[Fact]) -> None:
    columns = "ts, topic, type, session_id, run, data"
    statement = text(f"INSERT INTO events ({columns}) VALUES (:ts, :topic, :type, :session_id, :run, :data)")
    for fact in story:
        session = "con_1" if fact.type.startswith("change") else None
        row = {"ts": TS, "topic": topic_of(fact), "type": fact.type, "session_id": session, "run": "run_1"}
        connection.execute(statement, {**row, "data": json.dumps(_as_first_written(fact))})
    connection.execute(text("INSERT INTO projects VALUES ('home', 'Home', '2026', '{}')"))


def _as_first_written(fact: Fact) -> dict[str, Any]:
    data = fact.model_dump(mode="json")
    for noun, fields in NEWER.items():
        if isinstance(document := data.get(noun), dict):
            for field in fields:
                document.pop(field, None)
    return data


def everything(connection: Connection) -> dict[str, Any]:
    """The shape of a store and every row of the tables of the first version."""
    rows = {
        name: sorted(map(tuple, connection.execute(text(f"SELECT * FROM {name}"))))
        for name in ("events", "projects", "changes", "conversations", "messages", "alembic_version")
    }
    return {"shape": shape(connection), **rows}


async def test_the_way_back_leaves_nothing_in_the_way_of_the_next_upgrade(url: str) -> None:
    async with opened(url):
        pass
    whole = await with_connection(url, shape)
    await with_connection(url, lambda connection: command.downgrade(config(connection), "0001"))
    await with_connection(url, upgrade)
    assert await with_connection(url, shape) == whole


async def test_plain_rows_go_back_to_their_former_form_and_come_again(url: str) -> None:
    """K-9: on the way back facts share rows as they did before, and another upgrade gives the same log and tables."""
    graph = Graph(nodes=[Step(id="look", kind=StepKind.CONDITION, when="true")])
    course: list[Fact] = [RunPlanned(graph=graph), StepStarted(step="look", attempt=1), StepCompleted(step="look")]
    entries = [Entry(fact, f"{DAY}T10:00:0{number // 2}.000Z", "run_1") for number, fact in enumerate(course)]
    begun = [Entry(RunStarted(started=a_run()), TS, "run_1"), *entries, Entry(STORY[3], TS)]
    async with opened(url) as database:
        for commit in (begun, entries[:1], entries[1:], entries * 40):
            async with database.transaction() as transaction:
                await transaction.append(commit)
        log, tables = await Events(database).read(0), await contents(database)
    await with_connection(url, lambda connection: command.downgrade(config(connection), "0007"))
    former = await with_connection(url, lambda connection: connection.execute(text(_LOG)).fetchall())
    assert [data.partition("[")[0] for type_, data in former if type_ == "many"] == [
        '{"graphs":',
        '{"graphs":',
        '{"at":',
        '{"graphs":',
    ]
    assert "run.planned" not in {type_ for type_, _ in former}
    async with opened(url) as database:
        assert await Events(database).read(0) == log
        assert await contents(database) == tables


_LOG = "SELECT type, data FROM events ORDER BY seq"
