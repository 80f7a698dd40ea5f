"""A connection: another platform that a school's data come from (SP-50)."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from aule.apps.school.entities import Kept


class Fonte(Kept):
    """Where a school's data come from, beside the tables here: another platform over HTTP."""

    tipo: Literal["embedded", "rest"] = "embedded"
    base_url: str = Field(default="", max_length=500)
    perfil: Literal["escola", "ponto_school"] = "escola"
    """How the platform speaks: the contract of SP-50, or that of Ponto.School."""
    timeout_s: float = Field(default=15, gt=0, le=60)
    headers: dict[str, str] = {}
    path_map: dict[str, str | None] = {}
    """Where something is found there, by its name; nothing: the platform does not have it."""
    ligada: bool = False
