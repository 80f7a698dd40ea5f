"""What the registry offers of a plugin: its effect follows from what it may reach, never from its words alone."""

from __future__ import annotations

from aule.apps.plugins.records import ApprovedPlugin, PluginCapability, PluginDescriptor
from aule.sdk import Approve, Effect
from aule.sdk.run_time import Capability, Runtime
from aule.text.words import headline

_ORDER = (Effect.READ, Effect.WRITE, Effect.EXTERNAL)
START_S = 40
"""Seconds beyond its own limit that the first call of a module may take, to be compiled and loaded."""


def effect_of(found: PluginDescriptor, capability: PluginCapability) -> Effect:
    """Return the effect of a capability: the declared one, or a stronger one where the plugin may reach more."""
    least = Effect.EXTERNAL if found.domains else Effect.WRITE if found.kv else Effect.READ
    return max(capability.effect, least, key=_ORDER.index)


def mark_of(hash: str, version: str) -> str:
    """Return what tells, at the end of its description, which plugin is offered."""
    return f"(A plugin, version {version}, {hash[:12]}.)"


def offered(plugin: ApprovedPlugin) -> list[Capability]:
    """Return the capabilities of a plugin as the registry offers them."""
    return [_offered(plugin, each) for each in plugin.descriptor.capabilities]


def _offered(plugin: ApprovedPlugin, each: PluginCapability) -> Capability:
    found = plugin.descriptor
    effect = effect_of(found, each)
    return Capability(
        name=each.full_name,
        app="plugins",
        category="tools",
        title=headline(each.title.en),
        titles={"pt": headline(each.title.pt)},
        description=f"{each.description.en} {mark_of(plugin.hash, found.version)}",
        params=each.params,
        returns=each.returns,
        effect=effect,
        idempotent=effect is Effect.READ,
        anywhere=True,
        unspoken=True,
        previewable=bool(found.domains),
        approval=_approval(found, each),
        timeout_s=found.limits.seconds + START_S,
        hosts=list(found.domains),
        runtime=Runtime.WASM,
    )


def _approval(found: PluginDescriptor, each: PluginCapability) -> Approve:
    if each.sends:
        return Approve.ALWAYS
    if found.domains or each.effect is Effect.EXTERNAL:
        return Approve.ONCE
    # What it keeps is its own, and was approved with the plugin; a capability that says that it writes asks.
    return Approve.PLAN if each.effect is Effect.WRITE else Approve.AUTO
