"""Activities for what a class finds hard: the story School Power is made for (SP-S1)."""

from __future__ import annotations

from aule.apps.school.agente_jota.recipes.words import (
    agendar,
    how_many,
    materia,
    quando,
    questoes,
    scheduling,
    step,
    turma,
)
from aule.apps.school.app import school
from aule.sdk import PlanTemplate, RecipeCall

ACTIVITIES = ["atividades", "atividade", "listas", "lista", "tarefas", "activities", "activity", "worksheets"]
HAS_GAPS = "steps.3.result.data.gaps"
"""Nothing is made for a class of which nothing is known."""

school.plan_recipe(
    "atividades_por_lacunas",
    title={"pt": "Criar atividades para as lacunas da turma", "en": "Make activities for what a class finds hard"},
    examples={
        "pt": [
            "crie 3 atividades de matemática para o 7A com base no desempenho e coloque no calendário",
            "crie atividades com base no desempenho do 7A",
            "faça duas atividades de português para o 8B a partir das dificuldades da turma",
            "prepare atividades para as lacunas do 7º ano A",
            "monte exercícios de reforço com base nas notas do 6B",
            "gere 4 atividades de recuperação para o 9A com base nas lacunas de aprendizado",
            "quero atividades para trabalhar o que a turma 7A não aprendeu",
            "crie atividades de reforço em matemática para o 8A",
        ],
        "en": [
            "create 3 maths activities for 7A based on their performance and put them in the calendar next week",
            "make activities based on how 7A is doing",
            "prepare two activities for 8B from what the class finds hard",
            "create activities for the learning gaps of 7A",
            "make remedial exercises for 6B based on the marks",
        ],
    },
    slots={
        "quantas": how_many(ACTIVITIES, 3),
        "turma": turma(),
        "materia": materia(),
        "quando": quando(),
        "agendar": agendar(),
        "questoes": questoes(10),
    },
    plan=PlanTemplate(
        name={
            "pt": "Criar {quantas} {quantas|atividade|atividades}[[ de {materia}]] para {turma}",
            "en": "Make {quantas} [[{materia} ]]{quantas|activity|activities} for {turma}",
        },
        goal={
            "pt": "Criar {quantas} {quantas|atividade|atividades}[[ de {materia}]] para {turma}",
            "en": "Make {quantas} [[{materia} ]]{quantas|activity|activities} for {turma}",
        },
        steps=[
            step(
                "1",
                ("Vou pesquisar o desempenho da turma {turma}", "I look up how the class {turma} performs"),
                ("Saber onde a turma está", "To know where the class stands"),
                RecipeCall(
                    capability="school.pesquisar_desempenho_turma",
                    params={"turma_id": "{turma}", "periodo": "ultimo_mes", "materia": "{materia}"},
                ),
            ),
            step(
                "2",
                ("Vou pesquisar quais atividades eu posso criar", "I look up which activities I can make"),
                ("Escolher um tipo que existe", "To choose a type there is"),
                RecipeCall(capability="school.pesquisar_tipos_atividades", params={"categoria": "pratica"}),
            ),
            step(
                "3",
                ("Vou decidir quais atividades criar", "I decide which activities to make"),
                ("Atacar as maiores lacunas", "To go for the largest gaps"),
                RecipeCall(
                    capability="school.analisar_gaps_aprendizado",
                    params={"turma_id": "{turma}", "materia": "{materia}", "max": "{quantas}"},
                ),
            ),
            step(
                "4",
                (
                    "Vou criar {quantas|a|as} {quantas} {quantas|atividade|atividades}",
                    "I make the {quantas} {quantas|activity|activities}",
                ),
                ("Uma por lacuna", "One for each gap"),
                RecipeCall(
                    capability="school.criar_atividade",
                    params={
                        "tipo": {
                            "$decide": {
                                "instruction": "um dos tipos da etapa 2",
                                "among": {"$from": "2.result.data.tipos.id"},
                                "rule": "first",
                            }
                        },
                        "tema": {"$item": "habilidade.texto"},
                        "habilidades": [{"$item": "habilidade.codigo"}],
                        "materia": "{materia}",
                        "turma_id": "{turma}",
                        "quantidade": "{questoes}",
                    },
                ),
                repeat={"for_each": {"$from": "3.result.data.gaps"}, "max": "{quantas}"},
                dependencies=["2", "3"],
                when=HAS_GAPS,
            ),
            *scheduling("5", {"atividade_ids": {"$from": "4.result.data.atividade_id"}}, ["3", "4"], HAS_GAPS),
        ],
        success={
            "pt": ["{turma} tem {quantas} {quantas|atividade nova|atividades novas} para as maiores lacunas."],
            "en": ["{turma} has {quantas} new {quantas|activity|activities} for its largest gaps."],
        },
    ),
)
