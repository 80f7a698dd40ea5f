"""Where capabilities run, and who may use only those that run in a sandbox."""

from __future__ import annotations

from pathlib import Path

from tests.apps.plugins.builders import descriptor, put, saying
from tests.kernel.garden import allow_all

from aule.contracts.access.runtimes import reason_for
from aule.contracts.runs.brief import Brief
from aule.kernel.bounds import bounds_of_runtime, combined
from aule.testing.scripted_model import call, say
from aule.testing.system import System, system


async def test_each_capability_tells_where_it_runs_and_why(tmp_path: Path) -> None:
    """TL-4, OS-16: native, interpreter, box, MCP and Wasm, with the reason in both languages."""
    async with system(tmp_path) as aule:
        await _plugin(aule)
        known = {each.name: each for each in aule.kernel.capabilities()}
        names = ["core.read_file", "core.exec", "mcp.call_tool", "plugin.echo_it"]
        assert [known[name].runtime.value for name in names] == ["native", "box", "mcp", "wasm"]
        reasons = {reason_for(known[name], language) for name in names for language in ("en", "pt-BR")}
        assert len(reasons) == 8
        assert "WebAssembly" in reason_for(known["plugin.echo_it"], "pt-BR")


async def test_whoever_may_use_only_sandboxed_tools_is_held_to_that_at_the_gate(tmp_path: Path) -> None:
    """TL-4: `runtime=synapse` narrows a talk; a plugin works, a tool of the system is refused, and the log tells."""
    async with system(tmp_path) as aule:
        await _plugin(aule)
        aule.model.add(call("core.now"), call("plugin.echo_it", {"n": 1}), say("Done."))
        run = await aule.ask("What time is it?", runtime="synapse")
        events = await aule.kernel.journal.read(None, run=run.id)
        failed = [each.data.result.error.code for each in events if each.type == "call.failed"]
        made = [(each.data.capability, each.data.runtime) for each in events if each.type == "call.started"]
        assert (failed, made) == (["not_sandboxed"], [("plugin.echo_it", "wasm")])


def test_a_choice_of_runtime_narrows_nothing_else_and_is_never_widened() -> None:
    """TL-4: one more bound: writing and commands stay as they were, and no other word takes it away."""
    narrowed = combined(bounds_of_runtime("synapse"))
    assert (narrowed.sandboxed, narrowed.is_free, narrowed.is_scoped) == (True, True, False)
    both = combined([*bounds_of_runtime("sandboxed"), *bounds_of_runtime("any")])
    assert both.sandboxed
    assert Brief(task="x", runtime="synapse").runtime == "synapse"
    assert not combined([]).sandboxed


async def _plugin(aule: System) -> None:
    await allow_all(aule)
    put(aule.kernel.documents.home.path / "plugins", descriptor(), saying("1"))
    await aule.kernel.call("plugins.approve_plugin", {"name": "echo_it"})
