"""Lessons: one on a theme, and an activity that goes into one."""

from __future__ import annotations

from aule.apps.school.agente_jota.recipes.words import agendar, materia, quando, scheduling, step, tema, turma
from aule.apps.school.app import school
from aule.sdk import PlanTemplate, RecipeCall, Slot, SlotKind

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

_TITLE = r"[\"“«']?(.+?)[\"”»']?"
_INTO = r"(?:à|a|na|em|dentro da|to|into|in)\s+(?:a\s+|uma\s+|minha\s+|the\s+)?(?:aula|lesson)"

school.plan_recipe(
    "atividade_na_aula",
    title={"pt": "Adicionar uma atividade a uma aula", "en": "Add an activity to a lesson"},
    examples={
        "pt": [
            "adicione a atividade Frações do dia na aula Frações e pizza",
            "coloque a atividade Proporções à mesa na aula sobre razões",
            "inclua a atividade Lista 1 na aula Revisão",
            "ponha a atividade Quiz de verbos na aula Verbos irregulares",
            "adicionar a atividade Lista 3 à aula Equações",
        ],
        "en": [
            "add the activity Daily fractions to the lesson Fractions and pizza",
            "put the activity Proportions at the table into the lesson Revision",
            "include the activity List 1 in the lesson Revision",
            "add the activity Verb quiz to the lesson Irregular verbs",
            "add activity List 3 to the lesson Equations",
        ],
    },
    slots={
        "atividade": Slot(
            kind=SlotKind.TEXT,
            pattern=rf"\b(?:atividade|activity)\s+{_TITLE}\s+{_INTO}\b",
            question={"pt": "Qual atividade?", "en": "Which activity?"},
        ),
        "aula": Slot(
            kind=SlotKind.TEXT,
            pattern=rf"\b{_INTO}\s+(?:sobre\s+|de\s+|about\s+|on\s+)?{_TITLE}\s*[.!?]*$",
            question={"pt": "Em qual aula?", "en": "Into which lesson?"},
        ),
    },
    plan=PlanTemplate(
        name={"pt": "Colocar “{atividade}” na aula “{aula}”", "en": "Put “{atividade}” into the lesson “{aula}”"},
        goal={"pt": "A aula “{aula}” tem a atividade “{atividade}”", "en": "The lesson “{aula}” has “{atividade}”"},
        steps=[
            step(
                "1",
                ("Vou colocar “{atividade}” na aula “{aula}”", "I put “{atividade}” into the lesson “{aula}”"),
                ("É o que foi pedido", "It is what was asked for"),
                RecipeCall(
                    capability="school.adicionar_atividade_aula",
                    params={"atividade_id": "{atividade}", "aula_id": "{aula}"},
                ),
            ),
        ],
        success={"pt": ["“{atividade}” está na aula “{aula}”."], "en": ["“{atividade}” is in the lesson “{aula}”."]},
    ),
)
