"""Answers that a provider's content filter held back: told as such, in the person's language."""

from __future__ import annotations

from pydantic_ai.messages import ModelResponse

from aule.contracts.errors import ModelUnavailable
from aule.text.messages import Messages

_MESSAGES = Messages("aule.models.brains")


def refuse_filtered(response: ModelResponse, model: str, locale: str) -> None:
    """Raise an error for a response that ended in a content filter: it is no answer, however much of it came."""
    if response.finish_reason != "content_filter":
        return
    message, hint = _MESSAGES.say("filtered", locale, model=model), _MESSAGES.hint("filtered", locale)
    raise ModelUnavailable(message, code="invalid_output", hint=hint)
