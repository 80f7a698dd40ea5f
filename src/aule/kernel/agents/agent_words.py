"""Agent words: plain requests about agents are understood by rules where no full model answers.

Only sentences that name an agent and say what it does, or which one is meant, are taken; agents that live beside a
project, and sub-agents, are left to those who make them. What is missing is asked for, in a dialogue of two questions.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Literal

from aule.contracts.access.agent import Agent
from aule.contracts.ambient import Ambient
from aule.contracts.events.facts import CallRequested
from aule.contracts.model import JsonObject
from aule.contracts.runs.run import Run, RunKind
from aule.contracts.talk.brain import Observed, Piece, Prompt, Speech, Spent, Wish
from aule.kernel.conduct.sentences import say
from aule.kernel.policy import permitted
from aule.text.words import fold

CREATE, LIST, DELETE = "studio.create_agent", "studio.list_agents", "studio.delete_agent"
ASK = "core.ask_user"
FULL = 2
"""The tier of models that call tools by themselves."""
_OTHERS = re.compile(
    r"\b(?:residentes?|resident|projetos?|projects?|ambientes?|environments?|sub-?agentes?|sub-?agents?|conductor"
    r"|passo a passo|step by step|pergunt\w+ o que|ask me)\b"
)
"""Words of requests about other kinds of agents, or for a guided talk."""
_PLEASE = r"(?:por favor,? |please,? )?"
_MAKE = (
    rf"{_PLEASE}(?:crie|criar|cria|faca|faz|monte|monta|create|make|build)(?: me)?"
    r" (?:um|uma|o|an?|the) (?:nov[oa] |new )?"
)
_NAMED = r"(?: (?:chamado|chamada|de nome|called|named) [\"“']?(?P<name>[^\"”',;:]{1,60}?)[\"”']?)?"
_NEW = re.compile(
    rf"^\W*{_MAKE}(?:agente?|assistente?|assistant){_NAMED},?"
    r"(?: (?:que|q|para|pra|that|which|who|to) (?P<does>.{3,2000}?))?[\s.!]*$",
    re.DOTALL,
)
_LIST = re.compile(
    rf"^\W*{_PLEASE}(?:(?:liste|listar|lista|mostre|mostra|list|show)(?: me)? (?:os |all )?(?:meus |my )agentes?"
    r"|quais (?:sao )?(?:os )?meus agentes|(?:which|what) are my agents)\W*$"
)
_DROP = re.compile(
    rf"^\W*{_PLEASE}(?:apague|apaga|exclua|exclui|delete|delet[ae]|remova|remove) (?:o |meu |my |the )?"
    r"(?:agente? [\"“']?(?P<agent>[^\"”',;:]{1,80}?)[\"”']?|(?P<other>[^\"”',;:]{1,60}?) agent)\W*$"
)


@dataclass(frozen=True, slots=True)
class AgentWish:
    """What somebody wants of an agent: the capability, and its parameters as far as they were said."""

    capability: str
    params: JsonObject


def wish_of(run: Run, words: str, agent: Agent, tier: int) -> AgentWish | None:
    """Return what somebody's words want of an agent, where no full model answers and who is asked may do it."""
    wish = agent_wish(words) if tier < FULL and run.kind is RunKind.TURN else None
    return wish if wish is not None and permitted(wish.capability, agent.capabilities) else None


def agent_wish(words: str) -> AgentWish | None:
    """Return what plain words want of an agent; None where they are about something else."""
    folded = fold(words)
    if len(folded) != len(words) or _OTHERS.search(folded):
        return None  # places in the folded text have to be places in what was said
    if (new := _NEW.match(folded)) is not None:
        name, does = (_said(words, new, group) for group in ("name", "does"))
        if not name and not does:
            return None
        return AgentWish(CREATE, {"name": name, "instructions": does})
    if _LIST.match(folded) is not None:
        return AgentWish(LIST, {})
    if (drop := _DROP.match(folded)) is not None:
        return AgentWish(DELETE, {"agent": _said(words, drop, "agent") or _said(words, drop, "other")})
    return None


def _said(words: str, match: re.Match[str], group: str) -> str:
    return "" if match[group] is None else words[match.start(group) : match.end(group)].strip()


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
        answers = [_answer(each) for each in seen if each.capability == ASK]
        if made is not None:
            yield Speech(_told(made))
        elif (asked := self._question(len(answers), prompt.locale)) is not None:
            yield self._wanting(ASK, asked)
        else:
            yield self._wanting(self._wish.capability, self._params(answers))
        yield Spent()

    def _question(self, answered: int, locale: str) -> JsonObject | None:
        """Return the next question of the dialogue, where the request said only that there is to be an agent."""
        if self._wish.capability != CREATE or self._wish.params["instructions"]:
            return None
        if answered == 0:
            return {"question": say("ask_what_it_does", locale)}
        if answered == 1:
            deeds = [say(f"never_{deed}", locale) for deed in ("delete", "write", "exec", "nothing")]
            return {"question": say("ask_what_never", locale), "options": deeds}
        return None

    def _params(self, answers: list[str]) -> JsonObject:
        if not answers:
            return {name: value for name, value in self._wish.params.items() if value}
        does, *never = answers
        return {**self._wish.params, "instructions": "\n".join([does, *(each for each in never if each)])}

    def _wanting(self, capability: str, params: JsonObject) -> Wish:
        return Wish(CallRequested(id=self._ambient.ids.new("call"), capability=capability, params=params))


def _answer(seen: Observed) -> str:
    match seen.result.data:
        case {"answer": str(answer)} if seen.result.ok:
            return answer
        case _:
            return ""


def _told(seen: Observed) -> str:
    match seen.result.data:
        case {"message": str(message)} if seen.result.ok:
            return message
        case _:
            error = seen.result.error
            return "" if error is None else " ".join(part for part in (error.message, error.hint) if part)
