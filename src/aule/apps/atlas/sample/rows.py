"""The sample company as tables, as of a day: months that have gone by have values, and a few check-ins tell of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from aule.apps.atlas.batch.draft import fresh_id
from aule.apps.atlas.importing.parcel import Parcel, parcel_of
from aule.apps.atlas.rows import kinds
from aule.apps.atlas.sample.bakery import Figure, Initiative, Measure, Words, bakery

CHECK_INS = 4
"""The last months of a key result that are told as check-ins."""
LATE = 2
Rows = dict[str, list[dict[str, Any]]]


def sample_id() -> str:
    """Return the id of the sample company."""
    return _id(kinds.COMPANIES, 0)


def sample(locale: str, today: date) -> Parcel:
    """Return the sample company, ready to be imported."""
    return parcel_of(_Sample(locale, today).tables(), "flat", {}, {"settings": {"sample": True}})


class _Sample:
    """Lays out the company as of a day, in one language."""

    def __init__(self, locale: str, today: date) -> None:
        self._locale = locale
        self._bakery = bakery()
        self._today = today
        self._months = [f"{today.year}-{month:02d}" for month in range(1, 13)]
        self._rows: Rows = {}

    def tables(self) -> Rows:
        """Return all rows of the sample company, by table."""
        company = {
            "id": sample_id(),
            "name": self._say(self._bakery.name),
            "mission": self._say(self._bakery.mission),
            "vision": self._say(self._bakery.vision),
            "values": [self._say(value) for value in self._bakery.values],
        }
        self._add(kinds.COMPANIES, company)
        for name in self._bakery.people:
            self._add(kinds.PEOPLE, {"name": name, "email": f"{name.split()[0].lower()}@example.com"})
        cycle = {
            "company_id": sample_id(),
            "name": self._say(Words(pt=f"Ciclo {self._today.year}", en=f"Cycle {self._today.year}")),
            "period_start": f"{self._months[0]}-01",
            "period_end": f"{self._today.year}-12-31",
            "status": "active",
        }
        self._add(kinds.PLANS, cycle)
        self._pillars()
        self._projects()
        return self._rows

    def _pillars(self) -> None:
        for place, pillar in enumerate(self._bakery.pillars):
            top = {"company_id": sample_id(), "name": self._say(pillar.name), "color": pillar.color}
            above = self._add(
                kinds.PILLARS, {**top, "description": self._say(pillar.description) or None, "order_index": place}
            )
            for goal in pillar.objectives:
                row = {
                    "plan_id": _id(kinds.PLANS, 0),
                    "pillar_id": above,
                    "title": self._say(goal.title),
                    "description": self._say(goal.description) or None,
                    "owner_id": _id(kinds.PEOPLE, goal.owner),
                    "responsible": self._bakery.people[goal.owner],
                    "target_date": f"{self._today.year}-12-31",
                    "weight": goal.weight,
                    "status": goal.status,
                }
                objective = self._add(kinds.OBJECTIVES, row)
                for measure in goal.measures:
                    self._measure(objective, measure)
        for parent, child in self._bakery.links:
            ends = {"parent_objective_id": _id(kinds.OBJECTIVES, parent)}
            self._add(kinds.LINKS, {**ends, "child_objective_id": _id(kinds.OBJECTIVES, child), "kind": "contributes"})

    def _measure(self, objective: str, measure: Measure) -> None:
        targets, actuals = self._figures(measure)
        is_sum = measure.aggregation == "sum"
        whole = sum(targets.values()) if is_sum else list(targets.values())[-1]
        current = sum(actuals.values()) if is_sum and actuals else next(reversed(actuals.values()), None)
        row = {
            "objective_id": objective,
            "title": self._say(measure.title),
            "unit": measure.unit,
            "target_value": whole,
            "current_value": current,
            "target_direction": measure.direction,
            "aggregation_type": measure.aggregation,
            "comparison_type": "cumulative" if is_sum else "period",
            "frequency": "quarterly" if measure.is_quarterly else "monthly",
            "monthly_targets": targets,
            "monthly_actual": actuals,
            "start_month": self._months[0],
            "end_month": self._months[-1],
            "due_date": f"{self._today.year}-12-31",
            "weight": measure.weight,
            "owner_id": _id(kinds.PEOPLE, measure.owner),
            "responsible": self._bakery.people[measure.owner],
        }
        id = self._add(kinds.KEY_RESULTS, row)
        self._check_ins(id, measure, actuals)
        for position, initiative in enumerate(measure.initiatives):
            self._initiative(id, initiative, position)

    def _initiative(self, key_result: str, initiative: Initiative, position: int) -> None:
        row: dict[str, Any] = {
            "key_result_id": key_result,
            "title": self._say(initiative.title),
            "status": initiative.status,
            "priority": "medium" if position else "high",
            "progress_percentage": initiative.done,
            "start_date": f"{self._months[1]}-01",
            "end_date": f"{self._months[9]}-30",
            "position": position,
        }
        self._add(kinds.INITIATIVES, row)

    def _figures(self, measure: Measure) -> tuple[dict[str, Figure], dict[str, Figure]]:
        """Return targets of the year and actual values of the months that are over, on the grid of its frequency."""
        places = range(0, 12, 3) if measure.is_quarterly else range(12)
        over = self._today.month - 1 - (LATE if measure.is_late else 0)
        targets = {self._months[place]: _at(measure.targets, place, measure) for place in places}
        actuals = {
            self._months[place]: _at(measure.actuals, place, measure) for place in places if place < max(over, 1)
        }
        return targets, actuals

    def _check_ins(self, key_result: str, measure: Measure, actuals: dict[str, Figure]) -> None:
        last = list(actuals.items())[-CHECK_INS:]
        for place, (month, value) in enumerate(last):
            is_last = place == len(last) - 1
            confidence = max(1, min(10, measure.confidence + (0 if is_last else (place % 2))))
            row = {
                "key_result_id": key_result,
                "period_date": f"{month}-01",
                "value": value,
                "comments": self._say(measure.comment) if is_last else "",
                "recorded_by": _id(kinds.PEOPLE, measure.owner),
                "confidence": confidence,
                "status": "at_risk" if confidence <= 3 else "on_track",
            }
            self._add(kinds.VALUES, row)

    def _projects(self) -> None:
        for effort in self._bakery.projects:
            row = {
                "plan_id": _id(kinds.PLANS, 0),
                "company_id": sample_id(),
                "name": self._say(effort.name),
                "priority": "high",
                "start_date": f"{self._months[0]}-15",
                "end_date": f"{self._months[10]}-30",
                "budget": effort.budget,
                "status": effort.status,
                "progress": effort.progress,
                "owner_id": _id(kinds.PEOPLE, effort.owner),
            }
            project = self._add(kinds.PROJECTS, row)
            for position, task in enumerate(effort.tasks):
                what = {"project_id": project, "title": self._say(task.title), "status": task.status}
                self._add(kinds.TASKS, {**what, "priority": "medium", "position": position})
            for place in effort.measures:
                self._add(kinds.PROJECT_KRS, {"project_id": project, "kr_id": _id(kinds.KEY_RESULTS, place)})
        told = self._bakery.analysis
        row = {
            "key_result_id": _id(kinds.KEY_RESULTS, told.measure),
            "fact": self._say(told.fact),
            "cause": self._say(told.cause),
            "status": "active",
            "linked_update_month": self._months[7],
        }
        self._add(kinds.FCA, row)

    def _add(self, table: str, fields: dict[str, Any]) -> str:
        rows = self._rows.setdefault(table, [])
        id = fields.get("id") or _id(table, len(rows))
        rows.append({"id": id, **fields})
        return id

    def _say(self, words: Words) -> str:
        return words.say(self._locale)


def _at(figures: Sequence[Figure], place: int, measure: Measure) -> Figure:
    """Return a figure of the period that begins at a month."""
    if measure.is_quarterly and measure.aggregation == "sum":
        return sum(figures[place : place + 3])
    return figures[place]


def _id(table: str, place: int) -> str:
    return fresh_id(f"sample\x1e{table}\x1e{place}")
