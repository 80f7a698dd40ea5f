"""Plugins as additions: those that were approved, and what an archive of a catalogue would add."""

from __future__ import annotations

import asyncio
import json
from typing import cast

from aule.apps.plugins import queries
from aule.apps.plugins.app import plugins
from aule.apps.plugins.archives import read_given
from aule.apps.plugins.offers import effect_of
from aule.apps.plugins.records import PluginDescriptor
from aule.apps.plugins.start import Plugins
from aule.apps.plugins.words import say
from aule.contracts.model import JsonObject
from aule.sdk import Addition, AdditionKind, Reading, errors
from aule.text.messages import language_in


async def plugins_here(reading: Reading) -> list[Addition]:
    """Return the plugins that were approved; one whose files are others now, or gone, is told as another one."""
    found: list[Addition] = []
    for each in await queries.all_approved(reading.source):
        try:
            files = await _own(reading).files(each.name, reading.locale, each.hash)
        except errors.AuleError:
            hash = ""
        else:
            hash = files.hash
        hash = each.hash if hash == each.hash else f"{each.hash}, not there: {hash or '-'}"
        found.append(_addition(each.descriptor, hash, reading.locale, page=f"/plugins/{each.name}"))
    return found


async def plugin_of_archive(reading: Reading, params: JsonObject) -> Addition:
    """Return the plugin in an archive; its module is looked at when its card is shown."""
    files, _ = await asyncio.to_thread(read_given, str(params["archive"]), reading.locale)
    await _own(reading).check(reading.source, files.descriptor, reading.locale)
    return _addition(files.descriptor, files.hash, reading.locale)


def _addition(found: PluginDescriptor, hash: str, locale: str, page: str | None = None) -> Addition:
    language = language_in(locale)
    facts = json.dumps(found.model_dump(mode="json"), ensure_ascii=False, indent=2, sort_keys=True)
    reaches = [
        say("fact_box", locale),
        say("fact_domains", locale, domains=", ".join(found.domains) or say("nothing", locale)),
        say("fact_secrets", locale, secrets=", ".join(found.secrets) or say("nothing", locale)),
        say("fact_kv", locale, size=found.limits.kv_kb) if found.kv else say("fact_no_kv", locale),
    ]
    return Addition(
        name=found.name,
        title=getattr(found.title, language),
        description=getattr(found.description, language),
        text=f"{facts}\n\nsha256 {hash}\n",
        reaches=reaches,
        effects=sorted({effect_of(found, each) for each in found.capabilities}),
        page=page,
    )


def _own(reading: Reading) -> Plugins:
    return cast("Plugins", reading.own)


plugins.adds(
    AdditionKind(
        kind="plugin",
        titles={"en": "Plugins", "pt": "Plugins"},
        here=plugins_here,
        read=plugin_of_archive,
        add="plugins.add",
        file="archive",
        is_binary=True,
        replaces=True,
        remove="plugins.remove_plugin",
    )
)
