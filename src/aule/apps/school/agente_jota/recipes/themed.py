"""Activities on a theme the teacher names."""

from __future__ import annotations

from aule.apps.school.agente_jota.recipes.gap_driven import ACTIVITIES
from aule.apps.school.agente_jota.recipes.words import (
    agendar,
    how_many,
    materia,
    quando,
    questoes,
    scheduling,
    step,
    tema,
    turma,
)
from aule.apps.school.app import school
from aule.sdk import PlanTemplate, RecipeCall, Slot, SlotKind

_TYPES = {
    "lista-exercicios": ["lista de exercícios", "listas de exercícios", "worksheet"],
    "quiz-interativo": ["quiz", "quizzes"],
    "multipla-escolha": ["múltipla escolha", "multiple choice"],
    "verdadeiro-falso": ["verdadeiro ou falso", "true or false"],
    "preencher-lacunas": ["preencher lacunas", "fill in the blanks"],
    "caca-palavras": ["caça-palavras", "caça palavras", "word search"],
    "palavras-cruzadas": ["palavras cruzadas", "cruzadinha", "crossword"],
    "flash-cards": ["flashcards", "flash cards", "cartões"],
    "exercicio-associacao": ["associação", "ligar colunas", "matching"],
    "bingo-educativo": ["bingo"],
    "questoes-dissertativas": ["questões dissertativas", "open questions"],
    "simulado": ["simulado"],
    "prova-personalizada": ["prova", "teste", "test", "exam"],
}
_YEARS = {
    **{
        f"EF{n}": [f"{n}º ano", f"{n}o ano", f"{word} ano"]
        for n, word in enumerate(
            ("primeiro", "segundo", "terceiro", "quarto", "quinto", "sexto", "sétimo", "oitavo", "nono"), start=1
        )
    },
    **{
        f"EM{n}": [f"{n}ª série", f"{n}a série", f"{word} série", f"{n}º EM"]
        for n, word in enumerate(("primeira", "segunda", "terceira"), start=1)
    },
}
_NOUNS = [
    *("atividade", "atividades", "exercício", "exercícios", "lista", "lista de exercícios", "listas de exercícios"),
    *("quiz", "caça-palavras", "palavras cruzadas", "cruzadinha", "flashcards", "bingo", "simulado", "questões"),
    *("prova", "provas", "teste", "test", "exam"),
    *("activity", "activities", "worksheet", "worksheets", "exercises", "crossword", "word search"),
]

school.plan_recipe(
    "atividades_por_tema",
    title={"pt": "Criar atividades sobre um tema", "en": "Make activities on a theme"},
    examples={
        "pt": [
            "crie uma atividade de frações para o 7A",
            "crie 3 atividades sobre porcentagem para o 8B",
            "faça uma lista de exercícios de equações para o 8º ano com 15 questões",
            "gere um quiz sobre o sistema solar para o 6A",
            "monte um caça-palavras sobre animais para o 3º ano",
            "prepare exercícios de potenciação para a turma 9A",
            "quero uma atividade de matemática sobre números racionais",
            "crie palavras cruzadas de ciências sobre células para o 7B",
        ],
        "en": [
            "create an activity on fractions for 7A",
            "make 3 activities about percentages for 8B",
            "make a worksheet on equations for 8A with 15 questions",
            "generate a quiz about the solar system for 6A",
            "prepare a crossword about cells for 7B",
        ],
    },
    slots={
        "quantas": how_many(ACTIVITIES, 1),
        "tema": tema(_NOUNS),
        "turma": turma(required=False),
        "materia": materia(),
        "ano": Slot(kind=SlotKind.TEXT, choices=_YEARS, required=False),
        "tipo": Slot(kind=SlotKind.TEXT, choices=_TYPES, required=False, default="lista-exercicios"),
        "questoes": questoes(10),
        "quando": quando(),
        "agendar": agendar(),
    },
    plan=PlanTemplate(
        name={
            "pt": "Criar {quantas} {quantas|atividade|atividades} sobre {tema}[[ para {turma}]]",
            "en": "Make {quantas} {quantas|activity|activities} about {tema}[[ for {turma}]]",
        },
        goal={
            "pt": "Criar {quantas} {quantas|atividade|atividades} sobre {tema}[[ para {turma}]]",
            "en": "Make {quantas} {quantas|activity|activities} about {tema}[[ for {turma}]]",
        },
        steps=[
            step(
                "1",
                (
                    "Vou criar {quantas|a atividade|as atividades} sobre {tema}",
                    "I make the {quantas|activity|activities} about {tema}",
                ),
                ("É o que foi pedido", "It is what was asked for"),
                RecipeCall(
                    capability="school.criar_atividade",
                    params={
                        "tipo": "{tipo}",
                        "tema": "{tema}",
                        "materia": "{materia}",
                        "turma_id": "{turma}",
                        "ano_serie": "{ano}",
                        "quantidade": "{questoes}",
                    },
                ),
                repeat={"count": "{quantas}"},
            ),
            *scheduling("2", {"atividade_ids": {"$from": "1.result.data.atividade_id"}}, ["1"]),
        ],
        success={
            "pt": ["{quantas|A atividade existe, com gabarito.|As atividades existem, com gabarito.}"],
            "en": ["{quantas|The activity exists, with its answer key.|The activities exist, with answer keys.}"],
        },
    ),
)
