"""Making activities, tests, lessons and plans on a running system: with no model, and with one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.apps.school.sample import SEVENTH, School, school, seventh

from aule.apps.school.checking.questions import check
from aule.apps.school.entities import Atividade, Avaliacao, PlanoEnsino
from aule.kernel.capabilities.gate.owner_confirmation import ByHand
from aule.testing.scripted_model import ScriptedModel, say


async def test_sp_s7_an_unknown_code_is_dropped_and_a_block_code_is_accepted(seventh_a: School) -> None:
    """SP-S7, SP-4: `EF07MA99` goes, with a warning; `EF67LP08` is one of year 7."""
    made = await seventh_a.call(
        "criar_atividade",
        tipo="lista-exercicios",
        tema="Porcentagem",
        habilidades=["EF07MA99", "EF07MA02"],
        turma_id="7º ano A",
        quantidade=10,
    )
    assert made.ok, made.error
    assert [each.code for each in made.warnings] == ["habilidade_desconhecida"]
    assert {each["codigo"]: each["valida"] for each in made.data["habilidades"]} == {
        "EF07MA02": True,
        "EF07MA99": False,
    }
    kept = await seventh_a.queries.get(Atividade, made.data["atividade_id"])
    assert kept is not None and kept.habilidades == ["EF07MA02"] and kept.turma_id == SEVENTH
    assert len(kept.conteudo.questoes) == 10 == made.data["n_questoes"] and made.data["pontos_total"] == 10
    assert check(kept.conteudo.questoes, "EF7").refused == [] and kept.origem.feita_por == "gerador"
    assert "10 questões" in made.data["resumo"] and "EF07MA02" in made.data["resumo"]
    before = await seventh_a.rows()
    ticket = await seventh_a.call("criar_atividade", tipo="exit-ticket", tema="Frações", turma_id="7A")
    assert ticket.data["n_questoes"] == 3
    for change in reversed(ticket.changes):
        await seventh_a.undo(change)
    assert await seventh_a.rows() == before
    shown = await seventh_a.preview(
        "criar_atividade", tipo="lista-exercicios", tema="Leitura", habilidades=["EF67LP08"], turma_id="7A"
    )
    assert shown.warnings == []
    pairs = {"tipo": "lista-exercicios", "tema": "Frações", "turma_id": "7A", "modelo_questao": "associacao"}
    assert (await seventh_a.do("criar_atividade", **pairs))["n_questoes"] == 2
    fields = {each.name: each.after for each in shown.records[0].fields}
    assert fields["turma"] == "7A" and fields["habilidades"] == ["EF67LP08"]


async def test_what_cannot_be_made_exactly_says_so_and_the_own_bank_is_used(tmp_path: Path) -> None:
    """Never filler: without a model a theme nobody can compute is an error that names what can be made."""
    async with school(tmp_path / "home", seventh(), model=ScriptedModel(tier=0)) as running:
        before = await running.rows()
        problem = await running.problem("criar_atividade", tipo="mapa-mental", tema="Revolução Francesa")
        assert problem.code == "modelo_indisponivel" and "Lista de exercícios" in (problem.hint or "")
        assert (await running.problem("criar_atividade", tipo="nao-existe", tema="x")).field == "tipo"
        assert await running.rows() == before
        words = (
            "sol: estrela; lua: satélite natural; marte: planeta vermelho; terra: nosso planeta; venus: o mais quente"
        )
        puzzle = await running.do("criar_atividade", tipo="palavras-cruzadas", tema="Astronomia", contexto=words)
        kept = await running.queries.get(Atividade, puzzle["atividade_id"])
        assert kept is not None and kept.conteudo.secoes[0].grade is not None
        types = await running.do("pesquisar_tipos_atividades", categoria="pratica")
        assert types["tipos"][0]["id"] == "lista-exercicios" and types["total"] >= 10
        found = await running.do("pesquisar_bncc", codigo="EF07MA17")
        assert found["habilidades"][0]["unidade"] == "Álgebra"


async def test_a_test_has_its_sheet_and_questions_whose_points_add_up(seventh_a: School) -> None:
    """`criar_avaliacao` keeps the test, its activity and items with skills; 0 questions is the test alone."""
    before = await seventh_a.rows()
    called = await seventh_a.called(
        "criar_avaliacao",
        turma_id="7A",
        materia="Matemática",
        data="2026-11-25",
        habilidades=["EF07MA17", "EF07MA12"],
        quantidade_questoes=12,
    )
    made: dict[str, Any] = called.result.data
    test = await seventh_a.queries.get(Avaliacao, made["avaliacao_id"])
    sheet = await seventh_a.queries.get(Atividade, made["atividade_id"])
    assert test is not None and sheet is not None and len(test.itens) == 12
    assert round(sum(each.pontos_max for each in test.itens), 9) == 10
    assert round(sum(each.pontos for each in sheet.conteudo.questoes), 9) == 10
    assert {code for each in test.itens for code in each.habilidades} == {"EF07MA17", "EF07MA12"}
    chosen = await seventh_a.do(
        "criar_avaliacao", turma_id="7A", materia="Matemática", data="2026-11-26", habilidades=[]
    )
    assert chosen["avisos"] == ["habilidades_escolhidas"] and len(chosen["itens"]) == 15
    alone = await seventh_a.do(
        "criar_avaliacao", turma_id="7A", materia="Matemática", data="2026-11-27", quantidade_questoes=0
    )
    assert alone["atividade_id"] is None and alone["itens"] == []
    assert before["atividade"] != (await seventh_a.rows())["atividade"]


async def test_an_alias_says_what_it_means_and_sheets_for_teachers_are_made_of_real_data(whole: School) -> None:
    """SP-3, SP-55: a diagnostic test is one by its old name too; comments come of marks, a rubric of sentences."""
    asked = {"turma_id": "7A", "materia": "Matemática", "data": "2026-11-25", "quantidade_questoes": 4}
    called = await whole.kernel.call("criar_avaliacao_diagnostica", asked, locale="pt-BR", by_hand=ByHand())
    test = await whole.queries.get(Avaliacao, called.result.data["avaliacao_id"])
    assert test is not None and test.tipo == "diagnostica" and test.titulo.startswith("Avaliação diagnóstica")
    named = await whole.do("criar_avaliacao", **asked, conteudos=["porcentagem"])
    assert {code for each in named["itens"] for code in each["habilidades"]} == {"EF07MA02"}, "gaps need the skill"
    for tipo, given in (
        ("comentarios-boletim", {}),
        ("rubrica-avaliacao", {"habilidades": ["EF07MA35"]}),
        ("autoavaliacao-aluno", {"habilidades": ["EF07MA35"]}),
    ):
        made = await whole.do("criar_atividade", tipo=tipo, tema="Bimestre", turma_id="7A", **given)
        assert made["avisos"] == [], made
        kept = await whole.queries.get(Atividade, made["atividade_id"])
        assert kept is not None
        section = kept.conteudo.secoes[0]
        if tipo == "comentarios-boletim":
            assert "**Ana Beatriz Ferreira**" in section.para_professor and "média" in section.para_professor
            assert "Ana" not in section.texto + section.titulo, "a student's version names nobody"
        else:
            assert "o significado de média estatística" in section.texto
    assert (await whole.problem("criar_atividade", tipo="comentarios-boletim", tema="x")).field == "turma_id"
    for name in ("pesquisar_turmas", "pesquisar_atividades_conta", "pesquisar_aulas_criadas", "pesquisar_bncc"):
        known = whole.kernel.registry.get(name).params["properties"]
        given = dict.fromkeys(key for key in known if key not in ("limit", "max_resultados"))
        assert (await whole.do(name, **given))["total"] > 0, name
    assert (await whole.do("pesquisar_bncc", codigo="EF07MA17"))["resumo"] == "1 habilidade da BNCC: EF07MA17"
    assert (await whole.do("pesquisar_bncc", ano_serie="7º ano", componente="MA"))["total"] == 37


async def test_a_lesson_fills_its_minutes_and_a_plan_covers_the_curriculum(seventh_a: School) -> None:
    """`criar_aula` by duration; `criar_plano_ensino` spreads all 37 skills of maths in year 7 over a term."""
    listed = await seventh_a.do("criar_atividade", tipo="exit-ticket", tema="Frações", turma_id="7A", quantidade=3)
    for minutes in (20, 50, 100):
        lesson = await seventh_a.do(
            "criar_aula",
            tema="Frações",
            materia="Matemática",
            turma_id="7A",
            duracao_min=minutes,
            atividade_ids=[listed["atividade_id"]],
        )
        assert sum(each["minutos"] for each in lesson["momentos"]) == minutes
        assert any(listed["titulo"] in each["descricao"] for each in lesson["momentos"])
        assert lesson["avisos"] == ["habilidades_sugeridas"] and all(each["valida"] for each in lesson["habilidades"])
    plan = await seventh_a.do(
        "criar_plano_ensino", turma_id="7A", materia="Matemática", periodo="2026-02-02..2026-04-17", aulas_semana=5
    )
    assert plan["cobertura"] == {"habilidades_total": 37, "incluidas": 37, "fora": []}
    assert sum(each["aulas_previstas"] for each in plan["unidades"]) == plan["aulas_total"] == 55
    starts = [each["inicio"] for each in plan["unidades"]]
    assert starts == sorted(starts) and starts[0] >= "2026-02-02" and starts[-1] <= "2026-04-17"
    kept = await seventh_a.queries.get(PlanoEnsino, plan["plano_id"])
    assert kept is not None
    page = await seventh_a.view("plano", id=kept.id)
    assert page.incluidas == 37 and len(page.textos) == 37 and page.trabalhadas["EF07MA17"] >= 1
    catalog = await seventh_a.view("catalogo")
    assert len(catalog.tipos) == 67 and [each.nome for each in catalog.turmas] == ["7A"]
    assert (await seventh_a.view("bncc", busca="porcentagem", ano_serie="EF7")).habilidades[0].codigo == "EF07MA02"


def _question(n: int, **more: Any) -> dict[str, Any]:
    choices = [{"id": "ABCD"[at], "texto": f"opção {n}-{at}", "correta": at == n % 4} for at in range(4)]
    asked = {"tipo": "multipla_escolha", "enunciado": f"Pergunta {n} sobre o tema?", "alternativas": choices}
    return {**asked, "resposta": "ABCD"[n % 4], "explicacao": "Porque sim.", **more}


async def test_a_model_writes_what_no_rule_can_and_is_sent_back_until_it_is_right(tmp_path: Path) -> None:
    """SP-4: bounded, checked, repaired at most twice; then what passed is kept with `questoes_incompletas`."""
    good = [_question(n) for n in range(3)]
    wrong = [_question(0), _question(1, resposta="D"), _question(0)]
    answers = [json.dumps({"texto": "", "questoes": each}) for each in (wrong, good, wrong, wrong, wrong)]
    model = ScriptedModel(*(say(each) for each in answers))
    async with school(tmp_path / "home", seventh(), model=model) as running:
        params = {"tipo": "quiz-interativo", "tema": "Revolução Francesa", "turma_id": "7A", "quantidade": 3}
        made = await running.do("criar_atividade", **params)
        assert made["n_questoes"] == 3 and made["avisos"] == []
        kept = await running.queries.get(Atividade, made["atividade_id"])
        assert kept is not None and kept.origem.feita_por == "modelo"
        poor = await running.do("criar_atividade", **{**params, "tema": "Iluminismo"})
        assert poor["n_questoes"] == 1 and poor["avisos"] == ["questoes_incompletas"]
        exact = await running.do(
            "criar_atividade", tipo="quiz-interativo", tema="Porcentagem", turma_id="7A", quantidade=4
        )
        assert exact["n_questoes"] == 4, "what a rule can make asks no model"
