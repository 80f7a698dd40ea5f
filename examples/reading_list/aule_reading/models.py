"""Books as the list shows them. Commands need these, and nothing else of the app."""

from __future__ import annotations

from aule.contracts.model import Model


class Book(Model):
    """A book on the list."""

    id: str
    title: str
    author: str | None = None


class Shelf(Model):
    """The whole list."""

    books: list[Book]
