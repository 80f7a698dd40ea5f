"""The registries there are: the public ones of the catalogue, and those the owner named in the settings."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
from functools import cache
from importlib import resources
from typing import Any, cast

from aule.apps.registries.records import Registry
from aule.apps.registries.words import hint, say
from aule.contracts.settings import RegistryKind, Settings
from aule.sdk import errors
from aule.sdk.registries import RegistryHost, registry_host

_WORD = re.compile(r"[\w./-]+")


def registries_of(settings: Settings) -> dict[str, Registry]:
    """Return every registry by its id, the owner's own first; a name of theirs hides a public one."""
    own = {
        id: Registry(id=id, kind=each.kind, title=id, urls=[each.url], is_own=True)
        for id, each in sorted(settings.registries.items())
    }
    return {**own, **{id: each for id, each in _public().items() if id not in own}}


def chosen(ids: Collection[str], known: Mapping[str, Registry], locale: str) -> list[Registry]:
    """Return the registries that were named, or raise that there is none of a name."""
    for id in ids:
        if id not in known:
            raise errors.NotFound(
                say("no_registry", locale, id=id),
                code="no_registry",
                field="registries",
                candidates=sorted(known),
                hint=hint("no_registry", locale),
            )
    return [known[id] for id in dict.fromkeys(ids)]


def needed_by(command: str, known: Mapping[str, Registry]) -> list[str]:
    """Return the ids of the registries that the programs in a command ask; the owner's own come first."""
    programs = {word.rpartition("/")[2] for word in _WORD.findall(command)}
    kinds = [kind for kind, entry in _entries().items() if programs & set(entry["programs"])]
    found: list[str] = []
    for kind in kinds:
        own = [id for id, each in known.items() if each.kind == kind and each.is_own]
        found += own or [id for id, each in known.items() if each.kind == kind]
    return found


def hosts_of(registry: Registry) -> list[RegistryHost]:
    """Return the servers of a registry."""
    return [registry_host(url, is_own=registry.is_own) for url in registry.urls]


def shown_hosts(registry: Registry) -> list[str]:
    """Return the servers of a registry as people read them; one that is asked without encryption has its scheme."""
    return list(dict.fromkeys(each.shown for each in hosts_of(registry)))


@cache
def _entries() -> dict[str, dict[str, Any]]:
    text = resources.files("aule.apps.registries").joinpath("catalogue.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def _public() -> dict[str, Registry]:
    return {
        id: Registry(id=id, kind=cast(RegistryKind, id), title=entry["title"], urls=entry["urls"])
        for id, entry in _entries().items()
    }
