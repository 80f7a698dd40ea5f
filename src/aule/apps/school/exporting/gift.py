"""Questions in GIFT, the text format Moodle and others import."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from aule.apps.school.entities import Questao
from aule.apps.school.exporting.answer_numbers import decimal_of
from aule.apps.school.exporting.paragraphs import plain
from aule.apps.school.exporting.student_view import feedback_of

_SPECIAL = re.compile(r"([~=#{}:\\])")


def gift(questions: Sequence[Questao], category: str) -> str:
    """Return questions with their answers, in a category of their own."""
    parts = [f"$CATEGORY: {_line(category)}", *(_question(each) for each in questions)]
    return "\n\n".join(parts) + "\n"


def _question(question: Questao) -> str:
    told = f"####{_text(feedback)}" if (feedback := feedback_of(question)).strip() else ""
    body = _GAP.sub("_____", _text(question.enunciado), count=1)
    answers = "\n".join(f"\t{each}" for each in _answers(question))
    between = f"\n{answers}\n" if answers else ""
    return f"::{_line(question.id)}::[markdown]{body} {{{between}{told}}}"


_GAP = re.compile(r"_{3,}")


def _answers(question: Questao) -> Iterator[str]:
    match question.tipo:
        case "multipla_escolha":
            for each in question.alternativas:
                yield f"{'=' if each.correta else '~'}{_text(each.texto)}"
        case "verdadeiro_falso":
            yield "TRUE" if question.resposta.strip().upper().startswith("V") else "FALSE"
        case "numerica":
            value = decimal_of(question.resposta)
            yield f"={_text(question.resposta)}" if value is None else f"#{value}:0"
        case "associacao" if len(question.pares) >= 3:
            for pair in question.pares:
                yield f"={_text(pair.esquerda)} -> {_text(pair.direita)}"
        case "ordenacao" if len(question.itens) >= 3:
            for place, item in enumerate(question.itens, start=1):
                yield f"={_text(item)} -> {place}"
        case "lacuna":
            yield f"={_text(question.resposta)}"
        case _:
            return  # an essay: nothing between the braces


def _text(markdown: str) -> str:
    """Return a text with what the format means something by written as itself; a line break is told as one."""
    return _SPECIAL.sub(r"\\\1", markdown.strip()).replace("\r\n", "\n").replace("\n", "\\n")


def _line(text: str) -> str:
    return " ".join(_SPECIAL.sub(" ", plain(text)).split())
