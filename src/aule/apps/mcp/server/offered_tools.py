"""What MCP clients may use: capabilities, agents and workflows as tools, each through the gate."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from aule.apps.mcp.server.waiting_calls import WaitingCall, WaitingCalls, mark_of
from aule.apps.mcp.words import say
from aule.contracts.access.capability import Capability, Effect, Result
from aule.contracts.access.token import Access
from aule.contracts.errors import ApprovalRequired, AuleError, NeedsInput
from aule.contracts.kinds import RunStatus
from aule.contracts.model import JsonObject
from aule.contracts.runs.team import SEAT_CALLS, WAITING_CALLS
from aule.contracts.talk.ask import Ask
from aule.sdk.http import ByHand
from aule.sdk.system import Kernel
from aule.text.words import headline

READ, ACT, AGENTS = "mcp.read", "mcp.act", "mcp.agents"
"""What a token may be made for: looking, changing, and setting agents and workflows to work."""
AGENT, WORKFLOW = "agent__", "workflow__"
_ONLY_IN_TALK = SEAT_CALLS | WAITING_CALLS | {"core.ask_user", "core.find_capabilities", "core.run_workflow"}
_LOOKING = frozenset({Effect.READ, Effect.NAVIGATE})
_MESSAGE: JsonObject = {
    "type": "object",
    "properties": {"message": {"type": "string", "minLength": 1, "description": "What to say to the agent."}},
    "required": ["message"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class Client:
    """Who asks: the owner or a token, in which language, and where people decide."""

    access: Access
    locale: str
    desktop: str | None
    """The address of the desktop; None where none runs beside `aule mcp serve`."""

    @property
    def id(self) -> str:
        """What tells clients apart."""
        return "owner" if self.access.token is None else self.access.token.id


@dataclass(frozen=True, slots=True)
class NeedsPerson:
    """A call that waits for a person, and where they decide it."""

    call: str
    approval: str
    title: str
    link: str | None


class UnknownTool(LookupError):
    """A tool that is not offered to this client."""


@dataclass(frozen=True, slots=True)
class OfferedTools:
    """The tools of one system for one client."""

    kernel: Kernel
    waiting: WaitingCalls
    client: Client

    async def list(self) -> list[JsonObject]:
        """Return every tool this client may use, by name."""
        found = [self._of_capability(each) for each in self.kernel.capabilities() if self._may(each)]
        if self.client.access.may(AGENTS):
            agents = (await self.kernel.agents.list(limit=200)).items
            found += [self._of_agent(each.id, each.name, each.description) for each in agents if "/" not in each.id]
            flows = (await self.kernel.library.list(limit=200)).items
            found += [self._of_workflow(each.workflow) for each in flows]
        return sorted(found, key=lambda tool: str(tool["name"]))

    async def call(self, name: str, arguments: JsonObject, state: str | None) -> Result | NeedsPerson:
        """Use a tool; a call that waits for a person is found again when it is repeated."""
        known = self.waiting.find(self.client.id, name, arguments, state)
        if known is not None:
            return await self._repeat(known, name, arguments)
        if name.startswith(AGENT) and self.client.access.may(AGENTS):
            return await self._ask(name, arguments)
        capability, params = self._meant(name, arguments)
        return await self._call(name, arguments, capability, params, self.kernel.ambient.ids.new("mcp"))

    def _meant(self, name: str, arguments: JsonObject) -> tuple[str, JsonObject]:
        if name.startswith(WORKFLOW) and self.client.access.may(AGENTS):
            return "core.run_workflow", {"workflow": name.removeprefix(WORKFLOW), "inputs": arguments}
        for each in self.kernel.capabilities():
            if each.name.replace(".", "__") == name and self._may(each):
                return each.name, arguments
        raise UnknownTool(name)

    async def _call(
        self, name: str, arguments: JsonObject, capability: str, params: JsonObject, key: str
    ) -> Result | NeedsPerson:
        token = self.client.access.token
        hand = None if token is None else ByHand(token=token.actor, only_names=True)
        try:
            called = await self.kernel.call(capability, params, key=key, locale=self.client.locale, by_hand=hand)
        except (ApprovalRequired, NeedsInput) as waits:
            asked = await self.kernel.approvals.get(waits.problem.subject or "")
            assert asked.run is not None
            return self._wait(WaitingCall(key, self.client.id, mark_of(name, arguments), key, asked.run), asked)
        except AuleError as error:
            return Result(ok=False, error=error.problem)
        return called.result

    async def _repeat(self, known: WaitingCall, name: str, arguments: JsonObject) -> Result | NeedsPerson:
        for asked in await self.kernel.approvals.pending(run=known.run):
            return self._wait(known, asked)
        await self.kernel.driver.see_to_rest(known.run)
        if known.key is None:
            return await self._said(known)
        capability, params = self._meant(name, arguments)
        result = await self._call(name, arguments, capability, params, known.key)
        if isinstance(result, Result):
            self.waiting.forget(known)
        return result

    async def _ask(self, name: str, arguments: JsonObject) -> Result | NeedsPerson:
        message = arguments.get("message")
        if not isinstance(message, str) or set(arguments) != {"message"}:
            raise UnknownTool(f"{name} takes a message")
        agent = await self.kernel.agents.find(name.removeprefix(AGENT))
        if agent is None:
            raise UnknownTool(name)
        ask = Ask(message=message, agent=agent.id, channel="mcp", locale=self.client.locale, is_relayed=True)
        asked = await self.kernel.ask(ask)
        await self.kernel.driver.see_to_rest(asked.run)
        call = self.kernel.ambient.ids.new("mcp")
        return await self._said(WaitingCall(call, self.client.id, mark_of(name, arguments), None, asked.run))

    async def _said(self, call: WaitingCall) -> Result | NeedsPerson:
        """Return what an agent answered, or what it waits for."""
        run = await self.kernel.runs.get(call.run)
        if run.status in (RunStatus.WAITING, RunStatus.PAUSED):
            for asked in await self.kernel.approvals.pending(run=call.run):
                return self._wait(call, asked)
        self.waiting.forget(call)
        said = [each for each in await self.kernel.conversations.messages_of_run(run.id) if each.role == "assistant"]
        text = "\n\n".join(each.content for each in said)
        return Result(ok=run.error is None, data=text, error=run.error)

    def _wait(self, call: WaitingCall, asked: Any) -> NeedsPerson:
        self.waiting.add(call)
        desktop = self.client.desktop
        link = None if desktop is None else f"{desktop}/approvals/{asked.id}"
        return NeedsPerson(call.id, asked.id, asked.title, link)

    def _may(self, capability: Capability) -> bool:
        """Return whether a capability is offered to this client; tools of other servers are not passed on."""
        if capability.internal or capability.app == "mcp" or capability.name in _ONLY_IN_TALK:
            return False
        return self.client.access.may(ACT) or (capability.effect in _LOOKING and self.client.access.may(READ))

    def _of_capability(self, capability: Capability) -> JsonObject:
        return {
            "name": capability.name.replace(".", "__"),
            "title": capability.title_in(self.client.locale),
            "description": capability.description,
            "inputSchema": {**capability.params, "type": "object"},
            "annotations": {
                "readOnlyHint": capability.effect in _LOOKING,
                "destructiveHint": capability.effect in (Effect.DELETE, Effect.EXEC, Effect.EXTERNAL),
                "idempotentHint": capability.idempotent,
                "openWorldHint": capability.effect is Effect.EXTERNAL,
            },
        }

    def _of_agent(self, id: str, name: str, description: str) -> JsonObject:
        told = headline(description, 300) or name
        return {"name": f"{AGENT}{id}", "title": name, "description": told, "inputSchema": _MESSAGE}

    def _of_workflow(self, workflow: Any) -> JsonObject:
        schema = {"type": "object", "properties": dict(workflow.graph.inputs)}
        told = headline(workflow.description, 300) or workflow.title
        return {"name": f"{WORKFLOW}{workflow.id}", "title": workflow.title, "description": told, "inputSchema": schema}


def content_of(result: Result) -> JsonObject:
    """Return a result in the form of a tool's result."""
    if not result.ok and result.data is None:
        problem = result.error
        said = "" if problem is None else f"{problem.message} {problem.hint or ''}".strip()
        return {"content": [{"type": "text", "text": said}], "isError": True}
    data = result.data
    text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)
    told: JsonObject = {"content": [{"type": "text", "text": text}], "isError": not result.ok}
    return {**told, "structuredContent": data} if isinstance(data, dict) else told


def waiting_text(needed: NeedsPerson, locale: str) -> str:
    """Return what a client that cannot wait is told about a call that needs a person."""
    if needed.link is None:
        return say("needs_desktop", locale, title=needed.title, approval=needed.approval)
    return say("needs_person", locale, title=needed.title, link=needed.link, approval=needed.approval)
