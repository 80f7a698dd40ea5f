"""Workflows edited by chat: a card with the difference, then it is so; without a model and with one (ST-22)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aule.contracts.access.approval import ApprovalKind, FileDiff
from aule.contracts.runs.run import RunStatus
from aule.kernel.workflows.document_writer import document
from aule.testing.scripted_model import ScriptedModel, call, say
from aule.testing.system import System, system

BOLETIM = """\
id: boletim
title: Boletim da turma
steps:
  - {id: coletar, title: Coletar notas, ask: Quais notas?}
  - {id: resumir, title: Resumir, ask: "Resumo de {{steps.coletar.result}}?", depends_on: coletar}
  - {id: publicar, title: Publicar, ask: Publicar?, depends_on: resumir}
canvas:
  positions: {publicar: {x: 10, y: 20}}
"""
SEMANA = "id: semana\ntitle: Semana\nsteps: [{id: a, ask: A?}, {id: publicar, ask: B?, depends_on: a}]"
ABOUT = "workflow:boletim"


@asynccontextmanager
async def builder(
    folder: Path, *script: Any, tier: Any = 0, texts: tuple[str, ...] = (BOLETIM,)
) -> AsyncIterator[System]:
    """Start a system that has workflows and, unless a tier is given, no model."""
    async with system(folder, model=ScriptedModel(*script, tier=tier)) as aule:
        for text in texts:
            await aule.kernel.library.save(await aule.kernel.library.read(text), expected=None)
        yield aule


async def test_a_sentence_becomes_a_card_with_the_difference_and_can_be_undone(tmp_path: Path) -> None:
    """ST-22: nothing changes before the yes; what is drawn stays; undoing brings the same bytes back."""
    async with builder(tmp_path) as aule:
        before = await aule.kernel.library.get("boletim")
        await aule.ask("adicione uma revisão antes de publicar", locale="pt-BR", about=ABOUT)
        card = await aule.pending()
        assert isinstance(card.preview, FileDiff) and card.preview.path == "boletim.yaml"
        assert "+  - id: revisao" in card.preview.diff
        assert await aule.kernel.library.get("boletim") == before
        run = await aule.decide()
        assert run.status is RunStatus.DONE
        after = await aule.kernel.library.get("boletim")
        assert [step.id for step in after.graph.nodes] == ["coletar", "resumir", "revisao", "publicar"]
        assert after.graph.nodes[3].dependencies == ["revisao"] and after.canvas == before.canvas
        assert (await aule.messages(run))[-1].content == "Mudado: “Boletim da turma” agora tem 4 passos (versão 2)."
        await aule.kernel.undo(f"run:{run.id}")
        assert (await aule.kernel.library.get("boletim")).graph == before.graph


async def test_an_unclear_step_is_asked_about_once_and_the_answer_is_used(tmp_path: Path) -> None:
    """ST-22: one question with the steps to choose from, then the card."""
    async with builder(tmp_path) as aule:
        await aule.ask("renomeie aquele passo para Enviar", locale="pt-BR", about=ABOUT)
        asked = await aule.pending()
        assert asked.kind is ApprovalKind.QUESTION
        assert [each.label for each in asked.options][:3] == ["Coletar notas", "Resumir", "Publicar"]
        await aule.decide("option_3")
        run = await aule.decide()
        assert run.status is RunStatus.DONE
        last = (await aule.kernel.library.get("boletim")).graph.nodes[-1]
        assert (last.id, last.title) == ("enviar", "Enviar")


async def test_a_workflow_is_named_where_none_is_open(tmp_path: Path) -> None:
    """ST-22: by its title in the sentence; several that fit are asked about."""
    async with builder(tmp_path, texts=(BOLETIM, SEMANA)) as aule:
        await aule.ask("no fluxo Semana, pergunte ao usuário antes de publicar", locale="pt-BR")
        await aule.decide()
        [_, step] = (await aule.kernel.library.get("semana")).graph.nodes
        assert step.interrupt is not None and step.interrupt.before
        await aule.ask("add a check before publicar in the workflow", locale="en")
        asked = await aule.pending()
        assert {each.label for each in asked.options[:2]} == {"Boletim da turma", "Semana"}


async def test_a_refused_edit_is_told_and_changes_nothing(tmp_path: Path) -> None:
    """ST-20: a step whose result is used stays, and who uses it is named."""
    async with builder(tmp_path) as aule:
        run = await aule.ask("remova o passo coletar", locale="pt-BR", about=ABOUT)
        assert run.status is RunStatus.DONE_WITH_FAILURES
        assert "é usado por resumir" in (await aule.messages(run))[-1].content
        assert (await aule.kernel.library.get("boletim")).version == 1


async def test_words_about_something_else_are_not_taken_by_an_open_workflow(tmp_path: Path) -> None:
    """ST-22: a note is still a note while a workflow is open."""
    async with builder(tmp_path, say("São dez horas.")) as aule:
        run = await aule.ask("que horas são?", locale="pt-BR", about=ABOUT)
        assert (await aule.messages(run))[-1].content == "São dez horas."


async def test_with_a_model_the_capability_is_its_tool_and_gives_the_same_bytes(tmp_path: Path) -> None:
    """ST-22: by words, by a model or by hand: one stored graph."""
    interrupt = {"type": "change_step", "id": "publicar", "fields": {"interrupt": "before"}}
    script = [call("builder.edit_workflow", {"edits": [interrupt]}), say("Pronto.")]
    async with builder(tmp_path / "model", *script, tier=2) as aule:
        await aule.ask("quero olhar antes que saia", locale="pt-BR", about=ABOUT)
        await aule.decide()
        by_model = document(await aule.kernel.library.get("boletim"))
    async with builder(tmp_path / "words") as aule:
        await aule.ask("pergunte ao usuário antes de publicar", locale="pt-BR", about=ABOUT)
        await aule.decide()
        assert document(await aule.kernel.library.get("boletim")) == by_model
