"""Plan, approve, execute, report: the teacher's story from her words to what she finds (SP-40…SP-49)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from dirty_equals import IsPartialDict, IsStr
from tests.apps.school.sample import SEVENTH, TODAY, School, school, seventh
from tests.apps.school.wire import offline, wired

from aule.apps.school.agente_jota.context import CHARACTERS
from aule.apps.school.entities import Atividade, Aula, Escola, Turma
from aule.apps.school.parts import school as school_app
from aule.testing.scripted_model import ScriptedModel, say

SIX = ("PESQUISAR", "CRIAR", "ADICIONAR", "EDITAR", "ANALISAR", "NAVEGAR")
ASKS = "adicione a aluna Maria Clara Prado no 7º ano A"


def other_school() -> list[Any]:
    """A second school that has a 7A too."""
    escola = Escola(id="esc_other", nome="Colégio Horizonte")
    return [escola, Turma(id="tur_other", escola_id="esc_other", nome="7A", ano_serie="EF7", ano_letivo=2026)]


async def students_of(place: School, turma: str) -> list[str]:
    return sorted(each.nome for each in await place.queries.alunos(turma))


async def test_sp_s3_a_class_of_two_schools_is_asked_about_once_and_nothing_is_written_before(tmp_path: Path) -> None:
    """SP-S3, SP-1: one question with both candidates; the answer is in the plan, its name on the card."""
    async with offline(tmp_path / "home", [*seventh(), *other_school()]) as place, wired(place) as wire:
        before = await place.rows()
        made = await wire.said(ASKS)
        assert made["pergunta"] == {"texto": IsStr(regex=".*7º ano A.*"), "opcoes": [IsStr(), IsStr()]}
        assert sorted(each.startswith("7A · ") for each in made["pergunta"]["opcoes"]) == [True, True]
        id = made["plan"]["planId"]
        early = await wire.process(action="execute_plan", planId=id)
        assert early.status_code == 409
        assert await place.rows() == before
        horizonte = next(each for each in made["pergunta"]["opcoes"] if "Horizonte" in each)
        answered = (await wire.process(action="update_plan", planId=id, prompt=horizonte)).json()
        assert "pergunta" not in answered
        assert answered["plan"]["etapas"] == [
            IsPartialDict(
                ordem=1,
                funcao="adicionar_aluno_turma",
                parametros={"turma_id": "tur_other", "nome": "Maria Clara Prado"},
                nomes={"turma_id": "7A"},
                status="pendente",
            )
        ]
        done = (await wire.process(action="execute_plan", planId=id)).json()
        assert done["status"] == "concluido", done
        assert await students_of(place, "tur_other") == ["Maria Clara Prado"]


async def test_with_no_model_activities_are_added_and_opened_and_gaps_only_read(tmp_path: Path) -> None:
    """LT-28: adding is a card with one function; analysing and opening are answered at once and write nothing."""
    things = [
        *seventh(),
        Atividade(id="atv_1", titulo="Frações à mesa", tipo="lista-exercicios"),
        Aula(id="aul_1", titulo="Porcentagens do dia", turma_id=SEVENTH),
    ]
    async with offline(tmp_path / "home", things) as place, wired(place) as wire:
        before = await place.rows()
        gaps = await wire.said("analise as lacunas do 7A")
        assert gaps["plan"] is None and "7A" in gaps["initialMessage"]
        opened = await wire.said("abra a atividade Frações à mesa")
        assert opened["plan"] is None and "Frações à mesa" in opened["initialMessage"]
        paths = [each.data.path for each in await place.kernel.journal.read(None, types=["ui.navigated"])]
        assert paths == ["/school/atividades/atv_1"] and await place.rows() == before
        missing = await wire.said("abra a atividade Tabuada cantada")
        assert "nome parecido" in missing["initialMessage"] or "Há:" in missing["initialMessage"]
        added = (await wire.said("adicione a atividade Frações à mesa na aula Porcentagens do dia"))["plan"]
        assert [(each["funcao"], each["parametros"]) for each in added["etapas"]] == [
            ("adicionar_atividade_aula", {"atividade_id": "atv_1", "aula_id": "aul_1"})
        ]
        done = (await wire.process(action="execute_plan", planId=added["planId"])).json()
        lesson = await place.queries.get(Aula, "aul_1")
        assert done["status"] == "concluido" and lesson is not None and lesson.atividades == ["atv_1"], done


async def test_what_nobody_can_find_makes_no_plan_and_says_what_there_is(tmp_path: Path) -> None:
    """SP-40, SP-1: 422, words with at most five candidates, and no plan object."""
    async with offline(tmp_path / "home", seventh()) as place, wired(place) as wire:
        refused = await wire.process(prompt="adicione o aluno João Lima no 9C")
        assert (refused.status_code, refused.json()["plan"]) == (422, None)
        assert "9C" in refused.json()["initialMessage"]
        assert "7A" in refused.json()["initialMessage"]
        assert (await wire.client.get("/v1/plans")).json()["items"] == []


async def test_sp_s12_talk_is_answered_at_once_and_makes_no_plan(tmp_path: Path) -> None:
    """SP-S12, SP-42: a greeting greets, a question reads and answers, what is missing is asked."""
    async with offline(tmp_path / "home", seventh()) as place, wired(place) as wire:
        greeted = await wire.said("oi")
        assert greeted == IsPartialDict(plan=None, initialMessage=IsStr(min_length=3))
        asked = await wire.said("quais são os alunos da turma?")
        assert asked["initialMessage"] == "De que turma?"
        assert "25" in (await wire.said("7º ano A"))["initialMessage"]
        listed = await wire.said("quais são os alunos do 7A?")
        assert (listed["plan"], "25" in listed["initialMessage"]) == (None, True), listed
        assert (await wire.client.get("/v1/plans")).json()["items"] == []


async def test_words_said_to_jota_in_a_conversation_get_the_card_and_nothing_is_written(tmp_path: Path) -> None:
    """K-3, SP-42: any School write that is wished goes by the plan card."""
    async with offline(tmp_path / "home", seventh()) as place:
        before = await place.rows()
        run = await place.system.ask("adicione o aluno João Lima no 7A", agent="jota", locale="pt-BR")
        plan = await place.kernel.plans.plan_stores.talked_about(run.session_id or "")
        assert plan is not None
        assert (plan.app, plan.origin.agent, plan.status.value) == ("school", "jota", "ready")
        talk = {"conversation_id": run.session_id, "agent": "jota", "locale": "pt-BR"}
        await place.system.ask("quais são as minhas turmas?", **talk)
        await place.system.ask("crie uma atividade de frações para o 7A", **talk)
        other = await place.kernel.plans.plan_stores.talked_about(run.session_id or "")
        assert other is not None
        assert (other.id != plan.id, [step.call and step.call.capability for step in other.steps]) == (
            True,
            ["school.criar_atividade"],
        )
        assert await place.rows() == before


async def test_jota_hears_of_the_school_in_few_words_and_of_what_is_open(tmp_path: Path) -> None:
    """SP-31, SP-48: the classes and what is open, as data, in at most 8,000 characters; and the rules it keeps to."""
    crowd = [
        Turma(id=f"tur_{n:03}", escola_id="esc_other", nome=f"Turma {n}", ano_serie="EF7", ano_letivo=2026)
        for n in range(400)
    ]
    async with school(tmp_path / "home", [*seventh(), *other_school(), *crowd]) as place:
        place.system.model.add(say("Vamos lá."))
        await place.system.ask("pode me ajudar?", agent="jota", locale="pt-BR", about=f"school:{SEVENTH}")
        system = place.system.model.prompts[0].system
        told = system.partition('<data from="school">')[2].partition("</data>")[0]
        assert f"aberto: {SEVENTH} 7A" in told
        assert f"hoje: {TODAY.isoformat()}" in told
        assert len(told) <= CHARACTERS
        assert "turmas (402)" in told
        assert "\n(+342)\n" in told, "what is left out is counted"
        assert "NUNCA invente dados" in system
        writes = [each for each in place.system.model.prompts[0].tools if each.effect == "write"]
        assert {each.app for each in writes} <= {"planner", "core"}


async def test_jota_is_told_who_it_is_in_the_language_of_the_teacher(tmp_path: Path) -> None:
    """LT-23: role, six categories with their functions, how to plan, how to report; Portuguese for Portuguese."""
    async with school(tmp_path, seventh(), model=ScriptedModel(say("Era uma vez."), say("Once."))) as place:
        for words, locale in (
            ("Conte uma história curta sobre o mar", "pt-BR"),
            ("Tell a short story of the sea", "en"),
        ):
            await place.system.ask(words, agent="jota", locale=locale)
        portuguese, english = (each.system for each in place.system.model.prompts)
    for heading in ("SUAS CAPACIDADES", "1. PLANEJAMENTO", "2. EXECUÇÃO", "3. RELATÓRIO", "REGRAS", "NUNCA invente"):
        assert heading in portuguese
        assert heading not in english
    for category in SIX:
        assert f"- {category} (" in portuguese
        assert f"- {category} (" in english
    known = [each.capability for each in school_app.capabilities if each.capability.category in SIX]
    assert all(each.name.rpartition(".")[2] in portuguese for each in known)


@pytest.mark.parametrize(("modo", "suffix"), [("visualizar", ""), ("ver", ""), ("editar", "?modo=editar")])
async def test_an_activity_opens_to_be_seen_edited_or_shown(tmp_path: Path, modo: str, suffix: str) -> None:
    """LT-26: the modes of the seed; `ver` is understood too."""
    async with school(tmp_path, seventh()) as place:
        made = await place.do("criar_atividade", tipo="lista-exercicios", tema="frações", materia="Matemática")
        id = made["atividade_id"]
        opened = await place.do("abrir_atividade", atividade_id=id, modo=modo)
        assert opened["url"] == f"/school/atividades/{id}{suffix}"
        shown = await place.do("abrir_atividade", atividade_id=made["titulo"], modo="apresentar")
        assert shown["url"] == f"/school/atividades/{id}?modo=apresentar"
        assert (await place.problem("abrir_atividade", atividade_id=id, modo="voar")).field == "modo"
