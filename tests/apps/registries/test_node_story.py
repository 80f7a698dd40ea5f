"""The headline: *crie um projeto Node.js com testes*, played to its end with real programs (LT-7)."""

from __future__ import annotations

import shutil
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from tests.apps.registries.npm import Npm, npm_registry
from tests.apps.registries.projects import CODE, PACKAGE, TEST, files_of, name_registry, settled
from tests.sandbox.box.levels import needs

from aule.contracts.access.approval import Command, Reached
from aule.contracts.access.sandbox import Level
from aule.contracts.events.facts import CallCompleted, CallConnected, CallFailed
from aule.contracts.runs.run import RunStatus
from aule.testing import call, say
from aule.testing.system import system

pytestmark = pytest.mark.anyio


@pytest.fixture
async def npm() -> AsyncGenerator[Npm]:
    """A registry on this machine; skipped where the box has no node."""
    needs(Level.BUBBLEWRAP)
    for program in ("node", "npm"):
        if shutil.which(program, path="/usr/local/bin:/usr/bin:/bin") is None:
            pytest.skip(f"{program} is not installed for everybody on this machine, so no box has it")
    async with npm_registry() as registry:
        yield registry


async def test_a_node_project_with_tests_is_made_installed_tested_and_undone(tmp_path: Path, npm: Npm) -> None:
    """LT-7: files, packages after one consent that shows the names, green tests, an answer, and all of it back."""
    async with system(tmp_path / "home") as aule:
        name_registry(aule, npm)
        before = files_of(aule.workspace)
        aule.model.add(
            call("core.write_file", {"path": "package.json", "content": PACKAGE}),
            call("core.write_file", {"path": "index.js", "content": CODE}),
            call("core.write_file", {"path": "test/soma.test.js", "content": TEST}),
            call("registries.run_command", {"command": "npm install"}),
            call("core.exec", {"command": "npm test"}),
            say("Criei o projeto, instalei o pacote, e os testes passaram."),
        )
        run, cards = await settled(aule, await aule.ask("Crie um projeto Node.js com testes", locale="pt-BR"))
        calls = [e.data for e in await aule.events(run.id) if isinstance(e.data, CallCompleted)]
        problems = [e.data.result.error for e in await aule.events(run.id) if isinstance(e.data, CallFailed)]
        assert (run.status, problems) == (RunStatus.DONE, [])
        titles = [card.title for card in cards]
        assert titles[3:] == ["Instalar pacotes: npm install", "Executar um comando: npm test"]
        shown = cards[3].preview
        assert isinstance(shown, Command)
        assert shown.reaches == [Reached(title="here", hosts=[npm.url], is_new=True, is_own=True)]
        assert "# pass 1" in calls[-1].result.data["stdout"] and "# fail 0" in calls[-1].result.data["stdout"]
        visits = [e.data for e in await aule.events(run.id) if isinstance(e.data, CallConnected)]
        assert {(visit.host, visit.port, visit.end) for visit in visits} == {("127.0.0.1", npm.port, "closed")}
        assert set(npm.asked) == {"GET /small-sum", "GET /small-sum/-/small-sum-1.0.0.tgz"}
        made = sorted(files_of(aule.workspace).keys() - before.keys())
        assert made == ["index.js", "package-lock.json", "package.json", "test/soma.test.js"]
        assert calls[3].result.data["packages"] == ["node_modules"]
        assert any("node_modules" in each for each in shown.hints), "the card says what undoing does with it"

        aule.model.add(call("registries.run_command", {"command": "npm install"}), say("De novo."))
        again, cards = await settled(aule, await aule.ask("Instale de novo", conversation_id=run.session_id))
        assert again.status is RunStatus.DONE
        assert [each.is_new for each in getattr(cards[0].preview, "reaches", [])] == [False], "asked once"

        planned = await aule.kernel.preview_undo(f"run:{run.id}")
        assert "node_modules/" in "".join(item.diff or "" for item in planned.items)
        await aule.kernel.undo(f"run:{run.id}")
        assert files_of(aule.workspace) == before
        assert not (aule.workspace / "node_modules").exists()
