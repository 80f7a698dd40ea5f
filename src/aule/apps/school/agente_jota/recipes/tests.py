"""A test from the skills of a class."""

from __future__ import annotations

from aule.apps.school.agente_jota.recipes.words import materia, quando, questoes, step, turma
from aule.apps.school.app import school
from aule.sdk import PlanTemplate, RecipeCall, Slot, SlotKind

_KINDS = {
    "diagnostica": ["diagnóstica", "avaliação diagnóstica", "diagnostic"],
    "somativa": ["somativa", "prova bimestral", "prova final", "summative"],
    "recuperacao": ["recuperação", "prova de recuperação", "resit"],
    "trabalho": ["trabalho"],
    "formativa": ["formativa", "formative"],
}

school.plan_recipe(
    "prova_por_habilidades",
    title={"pt": "Criar uma prova com as habilidades da turma", "en": "Make a test from the skills of a class"},
    examples={
        "pt": [
            "crie uma prova de matemática para o 7A no dia 20/04 com 12 questões",
            "monte uma avaliação diagnóstica de português para o 8B amanhã",
            "faça a prova bimestral de ciências do 6A para a próxima quarta",
            "prepare uma avaliação de história para a turma 9A",
            "quero uma prova de recuperação de matemática para o 7B na sexta-feira",
        ],
        "en": [
            "create a maths test for 7A on 2026-04-20 with 12 questions",
            "make a diagnostic test in science for 8B tomorrow",
            "prepare the history exam of 6A for next Wednesday",
            "I want a test in geography for 9A",
            "make a resit exam in maths for 7B on Friday",
        ],
    },
    slots={
        "turma": turma(),
        "materia": materia(required=True),
        "quando": quando(required=True),
        "tipo": Slot(kind=SlotKind.TEXT, choices=_KINDS, required=False, default="formativa"),
        "questoes": questoes(15),
    },
    plan=PlanTemplate(
        name={"pt": "Criar uma prova de {materia} para {turma}", "en": "Make a {materia} test for {turma}"},
        goal={
            "pt": "Criar uma prova de {materia} para {turma}, com gabarito",
            "en": "Make a {materia} test for {turma}, with its answer key",
        },
        steps=[
            step(
                "1",
                (
                    "Vou ver em que habilidades a turma {turma} precisa avançar",
                    "I look which skills {turma} has to get further in",
                ),
                ("A prova mede o que importa agora", "The test measures what matters now"),
                RecipeCall(
                    capability="school.analisar_gaps_aprendizado",
                    params={"turma_id": "{turma}", "materia": "{materia}", "max": 5},
                ),
            ),
            step(
                "2",
                ("Vou criar a prova de {materia}", "I make the {materia} test"),
                ("Questões conferidas e gabarito", "Checked questions and a key"),
                RecipeCall(
                    capability="school.criar_avaliacao",
                    params={
                        "turma_id": "{turma}",
                        "materia": "{materia}",
                        "tipo": "{tipo}",
                        "data": "{quando_first}",
                        "habilidades": {"$from": "1.result.data.gaps.habilidade.codigo"},
                        "quantidade_questoes": "{questoes}",
                    },
                ),
                dependencies=["1"],
            ),
        ],
        success={
            "pt": ["A prova de {materia} existe e está marcada para {turma}."],
            "en": ["The {materia} test exists and has its day for {turma}."],
        },
    ),
)
