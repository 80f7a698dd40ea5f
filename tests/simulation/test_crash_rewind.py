"""Dying while words are said anew leaves the old ones or the new ones, never both and never neither."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from aule.contracts.runs.run import RunStatus
from aule.stores.log.events import Events
from aule.stores.repositories.runs import Which
from aule.testing import ScriptedModel
from aule.testing.system import system
from tests.conformance.world import contents, opened, replay
from tests.processes.nursery import nursery

MOMENTS = 5
"""Before and after the transaction that matters, and a few of the answer's own."""


@pytest.mark.parametrize("moment", range(1, MOMENTS + 1))
async def test_dying_around_the_rewind_leaves_the_old_words_or_the_new_ones(tmp_path: Path, moment: int) -> None:
    """K-7, OS-8: setting aside and asking anew are one transaction."""
    child = await asyncio.to_thread(
        nursery().run, str(tmp_path / "home"), str(moment), module="tests.simulation.rewind_child"
    )
    assert child.code == 137, child.err
    async with system(tmp_path / "home", model=ScriptedModel()) as aule:
        [talk] = (await aule.kernel.conversations.list()).items
        said = (await aule.kernel.conversations.messages(talk.id)).items
        mine = [message.content for message in said if message.role == "user"]
        assert mine in (["Hello", "write"], ["Hello", "do not write"])
        waiting = (await aule.kernel.runs.list(Which(status=RunStatus.WAITING))).items
        asked = await aule.kernel.approvals.pending()
        assert (len(waiting), len(asked)) == ((1, 1) if mine[1] == "write" else (0, 0))
        assert all(
            run.status.is_final or run.status is RunStatus.WAITING for run in await aule.kernel.runs.unfinished()
        )
        assert not (aule.workspace / "a.md").exists()
    async with (
        opened(f"sqlite:///{tmp_path / 'home' / 'aule.db'}") as left,
        opened(f"sqlite:///{tmp_path}/again.db") as again,
    ):
        await replay(await Events(left).read(0), again)
        assert await contents(again) == await contents(left)
