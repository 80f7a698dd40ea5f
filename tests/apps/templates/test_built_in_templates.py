"""Every built-in template is made into a workflow and runs to its end (ST-6)."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.sandbox.net.servers import page, paths, serving

from aule.contracts.access.approval import ApprovalKind
from aule.contracts.runs.run import Run, RunStatus
from aule.kernel.capabilities.gate.caller import ByHand
from aule.kernel.workflows.library import StartOptions
from aule.testing.scripted_model import Response, ScriptedModel, call, last_words, say
from aule.testing.system import System, system

WITHOUT_MODEL = {
    "data-analysis",
    "day-note",
    "documents-inbox",
    "each-folder",
    "monitor-page",
    "okr-review",
    "weekly-class-report",
}
"""The templates that run to their end where no model is connected."""
WITH_MODEL = {
    "code-project",
    "content-pipeline",
    "minutes-to-tasks",
    "research-report",
    "translation-review",
    "two-views",
}
CSV = "cidade;valor\nRio;10\nRecife;2,5\nRio;5\nManaus;x\n"


@asynccontextmanager
async def templates(path: Path, *script: Response) -> AsyncGenerator[System]:
    """A system whose model says exactly this; with no script there is none that could say anything."""
    async with system(path / "home", *script, model=None if script else ScriptedModel(tier=0)) as aule:
        yield aule


async def use(aule: System, template: str, params: dict[str, Any], locale: str = "pt-BR") -> str:
    """Make a workflow of a template, as a person does."""
    asked = {"template": template, "params": params, "shared": True}
    called = await aule.kernel.call("templates.use_template", asked, locale=locale, by_hand=ByHand())
    assert called.result.data is not None
    return called.result.data["id"]


async def finish(aule: System, workflow: str, *, locale: str = "pt-BR") -> tuple[Run, list[str], Any]:
    """Run a workflow to its end, saying yes to everything; return the run, what was asked, and its output."""
    begun = await aule.kernel.library.run(workflow, StartOptions(inputs={}, locale=locale))
    run, asked = await aule.until_still(begun.id), list[str]()
    while run.status is RunStatus.WAITING:
        waiting = await aule.kernel.approvals.pending()
        assert waiting, "it waits for nothing that can be decided"
        each = waiting[0]
        is_question = each.kind is ApprovalKind.QUESTION and any(option.input for option in each.options)
        option = next(o.id for o in each.options if o.input) if is_question else "approve"
        asked.append(each.call.capability if each.call is not None else each.step or each.title)
        answer = "Choveu." if is_question else None
        await aule.kernel.decide(each.id, option, content_hash=each.binds.content_hash, answer=answer)
        run = await aule.until_still(begun.id)
    return run, asked, (await aule.kernel.library.look(begun.id)).output


def ended(run: Run) -> tuple[RunStatus, Any]:
    return run.status, run.error


async def test_it_is_known_which_templates_there_are_and_which_need_no_model(tmp_path: Path) -> None:
    """ST-6: the four of the seed and six of our apps at least; each is sound in both languages."""
    async with templates(tmp_path) as aule:
        await aule.kernel.call("templates.list_templates", {}, locale="en")  # loads the app and makes its table
        for locale in ("en", "pt-BR"):
            gallery = aule.kernel.apps.reading("templates", locale).own
            found = await gallery.list(None, locale)
            assert found.problems == []
            assert {each.id for each in found.items if each.runs_without_model} == WITHOUT_MODEL
            assert {each.id for each in found.items if not each.runs_without_model} == WITH_MODEL
            assert {each.id for each in found.items if each.is_ready} == WITHOUT_MODEL
            for each in found.items:
                view = await gallery.view(each.id, None, locale)
                assert (each.id, view.findings) == (each.id, [])
                has_agents = any(need.kind == "model" for need in each.needs)
                assert bool(each.estimate.tokens) is has_agents


async def test_the_note_about_the_day(tmp_path: Path) -> None:
    """ST-6: runs without a model."""
    async with templates(tmp_path) as aule:
        run, asked, output = await finish(aule, await use(aule, "day-note", {"heading": "Hoje"}))
        assert (ended(run), asked) == ((RunStatus.DONE, None), ["sentence", "core.create_note"])
        text = (aule.workspace / output["note"]).read_text("utf-8")
        assert text.startswith("# Hoje: ") and "Choveu." in text


async def test_the_list_of_folders(tmp_path: Path) -> None:
    """ST-6: runs without a model; a folder that is not there stops nothing."""
    async with templates(tmp_path) as aule:
        (aule.workspace / "fotos").mkdir(parents=True)
        (aule.workspace / "fotos" / "a.txt").write_text("a")
        run, asked, _ = await finish(aule, await use(aule, "each-folder", {"folders": ["fotos", "nada"]}))
        assert (run.status.is_final, asked) == (True, ["core.write_file"])
        assert "a.txt" in (aule.workspace / "resumo.txt").read_text("utf-8")


@pytest.mark.parametrize("with_summary", [False, True])
async def test_the_analysis_of_data(tmp_path: Path, with_summary: bool) -> None:
    """ST-6: figures and a drawing without a model; with one, a summary in words stands above them."""
    script = [say("O Rio vendeu mais.")] if with_summary else []
    async with templates(tmp_path, *script) as aule:
        aule.workspace.mkdir(parents=True, exist_ok=True)
        (aule.workspace / "vendas.csv").write_text(CSV, "utf-8")
        params = {"file": "vendas.csv", "value": "valor", "group": "cidade", "with_summary": with_summary}
        run, asked, output = await finish(aule, await use(aule, "data-analysis", params))
        assert (ended(run), asked) == ((RunStatus.DONE, None), ["core.exec", "core.exec", "core.write_file"])
        report = (aule.workspace / output["report"]).read_text("utf-8")
        assert "| Rio | 2 | 15 | 7.5 |" in report and "| Recife | 1 | 2.5 | 2.5 |" in report and "skipped: 1" in report
        assert ("O Rio vendeu mais." in report) is with_summary
        assert (aule.workspace / output["chart"]).read_text("utf-8").count("<rect") == 2


async def test_the_inbox_of_documents(tmp_path: Path) -> None:
    """ST-6: runs without a model; what came in can be cited afterwards."""
    async with templates(tmp_path) as aule:
        (aule.workspace / "entrada").mkdir(parents=True)
        (aule.workspace / "entrada" / "regras.md").write_text("# Regras\n\nA piscina abre às 8h.\n", "utf-8")
        workflow = await use(aule, "documents-inbox", {})
        run, asked, output = await finish(aule, workflow)
        assert (ended(run), asked, output) == (
            (RunStatus.DONE, None),
            ["knowledge.add_document", "core.create_note"],
            {"read": "done"},
        )
        [note] = (aule.workspace / "notes").iterdir()
        assert "regras" in note.read_text("utf-8")
        [document] = (await aule.kernel.call("knowledge.list_documents", {})).result.data["items"]
        await aule.until_still(document["run"])
        found = await aule.kernel.call("knowledge.search_knowledge", {"query": "piscina"})
        assert found.result.data["passages"]


async def test_the_monitor_of_a_page(tmp_path: Path) -> None:
    """ST-6: runs without a model; the same page again asks nothing but to read it, another one is noted."""
    async with serving(paths({"/": page("Versão um. " * 40)})) as server:
        async with templates(tmp_path) as aule:
            aule.kernel.web.go_through(server.client())
            workflow = await use(aule, "monitor-page", {"url": server.url("/")})
            run, asked, output = await finish(aule, workflow)
            assert (ended(run), asked) == ((RunStatus.DONE, None), ["core.web_fetch", "core.write_file"])
            assert output == {"kept": "done", "told": "skipped"}
            run, asked, output = await finish(aule, workflow)
            assert (ended(run), asked, output["kept"]) == ((RunStatus.DONE, None), ["core.web_fetch"], "skipped")
        server.reply = paths({"/": page("Versão dois. " * 40)})
        async with templates(tmp_path) as aule:  # after a restart nothing of the page is cached
            aule.kernel.web.go_through(server.client())
            run, asked, output = await finish(aule, workflow)
            assert (ended(run), asked[1:]) == ((RunStatus.DONE, None), ["core.write_file", "core.create_note"])
            assert output == {"kept": "done", "told": "done"}


@pytest.mark.parametrize("with_text", [False, True])
async def test_the_weekly_report_of_a_class(tmp_path: Path, with_text: bool) -> None:
    """ST-6: real marks without a model; with one, an opening in words."""
    script = [say("Revise frações.")] if with_text else []
    async with templates(tmp_path, *script) as aule:
        await aule.kernel.call("school.adicionar_amostra", {}, by_hand=ByHand())
        params = {"turma": "7A", "periodo": "bimestre_atual", "com_texto": with_text}
        run, asked, output = await finish(aule, await use(aule, "weekly-class-report", params))
        assert (ended(run), asked) == ((RunStatus.DONE, None), ["core.create_note"])
        note = (aule.workspace / output["nota"]).read_text("utf-8")
        assert "7A" in note and "## Participação" in note and ("Revise frações." in note) is with_text


@pytest.mark.parametrize("date", ["", "2030-03-04"])
async def test_the_review_of_okrs(tmp_path: Path, date: str) -> None:
    """ST-6: runs without a model; the meeting gets what is at risk as its agenda, where a day is said."""
    async with templates(tmp_path) as aule:
        await aule.kernel.call("atlas.add_sample", {}, by_hand=ByHand())
        run, asked, output = await finish(aule, await use(aule, "okr-review", {"date": date}))
        expected = ["papers", "core.create_note", *(["atlas.create_meeting"] if date else [])]
        assert (ended(run), asked) == ((RunStatus.DONE, None), expected)
        assert output["meeting"] == ("done" if date else "skipped")
        meetings = (await aule.kernel.call("atlas.list_meetings", {})).result.data
        assert ("2030-03-04" in str(meetings)) is bool(date)


async def test_research_and_report(tmp_path: Path) -> None:
    """ST-6: researcher, writer and reviewer; a person reads the review before the report is finished by it."""
    script = (
        call("core.grep_search", {"pattern": "barco"}),
        say("Barcos flutuam (barcos.md)."),
        say("# Barcos\n\nFlutuam."),
        say("Falta a fonte."),
        say("# Barcos\n\nFlutuam (barcos.md)."),
    )
    async with templates(tmp_path, *script) as aule:
        aule.workspace.mkdir(parents=True, exist_ok=True)
        (aule.workspace / "barcos.md").write_text("Um barco flutua.\n", "utf-8")
        run, asked, output = await finish(aule, await use(aule, "research-report", {"subject": "barcos"}))
        assert (ended(run), asked) == ((RunStatus.DONE, None), ["review", "core.create_note"])
        assert output["review"] == "Falta a fonte."
        assert "Flutuam (barcos.md)." in (aule.workspace / output["note"]).read_text("utf-8")
        written = [_said(prompt) for prompt in aule.model.prompts]
        assert "Barcos flutuam (barcos.md)." in written[2] and "Falta a fonte." in written[4]


async def test_a_code_project(tmp_path: Path) -> None:
    """ST-6: architect, coder with file tools, and the tests that say whether it works."""
    test = "import unittest\nclass T(unittest.TestCase):\n    def test_it(self):\n        self.assertEqual(1, 1)\n"
    script = (
        call("core.list_dir", {"path": "."}),
        say("Um arquivo test_soma.py."),
        call("core.write_file", {"path": "test_soma.py", "content": test}),
        say("Fiz test_soma.py."),
    )
    async with templates(tmp_path, *script) as aule:
        run, asked, output = await finish(aule, await use(aule, "code-project", {"goal": "somar números"}))
        assert (ended(run), asked) == (
            (RunStatus.DONE, None),
            ["design", "core.write_file", "core.exec", "core.create_note"],
        )
        assert output == {"work": "Fiz test_soma.py.", "failure": None}
        assert (aule.workspace / "test_soma.py").read_text("utf-8") == test


async def test_a_code_project_whose_tests_fail_says_so(tmp_path: Path) -> None:
    """ST-6: a failed command is told, never passed over."""
    script = (say("Nada."), say("Nada feito."))
    async with templates(tmp_path, *script) as aule:
        workflow = await use(aule, "code-project", {"goal": "somar números", "tests": "make test"})
        run, _, output = await finish(aule, workflow)
        assert (run.status, bool(output["failure"])) == (RunStatus.DONE_WITH_FAILURES, True)
        [note] = (aule.workspace / "notes").iterdir()
        assert note.read_text("utf-8").startswith("# Os testes falham")


@pytest.mark.parametrize("with_picture", [False, True])
async def test_the_pipeline_of_content(tmp_path: Path, with_picture: bool) -> None:
    """ST-6: with no image endpoint the picture fails, that is told, and the text is kept all the same."""
    script = (say("Notas."), say("Rascunho."), say("Texto final."))
    async with templates(tmp_path, *script) as aule:
        params = {"subject": "barcos", "with_picture": with_picture}
        run, _, output = await finish(aule, await use(aule, "content-pipeline", params))
        status = RunStatus.DONE_WITH_FAILURES if with_picture else RunStatus.DONE
        assert (run.status, output["picture"], bool(output["failure"])) == (status, "skipped", with_picture)
        assert (aule.workspace / output["text"]).read_text("utf-8") == "Texto final.\n"


@pytest.mark.parametrize("in_atlas", [False, True])
async def test_minutes_become_tasks(tmp_path: Path, in_atlas: bool) -> None:
    """ST-6: a list that a person corrects; each task of Atlas is asked about."""
    script = [say("- [ ] Comprar giz — Ana, sexta")]
    if in_atlas:
        script += [call("atlas.create_task", {"title": "Comprar giz", "project_name": "Escola"}), say("Criada.")]
    async with templates(tmp_path, *script) as aule:
        aule.workspace.mkdir(parents=True, exist_ok=True)
        (aule.workspace / "ata.md").write_text("Ana compra giz até sexta.\n", "utf-8")
        if in_atlas:
            await aule.kernel.call("atlas.add_sample", {}, by_hand=ByHand())
            await aule.kernel.call("atlas.create_project", {"name": "Escola"}, by_hand=ByHand())
        params = {"file": "ata.md", "atlas_project": "Escola" if in_atlas else ""}
        run, asked, output = await finish(aule, await use(aule, "minutes-to-tasks", params))
        assert (ended(run), asked[:2]) == ((RunStatus.DONE, None), ["extract", "core.create_note"])
        assert len(asked) == (3 if in_atlas else 2)
        assert "Comprar giz" in (aule.workspace / output["note"]).read_text("utf-8")


async def test_a_translation_is_reviewed(tmp_path: Path) -> None:
    """ST-6: in English as well; the reviewer sees both texts."""
    script = (say("Hello worl."), say("Hello world."))
    async with templates(tmp_path, *script) as aule:
        aule.workspace.mkdir(parents=True, exist_ok=True)
        (aule.workspace / "carta.md").write_text("Olá mundo.\n", "utf-8")
        workflow = await use(aule, "translation-review", {"file": "carta.md", "language": "English"}, locale="en")
        run, asked, output = await finish(aule, workflow, locale="en")
        assert (ended(run), asked) == ((RunStatus.DONE, None), ["review", "core.write_file"])
        assert (aule.workspace / output["file"]).read_text("utf-8") == "Hello world.\n"
        assert "Olá mundo." in _said(aule.model.prompts[1]) and "Hello worl." in _said(aule.model.prompts[1])


async def test_two_views_become_one_text(tmp_path: Path) -> None:
    """ST-6: two agents at once, a third one, and a person who reads first."""
    script = (say("A favor.").to("a favor"), say("Contra.").to("contra isto"), say("Equilibrado."))
    async with templates(tmp_path, *script) as aule:
        run, asked, output = await finish(aule, await use(aule, "two-views", {}))
        assert (ended(run), asked) == ((RunStatus.DONE, None), ["write", "core.create_note"])
        assert "Equilibrado." in (aule.workspace / output["note"]).read_text("utf-8")


def _said(prompt: Any) -> str:
    return last_words(prompt.history)
