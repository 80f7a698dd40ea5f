"""Parameters that many actions have in common. What is absent stays as it is, null clears it, 0 is a value."""

from __future__ import annotations

from typing import Annotated, TypedDict

Company = Annotated[str, "The company: its id or name. Left out: the only one, or the one changed last."]
Expected = Annotated[str, "The stamp of the row when it was looked at; if somebody edited it since, nothing is done."]
Reference = Annotated[str, "Its id, or its title, or the code its title begins with, or a part of its title."]
Id = Annotated[str, "Its id or short id."]
Cycle = Annotated[str, "The cycle: its id or name. Left out: the active one."]
MovedCycle = Annotated[str, "With the row's id: the cycle it moves to. With its title: the cycle it is looked for in."]
Day = Annotated[str | None, "A day, `2026-12-31`."]
Month = Annotated[str | None, "A month, `2026-05`."]
Text = str | None
Number = float | None
Months = Annotated[
    dict[str, float | dict[str, float | None] | None] | None,
    'Months with their values: {"2026-05": 10} changes May, null removes it, {"$replace": {…}} replaces all.',
]
ObjectiveStatus = Annotated[
    str | None, "not_started, in_progress, completed, at_risk or delayed (on_track, behind and cancelled are kept)."
]
InitiativeStatus = Annotated[str | None, "planned, in_progress, completed, cancelled or on_hold."]
ProjectStatus = Annotated[str | None, "planning, active, on_hold, completed or cancelled."]
TaskStatus = Annotated[str | None, "todo, in_progress, review or done."]
Priority = Annotated[str | None, "low, medium, high or critical."]
Weight = Annotated[float | None, "How much it counts, from 1 to 10."]
WeightBy = Annotated[float, "How much more, or less, it counts than now, instead of `weight`."]


Sources = Annotated[
    list[dict[str, str | int | None]] | None,
    "All passages of documents it comes from: `document`, `passage`, and `title`, `page`, `section`, `path`.",
]


class OfCompany(TypedDict, total=False):
    """Which company is meant."""

    company: Company


class Editing(OfCompany, total=False):
    """An edit that may have been overtaken."""

    expected: Expected
