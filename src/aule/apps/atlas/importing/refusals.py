"""Errors for files that cannot be imported as a whole; the texts are in `refusals.toml`."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from aule.sdk import errors
from aule.text.messages import Messages

_MESSAGES = Messages("aule.apps.atlas.importing", "refusals.toml")


class Refusal(errors.Invalid):
    """A file that cannot be imported as it is, and why."""

    def __init__(self, key: str, locale: str = "en", **values: Any) -> None:
        message, hint = _MESSAGES.say(key, locale, **values), _MESSAGES.hint(key, locale, **values)
        super().__init__(message, code="invalid_import", hint=hint)
        self._key, self._values = key, values

    def told(self, locale: str) -> Refusal:
        """Return the same error in the language of a person."""
        return Refusal(self._key, locale, **self._values)


@contextmanager
def told_in(locale: str) -> Generator[None]:
    """Tell in a person's language why a file cannot be imported."""
    try:
        yield
    except Refusal as refusal:
        raise refusal.told(locale) from None
