"""Plugins as additions: those that were approved. They are added as files and folders, not from a catalogue."""

from __future__ import annotations

from aule.apps.plugins import queries
from aule.apps.plugins.app import plugins
from aule.sdk import Addition, AdditionKind, Reading
from aule.text.messages import language_in


async def plugins_here(reading: Reading) -> list[Addition]:
    """Return the plugins that were approved."""
    language = language_in(reading.locale)
    return [
        Addition(
            name=each.name,
            title=getattr(each.descriptor.title, language),
            description=getattr(each.descriptor.description, language),
            text=f"{each.name} {each.hash}\n",
            effects=sorted({capability.effect for capability in each.descriptor.capabilities}),
            is_removable=False,
        )
        for each in await queries.all_approved(reading.source)
    ]


plugins.adds(
    AdditionKind(
        kind="plugin",
        titles={"en": "Plugins", "pt": "Plugins"},
        here=plugins_here,
        how={
            "en": "Plugins are programs in WebAssembly: `aule plugins` adds one and shows what it may reach.",
            "pt": "Plugins são programas em WebAssembly: `aule plugins` adiciona um e mostra o que pode alcançar.",
        },
    )
)
