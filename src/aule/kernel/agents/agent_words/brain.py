"""The brain for words about agents: asks for what is missing, makes the call, and tells its result."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from typing import Literal

from aule.contracts.access.agent import Agent
from aule.contracts.ambient import Ambient
from aule.contracts.events.facts import CallRequested
from aule.contracts.model import JsonObject
from aule.contracts.runs.run import Run, RunKind
from aule.contracts.talk.brain import Name, Observed, Piece, Prompt, Speech, Spent, Wish, Wished
from aule.kernel.agents.agent_words.requests import CREATE, EDIT, AgentWish, agent_wish
from aule.kernel.agents.transcript import Transcript
from aule.kernel.conduct.sentences import say
from aule.kernel.policy import permitted

ASK = "core.ask_user"
FULL = 2
"""The tier of models that call tools by themselves."""
MOST_CHOICES = 6
"""Answers to click that a question may have."""
ListAgents = Callable[[], Awaitable[Sequence[Agent]]]


async def wish_of(run: Run, said: Transcript, agent: Agent, tier: int, list_made: ListAgents) -> AgentWish | None:
    """Return what somebody's words want of an agent, where no full model answers and who is asked may do it."""
    if tier >= FULL or run.kind is not RunKind.TURN:
        return None
    known = [Name("agent", each.name, each.id) for each in await list_made()]
    wish = agent_wish(
        said.ask, known + [each for each in _called(said) if each.title not in {it.title for it in known}]
    )
    return wish if wish is not None and permitted(wish.capability, agent.capabilities) else None


def _called(said: Transcript) -> list[Name]:
    """Return the agents that this turn made calls about: after one was renamed or deleted, its words mean the same."""
    calls = [call for entry in said.entries if isinstance(entry, Wished) for call in entry.calls]
    return [Name("agent", str(call.params["agent"])) for call in calls if call.params.get("agent")]


class AgentWordsBrain:
    """Makes the call that words about an agent want, after asking for what is missing, and tells its result."""

    provider = "builtin"
    model = "agents"
    tier: Literal[0, 1, 2] = 0
    context_length = 8_192

    def __init__(self, wish: AgentWish, ambient: Ambient) -> None:
        self._wish = wish
        self._ambient = ambient

    async def respond(self, prompt: Prompt) -> AsyncGenerator[Piece]:
        """Ask the next question, request the call, or tell what came of it."""
        seen = [each for each in prompt.history if isinstance(each, Observed)]
        made = next((each for each in seen if each.capability == self._wish.capability), None)
        answers = [answer_in(each) for each in seen if each.capability == ASK]
        questions = self._questions(prompt.locale)
        if made is not None:
            yield Speech(told_in(made))
        elif len(answers) < len(questions):
            yield self._wanting(ASK, questions[len(answers)])
        else:
            yield self._wanting(self._wish.capability, self._params(answers))
        yield Spent()

    def _questions(self, locale: str) -> list[JsonObject]:
        """Return the questions of the dialogue: what the words left open."""
        wish = self._wish
        if wish.capability == CREATE:
            deeds = [say(f"never_{deed}", locale) for deed in ("delete", "write", "exec", "nothing")]
            what, never = say("ask_what_it_does", locale), say("ask_what_never", locale)
            return [] if wish.params["instructions"] else [{"question": what}, {"question": never, "options": deeds}]
        questions: list[JsonObject] = []
        if wish.choices:
            which = say("ask_which_unknown", locale, name=wish.name) if wish.name else say("ask_which", locale)
            questions.append({"question": which, "options": list(_labels(wish.choices))[:MOST_CHOICES]})
        if wish.capability == EDIT and not wish.params.get("name") and not wish.params.get("change"):
            what = "ask_what_changes" if wish.choices else "ask_what_changes_in"
            questions.append({"question": say(what, locale, name=wish.params["agent"])})
        return questions

    def _params(self, answers: list[str]) -> JsonObject:
        params, left = {name: value for name, value in self._wish.params.items() if value}, list(answers)
        if self._wish.capability == CREATE:
            return {**params, "instructions": "\n".join(each for each in left if each)} if left else params
        if self._wish.choices and left:
            chosen = left.pop(0)
            params["agent"] = _labels(self._wish.choices).get(chosen, chosen)
        return {**params, "change": left[0]} if left else params

    def _wanting(self, capability: str, params: JsonObject) -> Wish:
        return Wish(CallRequested(id=self._ambient.ids.new("call"), capability=capability, params=params))


def _labels(choices: Sequence[Name]) -> dict[str, str]:
    """Return the agents to choose from, by what is shown: the id stands beside a name that two have."""
    titles = [each.title for each in choices]
    return {
        each.title if titles.count(each.title) == 1 else f"{each.title} ({each.id})": each.id or each.title
        for each in choices
    }


def answer_in(seen: Observed) -> str:
    """Return what a person answered to a question; nothing where they did not."""
    match seen.result.data:
        case {"answer": str(answer)} if seen.result.ok:
            return answer
        case _:
            return ""


def told_in(seen: Observed) -> str:
    """Return what is said about a call that was made: its message, or what went wrong."""
    match seen.result.data:
        case {"message": str(message)} if seen.result.ok:
            return message
        case _:
            error = seen.result.error
            return "" if error is None else " ".join(part for part in (error.message, error.hint) if part)
