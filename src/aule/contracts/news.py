"""News: what an app tells on the first page, the same form for every app."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from aule.contracts.model import Model

Tone = Literal["ok", "attention", "danger"]
"""How pressing a piece of news is."""
ShellPath = Annotated[str, StringConstraints(pattern=r"^/([^/]|$)", max_length=500)]
"""An address inside the desktop."""


class NewsItem(Model):
    """One piece of news, in the person's language."""

    title: str
    detail: str = ""
    tone: Tone = "ok"
    path: ShellPath = Field(description="Where in the shell it opens.")
    count: int | None = Field(
        default=None, ge=0, description="How many things it is about, where that is worth saying."
    )
    when: str | None = Field(default=None, description="The day or the moment it is about.")


class News(Model):
    """What an app tells on the first page: the view called `news` returns it."""

    items: list[NewsItem] = Field(default=[], description="The most pressing first.")
    total: int = Field(default=0, ge=0, description="How many there are, with those that are not listed.")
    is_empty: bool = Field(default=False, description="Whether the app keeps nothing yet, so that nothing can be told.")

    @classmethod
    def of(cls, items: list[NewsItem], *, most: int = 6) -> News:
        """Return the most pressing of these items; those of the same tone stay in their order."""
        ordered = sorted(items, key=lambda each: _PRESSING[each.tone])
        return cls(items=ordered[:most], total=len(items))


_PRESSING: dict[Tone, int] = {"danger": 0, "attention": 1, "ok": 2}
