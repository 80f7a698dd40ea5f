"""A process that dies while a plugin is added, updated or removed: it runs what was approved, or nothing."""

from __future__ import annotations

from pathlib import Path

from aule.apps.plugins import queries
from aule.apps.plugins.start import Plugins
from aule.contracts.errors import AuleError
from aule.testing.system import System, system
from tests.apps.plugins.builders import descriptor, saying, zipped
from tests.kernel.garden import allow_all
from tests.simulation.engine_moments import Album, Hasty, connecting, photographed
from tests.simulation.engine_storm import prepare


async def test_dying_while_a_plugin_is_added_updated_or_removed_leaves_it_whole_or_inert(tmp_path: Path) -> None:
    """TL-1, K-7: kill -9 at each commit; afterwards it runs what was approved, or nothing at all, and says why."""
    site = await prepare(tmp_path)
    album = Album(site.home, tmp_path / "pictures")
    with photographed(album):
        await _story(site.home)
    seen: set[tuple[str, object]] = set()
    for picture in album.pictures:
        with connecting(Hasty):
            seen.add(await _look(site.restore(picture), picture.name))
    assert {("none", None), ("enabled", 1), ("enabled", 2)} <= seen
    assert {state for state, _ in seen} <= {"none", "new", "enabled", "changed", "missing"}
    assert {result for state, result in seen if state in ("new", "changed", "missing")} <= {None}


async def _story(home: Path) -> None:
    async with system(home) as aule:
        await allow_all(aule)
        for result, version in (("1", "1.0.0"), ("2", "2.0.0")):
            content = zipped(descriptor(version=version), saying(result))
            artifact = await aule.kernel.uploads.add("plugin.zip", _pieces(content))
            await aule.kernel.call("plugins.add", {"artifact": artifact.id})
        await aule.kernel.call("plugins.remove_plugin", {"name": "echo_it"})


async def _pieces(content: bytes):
    yield content


async def _look(home: Path, moment: str) -> tuple[str, object]:
    """Return how a plugin stands after a restart, and what it gives; only what was approved may run."""
    async with system(home) as aule:
        await aule.kernel.loads.load("plugins")
        own = aule.kernel.part(Plugins)
        found = {each.name: each for each in await own.views(aule.kernel.database, "en")}
        is_offered = "plugin.echo_it" in [each.name for each in aule.kernel.capabilities()]
        approved = await queries.approved(aule.kernel.database, "echo_it")
        assert is_offered == (approved is not None), moment
        result = await _result(aule) if is_offered else None
        if "echo_it" not in found:
            assert result is None, moment
            return "none", None
        if result is not None:
            assert (found["echo_it"].state, found["echo_it"].version) == ("enabled", f"{result}.0.0"), moment
        return found["echo_it"].state, result


async def _result(aule: System) -> object:
    try:
        called = await aule.kernel.call("plugin.echo_it", {})
    except AuleError as error:
        assert error.problem.code in ("plugin_changed", "plugin_missing")
        return None
    return called.result.data
