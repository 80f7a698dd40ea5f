"""Holding an answer against what happened: a claimed effect that no event supports is marked."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aule.contracts.capability import Effect
from aule.contracts.text import fold

_SENTENCE = re.compile(r"(?<=[.!?…])\s+|\n+")
_FIRST_PERSON = (
    r"(?:i|i've|i have|we|eu|ja|just|also|tambem|now|agora|and|e|it was|foi|has been)\s+(?:already\s+|now\s+|ja\s+)?"
)
_MAKE = r"created|wrote|written|saved|added|updated|edited|changed|renamed|appended"
_MAKE_PT = (
    r"criei|escrevi|salvei|gravei|adicionei|atualizei|editei|alterei|renomeei|acrescentei"
    r"|criado|criada|salvo|salva|gravado|gravada"
)
_REMOVE = r"deleted|removed|erased|apaguei|exclui|removi|deletei|apagado|apagada|excluido|excluida|removido|removida"
_SEND = r"sent|emailed|published|posted|enviei|mandei|publiquei|postei|enviado|enviada|publicado|publicada"
_CLAIMS: tuple[tuple[re.Pattern[str], frozenset[Effect]], ...] = (
    (re.compile(rf"\b(?:{_REMOVE})\b"), frozenset({Effect.DELETE, Effect.WRITE})),
    (re.compile(rf"\b(?:{_SEND})\b"), frozenset({Effect.EXTERNAL})),
    (re.compile(rf"\b(?:{_MAKE_PT})\b|\b{_FIRST_PERSON}(?:{_MAKE})\b"), frozenset({Effect.WRITE, Effect.EXTERNAL})),
)
_NEGATED = re.compile(
    r"\b(?:not|n't|never|nothing|no|nao|nunca|nada|nenhum|nenhuma|sem|would|could|can|posso|if|se)\b|n't\b"
)
_PATH = re.compile(r"`([^`\s]+\.[A-Za-z0-9]{1,8})`|\b([\w./-]+/[\w.-]+\.[A-Za-z0-9]{1,8})\b")


def unsupported(text: str, effects: Sequence[Effect], touched: Sequence[str]) -> list[str]:
    """The sentences of an answer that claim an effect which did not happen in this run."""
    had = set(effects)
    marked: list[str] = []
    for sentence in _SENTENCE.split(text):
        plain = fold(sentence)
        if _NEGATED.search(plain) or plain.rstrip().endswith("?"):
            continue
        needed = next((kinds for pattern, kinds in _CLAIMS if pattern.search(plain)), None)
        if needed is None:
            continue
        named = [first or second for first, second in _PATH.findall(sentence)]
        if not had & needed or any(not _touches(path, touched) for path in named):
            marked.append(sentence.strip()[:300])
    return marked


def _touches(path: str, touched: Sequence[str]) -> bool:
    return any(entity.endswith(path.removeprefix("./")) for entity in touched)
