"""The models of a turn: the one its agent wants, then those that stand in for it where it cannot be used."""

from __future__ import annotations

from aule.contracts.access.agent import ModelChoice
from aule.contracts.errors import ModelUnavailable
from aule.contracts.events.facts import Event, ModelChosen
from aule.models.switchboard import Chosen, Switchboard


class ModelChain:
    """Chooses one model after another, in the order an agent names them; each change says why."""

    def __init__(self, models: Switchboard) -> None:
        self._models = models
        self._place = 0
        self._why: list[str] = []
        """What was wrong with those before."""

    @property
    def has_moved(self) -> bool:
        """Whether another model than the first is used, because of what happened in this process."""
        return bool(self._why)

    def choose(self, choice: ModelChoice) -> Chosen:
        """Return the model whose turn it is; one that cannot be used gives way to the next."""
        while True:
            try:
                chosen = self._models.choose(_at(choice, self._place))
            except ModelUnavailable as problem:
                if not self.move_on(choice, problem):
                    raise
                continue
            if not self._place:
                return chosen
            before = "; ".join(self._why) or "those before it could not be used"
            return Chosen(chosen.brain, f"{before}, so {chosen.model} stands in", "fallback", chosen.price)

    def move_on(self, choice: ModelChoice, problem: ModelUnavailable) -> bool:
        """Go on to the next model after a problem; return whether there is one."""
        if problem.problem.code != ModelUnavailable.code or self._place >= len(choice.fallbacks):
            return False
        self._place += 1
        self._why.append(problem.problem.message.rstrip("."))
        return True

    def stay(self, choice: ModelChoice, events: list[Event]) -> None:
        """Stay with the model that stood in when this turn was last driven, however it was interrupted."""
        told = [event.data for event in events if isinstance(event.data, ModelChosen)]
        if self._place or not told or told[-1].why_code != "fallback":
            return
        for place in range(1, len(choice.fallbacks) + 1):
            try:
                found = self._models.choose(_at(choice, place))
            except ModelUnavailable:
                continue
            if (found.provider, found.model) == (told[-1].provider, told[-1].model):
                self._place = place
                return


def _at(choice: ModelChoice, place: int) -> ModelChoice:
    """Return the choice at a place of a chain, as a choice of its own."""
    if place == 0:
        return choice
    named = choice.fallbacks[place - 1]
    return ModelChoice(role=named.role, provider=named.provider, id=named.id)
