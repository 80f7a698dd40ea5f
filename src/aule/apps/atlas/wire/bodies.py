"""What the wire of Atlas takes."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from aule.contracts.model import JsonObject, Model

MAX_ACTIONS = 200
"""Actions one request may hold; how many one approval may show is the app's to say."""


class Execute(Model):
    """A batch of actions: to be looked at, or done."""

    company_id: str | None = Field(default=None, max_length=200)
    """The company, by id, short id or name; none: the only one, or the last used."""
    actions: list[JsonObject] = Field(min_length=1, max_length=MAX_ACTIONS)
    mode: Literal["preview", "execute"] = "preview"
    atomic: bool = True
    as_of: str | None = Field(default=None, max_length=10)
    seen: str | None = Field(default=None, max_length=100)
    """The `content_hash` of the preview that was looked at; the batch runs only if it would still do the same."""
    confirm: str | None = Field(default=None, max_length=1_000)
    """The words a preview asks to be typed, such as the title of what goes."""


class UndoBatch(Model):
    """A batch to take back."""

    run_id: str = Field(min_length=1, max_length=120, pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")
    """The `run_id` that the batch was answered with."""


class AgentExecute(Execute):
    """A batch as the original's own tools send it: what they send is to be done."""

    mode: Literal["preview", "execute"] = "execute"
