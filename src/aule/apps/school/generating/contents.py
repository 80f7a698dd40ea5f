"""What an activity of a kind is made of, where it can be made exactly: from templates, words or skills."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from aule.apps.school.entities import Conteudo, Questao, Secao, TipoQuestao
from aule.apps.school.generating import games, sheets
from aule.apps.school.generating.draw import Draw
from aule.apps.school.generating.question_maker import MIXED, Pedido, gerar, templates_for
from aule.apps.school.generating.terms import Term

CHOICE: tuple[TipoQuestao, ...] = ("multipla_escolha",)
OF_QUESTIONS: dict[str, tuple[TipoQuestao, ...]] = {
    "lista-exercicios": MIXED,
    "quiz-interativo": CHOICE,
    "prova-personalizada": ("multipla_escolha", "numerica", "multipla_escolha", "verdadeiro_falso", "dissertativa"),
    "simulado": CHOICE,
    "multipla-escolha": CHOICE,
    "verdadeiro-falso": ("verdadeiro_falso",),
    "preencher-lacunas": ("lacuna",),
    "questoes-dissertativas": ("dissertativa",),
    "avaliacao-diagnostica": ("multipla_escolha", "multipla_escolha", "numerica"),
    "jogo-show-milhao": CHOICE,
    "desafios-sala": ("dissertativa", "multipla_escolha"),
    "gabarito-comentado": MIXED,
    "revisao-espiral": MIXED,
    "exit-ticket": ("multipla_escolha", "numerica", "verdadeiro_falso"),
    "material-adaptado-nivel": MIXED,
}
"""Kinds of activities that are lists of questions, with the kinds of question they have in turn."""
RISING = frozenset({"avaliacao-diagnostica", "jogo-show-milhao"})
OF_WORDS = frozenset({"caca-palavras", "palavras-cruzadas", "lista-vocabulario-definicoes"})
OF_PAIRS = frozenset({"exercicio-associacao", "flash-cards", "bingo-educativo"})
FEWEST_WORDS = 4


@dataclass(frozen=True, slots=True)
class Material:
    """What an activity can be made of."""

    terms: Sequence[Term] = ()
    bank: Sequence[Questao] = ()
    """The teacher's own questions of past activities."""
    text: str = ""
    """A text the teacher gave."""
    skills: Sequence[tuple[str, str]] = ()
    """Codes with what they say."""


def compose(tipo: str, pedido: Pedido, material: Material, semente: int) -> Conteudo | None:
    """Return the content of an activity; none where it cannot be made without a model."""
    if pedido.modelos == ("associacao",):
        tipo = "exercicio-associacao"
    elif pedido.modelos == ("ordenacao",):
        tipo = "exercicio-ordenacao"
    if tipo in OF_QUESTIONS:
        return _of_questions(tipo, pedido, material, semente)
    if tipo in OF_WORDS:
        return _of_words(tipo, pedido, material, semente)
    if tipo in OF_PAIRS:
        return _of_pairs(tipo, pedido, material, semente)
    if tipo == "exercicio-ordenacao":
        return _listed(games.ordering(pedido, semente) or _own(pedido, material, ("ordenacao",), semente))
    if tipo == "teste-cloze":
        return sheets.cloze(material.text, pedido.quantidade)
    if tipo == "autoavaliacao-aluno":
        return sheets.self_assessment(material.skills)
    if tipo == "rubrica-avaliacao":
        return sheets.rubric(material.skills)
    return None


def kinds_for(tipo: str, modelo: str) -> tuple[TipoQuestao, ...]:
    """Return the kinds of question: those of the type, unless one is asked for."""
    chosen: tuple[TipoQuestao, ...] = OF_QUESTIONS.get(tipo, MIXED)
    if tipo in ("verdadeiro-falso", "preencher-lacunas", "multipla-escolha", "questoes-dissertativas", "simulado"):
        return chosen
    return chosen if modelo == "misto" else (modelo,)  # pyright: ignore[reportReturnType]


def _of_questions(tipo: str, pedido: Pedido, material: Material, semente: int) -> Conteudo | None:
    if not templates_for(pedido):
        return _listed(_own(pedido, material, pedido.modelos, semente))
    if tipo == "material-adaptado-nivel":
        return _levels(pedido, semente)
    if tipo == "desafios-sala":
        pedido = replace(pedido, dificuldade="dificil")
    pedido = replace(pedido, is_rising=tipo in RISING)
    # some skills are about choosing, and have no question whose answer is a number
    return _listed(gerar(pedido, semente) or gerar(replace(pedido, modelos=MIXED), semente))


def _levels(pedido: Pedido, semente: int) -> Conteudo:
    """Return the same content three times: for those who begin, for most, for those who want more."""
    names = (("facil", "Nível 1 — para começar"), ("medio", "Nível 2 — para avançar"), ("dificil", "Nível 3 — desafio"))
    each = max(1, -(-pedido.quantidade // 3))
    sections: list[Secao] = []
    for at, (level, title) in enumerate(names):
        made = gerar(replace(pedido, dificuldade=level, quantidade=each), semente + at)  # pyright: ignore[reportArgumentType]
        sections.append(Secao(titulo=title, questoes=made))
    return _renumbered(Conteudo(secoes=sections))


def _of_words(tipo: str, pedido: Pedido, material: Material, semente: int) -> Conteudo | None:
    terms = Draw(semente).shuffled(list(material.terms))[: pedido.quantidade]
    if tipo != "caca-palavras":
        terms = [term for term in terms if term.clue]
    if len(terms) < FEWEST_WORDS:
        return None
    if tipo == "lista-vocabulario-definicoes":
        ordered = sorted(terms, key=lambda term: term.letters)
        return Conteudo(secoes=[Secao(texto="\n\n".join(f"**{each.word}**: {each.clue}." for each in ordered))])
    section, _ = games.puzzle(tipo, terms, semente, diagonals=pedido.year > 3)
    return Conteudo(secoes=[section])


def _of_pairs(tipo: str, pedido: Pedido, material: Material, semente: int) -> Conteudo | None:
    pairs = games.item_pairs(pedido, semente) if templates_for(pedido) else []
    if not pairs:
        pairs = [(term.clue, term.word) for term in material.terms if term.clue]
        pairs += [(par.esquerda, par.direita) for each in material.bank for par in each.pares]
        pairs = list(dict.fromkeys(pairs))
    codes = list(pedido.habilidades)
    if len(pairs) < FEWEST_WORDS:
        return None
    if tipo == "flash-cards":
        return _listed(games.flash_cards(pairs[: pedido.quantidade], codes))
    if tipo == "bingo-educativo":
        sections = games.bingo(pairs, semente)
        return Conteudo(secoes=sections) if sections else None
    return _listed(games.matching(pairs, semente, max(1, pedido.quantidade // games.PAIRS), codes))


def _own(pedido: Pedido, material: Material, kinds: Sequence[TipoQuestao], semente: int) -> list[Questao]:
    """Return questions of the teacher's own bank, of the kinds that are wanted."""
    wanted = set(kinds)
    fitting = [each for each in material.bank if each.tipo in wanted]
    return Draw(semente).shuffled(fitting)[: pedido.quantidade]


def _listed(questoes: Sequence[Questao]) -> Conteudo | None:
    return _renumbered(Conteudo(secoes=[Secao(questoes=list(questoes))])) if questoes else None


def _renumbered(conteudo: Conteudo) -> Conteudo:
    at = 0
    sections: list[Secao] = []
    for section in conteudo.secoes:
        made: list[Questao] = []
        for questao in section.questoes:
            at += 1
            made.append(questao.model_copy(update={"id": f"q{at}"}))
        sections.append(section.model_copy(update={"questoes": made}))
    return Conteudo(secoes=sections)
