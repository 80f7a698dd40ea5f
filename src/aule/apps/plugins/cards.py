"""The card of a plugin: what it does, what it may reach, its limits and its hash, beside what was approved before."""

from __future__ import annotations

import json

from aule.apps.plugins.offers import effect_of
from aule.apps.plugins.records import PluginCapability, PluginDescriptor
from aule.apps.plugins.words import say
from aule.contracts.access.differences import preview
from aule.sdk import FileDiff, Patch
from aule.sdk.descriptions import one_line


def card(
    before: tuple[PluginDescriptor, str, list[str]] | None, after: tuple[PluginDescriptor, str, list[str]], locale: str
) -> Patch:
    """Return what a person sees before a plugin may be used; each is a descriptor, a hash and what its module calls."""
    old = None if before is None else facts_text(*before, locale).encode()
    new = facts_text(*after, locale).encode()
    file = preview(f"{after[0].name}.txt", old, new)
    files = [file] if isinstance(file, FileDiff) else []
    return Patch(files=files, added=sum(each.added for each in files), removed=sum(each.removed for each in files))


def facts_text(found: PluginDescriptor, hash: str, functions: list[str], locale: str) -> str:
    """Return all that decides what a plugin does, line by line."""
    limits = found.limits
    lines = [
        say("fact_plugin", locale, name=found.name, version=found.version),
        *_words(found, locale),
        say("fact_domains", locale, domains=_listed(found.domains, locale)),
        say("fact_sends", locale, domains=_listed(found.sends, locale)),
        say("fact_secrets", locale, secrets=_listed(found.secrets, locale)),
        say("fact_kv", locale, size=limits.kv_kb) if found.kv else say("fact_no_kv", locale),
        say("fact_functions", locale, functions=_listed(functions, locale)),
        say("fact_box", locale),
        say("fact_limits", locale, seconds=limits.seconds, memory=limits.memory_mb, output=limits.output_kb),
    ]
    for each in found.capabilities:
        lines += [
            "",
            say("fact_capability", locale, name=each.full_name, effect=effect_of(found, each).value),
            *([say("fact_asks", locale)] if each.sends else []),
            *_words(each, locale),
            say("fact_takes", locale, schema=json.dumps(each.params, ensure_ascii=False)),
            say("fact_gives", locale, schema=json.dumps(each.returns, ensure_ascii=False)),
        ]
    lines += ["", say("fact_hash", locale, hash=hash)]
    return "\n".join(lines) + "\n"


def _words(told: PluginDescriptor | PluginCapability, locale: str) -> list[str]:
    return [
        say("fact_title", locale, en=one_line(told.title.en), pt=one_line(told.title.pt)),
        say("fact_description", locale, en=one_line(told.description.en), pt=one_line(told.description.pt)),
    ]


def _listed(words: list[str], locale: str) -> str:
    return ", ".join(words) if words else say("nothing", locale)
