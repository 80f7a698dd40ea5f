"""One lesson on a theme."""

from __future__ import annotations

from aule.apps.school.agente_jota.recipes.words import agendar, materia, quando, scheduling, step, tema, turma
from aule.apps.school.app import school
from aule.sdk import PlanTemplate, RecipeCall

school.plan_recipe(
    "aula_por_tema",
    title={"pt": "Criar uma aula sobre um tema", "en": "Make a lesson on a theme"},
    examples={
        "pt": [
            "crie uma aula de frações para o 7A na quarta-feira",
            "monte um plano de aula sobre fotossíntese de ciências para o 6B",
            "prepare a aula de matemática sobre ângulos do 8A",
            "faça um plano de aula de história sobre a Revolução Francesa",
            "quero uma aula sobre porcentagem para amanhã no 7B",
            "monte um plano de aula sobre equações para o 8B amanhã",
        ],
        "en": [
            "make a lesson on fractions for 7A on Wednesday",
            "write a lesson plan about photosynthesis for 6B in science",
            "prepare the maths lesson about angles for 8A",
            "create a history lesson plan about the French Revolution",
            "I want a lesson on percentages for tomorrow in 7B",
        ],
    },
    slots={
        "tema": tema(["aula", "plano de aula", "lesson", "lesson plan"]),
        "materia": materia(required=True),
        "turma": turma(required=False),
        "quando": quando(),
        "agendar": agendar(),
    },
    plan=PlanTemplate(
        name={"pt": "Criar uma aula sobre {tema}[[ para {turma}]]", "en": "Make a lesson about {tema}[[ for {turma}]]"},
        goal={"pt": "Criar uma aula sobre {tema}[[ para {turma}]]", "en": "Make a lesson about {tema}[[ for {turma}]]"},
        steps=[
            step(
                "1",
                ("Vou criar a aula sobre {tema}", "I make the lesson about {tema}"),
                ("É o que foi pedido", "It is what was asked for"),
                RecipeCall(
                    capability="school.criar_aula",
                    params={"tema": "{tema}", "materia": "{materia}", "turma_id": "{turma}"},
                ),
            ),
            *scheduling("2", {"aula_id": {"$from": "1.result.data.aula_id"}}, ["1"]),
        ],
        success={"pt": ["A aula sobre {tema} existe."], "en": ["The lesson about {tema} exists."]},
    ),
)
