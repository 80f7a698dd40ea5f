"""Slots that several of Jota's recipes share: the class, the subject, how many, and when."""

from __future__ import annotations

from aule.sdk import PlanStepKind, RecipeCall, Slot, SlotKind, StepTemplate

_YEAR = r"(?:[1-9]|primeir[ao]|segund[ao]|terceir[ao]|quart[ao]|quint[ao]|sext[ao]|s[ée]tim[ao]|oitav[ao]|non[ao])"
_LETTER = r"(?:(?-i:[A-H])|[bcdfgh])"
"""A class's letter; `a` and `e` are words as well, so written small they are none where they stand alone."""
CLASS = (
    rf"\b((?:turma\s+)?(?:[1-9][ºª°]?[A-H]|[1-9]\s*[ºo°ª]?\s+{_LETTER}|[1-3]\s*[ºª°]?\s*EM\s+{_LETTER}"
    rf"|{_YEAR}\s*[ºo°ªa]?\s*(?:ano|s[ée]rie)\s+(?:do\s+EM\s+)?{_LETTER}))\b"
    r"|\bturma\s+((?-i:[A-ZÀ-Ú0-9])[\w-]*)"
)
"""How classes are called: 7A, 7º ano A, 7 A, sétimo ano A, 2ª série B, turma Girassol."""
_SUBJECTS = {
    "Matemática": ["math", "maths", "mathematics", "mat"],
    "Língua Portuguesa": ["português", "portuguese", "língua portuguesa", "redação"],
    "Ciências": ["ciência", "science", "sciences"],
    "História": ["history"],
    "Geografia": ["geography"],
    "Língua Inglesa": ["inglês", "english", "língua inglesa"],
    "Arte": ["artes", "art", "arts"],
    "Educação Física": ["physical education"],
    "Ensino Religioso": ["religião"],
    "Física": ["physics"],
    "Química": ["chemistry"],
    "Biologia": ["biology"],
    "Filosofia": ["philosophy"],
    "Sociologia": ["sociology"],
}
STOPS = [
    "para o",
    "para a",
    "para",
    "pro",
    "do",
    "da",
    "no",
    "na",
    "com base",
    "com",
    "e coloque",
    "e coloca",
    "e agende",
    "e adicione",
    "semana que vem",
    "amanhã",
    "for",
    "with",
    "based on",
    "next week",
    "tomorrow",
    "and put",
    "and schedule",
]
"""Where a theme ends."""


def turma(*, required: bool = True) -> Slot:
    """The class."""
    return Slot(
        kind=SlotKind.TEXT,
        pattern=CLASS,
        required=required,
        stops=STOPS,
        question={"pt": "Para qual turma?", "en": "For which class?"},
    )


def materia(*, required: bool = False) -> Slot:
    """The subject."""
    return Slot(
        kind=SlotKind.TEXT,
        choices=_SUBJECTS,
        stops=[f"de {word}" for name, known in _SUBJECTS.items() for word in (name, *known)],
        required=required,
        question={"pt": "De qual matéria?", "en": "In which subject?"},
    )


def tema(nouns: list[str], *, required: bool = True) -> Slot:
    """What it is about."""
    behind = [
        f"{noun} {link}"
        for noun in nouns
        for link in ("de", "sobre o", "sobre a", "sobre", "on the", "on", "about the", "about")
    ]
    return Slot(
        kind=SlotKind.TEXT,
        markers=[*behind, "sobre o", "sobre a", "sobre", "about", "on"],
        required=required,
        question={"pt": "Sobre qual tema?", "en": "About what?"},
    )


def how_many(nouns: list[str], default: int) -> Slot:
    """How many of something."""
    return Slot(kind=SlotKind.INTEGER, markers=nouns, required=False, default=default)


def questoes(default: int) -> Slot:
    """How many questions."""
    return how_many(
        ["questões", "questoes", "questão", "exercícios", "itens", "perguntas", "questions", "items"], default
    )


def quando(*, required: bool = False) -> Slot:
    """The day or days."""
    return Slot(
        kind=SlotKind.DATES, required=required, question={"pt": "Em que dia ou semana?", "en": "On which day or week?"}
    )


def agendar() -> Slot:
    """Whether it goes into the calendar, said without a day."""
    words = ["calendário", "agende", "agenda", "agendar", "marque", "calendar", "schedule"]
    return Slot(kind=SlotKind.TEXT, choices={"sim": words}, required=False)


def scheduling(id: str, what: dict[str, object], after: list[str], when: str | None = None) -> list[StepTemplate]:
    """The step that puts something into the calendar: on the days that were said, else in the week to come."""
    return [
        _scheduled(id, {**what, "data": "{quando}"}, after, when).model_copy(update={"needs": ["quando"]}),
        _scheduled(id, {**what, "data": "{next_week}"}, after, when).model_copy(
            update={"needs": ["agendar"], "unless": ["quando"]}
        ),
    ]


def _scheduled(id: str, params: dict[str, object], after: list[str], when: str | None) -> StepTemplate:
    return StepTemplate(
        id=id,
        title={"pt": "Vou adicionar no calendário", "en": "I add it to the calendar"},
        description={
            "pt": "Pôr no calendário da turma, no primeiro dia livre do período pedido.",
            "en": "Put it into the calendar of the class, on the first free day of the days asked for.",
        },
        kind=PlanStepKind.CALL,
        call=RecipeCall(capability="school.adicionar_aula_calendario", params={**params, "turma_id": "{turma}"}),
        dependencies=after,
        when=when,
        validation={"pt": "O evento aparece no calendário.", "en": "The event stands in the calendar."},
        rationale={"pt": "Deixar agendado", "en": "So that it has its day"},
    )


def step(
    id: str,
    words: tuple[str, str],
    why: tuple[str, str],
    call: RecipeCall,
    **more: object,
) -> StepTemplate:
    """A step that calls one function: its words and its reason, in Portuguese and English."""
    return StepTemplate.model_validate(
        {
            "id": id,
            "title": {"pt": words[0], "en": words[1]},
            "description": {"pt": words[0], "en": words[1]},
            "kind": PlanStepKind.CALL,
            "call": call,
            "rationale": {"pt": why[0], "en": why[1]},
            **more,
        }
    )
