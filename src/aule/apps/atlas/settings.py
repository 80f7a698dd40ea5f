"""How a company works out its progress (AT-20, AT-21)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal, TypeGuard

from aule.apps.atlas.figures.numbers import number
from aule.apps.atlas.rows import exact_json as exact

YtdMode = Literal["closed_months", "calendar"]
PillarRollup = Literal["weighted", "simple"]


@dataclass(frozen=True, slots=True)
class Settings:
    """What a company has decided; what it has not decided is as here."""

    rollup_cap: Decimal | None = Decimal(100)
    """So much of a key result counts at most in its objective; none: all of it."""
    ytd_mode: YtdMode = "closed_months"
    """Whether the current month counts before it has a value."""
    pillar_rollup: PillarRollup = "weighted"
    """Whether a pillar's objectives count by their weight, or all the same."""
    fiscal_year_start: int = 1
    """The month a year begins in."""


DEFAULT = Settings()
STRATEGY_HUB = Settings(rollup_cap=None, ytd_mode="calendar", pillar_rollup="simple")
"""As the company's former program reckoned, so that its people see their old numbers."""


def read(value: Any, otherwise: Settings = DEFAULT) -> Settings:
    """Return the settings in a company's `settings`; what is missing or makes no sense is as in `otherwise`."""
    if not exact.is_object(value):
        return otherwise
    cap = otherwise.rollup_cap
    if "rollup_cap" in value:
        given = number(value["rollup_cap"])
        cap = given if value["rollup_cap"] is None or (given is not None and given > 0) else cap
    mode, rollup, start = value.get("ytd_mode"), value.get("pillar_rollup"), value.get("fiscal_year_start")
    return Settings(
        rollup_cap=cap,
        ytd_mode=mode if mode == "closed_months" or mode == "calendar" else otherwise.ytd_mode,
        pillar_rollup=rollup if rollup == "weighted" or rollup == "simple" else otherwise.pillar_rollup,
        fiscal_year_start=start if _is_month(start) else otherwise.fiscal_year_start,
    )


def settings_of(company: Mapping[str, Any] | None, ours: Mapping[str, Any] | None = None) -> Settings:
    """Return the settings of a company: what stands in its row, and over it what was decided here."""
    return read(ours, read((company or {}).get("settings")))


def write(settings: Settings) -> dict[str, Any]:
    """Return the settings as a company's `settings` holds them; `read` gives them back."""
    cap = settings.rollup_cap
    return {
        "rollup_cap": int(cap) if cap is not None and cap == cap.to_integral_value() else cap,
        "ytd_mode": settings.ytd_mode,
        "pillar_rollup": settings.pillar_rollup,
        "fiscal_year_start": settings.fiscal_year_start,
    }


def _is_month(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 12
