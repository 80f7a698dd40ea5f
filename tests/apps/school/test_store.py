"""What a teacher keeps: read, made, edited, removed, and brought back exactly as it was."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.apps.school.sample import (
    ESCOLA,
    MATEMATICA,
    PROVAS,
    SEVENTH,
    TODAY,
    School,
    school,
    seventh,
    whole_school,
)

from aule.apps.school.entities import (
    Aluno,
    Atividade,
    Aula,
    Avaliacao,
    Escola,
    EventoCalendario,
    Frequencia,
    Materia,
    Turma,
)
from aule.apps.school.sample.layout import sample, sample_id
from aule.apps.school.table_mapping import entity_of, kind_of, row_of
from aule.contracts.errors import Conflict
from aule.testing import ScriptedModel, say


def test_everything_is_kept_as_it_is() -> None:
    """Each thing of the sample, as a row and back; the sample is the same each time."""
    for each in sample(TODAY):
        assert entity_of(type(each), row_of(each)) == each
        assert set(row_of(each)) | {"stamp"} == set(kind_of(each).columns)
    assert sample(TODAY) == sample(TODAY)


async def test_the_sample_comes_and_goes_in_one_click_each(tmp_path: Path) -> None:
    """SP-3: one undoable change each; own classes, and a subject they came to use, stay."""
    async with school(tmp_path / "home") as empty:
        nothing = await empty.rows()
        shown = await empty.preview("adicionar_amostra")
        assert {each.name: each.create for each in shown.tables}["aluno"] == 50
        added = await empty.called("adicionar_amostra")
        assert len(added.result.changes) == 1
        assert (await empty.do("adicionar_amostra"))["registros"] == 0
        full = await empty.rows()
        await empty.undo(added.result.changes[0])
        assert await empty.rows() == nothing
        await empty.do("adicionar_amostra")
        assert await empty.rows() == full
        own = await empty.do("criar_turma", nome="6C", materias=["Matemática"], alunos=["Rita Lima"])
        removed = await empty.called("remover_amostra")
        assert removed.result.ok and len(removed.result.changes) == 1
        left = await empty.rows()
        assert [row[0] for row in left["turma"]] == [own["turma_id"]]
        assert [row[0] for row in left["materia"]] == [MATEMATICA] and len(left["aluno"]) == 1
        assert not left["nota"] and not left["frequencia"] and not left["evento"]


async def test_searching_what_there_is(whole: School) -> None:
    """SP-3: names as people write them, figures in each summary, a source that is cited."""
    turmas = await whole.call("pesquisar_turmas", ano_serie="7º ano")
    assert [each["nome"] for each in turmas.data["turmas"]] == ["7A"]
    assert turmas.data["resumo"] == "1 turma: 7A (25 alunos)"
    assert turmas.provenance is not None and turmas.provenance.source == "local"
    alunos = await whole.do("pesquisar_alunos", turma_id="sétimo ano A")
    assert alunos["total"] == 25 and set(alunos["alunos"][0]) == {"id", "nome", "matricula"}
    found = await whole.do("pesquisar_atividades_conta", busca="proporcionais", materia="mat", turma_id="7a")
    assert [(each["titulo"], each["usos"]) for each in found["atividades"]] == [("Lista: grandezas proporcionais", 1)]
    bank = await whole.do("pesquisar_banco_questoes", habilidade="EF07MA17", limit=2)
    assert bank["total"] == 5 and len(bank["questoes"]) == 2
    aulas = await whole.do("pesquisar_aulas_criadas", turma_id="8B")
    assert [each["titulo"] for each in aulas["aulas"]] == ["Valor numérico de uma expressão"]
    calendar = await whole.do("pesquisar_calendario", data_inicio="2026-11-16", data_fim="2026-11-27", turma_id="7A")
    assert [each["dia"] for each in calendar["eventos"] if each["tipo"] == "avaliacao"] == ["2026-11-24"]
    assert "2026-11-25" in calendar["dias_livres"]
    nobody = await whole.problem("pesquisar_alunos", turma_id="9Z")
    assert (nobody.code, nobody.field, nobody.candidates) == ("not_found", "turma_id", ["7A", "8B"])


async def test_two_schools_with_one_name_are_asked_about(tmp_path: Path) -> None:
    """SP-1, SP-S3: the school tells them apart; nothing is written."""
    other = Escola(id="esc_other00001", nome="Escola Norte")
    twin = Turma(id="tur_other00001", escola_id=other.id, nome="7º ano A", ano_serie="EF7", ano_letivo=2026)
    async with school(tmp_path / "home", [*seventh(), other, twin]) as two:
        before = await two.rows()
        problem = await two.problem("adicionar_aluno_turma", turma_id="turma 7A", nome="Rita Lima")
        assert problem.code == "ambiguous_reference" and problem.field == "turma_id"
        assert sorted(match.path for match in problem.matches) == [
            "Escola Municipal Paulo Freire (exemplo)",
            "Escola Norte",
        ]
        assert await two.rows() == before


async def _undone(on: School, name: str, **params: Any) -> dict[str, Any]:
    """Do something, look that undoing it brings back every row, and do it again."""
    before = await on.rows()
    called = await on.called(name, **params)
    assert called.result.ok, called.result.error
    assert len(called.result.changes) == 1, f"{name}: {called.result.changes}"
    assert await on.rows() != before
    await on.undo(called.result.changes[0])
    assert await on.rows() == before, name
    again = await on.call(name, **params)
    assert again.ok and again.data["resumo"]
    return again.data


async def test_every_write_is_one_change_and_comes_back_exactly(whole: School) -> None:
    """SP-3, K-8: for each capability that makes or edits something."""
    on = whole
    made = await _undone(on, "criar_turma", nome="9º ano C", materias=["História", "mat"], alunos=["Rita Lima"])
    assert made["total_alunos"] == 1
    assert (await on.problem("criar_turma", nome="9C")).code == "turma_repetida"
    assert (await on.problem("criar_turma", nome="Azul")).field == "ano_serie"
    await _undone(on, "editar_turma", turma_id=made["turma_id"], nome="9D", materias=["Ciências"], turno="noite")
    await _undone(on, "configurar_escola", media_aprovacao=7, escala={"casas": 2}, escola_id=ESCOLA)
    assert (await on.problem("configurar_escola", frequencia_minima=3)).field == "config.frequencia_minima"
    await _undone(on, "criar_periodo", tipo="semestre", inicio="2026-02-01", fim="2026-07-10")
    assert (
        await on.problem("criar_periodo", tipo="bimestre", inicio="2026-10-02", fim="2026-10-30", escola_id=ESCOLA)
    ).code == ("periodo_repetido")
    event = await _undone(on, "criar_evento", titulo="Feira", data="2026-11-20", hora_inicio="08:00", turma_id="8b")
    await _undone(on, "editar_evento", evento_id=event["evento_id"], data="2026-11-21", turma_id=None, dia_todo=True)
    saved = await on.queries.get(EventoCalendario, event["evento_id"])
    assert saved is not None and (saved.hora_inicio, saved.turma_id) == (None, None)
    await _undone(on, "editar_avaliacao", avaliacao_id="Prova 3 de Matemática", data="2026-11-26", peso=3)
    assert (await on.problem("editar_avaliacao", avaliacao_id=PROVAS[0], valor_maximo=1)).field == "valor_maximo"
    await _undone(on, "editar_plano", plano_id="pla_amostra0000", criterios=None, unidades=[{"titulo": "Uma só"}])
    who = await _undone(on, "adicionar_aluno_turma", turma_id="7A", nome="Rita Lima", matricula="99")
    assert (await on.do("adicionar_aluno_turma", turma_id="7A", nome="Rita Lima", matricula="99"))["criado"] is False
    taken = await on.problem("adicionar_aluno_turma", turma_id="7A", nome="Outra", matricula="99")
    assert taken.code == "matricula_repetida"
    await _undone(on, "remover_aluno_turma", turma_id="7A", aluno_id=who["aluno_id"])
    assert len(await on.queries.alunos(SEVENTH)) == 25
    await _undone(
        on,
        "registrar_frequencia",
        turma_id="7A",
        data="2026-11-16",
        presencas=[{"aluno_id": "Caio Henrique Moura", "presenca": "falta"}],
        demais="presente",
    )
    days = await on.queries.daily(Frequencia, SEVENTH, "2026-11-16", "2026-11-16")
    assert len(days) == 25 and sum(each.presenca == "falta" for each in days) == 1
    register = await on.view("chamada", turma="7º ano A", data="2026-11-16")
    assert register.feita
    assert [each.nome for each in register.alunos if each.presenca == "falta"] == ["Caio Henrique Moura"]
    maths = await on.view("chamada", turma="7A", data="2026-11-16", materia="matematica")
    assert not maths.feita and {each.presenca for each in maths.alunos} == {None}


async def test_the_class_book_holds_what_was_handed_in_and_how_students_took_part(whole: School) -> None:
    """SP-3: who is named handed it in, on time or late; whoever is not still owes it."""
    on = whole
    came = [
        {"aluno_id": "Lara Nogueira", "entregue_em": "2026-11-18"},
        {"aluno_id": "Samuel Okafor", "entregue_em": "2026-11-21"},
        {"aluno_id": "Isabela Müller", "dispensado": True},
    ]
    work = {"atividade_id": "atv_amostra0002", "prazo": "2026-11-20", "entregas": came}
    await _undone(on, "registrar_entregas", **work)
    kept = {each.aluno_id: each.situacao for each in await on.queries.entregas_da_atividade("atv_amostra0002")}
    told = {id: kept[id] for id in (sample_id(Aluno, 15), sample_id(Aluno, 23), sample_id(Aluno, 12))}
    assert list(told.values()) == ["entregue", "atrasada", "dispensado"]
    assert (await on.do("registrar_entregas", **work))["n_alteradas"] == 0
    levels = [{"aluno_id": "Lara Nogueira", "nivel": 3}, {"aluno_id": "Samuel Okafor", "nivel": 0}]
    await _undone(on, "registrar_participacao", turma_id="7A", data="2026-11-16", niveis=levels)
    assert (await on.problem("registrar_participacao", turma_id="7A", data="2026-11-16", niveis=[])).field == "niveis"


async def test_marks_are_written_where_they_fit_and_the_rest_is_told(seventh_a: School) -> None:
    """SP-3: students by id, number or name; what does not fit is refused; the same again changes nothing."""
    marks = [
        {"aluno_id": sample_id(Aluno, 0), "valor": 7.5},
        {"aluno_id": "20260002", "valor": None, "situacao": "ausente"},
        {"aluno_id": "bianca tupinamba rocha", "valor": 12},
        {"aluno_id": "Ninguém de Nada", "valor": 5},
        {"aluno_id": sample_id(Aluno, 3), "itens": [{"n": 1, "pontos": 1}, {"n": 2, "pontos": 0.5}]},
    ]
    shown = await seventh_a.preview("lancar_notas", avaliacao_id=PROVAS[0], notas=marks)
    assert shown.total == 3 and len(shown.warnings) == 2
    done = await _undone(seventh_a, "lancar_notas", avaliacao_id=PROVAS[0], notas=marks)
    assert done["n_alteradas"] == 3 and len(done["rejeitadas"]) == 2
    assert "12 não está entre 0 e 10" in {each["motivo"] for each in done["rejeitadas"]}
    kept = {each.aluno_id: each for each in await seventh_a.queries.notas_da_avaliacao(PROVAS[0])}
    assert kept[sample_id(Aluno, 0)].valor == 7.5 and kept[sample_id(Aluno, 1)].situacao == "ausente"
    assert kept[sample_id(Aluno, 3)].valor == 1.5
    again = await seventh_a.called("lancar_notas", avaliacao_id=PROVAS[0], notas=marks)
    assert again.result.data["n_alteradas"] == 0 and not again.result.changes and again.result.ok
    none = await seventh_a.call("lancar_notas", avaliacao_id=PROVAS[0], notas=marks[2:4])
    assert (none.ok, none.error and none.error.code) == (False, "nothing_accepted"), "nothing of it fits"
    assert len(none.data["rejeitadas"]) == 2


async def test_an_activity_and_a_lesson_are_edited_piece_by_piece(whole: School) -> None:
    """SP-3: absent stays, null clears; operations add, change, move and remove; each edit is a version."""
    on, id = whole, "atv_amostra0000"
    new = {"tipo": "numerica", "enunciado": "Quanto é 2 + 2?", "resposta": "4"}
    ops: list[dict[str, Any]] = [
        {"op": "add", "posicao": 0, "questao": new},
        {"op": "update", "id": "q2", "questao": {"pontos": 2}},
        {"op": "move", "id": "q3", "posicao": 1},
        {"op": "remove", "id": "q4"},
    ]
    done = await _undone(on, "editar_atividade", atividade_id=id, titulo="Lista nova", tema=None, questoes_ops=ops)
    assert done["versao"] == 2 and [each["op"] for each in done["diff"]] == ["add", "update", "move", "remove"]
    saved = await on.queries.get(Atividade, id)
    assert saved is not None and saved.tema == "" and saved.habilidades == ["EF07MA17"]
    assert [each.id for each in saved.conteudo.questoes] == ["q5", "q3", "q1", "q2"]
    assert saved.conteudo.questoes[3].pontos == 2
    same = await on.called("editar_atividade", atividade_id=id, titulo="Lista nova")
    assert not same.result.changes and same.result.data["versao"] == 2
    wrong = await on.problem("editar_atividade", atividade_id=id, questoes_ops=[{"op": "remove", "id": "q9"}])
    assert wrong.code == "not_found" and wrong.field == "questoes_ops.0.id"
    bad = await on.problem("editar_atividade", atividade_id=id, questoes_ops=[{"op": "add", "questao": {"tipo": "x"}}])
    assert bad.code == "invalid_param" and (bad.field or "").startswith("questoes_ops.0.questao")
    moments: list[dict[str, Any]] = [
        {"op": "move", "posicao": 0, "para": 2},
        {"op": "update", "posicao": 0, "momento": {"minutos": 30}},
        {"op": "add", "momento": {"momento": "Tarefa", "minutos": 5}},
    ]
    await _undone(on, "editar_aula", aula_id="Regra de três na cozinha", data="2026-11-19", roteiro_ops=moments)
    lesson = await on.queries.get(Aula, "aul_amostra0001")
    assert lesson is not None and [each.minutos for each in lesson.roteiro] == [30, 15, 10, 5]
    put = await _undone(on, "adicionar_atividade_aula", atividade_id=id, aula_id=lesson.id, posicao=0)
    assert put["atividades"][0] == id
    assert not (await on.called("adicionar_atividade_aula", atividade_id=id, aula_id=lesson.id)).result.changes


async def test_words_become_edits_that_fit_or_are_sent_back(tmp_path: Path) -> None:
    """SP-3, K-11: a model's edits are tried first; what does not fit is sent back, and the diff is told. It undoes."""
    wrong = {"ops": [{"op": "update", "id": "q99", "questao": {"pontos": 2}}]}
    right = {
        "ops": [{"op": "update", "id": "q1", "questao": {"enunciado": "Se 4 lápis custam R$ 8,00, quanto custa 1?"}}]
    }
    model = ScriptedModel(say(json.dumps(wrong)), say(json.dumps(right)))
    async with school(tmp_path / "home", whole_school(), model=model) as on:
        shown = await on.preview("editar_atividade", atividade_id="atv_amostra0000", instrucao="mais fácil")
        assert "mais fácil" in shown.warnings[0]
        before = await on.rows()
        called = await on.called("editar_atividade", atividade_id="atv_amostra0000", instrucao="mais fácil")
        assert [(each["op"], each["id"]) for each in called.result.data["diff"]] == [("update", "q1")]
        assert "q99" in str(model.prompts[1].history[0])
        await on.undo(called.result.changes[0])
        assert await on.rows() == before
    async with school(tmp_path / "bare", whole_school(), model=ScriptedModel(tier=0)) as bare:
        refused = await bare.problem("editar_atividade", atividade_id="atv_amostra0000", instrucao="mais fácil")
        assert refused.code == "modelo_indisponivel" and "questoes_ops" in (refused.hint or "")


async def test_activities_go_onto_the_first_free_day_as_one_event(whole: School) -> None:
    """SP-3: a range takes the first weekday the class has free; a taken day is told; a lesson moves with its event."""
    on, ids = whole, ["atv_amostra0000", "atv_amostra0001", "atv_amostra0002"]
    done = await _undone(
        on, "adicionar_aula_calendario", atividade_ids=ids, data="2026-11-23..2026-11-27", turma_id="7º ano A"
    )
    assert done["data"] == "2026-11-23" and done["atividades"] == ids and done["conflitos"] == []
    taken = await on.call("adicionar_aula_calendario", atividade_ids=ids[:1], data="2026-11-24", turma_id="7A")
    assert taken.data["conflitos"][0]["eventos"][1] == "Prova 3 de Matemática"
    assert [each.code for each in taken.warnings] == ["conflito_no_calendario"]
    assert (await on.problem("adicionar_aula_calendario", data="2026-11-24")).field == "atividade_ids"
    assert (await on.problem("adicionar_aula_calendario", data="amanhã", aula_id="aul_amostra0001")).field == "data"
    await _undone(on, "adicionar_aula_calendario", aula_id="aul_amostra0001", data="2026-11-25", hora_inicio="07:30")
    lesson = await on.queries.get(Aula, "aul_amostra0001")
    assert lesson is not None and lesson.data == "2026-11-25"
    await on.do("editar_aula", aula_id=lesson.id, data="2026-11-26")
    events = await on.queries.by(EventoCalendario, "aula_id", [lesson.id])
    assert [each.data for each in events] == ["2026-11-26"]
    page = await on.view("calendario", de="2026-11-26", ate="2026-11-26")
    assert [each.evento.titulo for each in page.eventos].count(lesson.titulo) == 1


async def test_what_is_removed_takes_what_belongs_to_it_and_all_of_it_comes_back(whole: School) -> None:
    """SP-3, K-8: a cascade is shown with its counts, done as one change, and undone as one."""
    on = whole
    shown = await on.preview("remover_turma", turma_id="7A")
    assert shown.confirm == "7A" and shown.records[0].cascade is not None
    assert shown.records[0].cascade.counts["nota"] == 175 and shown.records[0].cascade.counts["atividade_link"] == 6
    for name, params in (
        ("remover_turma", {"turma_id": "7A"}),
        ("remover_atividade", {"atividade_id": "Quiz: números racionais"}),
        ("remover_aula", {"aula_id": "aul_amostra0001"}),
        ("remover_avaliacao", {"avaliacao_id": PROVAS[0]}),
        ("remover_evento", {"evento_id": "Conselho de classe"}),
        ("remover_plano", {"plano_id": "pla_amostra0000"}),
        ("remover_periodo", {"periodo_id": "per_amostra0001"}),
    ):
        before = await on.rows()
        await on.remove(name, **params)
        gone = await on.rows()
        assert gone != before
        for table, column, above in (("nota", 0, "avaliacao"), ("matricula", 0, "turma"), ("entrega", 1, "atividade")):
            assert {row[column] for row in gone[table]} <= {row[0] for row in gone[above]}, name
        latest = (await on.kernel.changes.list(limit=1)).items[0]
        await on.undo(latest.id)
        assert await on.rows() == before, name
    assert (await on.problem("remover_materia", materia="Matemática")).code == "em_uso"


async def test_an_undo_that_would_leave_marks_without_their_class_is_refused(tmp_path: Path) -> None:
    """K-8: what somebody built on since is not pulled from under it."""
    own = Escola(id="esc_own0000001", nome="Escola Sul")
    async with school(tmp_path / "home", [own, *(each for each in seventh() if isinstance(each, Materia))]) as on:
        made = await on.called("criar_turma", nome="6C", materias=["Matemática"])
        await on.do("adicionar_aluno_turma", turma_id="6C", nome="Rita Lima")
        try:
            await on.undo(made.result.changes[0])
        except Conflict as refused:
            assert refused.problem.code == "undo_conflict" and "left without its class" in refused.problem.message
        else:
            raise AssertionError("the class went, and its student stayed")


async def test_pages_and_the_search_of_everything(whole: School) -> None:
    """Lists, items and the calendar; a class, a student or an activity is found by a part of its name."""
    on = whole
    tests = await on.view("avaliacoes", turma="7A")
    assert tests.total == 8 and tests.avaliacoes[-1].lancadas > 20 and tests.avaliacoes[0].media is None
    page = await on.view("avaliacao", id=PROVAS[0])
    assert len(page.alunos) == 25 and sum(each.n for each in page.distribuicao) == 24
    assert [each.codigo for each in page.habilidades] == ["EF07MA17", "EF07MA12", "EF07MA02"]
    listed = await on.view("atividades", busca="porcentagem")
    assert [each.tipo_nome for each in listed.atividades] == ["Lista de exercícios"]
    activity = await on.view("atividade", id="atv_amostra0002")
    assert activity.usos[0].nome == "Revisão: números racionais" and activity.avisos == []
    assert (await on.view("aula", id="aul_amostra0000")).atividades[0].n_questoes == 4
    plans = await on.view("planos")
    assert plans.planos[0].incluidas == 5 and plans.planos[0].habilidades_total > 30
    for words, path in (
        ("7º ano a", f"/school/turmas/{SEVENTH}"),
        ("okafor", "/school/alunos/"),
        ("crônica", "/school/"),
    ):
        hits = await on.kernel.finder.search(words, limit=10, locale="pt-BR")
        assert any(hit.path.startswith(path) for hit in hits), words


async def test_opening_a_screen_is_an_event(whole: School) -> None:
    """SP-3: `ir_para_secao` and `abrir_atividade` tell the desktop where to go."""
    calls = [
        ("ir_para_secao", {"secao": "turmas", "params": {"id": "7A"}}, f"/school/turmas/{SEVENTH}"),
        ("ir_para_secao", {"secao": "calendario"}, "/school/calendario"),
        (
            "abrir_atividade",
            {"atividade_id": "atv_amostra0001", "modo": "editar"},
            "/school/atividades/atv_amostra0001",
        ),
    ]
    for name, params, path in calls:
        called = await whole.called(name, **params)
        assert called.result.data["url"].startswith(path)
        events = await whole.system.events(called.run)
        assert [each.data.path for each in events if each.type == "ui.navigated"][0].startswith(path)  # pyright: ignore[reportAttributeAccessIssue]


def test_all_kinds_of_the_whole_school_are_there() -> None:
    """The sample has something of everything a screen shows."""
    kinds = {kind_of(each).name for each in whole_school()}
    assert {"plano", "evento", "entrega", "participacao", "frequencia", "avaliacao"} <= kinds
    assert any(isinstance(each, Avaliacao) and each.substitui_avaliacao_id for each in whole_school())
