"""Where artifacts come from: which call made one, making it anew, and the record of all calls."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from aule.contracts.errors import ApprovalRequired, Conflict, Invalid, NotFound
from aule.contracts.events.facts import ArtifactSaved
from aule.contracts.project import Artifact
from aule.contracts.settings import Settings
from aule.sdk import App, Context, Effect
from aule.testing import call, say
from aule.testing.system import System, system


def press() -> App:
    """An app that prints."""
    app = App("press")
    numbers = iter(range(100))

    @app.capability(effect=Effect.READ)
    async def proof(context: Context, text: str, times: int = 1) -> str:
        """Print a proof and keep it."""
        kept = await context.keep("../proof.md", "text/markdown", f"{text * times} #{next(numbers)}".encode())
        return kept.id

    @app.capability(effect=Effect.EXTERNAL)
    async def publish(context: Context, text: str) -> str:
        """Print it for everybody."""
        return (await context.keep("paper.txt", "text/plain", text.encode())).id

    return app


async def add(aule: System, name: str, content: bytes) -> Artifact:
    async def pieces() -> AsyncIterator[bytes]:
        yield content

    return await aule.kernel.uploads.add(name, pieces())


async def test_an_artifact_knows_what_made_it_and_can_be_made_anew(tmp_path: Path) -> None:
    """OS-6: re-generate is the very call it came from, as a run of its own."""
    async with system(tmp_path, apps=[press()]) as aule:
        first = await aule.kernel.call("press.proof", {"text": "ab", "times": 2})
        made = await aule.kernel.artifacts.get(first.result.data)
        assert (made.name, made.type, made.made_by, made.run) == ("proof.md", "markdown", "press.proof", first.run)
        again = await aule.kernel.regenerate(made.id)
        [id] = again.result.artifacts
        anew = await aule.kernel.artifacts.get(id)
        assert aule.kernel.blobs.get(anew.sha256) == b"abab #1" and again.run != first.run
        assert (await aule.kernel.regenerate(id)).result.ok, "and again from that one"


async def test_making_it_anew_passes_the_gate_like_any_call(tmp_path: Path) -> None:
    """K-3: what asked the first time asks again."""
    async with system(tmp_path, call("press.publish", {"text": "x"}), say("Out."), apps=[press()]) as aule:
        run = await aule.ask("publish")
        await aule.decide()
        [kept] = (await aule.kernel.artifacts.list(run=run.id)).items
        with pytest.raises(ApprovalRequired) as asked:
            await aule.kernel.regenerate(kept.id)
        approval = await aule.pending()
        assert asked.value.problem.subject == approval.id
        await aule.decide()
        assert len((await aule.kernel.artifacts.list()).items) == 2


async def test_what_somebody_added_cannot_be_made_anew(tmp_path: Path) -> None:
    async with system(tmp_path) as aule:
        kept = await add(aule, "a.txt", b"mine")
        with pytest.raises(Conflict) as refused:
            await aule.kernel.regenerate(kept.id)
        assert (refused.value.problem.code, refused.value.status) == ("not_made_here", 409)
        with pytest.raises(NotFound):
            await aule.kernel.regenerate("art_none")


async def test_an_artifact_from_before_is_made_anew_from_its_runs_events(tmp_path: Path) -> None:
    """Compat: older artifacts do not say which call made them; the log does."""
    async with system(tmp_path, apps=[press()]) as aule:
        first = await aule.kernel.call("press.proof", {"text": "a"})
        made = await aule.kernel.artifacts.get(first.result.data)
        old = made.model_copy(update={"made_by": None, "call": None})
        await aule.kernel.journal.write(ArtifactSaved(artifact=old))
        assert (await aule.kernel.regenerate(made.id)).result.ok


async def test_every_call_is_on_record_with_who_made_it_and_what_came_of_it(tmp_path: Path) -> None:
    """OS-9b: the last calls of a capability."""
    script = (call("press.proof", {"text": "x" * 3_000}), call("core.read_file", {"path": "none"}), say("Done."))
    async with system(tmp_path, *script, apps=[press()]) as aule:
        run = await aule.ask("print")
        direct = await aule.kernel.call("press.proof", {"text": "y"})
        await aule.kernel.journal.flush()
        mine, its = (await aule.kernel.calls.list("press.proof")).items
        assert (mine.agent, mine.run, mine.session_id, mine.status) == (None, direct.run, None, "done")
        assert (mine.params, mine.artifacts) == ({"text": "y", "times": 1}, [direct.result.data])
        assert (its.agent, its.run, its.session_id) == ("assistant", run.id, run.session_id)
        assert its.params["text"] == "x" * 2_000 + "…" and its.duration_ms is not None
        [failed] = (await aule.kernel.calls.list("core.read_file")).items
        assert (failed.status, failed.error and failed.error.code) == ("failed", "not_found")
        again = await aule.kernel.regenerate(its.artifacts[0])
        kept = await aule.kernel.artifacts.get(again.result.data)
        assert kept.size > 3_000, "shortened on the list, whole when made anew"


async def test_secrets_are_not_on_the_record_of_calls(tmp_path: Path) -> None:
    """OS-7: as in the events themselves."""
    async with system(tmp_path, apps=[press()]) as aule:
        await aule.kernel.set_secret("KEY", "hunter2-hunter2")
        await aule.kernel.call("press.proof", {"text": "hunter2-hunter2"})
        await aule.kernel.journal.flush()
        [record] = (await aule.kernel.calls.list("press.proof")).items
        assert "hunter2" not in record.model_dump_json()
        [kept] = (await aule.kernel.artifacts.list()).items
        with pytest.raises(Conflict) as refused:
            await aule.kernel.regenerate(kept.id)
        assert refused.value.problem.code == "params_hidden"


async def test_an_artifact_is_read_and_saved_as_a_file_that_can_be_undone(tmp_path: Path) -> None:
    async with system(tmp_path) as aule:
        free = Settings.model_validate({"policy": {"allow": ["core.*"]}})
        aule.kernel.settings.write(free, None)
        kept = await add(aule, "plano.md", "# Olá\nfim".encode())
        read = await aule.kernel.call("core.read_artifact", {"artifact": "PLANO.md", "start": 2, "max_characters": 3})
        assert (read.result.data["text"], read.result.data["truncated"]) == ("Olá", True)
        saved = await aule.kernel.call("core.save_artifact", {"artifact": kept.id, "path": "docs/"})
        assert saved.result.data["path"] == "docs/plano.md"
        assert (aule.workspace / "docs" / "plano.md").read_text() == "# Olá\nfim"
        again = await aule.kernel.call("core.save_artifact", {"artifact": f"artifact:{kept.id}", "path": "docs"})
        assert (again.result.data["path"], again.result.data["changed"]) == ("docs/plano.md", False)
        await aule.kernel.undo(f"run:{saved.run}")
        assert not (aule.workspace / "docs").exists()


async def test_two_artifacts_of_one_name_are_a_question_not_a_guess(tmp_path: Path) -> None:
    async with system(tmp_path) as aule:
        first, second = await add(aule, "a.png", b"\x89PNG\r\n\x1a\n1"), await add(aule, "a.png", b"\x89PNG\r\n\x1a\n2")
        with pytest.raises(Invalid) as refused:
            await aule.kernel.call("core.read_artifact", {"artifact": "a.png"})
        assert (refused.value.problem.code, set(refused.value.problem.candidates)) == (
            "ambiguous_artifact",
            {first.id, second.id},
        )
        read = await aule.kernel.call("core.read_artifact", {"artifact": first.id})
        assert (read.result.data["text"], read.result.warnings[0].code) == (None, "not_text")
        with pytest.raises(NotFound):
            await aule.kernel.call("core.read_artifact", {"artifact": "b.png"})
