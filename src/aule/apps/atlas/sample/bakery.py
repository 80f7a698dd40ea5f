"""The sample company in words and figures, as `bakery.toml` tells it."""

from __future__ import annotations

import tomllib
from decimal import Decimal
from functools import cache
from importlib import resources
from typing import Literal

from aule.sdk import Model
from aule.text.messages import is_portuguese

Figure = int | Decimal


class Words(Model):
    """A text in both languages."""

    pt: str = ""
    en: str = ""

    def say(self, locale: str) -> str:
        """Return the text in the language of a person."""
        return self.pt if is_portuguese(locale) else self.en


class Initiative(Model):
    """What is done for a key result."""

    title: Words
    status: str
    done: int


class Measure(Model):
    """A key result."""

    title: Words
    unit: str
    targets: list[Figure]
    actuals: list[Figure]
    owner: int
    weight: int = 1
    direction: Literal["maximize", "minimize"] = "maximize"
    aggregation: Literal["sum", "average", "last"] = "average"
    is_quarterly: bool = False
    is_late: bool = False
    """Whether nobody has noted a value for the last two months."""
    confidence: int = 8
    comment: Words = Words()
    initiatives: list[Initiative] = []


class Objective(Model):
    """An objective."""

    title: Words
    description: Words = Words()
    weight: int
    status: str
    owner: int
    measures: list[Measure]


class Pillar(Model):
    """A pillar."""

    name: Words
    color: str
    description: Words = Words()
    objectives: list[Objective]


class Task(Model):
    """A task of a project."""

    title: Words
    status: str


class Project(Model):
    """A project, by the places of the key results it is for."""

    name: Words
    status: str
    progress: int
    owner: int
    budget: int
    measures: list[int]
    tasks: list[Task]


class Analysis(Model):
    """What happened to a key result, and why."""

    measure: int
    fact: Words
    cause: Words


class Bakery(Model):
    """The whole company."""

    name: Words
    mission: Words
    vision: Words
    values: list[Words]
    people: list[str]
    links: list[tuple[int, int]]
    """Places of objectives: the second contributes to the first."""
    analysis: Analysis
    pillars: list[Pillar]
    projects: list[Project]


@cache
def bakery() -> Bakery:
    """Return the sample company, read once."""
    text = resources.files(__package__ or "").joinpath("bakery.toml").read_text(encoding="utf-8")
    return Bakery.model_validate(tomllib.loads(text, parse_float=Decimal))
