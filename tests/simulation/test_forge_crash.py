"""A process that dies while a tool is made, edited or revoked: at every commit, row, versions and registry agree."""

from __future__ import annotations

from pathlib import Path

from aule.apps.forge import queries
from aule.testing.system import system
from tests.apps.forge.drafts import BASE64, words
from tests.kernel.garden import allow_all
from tests.simulation.engine_moments import Album, Hasty, connecting, photographed
from tests.simulation.engine_storm import prepare


async def test_dying_while_a_tool_is_made_edited_or_revoked_leaves_it_whole(tmp_path: Path) -> None:
    """TL-11, K-7: kill -9 at each commit; afterwards it is as before the step or as after it, and can be called."""
    site = await prepare(tmp_path)
    album = Album(site.home, tmp_path / "pictures")
    with photographed(album):
        await _story(site.home)
    assert len(album.pictures) >= 6
    seen: set[tuple[str, int]] = set()
    for picture in album.pictures:
        with connecting(Hasty):
            seen.add(await _look(site.restore(picture), picture.name))
    assert seen == {("none", 0), ("active", 1), ("active", 2), ("revoked", 2)}


async def _story(home: Path) -> None:
    async with system(home) as aule:
        await allow_all(aule)
        await aule.kernel.call("forge.create_tool", {"name": "to_base64", "tool": BASE64})
        edited = {**BASE64, "title": words("Edited")}
        await aule.kernel.call("forge.edit_tool", {"name": "to_base64", "tool": edited})
        await aule.kernel.call("forge.revoke_tool", {"name": "to_base64"})


async def _look(home: Path, moment: str) -> tuple[str, int]:
    """Return how a tool stands after a restart; what is on record of it has to agree."""
    async with system(home) as aule:
        await aule.kernel.loads.load("forge")
        row = await queries.row(aule.kernel.database, "to_base64")
        versions = await queries.versions(aule.kernel.database, "to_base64")
        is_offered = "tool.to_base64" in [each.name for each in aule.kernel.capabilities()]
        if row is None:
            assert (versions, is_offered) == ([], False), moment
            return "none", 0
        assert [each.version for each in versions] == list(range(row["version"], 0, -1)), moment
        assert is_offered == (row["status"] == "active"), moment
        if is_offered:
            called = await aule.kernel.call("tool.to_base64", {"text": "a"})
            assert called.result.data == "YQ==", moment
        return row["status"], row["version"]
