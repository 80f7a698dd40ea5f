"""Plugins over HTTP: listed, uploaded, approved, enabled, disabled, removed. The owner's token alone opens this.

What is uploaded is kept as an artifact, which does nothing. Approving sends the hash of the card that was seen.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from aule.apps.plugins import queries
from aule.apps.plugins.archives import MOST_ARCHIVE
from aule.apps.plugins.capabilities.looks import ListedPlugins, PluginLogLines
from aule.apps.plugins.records import PluginView
from aule.apps.plugins.start import Plugins
from aule.contracts.views import CallPreview
from aule.sdk.http import ByHand, Id, JsonObject, Kernel, Language, Limits, Model, Own, Routes, Upload

wire = Routes(prefix="/v1/plugins", tags=["plugins"])

System = Annotated[Plugins, Own()]
FileName = Annotated[str, Field(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f/\\]*$")]
_BYTES: JsonObject = {
    kind: {"schema": {"type": "string", "format": "binary"}}
    for kind in ("application/zip", "application/gzip", "application/x-tar", "application/octet-stream")
}


class UploadedPlugin(Model):
    """An archive that was kept, and the card of the plugin in it; nothing is in use yet."""

    artifact: str
    card: CallPreview


class PluginAddition(Model):
    """An uploaded plugin to take into use, as its card showed it."""

    artifact: str = Field(min_length=1, max_length=120)
    seen: str = Field(min_length=1, max_length=200, description="The `content_hash` of the card.")


class PluginApproval(Model):
    """The card that was seen."""

    seen: str = Field(min_length=1, max_length=200, description="The `content_hash` of the card.")


class RemovedPlugin(Model):
    """A plugin that was removed."""

    name: str


@wire.route("GET", "")
async def list_plugins(kernel: Kernel, own: System, locale: Language = None) -> ListedPlugins:
    """The plugins, by name: those in the folder and those that were approved."""
    items = await own.views(kernel.database, own.locale(locale))
    return ListedPlugins(items=items, not_plugins=own.folders.strangers())


@wire.route("POST", "", status=202, limits=Limits(max_bytes=MOST_ARCHIVE, max_seconds=120.0, accepts=_BYTES))
async def upload_plugin(
    upload: Upload, kernel: Kernel, own: System, name: FileName = "plugin.zip", locale: Language = None
) -> UploadedPlugin:
    """Keep a zip or a tar with a plugin, and show what is in it; `POST /v1/plugins/add` takes it into use."""
    kept = await kernel.uploads.add(name, upload.stream(), mime=upload.mime, largest=MOST_ARCHIVE)
    card = await kernel.preview("plugins.add", {"artifact": kept.id}, locale=own.locale(locale))
    return UploadedPlugin(artifact=kept.id, card=card)


@wire.route("POST", "/add", status=201)
async def add_plugin(body: PluginAddition, kernel: Kernel, own: System, locale: Language = None) -> PluginView:
    """Take an uploaded plugin into use, exactly as its card showed it."""
    params = {"artifact": body.artifact}
    called = await kernel.call("plugins.add", params, by_hand=ByHand(seen=body.seen), locale=own.locale(locale))
    return await own.view(kernel.database, str(called.result.data["name"]), own.locale(locale))


@wire.route("GET", "/{name}")
async def get_plugin(name: Id, kernel: Kernel, own: System, locale: Language = None) -> PluginView:
    """One plugin as it stands."""
    return await own.view(kernel.database, name, own.locale(locale))


@wire.route("GET", "/{name}/card")
async def get_plugin_card(name: Id, kernel: Kernel, own: System, locale: Language = None) -> CallPreview:
    """What would be approved: all of a new plugin, of a changed one the difference; and the hash to approve it by."""
    return await kernel.preview("plugins.approve_plugin", {"name": name}, locale=own.locale(locale))


@wire.route("POST", "/{name}/approve")
async def approve_plugin(
    name: Id, body: PluginApproval, kernel: Kernel, own: System, locale: Language = None
) -> PluginView:
    """Let a plugin be used exactly as its card showed it."""
    await kernel.call(
        "plugins.approve_plugin", {"name": name}, by_hand=ByHand(seen=body.seen), locale=own.locale(locale)
    )
    return await own.view(kernel.database, name, own.locale(locale))


@wire.route("POST", "/{name}/enable")
async def enable_plugin(name: Id, kernel: Kernel, own: System, locale: Language = None) -> PluginView:
    """Take a disabled plugin into use again; one that was never approved, or changed since, is refused."""
    return await _set(kernel, own, "enable_plugin", name, locale)


@wire.route("POST", "/{name}/disable")
async def disable_plugin(name: Id, kernel: Kernel, own: System, locale: Language = None) -> PluginView:
    """Take a plugin out of use; its running calls end."""
    return await _set(kernel, own, "disable_plugin", name, locale)


@wire.route("POST", "/{name}/reload")
async def reload_plugin(name: Id, kernel: Kernel, own: System, locale: Language = None) -> PluginView:
    """Look at the folder of a plugin anew, and let go of what was loaded of it; calls that run finish with that."""
    known = await queries.approved(kernel.database, name)
    if known is not None:
        await own.unload(known, ends_calls=False)
    own.folders.forget(name)
    return await own.view(kernel.database, name, own.locale(locale))


@wire.route("DELETE", "/{name}")
async def remove_plugin(name: Id, kernel: Kernel, own: System, locale: Language = None) -> RemovedPlugin:
    """Remove a plugin with its folder and what it keeps; running calls end."""
    params, language = {"name": name}, own.locale(locale)
    shown = await kernel.preview("plugins.remove_plugin", params, locale=language)
    by_hand = ByHand(seen=shown.content_hash)
    await kernel.call("plugins.remove_plugin", params, by_hand=by_hand, locale=language)
    return RemovedPlugin(name=name)


@wire.route("GET", "/{name}/log")
async def get_plugin_log(name: Id, kernel: Kernel, own: System) -> PluginLogLines:
    """What a plugin wrote to its log since the system was started, and what became of its failed calls."""
    await own.view(kernel.database, name, own.locale())
    known = own.logs.get(name)
    return PluginLogLines(lines=[] if known is None else list(known.lines))


async def _set(kernel: Kernel, own: Plugins, capability: str, name: str, locale: str | None) -> PluginView:
    params, language = {"name": name}, own.locale(locale)
    shown = await kernel.preview(f"plugins.{capability}", params, locale=language)
    by_hand = ByHand(seen=shown.content_hash)
    await kernel.call(f"plugins.{capability}", params, by_hand=by_hand, locale=language)
    return await own.view(kernel.database, name, own.locale(locale))
