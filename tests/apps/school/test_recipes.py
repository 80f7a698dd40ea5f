"""What Jota understands with no model: plans and answers by the sentences teachers say (SP-42, SP-49)."""

from __future__ import annotations

import re

import pytest

from aule import boot
from aule.apps.school import school
from aule.kernel.plans.team.recipes import fitting_recipes
from aule.models.local.embeddings import Encoder
from aule.understanding.recipes import choose_recipe

PLANS = {
    "Crie 3 atividades de matemática para o 7A com base no desempenho e ponha na agenda semana que vem": (
        "atividades_por_lacunas"
    ),
    "crie atividades para o 7º ano A com base nas dificuldades da turma": "atividades_por_lacunas",
    "Create 4 maths activities for 8B based on their results": "atividades_por_lacunas",
    "crie uma atividade de frações para o 7A": "atividades_por_tema",
    "crie 5 exercícios de porcentagem pro 8B": "atividades_por_tema",
    "faz um caça-palavras sobre o sistema solar pro 6º ano B": "atividades_por_tema",
    "faça uma prova de matemática para o 7A amanhã com 10 questões": "prova_por_habilidades",
    "monte o plano da semana do 7A de matemática": "plano_da_semana",
    "escreva os comentários dos boletins da turma 7A": "comentarios_do_boletim",
    "prepare um alerta de faltas do 7A": "alerta_de_frequencia",
    "crie um plano de ensino de matemática para o 7A": "plano_de_ensino",
    "coloque o aluno João Pedro Dias no 7A": "aluno_na_turma",
    "faça uma prova de frações para o 8B": "atividades_por_tema",
    "monte um plano de aula sobre equações para o 8B amanhã": "aula_por_tema",
    "monte uma aula de matemática sobre frações para o 7A na próxima quarta": "aula_por_tema",
    "adicione a atividade Frações à mesa na aula Porcentagens": "atividade_na_aula",
    "coloque a atividade Lista 2 na aula sobre equações": "atividade_na_aula",
    "add the activity Fractions to the lesson Percentages": "atividade_na_aula",
}
ANSWERS = {
    "como está o 7A?": "como_esta_a_turma",
    "como vai a turma 8B em português?": "como_esta_a_turma",
    "como está o 8B em ciências?": "como_esta_a_turma",
    "como está a Ana do 7A?": "como_esta_o_aluno",
    "quem está com falta?": "quem_esta_faltando",
    "o que tenho esta semana?": "minha_agenda",
    "quais as minhas turmas": "minhas_turmas",
    "quais são as lacunas do 7A em matemática?": "lacunas_da_turma",
    "quem são os alunos do 7A?": "alunos_da_turma",
    "qual turma precisa de mais atenção?": "visao_geral",
    "analise as lacunas do 7A": "lacunas_da_turma",
    "analise as lacunas": "lacunas_da_turma",
    "analise as lacunas de matemática do 8B": "lacunas_da_turma",
    "abra a atividade Frações à mesa": "abrir_atividade",
    "open the activity Fractions": "abrir_atividade",
    "abra o calendário da escola": "abrir_secao",
    "vá para as atividades": "abrir_secao",
}


async def test_teachers_sentences_lead_to_the_plan_or_the_answer_they_mean() -> None:
    """Among all of Jota's recipes, plans and answers alike: what writes is a plan, what asks is answered."""
    encoder = Encoder(boot.ambient().clock)
    plans = [each for each in school.recipes if each.plan is not None]
    try:
        for sentence, wanted in (PLANS | ANSWERS).items():
            choice = await choose_recipe(sentence, school.recipes, encoder)
            assert [each.id for each in choice.offered[:1]] == [wanted], (sentence, choice)
        for sentence, wanted in PLANS.items():
            choice = await choose_recipe(sentence, fitting_recipes(plans, sentence), encoder)
            assert choice.meant is not None and choice.meant.id == wanted, (sentence, choice)
        for sentence in ("oi", "apague todas as turmas", "qual é a capital da França?"):
            assert (await choose_recipe(sentence, plans, encoder)).meant is None, sentence
    finally:
        await encoder.close()


async def test_opening_an_activity_whose_title_names_a_lesson_is_no_plan_to_add_it() -> None:
    """LT-28: *na aula* has to be said; *saída da aula* is a title."""
    encoder = Encoder(boot.ambient().clock)
    try:
        opened = await choose_recipe("abre pra mim a atividade saída da aula: regra de três", school.recipes, encoder)
        added = await choose_recipe("inclua a atividade saída da aula na aula de quinta", school.recipes, encoder)
    finally:
        await encoder.close()
    assert "atividade_na_aula" not in [each.id for each in opened.offered]
    assert added.offered[0].id == "atividade_na_aula"


def test_only_what_reads_is_answered_at_once() -> None:
    """SP-42, K-3: no recipe that is carried out at once writes anything; every plan is of at most twelve etapas."""
    known = {each.capability.name: each.capability for each in school.capabilities}
    for recipe in school.recipes:
        assert {"pt", "en"} <= set(recipe.title), recipe.id
        assert all(len(recipe.examples[language]) >= 5 for language in ("pt", "en")), recipe.id
        for call in recipe.calls:
            assert known[call.capability].effect in ("read", "navigate"), call.capability
        if recipe.plan is not None:
            assert len({step.id for step in recipe.plan.steps}) <= 12
            own = [each.call.capability for each in recipe.plan.steps if each.call is not None]
            assert all(name in known for name in own if name.startswith("school.")), recipe.id


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("para o 7A com base", "7A"),
        ("do 7º ano A e coloque", "7º ano A"),
        ("a turma 7 A amanhã", "turma 7 A"),
        ("do sétimo ano B", "sétimo ano B"),
        ("da 2ª série C", "2ª série C"),
        ("na turma Girassol", "Girassol"),
        ("de 3 a 7 de março", None),
        ("crie 3 atividades e 2 aulas", None),
        ("o 7º ano e o 8º ano", None),
    ],
)
def test_classes_are_heard_as_people_call_them(text: str, found: str | None) -> None:
    """SP-1: and days and counts are not taken for classes."""
    slot = next(each.slots["turma"] for each in school.recipes if "turma" in each.slots)
    match = re.search(slot.pattern or "", text, re.IGNORECASE)
    assert (None if match is None else next(filter(None, match.groups()))) == found
