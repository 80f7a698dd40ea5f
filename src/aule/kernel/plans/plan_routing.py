"""Plan routing: rules, not a model, send words that ask for a plan or answer one to the planning team."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Literal

from aule.contracts.ambient import Ambient
from aule.contracts.events.facts import CallRequested
from aule.contracts.model import JsonObject
from aule.contracts.plans.plan import Plan
from aule.contracts.runs.run import Run
from aule.contracts.talk.brain import Observed, Piece, Prompt, Speech, Spent, Wish
from aule.contracts.talk.catalog import Tier
from aule.understanding.plan_acts import PlanAct, asks_for_plan, names_plan, plan_act

FULL = 2
"""The tier of models that draft whole plans."""

_SET_PHRASES = {PlanAct.DECIDE: "you decide", PlanAct.UNKNOWN: "i don't know", PlanAct.SKIP: "skip"}
_VERBS = {PlanAct.DROP: "drop", PlanAct.GO_ON: "go_on", PlanAct.START: "show"}
"""The operation on a plan for words that say nothing else."""


class PlanRouter:
    """Decides whether words are for the planning team, and sends them there."""

    def __init__(
        self,
        talked_about: Callable[[str], Awaitable[Plan | None]],
        means_work: Callable[[Run, str], Awaitable[bool]],
        ambient: Ambient,
    ) -> None:
        self._talked_about = talked_about
        self._means_work = means_work
        self._ambient = ambient

    async def direct(self, run: Run, words: str, tier: Tier) -> SingleCallBrain | None:
        """Return a brain that sends these words to the planning team; None when they are not about a plan.

        A model that can use tools decides for itself what is worth a plan; explicit requests are routed without it.
        """
        plan = None if run.session_id is None else await self._talked_about(run.session_id)
        if plan is not None and plan.origin.of_calls and plan.question is None and tier < FULL:
            # Such a plan came from the understanding front, which also understands words that change it.
            plan = None
        if plan is None and tier >= FULL and not asks_for_plan(words):
            return None
        act = plan_act(words, has_plan=plan is not None, has_question=plan is not None and plan.question is not None)
        if await self._is_new_work(run, words, act, plan, tier):
            act = PlanAct.NEW
        if act is PlanAct.NEW and (tier < FULL or plan is not None or asks_for_plan(words)):
            return self._to("plan", {"request": words.strip()})
        if plan is None:
            return None
        match act:
            case PlanAct.ANSWER | PlanAct.DECIDE | PlanAct.UNKNOWN | PlanAct.SKIP:
                return self._to("answer", {"plan": plan.id, "text": _SET_PHRASES.get(act, words.strip())})
            case PlanAct.CHANGE:
                return self._to("suggest", {"plan": plan.id, "text": words.strip()})
            case PlanAct.DROP | PlanAct.GO_ON | PlanAct.START:
                return self._to(_VERBS[act], {"plan": plan.id})
            case PlanAct.TALK | PlanAct.NEW:
                return None

    async def _is_new_work(self, run: Run, words: str, act: PlanAct, plan: Plan | None, tier: Tier) -> bool:
        """Return whether words mean one of the plans of the agent's app, though they do not sound like work.

        While a conversation is about a plan, they have to mean another plan for certain, and not mention this one.
        """
        if plan is None:
            return tier < FULL and act is PlanAct.TALK and await self._means_work(run, words)
        if plan.question is not None or act not in (PlanAct.TALK, PlanAct.CHANGE) or names_plan(words):
            return False
        return await self._means_work(run, words)

    def _to(self, verb: str, params: JsonObject) -> SingleCallBrain:
        return SingleCallBrain(f"planner.{verb}", params, self._ambient)


class SingleCallBrain:
    """A brain that makes one given call and reports its result."""

    provider = "builtin"
    model = "planning"
    tier: Literal[0, 1, 2] = 0
    context_length = 8_192

    def __init__(self, capability: str, params: JsonObject, ambient: Ambient) -> None:
        self._capability = capability
        self._params = params
        self._ambient = ambient

    async def respond(self, prompt: Prompt) -> AsyncGenerator[Piece]:
        """Request the call, or report its result."""
        last = prompt.history[-1] if prompt.history else None
        if isinstance(last, Observed):
            yield Speech(_said(last))
        else:
            id = self._ambient.ids.new("call")
            yield Wish(CallRequested(id=id, capability=self._capability, params=self._params))
        yield Spent()


def _said(seen: Observed) -> str:
    match seen.result.data:
        case {"message": str(message)} if seen.result.ok:
            return message
        case _:
            error = seen.result.error
            return "" if error is None else " ".join(part for part in (error.message, error.hint) if part)
