"""The forge while the system runs: its source box, and the functions behind its tools."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from aule.apps.forge import queries
from aule.apps.forge.app import forge
from aule.apps.forge.checks import PAGE
from aule.apps.forge.records import ForgedTool, ToolDraft, ToolTestResult, hash_of
from aule.apps.forge.tool_calls import MOST_PAGE, Stand, address_of, run_tests, run_tool
from aule.apps.forge.words import hint, say
from aule.contracts.events.facts import CallStarted
from aule.sdk import Approve, Context, Effect, Table, errors
from aule.sdk.run_time import Capability, InnerCall, Registered, Runtime, by_schema, call_inner, strongest
from aule.sdk.source import CallAnswer, SourceBox, SourceRuntime, WishedCall
from aule.sdk.system import DEFAULT_LOCALE, Kernel
from aule.sdk.wasm import ModuleStore
from aule.sdk.workflows import called_in
from aule.text.words import headline

MOST_TESTED = 64
CALL_S = 60
"""Seconds that a call of another capability is given, beside those of the source."""
PREPARE_S = 300
"""Seconds that the first call on a machine is given to build what its runtime needs."""
Tell = Callable[[str], None]
"""Tells a person what is going on while they wait."""
_RUNTIMES: dict[SourceRuntime, Runtime] = {
    "interpreter": Runtime.INTERPRETER,
    "wasm_python": Runtime.WASM_PYTHON,
    "native": Runtime.PYTHON,
}


class Forge:
    """What the app keeps while the system runs: workers that are started with the first call."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self.box = SourceBox(ModuleStore(kernel.documents.home.path / "modules"), kernel.ambient.clock)
        self._made: dict[str, Registered] = {}
        """The latest of each tool: making the model of its parameters takes longer than a call."""
        self._read: dict[str, tuple[str, ForgedTool]] = {}
        """Tools as they were read last, each with the stamp of its row."""
        self._tested: dict[tuple[str, str], list[ToolTestResult]] = {}
        """What came of the latest tests: clock and chance stand still in them, so they come out the same again."""

    def locale(self, wanted: str | None = None) -> str:
        """Return the language in which somebody is answered."""
        return wanted or self.kernel.settings.current().appearance.locale or DEFAULT_LOCALE

    def registered(self, capability: Capability) -> Registered:
        """Return a tool with what calls it."""
        made = self._made.get(capability.name)
        if made is None or made.capability is not capability:
            made = self._made[capability.name] = self._make(capability)
        return made

    def _make(self, capability: Capability) -> Registered:
        async def call(context: Context, **params: Any) -> Any:
            return await self._call(context, capability, params)

        if capability.previewable:
            return by_schema(capability, call, preview=self._show_address)
        return by_schema(capability, call)

    async def prepare(self, runtime: SourceRuntime, locale: str, tell: Tell) -> None:
        """Make what a runtime needs where this machine has not made it yet, and tell that it takes a while."""
        await self.box.prepare(runtime, lambda: tell(say("preparing", locale)))

    async def test(self, draft: ToolDraft, locale: str, tell: Tell) -> list[ToolTestResult]:
        """Return what comes of a draft's tests, in the sandbox."""
        key = (hash_of("", draft), locale)
        if key not in self._tested:
            while len(self._tested) >= MOST_TESTED:
                del self._tested[next(iter(self._tested))]
            await self.prepare(draft.runtime, locale, tell)
            self._tested[key] = await run_tests(self.box, draft, locale, self.kernel.ambient.clock.monotonic)
        return self._tested[key]

    def end_calls(self, name: str) -> int:
        """End the running calls of a tool; returns how many there were."""
        return self.box.stop(name)

    async def users(self, capability: str) -> list[str]:
        """Return the titles of the workflows that call a capability."""
        found: list[str] = []
        after: str | None = None
        while True:
            page = await self.kernel.library.workflows.list(limit=200, after=after)
            found += [each.title for each in page.items if capability in called_in(each.graph)]
            after = page.next
            if after is None:
                return found

    async def close(self) -> None:
        """End all workers."""
        await self.box.close()

    async def _call(self, context: Context, capability: Capability, params: dict[str, Any]) -> Any:
        tool = await self._current(context, capability)
        if tool.fetch is not None:
            document = await context.fetch(address_of(tool, params, context.locale))
            context.cite(document.url)
            params = {**params, PAGE: document.text[:MOST_PAGE]}
        calling = None
        await self.prepare(tool.runtime, context.locale, context.progress)
        if tool.calls:
            calling = partial(self._answer, context, capability, tool), await _stand(context)
        result = await run_tool(self.box, tool, params, tag=tool.name, locale=context.locale, calling=calling)
        await self._current(context, capability)  # what was revoked meanwhile gives nothing back
        return result

    async def _answer(
        self, context: Context, capability: Capability, tool: ForgedTool, wished: WishedCall, number: int
    ) -> CallAnswer:
        """Make a call that the source of a tool wishes for, through the gate."""
        await self._current(context, capability)
        result = await call_inner(context, InnerCall(number, wished.name, wished.params, maker=tool.hash))
        if result.ok:
            return CallAnswer(wished, result.data)
        told = say("call_failed", context.locale, name=wished.name)
        return CallAnswer(wished, error=told if result.error is None else result.error.message)

    async def _current(self, context: Context, capability: Capability) -> ForgedTool:
        """Return the tool as its row says it is now: what was revoked or changed meanwhile is not run."""
        name = capability.name.partition(".")[2]
        tool = await self._tool(context, name)
        if tool.status != "active":
            raise not_in_use(tool, context.locale)
        if tool.project is not None and tool.project != context.project.id:
            raise errors.Refused(
                say("other_project", context.locale, name=name),
                code="other_project",
                hint=hint("other_project", context.locale),
            )
        if not capability.description.endswith(mark_of(tool)):
            raise errors.Conflict(say("changed", context.locale, name=name), code="stale")
        return tool

    async def _tool(self, context: Context, name: str) -> ForgedTool:
        """Return a tool; its document is read again only when its row was written since."""
        stamp = await queries.stamp(context.reading, name)
        known = self._read.get(name)
        if known is None or known[0] != stamp or stamp is None:
            tool = await queries.tool(context.reading, name, context.locale)
            self._read[name] = (stamp or "", tool)
            return tool
        return known[1]

    async def _show_address(self, context: Context, **params: Any) -> Table:
        tool = await queries.tool(context.reading, context.capability.name, context.locale)
        target = context.web_target(address_of(tool, params, context.locale))
        rows = [[say("site", context.locale), target.shown_host], [say("address", context.locale), target.url]]
        return Table(columns=[say("what", context.locale), say("value", context.locale)], rows=rows, total=len(rows))


async def _stand(context: Context) -> Stand:
    """Return the clock and the chance of a call: when it began, and its id, however often it is run again."""
    journal = context.ports.journal
    await journal.flush()
    begun = await journal.read(None, run=context.run.id, types=["call.started"])
    mine = (each.ts for each in begun if isinstance(each.data, CallStarted) and each.data.id == context.call.id)
    return Stand(next(mine, context.ambient.timestamp()), context.call.id)


def not_in_use(tool: ForgedTool, locale: str) -> errors.Conflict:
    """Return the refusal of a tool that was revoked or is a draft, with what can be done."""
    told = say("not_active", locale, name=tool.name)
    return errors.Conflict(told, code="tool_revoked", hint=hint("not_active", locale, name=tool.name))


def mark_of(tool: ForgedTool) -> str:
    """Return what tells, at the end of its description, which version of a tool is offered."""
    return f"(A tool made here, version {tool.version}.)"


def capability_of(tool: ForgedTool) -> Capability:
    """Return what the registry offers of a tool. Its effect follows from what it may reach, never from its words."""
    reaches = tool.fetch is not None
    effect = strongest([*(each.effect for each in tool.reach), *([Effect.EXTERNAL] if reaches else [])])
    return Capability(
        name=tool.capability,
        app="forge",
        category="tools",
        title=headline(tool.title.en),
        titles={"pt": headline(tool.title.pt)},
        description=f"{tool.description.en} {mark_of(tool)}",
        params=tool.params,
        returns=tool.returns,
        effect=effect,
        idempotent=effect in (Effect.READ, Effect.NAVIGATE) or reaches,
        anywhere=True,
        unspoken=True,
        previewable=reaches,
        approval=Approve.ONCE if reaches else Approve.AUTO,
        timeout_s=_seconds(tool),
        calls=[each.name for each in tool.reach],
        project=tool.project,
        hosts=[] if tool.fetch is None else [_host(tool.fetch.url)],
        runtime=_RUNTIMES[tool.runtime],
    )


def _seconds(tool: ForgedTool) -> float:
    """Return how long a call may take: what its runtime needs, the source, what it reads first, and what it calls."""
    before = PREPARE_S if tool.runtime == "wasm_python" else 30
    if tool.calls:
        return before + (tool.limits.seconds + CALL_S) * tool.limits.calls
    return before + tool.limits.seconds + (0 if tool.fetch is None else 30)


def _host(url: str) -> str:
    """Return the host of an address; no parameter can stand in it."""
    return (urlsplit(url.partition("{")[0]).hostname or "").lower()


forge.on_start(Forge)
