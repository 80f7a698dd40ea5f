"""Plugins while the system runs: their folders, their modules, their logs, and the functions behind what they offer."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from aule.apps.plugins import queries
from aule.apps.plugins.app import plugins
from aule.apps.plugins.descriptors import check_names
from aule.apps.plugins.folders import PluginFiles, PluginFolders
from aule.apps.plugins.host import HostCalls
from aule.apps.plugins.logs import PluginLog
from aule.apps.plugins.offers import effect_of, mark_of, offered
from aule.apps.plugins.records import ApprovedPlugin, PluginDescriptor, PluginView, State
from aule.apps.plugins.words import hint, say
from aule.contracts.model import JsonObject
from aule.sdk import Context, Effect, Row, Source, Table, errors
from aule.sdk.descriptions import value_fault
from aule.sdk.run_time import Capability, Registered, by_schema
from aule.sdk.system import DEFAULT_LOCALE, Kernel
from aule.sdk.wasm import (
    CompiledModule,
    ModuleFacts,
    ModuleStore,
    WasmAnswer,
    WasmBox,
    WasmCall,
    WasmModule,
)

MB = 1024 * 1024


class Plugins:
    """What the app keeps while the system runs; a child of a module is started by its first call."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        home: Path = kernel.documents.home.path
        self.folders = PluginFolders(home / "plugins")
        self.modules = ModuleStore(home / "modules")
        self.box = WasmBox()
        self.logs: dict[str, PluginLog] = {}
        self._made: dict[str, Registered] = {}
        """The latest of each capability: making the model of its parameters takes longer than a call."""
        self._read: dict[str, tuple[str, ApprovedPlugin]] = {}
        """Plugins as they were read last, each with the stamp of its row."""
        self._turns: dict[str, asyncio.Lock] = {}
        """Calls of a plugin that keeps values follow each other, so that they see each other's."""

    def locale(self, wanted: str | None = None) -> str:
        """Return the language in which somebody is answered."""
        return wanted or self.kernel.settings.current().appearance.locale or DEFAULT_LOCALE

    def log(self, name: str) -> PluginLog:
        """Return the log of a plugin."""
        return self.logs.setdefault(name, PluginLog(self.kernel.ambient.timestamp))

    async def files(self, name: str, locale: str, wanted: str | None = None) -> PluginFiles:
        """Return what is on disk of a plugin: what it took the place of, where that is wanted by its hash."""
        return await asyncio.to_thread(self._files, name, locale, wanted)

    def _files(self, name: str, locale: str, wanted: str | None) -> PluginFiles:
        found = self.folders.read(name, locale)
        if wanted is None or found.hash == wanted:
            return found
        is_back = self.folders.bring_back(name, wanted, self.kernel.ambient.ids.new("put"), locale)
        return self.folders.read(name, locale) if is_back else found

    async def look(self, name: str, locale: str, wanted: str | None = None) -> PluginFiles:
        """Return what is on disk of a plugin, read again only where it changed; a large module is left out."""
        seen = self.folders.seen(name, locale)  # two looks at the folder's entries, while it is unchanged
        is_wanted = seen is not None and wanted in (None, seen.hash)
        return seen if seen is not None and is_wanted else await self.files(name, locale, wanted)

    async def facts(self, files: PluginFiles) -> ModuleFacts:
        """Return what a module calls of the system; it is compiled for that, in a child."""
        return await self.modules.facts(files.module)

    async def check(self, source: Source, found: PluginDescriptor, locale: str) -> None:
        """Refuse a plugin whose capabilities could be taken for others, or are those of another plugin."""
        check_names(found, self.kernel.registry.all(), locale)
        for each in found.capabilities:
            owner = await queries.plugin_of(source, each.full_name)
            if owner not in (None, found.name):
                raise errors.Conflict(
                    say("name_taken", locale, name=each.name, other=str(owner)), code="name_taken", field="name"
                )

    async def view(self, source: Source, name: str, locale: str) -> PluginView:
        """Return how a plugin stands, whatever is wrong with it."""
        known = await queries.approved(source, name)
        problem: str | None = None
        files: PluginFiles | None = None
        try:
            files = await self.look(name, locale, None if known is None else known.hash)
        except errors.AuleError as error:
            if known is None and error.problem.code == "plugin_missing":
                raise
            problem = error.problem.message
            state: State = "missing" if error.problem.code == "plugin_missing" else "broken"
        else:
            state = _state(known, files)
        shown = files.descriptor if files is not None else None if known is None else known.descriptor
        if shown is None:
            return PluginView(name=name, state=state, problem=problem)
        return PluginView(
            name=name,
            state=state,
            version=shown.version,
            title=_in(shown.title, locale),
            description=_in(shown.description, locale),
            hash=files.hash if files is not None else "" if known is None else known.hash,
            approved_hash=None if known is None else known.hash,
            capabilities=[each.full_name for each in shown.capabilities],
            effects=sorted({effect_of(shown, each) for each in shown.capabilities}),
            domains=shown.domains,
            sends=shown.sends,
            secrets=shown.secrets,
            missing_secrets=[each for each in shown.secrets if self.kernel.secrets.get(each) is None],
            kv=shown.kv,
            kv_bytes=await queries.kept_size(source, name) if shown.kv else 0,
            limits=shown.limits,
            problem=problem,
        )

    async def views(self, source: Source, locale: str) -> list[PluginView]:
        """Return every plugin on disk or approved, by name."""
        names = {*await asyncio.to_thread(self.folders.names), *(x.name for x in await queries.all_approved(source))}
        return [await self.view(source, name, locale) for name in sorted(names)]

    async def unload(self, plugin: ApprovedPlugin, *, ends_calls: bool) -> None:
        """Let go of what was loaded of a plugin; calls that run finish, or end."""
        self._read.pop(plugin.name, None)
        if ends_calls:
            self.box.stop(plugin.name)
        await self.box.unload(plugin.module_hash)

    def registered(self, capability: Capability) -> Registered:
        """Return a capability of a plugin with what calls it."""
        made = self._made.get(capability.name)
        if made is None or made.capability is not capability:
            made = self._made[capability.name] = self._make(capability)
        return made

    async def close(self) -> None:
        """End all children."""
        await self.box.close()

    def _make(self, capability: Capability) -> Registered:
        async def call(context: Context, **params: Any) -> Any:
            return await self._call(context, capability, params)

        async def show(context: Context, **params: Any) -> Table:
            locale = context.locale
            sends = (await self._approved(context, capability.name)).descriptor.sends_of(capability.name)
            rows = [[say("row_site", locale), each] for each in capability.hosts]
            rows += [[say("row_sends", locale), each] for each in sends]
            columns = [say("what", context.locale), say("value", context.locale)]
            return Table(columns=columns, rows=rows, total=len(rows))

        return by_schema(capability, call, preview=show if capability.hosts else None)

    async def _call(self, context: Context, capability: Capability, params: JsonObject) -> Any:
        plugin = await self._current(context, capability)
        if not plugin.descriptor.kv:
            return await self._run(context, capability, plugin, params)
        async with self._turns.setdefault(plugin.name, asyncio.Lock()):
            return await self._run(context, capability, plugin, params)

    async def _run(self, context: Context, capability: Capability, plugin: ApprovedPlugin, params: JsonObject) -> Any:
        log = self.log(plugin.name)
        host = HostCalls(
            context, plugin.descriptor, log, secret=self.kernel.secrets.get, redact=self.kernel.secrets.redact
        )
        limits = plugin.descriptor.limits
        name = capability.name.partition(".")[2]

        async def load() -> CompiledModule:
            return await self._compiled(plugin, context.locale)

        call = WasmCall(
            {"capability": name, "params": params, "locale": context.locale},
            limits.seconds,
            limits.memory_mb * MB,
            limits.output_kb * 1024,
            int(context.ambient.clock.now().timestamp() * 1e9),
        )
        answer = await self.box.run(WasmModule(plugin.module_hash, load), call, host.answer, plugin.name)
        context.cite(say("source", context.locale, name=plugin.name, version=plugin.descriptor.version))
        result = self._result(answer, plugin, name, context.locale)
        if capability.effect is not Effect.READ:
            await host.record(say("title_values", context.locale, name=plugin.name))
        return result

    def _result(self, answer: WasmAnswer, plugin: ApprovedPlugin, name: str, locale: str) -> Any:
        """Return what a call gave; raise what went wrong, and tell it in the log."""
        schema = next(each.returns for each in plugin.descriptor.capabilities if each.name == name)
        problem: str | None = None
        code = f"plugin_{answer.outcome}"
        if answer.outcome != "done":
            problem = say(f"outcome_{answer.outcome}", locale, message=answer.message)
        elif fault := value_fault(answer.result, schema):
            problem, code = say("outcome_schema", locale, problem=fault[:300]), "plugin_result"
        if problem is None:
            return answer.result
        said = self.kernel.secrets.redact(answer.said).strip()
        self.log(plugin.name).add("error", f"{name}: {problem} {said}".strip())
        raise errors.Unsuccessful(
            self.kernel.secrets.redact(problem), given=None, code=code, hint=hint("outcome", locale, name=plugin.name)
        )

    async def _compiled(self, plugin: ApprovedPlugin, locale: str) -> CompiledModule:
        """Return the code of a plugin as it was approved; where none is kept, its files are read for that."""
        kept = await self.modules.kept(plugin.module_hash)
        if kept is not None:
            return kept
        files = await self.files(plugin.name, locale, plugin.hash)
        _refuse_changed(plugin, files, locale)
        return await self.modules.compiled(files.module)

    async def _current(self, context: Context, capability: Capability) -> ApprovedPlugin:
        """Return a plugin as it was approved, if its files are still exactly those."""
        plugin = await self._approved(context, capability.name)
        name = plugin.name
        if plugin.status != "enabled":
            raise errors.Conflict(
                say("disabled", context.locale, name=name),
                code="plugin_disabled",
                hint=hint("disabled", context.locale, name=name),
            )
        if not capability.description.endswith(mark_of(plugin.hash, plugin.descriptor.version)):
            raise errors.Conflict(say("changed_meanwhile", context.locale, name=name), code="stale")
        _refuse_changed(plugin, await self.look(name, context.locale, plugin.hash), context.locale)
        return plugin

    async def _approved(self, context: Context, capability: str) -> ApprovedPlugin:
        """Return what was approved of the plugin behind a capability; read again only when its row was written."""
        current = await queries.plugin_and_stamp(context.reading, capability)
        if current is None:
            raise errors.Conflict(say("changed_meanwhile", context.locale, name=capability), code="stale")
        name, stamp = current
        known = self._read.get(name)
        if known is not None and known[0] == stamp:
            return known[1]
        found = await queries.approved(context.reading, name)
        if found is None:
            raise errors.Conflict(say("changed_meanwhile", context.locale, name=name), code="stale")
        self._read[name] = (stamp, found)
        return found


def capability_rows(plugin: ApprovedPlugin) -> list[Row]:
    """Return the rows that offer the capabilities of a plugin; a disabled one offers nothing."""
    is_on = plugin.status == "enabled"
    return [
        {"name": each.name, "plugin": plugin.name, "capability": each.model_dump_json() if is_on else ""}
        for each in offered(plugin)
    ]


def _refuse_changed(plugin: ApprovedPlugin, files: PluginFiles, locale: str) -> None:
    if files.hash != plugin.hash:
        raise errors.Conflict(
            say("changed", locale, name=plugin.name),
            code="plugin_changed",
            hint=hint("changed", locale, name=plugin.name),
        )


def _state(known: ApprovedPlugin | None, files: PluginFiles) -> State:
    if known is None:
        return "new"
    return known.status if known.hash == files.hash else "changed"


def _in(words: Any, locale: str) -> str:
    return words.pt if locale.startswith("pt") else words.en


plugins.on_start(Plugins)
