"""Shaping: an item becomes a question of a kind, with wrong answers that somebody would really give."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from aule.apps.school.entities import Alternativa, Dificuldade, Questao, TipoQuestao
from aule.apps.school.generating.draw import Draw
from aule.apps.school.generating.item import Item
from aule.apps.school.generating.numbers import Written, is_terminating

LETTERS = "ABCDE"


@dataclass(frozen=True, slots=True)
class Shape:
    """What kind of question it becomes, and where the right answer stands."""

    tipo: TipoQuestao
    choices: int = 4
    place: int = 0
    """Of multiple choice: the place of the right answer."""
    is_true: bool = True
    """Of true or false: whether what is told is true."""


def kinds_of(item: Item) -> list[TipoQuestao]:
    """Return the kinds of question this item can be."""
    if item.value is None:
        return ["multipla_escolha", "verdadeiro_falso"]
    if item.written.style == "fraction":
        return ["multipla_escolha", "verdadeiro_falso", "lacuna", "dissertativa"]
    return ["multipla_escolha", "verdadeiro_falso", "lacuna", "numerica", "dissertativa"]


def wrong_answers(item: Item, draw: Draw, count: int) -> list[str]:
    """Return so many different wrong answers: first the mistakes people make, then values near the right one."""
    if item.value is None:
        return [each for each in dict.fromkeys(item.wrong) if each != item.right][:count]
    found: list[str] = []
    written = item.written
    for value in [*item.mistakes, *_near(item.value, written, draw)]:
        if len(found) == count:
            break
        if value == item.value or not _makes_sense(value, written):
            continue
        shown = written.say(value)
        if shown != item.answer and shown not in found:
            found.append(shown)
    return found


def shaped(item: Item, shape: Shape, draw: Draw) -> Questao:
    """Return the question; its id is given by whoever puts it into an activity."""
    scene = f"{item.scene}\n\n" if "\n" in item.scene else f"{item.scene} " if item.scene else ""
    steps = "\n".join(item.steps)
    fields: dict[str, object] = {"explicacao": steps}
    match shape.tipo:
        case "multipla_escolha":
            texts = draw.shuffled(wrong_answers(item, draw, shape.choices - 1))
            place = shape.place % (len(texts) + 1)
            texts.insert(place, item.answer)
            fields["alternativas"] = [
                Alternativa(id=LETTERS[at], texto=text, correta=at == place) for at, text in enumerate(texts)
            ]
            enunciado, resposta = f"{scene}{item.asked}", LETTERS[place]
        case "verdadeiro_falso":
            shown = item.answer if shape.is_true else wrong_answers(item, draw, 1)[0]
            enunciado = f"{scene}{item.told.format(shown)}"
            resposta = "V" if shape.is_true else "F"
            if not shape.is_true:
                fields["explicacao"] = f"{steps}\nO certo é: {item.answer}."
        case "lacuna":
            enunciado, resposta = f"{scene}Complete: {item.told.format('______')}", item.answer
        case "numerica":
            told = item.written.unit
            unit = f" (Responda em {told}.)" if told and told not in item.asked.split() else ""
            enunciado, resposta = f"{scene}{item.asked}{unit}", item.written.bare(Fraction(item.value or 0))
        case _:
            end = "" if item.asked.endswith(("?", ".")) else "."
            enunciado = f"{scene}{item.asked}{end} Mostre como você pensou."
            resposta = f"{item.answer}. {' '.join(item.steps)}"
    return Questao.model_validate(
        {"id": "", "tipo": shape.tipo, "enunciado": enunciado, "resposta": resposta, "pontos": 1, **fields}
    )


def with_level(questao: Questao, id: str, codes: list[str], dificuldade: Dificuldade) -> Questao:
    """Return the question with its id, skills and difficulty."""
    return questao.model_copy(update={"id": id, "habilidades": codes, "dificuldade": dificuldade})


def _makes_sense(value: Fraction, written: Written) -> bool:
    if value < 0 and not written.is_signed:
        return False
    if value == 0 and not written.is_signed and not written.is_whole:
        return False
    if written.is_whole and value.denominator != 1:
        return False
    if written.style == "money" and (value * 100).denominator != 1:
        return False
    return written.style == "fraction" or is_terminating(value)


def _near(value: Fraction, written: Written, draw: Draw) -> list[Fraction]:
    """Return values a little beside the right one, in a mixed order, as far as they are needed."""
    if written.style == "fraction":
        top, low = value.numerator, max(value.denominator, 2)
        near = [Fraction(top + 1, low), Fraction(top + 2, low), Fraction(top, low + 1), Fraction(top + 1, low + 1)]
        near += [Fraction(top, low + 2), Fraction(top + 3, low + 1), Fraction(top + 1, low + 2)]
        return near
    if written.style == "money":
        steps = [Fraction(n, 2) for n in (1, -1, 2, -2, 4, 10, 20, 3, 7)]
    elif value.denominator == 1:
        size = max(1, abs(value.numerator) // 10)
        steps = [Fraction(n) for n in (1, -1, 2, -2, size, -size, 10, 3, size + 1, size + 2, 4)]
    else:
        unit = Fraction(1, 10) if is_terminating(value, 1) else Fraction(1, 100)
        steps = [unit * n for n in (1, -1, 2, 10, -10, 5, 3, 4)]
    return [value + step for step in draw.shuffled(steps)]
