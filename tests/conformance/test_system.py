"""The whole system on each database: ask, approve, stop, undo, start again."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import Connection, text
from tests.conformance.test_schema import with_connection
from tests.conformance.world import contents, opened, replay
from tests.stores.former_rows import pack

from aule.contracts.runs.run import RunStatus
from aule.stores.log.events import Events
from aule.stores.migrations import config
from aule.testing import call, say
from aule.testing.system import system

pytestmark = pytest.mark.xdist_group("postgres")


async def test_the_same_story_on_every_database(tmp_path: Path, url: str, another_url: str) -> None:
    """K-9: what waits survives a restart, is done once, is undone, and the tables equal a replay."""
    home = tmp_path / "home"
    wish = call("core.write_file", {"path": "a.txt", "content": "hello\n"})
    async with system(home, wish, database_url=url) as aule:
        run = await aule.ask("write hello")
        assert run.status is RunStatus.WAITING
    async with system(home, say("Written."), database_url=url) as aule:
        run = await aule.decide()
        assert (run.status, (aule.workspace / "a.txt").read_text()) == (RunStatus.DONE, "hello\n")
        assert [message.content for message in await aule.messages(run)] == ["write hello", "Written."]
        await aule.kernel.undo(f"run:{run.id}")
        assert not (aule.workspace / "a.txt").exists()
    async with opened(url) as told, opened(another_url) as retold:
        await replay(await Events(told).read(0), retold)
        assert await contents(retold) == await contents(told)


async def test_what_the_version_before_changed_can_be_undone(tmp_path: Path, url: str) -> None:
    """K-8: a store whose rows were packed is upgraded, and a change made before that is taken back."""
    home = tmp_path / "home"
    wish = call("core.write_file", {"path": "a.txt", "content": "hello\n"})
    async with system(home, wish, say("Written."), database_url=url) as aule:
        await aule.ask("write hello")
        run = await aule.decide()
    await with_connection(url, _make_former)
    async with system(home, database_url=url) as aule:
        await aule.kernel.undo(f"run:{run.id}")
        assert not (aule.workspace / "a.txt").exists()


def _make_former(connection: Connection) -> None:
    """Store the log as the version before did: facts of one commit in its form, and packed where it packed them."""
    command.downgrade(config(connection), "0007")
    if connection.dialect.name == "sqlite":
        rows = connection.execute(text("SELECT seq, data FROM events")).fetchall()
        packed = [{"seq": seq, "data": pack(data.encode())} for seq, data in rows]
        connection.execute(text("UPDATE events SET data = :data WHERE seq = :seq"), packed)
