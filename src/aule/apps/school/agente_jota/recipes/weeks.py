"""A week of lessons for what a class finds hard."""

from __future__ import annotations

from aule.apps.school.agente_jota.recipes.words import how_many, materia, quando, step, turma
from aule.apps.school.app import school
from aule.sdk import PlanTemplate, RecipeCall, StepTemplate

HAS_GAPS = "steps.2.result.data.gaps"


def _looking(days: tuple[str, str], **more: object) -> StepTemplate:
    return step(
        "1",
        ("Vou ver os dias livres de {turma}", "I look at the free days of {turma}"),
        ("Não marcar em cima de outra coisa", "So that nothing falls on something else"),
        RecipeCall(
            capability="school.pesquisar_calendario",
            params={"data_inicio": days[0], "data_fim": days[1], "turma_id": "{turma}"},
        ),
        **more,
    )


def _scheduling(days: str, **more: object) -> StepTemplate:
    return step(
        "4",
        ("Vou pôr as aulas no calendário", "I put the lessons into the calendar"),
        ("Uma por dia livre", "One on each free day"),
        RecipeCall(
            capability="school.adicionar_aula_calendario",
            params={"aula_id": {"$item": ""}, "data": days, "turma_id": "{turma}"},
        ),
        repeat={"for_each": {"$from": "3.result.data.aula_id"}, "max": "{quantas}"},
        dependencies=["2", "3"],
        when=HAS_GAPS,
        **more,
    )


school.plan_recipe(
    "plano_da_semana",
    title={"pt": "Planejar as aulas da semana", "en": "Plan the lessons of a week"},
    examples={
        "pt": [
            "planeje a semana que vem do 7A em matemática",
            "monte o planejamento semanal de matemática do 8B",
            "organize as aulas da semana do 7º ano A em ciências",
            "faça o plano da semana para a turma 9A de história",
            "prepare 3 aulas de matemática para o 7A na semana que vem",
        ],
        "en": [
            "plan next week's maths lessons for 7A",
            "make the weekly plan in maths for 8B",
            "organise the lessons of the week for 7A in science",
            "prepare 3 maths lessons for 7A next week",
            "make a week plan for 9A in history",
        ],
    },
    slots={
        "turma": turma(),
        "materia": materia(required=True),
        "quantas": how_many(["aulas", "aula", "lessons", "lesson"], 3),
        "quando": quando(),
    },
    plan=PlanTemplate(
        name={"pt": "Planejar a semana de {turma} em {materia}", "en": "Plan a week of {materia} for {turma}"},
        goal={
            "pt": "Preparar até {quantas} aulas de {materia} para {turma} e pôr no calendário",
            "en": "Prepare up to {quantas} {materia} lessons for {turma} and put them into the calendar",
        },
        steps=[
            _looking(("{quando_first}", "{quando_last}"), needs=["quando"]),
            _looking(("{next_week_first}", "{next_week_last}"), unless=["quando"]),
            step(
                "2",
                ("Vou ver o que a turma precisa trabalhar", "I look what the class has to work on"),
                ("As aulas seguem as maiores lacunas", "The lessons follow the largest gaps"),
                RecipeCall(
                    capability="school.analisar_gaps_aprendizado",
                    params={"turma_id": "{turma}", "materia": "{materia}", "max": "{quantas}"},
                ),
            ),
            step(
                "3",
                ("Vou criar as aulas", "I make the lessons"),
                ("Uma aula por lacuna", "One lesson for each gap"),
                RecipeCall(
                    capability="school.criar_aula",
                    params={
                        "tema": {"$item": "habilidade.texto"},
                        "habilidades": [{"$item": "habilidade.codigo"}],
                        "materia": "{materia}",
                        "turma_id": "{turma}",
                    },
                ),
                repeat={"for_each": {"$from": "2.result.data.gaps"}, "max": "{quantas}"},
                dependencies=["1", "2"],
                when=HAS_GAPS,
            ),
            _scheduling("{quando}", needs=["quando"]),
            _scheduling("{next_week}", unless=["quando"]),
        ],
        success={
            "pt": ["As aulas da semana de {turma} estão no calendário."],
            "en": ["The lessons of the week of {turma} stand in the calendar."],
        },
    ),
)
