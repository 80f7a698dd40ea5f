"""Atlas with no model at all: sentences in Portuguese and English, from the question to the undo."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace
from typing import Any

import pytest
from tests.apps.atlas.company import Calendar, Company
from tests.models.conftest import asked, hear, still_ambient

from aule import boot
from aule.apps.atlas import atlas
from aule.boot.parts import books_of
from aule.contracts.access.approval import ApprovalKind, Records
from aule.contracts.access.change import ChangeStatus
from aule.contracts.plans.recipe import Recipe
from aule.contracts.runs.run import RunStatus
from aule.contracts.talk.brain import Speech, Wish
from aule.models.builtin.brain import ASK, Builtin
from aule.models.switchboard import Switchboard
from aule.stores.home.directory import Home
from aule.testing import ScriptedModel
from aule.testing.system import System

CAPABILITIES = {each.capability.name: each.capability for each in atlas.capabilities}
PT, EN = "pt-BR", "en"


@pytest.fixture(scope="module")
async def company(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Company]:
    """The product as it is installed, with no model connected, and a company in which `receita` may mean two things."""
    home = Home(tmp_path_factory.mktemp("company"))
    home.prepare()
    around = replace(boot.ambient(), clock=Calendar())
    kernel = await boot.build(home, around, models=Switchboard)
    await kernel.start()
    try:
        company = Company(System(kernel, ScriptedModel(), home))
        await company.do("create_company", name="ACME")
        await company.do("create_cycle", name="Plano 2026", period_start="2026-01-01", period_end="2026-12-31")
        await company.execute(
            {"type": "create_pillar", "data": {"name": "Financeiro"}},
            {"type": "create_pillar", "data": {"name": "Clientes"}},
            {"type": "create_objective", "data": {"title": "Aumentar receita", "pillar_ref": 0}},
            {"type": "create_objective", "data": {"title": "Receita recorrente", "pillar_ref": 1}},
            {"type": "create_key_result", "data": {"title": "KR01 - NPS", "objective_ref": 3, "target_value": 75}},
        )
        yield company
    finally:
        await kernel.stop()


async def said(company: Company, run: Any) -> str:
    """The last thing that was said in a conversation."""
    return (await company.system.messages(run))[-1].content


async def test_an_unclear_sentence_is_asked_about_once_then_shown_then_done_and_undone(company: Company) -> None:
    """AT-S1, AT-12, K-14: nothing changes before one answer and one approval; afterwards it can be undone."""
    system, before = company.system, await company.rows()
    run = await system.ask("aumente o peso do objetivo receita", locale=PT)
    question = await system.pending()
    assert (question.kind, [option.label for option in question.options][:2]) == (
        ApprovalKind.QUESTION,
        ["Aumentar receita — Financeiro (not_started)", "Receita recorrente — Clientes (not_started)"],
    )
    assert await company.rows() == before
    run = await system.decide("match:obj-2")
    approval = await system.pending()
    assert isinstance(approval.preview, Records)
    change = approval.preview.records[0]
    assert (change.op, change.id, change.title) == ("update", "obj-2", "Receita recorrente")
    assert [(field.name, field.before, field.after) for field in change.fields] == [("weight", 1, 2)]
    assert run.status is RunStatus.WAITING and await company.rows() == before
    run = await system.decide()
    assert (run.status, await said(company, run)) == (RunStatus.DONE, "Feito: “Receita recorrente” (obj-2).")
    assert (await company.record("obj-2"))["weight"] == 2
    await company.kernel.undo(f"run:{run.id}")
    assert await company.rows() == before


async def test_a_day_with_no_model(company: Company) -> None:
    """K-14, AT-23, AT-50: checking in, making, marking and removing, in both languages; looking needs no approval."""
    system = company.system

    async def do(words: str, locale: str = PT, answer: str | None = None) -> str:
        await system.ask(words, locale=locale)
        return await said(company, await system.decide(answer=answer))

    assert await do("atualize o KR01 para 42,5") == "Feito: “KR01 - NPS” (kr-1)."
    assert (await company.record("kr-1"))["monthly_actual"] == {"2026-11": 42.5}
    assert await do("check in kr-1: 60", EN) == "Done: “KR01 - NPS” (kr-1)."
    assert (await company.record("kr-1"))["current_value"] == 60
    made = await do("crie um objetivo Encantar clientes no pilar Clientes")
    assert made == "Criado: “Encantar clientes” (obj-3)."
    made = await do("create a KR Churn under the objective Encantar clientes with a target of 3.5", EN)
    assert (made, (await company.record("kr-2"))["target_value"]) == ("Created: “Churn” (kr-2).", 3.5)
    await do("mude o status do objetivo Aumentar receita para em risco")
    assert (await company.record("obj-1"))["status"] == "at_risk"

    run = await system.ask("o que está em risco?", locale=PT)
    assert run.status is RunStatus.DONE and "Aumentar receita (obj-1): em risco" in await said(company, run)
    assert "**ACME: 80%**" in await said(company, await system.ask("how is the strategy doing?", locale=EN))
    assert "**ACME: 80%**" in await said(company, await system.ask("qual é o progresso da empresa?", locale=PT))
    assert "KR01 - NPS (kr-1) · 80%" in await said(company, await system.ask("mostre o kr-1", locale=PT))
    assert "(obj-2)" in await said(company, await system.ask("procure recorrente na estratégia", locale=PT))
    assert "# Relatório de status — ACME" in await said(
        company, await system.ask("gere o relatório da estratégia", locale=PT)
    )
    assert "De 01/10/2026 a" in await said(
        company, await system.ask("o que mudou na estratégia desde 2026-10-01?", locale=PT)
    )
    assert "check-in" in await said(company, await system.ask("quais KRs estão sem check-in?", locale=PT))

    await system.ask("exclua o pilar Clientes", locale=PT)
    approval = await system.pending()
    assert (approval.kind, approval.risk, approval.options[0].expects) == (ApprovalKind.DELETE, "high", "Clientes")
    gone = await said(company, await system.decide(answer="clientes"))
    assert gone.startswith("Excluído: “Clientes”.")
    assert [row.title for row in (await (await company.queries()).of_kind("strategic_objectives"))] == [
        "Aumentar receita"
    ]


async def test_a_pasted_plan_is_shown_and_never_done_by_itself(company: Company) -> None:
    """AT-53: an `[ATLAS_PLAN]` block leads to a preview; saying no leaves everything as it was."""
    plan = '[ATLAS_PLAN]{"actions":[{"type":"create_pillar","data":{"name":"Pessoas"}}]}[/ATLAS_PLAN]'
    before = await company.rows()
    await company.system.ask(plan, locale=PT)
    approval = await company.system.pending()
    assert isinstance(approval.preview, Records)
    assert [(each.op, each.kind, each.title) for each in approval.preview.records] == [("create", "pillar", "Pessoas")]
    await company.system.decide("deny")
    assert await company.rows() == before
    await company.system.ask(plan, locale=PT)
    run = await company.system.decide()
    assert run.status is RunStatus.DONE
    changes = (await company.kernel.changes.list(limit=1)).items
    assert [(each.title, each.status) for each in changes] == [("Criado: Pessoas", ChangeStatus.APPLIED)]


@pytest.fixture(params=atlas.recipes, ids=lambda recipe: recipe.id)
def recipe(request: pytest.FixtureRequest) -> Recipe:
    """Each recipe in turn."""
    return request.param


def test_every_recipe_speaks_both_languages_and_fits_its_capability(recipe: Recipe) -> None:
    """K-13, K-14."""
    told = [recipe.title, recipe.examples, *(slot.question for slot in recipe.slots.values() if slot.question)]
    told += [recipe.reply] if recipe.reply else []
    assert [set(words) for words in told] == [{"pt", "en"}] * len(told)
    assert all(len(set(sentences)) == len(sentences) >= 4 for sentences in recipe.examples.values())
    for call in recipe.calls:
        assert set(call.params) <= set(CAPABILITIES[call.capability].params["properties"])


SENTENCES = [
    (PT, "atualize o KR Receita mensal para R$ 3 mil", "check_in", {"kr_title": "Receita mensal", "value": 3000}),
    (PT, "registre 1.234,5 no KR Receita", "check_in", {"kr_title": "Receita", "value": 1234.5}),
    (PT, "novo pilar: Sustentabilidade social", "create_pillar", {"name": "Sustentabilidade social"}),
    (PT, "aumente o peso do objetivo Crescer", "update_objective", {"objective_title": "Crescer", "weight_by": 1}),
    (PT, "diminua o peso do KR Vendas", "update_key_result", {"kr_title": "Vendas", "weight_by": -1}),
    (EN, "set the weight of the objective Grow to 4", "update_objective", {"objective_title": "Grow", "weight": 4}),
    (EN, "delete the initiative New channel", "delete_initiative", {"initiative_title": "New channel"}),
    (PT, "exclua o projeto estratégico ERP", "delete_project", {"project_name": "ERP"}),
    (EN, "which KRs need a check-in?", "due", {}),
    (PT, "gere insights da estratégia", "generate_insights", {}),
    (EN, "generate insights", "generate_insights", {}),
    (PT, "quais são os insights?", "list_insights", {}),
    (PT, "quais são as próximas reuniões da estratégia?", "list_meetings", {}),
    (PT, "descarte o insight ins-2", "dismiss_insight", {"insight_title": "ins-2"}),
    (EN, "confirm the insight Freight", "confirm_insight", {"insight_title": "Freight"}),
    (
        *(PT, 'crie uma reunião estratégica "RM de março" em 10/03/2026', "create_meeting"),
        {"title": "RM de março", "scheduled_date": "2026-03-10"},
    ),
    (
        *(EN, 'move the strategy meeting "March review" to 2026-03-12', "update_meeting"),
        {"meeting_title": "March review", "scheduled_date": "2026-03-12"},
    ),
    (PT, "exclua a reunião estratégica reu-2", "delete_meeting", {"meeting_title": "reu-2"}),
    (
        *(PT, 'adicione o item de pauta "Riscos" à reunião "RM de março"', "create_agenda_item"),
        {"title": "Riscos", "meeting_title": "RM de março"},
    ),
    (PT, 'mude as forças da análise SWOT para "Marca"', "update_swot", {"strengths": "Marca"}),
    (PT, 'mude o porquê do golden circle para "Servir"', "update_golden_circle", {"why_question": "Servir"}),
    (
        *(PT, 'atualize os riscos do alinhamento de visão para "Prazo"', "update_vision_alignment"),
        {"shared_risks": "Prazo"},
    ),
    (PT, "exporte a estratégia da empresa", "export", {}),
    *(
        (locale, words, "delete_agenda_item", {"agenda_item_title": item, "meeting_title": "reu-1"})
        for locale, words, item in (
            (PT, "apague o item Caixa da pauta da reunião reu-1", "Caixa"),
            (PT, "remova Caixa da pauta da reunião reu-1", "Caixa"),
            (PT, "exclua o assunto Metas da reunião reu-1", "Metas"),
            (PT, "remova o item de pauta Custos e prazos da reunião reu-1", "Custos e prazos"),
            (EN, "remove agenda item Cash from meeting reu-1", "Cash"),
            (EN, "delete the agenda item Cash of the meeting reu-1", "Cash"),
        )
    ),
    (
        *(PT, 'renomeie o item de pauta "Riscos" para "Prazos"', "update_agenda_item"),
        {"agenda_item_title": "Riscos", "title": "Prazos"},
    ),
    (
        PT,
        "exclua o objetivo melhorar o prazo de entrega",
        "delete_objective",
        {"objective_title": "melhorar o prazo de entrega"},
    ),
    (EN, "delete the meeting reu-1", "delete_meeting", {"meeting_title": "reu-1"}),
    (PT, "apague a reunião reu-1", "delete_meeting", {"meeting_title": "reu-1"}),
    (PT, 'exclua o objetivo "Prazo do KR"', "delete_objective", {"objective_title": "Prazo do KR"}),
]
PARTS = [
    (PT, "apague as anotações da reunião reu-1"),
    (PT, "apague o horário da reunião reu-1"),
    (PT, "apague o local da reunião reu-1"),
    (PT, "apague o responsável do objetivo O1"),
    (PT, "remova o prazo do KR01"),
    (PT, "exclua o peso do KR NPS"),
    (PT, "na reunião reu-1, apague as anotações"),
    (EN, "delete the notes of meeting reu-1"),
    (EN, "delete the meeting's notes"),
    (EN, "remove the owner of the objective O1"),
    (EN, "delete the deadline of the initiative New channel"),
]
"""Words that ask to remove a part for which there is no recipe."""


async def test_what_is_open_beside_the_talk_is_meant(company: Company) -> None:
    """AT-12, F.1: with two companies, words that name none are about the one on the screen."""
    system = company.system
    await company.do("create_company", name="Beta")
    summary = "como está a estratégia?"
    assert "**Beta" in await said(company, await system.ask(summary, locale=PT))
    assert "**ACME" in await said(company, await system.ask(summary, locale=PT, about="atlas:emp-1"))
    run = await system.ask("crie um pilar Pessoas", locale=PT, about="atlas:emp-1")
    approval = await system.pending()
    assert isinstance(approval.preview, Records) and "ACME" in approval.preview.summary
    await system.decide()
    assert "Pessoas" in await said(company, await system.ask(summary, locale=PT, about="atlas:emp-1"))
    assert "Pessoas" not in await said(company, await system.ask(summary, locale=PT, about="atlas:emp-2"))
    await company.kernel.undo(f"run:{run.id}")


async def test_sentences_mean_what_they_say_among_all_that_can_be_said() -> None:
    """K-14: with every app's recipes side by side; what others can do is not taken from them."""
    apps = boot.installed_apps()
    brain = Builtin(lambda: [recipe for app in apps for recipe in app.recipes], still_ambient(), books=books_of(apps))
    tools = [each.capability for app in apps for each in app.capabilities]
    try:
        for locale, words, capability, params in SENTENCES:
            wishes = [p.call for p in await hear(brain, asked(words, *tools, locale=locale)) if isinstance(p, Wish)]
            assert [(wish.capability, wish.params) for wish in wishes] == [(f"atlas.{capability}", params)], words
        for words, wanted in (
            ("anote: o objetivo da reunião é vender mais", "core.create_note"),
            ("leia o arquivo objetivos.md", "core.read_file"),
            ('procure "receita" nos arquivos', "core.grep_search"),
            ("lembre que o objetivo de receita está em risco", "core.memory_save"),
        ):
            wishes = [p.call for p in await hear(brain, asked(words, *tools, locale=PT)) if isinstance(p, Wish)]
            assert [wish.capability for wish in wishes] == [wanted], words
        for words in ("delete everything on this computer", "create a logo for my company", "crie um aplicativo"):
            wishes = [p.call for p in await hear(brain, asked(words, *tools, locale=EN)) if isinstance(p, Wish)]
            assert {wish.capability for wish in wishes} <= {ASK}, words
    finally:
        await brain.close()


async def test_to_remove_a_part_never_offers_to_remove_the_whole() -> None:
    """K-14: where a part cannot be removed, that is said, and nothing is asked for in its place."""
    apps = boot.installed_apps()
    brain = Builtin(lambda: [recipe for app in apps for recipe in app.recipes], still_ambient(), books=books_of(apps))
    tools = [each.capability for app in apps for each in app.capabilities]
    try:
        for locale, words in PARTS:
            heard = await hear(brain, asked(words, *tools, locale=locale))
            wishes = [piece.call for piece in heard if isinstance(piece, Wish)]
            assert not [str(wish.params) for wish in wishes if "delete" in wish.capability], words
            told = str([wish.params for wish in wishes])
            assert "Excluir" not in told and "Delete" not in told, (words, told)
        heard = await hear(brain, asked("apague as anotações da reunião reu-1", *tools, locale=PT))
        assert "apagar só uma parte" in "".join(piece.delta for piece in heard if isinstance(piece, Speech))
    finally:
        await brain.close()
