"""The change log: every effect can be seen, and taken back byte for byte, or the conflict is told."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aule.contracts.errors import Conflict
from aule.contracts.runs.run import RunStatus
from aule.contracts.settings import Settings
from aule.testing import call, say
from aule.testing.system import System, system

FREE = Settings.model_validate({"policy": {"allow": ["core.*"]}})


async def test_undoing_a_run_shows_first_and_then_restores(tmp_path: Path) -> None:
    """K-8, E.7."""
    async with system(tmp_path) as aule:
        await _allow_all(aule)
        aule.workspace.mkdir(parents=True, exist_ok=True)
        (aule.workspace / "a.txt").write_text("one\n")
        called = await aule.kernel.call("core.write_file", {"path": "a.txt", "content": "two\n"})
        preview = await aule.kernel.preview_undo(f"run:{called.run}")
        assert [(item.action, item.conflict) for item in preview.items] == [("restore", None)]
        assert "-two" in (preview.items[0].diff or "") and "+one" in (preview.items[0].diff or "")
        assert (aule.workspace / "a.txt").read_text() == "two\n"
        undo = await aule.kernel.undo(f"run:{called.run}")
        assert (undo.kind, undo.status) == ("undo", RunStatus.DONE)
        assert (aule.workspace / "a.txt").read_text() == "one\n"
        with pytest.raises(Conflict, match="nothing to undo"):
            await aule.kernel.undo(f"run:{called.run}")


async def test_an_undo_can_itself_be_undone(tmp_path: Path) -> None:
    async with system(tmp_path) as aule:
        await _allow_all(aule)
        called = await aule.kernel.call("core.write_file", {"path": "notes/a.txt", "content": "two\n"})
        undo = await aule.kernel.undo(f"run:{called.run}")
        assert not (aule.workspace / "notes").exists()
        await aule.kernel.undo(f"run:{undo.id}")
        assert (aule.workspace / "notes/a.txt").read_text() == "two\n"


async def test_what_was_altered_since_is_a_conflict_and_nothing_is_touched(tmp_path: Path) -> None:
    """K-8: stop with a conflict report."""
    script = [
        call("core.write_file", {"path": "a.txt", "content": "a"})
        + call("core.write_file", {"path": "b.txt", "content": "b"}),
        say("Wrote both."),
    ]
    async with system(tmp_path, *script) as aule:
        await _allow_all(aule)
        run = await aule.ask("write both")
        (aule.workspace / "a.txt").write_text("a person's own words")
        preview = await aule.kernel.preview_undo(f"run:{run.id}")
        assert [(item.title[-5:], item.conflict) for item in preview.items][1][1] == "it was altered since"
        with pytest.raises(Conflict) as caught:
            await aule.kernel.undo(f"run:{run.id}")
        assert caught.value.problem.code == "undo_conflict"
        assert (aule.workspace / "a.txt").read_text() == "a person's own words"
        assert (aule.workspace / "b.txt").read_text() == "b"


async def test_a_conversation_opened_again_knows_what_was_undone(tmp_path: Path) -> None:
    """OS-5: a reload shows the undo, though it happened in a run of its own."""
    script = [call("core.write_file", {"path": "a.txt", "content": "a"}), say("Wrote it.")]
    async with system(tmp_path, *script) as aule:
        await _allow_all(aule)
        run = await aule.ask("write")
        await aule.kernel.undo(f"run:{run.id}")
        assert run.session_id is not None
        detail = await aule.kernel.overview.conversation(run.session_id)
        assert [event.type for event in detail.events].count("change.undone") == 1
        assert not (await aule.kernel.overview.run(run.id)).undoable


async def test_something_remembered_can_be_unremembered(tmp_path: Path) -> None:
    """K-7: what lives in our database changes in one transaction with its record."""
    async with system(tmp_path) as aule:
        called = await aule.kernel.call("core.memory_save", {"content": "Ana likes mornings"})
        assert (await aule.kernel.call("core.memory_search", {"query": "mornings"})).result.data["items"] != []
        await aule.kernel.undo(f"run:{called.run}")
        assert (await aule.kernel.call("core.memory_search", {"query": "mornings"})).result.data["items"] == []


_PATH = st.sampled_from(["a.txt", "b.txt", "dir/c.txt", "dir/deep/d.txt"])
_STEP = st.one_of(
    st.tuples(st.just("core.write_file"), st.fixed_dictionaries({"path": _PATH, "content": st.text(max_size=30)})),
    st.tuples(
        st.just("core.append_file"), st.fixed_dictionaries({"path": _PATH, "content": st.text(min_size=1, max_size=9)})
    ),
    st.tuples(st.just("core.delete_file"), st.fixed_dictionaries({"path": _PATH})),
)


@given(
    start=st.dictionaries(_PATH, st.binary(max_size=40), max_size=3),
    steps=st.lists(_STEP, min_size=1, max_size=6, unique_by=repr),
)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_undoing_any_run_restores_byte_identical_state(
    start: dict[str, bytes], steps: list[tuple[str, dict[str, str]]]
) -> None:
    """K-8 as a property: whatever a turn did to files, undoing it gives the very same tree."""
    import asyncio

    async def story() -> None:
        with tempfile.TemporaryDirectory() as folder:
            wishes = call(*steps[0])
            for step in steps[1:]:
                wishes = wishes + call(*step)
            async with system(Path(folder), wishes, say("done")) as aule:
                await _allow_all(aule)
                for path, content in start.items():
                    target = aule.workspace / path
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(content)
                before = _tree(aule.workspace)
                run = await aule.ask("go")
                after = _tree(aule.workspace)
                if after != before:
                    await aule.kernel.undo(f"run:{run.id}")
                assert _tree(aule.workspace) == before

    asyncio.run(story())


def _tree(root: Path) -> dict[str, bytes | None]:
    return {
        str(path.relative_to(root)): path.read_bytes() if path.is_file() else None for path in sorted(root.rglob("*"))
    }


async def _allow_all(aule: System) -> None:
    await aule.kernel.save_settings(FREE, expected=None)


async def test_a_diff_shows_no_secret(tmp_path: Path) -> None:
    """OS-9b: of the lines around a change, as in the preview one approved."""
    script = [call("core.append_file", {"path": "config.ini", "content": "PORT=80\n"}), say("Done.")]
    async with system(tmp_path, *script) as aule:
        await aule.kernel.set_secret("KEY", "hunter2-hunter2")
        aule.workspace.mkdir(parents=True, exist_ok=True)
        (aule.workspace / "config.ini").write_text("KEY=hunter2-hunter2\n")
        await aule.ask("set the port")
        await aule.decide()
        [change] = (await aule.kernel.changes.list()).items
        told = (await aule.kernel.change_log.diff(change.id)).text or ""
        shown = (await aule.kernel.preview_undo(f"change:{change.id}")).items[0].diff or ""
        assert "+PORT=80" in told and "-PORT=80" in shown
        assert "hunter2" not in told + shown
