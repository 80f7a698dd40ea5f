"""Spoken calls of apps: plain words about what an app keeps, understood by the app where no full model answers."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from typing import Literal

from aule.contracts.access.agent import Agent
from aule.contracts.ambient import Ambient
from aule.contracts.events.facts import CallRequested
from aule.contracts.model import JsonObject
from aule.contracts.runs.run import Run, RunKind
from aule.contracts.talk.brain import Observed, Piece, Prompt, Speech, Spent, Wish, Wished
from aule.contracts.talk.spoken_call import SpokenCall
from aule.kernel.agents.agent_words.brain import ASK, FULL, MOST_CHOICES, answer_in, told_in
from aule.kernel.agents.transcript import Transcript
from aule.kernel.capabilities.apps.hearings import Hearings
from aule.kernel.conduct.sentences import say
from aule.kernel.policy import permitted
from aule.text.words import fold


async def call_for(run: Run, said: Transcript, agent: Agent, tier: int, hearings: Hearings) -> SpokenCall | None:
    """Return the call that somebody's words ask for, where no full model answers and who is asked may make it."""
    if tier >= FULL or run.kind is not RunKind.TURN:
        return None
    for app in hearings.apps_for(said.ask, run.about or ""):
        call = _made(said, app) or await hearings.hear(app, said.ask, run.about or "", run.locale)
        if call is not None and permitted(call.capability, agent.capabilities):
            return call
    return None


def _made(said: Transcript, app: str) -> SpokenCall | None:
    """Return the call of an app that this turn made: afterwards the same words would mean something else."""
    calls = [call for entry in said.entries if isinstance(entry, Wished) for call in entry.calls]
    made = next((call for call in calls if call.capability.startswith(f"{app}.")), None)
    return None if made is None else SpokenCall(made.capability, {"": made.params})


class SpokenCallBrain:
    """Makes the call that words ask for, after one question where they can mean several, and tells its result."""

    provider = "builtin"
    model = "words"
    tier: Literal[0, 1, 2] = 0
    context_length = 8_192

    def __init__(self, call: SpokenCall, ambient: Ambient) -> None:
        self._call = call
        self._ambient = ambient

    async def respond(self, prompt: Prompt) -> AsyncGenerator[Piece]:
        """Ask which is meant, request the call, or tell what came of it."""
        seen = [each for each in prompt.history if isinstance(each, Observed)]
        made = next((each for each in seen if each.capability == self._call.capability), None)
        answers = [answer_in(each) for each in seen if each.capability == ASK]
        labels: Sequence[str] = list(self._call.choices)
        if made is not None:
            yield Speech(told_in(made) or say("spoken_call_done", prompt.locale))
        elif self._call.answer:
            yield Speech(self._call.answer)
        elif len(labels) == 1:
            yield self._wanting(self._call.capability, self._call.choices[labels[0]])
        elif not answers:
            yield self._wanting(ASK, {"question": self._call.question, "options": list(labels[:MOST_CHOICES])})
        elif (chosen := _chosen(answers[0], labels)) is not None:
            yield self._wanting(self._call.capability, self._call.choices[chosen])
        else:
            yield Speech(say("not_among_choices", prompt.locale, answer=answers[0]))
        yield Spent()

    def _wanting(self, capability: str, params: JsonObject) -> Wish:
        return Wish(CallRequested(id=self._ambient.ids.new("call"), capability=capability, params=params))


def _chosen(answer: str, labels: Sequence[str]) -> str | None:
    said = fold(answer).strip()
    found = [label for label in labels if fold(label) == said] or [
        each for each in labels if said and said in fold(each)
    ]
    return found[0] if len(found) == 1 else None
