"""What commands say on the terminal, in English and Portuguese."""

from __future__ import annotations

from aule.terminal.language import TerminalMessages, locale

say = TerminalMessages("aule.terminal").say


_TERMS = {
    "low": "baixo",
    "medium": "médio",
    "high": "alto",
    "write": "escrita",
    "delete": "remoção",
    "exec": "comando",
    "external": "externo",
    "trust": "confiança",
    "question": "pergunta",
    "step": "etapa",
    "plan": "plano",
    "restore": "restaurar",
    "remove": "remover",
    "recreate": "recriar",
    "nothing": "nada",
    "done": "concluída",
    "failed": "falhou",
    "skipped": "pulada",
    "waiting": "esperando",
    "running": "em andamento",
    "pending": "pendente",
}
"""Kinds of approvals, risks, what an undo does, and how tasks stand, in Portuguese."""


def term(word: str) -> str:
    """A word of the contracts in the language of this terminal."""
    return _TERMS.get(word, word) if locale() == "pt-BR" else word
