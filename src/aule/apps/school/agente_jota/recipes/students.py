"""A student joins a class."""

from __future__ import annotations

from aule.apps.school.agente_jota.recipes.words import step, turma
from aule.apps.school.app import school
from aule.sdk import PlanTemplate, RecipeCall, Slot, SlotKind

school.plan_recipe(
    "aluno_na_turma",
    title={"pt": "Adicionar um aluno a uma turma", "en": "Add a student to a class"},
    examples={
        "pt": [
            "adicione o aluno João da Silva no 7A",
            "coloque a aluna Ana Souza na turma 8B",
            "matricule o aluno Pedro Lima no 6A",
            "inclua a aluna Bia Rocha no 7º ano A",
            "adicionar aluno Caio Dias na turma 9A",
        ],
        "en": [
            "add the student João da Silva to 7A",
            "put the student Ana Souza in 8B",
            "enrol the student Pedro Lima in 6A",
            "add student Bia Rocha to 7A",
            "enroll Caio Dias in 9A",
        ],
    },
    slots={
        "nome": Slot(
            kind=SlotKind.TEXT,
            pattern=(
                r"\b(?:alun[ao]|student|matricule|enrol|enroll)\s+(?:o\s+|a\s+|the\s+student\s+)?"
                r"((?-i:[A-ZÀ-Ú])[\w’'-]+(?:\s+(?:d[aeo]s?\s+|e\s+)?(?-i:[A-ZÀ-Ú])[\w’'-]+)*)"
            ),
            question={"pt": "Qual é o nome do aluno?", "en": "What is the student called?"},
        ),
        "turma": turma(),
    },
    plan=PlanTemplate(
        name={"pt": "Adicionar {nome} em {turma}", "en": "Add {nome} to {turma}"},
        goal={"pt": "{nome} faz parte da turma {turma}", "en": "{nome} belongs to the class {turma}"},
        steps=[
            step(
                "1",
                ("Vou adicionar {nome} na turma {turma}", "I add {nome} to the class {turma}"),
                ("É o que foi pedido", "It is what was asked for"),
                RecipeCall(capability="school.adicionar_aluno_turma", params={"turma_id": "{turma}", "nome": "{nome}"}),
            ),
        ],
        success={"pt": ["{nome} está na lista de {turma}."], "en": ["{nome} is on the list of {turma}."]},
    ),
)
