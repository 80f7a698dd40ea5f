"""Attacks on a school: whom a model gets to know, what talk may change, and what a student's page gives away."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.apps.school.sample import SEVENTH, School, school, whole_school
from tests.apps.school.test_exporting import HEAD, NOW, choice, text_of_docx
from tests.apps.school.test_privacy import connected
from tests.apps.school.wire import STORY, wired

from aule.apps.school.checking.questions import trouble
from aule.apps.school.entities import Aluno, Atividade, Conteudo, Secao
from aule.apps.school.exporting.gradebook import as_xlsx
from aule.apps.school.exporting.printable import printable, without_key
from aule.apps.school.exporting.sheet import sheets_of
from aule.apps.school.exporting.word_file import docx
from aule.apps.school.privacy.queries import Student
from aule.apps.school.privacy.roster import _hidden  # pyright: ignore[reportPrivateUsage]
from aule.contracts.events.facts import ApprovalRequested, CallFailed, MemorySaved
from aule.contracts.runs.run import RunStatus
from aule.models.brains.veil import Veil
from aule.testing import ScriptedModel, allow_models
from aule.testing.openai_server import OpenAIServer, Reply, ToolCall
from aule.testing.scripted_model import call, say

ROSTER = (
    Student("Maria Eduarda da Silva Souza", "", "20261234", "Teresa Quaresma dos Santos", '["TDAH"]', "e"),
    Student("Maria Eduarda Lima Rocha", "", "0701", "", "[]", "e"),
    Student("João D'Ávila Neto", "", "12", "", "[]", "e"),
)


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("Maria Eduarda", "Nome 01"),
        ("Maria Eduarda Souza", "Aluno 01"),
        ("maria souza", "Aluno 01"),
        ("Maria Lima", "Aluno 02"),
        ("**Maria** Eduarda da Silva **Souza**", "**Aluno 01**"),
        ('"Maria Eduarda","da Silva Souza",7', '"Aluno 01",7'),
        ("Maria Eduarda;da Silva Souza;7", "Aluno 01;7"),
        ("João D´Ávila Neto", "Aluno 03"),
        ("dona Teresa Quaresma", "dona Responsável 01"),
        ("número 0701, turma 12", "número Matrícula 02, turma 12"),
    ],
)
def test_sp_60_a_name_for_short_in_cells_or_in_marks_is_hidden_too(written: str, sent: str) -> None:
    """SP-60: people of four names are called by two; one that two students share says no more than it did."""
    assert Veil([each for each in _hidden(ROSTER, frozenset()) if not each.is_given]).hide(written) == sent


def test_names_below_each_other_stay_a_list() -> None:
    """SP-60: three given names on three lines are three students, not one of three names."""
    assert Veil(_hidden(ROSTER, frozenset())).hide("Maria\nEduarda").count("\n") == 1


async def test_sp_60_once_students_are_told_of_their_given_names_are_hidden_from_whoever_talks(tmp_path: Path) -> None:
    """SP-60: the general assistant is no agent of the school, and comments call students by their given names."""
    things = whole_school()
    given = {each.nome.split()[0].lower() for each in things if isinstance(each, Aluno)}

    def reply(body: dict[str, Any]) -> Reply:
        if any(message["role"] == "tool" for message in body["messages"]):
            return Reply(text="Pronto.")
        return Reply(calls=[ToolCall(name="school__comentarios_boletim", arguments={"turma_id": "7A"})])

    async with OpenAIServer(reply) as server:
        with allow_models(server.port):
            async with connected(tmp_path, server, things, passes_on=True) as here:
                run = await here.system.ask("Comentários do boletim do 7A?", agent="assistant", locale="pt-BR")
                assert run.status is RunStatus.DONE, run.error
        told = [m for _, body in server.requests for m in body.get("messages", []) if m["role"] == "tool"]
    words = set(json.dumps(told, ensure_ascii=False).lower().replace('"', " ").replace("*", " ").split())
    assert told and "aluno" in words
    assert not given & words


async def test_sp_33_a_student_is_remembered_only_when_the_teacher_named_them(tmp_path: Path) -> None:
    """SP-33: what results name is not kept for good; what the teacher says is."""
    things = whole_school()
    named, other = [each.nome for each in things if isinstance(each, Aluno)][:2]
    model = ScriptedModel(
        call("core.memory_save", {"content": f"{other} tem dificuldade com frações"}),
        call("core.memory_save", {"content": f"{named} senta na frente"}),
        say("Anotado."),
    )
    async with school(tmp_path, things, model=model) as here:
        await here.system.ask(f"Lembre: {named} senta na frente", agent="jota", locale="pt-BR")
        saved = [each.data for each in await here.system.events() if isinstance(each.data, MemorySaved)]
        failed = [each.data for each in await here.system.events() if isinstance(each.data, CallFailed)]
    assert [each.item.content for each in saved] == [f"{named} senta na frente"]
    assert [each.result.error.field for each in failed if each.result.error] == ["content"]


@pytest.mark.parametrize(
    ("agent", "name", "params"),
    [
        ("assistant", "school.editar_turma", {"turma_id": "7A", "nome": "7Z"}),
        ("jota", "school.importar_notas", {"arquivo": "x", "turma_id": "7A", "modo": "aplicar"}),
    ],
)
async def test_k_3_no_agent_changes_a_school_in_talk_and_its_plan_is_the_schools(
    tmp_path: Path, agent: str, name: str, params: dict[str, Any]
) -> None:
    """K-3: also with a rule that allows all of it, a write that is wished for in talk becomes a card of Jota's."""
    model = ScriptedModel(call(name, params), call("planner.plan", {"request": STORY}), *[say("nada")] * 3)
    async with school(tmp_path, whole_school(), model=model) as here:
        settings = here.kernel.settings.current()
        rules = settings.policy.model_copy(update={"allow": ["school.*"]})
        await here.kernel.save_settings(settings.model_copy(update={"policy": rules}), expected=None)
        before = await here.rows()
        await here.system.ask("mude a turma, por favor", agent=agent, locale="pt-BR")
        failed = [each.data for each in await here.system.events() if isinstance(each.data, CallFailed)]
        asked = [each.data for each in await here.system.events() if isinstance(each.data, ApprovalRequested)]
        plans = await here.kernel.plans.list(project=None, status=None, session=None, limit=5, after=None)
        assert await here.rows() == before
    assert [(each.capability, each.result.error.code) for each in failed if each.result.error] == [(name, "refused")]
    assert [each.approval.kind for each in asked] == ["plan"]
    assert [each.app for each in plans.items] == ["school"]


def test_sp_53_a_students_page_ends_where_a_text_begins_to_give_answers() -> None:
    """SP-53: a model, or a teacher, may write the key into the running text; only the teacher's version has it."""
    for key in (
        "## Gabarito\n1-A",
        "**Respostas:** 1-A",
        "Gabarito: 1-A",
        "### Gabarito comentado\nA",
        "Respostas\n1-A",
    ):
        assert without_key(f"Leia o texto.\n\n{key}") == "Leia o texto."
    for text in ("Dê respostas completas.", "As respostas certas valem 1 ponto.", "Guarde o gabarito: é seu."):
        assert without_key(text) == text
    told = Atividade(
        id="atv_1",
        titulo="Proporção\x00\x0b",
        tipo="lista-exercicios",
        instrucoes="Leia.\nGabarito: SEGREDO",
        conteudo=Conteudo(secoes=[Secao(texto="Texto\x01.\n\n# Gabarito\nSEGREDO", questoes=[choice(1)])]),
    )
    for version in ("aluno", "professor"):
        [sheet] = sheets_of(told, HEAD, version, {})
        assert ("SEGREDO" in text_of_docx(docx(printable(sheet), NOW))) is (version == "professor")
    assert trouble(choice(1).model_copy(update={"enunciado": "Quanto é? (Resposta: 12)"}), 4) is not None
    assert trouble(choice(1).model_copy(update={"enunciado": "Quanto é? Resposta: ____"}), 4) is None


async def test_numbers_and_days_that_cannot_be_are_refused_and_never_an_error_of_ours(seventh_a: School) -> None:
    """SP-40, SP-50: none, too many, a 30th of February, a name as long as a book."""
    async with wired(seventh_a) as wire:
        for count in ("0", "1000000"):
            answer = await wire.process(prompt=STORY.replace("3 atividades", f"{count} atividades"))
            assert answer.status_code == 400, answer.text
        url, test = "/api/escola/v1", {"titulo": "P", "turma_id": SEVENTH, "materia_id": "mat_amostra0000"}
        for day in ("2026-02-30", "0000-00-00", "٢٠٢٦-٠١-٠١"):
            assert (await wire.client.post(f"{url}/avaliacoes", json={**test, "data": day})).status_code == 422
        long = await wire.client.post(f"{url}/turmas/{SEVENTH}/alunos", json={"nome": "x" * 9_000})
        assert (long.status_code, long.json()["error"]["field"]) == (422, "nome")
        assert (await seventh_a.call("pesquisar_calendario", data_inicio="9999-12-31")).ok
        assert as_xlsx([["Ana\x00"]], "7\x00A")
