"""The teaching plan of a term."""

from __future__ import annotations

from aule.apps.school.agente_jota.recipes.words import how_many, materia, step, turma
from aule.apps.school.app import school
from aule.sdk import PlanTemplate, RecipeCall, Slot, SlotKind

_ORDINALS = (("primeiro", "first"), ("segundo", "second"), ("terceiro", "third"), ("quarto", "fourth"))
_ENGLISH = {"bimestre": "bimester", "trimestre": "term", "semestre": "semester"}


def _named(term: str, count: int) -> dict[str, list[str]]:
    """The terms of a year, each with the ways to say its number."""
    return {
        f"{term}:{number}": [f"{number}º {term}", f"{number}o {term}", f"{pt} {term}", f"{en} {_ENGLISH[term]}"]
        for number, (pt, en) in enumerate(_ORDINALS[:count], start=1)
    }


_TERMS = {
    **_named("bimestre", 4),
    **_named("trimestre", 3),
    **_named("semestre", 2),
    "bimestre_atual": ["bimestre", "este bimestre"],
    "trimestre_atual": ["trimestre", "term"],
    "semestre_atual": ["semestre", "semester"],
    "ano_letivo": ["ano", "ano letivo", "ano inteiro", "anual", "year"],
}

school.plan_recipe(
    "plano_de_ensino",
    title={"pt": "Fazer o plano de ensino", "en": "Make the teaching plan"},
    examples={
        "pt": [
            "faça o plano de ensino de matemática do 7A para o 1º bimestre",
            "crie o plano de ensino de ciências da turma 6B para o ano letivo",
            "monte o plano de ensino do 2º trimestre de história do 8A",
            "prepare o planejamento anual de português do 9A",
            "quero o plano de ensino de geografia do 7º ano A",
        ],
        "en": [
            "make the maths teaching plan of 7A for the year",
            "create the science teaching plan of 6B",
            "prepare the teaching plan of the term in history for 8A",
            "write the yearly teaching plan in geography for 9A",
            "I want the teaching plan of 7A in maths",
        ],
    },
    slots={
        "turma": turma(),
        "materia": materia(required=True),
        "periodo": Slot(kind=SlotKind.TEXT, choices=_TERMS, required=False, default="ano_letivo"),
        "aulas": how_many(["aulas", "aula", "lessons"], 4),
    },
    plan=PlanTemplate(
        name={"pt": "Plano de ensino de {materia} de {turma}", "en": "Teaching plan of {turma} in {materia}"},
        goal={
            "pt": "Distribuir as habilidades da BNCC de {materia} de {turma} em unidades",
            "en": "Spread the BNCC skills of {materia} of {turma} over units",
        },
        steps=[
            step(
                "1",
                ("Vou montar o plano de ensino de {materia}", "I make the teaching plan in {materia}"),
                ("Todas as habilidades do ano, distribuídas", "All skills of the year, spread out"),
                RecipeCall(
                    capability="school.criar_plano_ensino",
                    params={
                        "turma_id": "{turma}",
                        "materia": "{materia}",
                        "periodo": "{periodo}",
                        "aulas_semana": "{aulas}",
                    },
                ),
            ),
        ],
        success={
            "pt": ["O plano de ensino diz quais habilidades cobre e quais ficam de fora."],
            "en": ["The teaching plan says which skills it covers and which it leaves out."],
        },
    ),
)
