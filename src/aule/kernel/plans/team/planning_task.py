"""Planning tasks: what somebody wants planned, and the draft that came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aule.contracts.plans.plan import AnswerOption, Plan
from aule.contracts.plans.recipe import Recipe
from aule.contracts.project import Project
from aule.kernel.plans.team.words import language_in, say
from aule.understanding.plan_acts import LONGEST

PLANNER = "planner"
"""The app that plans whatever no other app does."""


@dataclass(frozen=True, slots=True)
class PlanningTask:
    """What somebody wants planned, and where."""

    request: str
    project: Project
    locale: str
    session_id: str | None = None
    app: str = PLANNER
    """The app whose recipes and capabilities it is planned with; the planner's are all there are."""
    agent: str | None = None
    recipe: str | None = None
    """The recipe that was chosen, when there was a choice."""

    @property
    def words(self) -> str:
        """As much of the request as rules look at: a pasted book is for a model, and must hold nobody up."""
        return self.request[:LONGEST]


@dataclass(frozen=True, slots=True)
class Drafted:
    """A draft, or the words that say why there is none, with what could be meant instead."""

    plan: Plan | None
    say: str
    options: tuple[AnswerOption, ...] = ()
    is_talk: bool = False
    """Whether the words asked for no work at all."""


def offer(want: PlanningTask, offered: Sequence[Recipe], known: Sequence[Recipe]) -> Drafted:
    """What could be meant, or what can be planned at all without a model."""
    language = language_in(want.locale)

    def title(recipe: Recipe) -> str:
        return recipe.title.get(language) or recipe.title["en"]

    if offered:
        words = want.request.strip()[:300]
        options = tuple(AnswerOption(id=each.id, label=f"{title(each)}: {words}"[:400]) for each in offered)
        listed = "\n".join(f"- {title(each)}" for each in offered)
        return Drafted(None, f"{say('unsure', want.locale)}\n{listed}", options)
    titles = "\n".join(f"- {title(each)}" for each in known)
    return Drafted(None, say("offline", want.locale, titles=titles))


def drafted_as(plan: Plan, told: str = "") -> Drafted:
    """A draft, with words that tell of it."""
    count = len(plan.steps)
    words = told or say("drafted_one" if count == 1 else "drafted", plan.language, count=count)
    return Drafted(plan, words)
