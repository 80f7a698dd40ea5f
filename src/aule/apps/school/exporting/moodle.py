"""Questions in Moodle XML."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from aule.apps.school.entities import Questao
from aule.apps.school.exporting.answer_numbers import decimal_of
from aule.apps.school.exporting.paragraphs import plain
from aule.apps.school.exporting.student_view import feedback_of

_KINDS = {
    "multipla_escolha": "multichoice",
    "verdadeiro_falso": "truefalse",
    "lacuna": "shortanswer",
    "numerica": "numerical",
    "associacao": "matching",
    "ordenacao": "matching",
    "dissertativa": "essay",
}


def moodle_xml(questions: Sequence[Questao], category: str) -> bytes:
    """Return questions with their answers, in a category of their own."""
    quiz = Element("quiz")
    head = SubElement(SubElement(quiz, "question", type="category"), "category")
    SubElement(head, "text").text = _printable(f"$course$/{category.replace('/', '-')}")
    for each in questions:
        _question(quiz, each)
    indent(quiz)
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(quiz, encoding="utf-8")


def _question(quiz: Element, question: Questao) -> None:
    kind = _KINDS[question.tipo]
    number = decimal_of(question.resposta) if kind == "numerical" else None
    if kind == "numerical" and number is None:
        kind = "shortanswer"
    made = SubElement(quiz, "question", type=kind)
    _text(SubElement(made, "name"), " ".join(plain(question.enunciado).split())[:80])
    _text(SubElement(made, "questiontext", format="markdown"), question.enunciado)
    _text(SubElement(made, "generalfeedback", format="markdown"), feedback_of(question))
    SubElement(made, "defaultgrade").text = f"{question.pontos:g}"
    match kind:
        case "multichoice":
            _choices(made, question)
        case "truefalse":
            is_true = question.resposta.strip().upper().startswith("V")
            _answer(made, "true", is_true)
            _answer(made, "false", not is_true)
        case "numerical":
            SubElement(_answer(made, number or "", is_right=True), "tolerance").text = "0"
        case "matching":
            _pairs(made, question)
        case "shortanswer":
            SubElement(made, "usecase").text = "0"
            _answer(made, question.resposta, is_right=True)
        case _:
            _text(SubElement(made, "graderinfo", format="markdown"), question.resposta)


def _choices(made: Element, question: Questao) -> None:
    SubElement(made, "single").text = "true"
    SubElement(made, "shuffleanswers").text = "true"
    SubElement(made, "answernumbering").text = "ABCD"
    for each in question.alternativas:
        _answer(made, each.texto, each.correta, form="markdown")


def _pairs(made: Element, question: Questao) -> None:
    SubElement(made, "shuffleanswers").text = "true"
    pairs = [(each.esquerda, each.direita) for each in question.pares]
    pairs = pairs or [(item, str(place)) for place, item in enumerate(question.itens, start=1)]
    for left, right in pairs:
        sub = SubElement(made, "subquestion", format="markdown")
        SubElement(sub, "text").text = _printable(left)
        _text(SubElement(sub, "answer"), right)


def _answer(made: Element, text: str, is_right: bool, *, form: str = "moodle_auto_format") -> Element:
    answer = SubElement(made, "answer", fraction="100" if is_right else "0", format=form)
    SubElement(answer, "text").text = _printable(text)
    return answer


def _text(element: Element, text: str) -> None:
    SubElement(element, "text").text = _printable(text)


def _printable(text: str) -> str:
    """Return what XML can hold."""
    return "".join(each if each.isprintable() or each in "\n\t" else " " for each in text)
