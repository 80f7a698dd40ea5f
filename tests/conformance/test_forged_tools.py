"""Tools made here are kept, called, edited, revoked and brought back the same on every database."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.apps.forge.drafts import BASE64, words
from tests.kernel.garden import allow_all

from aule.apps.forge import queries
from aule.contracts.errors import UnknownCapability
from aule.testing.system import system

pytestmark = [pytest.mark.anyio, pytest.mark.xdist_group("postgres")]


async def test_the_same_story_of_a_tool_on_every_database(tmp_path: Path, url: str) -> None:
    """TL-11: made, called, edited, revoked, undone, and known again after a restart."""
    async with system(tmp_path / "home", database_url=url) as aule:
        await allow_all(aule)
        await aule.kernel.call("forge.create_tool", {"name": "to_base64", "tool": BASE64})
        assert (await aule.kernel.call("tool.to_base64", {"text": "a"})).result.data == "YQ=="
        edited = {**BASE64, "title": words("Edited")}
        await aule.kernel.call("forge.edit_tool", {"name": "to_base64", "tool": edited})
        assert [each.version for each in await queries.versions(aule.kernel.database, "to_base64")] == [2, 1]
        gone = await aule.kernel.call("forge.revoke_tool", {"name": "to_base64"})
        with pytest.raises(UnknownCapability):
            await aule.kernel.call("tool.to_base64", {"text": "a"})
        await aule.kernel.undo(f"change:{gone.result.changes[0]}")
    async with system(tmp_path / "home", database_url=url) as aule:
        assert aule.kernel.registry.get("tool.to_base64").title == "Edited"
        assert (await aule.kernel.call("tool.to_base64", {"text": "b"})).result.data == "Yg=="
