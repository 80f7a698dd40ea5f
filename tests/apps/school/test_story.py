"""The seed's own story, end to end through the wire, with no model and with one (SP-S1, SP-S2, SP-S4, SP-S11)."""

from __future__ import annotations

import json
from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Any

from dirty_equals import IsPartialDict, IsStr
from tests.apps.school.sample import SEVENTH, TODAY, School, school, seventh
from tests.apps.school.wire import FUNCTIONS, STORY, Wire, offline, wired

from aule.apps.school.entities import Atividade, Avaliacao
from aule.contracts.access.approval import ApprovalKind
from aule.contracts.events.facts import CallCompleted
from aule.contracts.talk.memory import Layer
from aule.kernel.reports.grounding import find_unsupported
from aule.kernel.reports.report import source_of
from aule.stores.repositories.memories import Wanted
from aule.testing.scripted_model import Response, say

MONDAY = TODAY + timedelta(days=7 - TODAY.weekday())
WEEK = f"{MONDAY.isoformat()}..{(MONDAY + timedelta(days=4)).isoformat()}"


async def activities(place: School) -> list[Atividade]:
    """The activities 7A has."""
    return [each for each in await place.queries.listed(Atividade) if each.turma_id == SEVENTH]


async def gaps(place: School) -> list[str]:
    """The skills 7A has not got far enough in, the largest gap first."""
    found = await place.do("analisar_gaps_aprendizado", turma_id="7A", materia="Matemática", max=3)
    return [each["habilidade"]["codigo"] for each in found["gaps"]]


async def check_grounded(wire: Wire, run: str, report: str) -> None:
    """SP-47: every figure, code, name and title of a report is in the run's results, or was said."""
    kernel = wire.school.kernel
    evidence = await kernel.plan_reports.evidence(await kernel.runs.get(run))
    assert find_unsupported(report, source_of(evidence)) == []


def check_order(frames: list[dict[str, Any]]) -> None:
    """SP-45: for each etapa and repetition, `executando` comes before how it ended, and each once."""
    seen = Counter((frame["status"], frame.get("etapaAtual"), frame.get("iteracao")) for frame in frames)
    assert set(seen.values()) == {1}, seen
    assert (frames[0]["status"], frames[-1]["status"][:9]) == ("iniciando", "concluido")
    units = [(frame["etapaAtual"], frame.get("iteracao", 0)) for frame in frames if "etapaAtual" in frame]
    assert units == sorted(units), "LT-21: one after another"
    began: set[Any] = set()
    for frame in frames:
        place = (frame.get("etapaAtual"), frame.get("iteracao"))
        if frame["status"] == "executando":
            began.add(place)
        elif frame["status"] in ("etapa_concluida", "etapa_falhou"):
            assert place in began, frame


async def test_sp_s1_the_seeds_story_runs_with_no_model_at_all(tmp_path: Path) -> None:
    """SP-S1, SP-40, SP-41, SP-45, SP-46, SP-47, SP-49, SP-S11, LT-21, LT-27."""
    async with offline(tmp_path / "home", seventh()) as place, wired(place) as wire:
        top, before = await gaps(place), {each.id for each in await activities(place)}
        made = await wire.said(STORY)
        assert made["initialMessage"] == (
            "Ótimo! Vou te ajudar com isso. Montei um plano de ação com 5 etapas. Dá uma olhada:"
        )
        plan = made["plan"]
        assert plan == IsPartialDict(objetivo="Criar 3 atividades de Matemática para 7A", status="aguardando_aprovacao")
        assert [each["funcao"] for each in plan["etapas"]] == FUNCTIONS
        assert [each.get("vezes", 1) for each in plan["etapas"]] == [1, 1, 1, 3, 1]
        assert plan["etapas"][3]["repetir"] == {"para_cada": {"$from": "3.result.data.gaps"}, "max": 3}
        assert plan["etapas"][4]["parametros"]["data"] == WEEK
        assert plan["etapas"][0] == IsPartialDict(
            parametros=IsPartialDict(turma_id=SEVENTH, periodo="ultimo_mes"),
            nomes=IsPartialDict(turma_id="7A", materia="Matemática"),
        )
        assert {each["status"] for each in plan["etapas"]} == {"pendente"}
        pending = await place.kernel.approvals.pending()
        assert [(each.kind, each.options[0].label) for each in pending] == [(ApprovalKind.PLAN, "Executar plano")]

        done = (await wire.process(action="execute_plan", planId=plan["planId"])).json()
        assert done["status"] == "concluido", done
        fresh = [each for each in await activities(place) if each.id not in before]
        assert len(fresh) == 3
        assert sorted(code for each in fresh for code in each.habilidades) == sorted(top)
        monday, _, friday = WEEK.partition("..")
        events = await place.queries.eventos(monday, friday, SEVENTH)
        own = [each for each in events if set(each.atividades) & {each.id for each in fresh}]
        assert 1 <= len(own) <= 3
        assert {id for each in own for id in each.atividades} == {each.id for each in fresh}

        frames = await wire.frames()
        check_order(frames)
        told = [frame for frame in frames if frame["status"] == "etapa_concluida"]
        assert [frame["etapaAtual"] for frame in told if frame["etapaAtual"] != 4] == [1, 2, 3, 5]
        assert sorted(frame["iteracao"] for frame in told if frame["etapaAtual"] == 4) == [1, 2, 3]
        assert told[0]["resultado"] == IsStr(regex=".*25 alunos.*")
        assert told[0]["ref"] == IsStr(regex="result:run_.*/1")

        report: str = done["relatorio"]
        headings = [line for line in report.splitlines() if line.startswith("## ")]
        assert "- Pesquisar o desempenho da turma 7A: Média" in report
        assert headings == ["## O que foi feito", "## Resultados", "## Próximos passos"]
        first, _, rest = report.partition("\n\n## ")
        assert first.startswith("Pronto, está feito: criar 3 atividades de Matemática para 7A. ")
        assert "- Criar as 3 atividades — [" in rest.splitlines()[2], "what was made comes before what led to it"
        assert "fonte" not in report.casefold() and "n =" not in report
        whole = await place.kernel.plan_reports.get(done["runId"])
        assert [line.detail for line in whole.results][0] == IsStr(regex=r"\d+ registros, fonte: local")
        await check_grounded(wire, done["runId"], report)
        assert all(f"(/school/atividades/{each.id})" in report and each.titulo in report for each in fresh)
        again = await wire.process(action="execute_plan", planId=plan["planId"])
        assert again.status_code == 409

        run = await place.kernel.runs.get(done["runId"])
        wanted = Wanted(layer=Layer.WORKING, scope=f"run:{run.id}")
        kept = await place.kernel.memories.list(now=place.kernel.ambient.timestamp(), wanted=wanted)
        contents = [each.content for each in kept.items]
        assert any(each.startswith("⚡ Vou criar as 3 atividades") for each in contents), contents
        assert any(each.startswith("✓ Vou pesquisar o desempenho") for each in contents), contents


async def test_sp_s2_without_marks_nothing_is_made_and_nothing_is_claimed(tmp_path: Path) -> None:
    """SP-S2, SP-20: the mean is null, the warning is told, the report says there were no marks."""
    async with offline(tmp_path / "home", seventh(marks=False)) as place, wired(place) as wire:
        before = await place.rows()
        plan = (await wire.said(STORY))["plan"]
        done = (await wire.process(action="execute_plan", planId=plan["planId"])).json()
        assert done["status"] == "concluido", done
        events = [event.data for event in await place.system.events(done["runId"])]
        results = [each.result for each in events if isinstance(each, CallCompleted)]
        performance = next(each for each in results if each.data is not None and "media_geral" in each.data)
        assert performance.data["media_geral"] is None
        assert "sem_notas_no_periodo" in [each.code for each in performance.warnings]
        assert await place.rows() == before
        assert "nota" in done["relatorio"].lower()
        await check_grounded(wire, done["runId"], done["relatorio"])
        frames = await wire.frames()
        check_order(frames)
        assert [frame["etapaAtual"] for frame in frames if frame["status"] == "etapa_pulada"] == [4, 5]
        read = (await wire.process(action="get_plan", planId=plan["planId"])).json()["plan"]
        assert [each["status"] for each in read["etapas"]] == ["concluida"] * 3 + ["pulada"] * 2


async def test_sp_49_the_ready_plans_run_from_words_to_report_with_no_model(tmp_path: Path) -> None:
    """SP-49, SP-42: a test from skills, a week, report card comments and an attendance alert, each on one click."""
    said = {
        "crie uma prova de matemática para o 7A amanhã com 8 questões": [
            "analisar_gaps_aprendizado",
            "criar_avaliacao",
        ],
        "monte o plano da semana do 7A de matemática": [
            *("pesquisar_calendario", "analisar_gaps_aprendizado", "criar_aula", "adicionar_aula_calendario")
        ],
        "escreva os comentários do boletim do 7A": ["comentarios_boletim", "create_note"],
        "prepare um alerta de frequência do 7A": ["analisar_engajamento", "create_note"],
    }
    async with offline(tmp_path / "home", seventh()) as place, wired(place) as wire:
        for prompt, functions in said.items():
            plan = (await wire.said(prompt))["plan"]
            assert [each["funcao"] for each in plan["etapas"]] == functions, prompt
            done = (await wire.process(action="execute_plan", planId=plan["planId"])).json()
            assert done["status"] == "concluido", (prompt, done)
            await check_grounded(wire, done["runId"], done["relatorio"])


def untaught() -> list[Any]:
    """7A, whose tests ask for a skill of which no exact exercise can be made, beside two of maths."""

    def tagged(each: Any) -> Any:
        if not isinstance(each, Avaliacao):
            return each
        items = [
            item.model_copy(
                update={"habilidades": ["EF07LP01" if code == "EF07MA02" else code for code in item.habilidades]}
            )
            for item in each.itens
        ]
        return each.model_copy(update={"itens": items})

    return [tagged(each) for each in seventh()]


async def test_sp_s4_what_fails_keeps_what_was_made_and_is_reported(tmp_path: Path) -> None:
    """SP-S4, SP-44: two activities stay, the etapa is `erro`, what needs it `pulada`, and the report says so."""
    async with offline(tmp_path / "home", untaught()) as place, wired(place) as wire:
        before = len(await activities(place))
        plan = (await wire.said(STORY))["plan"]
        done = (await wire.process(action="execute_plan", planId=plan["planId"])).json()
        assert done["status"] == "concluido_com_falhas", done
        assert len(await activities(place)) - before == 2
        assert "## O que não deu certo" in done["relatorio"]
        assert "- Criar as 3 atividades, em parte — [“" in done["relatorio"]
        await check_grounded(wire, done["runId"], done["relatorio"])
        frames = await wire.frames()
        check_order(frames)
        statuses = [(frame["status"], frame["etapaAtual"]) for frame in frames if frame.get("etapaAtual", 0) >= 4]
        assert ("etapa_falhou", 4) in statuses
        assert statuses[-1] == ("etapa_pulada", 5)
        read = (await wire.process(action="get_plan", planId=plan["planId"])).json()["plan"]
        assert [each["status"] for each in read["etapas"]] == ["concluida"] * 3 + ["erro", "pulada"]
        assert read["status"] == "concluido_com_falhas"


def drafted(**more: Any) -> Response:
    """The plan as a model writes it, in the names of the wire."""
    turma = {"turma_id": "7º ano A", "materia": "Matemática"}
    steps = [
        {"id": "1", "title": "Vou ver o desempenho", "capability": "pesquisar_desempenho_turma", "params": turma},
        {"id": "2", "title": "Vou ver os tipos", "capability": "pesquisar_tipos_atividades", "params": {}},
        {
            "id": "3",
            "title": "Vou escolher as lacunas",
            "capability": "analisar_gaps_aprendizado",
            "params": {**turma, "max": 3},
        },
        {
            "id": "4",
            "title": "Vou criar as 3 atividades",
            "capability": "criar_atividade",
            "params": {
                "tipo": "lista-exercicios",
                "tema": {"$item": "habilidade.texto"},
                "habilidades": [{"$item": "habilidade.codigo"}],
                **turma,
            },
            "repeat": {"for_each": {"$from": "3.result.data.gaps"}, "max": 3},
        },
        {
            "id": "5",
            "title": "Vou pôr no calendário",
            "capability": "adicionar_aula_calendario",
            "params": {
                "atividade_ids": {"$from": "4.result.data.atividade_id"},
                "data": WEEK,
                "turma_id": "7A",
            },
        },
    ]
    common = {"kind": "call", "description": "", "dependencies": [], "validation": "", "rationale": "É preciso"}
    plan = {
        "title": "Criar 3 atividades",
        "goal": "Criar 3 atividades de matemática para 7A",
        "steps": [{**common, **each} for each in steps],
        "success_criteria": [],
        "say": "Montei o plano.",
        **more,
    }
    return say(json.dumps(plan, ensure_ascii=False))


async def test_sp_s1_a_models_plan_is_checked_named_and_carried_out_within_the_app(tmp_path: Path) -> None:
    """SP-S1, SP-3, SP-42: an unknown function is sent back once; the report of a model that invents is replaced."""
    wrong = drafted(steps=[{"id": "1", "title": "Voar", "kind": "call", "capability": "voar_alto", "params": {}}])
    invented = say(json.dumps({"done": [{"text": "A média subiu para 9,87.", "step": "1"}], "results": []}))
    script = [wrong, drafted(), invented, invented]
    async with school(tmp_path / "home", seventh(), model=None) as place, wired(place) as wire:
        place.system.model.add(*script)
        made = await wire.said(STORY)
        assert made["initialMessage"].endswith("Montei um plano de ação com 5 etapas. Dá uma olhada:")
        assert [each["funcao"] for each in made["plan"]["etapas"]] == FUNCTIONS
        assert made["plan"]["etapas"][3]["parametros"]["turma_id"] == SEVENTH
        prompt = place.system.model.prompts[0]
        assert "Jota" in prompt.system
        assert {tool.app for tool in prompt.tools} <= {"school"}
        before = len(await activities(place))
        done = (await wire.process(action="execute_plan", planId=made["plan"]["planId"])).json()
        assert (done["status"], len(await activities(place)) - before) == ("concluido", 3), done
        assert "9,87" not in done["relatorio"]
        await check_grounded(wire, done["runId"], done["relatorio"])


async def test_sp_s11_what_was_edited_elsewhere_is_not_executed_and_async_says_which_run(tmp_path: Path) -> None:
    """SP-S11, SP-40: 409 `approval_stale` after a PATCH; what this door never showed runs as it is; 202 with async."""
    async with offline(tmp_path / "home", seventh()) as place, wired(place) as wire:
        plan = (await wire.said(STORY))["plan"]
        body = {"edits": [{"op": "set", "path": "title", "value": "Outro"}]}
        await wire.client.patch(f"/v1/plans/{plan['planId']}", json=body, headers={"If-Match": '"v1"'})
        refused = await wire.process(action="execute_plan", planId=plan["planId"])
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "approval_stale")
        edits = [{"ordem": 5, "remover": True}, {"ordem": 4, "parametros": {"quantidade": 5}}]
        changed = (await wire.process(action="update_plan", planId=plan["planId"], edits=edits)).json()
        assert changed["plan"]["etapas"][3]["parametros"] == IsPartialDict(quantidade=5, turma_id=SEVENTH)
        assert [each["funcao"] for each in changed["plan"]["etapas"]] == FUNCTIONS[:4]
        said = await wire.process(action="update_plan", planId=plan["planId"], prompt="remova a etapa 4")
        assert [each["funcao"] for each in said.json()["plan"]["etapas"]] == FUNCTIONS[:3]
        cancelled = (await wire.process(action="cancel_plan", planId=plan["planId"])).json()
        assert cancelled["plan"]["status"] == "cancelado"

        asked = await place.system.ask(STORY, agent="jota", locale="pt-BR")
        elsewhere = await place.kernel.plans.plan_stores.talked_about(asked.session_id or "")
        assert elsewhere is not None
        begun = await wire.process(action="execute_plan", planId=elsewhere.id, **{"async": True})
        assert (begun.status_code, begun.json()) == (202, {"runId": IsStr(regex="run_.*")})
        ended = await place.system.until_still(begun.json()["runId"])
        assert ended.status.value == "done"
