"""A process that dies while a plugin is added, updated or removed: it runs what was approved, or nothing."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import tomli_w

from aule.apps.plugins import queries
from aule.apps.plugins.folders import PluginFolders, files_of
from aule.apps.plugins.start import Plugins
from aule.contracts.errors import AuleError
from aule.testing.system import System, system
from tests.apps.plugins.builders import descriptor, saying, zipped
from tests.kernel.garden import allow_all
from tests.simulation.engine_moments import Album, Hasty, connecting, photographed
from tests.simulation.engine_storm import prepare


def test_a_folder_is_put_replaced_and_removed_whole_wherever_it_is_killed(tmp_path: Path) -> None:
    """TL-1: SIGKILL before each thing that is done to the files; one whole plugin is there, or none."""
    old = files_of(tomli_w.dumps(descriptor(version="1.0.0")).encode(), {"plugin.wasm": saying("1")}, "en")
    new = files_of(tomli_w.dumps(descriptor(version="2.0.0")).encode(), {"plugin.wasm": saying("2")}, "en")
    steps: dict[str, tuple[Callable[[PluginFolders], None], set[str | None]]] = {
        "install": (lambda folders: folders.put(new, "b"), {None, new.hash}),
        "update": (lambda folders: folders.put(new, "b"), {old.hash, new.hash}),
        "remove": (lambda folders: folders.remove("echo_it", "b"), {old.hash, None}),
    }
    for name, (step, allowed) in steps.items():
        seen: set[str | None] = set()
        for moment in range(60):
            place = tmp_path / name / str(moment)
            place.mkdir(parents=True)
            if name != "install":
                PluginFolders(place).put(old, "a")
            is_killed = _killed(moment, lambda place=place, step=step: step(PluginFolders(place)))
            seen.add(_hash_of(place))
            PluginFolders(place).put(new, "c")
            assert _hash_of(place) == new.hash
            assert list((place / ".staging").iterdir()) == [], "what was left behind is swept by the next change"
            if not is_killed:
                break
        else:
            raise AssertionError("it never ended")
        assert moment > 3
        assert seen == allowed, name


def _killed(moment: int, act: Callable[[], None]) -> bool:
    """Do something in a process that is killed before it does so many things to files; return whether it was."""
    child = os.fork()
    if child == 0:
        done = 0

        def kill(event: str, arguments: object) -> None:
            nonlocal done
            if event in (
                "open",
                "os.mkdir",
                "os.rename",
                "os.remove",
                "os.rmdir",
                "shutil.rmtree",
                "ctypes.call_function",
            ):
                if done == moment:
                    os.kill(os.getpid(), signal.SIGKILL)
                done += 1

        sys.addaudithook(kill)
        try:
            act()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def _hash_of(place: Path) -> str | None:
    try:
        return PluginFolders(place).read("echo_it", "en").hash
    except AuleError as error:
        assert error.problem.code == "plugin_missing"
        return None


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
    assert {("none", None), ("enabled", 1), ("enabled", 2), ("disabled", None)} <= seen
    assert {state for state, _ in seen} <= {"none", "new", "enabled", "disabled", "changed", "missing"}
    assert {result for state, result in seen if state != "enabled"} <= {None}


async def _story(home: Path) -> None:
    async with system(home) as aule:
        await allow_all(aule)
        for result, version in (("1", "1.0.0"), ("2", "2.0.0")):
            content = zipped(descriptor(version=version), saying(result))
            artifact = await aule.kernel.uploads.add("plugin.zip", _pieces(content))
            await aule.kernel.call("plugins.add", {"artifact": artifact.id})
        await aule.kernel.call("plugins.disable_plugin", {"name": "echo_it"})
        await aule.kernel.call("plugins.enable_plugin", {"name": "echo_it"})
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
        assert is_offered == (approved is not None and approved.status == "enabled"), moment
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
