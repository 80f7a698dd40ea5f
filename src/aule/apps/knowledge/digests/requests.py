"""Requests for digests: what kind somebody asks for, of which documents, and what about. Pure rules over words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from aule.apps.knowledge.digests.notes import DigestKind
from aule.apps.knowledge.index.terms import stem
from aule.text.words import fold

_KINDS: tuple[tuple[DigestKind, str], ...] = (
    ("study_guide", r"(?:guia|roteiro|material|apostila) de estudos?|study guides?|study notes|revision guide"),
    ("faq", r"\bfaqs?\b|perguntas (?:frequentes|e respostas)|perguntas mais comuns|frequently asked|\bq ?& ?a\b"
            r"|questions and answers"),
    ("timeline", r"linhas? do tempo|cronolog|\btimelines?\b|chronolog"),
    ("glossary", r"glossari|glossary|dicionario de termos"),
    ("briefing", r"\bbriefings?\b|resumo executivo|sintese executiva|executive summary|\bdossie\b|\bdossier\b"),
    ("table", r"\btabelas?\b|\bquadro\b|\bplanilha\b|\btables?\b|\bspreadsheet\b|\bmatrix\b|\bmatriz\b"),
    ("comparison", r"\bcompar|\bconfront|lado a lado|side by side|diferenc|difference|o que muda entre"),
    ("summary", r"\bresum|\bsintes|\bsintet|\bsummar|\boverview\b|visao geral|principais pontos|main points"),
)  # fmt: skip
_COUNTS = r"(?:\d+|dois|duas|tres|quatro|cinco|seis|two|three|four|five|six|ultim[oa]s|last|primeir[oa]s|first)"
_WHICH = re.compile(
    r"\b(?:cada(?: um d[oa]s)?|each(?: of the| of my)?|every|todos os(?: meus)?|todas as(?: minhas)?|all(?: the| my| of"
    r" the| of my)?|both|ambos os|ambas as|[oa]s|d[oa]s|n[oa]s|the|meus|minhas|my|these|those|d?est[ae]s|d?ess[ae]s"
    rf"|of|from)\s+(?:{_COUNTS}\s+)?(?P<noun>[a-z]{{3,}}s)\b"
)
_EACH = re.compile(r"\b(?:cada|each|every)\s+(?P<noun>[a-z]{4,})\b")
_GENERAL_WORDS = """
documento doc pdf arquivo texto material document file paper text um uma one
documentos docs pdfs arquivos papeis textos materiais documents files papers texts materials perguntas respostas
questions answers pontos points termos terms datas dates minhas meus these those estes esses essas estas dois duas tres
colunas columns frases quais diferencas differences paginas pages todos todas principais seus faqs
"""
_GENERAL = frozenset(_GENERAL_WORDS.split())
"""Words for documents of any kind, and for what a digest is made of."""
_COLUMNS = re.compile(
    r"\b(?:com(?: as colunas| colunas| o| a| os| as)?|with(?: the)?(?: columns?)?|colunas?|columns?|quanto a[os]?"
    r"|em relacao a[os]?|no que diz respeito a[os]?|regarding|sobre(?: o| a| os| as)?|about|on(?: the)?|por)"
    r"\s+(?P<names>.+)$"
)
_BEHIND = re.compile(
    r"\s+(?:de|do|da|dos|das|em|no|na|nos|nas|para|of|for|from|in)\s+(?:cada|todos|todas|os|as|each|all|every|the|my|these"
    r"|both|tod|meus|minhas)\b.*$|\s+(?:dos|das|nos|nas)\s+.*$|\s+(?:da|na|in the|of the)\s+(?:colecao|collection)\b.*$"
)
_SPLIT = re.compile(r"\s*(?:,|;|\s+e\s+|\s+and\s+|\s*/\s*)\s*")
_ARTICLE = re.compile(r"^(?:o|a|os|as|um|uma|the|an?|seus?|suas?)\s+", re.IGNORECASE)
_COLLECTION = re.compile(
    r"\b(?:colecao|collection)\s+(?:chamada\s+|called\s+|named\s+)?[\"“']?(?P<name>[^\"”',.;:?!]+)"
)
_FOCUS = re.compile(
    r"\b(?:com foco em|focad[oa] em|focando em|sobre|focus(?:ed|ing)? on|about|on)\s+(?P<focus>[^.?!]+)"
)
MOST_COLUMNS = 8


@dataclass(frozen=True, slots=True)
class DigestRequest:
    """What somebody's words ask for."""

    kind: DigestKind | None = None
    query: str = ""
    """What the documents are called: `contratos`."""
    columns: tuple[str, ...] = ()
    focus: str = ""
    collection: str = ""


def read_request(words: str) -> DigestRequest:
    """Return what words ask for; what they do not say stays empty."""
    said = " ".join(words.split())
    plain = fold(said)
    if len(plain) != len(said):  # a letter that folds to two: places in the one are not places in the other
        said = plain
    kind = _kind(plain)
    collection = _COLLECTION.search(plain)
    named = said[collection.start("name") : collection.end("name")].strip() if collection else ""
    columns = _columns(said, plain) if kind in ("table", "comparison") else ()
    focus = "" if columns or kind in ("table", "comparison") else _focus(said, plain)
    return DigestRequest(kind, _query(plain, focus), columns, focus, named)


def columns_in(words: str) -> tuple[str, ...]:
    """Return columns that are named one after the other: `prazo, valor e multa`."""
    parts = [_ARTICLE.sub("", part.strip(" .?!\"“”'")) for part in _SPLIT.split(words)]
    return tuple(dict.fromkeys(part for part in parts if 1 < len(part) <= 60))[:MOST_COLUMNS]


def _kind(plain: str) -> DigestKind | None:
    return next((kind for kind, pattern in _KINDS if re.search(pattern, plain)), None)


def _columns(said: str, plain: str) -> tuple[str, ...]:
    found = list(_COLUMNS.finditer(plain))
    if not found:
        return ()
    start = found[0].start("names")
    end = len(plain)
    behind = _BEHIND.search(plain, start)
    if behind is not None:
        end = behind.start()
    return columns_in(said[start:end])


def _query(plain: str, focus: str) -> str:
    before = plain.replace(fold(focus), " ") if focus else plain
    for match in (*_EACH.finditer(before), *_WHICH.finditer(before)):
        noun = fold(match["noun"])
        if noun not in _GENERAL and not any(re.search(pattern, noun) for _, pattern in _KINDS):
            return noun
    return ""


def _focus(said: str, plain: str) -> str:
    match = _FOCUS.search(plain)
    if match is None:
        return ""
    focus = said[match.start("focus") : match.end("focus")]
    inside = _BEHIND.search(fold(focus))
    return (focus[: inside.start()] if inside else focus).strip()


def is_called(title: str, query: str) -> bool:
    """Tell whether a title holds every word of a query, in any form."""
    there = {stem(word) for word in re.findall(r"\w+", fold(title))}
    return all(stem(word) in there for word in re.findall(r"\w+", fold(query)))
