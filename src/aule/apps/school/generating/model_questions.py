"""Asking a model for questions: bounded, checked, sent back at most twice (SP-4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast, get_args

from pydantic import ValidationError

from aule.apps.school.catalog.kinds import has_questions, kind_name, kind_of
from aule.apps.school.checking.questions import Checked, check, choices_for
from aule.apps.school.entities import Conteudo, Questao, Secao, TipoQuestao
from aule.apps.school.generating.contents import OF_WORDS, Material
from aule.apps.school.generating.games import puzzle
from aule.apps.school.generating.question_maker import Pedido
from aule.apps.school.generating.question_shapes import with_level
from aule.apps.school.generating.terms import Term, different
from aule.sdk import Context, marked
from aule.text.words import fold

_TEXT = {"type": "string", "maxLength": 8000}
_QUESTION: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["tipo", "enunciado", "resposta"],
    "properties": {
        "tipo": {"enum": list(get_args(TipoQuestao))},
        "enunciado": _TEXT,
        "alternativas": {
            "type": "array",
            "maxItems": 5,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["id", "texto", "correta"],
                "properties": {"id": {"type": "string"}, "texto": {"type": "string"}, "correta": {"type": "boolean"}},
            },
        },
        "pares": {
            "type": "array",
            "maxItems": 10,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["esquerda", "direita"],
                "properties": {"esquerda": {"type": "string"}, "direita": {"type": "string"}},
            },
        },
        "itens": {"type": "array", "maxItems": 10, "items": {"type": "string"}},
        "resposta": _TEXT,
        "explicacao": _TEXT,
    },
}
_WORDS_SHAPE: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["palavras"],
    "properties": {
        "palavras": {
            "type": "array",
            "maxItems": 30,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["palavra", "pista"],
                "properties": {"palavra": {"type": "string"}, "pista": {"type": "string"}},
            },
        }
    },
}


async def thought(context: Context, tipo: str, pedido: Pedido, material: Material, contexto: str) -> Conteudo:
    """Return the content of an activity by a model, every question of it checked."""
    if tipo in OF_WORDS:
        return await _words(context, tipo, pedido, contexto)
    checked = await _questions(context, tipo, pedido, material, contexto)
    text = checked[1]
    kept = [
        with_level(each, f"q{at}", list(pedido.habilidades), pedido.dificuldade)
        for at, each in enumerate(checked[0].kept[: pedido.quantidade], 1)
    ]
    return Conteudo(secoes=[Secao(texto=text, questoes=kept)])


async def _questions(
    context: Context, tipo: str, pedido: Pedido, material: Material, contexto: str
) -> tuple[Checked, str]:
    shape = {
        "type": "object",
        "additionalProperties": False,
        "required": ["texto", "questoes"],
        "properties": {
            "texto": _TEXT,
            "questoes": {"type": "array", "maxItems": max(1, pedido.quantidade), "items": _QUESTION},
        },
    }
    attempts = 0
    best: tuple[Checked, str] | None = None

    def read(answer: dict[str, Any]) -> tuple[Checked, str]:
        nonlocal attempts, best
        attempts += 1
        checked = check(_read(cast(list[dict[str, Any]], answer.get("questoes", []))), pedido.ano_serie)
        text = str(answer.get("texto", ""))
        if best is None or len(checked.kept) > len(best[0].kept):
            best = checked, text
        missing = pedido.quantidade - len(checked.kept)
        if has_questions(tipo) and missing > 0 and attempts <= 2:
            raise ValueError(f"{missing} questions are missing. " + " ".join(checked.refused[:8]))
        if not best[0].kept and not best[1].strip():
            raise ValueError("there is neither a text nor a question in it")
        return best

    title = f"Criar {kind_name(tipo)}"
    return await context.think(title, _asked(tipo, pedido, material, contexto), shape, read)


async def _words(context: Context, tipo: str, pedido: Pedido, contexto: str) -> Conteudo:
    def read(answer: dict[str, Any]) -> list[Term]:
        found = [Term(str(each["palavra"]), str(each["pista"])) for each in answer["palavras"]]
        hidden = [term for term in found if fold(term.word.strip()) not in fold(term.clue)]
        terms = [term for term in different(hidden) if len(term.letters) <= 14]
        if len(terms) < 5:
            raise ValueError("at least five different words of 3 to 14 letters are needed")
        return terms

    words = (
        f"Dê {pedido.quantidade} palavras do tema {pedido.tema!r} para o ano {pedido.ano_serie}, cada uma com "
        f"uma pista "
        f"curta e certa, sem a própria palavra.\n{marked('contexto', contexto)}"
    )
    terms = await context.think(f"Palavras: {pedido.tema}", words, _WORDS_SHAPE, read)
    if tipo == "lista-vocabulario-definicoes":
        told = "\n\n".join(f"**{each.word}**: {each.clue}." for each in terms)
        return Conteudo(secoes=[Secao(texto=told)])
    section, _ = puzzle(tipo, terms[: pedido.quantidade], len(terms), diagonals=pedido.year > 3)
    return Conteudo(secoes=[section])


def _read(answers: Sequence[dict[str, Any]]) -> list[Questao]:
    found: list[Questao] = []
    for each in answers:
        try:
            found.append(Questao.model_validate({"id": "q", "pontos": 1, **each}))
        except ValidationError:
            continue
    return found


def _asked(tipo: str, pedido: Pedido, material: Material, contexto: str) -> str:
    skills = "\n".join(f"- {code}: {text}" for code, text in material.skills)
    return (
        f"Crie o conteúdo de uma atividade do tipo “{kind_name(tipo)}” ({kind_of(tipo).descricao}) para o ano "
        f"{pedido.ano_serie}, em português do Brasil. Tema: {pedido.tema!r}. Dificuldade: {pedido.dificuldade}. "
        f"{_of_questions(pedido) if has_questions(tipo) else _OF_TEXT}\n"
        f"{f'Habilidades da BNCC:{chr(10)}{skills}{chr(10)}' if skills else ''}"
        f"{marked('contexto', contexto) if contexto else ''}"
    )


_OF_TEXT = (
    "`texto` é a atividade inteira, pronta para usar, em Markdown com títulos, listas e tabelas. `questoes` fica "
    "vazia, a não ser que esse tipo de atividade tenha perguntas; então cada uma tem `resposta`."
)


def _of_questions(pedido: Pedido) -> str:
    return (
        f"Exatamente {pedido.quantidade} questões, dos tipos {', '.join(dict.fromkeys(pedido.modelos))}. Múltipla "
        f"escolha tem {choices_for(pedido.ano_serie)} alternativas com ids A, B, C…, só uma correta, e `resposta` é a "
        "letra dela. Toda questão tem resposta e explicação. Não repita enunciados. `texto` é o que o estudante lê "
        "antes das questões (pode ficar vazio)."
    )
