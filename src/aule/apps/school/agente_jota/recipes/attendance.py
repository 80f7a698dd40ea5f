"""An alert about attendance, as a note the teacher can work with."""

from __future__ import annotations

from aule.apps.school.agente_jota.recipes.words import step, turma
from aule.apps.school.app import school
from aule.sdk import PlanTemplate, RecipeCall

school.plan_recipe(
    "alerta_de_frequencia",
    title={"pt": "Preparar o alerta de frequência", "en": "Prepare an attendance alert"},
    examples={
        "pt": [
            "prepare um alerta de frequência do 7A",
            "monte o aviso de faltas da turma 8B",
            "faça um alerta dos alunos faltosos do 6A",
            "gere o relatório de faltas do 9A em uma nota",
            "crie um aviso sobre a frequência do 7º ano A",
        ],
        "en": [
            "prepare an attendance alert for 7A",
            "make a note about the absences of 8B",
            "create an alert about students of 6A who miss class",
            "generate the absence report of 9A in a note",
            "make an attendance warning for 7A",
        ],
    },
    slots={"turma": turma()},
    plan=PlanTemplate(
        name={"pt": "Alerta de frequência de {turma}", "en": "Attendance alert of {turma}"},
        goal={
            "pt": "Ver a frequência de {turma} e guardar o alerta em uma nota",
            "en": "Look at the attendance of {turma} and keep the alert in a note",
        },
        steps=[
            step(
                "1",
                ("Vou analisar a frequência de {turma}", "I look at the attendance of {turma}"),
                ("Saber quem está perto do limite", "To know who is near the limit"),
                RecipeCall(
                    capability="school.analisar_engajamento",
                    params={"turma_id": "{turma}", "periodo": "ano_letivo"},
                ),
            ),
            step(
                "2",
                ("Vou guardar o alerta em uma nota", "I keep the alert in a note"),
                ("É uma informação para você, não uma decisão", "It is information for you, not a decision"),
                RecipeCall(
                    capability="core.create_note",
                    params={"title": "Frequência {turma}", "text": {"$from": "1.result.data.resumo"}},
                ),
                dependencies=["1"],
            ),
        ],
        success={
            "pt": ["A nota “Frequência {turma}” existe."],
            "en": ["The note “Frequência {turma}” exists."],
        },
    ),
)
