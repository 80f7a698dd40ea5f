"""The words on documents, in Portuguese and English."""

from __future__ import annotations

from aule.apps.school.words import is_portuguese, number

_WORDS = {
    "escola": ("Escola", "School"),
    "professor": ("Professor(a)", "Teacher"),
    "turma": ("Turma", "Class"),
    "data": ("Data", "Date"),
    "nome": ("Nome", "Name"),
    "nota": ("Nota", "Mark"),
    "valor": ("Valor", "Worth"),
    "question": ("Questão", "Question"),
    "point": ("ponto", "point"),
    "points": ("pontos", "points"),
    "answer": ("Resposta", "Answer"),
    "true": ("Verdadeiro", "True"),
    "false": ("Falso", "False"),
    "key": ("Gabarito", "Answer key"),
    "explanation": ("Explicação", "Explanation"),
    "skills": ("Habilidades", "Skills"),
    "for_teacher": ("Para o professor", "For the teacher"),
    "variant": ("Versão", "Variant"),
    "words": ("Palavras", "Words"),
    "across": ("Horizontais", "Across"),
    "down": ("Verticais", "Down"),
    "objectives": ("Objetivos", "Objectives"),
    "duration": ("Duração", "Duration"),
    "minutes": ("min", "min"),
    "script": ("Roteiro da aula", "Course of the lesson"),
    "moment": ("Momento", "Part"),
    "what": ("O que fazer", "What to do"),
    "resources": ("Recursos", "Resources"),
    "activities": ("Atividades", "Activities"),
    "assessment": ("Avaliação da aprendizagem", "How learning is checked"),
    "differentiation": ("Diferenciação", "Differentiation"),
    "subject": ("Componente", "Subject"),
    "term": ("Período", "Term"),
    "units": ("Unidades", "Units"),
    "unit": ("Unidade", "Unit"),
    "lessons": ("Aulas", "Lessons"),
    "method": ("Metodologia", "Method"),
    "criteria": ("Critérios", "Criteria"),
    "page": ("Página", "Page"),
    "of": ("de", "of"),
    "total": ("Total", "Total"),
    "student": ("Aluno", "Student"),
    "enrolment": ("Matrícula", "Enrolment"),
    "mean": ("Média", "Mean"),
    "order": ("Numere na ordem correta", "Number in the right order"),
}


def word(name: str, locale: str) -> str:
    """A word in the language of a locale."""
    return _WORDS[name][not is_portuguese(locale)]


def figure(value: float, locale: str) -> str:
    """A number without needless digits."""
    return number(round(value, 3), locale)


def points(value: float, locale: str) -> str:
    """`1 ponto`, `2,5 pontos`."""
    return f"{figure(value, locale)} {word('point' if value == 1 else 'points', locale)}"
