"""Comments for report cards, from real marks."""

from __future__ import annotations

from aule.apps.school.agente_jota.recipes.words import materia, step, turma
from aule.apps.school.app import school
from aule.sdk import PlanTemplate, RecipeCall

school.plan_recipe(
    "comentarios_do_boletim",
    title={"pt": "Escrever os comentários do boletim", "en": "Write report card comments"},
    examples={
        "pt": [
            "escreva os comentários do boletim do 7A",
            "faça os comentários de boletim da turma 8B",
            "prepare os pareceres dos alunos do 6A",
            "gere os comentários do boletim de matemática do 9A",
            "monte os comentários do boletim do 7º ano A",
        ],
        "en": [
            "write the report card comments of 7A",
            "prepare the report comments for 8B",
            "make report card comments for the students of 6A",
            "generate the maths report comments of 9A",
            "write comments for the report cards of 7A",
        ],
    },
    slots={"turma": turma(), "materia": materia()},
    plan=PlanTemplate(
        name={"pt": "Comentários do boletim de {turma}", "en": "Report card comments of {turma}"},
        goal={
            "pt": "Escrever os comentários do boletim de {turma} com base nas notas e guardar em uma nota",
            "en": "Write the report card comments of {turma} from the marks, and keep them in a note",
        },
        steps=[
            step(
                "1",
                ("Vou olhar as notas e escrever os comentários", "I look at the marks and write the comments"),
                ("Só com dados reais de cada aluno", "From each student's real data only"),
                RecipeCall(
                    capability="school.comentarios_boletim", params={"turma_id": "{turma}", "materia": "{materia}"}
                ),
            ),
            step(
                "2",
                ("Vou guardar os comentários em uma nota", "I keep the comments in a note"),
                ("Para você revisar e copiar", "For you to review and copy"),
                RecipeCall(
                    capability="core.create_note",
                    params={"title": "Boletim {turma}", "text": {"$from": "1.result.data.texto"}},
                ),
                dependencies=["1"],
            ),
        ],
        success={
            "pt": ["A nota “Boletim {turma}” tem um comentário por aluno com notas."],
            "en": ["The note “Boletim {turma}” has a comment for each student with marks."],
        },
    ),
)
