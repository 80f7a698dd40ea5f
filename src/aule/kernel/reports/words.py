"""The words of a report, and how numbers and days are written, in both languages."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from aule.text.messages import Messages, is_portuguese

say = Messages("aule.kernel.reports").say

_WHY: dict[str, str] = {
    "not_found": "não foi encontrado",
    "invalid": "não foi aceito",
    "refused": "não é permitido",
    "blocked_by_policy": "não é permitido",
    "outside_scope": "fica fora do projeto",
    "denied": "foi recusado por você",
    "conflict": "algo mudou nesse meio-tempo",
    "timeout": "demorou demais",
    "cancelled": "foi interrompido",
    "interrupted": "foi interrompido",
    "unavailable": "não estava disponível",
    "modelo_indisponivel": "não havia um modelo disponível",
    "budget_reached": "o limite foi atingido",
    "agent_gave_up": "o agente não conseguiu",
    "binding_missing": "faltou um resultado anterior",
    "invalid_output": "o modelo não respondeu de um jeito que se possa usar",
}
"""Why something did not work, by its code: messages themselves are in English."""
_LABELS: dict[str, str] = {
    "added": "linhas novas",
    "author": "autor",
    "content": "conteúdo",
    "count": "quantidade",
    "date": "data",
    "description": "descrição",
    "due": "prazo",
    "duration": "duração",
    "error": "erro",
    "exit_code": "código de saída",
    "file": "arquivo",
    "files": "arquivos",
    "group": "turma",
    "items": "itens",
    "language": "idioma",
    "lines": "linhas",
    "mean": "média",
    "message": "mensagem",
    "name": "nome",
    "names": "nomes",
    "note": "nota",
    "notes": "notas",
    "path": "arquivo",
    "removed": "linhas tiradas",
    "result": "resultado",
    "rows": "linhas",
    "size": "tamanho",
    "status": "situação",
    "students": "alunos",
    "summary": "resumo",
    "tags": "etiquetas",
    "text": "texto",
    "time": "hora",
    "title": "título",
    "topic": "assunto",
    "total": "total",
    "truncated": "cortado",
    "url": "endereço",
    "version": "versão",
}
"""What figures are called: programs name them in English."""
_TINY, _HUGE = Decimal("1e-9"), Decimal("1e18")
"""Numbers people still write out."""
_DAY = re.compile(r"^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$")


def reason(code: str, message: str, language: str) -> str:
    """Why something did not work, with the message as it was given."""
    why = _WHY.get(code) if is_portuguese(language) else None
    return message if why is None else f"{why} ({message})" if message else why


def label(key: str, language: str) -> str:
    """What a figure is called, as people would say it."""
    known = _LABELS.get(key) if is_portuguese(language) else None
    return known or key.replace("_", " ")


def number(value: float, language: str) -> str:
    """A number as people write it."""
    exact = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
    if not exact.is_finite() or (exact and not _TINY <= abs(exact) < _HUGE):
        return str(value)
    text = f"{exact.normalize():,f}"
    return text.translate(str.maketrans(",.", ".,")) if is_portuguese(language) else text


def told(value: Any, language: str) -> str:
    """A plain value as people read it: numbers and days in their own way, words as they are."""
    match value:
        case None:
            return say("empty", language)
        case bool():
            return say("yes" if value else "no", language)
        case int() | float():
            return number(value, language)
        case str():
            return _day(value, language)
        case _:
            return str(value)


def _day(text: str, language: str) -> str:
    found = _DAY.match(text.strip())
    if found is None or not is_portuguese(language):
        return text
    time = f" {found[4]}" if found[4] else ""
    return f"{found[3]}/{found[2]}/{found[1]}{time}"
