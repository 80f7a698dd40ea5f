"""What a run did, as far as expectations ask about it: its answer, its calls, its passages and its cost. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from aule.apps.evaluations.records import TriedCall
from aule.contracts.access.capability import Capability, Result
from aule.contracts.errors import Problem
from aule.contracts.events.facts import CallCompleted, CallFailed, Event, ModelChosen, TurnStepped
from aule.contracts.model import JsonObject
from aule.contracts.runs.run import Run, Usage
from aule.contracts.runs.trial import WISHED, WOULD_ASK
from aule.contracts.talk.sources import Passage

UNKNOWN = "unknown"
"""The effect of a call to something that does not exist."""
MOST_SHOWN = 2_000
"""Characters of one value of a call that a result keeps."""


@dataclass(frozen=True, slots=True)
class Observation:
    """What a run did."""

    answer: str = ""
    calls: Sequence[TriedCall] = ()
    passages: Sequence[Passage] = ()
    """The passages its results rest on."""
    usage: Usage = field(default_factory=Usage)
    seconds: float = 0
    model: str | None = None
    problem: Problem | None = None

    @property
    def tokens(self) -> int:
        """Tokens, in and out."""
        return self.usage.tokens_in + self.usage.tokens_out


def observe(run: Run, events: Sequence[Event], known: Mapping[str, Capability], locale: str) -> Observation:
    """Return what a run did, from everything on record in it."""
    facts = [event.data for event in events]
    steps = [fact for fact in facts if isinstance(fact, TurnStepped)]
    ended = {fact.id: fact.result for fact in facts if isinstance(fact, (CallCompleted, CallFailed))}
    chosen = next((fact for fact in reversed(facts) if isinstance(fact, ModelChosen)), None)
    wanted = [call for step in steps for call in step.calls]
    model = None if chosen is None or not chosen.tier else f"{chosen.provider}/{chosen.model}"
    return Observation(
        answer=steps[-1].text if steps and not steps[-1].calls else "",
        calls=[_tried(each.capability, each.params, ended.get(each.id), known, locale) for each in wanted],
        passages=[passage for result in ended.values() for passage in result.passages],
        usage=run.usage,
        seconds=_seconds(events),
        model=model,
        problem=run.error,
    )


def _tried(
    name: str, params: JsonObject, result: Result | None, known: Mapping[str, Capability], locale: str
) -> TriedCall:
    capability = known.get(name)
    problem = None if result is None or result.ok else result.error
    code = "" if problem is None else problem.code
    touched = (
        [] if capability is None else [params[each] for each in capability.targets if params.get(each) is not None]
    )
    return TriedCall(
        capability=name[:120],
        title=name[:120] if capability is None else capability.title_in(locale),
        effect=UNKNOWN if capability is None else capability.effect,
        params={str(key)[:200]: _short(value) for key, value in params.items()},
        targets=[str(each)[:400] for each in touched],
        is_wished=code in WISHED,
        asks=code == WOULD_ASK or name == "core.ask_user",
        problem=None if problem is None or code in WISHED else problem.message[:MOST_SHOWN],
    )


def _short(value: object) -> object:
    return f"{value[:MOST_SHOWN]}…" if isinstance(value, str) and len(value) > MOST_SHOWN else value


def _seconds(events: Sequence[Event]) -> float:
    """Return how long models and calls took, which is the same after a crash; time that nobody worked is left out."""
    spent = sum(event.data.duration_ms for event in events if isinstance(event.data, TurnStepped))
    spent += sum(event.data.result.duration_ms for event in events if isinstance(event.data, CallCompleted))
    return round(spent / 1000, 3)
