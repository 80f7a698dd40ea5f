"""A capability that reads what another app knows: through the gate, recorded, with no more rights than its own call."""

from __future__ import annotations

from pathlib import Path

import pytest

from aule.contracts.access.agent import Agent, Allowed
from aule.contracts.access.capability import Policy
from aule.contracts.events.facts import CallCompleted, CallFailed, CallStarted
from aule.kernel.capabilities.gate.held_text import read_held_text
from aule.sdk import App, Context, Effect
from aule.testing import call, say
from aule.testing.system import System, system


def shelf() -> App:
    """An app that knows a text, and can burn it."""
    app = App("shelf")

    @app.capability(effect=Effect.READ)
    async def look(context: Context, title: str) -> str:
        """Look something up."""
        context.cite("shelf", rows=1)
        if title == "deep":
            await context.consult("shelf.look", {"title": "again"})
        return f"{title}: o prazo é de 30 dias"

    @app.capability(effect=Effect.WRITE)
    async def burn(title: str) -> str:
        """Burn a book."""
        return title

    return app


def desk() -> App:
    """An app that asks the shelf, and its clerks."""
    app = App("desk")

    @app.capability(effect=Effect.READ)
    async def write(context: Context, title: str, capability: str = "shelf.look") -> str:
        """Write about a book."""
        result = await context.consult(capability, {"title": title})
        return str(result.data).upper()

    app.agents.append(Agent(id="narrow", name="Narrow", capabilities=Allowed(allow=["desk.*"])))
    app.agents.append(Agent(id="denied", name="Denied", policy=Policy(deny=["shelf.*"])))
    app.agents.append(Agent(id="asking", name="Asking", policy=Policy(ask=["shelf.*"])))
    return app


async def _calls(aule: System, run: str) -> list[tuple[str, str, str]]:
    """Return what happened to each call: the fact, the capability, and the code where it failed."""
    found: list[tuple[str, str, str]] = []
    for event in await aule.events(run):
        if isinstance(event.data, CallStarted | CallCompleted):
            found.append((event.type, event.data.capability, ""))
        elif isinstance(event.data, CallFailed):
            error = event.data.result.error
            found.append((event.type, event.data.capability, error.code if error else ""))
    return found


async def test_what_was_consulted_is_recorded_as_a_call_of_the_same_run(tmp_path: Path) -> None:
    """KN-9: the text of others that was read on the way counts as text the conversation holds."""
    async with system(tmp_path, call("desk.write", {"title": "livro"}), say("pronto"), apps=[shelf(), desk()]) as aule:
        run = await aule.ask("escreva")
        assert await _calls(aule, run.id) == [
            ("call.started", "desk.write", ""),
            ("call.started", "shelf.look", ""),
            ("call.completed", "shelf.look", ""),
            ("call.completed", "desk.write", ""),
        ]
        held = await read_held_text(run, aule.kernel.gate._ports)  # pyright: ignore[reportPrivateUsage]
        assert "shelf.look" in held.untrusted


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({"title": "livro", "capability": "shelf.burn"}, "undeclared_effect"),
        ({"title": "deep"}, "too_deep"),
        ({"title": "livro", "capability": "shelf.nothing"}, "unknown_capability"),
    ],
)
async def test_only_reading_is_asked_of_another_app_and_only_once(
    tmp_path: Path, params: dict[str, str], code: str
) -> None:
    """KN-9: a write has a card of its own, which nobody would see here."""
    async with system(tmp_path, call("desk.write", params), say("pronto"), apps=[shelf(), desk()]) as aule:
        run = await aule.ask("escreva")
        calls = await _calls(aule, run.id)
        assert calls[-1] == ("call.failed", "desk.write", code)
        assert not [each for each in calls if each[0] == "call.completed"]


@pytest.mark.parametrize(
    ("agent", "code"), [("narrow", "not_allowed"), ("denied", "blocked_by_policy"), ("asking", "blocked_by_policy")]
)
async def test_an_agent_reads_nothing_this_way_that_it_may_not_read_itself(
    tmp_path: Path, agent: str, code: str
) -> None:
    """KN-9: at most the rights of the call: the agent's tools and its policy hold, and nobody is asked in between."""
    async with system(tmp_path, call("desk.write", {"title": "livro"}), say("pronto"), apps=[shelf(), desk()]) as aule:
        run = await aule.ask("escreva", agent=agent)
        calls = await _calls(aule, run.id)
        assert ("call.failed", "shelf.look", code) in calls and ("call.failed", "desk.write", code) in calls
        assert await aule.kernel.approvals.pending() == []
