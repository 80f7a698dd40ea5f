"""A small team of two, and a model that answers each member by a script of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any

from aule.contracts.access.agent import Agent, Allowed
from aule.contracts.errors import AuleError
from aule.contracts.events.facts import CallRequested, Event
from aule.contracts.events.teams import TeamFact
from aule.contracts.runs.run import Usage
from aule.contracts.talk.brain import Observed, Piece, Prompt, Speech, Spent, Wish
from aule.kernel.capabilities.gate.caller import ByHand
from aule.testing import ScriptedModel
from aule.testing.scripted_model import last_words
from aule.testing.system import System

HAND, REPORT, WRITE = "teams.handoff", "teams.report", "core.write_file"
Move = str | tuple[str, dict[str, Any]] | AuleError
"""What a member does: say something, make a call, or fail."""


def hand(to: str, goal: str = "finish it", **more: Any) -> tuple[str, dict[str, Any]]:
    """Return the call that hands over."""
    return HAND, {"to": to, "brief": {"goal": goal, **more}}


class Crew(ScriptedModel):
    """A brain that plays whoever is asked, known by its persona: the moves of the first part whose key is in the words.

    Its place in a turn is told by what was observed. So it says the same again after a restart, whatever was lost.
    """

    def __init__(self, **parts: Sequence[Move] | Mapping[str, Sequence[Move]]) -> None:
        super().__init__()
        self.parts = {who: part if isinstance(part, Mapping) else {"": part} for who, part in parts.items()}
        self.told: list[tuple[str, str]] = []
        """Who was asked what."""
        self.known = {who: f"I am {who}." for who in parts}
        """By which words of its persona each is known."""

    async def respond(self, prompt: Prompt) -> AsyncGenerator[Piece]:
        """Play the next move of the turn that a member is in."""
        self.prompts.append(prompt)
        who = next(name for name in self.parts if self.known[name] in prompt.system)
        words, seen = last_words(prompt.history), sum(isinstance(each, Observed) for each in prompt.history)
        if not seen:
            self.told.append((who, words))
        moves = next(moves for key, moves in self.parts[who].items() if key in words)
        move = moves[min(seen, len(moves) - 1)]
        if isinstance(move, AuleError):
            raise move
        if isinstance(move, str):
            yield Speech(move)
        else:
            yield Wish(CallRequested(id=f"call_{seen}", capability=move[0], params=move[1]))
        yield Spent(Usage(tokens_in=10, tokens_out=5, model_calls=1))


async def make_agents(aule: System, *names: str, **allowed: Sequence[str]) -> None:
    """Make agents that say in their persona who they are; `allowed` narrows what one may use."""
    for name in names:
        capabilities = Allowed(allow=list(allowed.get(name, ["*"])))
        agent = Agent(id=name, name=name.title(), persona_text=f"I am {name}.", capabilities=capabilities)
        await aule.kernel.documents.save_agent(agent, expected=None)


async def make_team(aule: System, id: str = "crew", **fields: Any) -> None:
    """Make a team of agents by their names."""
    members = [each if isinstance(each, dict) else {"agent": each} for each in fields.pop("agents")]
    team = {"name": id.title(), "agents": members, **fields}
    await aule.kernel.call("teams.save_team", {"id": id, "team": team}, by_hand=ByHand())


def team_facts(events: Sequence[Event]) -> list[TeamFact]:
    """Return what happened in teams."""
    return [event.data for event in events if event.type.startswith("team.")]  # pyright: ignore[reportReturnType]


async def until_waiting(aule: System) -> None:
    """Wait until somebody waits for the person."""
    async with asyncio.timeout(20):
        async for event in aule.kernel.journal.follow("0"):
            if event.type == "run.waiting" and event.run is not None:
                await aule.until_still(event.run)
                return
