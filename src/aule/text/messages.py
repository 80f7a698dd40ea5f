"""Catalogues of messages for people, in English and Portuguese, kept in TOML files beside the code that uses them.

A file has one table for each message, with its text in both languages and, where there is something to do about it, a
hint. `{name}` stands for a value; a brace that is meant as a brace is doubled.

    [no_file]
    en = "There is no file {file!r}."
    pt = "Não há o arquivo {file!r}."
    hint_en = "Give the path of a CSV file."
    hint_pt = "Dê o caminho de um arquivo CSV."
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Literal

Language = Literal["pt", "en"]


def is_portuguese(locale: str) -> bool:
    """Tell whether a locale such as `pt-BR` is Portuguese; every other language is answered in English."""
    return locale.lower().startswith("pt")


def language_in(locale: str) -> Language:
    """Return the language in which somebody of a locale is answered."""
    return "pt" if is_portuguese(locale) else "en"


class Messages:
    """The messages of one file, which is read when the first of them is needed."""

    def __init__(self, package: str, file: str = "messages.toml") -> None:
        self.package, self.file = package, file

    def say(self, key: str, locale: str, /, **values: object) -> str:
        """Return a message in the language of a locale; an unknown key or a missing value is an error."""
        return self._text(key, language_in(locale)).format(**values)

    def say_count(self, key: str, count: int, locale: str, /, **values: object) -> str:
        """Return a message about so many things: the message `KEY_one` for one thing, where there is such a message."""
        return self.say(f"{key}_one" if count == 1 and f"{key}_one" in self else key, locale, count=count, **values)

    def hint(self, key: str, locale: str, /, **values: object) -> str | None:
        """Return what to do about what a message tells; None where the file has no hint for it."""
        text = self.entries[key].get(f"hint_{language_in(locale)}")
        return None if text is None else text.format(**values)

    def __contains__(self, key: object) -> bool:
        return key in self.entries

    def _text(self, key: str, language: Language) -> str:
        try:
            return self.entries[key][language]
        except KeyError as error:
            raise KeyError(f"{self.package}/{self.file} has no message {key!r}") from error

    @cached_property
    def entries(self) -> dict[str, dict[str, str]]:
        """All messages of the file by their keys: their texts in each language, and their hints."""
        import tomllib  # at the first message, so that importing a module with messages costs nothing
        from importlib import resources

        entries: dict[str, Any] = tomllib.loads((resources.files(self.package) / self.file).read_text("utf-8"))
        return entries
