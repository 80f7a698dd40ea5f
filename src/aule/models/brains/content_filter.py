"""Answers that a provider's content filter held back: told as such, in the person's language."""

from __future__ import annotations

from aule.contracts.errors import ModelUnavailable
from aule.text.messages import Messages

_MESSAGES = Messages("aule.models.brains")


def refuse_filtered(finish: str | None, model: str, locale: str) -> None:
    """Raise an error for an answer that ended in a content filter: it is none, however much of it came."""
    if finish != "content_filter":
        return
    message, hint = _MESSAGES.say("filtered", locale, model=model), _MESSAGES.hint("filtered", locale)
    raise ModelUnavailable(message, code="invalid_output", hint=hint)
