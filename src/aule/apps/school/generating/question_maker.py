"""Making questions: which templates fit what was asked for, in which kinds, with the right answers spread evenly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aule.apps.school.entities import Dificuldade, Questao, TipoQuestao
from aule.apps.school.generating.draw import Draw
from aule.apps.school.generating.item import Item, Level
from aule.apps.school.generating.question_shapes import LETTERS, Shape, kinds_of, shaped, with_level, wrong_answers
from aule.apps.school.generating.templates import TEMPLATES, for_code, for_words
from aule.apps.school.names import chave

MIXED: tuple[TipoQuestao, ...] = ("multipla_escolha", "numerica", "multipla_escolha", "verdadeiro_falso", "lacuna")
"""What comes after what, where kinds are mixed."""
ATTEMPTS = 60
"""How often another item is drawn before a template counts as used up."""
_STEPS: dict[Dificuldade, int] = {"facil": 0, "medio": 1, "dificil": 2}


@dataclass(frozen=True, slots=True)
class Pedido:
    """What was asked for."""

    tema: str
    ano_serie: str = "EF6"
    habilidades: tuple[str, ...] = ()
    quantidade: int = 10
    dificuldade: Dificuldade = "medio"
    modelos: tuple[TipoQuestao, ...] = MIXED
    """Kinds of question, in turn."""
    materia: str = ""
    """The letters of the subject, `MA`; empty: nobody said."""
    is_rising: bool = False
    """Whether it begins easy and ends hard."""

    @property
    def year(self) -> int:
        """The year as a number: 10 to 12 are those of secondary school."""
        stage, number = self.ano_serie[:2], int(self.ano_serie[2:] or 6)
        return {"EF": 0, "EM": 9}.get(stage, 0) + (1 if stage == "EI" else number)

    @property
    def choices(self) -> int:
        """How many alternatives a question has: four in primary school, five in secondary school."""
        return 5 if self.ano_serie.startswith("EM") else 4


@dataclass(frozen=True, slots=True)
class Drawn:
    """A question with the item it was made from, so that its answer can be worked out again."""

    questao: Questao
    item: Item
    template: str


def templates_for(pedido: Pedido) -> list[tuple[str, str]]:
    """Return the templates that practise exactly what was asked for, each with the skill it is for; none.

    Not exactly.
    """
    found = [(name, code) for code in pedido.habilidades for name in for_code(code)]
    if not found and not pedido.habilidades and pedido.materia in ("", "MA"):
        found = [(name, "") for name in for_words(pedido.tema, pedido.year, is_maths=pedido.materia == "MA")]
    return list(dict.fromkeys(found))


def gerar(pedido: Pedido, semente: int) -> list[Questao]:
    """Return the questions, all different, with their answers.

    Fewer than asked for where there are no more different ones.
    """
    return [each.questao for each in drawn(pedido, semente)]


def drawn(pedido: Pedido, semente: int) -> list[Drawn]:
    """Return the questions with what they were made from."""
    draw = Draw(semente)
    wanted = templates_for(pedido)
    if not wanted:
        return []
    spread = _Spread(draw, pedido)
    found: list[Drawn] = []
    said: set[str] = set()
    turns = _turns(draw, wanted)
    misses = 0
    while len(found) < pedido.quantidade and misses < ATTEMPTS * len(wanted):
        name, code = turns[(len(found) + misses) % len(turns)]
        step = _step(pedido, len(found), misses // (ATTEMPTS * len(wanted) // 3 + 1))
        item = TEMPLATES[name](Draw(draw.seed()), Level(pedido.year, step))
        key = chave(item.scene + item.asked) if item.scene or item.value is not None else chave(item.asked + item.right)
        tipo = spread.kind(item, len(found))
        if key in said or tipo is None:
            misses += 1
            continue
        shape = spread.shape(tipo)
        questao = shaped(item, shape, draw)
        if chave(questao.enunciado) in said:
            misses += 1
            continue
        said |= {key, chave(questao.enunciado)}
        dificuldade: Dificuldade = ("facil", "medio", "dificil")[step]
        codes = [code] if code else []
        found.append(Drawn(with_level(questao, f"q{len(found) + 1}", codes, dificuldade), item, name))
    return found


def _turns(draw: Draw, wanted: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the templates in a mixed order in which skills take turns."""
    by_code: dict[str, list[tuple[str, str]]] = {}
    for each in draw.shuffled(wanted):
        by_code.setdefault(each[1], []).append(each)
    most = max(len(group) for group in by_code.values())
    return [group[at % len(group)] for at in range(most) for group in by_code.values()]


def _step(pedido: Pedido, at: int, used_up: int) -> int:
    """Return how hard the next one is; where there are no more different ones, the next harder or easier."""
    if pedido.is_rising:
        return (min(2, at * 3 // max(1, pedido.quantidade)) + used_up) % 3
    return (_STEPS[pedido.dificuldade] + used_up) % 3


class _Spread:
    """Sees to it that letters and truths are spread evenly over an activity."""

    def __init__(self, draw: Draw, pedido: Pedido) -> None:
        self._draw = draw
        self._kinds = pedido.modelos
        self._choices = pedido.choices
        self._places: list[int] = []
        self._truths: list[bool] = []

    def kind(self, item: Item, at: int) -> TipoQuestao | None:
        """Return the kind whose turn it is, or the next one the item can be; none where it can be none of them."""
        possible = kinds_of(item)
        if len(wrong_answers(item, Draw(at), self._choices - 1)) < self._choices - 1:
            possible = [kind for kind in possible if kind != "multipla_escolha"]
        for turn in range(len(self._kinds)):
            kind = self._kinds[(at + turn) % len(self._kinds)]
            if kind in possible:
                return kind
        return None

    def shape(self, tipo: TipoQuestao) -> Shape:
        """Return how the question of that kind is made: where its right answer stands."""
        if not self._places:
            self._places = self._draw.shuffled(range(len(LETTERS[: self._choices])))
        if not self._truths:
            self._truths = self._draw.shuffled((True, False))
        place = self._places.pop() if tipo == "multipla_escolha" else 0
        is_true = self._truths.pop() if tipo == "verdadeiro_falso" else True
        return Shape(tipo, self._choices, place, is_true)
