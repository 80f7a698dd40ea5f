"""Answers that a provider's content filter held back: told as such, in the person's language."""

from __future__ import annotations

from aule.contracts.errors import ModelUnavailable

_WORDS = {
    "en": (
        "The provider's content filter stopped the answer of {model!r}.",
        "Say it in other words, or choose another model.",
    ),
    "pt": (
        "O filtro de conteúdo do provedor interrompeu a resposta de {model!r}.",
        "Diga com outras palavras, ou escolha outro modelo.",
    ),
}


def refuse_filtered(finish: str | None, model: str, locale: str) -> None:
    """Raise an error for an answer that ended in a content filter: it is none, however much of it came."""
    if finish != "content_filter":
        return
    message, hint = _WORDS.get(locale.partition("-")[0], _WORDS["en"])
    raise ModelUnavailable(message.format(model=model), code="invalid_output", hint=hint)
