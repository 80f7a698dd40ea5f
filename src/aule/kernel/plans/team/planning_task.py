"""Planning tasks: what somebody wants planned, and the resulting draft."""

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
    """A request for a plan, with its project, language and app."""

    request: str
    project: Project
    locale: str
    session_id: str | None = None
    app: str = PLANNER
    """The app whose recipes and capabilities are used; the planner uses all."""
    agent: str | None = None
    recipe: str | None = None
    """The chosen recipe, when there was a choice."""

    @property
    def words(self) -> str:
        """The beginning of the request that rules read: pasted books are left to a model."""
        return self.request[:LONGEST]


@dataclass(frozen=True, slots=True)
class PlanDraft:
    """A draft, or why there is none, with alternatives."""

    plan: Plan | None
    say: str
    options: tuple[AnswerOption, ...] = ()
    is_talk: bool = False
    """Whether the words asked for no work at all."""


def offer(want: PlanningTask, offered: Sequence[Recipe], known: Sequence[Recipe]) -> PlanDraft:
    """Return the recipes that may be meant, or all that can be planned without a model."""
    language = language_in(want.locale)

    def title(recipe: Recipe) -> str:
        return recipe.title.get(language) or recipe.title["en"]

    if offered:
        words = want.request.strip()[:300]
        options = tuple(AnswerOption(id=each.id, label=f"{title(each)}: {words}"[:400]) for each in offered)
        listed = "\n".join(f"- {title(each)}" for each in offered)
        return PlanDraft(None, f"{say('unsure', want.locale)}\n{listed}", options)
    titles = "\n".join(f"- {title(each)}" for each in known)
    return PlanDraft(None, say("offline", want.locale, titles=titles))


def drafted_as(plan: Plan, told: str = "") -> PlanDraft:
    """Return a draft with its message."""
    count = len(plan.steps)
    words = told or say("drafted_one" if count == 1 else "drafted", plan.language, count=count)
    return PlanDraft(plan, words)
